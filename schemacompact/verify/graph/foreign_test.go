package graph

import (
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// Some validators evaluate keywords of another draft and some do not, so that documents are equal only if they have the same.
func TestForeignKeywords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		draft   Draft
		members string
	}{
		{Draft4, `"const":1`},
		{Draft4, `"contains":{"type":"null"}`},
		{Draft4, `"contains":{"type":"null"},"maxContains":2`},
		{Draft4, `"propertyNames":{"maxLength":2}`},
		{Draft4, `"if":{"type":"null"},"then":false`},
		{Draft4, `"properties":{"a":{"$id":"http://e.org/a"}}`},
		{Draft6, `"if":{"type":"string"},"else":{"type":"null"}`},
		{Draft6, `"minContains":2,"contains":{"type":"null"}`},
		{Draft7, `"contains":{"type":"null"},"minContains":0`},
		{Draft7, `"dependentRequired":{"a":["b"]}`},
		{Draft7, `"dependentSchemas":{"a":{"maxProperties":1}}`},
		{Draft7, `"unevaluatedProperties":false`},
		{Draft7, `"unevaluatedItems":{"type":"null"}`},
		{Draft7, `"prefixItems":[{"type":"string"}]`},
		{Draft7, `"$recursiveRef":"#"`},
		{Draft7, `"items":{"$dynamicRef":"#"}`},
		{Draft2019, `"prefixItems":[{"type":"string"},{"type":"null"}]`},
		{Draft2019, `"prefixItems":[{"type":"string"}],"items":{"type":"null"}`},
		{Draft2019, `"items":{"$dynamicRef":"#"}`},
		{Draft2020, `"items":{"$recursiveRef":"#"}`},
		{Draft2020, `"dependencies":{"a":["b"]}`},
		{Draft2020, `"type":"string","nullable":true`},
	} {
		inside := func(members string) string { return `{"properties":{"a":{` + members + `}},"title":"x"}` }
		// Reordered and with an annotation it stays what it is; what is left out or changed does not.
		one := `{"$comment":"c","properties":{"a":{"title":"a",` + test.members + `}}}`
		a, o := Read(parse(t, inside(test.members)), test.draft, nil)
		if o != nil {
			// A schema that would apply itself to the same value is not read at all.
			t.Errorf("%s in draft %d: %v", test.members, test.draft, o)
			continue
		}
		b := mustRead(t, one, test.draft)
		if ok, o := Equal(a, b, nil); !ok {
			t.Errorf("%s in draft %d is not equal to itself: %v", test.members, test.draft, o)
		}
		for _, other := range []string{"", `"type":["string","null"]`, `"enum":[1]`, `"minItems":1`, `"items":{}`} {
			for _, pair := range [][2]*Graph{{a, mustRead(t, inside(other), test.draft)}, {mustRead(t, inside(other), test.draft), a}} {
				if ok, _ := Equal(pair[0], pair[1], nil); ok {
					t.Errorf("%s in draft %d is proved equal to {%s}", test.members, test.draft, other)
				}
			}
		}
	}
}

// What a foreign keyword holds is compared as schemas, and one keyword is not taken for another.
func TestForeignParts(t *testing.T) {
	t.Parallel()
	for _, p := range []struct {
		pair
		want bool
	}{
		{pair{"a definition inlined", `{"prefixItems":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"const":1}}}`, `{"prefixItems":[{"enum":[1]}]}`, Draft7}, true},
		{pair{"one name for other definitions", `{"prefixItems":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"const":1}}}`, `{"prefixItems":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"const":2}}}`, Draft7}, false},
		{pair{"rules for what stands beside", `{"propertyNames":{"maxLength":1},"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"propertyNames":{"maxLength":1},"type":["null","string"]}`, Draft4}, true},
		{pair{"other names", `{"propertyNames":{"maxLength":1}}`, `{"propertyNames":{"maxLength":2}}`, Draft4}, false},
		{pair{"a foreign keyword that accepts all", `{"propertyNames":{}}`, `{}`, Draft4}, false},
		{pair{"another foreign keyword", `{"contains":{"type":"null"}}`, `{"propertyNames":{"type":"null"}}`, Draft4}, false},
		{pair{"other values", `{"const":1}`, `{"const":2}`, Draft4}, false},
		{pair{"by turns", `{"allOf":[{"if":{"minimum":1},"then":{"maximum":5}},{"if":{"minimum":2},"then":{"maximum":6}}]}`,
			`{"allOf":[{"if":{"minimum":1},"then":{"maximum":6}},{"if":{"minimum":2},"then":{"maximum":5}}]}`, Draft6}, false},
		{pair{"a condition of either kind", `{"dependentRequired":{"a":["b"]}}`, `{"dependentSchemas":{"a":{"required":["b"]}}}`, Draft7}, false},
		{pair{"a reference to the root by another name", `{"items":{"$recursiveRef":"#"}}`, `{"items":{"$ref":"#"}}`, Draft2020}, false},
		{pair{"a reference to another root", `{"items":{"$recursiveRef":"#"},"maxItems":2}`, `{"items":{"$recursiveRef":"#"},"maxItems":3}`, Draft2020}, false},
		{pair{"counts without contains", `{"minContains":2}`, `{}`, Draft7}, true},
		{pair{"branches without a condition", `{"then":false}`, `{}`, Draft6}, true},
		{pair{"a flag that is not set", `{"type":"string","nullable":false}`, `{"type":"string"}`, 0}, true},
		{pair{"beside a reference in draft 7", `{"$ref":"#/definitions/a","prefixItems":[false],"definitions":{"a":{}}}`, `{}`, Draft7}, true},
	} {
		for _, q := range []pair{p.pair, {p.name + ", reversed", p.b, p.a, p.draft}} {
			if ok, o := q.equal(t); ok != p.want {
				t.Errorf("%s: %t, %v", q.name, ok, o)
			}
		}
	}
}

func TestForeignObstacles(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		doc   string
		draft Draft
		at    schema.Pointer
	}{
		{`{"if":{"type":"any"}}`, Draft6, "/if/type"},
		{`{"prefixItems":[]}`, Draft7, "/prefixItems"},
		{`{"dependentRequired":{"a":{}}}`, Draft7, "/dependentRequired/a"},
		{`{"$recursiveRef":"#/items"}`, Draft2020, "/$recursiveRef"},
		{`{"$recursiveRef":1}`, Draft2020, "/$recursiveRef"},
		{`{"items":{"$dynamicRef":"#n"},"$dynamicAnchor":"n"}`, Draft2019, "/items/$dynamicRef"},
		{`{"items":{"id":"http://e.org/a","items":{"$ref":"#/definitions/a"}},"definitions":{"a":{}}}`, Draft7, "/items/items/$ref"},
		{`{"items":{"$ref":"#n"},"$defs":{"x":{"$anchor":"n"}},"default":{"$anchor":"n"}}`, Draft2020, "/items/$ref"},
	} {
		if _, o := Read(parse(t, test.doc), test.draft, nil); o == nil || o.At != test.at {
			t.Errorf("%s in draft %d: %v, want an obstacle at %q", test.doc, test.draft, o, test.at)
		}
	}
}

// Some validators look for names in all of a document, and refuse lists with repeated values.
func TestRefusableNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b  string
		draft Draft
		ok    bool
	}{
		{`{"default":{"$anchor":"n"}}`, `{"default":{"$anchor":"n"},"$defs":{"x":{"$anchor":"n"}}}`, Draft2020, false},
		{`{"default":{"$anchor":"n"}}`, `{"$defs":{"x":{"$anchor":"n"}}}`, Draft2020, true},
		{`{"default":{"$anchor":"n"}}`, `{}`, Draft2020, true},
		{`{"default":{"$anchor":"1 n"}}`, `{}`, Draft2020, false},
		{`{"default":[{"$anchor":"n"},{"$dynamicAnchor":"n"}]}`, `{"default":[{"$anchor":"n"}]}`, Draft7, false},
		{`{"$anchor":"n","$dynamicAnchor":"n"}`, `{}`, Draft2020, true},
		{`{"examples":[{"$id":"http://e.org/n"}]}`, `{}`, Draft2020, false},
		{`{"x-more":{"$id":"http://e.org/n"}}`, `{"x-more":[{"$id":"http://e.org/n"},{"$id":"http://e.org/n"}]}`, Draft2020, false},
		{`{"default":{"id":"n"}}`, `{}`, Draft4, true},
		{`{"x-more":{"id":"n"}}`, `{}`, Draft4, false},
		{`{"x-more":[{"$id":"#n"},{"$id":"#n"}]}`, `{"x-more":[{"$id":"#n"}]}`, Draft7, false},
		{`{"enum":["x","x","y"]}`, `{"enum":["x","y"]}`, Draft7, false},
		{`{"enum":["x","x","y"]}`, `{"enum":["y","x"]}`, Draft2020, false},
		{`{"enum":["x","x","y"]}`, `{"items":{"enum":["x","x"]}}`, Draft2020, true},
		{`{"enum":["x","x","y"]}`, `{"enum":["x","y","y"]}`, Draft2020, false},
		{`{"enum":[1,1.0]}`, `{"enum":[1,1]}`, Draft2019, false},
		{`{}`, `{"definitions":{"a":{"enum":[[1],[1]]}}}`, Draft7, false},
	} {
		a, b := mustRead(t, test.a, test.draft), mustRead(t, test.b, test.draft)
		for _, o := range []*Obstacle{Refusable(a, b), Refusable(b, a)} {
			if (o == nil) != test.ok {
				t.Errorf("%s\n%s\n%+v", test.a, test.b, o)
			}
		}
	}
}
