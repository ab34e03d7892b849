package graph

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// onlyRefers reports whether a schema is nothing but a reference, also to what looks at annotations: those of the target are
// its own.
func (s *Schema) onlyRefers() bool {
	if s.Ref == nil {
		return false
	}
	n := 0
	s.edges(func(*Schema, bool) { n++ })
	return n == 1 && s.bare() && s.Types == AllTypes
}

// says returns all that a schema says without other schemas, as it says it.
func (s *Schema) says() string {
	var b strings.Builder
	// Every part is quoted and ended, so that no two schemas have the same text by chance.
	add := func(is bool, parts ...string) {
		if is {
			for _, p := range parts {
				b.WriteString(strconv.Quote(p))
			}
			b.WriteByte(';')
		}
	}
	bound := func(name string, v *Bound) {
		if v != nil {
			add(true, name, v.Value.RatString(), strconv.FormatBool(v.Exclusive))
		}
	}
	count := func(name string, n *big.Int) {
		if n != nil {
			add(true, name, n.String())
		}
	}
	set := func(name string, values []string) {
		values = slices.Clone(values)
		slices.Sort(values)
		add(true, append([]string{name}, values...)...)
	}
	add(s.Never, "never")
	add(s.Types != AllTypes, "type", strconv.Itoa(int(s.Types)))
	if s.HasEnum {
		var keys []string
		for _, v := range s.Enum {
			k, _ := key(v)
			keys = append(keys, k)
		}
		set("enum", keys)
	}
	bound("minimum", s.Minimum)
	bound("maximum", s.Maximum)
	if s.MultipleOf != nil {
		add(true, "multipleOf", s.MultipleOf.RatString())
	}
	count("minLength", s.MinLength)
	count("maxLength", s.MaxLength)
	count("minItems", s.MinItems)
	count("maxItems", s.MaxItems)
	count("minProperties", s.MinProperties)
	count("maxProperties", s.MaxProperties)
	count("minContains", s.MinContains)
	count("maxContains", s.MaxContains)
	for _, f := range s.foreign {
		add(f.to == nil, f.label())
	}
	add(len(s.Pattern) > 0, append([]string{"pattern"}, s.Pattern...)...)
	add(s.Format != "", "format", s.Format)
	add(s.Unique, "uniqueItems")
	if len(s.Required) > 0 {
		set("required", s.Required)
	}
	conditions := slices.Clone(s.Dependent)
	slices.SortStableFunc(conditions, func(a, b Condition) int { return strings.Compare(a.Name, b.Name) })
	for _, d := range conditions {
		if d.Schema == nil {
			set("dependent "+d.compat()+" "+d.Name, d.Required)
		}
	}
	for _, o := range s.Other {
		if o.isContent() { // the others are foreign
			k, _ := key(o.Value)
			add(true, "other", o.Name, k)
		}
	}
	// Which of them are there matters to those that look at annotations, even without schemas in them.
	add(len(s.Prefix) > 0, "prefixItems", strconv.Itoa(len(s.Prefix)))
	return b.String()
}

// labelled yields the schemas that a schema leads to, with what they are to it. Branches have the same label, since their
// order means nothing; how often one stands there counts, which is stricter than it has to be.
func (s *Schema) labelled(yield func(label string, to *Schema)) {
	one := func(label string, to *Schema) {
		if to != nil {
			yield(label, to)
		}
	}
	many := func(label string, list []*Schema) {
		for _, to := range list {
			yield(label, to)
		}
	}
	named := func(label string, list []Named) {
		for _, n := range list {
			yield(label+" "+strconv.Quote(n.Name), n.Schema)
		}
	}
	one("$ref", s.Ref)
	many("allOf", s.AllOf)
	many("anyOf", s.AnyOf)
	many("oneOf", s.OneOf)
	one("not", s.Not)
	one("if", s.If)
	one("then", s.Then)
	one("else", s.Else)
	for _, d := range s.Dependent {
		one("dependent "+d.compat()+" "+strconv.Quote(d.Name), d.Schema)
	}
	named("properties", s.Properties)
	named("patternProperties", s.PatternProperties)
	one("additionalProperties", s.Additional)
	one("propertyNames", s.PropertyNames)
	for i, to := range s.Prefix {
		yield("prefixItems "+strconv.Itoa(i), to)
	}
	one("items", s.Items)
	one("contains", s.Contains)
	one("unevaluatedProperties", s.UnevaluatedProperties)
	one("unevaluatedItems", s.UnevaluatedItems)
	for _, f := range s.foreign {
		one(f.label(), f.to)
	}
}
