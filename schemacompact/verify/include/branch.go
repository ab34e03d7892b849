package include

import (
	"slices"
)

// An op says what an item demands.
type op uint8

const (
	opLit          op = iota // the literal
	opNotEnum                // none of the enum of the node
	opNotValue               // not val
	opNotInteger             // no integer
	opNotPredicate           // not predicate i
	opBelow                  // against minimum of the node
	opAbove                  // against maximum
	opNotMultiple            // no multiple of multipleOf
	opCountMax               // at most i characters, items or members
	opCountMin               // at least i
	opItem                   // item i exists and is in lit
	opItems                  // an item from i on is in lit
	opRepeats                // two items are equal
	opFew                    // at most i items are in lit
	opMany                   // at least i items are in lit
	opHas                    // the member name exists
	opLacks                  // it does not
	opMember                 // it exists and is in lit
	opPatternName            // a member exists whose name fulfils predicate i, and is in lit
	opExtra                  // a member exists that additionalProperties of the node applies to, and is in lit
	opOtherName              // a member exists whose name is in lit
	opNameBeyond             // a member exists whose name is none of val
)

// An item is a demand on a value of the kind of a branch.
type item struct {
	op   op
	lit  lit
	node *node
	i    int
	name string
	val  *value
}

// A clause is alternatives, each of which is items that are demanded together.
type clause struct {
	alternatives [][]item
	// positive is whether it comes from what the value has to be, and not from what it must not be. Such a choice says
	// the most, and settles many others.
	positive bool
}

// A branch is one case of a goal for one kind of value: demands that were taken apart, and clauses of which an
// alternative is still to be chosen. Copies share slices, which are only ever appended to, past their ends.
type branch struct {
	kind    kind
	terms   *int // left for the goal
	seen    []lit
	queue   []item
	clauses []clause

	cons     []*node // whose keywords for the kind are demanded
	limited  bool    // finite lists all values
	finite   []*value
	excluded []*value
	is, isnt []int // predicates
	low      int   // of counts
	high     int

	numbers numbers
	arrays  arrays
	objects objects
}

// start puts in the bounds that come with a kind: of null and the booleans there are so few values that they are listed.
func (b *branch) start() {
	b.high = unbounded
	switch b.kind {
	case kindNull:
		b.limited, b.finite = true, []*value{scalar(kindNull)}
	case kindBool:
		b.limited, b.finite = true, []*value{boolean(true), boolean(false)}
	}
}

// fork returns a copy for one alternative of a clause. Slices are clipped, so that appending to one copy leaves the
// others alone without copying what is there already.
func (b *branch) fork() *branch {
	c := *b
	c.seen, c.queue, c.clauses = slices.Clip(b.seen), nil, slices.Clone(b.clauses)
	c.cons, c.finite, c.excluded = slices.Clip(b.cons), slices.Clip(b.finite), slices.Clip(b.excluded)
	c.is, c.isnt = slices.Clip(b.is), slices.Clip(b.isnt)
	c.numbers = b.numbers.fork()
	c.arrays = b.arrays.fork()
	c.objects = b.objects.fork()
	return &c
}

// run takes a branch apart until nothing is left to choose.
func (s *solver) run(b *branch) found {
	for again := true; again; {
		for len(b.queue) > 0 {
			if !s.spend(1) {
				return s.unsettled(nil)
			}
			it := b.queue[0]
			b.queue = b.queue[1:]
			if !s.apply(b, it) {
				return found{status: empty}
			}
		}
		var ok bool
		if again, ok = s.propagate(b); !ok {
			return found{status: empty}
		}
		if s.out != nil {
			return s.unsettled(nil)
		}
	}
	if len(b.clauses) == 0 {
		if *b.terms--; *b.terms < 0 {
			return s.unsettled(obstacle(s.where(b), "a schema has more than %d cases", s.limits.Terms))
		}
		return s.leaf(b)
	}
	best := 0
	for i, c := range b.clauses {
		if d := b.clauses[best]; c.positive != d.positive {
			if c.positive {
				best = i
			}
		} else if len(c.alternatives) < len(d.alternatives) {
			best = i
		}
	}
	chosen := b.clauses[best]
	b.clauses = slices.Delete(slices.Clone(b.clauses), best, best+1)
	result := found{status: empty}
	for _, alternative := range chosen.alternatives {
		if len(alternative) == 1 && !s.possible(b, alternative[0]) { // much cheaper than a branch
			continue
		}
		next := b.fork()
		next.queue = slices.Clone(alternative)
		result = either(result, s.run(next))
		if result.status == inhabited || s.out != nil {
			break
		}
	}
	if s.out != nil && result.status == empty {
		return s.unsettled(nil)
	}
	return result
}
