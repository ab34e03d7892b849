package include

import (
	"slices"
)

// baseMembers are the members that the nodes of a branch require, with the values that they have if nothing else is
// demanded of them. They are found once for many branches.
type baseMembers struct {
	names  []string
	values map[string]found
	status found
}

// base finds the members that the nodes of a branch require.
func (s *solver) base(b *branch) *baseMembers {
	// Marks and tasks of the branch do not count: with them it is the same for hardly any two.
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
}

type member struct {
	lits  []lit // on top of what is demanded of the name
	fixed bool  // lits are all that is demanded: the name was made for them
	doubt bool  // it is not known whether the name is what it should be
}

// with returns a draft that has one member more, or another one at its name; d itself stays for the other choices.
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

// valueOf looks for a value of a member of a draft.
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
