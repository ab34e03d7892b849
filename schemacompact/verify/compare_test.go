package verify

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/schema"
)

func parse(t testing.TB, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

const (
	draft4    = `"$schema":"http://json-schema.org/draft-04/schema#"`
	draft6    = `"$schema":"http://json-schema.org/draft-06/schema#"`
	draft7    = `"$schema":"http://json-schema.org/draft-07/schema#"`
	draft2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema"`
	draft2020 = `"$schema":"https://json-schema.org/draft/2020-12/schema"`
)

func TestIdentical(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b string }{
		{"annotations of every kind",
			`{"$comment":"c","title":"t","description":"d","examples":[{"a":1}],"default":{"a":1},"readOnly":true,"writeOnly":false,"deprecated":true,"externalDocs":{"url":"u"},"xml":{"name":"x"},"example":1,"x-go-name":"N","type":"object"}`,
			`{"type":"object"}`},
		{"annotations in every schema position",
			`{"properties":{"a":{"title":"x"}},"patternProperties":{"^a":{"title":"x"}},"additionalProperties":{"title":"x"},"propertyNames":{"title":"x"},"dependentSchemas":{"a":{"title":"x"}},"dependencies":{"a":{"title":"x"}},"items":{"title":"x"},"prefixItems":[{"title":"x"}],"contains":{"title":"x"},"allOf":[{"title":"x"}],"anyOf":[{"title":"x"}],"oneOf":[{"title":"x"}],"not":{"title":"x"},"if":{"title":"x"},"then":{"title":"x"},"else":{"title":"x"},"unevaluatedItems":{"title":"x"},"unevaluatedProperties":{"title":"x"},"contentSchema":{"title":"x"}}`,
			`{"properties":{"a":{}},"patternProperties":{"^a":{}},"additionalProperties":{},"propertyNames":{},"dependentSchemas":{"a":{}},"dependencies":{"a":{}},"items":{},"prefixItems":[{}],"contains":{},"allOf":[{}],"anyOf":[{}],"oneOf":[{}],"not":{},"if":{},"then":{},"else":{},"unevaluatedItems":{},"unevaluatedProperties":{},"contentSchema":{}}`},
		{"tuples", draftOf7(`"items":[{"title":"x"},{"type":"null"}],"additionalItems":{"title":"y"}`), draftOf7(`"items":[{},{"type":"null"}],"additionalItems":{}`)},
		{"order of names, required, type, enum, dependentRequired, dependencies",
			`{"required":["a","b"],"type":["object","null"],"enum":[1,{"x":1,"y":[2]},true],"dependentRequired":{"a":["b","c"]},"dependencies":{"a":["b","c"]}}`,
			`{"dependencies":{"a":["c","b"]},"dependentRequired":{"a":["c","b"]},"enum":[true,{"y":[2.0],"x":1e0},1.0],"type":["null","object"],"required":["b","a"]}`},
		{"spelling", `{"minimum":100,"pattern":"\u0061é","properties":{"\u0062":{"const":-0}}}`, `{"minimum":1e2,"pattern":"a\u00e9","properties":{"b":{"const":0.0}}}`},
		{"numbers beyond any float", `{"minimum":9007199254740993,"maximum":1e400}`, `{"minimum":9007199254740993.0,"maximum":10e399}`},
		{"keywords that do nothing",
			`{"minItems":0,"minLength":0.0,"minProperties":0e5,"uniqueItems":false,"required":[],"dependentRequired":{},"dependencies":{},"dependentSchemas":{},"patternProperties":{},"properties":{},"unevaluatedProperties":false,"$defs":{},"definitions":{}}`,
			`{"unevaluatedProperties":false}`},
		{"unreachable definitions", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"},"c":{"type":"string"}},"properties":{"p":{"$ref":"#/$defs/c"}}}`,
			`{"$defs":{"c":{"type":"string","title":"C"}},"properties":{"p":{"$ref":"#/$defs/c"}}}`},
		{"unreachable definitions of a subschema", `{"items":{"definitions":{"a":{}},"type":"string"}}`, `{"items":{"type":"string"}}`},
		{"annotations behind references", `{"$ref":"#/$defs/a","$defs":{"a":{"description":"x","$ref":"#/$defs/b"},"b":{"title":"t"}}}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{}}}`},
		{"annotations below an unknown keyword that a reference leads into", `{"$ref":"#/components/schemas/A","components":{"schemas":{"A":{"title":"x","type":"string"}}}}`, `{"$ref":"#/components/schemas/A","components":{"schemas":{"A":{"type":"string"}}}}`},
		{"recursion", `{"title":"x","properties":{"next":{"$ref":"#"}}}`, `{"properties":{"next":{"$ref":"#"}}}`},
		{"neutral $schema", `{` + draft7 + `,"type":"object","properties":{"a":{"const":1}}}`, `{"properties":{"a":{"const":1}},"type":"object"}`},
		{"neutral $schema exchanged", `{` + draft7 + `,"type":"object"}`, `{` + draft2020 + `,"type":"object"}`},
		{"$id that nothing refers to", `{"$id":"https://example.com/t","$ref":"#/$defs/a","$defs":{"a":{}}}`, `{"$ref":"#/$defs/a","$defs":{"a":{}}}`},
		{"same $schema, not neutral", `{` + draft7 + `,"format":"date","title":"x"}`, `{` + draft7 + `,"format":"date"}`},
		{"reference that leads nowhere before and after", `{"$ref":"#/nowhere","title":"x"}`, `{"$ref":"#/nowhere"}`},
		{"remote references", `{"title":"x","items":{"$ref":"https://example.com/a#/b"}}`, `{"items":{"$ref":"https://example.com/a#/b"}}`},
		{"boolean roots", `true`, ` true `},
		{"empty schema", `{"title":"x"}`, `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
				if p := Compare(parse(t, pair[0]), parse(t, pair[1]), nil); p.Verdict != Identical || p.Reason != "" || p.At != "" {
					t.Errorf("%s\n%s\n%+v", pair[0], pair[1], p)
				}
			}
		})
	}
}

func draftOf7(members string) string { return "{" + draft7 + "," + members + "}" }

func TestNotIdentical(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b, at string }{
		{"property named like an annotation", `{"type":"object","properties":{"default":{},"examples":{}}}`, `{"type":"object","properties":{"examples":{}}}`, "/properties/default"},
		{"definition named like an annotation", `{"$ref":"#/$defs/title","$defs":{"title":{"type":"string"}}}`, `{"$ref":"#/$defs/title","$defs":{}}`, "/$ref"},
		{"annotation inside const", `{"const":{"title":"x"}}`, `{"const":{}}`, "/const/title"},
		{"annotation inside enum", `{"enum":[{"title":"x"}]}`, `{"enum":[{}]}`, "/enum/0"},
		{"const array order", `{"const":[1,2]}`, `{"const":[2,1]}`, "/const/0"},
		{"title that is no string", `{"title":{"type":"string"},"query":{"type":"string"}}`, `{"query":{"type":"string"}}`, "/title"},
		{"default of a bare map of parameters", `{"default":{"type":"string"},"query":{"type":"string"}}`, `{"query":{"type":"string"}}`, "/default"},
		{"unknown keyword lost", `{"type":"string","unit":"m"}`, `{"type":"string"}`, "/unit"},
		{"unknown keyword changed", `{"x-mcp-header":{"a":[1,{"title":"x"}]}}`, `{"x-mcp-header":{"a":[1,{}]}}`, "/x-mcp-header/a/1/title"},
		{"nullable", `{"nullable":true}`, `{}`, "/nullable"},
		{"discriminator", `{"discriminator":{"propertyName":"k"}}`, `{"discriminator":{"propertyName":"j"}}`, "/discriminator/propertyName"},
		{"property order", `{"propertyOrdering":["a","b"]}`, `{"propertyOrdering":["b","a"]}`, "/propertyOrdering/0"},
		{"grammar guidance", `{"x-guidance":{}}`, `{}`, "/x-guidance"},
		{"enum descriptions", `{"x-google-enum-descriptions":["a"]}`, `{}`, "/x-google-enum-descriptions"},
		{"contentSchema", `{"contentSchema":{"type":"string"}}`, `{}`, "/contentSchema"},
		{"reference into default", `{"properties":{"a":{"$ref":"#/properties/b/default"},"b":{"default":{"type":"string"}}}}`, `{"properties":{"a":{"$ref":"#/properties/b/default"},"b":{}}}`, "/properties/a/$ref"},
		{"reference into default, changed there", `{"properties":{"a":{"$ref":"#/properties/b/default"},"b":{"default":{"type":"string"}}}}`, `{"properties":{"a":{"$ref":"#/properties/b/default"},"b":{"default":{"type":"number"}}}}`, "/properties/b/default/type"},
		{"reference into examples", `{"$ref":"#/examples/1","examples":[1,{"type":"string"}]}`, `{"$ref":"#/examples/1","examples":[1,{"type":"integer"}]}`, "/examples/1/type"},
		{"order of examples that a reference counts on", `{"$ref":"#/examples/1","examples":[{},{"type":"string"}]}`, `{"$ref":"#/examples/1","examples":[{"type":"string"},{}]}`, "/examples/0/type"},
		{"anchor inside a default", `{"$ref":"#x","default":{"$anchor":"x","type":"string"}}`, `{"$ref":"#x"}`, "/$ref"},
		{"reference into a const", `{"$ref":"#/const","const":{"type":"string"},"title":"x"}`, `{"$ref":"#/const","const":{"type":"string"}}`, "/const"},
		{"order of an enum that a reference counts on", `{"items":{"$ref":"#/enum/0"},"enum":[{"type":"string"},{}]}`, `{"items":{"$ref":"#/enum/0"},"enum":[{},{"type":"string"}]}`, "/enum/0"},
		{"map read as a schema", `{"properties":{"const":{"title":"x"},"p":{"$ref":"#/properties"}}}`, `{"properties":{"const":{},"p":{"$ref":"#/properties"}}}`, "/properties"},
		{"definition reached by a discriminator", `{"discriminator":{"propertyName":"k","mapping":{"a":"#/$defs/A"}},"$defs":{"A":{"type":"object"}}}`, `{"discriminator":{"propertyName":"k","mapping":{"a":"#/$defs/A"}}}`, "/$defs"},
		{"definition reached from an unknown keyword", `{"variants":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{}}}`, `{"variants":{"a":{"$ref":"#/$defs/A"}}}`, "/variants/a/$ref"},
		{"definition of a definition", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a/$defs/b","$defs":{"b":{"type":"null"}}}}}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a/$defs/b"}}}`, "/$defs/a/$ref"},
		{"definition behind an escaped pointer", `{"$ref":"#/$defs/a~1b~0c","$defs":{"a/b~c":{"type":"null"}}}`, `{"$ref":"#/$defs/a~1b~0c","$defs":{"a/b~c":{}}}`, "/$defs/a~1b~0c/type"},
		{"definition behind an absolute self-reference", `{"$id":"https://example.com/t","$ref":"https://example.com/t#/$defs/a","$defs":{"a":{"type":"null"}}}`, `{"$id":"https://example.com/t","$ref":"https://example.com/t#/$defs/a"}`, "/$defs"},
		{"definition behind its own $id", `{"$ref":"item","$defs":{"a":{"$id":"item","type":"null"}}}`, `{"$ref":"item"}`, "/$defs"},
		{"definition behind a plain-name $id", draftOf7(`"$ref":"#item","definitions":{"a":{"$id":"#item","type":"null"}}`), draftOf7(`"$ref":"#item"`), "/$ref"},
		{"definition behind a dynamic anchor", `{"$dynamicRef":"#n","$defs":{"a":{"$dynamicAnchor":"n"},"b":{}}}`, `{"$dynamicRef":"#n","$defs":{"a":{"$dynamicAnchor":"n"}}}`, "/$defs/b"},
		{"definition beside a recursive reference", `{` + draft2019 + `,"$recursiveRef":"#","$defs":{"a":{}}}`, `{` + draft2019 + `,"$recursiveRef":"#"}`, "/$defs"},
		{"definition that is no schema", `{"$defs":{"a":{"type":"strnig"}},"type":"string"}`, `{"type":"string"}`, "/$defs"},
		{"dangling reference in an unreachable definition", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{}}}`, `{"$defs":{"a":{"$ref":"#/$defs/b"}}}`, "/$defs/a/$ref"},
		{"$ref changed", `{"$ref":"#/$defs/a","$defs":{"a":{},"b":{}}}`, `{"$ref":"#/$defs/b","$defs":{"a":{},"b":{}}}`, "/$ref"},
		{"additionalProperties true", `{"additionalProperties":true}`, `{}`, "/additionalProperties"},
		{"items true", `{"items":true}`, `{}`, "/items"},
		{"boolean and empty schema", `{"items":true}`, `{"items":{}}`, "/items"},
		{"empty required in draft 4", `{` + draft4 + `,"required":[]}`, `{` + draft4 + `}`, "/required"},
		{"empty required below draft 4", `{"items":{` + draft4 + `,"required":[]}}`, `{"items":{` + draft4 + `}}`, "/items/required"},
		{"draft 2020-12 no longer said, with a format", `{` + draft2020 + `,"format":"date"}`, `{"format":"date"}`, "/format"},
		{"$schema gained", `{"prefixItems":[{}]}`, `{` + draft2020 + `,"prefixItems":[{}]}`, "/prefixItems"},
		{"$schema lost beside a reference with siblings", draftOf7(`"items":{"$ref":"#","type":"array"}`), `{"items":{"$ref":"#","type":"array"}}`, "/items/type"},
		{"$schema lost with a boolean bound", `{` + draft4 + `,"minimum":0,"exclusiveMinimum":true}`, `{"minimum":0,"exclusiveMinimum":true}`, "/exclusiveMinimum"},
		{"$schema lost with dependencies", draftOf7(`"dependencies":{"a":["b"]}`), `{"dependencies":{"a":["b"]}}`, "/dependencies"},
		{"$schema lost with a draft-4 integer", `{` + draft4 + `,"type":"integer"}`, `{"type":"integer"}`, "/type"},
		{"$schema lost with a draft-4 id", `{` + draft4 + `,"id":"x"}`, `{"id":"x"}`, "/id"},
		{"$schema lost with draft-6 then", `{` + draft6 + `,"then":{}}`, `{"then":{}}`, "/then"},
		{"unknown dialect", `{"$schema":"https://example.com/mine","title":"x"}`, `{"$schema":"https://example.com/mine"}`, "/$schema"},
		{"$id that a relative reference needs", `{"$id":"https://example.com/t","items":{"$ref":"other"}}`, `{"items":{"$ref":"other"}}`, "/$id"},
		{"$id that is an anchor", `{"$id":"#a"}`, `{}`, "/$id"},
		{"$schema lost where a reference stands beside the $id that it needs", draftOf7(`"$id":"https://example.com/t","$ref":"u"`), `{"$id":"https://example.com/t","$ref":"u"}`, "/$id"},
		{"$id of a subschema", `{"items":{"$id":"https://example.com/t"}}`, `{"items":{}}`, "/items/$id"},
		{"branch order", `{"oneOf":[{"type":"null"},{"type":"string"}]}`, `{"oneOf":[{"type":"string"},{"type":"null"}]}`, "/oneOf/0/type"},
		{"type as array", `{"type":["string"]}`, `{"type":"string"}`, "/type"},
		{"no instance can tell", `{"minimum":1,"type":"string"}`, `{"type":"string"}`, "/minimum"},
		{"required that names one twice", `{"required":["a"]}`, `{"required":["a","a"]}`, "/required/1"},
		{"enum that lists one twice", `{"enum":[1,2]}`, `{"enum":[1,2,1.0]}`, "/enum/2"},
		{"title that is no string, below", `{"items":{"title":{"type":"string"}}}`, `{"items":{}}`, "/items/title"},
		{"definition that is no schema at all", `{"$defs":{"a":1},"type":"string"}`, `{"type":"string"}`, "/$defs"},
		{"definition that only an unused part of a used one refers to", `{"$ref":"#/$defs/w/properties/p","$defs":{"w":{"properties":{"p":{},"q":{"$ref":"#/$defs/Q"}}},"Q":{"type":"string"}}}`,
			`{"$ref":"#/$defs/w/properties/p","$defs":{"w":{"properties":{"p":{},"q":{"$ref":"#/$defs/Q"}}}}}`, "/$defs/w/properties/q/$ref"},
		{"root kinds", `{}`, `true`, ""},
		{"keyword of the wrong type", `{"properties":["a"]}`, `{"properties":["b"]}`, "/properties/0"},
		{"branch of the wrong type", `{"anyOf":[1,{"title":"x"}]}`, `{"anyOf":[2,{"title":"x"}]}`, "/anyOf/0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o, _ := compare(parse(t, c.a), parse(t, c.b), (*Options)(nil).orDefault())
			if o == nil || o.reason == "" || string(o.at) != c.at {
				t.Errorf("%s\n%s\ngot %+v, want an obstacle at %q", c.a, c.b, o, c.at)
			}
			// To repair a reference of a definition that nothing leads to is harmless, to break one is not.
			if o, _ := compare(parse(t, c.b), parse(t, c.a), (*Options)(nil).orDefault()); o == nil && !strings.Contains(c.name, "dangling") {
				t.Error("the other way round they are identical")
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	lenient := func(text string) *schema.Node {
		n, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	deep := schema.NewObject()
	for range 200_000 {
		up := schema.NewObject()
		up.Set("items", deep)
		deep = up
	}
	cycle := schema.NewObject()
	cycle.Set("items", cycle)
	wide := schema.NewObject() // 2^40 values
	for range 40 {
		up := schema.NewObject()
		up.Set("allOf", schema.NewArray(wide, wide))
		wide = up
	}
	for _, c := range []struct {
		name   string
		a, b   *schema.Node
		reason string
	}{
		{"duplicate names", lenient(`{"type":"string","type":"null"}`), lenient(`{"type":"null","type":"string"}`), "twice"},
		{"duplicate names on one side", lenient(`{"minimum":1,"minimum":1}`), lenient(`{"minimum":1}`), "twice"},
		{"lone surrogates", lenient(`{"const":"\ud800"}`), lenient(`{"const":"\udfff"}`), "Unicode"},
		{"bytes that are no text", lenient("{\"const\":\"\xff\"}"), lenient("{\"const\":\"\xfe\"}"), "Unicode"},
		{"names that are no text", lenient(`{"properties":{"\ud800":{}}}`), lenient(`{"properties":{"\ud801":{}}}`), "Unicode"},
		{"too deep", deep, deep, "depth"},
		{"a cycle", cycle, cycle, "depth"},
		{"too many values", wide, wide, "number of values"},
		{"nothing", nil, nil, "no JSON value"},
		{"nothing on one side", parse(t, `{}`), nil, "no JSON value"},
		{"a zero node", &schema.Node{}, &schema.Node{}, "no JSON value"},
	} {
		p := Compare(c.a, c.b, &Options{Nodes: 100_000, Instances: -1})
		if p.Verdict != Unknown || !strings.Contains(p.Reason, c.reason) {
			t.Errorf("%s: got %v %q, want unknown because of %q", c.name, p.Verdict, p.Reason, c.reason)
		}
	}
	for _, text := range []string{`{"a":1,"a":2}`, `{"title":"\ud800"}`} { // a validator says more of it
		if p := Compare(lenient(text), lenient(`{}`), nil); p.Verdict != NotValidatable || p.Reason == "" {
			t.Errorf("%s: %+v", text, p)
		}
	}
	if p := Compare(deep, deep, &Options{Depth: 1 << 40}); p.Verdict != Unknown || !strings.Contains(p.Reason, "10000") {
		t.Errorf("a depth that could exhaust the stack: %v %q", p.Verdict, p.Reason)
	}
	for _, text := range []string{`{"a":1,"a":2}`, `"\ud800"`, `5`, `{"$schema":"x:y"}`, `{"$ref":"#/const","const":{}}`} {
		if p := Compare(lenient(text), lenient(" "+text), nil); !cmp.Equal(p, Proof{Verdict: Identical, Direction: Equal, Method: "same-bytes"}) {
			t.Errorf("%s compared to itself: %+v", text, p)
		}
	}
	pair := `{"title":"\ud83d\ude00 \\u \\\\ud800","items":{}}`
	if p := Compare(parse(t, pair), parse(t, `{"items":{}}`), nil); p.Verdict != Identical {
		t.Errorf("a pair of surrogates and escaped backslashes: %+v", p)
	}
}

func TestSharedNodes(t *testing.T) {
	t.Parallel()
	build := func(keyword string, title bool) *schema.Node {
		part := schema.NewObject()
		if title {
			part.Set("title", schema.NewString("x"))
		}
		root := schema.NewObject()
		root.Set("items", part)
		root.Set(keyword, part)
		return root
	}
	for _, keyword := range []string{"const", "x-kept"} {
		o, _ := compare(build(keyword, true), build(keyword, false), (*Options)(nil).orDefault())
		if o == nil || o.at != schema.Pointer("/"+keyword+"/title") {
			t.Errorf("a node that is a schema and in %s at once: %+v", keyword, o)
		}
	}
}

func TestInputsAreNotChanged(t *testing.T) {
	t.Parallel()
	text := `{"title":"x","$defs":{"a":{}},"minItems":0,"required":["b","a"]}`
	a, b := parse(t, text), parse(t, `{"required":["a","b"]}`)
	if p := Compare(a, b, nil); p.Verdict != Identical {
		t.Fatalf("%+v", p)
	}
	if got := string(a.Append(nil)); got != text {
		t.Errorf("%s became %s", text, got)
	}
}

func TestReasonsAreSafeToPrint(t *testing.T) {
	t.Parallel()
	p := Compare(parse(t, `{"const":"\u001b[2J\u202e`+strings.Repeat("x", 500)+`"}`), parse(t, `{"const":1}`), nil)
	for _, r := range p.Reason {
		if r < ' ' || r == '\u202e' {
			t.Errorf("%q holds %q", p.Reason, r)
		}
	}
	if len(p.Reason) > 200 {
		t.Errorf("%d bytes of reason", len(p.Reason))
	}
}

// A keyword that does nothing under any draft makes no document depend on its draft, not even beside $ref, where older
// drafts do not read it.
func TestInertKeywordsAreNeutral(t *testing.T) {
	t.Parallel()
	a := `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"p":{"$ref":"#/definitions/a","minLength":0}},"definitions":{"a":{"type":"string"}}}`
	b := `{"properties":{"p":{"$ref":"#/definitions/a"}},"definitions":{"a":{"type":"string"}}}`
	c := `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"p":{"$ref":"#/definitions/a","minLength":1}},"definitions":{"a":{"type":"string"}}}`
	if p := Compare(parse(t, a), parse(t, b), nil); p.Verdict != Identical {
		t.Errorf("minLength 0: %+v", p)
	}
	// By its own draft the first does not read minLength, but one who takes it for a later one does.
	if o, _ := compare(parse(t, c), parse(t, b), (*Options)(nil).orDefault()); o == nil {
		t.Error("minLength 1 is erased")
	}
	if p := Compare(parse(t, c), parse(t, b), nil); p.Verdict != Canonical {
		t.Errorf("minLength 1: %+v", p)
	}
}
