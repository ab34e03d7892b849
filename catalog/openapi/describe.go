package openapi

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// describe returns the description of a tool: what the document says of the operation, in its words.
func describe(op *frame.Operation, instead string) string {
	summary, text := strings.TrimSpace(op.Summary), strings.TrimSpace(op.Description)
	said := strings.TrimRight(summary, ".!")
	switch {
	case strings.TrimSpace(instead) != "":
		text = strings.TrimSpace(instead)
	case text == "" && summary == "":
		text = op.Method + " " + op.Path
	case text == "":
		text = summary
	case summary != "" && !(len(text) >= len(said) && strings.EqualFold(text[:len(said)], said)):
		text = summary + "\n\n" + text
	}
	const mark = "Deprecated."
	if op.Deprecated && !strings.HasPrefix(strings.ToLower(text), "deprecated") {
		text = mark + " " + text
	}
	return text
}

// shorten cuts a text to a number of characters: behind the last sentence that fits, or else behind the last word.
func shorten(text string, most int) (string, bool) {
	if most <= 0 || utf8.RuneCountInString(text) <= most {
		return text, false
	}
	runes := []rune(text)[:most]
	for i := len(runes) - 1; i >= most/2; i-- {
		// The end of a line ends what it says, but for the line that announces a list or a table.
		if c := runes[i]; c == '\n' && runes[i-1] != ':' && runes[i-1] != '\n' || strings.ContainsRune(".!?", c) && (i == most-1 || unicode.IsSpace(runes[i+1])) ||
			strings.ContainsRune("。！？", c) {
			return strings.TrimSpace(string(runes[:i+1])), true
		}
	}
	runes = runes[:most-1] // for the mark
	for i := len(runes) - 1; i >= most/2; i-- {
		if unicode.IsSpace(runes[i]) {
			runes = runes[:i]
			break
		}
	}
	return strings.TrimSpace(string(runes)) + "…", true
}

// annotations are the hints of MCP that follow from what HTTP says of the method (RFC 9110, section 9.2); nil if none does.
func annotations(method string) *schema.Node {
	var names []string
	switch method {
	case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY":
		names = []string{"readOnlyHint"}
	case "PUT":
		names = []string{"idempotentHint"}
	case "DELETE":
		names = []string{"destructiveHint", "idempotentHint"}
	default:
		return nil
	}
	hints := schema.NewObject()
	for _, name := range names {
		hints.Set(name, boolean(true))
	}
	extra := schema.NewObject()
	extra.Set("annotations", hints)
	return extra
}

// boolean returns the node of true or false.
func boolean(b bool) *schema.Node {
	n, _ := schema.Parse(strconv.AppendBool(nil, b)) // which is JSON
	return n
}

// shallow returns a copy of an object that shares its values; of true, an object without members, which says the same.
func shallow(n *schema.Node) *schema.Node {
	if n.Len() > 256 { // copying takes time with the square of it
		return n.Clone()
	}
	out := schema.NewObject()
	for name, value := range n.Members() {
		out.Set(name, value)
	}
	return out
}

// clip shortens a text of the document for a message.
func clip(s string) string {
	if r := []rune(s[:min(len(s), 400)]); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return s
}
