package trial

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

func parse(t testing.TB, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return n
}

// patient is for tests that must not depend on how busy the machine is.
func patient() *Options { return &Options{Time: time.Minute} }

// confirm checks an instance with validators that were compiled for nothing else.
func confirm(t testing.TB, accepts, refuses *schema.Node, instance []byte) {
	t.Helper()
	for _, mode := range []validate.Format{validate.AsDraft, validate.Assert} {
		var verdicts []bool
		for _, n := range []*schema.Node{accepts, refuses} {
			s, err := validate.Compile(n.Append(nil), &validate.Options{Format: mode})
			if err != nil {
				t.Fatal(err)
			}
			ok, err := s.Accepts(instance)
			if err != nil {
				t.Fatalf("%v: %s", err, instance)
			}
			verdicts = append(verdicts, ok)
		}
		if verdicts[0] && !verdicts[1] {
			return
		}
	}
	t.Errorf("%s does not tell %s from %s", instance, accepts.Append(nil), refuses.Append(nil))
}

const (
	d4 = `"$schema":"http://json-schema.org/draft-04/schema#",`
	d7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
)

// Rewrites that somebody could take for harmless. The directions say who accepts more: < the second, > the first, x both.
func TestUnsound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b, direction string }{
		{"property called like a keyword", `{"properties":{"title":{"type":"null"},"n":{}}}`, `{"properties":{"n":{}}}`, "<"},
		{"data read as a schema", `{"const":{"description":"d","n":[]}}`, `{"const":{"n":[]}}`, "x"},
		{"format of the draft", `{` + d7 + `"format":"ipv6"}`, `{"format":"ipv6"}`, "<"},
		{"format where it is asserted", `{"items":{"format":"uuid"}}`, `{"items":{}}`, "<"},
		{"siblings of a reference", `{` + d7 + `"properties":{"s":{"$ref":"#/definitions/s","maxLength":1}},"definitions":{"s":{"type":"string"}}}`, `{"properties":{"s":{"$ref":"#/definitions/s","maxLength":1}},"definitions":{"s":{"type":"string"}}}`, ">"},
		{"sibling put over the target", `{"items":{"$ref":"#/$defs/n","maximum":9},"$defs":{"n":{"maximum":3}}}`, `{"items":{"maximum":9}}`, "<"},
		{"oneOf to anyOf", `{"oneOf":[{"multipleOf":3},{"multipleOf":5}]}`, `{"anyOf":[{"multipleOf":3},{"multipleOf":5}]}`, "<"},
		{"equal branches of oneOf", `{"oneOf":[{"type":"array"},{"type":"array"},{"type":"object"}]}`, `{"oneOf":[{"type":"array"},{"type":"object"}]}`, "<"},
		{"allOf put over its parent", `{"minLength":4,"allOf":[{"minLength":2}]}`, `{"minLength":2}`, "<"},
		{"closed parent", `{"properties":{"x":{}},"additionalProperties":false,"allOf":[{"properties":{"y":{}}}]}`, `{"properties":{"x":{},"y":{}},"additionalProperties":false}`, "<"},
		{"unevaluated", `{"properties":{"y":{}},"allOf":[{"properties":{"x":{}},"unevaluatedProperties":false}]}`, `{"properties":{"x":{},"y":{}},"unevaluatedProperties":false}`, "<"},
		{"items before unevaluatedItems", `{"items":{},"unevaluatedItems":false}`, `{"unevaluatedItems":false}`, ">"},
		{"free property of a closed object", `{"properties":{"x":{},"y":{}},"additionalProperties":false}`, `{"properties":{"x":{}},"additionalProperties":false}`, ">"},
		{"free pattern of a closed object", `{"patternProperties":{"^q_":{}},"additionalProperties":false}`, `{"additionalProperties":false}`, ">"},
		{"contains", `{"contains":{}}`, `{}`, "<"},
		{"minContains", `{"contains":{"const":1},"minContains":0}`, `{"contains":{"const":1}}`, ">"},
		{"list as a constant", `{"const":["v"]}`, `{"enum":["v"]}`, "x"},
		{"type beside enum", `{"type":"integer","enum":[1,"one"]}`, `{"enum":[1,"one"]}`, "<"},
		{"const in draft 4", `{` + d4 + `"const":3}`, `{"const":3}`, ">"},
		{"null and enum", `{"anyOf":[{"enum":["s","t"]},{"type":"null"}]}`, `{"type":["string","null"],"enum":["s","t"]}`, ">"},
		{"numbers merged", `{"anyOf":[{"type":"integer"},{"type":"number","minimum":100}]}`, `{"type":"number","minimum":100}`, ">"},
		{"objects merged", `{"anyOf":[{"required":["x"]},{"required":["y"]}]}`, `{"required":["x","y"]}`, ">"},
		{"integer to number", `{"properties":{"n":{"type":"integer"}}}`, `{"properties":{"n":{"type":"number"}}}`, "<"},
		{"exclusive bound", `{"exclusiveMaximum":10}`, `{"maximum":10}`, "<"},
		{"exclusive bound of fractions", `{"exclusiveMinimum":3}`, `{"minimum":4}`, ">"},
		{"nullable", `{"type":"string","nullable":true}`, `{"type":["string","null"]}`, "<"},
		{"boolean and number", `{"enum":[1,true]}`, `{"enum":[1]}`, ">"},
		{"text and number", `{"enum":[3,"3"]}`, `{"enum":[3]}`, ">"},
		{"patterns joined", `{"allOf":[{"pattern":"^x"},{"pattern":"z$"}]}`, `{"pattern":"^xz$"}`, ">"},
		{"order of a tuple", `{"prefixItems":[{"type":"null"},{"type":"string"}]}`, `{"prefixItems":[{"type":"string"},{"type":"null"}]}`, "x"},
		{"bound beyond floating point", `{"minimum":9007199254740993}`, `{"minimum":9007199254740992}`, "<"},
		{"type added", `{"properties":{"x":{"minLength":1}}}`, `{"type":"object","properties":{"x":{"minLength":1}}}`, ">"},
		{"any value to object", `{"properties":{"x":{}}}`, `{"properties":{"x":{"type":"object"}}}`, ">"},
		{"map emptied", `{"type":"object","additionalProperties":{"type":"boolean"}}`, `{"type":"object","additionalProperties":false}`, ">"},
		{"tuple to any of its items", `{` + d7 + `"items":[{"type":"null"},{"type":"string"}]}`, `{"items":{"anyOf":[{"type":"null"},{"type":"string"}]}}`, "x"},
		{"recursion cut off", `{"type":"object","properties":{"sub":{"$ref":"#"}}}`, `{"type":"object","properties":{"sub":{"type":"object"}}}`, "<"},
		{"recursion through a list cut off", `{"type":"object","properties":{"subs":{"type":"array","items":{"$ref":"#"}}}}`, `{"type":"object","properties":{"subs":{"type":"array","items":{"type":"object"}}}}`, "<"},
		{"equal bounds without a type", `{"minimum":2,"maximum":2}`, `{"const":2}`, ">"},
		{"constants that are equal", `{"oneOf":[{"const":1},{"const":1.0}]}`, `{"enum":[1]}`, "<"},
		{"optional made required", `{"properties":{"x":{},"y":{}},"required":["x"]}`, `{"properties":{"x":{},"y":{}},"required":["x","y"]}`, ">"},
		{"object closed", `{"properties":{"x":{}}}`, `{"properties":{"x":{}},"additionalProperties":false}`, ">"},
		{"combination of required names dropped", `{"type":"object","anyOf":[{"required":["x"]},{"required":["y"]}]}`, `{"type":"object"}`, "<"},
		{"required name without a property", `{"properties":{"x":{}},"required":["x","z"]}`, `{"properties":{"x":{}},"required":["x"]}`, "<"},
		{"tuple for another draft", `{"prefixItems":[{"type":"boolean"}],"items":false}`, `{` + d7 + `"prefixItems":[{"type":"boolean"}],"items":false}`, ">"},
		{"if without else", `{"if":{"properties":{"k":{"const":"x"}},"required":["k"]},"then":{"required":["x"]}}`, `{"properties":{"k":{}}}`, "<"},
		{"dependent names", `{"dependentRequired":{"card":["address"]}}`, `{}`, "<"},
		{"dependent schema", `{"dependentSchemas":{"card":{"properties":{"n":{"type":"integer"}}}}}`, `{}`, "<"},
		{"names of members", `{"propertyNames":{"pattern":"^[a-z]+$"}}`, `{}`, "<"},
		{"number of members", `{"maxProperties":3}`, `{"maxProperties":4}`, "<"},
		{"not", `{"not":{"required":["x","y"]}}`, `{}`, "<"},
		{"unique", `{"items":{"type":"integer"},"uniqueItems":true}`, `{"items":{"type":"integer"}}`, "<"},
		{"characters outside the basic plane", `{"maxLength":2}`, `{"pattern":"^[\\s\\S]{0,3}$"}`, "<"},
		{"lookahead", `{"pattern":"^(?!www)[a-z]{2,5}$"}`, `{"pattern":"^(?!www)[a-z]{2,6}$"}`, "<"},
		{"anchor of a pattern", `{"pattern":"^[0-9]{3}$"}`, `{"pattern":"^[0-9]{3}"}`, "<"},
		{"anchored definition", `{"items":{"$ref":"#n"},"$defs":{"d":{"$anchor":"n","minimum":1}}}`, `{"items":{"$ref":"#n"},"$defs":{"d":{"$anchor":"n","minimum":2}}}`, ">"},
		{"definition in an unusual place", `{"items":{"$ref":"#/x-parts/0"},"x-parts":[{"type":"null"}]}`, `{"items":{"$ref":"#/x-parts/0"},"x-parts":[{"type":"string"}]}`, "x"},
		{"second use of a definition", `{"properties":{"x":{"$ref":"#/$defs/d"},"y":{"$ref":"#/$defs/d"}},"$defs":{"d":{"properties":{"n":{"maximum":5}}}}}`, `{"properties":{"x":{"$ref":"#/$defs/d"},"y":{}},"$defs":{"d":{"properties":{"n":{"maximum":5}}}}}`, "<"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a, b := parse(t, c.a), parse(t, c.b)
			r := Run(a, b, patient())
			if r.Invalid != nil || r.Reason != "" || !r.Different() || r.Samples == 0 || r.Mutants != 0 {
				t.Fatalf("%+v", r)
			}
			if got := direction(r); got != c.direction {
				t.Errorf("direction %s, want %s: %s, %s", got, c.direction, r.AnotB, r.BnotA)
			}
			if r.AnotB != nil {
				confirm(t, a, b, r.AnotB)
			}
			if r.BnotA != nil {
				confirm(t, b, a, r.BnotA)
			}
			for _, text := range [][]byte{r.AnotB, r.BnotA} {
				if len(text) > 60 {
					t.Errorf("the witness is not small: %s", text)
				}
			}
			if back := Run(b, a, patient()); direction(back) != map[string]string{"<": ">", ">": "<", "x": "x"}[c.direction] {
				t.Errorf("the other way round the direction is %s", direction(back))
			}
		})
	}
}

func direction(r Result) string {
	switch {
	case r.AnotB != nil && r.BnotA != nil:
		return "x"
	case r.AnotB != nil:
		return ">"
	case r.BnotA != nil:
		return "<"
	}
	return "="
}

// Rewrites that change nothing: no instance may tell them apart, and faults in them must be found.
func TestSound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b string }{
		{"annotations", `{"description":"d","properties":{"n":{"title":"N","type":"integer"}}}`, `{"properties":{"n":{"type":"integer"}}}`},
		{"inlined", `{"properties":{"x":{"$ref":"#/$defs/s"},"y":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string","maxLength":3}}}`, `{"properties":{"x":{"type":"string","maxLength":3},"y":{"type":"string","maxLength":3}}}`},
		{"renamed", `{"type":"object","properties":{"next":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/node"}}}}}`, `{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}}}}}`},
		{"null merged", `{"properties":{"s":{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}}}`, `{"properties":{"s":{"type":["string","null"],"minLength":2}}}`},
		{"constants merged", `{"anyOf":[{"const":"x"},{"const":"y"}]}`, `{"enum":["x","y"]}`},
		{"disjoint oneOf", `{"oneOf":[{"type":"string"},{"type":"integer","minimum":0}]}`, `{"anyOf":[{"type":"string"},{"type":"integer","minimum":0}]}`},
		{"single allOf", `{"allOf":[{"required":["x"]}],"properties":{"x":{"type":"boolean"}}}`, `{"required":["x"],"properties":{"x":{"type":"boolean"}}}`},
		{"bounds of integers", `{"type":"integer","exclusiveMinimum":4}`, `{"type":"integer","minimum":5}`},
		{"idle keywords", `{"type":"integer","minLength":3,"items":false}`, `{"type":"integer"}`},
		{"draft without difference", `{` + d7 + `"type":"object","properties":{"x":{"enum":["p","q"]}},"required":["x"]}`, `{"type":"object","properties":{"x":{"enum":["p","q"]}},"required":["x"]}`},
		{"spelling of numbers", `{"maximum":1e2}`, `{"maximum":100.0}`},
		{"closed and tagged", `{"type":"object","oneOf":[{"properties":{"k":{"const":"a"},"n":{"type":"integer"}},"required":["k","n"],"additionalProperties":false},{"properties":{"k":{"const":"b"}},"required":["k"],"additionalProperties":false}]}`, `{"type":"object","anyOf":[{"properties":{"k":{"const":"a"},"n":{"type":"integer"}},"required":["k","n"],"additionalProperties":false},{"properties":{"k":{"const":"b"}},"required":["k"],"additionalProperties":false}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := Run(parse(t, c.a), parse(t, c.b), patient())
			if r.Different() || r.Invalid != nil || r.Reason != "" || r.Undecided != 0 {
				t.Fatalf("%s %s %+v", r.AnotB, r.BnotA, r)
			}
			if r.Samples < 20 || r.Accepted == 0 || r.Accepted == r.Samples {
				t.Errorf("%d instances, %d accepted: that shows little", r.Samples, r.Accepted)
			}
			if r.Mutants == 0 || r.KillRate < 0.95 || r.KillRate != float64(r.Killed)/float64(r.Mutants-r.Equal) || len(r.Survivors) != r.Mutants-r.Killed-r.Equal {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestInvalid(t *testing.T) {
	t.Parallel()
	good := `{"type":"object"}`
	for _, c := range []struct {
		a, b  string
		first bool
		at    schema.Pointer
	}{
		{`{"properties":{"x":{"type":"any"}}}`, good, true, "/properties/x/type"},
		{good, `{"items":{"$ref":"#/$defs/gone"}}`, false, "/items/$ref"},
		{good, `{"$ref":"https://example.com/schema.json"}`, false, "/$ref"},
		{`7`, good, true, ""},
		{`{"minimum":"1"}`, `{"maximum":"1"}`, true, "/minimum"},
	} {
		r := Run(parse(t, c.a), parse(t, c.b), patient())
		if r.Invalid == nil || r.Invalid.First != c.first || r.Invalid.At != c.at || r.Invalid.Reason == "" || r.Reason == "" || r.Samples != 0 || r.Different() {
			t.Errorf("%s %s: %+v %+v", c.a, c.b, r, r.Invalid)
		}
	}
	if r := Run(nil, parse(t, good), nil); r.Invalid == nil || !r.Invalid.First {
		t.Errorf("no schema at all: %+v", r)
	}
}

// The same inputs give the same result, whatever the order of maps and goroutines.
func TestDeterminism(t *testing.T) {
	t.Parallel()
	a := parse(t, rich)
	opt := &Options{Time: time.Minute, Seed: 7}
	first := Run(a, a, opt)
	for range 3 {
		if again := Run(a, a.Clone(), opt); !reflect.DeepEqual(first, again) {
			t.Fatalf("%+v\n%+v", first, again)
		}
	}
}

func TestHints(t *testing.T) {
	t.Parallel()
	// Nobody guesses this one.
	a := parse(t, `{"type":"string"}`)
	b := parse(t, `{"type":"string","not":{"pattern":"^x.{3}q7{2}w{5}$"},"maxLength":5000}`)
	secret := []byte(`"xabcq77wwwww"`)
	opt := &Options{Time: time.Minute, Hints: [][]byte{[]byte(`no json`), secret}, Samples: 2, Mutants: -1}
	r := Run(a, b, opt)
	if r.AnotB == nil || r.Mutants != 0 {
		t.Fatalf("%+v", r)
	}
	confirm(t, a, b, r.AnotB)
}

func TestOptions(t *testing.T) {
	t.Parallel()
	a := parse(t, rich)
	r := Run(a, a, &Options{Time: time.Minute, Samples: 50, Mutants: 5})
	if r.Samples < 50 || r.Mutants > 5 || r.Mutants == 0 {
		t.Errorf("%d samples, %d mutants", r.Samples, r.Mutants)
	}
	if r := Run(a, a, &Options{Time: time.Minute, Mutants: -1}); r.Mutants != 0 || r.KillRate != 0 {
		t.Errorf("%+v", r)
	}
	if r := Run(a, a, &Options{Time: time.Nanosecond}); r.Reason == "" || r.Different() {
		t.Errorf("without time: %+v", r)
	}
	// A prover takes the faults that are none out of the count.
	twice := parse(t, `{"type":"string","minLength":3,"pattern":"^[a-z]{3,9}$","maxLength":9}`)
	plain := Run(twice, twice, patient())
	if len(plain.Survivors) == 0 {
		t.Fatal("nothing survives in a schema that says things twice")
	}
	asked := 0
	proved := Run(twice, twice, &Options{Time: time.Minute, Equal: func(a, b *schema.Node) bool {
		asked++
		return schema.Equal(a, twice) && !schema.Equal(a, b)
	}})
	if asked != len(plain.Survivors) || proved.Equal != asked || len(proved.Survivors) != 0 || proved.KillRate != 1 || proved.Killed != plain.Killed {
		t.Errorf("asked %d times: %+v", asked, proved)
	}
}

// What no engine can tell is not told: a difference that rests on a guess is none.
func TestGuesses(t *testing.T) {
	t.Parallel()
	odd := `"pattern":"^(?<n>x)\\k<m>$"`
	s, err := validate.Compile([]byte(`{`+odd+`}`), &validate.Options{GuessPatterns: true})
	if err != nil || len(s.Guessed()) == 0 {
		t.Skipf("the pattern is understood or refused: %v", err)
	}
	r := Run(parse(t, `{"type":"string",`+odd+`}`), parse(t, `{"type":"string"}`), patient())
	if r.Different() || r.Undecided == 0 {
		t.Errorf("%+v", r)
	}
	a, b := parse(t, `{"properties":{"x":{`+odd+`},"n":{"maximum":3}}}`), parse(t, `{"properties":{"x":{`+odd+`},"n":{"maximum":4}}}`)
	if r = Run(a, b, patient()); r.BnotA == nil {
		t.Errorf("what has nothing to do with the pattern is not told: %+v", r)
	} else {
		confirm(t, b, a, r.BnotA)
	}
}

// Schemas that are made to take long end within counted work. How long that is depends on the machine, so it is not
// asserted.
func TestHostile(t *testing.T) {
	t.Parallel()
	list := func(n int, f func(i int) string) string {
		var parts []string
		for i := range n {
			parts = append(parts, f(i))
		}
		return strings.Join(parts, ",")
	}
	for name, text := range map[string]string{
		"doubling": `{"$ref":"#/$defs/d0","$defs":{` + list(30, func(i int) string {
			return fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1)
		}) + `,"d30":{}}}`,
		"many names":   `{"type":"object","required":[` + list(3000, func(i int) string { return fmt.Sprintf(`"p%d"`, i) }) + `]}`,
		"many values":  `{"enum":[` + list(3000, func(i int) string { return itoa(i) }) + `]}`,
		"many schemas": `{"properties":{` + list(16_000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"null"}`, i) }) + `}}`,
		"many choices": `{"oneOf":[` + list(300, func(i int) string { return fmt.Sprintf(`{"required":["p%d"]}`, i) }) + `]}`,
		"exponent":     `{"minimum":1e1000000}`,
		"deep":         strings.Repeat(`{"properties":{"a":`, 300) + `{}` + strings.Repeat(`}}`, 300),
		"deep lists":   strings.Repeat(`{"type":"array","minItems":3,"items":`, 40) + `{}` + strings.Repeat(`}`, 40),
		"no instance":  `{"type":"object","required":["a","b"],"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"}}}`,
		"backtracking": `{"type":"string","pattern":"^(?=a)(a+)+$"}`,
		"itself":       `{"$ref":"#"}`,
		"long texts":   `{"properties":{` + list(40, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"string","minLength":60000}`, i) }) + `},"required":["p1","p2"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := parse(t, text)
			r := Run(n, n, &Options{Samples: 60, Mutants: 3, Time: time.Second})
			if r.Different() {
				t.Errorf("it differs from itself: %s %s", r.AnotB, r.BnotA)
			}
			if r.Samples == 0 && r.Reason == "" {
				t.Error("nothing was tried, and no reason is given")
			}
			if r.Samples+r.Undecided > maxSamples+maxPlaces {
				t.Errorf("%d instances were tried", r.Samples+r.Undecided)
			}
		})
	}
}

func TestNothingIsChanged(t *testing.T) {
	t.Parallel()
	a := parse(t, rich)
	before := string(a.Append(nil))
	Run(a, a, patient())
	if after := string(a.Append(nil)); after != before {
		t.Errorf("%s\n%s", before, after)
	}
	if !json.Valid([]byte(before)) {
		t.Error("the test schema is no JSON")
	}
}
