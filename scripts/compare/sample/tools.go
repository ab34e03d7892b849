package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// toolDocument is what a server answers when it is asked for its tools, as sent or as printed for reading.
func toolDocument(w *writer) string {
	tools := make([]string, 5+w.IntN(20))
	for i := range tools {
		tools[i] = w.tool()
	}
	document := "[" + strings.Join(tools, ",") + "]"
	if w.IntN(2) == 0 {
		return document
	}
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(document), "", "  "); err != nil {
		return document // the test reads every document as JSON and reports this
	}
	return b.String()
}

func (w *writer) tool() string {
	name := w.say("action") + "_" + w.say("entity")
	if w.IntN(3) == 0 {
		name = strings.ToLower(w.say("service")) + "_" + name
	}
	schema := w.object(0)
	if w.subject%5 == 0 { // some documents are in the spelling of a chat request
		return fmt.Sprintf(`{"type":"function","function":{"name":%s,"description":%s,"parameters":%s}}`, quoted(name), quoted(w.say("tdesc")), schema)
	}
	hints := ""
	if w.IntN(3) == 0 {
		hints = fmt.Sprintf(`,"annotations":{"title":%s,"readOnlyHint":%t,"openWorldHint":%t}`,
			quoted(capital(strings.ReplaceAll(name, "_", " "))), w.IntN(2) == 0, w.IntN(2) == 0)
	}
	return fmt.Sprintf(`{"name":%s,"description":%s,"inputSchema":%s%s}`, quoted(name), quoted(w.say("tdesc")), schema, hints)
}

// object writes an object schema with a few properties.
func (w *writer) object(depth int) string {
	var properties, required []string
	seen := map[string]bool{}
	for range 1 + w.IntN(8) {
		name := w.say("field")
		if w.IntN(6) == 0 {
			name = w.say("entity") + "_" + name
		}
		if w.subject%2 == 0 {
			name = camel(strings.Split(name, "_"))
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		properties = append(properties, quoted(name)+":"+w.property(depth))
		if w.IntN(3) == 0 {
			required = append(required, quoted(name))
		}
	}
	s := `{"type":"object","properties":{` + strings.Join(properties, ",") + "}"
	if len(required) > 0 {
		s += `,"required":[` + strings.Join(required, ",") + "]"
	}
	if w.IntN(3) == 0 {
		s += `,"additionalProperties":false`
	}
	if depth == 0 && w.subject%3 == 0 {
		s += `,"$schema":"http://json-schema.org/draft-07/schema#"`
	}
	return s + "}"
}

func (w *writer) property(depth int) string {
	description := `"description":` + quoted(w.say("fdesc"))
	n := w.IntN(20)
	switch {
	case n < 2 && depth < 2:
		object := w.object(depth + 1)
		return object[:len(object)-1] + "," + description + "}"
	case n < 4 && depth < 2:
		return `{"type":"array","items":` + w.property(depth+1) + "," + description + "}"
	case n < 6:
		return `{"type":"array","items":{"type":"string"},` + description + "}"
	case n < 9:
		var values []string
		for range 2 + w.IntN(5) {
			values = append(values, quoted(w.say("enumval")))
		}
		return `{"type":"string","enum":[` + strings.Join(values, ",") + "]," + description + "}"
	case n < 12:
		return fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%s,"default":%d,%s}`, w.IntN(2), w.number(), w.IntN(100), description)
	case n < 14:
		return fmt.Sprintf(`{"type":"boolean",%s,"default":%t}`, description, w.IntN(2) == 0)
	case n < 15:
		return `{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}],"default":null,` + description + "}"
	case n < 16:
		return fmt.Sprintf(`{"type":"string","pattern":"^[a-z0-9_-]{%d,%d}$",%s}`, w.IntN(4), 8+w.IntN(120), description)
	}
	return `{"type":"string",` + description + "}"
}

// quoted writes a JSON string the way servers do: without escapes that JSON does not ask for.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // a string is always encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
