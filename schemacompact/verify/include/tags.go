package include

import (
	"slices"
)

// covers reports whether all that n speaks of by name or pattern, outer does, too: what is additional to outer is
// additional to n.
func (s *solver) covers(outer, n *node) bool {
	s.spend(len(n.properties) / 8)
	for _, p := range n.properties {
		if _, ok := outer.byName[p.name]; !ok {
			return false
		}
	}
	for _, p := range n.patterns {
		if !slices.ContainsFunc(outer.patterns, func(q patternProperty) bool { return q.predicate == p.predicate }) {
			return false
		}
	}
	return true
}

// entailed reports whether every object of a branch fulfils a clause, because a required member with another tag does.
// Without that, a union of many objects against another one has a case for each way to choose a member from each.
func (s *solver) entailed(b *branch, c clause) bool {
	for _, alternative := range c.alternatives {
		if len(alternative) != 1 || alternative[0].op != opMember {
			continue
		}
		it := alternative[0]
		if n := s.p.nodes[it.lit.class()]; !n.hasEnum || !b.needs(it.name) {
			continue
		}
		if s.solve(s.memberGoal(b, it.name, it.lit^1)).status == empty {
			return true
		}
	}
	return false
}

// tagsFit is false if a node that was just demanded wants another value than the others for a member that has to be
// there. Objects of two branches of a tagged union are told apart by it before anything else is looked at.
func (s *solver) tagsFit(b *branch, n *node) bool {
	if len(b.cons) < 2 {
		return true
	}
	for _, name := range n.tags {
		if b.needs(name) && s.solve(s.memberGoal(b, name, pos(s.p.always))).status == empty {
			return false
		}
	}
	return true
}
