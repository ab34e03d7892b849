package schema

import (
	"iter"
	"strings"
)

// A Kind says which of the six kinds of JSON value a node is. The zero value is no JSON value.
type Kind uint8

// The kinds of JSON value.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// A Node is one JSON value. Object members keep their order and scalars keep their spelling, so that Parse followed by
// Append returns the same tokens. The zero Node is of kind Invalid and encodes as null.
//
// Nodes are shared freely as long as nobody edits them; whoever edits works on a Clone.
type Node struct {
	kind    Kind
	raw     string // the source spelling of a scalar, quotes included
	members []member
	items   []*Node
}

type member struct {
	name  string
	raw   string // the source spelling of the name, quotes included
	value *Node
}

// key tells names apart. Ill-formed names, which only a lenient parse lets in, may come out of decoding the same, so it is
// their spelling that counts; the byte in front is in no decoded name.
func (m *member) key() string {
	if strings.Contains(m.name, "\ufffd") && !wellFormed(m.raw) {
		return "\xff" + m.raw
	}
	return m.name
}

// Kind returns the kind of n; a nil node is Invalid.
func (n *Node) Kind() Kind {
	if n == nil {
		return Invalid
	}
	return n.kind
}

// Raw returns a copy of the source spelling of a scalar, quotes included, and nil for arrays and objects.
func (n *Node) Raw() []byte {
	if n == nil || n.raw == "" {
		return nil
	}
	return []byte(n.raw)
}

// Text returns the decoded value of a string, and false for every other kind.
// Ill-formed parts, which only a lenient parse lets in, are decoded as U+FFFD.
func (n *Node) Text() (string, bool) {
	if n.Kind() != String {
		return "", false
	}
	return unquote(n.raw), true
}

// Bool returns the value of a boolean, and false, false for every other kind.
func (n *Node) Bool() (value, ok bool) {
	if n.Kind() != Bool {
		return false, false
	}
	return n.raw[0] == 't', true
}

// Len returns the number of members of an object or items of an array, and 0 for scalars.
func (n *Node) Len() int {
	switch n.Kind() {
	case Object:
		return len(n.members)
	case Array:
		return len(n.items)
	}
	return 0
}

// Members yields the names and values of an object in source order, and nothing for other kinds.
func (n *Node) Members() iter.Seq2[string, *Node] {
	return func(yield func(string, *Node) bool) {
		if n == nil {
			return
		}
		for _, m := range n.members {
			if !yield(m.name, m.value) {
				return
			}
		}
	}
}

// Items yields the items of an array in order, and nothing for other kinds.
func (n *Node) Items() iter.Seq2[int, *Node] {
	return func(yield func(int, *Node) bool) {
		if n == nil {
			return
		}
		for i, item := range n.items {
			if !yield(i, item) {
				return
			}
		}
	}
}

// Get returns the member with that name, or nil. Of duplicate names, which only a lenient parse lets in, the last wins.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].name == name {
			return n.members[i].value
		}
	}
	return nil
}

// Item returns item i of an array, or nil if there is none.
func (n *Node) Item(i int) *Node {
	if n == nil || i < 0 || i >= len(n.items) {
		return nil
	}
	return n.items[i]
}

// Append appends the compact JSON of n to dst: source order, source spelling, no whitespace between tokens.
func (n *Node) Append(dst []byte) []byte {
	return n.append(dst, func(dst []byte, raw string) []byte { return append(dst, raw...) })
}

// AppendPlain is Append as a program writes that has decoded the document and encodes it again: strings and names have
// no escapes but those that JSON demands. Ill-formed strings, which only a lenient parse lets in, stay as they are.
func (n *Node) AppendPlain(dst []byte) []byte { return n.append(dst, appendPlain) }

func appendPlain(dst []byte, raw string) []byte {
	if shortEscapes(raw) || !wellFormed(raw) {
		return append(dst, raw...)
	}
	return append(dst, NewString(unquote(raw)).raw...)
}

// shortEscapes reports whether all escapes of a string are those that any encoder writes: nearly always they are, and the
// string need not be decoded to be spelled plainly.
func shortEscapes(raw string) bool {
	for {
		i := strings.IndexByte(raw, '\\')
		if i < 0 {
			return true
		}
		if i+1 >= len(raw) || strings.IndexByte(`"\bfnrt`, raw[i+1]) < 0 {
			return false
		}
		raw = raw[i+2:]
	}
}

func (n *Node) append(dst []byte, scalar func(dst []byte, raw string) []byte) []byte {
	switch n.Kind() {
	case Invalid:
		return append(dst, "null"...)
	case Object:
		dst = append(dst, '{')
		for i, m := range n.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = scalar(dst, m.raw)
			dst = append(dst, ':')
			dst = m.value.append(dst, scalar)
		}
		return append(dst, '}')
	case Array:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.append(dst, scalar)
		}
		return append(dst, ']')
	}
	return scalar(dst, n.raw)
}

// MarshalJSON returns the compact JSON of n, so that a node can stand in an encoded report.
func (n *Node) MarshalJSON() ([]byte, error) { return n.Append(nil), nil }
