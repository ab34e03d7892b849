package include

// demand takes a schema that has to accept the value apart.
func (s *solver) demand(b *branch, n *node) bool {
	if n.compat {
		return true // who does not evaluate it refuses nothing
	}
	// What can contradict at once comes before what only adds to the search.
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
				// Both are counted by choosing which items are in it.
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
			// Without the member nothing is asked for, and that is the first choice: it is the smaller instance.
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
		// One of them, and none of the others: nothing weaker is the same.
		c := make([][]item, 0, len(n.oneOf))
		for i := range n.oneOf {
			c = append(c, only(n.oneOf, i))
		}
		b.clauses = append(b.clauses, clause{c, true})
	}
	// Both ways say of the condition what they rest on, so that the branches exclude each other.
	if n.condition != none {
		b.clauses = append(b.clauses, clause{[][]item{
			append(lits(pos(n.condition)), some(n.then)...),
			append(lits(neg(n.condition)), some(n.otherwise)...),
		}, true})
	}
	return true
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
