package verify

import (
	"bytes"
	"errors"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// noLoader refuses every document that is not part of the test.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("nothing is loaded in tests") }

// compiled returns the schema for the independent validator. Where no $schema stands, it is read under draft.
func compiled(text string, draft *jsonschema.Draft) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.DefaultDraft(draft)
	if err := c.AddResource("mem:///doc", doc); err != nil {
		return nil, err
	}
	return c.Compile("mem:///doc")
}

// accepts says how the independent validator judges an instance: "yes", "no", or "invalid" for a schema that it refuses.
func accepts(t testing.TB, text, instance string, draft *jsonschema.Draft) string {
	t.Helper()
	s, err := compiled(text, draft)
	if err != nil {
		return "invalid"
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(instance)))
	if err != nil {
		t.Fatal(err)
	}
	if s.Validate(value) != nil {
		return "no"
	}
	return "yes"
}

// Rewrites that look harmless and are not, with an instance that tells the schemas apart. None may be called identical.
func TestUnsoundRewrites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ id, a, b, instance string }{
		{"U01", `{"type":"object","properties":{"description":{"type":"integer"}}}`, `{"type":"object","properties":{}}`, `{"description":"x"}`},
		{"U02", `{"enum":[{"description":"d","n":3}]}`, `{"enum":[{"n":3}]}`, `{"n":3}`},
		{"U03", draftOf7(`"type":"string","format":"ipv4"`), `{"type":"string","format":"ipv4"}`, `"no address"`},
		{"U04", draftOf7(`"properties":{"q":{"$ref":"#/definitions/w","minLength":4}},"definitions":{"w":{"type":"string"}}`), `{"properties":{"q":{"$ref":"#/definitions/w","minLength":4}},"definitions":{"w":{"type":"string"}}}`, `{"q":"ab"}`},
		{"U05", draftOf7(`"items":[{"type":"boolean"}]`), `{"items":[{"type":"boolean"}]}`, `[true]`},
		{"U06", `{"properties":{"q":{"$ref":"#/$defs/w","minimum":1}},"$defs":{"w":{"type":"integer","minimum":9}}}`, `{"properties":{"q":{"type":"integer","minimum":1}}}`, `{"q":5}`},
		{"U07", `{"$id":"https://example.com/r","properties":{"q":{"$ref":"sub"}},"$defs":{"t":{"type":"string"},"s":{"$id":"sub","$ref":"#/$defs/t","$defs":{"t":{"type":"integer"}}}}}`, `{"$id":"https://example.com/r","properties":{"q":{"$ref":"#/$defs/t"}},"$defs":{"t":{"type":"string"}}}`, `{"q":"s"}`},
		{"U08", `{"oneOf":[{"minimum":1},{"maximum":9}]}`, `{"anyOf":[{"minimum":1},{"maximum":9}]}`, `4`},
		{"U09", `{"oneOf":[{"type":"null"},{"type":"null"},{"type":"string"}]}`, `{"oneOf":[{"type":"null"},{"type":"string"}]}`, `null`},
		{"U10", `{"maximum":3,"allOf":[{"maximum":8}]}`, `{"maximum":8}`, `5`},
		{"U11", `{"properties":{"k":{}},"additionalProperties":false,"allOf":[{"properties":{"l":{}}}]}`, `{"properties":{"k":{},"l":{}},"additionalProperties":false}`, `{"l":0}`},
		{"U12", `{"allOf":[{"properties":{"k":{}},"additionalProperties":false},{"properties":{"l":{}},"additionalProperties":false}]}`, `{"properties":{"k":{},"l":{}},"additionalProperties":false}`, `{"k":0}`},
		{"U13", `{"properties":{"l":{}},"allOf":[{"properties":{"k":{}},"unevaluatedProperties":false}]}`, `{"properties":{"l":{},"k":{}},"unevaluatedProperties":false}`, `{"l":0}`},
		{"U14", `{"properties":{"k":{}},"additionalProperties":true,"unevaluatedProperties":false}`, `{"properties":{"k":{}},"unevaluatedProperties":false}`, `{"l":0}`},
		{"U15", `{"items":true,"unevaluatedItems":false}`, `{"unevaluatedItems":false}`, `[0]`},
		{"U16", `{"properties":{"k":{},"l":true},"additionalProperties":false}`, `{"properties":{"k":{}},"additionalProperties":false}`, `{"l":0}`},
		{"U17", `{"patternProperties":{"^y":true},"additionalProperties":false}`, `{"additionalProperties":false}`, `{"y2":0}`},
		{"U18", `{"anyOf":[true,{"properties":{"k":{}}}],"unevaluatedProperties":false}`, `{"unevaluatedProperties":false}`, `{"k":0}`},
		{"U19", `{"type":"array","contains":true}`, `{"type":"array"}`, `[]`},
		{"U20", `{"contains":{"type":"null"},"minContains":0}`, `{"contains":{"type":"null"}}`, `[]`},
		{"U21", `{"const":["v","w"]}`, `{"enum":["v","w"]}`, `"v"`},
		{"U22", `{"type":"string","enum":["v",7]}`, `{"enum":["v",7]}`, `7`},
		{"U23", `{` + draft4 + `,"const":7}`, `{` + draft4 + `,"enum":[7]}`, `8`},
		{"U24", `{"anyOf":[{"type":"string","enum":["v"]},{"type":"null"}]}`, `{"type":["string","null"],"enum":["v"]}`, `null`},
		{"U25", `{"anyOf":[{"type":"integer"},{"type":"number","minimum":50}]}`, `{"type":["integer","number"],"minimum":50}`, `3`},
		{"U26", `{"anyOf":[{"type":"object","required":["k"]},{"type":"object","required":["l"]}]}`, `{"type":"object","required":["k","l"]}`, `{"l":0}`},
		{"U27", `{"type":"integer","anyOf":[{"type":"integer"},{"type":"null"}]}`, `{"type":["integer","null"]}`, `null`},
		{"U28", `{"type":"integer"}`, `{"type":"number"}`, `2.5`},
		{"U29", `{"exclusiveMaximum":5}`, `{"maximum":5}`, `5`},
		{"U30", `{"type":"number","exclusiveMaximum":5}`, `{"type":"number","maximum":4}`, `4.5`},
		{"U31", `{"type":"integer","nullable":true}`, `{"type":["integer","null"],"nullable":true}`, `null`},
		{"U32", `{"oneOf":[{"oneOf":[{"type":"integer"},{"type":"number"}]},{"maximum":10}]}`, `{"oneOf":[{"type":"integer"},{"type":"number"},{"maximum":10}]}`, `7`},
		{"U33", `{"not":{"not":{"properties":{"k":{}}}},"unevaluatedProperties":false}`, `{"properties":{"k":{}},"unevaluatedProperties":false}`, `{"k":0}`},
		{"U34", `{"if":{"properties":{"k":{}}},"unevaluatedProperties":false}`, `{"unevaluatedProperties":false}`, `{"k":0}`},
		{"U35", `{"enum":[0,false]}`, `{"enum":[0]}`, `false`},
		{"U36", `{"enum":["7",7]}`, `{"enum":["7"]}`, `7`},
		{"U37", `{"allOf":[{"pattern":"^k"},{"pattern":"l$"}]}`, `{"pattern":"^kl$"}`, `"kxl"`},
		{"U38", `{"prefixItems":[{"type":"string"},{"type":"boolean"}]}`, `{"prefixItems":[{"type":"boolean"},{"type":"string"}]}`, `["k",true]`},
		{"U39", `{"maximum":9007199254740993}`, `{"maximum":9007199254740992}`, `9007199254740993`},
		{"U40", `{"properties":{"k":{}}}`, `{"type":"object","properties":{"k":{}}}`, `"k"`},
		{"U41", `{"properties":{"k":{}}}`, `{"properties":{"k":{"type":"object"}}}`, `{"k":1}`},
		{"U42", `{"type":"object","additionalProperties":{"type":"number"}}`, `{"type":"object","properties":{},"additionalProperties":false}`, `{"k":1}`},
		{"U43", `{"patternProperties":{"^y":{"type":"number"}},"additionalProperties":false}`, `{"additionalProperties":false}`, `{"y":1}`},
		{"U44", draftOf7(`"items":[{"type":"string"},{"type":"number"}]`), draftOf7(`"items":{"anyOf":[{"type":"string"},{"type":"number"}]}`), `[1,"k"]`},
		{"U45", `{"properties":{"next":{"$ref":"#"}},"type":"object"}`, `{"properties":{"next":{"type":"object"}},"type":"object"}`, `{"next":{"next":1}}`},
		{"U46", `{"minimum":6,"maximum":6}`, `{"const":6}`, `"k"`},
		{"U47", `{"oneOf":[{"const":6},{"const":6.0}]}`, `{"enum":[6]}`, `6`},
		{"U48", `{"anyOf":[{"type":"null"}],"oneOf":[{"type":"string"}]}`, `{"anyOf":[{"type":"null"},{"type":"string"}]}`, `null`},
		{"U49", `{"properties":{"k":{},"l":{}},"required":["k"]}`, `{"properties":{"k":{},"l":{}},"required":["k","l"]}`, `{"k":1}`},
		{"U50", `{"properties":{"k":{}}}`, `{"properties":{"k":{}},"additionalProperties":false}`, `{"l":1}`},
		{"U51", `{"properties":{"k":{}},"additionalProperties":false}`, `{"properties":{"k":{}}}`, `{"l":1}`},
		{"U52", `{"type":"object","anyOf":[{"required":["k"]},{"required":["l"]}]}`, `{"type":"object"}`, `{}`},
		{"U53", `{"type":["string","number","null"]}`, `{"type":["string","number"]}`, `null`},
		{"U54", `{"properties":{"k":{}},"required":["k","absent"]}`, `{"properties":{"k":{}},"required":["k"]}`, `{"k":1}`},
		{"U55", `{"items":{"$ref":"#/$defs/w/properties/deep"},"$defs":{"w":{"properties":{"deep":{"type":"null"}}}}}`, `{"items":{"$ref":"#/$defs/w/properties/deep"}}`, `[null]`},
		{"U56", `{"items":{"$ref":"#leaf"},"$defs":{"w":{"$anchor":"leaf","type":"null"}}}`, `{"items":{"$ref":"#leaf"}}`, `[null]`},
		{"U57", `{"items":{"$ref":"#/%24defs/w%20x"},"$defs":{"w x":{"type":"null"}}}`, `{"items":{"$ref":"#/%24defs/w%20x"}}`, `[null]`},
		{"U58", `{"prefixItems":[{"oneOf":[{"type":"null"}]},{"$ref":"#/prefixItems/0/oneOf/0"}]}`, `{"prefixItems":[{"type":"null"},{"$ref":"#/prefixItems/0/oneOf/0"}]}`, `[null,null]`},
		{"U59", `{"items":{"$ref":"#/examples/0"},"examples":[{"type":"null"}]}`, `{"items":{"$ref":"#/examples/0"}}`, `[null]`},
		{"U60", `{` + draft2020 + `,"prefixItems":[{"type":"string"}],"items":false}`, draftOf7(`"prefixItems":[{"type":"string"}],"items":false`), `["k"]`},
	} {
		before, after := accepts(t, c.a, c.instance, jsonschema.Draft2020), accepts(t, c.b, c.instance, jsonschema.Draft2020)
		if before == after || before == "invalid" {
			t.Errorf("%s: the instance %s does not tell the schemas apart: %s, %s", c.id, c.instance, before, after)
		}
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			p := Compare(parse(t, pair[0]), parse(t, pair[1]), nil)
			want := Different
			if after == "invalid" {
				want = NotValidatable
			}
			if p.Verdict != want || p.Reason == "" || (want == Different) != (len(p.Witnesses) > 0) {
				t.Errorf("%s: %s\n%s\n%+v, want %v", c.id, pair[0], pair[1], p, want)
			}
			for _, w := range p.Witnesses {
				first, second := accepts(t, pair[0], string(w.Instance), jsonschema.Draft2020), accepts(t, pair[1], string(w.Instance), jsonschema.Draft2020)
				if c.id != "U03" && (first == second || w.First != (first == "yes")) { // a format is asserted only where that is asked for
					t.Errorf("%s: the witness %s: %s, %s", c.id, w.Instance, first, second)
				}
			}
		}
	}
}
