package framing

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// The rules are those of the chat template that was published with gpt-oss-20b and gpt-oss-120b,
// under Jinja2 as transformers sets it up. The blanks that nested properties begin with are the
// template's own indentation.

func jinjaTool(w *writer, i int, t *Piece) error {
	if t.Description == nil {
		return errors.New("the chat template has no way to write a tool without a description; give it one")
	}
	w.put(i, PartFraming, "// ")
	w.plain(i, PartDescription, *t.Description)
	w.put(i, PartFraming, "\ntype ")
	w.plain(i, PartName, t.Name)
	// The type of the parameters does not matter, and neither does their description.
	properties := t.Input.Get("properties")
	if !truthy(properties) {
		w.put(i, PartFraming, " = () => any;\n\n")
		return nil
	}
	w.put(i, PartFraming, " = (_: ")
	w.put(i, PartInput, "{\n")
	required, err := requiredNames(t.Input)
	if err != nil {
		return err
	}
	if properties.Kind() != schema.Object {
		return errors.New("properties is not an object")
	}
	r := jinjaRenderer{renderer{w}}
	for name, p := range properties.Members() {
		if err := r.property(name, p, required); err != nil {
			return fmt.Errorf("property %q: %w", name, err)
		}
	}
	w.add("}")
	w.put(i, PartFraming, ") => any;\n\n")
	return nil
}

type jinjaRenderer struct{ renderer }

// property writes a property of the outermost object, the only ones with a description and a
// default. The default stands before the comma, so that the comment swallows it.
func (r jinjaRenderer) property(name string, p *schema.Node, required nameSet) error {
	if err := r.comment(p.Get("description"), "\n"); err != nil {
		return err
	}
	r.key(name, required)
	r.add(": ")
	if err := r.typ(p, 0); err != nil {
		return err
	}
	if d := p.Get("default"); d != nil {
		before, bare := ", // default: ", truthy(p.Get("enum"))
		if !bare && truthy(p.Get("oneOf")) {
			before, bare = "// default: ", true
		}
		r.add(before)
		switch {
		case !bare:
			if err := spaced.value(r.writer, d, 0); err != nil {
				return err
			}
		case d.Kind() != schema.String:
			return errors.New("the chat template cannot write a default that is no string beside enum or oneOf")
		default:
			r.text(d)
		}
	}
	r.add(",\n")
	return nil
}

// typ writes a type. An array is one whatever else it says; a list of types hides all keywords but
// the enum that a default is written beside.
func (r jinjaRenderer) typ(n *schema.Node, depth int) error {
	if err := r.enter(depth); err != nil {
		return err
	}
	t := typeOf(n)
	if t == "array" {
		return r.array(n, depth)
	}
	if types := list(n, "type"); types.Len() > 0 {
		r.join(types, " | ") // as they are: integer is not replaced here
		return nil
	}
	if oneOf := n.Get("oneOf"); truthy(oneOf) {
		return r.union(oneOf, depth)
	}
	switch t {
	case "string":
		if enum := list(n, "enum"); enum.Len() > 0 {
			r.add(`"`)
			r.join(enum, `" | "`)
			r.add(`"`)
			return nil
		}
		r.add("string")
		r.orNull(n)
	case "number", "integer":
		r.add("number")
	case "boolean":
		r.add("boolean")
	case "object":
		return r.object(n, depth)
	default:
		r.add("any")
	}
	return nil
}

// array writes an array. Of items that are no simple type, only a short text is shown.
func (r jinjaRenderer) array(n *schema.Node, depth int) error {
	items := n.Get("items")
	if !truthy(items) {
		r.add("any[]")
		r.orNull(n)
		return nil
	}
	start := len(r.buf)
	switch t := typeOf(items); t {
	case "string", "number", "boolean":
		r.add(t)
	case "integer":
		r.add("number")
	default:
		if err := r.typ(items, depth+1); err != nil {
			return err
		}
		// Long types are not shown. A character is at most four bytes, so what is longer than that
		// need not be counted.
		const most = 50
		inner := r.buf[start:]
		if string(inner) == "object | object" || len(inner) > most*utf8.UTFMax || utf8.RuneCount(inner) > most {
			r.buf = append(r.buf[:start], "any"...)
		}
	}
	r.add("[]")
	r.orNull(n)
	return nil
}

// union writes the variants of a oneOf. The template means to write any where one of several is an
// object, but what it sets inside a loop is forgotten behind it, so that it never does.
func (r jinjaRenderer) union(variants *schema.Node, depth int) error {
	if variants.Kind() != schema.Array {
		return errors.New("oneOf is not an array")
	}
	for i, v := range variants.Items() {
		if i > 0 {
			r.add(" | \n")
		}
		if err := r.typ(v, depth+1); err != nil {
			return err
		}
		if err := r.comment(v.Get("description"), ""); err != nil {
			return err
		}
		if d := v.Get("default"); d != nil {
			// The template takes off no blanks before this text.
			r.blanks(20)
			r.add("// default: ")
			if err := spaced.value(r.writer, d, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// object writes a nested object on as many lines as it has properties, with blanks in front of the
// types instead of an indent.
func (r jinjaRenderer) object(n *schema.Node, depth int) error {
	properties := n.Get("properties")
	if !truthy(properties) {
		r.add("object")
		return nil
	}
	if properties.Kind() != schema.Object {
		return errors.New("properties is not an object")
	}
	required, err := requiredNames(n)
	if err != nil {
		return err
	}
	r.add("{\n")
	first := true
	for name, p := range properties.Members() {
		if !first {
			r.add(", ")
		}
		first = false
		r.key(name, required)
		r.add(": \n")
		r.blanks(16)
		if err := r.typ(p, depth+1); err != nil {
			return err
		}
	}
	r.add("}")
	return nil
}

// comment writes a description and what stands behind it, unless it is absent or empty.
func (r jinjaRenderer) comment(n *schema.Node, after string) error {
	if !truthy(n) {
		return nil
	}
	if n.Kind() != schema.String {
		return errors.New("the chat template cannot write a description that is no string")
	}
	r.add("// ")
	r.text(n)
	r.add(after)
	return nil
}

// orNull writes null behind the type of strings and arrays; others are not asked.
func (r jinjaRenderer) orNull(n *schema.Node) {
	if truthy(n.Get("nullable")) {
		r.add(" | null")
	}
}

// join writes values as Python's str does.
func (r jinjaRenderer) join(values *schema.Node, separator string) {
	for i, v := range values.Items() {
		if i > 0 {
			r.add(separator)
		}
		switch v.Kind() {
		case schema.String:
			r.text(v)
		case schema.Number:
			r.buf = python.append(r.buf, v)
		case schema.Null:
			r.add("None")
		case schema.Bool:
			if truthy(v) {
				r.add("True")
			} else {
				r.add("False")
			}
		default: // nothing in a list of names or of strings
			r.buf = v.AppendPlain(r.buf)
		}
	}
}

// requiredNames returns the names that a schema requires. The template cannot look into true, which
// old drafts have there.
func requiredNames(n *schema.Node) (nameSet, error) {
	required := n.Get("required")
	if truthy(required) && required.Kind() != schema.Array && required.Kind() != schema.String {
		return nameSet{}, errors.New("required is not an array of names")
	}
	return newNameSet(required), nil
}

// truthy reports whether Python takes a value for true. A nil node, which stands for what is
// absent, is not.
func truthy(n *schema.Node) bool {
	switch n.Kind() {
	case schema.Bool:
		b, _ := n.Bool()
		return b
	case schema.Number:
		digits, _, _ := strings.Cut(strings.ToLower(string(n.Raw())), "e")
		return strings.ContainsAny(digits, "123456789")
	case schema.String:
		text, _ := n.Text()
		return text != ""
	case schema.Array, schema.Object:
		return n.Len() > 0
	}
	return false
}
