package include

import (
	"slices"
)

// itemGoal returns all that is demanded of an item.
func (s *solver) itemGoal(b *branch, p plan, i int) []lit {
	out := append(s.itemLits(b, i), p.extra[i]...)
	for _, f := range p.few {
		if !f.at[i] {
			out = append(out, f.lit^1)
		}
	}
	return out
}

// fillItems makes the array.
func (s *solver) fillItems(b *branch, p plan) found {
	length := b.low
	for i := range p.extra {
		length = max(length, i+1)
	}
	if p.same[1] > 0 {
		length = max(length, p.same[1]+1)
	}
	if length > b.high {
		return found{status: empty}
	}
	const long = 5000
	var items []*value
	result := found{status: inhabited}
	used := map[string]bool{}
	var values []*value
	goals := map[string]bool{}
	for i := range min(length, long) {
		goal := s.itemGoal(b, p, i)
		twin := p.same[1] > 0 && (i == p.same[0] || i == p.same[1])
		if twin {
			goal = append(s.itemGoal(b, p, p.same[0]), s.itemGoal(b, p, p.same[1])...)
		}
		// Only if one item is chosen like the other, the order of choosing cannot matter.
		if b.arrays.unique {
			normal, _ := s.normal(goal)
			goals[litKey(normal)] = true
		}
		f := s.solve(goal)
		if f.status == empty && twin && s.p.strict && !s.alone(b, p) {
			return s.unsettled(spelled()) // 1 and 1.0 are equal, and need not be in the same schemas
		}
		if f.status == empty {
			return f
		}
		if b.arrays.unique && f.val != nil && used[f.val.key()] {
			if len(values) > 200 {
				return s.unsettled(obstacle(s.where(b), "too many different items are needed"))
			}
			if f = s.solve(append(goal, neg(s.p.values(slices.Clone(values))))); f.status == empty {
				// If all items are chosen from the same, then others would not have helped.
				if len(goals) == 1 && i == len(values) && result.status == inhabited {
					return f
				}
				return s.unsettled(obstacle(s.where(b), "different items for a set were not found"))
			}
		}
		if f.val != nil && b.arrays.unique {
			used[f.val.key()] = true
			values = append(values, f.val)
		}
		if f.val == nil && b.arrays.unique && f.status == inhabited {
			f = s.unsettled(obstacle(s.where(b), "items that are too large cannot be told apart"))
		}
		// Without a value for each item there is none for the array, but it can still be known that there is one.
		result = both(result, f)
		items = append(items, f.val)
		if !s.spend(1) {
			return s.unsettled(nil)
		}
	}
	// Behind the last place of its own, an item is like the one before, so a long array needs no look at each.
	if length > long || slices.Contains(items, nil) {
		if length > long && b.arrays.unique {
			return s.unsettled(obstacle(s.where(b), "too many different items are needed"))
		}
		return result
	}
	result.val = array(items)
	return result
}

// alone reports whether one of the two items that have to be equal cannot be, whatever the other is.
func (s *solver) alone(b *branch, p plan) bool {
	for _, i := range p.same {
		if s.solve(s.itemGoal(b, p, i)).status == empty {
			return true
		}
	}
	return false
}

// litKey is a text for a goal in normal form.
func litKey(goal []lit) string {
	out := make([]byte, 0, 4*len(goal))
	for _, l := range goal {
		out = append(out, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	return string(out)
}
