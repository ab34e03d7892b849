package include

import (
	"encoding/binary"
	"slices"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// single gives a class to a schema whose children have theirs.
func (c *compiler) single(s *graph.Schema, st *state) int {
	p := st.parts
	p.groups = slices.DeleteFunc(p.groups, func(g group) bool {
		return g.droppable && c.states[g.schemas[0]].class == c.p.always
	})
	// A reference, or a combination of one, is what it leads to.
	if p.local == "" && len(p.groups) == 1 && p.groups[0].lifts && len(p.groups[0].schemas) == 1 {
		return c.states[p.groups[0].schemas[0]].class
	}
	if values, ok := c.union(p); ok {
		return c.p.values(values)
	}
	// Every part is preceded by its length or its number, so that no document can spell what another one means.
	sig := signature(p.local)
	for _, g := range p.groups {
		ids := make([]int, len(g.schemas))
		for i, child := range g.schemas {
			ids[i] = c.states[child].class
		}
		if g.unordered {
			slices.Sort(ids)
		}
		if g.set {
			ids = slices.Compact(ids)
		}
		sig = binary.AppendVarint(appendText(sig, g.label), int64(len(ids)))
		for _, id := range ids {
			sig = binary.AppendVarint(sig, int64(id))
		}
	}
	if id, ok := c.p.classes[string(sig)]; ok {
		return id
	}
	id := c.p.reserve(string(sig))
	c.p.nodes[id] = c.node(s, st)
	c.p.nodes[id].id = id
	return id
}

// union returns the values of a union of enums. As one enum, it is looked up and not searched.
func (c *compiler) union(p *parts) (values []*value, ok bool) {
	if p.local != "" || len(p.groups) != 1 || p.groups[0].label != "anyOf" && p.groups[0].label != "oneOf" {
		return nil, false
	}
	times := map[string]int{}
	for _, child := range p.groups[0].schemas {
		n := c.p.nodes[c.states[child].class]
		if n == nil || !n.justEnum {
			return nil, false
		}
		for _, v := range n.enum {
			if times[v.key()]++; times[v.key()] == 1 {
				values = append(values, v)
			}
		}
	}
	// A value in two branches of a oneOf is in too many.
	if p.groups[0].label == "oneOf" {
		values = slices.DeleteFunc(values, func(v *value) bool { return times[v.key()] > 1 })
	}
	return values, true
}

// code describes what can be got to from a schema inside its component, numbered in the order of a breadth-first walk, so
// that two schemas with the same code are bisimilar.
func (c *compiler) code(s *graph.Schema, members []*graph.Schema) string {
	inside := make(map[*graph.Schema]bool, len(members))
	for _, m := range members {
		inside[m] = true
	}
	seen := map[*graph.Schema]int{s: 0}
	queue := []*graph.Schema{s}
	sig := []byte("*")
	for i := 0; i < len(queue); i++ {
		p := c.states[queue[i]].parts
		sig = binary.AppendVarint(appendText(sig, p.local), int64(len(p.groups)))
		for _, g := range p.groups {
			sig = binary.AppendVarint(appendText(sig, g.label), int64(len(g.schemas)))
			for _, child := range g.schemas {
				if !inside[child] {
					sig = binary.AppendVarint(append(sig, 'e'), int64(c.states[child].class))
					continue
				}
				n, ok := seen[child]
				if !ok {
					n = len(queue)
					seen[child] = n
					queue = append(queue, child)
				}
				sig = binary.AppendVarint(append(sig, 'i'), int64(n))
			}
		}
	}
	return string(sig)
}

// signature begins the signature of a class with what is asserted there itself.
func signature(local string) []byte { return appendText([]byte{'.'}, local) }
