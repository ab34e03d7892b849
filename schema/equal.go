package schema

import (
	"strconv"
	"strings"
)

// Equal reports whether a and b are the same JSON value: member names are unordered, numbers are compared by value and
// strings after decoding. Two nil nodes are equal; nil and a value are not.
func Equal(a, b *Node) bool {
	if a == b {
		return true
	}
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case Invalid:
		return (a == nil) == (b == nil)
	case Object:
		return equalMembers(a.members, b.members)
	case Array:
		for i, item := range a.items {
			if !Equal(item, b.items[i]) {
				return false
			}
		}
		return true
	case Number:
		return a.raw == b.raw || canonicalNumber(a.raw) == canonicalNumber(b.raw)
	case String:
		return equalStrings(a.raw, b.raw)
	}
	return a.raw == b.raw
}

func equalStrings(a, b string) bool {
	if a == b {
		return true
	}
	if strings.IndexByte(a, '\\') < 0 && strings.IndexByte(b, '\\') < 0 {
		return false
	}
	// Ill-formed strings decode with losses, so two different ones could come out the same.
	return wellFormed(a) && wellFormed(b) && unquote(a) == unquote(b)
}

// equalMembers compares two objects of the same length. Names that occur more than once, which only a lenient parse
// lets in, must have the same values in the same order.
func equalMembers(a, b []member) bool {
	// Nearly always the order is the same on both sides.
	same := 0
	for same < len(a) && a[same].key() == b[same].key() {
		if !Equal(a[same].value, b[same].value) {
			return false
		}
		same++
	}
	a, b = a[same:], b[same:]
	const few = 8
	if len(a) <= few {
		for i := range a {
			key := a[i].key()
			other := nth(b, key, count(a[:i], key))
			if other == nil || !Equal(a[i].value, other.value) {
				return false
			}
		}
		return true
	}
	values := make(map[string][]*Node, len(b))
	for i := range b {
		key := b[i].key()
		values[key] = append(values[key], b[i].value)
	}
	for i := range a {
		key := a[i].key()
		left := values[key]
		if len(left) == 0 || !Equal(a[i].value, left[0]) {
			return false
		}
		values[key] = left[1:]
	}
	return true
}

func count(ms []member, key string) (n int) {
	for i := range ms {
		if ms[i].key() == key {
			n++
		}
	}
	return n
}

// nth returns the member number k, counted from 0, that has this key, or nil.
func nth(ms []member, key string, k int) *member {
	for i := range ms {
		if ms[i].key() == key {
			if k == 0 {
				return &ms[i]
			}
			k--
		}
	}
	return nil
}

// CanonicalNumber returns one spelling for all JSON spellings of a number: the digits without leading and trailing
// zeros, an e and the power of ten that they are multiplied by, so 1200, 1.2e3 and 12e2 all give 12e2. It never expands
// an exponent, so 1e999999999 costs nothing. Negative zero is zero.
func CanonicalNumber(raw []byte) string { return canonicalNumber(string(raw)) }

func canonicalNumber(s string) string {
	s, negative := strings.CutPrefix(s, "-")
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

// plusInt adds a small number to a decimal number of any length, in time linear in that length: the exponent of a
// hostile document may have a million digits.
func plusInt(s string, d int) string {
	s, negative := strings.CutPrefix(strings.TrimPrefix(s, "+"), "-")
	s = strings.TrimLeft(s, "0")
	if len(s) <= 18 { // fits in 64 bits, whatever the digits
		v, _ := strconv.ParseInt("0"+s, 10, 64)
		if negative {
			v = -v
		}
		return strconv.FormatInt(v+int64(d), 10)
	}
	// The sign stays: no document is as long as 10^18 bytes, so d is smaller than s.
	if negative {
		d = -d
	}
	digits := []byte(s)
	for i := len(digits) - 1; i >= 0 && d != 0; i-- {
		v := int(digits[i]-'0') + d
		d = v / 10
		if v %= 10; v < 0 {
			v += 10
			d--
		}
		digits[i] = byte('0' + v)
	}
	sum := strings.TrimLeft(string(digits), "0")
	if d > 0 {
		sum = strconv.Itoa(d) + string(digits)
	}
	if negative {
		sum = "-" + sum
	}
	return sum
}
