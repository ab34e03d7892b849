package include

import (
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// compiler turns the schemas of both graphs into classes. It goes through the strongly connected components from the
// leaves up, so that outside of recursion the classes of the children are known when a schema gets its own.
type compiler struct {
	p       *program
	limits  Options
	mixed   bool // the graphs have different drafts
	draft   graph.Draft
	states  map[*graph.Schema]*state
	stack   []*graph.Schema
	problem *graph.Obstacle
}

// A state is what is known of a schema while classes are made.
type state struct {
	draft      graph.Draft
	index, low int
	open       bool // on the stack
	class      int
	parts      *parts
}

// compile reads graphs into a program. What is equal in them, by form, becomes one class.
func compile(limits Options, graphs ...*graph.Graph) (*program, *graph.Obstacle) {
	c := &compiler{p: newProgram(), limits: limits, states: map[*graph.Schema]*state{}}
	for _, g := range graphs {
		if g == nil || g.Root == nil {
			return nil, obstacle("", "there is no schema")
		}
		if g.Sensitive != nil {
			return nil, g.Sensitive
		}
		c.mixed = c.mixed || g.Draft != graphs[0].Draft
	}
	for _, g := range graphs {
		c.draft = g.Draft
		c.visit(g.Root, 0)
		if c.problem != nil {
			return nil, c.problem
		}
		c.p.roots = append(c.p.roots, c.states[g.Root].class)
	}
	c.p.mixed = c.mixed
	if o := c.p.checkLoops(); o != nil {
		return nil, o
	}
	// Which members tell objects apart, for unions: known once every class has its node.
	for _, n := range c.p.nodes {
		for _, p := range n.properties {
			if c.p.nodes[p.class].hasEnum {
				n.tags = append(n.tags, p.name)
			}
		}
	}
	return c.p, nil
}

// visit is Tarjan's algorithm.
func (c *compiler) visit(s *graph.Schema, depth int) *state {
	st := &state{draft: c.draft, index: len(c.states), low: len(c.states), open: true, class: -1}
	c.states[s] = st
	if len(c.states) > c.limits.Schemas || depth > 100_000 {
		c.problem = obstacle(s.At, "there are more than %d schemas", c.limits.Schemas)
	}
	if c.problem != nil {
		return st
	}
	c.stack = append(c.stack, s)
	if st.parts, c.problem = c.partsOf(s); c.problem != nil {
		return st
	}
	for _, g := range st.parts.groups {
		for _, child := range g.schemas {
			switch other := c.states[child]; {
			case other == nil:
				st.low = min(st.low, c.visit(child, depth+1).low)
			case other.open:
				st.low = min(st.low, other.index)
			}
			if c.problem != nil {
				return st
			}
		}
	}
	if st.low == st.index {
		i := len(c.stack) - 1
		for c.stack[i] != s {
			i--
		}
		members := slices.Clone(c.stack[i:])
		c.stack = c.stack[:i]
		c.finish(members)
	}
	return st
}

// finish gives the schemas of a component their classes.
func (c *compiler) finish(members []*graph.Schema) {
	for _, m := range members {
		c.states[m].open = false
	}
	if len(members) == 1 {
		s := members[0]
		st := c.states[s]
		if !st.parts.refersTo(s) {
			st.class = c.single(s, st)
			return
		}
	}
	// A schema that contains itself is known by the shape of all that it can get to. That costs the square of the
	// component, so in large ones nothing is recognised; the search does not depend on it.
	const large = 400
	codes := make([]string, len(members))
	for i, m := range members {
		if len(members) > large {
			codes[i] = "!" + strconv.Itoa(c.states[m].index)
		} else {
			codes[i] = c.code(m, members)
		}
	}
	// Classes first, then nodes: each of them may refer to all others.
	for i, m := range members {
		st := c.states[m]
		if id, ok := c.p.classes[codes[i]]; ok {
			st.class = id
			continue
		}
		st.class = c.p.reserve(codes[i])
		st.parts.fill = true
	}
	for _, m := range members {
		if st := c.states[m]; st.parts.fill {
			st.parts.fill = false
			c.p.nodes[st.class] = c.node(m, st)
			c.p.nodes[st.class].id = st.class
		}
	}
}
