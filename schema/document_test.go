package schema_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/schema-bench/schema-bench/schema"
)

// leads returns where each reference of a document leads: "keyword value -> pointer", or the kind of error.
func leads(t *testing.T, text string) (*schema.Document, []string) {
	t.Helper()
	d, err := schema.Resolve(mustParse(t, text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var got []string
	for _, r := range d.References {
		to := string(r.At)
		switch {
		case errors.Is(r.Err, schema.ErrRemote):
			to = "remote"
		case errors.Is(r.Err, schema.ErrDangling):
			to = "dangling"
		case r.Err != nil:
			to = r.Err.Error()
		case d.Root.Find(r.At) != r.Target:
			t.Errorf("%s: the target of %s is not at %q", text, r.Value, r.At)
		case !d.Pinned(r.Target) || !d.Pinned(d.Root):
			t.Errorf("%s: the target of %s is not pinned", text, r.Value)
		}
		if (r.Target == nil) != (r.Err != nil) {
			t.Errorf("%s: %s has target %v and error %v", text, r.Value, r.Target, r.Err)
		}
		got = append(got, fmt.Sprintf("%s %s -> %s", r.Keyword, r.Value, to))
	}
	return d, got
}

func TestResolve(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"none", `{"properties":{"$ref":{"type":"string"}},"enum":[{"$ref":"#/x"}],"default":{"$ref":"#"}}`, nil},
		{"a definition", `{"$ref":"#/$defs/a","$defs":{"a":{}}}`, []string{"$ref #/$defs/a -> /$defs/a"}},
		{"the document", `{"items":{"$ref":"#"}}`, []string{"$ref # -> "}},
		{"the document, spelled as nothing", `{"items":{"$ref":""}}`, []string{"$ref  -> "}},
		{"recursion", `{"$ref":"#/$defs/a","$defs":{"a":{"items":{"$ref":"#/$defs/b"}},"b":{"not":{"$ref":"#/$defs/a"}}}}`,
			[]string{"$ref #/$defs/a -> /$defs/a", "$ref #/$defs/b -> /$defs/b", "$ref #/$defs/a -> /$defs/a"}},
		{"itself", `{"$defs":{"a":{"$ref":"#/$defs/a"}}}`, []string{"$ref #/$defs/a -> /$defs/a"}},
		{"a sibling property", `{"properties":{"a":{"anyOf":[{"type":"null"},{}]},"b":{"$ref":"#/properties/a/anyOf/0"}}}`, []string{"$ref #/properties/a/anyOf/0 -> /properties/a/anyOf/0"}},
		{"deep into items", `{"items":[{"properties":{"x":{}}}],"not":{"$ref":"#/items/0/properties/x"}}`, []string{"$ref #/items/0/properties/x -> /items/0/properties/x"}},
		{"into default and examples", `{"properties":{"a":{"$ref":"#/properties/b/default"},"b":{"default":{"type":"string"}},"c":{"$ref":"#/examples/0"}},"examples":[{}]}`,
			[]string{"$ref #/properties/b/default -> /properties/b/default", "$ref #/examples/0 -> /examples/0"}},
		{"into an unknown keyword, and on from there", `{"$ref":"#/components/schemas/a","components":{"schemas":{"a":{"items":{"$ref":"#/components/schemas/b"}},"b":{"$ref":"#/components/schemas/a/items"},"c":{"$ref":"#/nowhere"}}}}`,
			[]string{"$ref #/components/schemas/a -> /components/schemas/a", "$ref #/components/schemas/b -> /components/schemas/b", "$ref #/components/schemas/a/items -> /components/schemas/a/items"}},
		{"percent encoding", `{"allOf":[{"$ref":"#/%24defs/x"},{"$ref":"#/$defs/a%25b"},{"$ref":"#/$defs/%C3%A9"},{"$ref":"#/$defs/é"},{"$ref":"#/$defs/a%20b"},{"$ref":"#/$defs/a b"},{"$ref":"#/$defs/%zz"},{"$ref":"#/$defs/a%b"}],"$defs":{"x":{},"a%b":{},"é":{},"a b":{}}}`,
			[]string{"$ref #/%24defs/x -> /$defs/x", "$ref #/$defs/a%25b -> /$defs/a%b", "$ref #/$defs/%C3%A9 -> /$defs/é", "$ref #/$defs/é -> /$defs/é", "$ref #/$defs/a%20b -> /$defs/a b", "$ref #/$defs/a b -> /$defs/a b",
				"$ref #/$defs/%zz -> dangling", "$ref #/$defs/a%b -> dangling"}},
		{"escapes", `{"allOf":[{"$ref":"#/$defs/a~1b"},{"$ref":"#/$defs/~0c"},{"$ref":"#/$defs/a%7E1b"},{"$ref":"#/$defs/"},{"$ref":"#/$defs/~01"}],"$defs":{"a/b":{},"~c":{},"":{},"~1":{}}}`,
			[]string{"$ref #/$defs/a~1b -> /$defs/a~1b", "$ref #/$defs/~0c -> /$defs/~0c", "$ref #/$defs/a%7E1b -> /$defs/a~1b", "$ref #/$defs/ -> /$defs/", "$ref #/$defs/~01 -> /$defs/~01"}},
		{"dangling", `{"allOf":[{"$ref":"#/$defs/x"},{"$ref":"#x"},{"$ref":"#/allOf/9"},{"$ref":"#/allOf/00"},{"$ref":"#/allOf/-"}]}`,
			[]string{"$ref #/$defs/x -> dangling", "$ref #x -> dangling", "$ref #/allOf/9 -> dangling", "$ref #/allOf/00 -> dangling", "$ref #/allOf/- -> dangling"}},
		{"remote", `{"allOf":[{"$ref":"http://e.org/s.json"},{"$ref":"other.json#/a"},{"$ref":"file:///etc/passwd"},{"$ref":"/x"},{"$ref":"https://json-schema.org/draft/2020-12/schema"}]}`,
			[]string{"$ref http://e.org/s.json -> remote", "$ref other.json#/a -> remote", "$ref file:///etc/passwd -> remote", "$ref /x -> remote", "$ref https://json-schema.org/draft/2020-12/schema -> remote"}},
		{"no URI at all", `{"$ref":"http://[::1"}`, []string{"$ref http://[::1 -> dangling"}},
		{"not a string", `{"$ref":1,"items":{"$ref":{"$ref":"#"}}}`, nil},
		{"an anchor", `{"$ref":"#a","$defs":{"x":{"$anchor":"a"}}}`, []string{"$ref #a -> /$defs/x"}},
		{"an anchor of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#a","definitions":{"x":{"$id":"#a"}}}`, []string{"$ref #a -> /definitions/x"}},
		{"an anchor of draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","$ref":"#a","definitions":{"x":{"id":"#a"}}}`, []string{"$ref #a -> /definitions/x"}},
		{"an anchor in data", `{"$ref":"#a","default":[{"$anchor":"a"}]}`, []string{"$ref #a -> /default/0"}},
		{"the document by its own name", `{"$id":"http://e.org/a/s.json","allOf":[{"$ref":"http://e.org/a/s.json#/$defs/x"},{"$ref":"s.json#/$defs/x"},{"$ref":"/a/s.json"},{"$ref":"#/$defs/x"},{"$ref":"http://e.org/a/s.json#n"}],"$defs":{"x":{"$anchor":"n"}}}`,
			[]string{"$ref http://e.org/a/s.json#/$defs/x -> /$defs/x", "$ref s.json#/$defs/x -> /$defs/x", "$ref /a/s.json -> ", "$ref #/$defs/x -> /$defs/x", "$ref http://e.org/a/s.json#n -> /$defs/x"}},
		{"urn", `{"$id":"urn:x:s","allOf":[{"$ref":"urn:x:s#/$defs/x"},{"$ref":"#/$defs/x"}],"$defs":{"x":{}}}`, []string{"$ref urn:x:s#/$defs/x -> /$defs/x", "$ref #/$defs/x -> /$defs/x"}},
		{"an $id below moves the base", `{"$id":"http://e.org/root","$defs":{"x":{"$id":"sub/","items":{"$ref":"#/$defs/y"},"not":{"$ref":"leaf"},"$defs":{"y":{},"z":{"$id":"leaf"}}},"y":{}},"allOf":[{"$ref":"#/$defs/y"},{"$ref":"sub/#/$defs/y"},{"$ref":"sub/leaf"},{"$ref":"leaf"}]}`,
			[]string{"$ref #/$defs/y -> /$defs/x/$defs/y", "$ref leaf -> /$defs/x/$defs/z", "$ref #/$defs/y -> /$defs/y", "$ref sub/#/$defs/y -> /$defs/x/$defs/y", "$ref sub/leaf -> /$defs/x/$defs/z", "$ref leaf -> remote"}},
		{"a base without a root name", `{"$defs":{"x":{"$id":"s.json","items":{"$ref":"#/not"},"not":{}}},"items":{"$ref":"s.json"}}`, []string{"$ref #/not -> /$defs/x/not", "$ref s.json -> /$defs/x"}},
		{"the first of two with one name", `{"$defs":{"x":{"$anchor":"a"},"y":{"$anchor":"a"}},"$ref":"#a"}`, []string{"$ref #a -> /$defs/x"}},
		{"an anchor per resource", `{"$anchor":"a","$defs":{"x":{"$id":"x","$anchor":"a","items":{"$ref":"#a"}}},"allOf":[{"$ref":"#a"},{"$ref":"x#a"}]}`,
			[]string{"$ref #a -> /$defs/x", "$ref #a -> ", "$ref x#a -> /$defs/x"}},
		{"id is no keyword after draft 4", `{"items":{"id":"x","$ref":"#/$defs/a"},"$defs":{"a":{}}}`, []string{"$ref #/$defs/a -> /$defs/a"}},
		{"id in draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","items":{"id":"x","not":{"$ref":"#/definitions/a"},"definitions":{"a":{}}}}`, []string{"$ref #/definitions/a -> /items/definitions/a"}},
		{"$id beside $ref in draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","items":{"$id":"x","$ref":"#/definitions/a"},"definitions":{"a":{}}}`, []string{"$ref #/definitions/a -> /definitions/a"}},
		{"$id beside $ref in 2020-12", `{"items":{"$id":"x","$ref":"#/$defs/a","$defs":{"a":{}}},"$defs":{"a":{}}}`, []string{"$ref #/$defs/a -> /items/$defs/a"}},
		{"a property called $id", `{"properties":{"$id":{"type":"string"},"id":{}},"items":{"$ref":"#/properties/$id"}}`, []string{"$ref #/properties/$id -> /properties/$id"}},
		{"into an embedded resource's unknown keyword", `{"$defs":{"x":{"$id":"x","parts":{"p":{"items":{"$ref":"#/parts/q"}},"q":{}}}},"$ref":"x#/parts/p"}`,
			[]string{"$ref x#/parts/p -> /$defs/x/parts/p", "$ref #/parts/q -> /$defs/x/parts/q"}},
		{"dynamic references lead to every anchor of that name",
			`{"$id":"strings","$ref":"tree","$defs":{"s":{"$dynamicAnchor":"n","type":"string"},"t":{"$id":"tree","$dynamicAnchor":"n","items":{"$dynamicRef":"#n"}},"o":{"$dynamicAnchor":"other"}}}`,
			[]string{"$ref tree -> /$defs/t", "$dynamicRef #n -> /$defs/t", "$dynamicRef #n -> /$defs/s"}},
		{"recursive references", `{"$id":"a","$recursiveAnchor":true,"$ref":"b","$defs":{"b":{"$id":"b","$recursiveAnchor":true,"items":{"$recursiveRef":"#"}},"c":{"$id":"c","$recursiveAnchor":false}}}`,
			[]string{"$ref b -> /$defs/b", "$recursiveRef # -> /$defs/b", "$recursiveRef # -> "}},
		{"a target that is no schema", `{"$ref":"#/required","required":["a"]}`, []string{"$ref #/required -> /required"}},
	} {
		if _, got := leads(t, test.text); !slices.Equal(sorted(got), sorted(test.want)) {
			t.Errorf("%s: %s", test.name, cmp.Diff(sorted(test.want), sorted(got)))
		}
	}
}

func sorted(s []string) []string { return slices.Sorted(slices.Values(s)) }

func TestReferenceError(t *testing.T) {
	t.Parallel()
	d, err := schema.Resolve(mustParse(t, `{"properties":{"a/b":{"$ref":"#/$defs/x"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.References[0].Err.Error(), `$ref "#/$defs/x" at "/properties/a~1b": the reference points at nothing`; got != want {
		t.Errorf("message is %s, want %s", got, want)
	}
	if at := d.References[0].From.At(); at != "/properties/a~1b" {
		t.Errorf("the reference is from %q", at)
	}
}

func TestPinned(t *testing.T) {
	t.Parallel()
	d, _ := leads(t, `{"allOf":[{"$ref":"#/properties/b/default/items"},{"$ref":"#/$defs/gone"}],"properties":{"a":{},"b":{"default":{"items":{"type":"string"}},"title":"B"}},"$defs":{"unused":{}}}`)
	for at, want := range map[schema.Pointer]bool{
		"": true, "/properties": true, "/properties/b": true, "/properties/b/default": true, "/properties/b/default/items": true,
		"/properties/b/default/items/type": false, "/properties/a": false, "/properties/b/title": false, "/$defs": false, "/$defs/unused": false, "/allOf": false,
	} {
		if got := d.Pinned(d.Root.Find(at)); got != want {
			t.Errorf("Pinned at %q is %v", at, got)
		}
	}
	if d, _ := leads(t, `{"properties":{"a":{}}}`); d.Pinned(d.Root) || d.Pinned(nil) {
		t.Error("something is pinned in a document without references")
	}
}

func TestSitesOfADocument(t *testing.T) {
	t.Parallel()
	d, _ := leads(t, `{"$ref":"#/components/schemas/a","components":{"schemas":{"a":{"properties":{"x/y":{"items":{"$ref":"#/components/schemas/a"}}}},"unused":{"not":{}}}},"$defs":{"z":true}}`)
	var got []string
	for _, s := range d.Sites {
		got = append(got, string(s.At()))
		if d.Root.Find(s.At()) != s.Schema {
			t.Errorf("%q is not where the site's schema is", s.At())
		}
	}
	want := []string{"", "/$defs/z", "/components/schemas/a", "/components/schemas/a/properties/x~1y", "/components/schemas/a/properties/x~1y/items"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sites: %s", diff)
	}
}

// TestResolveIsBounded has small documents that ask for very much work.
func TestResolveIsBounded(t *testing.T) {
	t.Parallel()
	repeat := func(format string, times int) string {
		var b strings.Builder
		for i := range times {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strings.ReplaceAll(format, "%", strconv.Itoa(i)))
		}
		return b.String()
	}
	long := strings.Repeat("x", 200_000)
	for _, test := range []struct {
		name, text string
		limit      string // empty: passes
	}{
		{"many references through one large object", `{"$defs":{` + repeat(`"d%":{"$ref":"#/$defs/d1%"}`, 20_000) + `}}`, ""},
		{"many anchors that are not there", `{"allOf":[` + repeat(`{"$ref":"#a%"}`, 20_000) + `]}`, ""},
		{"many references to one deep place", `{"allOf":[` + repeat(`{"$ref":"#a"}`, 20_000) + `],"items":` + strings.Repeat(`{"not":`, 900) + `{"$anchor":"a"}` + strings.Repeat("}", 901), ""},
		{"dynamic references by dynamic anchors", `{"allOf":[` + repeat(`{"$dynamicRef":"#a"}`, 320) + `],"anyOf":[` + repeat(`{"$dynamicAnchor":"a"}`, 320) + `]}`, "number of places that dynamic references can lead to"},
		{"names that multiply", `{"properties":{"` + long + `":{"anyOf":[` + repeat(`{"$anchor":"a%"}`, 500) + `]}},"allOf":[` + repeat(`{"$ref":"#a%"}`, 500) + `]}`,
			"number of bytes in pointers and URIs of references"},
		{"bases that multiply", `{"$id":"http://e.org/` + long + `/","anyOf":[` + repeat(`{"$id":"a%"}`, 20_000) + `]}`, ""},
		{"a base inside a base inside a base", strings.Repeat(`{"$id":"a/","not":`, 999) + `{"$ref":"#"}` + strings.Repeat("}", 999), ""},
	} {
		start := time.Now()
		_, err := schema.Resolve(mustParse(t, test.text))
		var limit *schema.LimitError
		if test.limit == "" && err != nil || test.limit != "" && (!errors.As(err, &limit) || limit.What != test.limit) {
			t.Errorf("%s: %v, want the limit %q", test.name, err, test.limit)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s took %v", test.name, d)
		}
	}
}
