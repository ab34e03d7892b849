package chat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

const (
	harmonyIdentity = "You are ChatGPT, a large language model trained by OpenAI."
	harmonyCutoff   = "2024-06"
	harmonyEffort   = "medium"
	harmonyChannels = "# Valid channels: analysis, commentary, final. Channel must be included for every message."
	harmonyCalls    = "Calls to these tools must go to the commentary channel: 'functions'."

	// Tools have names of two parts in harmony.
	harmonyFunctions = "functions."
	constrain        = "<|constrain|>"
)

// An utterance is one message of harmony: a message of other formats with calls is several of them.
type utterance struct {
	message                                             int
	author, recipient, channel, contentType, text, ends string
	assistant                                           bool
}

// renderHarmony follows github.com/openai/harmony, src/encoding.rs, as of 2025-11-05.
func renderHarmony(w *writer, r *Request) error {
	if err := harmonySystem(w, r); err != nil {
		return err
	}
	// In other formats the system message holds what the developer says. Harmony keeps its own system message for what
	// the model is told of itself, so the first one becomes the developer's.
	rest := r.Messages
	if len(rest) > 0 && (rest[0].Role == System || rest[0].Role == Developer) && len(rest[0].Calls) == 0 {
		rest = rest[1:]
	}
	if err := harmonyDeveloper(w, r, len(rest) < len(r.Messages)); err != nil {
		return err
	}
	said, err := utterances(r.Messages, len(r.Messages)-len(rest))
	if err != nil {
		return err
	}
	for _, u := range withoutOldAnalysis(said) {
		w.special(u.message, "<|start|>")
		w.text(u.message, u.author)
		// A message for all is one without a recipient; only the end of an assistant's differs.
		if u.recipient != "" && u.recipient != "all" {
			w.text(u.message, " to=", u.recipient)
		}
		if u.channel != "" {
			w.special(u.message, "<|channel|>")
			w.text(u.message, u.channel)
		}
		if u.contentType != "" {
			w.text(u.message, " ")
			kind, constrained := strings.CutPrefix(u.contentType, constrain)
			if constrained {
				w.special(u.message, constrain)
			}
			w.text(u.message, kind)
		}
		w.special(u.message, "<|message|>")
		w.text(u.message, u.text)
		w.special(u.message, u.ends)
	}
	if !r.Closed {
		w.special(Whole, "<|start|>")
		w.text(Whole, Assistant)
	}
	return nil
}

func harmonySystem(w *writer, r *Request) error {
	effort := cmp.Or(r.Effort, harmonyEffort)
	if !slices.Contains([]string{"low", "medium", "high"}, effort) {
		return fmt.Errorf("unknown effort %q; known: low, medium, high", effort)
	}
	w.special(Whole, "<|start|>")
	w.text(Whole, System)
	w.special(Whole, "<|message|>")
	w.text(Whole, cmp.Or(r.Identity, harmonyIdentity), "\nKnowledge cutoff: ", cmp.Or(r.Cutoff, harmonyCutoff))
	if r.Date != "" {
		w.text(Whole, "\nCurrent date: ", r.Date)
	}
	w.text(Whole, "\n\nReasoning: ", effort, "\n\n", harmonyChannels)
	if len(r.Tools) > 0 {
		w.text(Whole, "\n", harmonyCalls)
	}
	w.special(Whole, "<|end|>")
	return nil
}

// harmonyDeveloper writes the instructions, which are the first message if there are any, and the tools.
func harmonyDeveloper(w *writer, r *Request, instructed bool) error {
	instructions := ""
	at := Whole
	if instructed {
		instructions, at = r.Messages[0].Content, 0
	}
	if instructions == "" && len(r.Tools) == 0 {
		return nil
	}
	if len(r.Tools) > 0 {
		at = Whole // the tools would need the envelope without the instructions
	}
	w.special(at, "<|start|>")
	w.text(at, Developer)
	w.special(at, "<|message|>")
	if instructions != "" {
		w.text(0, "# Instructions\n\n", instructions)
		if len(r.Tools) > 0 {
			w.text(0, "\n\n")
		}
	}
	if len(r.Tools) > 0 {
		tools, err := toolText("harmony", r.Tools)
		if err != nil {
			return err
		}
		w.text(Whole, tools)
	}
	w.special(at, "<|end|>")
	return nil
}

// utterances returns what the messages from one on become.
func utterances(messages []Message, from int) ([]utterance, error) {
	var said []utterance
	called := map[string]string{} // id of a call -> name of the tool
	for i, m := range messages {
		if i < from {
			continue
		}
		u := utterance{message: i, recipient: m.Recipient, channel: m.Channel, contentType: m.ContentType, text: m.Content, ends: "<|end|>"}
		switch m.Role {
		case System, Developer, User:
			u.author = m.Role
			if m.Name != "" {
				u.author += ":" + m.Name
			}
		case Tool, Function:
			if err := harmonyResult(&u, m, called); err != nil {
				return nil, err
			}
		case Assistant:
			u.author, u.assistant = m.Role, true
			if m.Name != "" {
				u.author += ":" + m.Name
			}
			for _, c := range m.Calls {
				called[c.ID] = c.Name
			}
			if len(m.Calls) > 0 {
				said = append(said, harmonyCalled(u, m)...)
				continue
			}
			// The system message demands a channel of every message, and an answer's is final.
			if u.recipient != "" {
				u.ends = "<|call|>"
			} else {
				u.channel = cmp.Or(u.channel, "final")
			}
		default:
			return nil, roleError(i, m.Role, System, Developer, User, Assistant, Tool, Function)
		}
		said = append(said, u)
	}
	return said, nil
}

// harmonyResult fills the head of a result. One that says which call it answers is in the form of other interfaces:
// its author is the tool and it goes to the assistant. Any other is taken as it is.
func harmonyResult(u *utterance, m Message, called map[string]string) error {
	u.author = m.Name
	if m.CallID != "" {
		u.author = cmp.Or(m.Name, called[m.CallID])
	}
	if u.author == "" {
		return messageError(u.message, "the result has no name of a tool, and no earlier call has the id %q", m.CallID)
	}
	if m.CallID == "" && m.Role == Tool {
		return nil
	}
	u.author = function(u.author)
	u.recipient = cmp.Or(u.recipient, Assistant)
	u.channel = cmp.Or(u.channel, "commentary")
	return nil
}

// harmonyCalled returns what an assistant said before its calls, and each call.
func harmonyCalled(u utterance, m Message) []utterance {
	var said []utterance
	if m.Content != "" {
		preamble := u
		preamble.channel = cmp.Or(u.channel, "commentary")
		said = append(said, preamble)
	}
	for _, c := range m.Calls {
		call := u
		// Calls of functions go to commentary, whatever channel the text before them had.
		call.recipient, call.channel, call.contentType = function(c.Name), "commentary", cmp.Or(u.contentType, constrain+"json")
		call.text, call.ends = c.Arguments, "<|call|>"
		said = append(said, call)
	}
	return said
}

// withoutOldAnalysis drops what the model thought before its first final answer, once the last thing that it said is
// a final answer: OpenAI's renderer does so, and the tokens are not in the prompt.
func withoutOldAnalysis(said []utterance) []utterance {
	answered := false
	for _, u := range said {
		if u.assistant {
			answered = u.channel == "final"
		}
	}
	if !answered {
		return said
	}
	firstFinal := slices.IndexFunc(said, func(u utterance) bool { return u.channel == "final" })
	var kept []utterance
	for i, u := range said {
		if i > firstFinal || u.channel != "analysis" {
			kept = append(kept, u)
		}
	}
	return kept
}

// function returns the name of a tool in harmony.
func function(name string) string {
	if strings.HasPrefix(name, harmonyFunctions) {
		return name
	}
	return harmonyFunctions + name
}
