package include

import (
	"math/bits"
	"slices"
	"sort"
	"strconv"
)

// mentioned returns the names that the nodes and the marks of a branch speak of, and those of a draft, sorted.
func (s *solver) mentioned(b *branch, d draft) []string {
	seen := map[string]bool{}
	for name := range d.members {
		seen[name] = true
	}
	for _, n := range b.cons {
		for _, p := range n.properties {
			seen[p.name] = true
		}
		for _, r := range n.required {
			seen[r] = true
		}
	}
	for _, m := range b.objects.marks {
		seen[m.name] = true
	}
	s.spend(len(seen) / 2)
	out := make([]string, 0, len(seen))
	for name := range seen {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// taskFits says whether a member with a name is what a task is about.
func (s *solver) taskFits(t item, name string) truth {
	switch t.op {
	case opPatternName:
		return s.p.predicates[t.node.patterns[t.i].predicate].matches(name)
	case opExtra:
		if _, ok := t.node.byName[name]; ok {
			return no
		}
		out := yes
		for _, p := range t.node.patterns {
			out = and(out, s.p.predicates[p.predicate].matches(name).not())
		}
		return out
	case opOtherName:
		return s.judge([]lit{t.lit}, s.textOf(name))
	case opNameBeyond:
		return known(t.val.member(name) == nil)
	}
	return maybe
}

// nameGoal returns what a task demands of the name of a new member.
func (s *solver) nameGoal(t *item) []lit {
	if t == nil {
		return nil
	}
	switch t.op {
	case opPatternName:
		return []lit{pos(s.p.matching(t.node.patterns[t.i].predicate))}
	case opExtra:
		var out []lit
		for _, p := range t.node.patterns {
			out = append(out, neg(s.p.matching(p.predicate)))
		}
		return out
	case opOtherName:
		return []lit{t.lit}
	}
	return nil
}

// fresh makes a member with a name that nothing speaks of, for a task or, if it is nil, to have one more. What is
// demanded of it depends on the patterns that its name fits, so each way to fit some and not others is tried. It tells
// then whether the name is free: whether any number of others would have done as well.
func (s *solver) fresh(b *branch, d draft, t *item, then func(name string, m member, free bool) found) found {
	var patterns []int
	var names []lit
	for _, n := range b.cons {
		for _, p := range n.patterns {
			if !slices.Contains(patterns, p.predicate) {
				patterns = append(patterns, p.predicate)
			}
		}
		if n.propertyNames != none {
			names = append(names, pos(n.propertyNames))
		}
	}
	names = append(names, s.nameGoal(t)...)
	if len(patterns) > 8 {
		return s.unsettled(obstacle(s.where(b), "more than 8 patterns for names apply to one object"))
	}
	masks := make([]int, 1<<len(patterns))
	for i := range masks {
		masks[i] = i
	}
	slices.SortStableFunc(masks, func(x, y int) int { return bits.OnesCount(uint(x)) - bits.OnesCount(uint(y)) })
	// The names that are spoken of were tried before.
	taken := s.mentioned(b, d)
	if t != nil && t.op == opExtra {
		for _, p := range t.node.properties {
			taken = append(taken, p.name)
		}
	}
	if t != nil && t.op == opNameBeyond {
		taken = append(taken, t.val.names...)
	}
	result := found{status: empty}
	for _, mask := range masks { // to fit few patterns leaves the most freedom
		m := member{fixed: true}
		fits := func(q int) bool {
			i := slices.Index(patterns, q)
			return i >= 0 && mask&(1<<i) != 0
		}
		for _, n := range b.cons {
			matched := false
			for _, p := range n.patterns {
				if fits(p.predicate) {
					matched = true
					m.lits = append(m.lits, pos(p.class))
				}
			}
			if !matched && n.additional != none {
				m.lits = append(m.lits, pos(n.additional))
			}
		}
		if t != nil && (t.op == opPatternName || t.op == opExtra) {
			m.lits = append(m.lits, t.lit)
		}
		// The value first: it is remembered, while each name has to be another one.
		if s.solve(m.lits).status == empty {
			continue
		}
		goal := slices.Clone(names)
		for i, q := range patterns {
			if mask&(1<<i) != 0 {
				goal = append(goal, pos(s.p.matching(q)))
			} else {
				goal = append(goal, neg(s.p.matching(q)))
			}
		}
		name, f := s.newName(goal, taken)
		switch {
		case f.status == empty:
			continue
		case f.status == unsettled && f.val == nil || name == "" && f.val == nil:
			result = either(result, s.unsettled(f.why))
			continue
		}
		m.doubt = f.status == unsettled
		if result = either(result, then(name, m, len(goal) == 0 && b.high == unbounded)); result.status == inhabited {
			return result
		}
	}
	return result
}

// newName finds a name that is not taken.
func (s *solver) newName(goal []lit, taken []string) (string, found) {
	if goal, contradiction := s.normal(goal); contradiction {
		return "", found{status: empty}
	} else if len(goal) == 0 {
		sorted := slices.Clone(taken)
		sort.Strings(sorted)
		for i := 0; ; i++ {
			name := "other"
			if i > 0 {
				name += strconv.Itoa(i)
			}
			if _, ok := slices.BinarySearch(sorted, name); !ok {
				return name, found{status: inhabited, val: s.textOf(name)}
			}
		}
	}
	s.spend(len(taken) / 2)
	goal = append(slices.Clone(goal), pos(s.p.text))
	if len(taken) > 0 {
		values := make([]*value, len(taken))
		for i, name := range taken {
			values[i] = s.textOf(name)
		}
		goal = append(goal, neg(s.p.values(values)))
	}
	f := s.solve(goal)
	if f.val == nil {
		if f.status == inhabited {
			f = s.unsettled(obstacle("", "a name is too long to be made"))
		}
		return "", f
	}
	return f.val.text, f
}
