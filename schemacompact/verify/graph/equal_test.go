package graph

import (
	"strings"
	"testing"
)

// pair is two documents under a draft, 2020-12 if it is 0.
type pair struct {
	name, a, b string
	draft      Draft
}

func (p pair) equal(t *testing.T) (bool, *Obstacle) {
	t.Helper()
	d := p.draft
	if d == 0 {
		d = Draft2020
	}
	return Equal(mustRead(t, p.a, d), mustRead(t, p.b, d), nil)
}

// Rewrites that keep meaning. Each pair is proved in both directions, and inside of other schemas.
func TestEqualProves(t *testing.T) {
	t.Parallel()
	for _, p := range []pair{
		// References.
		{"inlined", `{"items":{"$ref":"#/$defs/a"},"$defs":{"a":{"type":"string"}}}`, `{"items":{"type":"string"}}`, 0},
		{"inlined twice", `{"properties":{"x":{"$ref":"#/$defs/a"},"y":{"$ref":"#/$defs/a"}},"$defs":{"a":{"enum":[1]}}}`, `{"properties":{"y":{"enum":[1]},"x":{"enum":[1]}}}`, 0},
		{"renamed", `{"items":{"$ref":"#/$defs/a"},"$defs":{"a":{"type":"string"}}}`, `{"items":{"$ref":"#/definitions/b"},"definitions":{"b":{"type":"string"}}}`, 0},
		{"pruned", `{"type":"string","$defs":{"a":{"type":"null"}}}`, `{"type":"string"}`, 0},
		{"by an anchor", `{"items":{"$ref":"#x"},"$defs":{"a":{"$anchor":"x","maxLength":1}}}`, `{"items":{"maxLength":1}}`, 0},
		{"by a pointer into a place", `{"properties":{"a":{"anyOf":[{"type":"string"},{"minimum":1}]},"b":{"$ref":"#/properties/a/anyOf/1"}}}`, `{"properties":{"a":{"anyOf":[{"type":"string"},{"minimum":1}]},"b":{"minimum":1}}}`, 0},
		{"a chain", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"null"}}}`, `{"type":"null"}`, 0},
		{"a sibling in 2019-09", `{"$ref":"#/$defs/a","maxLength":5,"$defs":{"a":{"type":"string","maxLength":2}}}`, `{"type":"string","maxLength":2}`, Draft2019},
		{"a sibling in draft 7", `{"items":{"$ref":"#/definitions/a","maxLength":1},"definitions":{"a":{"maxLength":2}}}`, `{"items":{"maxLength":2}}`, Draft7},
		{"annotations", `{"title":"T","type":"string","description":"D","default":1,"examples":[2],"x-y":3}`, `{"type":"string"}`, 0},

		// Recursion.
		{"a list, unrolled once", `{"$ref":"#/$defs/l","$defs":{"l":{"properties":{"next":{"$ref":"#/$defs/l"}}}}}`,
			`{"properties":{"next":{"properties":{"next":{"$ref":"#/properties/next"}}}}}`, 0},
		{"by the root", `{"type":"object","properties":{"sub":{"type":"array","items":{"$ref":"#"}}}}`,
			`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"sub":{"items":{"$ref":"#/$defs/n"},"type":"array"}}}}}`, 0},
		{"two that lead to each other", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"object","properties":{"b":{"$ref":"#/$defs/y"}}},"y":{"type":"array","items":{"$ref":"#/$defs/x"}}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/q"}},"$defs":{"p":{"items":{"$ref":"#/$defs/q"},"type":"array"},"q":{"properties":{"b":{"$ref":"#/$defs/p"}},"type":"object"}}}`, 0},
		{"two that are one", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"properties":{"a":{"$ref":"#/$defs/y"}},"type":"object"},"y":{"properties":{"a":{"$ref":"#/$defs/x"}},"type":"object"}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"properties":{"a":{"$ref":"#/$defs/x"}},"type":"object"}}}`, 0},
		{"with null merged in", `{"properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"type":"object"}`,
			`{"type":"object","properties":{"next":{"type":["object","null"],"properties":{"next":{"$ref":"#/properties/next"}}}}}`, 0},
		{"a tagged union of trees", `{"oneOf":[{"type":"object","required":["op"],"properties":{"op":{"const":"lit"},"v":{"type":"number"}}},{"type":"object","required":["op"],"properties":{"op":{"const":"neg"},"of":{"$ref":"#"}}}]}`,
			`{"anyOf":[{"type":"object","required":["op"],"properties":{"op":{"enum":["neg"]},"of":{"$ref":"#"}}},{"type":"object","required":["op"],"properties":{"op":{"const":"lit"},"v":{"type":"number"}}}]}`, 0},

		// Keywords that do nothing.
		{"zeros", `{"minItems":0,"minLength":0,"minProperties":0,"uniqueItems":false,"required":[],"dependentRequired":{},"dependentSchemas":{},"patternProperties":{},"properties":{}}`, `{}`, 0},
		{"no dependencies", `{"dependencies":{}}`, `{}`, Draft7},
		{"open objects", `{"properties":{"a":{"type":"null"}},"additionalProperties":true}`, `{"properties":{"a":{"type":"null"}}}`, 0},
		{"open objects, as a schema", `{"additionalProperties":{}}`, `true`, 0},
		{"open arrays", `{"items":{}}`, `{}`, 0},
		{"open tuples", `{"items":[{"type":"null"}],"additionalItems":true}`, `{"items":[{"type":"null"}]}`, Draft7},
		{"a property without a condition", `{"properties":{"a":{}}}`, `{}`, 0},
		{"names that are strings", `{"propertyNames":{"type":"string"}}`, `{}`, 0},
		{"not nothing", `{"not":{"not":{}}}`, `{}`, 0},
		{"if alone", `{"if":{"type":"string"}}`, `{}`, 0},
		{"then alone", `{"then":{"type":"string"},"else":false}`, `{}`, 0},
		{"counts without contains", `{"minContains":2,"maxContains":3}`, `{}`, 0},
		{"additionalItems without a tuple", `{"items":{"type":"null"},"additionalItems":false}`, `{"items":{"type":"null"}}`, Draft7},
		{"contains anything", `{"contains":{}}`, `{"minItems":1}`, 0},
		{"contains anything, some", `{"contains":true,"minContains":2,"maxContains":4}`, `{"minItems":2,"maxItems":4}`, 0},
		{"contains of no number", `{"contains":{"type":"null"},"minContains":0}`, `{}`, 0},
		{"booleans of draft 4", `{"minimum":1,"exclusiveMinimum":false}`, `{"minimum":1}`, Draft4},
		{"an empty pattern", `{"pattern":""}`, `{}`, 0},

		// Values.
		{"const and enum", `{"const":"a"}`, `{"enum":["a"]}`, 0},
		{"a list as a value", `{"const":[1]}`, `{"enum":[[1.0]]}`, 0},
		{"repeated values on both sides", `{"anyOf":[{"enum":[1,1,2]},{"type":"null"}]}`, `{"enum":[null,2,1,1]}`, 0},
		{"values of other types", `{"type":"string","enum":["a",1,null]}`, `{"type":"string","enum":["a"]}`, 0},
		{"an implied type", `{"type":"string","enum":["a"]}`, `{"enum":["a"]}`, 0},
		{"an implied number", `{"type":["integer","null"],"enum":[1,null]}`, `{"enum":[null,1]}`, 0},
		{"branches of values", `{"anyOf":[{"const":"a"},{"enum":["b","c"]}]}`, `{"enum":["a","b","c"]}`, 0},
		{"titled values", `{"oneOf":[{"const":1,"title":"One"},{"const":2,"title":"Two"}]}`, `{"enum":[1,2]}`, 0},
		{"one of overlapping values", `{"oneOf":[{"enum":["a","b"]},{"enum":["b","c"]}]}`, `{"enum":["a","c"]}`, 0},
		{"values beyond the bounds", `{"enum":[1,2,3,"x"],"minimum":2}`, `{"enum":[2,3,"x"]}`, 0},
		{"values of a length", `{"enum":["a","äö","𝒳𝒳𝒳"],"maxLength":2}`, `{"enum":["a","äö"]}`, 0},
		{"all booleans", `{"enum":[true,false]}`, `{"type":"boolean"}`, 0},
		{"null", `{"const":null}`, `{"type":"null"}`, 0},
		{"equal bounds", `{"type":"integer","minimum":3,"maximum":3}`, `{"const":3}`, 0},

		// Types and branches.
		{"integer and number", `{"type":["integer","number"]}`, `{"type":"number"}`, 0},
		{"all types", `{"type":["null","boolean","object","array","number","string"]}`, `{}`, 0},
		{"nullable", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":["null","string"]}`, 0},
		{"nullable with bounds", `{"anyOf":[{"type":"string","minLength":1,"pattern":"^a"},{"type":"null"}]}`, `{"type":["string","null"],"minLength":1,"pattern":"^a"}`, 0},
		{"nullable, with a format", `{"oneOf":[{"type":"string","format":"date"},{"type":"null"}]}`, `{"type":["string","null"],"format":"date"}`, 0},
		{"nullable, with values", `{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}`, `{"type":["string","null"],"enum":["a",null]}`, 0},
		{"nullable, by reference", `{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}],"$defs":{"a":{"type":"array","items":{"type":"string"}}}}`, `{"type":["array","null"],"items":{"type":"string"}}`, 0},
		{"nullable and restricted", `{"type":"string","anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":"string"}`, 0},
		{"disjoint branches", `{"anyOf":[{"type":"string","minLength":1},{"type":"array","minItems":2},{"type":"number","minimum":0}]}`, `{"type":["string","array","number"],"minLength":1,"minItems":2,"minimum":0}`, 0},
		{"null on either side", `{"anyOf":[{"type":["string","null"],"minLength":1},{"type":"string","pattern":"^a"}]}`, `{"anyOf":[{"type":"string","minLength":1},{"type":["null","string"],"pattern":"^a"}]}`, 0},
		{"one of disjoint types", `{"oneOf":[{"type":"integer"},{"type":"string"}]}`, `{"type":["integer","string"]}`, 0},
		{"one of disjoint bounds", `{"type":"integer","oneOf":[{"maximum":1},{"minimum":2}]}`, `{"type":"integer","anyOf":[{"maximum":1},{"exclusiveMinimum":1}]}`, 0},
		{"a tagged union", `{"oneOf":[{"required":["k"],"type":"object","properties":{"k":{"const":1}}},{"required":["k"],"type":"object","properties":{"k":{"const":2},"b":{"type":"null"}}}]}`, `{"anyOf":[{"required":["k"],"type":"object","properties":{"k":{"const":1}}},{"required":["k"],"type":"object","properties":{"k":{"const":2},"b":{"type":"null"}}}]}`, 0},
		{"nested branches", `{"anyOf":[{"anyOf":[{"pattern":"a"},{"pattern":"b"}]},{"pattern":"c"}]}`, `{"anyOf":[{"pattern":"c"},{"pattern":"b"},{"pattern":"a"}]}`, 0},
		{"repeated branches", `{"anyOf":[{"pattern":"a"},{"pattern":"b"},{"pattern":"a"}],"allOf":[{"pattern":"c"},{"pattern":"c"}]}`, `{"anyOf":[{"pattern":"a"},{"pattern":"b"}],"allOf":[{"pattern":"c"}]}`, 0},
		{"branches that are the same by other words", `{"items":{"anyOf":[{"items":{"$ref":"#/$defs/a"}},{"items":{"$ref":"#/$defs/b"}}]},"$defs":{"a":{"const":1},"b":{"enum":[1]}}}`, `{"items":{"items":{"const":1}}}`, 0},
		{"open and closed branches", `{"anyOf":[{"type":"string"},false,{"minLength":1}],"allOf":[true,{}]}`, `{"anyOf":[{"type":"string"},{"minLength":1}]}`, 0},
		{"an open branch", `{"anyOf":[{"type":"string"},{}]}`, `{}`, 0},
		{"a closed conjunct", `{"allOf":[{"type":"string"},false]}`, `{"not":{}}`, 0},
		{"a single branch", `{"anyOf":[{"type":"string","minLength":1}]}`, `{"type":"string","minLength":1}`, 0},
		{"a single branch beside others", `{"minLength":2,"oneOf":[{"type":"string","maxLength":3}]}`, `{"type":"string","minLength":2,"maxLength":3}`, 0},
		{"conjuncts", `{"allOf":[{"minimum":1,"type":"number"},{"minimum":2,"type":["integer","string"]},{"required":["a"]},{"required":["b","a"]}]}`, `{"type":"integer","minimum":2,"required":["b","a"]}`, 0},
		{"conjuncts of objects", `{"allOf":[{"properties":{"a":{"type":"null"}}},{"properties":{"b":{"type":"null"}},"required":["a"]}],"type":"object"}`, `{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}},"required":["a"]}`, 0},
		{"multiples", `{"allOf":[{"multipleOf":4},{"multipleOf":6}]}`, `{"multipleOf":12}`, 0},
		{"a multiple of one", `{"type":"number","multipleOf":1}`, `{"type":"integer"}`, 0},
		{"integers in steps of a half", `{"type":"integer","multipleOf":0.5}`, `{"type":"integer"}`, 0},
		{"keywords of other types", `{"type":"integer","minLength":1,"pattern":"a","items":{"type":"null"},"format":"date"}`, `{"type":"integer"}`, 0},
		{"required twice", `{"required":["a"],"dependentRequired":{"a":["b"],"c":["a"],"d":["d"]}}`, `{"required":["a","b"]}`, 0},
		{"integers above", `{"type":"integer","exclusiveMinimum":0}`, `{"type":"integer","minimum":1}`, 0},
		{"spellings of a number", `{"maximum":1e2,"multipleOf":0.10}`, `{"maximum":100.0,"multipleOf":1e-1}`, 0},
		{"a tuple that ends", `{"prefixItems":[{"type":"null"}],"items":false}`, `{"prefixItems":[{"type":"null"}],"maxItems":1}`, 0},
		{"an if that is decided", `{"if":true,"then":{"type":"string"},"else":{"type":"null"}}`, `{"type":"string"}`, 0},
		{"a circle that asks nothing", `{"properties":{"a":{"anyOf":[{"$ref":"#"},true]}},"additionalProperties":{}}`, `{}`, 0},

		// As they are, where annotations are looked at.
		{"looked at, inlined", `{"allOf":[{"$ref":"#/$defs/a"}],"unevaluatedProperties":false,"$defs":{"a":{"properties":{"x":{"$ref":"#/$defs/b"}}},"b":{"type":"null"}}}`, `{"allOf":[{"properties":{"x":{"type":"null"}}}],"unevaluatedProperties":false}`, 0},
		{"looked at, in another order", `{"required":["a","b"],"unevaluatedItems":{},"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"string"}],"unevaluatedItems":{},"required":["b","a"]}`, 0},
		{"looked at dynamically", `{"$dynamicAnchor":"x","items":{"$dynamicRef":"#x"},"title":"a"}`, `{"items":{"$dynamicRef":"#y"},"$dynamicAnchor":"y"}`, 0},
	} {
		for _, p := range []pair{p, {p.name + ", reversed", p.b, p.a, p.draft}} {
			if ok, o := p.equal(t); !ok {
				t.Errorf("%s: not proved, at %q: %s", p.name, o.At, o.Reason)
			}
		}
	}
}

// Rewrites that do not keep meaning.
func TestEqualRefuses(t *testing.T) {
	t.Parallel()
	for _, p := range []pair{
		{"a property taken for a keyword", `{"properties":{"title":{"type":"string"}}}`, `{"properties":{}}`, 0},
		{"data taken for a schema", `{"const":{"title":"x","a":1}}`, `{"const":{"a":1}}`, 0},
		{"a sibling that overrides", `{"properties":{"p":{"$ref":"#/$defs/a","maxLength":5}},"$defs":{"a":{"maxLength":2}}}`, `{"properties":{"p":{"maxLength":5}}}`, 0},
		{"a sibling of draft 7 that wakes up", `{"items":{"$ref":"#/definitions/a","maxLength":1},"definitions":{"a":{}}}`, `{"items":{"maxLength":1}}`, Draft7},
		{"one of overlapping branches", `{"oneOf":[{"type":"integer"},{"minimum":1}]}`, `{"anyOf":[{"type":"integer"},{"minimum":1}]}`, 0},
		{"one of a branch twice", `{"oneOf":[{"type":"string"},{"type":"string"}]}`, `{"oneOf":[{"type":"string"}]}`, 0},
		{"one of a branch twice, inside", `{"oneOf":[{"pattern":"a"},{"pattern":"a"},{"pattern":"b"}]}`, `{"oneOf":[{"pattern":"a"},{"pattern":"b"}]}`, 0},
		{"merged over the parent", `{"maxLength":2,"allOf":[{"maxLength":5}]}`, `{"maxLength":5}`, 0},
		{"lifted into a closed object", `{"properties":{"a":{}},"additionalProperties":false,"allOf":[{"properties":{"b":{}}}]}`, `{"properties":{"a":{},"b":{}},"additionalProperties":false}`, 0},
		{"two closed objects in one", `{"allOf":[{"properties":{"a":{}},"additionalProperties":false},{"properties":{"b":{}},"additionalProperties":false}]}`, `{"properties":{"a":{},"b":{}},"additionalProperties":false}`, 0},
		{"lifted to where it is looked at", `{"unevaluatedProperties":false,"allOf":[{"properties":{"a":{}},"unevaluatedProperties":false}],"properties":{"b":{}}}`, `{"unevaluatedProperties":false,"properties":{"a":{},"b":{}}}`, 0},
		{"an open object that is looked at", `{"properties":{"a":{}},"additionalProperties":true,"unevaluatedProperties":false}`, `{"properties":{"a":{}},"unevaluatedProperties":false}`, 0},
		{"an open array that is looked at", `{"items":true,"unevaluatedItems":false}`, `{"unevaluatedItems":false}`, 0},
		{"a free property of a closed object", `{"properties":{"a":{}},"additionalProperties":false}`, `{"additionalProperties":false}`, 0},
		{"a free pattern of a closed object", `{"patternProperties":{"^x":{}},"additionalProperties":false}`, `{"additionalProperties":false}`, 0},
		{"a nameless property of a closed object", `{"properties":{"":{}},"additionalProperties":false}`, `{"additionalProperties":false}`, 0},
		{"a pattern for a name in a closed object", `{"properties":{"a":{}},"additionalProperties":false}`, `{"patternProperties":{"a":{}},"additionalProperties":false}`, 0},
		{"an open branch that is looked at", `{"allOf":[{"anyOf":[{"properties":{"a":{}}},true]}],"unevaluatedProperties":false}`, `{"unevaluatedProperties":false}`, 0},
		{"contains anything", `{"contains":true}`, `{}`, 0},
		{"contains of no number", `{"contains":{"type":"null"},"minContains":0}`, `{"contains":{"type":"null"}}`, 0},
		{"a list unwrapped", `{"const":[1]}`, `{"enum":[1]}`, 0},
		{"a type that keeps values out", `{"type":"string","enum":["a",null]}`, `{"enum":["a",null]}`, 0},
		{"const in draft 4", `{"const":1}`, `{"enum":[1]}`, Draft4},
		{"nullable without null", `{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}`, `{"type":["string","null"],"enum":["a"]}`, 0},
		{"numbers merged", `{"anyOf":[{"type":"integer","minimum":10},{"type":"number","maximum":1}]}`, `{"type":"number","minimum":10,"maximum":1}`, 0},
		{"objects merged", `{"anyOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]}]}`, `{"type":"object","required":["a","b"]}`, 0},
		{"a parent's type forgotten", `{"type":"string","anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":["string","null"]}`, 0},
		{"integers as numbers", `{"type":"integer"}`, `{"type":"number"}`, 0},
		{"an exclusive bound", `{"exclusiveMinimum":0}`, `{"minimum":0}`, 0},
		{"an exclusive bound moved", `{"type":"number","exclusiveMinimum":0}`, `{"type":"number","minimum":1}`, 0},
		{"nullable", `{"type":"string","nullable":true}`, `{"type":["string","null"]}`, 0},
		{"one of one of", `{"oneOf":[{"oneOf":[{"type":"integer"},{"type":"number"}]},{"minimum":0}]}`, `{"oneOf":[{"type":"integer"},{"type":"number"},{"minimum":0}]}`, 0},
		{"not not, looked at", `{"not":{"not":{"properties":{"a":{}}}},"unevaluatedProperties":false}`, `{"properties":{"a":{}},"unevaluatedProperties":false}`, 0},
		{"if, looked at", `{"if":{"properties":{"a":{}}},"unevaluatedProperties":false}`, `{"unevaluatedProperties":false}`, 0},
		{"1 and true", `{"enum":[1,true]}`, `{"enum":[1]}`, 0},
		{"1 and text", `{"enum":[1,"1"]}`, `{"enum":["1"]}`, 0},
		{"patterns in one", `{"allOf":[{"pattern":"a"},{"pattern":"b"}]}`, `{"pattern":"ab"}`, 0},
		{"a tuple in another order", `{"prefixItems":[{"type":"string"},{"type":"null"}]}`, `{"prefixItems":[{"type":"null"},{"type":"string"}]}`, 0},
		{"a large bound", `{"maximum":9007199254740993}`, `{"maximum":9007199254740992}`, 0},
		{"an object by its keywords", `{"properties":{"a":{"type":"null"}}}`, `{"type":"object","properties":{"a":{"type":"null"}}}`, 0},
		{"anything as an object", `{"items":{}}`, `{"items":{"type":"object"}}`, 0},
		{"a map emptied", `{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":false}`, 0},
		{"a tuple as a list", `{"items":[{"type":"string"},{"type":"null"}]}`, `{"items":{"anyOf":[{"type":"string"},{"type":"null"}]}}`, Draft7},
		{"recursion cut", `{"type":"object","properties":{"a":{"$ref":"#"}}}`, `{"type":"object","properties":{"a":{"type":"object"}}}`, 0},
		{"equal bounds without a type", `{"minimum":1,"maximum":1}`, `{"const":1}`, 0},
		{"one of a value twice", `{"oneOf":[{"const":1},{"const":1}]}`, `{"enum":[1]}`, 0},
		{"one of, added to any of", `{"anyOf":[{"pattern":"a"}],"oneOf":[{"pattern":"b"}]}`, `{"anyOf":[{"pattern":"a"},{"pattern":"b"}]}`, 0},
		{"an optional name required", `{"properties":{"a":{"type":"null"}}}`, `{"properties":{"a":{"type":"null"}},"required":["a"]}`, 0},
		{"a required name that is no property", `{"properties":{},"required":["a"]}`, `{"properties":{}}`, 0},
		{"a root condition dropped", `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"type":"object"}`, 0},

		{"dependencies in 2020-12 and what took their place", `{"dependencies":{"a":["b"]}}`, `{"dependentRequired":{"a":["b"]}}`, 0},
		{"a format that may speak of null", `{"anyOf":[{"type":"string","format":"own"},{"type":"null"}]}`, `{"type":["string","null"],"format":"own"}`, 0},
		{"formats", `{"format":"date"}`, `{"format":"time"}`, 0},
		{"content in draft 7", `{"contentEncoding":"base64"}`, `{}`, Draft7},
		{"integers of draft 4", `{"type":"number","multipleOf":1}`, `{"type":"integer"}`, Draft4},
		{"values of draft 4", `{"type":"integer","enum":[1]}`, `{"enum":[1]}`, Draft4},
		{"circles of different length", `{"properties":{"a":{"properties":{"a":{"$ref":"#"}},"type":"object"}},"type":"object"}`, `{"properties":{"a":{"properties":{"a":{"$ref":"#"}}}},"type":"object"}`, 0},
		{"a retargeted reference", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"items":{"$ref":"#/$defs/x"}},"y":{"items":{"$ref":"#/$defs/x"},"type":"array"}}}`, `{"properties":{"a":{"$ref":"#/$defs/y"}},"$defs":{"x":{"items":{"$ref":"#/$defs/x"}},"y":{"items":{"$ref":"#/$defs/x"},"type":"array"}}}`, 0},
		{"a definition with a strange pattern pruned", `{"$defs":{"a":{"pattern":"(?<=a)b"}}}`, `{}`, 0},
		{"a strange pattern that can never match", `{"type":"null"}`, `{"type":"null","patternProperties":{"(?=a":{}}}`, 0},
		{"its own dialect", `{"$schema":"https://example.com/d","type":"null"}`, `{"$schema":"https://example.com/d","type":"null"}`, 0},
	} {
		for _, p := range []pair{p, {p.name + ", reversed", p.b, p.a, p.draft}} {
			ok, o := p.equal(t)
			if ok || o == nil || o.Reason == "" {
				t.Errorf("%s: proved, %v", p.name, o)
			}
		}
	}
}

func TestEqualDrafts(t *testing.T) {
	t.Parallel()
	const plain, format = `{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"items":{"format":"date"}}`
	for _, test := range []struct {
		doc  string
		a, b Draft
		want bool
	}{
		{plain, Draft7, Draft2020, true},
		{plain, Draft6, Draft2019, true},
		{plain, Draft4, Draft7, false}, // 1.0
		{format, Draft2019, Draft2020, false},
		{format, Draft6, Draft7, false}, // draft 6 has no dates
		{`{"dependencies":{"a":["b"]}}`, Draft2019, Draft2020, false},
		{`{"dependencies":{"a":["b"]}}`, Draft6, Draft7, true},
		{`{"prefixItems":[{"type":"null"}]}`, Draft6, Draft7, false},
		{format, Draft7, Draft2020, false},
		{`{"unevaluatedItems":false}`, Draft2019, Draft2020, false},
	} {
		if ok, _ := Equal(mustRead(t, test.doc, test.a), mustRead(t, test.doc, test.b), nil); ok != test.want {
			t.Errorf("%s in drafts %d and %d: %t", test.doc, test.a, test.b, ok)
		}
	}
}

// The obstacle says where and what.
func TestEqualExplains(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ a, b, at, reason string }{
		{`{"properties":{"a":{"type":"string","minLength":2},"b":{}}}`, `{"properties":{"a":{"type":"string"}}}`, "/properties/a", "minLength"},
		{`{"items":{"type":"string"}}`, `{"items":{"type":["string","null"]}}`, "/items", "null"},
		{`{"properties":{"a":{"items":{"$ref":"#/$defs/x"}}},"$defs":{"x":{"maximum":1}}}`, `{"properties":{"a":{"items":{"maximum":2}}}}`, "/properties/a/items", "upper bound"},
		{`{"properties":{"a":{"type":"null"}}}`, `{}`, "", `properties "a" is in the first only`},
		{`{}`, `{"properties":{"a":{"type":"null"}}}`, "", `properties "a" is in the second only`},
		{`{"properties":{"b":{"type":"null"}}}`, `{"properties":{"a":{"type":"null"},"b":{"type":"null"}}}`, "", `properties "a" is in the second only`},
		{`{"enum":["a","b"]}`, `{"enum":["a"]}`, "", "enum"},
		{`{"properties":{"a":{"type":"null"},"b":{"anyOf":[{"properties":{"c":{"type":"null"}}}]}}}`, `{"properties":{"a":{"type":"null"},"b":{"properties":{"c":{"type":"string"}}}}}`, "/properties/b/anyOf/0/properties/c", "null"},
		{`{"unevaluatedItems":{"type":"null"}}`, `{"unevaluatedItems":{"type":"string"}}`, "/unevaluatedItems", "keywords"},
		{`{"properties":{"a":{"$ref":"#"}},"required":["a"]}`, `{"properties":{"a":{"$ref":"#"}},"required":["b"]}`, "", "required"},
	} {
		ok, o := pair{a: test.a, b: test.b}.equal(t)
		if ok || string(o.At) != test.at || !strings.Contains(o.Reason, test.reason) {
			t.Errorf("Equal(%s, %s) = %t, %v, want %q at %q", test.a, test.b, ok, o, test.reason, test.at)
		}
	}
}

func TestClasses(t *testing.T) {
	t.Parallel()
	a := mustRead(t, `{"properties":{"a":{"type":"null"},"b":{"const":null},"c":{"type":"string"}}}`, Draft2020)
	b := mustRead(t, `{"items":{"enum":["x",null]},"not":{"type":["null","string"]},"contains":{"anyOf":[{"type":"string"}]}}`, Draft2020)
	ofA, ofB, o := classesOf(a, b, nil)
	if o != nil {
		t.Fatal(o)
	}
	class := map[string]int{}
	for i, s := range a.Schemas {
		class["a"+string(s.At)] = ofA[i]
	}
	for i, s := range b.Schemas {
		class["b"+string(s.At)] = ofB[i]
	}
	for _, same := range [][2]string{{"a/properties/a", "a/properties/b"}, {"a/properties/c", "b/contains"}, {"b/contains", "b/contains/anyOf/0"}} {
		if class[same[0]] != class[same[1]] {
			t.Errorf("%s and %s are of different classes", same[0], same[1])
		}
	}
	distinct := map[int]bool{}
	for _, n := range class {
		distinct[n] = true
	}
	if len(distinct) != 6 || class["a"] != 0 {
		t.Errorf("%d classes: %v", len(distinct), class)
	}
	custom := mustRead(t, `{"$schema":"https://example.com/d"}`, Draft2020)
	if _, _, o := classesOf(a, custom, nil); o == nil {
		t.Error("classes of a document in a dialect that is not known")
	}
}
