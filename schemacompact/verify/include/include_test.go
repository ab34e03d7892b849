package include

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

func read2020(t testing.TB, text string) *graph.Graph {
	t.Helper()
	return load(t, text, graph.Draft2020)
}

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b string }{
		{"union of a type and null", `{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}`, `{"type":["string","null"],"minLength":2}`},
		{"oneOf of types that have nothing in common", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `{"type":["integer","string"]}`},
		{"constants as an enum", `{"oneOf":[{"const":"x"},{"const":"y"},{"const":3}]}`, `{"enum":["y",3.0,"x"]}`},
		{"type beside an enum of that type", `{"type":"string","enum":["x","y"]}`, `{"enum":["x","y"]}`},
		{"enum with values of other types", `{"type":"string","enum":["x",1,null]}`, `{"const":"x"}`},
		{"one branch", `{"properties":{"a":{"allOf":[{"type":"string"}],"maxLength":3}}}`, `{"properties":{"a":{"type":"string","maxLength":3}}}`},
		{"bounds of a conjunction", `{"allOf":[{"minimum":2},{"minimum":3,"maximum":9}]}`, `{"minimum":3,"maximum":9}`},
		{"common multiple of fractions", `{"type":"number","allOf":[{"multipleOf":0.3},{"multipleOf":0.2}]}`, `{"type":"number","multipleOf":0.6}`},
		{"exclusive bound of an integer", `{"type":"integer","exclusiveMinimum":2}`, `{"type":"integer","minimum":3}`},
		{"one integer between two bounds", `{"type":"integer","exclusiveMinimum":6.5,"maximum":7.2}`, `{"const":7}`},
		{"two booleans", `{"enum":[true,false]}`, `{"type":"boolean"}`},
		{"no string but the empty one", `{"type":"string","maxLength":0}`, `{"const":""}`},
		{"negation of a type", `{"not":{"type":["object","array","null","boolean","number"]}}`, `{"type":"string"}`},
		{"double negation", `{"not":{"not":{"required":["a"],"properties":{"a":{"items":{"type":"null"}}}}}}`, `{"required":["a"],"properties":{"a":{"items":{"type":"null"}}}}`},
		{"condition with equal branches", `{"if":{"required":["a"]},"then":{"type":"object"},"else":{"type":"object"}}`, `{"type":"object"}`},
		{"condition as a choice", `{"if":{"type":"string"},"then":{"maxLength":4},"else":{"type":"null"}}`, `{"anyOf":[{"type":"string","maxLength":4},{"type":"null"}]}`},
		{"inlined and hoisted", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"array","items":{"type":"string"}}}}`,
			`{"properties":{"b":{"type":"array","items":{"type":"string"}},"a":{"type":"array","items":{"type":"string"}}}}`},
		{"recursion unrolled and taken apart", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},"sub":{"type":"array","items":{"$ref":"#/$defs/n"}}}}}}`,
			`{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},"sub":{"type":"array","items":{"$ref":"#/$defs/m"}}},"$defs":{"m":{"allOf":[{"type":"object","required":["v"]},{"properties":{"v":{"type":"integer"},"sub":{"type":"array","items":{"$ref":"#"}}}}]}}}`},
		{"two that lead to each other", `{"$ref":"#/$defs/p","$defs":{"p":{"type":"array","items":{"$ref":"#/$defs/q"}},"q":{"type":"array","items":{"$ref":"#/$defs/p"}}}}`,
			`{"type":"array","items":{"$ref":"#"}}`},
		{"recursion without an end", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","required":["n"],"properties":{"n":{"$ref":"#/$defs/n"}}}}}`, `false`},
		{"required of a closed object without it", `{"type":"object","required":["x"],"properties":{"y":{}},"additionalProperties":false}`, `false`},
		{"two closed objects", `{"type":"object","allOf":[{"properties":{"a":{}},"additionalProperties":false},{"properties":{"b":{}},"additionalProperties":false}]}`,
			`{"type":"object","maxProperties":0}`},
		{"names by a pattern or one by one", `{"type":"object","propertyNames":{"enum":["a","b"]}}`, `{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false}`},
		{"dependence of a required member", `{"required":["a"],"dependentRequired":{"a":["b"]},"type":"object"}`, `{"required":["b","a"],"type":"object"}`},
		{"more members than there are names", `{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"minProperties":3}`, `false`},
		{"all members of a closed object", `{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"minProperties":2}`,
			`{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"required":["a","b"]}`},
		{"the same pattern on both sides", `{"type":"string","allOf":[{"pattern":"^(?=x)"},{"maxLength":5}]}`, `{"type":"string","pattern":"^(?=x)","maxLength":5}`},
		{"the same format on both sides", `{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]}`, `{"type":["null","string"],"format":"date"}`},
		{"the same format of numbers", `{"allOf":[{"type":"integer","format":"int32"},{"minimum":0}]}`, `{"type":"integer","format":"int32","minimum":0}`},
		{"an item that contains", `{"type":"array","contains":{}}`, `{"type":"array","minItems":1}`},
		{"nothing to contain", `{"type":"array","contains":{"type":"null"},"minContains":0}`, `{"type":"array"}`},
		{"all but one contain", `{"type":"array","items":{"type":["null","string"]},"contains":{"type":"null"},"maxContains":0,"minContains":0}`, `{"type":"array","items":{"type":"string"}}`},
		{"a set of few values", `{"type":"array","uniqueItems":true,"items":{"enum":[1,2]}}`, `{"type":"array","uniqueItems":true,"items":{"enum":[1,2]},"maxItems":2}`},
		{"a tuple without an end", `{"type":"array","prefixItems":[{"type":"string"}],"items":false}`, `{"type":"array","items":{"type":"string"},"maxItems":1}`},
		{"a value of an enum that the siblings refuse", `{"enum":[{"a":1},{"a":"x"},[]],"type":"object","properties":{"a":{"type":"string"}}}`, `{"const":{"a":"x"}}`},
		{"tagged union", `{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"x"},"v":{"type":"string"}}},{"type":"object","required":["k"],"properties":{"k":{"const":"y"},"v":{"type":"null"}}}]}`,
			`{"anyOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"y"},"v":{"enum":[null]}}},{"type":"object","required":["k"],"properties":{"k":{"enum":["x"]},"v":{"allOf":[{"type":"string"}]}}}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if r := Decide(read2020(t, c.a), read2020(t, c.b), nil); r.AinB != Yes || r.BinA != Yes {
				t.Errorf("%s\n%s\ngot %v and %v, %q, witnesses %s and %s", c.a, c.b, r.AinB, r.BinA, r.Reason, r.WitnessAnotB, r.WitnessBnotA)
			}
		})
	}
}

// TestDifferent goes through rewrites that look harmless. Each has a witness, which a validator has to confirm.
func TestDifferent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, a, b string
		ab, ba     Answer
	}{
		{"overlapping oneOf as anyOf", `{"oneOf":[{"type":"integer"},{"minimum":5}]}`, `{"anyOf":[{"type":"integer"},{"minimum":5}]}`, Yes, No},
		{"nested oneOf flattened", `{"oneOf":[{"oneOf":[{"type":"integer"},{"type":"number"}]},{"minimum":10}]}`, `{"oneOf":[{"type":"integer"},{"type":"number"},{"minimum":10}]}`, No, Yes},
		{"repeated oneOf branch dropped", `{"oneOf":[{"const":"x"},{"const":"x"}]}`, `{"const":"x"}`, Yes, No},
		{"null lost in an enum", `{"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}]}`, `{"type":["string","null"],"enum":["x"]}`, No, Yes},
		{"numbers merged", `{"anyOf":[{"type":"integer","minimum":3},{"type":"number","maximum":1}]}`, `{"type":["integer","number"],"minimum":3,"maximum":1}`, No, Yes},
		{"objects merged", `{"anyOf":[{"type":"object","required":["x"]},{"type":"object","required":["y"]}]}`, `{"type":"object","required":["x","y"]}`, No, Yes},
		{"outer type ignored", `{"type":"array","anyOf":[{"type":"array"},{"type":"null"}]}`, `{"type":["array","null"]}`, Yes, No},
		{"branch lifted under a closed object", `{"properties":{"x":{}},"additionalProperties":false,"allOf":[{"properties":{"y":{}}}]}`, `{"properties":{"x":{},"y":{}},"additionalProperties":false}`, Yes, No},
		{"closed objects united", `{"allOf":[{"properties":{"x":{}},"additionalProperties":false},{"properties":{"y":{}},"additionalProperties":false}]}`, `{"properties":{"x":{},"y":{}},"additionalProperties":false}`, Yes, No},
		{"bound of a sibling wins", `{"allOf":[{"type":"string","maxLength":7}],"maxLength":9}`, `{"type":"string","maxLength":9}`, Yes, No},
		{"name of a closed object dropped", `{"properties":{"x":true,"y":true},"additionalProperties":false}`, `{"properties":{"y":true},"additionalProperties":false}`, No, Yes},
		{"pattern of a closed object dropped", `{"patternProperties":{"^x-":true},"additionalProperties":false}`, `{"additionalProperties":false}`, No, Yes},
		{"contains anything", `{"contains":true}`, `{}`, Yes, No},
		{"constant array unwrapped", `{"const":["x"]}`, `{"enum":["x"]}`, No, No},
		{"type dropped beside an enum with null", `{"type":"string","enum":["x",null]}`, `{"enum":["x",null]}`, Yes, No},
		{"integers as numbers", `{"type":"integer"}`, `{"type":"number"}`, Yes, No},
		{"exclusive bound of a number", `{"exclusiveMinimum":4}`, `{"minimum":5}`, No, Yes},
		{"true and one", `{"enum":[true,1]}`, `{"enum":[1]}`, No, Yes},
		{"digits beyond a float", `{"maximum":9007199254740993}`, `{"maximum":9007199254740992}`, No, Yes},
		{"patterns put together", `{"type":"string","allOf":[{"pattern":"x"},{"pattern":"y"}]}`, `{"type":"string","pattern":"xy"}`, No, Unknown},
		{"type added", `{"properties":{"x":{"type":"null"}}}`, `{"type":"object","properties":{"x":{"type":"null"}}}`, No, Yes},
		{"tuple as a union", `{"prefixItems":[{"type":"integer"},{"type":"string"}]}`, `{"items":{"anyOf":[{"type":"integer"},{"type":"string"}]}}`, No, No},
		{"recursion cut off", `{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"null"},{"type":"array","items":{"$ref":"#/$defs/n"}}]}}}`, `{"anyOf":[{"type":"null"},{"type":"array","items":{"type":"array"}}]}`, No, No},
		{"equal bounds without a type", `{"minimum":8,"maximum":8}`, `{"const":8}`, No, Yes},
		{"optional made required", `{"type":"object","properties":{"x":{"type":"string","pattern":"^[A-Z]{2}-[0-9]+$"}}}`, `{"type":"object","properties":{"x":{"type":"string","pattern":"^[A-Z]{2}-[0-9]+$"}},"required":["x"]}`, No, Yes},
		{"required dropped that no property has", `{"type":"object","required":["x"]}`, `{"type":"object"}`, Yes, No},
		{"inside a value that has to match and to be long", `{"type":"object","required":["id","n"],"properties":{"id":{"type":"string","pattern":"^[a-f0-9]{8}$","minLength":8},"n":{"maximum":3}}}`,
			`{"type":"object","required":["id","n"],"properties":{"id":{"type":"string","pattern":"^[a-f0-9]{8}$","minLength":8},"n":{"maximum":4}}}`, Yes, No},
		{"beside formats that have to be fulfilled", `{"type":"object","required":["at","by","n"],"properties":{"at":{"type":"string","format":"date-time"},"by":{"type":"string","format":"email","minLength":30},"n":{"type":"array","maxItems":2}}}`,
			`{"type":"object","required":["at","by","n"],"properties":{"at":{"type":"string","format":"date-time"},"by":{"type":"string","format":"email","minLength":30},"n":{"type":"array","maxItems":1}}}`, No, Yes},
		{"length at an astral character", `{"type":"string","maxLength":1}`, `{"enum":["😀"]}`, No, Yes},
		{"order of a tuple", `{"prefixItems":[{"type":"string"},{"type":"null"}],"minItems":2,"type":"array"}`, `{"prefixItems":[{"type":"null"},{"type":"string"}],"minItems":2,"type":"array"}`, No, No},
		{"unique items allowed to repeat", `{"type":"array","uniqueItems":true}`, `{"type":"array"}`, Yes, No},
		{"dependent schema dropped", `{"dependentSchemas":{"x":{"required":["y"]}}}`, `{}`, Yes, No},
		{"member count", `{"type":"object","minProperties":2,"propertyNames":{"pattern":"^k[0-9]$"}}`, `{"type":"object","minProperties":3,"propertyNames":{"pattern":"^k[0-9]$"}}`, No, Yes},
		{"excluded object", `{"not":{"const":{"x":1}}}`, `{"not":{"enum":[{"x":1},{"x":2}]}}`, No, Yes},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := Decide(read2020(t, c.a), read2020(t, c.b), nil)
			if r.AinB != c.ab || r.BinA != c.ba {
				t.Fatalf("%s\n%s\ngot %v and %v, %q at %q", c.a, c.b, r.AinB, r.BinA, r.Reason, r.At)
			}
			a, b := validator(t, c.a, validate.Assert), validator(t, c.b, validate.Assert)
			if w := string(r.WitnessAnotB); c.ab == No && (!accepts(t, a, w) || accepts(t, b, w)) {
				t.Errorf("%s is not accepted by the first alone", w)
			}
			if w := string(r.WitnessBnotA); c.ba == No && (!accepts(t, b, w) || accepts(t, a, w)) {
				t.Errorf("%s is not accepted by the second alone", w)
			}
			if (c.ab == No) != (r.WitnessAnotB != nil) || (c.ba == No) != (r.WitnessBnotA != nil) {
				t.Errorf("witnesses %s and %s", r.WitnessAnotB, r.WitnessBnotA)
			}
		})
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b, reason string }{
		{"format dropped", `{"type":"string","format":"date"}`, `{"type":"string"}`, "format"},
		{"value that may have the format", `{"const":"2024-02-30"}`, `{"format":"date"}`, "format"},
		{"other format", `{"type":"string","format":"uri"}`, `{"type":"string","format":"iri"}`, "format"},
		{"format of numbers dropped", `{"type":"integer","format":"int32"}`, `{"type":"integer"}`, "int32"},
		{"pattern beyond us", `{"type":"string","pattern":"^(?!x)y"}`, `{"type":"string","pattern":"^y"}`, "pattern"},
		{"value for a pattern beyond us", `{"const":"yes"}`, `{"pattern":"(?<=y)es"}`, "pattern"},
		{"value at which engines differ", `{"const":"x\u00a0y"}`, `{"pattern":"x\\sy"}`, "pattern"},
		{"annotations looked at", `{"properties":{"x":{}},"unevaluatedProperties":false}`, `{"properties":{"x":{}},"additionalProperties":false}`, "unevaluatedProperties"},
		{"an instance that is too large", `{"type":"string","minLength":1000000}`, `{"type":"string","minLength":1000001}`, "too large"},
		{"more items than can be told apart", `{"type":"array","uniqueItems":true,"minItems":5000}`, `{"type":"array","uniqueItems":true,"minItems":5001}`, "different items"},
		{"a count that is too large", `{"type":"string","maxLength":1e30}`, `{"type":"string","maxLength":1e31}`, "count"},
		{"a value that is too long", `{"enum":[1e999999999,1]}`, `{"const":1}`, "digits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := Decide(read2020(t, c.a), read2020(t, c.b), nil)
			if r.AinB != Unknown && r.BinA != Unknown || !strings.Contains(r.Reason, c.reason) {
				t.Errorf("%s\n%s\ngot %+v, want unknown because of %q", c.a, c.b, r, c.reason)
			}
			if r.AinB == Yes && r.BinA == Yes {
				t.Error("called equal")
			}
		})
	}
}

// TestReasons tells the causes apart that keep a pattern from being decided on.
func TestReasons(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b, reason string }{
		{"what a pattern means", `{"type":"string","pattern":"^(?!q)r"}`, `{"type":"string","pattern":"^r"}`, `engines may disagree on what the pattern "^(?!q)r" means`},
		{"a value outside of ASCII", `{"enum":["ä","u"],"pattern":"^\\w$"}`, `{"const":"u"}`, `engines may disagree on whether the pattern "^\\w$" is found in "ä"`},
		{"two patterns that one string is hard to find for", `{"type":"string","allOf":[{"pattern":"^[a-c]+$"},{"pattern":"^[d-f]+$"}]}`, `false`,
			`no string was found that the pattern "^[a-c]+$" is found in and that fits all else`},
		{"a pattern that is in all", `{"type":"string"}`, `{"type":"string","pattern":"a?b?"}`, `no string was found that the pattern "a?b?" is not found in and that fits all else`},
		{"a pattern that is too long", `{"type":"string","pattern":"` + strings.Repeat("a", 10_001) + `"}`, `{"type":"string"}`, `the pattern "` + strings.Repeat("a", 60) + `…" is too long to be tried`},
		{"a string that is too long", `{"type":"string","minLength":30000,"pattern":"a"}`, `{"type":"string","minLength":30000,"pattern":"b"}`, "strings of more than 20000 characters are not tried"},
		{"a name that is long", `{"type":"object","required":["` + strings.Repeat("é", 200) + `"],"maxProperties":1}`, `{"type":"object","patternProperties":{"^\\w+$":false}}`,
			`whether a pattern fits the name "` + strings.Repeat("é", 60) + `…" is not known`},
		{"keywords that only some evaluate", `{"type":"object","dependencies":{"q":["r"]}}`, `{"type":"object"}`, "some validators evaluate a keyword that others do not"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := Decide(read2020(t, c.a), read2020(t, c.b), nil)
			if r.AinB != Unknown && r.BinA != Unknown || r.Reason != c.reason {
				t.Errorf("got %v and %v because of\n%s\nwant\n%s", r.AinB, r.BinA, r.Reason, c.reason)
			}
		})
	}
}

// TestHints are guesses that only a validator which asserts formats can confirm.
func TestHints(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"date-time", "date", "time", "email", "ipv4", "ipv6", "uri", "uuid", "hostname", "regex", "json-pointer", "duration"} {
		a, b := `{"type":"object","required":["x"],"properties":{"x":{"type":"string","format":"`+format+`"}}}`, `{"type":"object","required":["x"],"properties":{"x":{"type":"string"}}}`
		r := Decide(read2020(t, a), read2020(t, b), nil)
		if r.AinB != Yes || r.BinA != Unknown || r.WitnessBnotA == nil {
			t.Fatalf("%s: %+v", format, r)
		}
		va, vb := validator(t, a, validate.Assert), validator(t, b, validate.Assert)
		if w := string(r.WitnessBnotA); accepts(t, va, w) || !accepts(t, vb, w) {
			t.Errorf("%s: %s does not show the difference", format, w)
		}
		answer, instance, _ := Inhabited(read2020(t, a), nil)
		if answer != Yes || !accepts(t, va, string(instance)) {
			t.Errorf("%s: %s is not accepted (%v)", format, instance, answer)
		}
	}
}

func TestDrafts(t *testing.T) {
	t.Parallel()
	text := `{"type":"object","required":["x"],"properties":{"x":{"type":"string","format":"date"}}}`
	r := Decide(load(t, text, graph.Draft7), load(t, text, graph.Draft2020), nil)
	if r.AinB == Yes || r.BinA == Yes || r.WitnessBnotA == nil {
		t.Errorf("a format that one draft asserts and the other does not: %+v", r)
	}
	text = `{"type":"integer","minimum":1}`
	if r := Decide(load(t, text, graph.Draft4), load(t, text, graph.Draft2020), nil); r.AinB != Yes || r.BinA != Unknown {
		t.Errorf("draft 4 may not take 1.0 for an integer: %+v", r)
	}
	if r := Decide(load(t, text, graph.Draft4), load(t, `{"type":"integer","exclusiveMinimum":true,"minimum":0}`, graph.Draft4), nil); r.AinB != Yes || r.BinA != Yes {
		t.Errorf("integers of draft 4 among themselves: %+v", r)
	}
	if r := Decide(load(t, `{"items":[{"type":"null"}],"additionalItems":false}`, graph.Draft7), read2020(t, `{"prefixItems":[{"type":"null"}],"items":false}`), nil); r.AinB != Yes || r.BinA != Yes {
		t.Errorf("a tuple in the words of two drafts: %+v", r)
	}
}

func TestInhabited(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Answer{
		`true`: Yes, `false`: No, `{}`: Yes, `{"not":{}}`: No, `{"enum":["x"],"type":"integer"}`: No,
		`{"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2}`:                                No,
		`{"type":"number","exclusiveMinimum":1,"exclusiveMaximum":2}`:                                 Yes,
		`{"type":"string","minLength":3,"maxLength":2}`:                                               No,
		`{"type":"array","items":false,"minItems":1}`:                                                 No,
		`{"type":"object","required":["n"],"properties":{"n":{"$ref":"#"}}}`:                          No,
		`{"type":"object","required":["n"],"properties":{"n":{"anyOf":[{"$ref":"#"},{}]}}}`:           Yes,
		`{"type":"string","pattern":"^a","allOf":[{"not":{"pattern":"^a"}}]}`:                         No,
		`{"type":"string","format":"date","not":{"format":"date"}}`:                                   No,
		`{"type":"string","pattern":"^a(?!b)","not":{"pattern":"^a"}}`:                                Unknown,
		`{"type":"array","uniqueItems":true,"items":{"type":"boolean"},"minItems":3}`:                 No,
		`{"type":"array","contains":{"type":"null"},"items":{"type":"string"}}`:                       No,
		`{"type":"array","contains":{"const":1},"minContains":2,"maxItems":2,"uniqueItems":true}`:     No,
		`{"type":"object","propertyNames":{"maxLength":0},"minProperties":2}`:                         No,
		`{"type":"integer","multipleOf":4,"not":{"multipleOf":2}}`:                                    No,
		`{"type":"integer","multipleOf":3,"not":{"multipleOf":2},"minimum":1000001}`:                  Yes,
		`{"type":"object","patternProperties":{"^x":false},"required":["xy"]}`:                        No,
		`{"type":"object","patternProperties":{"^x":false},"propertyNames":{"pattern":"^x"}}`:         Yes,
		`{"type":"object","dependentSchemas":{"a":false},"required":["a"]}`:                           No,
		`{"type":"object","dependentRequired":{"a":["b"]},"required":["a"],"properties":{"b":false}}`: No,
	} {
		answer, witness, why := Inhabited(read2020(t, text), nil)
		if answer != want || (witness != nil) != (want == Yes) && want != Unknown || (why != nil) != (want == Unknown) {
			t.Errorf("%s: got %v, %s, %v; want %v", text, answer, witness, why, want)
		}
		if want == Yes && !accepts(t, validator(t, text, validate.Assert), string(witness)) {
			t.Errorf("%s does not accept %s", text, witness)
		}
	}
}

func TestNothingToRead(t *testing.T) {
	t.Parallel()
	loop := &graph.Schema{Types: graph.AllTypes}
	loop.AllOf = []*graph.Schema{loop}
	ok := read2020(t, `{}`)
	for name, g := range map[string]*graph.Graph{
		"none":       nil,
		"no root":    {Draft: graph.Draft2020},
		"sensitive":  {Root: ok.Root, Sensitive: &graph.Obstacle{Reason: "dynamic"}},
		"a loop":     {Draft: graph.Draft2020, Root: loop},
		"ill-formed": {Draft: graph.Draft2020, Root: &graph.Schema{Types: graph.AllTypes, Required: []string{"\uFFFD"}}},
		"half types": {Draft: graph.Draft2020, Root: &graph.Schema{Types: graph.Number}},
		"no value":   {Draft: graph.Draft2020, Root: &graph.Schema{Types: graph.AllTypes, Enum: []*schema.Node{nil}, HasEnum: true}},
	} {
		if r := Decide(g, ok, nil); r.AinB != Unknown || r.BinA != Unknown || r.Reason == "" {
			t.Errorf("%s: %+v", name, r)
		}
		if answer, _, why := Inhabited(g, nil); answer != Unknown || why == nil || why.Reason == "" {
			t.Errorf("%s: %v %v", name, answer, why)
		}
	}
}

// TestOther looks at keywords of which nothing is known: they are what they are, on both sides.
func TestOther(t *testing.T) {
	t.Parallel()
	with := func(value string, maximum string) *graph.Graph {
		g := read2020(t, `{"type":"integer","maximum":`+maximum+`}`)
		if value != "" {
			g.Root.Other = []graph.Keyword{{Name: "mystery", Value: parse(t, value)}}
		}
		return g
	}
	if r := Decide(with(`"x"`, "3"), with(`"x"`, "3"), nil); r.AinB != Yes || r.BinA != Yes {
		t.Errorf("the same: %+v", r)
	}
	if r := Decide(with(`"x"`, "3"), with(`"x"`, "4"), nil); r.AinB != Yes || r.BinA != Unknown {
		t.Errorf("the same beside another bound: %+v", r)
	}
	if r := Decide(with(`"x"`, "3"), with(`"y"`, "3"), nil); r.AinB != Unknown || r.BinA != Unknown {
		t.Errorf("another one: %+v", r)
	}
	if r := Decide(with(`"x"`, "3"), with("", "3"), nil); r.AinB != Yes || r.BinA != Unknown {
		t.Errorf("dropped: %+v", r)
	}
	if r := Decide(with(`{"$ref":"#/a"}`, "3"), with(`{"$ref":"#/a"}`, "3"), nil); r.AinB != Unknown {
		t.Errorf("one that may mean something else in another document: %+v", r)
	}
}

// TestCompat looks at dependencies in a draft that has replaced them.
func TestCompat(t *testing.T) {
	t.Parallel()
	a, b := `{"type":"object","dependencies":{"x":["y"]},"maxProperties":3}`, `{"type":"object","dependencies":{"x":["y"]},"maxProperties":4}`
	if r := Decide(read2020(t, a), read2020(t, b), nil); r.AinB != Yes || r.BinA != No {
		t.Errorf("the same on both sides: %+v", r)
	}
	without, replaced := `{"type":"object"}`, `{"type":"object","dependentRequired":{"x":["y"]}}`
	with := `{"type":"object","dependencies":{"x":["y"]}}`
	if r := Decide(read2020(t, with), read2020(t, without), nil); r.AinB != Yes || r.BinA != Unknown || r.WitnessBnotA == nil {
		t.Errorf("dropped: %+v", r)
	}
	if r := Decide(read2020(t, with), read2020(t, replaced), nil); r.AinB != Unknown || r.BinA != Yes {
		t.Errorf("replaced: %+v", r)
	}
	if answer, _, _ := Inhabited(read2020(t, `{"required":["x"],"type":"object","properties":{"y":false},"dependencies":{"x":["y"]}}`), nil); answer != Unknown {
		t.Errorf("what only some refuse altogether is %v", answer)
	}
	if r := Decide(load(t, with, graph.Draft7), load(t, replaced, graph.Draft2020), nil); r.AinB != Yes || r.BinA != Yes {
		t.Errorf("in the draft that has them: %+v", r)
	}
}

// TestFields fails if the graph gets a field that this package does not read: it could be one that asserts something.
func TestFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of   reflect.Type
		want string
	}{
		{reflect.TypeFor[graph.Graph](), "Draft Root Schemas Sensitive"},
		{reflect.TypeFor[graph.Condition](), "Name Required Schema Compat"},
		{reflect.TypeFor[graph.Named](), "Name Schema"},
		{reflect.TypeFor[graph.Bound](), "Value Exclusive"},
		{reflect.TypeFor[graph.Keyword](), "Name Value"},
		{reflect.TypeFor[graph.Schema](), "ID At Node Never Ref Types Enum HasEnum Minimum Maximum MultipleOf MinLength MinItems MinProperties " +
			"MaxLength MaxItems MaxProperties Pattern Format Prefix Items Unique Contains MinContains MaxContains Properties PatternProperties " +
			"Additional PropertyNames Required Dependent AllOf AnyOf OneOf Not If Then Else UnevaluatedProperties UnevaluatedItems Other"},
	} {
		var got []string
		for i := range c.of.NumField() {
			if f := c.of.Field(i); f.IsExported() {
				got = append(got, f.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v has the fields\n%s, and read are\n%s", c.of, strings.Join(got, " "), c.want)
		}
	}
}

// hostile are pairs that a search could be led astray by.
func hostile() map[string][2]string {
	double := func(keyword, leaf string) string {
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/a0","$defs":{`)
		for i := range 30 {
			fmt.Fprintf(&b, `"a%d":{"%s":[{"$ref":"#/$defs/a%d","minLength":%d},{"$ref":"#/$defs/a%d","maxLength":%d}]},`, i, keyword, i+1, i, i+1, 900+i)
		}
		return b.String() + `"a30":` + leaf + `}}`
	}
	both := `{"$ref":"#/$defs/a0","$defs":{`
	for i := range 60 {
		both += fmt.Sprintf(`"a%d":{"type":"object","required":["x","y"],"properties":{"x":{"$ref":"#/$defs/a%d"},"y":{"$ref":"#/$defs/a%d"}}},`, i, i+1, i+1)
	}
	members := func(n int, form string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"p%d":`+form, i, i)
		}
		return `{"type":"object","properties":{` + b.String() + `}}`
	}
	nested := func(leaf string) string {
		return strings.Repeat(`{"items":`, 300) + leaf + strings.Repeat("}", 300)
	}
	return map[string][2]string{
		"allOf":      {double("allOf", `{"type":"string"}`), double("allOf", `{"type":"string","maxLength":3}`)},
		"anyOf":      {double("anyOf", `{"type":"string"}`), double("anyOf", `{"type":"string","maxLength":3}`)},
		"oneOf":      {double("oneOf", `{"type":"string"}`), double("oneOf", `{"type":"string","maxLength":3}`)},
		"instance":   {both + `"a60":{"type":"string"}}}`, both + `"a60":{"type":"null"}}}`},
		"properties": {members(2000, `{"minimum":%d}`), members(2000, `{"allOf":[{"minimum":%d},{"minimum":0}]}`)},
		"depth":      {nested(`{"type":"null"}`), nested(`{"type":"string"}`)},
	}
}

func TestBudgets(t *testing.T) {
	t.Parallel()
	for name, pair := range hostile() {
		a, b := read2020(t, pair[0]), read2020(t, pair[1])
		full := Decide(a, b, &Options{Steps: 100_000})
		for _, opt := range []*Options{{}, {Steps: 50}, {Terms: 1}, {Depth: 2}, {Schemas: 2}} {
			if opt.Steps == 0 {
				opt.Steps = 50_000
			}
			r := Decide(a, b, opt)
			if (r.AinB == Unknown || r.BinA == Unknown) != (r.Reason != "") {
				t.Errorf("%s with %+v: %v, %v and the reason %q", name, opt, r.AinB, r.BinA, r.Reason)
			}
			if r.AinB != Unknown && full.AinB != Unknown && r.AinB != full.AinB || r.BinA != Unknown && full.BinA != Unknown && r.BinA != full.BinA {
				t.Errorf("%s: with %+v %v and %v, without %v and %v", name, opt, r.AinB, r.BinA, full.AinB, full.BinA)
			}
		}
		if r := Decide(a, b, &Options{Steps: 3}); r.AinB == Yes || r.BinA == Yes {
			t.Errorf("%s: proved in three steps: %+v", name, r)
		}
	}
	many := hostile()["properties"]
	if r := Decide(read2020(t, many[0]), read2020(t, many[1]), nil); r.AinB != Yes || r.BinA != Yes {
		t.Errorf("many properties: %+v", r)
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	r := Decide(read2020(t, `{"type":"object","properties":{"x":{"type":"string"}}}`), read2020(t, `{"type":"object","properties":{"x":{"type":"string","maxLength":2}}}`), nil)
	if r.AinB != No || r.BinA != Yes || r.At != "/properties/x" || r.Reason != "" {
		t.Errorf("%+v", r)
	}
}
