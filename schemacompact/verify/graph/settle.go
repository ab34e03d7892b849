package graph

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// settle gives a conjunction the one form that all have that follow from it by rules on the values of its kind.
func (fs *forms) settle(c *conj) {
	fs.follow(c)
	fs.beyond = fs.beyond || c.beyond
	switch {
	case c.kind.numeric():
		c.settleNumber()
	case c.kind == ofString || c.kind == ofArray || c.kind == ofObject:
		c.settleCounts()
	}
	if c.hasEnum {
		c.filter()
	}
}

// follow takes in what a required property demands of the object.
func (fs *forms) follow(c *conj) {
	if len(c.required) > 0 && (len(c.needs) > 0 || len(c.parts) > 0) {
		fs.chase(c)
	}
	for n := range c.needs {
		if n.name == n.other || c.required[n.other] {
			delete(c.needs, n) // it is met anyway
		}
	}
}

// chase goes from the required names to those that they need and to the conditions on them, which can require more.
func (fs *forms) chase(c *conj) {
	for again := true; again && !fs.over(); {
		needs := map[string][]need{}
		for n := range c.needs {
			needs[n.name] = append(needs[n.name], n)
		}
		queue := slices.Collect(maps.Keys(c.required))
		for i := 0; i < len(queue); i++ {
			for _, n := range needs[queue[i]] {
				delete(c.needs, n)
				if !c.required[n.other] {
					put(&c.required, n.other)
					queue = append(queue, n.other)
				}
			}
		}
		again = false
		for _, f := range slices.Collect(maps.Keys(c.parts)) {
			if f.op == opWhen && c.required[f.name] {
				delete(c.parts, f)
				c.add(f.kids[0])
				again = true
			}
		}
		fs.steps += c.size() + len(queue)
	}
}

// unit is never written to.
var unit = big.NewInt(1)

// settleNumber rounds bounds to what the numbers of the kind can reach.
func (c *conj) settleNumber() {
	if c.kind == ofFraction {
		c.low, c.top = open(c.low), open(c.top)
	} else {
		c.low, c.top = round(c.low, 1), round(c.top, -1)
	}
	if m := c.multiple; m != nil {
		switch {
		case c.kind == ofFraction:
			// A multiple of an integer is one.
			c.never = c.never || m.IsInt()
		case m.Num().Cmp(unit) == 0:
			c.multiple = nil
		default:
			// k·p/q in lowest terms is an integer if q divides k, so these are the multiples of p.
			c.multiple = new(big.Rat).SetInt(m.Num())
		}
	}
	if c.low == nil || c.top == nil {
		return
	}
	switch order := c.low.Value.Cmp(c.top.Value); {
	case order > 0 || order == 0 && (c.low.Exclusive || c.top.Exclusive):
		c.never = true
	case order == 0:
		c.list([]listed{listedNumber(c.low.Value)})
	}
}

// open makes a bound that is an integer exclusive: fractions are never equal to it.
func open(b *Bound) *Bound {
	if b == nil || b.Exclusive || !b.Value.IsInt() {
		return b
	}
	return &Bound{b.Value, true}
}

// round moves a bound to the first integer that it lets through; sign is 1 for lower bounds.
func round(b *Bound, sign int) *Bound {
	if b == nil || b.Value.IsInt() && !b.Exclusive {
		return b
	}
	n, m := new(big.Int), new(big.Int)
	n.DivMod(b.Value.Num(), b.Value.Denom(), m) // rounds down
	if sign > 0 {
		n.Add(n, unit)
	} else if m.Sign() == 0 {
		n.Sub(n, unit)
	}
	return &Bound{Value: new(big.Rat).SetInt(n)}
}

func (c *conj) settleCounts() {
	if c.min != nil && c.max != nil && c.min.Cmp(c.max) > 0 {
		c.never = true
	}
	has := big.NewInt(int64(len(c.required)))
	if c.max != nil && c.max.Cmp(has) < 0 {
		c.never = true
	}
	if c.min != nil && c.min.Cmp(has) <= 0 {
		c.min = nil
	}
	if c.kind == ofArray && c.max != nil {
		for a := range c.atoms {
			if (a.keyword == "prefixItems" || a.keyword == "items") && big.NewInt(int64(a.index)).Cmp(c.max) >= 0 {
				delete(c.atoms, a)
			}
		}
	}
}

// filter takes out values that the bounds beside them refuse, and then the bounds. Patterns and formats stay: what they
// mean is not looked at.
func (c *conj) filter() {
	switch {
	case c.kind == ofNull && len(c.enum) > 0, c.kind == ofBoolean && len(c.enum) == 2:
		c.hasEnum, c.enum = false, nil // all values there are
	case c.kind == ofString:
		c.enum = slices.DeleteFunc(slices.Clone(c.enum), func(v listed) bool {
			n := big.NewInt(int64(v.length()))
			return c.min != nil && n.Cmp(c.min) < 0 || c.max != nil && n.Cmp(c.max) > 0
		})
		c.min, c.max = nil, nil
	case c.kind.numeric():
		var kept []listed
		for _, v := range c.enum {
			r := v.number()
			if r == nil {
				return // too long to say
			}
			if c.reaches(r) {
				kept = append(kept, v)
			}
		}
		c.enum, c.low, c.top, c.multiple = kept, nil, nil, nil
	}
}

// reaches reports whether the bounds let a number through.
func (c *conj) reaches(r *big.Rat) bool {
	within := func(b *Bound, sign int) bool {
		if b == nil {
			return true
		}
		order := r.Cmp(b.Value) * sign
		return order > 0 || order == 0 && !b.Exclusive
	}
	if !within(c.low, 1) || !within(c.top, -1) {
		return false
	}
	return c.multiple == nil || new(big.Rat).Quo(r, c.multiple).IsInt()
}

// apart reports whether no value is in both, as far as lists and bounds show it. Inner does the same for what two schemas
// say of a property that both formulas require.
func apart(a, b *formula, inner func(a, b int) bool) bool {
	if a.op != opAnd || b.op != opAnd {
		return false
	}
	c, d := a.all, b.all
	if c.hasEnum && d.hasEnum {
		shared := slices.ContainsFunc(c.enum, func(v listed) bool {
			_, ok := slices.BinarySearchFunc(d.enum, v, byKey)
			return ok
		})
		return !shared
	}
	if c.kind != ofObject {
		return c.hasEnum && outside(c.enum, d) || d.hasEnum && outside(d.enum, c) || gap(c, d) || gap(d, c)
	}
	for p := range c.atoms {
		if p.keyword != "properties" || !c.required[p.name] || !d.required[p.name] {
			continue
		}
		for q := range d.atoms {
			if q.keyword == "properties" && q.name == p.name && inner(p.to, q.to) {
				return true
			}
		}
	}
	return false
}

// outside reports whether the bounds of c refuse all values of a list.
func outside(values []listed, c *conj) bool {
	if !c.kind.numeric() {
		return false
	}
	return !slices.ContainsFunc(values, func(v listed) bool {
		r := v.number()
		return r == nil || c.reaches(r)
	})
}

// gap reports whether all numbers or lengths that c lets through are below those of d.
func gap(c, d *conj) bool {
	if c.top != nil && d.low != nil {
		order := c.top.Value.Cmp(d.low.Value)
		return order < 0 || order == 0 && (c.top.Exclusive || d.low.Exclusive)
	}
	return c.max != nil && d.min != nil && c.max.Cmp(d.min) < 0
}

// except is the name of the atom that additionalProperties makes: what does not count for it.
func except(properties, patterns []Named) string {
	names := func(list []Named) string {
		out := make([]string, 0, len(list))
		for _, n := range list {
			out = append(out, strconv.Quote(n.Name))
		}
		slices.Sort(out)
		return strings.Join(out, ",")
	}
	return names(properties) + ";" + names(patterns)
}
