package validate

import "github.com/santhosh-tekuri/jsonschema/v6"

// A place is a value of an instance. Values that hold no others are all the same place, as they cost the same.
type place struct {
	items   []*place
	members []member
}

type member struct {
	name  string
	value *place
}

// placesOf makes the tree of the containers of a value.
func placesOf(v any, leaf *place) *place {
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return leaf
		}
		p := &place{items: make([]*place, len(v))}
		for i, item := range v {
			p.items[i] = placesOf(item, leaf)
		}
		return p
	case map[string]any:
		if len(v) == 0 {
			return leaf
		}
		p := &place{members: make([]member, 0, len(v))}
		for name, value := range v {
			p.members = append(p.members, member{name, placesOf(value, leaf)})
		}
		return p
	}
	return leaf
}

// A pair is a schema that is applied to a place. Its evaluations are the same, whatever the way that led to it.
type pair struct {
	schema *jsonschema.Schema
	place  *place
}

// A counter counts the evaluations that an instance needs. It has the memory that the validator lacks, so that it is done
// soon where the validator would not be.
type counter struct {
	edges  map[*jsonschema.Schema]*edges
	counts map[pair]int
	leaf   *place
	max    int
}

// evaluations returns how many evaluations an instance needs at most.
func (s *Schema) evaluations(v *Instance) (int, error) {
	c := &counter{edges: s.weigher.edges, counts: map[pair]int{}, leaf: &place{}, max: s.limits.Evaluations}
	n := c.count(s.root, placesOf(v.value, c.leaf))
	if n > c.max {
		return 0, &LimitError{Limit: "Evaluations", Max: c.max}
	}
	return n, nil
}

// count stops when it is beyond the limit; what it returns then is too little, but beyond it too.
func (c *counter) count(s *jsonschema.Schema, p *place) int {
	key := pair{s, p}
	if n, ok := c.counts[key]; ok {
		return n
	}
	if len(c.counts) > c.max {
		return c.max + 1
	}
	c.counts[key] = 0 // if a dynamic reference leads back here, the validator stops there
	// A schema looks at every member even if it says nothing about it. That is quick, but adds up.
	n := own(s) + (len(p.items)+len(p.members))/16
	visit := func(list []*jsonschema.Schema, p *place) {
		for _, t := range list {
			if n > c.max {
				return
			}
			n = add(n, c.count(t, p))
		}
	}
	e := c.edges[s]
	visit(e.here, p)
	for i, item := range p.items {
		if n > c.max {
			break
		}
		if i < len(e.first) {
			visit(e.first[i:i+1], item)
		}
		visit(e.items, item)
	}
	for _, m := range p.members {
		if n > c.max {
			break
		}
		if t, ok := s.Properties[m.name]; ok {
			visit([]*jsonschema.Schema{t}, m.value)
		}
		visit(e.members, m.value)
		visit(e.names, c.leaf)
	}
	c.counts[key] = n
	return n
}
