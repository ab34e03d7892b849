package framing

import "github.com/schema-bench/schema-bench/schema"

// The rules are those that hmarr/openai-chat-tokens inferred from counts of gpt-3.5-turbo:
// descriptions of the outermost properties only, few keywords, and blocks of which only the first
// line is indented. A schema of no type that it knows is written as any here; that project leaves
// the word undefined there, which is as many tokens.

func openAITool(w *writer, i int, t *Piece) error {
	if t.Description != nil && *t.Description != "" {
		w.put(i, PartFraming, "// ")
		w.plain(i, PartDescription, *t.Description)
		w.put(i, PartFraming, "\n")
	}
	w.put(i, PartFraming, "type ")
	w.plain(i, PartName, t.Name)
	// The arrow of a tool without parameters is no part of a schema.
	if t.Input.Get("properties").Len() == 0 || t.Input.Get("properties").Kind() != schema.Object {
		w.put(i, PartFraming, " = () => any;\n\n")
		return nil
	}
	w.put(i, PartFraming, " = (_: ")
	w.put(i, PartInput, "{\n")
	r := openAIRenderer{renderer{w}}
	if err := r.properties(t.Input, 0, 0); err != nil {
		return err
	}
	w.add("\n}")
	w.put(i, PartFraming, ") => any;\n\n")
	return nil
}

type openAIRenderer struct{ renderer }

// properties writes the properties of an object, one per line. A nested block is one line to those
// around it, so that its other lines keep the indent that they have.
func (r openAIRenderer) properties(n *schema.Node, indent, depth int) error {
	required := newNameSet(n.Get("required"))
	first := true
	for name, property := range n.Get("properties").Members() {
		if !first {
			r.add("\n")
		}
		first = false
		if d, ok := property.Get("description").Text(); ok && d != "" && indent < 2 {
			r.blanks(indent)
			r.add("// ")
			r.add(d)
			r.add("\n")
		}
		r.blanks(indent)
		r.key(name, required)
		r.add(": ")
		if err := r.typ(property, indent, depth); err != nil {
			return err
		}
		r.add(",")
	}
	return nil
}

func (r openAIRenderer) typ(n *schema.Node, indent, depth int) error {
	if err := r.enter(depth); err != nil {
		return err
	}
	// A type beside anyOf is not looked at.
	if variants := list(n, "anyOf"); variants != nil {
		for i, variant := range variants.Items() {
			if i > 0 {
				r.add(" | ")
			}
			if err := r.typ(variant, indent, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	switch t := typeOf(n); t {
	case "string":
		r.enum(list(n, "enum"), t, `"`)
	case "number", "integer":
		r.enum(list(n, "enum"), "number", "")
	case "boolean", "null":
		r.add(t)
	case "object":
		r.add("{\n")
		if err := r.properties(n, indent+2, depth+1); err != nil {
			return err
		}
		r.add("\n}")
	case "array":
		items := n.Get("items")
		if items == nil {
			r.add("any[]")
			return nil
		}
		if err := r.typ(items, indent, depth+1); err != nil {
			return err
		}
		r.add("[]")
	default:
		r.add("any")
	}
	return nil
}

// enum writes the values of an enum between quotes, or the type if there is none. An empty enum
// leaves nothing. Quotes inside a value are not escaped.
func (r openAIRenderer) enum(values *schema.Node, typ, quote string) {
	if values == nil {
		r.add(typ)
		return
	}
	for i, v := range values.Items() {
		if i > 0 {
			r.add(" | ")
		}
		r.add(quote)
		switch v.Kind() {
		case schema.String:
			r.text(v)
		case schema.Number:
			r.buf = javaScript.append(r.buf, v)
		default:
			r.buf = v.AppendPlain(r.buf)
		}
		r.add(quote)
	}
}
