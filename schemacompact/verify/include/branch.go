package include

import (
	"slices"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
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

func (b *branch) start() {
	b.high = unbounded
	switch b.kind {
	case kindNull:
		b.limited, b.finite = true, []*value{scalar(kindNull)}
	case kindBool:
		b.limited, b.finite = true, []*value{boolean(true), boolean(false)}
	}
}

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

// propagate drops alternatives that cannot be and clauses that are fulfilled. A clause with one alternative is none.
func (s *solver) propagate(b *branch) (changed, ok bool) {
	kept := b.clauses[:0:0]
	// Members and items are looked into once all that the value has to be is known, if there is more than one choice left.
	probing := len(b.clauses) > 1 && !slices.ContainsFunc(b.clauses, func(c clause) bool { return c.positive })
	for _, c := range b.clauses {
		alive := make([][]item, 0, len(c.alternatives))
		fulfilled := false
		for _, alternative := range c.alternatives {
			if !s.spend(len(alternative)) {
				return false, true
			}
			open, closed := false, false
			for _, it := range alternative {
				switch s.glance(b, it) {
				case maybe:
					open = true
					closed = closed || probing && !s.possible(b, it)
				case no:
					closed = true
				}
			}
			if closed {
				continue
			}
			if !open {
				fulfilled = true
				break
			}
			alive = append(alive, alternative)
		}
		switch {
		case fulfilled:
		case len(alive) == 0:
			return false, false
		case len(alive) == 1:
			b.queue = append(b.queue, alive[0]...)
			changed = true
		default:
			kept = append(kept, clause{alive, c.positive})
		}
	}
	if probing && len(kept) > 1 && b.kind == kindObject && !changed {
		kept = slices.DeleteFunc(kept, func(c clause) bool { return s.entailed(b, c) })
	}
	b.clauses = kept
	return changed, true
}

// possible is false if an item asks for a member or an item that there cannot be.
func (s *solver) possible(b *branch, it item) bool {
	switch it.op {
	case opMember:
		return s.solve(s.memberGoal(b, it.name, it.lit)).status != empty
	case opItem:
		return s.solve(append(s.itemLits(b, it.i), it.lit)).status != empty
	}
	return true
}

// glance says, without a search, whether an item is fulfilled by what is demanded already, or cannot be.
func (s *solver) glance(b *branch, it item) truth {
	switch it.op {
	case opLit:
		return s.glanceLit(b, it.lit)
	case opNotPredicate:
		switch q := s.p.predicates[it.i]; {
		case !q.appliesTo(b.kind), q.inert(s.reading), slices.Contains(b.is, it.i):
			return no
		case slices.Contains(b.isnt, it.i):
			return yes
		}
	case opCountMax:
		if b.low > it.i {
			return no
		}
		return fulfilled(b.high <= it.i)
	case opCountMin:
		if b.high < it.i {
			return no
		}
		return fulfilled(b.low >= it.i)
	case opHas, opLacks, opMember, opExtra, opPatternName, opOtherName:
		return s.glanceMember(b, it)
	case opItem, opItems:
		return s.glanceItem(b, it)
	}
	return maybe
}

func fulfilled(b bool) truth {
	if b {
		return yes
	}
	return maybe
}

func (s *solver) glanceLit(b *branch, l lit) truth {
	n := s.p.nodes[l.class()]
	is := maybe
	switch {
	case n.id == s.p.always:
		is = yes
	case n.never || !n.allows(b.kind):
		is = no
	}
	if is != maybe {
		if l.negative() {
			return is.not()
		}
		return is
	}
	for _, other := range b.seen {
		if other == l {
			return yes
		}
		if other^1 == l {
			return no
		}
	}
	return maybe
}

// apply takes an item into a branch. It reports false if nothing is left then.
func (s *solver) apply(b *branch, it item) bool {
	switch it.op {
	case opLit:
		switch s.glanceLit(b, it.lit) {
		case yes:
			return true
		case no:
			return false
		}
		s.spend(len(b.seen) / 16)
		b.seen = append(b.seen, it.lit)
		if it.lit.negative() {
			return s.refuse(b, s.p.nodes[it.lit.class()])
		}
		return s.demand(b, s.p.nodes[it.lit.class()])
	case opNotEnum:
		for _, v := range it.node.enum {
			if v.kind == b.kind {
				s.exclude(b, v)
			}
		}
		return true
	case opNotValue:
		s.exclude(b, it.val)
		return true
	case opNotPredicate:
		if s.glance(b, it) == no {
			return false
		}
		b.isnt = append(b.isnt, it.i)
		return true
	case opCountMin:
		b.low = max(b.low, it.i)
		return b.low <= b.high
	case opCountMax:
		b.high = min(b.high, it.i)
		return b.low <= b.high
	case opNotInteger, opBelow, opAbove, opNotMultiple:
		b.numbers.refuse(it)
		return true
	case opItem, opItems, opRepeats, opFew, opMany:
		return s.applyItem(b, it)
	}
	return s.applyMember(b, it)
}

// exclude keeps a value out.
func (s *solver) exclude(b *branch, v *value) {
	switch b.kind {
	case kindArray:
		c := [][]item{{{op: opCountMax, i: len(v.items) - 1}}, {{op: opCountMin, i: len(v.items) + 1}}}
		if len(v.items) == 0 {
			c = c[1:]
		}
		for i, x := range v.items {
			c = append(c, []item{{op: opItem, i: i, lit: neg(s.p.values([]*value{x}))}})
		}
		b.clauses = append(b.clauses, clause{alternatives: c})
	case kindObject:
		c := [][]item{{{op: opNameBeyond, val: v}}}
		for i, x := range v.items {
			c = append(c, []item{{op: opLacks, name: v.names[i]}},
				[]item{{op: opMember, name: v.names[i], lit: neg(s.p.values([]*value{x}))}})
		}
		b.clauses = append(b.clauses, clause{alternatives: c})
	default:
		b.excluded = append(b.excluded, v)
	}
	s.spend(1 + len(v.items))
}

// leaf looks for a value where no choice is left.
func (s *solver) leaf(b *branch) found {
	var result found
	switch {
	case b.limited:
		result = s.list(b)
	case b.low > b.high:
		return found{status: empty}
	case b.kind == kindNumber:
		result = s.number(b)
	case b.kind == kindString:
		result = s.text(b)
	case b.kind == kindArray:
		result = s.array(b)
	default:
		result = s.object(b)
	}
	if result.status == inhabited && b.kind != kindString && !b.limited {
		// What is known of the predicates of such values is nothing at all. Formats that no draft has are taken to be
		// fulfilled by all.
		for _, q := range b.is {
			if s.p.predicates[q].class == otherPredicate {
				return found{val: result.val, why: s.doubt(q)}
			}
		}
		for _, q := range b.isnt {
			return found{val: result.val, why: s.doubt(q)}
		}
	}
	return result
}

func (s *solver) doubt(q int) *graph.Obstacle {
	switch p := s.p.predicates[q]; {
	case p.class == otherPredicate:
		return obstacle(p.at, "what keywords of the schema mean is not known")
	case p.class == formatPredicate:
		return obstacle(p.at, "what the format %q means is not known", p.name)
	case p.class == patternPredicate:
		return obstacle(p.at, "engines may disagree on the pattern %q, or no string was found for it", p.name)
	}
	return nil
}

// list tries the values that there are.
func (s *solver) list(b *branch) found {
	result := found{status: empty}
	for _, v := range b.finite {
		if !s.spend(1) {
			return s.unsettled(nil)
		}
		sure, guess := s.holds(b, v, s.certain()), s.holds(b, v, s.reading)
		switch {
		case sure == no:
			continue
		case sure == yes || guess == yes:
			return found{status: inhabited, val: v}
		}
		f := found{why: s.doubtful(b)}
		if guess == maybe {
			f.val = v
		}
		result = either(result, f)
	}
	return result
}

func (s *solver) doubtful(b *branch) *graph.Obstacle {
	for _, q := range slices.Concat(b.is, b.isnt) {
		if why := s.doubt(q); why != nil {
			return why
		}
	}
	return obstacle("", "whether a given value is accepted is not known")
}

// holds says whether a given value is in a branch without clauses.
func (s *solver) holds(b *branch, v *value, r reading) truth {
	for _, x := range b.excluded {
		if x.key() == v.key() {
			return no
		}
	}
	out := yes
	switch b.kind {
	case kindNumber:
		out = b.numbers.hold(v.num)
	case kindString:
		if n := runes(v.text); n < b.low || n > b.high {
			return no
		}
	case kindArray, kindObject:
		out = s.among(b, v, r)
	}
	for _, q := range b.is {
		out = and(out, s.p.predicates[q].holds(v, r))
	}
	for _, q := range b.isnt {
		out = and(out, s.p.predicates[q].holds(v, r).not())
	}
	return out
}

// among says whether an array or an object of an enum is in a branch, which it is if it is in the literals of it.
func (s *solver) among(b *branch, v *value, r reading) truth {
	e := evaluation{p: s.p, reading: r, steps: 10_000}
	out := e.all(b.seen, v)
	s.spend(10_000 - e.steps)
	return out
}
