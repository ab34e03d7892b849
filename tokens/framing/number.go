package framing

import (
	"bytes"
	"math"
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// spelled says how a language spells a number that it has read from JSON. All of them write the
// fewest digits that read back as the same double; they differ in when they use an exponent.
type spelled struct {
	// The decimal point may stand behind low to high digits, low excluded, before an exponent is used.
	low, high int
	whole     string // behind a float without a fraction
	plus      string // sign of a positive exponent
	width     int    // least digits of an exponent
	// doubles says that integers are floats too. Where they are not, one that the language cannot
	// hold exactly becomes a float.
	doubles bool
	bits    int // of the widest integer; 0 is any
	minus0  string
	inf     string // an overflow; empty is as the schema spells it
}

// The languages. Sources: float.__repr__ of CPython, Number::toString of ECMAScript, and the
// display of serde_json's numbers, which for -0 is that of the Python which hands it schemas.
var (
	python     = spelled{low: -4, high: 16, whole: ".0", plus: "+", width: 2, minus0: "0", inf: "Infinity"}
	javaScript = spelled{low: -6, high: 21, plus: "+", width: 1, doubles: true, minus0: "0", inf: "Infinity"}
	rust       = spelled{low: -5, high: 16, whole: ".0", width: 1, bits: 64, minus0: "0"}
)

// append appends a number.
func (l *spelled) append(dst []byte, n *schema.Node) []byte {
	raw := n.Raw()
	if string(raw) == "-0" {
		return append(dst, l.minus0...)
	}
	if !bytes.ContainsAny(raw, ".eE") && !l.doubles && l.fits(string(raw)) {
		return append(dst, raw...)
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		if !math.IsInf(f, 0) || l.inf == "" {
			return append(dst, raw...)
		}
		if f < 0 {
			dst = append(dst, '-')
		}
		return append(dst, l.inf...)
	}
	return l.float(dst, f)
}

func (l *spelled) fits(integer string) bool {
	if l.bits == 0 {
		return true
	}
	_, unsigned := strconv.ParseUint(integer, 10, l.bits)
	_, signed := strconv.ParseInt(integer, 10, l.bits)
	return unsigned == nil || signed == nil
}

func (l *spelled) float(dst []byte, f float64) []byte {
	if f == 0 {
		if math.Signbit(f) && l.whole != "" {
			dst = append(dst, '-')
		}
		return append(append(dst, '0'), l.whole...)
	}
	if f < 0 {
		dst, f = append(dst, '-'), -f
	}
	// The digits and where the point belongs; strconv's own choice of an exponent is another one.
	var room [32]byte
	mantissa, exponent, _ := bytes.Cut(strconv.AppendFloat(room[:0], f, 'e', -1, 64), []byte("e"))
	power, err := strconv.Atoi(string(exponent))
	if err != nil { // strconv always writes one
		return append(dst, mantissa...)
	}
	digits := append(make([]byte, 0, 17), mantissa[0])
	if len(mantissa) > 2 {
		digits = append(digits, mantissa[2:]...)
	}
	point := power + 1 // digits before the decimal point
	switch {
	case point <= l.low || point > l.high:
		dst = append(dst, digits[0])
		if len(digits) > 1 {
			dst = append(append(dst, '.'), digits[1:]...)
		}
		dst = append(dst, 'e')
		if power < 0 {
			dst, power = append(dst, '-'), -power
		} else {
			dst = append(dst, l.plus...)
		}
		if power < 10 && l.width > 1 {
			dst = append(dst, '0')
		}
		return strconv.AppendInt(dst, int64(power), 10)
	case point <= 0:
		dst = append(append(dst, "0."...), bytes.Repeat([]byte("0"), -point)...)
		return append(dst, digits...)
	case point < len(digits):
		dst = append(append(dst, digits[:point]...), '.')
		return append(dst, digits[point:]...)
	}
	dst = append(append(dst, digits...), bytes.Repeat([]byte("0"), point-len(digits))...)
	return append(dst, l.whole...)
}
