package include

import (
	"slices"
)

// arrays are the demands on an array that are not in the nodes of its branch.
type arrays struct {
	unique  bool
	repeats bool
	tasks   []item // opItem, opItems, opMany, opFew
}

// fork returns a copy whose growth is not seen by the original: branches share what they have in common.
func (a arrays) fork() arrays {
	a.tasks = slices.Clip(a.tasks)
	return a
}

// applyItem takes an item about items into a branch. What needs a place of its own waits until the choices are made, since
// another demand can end up at the same place.
func (s *solver) applyItem(b *branch, it item) bool {
	a := &b.arrays
	switch it.op {
	case opRepeats:
		a.repeats = true
		b.low = max(b.low, 2)
		return b.low <= b.high
	case opItem, opItems:
		b.low = max(b.low, it.i+1)
		if b.low > b.high {
			return false
		}
		if it.op == opItem && s.solve(append(s.itemLits(b, it.i), it.lit)).status == empty {
			return false
		}
	case opMany:
		if it.i == 0 {
			return true
		}
		b.low = max(b.low, it.i)
		if b.low > b.high {
			return false
		}
	}
	a.tasks = append(a.tasks, it)
	return true
}

// glanceItem finds items that are refused by an equal schema at the same place.
func (s *solver) glanceItem(b *branch, it item) truth {
	if it.i+1 > b.high || it.lit == neg(s.p.always) {
		return no
	}
	for _, n := range b.cons {
		if it.op == opItem && pos(n.item(it.i)) == it.lit^1 && n.item(it.i) != none {
			return no
		}
		// Every item from i on is in the schema that one of them should not be in.
		if it.op == opItems && n.items != none && len(n.prefix) <= it.i && pos(n.items) == it.lit^1 {
			return no
		}
		if n.items == s.p.never && it.i >= len(n.prefix) {
			return no
		}
	}
	return maybe
}

// item returns the class for an item, or none.
func (n *node) item(i int) int {
	if i < len(n.prefix) {
		return n.prefix[i]
	}
	return n.items
}

// itemLits returns what is demanded of every item i.
func (s *solver) itemLits(b *branch, i int) []lit {
	var out []lit
	for _, n := range b.cons {
		if class := n.item(i); class != none {
			out = append(out, pos(class))
		}
	}
	return out
}
