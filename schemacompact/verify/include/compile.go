package include

import (
	"encoding/binary"
	"math/big"
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

// single gives a class to a schema whose children have theirs.
func (c *compiler) single(s *graph.Schema, st *state) int {
	p := st.parts
	p.groups = slices.DeleteFunc(p.groups, func(g group) bool {
		return g.droppable && c.states[g.schemas[0]].class == c.p.always
	})
	if p.local == "" && len(p.groups) == 1 && p.groups[0].lifts && len(p.groups[0].schemas) == 1 {
		return c.states[p.groups[0].schemas[0]].class
	}
	if values, ok := c.union(p); ok {
		return c.p.values(values)
	}
	sig := append([]byte("."), p.local...)
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
		sig = appendText(sig, g.label)
		for _, id := range ids {
			sig = binary.AppendVarint(sig, int64(id))
		}
		sig = append(sig, '|')
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
		sig = appendText(sig, p.local)
		for _, g := range p.groups {
			sig = appendText(sig, g.label)
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
			sig = append(sig, '|')
		}
	}
	return string(sig)
}

// node makes the node of a class from the first schema of it.
func (c *compiler) node(s *graph.Schema, st *state) *node {
	class := func(child *graph.Schema) int {
		if child == nil {
			return none
		}
		return c.states[child].class
	}
	list := func(children []*graph.Schema) (out []int) {
		for _, child := range children {
			out = append(out, class(child))
		}
		return out
	}
	n := &node{
		at: s.At, never: s.Never, types: s.Types, hasEnum: s.HasEnum, enum: st.parts.enum,
		minimum: s.Minimum, maximum: s.Maximum, multiple: s.MultipleOf,
		minLength: count(s.MinLength, 0), maxLength: count(s.MaxLength, unbounded),
		minItems: count(s.MinItems, 0), maxItems: count(s.MaxItems, unbounded),
		minProperties: count(s.MinProperties, 0), maxProperties: count(s.MaxProperties, unbounded),
		prefix: list(s.Prefix), items: class(s.Items), unique: s.Unique, contains: class(s.Contains),
		minContains: count(s.MinContains, 1), maxContains: count(s.MaxContains, unbounded),
		additional: class(s.Additional), propertyNames: class(s.PropertyNames), required: s.Required,
		allOf: list(s.AllOf), anyOf: set(list(s.AnyOf)), oneOf: list(s.OneOf), not: class(s.Not),
		condition: none, then: none, otherwise: none,
		strict: c.mixed && st.draft == graph.Draft4,
	}
	if s.Ref != nil {
		n.allOf = append(n.allOf, class(s.Ref))
	}
	if len(n.anyOf) == 1 {
		n.allOf, n.anyOf = append(n.allOf, n.anyOf...), nil
	}
	n.allOf = set(n.allOf)
	if s.If != nil && (s.Then != nil || s.Else != nil) {
		n.condition, n.then, n.otherwise = class(s.If), class(s.Then), class(s.Else)
	}
	for _, p := range s.Pattern {
		n.predicates = append(n.predicates, c.p.pattern(p))
	}
	if s.Format != "" {
		n.predicates = append(n.predicates, c.p.format(s.Format, c.dialect(st.draft), st.draft <= graph.Draft7))
	}
	if st.parts.other != "" {
		n.predicates = append(n.predicates, c.p.opaque(st.parts.other, s.At))
	}
	for _, named := range s.Properties {
		n.properties = append(n.properties, property{named.Name, class(named.Schema)})
	}
	for _, named := range s.PatternProperties {
		n.patterns = append(n.patterns, patternProperty{c.p.pattern(named.Name), class(named.Schema)})
	}
	for _, d := range s.Dependent {
		n.dependent = append(n.dependent, dependence{d.Name, d.Required, class(d.Schema)})
	}
	n.justEnum = s.HasEnum && len(st.parts.groups) == 0 && st.parts.onlyEnum
	if st.parts.filtered {
		n.types = graph.AllTypes
	}
	n.seal()
	return n
}

// set sorts classes and drops repetitions.
func set(classes []int) []int {
	slices.Sort(classes)
	return slices.Compact(classes)
}

// dialect names the draft where what a predicate means depends on it.
func (c *compiler) dialect(d graph.Draft) string {
	if c.mixed {
		return strconv.Itoa(int(d))
	}
	return ""
}

const (
	none      = -1      // no schema
	unbounded = 1 << 40 // more than anything is counted up to
	huge      = 1 << 39 // what larger numbers are taken for: never more than unbounded, and in the same order as they
)

func count(n *big.Int, missing int) int {
	switch {
	case n == nil:
		return missing
	case n.IsInt64() && n.Int64() < huge:
		return int(n.Int64())
	}
	return huge
}

// checkLoops finds a schema that refers to itself without going into the instance: what it accepts is not defined.
func (p *program) checkLoops() *graph.Obstacle {
	const (
		fresh = iota
		entered
		left
	)
	marks := make([]byte, len(p.nodes))
	var enter func(id int) *graph.Obstacle
	enter = func(id int) *graph.Obstacle {
		switch marks[id] {
		case entered:
			return obstacle(p.nodes[id].at, "the schema refers to itself without going into the instance")
		case left:
			return nil
		}
		marks[id] = entered
		for _, child := range p.nodes[id].inPlace() {
			if o := enter(child); o != nil {
				return o
			}
		}
		marks[id] = left
		return nil
	}
	for id := range p.nodes {
		if o := enter(id); o != nil {
			return o
		}
	}
	return nil
}

// wellFormedNames is false if a name of a schema could stand for several.
func wellFormedNames(s *graph.Schema) bool {
	for _, list := range [][]graph.Named{s.Properties, s.PatternProperties} {
		for _, n := range list {
			if !wellFormed(n.Name) {
				return false
			}
		}
	}
	for _, r := range s.Required {
		if !wellFormed(r) {
			return false
		}
	}
	for _, d := range s.Dependent {
		if !wellFormed(d.Name) || slices.ContainsFunc(d.Required, func(r string) bool { return !wellFormed(r) }) {
			return false
		}
	}
	return true
}
