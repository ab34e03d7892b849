package include

import (
	"slices"
)

// objects are the demands on an object that are not in the nodes of its branch.
type objects struct {
	marks []mark // few: what the choices of a branch single out
	tasks []item // opPatternName, opExtra, opOtherName, opNameBeyond
}

// A mark is what is demanded of the member at one name.
type mark struct {
	name   string
	exists bool // otherwise it must not
	lits   []lit
}

// fork returns a copy whose growth is not seen by the original.
func (o objects) fork() objects {
	o.marks, o.tasks = slices.Clip(o.marks), slices.Clip(o.tasks)
	return o
}

// find returns the index of the mark for a name, or -1.
func (o *objects) find(name string) int {
	return slices.IndexFunc(o.marks, func(m mark) bool { return m.name == name })
}

// demand reports false if a required member must not be there.
func (o *objects) demand(n *node) bool {
	for _, m := range o.marks {
		if !m.exists && n.needs[m.name] {
			return false
		}
	}
	return true
}

// needs reports whether a member has to be there.
func (b *branch) needs(name string) bool {
	if i := b.objects.find(name); i >= 0 {
		return b.objects.marks[i].exists
	}
	return slices.ContainsFunc(b.cons, func(n *node) bool { return n.needs[name] })
}

// lacks reports whether a member must not be there.
func (b *branch) lacks(name string) bool {
	i := b.objects.find(name)
	return i >= 0 && !b.objects.marks[i].exists
}

// member returns what a node demands of the member at a name; sure is false if it depends on a pattern that cannot be
// evaluated.
func (s *solver) member(n *node, name string, out []lit) (lits []lit, sure bool) {
	sure = true
	class, listed := n.byName[name]
	if listed {
		out = append(out, pos(class))
	}
	for _, p := range n.patterns {
		switch s.p.predicates[p.predicate].matches(name) {
		case yes:
			listed = true
			out = append(out, pos(p.class))
		case maybe:
			sure = false
		}
	}
	// Whether the member is additional depends on every pattern.
	if !listed && n.additional != none {
		if !sure {
			return out, false
		}
		out = append(out, pos(n.additional))
	}
	return out, sure
}

// memberLits returns what all nodes of a branch demand of the member at a name.
func (s *solver) memberLits(b *branch, name string) (out []lit, sure bool) {
	sure = true
	for _, n := range b.cons {
		var ok bool
		out, ok = s.member(n, name, out)
		sure = sure && ok
	}
	return out, sure
}

// memberGoal returns what is demanded of the member at a name in a branch, and one literal more.
func (s *solver) memberGoal(b *branch, name string, more lit) []lit {
	goal, _ := s.memberLits(b, name)
	if i := b.objects.find(name); i >= 0 {
		goal = append(goal, b.objects.marks[i].lits...)
	}
	return append(goal, more)
}

// nameFits says whether the nodes of a branch allow a name.
func (s *solver) nameFits(b *branch, name string) truth {
	var goal []lit
	for _, n := range b.cons {
		if n.propertyNames != none {
			goal = append(goal, pos(n.propertyNames))
		}
	}
	if len(goal) == 0 {
		return yes
	}
	return s.judge(goal, s.textOf(name))
}

// glanceMember says of an item about members what can be said without a search.
func (s *solver) glanceMember(b *branch, it item) truth {
	switch it.op {
	case opHas:
		if b.lacks(it.name) {
			return no
		}
		return fulfilled(b.needs(it.name))
	case opLacks:
		if b.needs(it.name) {
			return no
		}
		return fulfilled(b.lacks(it.name))
	case opMember:
		if it.lit == neg(s.p.always) || b.lacks(it.name) {
			return no
		}
		for _, n := range b.cons {
			class, ok := n.byName[it.name]
			if !ok && len(n.patterns) == 0 {
				class, ok = n.additional, n.additional != none
			}
			if ok && (pos(class) == it.lit^1 || class == s.p.never) {
				return no
			}
		}
	case opPatternName:
		if it.lit == neg(s.p.always) {
			return no
		}
		q := it.node.patterns[it.i].predicate
		for _, n := range b.cons {
			for _, p := range n.patterns {
				if p.predicate == q && (pos(p.class) == it.lit^1 || p.class == s.p.never) {
					return no
				}
			}
		}
	case opExtra:
		if it.lit == neg(s.p.always) {
			return no
		}
		for _, n := range b.cons {
			if n.additional != none && (pos(n.additional) == it.lit^1 || n.additional == s.p.never) && s.covers(it.node, n) {
				return no
			}
		}
	case opOtherName:
		for _, n := range b.cons {
			if n.propertyNames != none && pos(n.propertyNames) == it.lit^1 {
				return no
			}
		}
	}
	return maybe
}

// applyMember takes an item about members into a branch.
func (s *solver) applyMember(b *branch, it item) bool {
	o := &b.objects
	switch it.op {
	case opLacks:
		if b.needs(it.name) {
			return false
		}
		if !b.lacks(it.name) {
			o.marks = append(o.marks, mark{name: it.name})
		}
	case opHas, opMember:
		m := mark{name: it.name, exists: true}
		i := o.find(it.name)
		if i >= 0 {
			if m = o.marks[i]; !m.exists {
				return false
			}
		}
		if it.op == opMember {
			if s.solve(s.memberGoal(b, it.name, it.lit)).status == empty {
				return false
			}
			m.lits = append(slices.Clip(m.lits), it.lit)
		}
		if i < 0 {
			o.marks = append(o.marks, m)
		} else {
			o.marks = slices.Clone(o.marks)
			o.marks[i] = m
		}
	default:
		o.tasks = append(o.tasks, it)
	}
	return true
}
