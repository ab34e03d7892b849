package trial

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// maxDigits bounds the numbers that are calculated with: an exponent is never written out beyond it.
const maxDigits = 400

// maxMultiples is how many multipleOf at one place are looked at together.
const maxMultiples = 4

// ratOf returns the value of a number, or nil for what is none or is too long to calculate with.
func ratOf(n *schema.Node) *big.Rat {
	if n.Kind() != schema.Number {
		return nil
	}
	digits, exponent, _ := strings.Cut(schema.CanonicalNumber(n.Raw()), "e")
	if exponent != "" {
		if e, err := strconv.Atoi(exponent); err != nil || e > maxDigits || e < -maxDigits {
			return nil
		}
	}
	if len(digits) > maxDigits {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(n.Raw()))
	if !ok {
		return nil
	}
	return r
}

// ratText writes a number as JSON. Those without a finite decimal form do not come up: all are sums of decimals, and
// halves of them.
func ratText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	n, _ := r.FloatPrec()
	return strings.TrimSuffix(r.FloatString(n), ".")
}

func add(r *big.Rat, by *big.Rat) *big.Rat { return new(big.Rat).Add(r, by) }
func sub(r *big.Rat, by *big.Rat) *big.Rat { return new(big.Rat).Sub(r, by) }
func half(r *big.Rat) *big.Rat             { return new(big.Rat).Quo(r, big.NewRat(2, 1)) }
func one() *big.Rat                        { return big.NewRat(1, 1) }

// ceil returns the smallest multiple of step that is not below r.
func ceil(r, step *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(r, step)
	// Div rounds towards minus infinity for a positive divisor.
	n := new(big.Int).Div(new(big.Int).Neg(q.Num()), q.Denom())
	return new(big.Rat).Mul(new(big.Rat).SetInt(n.Neg(n)), step)
}

// An interval is what the numeric keywords leave of the numbers.
type interval struct {
	low, high       *big.Rat // nil if open
	lowOut, highOut bool     // the bound itself is out
	multiples       []*big.Rat
	integer         bool // nothing else
}

// atLeast raises the lower end, if it is below.
func (in *interval) atLeast(r *big.Rat, out bool) {
	if in.low == nil || r.Cmp(in.low) > 0 || r.Cmp(in.low) == 0 && out {
		in.low, in.lowOut = r, out
	}
}

// atMost lowers the upper end, if it is above.
func (in *interval) atMost(r *big.Rat, out bool) {
	if in.high == nil || r.Cmp(in.high) < 0 || r.Cmp(in.high) == 0 && out {
		in.high, in.highOut = r, out
	}
}

// step is the distance between neighbours that are worth trying.
func (in *interval) step() *big.Rat {
	step := one()
	if len(in.multiples) > 0 {
		step = in.multiples[0]
		for _, m := range in.multiples[1:min(len(in.multiples), maxMultiples)] {
			if ceil(step, m).Cmp(step) != 0 { // no multiple of it: their product is, unless they are no integers
				step = new(big.Rat).Mul(step, m)
			}
		}
		if in.integer && !step.IsInt() {
			step = new(big.Rat).SetInt(step.Num())
		}
	} else if !in.integer && in.low != nil && in.high != nil {
		if width := sub(in.high, in.low); width.Sign() > 0 && width.Cmp(step) <= 0 {
			step = half(half(width))
		}
	}
	return step
}

// pick returns number n, counted from 0, inside the interval; the last if there are fewer, as far as that is easy to tell.
func (in *interval) pick(n int) *big.Rat {
	step := in.step()
	by := new(big.Rat).Mul(step, big.NewRat(int64(n), 1))
	aligned := len(in.multiples) > 0 || in.integer
	var r *big.Rat
	switch {
	case in.low != nil:
		r = in.low
		if aligned {
			r = ceil(r, step)
		}
		if in.lowOut && r.Cmp(in.low) == 0 {
			r = add(r, step)
		}
		if r = add(r, by); in.high != nil && r.Cmp(in.high) > 0 {
			r = in.high
		}
	case in.high != nil:
		r = in.high
		if aligned {
			r = new(big.Rat).Neg(ceil(new(big.Rat).Neg(r), step))
		}
		if in.highOut && r.Cmp(in.high) == 0 {
			r = sub(r, step)
		}
		r = sub(r, by)
	default:
		r = add(step, by) // 1 tells more than 0, which is a multiple of everything
	}
	return r
}
