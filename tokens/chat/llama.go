package chat

import (
	"cmp"
	"errors"
	"strings"
)

const (
	llamaBegin  = "<|begin_of_text|>"
	llamaHeader = "<|start_header_id|>"
	llamaTitle  = "<|end_header_id|>"
	llamaEnd    = "<|eot_id|>"
	llamaResult = "ipython" // the role of a result

	// The template's own date, for a server without a clock.
	llamaDate = "26 Jul 2024"

	llamaAskUser   = "Given the following functions, please respond with a JSON for a function call with its proper arguments that best answers the given prompt.\n\n"
	llamaAskSystem = "You have access to the following functions. To call a function, please respond with JSON for a function call."
)

// renderLlama3 follows the chat template of Llama 3.1.
func renderLlama3(w *writer, r *Request) error {
	header := func(message int, role string) {
		w.special(message, llamaHeader)
		w.text(message, role)
		w.special(message, llamaTitle)
		w.text(message, "\n\n")
	}
	tools, err := llamaTools(r)
	if err != nil {
		return err
	}
	// The system block is there in any case, so that a system message costs no more than its text.
	next := 0
	w.special(Whole, llamaBegin)
	header(Whole, System)
	if tools != "" {
		w.text(Whole, "Environment: ipython\n")
	}
	w.text(Whole, "Cutting Knowledge Date: December 2023\nToday Date: ", cmp.Or(r.Date, llamaDate), "\n\n")
	if r.ToolsInSystem {
		w.text(Whole, tools)
	}
	if len(r.Messages) > 0 && r.Messages[0].Role == System {
		w.text(0, stripped(r.Messages[0].Content))
		next = 1
	}
	w.special(Whole, llamaEnd)
	if tools != "" && !r.ToolsInSystem {
		if next == len(r.Messages) {
			return errors.New("the tools have no place: they go into the first message of a user")
		}
		// The template takes the next message for a user's, whoever wrote it.
		header(next, User)
		w.text(Whole, tools)
		w.text(next, stripped(r.Messages[next].Content))
		w.special(next, llamaEnd)
		next++
	}
	for i := next; i < len(r.Messages); i++ {
		m := &r.Messages[i]
		switch {
		case m.Role != System && m.Role != Developer && m.Role != User && m.Role != Assistant && m.Role != Tool:
			return roleError(i, m.Role, System, Developer, User, Assistant, Tool)
		case m.Role == Tool:
			header(i, llamaResult)
			w.text(i, quoted(m.Content)) // a text is encoded like any other value
		case len(m.Calls) > 1:
			return messageError(i, "%d calls: the template takes one call per message", len(m.Calls))
		case len(m.Calls) == 1:
			text, isJSON, err := arguments(m.Calls[0])
			if err != nil {
				return messageError(i, "the call: %w", err)
			}
			if !isJSON {
				text = quoted(text)
			}
			header(i, Assistant)
			// A text beside the call is lost.
			w.text(i, `{"name": "`, m.Calls[0].Name, `", "parameters": `, text, "}")
		default:
			header(i, m.Role)
			w.text(i, stripped(m.Content))
		}
		w.special(i, llamaEnd)
	}
	if !r.Closed {
		header(Whole, Assistant)
	}
	return nil
}

// llamaTools returns the block of the tools with its instructions, empty without tools.
func llamaTools(r *Request) (string, error) {
	if len(r.Tools) == 0 {
		return "", nil
	}
	tools, err := toolText("llama3", r.Tools)
	if err != nil || !r.ToolsInSystem {
		return tools, err
	}
	// In the system block the first words differ, and nothing stands between them and the next.
	_, rest, ok := strings.Cut(tools, llamaAskUser)
	if !ok {
		return "", errors.New("the tools: their text does not begin with its instructions")
	}
	return llamaAskSystem + rest, nil
}
