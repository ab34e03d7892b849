package include

import (
	"math/big"
	"slices"
)

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

// excludes reports whether a number is one of the values that are kept out.
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
	// Now it is about integers: multiples of step, by how many steps they are.
	first, last := ends(m, step)
	if first != nil && last != nil && first.Cmp(last) > 0 {
		return found{status: empty}
	}
	const tries = 1000
	// Witnesses that people look at are better off near zero.
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

// lower is the smaller of two.
func lower(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// upper is the larger of two.
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

// floor is the largest integer that is not above a fraction, which for negative ones is not what cutting off gives.
func floor(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the denominator is positive
}
