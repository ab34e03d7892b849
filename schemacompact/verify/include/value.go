package include

import (
	"errors"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A kind is one of the six kinds of JSON value.
type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
	kinds
)

// A value is a JSON value. Values are shared and never changed.
type value struct {
	kind  kind
	truth bool
	num   *big.Rat
	text  string
	names []string // of an object, sorted
	items []*value // of an array, or what stands at the names
	size  int      // values in it, itself included
	id    string   // see key
}

// maxSize is how many values a witness may hold. Shared parts make small graphs of values that are huge as text.
const maxSize = 50_000

func scalar(k kind) *value        { return &value{kind: k, size: 1} }
func boolean(b bool) *value       { return &value{kind: kindBool, truth: b, size: 1} }
func number(r *big.Rat) *value    { return &value{kind: kindNumber, num: r, size: 1} }
func textValue(s string) *value   { return &value{kind: kindString, text: s, size: 1} }
func (v *value) get(i int) *value { return v.items[i] }

// array returns nil if the value would be too large.
func array(items []*value) *value {
	v := &value{kind: kindArray, items: items, size: 1}
	for _, item := range items {
		if v.size += item.size; v.size > maxSize {
			return nil
		}
	}
	return v
}

// object returns nil if the value would be too large.
func object(members map[string]*value) *value {
	v := &value{kind: kindObject, size: 1, names: make([]string, 0, len(members))}
	for name := range members {
		v.names = append(v.names, name)
	}
	sort.Strings(v.names)
	for _, name := range v.names {
		v.items = append(v.items, members[name])
		if v.size += members[name].size; v.size > maxSize {
			return nil
		}
	}
	return v
}

// member returns what stands at a name, or nil.
func (v *value) member(name string) *value {
	if i, ok := slices.BinarySearch(v.names, name); ok {
		return v.items[i]
	}
	return nil
}

// key returns a text that is the same for values that are the same.
func (v *value) key() string {
	if v.id == "" {
		v.id = string(v.appendKey(nil))
	}
	return v.id
}

func (v *value) appendKey(dst []byte) []byte {
	switch v.kind {
	case kindNull:
		return append(dst, 'n')
	case kindBool:
		return strconv.AppendBool(dst, v.truth)
	case kindNumber:
		return append(append(append(dst, '#'), v.num.RatString()...), ';')
	case kindString:
		return appendText(dst, v.text)
	}
	dst = append(dst, "[{"[v.kind-kindArray])
	for i, item := range v.items {
		if v.kind == kindObject {
			dst = appendText(dst, v.names[i])
		}
		dst = item.appendKey(dst)
	}
	return append(dst, ']')
}

// appendText appends a string so that nothing that follows can be taken for a part of it.
func appendText(dst []byte, s string) []byte {
	dst = strconv.AppendInt(append(dst, '"'), int64(len(s)), 10)
	return append(append(dst, ':'), s...)
}

// appendJSON appends compact JSON. It reports false for a number that no decimal fraction is equal to.
func (v *value) appendJSON(dst []byte) (out []byte, ok bool) {
	switch v.kind {
	case kindNull:
		return append(dst, "null"...), true
	case kindBool:
		return strconv.AppendBool(dst, v.truth), true
	case kindNumber:
		text, ok := decimal(v.num)
		return append(dst, text...), ok
	case kindString:
		return schema.NewString(v.text).Append(dst), true
	}
	dst = append(dst, "[{"[v.kind-kindArray])
	for i, item := range v.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		if v.kind == kindObject {
			dst = append(schema.NewString(v.names[i]).Append(dst), ':')
		}
		if dst, ok = item.appendJSON(dst); !ok {
			return dst, false
		}
	}
	return append(dst, "]}"[v.kind-kindArray]), true
}

func decimal(r *big.Rat) (string, bool) {
	if r.IsInt() {
		return r.Num().String(), true
	}
	digits := 0
	rest := new(big.Int).Set(r.Denom())
	for _, prime := range []*big.Int{big.NewInt(2), big.NewInt(5)} {
		count, q, m := 0, new(big.Int), new(big.Int)
		for {
			if q.QuoRem(rest, prime, m); m.Sign() != 0 {
				break
			}
			rest.Set(q)
			count++
		}
		digits = max(digits, count)
	}
	if rest.Cmp(big.NewInt(1)) != 0 {
		return "", false
	}
	return r.FloatString(digits), true
}

var (
	errNumber = errors.New("a number has too many digits to calculate with")
	errText   = errors.New("a string is, or may be, no well-formed Unicode")
	errTwice  = errors.New("an object has two members with the same name")
	errNone   = errors.New("there is no JSON value")
)

// maxDigits bounds the digits and the exponent of a number.
const maxDigits = 2000

// read reads a value of a document.
func read(n *schema.Node) (*value, error) {
	switch n.Kind() {
	case schema.Null:
		return scalar(kindNull), nil
	case schema.Bool:
		b, _ := n.Bool()
		return boolean(b), nil
	case schema.Number:
		text := schema.CanonicalNumber(n.Raw())
		digits, exponent, _ := strings.Cut(text, "e")
		if e, err := strconv.Atoi(exponent); err != nil || len(digits) > maxDigits || e > maxDigits || e < -maxDigits {
			return nil, errNumber
		}
		r, ok := new(big.Rat).SetString(text)
		if !ok {
			return nil, errNumber
		}
		return number(r), nil
	case schema.String:
		s, _ := n.Text()
		if !wellFormed(s) {
			return nil, errText
		}
		return textValue(s), nil
	case schema.Array:
		v := &value{kind: kindArray, size: 1}
		for _, item := range n.Items() {
			i, err := read(item)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, i)
			v.size += i.size
		}
		return v, nil
	case schema.Object:
		members := make(map[string]*value, n.Len())
		for name, item := range n.Members() {
			i, err := read(item)
			if err != nil {
				return nil, err
			}
			if !wellFormed(name) {
				return nil, errText
			}
			members[name] = i
		}
		if len(members) != n.Len() {
			return nil, errTwice
		}
		v := &value{kind: kindObject, size: 1}
		for name := range members {
			v.names = append(v.names, name)
		}
		sort.Strings(v.names)
		for _, name := range v.names {
			v.items = append(v.items, members[name])
			v.size += members[name].size
		}
		return v, nil
	}
	return nil, errNone
}

// wellFormed is false for what an ill-formed string is decoded to, too: different ones come out the same.
func wellFormed(s string) bool { return !strings.ContainsRune(s, '\uFFFD') }
