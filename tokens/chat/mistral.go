package chat

import (
	"slices"
	"strings"
)

// mistral follows github.com/mistralai/mistral-common as of 2026: normalize.py and instruct.py. For several results
// of one step, which version 2 of that code meanwhile refuses, it writes one array, as the samples of its tests do.
type mistral struct {
	version int
	blank   bool // a tokenizer of the SentencePiece kind, which puts a blank before each text
}

// A turn is a run of messages of one role, which are one message to the model. Results and system messages
// stay apart.
type turn struct {
	role  string
	parts []part
	calls []Call
	at    []int // of each call, its message
	begin int   // the first message of the run, or Whole
	says  bool  // any of the texts is not empty
}

// A part is what one message adds to the text of a turn.
type part struct {
	message int
	text    string
	callID  string
	name    string
}

func (v mistral) render(w *writer, r *Request) error {
	turns, err := v.turns(r)
	if err != nil {
		return err
	}
	isUser := func(t turn) bool { return t.role == User }
	first := slices.IndexFunc(turns, isUser)
	last := len(turns) - 1
	for last >= 0 && !isUser(turns[last]) {
		last--
	}
	w.special(Whole, "<s>")
	for i, t := range turns {
		switch t.role {
		case User:
			// Before the last message of a user the tools move at every turn, and no cache of the prompt holds what
			// follows them. Version 13 put an end to that.
			if v.version >= 2 && len(r.Tools) > 0 && (v.version >= 13 && i == first || v.version < 13 && i == last) {
				if err := v.tools(w, r); err != nil {
					return err
				}
			}
			v.user(w, r, t, v.version == 1 && i == first || v.version > 1 && v.version < 7 && i == last)
		case System:
			w.special(t.begin, "[SYSTEM_PROMPT]")
			v.parts(w, t.parts)
			w.special(t.begin, "[/SYSTEM_PROMPT]")
		case Tool:
			// Version 2 forgets calls and results once the user has spoken again.
			if v.version == 2 && i < last {
				continue
			}
			if err := v.results(w, t); err != nil {
				return err
			}
		case Assistant:
			if v.version == 2 && i < last && len(t.calls) > 0 {
				continue
			}
			if err := v.assistant(w, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// turns joins neighbouring messages of one role. Up to version 3 the system messages are not turns: they are joined
// and written with a user's message.
func (v mistral) turns(r *Request) ([]turn, error) {
	var turns []turn
	previous := ""
	for i, m := range r.Messages {
		p := part{message: i, text: m.Content, callID: m.CallID, name: m.Name}
		joins := m.Role == previous && len(turns) > 0
		previous = m.Role
		switch m.Role {
		case System:
			if v.version < 7 {
				continue
			}
			joins = false
		case User, Assistant, Tool:
		default:
			return nil, roleError(i, m.Role, System, User, Assistant, Tool)
		}
		if !joins {
			turns = append(turns, turn{role: m.Role, begin: i})
		}
		t := &turns[len(turns)-1]
		t.parts = append(t.parts, p)
		for _, c := range m.Calls {
			t.calls = append(t.calls, c)
			t.at = append(t.at, i)
		}
		t.says = t.says || p.text != ""
		// The library joins first and refuses then, so neighbours count as one message here too.
		if v.version < 7 && t.says && len(t.calls) > 0 {
			return nil, messageError(i, "version %d has no place for a text beside calls, also of neighbouring messages", v.version)
		}
	}
	// These versions know no conversation that does not begin with a user, and make one up.
	if v.version < 7 && (len(turns) == 0 || turns[0].role != User) {
		turns = slices.Insert(turns, 0, turn{role: User, begin: Whole})
	}
	if v.version >= 11 {
		sortResults(turns)
	}
	return turns, nil
}

// sortResults puts the results of each step in the order of the calls.
func sortResults(turns []turn) {
	order := map[string]int{} // id of a call -> its place among the calls since the last results
	calls := 0
	place := func(id string) int {
		if i, ok := order[id]; ok {
			return i
		}
		return calls
	}
	for _, t := range turns {
		switch t.role {
		case Assistant:
			for _, c := range t.calls {
				order[c.ID] = calls
				calls++
			}
		case Tool:
			slices.SortStableFunc(t.parts, func(a, b part) int {
				return place(a.callID) - place(b.callID)
			})
			order = map[string]int{} // not cleared: one step with many calls would make every later one slow
		}
	}
}

// text writes a text that stands by itself.
func (v mistral) text(w *writer, message int, text string) {
	if v.blank && text != "" {
		text = " " + text
	}
	w.text(message, text)
}

// parts writes the texts of a turn with empty lines between them. Empty ones leave no trace.
func (v mistral) parts(w *writer, parts []part) {
	joint := ""
	if v.blank {
		joint = " "
	}
	for _, p := range parts {
		if p.text != "" {
			w.text(p.message, joint, p.text)
			joint = "\n\n"
		}
	}
}

func (v mistral) tools(w *writer, r *Request) error {
	text, err := toolText("mistral", r.Tools)
	if err != nil {
		return err
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "[AVAILABLE_TOOLS]"), "[/AVAILABLE_TOOLS]")
	w.special(Whole, "[AVAILABLE_TOOLS]")
	v.text(w, Whole, text)
	w.special(Whole, "[/AVAILABLE_TOOLS]")
	return nil
}

// user writes the messages of a user, after the system messages if those belong to this turn.
func (v mistral) user(w *writer, r *Request, t turn, withSystem bool) {
	end := t.begin
	if n := len(t.parts); n > 0 {
		end = t.parts[n-1].message
	}
	if v.version == 1 {
		// In version 1 the marks are ordinary text, encoded together with what the user says.
		v.text(w, t.begin, "[INST] ")
		v.blank = false
	} else {
		w.special(t.begin, "[INST]")
	}
	if withSystem {
		if system := systemParts(r.Messages); len(system) > 0 {
			v.parts(w, system)
			w.text(t.begin, "\n\n") // also where the user says nothing
			v.blank = false         // the two texts are encoded as one
		}
	}
	v.parts(w, t.parts)
	if v.version == 1 {
		w.text(end, " [/INST]")
	} else {
		w.special(end, "[/INST]")
	}
}

// systemParts returns the system messages that say something.
func systemParts(messages []Message) []part {
	var parts []part
	for i, m := range messages {
		if m.Role == System && m.Content != "" {
			parts = append(parts, part{message: i, text: m.Content})
		}
	}
	return parts
}

func (v mistral) assistant(w *writer, t turn) error {
	texts := slices.DeleteFunc(slices.Clone(t.parts), func(p part) bool { return p.text == "" })
	end := t.parts[len(t.parts)-1].message
	switch {
	case len(texts) == 0 && len(t.calls) == 0:
		return messageError(end, "the assistant says nothing and calls nothing")
	case len(t.calls) > 0 && v.version == 1:
		return messageError(t.at[0], "version 1 has no tools")
	}
	// Blanks in front of the end mark are not encoded, except by the oldest version.
	if n := len(texts); n > 0 && v.version > 1 {
		texts[n-1].text = strings.TrimRight(texts[n-1].text, " ")
	}
	v.parts(w, texts)
	if len(t.calls) > 0 {
		if err := v.called(w, t); err != nil {
			return err
		}
	}
	w.special(end, "</s>")
	return nil
}

// called writes the calls: up to version 7 as one array, then one by one.
func (v mistral) called(w *writer, t turn) error {
	if v.version < 11 {
		w.special(t.at[0], "[TOOL_CALLS]")
	}
	for i, c := range t.calls {
		at := t.at[i]
		text, isJSON, err := arguments(c)
		if err != nil {
			return messageError(at, "a call of %q: %w", c.Name, err)
		}
		if !isJSON {
			text = quoted(text)
		}
		// "null" is what Mistral's library has for an id that is not given.
		id := c.ID
		if id == "null" || v.version < 3 {
			id = ""
		}
		if v.version >= 11 {
			w.special(at, "[TOOL_CALLS]")
			v.text(w, at, c.Name)
			if id != "" && v.version < 13 {
				w.special(at, "[CALL_ID]")
				v.text(w, at, id)
			}
			w.special(at, "[ARGS]")
			v.text(w, at, text)
			continue
		}
		glue := ", "
		if i == 0 {
			glue = "["
			if v.blank {
				glue = " ["
			}
		}
		w.text(at, glue, `{"name": `, quoted(c.Name), `, "arguments": `, text)
		if id != "" {
			w.text(at, `, "id": `, quoted(id))
		}
		w.text(at, "}")
		if i == len(t.calls)-1 {
			w.text(at, "]")
		}
	}
	return nil
}

// results writes results of calls: in version 2 as one array, then one by one.
func (v mistral) results(w *writer, t turn) error {
	if v.version == 1 {
		return messageError(t.begin, "version 1 has no tools")
	}
	for i, p := range t.parts {
		if v.version > 2 && p.callID == "" {
			return messageError(p.message, "the result does not say the id of its call")
		}
		if v.version >= 7 {
			w.special(p.message, "[TOOL_RESULTS]")
			if v.version < 13 {
				v.text(w, p.message, p.callID)
				w.special(p.message, "[TOOL_CONTENT]")
			}
			v.text(w, p.message, p.text)
			w.special(p.message, "[/TOOL_RESULTS]")
			continue
		}
		text, err := value(p.text)
		if err != nil {
			return messageError(p.message, "the result: %w", err)
		}
		if v.version == 3 {
			w.special(p.message, "[TOOL_RESULTS]")
			v.text(w, p.message, `{"content": `+text+`, "call_id": `+quoted(p.callID)+"}")
			w.special(p.message, "[/TOOL_RESULTS]")
			continue
		}
		glue := ", "
		if i == 0 {
			w.special(p.message, "[TOOL_RESULTS]")
			glue = " ["
		}
		name := "null"
		if p.name != "" {
			name = quoted(p.name)
		}
		w.text(p.message, glue, `{"name": `, name, `, "content": `, text, "}")
		if i == len(t.parts)-1 {
			w.text(p.message, "]")
			w.special(p.message, "[/TOOL_RESULTS]")
		}
	}
	return nil
}

// value returns a result as it stands inside JSON: as JSON if it is some, else as a string. Nothing is an empty object.
func value(content string) (string, error) {
	text, isJSON, err := arguments(Call{Arguments: content})
	if err != nil || isJSON {
		return text, err
	}
	return quoted(text), nil
}
