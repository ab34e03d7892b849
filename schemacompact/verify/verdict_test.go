package verify

import (
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

func TestVerdictText(t *testing.T) {
	t.Parallel()
	for v := Unknown; v <= Identical; v++ {
		text, err := v.MarshalText()
		if err != nil || string(text) != v.String() {
			t.Fatalf("%d: %q, %v", int(v), text, err)
		}
		back := Verdict(-1)
		if err := back.UnmarshalText(text); err != nil || back != v {
			t.Errorf("%q is read as %v, %v", text, back, err)
		}
	}
	for _, v := range []Verdict{-1, Identical + 1} {
		if text, err := v.MarshalText(); err == nil {
			t.Errorf("%d is written as %q", int(v), text)
		}
		if v.Proved() {
			t.Errorf("%d counts as proved", int(v))
		}
	}
	var v Verdict
	if err := v.UnmarshalText([]byte("Identical")); err == nil || v != Unknown {
		t.Errorf("a form that is none is read as %v, %v", v, err)
	}
}

func TestOnlyProofsAreProved(t *testing.T) {
	t.Parallel()
	var zero Proof
	if zero.Verdict != Unknown || zero.Verdict.Proved() {
		t.Error("the zero proof proves something")
	}
	want := map[Verdict]bool{Decided: true, Canonical: true, Identical: true}
	for v := Unknown; v <= Identical; v++ {
		if v.Proved() != want[v] {
			t.Errorf("%v: proved is %v", v, v.Proved())
		}
	}
}

// The two keyword tables are written apart; where they part, one of them is wrong.
func TestTableAgreesWithSchema(t *testing.T) {
	t.Parallel()
	classes := map[duty]schema.Class{
		vendor: schema.Vendor, decorates: schema.Vendor, asserts: schema.Assertion, applies: schema.Applicator,
		identifies: schema.Identifier, informs: schema.Annotation, formats: schema.Format, locates: schema.Location,
	}
	shapes := map[shape]schema.Shape{
		one: schema.Schema, many: schema.SchemaList, oneOrMany: schema.SchemaOrList, named: schema.SchemaMap,
		namedOrText: schema.SchemaOrStrings, // every other shape is data
	}
	bits := map[drafts]schema.Draft{
		d4: schema.Draft4, d6: schema.Draft6, d7: schema.Draft7, d2019: schema.Draft2019, d2020: schema.Draft2020,
	}
	known := map[string]bool{}
	for _, k := range schema.Keywords() {
		known[k.Name] = true
		r, ok := rows[k.Name]
		if !ok {
			if k.Class != schema.Vendor || k.Shape != schema.Data {
				t.Errorf("%s has no row here", k.Name)
			}
			continue
		}
		var in schema.Draft
		for d, bit := range bits {
			if r.drafts&d != 0 {
				in |= bit
			}
		}
		if classes[r.duty] != k.Class || shapes[r.shape] != k.Shape || in != k.Drafts {
			t.Errorf("%s: %+v here, %+v there", k.Name, r, k)
		}
	}
	for name, r := range rows {
		if !known[name] && r.duty != vendor && r.duty != decorates {
			t.Errorf("%s has no row in package schema", name)
		}
	}
}
