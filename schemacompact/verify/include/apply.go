package include

// apply takes an item into a branch. It reports false if nothing is left then.
func (s *solver) apply(b *branch, it item) bool {
	switch it.op {
	case opLit:
		switch s.glanceLit(b, it.lit) {
		case yes:
			return true
		case no:
			return false
		}
		s.spend(len(b.seen) / 16)
		b.seen = append(b.seen, it.lit)
		if it.lit.negative() {
			return s.refuse(b, s.p.nodes[it.lit.class()])
		}
		return s.demand(b, s.p.nodes[it.lit.class()])
	case opNotEnum:
		for _, v := range it.node.enum {
			if v.kind == b.kind {
				s.exclude(b, v)
			}
		}
		return true
	case opNotValue:
		s.exclude(b, it.val)
		return true
	case opNotPredicate:
		if s.glance(b, it) == no {
			return false
		}
		b.isnt = append(b.isnt, it.i)
		return true
	case opCountMin:
		b.low = max(b.low, it.i)
		return b.low <= b.high
	case opCountMax:
		b.high = min(b.high, it.i)
		return b.low <= b.high
	case opNotInteger, opBelow, opAbove, opNotMultiple:
		b.numbers.refuse(it)
		return true
	case opItem, opItems, opRepeats, opFew, opMany:
		return s.applyItem(b, it)
	}
	return s.applyMember(b, it)
}

// exclude keeps a value out.
func (s *solver) exclude(b *branch, v *value) {
	switch b.kind {
	case kindArray:
		// Another array is shorter, longer or has another item somewhere.
		c := [][]item{{{op: opCountMax, i: len(v.items) - 1}}, {{op: opCountMin, i: len(v.items) + 1}}}
		if len(v.items) == 0 {
			c = c[1:]
		}
		for i, x := range v.items {
			c = append(c, []item{{op: opItem, i: i, lit: neg(s.p.values([]*value{x}))}})
		}
		b.clauses = append(b.clauses, clause{alternatives: c})
	case kindObject:
		// Another object has a member more, one less or another value somewhere.
		c := [][]item{{{op: opNameBeyond, val: v}}}
		for i, x := range v.items {
			c = append(c, []item{{op: opLacks, name: v.names[i]}},
				[]item{{op: opMember, name: v.names[i], lit: neg(s.p.values([]*value{x}))}})
		}
		b.clauses = append(b.clauses, clause{alternatives: c})
	default:
		b.excluded = append(b.excluded, v)
	}
	s.spend(1 + len(v.items))
}
