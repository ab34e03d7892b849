package graph

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// conj is a conjunction: all that is asked of the values of a kind. It is filled by several schemas, and then made a formula.
type conj struct {
	kind     kind
	never    bool
	hasEnum  bool
	enum     []listed // sorted by key, each once
	low, top *Bound
	multiple *big.Rat // nil if free
	min, max *big.Int // of the length, the items or the properties; nil if free
	unique   bool
	required map[string]bool
	needs    map[need]bool // dependentRequired
	words    map[string]bool
	atoms    map[atom]bool
	parts    map[*formula]bool // all but and, top and bottom
	beyond   bool              // a number is too long to go on with

	listOnly bool // there is nothing but the enum; set by forms.and
}

// need is one name of dependentRequired: an object with the first must have the second.
type need struct{ name, other string }

// atom is a condition on a part of the value, by the schema that the part must match.
type atom struct {
	keyword string
	name    string // a property, a pattern, or the properties and patterns that do not count
	index   int    // of an item, or of the first item
	counts  string // of contains
	to      int    // the number of the schema
}

// put adds keys to a set that may not be there yet; most conjunctions need few of their sets.
func put[K comparable](m *map[K]bool, keys ...K) {
	if *m == nil && len(keys) > 0 {
		*m = make(map[K]bool, len(keys))
	}
	for _, k := range keys {
		(*m)[k] = true
	}
}

// add takes in a formula. What is more than a conjunction is kept whole.
func (c *conj) add(f *formula) {
	switch f.op {
	case opTop:
	case opBottom:
		c.never = true
	case opAnd:
		c.merge(f.all)
	default:
		put(&c.parts, f)
	}
}

// size is about the work of a merge.
func (c *conj) size() int {
	return 1 + len(c.enum) + len(c.required) + len(c.needs) + len(c.words) + len(c.atoms) + len(c.parts)
}

// merge takes in another conjunction, which is not changed: it belongs to a formula, and formulas are shared.
func (c *conj) merge(d *conj) {
	if d.hasEnum {
		c.list(d.enum)
	}
	c.low, c.top = stricter(c.low, d.low, 1), stricter(c.top, d.top, -1)
	c.multipleOf(d.multiple)
	c.beyond = c.beyond || d.beyond
	c.atLeast(d.min)
	c.atMost(d.max)
	c.unique = c.unique || d.unique
	for k := range d.required {
		put(&c.required, k)
	}
	for k := range d.needs {
		put(&c.needs, k)
	}
	for k := range d.words {
		put(&c.words, k)
	}
	for k := range d.atoms {
		put(&c.atoms, k)
	}
	for k := range d.parts {
		put(&c.parts, k)
	}
}

// list keeps the values that are in a list, which must be sorted.
func (c *conj) list(values []listed) {
	if !c.hasEnum {
		c.hasEnum, c.enum = true, values
		return
	}
	var both []listed
	for _, v := range c.enum {
		if _, ok := slices.BinarySearchFunc(values, v, byKey); ok {
			both = append(both, v)
		}
	}
	c.enum = both
}

// byKey orders values; equal keys are equal values.
func byKey(a, b listed) int { return strings.Compare(a.key, b.key) }

// sortValues makes a list of values a set. It reorders what it is given.
func sortValues(values []listed) []listed {
	slices.SortFunc(values, byKey)
	return slices.CompactFunc(values, func(a, b listed) bool { return a.key == b.key })
}

// stricter returns the stricter of two bounds; sign is 1 for lower ones.
func stricter(a, b *Bound, sign int) *Bound {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	switch order := a.Value.Cmp(b.Value) * sign; {
	case order > 0 || order == 0 && a.Exclusive:
		return a
	}
	return b
}

// atLeast raises the least count. At least 0 says nothing.
func (c *conj) atLeast(n *big.Int) {
	if n != nil && n.Sign() > 0 && (c.min == nil || c.min.Cmp(n) < 0) {
		c.min = n
	}
}

// atMost lowers the largest count.
func (c *conj) atMost(n *big.Int) {
	if n != nil && (c.max == nil || c.max.Cmp(n) > 0) {
		c.max = n
	}
}

// maxBits bounds a common multiple.
const maxBits = 4096

// multipleOf adds a divisor. Multiples of a and of b are those of their least common multiple.
func (c *conj) multipleOf(m *big.Rat) {
	switch {
	case m == nil || c.beyond:
	case c.multiple == nil:
		c.multiple = m
	default:
		c.multiple = lcm(c.multiple, m)
		c.beyond = c.multiple.Num().BitLen()+c.multiple.Denom().BitLen() > maxBits
	}
}

// lcm of fractions in lowest terms: that of the numerators over the greatest common divisor of the denominators.
func lcm(a, b *big.Rat) *big.Rat {
	g := new(big.Int).GCD(nil, nil, a.Num(), b.Num())
	num := new(big.Int).Mul(new(big.Int).Quo(a.Num(), g), b.Num())
	return new(big.Rat).SetFrac(num, new(big.Int).GCD(nil, nil, a.Denom(), b.Denom()))
}

// and makes the formula of a conjunction, which must not be changed after that.
func (fs *forms) and(c *conj) *formula {
	fs.steps += c.size()
	fs.settle(c)
	if c.never || c.hasEnum && len(c.enum) == 0 {
		return fs.bottom
	}
	// A conjunction of one branch alone is that branch, and of nothing accepts all.
	local, rest := c.text()
	if local == "" && len(c.atoms) == 0 {
		switch len(c.parts) {
		case 0:
			return fs.top
		case 1:
			for f := range c.parts {
				return f
			}
		}
	}
	f := &formula{op: opAnd, all: c, local: local}
	for k := range c.parts {
		f.kids = append(f.kids, k)
	}
	slices.SortFunc(f.kids, byID)
	c.listOnly = c.hasEnum && rest && len(c.atoms) == 0 && len(c.parts) == 0

	atoms := make([]string, 0, len(c.atoms))
	for a := range c.atoms {
		atoms = append(atoms, a.text()+strconv.Itoa(a.to))
	}
	slices.Sort(atoms)
	return fs.intern(f, local+"\x00"+strings.Join(atoms, "\x00"))
}

// text returns all but the atoms and the parts, and whether it is nothing but an enum.
func (c *conj) text() (text string, onlyEnum bool) {
	var b strings.Builder
	b.Grow(64)
	if c.hasEnum {
		for _, v := range c.enum {
			// With the length before it no value can be taken for the beginning of something else.
			b.WriteString("=" + strconv.Itoa(len(v.key)) + ":" + v.key)
		}
	}
	length := b.Len()
	bound := func(name string, v *Bound) {
		if v != nil {
			b.WriteString(name + v.Value.RatString() + strconv.FormatBool(v.Exclusive))
		}
	}
	bound(" low ", c.low)
	bound(" top ", c.top)
	if c.multiple != nil {
		b.WriteString(" multiple " + c.multiple.RatString())
	}
	if c.min != nil {
		b.WriteString(" min " + c.min.String())
	}
	if c.max != nil {
		b.WriteString(" max " + c.max.String())
	}
	if c.unique {
		b.WriteString(" unique")
	}
	sorted(&b, " required ", c.required, strconv.Quote)
	sorted(&b, " needs ", c.needs, func(n need) string { return strconv.Quote(n.name) + strconv.Quote(n.other) })
	sorted(&b, " word ", c.words, strconv.Quote)
	return b.String(), b.Len() == length
}

// sorted writes a set such that equal sets have equal texts.
func sorted[K comparable](b *strings.Builder, name string, m map[K]bool, text func(K) string) {
	if len(m) == 0 {
		return
	}
	all := make([]string, 0, len(m))
	for k := range m {
		all = append(all, text(k))
	}
	slices.Sort(all)
	for _, s := range all {
		b.WriteString(name + s)
	}
}

// text returns all but the schema that the atom leads to.
func (a atom) text() string {
	return a.keyword + strconv.Quote(a.name) + strconv.Itoa(a.index) + a.counts + ">"
}

// words returns the atom for people to read.
func (a atom) words() string {
	switch a.keyword {
	case "properties", "patternProperties":
		return a.keyword + " " + strconv.Quote(a.name)
	case "prefixItems":
		return a.keyword + " " + strconv.Itoa(a.index)
	}
	return a.keyword
}
