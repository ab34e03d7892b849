package graph

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// assignment reads the keywords of one schema. Those that depend on others wait until all are read.
type assignment struct {
	*reader
	s *Schema
	p place

	// enum and const are intersected at the end, by the keys of their values.
	enum, constant     []*schema.Node // nil if absent; enum is never empty
	enumKeys           []string
	constantKey        string
	minimum, maximum   *big.Rat
	above, below       *big.Rat // exclusive bounds
	openLow, openHigh  *schema.Node
	tuple, single      []*Schema // of items: as an array, as a schema
	additional         *Schema   // of additionalItems
	reference, dynamic *schema.Node
	dynamicName        string
	strange            []reference // of other drafts
}

// invalid is the obstacle of a value that the meta-schema refuses. Such a document has no meaning that could be proved.
func (a *assignment) invalid(name, want string) *Obstacle {
	return &Obstacle{a.p.at.Child(name), fmt.Sprintf("%s is not valid in this draft: %s is asked for", name, want)}
}

// assign reads one keyword. Each value must be what the meta-schema asks for, also where it has no effect.
func (a *assignment) assign(name string, k shape, value *schema.Node) *Obstacle {
	at := a.p.at.Child(name)
	switch k {
	case anything:
		if name == "const" {
			a.constant = []*schema.Node{value}
			var ok bool
			if a.constantKey, ok = key(value); !ok {
				return &Obstacle{at, "the value holds text that is not known for certain"}
			}
		}
	case text:
		return a.text(name, value)
	case flag:
		b, ok := value.Bool()
		if !ok {
			return a.invalid(name, "a boolean")
		}
		if name == "uniqueItems" {
			a.s.Unique = b
		}
	case list:
		if value.Kind() != schema.Array {
			return a.invalid(name, "an array")
		}
	case object:
		if value.Kind() != schema.Object {
			return a.invalid(name, "an object")
		}
	case number, positive, count, exclusive:
		return a.numeric(name, k, value)
	case texts:
		var ok bool
		if a.s.Required, ok = names(value); !ok || a.draft == Draft4 && len(a.s.Required) == 0 {
			return a.invalid(name, "an array of distinct strings")
		}
	case textLists:
		return a.conditions(name, value, true, false)
	case typeNames:
		if a.s.Types = typesOf(value); a.s.Types == 0 {
			return a.invalid(name, "a type or an array of distinct ones")
		}
	case values:
		return a.values(value)
	case one:
		return a.one(name, at, value)
	case many:
		branches, o := a.many(at, value)
		if o != nil {
			return o
		}
		switch name {
		case "allOf":
			a.s.AllOf = append(branches, a.s.AllOf...)
		case "anyOf":
			a.s.AnyOf = branches
		case "oneOf":
			a.s.OneOf = branches
		case "prefixItems":
			a.tuple = branches
		}
	case items:
		if value.Kind() == schema.Array && a.draft < Draft2020 {
			var o *Obstacle
			a.tuple, o = a.many(at, value)
			return o
		}
		s, o := a.schema(value, a.inside(at, false))
		a.single = []*Schema{s}
		return o
	case named:
		return a.named(name, at, value)
	case either:
		return a.conditions(name, value, true, true)
	}
	return nil
}

// inside is the place of a part. Draft 4 knows boolean schemas in the keywords that begin with additional only.
func (a *assignment) inside(at schema.Pointer, additional bool) place {
	return place{at: at, inner: a.p.inner, below: true, boolean: additional || a.draft != Draft4}
}

// text reads a keyword whose value is a string. Annotations only have to be one: what they say, ill-formed or not, reaches
// no verdict.
func (a *assignment) text(name string, value *schema.Node) *Obstacle {
	at := a.p.at.Child(name)
	if value.Kind() != schema.String {
		return a.invalid(name, "a string")
	}
	switch name {
	case "title", "description", "$comment", "$schema", "id", "$id", "$anchor", "$dynamicAnchor":
		return nil // no effect, or seen to by scope
	}
	s, ok := readable(value)
	if !ok {
		return &Obstacle{at, "the text is not known for certain"}
	}
	switch name {
	case "$ref":
		a.reference = value
	case "$dynamicRef", "$recursiveRef":
		a.dynamic, a.dynamicName = value, name
	case "format":
		a.s.Format = s
	case "pattern":
		a.s.Pattern = []string{s}
		a.doubt(s, at)
	case "contentEncoding", "contentMediaType":
		if a.draft == Draft7 { // the only one in which it may assert
			a.s.Other = append(a.s.Other, Keyword{name, value})
		}
	}
	return nil
}

// doubt keeps a pattern that some validators refuse to compile, and with it the document.
func (r *reader) doubt(pattern string, at schema.Pointer) {
	if _, ok := r.doubtful[pattern]; !ok && !isPlain(pattern) {
		r.doubtful[pattern] = at
	}
}

// numeric reads a keyword whose value is a number. One that is too long to calculate with is an obstacle even where it would
// not matter, so that no later step has to ask.
func (a *assignment) numeric(name string, k shape, value *schema.Node) *Obstacle {
	if k == exclusive && a.draft == Draft4 {
		if value.Kind() != schema.Bool {
			return a.invalid(name, "a boolean")
		}
		if name == "exclusiveMinimum" {
			a.openLow = value
		} else {
			a.openHigh = value
		}
		return nil
	}
	if value.Kind() != schema.Number {
		return a.invalid(name, "a number")
	}
	v := rational(value)
	if v == nil {
		return &Obstacle{a.p.at.Child(name), "the number is too long to calculate with"}
	}
	switch k {
	case positive:
		if v.Sign() <= 0 {
			return a.invalid(name, "a number above 0")
		}
		a.s.MultipleOf = v
	case count:
		n := whole(value, a.draft)
		if n == nil {
			return a.invalid(name, "an integer from 0 on")
		}
		a.count(name, n)
	default:
		switch name {
		case "minimum":
			a.minimum = v
		case "maximum":
			a.maximum = v
		case "exclusiveMinimum":
			a.above = v
		case "exclusiveMaximum":
			a.below = v
		}
	}
	return nil
}

// count keeps a count at its place.
func (a *assignment) count(name string, n *big.Int) {
	switch name {
	case "minLength":
		a.s.MinLength = n
	case "maxLength":
		a.s.MaxLength = n
	case "minItems":
		a.s.MinItems = n
	case "maxItems":
		a.s.MaxItems = n
	case "minProperties":
		a.s.MinProperties = n
	case "maxProperties":
		a.s.MaxProperties = n
	case "minContains":
		a.s.MinContains = n
	case "maxContains":
		a.s.MaxContains = n
	}
}

// values reads an enum. One without values is refused in every draft, since validators differ on it.
func (a *assignment) values(value *schema.Node) *Obstacle {
	if value.Kind() != schema.Array || value.Len() == 0 {
		return a.invalid("enum", "an array of at least one value")
	}
	var repeats, ok bool
	a.enum, a.enumKeys, repeats, ok = distinct(value)
	if !ok {
		return &Obstacle{a.p.at.Child("enum"), "the values hold text that is not known for certain"}
	}
	if repeats && a.draft < Draft7 {
		return a.invalid("enum", "an array of distinct values")
	}
	if repeats {
		a.repeats(value)
	}
	return nil
}

// repeats keeps the values of an enum that stand there more than once. The drafts since 7 advise against that, and some
// validators refuse the document for it. Not all of them take 1 and 1.0 for one value.
func (a *assignment) repeats(list *schema.Node) {
	spelled := map[string]string{}
	for _, v := range list.Items() {
		k, _ := key(v) // readable, since distinct has read it
		raw, ok := spelled[k]
		switch this := string(v.Raw()); {
		case !ok:
			spelled[k] = this
			continue
		case raw != this:
			k = "by other words " + k
		}
		if _, ok := a.repeated[k]; !ok {
			a.repeated[k] = a.p.at.Child("enum")
		}
	}
}

// one reads a keyword that holds one schema. Those that assert nothing, such as contentSchema, are read to be checked.
func (a *assignment) one(name string, at schema.Pointer, value *schema.Node) *Obstacle {
	s, o := a.schema(value, a.inside(at, strings.HasPrefix(name, "additional")))
	if o != nil {
		return o
	}
	switch name {
	case "additionalProperties":
		a.s.Additional = s
	case "propertyNames":
		a.s.PropertyNames = s
	case "unevaluatedProperties":
		a.s.UnevaluatedProperties = s
	case "unevaluatedItems":
		a.s.UnevaluatedItems = s
	case "additionalItems":
		a.additional = s
	case "contains":
		a.s.Contains = s
	case "not":
		a.s.Not = s
	case "if":
		a.s.If = s
	case "then":
		a.s.Then = s
	case "else":
		a.s.Else = s
	}
	return nil
}

// many reads an array of schemas. No draft allows an empty one.
func (a *assignment) many(at schema.Pointer, value *schema.Node) ([]*Schema, *Obstacle) {
	if value.Kind() != schema.Array || value.Len() == 0 {
		return nil, &Obstacle{at, "at least one schema in an array is asked for"}
	}
	out := make([]*Schema, 0, value.Len())
	for i, item := range value.Items() {
		s, o := a.schema(item, a.inside(at.Child(strconv.Itoa(i)), false))
		if o != nil {
			return nil, o
		}
		out = append(out, s)
	}
	return out, nil
}

// named reads an object of schemas, whose names are never keywords. Definitions are read to be checked: the meta-schema
// does not care whether anything refers to them.
func (a *assignment) named(name string, at schema.Pointer, value *schema.Node) *Obstacle {
	if value.Kind() != schema.Object {
		return a.invalid(name, "an object of schemas")
	}
	if name == "dependentSchemas" {
		return a.conditions(name, value, false, true)
	}
	var out []Named
	for member, v := range value.Members() {
		below := at.Child(member)
		s, o := a.schema(v, a.inside(below, false))
		if o != nil {
			return o
		}
		if name == "patternProperties" {
			a.doubt(member, below)
		}
		out = append(out, Named{member, s})
	}
	switch name {
	case "properties":
		a.s.Properties = out
	case "patternProperties":
		a.s.PatternProperties = out
	}
	return nil
}

// conditions reads dependentRequired, dependentSchemas, and dependencies, which is both.
func (a *assignment) conditions(name string, value *schema.Node, lists, schemas bool) *Obstacle {
	if value.Kind() != schema.Object {
		return a.invalid(name, "an object")
	}
	at := a.p.at.Child(name)
	for member, v := range value.Members() {
		// One keyword has taken the place of the other, so that each is foreign where the other is none.
		c := Condition{Name: member, Compat: (name == "dependencies") == (a.draft >= Draft2019), keyword: name}
		switch {
		case v.Kind() == schema.Array && lists:
			var ok bool
			if c.Required, ok = names(v); !ok || a.draft == Draft4 && len(c.Required) == 0 {
				return &Obstacle{at.Child(member), "an array of distinct strings is asked for"}
			}
		case schemas:
			var o *Obstacle
			if c.Schema, o = a.schema(v, a.inside(at.Child(member), false)); o != nil {
				return o
			}
		default:
			return &Obstacle{at.Child(member), "an array of distinct strings is asked for"}
		}
		a.s.Dependent = append(a.s.Dependent, c)
	}
	return nil
}

// finish does what depends on more than one keyword.
func (a *assignment) finish() *Obstacle {
	s := a.s
	if a.reference != nil {
		a.references = append(a.references, reference{s, "$ref", a.reference, a.p})
		if a.draft <= Draft7 {
			// All beside it is dead, though it has to be valid. What stands in there can still be referred to.
			*s = Schema{At: s.At, Node: s.Node, Types: AllTypes, inner: s.inner, below: s.below}
			return nil
		}
	}
	if a.dynamic != nil {
		a.references = append(a.references, reference{s, a.dynamicName, a.dynamic, a.p})
	}
	if a.openLow != nil && a.minimum == nil || a.openHigh != nil && a.maximum == nil {
		return &Obstacle{a.p.at, "an exclusive bound of draft 4 needs the bound beside it"}
	}
	a.finishForeign()
	s.Minimum, s.Maximum = bound(a.minimum, a.openLow, a.above, 1), bound(a.maximum, a.openHigh, a.below, -1)
	a.finishEnum()
	a.finishItems()
	if s.Contains == nil {
		s.MinContains, s.MaxContains = nil, nil
	}
	if s.If == nil {
		s.Then, s.Else = nil, nil
	}
	return nil
}

// bound returns the stricter of two bounds; sign is 1 for lower ones.
func bound(closed *big.Rat, open *schema.Node, exclusive *big.Rat, sign int) *Bound {
	isOpen, _ := open.Bool()
	switch {
	case closed == nil && exclusive == nil:
		return nil
	case closed == nil || exclusive != nil && exclusive.Cmp(closed)*sign >= 0:
		return &Bound{exclusive, true}
	}
	return &Bound{closed, isOpen}
}

// finishEnum intersects enum and const. If they have nothing in common, HasEnum with no values accepts nothing.
func (a *assignment) finishEnum() {
	switch {
	case a.enum != nil && a.constant != nil:
		a.s.HasEnum = true
		for i, k := range a.enumKeys {
			if k == a.constantKey {
				a.s.Enum = a.enum[i : i+1]
			}
		}
	case a.enum != nil:
		a.s.HasEnum, a.s.Enum = true, a.enum
	case a.constant != nil:
		a.s.HasEnum, a.s.Enum = true, a.constant
	}
}

// finishItems puts the keywords for items, which changed their names and meanings in 2020-12, into one form. Beside items
// that are a schema, additionalItems is dead.
func (a *assignment) finishItems() {
	a.s.Prefix = a.tuple
	switch {
	case a.single != nil:
		a.s.Items = a.single[0]
	case a.tuple != nil && a.draft <= Draft2019:
		a.s.Items = a.additional
	}
}
