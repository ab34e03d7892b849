package graph

import (
	"math/big"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

func TestStricter(t *testing.T) {
	t.Parallel()
	at := func(n int64, exclusive bool) *Bound { return &Bound{big.NewRat(n, 1), exclusive} }
	for _, c := range []struct {
		a, b *Bound
		sign int
		want *Bound
	}{
		{nil, nil, 1, nil},
		{at(3, false), nil, 1, at(3, false)},
		{nil, at(3, true), -1, at(3, true)},
		{at(3, false), at(4, false), 1, at(4, false)},
		{at(3, false), at(4, false), -1, at(3, false)},
		{at(3, true), at(3, false), 1, at(3, true)},
		{at(3, false), at(3, true), 1, at(3, true)},
		{at(3, true), at(3, false), -1, at(3, true)},
		{at(3, true), at(4, false), 1, at(4, false)},
	} {
		got := stricter(c.a, c.b, c.sign)
		if (got == nil) != (c.want == nil) || got != nil && (got.Value.Cmp(c.want.Value) != 0 || got.Exclusive != c.want.Exclusive) {
			t.Errorf("of %v and %v, %v is the stricter one, not %v", c.a, c.b, got, c.want)
		}
	}
}

// A value is of one kind, except that integers can be spelled in two ways; what is no value is of none.
func TestHolds(t *testing.T) {
	t.Parallel()
	all := []kind{ofNull, ofBoolean, ofObject, ofArray, ofFraction, ofInteger, ofString, ofSpelled}
	for text, want := range map[string][]kind{
		`null`: {ofNull}, `false`: {ofBoolean}, `{}`: {ofObject}, `[1]`: {ofArray}, `0.5`: {ofFraction}, `"1"`: {ofString}, `1`: {ofInteger, ofSpelled}, `1.0`: {ofInteger, ofSpelled}, `10e-1`: {ofInteger, ofSpelled},
	} {
		held := map[kind]bool{}
		for _, k := range want {
			held[k] = true
		}
		for _, k := range all {
			if got := k.holds(parse(t, text)); got != held[k] {
				t.Errorf("%s is one of the %s: %v", text, k, got)
			}
			if k.holds(nil) || k.holds(&schema.Node{}) {
				t.Errorf("nothing is one of the %s", k)
			}
		}
	}
}

// A schema for the values of members may lead back to the whole: it is applied to other values, so there is no circle.
func TestRecursionThroughEveryPlace(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{
		`{"properties":{"a":{"$ref":"#"}}}`, `{"patternProperties":{"a":{"$ref":"#"}}}`, `{"additionalProperties":{"$ref":"#"}}`, `{"propertyNames":{"$ref":"#"}}`,
		`{"prefixItems":[{"$ref":"#"}]}`, `{"items":{"$ref":"#"}}`, `{"contains":{"$ref":"#"}}`, `{"unevaluatedProperties":{"$ref":"#"}}`, `{"unevaluatedItems":{"$ref":"#"}}`,
	} {
		a, b := mustRead(t, doc, Draft2020), mustRead(t, doc, Draft2020)
		if ok, o := Equal(a, b, nil); !ok {
			t.Errorf("%s: %v", doc, o)
		}
	}
	for _, doc := range []string{`{"allOf":[{"$ref":"#"}]}`, `{"not":{"$ref":"#"}}`, `{"dependentSchemas":{"a":{"$ref":"#"}}}`, `{"if":{"$ref":"#"},"then":false}`} {
		if g, o := Read(parse(t, doc), Draft2020, nil); o == nil {
			t.Errorf("%s applies itself to the same value without an end, and is read as %v", doc, g)
		}
	}
}

// In the older drafts everything beside a reference is passed over, which readers do in two ways where an identifier is
// a place to refer to.
func TestIdentifiersBesideReferences(t *testing.T) {
	t.Parallel()
	const d7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
	for doc, ok := range map[string]bool{
		`{` + d7 + `"$id":"http://example.com/a","$ref":"#/definitions/x","definitions":{"x":{"type":"string"}}}`:                      true,
		`{` + d7 + `"$id":"#here","$ref":"#/definitions/x","definitions":{"x":{"type":"string"}}}`:                                     false,
		`{` + d7 + `"allOf":[{"$id":"http://example.com/b","$ref":"#/definitions/x"}],"definitions":{"x":{"type":"string"}}}`:          false,
		`{` + d7 + `"properties":{"a":{"$ref":"#here"}},"definitions":{"x":{"$id":"#here","type":"string"}}}`:                          true,
		`{` + d7 + `"$id":"http://example.com/a","properties":{"a":{"$ref":"#/definitions/x"}},"definitions":{"x":{"type":"string"}}}`: true,
	} {
		g, o := Read(parse(t, doc), Draft7, nil)
		if (o == nil) != ok || (g != nil) != ok {
			t.Errorf("%s: %v", doc, o)
		}
	}
}

// Branches are told apart by a member whose schemas may not have been looked at yet, one of them or both.
func TestBranchesThatLeadToEachOther(t *testing.T) {
	t.Parallel()
	branch := func(k string) string { return `{"type":"object","required":["k"],"properties":{"k":` + k + `}}` }
	for _, pair := range [][2]string{
		{`{"const":1}`, `{"$ref":"#"}`}, {`{"$ref":"#"}`, `{"const":1}`}, {`{"$ref":"#"}`, `{"$ref":"#"}`}, {`{"const":1}`, `{"const":2}`}, {`{"$ref":"#/$defs/s"}`, `{"$ref":"#"}`}, {`{"$ref":"#"}`, `{"$ref":"#/$defs/s"}`},
	} {
		doc := func(first, second string) string {
			return `{"oneOf":[` + branch(first) + `,` + branch(second) + `],"properties":{"s":{"$ref":"#/$defs/s"}},"$defs":{"s":{"enum":["x",{"k":1}]}}}`
		}
		a, b := mustRead(t, doc(pair[0], pair[1]), Draft2020), mustRead(t, doc(pair[1], pair[0]), Draft2020)
		if ok, o := Equal(a, b, nil); !ok {
			t.Errorf("%q, in another order: %v", pair, o)
		}
	}
}
