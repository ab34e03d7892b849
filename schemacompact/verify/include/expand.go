package include

import (
	"math"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// demand takes a schema that has to accept the value apart.
func (s *solver) demand(b *branch, n *node) bool {
	if n.hasEnum && !s.restrict(b, n) {
		return false
	}
	for _, q := range n.predicates {
		p := s.p.predicates[q]
		if !p.appliesTo(b.kind) || p.inert(s.reading) {
			continue
		}
		if has(b.isnt, q) {
			return false
		}
		b.is = append(b.is, q)
	}
	b.cons = append(b.cons, n)
	switch b.kind {
	case kindNumber:
		b.numbers.demand(n)
	case kindString:
		b.low, b.high = max(b.low, n.minLength), min(b.high, n.maxLength)
	case kindArray:
		b.low, b.high = max(b.low, n.minItems), min(b.high, n.maxItems)
		if n.contains != none {
			b.queue = append(b.queue, item{op: opMany, i: n.minContains, lit: pos(n.contains)})
			if n.maxContains != unbounded {
				b.queue = append(b.queue, item{op: opFew, i: n.maxContains, lit: pos(n.contains)})
			}
		}
		b.arrays.unique = b.arrays.unique || n.unique
	case kindObject:
		b.low, b.high = max(b.low, n.minProperties), min(b.high, n.maxProperties)
		if !b.objects.demand(n) || !s.tagsFit(b, n) {
			return false
		}
		for _, d := range n.dependent {
			then := []item{}
			for _, r := range d.required {
				then = append(then, item{op: opHas, name: r})
			}
			if d.class != none {
				then = append(then, lits(pos(d.class))...)
			}
			if len(then) > 0 {
				b.clauses = append(b.clauses, clause{alternatives: [][]item{{{op: opLacks, name: d.name}}, then}})
			}
		}
	}
	if b.low > b.high {
		return false
	}
	for _, c := range n.allOf {
		b.queue = append(b.queue, item{op: opLit, lit: pos(c)})
	}
	if n.not != none {
		b.queue = append(b.queue, item{op: opLit, lit: neg(n.not)})
	}
	if len(n.anyOf) > 0 {
		c := make([][]item, 0, len(n.anyOf))
		for _, class := range n.anyOf {
			c = append(c, lits(pos(class)))
		}
		b.clauses = append(b.clauses, clause{c, true})
	}
	if len(n.oneOf) > 0 {
		if !s.spend(len(n.oneOf) * len(n.oneOf)) {
			return true
		}
		c := make([][]item, 0, len(n.oneOf))
		for i := range n.oneOf {
			c = append(c, only(n.oneOf, i))
		}
		b.clauses = append(b.clauses, clause{c, true})
	}
	if n.condition != none {
		b.clauses = append(b.clauses, clause{[][]item{
			append(lits(pos(n.condition)), some(n.then)...),
			append(lits(neg(n.condition)), some(n.otherwise)...),
		}, true})
	}
	return true
}

// refuse takes a schema that must not accept the value apart: something in it has to refuse.
func (s *solver) refuse(b *branch, n *node) bool {
	var c [][]item
	add := func(its ...item) { c = append(c, its) }
	if n.hasEnum {
		add(item{op: opNotEnum, node: n})
	}
	for _, q := range n.predicates {
		add(item{op: opNotPredicate, i: q})
	}
	switch b.kind {
	case kindNumber:
		if n.types&graph.Number == 0 {
			add(item{op: opNotInteger, node: n})
		}
		if n.minimum != nil {
			add(item{op: opBelow, node: n})
		}
		if n.maximum != nil {
			add(item{op: opAbove, node: n})
		}
		if n.multiple != nil {
			add(item{op: opNotMultiple, node: n})
		}
	case kindString:
		counts(add, n.minLength, n.maxLength)
	case kindArray:
		counts(add, n.minItems, n.maxItems)
		for i, class := range n.prefix {
			add(item{op: opItem, i: i, lit: neg(class)})
		}
		if n.items != none {
			add(item{op: opItems, i: len(n.prefix), lit: neg(n.items)})
		}
		if n.unique {
			add(item{op: opRepeats})
		}
		if n.contains != none {
			if n.minContains > 0 {
				add(item{op: opFew, i: n.minContains - 1, lit: pos(n.contains)})
			}
			if n.maxContains != unbounded {
				add(item{op: opMany, i: n.maxContains + 1, lit: pos(n.contains)})
			}
		}
	case kindObject:
		counts(add, n.minProperties, n.maxProperties)
		refuseMembers(add, n)
	}
	for _, class := range n.allOf {
		add(lits(neg(class))...)
	}
	if n.not != none {
		add(lits(pos(n.not))...)
	}
	if len(n.anyOf) > 0 {
		none := make([]item, 0, len(n.anyOf))
		for _, class := range n.anyOf {
			none = append(none, item{op: opLit, lit: neg(class)})
		}
		add(none...)
	}
	if k := len(n.oneOf); k > 0 {
		if !s.spend(k * k) {
			return true
		}
		none := make([]item, 0, k)
		for i, class := range n.oneOf {
			none = append(none, item{op: opLit, lit: neg(class)})
			for _, other := range n.oneOf[:i] {
				add(lits(pos(other), pos(class))...)
			}
		}
		add(none...)
	}
	if n.condition != none {
		if n.then != none {
			add(lits(pos(n.condition), neg(n.then))...)
		}
		if n.otherwise != none {
			add(lits(neg(n.condition), neg(n.otherwise))...)
		}
	}
	b.clauses = append(b.clauses, clause{alternatives: c})
	return true
}

func refuseMembers(add func(...item), n *node) {
	for _, r := range n.required {
		add(item{op: opLacks, name: r})
	}
	for _, p := range n.properties {
		add(item{op: opMember, name: p.name, lit: neg(p.class)})
	}
	for i, p := range n.patterns {
		add(item{op: opPatternName, node: n, i: i, lit: neg(p.class)})
	}
	if n.additional != none {
		add(item{op: opExtra, node: n, lit: neg(n.additional)})
	}
	if n.propertyNames != none {
		add(item{op: opOtherName, lit: neg(n.propertyNames)})
	}
	for _, d := range n.dependent {
		for _, r := range d.required {
			add(item{op: opHas, name: d.name}, item{op: opLacks, name: r})
		}
		if d.class != none {
			add(item{op: opHas, name: d.name}, item{op: opLit, lit: neg(d.class)})
		}
	}
}

func counts(add func(...item), low, high int) {
	if low > 0 {
		add(item{op: opCountMax, i: low - 1})
	}
	if high != unbounded {
		add(item{op: opCountMin, i: min(high, math.MaxInt-1) + 1})
	}
}

// restrict leaves the values of an enum.
func (s *solver) restrict(b *branch, n *node) bool {
	var out []*value
	source := n.enum
	if b.limited {
		source = b.finite
	}
	if !s.spend(len(source)) {
		return true
	}
	for _, v := range source {
		if v.kind == b.kind && n.inEnum[v.key()] {
			out = append(out, v)
		}
	}
	b.limited, b.finite = true, out
	return len(out) > 0
}

func lits(list ...lit) []item {
	out := make([]item, len(list))
	for i, l := range list {
		out[i] = item{op: opLit, lit: l}
	}
	return out
}

func some(class int) []item {
	if class == none {
		return nil
	}
	return lits(pos(class))
}

// only demands one branch of a oneOf and refuses the others.
func only(classes []int, chosen int) []item {
	out := lits(pos(classes[chosen]))
	for i, class := range classes {
		if i != chosen {
			out = append(out, item{op: opLit, lit: neg(class)})
		}
	}
	return out
}

func has(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
