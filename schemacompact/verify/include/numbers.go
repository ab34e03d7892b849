package include

import (
	"math/big"
	"slices"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// numbers are the demands on a number.
type numbers struct {
	low, high   *graph.Bound
	multiples   []*big.Rat
	not         []*big.Rat // no multiple of these
	strict      bool       // integer is demanded, and may mean the spelling
	strictlyNot bool       // no integer is demanded, by a schema whose integer may mean the spelling
}

// fork returns a copy whose growth is not seen by the original.
func (m numbers) fork() numbers {
	m.multiples, m.not = slices.Clip(m.multiples), slices.Clip(m.not)
	return m
}

// demand takes the keywords of a node for numbers in. An integer is a multiple of one, whatever its spelling.
func (m *numbers) demand(n *node) {
	m.narrow(n.minimum, n.maximum)
	if n.multiple != nil {
		m.multiples = append(m.multiples, n.multiple)
	}
	if n.types&graph.Number == 0 {
		m.multiples = append(m.multiples, big.NewRat(1, 1))
		m.strict = m.strict || n.strict
	}
}

// narrow takes bounds in; of two that are equal the exclusive one is the stricter.
func (m *numbers) narrow(low, high *graph.Bound) {
	if low != nil {
		if m.low == nil {
			m.low = low
		} else if c := low.Value.Cmp(m.low.Value); c > 0 || c == 0 && low.Exclusive {
			m.low = low
		}
	}
	if high != nil {
		if m.high == nil {
			m.high = high
		} else if c := high.Value.Cmp(m.high.Value); c < 0 || c == 0 && high.Exclusive {
			m.high = high
		}
	}
}

// refuse takes the opposite of one keyword in. The opposite of a bound is the opposite bound at the same place, exclusive
// if the bound is not.
func (m *numbers) refuse(it item) {
	n := it.node
	switch it.op {
	case opNotInteger:
		if n.strict {
			m.strictlyNot = true
			return
		}
		m.not = append(m.not, big.NewRat(1, 1))
	case opBelow:
		m.narrow(nil, &graph.Bound{Value: n.minimum.Value, Exclusive: !n.minimum.Exclusive})
	case opAbove:
		m.narrow(&graph.Bound{Value: n.maximum.Value, Exclusive: !n.maximum.Exclusive}, nil)
	case opNotMultiple:
		m.not = append(m.not, n.multiple)
	}
}

// inside reports whether a number is within the bounds.
func (m *numbers) inside(r *big.Rat) bool {
	if m.low != nil {
		if c := r.Cmp(m.low.Value); c < 0 || c == 0 && m.low.Exclusive {
			return false
		}
	}
	if m.high != nil {
		if c := r.Cmp(m.high.Value); c > 0 || c == 0 && m.high.Exclusive {
			return false
		}
	}
	return true
}

// hold says whether a number fulfils all that is demanded in a spelling of it. The one without a fraction is an integer to
// everybody.
func (m *numbers) hold(r *big.Rat) truth {
	if !m.inside(r) {
		return no
	}
	for _, k := range m.multiples {
		if !isMultiple(r, k) {
			return no
		}
	}
	for _, k := range m.not {
		if isMultiple(r, k) {
			return no
		}
	}
	switch {
	case !m.strictlyNot || !r.IsInt():
		return yes
	case m.strict: // whatever it means, it is the same in both
		return no
	}
	return maybe
}

// number looks for a number. Without predicates this is decided completely: either there is a common step, and the
// multiples of it are counted, or there is none, and only bounds that meet leave nothing.
func (s *solver) number(b *branch) found {
	m := &b.numbers
	if m.strict && m.strictlyNot {
		return found{status: empty}
	}
	if m.strictlyNot {
		weaker := *b
		weaker.numbers.strictlyNot = false
		if f := s.number(&weaker); f.status == empty {
			return f
		}
		// An integer would do in one of its spellings, and for some validators. What has a fraction does for all.
		weaker.numbers.not = append(slices.Clip(m.not), big.NewRat(1, 1))
		if f := s.number(&weaker); f.status != empty {
			return f
		}
		return s.unsettled(spelled())
	}
	if m.low != nil && m.high != nil {
		if c := m.low.Value.Cmp(m.high.Value); c > 0 || c == 0 && (m.low.Exclusive || m.high.Exclusive) {
			return found{status: empty}
		}
	}
	if len(m.multiples) == 0 {
		return s.dense(b)
	}
	step := m.multiples[0]
	for _, k := range m.multiples[1:] {
		if step = lcm(step, k); step == nil || !s.spend(1) {
			return s.unsettled(obstacle("", "a common multiple has too many digits"))
		}
	}
	return s.grid(b, step)
}

// spelled is the reason for what depends on how a number is spelled.
func spelled() *graph.Obstacle {
	return obstacle("", "whether 1.0 is an integer depends on the validator in draft 4")
}
