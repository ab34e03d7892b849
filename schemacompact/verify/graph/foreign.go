package graph

import (
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// Some validators evaluate keywords outside of the drafts that have them: $recursiveRef in 2020-12, $dynamicRef in 2019-09,
// if in draft 6, const in draft 4. Others ignore them there. So a proof may neither rely on such a keyword nor on its being
// ignored: both documents must have it, with parts that mean the same.

// foreign is one of them, or one part of it. It stands for an unknown condition that depends on nothing but its name, its
// text and what its part accepts.
type foreign struct {
	name string
	text string  // the value, or the place of the part in it
	to   *Schema // the part; nil if it has none
}

// label is what the part of a foreign keyword is to its schema.
func (f foreign) label() string { return "foreign " + f.name + " " + f.text }

// here reports whether the part applies to the same value.
func (f foreign) here() bool {
	switch f.name {
	case "if", "then", "else", "$recursiveRef", "$dynamicRef":
		return true
	}
	return false
}

// foreign reads a keyword of another draft. Its value has to be what its own draft asks for, or it is not known what the
// validators that evaluate it make of it.
func (a *assignment) foreign(name string, value *schema.Node) *Obstacle {
	at := a.p.at.Child(name)
	keep := func(text string, to *Schema) { a.s.foreign = append(a.s.foreign, foreign{name, text, to}) }
	part := func(at schema.Pointer, v *schema.Node, text string) *Obstacle {
		s, o := a.schema(v, a.inside(at, true))
		if o == nil {
			keep(text, s)
		}
		return o
	}
	switch name {
	case "propertyNames", "contains", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "additionalItems":
		return part(at, value, "")
	case "prefixItems":
		if value.Kind() != schema.Array || value.Len() == 0 {
			return &Obstacle{at, "at least one schema in an array is asked for by the draft that has " + name}
		}
		for i, item := range value.Items() {
			if o := part(at.Child(strconv.Itoa(i)), item, strconv.Itoa(i)); o != nil {
				return o
			}
		}
	case "const", "minContains", "maxContains":
		k, ok := key(value)
		if !ok {
			return &Obstacle{at, "the value holds text that is not known for certain"}
		}
		keep(k, nil)
	case "dependentRequired":
		return a.conditions(name, value, true, false)
	case "dependentSchemas":
		return a.conditions(name, value, false, true)
	case "$recursiveRef", "$dynamicRef":
		if value.Kind() != schema.String {
			return &Obstacle{at, "a string is asked for by the draft that has " + name}
		}
		a.strange = append(a.strange, reference{a.s, name, value, a.p})
	case "nullable": // of no draft, and evaluated by default in a validator that many use
		if yes, ok := value.Bool(); !ok || yes {
			keep("", nil)
		}
	}
	return nil
}

// finishForeign drops what is dead to everybody, and tells the keywords that are conditions of their own, whatever they mean,
// from those that change what others mean.
func (a *assignment) finishForeign() {
	s := a.s
	a.references = append(a.references, a.strange...)
	has := func(name string) bool {
		for _, f := range s.foreign {
			if f.name == name {
				return true
			}
		}
		return false
	}
	items := a.single != nil || a.tuple != nil || a.additional != nil
	contains := s.Contains != nil || has("contains")
	counted := contains && (has("minContains") || has("maxContains"))
	var kept []foreign
	for _, f := range s.foreign {
		alone := false
		switch f.name {
		case "minContains", "maxContains":
			if !contains {
				continue
			}
		case "then", "else":
			if !has("if") && s.If == nil {
				continue
			}
		case "additionalItems":
			if a.tuple == nil { // of prefixItems
				continue
			}
		case "const", "propertyNames":
			alone = true
		case "contains":
			alone = !counted
		case "prefixItems":
			alone = !items
		}
		kept = append(kept, f)
		if !alone && s.entangled == nil {
			s.entangled = &Obstacle{a.p.at.Child(f.name), f.name + " is no keyword of this draft, and some validators evaluate it"}
		}
		if value := s.Node.Get(f.name); alone && !s.other(f.name) {
			if value.Kind() != schema.Object && value.Kind() != schema.Array {
				value = s.Node // what an object holds is taken to depend on its document
			}
			s.Other = append(s.Other, Keyword{f.name, value})
		}
	}
	s.foreign = kept
}

// other reports whether Other has a keyword.
func (s *Schema) other(name string) bool {
	for _, o := range s.Other {
		if o.Name == name {
			return true
		}
	}
	return false
}

// strange returns the first keyword of another draft that the schema has.
func (s *Schema) strange() *Obstacle {
	for _, f := range s.foreign {
		return &Obstacle{s.At.Child(f.name), f.name + " is no keyword of this draft, and some validators evaluate it"}
	}
	for _, d := range s.Dependent {
		if d.Compat {
			return &Obstacle{s.At.Child(d.keyword), d.keyword + " is no keyword of this draft, and some validators evaluate it"}
		}
	}
	return nil
}
