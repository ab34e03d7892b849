package frame

import (
	"fmt"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// problems are noted while something is read.
type problems []document.Problem

func (l *problems) add(r *reader, rule string, p document.Place, hint, format string, args ...any) {
	*l = append(*l, document.Problem{Rule: rule, File: r.d.FileOf(p), At: p.At, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// malformed notes that a value is not what has to stand there.
func (l *problems) malformed(r *reader, p document.Place, what, want string) {
	l.add(r, "malformed", p, "", "%s is %s, where %s is meant; it is left out", what, a(p.Node), want)
}

// text reads an optional text. A null is what an empty line of YAML means, and says nothing.
func (l *problems) text(r *reader, p document.Place, name string) string {
	p = p.Get(name)
	s, ok := p.Node.Text()
	if !ok && p.Node != nil && p.Node.Kind() != schema.Null {
		l.malformed(r, p, name, "a text")
	}
	return s
}

// flag reads an optional boolean.
func (l *problems) flag(r *reader, p document.Place, name string) bool {
	p = p.Get(name)
	b, ok := p.Node.Bool()
	if !ok && p.Node != nil && p.Node.Kind() != schema.Null {
		l.malformed(r, p, name, "true or false")
	}
	return b
}

// texts reads an optional list of texts.
func (l *problems) texts(r *reader, p document.Place) []string {
	if !l.is(r, p, schema.Array, "the list") {
		return nil
	}
	list := make([]string, 0, p.Node.Len())
	for i, item := range p.Node.Items() {
		if s, ok := item.Text(); ok {
			list = append(list, s)
		} else {
			l.malformed(r, p.Item(i), "the item", "a text")
		}
	}
	return list
}

// is reports whether a value is there and of a kind, and notes one of another kind.
func (l *problems) is(r *reader, p document.Place, kind schema.Kind, what string) bool {
	if p.Node.Kind() == kind {
		return true
	}
	if p.Node != nil && p.Node.Kind() != schema.Null {
		l.malformed(r, p, what, kinds[kind])
	}
	return false
}

// schemaAt returns the place of a schema; its node is nil if there is none that can be one.
func (l *problems) schemaAt(r *reader, p document.Place, name string) document.Place {
	p = p.Get(name)
	if kind := p.Node.Kind(); p.Node != nil && kind != schema.Object && kind != schema.Bool {
		l.malformed(r, p, name, "an object")
		p.Node = nil
	}
	return p
}

var kinds = [...]string{schema.Invalid: "nothing", schema.Null: "null", schema.Bool: "a boolean", schema.Number: "a number", schema.String: "a text",
	schema.Array: "an array", schema.Object: "an object"}

// a names the kind of a value in a sentence.
func a(n *schema.Node) string { return kinds[n.Kind()] }

// clip shortens a name of the document for a message.
func clip(s string) string {
	if r := []rune(s[:min(len(s), 400)]); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return s
}
