package chat

import "strings"

const (
	imStart = "<|im_start|>"
	imEnd   = "<|im_end|>"

	openCall, closeCall         = "<tool_call>", "</tool_call>"
	openResponse, closeResponse = "<tool_response>", "</tool_response>"
	openThink, closeThink       = "<think>", "</think>"

	qwenSystem = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."
)

// hermes is ChatML with the tools of Hermes, as Qwen2.5 and Qwen3 have it in their published chat templates.
type hermes struct {
	system string   // the system text of a conversation that has none
	tags   []string // the tags that are tokens of the vocabulary
	thinks bool     // thoughts stand in <think> tags, and old ones are dropped
}

func (h hermes) render(w *writer, r *Request) error {
	rest := r.Messages
	at, system := Whole, h.system
	if len(rest) > 0 && rest[0].Role == System {
		at, system, rest = 0, rest[0].Content, rest[1:]
	}
	if err := h.head(w, r, at, system); err != nil {
		return err
	}
	// What an assistant thought before the last question of the user is not shown again.
	first := len(r.Messages) - len(rest)
	asked := lastQuestion(r.Messages)
	for i := first; i < len(r.Messages); i++ {
		m := &r.Messages[i]
		switch m.Role {
		case System, User:
			w.special(i, imStart)
			w.text(i, m.Role, "\n", m.Content)
			h.close(w, i)
		case Assistant:
			if err := h.assistant(w, i, m, i > asked, i == len(r.Messages)-1); err != nil {
				return err
			}
		case Tool:
			// The results of one step share a message, which the first opens and the last closes.
			if i == 0 || r.Messages[i-1].Role != Tool {
				w.special(i, imStart)
				w.text(i, User)
			}
			w.text(i, "\n")
			h.tag(w, i, openResponse)
			w.text(i, "\n", m.Content, "\n")
			h.tag(w, i, closeResponse)
			if i == len(r.Messages)-1 || r.Messages[i+1].Role != Tool {
				h.close(w, i)
			}
		default:
			return roleError(i, m.Role, System, User, Assistant, Tool)
		}
	}
	if !r.Closed {
		w.special(Whole, imStart)
		w.text(Whole, Assistant, "\n")
	}
	return nil
}

// head writes the system message, with the tools if there are any.
func (h hermes) head(w *writer, r *Request, at int, system string) error {
	if len(r.Tools) == 0 && system == "" && at == Whole {
		return nil
	}
	envelope := at
	if len(r.Tools) > 0 {
		envelope = Whole // the tools would need it without the system text
	}
	w.special(envelope, imStart)
	w.text(envelope, System, "\n")
	w.text(at, system)
	if len(r.Tools) > 0 {
		if at != Whole || system != "" {
			w.text(at, "\n\n")
		}
		text, err := toolText("hermes", r.Tools)
		if err != nil {
			return err
		}
		// The fixed words behind the tools show the tags of a call.
		end := strings.LastIndex(text, "</tools>")
		w.text(Whole, text[:max(end, 0)])
		h.tagged(w, Whole, text[max(end, 0):])
	}
	h.close(w, envelope)
	return nil
}

// assistant writes an assistant's message. current says that it stands behind the last question.
func (h hermes) assistant(w *writer, i int, m *Message, current, last bool) error {
	w.special(i, imStart)
	w.text(i, Assistant, "\n")
	content := m.Content
	if h.thinks {
		var thought string
		content, thought = split(m.Content)
		// The newest answer shows its thought even where it has none.
		if current && (last || thought != "") {
			content = strings.TrimLeft(content, "\n")
			h.tag(w, i, openThink)
			w.text(i, "\n", strings.Trim(thought, "\n"), "\n")
			h.tag(w, i, closeThink)
			w.text(i, "\n\n")
		}
	}
	w.text(i, content)
	// Name and arguments are put together by the template, not by a JSON encoder: the name has no escapes.
	for k, c := range m.Calls {
		if k > 0 || content != "" {
			w.text(i, "\n")
		}
		text, isJSON, err := arguments(c)
		if err != nil {
			return messageError(i, "call %d: %w", k, err)
		}
		if !isJSON && !h.thinks {
			text = quoted(text) // Qwen3 takes a text as it is, the older template encodes it
		}
		h.tag(w, i, openCall)
		w.text(i, "\n{\"name\": \"", c.Name, "\", \"arguments\": ", text, "}\n")
		h.tag(w, i, closeCall)
	}
	h.close(w, i)
	return nil
}

func (h hermes) close(w *writer, i int) {
	w.special(i, imEnd)
	w.text(i, "\n")
}

// tag writes a tag, which is one token for models that have it in their vocabulary.
func (h hermes) tag(w *writer, i int, tag string) {
	for _, t := range h.tags {
		if t == tag {
			w.special(i, tag)
			return
		}
	}
	w.text(i, tag)
}

// tagged writes a fixed text in which the tags of a call occur.
func (h hermes) tagged(w *writer, i int, text string) {
	for text != "" {
		at, tag := len(text), ""
		for _, t := range []string{openCall, closeCall} {
			if k := strings.Index(text, t); k >= 0 && k < at {
				at, tag = k, t
			}
		}
		w.text(i, text[:at])
		if tag != "" {
			h.tag(w, i, tag)
		}
		text = text[at+len(tag):]
	}
}

// split parts what an assistant wrote into its answer and its thought.
func split(content string) (answer, thought string) {
	end := strings.Index(content, closeThink)
	if end < 0 {
		return content, ""
	}
	thought = strings.TrimRight(content[:end], "\n")
	if begin := strings.LastIndex(thought, openThink); begin >= 0 {
		thought = thought[begin+len(openThink):]
	}
	answer = content[strings.LastIndex(content, closeThink)+len(closeThink):]
	return strings.TrimLeft(answer, "\n"), strings.TrimLeft(thought, "\n")
}

// lastQuestion returns the index of the last message of a user that is not the result of a call in disguise, or the
// index of the last message if there is none.
func lastQuestion(messages []Message) int {
	for i := len(messages) - 1; i >= 0; i-- {
		m := &messages[i]
		if m.Role == User && !(strings.HasPrefix(m.Content, openResponse) && strings.HasSuffix(m.Content, closeResponse)) {
			return i
		}
	}
	return len(messages) - 1
}
