package graph

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// kind is one of the disjoint sets that all JSON values fall into. Every keyword but those that hold other schemas speaks
// of values of some kinds only, so that a schema falls apart into one condition for each.
type kind uint8

const (
	ofNull kind = iota
	ofBoolean
	ofObject
	ofArray
	ofFraction // numbers that are no integers
	ofInteger
	ofString
	// ofSpelled are the integers that are spelled with a fraction, such as 1.0. In draft 4 alone it is open whether they
	// are of the type integer; a proof has to hold for both readings.
	ofSpelled

	kinds
)

// typeOf returns the bit of Types that a kind needs.
func (k kind) typeOf() Types {
	if k == ofSpelled {
		return Number
	}
	return 1 << k
}

// String returns the kind for people to read.
func (k kind) String() string {
	return [...]string{"null", "booleans", "objects", "arrays", "fractions", "integers", "strings", "integers such as 1.0"}[k]
}

// numeric reports whether the keywords for numbers speak of the kind.
func (k kind) numeric() bool { return k == ofFraction || k == ofInteger || k == ofSpelled }

// holds reports whether a value is of the kind. Integers can be spelled in two ways, and an instance is equal to a value in
// an enum however it is spelled.
func (k kind) holds(n *schema.Node) bool {
	switch n.Kind() {
	case schema.Null:
		return k == ofNull
	case schema.Bool:
		return k == ofBoolean
	case schema.Object:
		return k == ofObject
	case schema.Array:
		return k == ofArray
	case schema.String:
		return k == ofString
	case schema.Number:
		if strings.Contains(schema.CanonicalNumber(n.Raw()), "e-") {
			return k == ofFraction
		}
		return k == ofInteger || k == ofSpelled
	}
	return false
}

// formatSpeaksOf reports whether a format can refuse values of a kind. Those of JSON Schema speak of strings and those of
// OpenAPI of strings or numbers; what others mean is not known.
func formatSpeaksOf(format string, k kind) bool {
	switch format {
	case "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
		"uri-reference", "iri", "iri-reference", "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex",
		"byte", "binary", "password":
		return k == ofString
	case "int32", "int64", "float", "double":
		return k == ofString || k.numeric()
	}
	return true
}

// listed is a value of an enum.
type listed struct {
	key   string
	value *schema.Node // nil if it was calculated
}

// number returns the value as a number, or nil if it is too long to calculate with.
func (v listed) number() *big.Rat {
	if v.value != nil {
		return rational(v.value)
	}
	r, _ := new(big.Rat).SetString(v.key)
	return r
}

// listedNumber returns a number that was calculated. It must have a finite decimal expansion.
func listedNumber(r *big.Rat) listed {
	digits, _ := r.FloatPrec()
	return listed{key: schema.CanonicalNumber([]byte(r.FloatString(digits)))}
}

// length returns the length of a string as minLength counts it, in code points.
func (v listed) length() int {
	s, _ := v.value.Text()
	return utf8.RuneCountInString(s)
}
