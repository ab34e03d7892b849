package schema_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schema-bench/schema-bench/schema"
	"pgregory.net/rapid"
)

// visits returns the pointers that Walk comes by, in order, and checks each site on the way.
func visits(t *testing.T, root *schema.Node) []string {
	t.Helper()
	var at []string
	err := schema.Walk(root, func(s *schema.Site) error {
		if root.Find(s.At()) != s.Schema {
			t.Errorf("%q is not where the site's schema is", s.At())
		}
		depth := 0
		for up := s.Up; up != nil; up = up.Up {
			depth++
		}
		if s.Depth != depth {
			t.Errorf("%q: depth %d, want %d", s.At(), s.Depth, depth)
		}
		at = append(at, string(s.At()))
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return at
}

// TestWalkEveryHolder puts subschemas into every keyword that holds some, in every form.
func TestWalkEveryHolder(t *testing.T) {
	t.Parallel()
	for _, k := range schema.Keywords() {
		single, list, named := []string{"", "/" + k.Name}, []string{"", "/" + k.Name + "/0", "/" + k.Name + "/2"}, []string{"", "/" + k.Name + "/a", "/" + k.Name + "/"}
		for value, want := range map[string]map[schema.Shape][]string{
			`{"type":"string"}`:              {schema.Schema: single, schema.SchemaOrList: single, schema.SchemaMap: {""}, schema.SchemaOrStrings: {""}},
			`true`:                           {schema.Schema: single, schema.SchemaOrList: single},
			`[{},1,false]`:                   {schema.SchemaList: list, schema.SchemaOrList: list},
			`{"a":{},"b":1,"c":["x"],"":{}}`: {schema.Schema: single, schema.SchemaOrList: single, schema.SchemaMap: named, schema.SchemaOrStrings: named},
			`"text"`:                         {},
			`null`:                           {},
		} {
			expect := want[k.Shape]
			if expect == nil {
				expect = []string{""}
			}
			text := fmt.Sprintf(`{%q:%s}`, k.Name, value)
			if got := visits(t, mustParse(t, text)); !slices.Equal(got, expect) {
				t.Errorf("%s: visits %q, want %q", text, got, expect)
			}
		}
	}
}

// TestWalkNames: whatever a member of a map is called, it is a name and its value a schema.
func TestWalkNames(t *testing.T) {
	t.Parallel()
	var names []string
	for _, k := range schema.Keywords() {
		names = append(names, k.Name)
	}
	names = append(names, "", "a/b", "~", "~1", "0", "$vectorSearch", "filter[a]", "é", "%25")
	for _, holder := range []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"} {
		members := schema.NewObject()
		want := []string{""}
		for _, name := range names {
			inner := schema.NewObject()
			inner.Set("title", schema.NewString(name))
			members.Set(name, inner)
			want = append(want, string(schema.Pointer("").Child(holder).Child(name)))
		}
		root := schema.NewObject()
		root.Set(holder, members)
		if got := visits(t, root); !slices.Equal(got, want) {
			t.Errorf("%s: %s", holder, cmp.Diff(want, got))
		}
	}
}

func TestWalkOrderAndData(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"before those below, siblings in source order",
			`{"required":["b"],"properties":{"b":{"items":[{"not":{}},true]},"a":{"anyOf":[{},{"type":"null"}]}},"additionalProperties":false,"$defs":{"x":{}}}`,
			[]string{"", "/properties/b", "/properties/b/items/0", "/properties/b/items/0/not", "/properties/b/items/1", "/properties/a",
				"/properties/a/anyOf/0", "/properties/a/anyOf/1", "/additionalProperties", "/$defs/x"}},
		{"data is never entered",
			`{"default":{"properties":{"a":{}}},"const":{"items":{}},"enum":[{"not":{}}],"examples":[{"properties":{"a":{}}}],"example":{"items":{}},"discriminator":{"mapping":{"properties":{}}}}`,
			[]string{""}},
		{"unknown keywords are never entered", `{"components":{"schemas":{"a":{}}},"x-schema":{"items":{}},"extends":{"items":{}}}`, []string{""}},
		{"data below properties that are called like keywords",
			`{"properties":{"default":{"default":{"items":{}}},"enum":{"enum":[{"items":{}}]},"properties":{"properties":{"const":{"const":{"not":{}}}}}}}`,
			[]string{"", "/properties/default", "/properties/enum", "/properties/properties", "/properties/properties/properties/const"}},
		{"boolean root", `true`, []string{""}},
		{"no schema", `[{"type":"string"}]`, nil},
		{"no schema either", `"x"`, nil},
		{"names that are no schemas", `{"properties":{"a":null,"b":[{}],"c":"x","d":{}}}`, []string{"", "/properties/d"}},
		{"a tuple and a list of lists", `{"items":[[{}],{}],"allOf":{"a":{}}}`, []string{"", "/items/1"}},
	} {
		if got := visits(t, mustParse(t, test.text)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %s", test.name, cmp.Diff(test.want, got))
		}
	}
}

func TestWalkSites(t *testing.T) {
	t.Parallel()
	root := mustParse(t, `{"properties":{"a/b":{"items":{"anyOf":[true,{}]}}}}`)
	var got []string
	err := schema.Walk(root, func(s *schema.Site) error {
		got = append(got, fmt.Sprintf("%s|%s|%d", s.Keyword, s.Name, s.Index))
		return nil
	})
	want := []string{"||-1", "properties|a/b|-1", "items||-1", "anyOf||0", "anyOf||1"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("sites, %v: %s", err, diff)
	}
}

func TestWalkSkipAndStop(t *testing.T) {
	t.Parallel()
	root := mustParse(t, `{"properties":{"a":{"items":{"not":{}}},"b":{"items":{}}}}`)
	var got []string
	stop := errors.New("enough")
	visit := func(at schema.Pointer, with error) func(*schema.Site) error {
		return func(s *schema.Site) error {
			got = append(got, string(s.At()))
			if s.At() == at {
				return with
			}
			return nil
		}
	}
	if err := schema.Walk(root, visit("/properties/a", schema.SkipBelow)); err != nil || !slices.Equal(got, []string{"", "/properties/a", "/properties/b", "/properties/b/items"}) {
		t.Errorf("skipping visits %q, %v", got, err)
	}
	got = nil
	if err := schema.Walk(root, visit("/properties/a", fmt.Errorf("wrapped: %w", schema.SkipBelow))); err != nil || len(got) != 4 {
		t.Errorf("skipping with a wrapped error visits %q, %v", got, err)
	}
	got = nil
	if err := schema.Walk(root, visit("", schema.SkipBelow)); err != nil || len(got) != 1 {
		t.Errorf("skipping all visits %q, %v", got, err)
	}
	got = nil
	if err := schema.Walk(root, visit("/properties/a/items", stop)); err != stop || len(got) != 3 {
		t.Errorf("stopping visits %q, %v", got, err)
	}
}

func TestWalkWhileEditing(t *testing.T) {
	t.Parallel()
	root := mustParse(t, `{"title":"A","properties":{"a":{"title":"B","anyOf":[{"title":"C"},{"type":"null"}]},"b":{"default":1,"not":{}}}}`)
	var got []string
	err := schema.Walk(root, func(s *schema.Site) error {
		got = append(got, string(s.At()))
		s.Schema.Delete("title")
		switch s.Name {
		case "a":
			s.Schema.SetItems(nil) // an object: nothing happens
			s.Schema.Delete("anyOf")
		case "b":
			s.Schema.Set("not", mustParse(t, `{"items":true}`))
		}
		return nil
	})
	want := []string{"", "/properties/a", "/properties/b", "/properties/b/not", "/properties/b/not/items"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("visits, %v: %s", err, diff)
	}
	if out := string(root.Append(nil)); out != `{"properties":{"a":{},"b":{"default":1,"not":{"items":true}}}}` {
		t.Errorf("edited to %s", out)
	}
}

func TestWalkIsBounded(t *testing.T) {
	t.Parallel()
	deep := func(levels int) *schema.Node {
		n := schema.NewObject()
		for range levels {
			outer := schema.NewObject()
			outer.Set("items", n)
			n = outer
		}
		return n
	}
	count := 0
	if err := schema.Walk(deep(1000), func(*schema.Site) error { count++; return nil }); err != nil || count != 1001 {
		t.Errorf("1,000 levels: %d visits, %v", count, err)
	}
	for _, levels := range []int{1001, 100_000} {
		var limit *schema.LimitError
		if err := schema.Walk(deep(levels), func(*schema.Site) error { return nil }); !errors.As(err, &limit) || limit.What != "schema nesting depth" {
			t.Errorf("%d levels: %v", levels, err)
		}
		if _, err := schema.Resolve(deep(levels)); !errors.As(err, &limit) {
			t.Errorf("resolving %d levels: %v", levels, err)
		}
	}
	// What the default limits of parsing let in, Walk takes.
	if got := visits(t, mustParse(t, strings.Repeat(`{"not":`, 999)+`{}`+strings.Repeat(`}`, 999))); len(got) != 1000 {
		t.Errorf("%d visits of 1,000", len(got))
	}
}

// genSchema draws a document that looks like a schema, with keywords as names and schemas in data.
func genSchema(t *rapid.T, depth int) string {
	if depth == 0 || rapid.IntRange(0, 7).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]string{`true`, `false`, `{}`, `{"type":"string"}`, `{"title":"T"}`, `{"$ref":"#"}`, `7`, `null`, `"x"`}).Draw(t, "leaf")
	}
	keywords := rapid.SliceOfNDistinct(rapid.SampledFrom(schema.Keywords()), 0, 4, func(k schema.Keyword) string { return k.Name }).Draw(t, "keywords")
	var members []string
	for _, k := range keywords {
		var value string
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 0:
			value = genSchema(t, depth-1)
		case 1:
			value = "[" + genSchema(t, depth-1) + "," + genSchema(t, depth-1) + "]"
		case 2:
			names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "items", "properties", "default", "$ref", "", "x/y~"}), 0, 3, rapid.ID).Draw(t, "names")
			for i, name := range names {
				names[i] = fmt.Sprintf(`%q:%s`, name, genSchema(t, depth-1))
			}
			value = "{" + strings.Join(names, ",") + "}"
		case 3:
			value = rapid.SampledFrom([]string{`"#/properties/a"`, `"#/$defs/items"`, `"#a"`, `"a"`, `1`, `["a"]`, `true`, `"http://e.org/s"`}).Draw(t, "data")
		}
		members = append(members, fmt.Sprintf(`%q:%s`, k.Name, value))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// TestWalkAgainstRecursion compares Walk with the plainest way to say the same.
func TestWalkAgainstRecursion(t *testing.T) {
	t.Parallel()
	shapes := map[string]schema.Shape{}
	for _, k := range schema.Keywords() {
		shapes[k.Name] = k.Shape
	}
	var collect func(n *schema.Node, at schema.Pointer) []schema.Pointer
	collect = func(n *schema.Node, at schema.Pointer) (all []schema.Pointer) {
		if n.Kind() != schema.Object && n.Kind() != schema.Bool {
			return nil
		}
		all = append(all, at)
		for name, value := range n.Members() {
			shape, below := shapes[name], at.Child(name)
			list := shape == schema.SchemaList || shape == schema.SchemaOrList && value.Kind() == schema.Array
			for i, item := range value.Items() {
				if list {
					all = append(all, collect(item, below.Child(fmt.Sprint(i)))...)
				}
			}
			for inner, sub := range value.Members() {
				if shape == schema.SchemaMap || shape == schema.SchemaOrStrings {
					all = append(all, collect(sub, below.Child(inner))...)
				}
			}
			if shape == schema.Schema || shape == schema.SchemaOrList && !list {
				all = append(all, collect(value, below)...)
			}
		}
		return all
	}
	rapid.Check(t, func(t *rapid.T) {
		root, err := schema.Parse([]byte(genSchema(t, 4)))
		if err != nil {
			t.Fatal(err)
		}
		var got []schema.Pointer
		err = schema.Walk(root, func(s *schema.Site) error { got = append(got, s.At()); return nil })
		if want := collect(root, ""); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: visits %q, want %q; %v", root.Append(nil), got, want, err)
		}
	})
}
