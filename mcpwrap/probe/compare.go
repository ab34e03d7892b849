package probe

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// whole returns an answer as one value.
func (a answer) whole() []byte {
	switch {
	case a.result != nil:
		return a.result
	case a.err != nil:
		return params("error", string(a.err))
	}
	return []byte("null")
}

// agree holds what came through the proxy against what the server says directly. Where the direct answers differ from one
// another, only the kind of the value counts. The place is that of a difference, and varied says that the server does not
// say the same twice.
func agree(direct [][]byte, through []byte, bytewise bool) (place string, same, varied bool) {
	c := comparison{bytewise: bytewise}
	if c.equal(direct[0], through) && c.all(direct) {
		return "", true, false
	}
	nodes := make([]*schema.Node, len(direct))
	for i, b := range direct {
		n, err := schema.Parse(b)
		if err != nil {
			return "", bytes.Equal(b, through), false
		}
		nodes[i] = n
	}
	t, err := schema.Parse(through)
	if err != nil {
		return "", false, false
	}
	place, same = c.nodes("", nodes, t)
	if same && !c.varied {
		// The values are the same, and the direct answers too: what differs is how they are written.
		return "", false, false
	}
	return place, same, c.varied
}

type comparison struct{ bytewise, varied bool }

func (c *comparison) equal(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if c.bytewise {
		return false
	}
	x, errX := schema.Parse(a)
	y, errY := schema.Parse(b)
	return errX == nil && errY == nil && schema.Equal(x, y)
}

func (c *comparison) all(direct [][]byte) bool {
	for _, b := range direct[1:] {
		if !c.equal(direct[0], b) {
			return false
		}
	}
	return true
}

// nodes compares values whose writing differs somewhere.
func (c *comparison) nodes(at schema.Pointer, direct []*schema.Node, through *schema.Node) (place string, same bool) {
	first := direct[0]
	shape := true // all direct values have the same members or as many items
	equal := true
	for _, d := range direct[1:] {
		equal = equal && c.equal(first.Append(nil), d.Append(nil))
		shape = shape && c.sameShape(first, d)
	}
	switch {
	case equal && c.equal(first.Append(nil), through.Append(nil)):
		return "", true
	case !shape || first.Kind() != schema.Object && first.Kind() != schema.Array:
		c.varied = c.varied || !equal
		for _, d := range direct {
			if !equal && d.Kind() == through.Kind() {
				return "", true
			}
		}
		return string(at), false
	case !c.sameShape(first, through):
		return string(at), false
	}
	if first.Kind() == schema.Array {
		for i := range first.Len() {
			if place, same = c.nodes(at.Child(fmt.Sprint(i)), each(direct, func(n *schema.Node) *schema.Node { return n.Item(i) }), through.Item(i)); !same {
				return place, false
			}
		}
		return "", true
	}
	for name := range first.Members() {
		if place, same = c.nodes(at.Child(name), each(direct, func(n *schema.Node) *schema.Node { return n.Get(name) }), through.Get(name)); !same {
			return place, false
		}
	}
	return "", true
}

func each(nodes []*schema.Node, get func(*schema.Node) *schema.Node) []*schema.Node {
	out := make([]*schema.Node, len(nodes))
	for i, n := range nodes {
		out[i] = get(n)
	}
	return out
}

// sameShape reports whether two values are objects with the same names, in the same order if their bytes count, lists of
// the same length, or scalars of the same kind.
func (c *comparison) sameShape(a, b *schema.Node) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	var x, y []string
	for name := range a.Members() {
		x = append(x, name)
	}
	for name := range b.Members() {
		y = append(y, name)
	}
	if !c.bytewise {
		slices.Sort(x)
		slices.Sort(y)
	}
	return slices.Equal(x, y)
}
