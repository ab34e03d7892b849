package schemacompact

import (
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/targets"
)

// trusting takes every result for proved, so that a transform is seen on its own.
func trusting(_, _ *catalog.Tool) verify.Proof {
	return verify.Proof{Verdict: verify.Decided, Direction: verify.Equal}
}

// everythingGoes is a target that takes all rewrites.
func everythingGoes(t testing.TB) targets.Target {
	t.Helper()
	target, err := targets.Lookup("anthropic")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range targets.Rewrites() {
		if !target.Allows(r) {
			t.Fatalf("%s does not take %s any more: the tests need another target", target.ID(), r)
		}
	}
	return target
}

// rewritten returns what transforms make of a schema, proved or not.
func rewritten(t testing.TB, input string, target targets.Target, transforms ...string) string {
	t.Helper()
	r, err := compact(oneTool(t, input), &Options{Level: LevelNone, With: transforms, Target: target}, trusting)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range r.Warnings {
		t.Errorf("warning: %v", w)
	}
	return string(r.Catalog.Tools[0].Input.Append(nil))
}

const point = `"type":"object","properties":{"latitude":{"type":"number","minimum":-90,"maximum":90},"longitude":{"type":"number","minimum":-180,"maximum":180}},"required":["latitude","longitude"]`

// Each row is what one transform makes of a schema; an empty out is what it must not touch.
func TestRewrites(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, transform, in, out string }{
		{"names are strings", "inert", `{"properties":{"a":{"type":"object","propertyNames":{"type":"string"}},"b":{"type":"object","propertyNames":{}},"c":{"type":"object","propertyNames":{"maxLength":3}}}}`,
			`{"properties":{"a":{"type":"object"},"b":{"type":"object"},"c":{"type":"object","propertyNames":{"maxLength":3}}}}`},
		{"keywords without their neighbour", "inert", `{"properties":{"a":{"type":"array","then":{},"else":false,"minContains":2,"maxContains":3,"additionalItems":false},"b":{"type":"array","if":{"minItems":1}}}}`,
			`{"properties":{"a":{"type":"array"},"b":{"type":"array"}}}`},
		{"keywords with their neighbour", "inert", `{"properties":{"a":{"type":"array","contains":{"type":"null"},"minContains":0},"b":{"type":"array","if":{"minItems":1},"then":{"maxItems":3}}}}`, ""},
		{"not false", "inert", `{"properties":{"a":{"type":"string","not":false},"b":{"not":true}}}`, `{"properties":{"a":{"type":"string"},"b":{"not":true}}}`},
		{"limits of another type", "inert", `{"properties":{"a":{"type":"integer","minLength":1,"maxItems":3,"maximum":5},"b":{"type":["string","null"],"minimum":1,"minLength":2},"c":{"minimum":1}}}`,
			`{"properties":{"a":{"type":"integer","maximum":5},"b":{"type":["string","null"],"minLength":2},"c":{"minimum":1}}}`},
		{"names and values stay where they cannot apply", "inert", `{"properties":{"a":{"type":"string","properties":{"x":{}},"required":["x"],"items":{}}}}`, ""},
		{"what looks empty and is not", "inert", `{"properties":{"a":{"contains":true},"b":{"contains":{}},"c":{"not":{"not":{"minLength":1}}}}}`, ""},

		{"open objects", "drop-open", `{"type":"object","properties":{"a":{"type":"object","additionalProperties":{}},"b":{"type":"object","additionalProperties":false},"c":{"additionalProperties":true}},"additionalProperties":true}`,
			`{"type":"object","properties":{"a":{"type":"object"},"b":{"type":"object","additionalProperties":false},"c":{"additionalProperties":true}}}`},
		{"the target of a reference", "drop-open", `{"properties":{"a":{"type":"object","additionalProperties":{}},"b":{"$ref":"#/properties/a/additionalProperties"}}}`, ""},
		{"free items", "drop-empty-items", `{"properties":{"a":{"type":"array","items":{}},"b":{"type":"array","items":true},"c":{"type":"array","items":false},"d":{"items":{}}}}`,
			`{"properties":{"a":{"type":"array"},"b":{"type":"array"},"c":{"type":"array","items":false},"d":{"items":{}}}}`},

		{"constants", "const-enum", `{"properties":{"a":{"description":"d","anyOf":[{"const":"x"},{"enum":["y","x"]}]},"b":{"oneOf":[{"type":"string","const":"x"},{"type":"integer","const":1}]}}}`,
			`{"properties":{"a":{"description":"d","enum":["x","y"]},"b":{"type":["string","integer"],"enum":["x",1]}}}`},
		{"constants below a type", "const-enum", `{"properties":{"a":{"type":"string","oneOf":[{"const":"x"},{"const":"y"}]},"b":{"type":"number","oneOf":[{"type":"integer","const":1},{"type":"number","const":1.5}]}}}`,
			`{"properties":{"a":{"type":"string","enum":["x","y"]},"b":{"type":"number","enum":[1,1.5]}}}`},
		{"constants with labels", "const-enum", `{"properties":{"a":{"oneOf":[{"const":"x","title":"The X"},{"const":"y"}]}}}`, ""},
		{"a constant that its type refuses", "const-enum", `{"properties":{"a":{"anyOf":[{"type":"string","const":1},{"type":"string","const":"y"}]}}}`, ""},
		{"types on one side", "const-enum", `{"properties":{"a":{"anyOf":[{"const":1},{"type":"string","const":"y"}]}}}`, ""},
		{"the same value twice in oneOf", "const-enum", `{"properties":{"a":{"oneOf":[{"enum":[1,2]},{"const":1.0}]}}}`, `{"properties":{"a":{"oneOf":[{"enum":[1,2]},{"const":1.0}]}}}`},
		{"an enum beside a union", "const-enum", `{"properties":{"a":{"enum":[1,2],"anyOf":[{"const":1},{"const":3}]}}}`, ""},
		{"one value", "const-enum", `{"properties":{"a":{"type":"string","enum":["x"]},"b":{"enum":[[1]]}}}`, `{"properties":{"a":{"type":"string","const":"x"},"b":{"const":[1]}}}`},
		{"one integer", "const-enum", `{"properties":{"a":{"type":"integer","minimum":3,"maximum":3.0},"b":{"type":"number","minimum":3,"maximum":3},"c":{"minimum":3,"maximum":3},"d":{"type":"integer","minimum":0.5,"maximum":0.5}}}`,
			`{"properties":{"a":{"type":"integer","const":3},"b":{"type":"number","minimum":3,"maximum":3},"c":{"minimum":3,"maximum":3},"d":{"type":"integer","minimum":0.5,"maximum":0.5}}}`},

		{"null", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"d"},"b":{"description":"d","oneOf":[{"type":"null"},{"type":"integer","minimum":1}]}}}`,
			`{"properties":{"a":{"type":["string","null"],"description":"d"},"b":{"description":"d","type":["null","integer"],"minimum":1}}}`},
		{"null and listed values", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}]},"b":{"anyOf":[{"type":"null"},{"type":"string","const":"x"}]}}}`,
			`{"properties":{"a":{"type":["string","null"],"enum":["x",null]},"b":{"type":["null","string"],"enum":["x",null]}}}`},
		{"a text of the branch", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string","description":"d"},{"type":"null"}]},"b":{"description":"e","anyOf":[{"type":"string","description":"d"},{"type":"null"}]},"c":{"anyOf":[{"type":"string"},{"type":"null","description":"none"}]}}}`,
			`{"properties":{"a":{"type":["string","null"],"description":"d"},"b":{"description":"e","anyOf":[{"type":"string","description":"d"},{"type":"null"}]},"c":{"anyOf":[{"type":"string"},{"type":"null","description":"none"}]}}}`},
		{"types of their own kind", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string","maxLength":3,"format":"date"},{"type":"number","minimum":0},{"type":"array","items":{"type":"null"}},{"type":"boolean"}]}}}`,
			`{"properties":{"a":{"type":["string","number","array","boolean"],"maxLength":3,"format":"date","minimum":0,"items":{"type":"null"}}}}`},
		{"some of the branches", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/x"},{"type":"null"}]}},"$defs":{"x":{"type":"object"}}}`,
			`{"properties":{"a":{"anyOf":[{"type":["string","null"]},{"$ref":"#/$defs/x"}]}},"$defs":{"x":{"type":"object"}}}`},
		{"integers are numbers", "null-union", `{"properties":{"a":{"anyOf":[{"type":"integer","minimum":1},{"type":"number","maximum":0}]}}}`, ""},
		{"objects and objects", "null-union", `{"properties":{"a":{"anyOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]}]}}}`, ""},
		{"a type around", "null-union", `{"properties":{"a":{"type":"string","anyOf":[{"type":"string","maxLength":2},{"type":"null"}]}}}`, ""},
		{"a keyword that looks at every kind", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string","not":{"minLength":2}},{"type":"null"}]},"b":{"anyOf":[{"type":"object","anyOf":[{},true]},{"type":"null"}]},"c":{"anyOf":[{"type":"string","x-y":1},{"type":"null"}]}}}`, ""},
		{"values of a branch beside others", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string","enum":["x"]},{"type":"number"}]}}}`, ""},
		{"values that their type refuses", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string","enum":["x",null]},{"type":"null"}]}}}`, ""},
		{"a keyword of the other kind", "null-union", `{"properties":{"a":{"anyOf":[{"type":"string","minimum":2},{"type":"number"}]}}}`, ""},
		{"the root", "null-union", `{"properties":{},"anyOf":[{"type":"object"},{"type":"null"}]}`, ""},
		{"a format of numbers", "null-union", `{"properties":{"a":{"anyOf":[{"type":"integer","format":"int32"},{"type":"null"}]},"b":{"anyOf":[{"type":"integer","format":"int32"},{"type":"string"}]}}}`,
			`{"properties":{"a":{"type":["integer","null"],"format":"int32"},"b":{"anyOf":[{"type":"integer","format":"int32"},{"type":"string"}]}}}`},
		{"nullable is no type", "null-union", `{"properties":{"a":{"type":"string","nullable":true},"b":{"anyOf":[{"type":"string","nullable":true},{"type":"null"}]}}}`, ""},

		{"one branch", "lift-single", `{"properties":{"a":{"description":"d","allOf":[{"type":"string","minLength":1}]},"b":{"oneOf":[{"type":"null"}],"title":"t"},"c":{"anyOf":[{"anyOf":[{"type":"null"}]}]}}}`,
			`{"properties":{"a":{"description":"d","type":"string","minLength":1},"b":{"type":"null","title":"t"},"c":{"type":"null"}}}`},
		{"the same member on both sides", "lift-single", `{"properties":{"a":{"type":"string","allOf":[{"type":"string","minLength":1}]},"b":{"minLength":3,"allOf":[{"minLength":1}]}}}`,
			`{"properties":{"a":{"type":"string","minLength":1},"b":{"minLength":3,"allOf":[{"minLength":1}]}}}`},
		{"texts that differ", "lift-single", `{"properties":{"a":{"description":"d","allOf":[{"description":"e","type":"string"}]}}}`, ""},
		{"neighbours on both sides", "lift-single", `{"properties":{"a":{"properties":{"x":{}},"additionalProperties":false,"allOf":[{"properties":{"y":{}}}]},"b":{"allOf":[{"if":{"type":"null"},"then":false}],"else":{"type":"null"}},"d":{"minContains":2,"allOf":[{"contains":{"const":1}}]}}}`, ""},
		{"items on both sides", "lift-single", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"a":{"prefixItems":[true],"allOf":[{"items":false}]}}}`, ""},
		{"a reference", "lift-single", `{"properties":{"a":{"allOf":[{"$ref":"#/$defs/x"}]},"b":{"description":"d","allOf":[{"$ref":"#/$defs/x"}]},"c":{"minLength":1,"allOf":[{"$ref":"#/$defs/x"}]}},"$defs":{"x":{"type":"string"}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"description":"d","$ref":"#/$defs/x"},"c":{"minLength":1,"allOf":[{"$ref":"#/$defs/x"}]}},"$defs":{"x":{"type":"string"}}}`},
		{"a text beside a reference, which draft 7 ignores", "lift-single", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"b":{"description":"d","allOf":[{"$ref":"#/definitions/x"}]}},"definitions":{"x":{"type":"string"}}}`, ""},
		{"beside a reference", "lift-single", `{"properties":{"a":{"$ref":"#/$defs/x","allOf":[{"minLength":1}]}},"$defs":{"x":{"type":"string"}}}`, ""},
		{"branches that do not matter", "lift-single", `{"properties":{"a":{"allOf":[{},{"minLength":1},true,{"maxLength":3}]},"b":{"anyOf":[{"not":{}},{"type":"null"},false]},"c":{"anyOf":[{"type":"null"},{"type":"string"},{"type":"null"}]},"d":{"oneOf":[false,{"minLength":1},{"minLength":1}]},"e":{"anyOf":[{},{"type":"null"}]}}}`,
			`{"properties":{"a":{"allOf":[{"minLength":1},{"maxLength":3}]},"b":{"type":"null"},"c":{"anyOf":[{"type":"null"},{"type":"string"}]},"d":{"oneOf":[{"minLength":1},{"minLength":1}]},"e":{"anyOf":[{},{"type":"null"}]}}}`},
		{"nested compositions", "lift-single", `{"properties":{"a":{"allOf":[{"minLength":1},{"allOf":[{"maxLength":3},{"pattern":"a"}]}]},"b":{"oneOf":[{"type":"null"},{"oneOf":[{"type":"string"},{"maxLength":2}]}]}}}`,
			`{"properties":{"a":{"allOf":[{"minLength":1},{"maxLength":3},{"pattern":"a"}]},"b":{"oneOf":[{"type":"null"},{"oneOf":[{"type":"string"},{"maxLength":2}]}]}}}`},
		{"a branch with a name", "lift-single", `{"properties":{"a":{"allOf":[{"$anchor":"n","type":"string"}]},"b":{"$ref":"#/properties/a"}}}`, ""},
		{"a reference into a branch", "lift-single", `{"properties":{"a":{"allOf":[{"type":"object","properties":{"x":{"type":"null"}}}]},"b":{"$ref":"#/properties/a/allOf/0/properties/x"}}}`, ""},
		{"a discriminator", "lift-single", `{"properties":{"a":{"oneOf":[{"$ref":"#/$defs/x"}],"discriminator":{"propertyName":"k"}}},"$defs":{"x":{"type":"object"}}}`, ""},

		{"limits", "merge-allof", `{"properties":{"a":{"type":"number","minimum":1,"allOf":[{"type":"integer","minimum":2,"maximum":9},{"maximum":8.5}]}}}`,
			`{"properties":{"a":{"type":"integer","minimum":2,"maximum":8.5}}}`},
		{"names", "merge-allof", `{"properties":{"a":{"required":["x"],"allOf":[{"required":["y","x"]},{"type":"object","properties":{"y":{"type":"null"}}}]}}}`,
			`{"properties":{"a":{"required":["x","y"],"type":"object","properties":{"y":{"type":"null"}}}}}`},
		{"values", "merge-allof", `{"properties":{"a":{"enum":[1,2,3],"allOf":[{"enum":[4,3,1.0]}]},"b":{"enum":[1],"allOf":[{"enum":[2]}]}}}`,
			`{"properties":{"a":{"enum":[1,3]},"b":{"enum":[1],"allOf":[{"enum":[2]}]}}}`},
		{"patterns and closed objects", "merge-allof", `{"properties":{"a":{"pattern":"a","allOf":[{"pattern":"b"}]},"b":{"allOf":[{"properties":{"x":{}},"additionalProperties":false},{"properties":{"y":{}},"additionalProperties":false}]},"c":{"additionalProperties":false,"properties":{"x":{}},"allOf":[{"properties":{"y":{}}}]},"d":{"multipleOf":2,"allOf":[{"multipleOf":3}]}}}`, ""},
		{"the same property twice", "merge-allof", `{"properties":{"a":{"properties":{"x":{"minLength":1}},"allOf":[{"properties":{"x":{"maxLength":3}}}]}}}`, ""},
		{"types that exclude each other", "merge-allof", `{"properties":{"a":{"type":"string","allOf":[{"type":"number"}]}}}`, ""},

		{"one reference", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/y","description":"d"}},"$defs":{"x":{"type":"object","properties":{"z":{"$ref":"#/$defs/z"}}},"y":{"type":"string"},"z":{"type":"array","items":{"type":"number"}}}}`,
			`{"properties":{"a":{"type":"object","properties":{"z":{"type":"array","items":{"type":"number"}}}},"b":{"type":"string","description":"d"}}}`},
		{"small definitions", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"},"c":{"$ref":"#/$defs/y"},"d":{"$ref":"#/$defs/y"}},"$defs":{"x":{"type":"null"},"y":{` + point + `}}}`,
			`{"properties":{"a":{"type":"null"},"b":{"type":"null"},"c":{"$ref":"#/$defs/y"},"d":{"$ref":"#/$defs/y"}},"$defs":{"y":{` + point + `}}}`},
		{"a definition that refers to another", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/y"}},"$defs":{"x":{"$ref":"#/$defs/y"},"y":{` + point + `}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/y"},"b":{"$ref":"#/$defs/y"}},"$defs":{"y":{` + point + `}}}`},
		{"a large definition beside long texts", "inline-refs", `{"properties":{"a":{"description":"` + strings.Repeat("Long. ", 60) + `","$ref":"#/$defs/y"},"b":{"$ref":"#/$defs/y"}},"$defs":{"y":{` + point + `}}}`, ""},
		{"recursion", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"array","items":{"$ref":"#/$defs/x"}}}}`, ""},
		{"recursion over two", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"array","items":{"$ref":"#/$defs/y"}},"y":{"type":"array","maxItems":1,"items":{"$ref":"#/$defs/x"}}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"array","items":{"type":"array","maxItems":1,"items":{"$ref":"#/$defs/x"}}}}}`},
		{"an assertion beside the reference", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x","maxLength":5}},"$defs":{"x":{"type":"string","maxLength":2}}}`, ""},
		{"two texts", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x","description":"d"}},"$defs":{"x":{"type":"string","description":"e"}}}`, ""},
		{"a reference into a definition", "inline-refs", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x/properties/y"}},"$defs":{"x":{"type":"object","properties":{"y":{"type":"null"}}}}}`, ""},
		{"an anchor", "inline-refs", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"a":{"$ref":"#n"}},"$defs":{"x":{"$anchor":"n","type":"string"}}}`, ""},
		{"a mapping", "inline-refs", `{"properties":{"a":{"oneOf":[{"$ref":"#/$defs/x"}],"discriminator":{"propertyName":"k","mapping":{"x":"#/$defs/x"}}}},"$defs":{"x":{"type":"object"}}}`, ""},
		{"a percent-encoded reference", "inline-refs", `{"properties":{"a":{"$ref":"#/%24defs/x"}},"$defs":{"x":{"type":"string"}}}`, `{"properties":{"a":{"type":"string"}}}`},

		{"T46 every reference", "inline-all", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"type":"array","items":{"$ref":"#/$defs/x"}},"c":{"$ref":"#/$defs/y","description":"d"}},"$defs":{"x":{"type":"object","properties":{"p":{"$ref":"#/$defs/y"},"q":{"$ref":"#/$defs/y"}}},"y":{` + point + `}}}`,
			`{"properties":{"a":{"type":"object","properties":{"p":{` + point + `},"q":{` + point + `}}},"b":{"type":"array","items":{"type":"object","properties":{"p":{` + point + `},"q":{` + point + `}}}},"c":{` + point + `,"description":"d"}}}`},
		{"T46 recursion stays", "inline-all", `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/y"},"c":{"$ref":"#/$defs/y"}},"$defs":{"x":{"type":"array","items":{"$ref":"#/$defs/x"}},"y":{` + point + `}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{` + point + `},"c":{` + point + `}},"$defs":{"x":{"type":"array","items":{"$ref":"#/$defs/x"}}}}`},

		{"repeats", "hoist", `{"properties":{"from":{` + point + `},"to":{` + point + `}}}`,
			`{"properties":{"from":{"$ref":"#/$defs/to"},"to":{"$ref":"#/$defs/to"}},"$defs":{"to":{` + point + `}}}`},
		{"repeats with texts", "hoist", `{"properties":{"from":{"description":"Start.",` + point + `},"to":{"description":"End.",` + point + `}}}`,
			`{"properties":{"from":{"description":"Start.","$ref":"#/$defs/to"},"to":{"description":"End.","$ref":"#/$defs/to"}},"$defs":{"to":{` + point + `}}}`},
		{"repeats under draft 7", "hoist", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"from":{` + point + `},"to":{` + point + `},"via":{"description":"On the way.",` + point + `}}}`,
			`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"from":{"$ref":"#/definitions/to"},"to":{"$ref":"#/definitions/to"},"via":{"description":"On the way.",` + point + `}},"definitions":{"to":{` + point + `}}}`},
		{"repeats of a format", "hoist", `{"properties":{"from":{"type":"string","format":"date","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},"to":{"type":"string","format":"date","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}}`,
			`{"properties":{"from":{"$ref":"#/$defs/date"},"to":{"$ref":"#/$defs/date"}},"$defs":{"date":{"type":"string","format":"date","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}}`},
		{"a definition that is there", "hoist", `{"properties":{"from":{` + point + `},"to":{"$ref":"#/$defs/point"}},"$defs":{"point":{` + point + `}}}`,
			`{"properties":{"from":{"$ref":"#/$defs/point"},"to":{"$ref":"#/$defs/point"}},"$defs":{"point":{` + point + `}}}`},
		{"a name that is taken", "hoist", `{"properties":{"from":{` + point + `},"to":{` + point + `},"x":{"$ref":"#/$defs/to"},"y":{"$ref":"#/$defs/to"}},"$defs":{"to":{"type":"string","maxLength":1000,"minLength":100}}}`,
			`{"properties":{"from":{"$ref":"#/$defs/to2"},"to":{"$ref":"#/$defs/to2"},"x":{"$ref":"#/$defs/to"},"y":{"$ref":"#/$defs/to"}},"$defs":{"to":{"type":"string","maxLength":1000,"minLength":100},"to2":{` + point + `}}}`},
		{"repeats that are short", "hoist", `{"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}}}`, ""},
		{"a reference into a repeat", "hoist", `{"properties":{"from":{"type":"object","properties":{"latitude":{"type":"number"},"longitude":{"type":"number"}}},"to":{"type":"object","properties":{"latitude":{"type":"number"},"longitude":{"type":"number"}}},"lat":{"$ref":"#/properties/to/properties/latitude"}}}`, ""},
		{"a name inside a repeat", "hoist", `{"properties":{"from":{"type":"object","properties":{"x":{"$anchor":"n","type":"string","maxLength":1000,"minLength":100}}},"to":{"type":"object","properties":{"x":{"$anchor":"m","type":"string","maxLength":1000,"minLength":100}}}}}`, ""},
		{"data that looks like a repeat", "hoist", `{"properties":{"from":{"const":{` + point + `}},"to":{"default":{` + point + `}},"properties":{"enum":[{` + point + `}]}}}`, ""},
	} {
		t.Run(tt.transform+" "+tt.name, func(t *testing.T) {
			t.Parallel()
			want := tt.out
			if want == "" {
				want = tt.in
			}
			got := rewritten(t, tt.in, everythingGoes(t), tt.transform)
			if got != want {
				t.Errorf("\nin   %s\ngot  %s\nwant %s", tt.in, got, want)
			}
			if again := rewritten(t, got, everythingGoes(t), tt.transform); again != got {
				t.Errorf("the second time changes something:\nonce  %s\ntwice %s", got, again)
			}
			same(t, tt.in, got, instances())
		})
	}
}
