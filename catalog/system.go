package catalog

import (
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// prose takes what goes along with the tools: the system prompt of a request and the model that it is for, the
// instructions of a server.
func (r *reader) prose(n *schema.Node) {
	for _, member := range []string{"model", "modelId"} {
		if id, ok := n.Get(member).Text(); ok && r.cat.Model == "" {
			r.cat.Model = id
		}
	}
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	// The same member is the system prompt in a request and the word of the server in an MCP answer.
	if text, ok := n.Get("instructions").Text(); ok && (isRequest(n) || n.Get("model") != nil) {
		add(text)
	} else if ok {
		r.cat.Instructions = text
	}
	for _, member := range []string{"system", "systemInstruction", "system_instruction"} {
		add(textIn(n.Get(member)))
	}
	for _, member := range []string{"messages", "input"} {
		for _, m := range n.Get(member).Items() {
			if role, _ := m.Get("role").Text(); role == "system" || role == "developer" {
				add(textIn(m.Get("content")))
			}
		}
	}
	if len(parts) == 0 {
		return
	}
	text := strings.Join(parts, "\n\n")
	switch {
	case r.cat.System == "":
		r.cat.System = text
	case r.cat.System != text:
		r.problem("", "", "the document holds requests with different system prompts, of which the first is taken", "measure them one by one")
	}
}

// textIn returns the text of a message: a string, blocks with a member "text", or an object with such blocks in "parts".
// Blocks of other kinds, such as cache points, have none.
func textIn(n *schema.Node) string {
	if text, ok := n.Text(); ok {
		return text
	}
	if n.Kind() == schema.Object {
		if text, ok := n.Get("text").Text(); ok {
			return text
		}
		n = n.Get("parts")
	}
	var b strings.Builder
	for _, block := range n.Items() {
		text, ok := block.Text()
		if !ok {
			text, _ = block.Get("text").Text()
		}
		b.WriteString(text)
	}
	return b.String()
}
