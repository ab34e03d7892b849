package include

import (
	"math/big"
	"slices"
	"sort"
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

// scalar returns null, for which the kind is all there is.
func scalar(k kind) *value { return &value{kind: k, size: 1} }

// boolean returns true or false.
func boolean(b bool) *value { return &value{kind: kindBool, truth: b, size: 1} }

// number returns a number; r must not be changed any more.
func number(r *big.Rat) *value { return &value{kind: kindNumber, num: r, size: 1} }

// textValue returns a string.
func textValue(s string) *value { return &value{kind: kindString, text: s, size: 1} }

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
