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

func (m numbers) fork() numbers {
	m.multiples, m.not = slices.Clip(m.multiples), slices.Clip(m.not)
	return m
}

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
	if r.IsInt() && (m.strict || m.strictlyNot) {
		if m.strict && m.strictlyNot {
			return no
		}
		return maybe
	}
	return yes
}

// maxBits bounds the numbers that are calculated with.
const maxBits = 20_000

// lcm is the least positive number that is a multiple of both, or nil if it gets too long.
func lcm(a, b *big.Rat) *big.Rat {
	// For fractions in lowest terms: the least common multiple of the numerators over the greatest common divisor of
	// the denominators.
	top := new(big.Int).GCD(nil, nil, a.Num(), b.Num())
	top.Mul(new(big.Int).Quo(a.Num(), top), b.Num())
	bottom := new(big.Int).GCD(nil, nil, a.Denom(), b.Denom())
	if top.BitLen() > maxBits || bottom.BitLen() > maxBits {
		return nil
	}
	return new(big.Rat).SetFrac(top, bottom)
}

func (s *solver) number(b *branch) found {
	m := &b.numbers
	if m.strict && m.strictlyNot {
		return found{status: empty}
	}
	if m.strictlyNot {
		// To accept an integer in one spelling only is more than a JSON value can say: one without fraction is needed.
		weaker := *b
		weaker.numbers.strictlyNot = false
		weaker.numbers.not = append(slices.Clip(m.not), big.NewRat(1, 1))
		if f := s.number(&weaker); f.status != empty {
			return f
		}
		return s.unsettled(obstacle("", "whether 1.0 is an integer depends on the validator in draft 4"))
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

func (b *branch) excludes(r *big.Rat) bool {
	return slices.ContainsFunc(b.excluded, func(v *value) bool { return v.num.Cmp(r) == 0 })
}

// grid looks for a multiple of step.
func (s *solver) grid(b *branch, step *big.Rat) found {
	m := &b.numbers
	period := big.NewInt(1) // of the multiples to leave out, in steps
	for _, k := range m.not {
		l := lcm(step, k)
		if l == nil {
			return s.unsettled(obstacle("", "a common multiple has too many digits"))
		}
		every := new(big.Int).Quo(new(big.Rat).Quo(l, step).Num(), big.NewInt(1))
		if every.IsInt64() && every.Int64() == 1 {
			return found{status: empty} // all of them
		}
		gcd := new(big.Int).GCD(nil, nil, period, every)
		if period.Mul(period, new(big.Int).Quo(every, gcd)); period.BitLen() > maxBits {
			return s.unsettled(obstacle("", "a common multiple has too many digits"))
		}
	}
	first, last := ends(m, step)
	if first != nil && last != nil && first.Cmp(last) > 0 {
		return found{status: empty}
	}
	const tries = 1000
	from, by := big.NewInt(0), int64(1)
	switch {
	case first != nil && (first.Sign() > 0 || last == nil):
		from = first
	case last != nil && last.Sign() < 0:
		from, by = last, -1
	}
	good := func(k *big.Int) *big.Rat {
		r := new(big.Rat).Mul(step, new(big.Rat).SetInt(k))
		if m.hold(r) != no && !b.excludes(r) {
			return r
		}
		return nil
	}
	// Small ones first, then in both directions, which reaches everything if the range is short.
	for i := int64(0); i < tries+2*int64(len(b.excluded)); i++ {
		if !s.spend(1 + len(b.excluded)/8) {
			return s.unsettled(nil)
		}
		up := new(big.Int).Add(from, big.NewInt(by*i))
		down := new(big.Int).Sub(from, big.NewInt(by*i))
		if r := good(up); r != nil {
			return found{status: inhabited, val: number(r)}
		}
		if r := good(down); r != nil {
			return found{status: inhabited, val: number(r)}
		}
		if first != nil && last != nil && lower(up, down).Cmp(first) <= 0 && upper(up, down).Cmp(last) >= 0 {
			return found{status: empty}
		}
	}
	// One more than a multiple of the period is none of those to leave out.
	k := new(big.Int).Add(new(big.Int).Mul(new(big.Int).Quo(from, period), period), big.NewInt(1))
	if last != nil && first == nil {
		by = -1
	}
	for i := 0; i <= len(b.excluded)+2; i++ {
		if r := good(k); r != nil {
			return found{status: inhabited, val: number(r)}
		}
		k = new(big.Int).Add(k, new(big.Int).Mul(period, big.NewInt(by)))
	}
	return s.unsettled(obstacle("", "a number that fits several multiples was not found"))
}

func lower(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func upper(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

// ends returns the first and the last multiple of step within the bounds, in steps; nil is no end.
func ends(m *numbers, step *big.Rat) (first, last *big.Int) {
	one := big.NewInt(1)
	if m.low != nil {
		q := new(big.Rat).Quo(m.low.Value, step)
		first = floor(q)
		if !q.IsInt() || m.low.Exclusive {
			first.Add(first, one)
		}
	}
	if m.high != nil {
		q := new(big.Rat).Quo(m.high.Value, step)
		last = floor(q)
		if q.IsInt() && m.high.Exclusive {
			last.Sub(last, one)
		}
	}
	return first, last
}

func floor(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the denominator is positive
}

// dense looks for a number between bounds. What is left out has gaps everywhere, so there is one unless the bounds meet.
func (s *solver) dense(b *branch) found {
	m := &b.numbers
	low, high := new(big.Rat), new(big.Rat)
	switch one := big.NewRat(1, 1); {
	case m.low != nil && m.high != nil:
		low.Set(m.low.Value)
		high.Set(m.high.Value)
	case m.low != nil:
		low.Set(m.low.Value)
		high.Add(low, one)
	case m.high != nil:
		high.Set(m.high.Value)
		low.Sub(high, one)
	default:
		high.Set(one)
	}
	point := low.Cmp(high) == 0
	try := func(r *big.Rat) bool { return m.hold(r) != no && !b.excludes(r) }
	start := new(big.Rat).SetInt(floor(low))
	for i := int64(0); i < 4; i++ {
		if r := new(big.Rat).Add(start, big.NewRat(i, 1)); try(r) {
			return found{status: inhabited, val: number(r)}
		}
	}
	for _, r := range []*big.Rat{low, high} {
		if try(r) {
			return found{status: inhabited, val: number(r)}
		}
	}
	if point {
		return found{status: empty}
	}
	width := new(big.Rat).Sub(high, low)
	for n := int64(2); n < 2+int64(len(b.excluded))+200; n++ {
		if !s.spend(1 + len(b.excluded)/8) {
			return s.unsettled(nil)
		}
		// Halves, quarters, … of the width, each with a few places, are no multiples of anything for long.
		part := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(n%60)+1))
		part.Mul(part, big.NewRat(n/60*2+1, 1))
		if part.Cmp(big.NewRat(1, 1)) >= 0 {
			continue
		}
		if r := part.Add(low, part.Mul(part, width)); try(r) {
			return found{status: inhabited, val: number(r)}
		}
	}
	return s.unsettled(obstacle("", "a number between two bounds was not found"))
}
