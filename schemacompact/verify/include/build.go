package include

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

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
		strict: c.strict(s),
	}
	c.p.strict = c.p.strict || n.strict
	if s.Ref != nil {
		n.allOf = append(n.allOf, class(s.Ref))
	}
	if len(n.anyOf) == 1 { // no choice
		n.allOf, n.anyOf = append(n.allOf, n.anyOf...), nil
	}
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
		own := dependence{d.Name, d.Required, class(d.Schema)}
		if d.Compat {
			n.allOf = append(n.allOf, c.p.compat(own, d.Schema != nil))
		} else {
			n.dependent = append(n.dependent, own)
		}
	}
	n.allOf = set(n.allOf)
	n.justEnum = s.HasEnum && len(st.parts.groups) == 0 && st.parts.onlyEnum
	// Values of other types are no longer in the enum.
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

// count turns a count of a document into an int, or missing if the keyword is absent.
func count(n *big.Int, missing int) int {
	switch {
	case n == nil:
		return missing
	case n.IsInt64() && n.Int64() < huge:
		return int(n.Int64())
	}
	return huge
}
