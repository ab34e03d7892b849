// Package chat turns whole requests (messages, tools and settings) into the text that a model reads, and
// counts them message by message.
//
// There are two ways, because there are two kinds of model. Where the chat template is public, [New] returns
// it, and what it renders is exact; [Count] counts it. Where only a formula is known, [Formulas] has those
// for OpenAI's Chat Completions and [Fits] those that were fitted to other providers: dated figures, and the
// second kind are estimates.
package chat

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/tokens/framing"
)

// The roles of messages. Not every template knows every role.
const (
	System    = "system"
	Developer = "developer" // what newer OpenAI models call system
	User      = "user"
	Assistant = "assistant"
	Tool      = "tool"     // the result of a call
	Function  = "function" // the same in OpenAI's older interface, named instead of numbered
)

// Message is one message of a conversation. The zero value is refused by every template: it has no role.
type Message struct {
	Role    string
	Name    string // of the author or, of a result, of the tool; may be empty
	Content string
	Calls   []Call // of an assistant
	CallID  string // of a result: the id of the call that it answers

	// Harmony has these parts in the head of a message; the other templates have no place for them. All may be
	// empty: then calls, results and answers get what harmony's own format prescribes.
	Channel     string // "analysis", "commentary" or "final"
	Recipient   string // such as "functions.search"
	ContentType string // such as "<|constrain|>json"
}

// Call is one call of a tool by an assistant.
type Call struct {
	ID, Name  string
	Arguments string // JSON, as the model wrote it
}

// Choice is what a request says about calling tools. The zero value says nothing.
type Choice struct {
	Mode string // "", "auto", "none", "required", or "named"
	Tool string // for "named", the tool to call
}

// Request is everything that is sent to a model at one step. The zero value is an empty conversation.
type Request struct {
	Messages []Message
	Tools    []framing.Piece
	// Choice matters to the formulas only: no template renders it.
	Choice Choice

	// Closed is set for a conversation to which no answer is asked: the text ends with the last message, not
	// with the head of the next one.
	Closed bool

	// Date is the current date in the form that the template shows: "2026-11-30" for harmony, which has no line
	// for it if empty, and "30 Nov 2026" for llama3, which writes its fixed "26 Jul 2024" if empty.
	Date string
	// Identity, Cutoff and Effort stand in harmony's system message. Empty fields are the defaults of OpenAI's
	// renderer: its sentence about ChatGPT, "2024-06", and "medium" (of "low", "medium" and "high").
	Identity, Cutoff, Effort string
	// ToolsInSystem puts the tools of llama3 into the system block, as some servers do, not into the first
	// user message, which is what its template does by itself.
	ToolsInSystem bool
}

// Whole is the Message of a [Segment] that belongs to the request as a whole.
const Whole = -1

// Segment is a stretch of a rendered request.
type Segment struct {
	Message int // index of the message to which it belongs, or Whole
	Text    []byte
	// Special says that the text is one token of the model's own vocabulary, such as <|im_start|>. Texts of
	// messages never are, also where they read like one. No token reaches across a special one, so counts add
	// up at its borders.
	Special bool
}

// A Template is the rule by which a model's own code writes a request as one text. It is safe for concurrent
// use. Only [New] makes one that works.
type Template struct {
	name   string
	render func(*writer, *Request) error
}

func templates() []Template {
	return []Template{
		{"harmony", renderHarmony},
		{"hermes", hermes{}.render},
		{"qwen2.5", hermes{system: qwenSystem, tags: []string{openCall, closeCall}}.render},
		{"qwen3", hermes{thinks: true, tags: []string{openCall, closeCall, openResponse, closeResponse, openThink, closeThink}}.render},
		{"llama3", renderLlama3},
		{"mistral-v1", mistral{version: 1, blank: true}.render},
		{"mistral-v2", mistral{version: 2, blank: true}.render},
		{"mistral-v3", mistral{version: 3, blank: true}.render},
		{"mistral-v3-tekken", mistral{version: 3}.render},
		{"mistral-v7", mistral{version: 7}.render},
		{"mistral-v11", mistral{version: 11}.render},
		{"mistral-v13", mistral{version: 13}.render},
	}
}

// Names returns the names that [New] accepts:
//
//   - harmony: gpt-oss, as OpenAI's own renderer writes it, which is not quite what the published Jinja template
//     writes. Function tools only: the texts of its built-in browser and Python tools change with the server.
//   - hermes: ChatML with the tools of Hermes, and no special tokens but the two of ChatML.
//   - qwen2.5, qwen3: the same with what these models add: a default system text, thinking, and tags of their own.
//   - llama3: Llama 3.1 to 3.3.
//   - mistral-v1 to mistral-v13: the versions of Mistral's tokenizers. The first three are of the SentencePiece
//     kind, which puts a blank before each text; it is part of the text here.
func Names() []string {
	var names []string
	for _, t := range templates() {
		names = append(names, t.name)
	}
	return names
}

// New returns the template of that name. An unknown name is an error that lists the known ones.
func New(name string) (*Template, error) {
	for _, t := range templates() {
		if t.name == name {
			return &t, nil
		}
	}
	return nil, fmt.Errorf("chat: unknown template %q; known: %s", name, strings.Join(Names(), ", "))
}

// Name returns the name of the template.
func (t *Template) Name() string { return t.name }

// Render returns the text of a request. The texts of the segments, one after the other, are exactly that text.
// A request that the model's own code would refuse, such as one with a role that it does not know, is an error
// that names the message by its index.
func (t *Template) Render(r *Request) ([]Segment, error) {
	w := &writer{}
	if err := t.render(w, r); err != nil {
		return nil, fmt.Errorf("chat: %s: %w", t.name, err)
	}
	return w.segments, nil
}

// messageError says which message is the cause.
func messageError(i int, format string, args ...any) error {
	return fmt.Errorf("message %d: %w", i, fmt.Errorf(format, args...))
}

func roleError(i int, role string, known ...string) error {
	return messageError(i, "role %q is not one of this template; known: %s", role, strings.Join(known, ", "))
}
