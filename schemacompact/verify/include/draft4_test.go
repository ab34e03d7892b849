package include

import (
	"testing"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// TestSpelled looks at integers in draft 4, where validators differ on whether 1.0 is one: a yes has to be true for both
// kinds, and so has a no.
func TestSpelled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, a, b string
		ab, ba     Answer
	}{
		{"a multiple of one", `{"type":"integer"}`, `{"type":"number","multipleOf":1}`, Yes, Unknown},
		{"in a member", `{"properties":{"n":{"type":"integer"}}}`, `{"properties":{"n":{"type":"number","multipleOf":1}}}`, Yes, Unknown},
		{"beside the same bound", `{"properties":{"n":{"type":"integer","minimum":4}}}`, `{"properties":{"n":{"type":"number","multipleOf":1,"minimum":4}}}`, Yes, Unknown},
		{"beside a multiple that is whole", `{"type":"integer","multipleOf":2}`, `{"type":"number","multipleOf":2}`, Yes, Unknown},
		{"a value with a fraction of nothing", `{"type":"integer","enum":[7.0]}`, `{"enum":[7]}`, Yes, Unknown},
		{"a value without a fraction", `{"type":"integer","enum":[7]}`, `{"enum":[7]}`, Yes, Unknown},
		{"the same value in two spellings", `{"type":"integer","enum":[7.0]}`, `{"type":"integer","enum":[7]}`, Yes, Yes},
		{"values in two spellings without a type", `{"enum":[7.0,"x"]}`, `{"enum":["x",7]}`, Yes, Yes},
		{"values of other types", `{"type":"string","enum":["x",7]}`, `{"enum":["x"]}`, Yes, Yes},
		{"a value inside of another", `{"enum":[[7]],"items":{"type":"integer"}}`, `{"enum":[[7]]}`, Yes, Unknown},
		{"no integer and whole", `{"type":"number","multipleOf":1,"not":{"type":"integer"}}`, `{"not":{}}`, Unknown, Yes},
		{"no integer and not whole", `{"type":"number","not":{"type":"integer"}}`, `{"type":"number","not":{"multipleOf":1}}`, Unknown, Yes},
		{"one integer between bounds", `{"type":"integer","minimum":5,"maximum":5}`, `{"enum":[5]}`, Yes, Unknown},
		{"bounds that leave nothing", `{"type":"number","minimum":6,"maximum":5,"not":{"type":"integer"}}`, `{"not":{}}`, Yes, Yes},
		{"exclusive bounds", `{"type":"integer","minimum":2,"exclusiveMinimum":true}`, `{"type":"integer","minimum":3}`, Yes, Yes},
		{"another bound", `{"type":"integer","minimum":2}`, `{"type":"integer","minimum":3}`, No, Yes},
		{"integers and numbers", `{"type":"integer"}`, `{"type":"number"}`, Yes, No},
		{"integers and strings", `{"type":"integer"}`, `{"type":"string"}`, No, No},
		{"a value that is dropped", `{"type":"integer","enum":[1,2]}`, `{"type":"integer","enum":[1]}`, No, Yes},
		{"equal items of two schemas", `{"type":"array","minItems":2,"items":[{"type":"integer"},{"type":"number","multipleOf":1,"not":{"type":"integer"}}],"additionalItems":{"not":{}}}`,
			`{"type":"array","minItems":2,"uniqueItems":true,"items":[{"type":"integer"},{"type":"number","multipleOf":1,"not":{"type":"integer"}}],"additionalItems":{"not":{}}}`, Unknown, Yes},
		{"equal items of types that have nothing in common", `{"type":"array","items":[{"type":"null"},{"type":"string"}],"additionalItems":{"not":{}}}`,
			`{"type":"array","uniqueItems":true,"items":[{"type":"null"},{"type":"string"}],"additionalItems":{"not":{}}}`, Yes, Yes},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := Decide(load(t, c.a, graph.Draft4), load(t, c.b, graph.Draft4), nil)
			if r.AinB != c.ab || r.BinA != c.ba {
				t.Fatalf("%s\n%s\ngot %v and %v, %q, witnesses %s and %s", c.a, c.b, r.AinB, r.BinA, r.Reason, r.WitnessAnotB, r.WitnessBnotA)
			}
			if open := c.ab == Unknown || c.ba == Unknown; open != (r.Reason != "") {
				t.Errorf("the reason is %q", r.Reason)
			}
		})
	}
	// Later drafts say what an integer is, and so does draft 4 of all that is spelled without a fraction.
	if r := Decide(load(t, `{"type":"integer"}`, graph.Draft4), load(t, `{"type":"string"}`, graph.Draft2020), nil); r.AinB != No || r.BinA != No {
		t.Errorf("a plain difference between drafts: %+v", r)
	}
	if r := Decide(load(t, `{"type":"string","maxLength":2}`, graph.Draft4), load(t, `{"type":"string","maxLength":2}`, graph.Draft6), nil); r.AinB != Yes || r.BinA != Yes {
		t.Errorf("strings of two drafts: %+v", r)
	}
	for text, want := range map[string]Answer{`{"type":"integer"}`: Yes, `{"type":"integer","not":{"type":"integer"}}`: No,
		`{"type":"number","multipleOf":1,"not":{"type":"integer"}}`: Unknown, `{"type":"integer","not":{"type":"number","multipleOf":1}}`: No} {
		if got, _, why := Inhabited(load(t, text, graph.Draft4), nil); got != want {
			t.Errorf("%s: %v, %+v", text, got, why)
		}
	}
}
