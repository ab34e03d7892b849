package include

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// parts are what schemas are compared by: a text of all that is in one schema alone, and its children, by the role that
// they have. They have every field of graph.Schema but those that a Sensitive graph alone has.
type parts struct {
	local  string // empty if nothing is asserted here
	groups []group
	enum   []*value
	other  string // of keywords that nothing is known of
	fill   bool   // the class needs a node

	onlyEnum bool // local is an enum and nothing else
	filtered bool // the enum holds nothing that the type does not allow, so the type says nothing more
}

// A group is children with the same role.
type group struct {
	label     string
	schemas   []*graph.Schema
	unordered bool
	set       bool // how often one is there means nothing
	droppable bool // asserts nothing if its only schema does not
	lifts     bool // says what its only schema says
}

// refersTo reports whether a schema is a child.
func (p *parts) refersTo(s *graph.Schema) bool {
	return slices.ContainsFunc(p.groups, func(g group) bool { return slices.Contains(g.schemas, s) })
}

// partsOf takes a schema apart. What could be misread is an obstacle for the whole document: a class that stands for
// something else than the document says would make every answer worthless.
func (c *compiler) partsOf(s *graph.Schema) (*parts, *graph.Obstacle) {
	p := &parts{}
	if s.Never {
		p.local = "never"
		return p, nil
	}
	if s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil {
		return nil, obstacle(s.At, "what is evaluated elsewhere is not looked at")
	}
	if !wellFormedNames(s) {
		return nil, obstacle(s.At, "a name is, or may be, no well-formed Unicode")
	}
	var b strings.Builder
	p.filtered = s.HasEnum && s.Types != graph.AllTypes && !c.strict(s)
	if o := p.scalars(s, &b, c); o != nil {
		return nil, o
	}
	p.onlyEnum = s.HasEnum && b.Len() == 0 && len(s.Required) == 0 && len(s.Other) == 0
	if o := p.data(s, &b); o != nil {
		return nil, o
	}
	p.local = b.String()
	p.children(s)
	return p, nil
}

// scalars writes the keywords down that hold numbers, flags and texts. The order is fixed and absent ones leave nothing,
// so that what is written differently and means the same is the same text.
func (p *parts) scalars(s *graph.Schema, b *strings.Builder, c *compiler) *graph.Obstacle {
	if s.Types&graph.Number != 0 && s.Types&graph.Integer == 0 {
		return obstacle(s.At, "the types are numbers, but not integers")
	}
	if s.Types != graph.AllTypes && !p.filtered {
		fmt.Fprintf(b, "types %d", s.Types)
		if c.strict(s) {
			b.WriteString(" strict")
		}
	}
	for _, bound := range []struct {
		name string
		b    *graph.Bound
	}{{"minimum", s.Minimum}, {"maximum", s.Maximum}} {
		if bound.b != nil {
			if bound.b.Value == nil {
				return obstacle(s.At, "a bound has no value")
			}
			fmt.Fprintf(b, " %s %s %t", bound.name, bound.b.Value.RatString(), bound.b.Exclusive)
		}
	}
	if s.MultipleOf != nil {
		if s.MultipleOf.Sign() <= 0 {
			return obstacle(s.At, "a multiple of what is not above 0")
		}
		b.WriteString(" multiple " + s.MultipleOf.RatString())
	}
	for i, n := range []int{
		count(s.MinLength, 0), count(s.MinItems, 0), count(s.MinProperties, 0),
		count(s.MaxLength, unbounded), count(s.MaxItems, unbounded), count(s.MaxProperties, unbounded),
	} {
		if n == huge {
			return obstacle(s.At, "a count is too large to calculate with")
		}
		if i < 3 && n > 0 || i >= 3 && n != unbounded {
			fmt.Fprintf(b, " count%d %d", i, n)
		}
	}
	if s.Contains != nil {
		low, high := count(s.MinContains, 1), count(s.MaxContains, unbounded)
		if low == huge || high == huge {
			return obstacle(s.At, "a count is too large to calculate with")
		}
		fmt.Fprintf(b, " contains %d %d", low, high)
	}
	if s.Unique {
		b.WriteString(" unique")
	}
	for _, pattern := range s.Pattern {
		b.Write(appendText([]byte(" pattern"), pattern))
	}
	if s.Format != "" {
		b.Write(appendText([]byte(" format"+c.dialect(c.states[s].draft)), s.Format))
	}
	return nil
}

// data writes enum, required and the unknown keywords down, sorted where the order means nothing.
func (p *parts) data(s *graph.Schema, b *strings.Builder) *graph.Obstacle {
	if s.HasEnum {
		seen := map[string]bool{}
		var keys []string
		for _, n := range s.Enum {
			v, err := read(n)
			if err != nil {
				return obstacle(s.At.Child("enum"), "%v", err)
			}
			if !seen[v.key()] && (!p.filtered || typed(s.Types, v)) {
				seen[v.key()] = true
				keys = append(keys, v.key())
				p.enum = append(p.enum, v)
			}
		}
		slices.Sort(keys)
		b.WriteString(" enum")
		for _, k := range keys {
			b.Write(appendText(nil, k))
		}
	}
	if len(s.Required) > 0 {
		names := slices.Clone(s.Required)
		slices.Sort(names)
		b.WriteString(" required")
		for _, name := range slices.Compact(names) {
			b.Write(appendText(nil, name))
		}
	}
	var others []string
	for _, k := range s.Other {
		v, err := read(k.Value)
		if err != nil {
			return obstacle(s.At.Child(k.Name), "%v", err)
		}
		text := string(appendText(appendText(nil, k.Name), v.key()))
		if k.Value.Kind() == schema.Object || k.Value.Kind() == schema.Array {
			// It may hold schemas, whose meaning depends on the document that they stand in.
			text += "@" + strconv.Itoa(s.ID) + string(s.At) + fmt.Sprintf("%p", s)
		}
		others = append(others, text)
	}
	if len(others) > 0 {
		slices.Sort(others)
		p.other = strings.Join(others, ",")
		b.Write(appendText([]byte(" other"), p.other))
	}
	return nil
}

// strict reports whether a schema speaks of integers the way draft 4 does: some validators count 1.0 among them and some
// do not.
func (c *compiler) strict(s *graph.Schema) bool {
	return c.states[s].draft == graph.Draft4 && s.Types&graph.Number == 0 && s.Types&graph.Integer != 0
}

// typed reports whether a value is of one of the types.
func typed(types graph.Types, v *value) bool {
	if v.kind == kindNumber && v.num.IsInt() {
		return types&graph.Integer != 0
	}
	if v.kind == kindNumber {
		return types&graph.Number != 0
	}
	return types&typesOf(v.kind) != 0
}

// children collects the schemas below, sorted by name where the order means nothing.
func (p *parts) children(s *graph.Schema) {
	add := func(g group) {
		if len(g.schemas) > 0 {
			p.groups = append(p.groups, g)
		}
	}
	one := func(label string, child *graph.Schema, droppable bool) {
		if child != nil {
			add(group{label: label, schemas: []*graph.Schema{child}, droppable: droppable})
		}
	}
	all := s.AllOf
	if s.Ref != nil {
		all = append(slices.Clone(all), s.Ref)
	}
	add(group{label: "allOf", schemas: all, unordered: true, set: true, lifts: true})
	add(group{label: "anyOf", schemas: s.AnyOf, unordered: true, set: true, lifts: true})
	add(group{label: "oneOf", schemas: s.OneOf, unordered: true, lifts: true})
	one("not", s.Not, false)
	if s.If != nil && (s.Then != nil || s.Else != nil) {
		one("if", s.If, false)
		one("then", s.Then, false)
		one("else", s.Else, false)
	}
	add(group{label: "prefix", schemas: s.Prefix})
	one("items", s.Items, len(s.Prefix) == 0)
	one("contains", s.Contains, false)
	one("additional", s.Additional, true)
	one("propertyNames", s.PropertyNames, true)
	for _, named := range []struct {
		label string
		list  []graph.Named
	}{{"property", s.Properties}, {"pattern", s.PatternProperties}} {
		list := slices.Clone(named.list)
		slices.SortStableFunc(list, func(a, b graph.Named) int { return strings.Compare(a.Name, b.Name) })
		for _, n := range list {
			one(string(appendText([]byte(named.label), n.Name)), n.Schema, false)
		}
	}
	conditions := slices.Clone(s.Dependent)
	slices.SortStableFunc(conditions, func(a, b graph.Condition) int { return strings.Compare(a.Name, b.Name) })
	for _, d := range conditions {
		label := appendText(fmt.Appendf(nil, "dependent %t", d.Compat), d.Name)
		for _, r := range d.Required {
			label = appendText(label, r)
		}
		// One that asks for names alone has no schema, and still has to be told from one that is not there.
		p.groups = append(p.groups, group{label: string(label), schemas: children(d.Schema)})
	}
}

// children is a list of one schema or none.
func children(s *graph.Schema) []*graph.Schema {
	if s == nil {
		return nil
	}
	return []*graph.Schema{s}
}
