package graph

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
)

// builder makes the formulas of the schemas of two graphs.
type builder struct {
	*forms
	schemas []*Schema // of both; an index is what an atom leads to
	second  int       // where those of the second graph begin
	drafts  [2]Draft
	kinds   kind

	formulas, before [][kinds]*formula // of this pass and the one before it
	// accepts and refuses say of which schemas it is proved that they accept all or refuse all. They are only ever set.
	accepts, refuses []bool
	done             []bool
	// same is, for each schema, the first that has the same formulas, so that what speaks of either is the same formula.
	same    []int
	tuples  map[[kinds]int]int
	early   []int // schemas that were asked about before they were done
	lacking bool  // the formulas of one of them would have been of use
}

func newBuilder(a, b *Graph, limits Options) *builder {
	n := len(a.Schemas) + len(b.Schemas)
	bu := &builder{
		forms: newForms(limits), second: len(a.Schemas), drafts: [2]Draft{a.Draft, b.Draft}, kinds: ofSpelled,
		accepts: make([]bool, n), refuses: make([]bool, n),
	}
	bu.same, bu.tuples = make([]int, n), map[[kinds]int]int{}
	for i := range n {
		bu.same[i] = i
	}
	bu.schemas = append(append(make([]*Schema, 0, n), a.Schemas...), b.Schemas...)
	if a.Draft == Draft4 {
		bu.kinds = kinds
	}
	return bu
}

// number returns the index of a schema that one at index from leads to.
func (b *builder) number(from int, to *Schema) int {
	if from >= b.second {
		return to.ID + b.second
	}
	return to.ID
}

// maxPasses bounds how often all is built again. What is built once is right already; more passes make more of it equal.
const maxPasses = 5

// build makes all formulas. A schema on a circle is built before all that it leads to is known, so that a condition that
// is none may be taken for one; then all is built again with what is known by now.
func (b *builder) build() *Obstacle {
	order := b.order()
	for range maxPasses {
		n := len(b.schemas)
		b.before, b.lacking = b.formulas, false
		b.formulas, b.done, b.early = make([][kinds]*formula, n), make([]bool, n), nil
		for _, i := range order {
			all, none := true, true
			var ids [kinds]int
			for k := range b.kinds {
				f := b.formula(i, k)
				all, none, ids[k] = all && f.op == opTop, none && f.op == opBottom, f.id
			}
			if _, ok := b.tuples[ids]; !ok {
				b.tuples[ids] = i
			}
			b.same[i] = b.tuples[ids]
			if b.over() {
				return &Obstacle{b.schemas[i].At, "the schema is too large to be compared in the time that is allowed"}
			}
			b.accepts[i], b.refuses[i], b.done[i] = b.accepts[i] || all, b.refuses[i] || none, true
		}
		again := b.lacking
		for _, i := range b.early {
			again = again || b.accepts[i] || b.refuses[i]
		}
		if !again {
			break
		}
	}
	return nil
}

// order returns the schemas such that those which one leads to come before it, as far as there are no circles.
func (b *builder) order() []int {
	type frame struct {
		at   int
		next []int
	}
	n := len(b.schemas)
	out, seen := make([]int, 0, n), make([]bool, n)
	var stack []frame
	enter := func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		f := frame{at: i}
		b.schemas[i].edges(func(to *Schema, _ bool) { f.next = append(f.next, b.number(i, to)) })
		stack = append(stack, f)
	}
	for i := range n {
		enter(i)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if len(f.next) == 0 {
				out = append(out, f.at)
				stack = stack[:len(stack)-1]
				continue
			}
			i := f.next[0]
			f.next = f.next[1:]
			enter(i)
		}
	}
	return out
}

// known reports what is proved of a schema.
func (b *builder) known(i int) (accepts, refuses bool) {
	if !b.done[i] && !b.accepts[i] && !b.refuses[i] {
		b.early = append(b.early, i)
	}
	return b.accepts[i], b.refuses[i]
}

// formula returns what schema i says of values of a kind. It never comes back to itself, since no schema applies itself to
// the same value and what is asked of others is known already, or does not matter.
func (b *builder) formula(i int, k kind) *formula {
	if f := b.formulas[i][k]; f != nil {
		return f
	}
	if b.over() {
		return b.bottom
	}
	f := b.make(i, k)
	b.formulas[i][k] = f
	return f
}

// make is formula for one that is not there yet.
func (b *builder) make(i int, k kind) *formula {
	s := b.schemas[i]
	b.steps++
	switch {
	case s.Never || s.Types&k.typeOf() == 0:
		return b.bottom
	case s.plain():
		return b.top
	case s.Ref != nil && s.onlyRefers():
		return b.formula(b.number(i, s.Ref), k)
	}
	c := &conj{kind: k}
	if s.HasEnum {
		var values []listed
		for _, v := range s.Enum {
			if k.holds(v) {
				text, _ := key(v) // readable, or there would be no graph
				values = append(values, listed{text, v})
			}
		}
		b.steps += len(s.Enum)
		c.list(sortValues(values))
	}
	b.words(c, s, i)
	switch k {
	case ofObject:
		b.object(c, s, i)
	case ofArray:
		b.array(c, s, i)
	case ofString:
		c.atLeast(s.MinLength)
		c.atMost(s.MaxLength)
	case ofFraction, ofInteger, ofSpelled:
		c.low, c.top = s.Minimum, s.Maximum
		c.multipleOf(s.MultipleOf)
	}
	b.branches(c, s, i)
	return b.and(c)
}

// plain reports whether the schema says nothing but a type.
func (s *Schema) plain() bool {
	leads := false
	s.edges(func(*Schema, bool) { leads = true })
	return !leads && s.bare()
}

// bare reports whether the schema says nothing by itself but a type.
func (s *Schema) bare() bool {
	return !(s.HasEnum || s.Minimum != nil || s.Maximum != nil || s.MultipleOf != nil || s.MinLength != nil || s.MinItems != nil ||
		s.MinProperties != nil || s.MaxLength != nil || s.MaxItems != nil || s.MaxProperties != nil || len(s.Pattern) > 0 ||
		s.Format != "" || s.Unique || len(s.Required) > 0 || len(s.Dependent) > 0 || len(s.Other) > 0 || len(s.foreign) > 0)
}

// words takes in what is compared by its text.
func (b *builder) words(c *conj, s *Schema, i int) {
	if c.kind == ofString {
		for _, p := range s.Pattern {
			if p != "" {
				put(&c.words, "pattern "+p)
			}
		}
		if slices.ContainsFunc(s.Other, Keyword.isContent) { // contentEncoding and contentMediaType work together
			word := "content"
			for _, name := range []string{"contentEncoding", "contentMediaType"} {
				for _, o := range s.Other {
					if text, _ := o.Value.Text(); o.Name == name {
						word += " " + name + strconv.Quote(text)
					}
				}
			}
			put(&c.words, word)
		}
	}
	if s.Format != "" && formatSpeaksOf(s.Format, c.kind) {
		// Up to draft 7 most validators assert formats, and after that most do not. Each draft has its own list of them.
		put(&c.words, fmt.Sprintf("format %d %s", b.draft(i), s.Format))
	}
	for _, f := range s.foreign {
		if f.to == nil {
			put(&c.words, f.label())
			continue
		}
		put(&c.atoms, atom{keyword: f.label(), to: b.same[b.number(i, f.to)]})
	}
}

// draft returns the draft that schema i is read under.
func (b *builder) draft(i int) Draft {
	if i >= b.second {
		return b.drafts[1]
	}
	return b.drafts[0]
}

// object takes in the keywords that speak of objects. That additionalProperties sees what is beside it makes it one
// condition with the names that it leaves out; all others stand for themselves.
func (b *builder) object(c *conj, s *Schema, i int) {
	c.atLeast(s.MinProperties)
	c.atMost(s.MaxProperties)
	put(&c.required, s.Required...)
	add := func(keyword, name string, to *Schema) {
		n := b.number(i, to)
		if accepts, _ := b.known(n); !accepts {
			put(&c.atoms, atom{keyword: keyword, name: name, to: b.same[n]})
		}
	}
	for _, p := range s.Properties {
		add("properties", p.Name, p.Schema)
		// What must be there and cannot be valid makes the object invalid.
		if _, refuses := b.known(b.number(i, p.Schema)); refuses && c.required[p.Name] {
			c.never = true
		}
	}
	for _, p := range s.PatternProperties {
		add("patternProperties", p.Name, p.Schema)
	}
	if s.Additional != nil {
		if accepts, _ := b.known(b.number(i, s.Additional)); !accepts {
			add("additionalProperties", except(s.Properties, s.PatternProperties), s.Additional)
		}
		b.steps += len(s.Properties) + len(s.PatternProperties)
	}
	// The names are strings, so that nothing but what is said of strings counts.
	if s.PropertyNames != nil {
		c.add(b.inside(opNames, "", b.formula(b.number(i, s.PropertyNames), ofString)))
	}
	for _, d := range s.Dependent {
		b.dependent(c, d, i)
	}
}

// dependent takes in one entry of dependentRequired or dependentSchemas.
func (b *builder) dependent(c *conj, d Condition, i int) {
	if d.Compat {
		// It is kept apart from the keywords that took its place, since only some validators evaluate it.
		f := &conj{kind: ofObject}
		put(&f.required, d.Required...)
		if d.Schema != nil {
			f.add(b.formula(b.number(i, d.Schema), ofObject))
		}
		c.add(b.inside(opCompat, d.keyword+" "+d.Name, b.and(f)))
		return
	}
	for _, other := range d.Required {
		put(&c.needs, need{d.Name, other})
	}
	if d.Schema != nil {
		c.add(b.inside(opWhen, d.Name, b.formula(b.number(i, d.Schema), ofObject)))
	}
}

// array takes in the keywords that speak of arrays. Each place of a tuple stands for itself; items keeps where it begins.
func (b *builder) array(c *conj, s *Schema, i int) {
	c.atLeast(s.MinItems)
	c.atMost(s.MaxItems)
	c.unique = s.Unique
	item := func(keyword string, index int, to *Schema) {
		n := b.number(i, to)
		switch accepts, refuses := b.known(n); {
		case refuses:
			c.atMost(big.NewInt(int64(index))) // there can be no such item
		case !accepts:
			put(&c.atoms, atom{keyword: keyword, index: index, to: b.same[n]})
		}
	}
	for index, p := range s.Prefix {
		item("prefixItems", index, p)
	}
	if s.Items != nil {
		item("items", len(s.Prefix), s.Items)
	}
	if s.Contains == nil {
		return
	}
	least := s.MinContains
	if least == nil {
		least = unit
	}
	n := b.number(i, s.Contains)
	// Every item matches a schema that accepts all, so counting matches is counting items. With no lower and no upper limit
	// contains asks for nothing; in 2019-09 and later minContains 0 brings that about.
	switch accepts, _ := b.known(n); {
	case accepts:
		c.atLeast(least)
		c.atMost(s.MaxContains)
	case least.Sign() > 0 || s.MaxContains != nil:
		counts := " from " + least.String()
		if s.MaxContains != nil {
			counts += " to " + s.MaxContains.String()
		}
		put(&c.atoms, atom{keyword: "contains", counts: counts, to: b.same[n]})
	}
}

// branches takes in the schemas that apply to the same value.
func (b *builder) branches(c *conj, s *Schema, i int) {
	k := c.kind
	of := func(to *Schema) *formula { return b.formula(b.number(i, to), k) }
	all := func(list []*Schema) []*formula {
		out := make([]*formula, 0, len(list))
		for _, to := range list {
			out = append(out, of(to))
		}
		return out
	}
	take := func(f *formula) {
		c.add(f)
		if f.op == opAnd {
			b.steps += f.all.size()
		}
	}
	if s.Ref != nil {
		take(of(s.Ref))
	}
	for _, to := range s.AllOf {
		take(of(to))
	}
	if len(s.AnyOf) > 0 {
		take(b.or(k, all(s.AnyOf)))
	}
	if len(s.OneOf) > 0 {
		take(b.one(k, all(s.OneOf), func(f, g *formula) bool { return apart(f, g, b.schemasApart) }))
	}
	if s.Not != nil {
		take(b.not(of(s.Not)))
	}
	// An absent then or else accepts all; if alone accepts all too.
	if s.If != nil {
		then, otherwise := b.top, b.top
		if s.Then != nil {
			then = of(s.Then)
		}
		if s.Else != nil {
			otherwise = of(s.Else)
		}
		take(b.choose(of(s.If), then, otherwise))
	}
}

// schemasApart reports whether two schemas have no value in common, for those that do little more than list values.
func (b *builder) schemasApart(i, j int) bool {
	never := func(int, int) bool { return false }
	for k := range b.kinds {
		f, g := b.ready(i, k), b.ready(j, k)
		if f == nil || g == nil || f.op != opBottom && g.op != opBottom && !apart(f, g, never) {
			return false
		}
	}
	return true
}

// ready returns a formula of a schema if it is there without building it: what an earlier pass built is right too.
func (b *builder) ready(i int, k kind) *formula {
	if b.done[i] {
		return b.formulas[i][k]
	}
	if b.before == nil {
		b.lacking = true
		return nil
	}
	return b.before[i][k]
}
