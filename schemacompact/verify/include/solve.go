package include

import (
	"encoding/binary"
	"slices"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// A solver searches for values in one reading of formats. What it calls empty is empty in every reading, unless the
// reading is that formats are ignored.
type solver struct {
	p       *program
	limits  Options
	reading reading
	steps   int
	out     *graph.Obstacle // the budget that is used up, if one is

	memo    map[string]*entry
	open    []*entry // goals in progress, outermost first
	pending []string // goals that are empty if those that were open then, and still are, turn out to be
	bases   map[string]*baseMembers
	texts   map[string]*value
}

// An entry is a goal. While it is in progress, it counts as empty for itself: a value in it that is as small as can be
// does not contain another one.
type entry struct {
	depth int // its place among the open ones, or -1
	low   int // the outermost open goal that the result was assumed to be empty for
	found found
}

// newSolver returns a solver with a full budget. What one has found is of no use in another reading.
func newSolver(p *program, limits Options, r reading) *solver {
	return &solver{p: p, limits: limits, reading: r, steps: limits.Steps,
		memo: map[string]*entry{}, bases: map[string]*baseMembers{}, texts: map[string]*value{}}
}

// spend uses up steps and reports whether there are some left.
func (s *solver) spend(n int) bool {
	if s.steps -= n; s.steps < 0 && s.out == nil {
		s.out = obstacle("", "the search takes more than %d steps", s.limits.Steps)
	}
	return s.out == nil
}

// unsettled is a result that says nothing; without a reason, the budget is the reason.
func (s *solver) unsettled(why *graph.Obstacle) found {
	if why == nil {
		why = s.out
	}
	return found{why: why}
}

// reason returns why something is not settled, for people.
func (s *solver) reason(f found) *graph.Obstacle {
	switch {
	case f.why != nil:
		return f.why
	case s.out != nil:
		return s.out
	case f.status == inhabited && f.val == nil:
		return obstacle("", "there is a difference, but every instance that shows it is too large")
	}
	return nil
}

// normal sorts a goal and drops what says nothing; contradiction is true if nothing can be in it.
func (s *solver) normal(goal []lit) (out []lit, contradiction bool) {
	out = slices.Clone(goal)
	slices.Sort(out)
	out = slices.Compact(out)
	for i, l := range out {
		if l == neg(s.p.always) || l == pos(s.p.never) || i > 0 && out[i-1] == l-1 && l.negative() {
			return nil, true
		}
	}
	return slices.DeleteFunc(out, func(l lit) bool { return l == pos(s.p.always) || l == neg(s.p.never) }), false
}

// solve looks for a value that is in all literals of a goal.
func (s *solver) solve(goal []lit) found {
	goal, contradiction := s.normal(goal)
	if contradiction {
		return found{status: empty}
	}
	if !s.spend(1 + len(goal)) {
		return s.unsettled(nil)
	}
	raw := make([]byte, 0, 3*len(goal))
	for _, l := range goal {
		raw = binary.AppendUvarint(raw, uint64(l))
	}
	key := string(raw)
	if e, ok := s.memo[key]; ok {
		if e.depth >= 0 { // it is being worked on, further out
			s.assume(e.depth)
			return found{status: empty}
		}
		s.assume(e.low)
		return e.found
	}
	if len(s.open) >= s.limits.Depth {
		return s.unsettled(obstacle("", "goals are nested more than %d deep", s.limits.Depth))
	}
	e := &entry{depth: len(s.open), low: len(s.open)}
	before := len(s.pending)
	s.memo[key] = e // before it is worked on, so that it is found from inside
	s.open = append(s.open, e)
	f := s.attempt(goal)
	s.open = s.open[:e.depth]
	if f.status == empty && s.out != nil {
		f = s.unsettled(nil) // not all was looked at
	}
	rests := e.low < e.depth
	e.found, e.depth = f, -1
	switch {
	case f.status != empty:
		// What was found empty inside, and rests on something that is open, may rest on this, which is not empty.
		for _, k := range s.pending[before:] {
			delete(s.memo, k)
		}
		s.pending = s.pending[:before]
		e.low = settled
	case rests:
		// It is empty if the outer goal is. Until that is known, the outer one answers for it, too.
		s.assume(e.low)
		s.pending = append(s.pending, key)
	default:
		// They are empty together: a smallest value in any of them would need one in another.
		for _, k := range s.pending[before:] {
			s.memo[k].low = settled
		}
		s.pending = s.pending[:before]
		e.low = settled
	}
	return f
}

// settled is the low of a result that rests on no assumption.
const settled = 1 << 30

// assume notes that the innermost open goal rests on one further out.
func (s *solver) assume(low int) {
	if len(s.open) > 0 {
		top := s.open[len(s.open)-1]
		top.low = min(top.low, low)
	}
}
