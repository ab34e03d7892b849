package include

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// A plan is an array in the making: what is demanded of single items on top of what holds for all.
type plan struct {
	extra map[int][]lit
	few   []selection
	same  [2]int // two items that have to be equal, if they differ
}

// A selection is the items that may be in a class, all others being outside of it.
type selection struct {
	lit lit
	at  map[int]bool
}

// with returns a plan in which one item has a demand more; p itself stays for the other choices.
func (p plan) with(i int, l lit) plan {
	extra := make(map[int][]lit, len(p.extra)+1)
	for k, v := range p.extra {
		extra[k] = v
	}
	extra[i] = append(slices.Clip(extra[i]), l)
	p.extra = extra
	return p
}

// array looks for an array. The items behind all prefixes are alike, so those that need something of their own can be the
// first of them.
func (s *solver) array(b *branch) found {
	prefix, special := 0, 0 // items with a schema of their own, and those that a task may single out behind them
	for _, n := range b.cons {
		prefix = max(prefix, len(n.prefix))
	}
	tasks := slices.Clone(b.arrays.tasks)
	for _, t := range tasks {
		switch t.op {
		case opItem:
			prefix = max(prefix, t.i+1)
		case opItems:
			prefix = max(prefix, t.i)
			special++
		default:
			special += t.i
		}
	}
	if b.arrays.repeats {
		if b.arrays.unique {
			return found{status: empty}
		}
		special += 2 // those that are equal
	}
	if special > 12 || prefix > 2000 {
		return s.unsettled(obstacle(s.where(b), "an array has too many items that need a place of their own"))
	}
	// The certain ones first: they leave less to choose.
	slices.SortStableFunc(tasks, func(x, y item) int { return int(order(x.op)) - int(order(y.op)) })
	return s.place(b, tasks, plan{}, prefix, prefix+special)
}

// order says which tasks are placed first.
func order(o op) int {
	switch o {
	case opItem:
		return 0
	case opItems:
		return 1
	case opMany:
		return 2
	}
	return 3
}

// where points to a schema of a branch, for reasons.
func (s *solver) where(b *branch) schema.Pointer {
	if len(b.cons) > 0 {
		return b.cons[0].at
	}
	return ""
}

// place finds places for the first of the tasks, in all ways that there are.
func (s *solver) place(b *branch, tasks []item, p plan, prefix, places int) found {
	if *b.terms--; *b.terms < 0 {
		return s.unsettled(obstacle(s.where(b), "a schema has more than %d cases", s.limits.Terms))
	}
	if !s.spend(1) {
		return s.unsettled(nil)
	}
	if len(tasks) == 0 {
		return s.pair(b, p, places)
	}
	t, rest := tasks[0], tasks[1:]
	result := found{status: empty}
	switch t.op {
	case opItem:
		return s.place(b, rest, p.with(t.i, t.lit), prefix, places)
	case opItems:
		for i := t.i; i < places; i++ {
			next := p.with(i, t.lit)
			// Behind the prefix, a place that nothing else has asked for is as good as the next.
			fresh := i >= prefix && len(p.extra[i]) == 0
			if f := s.solve(append(s.itemLits(b, i), next.extra[i]...)); f.status != empty {
				if result = either(result, s.place(b, rest, next, prefix, places)); result.status == inhabited {
					return result
				}
			}
			if fresh {
				break
			}
		}
	case opMany:
		return s.subsets(b, t, 0, t.i, p, places, func(p plan, _ map[int]bool) found {
			return s.place(b, rest, p, prefix, places)
		})
	case opFew:
		for k := 0; k <= t.i; k++ {
			f := s.subsets(b, t, 0, k, p, places, func(p plan, at map[int]bool) found {
				p.few = append(slices.Clip(p.few), selection{t.lit, at})
				return s.place(b, rest, p, prefix, places)
			})
			if result = either(result, f); result.status == inhabited {
				return result
			}
		}
	}
	return result
}

// subsets goes through the ways to put k items that are in a literal at different places from a place on.
func (s *solver) subsets(b *branch, t item, from, k int, p plan, places int, then func(plan, map[int]bool) found) found {
	return s.subset(b, t, from, k, p, places, nil, then)
}

func (s *solver) subset(b *branch, t item, from, k int, p plan, places int, at []int, then func(plan, map[int]bool) found) found {
	if k == 0 {
		set := make(map[int]bool, len(at))
		for _, i := range at {
			set[i] = true
		}
		return then(p, set)
	}
	result := found{status: empty}
	for i := from; i+k <= places; i++ {
		if !s.spend(1) {
			return s.unsettled(nil)
		}
		next := p.with(i, t.lit)
		if s.solve(append(s.itemLits(b, i), next.extra[i]...)).status == empty {
			continue
		}
		if result = either(result, s.subset(b, t, i+1, k-1, next, places, append(slices.Clip(at), i), then)); result.status == inhabited {
			return result
		}
	}
	return result
}

// pair chooses the two items that have to be equal, if there have to be some.
func (s *solver) pair(b *branch, p plan, places int) found {
	if !b.arrays.repeats {
		return s.fillItems(b, p)
	}
	result := found{status: empty}
	// Two behind the prefix are like any other two there, so that the places are enough.
	for j := 1; j < places; j++ {
		for i := range j {
			if !s.spend(1) {
				return s.unsettled(nil)
			}
			p.same = [2]int{i, j}
			if result = either(result, s.fillItems(b, p)); result.status == inhabited {
				return result
			}
		}
	}
	return result
}
