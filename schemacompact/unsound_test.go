package schemacompact

import (
	"testing"

	"github.com/schema-bench/schema-bench/internal/validate"
)

// Schemas that a plausible rewrite makes accept something else, with the instance that shows it. Whatever the transforms
// do to one, the verdict on its instance stays.
func TestUnsoundRewritesAreNotMade(t *testing.T) {
	t.Parallel()
	var every []string
	for _, tr := range Transforms() {
		if tr.Name != widenPattern && tr.Name != "dialect" {
			every = append(every, tr.Name)
		}
	}
	for _, tt := range []struct{ name, in, instance string }{
		{"a parameter with the name of a keyword", `{"type":"object","properties":{"title":{"type":"boolean"}},"required":["title"]}`, `{"title":7}`},
		{"texts in values", `{"properties":{"v":{"const":{"title":"t","b":1}}}}`, `{"v":{"b":1}}`},
		{"siblings that a draft ignores", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"p":{"$ref":"#/definitions/s","maxLength":1}},"definitions":{"s":{"type":"string"}}}`, `{"p":"long"}`},
		{"siblings that a draft heeds", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"p":{"$ref":"#/$defs/s","maxLength":6}},"$defs":{"s":{"type":"string","maxLength":3}}}`, `{"p":"middle"}`},
		{"a tuple", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"p":{"type":"array","items":[{"type":"integer"},true]}}}`, `{"p":["x"]}`},
		{"a base of its own", `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://example.com/r","properties":{"p":{"$id":"https://example.com/s","$ref":"#/$defs/v","$defs":{"v":{"type":"number"}}}},"$defs":{"v":{"type":"string"}}}`, `{"p":"x"}`},
		{"branches that overlap", `{"properties":{"p":{"oneOf":[{"type":"number"},{"type":"integer"}]}}}`, `{"p":4}`},
		{"branches that are the same", `{"properties":{"p":{"oneOf":[{"type":"null"},{"type":"null"}]}}}`, `{"p":null}`},
		{"one branch against the schema around it", `{"properties":{"p":{"maxLength":2,"allOf":[{"maxLength":6}]}}}`, `{"p":"long"}`},
		{"one branch below a closed object", `{"properties":{"p":{"properties":{"a":true},"additionalProperties":false,"allOf":[{"properties":{"z":true}}]}}}`, `{"p":{"z":0}}`},
		{"two closed objects", `{"properties":{"p":{"allOf":[{"properties":{"a":{}},"additionalProperties":false},{"properties":{"z":{}},"additionalProperties":false}]}}}`, `{"p":{"a":0}}`},
		{"a closed branch that looks around", `{"properties":{"p":{"properties":{"a":true},"allOf":[{"properties":{"z":true},"unevaluatedProperties":false}]}}}`, `{"p":{"a":0}}`},
		{"open beside what is not evaluated", `{"properties":{"p":{"additionalProperties":true,"unevaluatedProperties":false}}}`, `{"p":{"z":0}}`},
		{"free items beside what is not evaluated", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"p":{"prefixItems":[true],"items":true,"unevaluatedItems":false}}}`, `{"p":[0,0]}`},
		{"a free parameter of a closed object", `{"properties":{"z":true},"additionalProperties":false}`, `{"z":0}`},
		{"free names of a closed object", `{"properties":{},"patternProperties":{"^z":true},"additionalProperties":false}`, `{"z9":0}`},
		{"a branch that accepts all", `{"properties":{"p":{"anyOf":[true,{"properties":{"a":true}}],"unevaluatedProperties":false}}}`, `{"p":{"a":0}}`},
		{"an array that contains anything", `{"properties":{"p":{"type":"array","contains":true}}}`, `{"p":[]}`},
		{"none has to be contained", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"p":{"contains":{"type":"null"},"minContains":0}}}`, `{"p":[]}`},
		{"a list as the value", `{"properties":{"p":{"enum":[["x"]]}}}`, `{"p":"x"}`},
		{"a type beside other values", `{"properties":{"p":{"type":"integer","enum":["x",1]}}}`, `{"p":"x"}`},
		{"a keyword that draft 4 does not know", `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"p":{"const":3}}}`, `{"p":4}`},
		{"values or null", `{"properties":{"p":{"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}]}}}`, `{"p":null}`},
		{"two ranges", `{"properties":{"p":{"anyOf":[{"type":"integer","minimum":9},{"type":"number","maximum":2}]}}}`, `{"p":5}`},
		{"two objects", `{"properties":{"p":{"anyOf":[{"type":"object","properties":{"a":{"type":"null"}}},{"type":"object","properties":{"z":{"type":"null"}}}]}}}`, `{"p":{"a":0,"z":0}}`},
		{"a union below a type", `{"properties":{"p":{"type":"string","anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"p":null}`},
		{"whole numbers", `{"properties":{"p":{"type":"integer"}}}`, `{"p":2.5}`},
		{"a limit that is out", `{"properties":{"p":{"type":"number","exclusiveMinimum":1}}}`, `{"p":1}`},
		{"a limit between numbers", `{"properties":{"p":{"type":"number","exclusiveMinimum":1}}}`, `{"p":1.5}`},
		{"nullable", `{"properties":{"p":{"type":"string","nullable":true}}}`, `{"p":null}`},
		{"one of one of", `{"properties":{"p":{"oneOf":[{"oneOf":[{"type":"integer"},{"type":"number"}]},{"minimum":1}]}}}`, `{"p":7}`},
		{"not not", `{"properties":{"p":{"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false}}}`, `{"p":{"a":0}}`},
		{"if alone", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"p":{"if":{"properties":{"a":true}},"unevaluatedProperties":false}}}`, `{"p":{"a":0}}`},
		{"one and true", `{"properties":{"p":{"enum":[1,true]}}}`, `{"p":true}`},
		{"one and its text", `{"properties":{"p":{"enum":["1",1]}}}`, `{"p":1}`},
		{"two patterns", `{"properties":{"p":{"allOf":[{"pattern":"^a"},{"pattern":"z$"}]}}}`, `{"p":"a"}`},
		{"an order of items", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"p":{"prefixItems":[{"type":"null"},{"type":"string"}]}}}`, `{"p":["x",null]}`},
		{"digits beyond a float", `{"properties":{"p":{"type":"integer","minimum":9007199254740993}}}`, `{"p":9007199254740992}`},
		{"no type", `{"properties":{"p":{"properties":{"a":{"type":"null"}}}}}`, `{"p":3}`},
		{"anything", `{"properties":{"p":{}}}`, `{"p":"x"}`},
		{"a map", `{"properties":{"p":{"type":"object","additionalProperties":{"type":"string"}}}}`, `{"p":{"z":"x"}}`},
		{"names by pattern", `{"properties":{"p":{"patternProperties":{"^z":true},"additionalProperties":false}}}`, `{"p":{"z":0}}`},
		{"a schema of itself", `{"properties":{"p":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}}}}}`, `{"p":{"n":{"n":[0]}}}`},
		{"equal limits without a type", `{"properties":{"p":{"minimum":6,"maximum":6}}}`, `{"p":"x"}`},
		{"constants that are equal", `{"properties":{"p":{"oneOf":[{"const":2},{"const":2.0}]}}}`, `{"p":2}`},
		{"one of beside any of", `{"properties":{"p":{"anyOf":[{"type":"string"}],"oneOf":[{"minLength":3},{"type":"null"}]}}}`, `{"p":"x"}`},
		{"optional", `{"properties":{"p":{"type":"null"}}}`, `{}`},
		{"open", `{"properties":{"p":{"type":"null"}}}`, `{"z":0}`},
		{"closed", `{"properties":{"p":{"type":"null"}},"additionalProperties":false}`, `{"z":0}`},
		{"one of two has to be there", `{"properties":{"p":{},"z":{}},"anyOf":[{"required":["p"]},{"required":["z"]}]}`, `{}`},
		{"null among several", `{"properties":{"p":{"type":["string","integer","null"]}}}`, `{"p":null}`},
		{"required and not named", `{"properties":{"p":{}},"required":["p","z"]}`, `{"p":0}`},
		{"a definition behind a deep pointer", `{"properties":{"p":{"$ref":"#/$defs/o/properties/i"}},"$defs":{"o":{"properties":{"i":{"type":"null"}}}}}`, `{"p":0}`},
		{"a definition behind an anchor", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"p":{"$ref":"#i"}},"$defs":{"o":{"$anchor":"i","type":"null"}}}`, `{"p":0}`},
		{"a definition behind an encoded pointer", `{"properties":{"p":{"$ref":"#/%24defs/o"}},"$defs":{"o":{"type":"null"}}}`, `{"p":0}`},
		{"a pointer into a union", `{"properties":{"p":{"anyOf":[{"type":"string"},{"type":"null"}]},"z":{"$ref":"#/properties/p/anyOf/1"}}}`, `{"z":"x"}`},
		{"a pointer into examples", `{"properties":{"p":{"$ref":"#/examples/0"}},"examples":[{"type":"null"}]}`, `{"p":0}`},
		{"an order of items for a later draft", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"p":{"type":"array","prefixItems":[{"type":"string"}],"items":false}}}`, `{"p":["x"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, err := validate.Decode([]byte(tt.instance), validate.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			all := append([]*validate.Instance{v}, instances()...)
			for _, transforms := range append([][]string{every}, singles(every)...) {
				same(t, tt.in, rewritten(t, tt.in, everythingGoes(t), transforms...), all)
			}
			for _, level := range Levels() {
				r, err := compact(oneTool(t, tt.in), &Options{Level: level, Target: everythingGoes(t)}, trusting)
				if err != nil {
					t.Fatal(err)
				}
				same(t, tt.in, string(r.Catalog.Tools[0].Input.Append(nil)), all)
			}
		})
	}
}

func singles(names []string) (sets [][]string) {
	for _, name := range names {
		if structural(name) {
			sets = append(sets, []string{name})
		}
	}
	return sets
}
