package include

import (
	"math"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// refuse takes a schema that must not accept the value apart: something in it has to refuse.
func (s *solver) refuse(b *branch, n *node) bool {
	var c [][]item
	add := func(its ...item) { c = append(c, its) }
	// An alternative for each keyword that could do it. Those for other kinds cannot.
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
		// Too few or too many that are in it; without minContains, one is not too few.
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
	// A oneOf refuses what is in none of its branches and what is in two of them.
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

// refuseMembers adds the ways in which the members of an object can be refused.
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

// counts adds the two ways in which a number of characters, items or members can be refused.
func counts(add func(...item), low, high int) {
	if low > 0 {
		add(item{op: opCountMax, i: low - 1})
	}
	if high != unbounded {
		add(item{op: opCountMin, i: min(high, math.MaxInt-1) + 1})
	}
}
