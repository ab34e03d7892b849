package include

import (
	"math/big"
)

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
