package targets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// condition says which subschemas a constraint is about. All of its members must hold; one that is absent always does.
type condition struct {
	At       string   `json:"at"`       // root, below, parameter (of the root), property (of any object), definition; all if empty
	In       []string `json:"in"`       // it is held by one of these keywords
	Drafts   []string `json:"drafts"`   // the document is read under one of these
	Type     []string `json:"type"`     // the declared type has one of these
	NotType  []string `json:"not_type"` // the declared type has none of these, or there is none
	Has      []string `json:"has"`      // one of these keywords stands in it
	With     []string `json:"with"`     // and one of these as well
	Lacks    []string `json:"lacks"`    // none of these does
	Is       []string `json:"is"`       // the value of the keyword of Has is one of valueForms
	Above    *int     `json:"above"`    // it is a number above this
	Longer   int      `json:"longer"`   // it has more items or members than this
	Branches []string `json:"branches"` // the types of its anyOf or oneOf are all of these, each in its own branch
}

// places are what At may be.
func places() []string { return []string{"root", "below", "parameter", "property", "definition"} }

// valueForms are what Is may be: kinds of JSON values, a schema that accepts everything, and the one that accepts nothing.
func valueForms() []string {
	return []string{"array", "object", "bool", "number", "string", "null", "everything", "nothing"}
}

func draftNames() []string { return []string{"4", "6", "7", "2019-09", "2020-12"} }

func typeNames() []string {
	return []string{"null", "boolean", "object", "array", "number", "string", "integer"}
}

// check refuses words that would make a condition that never holds, and one that always does.
func (c *condition) check() error {
	if c == nil {
		return nil
	}
	for _, list := range []struct {
		what         string
		words, known []string
	}{
		{"when: at", one(c.At), places()},
		{"when: draft", c.Drafts, draftNames()},
		{"when: type", slices.Concat(c.Type, c.NotType, c.Branches), typeNames()},
		{"when: is", c.Is, valueForms()},
	} {
		for _, w := range list.words {
			if !slices.Contains(list.known, w) {
				return unknownWord(list.what, w, list.known)
			}
		}
	}
	if len(c.Has) == 0 && (len(c.Is) > 0 || c.Above != nil || c.Longer > 0) {
		return errors.New("when: is, above and longer speak of the keyword of has, and there is none")
	}
	if c.Longer < 0 {
		return fmt.Errorf("when: longer than %d", c.Longer)
	}
	return nil
}

func one(word string) []string {
	if word == "" {
		return nil
	}
	return []string{word}
}

// holds reports whether the condition is true of a subschema, and which of the keywords of Has are to blame.
func (c *condition) holds(s *site) (found []string, ok bool) {
	if c == nil {
		return nil, true
	}
	if !c.stands(s) || len(c.In) > 0 && !slices.Contains(c.In, s.Keyword) || len(c.Drafts) > 0 && !slices.Contains(c.Drafts, s.doc.draft) ||
		len(c.Type) > 0 && !overlap(c.Type, s.types) || overlap(c.NotType, s.types) {
		return nil, false
	}
	has := func(name string) bool { return s.Schema.Get(name) != nil }
	if slices.ContainsFunc(c.Lacks, has) || len(c.With) > 0 && !slices.ContainsFunc(c.With, has) ||
		len(c.Branches) > 0 && !offers(s.Schema, c.Branches) {
		return nil, false
	}
	for _, name := range c.Has {
		if value := s.Schema.Get(name); value != nil && c.fits(value) {
			found = append(found, name)
		}
	}
	return found, len(c.Has) == 0 || len(found) > 0
}

// stands reports whether the subschema is where the condition wants it.
func (c *condition) stands(s *site) bool {
	switch c.At {
	case "root":
		return s.Up == nil
	case "below":
		return s.Up != nil
	case "property":
		return s.Keyword == "properties"
	case "parameter":
		return s.Keyword == "properties" && s.Up.Up == nil
	case "definition":
		return s.defined
	}
	return true
}

// fits reports whether the value of a keyword of Has is as the condition wants it.
func (c *condition) fits(value *schema.Node) bool {
	if len(c.Is) > 0 && !slices.ContainsFunc(c.Is, func(form string) bool { return hasForm(value, form) }) {
		return false
	}
	if c.Above != nil && !above(value, *c.Above) {
		return false
	}
	return value.Len() > c.Longer || c.Longer == 0
}

// hasForm reports whether a value is one of valueForms.
func hasForm(value *schema.Node, form string) bool {
	truth, isBool := value.Bool()
	switch form {
	case "everything":
		return isBool && truth || value.Kind() == schema.Object && value.Len() == 0
	case "nothing":
		return isBool && !truth
	}
	return kindName(value.Kind()) == form
}

func kindName(k schema.Kind) string {
	switch k {
	case schema.Array:
		return "array"
	case schema.Object:
		return "object"
	case schema.Bool:
		return "bool"
	case schema.Number:
		return "number"
	case schema.String:
		return "string"
	case schema.Null:
		return "null"
	}
	return ""
}

// above reports whether a value is a number above n, without working out huge powers of ten.
func above(value *schema.Node, n int) bool {
	if value.Kind() != schema.Number {
		return false
	}
	digits, negative := strings.CutPrefix(string(value.Raw()), "-")
	if negative {
		return false // limits of schemas are not negative
	}
	whole, ok := smallNumber(digits)
	return !ok || whole > n
}

// smallNumber returns the whole part of a number that is not negative, and false if it has more than seven digits.
func smallNumber(digits string) (int, bool) {
	mantissa, exponent, _ := strings.Cut(schema.CanonicalNumber([]byte(digits)), "e")
	if mantissa == "0" {
		return 0, true
	}
	e := 0
	if exponent != "" {
		var err error
		if e, err = strconv.Atoi(exponent); err != nil { // it has as many digits as the author likes
			return 0, strings.HasPrefix(exponent, "-")
		}
	}
	const most = 7
	switch whole := len(mantissa) + e; {
	case e > most || whole > most: // the sum of a huge one may be anything
		return 0, false
	case whole <= 0:
		return 0, true
	case whole < len(mantissa):
		mantissa = mantissa[:whole]
	default:
		mantissa += strings.Repeat("0", whole-len(mantissa))
	}
	n, err := strconv.Atoi(mantissa)
	return n, err == nil
}

// offers reports whether the branches of a union have all of the types, each in a branch of its own.
func offers(n *schema.Node, types []string) bool {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		var offered []string
		for _, branch := range n.Get(keyword).Items() {
			offered = append(offered, declaredTypes(branch)...)
		}
		if !slices.ContainsFunc(types, func(t string) bool { return !slices.Contains(offered, t) }) {
			return true
		}
	}
	return false
}

// declaredTypes returns the types that a schema names.
func declaredTypes(n *schema.Node) []string {
	value := n.Get("type")
	if text, ok := value.Text(); ok {
		return []string{text}
	}
	var types []string
	for _, item := range value.Items() {
		if text, ok := item.Text(); ok {
			types = append(types, text)
		}
	}
	return types
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
