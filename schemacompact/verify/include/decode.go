package include

import (
	"errors"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

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
