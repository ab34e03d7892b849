package include

import (
	"slices"
)

// propagate drops alternatives that cannot be and clauses that are fulfilled. A clause with one alternative is none.
func (s *solver) propagate(b *branch) (changed, ok bool) {
	// Branches share their clauses, so those that are kept are a new list.
	kept := b.clauses[:0:0]
	// Members and items are looked into once all that the value has to be is known, if there is more than one choice left.
	probing := len(b.clauses) > 1 && !slices.ContainsFunc(b.clauses, func(c clause) bool { return c.positive })
	for _, c := range b.clauses {
		alive := make([][]item, 0, len(c.alternatives))
		fulfilled := false
		for _, alternative := range c.alternatives {
			if !s.spend(len(alternative)) {
				return false, true
			}
			open, closed := false, false // an item is not fulfilled yet, or cannot be
			for _, it := range alternative {
				switch s.glance(b, it) {
				case maybe:
					open = true
					closed = closed || probing && !s.possible(b, it)
				case no:
					closed = true
				}
			}
			if closed {
				continue
			}
			if !open {
				fulfilled = true
				break
			}
			alive = append(alive, alternative)
		}
		switch {
		case fulfilled: // whatever is chosen elsewhere
		case len(alive) == 0:
			return false, false
		case len(alive) == 1: // no choice any more: it can decide other clauses
			b.queue = append(b.queue, alive[0]...)
			changed = true
		default:
			kept = append(kept, clause{alive, c.positive})
		}
	}
	if probing && len(kept) > 1 && b.kind == kindObject && !changed {
		kept = slices.DeleteFunc(kept, func(c clause) bool { return s.entailed(b, c) })
	}
	b.clauses = kept
	return changed, true
}

// possible is false if an item asks for a member or an item that there cannot be.
func (s *solver) possible(b *branch, it item) bool {
	switch it.op {
	case opMember:
		return s.solve(s.memberGoal(b, it.name, it.lit)).status != empty
	case opItem:
		return s.solve(append(s.itemLits(b, it.i), it.lit)).status != empty
	}
	return true
}

// glance says, without a search, whether an item is fulfilled by what is demanded already, or cannot be.
func (s *solver) glance(b *branch, it item) truth {
	switch it.op {
	case opLit:
		return s.glanceLit(b, it.lit)
	case opNotPredicate:
		switch q := s.p.predicates[it.i]; {
		case !q.appliesTo(b.kind), q.inert(s.reading), slices.Contains(b.is, it.i):
			return no
		case slices.Contains(b.isnt, it.i):
			return yes
		}
	case opCountMax:
		if b.low > it.i {
			return no
		}
		return fulfilled(b.high <= it.i)
	case opCountMin:
		if b.high < it.i {
			return no
		}
		return fulfilled(b.low >= it.i)
	case opHas, opLacks, opMember, opExtra, opPatternName, opOtherName:
		return s.glanceMember(b, it)
	case opItem, opItems:
		return s.glanceItem(b, it)
	}
	return maybe
}

// fulfilled is yes or, since a later demand can still fulfil an item, maybe.
func fulfilled(b bool) truth {
	if b {
		return yes
	}
	return maybe
}

// glanceLit says what is known of a literal: the type may decide it, or the branch has it, or its opposite, already. That
// is how most of two documents falls away that have most in common.
func (s *solver) glanceLit(b *branch, l lit) truth {
	n := s.p.nodes[l.class()]
	is := maybe
	switch {
	case n.id == s.p.always:
		is = yes
	case n.never || !n.allows(b.kind):
		is = no
	}
	if is != maybe {
		if l.negative() {
			return is.not()
		}
		return is
	}
	for _, other := range b.seen {
		if other == l {
			return yes
		}
		if other^1 == l {
			return no
		}
	}
	return maybe
}
