package include

import (
	"math/bits"
	"slices"
	"sort"
	"strconv"
)

// baseMembers are the members that the nodes of a branch require, with the values that they have if nothing else is
// demanded of them. They are found once for many branches.
type baseMembers struct {
	names  []string
	values map[string]found
	status found
}

func (s *solver) base(b *branch) *baseMembers {
	ids := make([]lit, len(b.cons))
	for i, n := range b.cons {
		ids[i] = pos(n.id)
	}
	slices.Sort(ids)
	key := litKey(slices.Compact(ids))
	if m := s.bases[key]; m != nil && m.status.status != empty {
		return m
	}
	m := &baseMembers{values: map[string]found{}, status: found{status: inhabited}}
	for _, n := range b.cons {
		for _, name := range n.required {
			if _, ok := m.values[name]; ok {
				continue
			}
			f := s.valueAt(b, name, nil)
			m.values[name] = f
			m.names = append(m.names, name)
			if m.status = both(m.status, f); m.status.status == empty {
				return m // not kept: it can rest on a goal that is open now
			}
		}
	}
	if s.out == nil {
		s.bases[key] = m
	}
	return m
}

// valueAt looks for a value of the member at a name.
func (s *solver) valueAt(b *branch, name string, more []lit) found {
	goal, sure := s.memberLits(b, name)
	f := s.solve(append(goal, more...))
	if f.status == empty {
		return f // with what is demanded for certain alone
	}
	switch s.nameFits(b, name) {
	case no:
		return found{status: empty}
	case maybe:
		sure = false
	}
	if !sure && f.status == inhabited {
		return found{val: f.val, why: obstacle(s.where(b), "whether a pattern fits the name %q is not known", name)}
	}
	return f
}

// A draft is an object in the making.
type draft struct {
	members map[string]member
	count   int
}

type member struct {
	lits  []lit // on top of what is demanded of the name
	fixed bool  // lits are all that is demanded: the name was made for them
	doubt bool  // it is not known whether the name is what it should be
}

func (d draft) with(name string, m member) draft {
	members := make(map[string]member, len(d.members)+1)
	for k, v := range d.members {
		members[k] = v
	}
	members[name] = m
	d.members = members
	return d
}

// object looks for an object.
func (s *solver) object(b *branch) found {
	base := s.base(b)
	if base.status.status == empty {
		return found{status: empty}
	}
	d := draft{members: map[string]member{}}
	for _, m := range b.objects.marks {
		if m.exists {
			d.members[m.name] = member{lits: m.lits}
		}
	}
	return s.assign(b, base, b.objects.tasks, d)
}

// assign finds a member for the first of the tasks, in all ways that there are: one that is there already, one that the
// nodes name, or a new one.
func (s *solver) assign(b *branch, base *baseMembers, tasks []item, d draft) found {
	if !s.spend(1) {
		return s.unsettled(nil)
	}
	if len(tasks) == 0 {
		return s.complete(b, base, d)
	}
	if *b.terms--; *b.terms < 0 {
		return s.unsettled(obstacle(s.where(b), "a schema has more than %d cases", s.limits.Terms))
	}
	t, rest := tasks[0], tasks[1:]
	result := found{status: empty}
	for _, name := range s.mentioned(b, d) {
		if !s.spend(1) {
			return s.unsettled(nil)
		}
		fits := s.taskFits(t, name)
		if fits == no || b.lacks(name) {
			continue
		}
		m := d.members[name]
		if t.op == opPatternName || t.op == opExtra {
			m.lits = append(slices.Clip(m.lits), t.lit)
		}
		m.doubt = m.doubt || fits == maybe
		f := s.valueOf(b, name, m)
		if f.status == empty {
			continue
		}
		if result = either(result, s.assign(b, base, rest, d.with(name, m))); result.status == inhabited {
			return result
		}
	}
	fresh := s.fresh(b, d, &t, func(name string, m member, free bool) found {
		f := s.assign(b, base, rest, d.with(name, m))
		if f.status == empty && len(rest) > 0 && !free {
			return s.unsettled(obstacle(s.where(b), "several members have to share few names or places"))
		}
		return f
	})
	return either(result, fresh)
}

func (s *solver) valueOf(b *branch, name string, m member) found {
	var f found
	if m.fixed {
		f = s.solve(m.lits)
	} else {
		f = s.valueAt(b, name, m.lits)
	}
	if m.doubt && f.status == inhabited {
		return found{val: f.val, why: obstacle(s.where(b), "whether a pattern fits the name %q is not known", name)}
	}
	return f
}

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
	s.spend(len(seen) / 8)
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
	for _, mask := range masks {
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

// complete makes the object of a draft.
func (s *solver) complete(b *branch, base *baseMembers, d draft) found {
	values := make(map[string]found, len(base.names)+len(d.members))
	result := found{status: inhabited}
	add := func(name string, f found) bool {
		values[name] = f
		result = both(result, f)
		return result.status != empty
	}
	for name, m := range d.members {
		if !add(name, s.valueOf(b, name, m)) {
			return result
		}
	}
	for _, name := range base.names {
		if _, ok := values[name]; !ok && !add(name, base.values[name]) {
			return result
		}
	}
	if len(values) > b.high {
		return found{status: empty}
	}
	if len(values) < b.low {
		if f := s.pad(b, d, values); f.status != inhabited {
			result = both(result, f)
		}
		if result.status == empty {
			return result
		}
	}
	if len(values) < b.low {
		return result
	}
	members := make(map[string]*value, len(values))
	for name, f := range values {
		if f.val == nil {
			return result
		}
		members[name] = f.val
	}
	s.spend(len(members) / 4)
	result.val = object(members)
	return result
}

// pad adds members until there are as many as there have to be. It returns empty if there cannot be that many.
func (s *solver) pad(b *branch, d draft, values map[string]found) found {
	const most = 3000
	if b.low > most {
		return s.unsettled(obstacle(s.where(b), "more than %d members are needed", most))
	}
	doubt := found{status: empty} // of those that were left out
	for _, name := range s.mentioned(b, d) {
		if len(values) >= b.low {
			return found{status: inhabited}
		}
		if _, ok := values[name]; ok || b.lacks(name) {
			continue
		}
		switch f := s.valueAt(b, name, nil); f.status {
		case inhabited:
			values[name] = f
		case unsettled:
			doubt = f
		}
		d = d.with(name, member{})
	}
	for len(values) < b.low {
		if !s.spend(1 + len(values)/8) {
			return s.unsettled(nil)
		}
		f := s.fresh(b, d, nil, func(name string, m member, _ bool) found {
			f := s.valueOf(b, name, m)
			if f.status == inhabited {
				values[name] = f
				d = d.with(name, m)
			}
			return f
		})
		switch f.status {
		case empty:
			if doubt.status == unsettled {
				return s.unsettled(doubt.why)
			}
			return f
		case unsettled:
			return s.unsettled(f.why)
		}
	}
	return found{status: inhabited}
}
