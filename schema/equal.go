package schema

import (
	"bytes"
	"math/big"
	"strconv"
	"strings"
)

// Equal reports whether a and b are the same JSON value: member names are unordered, numbers are compared by value and
// strings after decoding. Two nil nodes are equal; nil and a value are not.
func Equal(a, b *Node) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case Object:
		return equalMembers(a, b)
	case Array:
		for i, item := range a.items {
			if !Equal(item, b.items[i]) {
				return false
			}
		}
		return true
	case Number:
		return bytes.Equal(a.raw, b.raw) || CanonicalNumber(a.raw) == CanonicalNumber(b.raw)
	case String:
		return equalStrings(a.raw, b.raw)
	}
	return bytes.Equal(a.raw, b.raw)
}

func equalStrings(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if bytes.IndexByte(a, '\\') < 0 && bytes.IndexByte(b, '\\') < 0 {
		return false
	}
	// Ill-formed strings decode with losses, so two different ones could come out the same.
	if !wellFormed(a) || !wellFormed(b) {
		return false
	}
	s, _ := (&Node{kind: String, raw: a}).Text()
	t, _ := (&Node{kind: String, raw: b}).Text()
	return s == t
}

// equalMembers compares two objects of the same length. Names that occur more than once, which only a lenient parse
// lets in, must have the same values in the same order.
func equalMembers(a, b *Node) bool {
	const few = 8
	if len(a.members) <= few {
		for i, m := range a.members {
			other := nth(b.members, m.name, count(a.members[:i], m.name))
			if other == nil || !Equal(m.value, other) {
				return false
			}
		}
		return true
	}
	values := make(map[string][]*Node, len(b.members))
	for _, m := range b.members {
		values[m.name] = append(values[m.name], m.value)
	}
	for _, m := range a.members {
		left := values[m.name]
		if len(left) == 0 || !Equal(m.value, left[0]) {
			return false
		}
		values[m.name] = left[1:]
	}
	return true
}

func count(ms []member, name string) (n int) {
	for _, m := range ms {
		if m.name == name {
			n++
		}
	}
	return n
}

// nth returns the value of the member number k, counted from 0, that has this name.
func nth(ms []member, name string, k int) *Node {
	for _, m := range ms {
		if m.name == name {
			if k == 0 {
				return m.value
			}
			k--
		}
	}
	return nil
}

// CanonicalNumber returns one spelling for all JSON spellings of a number: the digits without leading and trailing
// zeros, an e and the power of ten that they are multiplied by, so 1200, 1.2e3 and 12e2 all give 12e2. It never expands
// an exponent, so 1e999999999 costs nothing. Negative zero is zero.
func CanonicalNumber(raw []byte) string {
	s, negative := strings.CutPrefix(string(raw), "-")
	mantissa, exponent := s, "0"
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	kept := strings.TrimRight(digits, "0")
	if kept == "" {
		return "0e0"
	}
	shift := len(digits) - len(kept) - len(fraction)
	if negative {
		kept = "-" + kept
	}
	return kept + "e" + plusInt(exponent, shift)
}

// plusInt adds a small number to a decimal number of any length.
func plusInt(s string, d int) string {
	s = strings.TrimPrefix(s, "+")
	if v, err := strconv.ParseInt(s, 10, 32); err == nil {
		return strconv.FormatInt(v+int64(d), 10)
	}
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return s
	}
	return v.Add(v, big.NewInt(int64(d))).String()
}
