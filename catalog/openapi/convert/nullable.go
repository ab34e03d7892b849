package convert

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// nullable lets null in where a document says so. Up to 3.0 nullable adds null to the type in the same object and does
// nothing else (Schema Object, nullable); later it is no keyword at all.
func (v *conversion) nullable(s *schema.Site, n *schema.Node, null bool) {
	if !null {
		return
	}
	if v.opt.Nulls == Strict {
		switch {
		case !v.old:
			v.odd(s, "nullable-ignored", "nullable is no keyword from version 3.1 on, and lets nothing in")
		case n.Get("type") == nil:
			v.odd(s, "nullable-ignored", "nullable without a type beside it lets nothing in")
		default:
			addNull(n)
			if enum := n.Get("enum"); enum != nil && !hasNull(enum) {
				v.odd(s, "nullable-ignored", "nullable beside an enum without null lets nothing in")
			}
		}
		return
	}
	unions := 0
	for _, name := range []string{"anyOf", "oneOf"} {
		if n.Get(name) != nil {
			unions++
		}
	}
	for _, name := range []string{"$ref", "allOf", "not", "if", "const"} {
		if n.Get(name) != nil {
			unions = 2
		}
	}
	if unions > 1 {
		inner := wrap(n)
		if v.done == nil {
			v.done = map[*schema.Node]bool{}
		}
		v.done[inner] = true
		return
	}
	addNull(n)
	if enum := n.Get("enum"); enum != nil && !hasNull(enum) {
		n.Set("enum", extended(enum, nullNode()))
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		list := n.Get(name)
		if list != nil && !slices.ContainsFunc(itemsOf(list), acceptsNull) {
			n.Set(name, extended(list, nullType()))
		}
	}
}

// addNull adds null to the type, if there is one.
func addNull(n *schema.Node) {
	t := n.Get("type")
	switch t.Kind() {
	case schema.String:
		if text, _ := t.Text(); text != "null" {
			n.Set("type", schema.NewArray(t, schema.NewString("null")))
		}
	case schema.Array:
		if !slices.ContainsFunc(itemsOf(t), isNullName) {
			n.Set("type", extended(t, schema.NewString("null")))
		}
	}
}

// wrap makes a schema one branch beside null. What it says to people stays outside. It returns the branch.
func wrap(n *schema.Node) (inner *schema.Node) {
	inner = schema.NewObject()
	for name, value := range n.Members() {
		if !isWord(name) {
			inner.Set(name, value)
		}
	}
	n.DeleteFunc(func(name string, _ *schema.Node) bool { return !isWord(name) })
	n.Set("anyOf", schema.NewArray(inner, nullType()))
	return inner
}

func isWord(name string) bool {
	switch name {
	case "title", "description", "default", "examples", "deprecated", "$comment":
		return true
	}
	return false
}

func isNullName(n *schema.Node) bool {
	text, _ := n.Text()
	return text == "null"
}

// acceptsNull reports whether a branch is there for null.
func acceptsNull(n *schema.Node) bool {
	t := n.Get("type")
	return isNullName(t) || slices.ContainsFunc(itemsOf(t), isNullName) || hasNull(n.Get("enum"))
}

func hasNull(list *schema.Node) bool {
	return slices.ContainsFunc(itemsOf(list), func(n *schema.Node) bool { return n.Kind() == schema.Null })
}

func itemsOf(list *schema.Node) []*schema.Node {
	out := make([]*schema.Node, 0, list.Len())
	for _, item := range list.Items() {
		out = append(out, item)
	}
	return out
}

// extended returns a list with one item more.
func extended(list, item *schema.Node) *schema.Node {
	return schema.NewArray(append(itemsOf(list), item)...)
}

func nullType() *schema.Node {
	n := schema.NewObject()
	n.Set("type", schema.NewString("null"))
	return n
}

func nullNode() *schema.Node {
	n, _ := schema.Parse([]byte("null")) // which is JSON
	return n
}
