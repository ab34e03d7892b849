package include

import (
	"maps"
	"slices"
)

// complete makes the object of a draft.
func (s *solver) complete(b *branch, base *baseMembers, d draft) found {
	if !s.spend(1 + (len(base.names)+len(d.members))/4) {
		return s.unsettled(nil)
	}
	values := make(map[string]found, len(base.names)+len(d.members))
	result := found{status: inhabited}
	add := func(name string, f found) bool {
		values[name] = f
		result = both(result, f)
		return result.status != empty
	}
	for _, name := range slices.Sorted(maps.Keys(d.members)) { // in order, so that the same input has the same witness
		if !add(name, s.valueOf(b, name, d.members[name])) {
			return result
		}
	}
	for _, name := range base.names {
		if _, ok := values[name]; !ok && !add(name, base.values[name]) {
			return result
		}
	}
	// There is no choice in what is here: all of it has to be.
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
		if !s.spend(1) {
			return s.unsettled(nil)
		}
		switch f := s.valueAt(b, name, nil); f.status {
		case inhabited:
			values[name] = f
		case unsettled:
			doubt = f
		}
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
