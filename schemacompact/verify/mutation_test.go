package verify

import (
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// subjects use every keyword somewhere, and every definition in them is reachable.
func subjects() []string {
	return []string{
		`{"type":"object","description":"Find.","properties":{"title":{"type":"string","title":"Title","minLength":2,"maxLength":9,"pattern":"^a","format":"date"},
			"type":{"enum":["a","b",3,null,{"title":"x"}]},"default":{"const":{"title":"t","n":[1,2]}},"properties":{"type":["integer","null"],"minimum":1,"maximum":5,"multipleOf":3},
			"$ref":{"type":"number","exclusiveMinimum":-1,"exclusiveMaximum":7}},"required":["title","type"],"additionalProperties":false,"minProperties":1,"maxProperties":4}`,
		`{"type":"array","items":{"type":"object","properties":{"rows":{"type":"array","items":{"required":["title"],"properties":{"title":{"type":"boolean"}}},
			"minItems":1,"maxItems":5,"uniqueItems":true}},"additionalProperties":{"type":"string","nullable":false}},"contains":{"type":"object"},"minContains":2,"maxContains":3}`,
		`{"prefixItems":[{"type":"string"},{"type":"number","x-mcp-part":{"title":"kept"}}],"items":false,"unevaluatedItems":{"type":"null"},"contentEncoding":"base64",
			"contentMediaType":"text/plain","contentSchema":{"type":"object"}}`,
		`{"anyOf":[{"oneOf":[{"type":"integer"},{"type":"string","title":"s"}]},{"allOf":[{"required":["a"]},{"not":{"required":["b"]}}]}],
			"if":{"properties":{"k":{"const":1}}},"then":{"required":["l"]},"else":{"properties":{"m":{"type":"null"}}},"unevaluatedProperties":{"type":"string"}}`,
		`{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"leaf":{"$ref":"#/definitions/leaf~1x"}}}},
			"definitions":{"leaf/x":{"enum":[1,2.5,"1",true]}}}`,
		`{"properties":{"a":{"$ref":"#named"},"b":{"$ref":"#/properties/c/anyOf/0"},"c":{"anyOf":[{"type":"string"},{"type":"null"}]}},
			"$defs":{"x":{"$anchor":"named","type":"string"}},"propertyNames":{"pattern":"^[a-c]$"},"patternProperties":{"^q":{"type":"number"}}}`,
		`{"dependentRequired":{"a":["b","c"]},"dependentSchemas":{"d":{"required":["e"]}},"dependencies":{"f":["g"],"h":{"minProperties":2}},
			"discriminator":{"propertyName":"k","mapping":{"one":"#/$defs/one"}},"propertyOrdering":["a","b"],"$defs":{"one":{"type":"object","required":["k"]}}}`,
		draftOf7(`"type":"object","properties":{"at":{"items":[{"type":"number"},{"type":"string"}],"additionalItems":{"type":"null"}},"r":{"$ref":"#/definitions/r","description":"ignored"}},"definitions":{"r":{"type":"string","default":"x"}}`),
		`{"$dynamicRef":"#tree","$defs":{"t":{"$dynamicAnchor":"tree","type":"object","properties":{"kids":{"items":{"$dynamicRef":"#tree"}}}}}}`,
	}
}

// every calls try with each way of each edit at each schema of each subject.
func every(t *testing.T, edits []edit, try func(edit string, before, after *schema.Node)) {
	t.Helper()
	for _, text := range subjects() {
		before := parse(t, text)
		for _, e := range edits {
			for site := range sites(before) {
				for i := 0; ; i++ {
					after, ok := edited(before, e, site, i)
					if !ok {
						break
					}
					try(e.name, before, after)
				}
			}
		}
	}
}

// Erasing annotations sees every edit that may matter, also those that turn out not to.
func TestHarmfulEditsAreNeverIdentical(t *testing.T) {
	t.Parallel()
	tried, total := map[string]int{}, 0
	every(t, harmful(), func(name string, before, after *schema.Node) {
		if schema.Equal(before, after) { // a replacement can hit what stood there already
			return
		}
		tried[name]++
		total++
		for _, pair := range [][2]*schema.Node{{before, after}, {after, before}} {
			// What the first tier lets go, the others never see.
			if o, _ := compare(pair[0], pair[1], (*Options)(nil).orDefault()); o == nil || o.reason == "" {
				t.Errorf("%s: %s\n%s\n%+v", name, pair[0].Append(nil), pair[1].Append(nil), o)
			}
		}
	})
	t.Logf("%d documents", total)
	for _, e := range harmful() {
		if tried[e.name] == 0 {
			t.Errorf("%s: was never tried", e.name)
		}
	}
}

func TestHarmlessEditsAreIdentical(t *testing.T) {
	t.Parallel()
	tried, total := map[string]int{}, 0
	every(t, harmless(), func(name string, before, after *schema.Node) {
		// Every definition counts where a dynamic reference may lead anywhere.
		if before.Get("$dynamicRef") != nil && name == "add an unreachable definition" {
			return
		}
		tried[name]++
		total++
		for _, pair := range [][2]*schema.Node{{before, after}, {after, before}} {
			if p := Compare(pair[0], pair[1], nil); p.Verdict != Identical {
				t.Errorf("%s: %s\n%s\n%+v", name, pair[0].Append(nil), pair[1].Append(nil), p)
			}
		}
	})
	t.Logf("%d documents", total)
	for _, e := range harmless() {
		if tried[e.name] == 0 {
			t.Errorf("%s: was never tried", e.name)
		}
	}
}
