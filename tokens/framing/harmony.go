package framing

import (
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// The rules are those of openai/harmony, src/encoding.rs. What looks odd here is so there: the
// description of an object that is a property is written twice, and the first of its lines stands
// behind the indent of the next level.

const harmonyOpen = "# Tools\n\n## functions\n\nnamespace functions {\n\n"

// rustJSON is how that library writes a default that is no string.
var rustJSON = style{comma: ",", colon: ":", numbers: &rust}

func harmonyTool(w *writer, i int, t *Piece) error {
	if t.Description != nil {
		// The end of a line is a newline with or without a carriage return before it, and the last
		// one ends a line rather than beginning another.
		for rest := *t.Description; rest != ""; {
			var line string
			line, rest, _ = strings.Cut(rest, "\n")
			w.put(i, PartFraming, "// ")
			w.plain(i, PartDescription, strings.TrimSuffix(line, "\r"))
			w.put(i, PartFraming, "\n")
		}
	}
	w.put(i, PartFraming, "type ")
	w.plain(i, PartName, t.Name)
	if t.Input == nil || t.Input.Kind() == schema.Null {
		w.put(i, PartFraming, " = () => any;\n\n")
		return nil
	}
	w.put(i, PartFraming, " = (_: ")
	w.as(i, PartInput)
	r := harmonyRenderer{renderer{w}}
	if err := r.typ(t.Input, 0, 0); err != nil {
		return err
	}
	w.put(i, PartFraming, ") => any;\n\n")
	return nil
}

type harmonyRenderer struct{ renderer }

// typ writes the type of a schema whose further lines are indented by that many blanks.
func (r harmonyRenderer) typ(n *schema.Node, indent, depth int) error {
	if err := r.enter(depth); err != nil {
		return err
	}
	// The order matters: a oneOf hides the type beside it, and a list of types all other keywords.
	if variants := list(n, "oneOf"); variants != nil {
		return r.union(variants, indent, depth)
	}
	if types := list(n, "type"); types != nil && r.types(types) {
		return nil
	}
	switch typeOf(n) {
	case "object":
		return r.object(n, indent, depth)
	case "string":
		r.enum(n)
	case "number", "integer":
		r.add("number")
	case "boolean":
		r.add("boolean")
	case "array":
		items := n.Get("items")
		if items == nil {
			r.add("Array<any>")
			return nil
		}
		if err := r.typ(items, indent, depth+1); err != nil {
			return err
		}
		r.add("[]")
	default: // null too, and everything that says what it is by $ref, anyOf, allOf or const
		r.add("any")
	}
	return nil
}

// types writes the names in a type array and reports whether there are any.
func (r harmonyRenderer) types(types *schema.Node) (any bool) {
	for _, t := range types.Items() {
		name, ok := t.Text()
		if !ok {
			continue
		}
		if any {
			r.add(" | ")
		}
		any = true
		if name == "integer" {
			name = "number"
		}
		r.add(name)
	}
	return any
}

// enum writes the values of a string's enum that are strings themselves.
func (r harmonyRenderer) enum(n *schema.Node) {
	some := false
	for _, v := range list(n, "enum").Items() {
		text, ok := v.Text()
		if !ok {
			continue
		}
		if some {
			r.add(" | ")
		}
		some = true
		r.quoted(text)
	}
	if !some {
		r.add("string")
	}
}

// object writes an object with a line for each property. Its own description is inside the type, so
// that it is there even for parameters, items and variants, and a second time for properties.
func (r harmonyRenderer) object(n *schema.Node, indent, depth int) error {
	if d, ok := n.Get("description").Text(); ok {
		r.comment(indent, d)
	}
	r.add("{\n")
	if properties := n.Get("properties"); properties.Kind() == schema.Object {
		required := newNameSet(list(n, "required"))
		for name, p := range properties.Members() {
			if err := r.property(name, p, required, indent, depth); err != nil {
				return err
			}
		}
	}
	r.blanks(indent)
	r.add("}")
	return nil
}

// property writes a property of an object and the comments above it. The order of the comments is
// fixed, whatever that of the keywords is.
func (r harmonyRenderer) property(name string, p *schema.Node, required nameSet, indent, depth int) error {
	if title, ok := p.Get("title").Text(); ok {
		r.comment(indent, title)
		r.blanks(indent)
		r.add("//\n")
	}
	description, described := p.Get("description").Text()
	if described && p.Get("oneOf") == nil {
		r.comment(indent, description)
	}
	if examples := list(p, "examples"); examples.Len() > 0 {
		r.comment(indent, "Examples:")
		for _, e := range examples.Items() {
			if text, ok := e.Text(); ok {
				r.blanks(indent)
				r.add("// - ")
				r.quoted(text)
				r.add("\n")
			}
		}
	}
	if variants := list(p, "oneOf"); variants != nil {
		return r.variants(name, p, variants, required, indent, depth)
	}
	r.blanks(indent)
	r.key(name, required)
	r.add(": ")
	if err := r.nullable(p, indent+4, depth+1); err != nil {
		return err
	}
	r.add(",")
	// A oneOf that is no array shows no default either.
	if d := p.Get("default"); d != nil && p.Get("oneOf") == nil {
		r.add(" // default: ")
		if err := r.value(d, !hasEnum(p)); err != nil {
			return err
		}
	}
	r.add("\n")
	return nil
}

// nullable writes the type of a schema and, if it says that it is nullable, null.
func (r harmonyRenderer) nullable(n *schema.Node, indent, depth int) error {
	start := len(r.buf)
	if err := r.typ(n, indent, depth); err != nil {
		return err
	}
	// The library looks for the word anywhere in the type, comments and names included.
	if yes, _ := n.Get("nullable").Bool(); yes && !r.hasNull(start) {
		r.add(" | null")
	}
	return nil
}

// value writes a default; a string between quotes or bare, never escaped.
func (r harmonyRenderer) value(n *schema.Node, quoted bool) error {
	switch text, ok := n.Text(); {
	case ok && quoted:
		r.quoted(text)
	case ok:
		r.add(text)
	default:
		return rustJSON.value(r.writer, n, 0)
	}
	return nil
}

// comment writes a comment line. Further lines of the text are not marked: that the text of a
// description can pass for a property is the library's doing.
func (r harmonyRenderer) comment(indent int, text string) {
	r.blanks(indent)
	r.add("// ")
	r.add(text)
	r.add("\n")
}

func (r harmonyRenderer) quoted(text string) {
	r.add(`"`)
	r.add(text)
	r.add(`"`)
}

// hasEnum reports whether a schema has an enum of any type, which decides how its default is quoted.
func hasEnum(n *schema.Node) bool { return list(n, "enum").Len() > 0 }
