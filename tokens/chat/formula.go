package chat

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

//go:embed formulas.json
var formulasJSON []byte

// Formula computes what OpenAI's Chat Completions reports as prompt tokens of a request. Its figures are those
// that others found by asking the API; AsOf and Source say when and who. Messages, functions and results of
// functions are exact for the models named. What the sources did not try is not: parallel calls and role tool
// are reckoned like a single call and like any other message, tool_choice "required" like "auto".
//
// Messages cost Message + tokens(role) + tokens(content) each, and NameField + tokens(name) if they have a name;
// Reply comes once.
type Formula struct {
	Name     string   `json:"name"`
	Encoding string   `json:"encoding"` // of the counter that it wants
	Models   []string `json:"models"`   // for which it was found
	AsOf     string   `json:"as_of"`
	Source   string   `json:"source"`

	// Tokens of the messages.
	Message   int `json:"message"`
	NameField int `json:"name_field"`
	Reply     int `json:"reply"`
	Result    int `json:"result"` // per message of role function
	Call      int `json:"call"`   // per call, beside name and arguments

	// Tokens of the tools. Tools comes once if there are any.
	Tools           int  `json:"tools"`
	ToolsWithSystem int  `json:"tools_with_system"` // if there is a system message too
	SystemNewline   bool `json:"system_newline"`    // then the first system message ends in a newline more
	ChoiceNone      int  `json:"choice_none"`
	ChoiceNamed     int  `json:"choice_named"` // beside the name of the tool

	// Flat says that tools are not the text of the framing openai-ts but a sum over flat parameters, each with a
	// type and a description: Tool + tokens(name:description) per tool, Properties if it has any, Property +
	// tokens(name:type:description) for each, Enum for one with an enum and EnumValue + tokens(value) for each
	// value. A final full stop of a description does not count.
	Flat       bool `json:"flat"`
	Tool       int  `json:"tool"`
	Properties int  `json:"properties"`
	Property   int  `json:"property"`
	Enum       int  `json:"enum"`
	EnumValue  int  `json:"enum_value"`
}

// Formulas returns the formulas that are known: openai-functions for the older interface with functions and
// function_call, openai-tools for tools and tool_choice, and the two of OpenAI's cookbook, which know flat tools
// only.
func Formulas() ([]Formula, error) {
	var file struct {
		Schema   string    `json:"schema"`
		Formulas []Formula `json:"formulas"`
	}
	if err := json.Unmarshal(formulasJSON, &file); err != nil {
		return nil, fmt.Errorf("chat: the formulas: %w", err)
	}
	return file.Formulas, nil
}

// NewFormula returns the formula of that name. An unknown name is an error that lists the known ones.
func NewFormula(name string) (*Formula, error) {
	all, err := Formulas()
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range all {
		if all[i].Name == name {
			return &all[i], nil
		}
		names = append(names, all[i].Name)
	}
	return nil, fmt.Errorf("chat: unknown formula %q; known: %s", name, strings.Join(names, ", "))
}

// Count returns the prompt tokens of a request, and how many of them are of each message. The rest is of the
// request as a whole: its tools, the choice of one, and the head of the reply.
func (f *Formula) Count(c Counter, r *Request) (total int, perMessage []int, err error) {
	count := func(s string) int { return c.Count([]byte(s)) }
	perMessage = make([]int, len(r.Messages))
	hasSystem := false
	for i, m := range r.Messages {
		if m.Role == "" {
			return 0, nil, fmt.Errorf("chat: %s: %w", f.Name, messageError(i, "no role"))
		}
		content := m.Content
		if m.Role == System && !hasSystem {
			hasSystem = true
			if len(r.Tools) > 0 && f.SystemNewline {
				content += "\n"
			}
		}
		n := f.Message + count(m.Role) + count(content)
		if m.Name != "" {
			n += f.NameField + count(m.Name)
		}
		if m.Role == Function {
			n += f.Result
		}
		for _, call := range m.Calls {
			n += f.Call + count(call.Name) + count(call.Arguments)
		}
		perMessage[i] = n
		total += n
	}
	total += f.Reply
	if len(r.Tools) > 0 {
		tools, err := f.tools(count, r.Tools)
		if err != nil {
			return 0, nil, fmt.Errorf("chat: %s: %w", f.Name, err)
		}
		total += tools
		if hasSystem {
			total += f.ToolsWithSystem
		}
	}
	switch r.Choice.Mode {
	case "", "auto", "required":
	case "none":
		total += f.ChoiceNone
	case "named":
		total += f.ChoiceNamed + count(r.Choice.Tool)
	default:
		return 0, nil, fmt.Errorf("chat: %s: unknown choice %q; known: auto, none, required, named", f.Name, r.Choice.Mode)
	}
	return total, perMessage, nil
}

func (f *Formula) tools(count func(string) int, tools []framing.Piece) (int, error) {
	if !f.Flat {
		text, err := toolText("openai-ts", tools)
		return f.Tools + count(text), err
	}
	n := f.Tools
	for i, t := range tools {
		description := ""
		if t.Description != nil {
			description = *t.Description
		}
		n += f.Tool + count(t.Name+":"+strings.TrimSuffix(description, "."))
		properties := t.Input.Get("properties")
		if properties.Len() > 0 {
			n += f.Properties
		}
		for name, p := range properties.Members() {
			cost, err := f.property(count, name, p)
			if err != nil {
				return 0, &framing.ToolError{Framing: f.Name, Tool: i, Name: t.Name, Err: fmt.Errorf("/properties/%s: %w", name, err)}
			}
			n += cost
		}
	}
	return n, nil
}

func (f *Formula) property(count func(string) int, name string, p *schema.Node) (int, error) {
	kind, ok := p.Get("type").Text()
	if !ok {
		return 0, errors.New("no type, which this formula needs")
	}
	description, ok := p.Get("description").Text()
	if !ok {
		return 0, errors.New("no description, which this formula needs")
	}
	n := f.Property + count(name+":"+kind+":"+strings.TrimSuffix(description, "."))
	if values := p.Get("enum"); values != nil {
		n += f.Enum
		for _, v := range values.Items() {
			n += f.EnumValue + count(plain(v))
		}
	}
	return n, nil
}

// plain returns a string as it is, and any other value as JSON.
func plain(n *schema.Node) string {
	if text, ok := n.Text(); ok {
		return text
	}
	return string(n.AppendPlain(nil))
}
