package framing

import (
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// What the framings share that render schemas as types of TypeScript. Their rules are those of
// programs that read a few keywords and know nothing of the rest, so they look at members only and
// never follow a reference.

// A renderer writes the type of one tool's parameters.
type renderer struct{ *writer }

// enter says whether a schema at a depth may be rendered. Every rendering of a schema begins with it,
// which bounds the stack and, to within the text of one schema, the length.
func (r renderer) enter(depth int) error {
	if depth > maxDepth {
		return errDeep
	}
	return r.full()
}

// typeOf returns the type of a schema that has exactly one. A list of types is none, and what is no
// object, such as the schema true, has none.
func typeOf(n *schema.Node) string {
	s, _ := n.Get("type").Text()
	return s
}

// list returns the member of that name if it is an array.
func list(n *schema.Node, name string) *schema.Node {
	if m := n.Get(name); m.Kind() == schema.Array {
		return m
	}
	return nil
}

// A nameSet tells the names in an array of strings. A string holds all that is part of it: that is
// what "in" and "includes" mean in the languages of the templates.
type nameSet struct {
	names *schema.Node
	index map[string]bool // if there are many
	text  string
}

func newNameSet(names *schema.Node) nameSet {
	const few = 16
	s := nameSet{names: names}
	s.text, _ = names.Text()
	if names.Len() > few {
		s.index = make(map[string]bool, names.Len())
		for _, n := range names.Items() {
			if text, ok := n.Text(); ok {
				s.index[text] = true
			}
		}
	}
	return s
}

func (s nameSet) has(name string) bool {
	if s.index != nil {
		return s.index[name]
	}
	for _, n := range s.names.Items() {
		if text, ok := n.Text(); ok && text == name {
			return true
		}
	}
	return s.text != "" && strings.Contains(s.text, name)
}

// key writes the name of a property, with a mark if it may be left out.
func (r renderer) key(name string, required nameSet) {
	r.add(name)
	if !required.has(name) {
		r.add("?")
	}
}
