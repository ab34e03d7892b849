package graph

import (
	"fmt"
	"strings"
	"testing"

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

func mustRead(t testing.TB, text string, d Draft) *Graph {
	t.Helper()
	g, o := Read(parse(t, text), d, nil)
	if o != nil {
		t.Fatalf("Read(%s) = %s: %s", text, o.At, o.Reason)
	}
	return g
}

func TestReadObstacles(t *testing.T) {
	t.Parallel()
	const all = Draft(0)
	for _, test := range []struct {
		name   string
		doc    string
		draft  Draft // all of them if 0
		at     schema.Pointer
		reason string // a part of it
	}{
		{"no schema", `[]`, all, "", "object or a boolean"},
		{"a type that does not exist", `{"properties":{"a":{"type":"any"}}}`, all, "/properties/a/type", "type"},
		{"a fault in a definition that nothing uses", `{"definitions":{"a":{"minLength":-1}}}`, all, "/definitions/a/minLength", "integer"},
		{"a fault in an annotation", `{"items":{"title":5}}`, all, "/items/title", "string"},
		{"a fault beside a reference", `{"definitions":{"a":{}},"items":{"$ref":"#/definitions/a","required":true}}`, all, "/items/required", "strings"},
		{"boolean required", `{"properties":{"a":{"required":true}}}`, all, "/properties/a/required", "strings"},
		{"required twice", `{"required":["a","a"]}`, all, "/required", "distinct"},
		{"no branches", `{"anyOf":[]}`, all, "/anyOf", "at least one"},
		{"no values", `{"enum":[]}`, all, "/enum", "at least one"},
		{"a multiple of nothing", `{"multipleOf":0}`, all, "/multipleOf", "above 0"},
		{"a count with a fraction", `{"maxItems":1.5}`, all, "/maxItems", "integer"},
		{"a number too long", `{"minimum":1e1000000}`, all, "/minimum", "too long"},
		{"a count too long", `{"minLength":1e1000000}`, all, "/minLength", "too long"},
		{"properties that are no schemas", `{"properties":{"a":[]}}`, all, "/properties/a", "object or a boolean"},
		{"a reference to nowhere", `{"items":{"$ref":"#/definitions/a"}}`, all, "/items/$ref", "nowhere"},
		{"a reference to elsewhere", `{"items":{"$ref":"https://example.com/a"}}`, all, "/items/$ref", "leaves"},
		{"a reference to a file", `{"$ref":"file:///etc/passwd"}`, all, "/$ref", "leaves"},
		{"a reference to a file beside it", `{"$ref":"other.json#/a"}`, all, "/$ref", "leaves"},
		{"a reference to data", `{"items":{"$ref":"#/enum/0"},"enum":[{}]}`, all, "/items/$ref", "no schema"},
		{"a reference to a map of schemas", `{"items":{"$ref":"#/definitions"},"definitions":{"type":{}}}`, all, "/items/$ref", "no schema"},
		{"a reference to an odd index", `{"items":{"$ref":"#/allOf/00"},"allOf":[{}]}`, all, "/items/$ref", "nowhere"},
		{"a reference to an invalid schema where none is expected", `{"items":{"$ref":"#/x-a"},"x-a":{"type":"any"}}`, all, "/x-a/type", "type"},
		{"a tilde that escapes nothing", `{"items":{"$ref":"#/definitions/~2"},"definitions":{"~2":{}}}`, all, "/items/$ref", "pointer"},
		{"a space in a reference", `{"items":{"$ref":"#/definitions/a b"},"definitions":{"a b":{}}}`, all, "/items/$ref", "plain"},
		{"a reference to itself", `{"$ref":"#"}`, all, "", "itself"},
		{"a circle through branches", `{"anyOf":[{"type":"string"},{"not":{"$ref":"#"}}]}`, all, "", "itself"},
		{"a name twice", `{"properties":{"a":{},"a":{}}}`, all, "/properties/a", "twice"},

		{"true in draft 4", `true`, Draft4, "", "draft 4"},
		{"a boolean property in draft 4", `{"properties":{"a":true}}`, Draft4, "/properties/a", "draft 4"},
		{"nothing required in draft 4", `{"required":[]}`, Draft4, "/required", "strings"},
		{"a count spelled 1.0 in draft 4", `{"minItems":1.0}`, Draft4, "/minItems", "integer"},
		{"an exclusive bound without a bound in draft 4", `{"exclusiveMinimum":true}`, Draft4, "", "beside"},
		{"an exclusive number in draft 4", `{"exclusiveMinimum":1}`, Draft4, "/exclusiveMinimum", "boolean"},
		{"an exclusive flag", `{"minimum":1,"exclusiveMinimum":true}`, Draft2020, "/exclusiveMinimum", "number"},
		{"repeated values in draft 6", `{"enum":[1,1.0]}`, Draft6, "/enum", "distinct"},
		{"a tuple in 2020-12", `{"items":[{}]}`, Draft2020, "/items", "object or a boolean"},

		{"two anchors", `{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}`, Draft2020, "/$defs/b/$anchor", "same anchor"},
		{"no such anchor", `{"items":{"$ref":"#x"}}`, Draft2020, "/items/$ref", "anchor"},
		{"another dialect inside", `{"$defs":{"a":{"$schema":"http://json-schema.org/draft-07/schema#"}}}`, Draft2020, "/$defs/a/$schema", "dialect"},
		{"a reference in another base", `{"$defs":{"a":{"$id":"a","items":{"$ref":"#"}}}}`, Draft2020, "/$defs/a/items/$ref", "several bases"},
		{"a reference into another base", `{"items":{"$ref":"#/$defs/a/items"},"$defs":{"a":{"$id":"a","items":{}}}}`, Draft2020, "/items/$ref", "another base"},
		{"a reference by a nested name", `{"items":{"$ref":"a"},"$defs":{"a":{"$id":"a"}}}`, Draft2020, "/items/$ref", "several bases"},
		{"a reference to a schema with another base", `{"items":{"$ref":"#/x/a"},"x":{"a":{"$id":"a"}}}`, Draft2020, "/items/$ref", "another base"},
		{"a reference through a base in hiding", `{"items":{"$ref":"#/x/a"},"x":{"$id":"a","a":{}}}`, Draft2020, "/items/$ref", "another base"},
		{"a reference by name before another base is found", `{"$id":"https://example.com/a","properties":{"p":{"$ref":"https://example.com/a#/properties/r"},"q":{"$ref":"#/x"},"r":{}},"x":{"items":{"$id":"b"}}}`, Draft2020, "/properties/p/$ref", "several bases"},
		{"an identifier beside a reference", `{"definitions":{"a":{}},"items":{"$id":"x","$ref":"#/definitions/a"}}`, Draft7, "/items/$id", "beside $ref"},
		{"an identifier with a fragment", `{"$id":"#x"}`, Draft2020, "/$id", "fragment"},
	} {
		drafts := []Draft{test.draft}
		if test.draft == all {
			drafts = []Draft{Draft4, Draft6, Draft7, Draft2019, Draft2020}
		}
		for _, d := range drafts {
			n, err := schema.ParseWith([]byte(test.doc), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
			if err != nil {
				t.Fatal(err)
			}
			g, o := Read(n, d, nil)
			if g != nil || o == nil || o.At != test.at || !strings.Contains(o.Reason, test.reason) {
				t.Errorf("%s, draft %d: Read = %v, %v, want an obstacle at %q for %q", test.name, d, g, o, test.at, test.reason)
			}
		}
	}
}

func TestReadReferences(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, doc string
		draft     Draft
		at        schema.Pointer // what the items of the root lead to
	}{
		{"definitions", `{"items":{"$ref":"#/definitions/a"},"definitions":{"a":{}}}`, Draft4, "/definitions/a"},
		{"definitions in a new draft", `{"items":{"$ref":"#/definitions/a"},"definitions":{"a":{}}}`, Draft2020, "/definitions/a"},
		{"$defs in an old draft", `{"items":{"$ref":"#/$defs/a"},"$defs":{"a":{}}}`, Draft7, "/$defs/a"},
		{"percent encoding", `{"items":{"$ref":"#/%24defs/a%25b"},"$defs":{"a%b":{}}}`, Draft2020, "/$defs/a%b"},
		{"escapes", `{"items":{"$ref":"#/$defs/a~1b~0c~01"},"$defs":{"a/b~c~1":{}}}`, Draft2020, "/$defs/a~1b~0c~01"},
		{"a property", `{"items":{"$ref":"#/properties/a/anyOf/1"},"properties":{"a":{"anyOf":[{},{}]}}}`, Draft2020, "/properties/a/anyOf/1"},
		{"an example", `{"items":{"$ref":"#/examples/0"},"examples":[{}]}`, Draft2020, "/examples/0"},
		{"an unknown keyword", `{"items":{"$ref":"#/components/schemas/a"},"components":{"schemas":{"a":{}}}}`, Draft2020, "/components/schemas/a"},
		{"beside a dead keyword", `{"items":{"$ref":"#/items/definitions/a","definitions":{"a":{}}}}`, Draft7, "/items/definitions/a"},
		{"an anchor", `{"items":{"$ref":"#x"},"$defs":{"a":{"$anchor":"x"}}}`, Draft2019, "/$defs/a"},
		{"an anchor of old", `{"items":{"$ref":"#x"},"definitions":{"a":{"$id":"#x"}}}`, Draft7, "/definitions/a"},
		{"an anchor of draft 4", `{"items":{"$ref":"#x"},"definitions":{"a":{"id":"#x"}}}`, Draft4, "/definitions/a"},
		{"by the name of the document", `{"$id":"https://example.com/a","items":{"$ref":"https://example.com/a#/$defs/a"},"$defs":{"a":{}}}`, Draft2020, "/$defs/a"},
		{"by a relative name of the document", `{"$id":"https://example.com/b/a.json","items":{"$ref":"a.json#/$defs/a"},"$defs":{"a":{}}}`, Draft2020, "/$defs/a"},
		{"the root", `{"items":{"$ref":"#"}}`, Draft2020, ""},
		{"the root by nothing", `{"items":{"$ref":""}}`, Draft2020, ""},
		{"the root by its name", `{"$id":"urn:a:b","items":{"$ref":"urn:a:b"}}`, Draft2020, ""},
	} {
		g, o := Read(parse(t, test.doc), test.draft, nil)
		if o != nil {
			t.Errorf("%s: Read = %v", test.name, o)
			continue
		}
		if ref := g.Root.Items.Ref; ref == nil || ref.At != test.at {
			t.Errorf("%s: the reference leads to %+v, want %q", test.name, ref, test.at)
		}
	}
}

// Names and data are never keywords, and what a draft does not know is nothing.
func TestReadKeywords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, doc string
		draft     Draft
		want      string
	}{
		{"names", `{"properties":{"type":{},"$ref":{},"required":{"type":"null"}}}`, Draft2020, "props=[type $ref required]"},
		{"data", `{"const":{"type":"any","$ref":"#/nowhere"}}`, Draft2020, "enum=1"},
		{"const in draft 4", `{"const":1}`, Draft4, "other=1"},
		{"if in draft 6", `{"if":{"type":"null"}}`, Draft6, ""},
		{"siblings in draft 7", `{"definitions":{"a":{}},"$ref":"#/definitions/a","type":"string","required":["a"]}`, Draft7, "ref"},
		{"siblings in 2019-09", `{"$defs":{"a":{}},"$ref":"#/$defs/a","type":"string"}`, Draft2019, "ref types=40"},
		{"integers and numbers", `{"type":["integer","number"]}`, Draft7, "types=30"},
		{"enum and const", `{"enum":[1,2,3],"const":2.0}`, Draft7, "enum=1"},
		{"enum without const", `{"enum":[1,2,3],"const":"2"}`, Draft7, "enum=0"},
		{"repeated values", `{"enum":[1,1.0,true,"1"]}`, Draft7, "enum=3"},
		{"bounds of draft 4", `{"minimum":1,"exclusiveMinimum":true,"maximum":2}`, Draft4, "min=1! max=2"},
		{"the stricter bound", `{"minimum":3,"exclusiveMinimum":3,"maximum":5,"exclusiveMaximum":6}`, Draft7, "min=3! max=5"},
		{"a tuple", `{"items":[{},{}],"additionalItems":false}`, Draft7, "prefix=2 items"},
		{"a list and a dead keyword", `{"items":{},"additionalItems":false}`, Draft2019, "items"},
		{"prefixItems", `{"prefixItems":[{}],"items":{},"additionalItems":false}`, Draft2020, "prefix=1 items"},
		{"prefixItems in draft 7", `{"prefixItems":[{}]}`, Draft7, "other=1"},
		{"dependentRequired in draft 7", `{"dependentRequired":{"a":["b"]}}`, Draft7, "deps=1"},
		{"branches without a condition", `{"then":{},"minContains":3}`, Draft2020, ""},
		{"dependencies", `{"dependencies":{"a":["b"],"c":{}}}`, Draft7, "deps=2"},
		{"dependencies of old", `{"dependencies":{"a":["b"]}}`, Draft2020, "deps=1"},
		{"content in draft 7", `{"contentEncoding":"base64"}`, Draft7, "other=1"},
		{"content in 2019-09", `{"contentEncoding":"base64"}`, Draft2019, ""},
	} {
		s := mustRead(t, test.doc, test.draft).Root
		if got := outline(s); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func outline(s *Schema) string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	bound := func(b *Bound) string {
		if b.Exclusive {
			return b.Value.RatString() + "!"
		}
		return b.Value.RatString()
	}
	var props []string
	for _, p := range s.Properties {
		props = append(props, p.Name)
	}
	add(s.Ref != nil, "ref")
	add(s.Types != AllTypes, "types=%x", s.Types)
	add(len(props) > 0, "props=%v", props)
	add(s.HasEnum, "enum=%d", len(s.Enum))
	if s.Minimum != nil {
		add(true, "min=%s", bound(s.Minimum))
	}
	if s.Maximum != nil {
		add(true, "max=%s", bound(s.Maximum))
	}
	add(len(s.Prefix) > 0, "prefix=%d", len(s.Prefix))
	add(s.Items != nil, "items")
	add(s.If != nil || s.Then != nil || s.Contains != nil || s.MinContains != nil, "rest")
	add(len(s.Dependent) > 0, "deps=%d", len(s.Dependent))
	add(len(s.Other) > 0, "other=%d", len(s.Other))
	add(len(s.Required) > 0, "required")
	return strings.Join(parts, " ")
}

func TestReadSensitive(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		doc   string
		draft Draft
		at    schema.Pointer
	}{
		{`{"items":{"unevaluatedProperties":false}}`, Draft2020, "/items/unevaluatedProperties"},
		{`{"allOf":[{"unevaluatedItems":{}}]}`, Draft2019, "/allOf/0/unevaluatedItems"},
		{`{"$dynamicAnchor":"x","items":{"$dynamicRef":"#x"}}`, Draft2020, "/items/$dynamicRef"},
		{`{"$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}`, Draft2019, "/items/$recursiveRef"},
		{`{"properties":{"a":{"$id":"b"}}}`, Draft2020, "/properties/a/$id"},
		{`{"$schema":"https://example.com/own"}`, Draft2020, "/$schema"},
		{`{"$vocabulary":{}}`, Draft2020, "/$vocabulary"},
	} {
		if s := mustRead(t, test.doc, test.draft).Sensitive; s == nil || s.At != test.at {
			t.Errorf("%s: %v, want %q", test.doc, s, test.at)
		}
	}
	for _, doc := range []string{
		`{"$id":"https://example.com/a"}`,
		`{"properties":{"unevaluatedProperties":{},"$id":{"type":"string"}}}`,
		`{"$defs":{"a":{"unevaluatedProperties":false}}}`, // nothing gets there
	} {
		if s := mustRead(t, doc, Draft2020).Sensitive; s != nil {
			t.Errorf("%s: %v", doc, s)
		}
	}
}

func TestDraftOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		doc      string
		draft    Draft
		declared bool
	}{
		{`{}`, Draft2020, false},
		{`true`, Draft2020, false},
		{`{"$schema":"http://json-schema.org/draft-04/schema#"}`, Draft4, true},
		{`{"$schema":"http://json-schema.org/draft-06/schema"}`, Draft6, true},
		{`{"$schema":"https://json-schema.org/draft-07/schema#"}`, Draft7, true},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema"}`, Draft2019, true},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, Draft2020, true},
	} {
		draft, declared, o := DraftOf(parse(t, test.doc))
		if draft != test.draft || declared != test.declared || o != nil {
			t.Errorf("DraftOf(%s) = %d, %t, %v", test.doc, draft, declared, o)
		}
	}
	for _, doc := range []string{`{"$schema":"https://example.com/own"}`, `{"$schema":5}`, `{"$schema":"ftp://json-schema.org/draft-07/schema"}`} {
		if draft, _, o := DraftOf(parse(t, doc)); draft != 0 || o == nil {
			t.Errorf("DraftOf(%s) = %d, %v", doc, draft, o)
		}
	}
}

func TestIsPlain(t *testing.T) {
	t.Parallel()
	for _, p := range []string{``, `^a$`, `^[a-z0-9_-]{1,64}$`, `^(?:x|y)+?$`, `\d{4}-\d\d-\d\d`, `^https?://[^/]+\.org/`, `[\w.]+@`, `a|b|`} {
		if !isPlain(p) {
			t.Errorf("%q is plain", p)
		}
	}
	for _, p := range []string{`(?=a)`, `(?i)a`, `\A`, `a**`, `^*`, `(`, `a{2001}`, `a{`, `\-`, `[`, `[b-a]`, `]`, `\p{L}`, `[\d-z]`, `(?<n>a)`, `\1`} {
		if isPlain(p) {
			t.Errorf("%q is not plain", p)
		}
	}
}

// What some validators refuse a document for has to be in both, wherever it stands.
func TestRefusable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want schema.Pointer
		ok   bool
	}{
		{`{}`, `{"$defs":{"a":{"type":"string"}}}`, "", true},
		{`{"$defs":{"a":{"pattern":"(?i)a"}}}`, `{"$defs":{"b":{"items":{"pattern":"(?i)a"}}}}`, "", true},
		{`{"$defs":{"a":{"pattern":"(?i)a"}}}`, `{}`, "/$defs/a/pattern", false},
		{`{}`, `{"$defs":{"a":{"pattern":"(?i)a"}}}`, "", false},
		{`{"$defs":{"a":{"$id":"http://e.org/n"}}}`, `{}`, "/$defs/a/$id", false},
		{`{"$defs":{"a":{"$id":"http://e.org/n"}}}`, `{"$defs":{"b":{"$id":"http://e.org/n"}}}`, "", true},
		{`{"$defs":{"a":{"$id":"http://e.org/n"}}}`, `{"$defs":{"a":{"pattern":"http://e.org/n"}}}`, "/$defs/a/$id", false},
	} {
		var graphs []*Graph
		for _, text := range []string{c.a, c.b} {
			n, err := schema.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			g, o := Read(n, Draft2020, nil)
			if o != nil {
				t.Fatalf("%s: %+v", text, o)
			}
			graphs = append(graphs, g)
		}
		o := Refusable(graphs[0], graphs[1])
		if (o == nil) != c.ok || o != nil && o.At != c.want {
			t.Errorf("%s\n%s\n%+v, want none: %v, at %q", c.a, c.b, o, c.ok, c.want)
		}
	}
	n, err := schema.Parse([]byte(`{"$defs":{"x":{"$id":"http://e.org/n"},"y":{"$id":"http://e.org/n"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, o := Read(n, Draft2020, nil); o == nil || o.At != "/$defs/y/$id" {
		t.Errorf("an identifier that two schemas have: %+v", o)
	}
}
