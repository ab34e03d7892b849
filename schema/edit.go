package schema

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// NewString returns a string node. Nothing but what JSON demands is escaped; ill-formed UTF-8 becomes U+FFFD.
func NewString(s string) *Node {
	return &Node{kind: String, raw: quote(s)}
}

func quote(s string) string {
	raw, _ := jsontext.AppendQuote(nil, s)
	return string(raw)
}

// NewArray returns an array of the items.
func NewArray(items ...*Node) *Node { return &Node{kind: Array, items: items} }

// NewObject returns an object without members; Set fills it.
func NewObject() *Node { return &Node{kind: Object} }

// Clone returns a deep copy of n; edits of the copy do not touch n.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	c := &Node{kind: n.kind, raw: n.raw}
	if n.members != nil {
		c.members = make([]member, len(n.members))
		for i, m := range n.members {
			c.members[i] = member{m.name, m.raw, m.value.Clone()}
		}
	}
	if n.items != nil {
		c.items = make([]*Node, len(n.items))
		for i, item := range n.items {
			c.items[i] = item.Clone()
		}
	}
	return c
}

// Set gives the member with that name a new value, at the place where it stands, or appends it.
// It does nothing if n is not an object.
func (n *Node) Set(name string, value *Node) {
	if n.Kind() != Object {
		return
	}
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].name == name {
			n.members[i].value = value
			return
		}
	}
	raw := quote(name)
	n.members = append(n.members, member{unquote(raw), raw, value})
}

// Delete removes every member with that name and reports whether there was one.
func (n *Node) Delete(name string) bool {
	if n == nil {
		return false
	}
	before := len(n.members)
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return m.name == name })
	return len(n.members) != before
}

// DeleteFunc removes the members that drop says yes to, in one go: an object can have very many.
func (n *Node) DeleteFunc(drop func(name string, value *Node) bool) {
	if n != nil {
		n.members = slices.DeleteFunc(n.members, func(m member) bool { return drop(m.name, m.value) })
	}
}

// SetItems gives an array new items. It does nothing if n is not an array.
func (n *Node) SetItems(items []*Node) {
	if n.Kind() == Array {
		n.items = items
	}
}

// Copy appends the member with that name of the object from to n, in the spelling that its name has there,
// and reports whether from has it.
func (n *Node) Copy(from *Node, name string) bool {
	if n.Kind() != Object || from == nil {
		return false
	}
	for i := len(from.members) - 1; i >= 0; i-- {
		if from.members[i].name == name {
			n.members = append(n.members, from.members[i])
			return true
		}
	}
	return false
}
