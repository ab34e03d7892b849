package graph

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// maxDigits bounds the spelling of a number and the power of ten in it: 1e1000000 is seven letters and a number of a
// megabyte.
const maxDigits = 4096

// rational returns the value of a number, or nil if it is none or too long to calculate with.
func rational(n *schema.Node) *big.Rat {
	if n.Kind() != schema.Number {
		return nil
	}
	raw := string(n.Raw())
	if len(raw) > maxDigits {
		return nil
	}
	if i := strings.IndexAny(raw, "eE"); i >= 0 {
		if e, err := strconv.Atoi(raw[i+1:]); err != nil || e > maxDigits || e < -maxDigits {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(raw)
	if !ok {
		return nil
	}
	return r
}

// whole returns the value of a count under a draft, or nil. Draft 4 has no integers that are spelled with a fraction.
func whole(n *schema.Node, draft Draft) *big.Int {
	r := rational(n)
	if r == nil || !r.IsInt() || r.Sign() < 0 || draft == Draft4 && strings.ContainsAny(string(n.Raw()), ".eE") {
		return nil
	}
	return r.Num()
}

// readable returns the value of a string. A replacement character may stand for ill-formed text of any kind, so a string
// that has one is not known.
func readable(n *schema.Node) (string, bool) {
	s, ok := n.Text()
	return s, ok && !strings.ContainsRune(s, utf8.RuneError)
}

// appendKey appends a text to dst that two values have in common only if they are the same JSON value. False means that the
// value cannot be read with certainty. Numbers are compared by value, 1 and 1.0 are one; true is no number.
func appendKey(dst []byte, n *schema.Node) ([]byte, bool) {
	switch n.Kind() {
	case schema.Null, schema.Bool:
		return append(dst, n.Raw()...), true
	case schema.Number:
		return append(dst, schema.CanonicalNumber(n.Raw())...), true
	case schema.String:
		s, ok := readable(n)
		return strconv.AppendQuote(dst, s), ok
	case schema.Array:
		dst = append(dst, '[')
		for _, item := range n.Items() {
			var ok bool
			if dst, ok = appendKey(dst, item); !ok {
				return dst, false
			}
			dst = append(dst, ',')
		}
		return append(dst, ']'), true
	case schema.Object:
		members := make([]string, 0, n.Len())
		for name, value := range n.Members() {
			member, ok := appendKey(append(strconv.AppendQuote(nil, name), ':'), value)
			if !ok {
				return dst, false
			}
			members = append(members, string(member))
		}
		slices.Sort(members)
		dst = append(dst, '{')
		for _, m := range members {
			dst = append(append(dst, m...), ',')
		}
		return append(dst, '}'), true
	}
	return dst, false
}

// key is appendKey for a single value.
func key(n *schema.Node) (string, bool) {
	k, ok := appendKey(nil, n)
	return string(k), ok
}

// distinct returns the values of a list without repetitions, and whether it had any.
func distinct(list *schema.Node) (out []*schema.Node, keys []string, repeats, ok bool) {
	seen := make(map[string]bool, list.Len())
	for _, v := range list.Items() {
		k, ok := key(v)
		if !ok {
			return nil, nil, false, false
		}
		if seen[k] {
			repeats = true
			continue
		}
		seen[k] = true
		out, keys = append(out, v), append(keys, k)
	}
	return out, keys, repeats, true
}

// names returns the strings of a list that must be distinct.
func names(list *schema.Node) ([]string, bool) {
	if list.Kind() != schema.Array {
		return nil, false
	}
	seen := make(map[string]bool, list.Len())
	out := make([]string, 0, list.Len())
	for _, v := range list.Items() {
		s, ok := readable(v)
		if !ok || seen[s] {
			return nil, false
		}
		seen[s] = true
		out = append(out, s)
	}
	return out, true
}

// typesOf returns the set that a value of type names, or 0 if it is none.
func typesOf(n *schema.Node) Types {
	if s, ok := n.Text(); ok {
		return typeNamed(s)
	}
	all, ok := names(n)
	if !ok {
		return 0
	}
	var out Types
	for _, s := range all {
		t := typeNamed(s)
		if t == 0 {
			return 0
		}
		out |= t
	}
	return out
}

// typeNamed returns the set of a type name, or 0. Integers are numbers.
func typeNamed(s string) Types {
	switch s {
	case "null":
		return Null
	case "boolean":
		return Boolean
	case "object":
		return Object
	case "array":
		return Array
	case "number":
		return Number | Integer
	case "integer":
		return Integer
	case "string":
		return String
	}
	return 0
}
