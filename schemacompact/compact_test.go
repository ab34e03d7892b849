package schemacompact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

func mustParse(t testing.TB, s string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(s))
	if err != nil {
		t.Fatalf("%v in %s", err, s)
	}
	return n
}

// oneTool returns a catalog of one tool that is called run.
func oneTool(t testing.TB, input string) *catalog.Catalog { return toolOf(mustParse(t, input)) }

func toolOf(input *schema.Node) *catalog.Catalog {
	return &catalog.Catalog{Form: catalog.MCP, Tools: []catalog.Tool{{Name: "run", Description: "Runs it.", Input: input}}}
}

// everything is every transform there is.
func everything() *Options {
	return &Options{Level: LevelStandard, With: []string{"say-once", "drop-default"}}
}

func compacted(t testing.TB, input string, opt *Options) string {
	t.Helper()
	r, err := Compact(oneTool(t, input), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range r.Warnings {
		t.Errorf("warning: %v", w)
	}
	if v := r.Tools[0].Proof.Verdict; v != verify.Identical {
		t.Errorf("verdict %v, want identical", v)
	}
	return string(r.Catalog.Tools[0].Input.Append(nil))
}

// Parameters whose names are keywords survive at every place where names stand.
func TestNamesThatAreKeywords(t *testing.T) {
	t.Parallel()
	names := []string{"title", "default", "examples", "example", "description", "pattern", "properties", "$ref", "$schema", "$id", "$comment", "required", "items", "externalDocs", "xml", "x-readme", "enum"}
	places := []string{
		`{"type":"object","properties":{%s},"required":[%[2]s]}`,
		`{"type":"object","properties":{"outer":{"type":"object","properties":{%s},"required":[%[2]s]}}}`,
		`{"type":"object","properties":{"list":{"type":"array","items":{"type":"object","properties":{%s}}}}}`,
		`{"type":"object","patternProperties":{%s}}`,
		`{"type":"object","dependentSchemas":{%s}}`,
		`{"type":"object","dependencies":{%s}}`,
		`{"type":"object","anyOf":[{"properties":{%s}},{"type":"null"}]}`,
		`{"type":"object","additionalProperties":{"type":"object","properties":{%s}}}`,
		`{"type":"object","properties":{"properties":{"type":"object","properties":{%s}}}}`,
		`{"type":"object","unevaluatedProperties":{"properties":{%s}}}`,
	}
	var members, quoted []string
	for _, n := range names {
		members = append(members, fmt.Sprintf(`%q:{"type":"string"}`, n))
		quoted = append(quoted, fmt.Sprintf("%q", n))
	}
	for _, place := range places {
		input := fmt.Sprintf(place, strings.Join(members, ","), strings.Join(quoted, ","))
		if i := strings.Index(input, "%!(EXTRA"); i >= 0 {
			input = input[:i]
		}
		if diff := cmp.Diff(input, compacted(t, input, everything())); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", place, diff)
		}
	}
	defs := fmt.Sprintf(`{"type":"object","properties":{"a":{"$ref":"#/$defs/title"},"b":{"$ref":"#/$defs/default"},"c":{"$ref":"#/$defs/$ref"}},"$defs":{%s,%s,%s}}`,
		members[0], members[1], members[7])
	if diff := cmp.Diff(defs, compacted(t, defs, everything())); diff != "" {
		t.Errorf("definitions (-want +got):\n%s", diff)
	}
}

func TestKept(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in string }{
		{"data in enum, const and default", `{"properties":{"a":{"enum":[{"title":"a","default":1,"description":"One. Two."}]},"b":{"const":{"title":"x","$comment":"c","examples":[1]}},"c":{"type":"object","enum":[[{"title":"t"}]]}}}`},
		{"reference into a default", `{"properties":{"a":{"$ref":"#/properties/b/default"},"b":{"default":{"type":"string"},"type":"object"}}}`},
		{"reference into examples", `{"properties":{"a":{"$ref":"#/properties/b/examples/0"},"b":{"type":"object","examples":[{"type":"string"}]}}}`},
		{"reference into example", `{"properties":{"a":{"$ref":"#/properties/b/example"},"b":{"type":"object","example":{"type":"string"}}}}`},
		{"anchor inside a default", `{"properties":{"a":{"$ref":"#there"},"b":{"type":"object","default":{"$anchor":"there","type":"string"}}}}`},
		{"labels of constants", `{"oneOf":[{"const":"p1","title":"Wake somebody up"},{"const":"p2","title":"Next morning"}]}`},
		{"labels of enums", `{"properties":{"p":{"anyOf":[{"enum":["a","b"],"title":"Letters"},{"enum":[1],"title":"Numbers"}]}}}`},
		{"a title that is the only text", `{"properties":{"q":{"type":"string","title":"Text to look for"}}}`},
		{"flags that tell what to send", `{"properties":{"id":{"type":"string","readOnly":true},"old":{"type":"string","deprecated":true},"pw":{"type":"string","writeOnly":true}}}`},
		{"keywords that readers need", `{"type":"object","properties":{},"additionalProperties":true,"required":[]}`},
		{"array items that accept everything", `{"properties":{"a":{"type":"array","items":{}}}}`},
		{"definition behind a percent-encoded pointer", `{"properties":{"p":{"$ref":"#/%24defs/x"}},"$defs":{"x":{"type":"string"}}}`},
		{"definition behind an escaped pointer", `{"properties":{"p":{"$ref":"#/$defs/a~1b~0c"}},"$defs":{"a/b~c":{"type":"string"}}}`},
		{"definition behind an anchor", `{"properties":{"p":{"$ref":"#x"}},"$defs":{"y":{"$anchor":"x","type":"string"}}}`},
		{"definition behind a deep pointer", `{"properties":{"p":{"$ref":"#/$defs/a/properties/b"}},"$defs":{"a":{"properties":{"b":{"type":"string"}}}}}`},
		{"what a definition around a target refers to", `{"properties":{"p":{"$ref":"#/$defs/a/properties/b"},"q":{"$ref":"#/$defs/a"}},"$defs":{"a":{"properties":{"b":{"type":"string"},"c":{"$ref":"#/$defs/d"}}},"d":{"type":"null"}}}`},
		{"definition of a definition", `{"properties":{"p":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"string"}}}`},
		{"absolute reference to itself", `{"$id":"https://example.com/tool","properties":{"p":{"$ref":"https://example.com/tool#/$defs/x"}},"$defs":{"x":{"type":"string"}}}`},
		{"everything beside a dynamic reference", `{"properties":{"p":{"$dynamicRef":"#x"}},"$defs":{"y":{"$dynamicAnchor":"x","type":"string"},"z":{"type":"null"}}}`},
		{"everything beside a reference to nothing", `{"properties":{"p":{"$ref":"#/$defs/gone"}},"$defs":{"x":{"type":"string"}}}`},
		{"what a discriminator maps to", `{"properties":{"p":{"oneOf":[{"type":"object"}],"discriminator":{"propertyName":"k","mapping":{"a":"#/$defs/a"}}}},"$defs":{"a":{"type":"string"}}}`},
		{"a root that may be a map", `{"default":{"title":"t","type":"string"},"minLength":0,"const":{"a":1},"$defs":{"x":{"type":"string"}}}`},
		{"a sibling that is a target", `{"properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}},"c":{"$ref":"#/properties/a/properties/b"}}}`},
		{"a recursive schema", `{"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/n"}}}}}}`},
		{"a dialect that matters to tuples", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"p":{"type":"array","items":[{"type":"number"},{"type":"number"}]}}}`},
		{"a dialect that matters beside $ref", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"p":{"$ref":"#/definitions/a","maxLength":1}},"definitions":{"a":{"type":"string"}}}`},
		{"a dialect that is not known", `{"$schema":"https://example.com/dialect","properties":{"p":{"type":"string"}}}`},
		{"a parameter that only a title describes", `{"properties":{"payload":{"title":"Payload"}}}`},
		{"numbers and strings as they are spelled", `{"properties":{"n":{"minimum":1.0,"maximum":12345678901234567890,"multipleOf":1e-3,"enum":["\u00e9","é"]}}}`},
		{"vendor keywords that steer", `{"properties":{"a":{"type":"string","nullable":true,"x-guidance":{},"x-google-enum-descriptions":["b"],"enumNames":["c"],"discriminator":{"propertyName":"k"}}},"propertyOrdering":["a"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			opt := &Options{Level: LevelStandard, With: []string{"say-once"}}
			if got := compacted(t, tt.in, opt); got != tt.in {
				t.Errorf("got  %s\nwant %s", got, tt.in)
			}
		})
	}
}

// A bare map of parameters is no schema: what looks like an annotation in it is a parameter.
func TestBareMapIsLeftAlone(t *testing.T) {
	t.Parallel()
	in := `{"title":{"type":"string"},"query":{"type":"string","title":"Query","description":"What to find."},"default":{"type":"string"}}`
	r, err := Compact(oneTool(t, in), everything())
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.Catalog.Tools[0].Input.Append(nil)); got != in {
		t.Errorf("got %s", got)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Error(), "map of parameters") {
		t.Errorf("warnings: %v", r.Warnings)
	}
}

func TestUnknownNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		opt  Options
		want string
	}{
		{Options{Level: "tidy"}, `unknown level "tidy" (known: none, safe, proved, standard, tight)`},
		{Options{With: []string{"saw-once"}}, `unknown transform "saw-once"`},
		{Options{Without: []string{"x"}}, `unknown transform "x"`},
		{Options{With: []string{"prose"}, Without: []string{"prose"}}, "both asked for and excluded"},
	} {
		_, err := Compact(oneTool(t, `{}`), &tt.opt)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", tt.opt, err, tt.want)
		}
	}
}

func TestLevelNoneChangesNothing(t *testing.T) {
	t.Parallel()
	in := `{"$schema":"http://json-schema.org/draft-07/schema#","title":"run","properties":{"a":{"title":"A","type":"string","minLength":0}}}`
	if got := compacted(t, in, &Options{Level: LevelNone}); got != in {
		t.Errorf("got %s", got)
	}
}

func TestMeasuredSteps(t *testing.T) {
	t.Parallel()
	c := oneTool(t, `{"properties":{"a":{"title":"A","type":"string","minLength":0}}}`)
	bytes := func(t *catalog.Tool) int { return len(t.Model()) }
	r, err := Compact(c, &Options{Measure: bytes})
	if err != nil {
		t.Fatal(err)
	}
	size := bytes(&c.Tools[0])
	for _, s := range r.Steps {
		if s.Before != size || s.After >= s.Before {
			t.Errorf("%s: %d -> %d, want it to start at %d and shrink", s.Transform, s.Before, s.After, size)
		}
		size = s.After
	}
	if want := bytes(&r.Catalog.Tools[0]); size != want || len(r.Steps) != 2 {
		t.Errorf("%d steps end at %d, want 2 that end at %d", len(r.Steps), size, want)
	}
}

// What the prose says because a default is there as a keyword must not go with the keyword.
func TestDroppedDefaultStaysInProse(t *testing.T) {
	t.Parallel()
	in := `{"properties":{"n":{"type":"integer","default":10,"description":"Rows of one page of the answer. Nobody remembers who chose it so. Defaults to 10."}}}`
	want := `{"properties":{"n":{"type":"integer","description":"Rows of one page of the answer. Defaults to 10."}}}`
	if got := compacted(t, in, &Options{Level: LevelStandard, With: []string{"drop-default"}}); got != want {
		t.Errorf("got %s", got)
	}
}

// What makes the dialect matter can go with another transform, so the dialect is looked at last.
func TestDialectGoesLast(t *testing.T) {
	t.Parallel()
	in := `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"p":{"$ref":"#/definitions/a","minLength":0}},"definitions":{"a":{"type":"string"}}}`
	want := `{"type":"object","properties":{"p":{"$ref":"#/definitions/a"}},"definitions":{"a":{"type":"string"}}}`
	if got := compacted(t, in, nil); got != want {
		t.Errorf("got %s", got)
	}
}

// Tools that a provider defines have no schema: nothing changes, and they are the same as before.
func TestBuiltInTools(t *testing.T) {
	t.Parallel()
	c, err := catalog.Read([]byte(`[{"type":"web_search_20250305","name":"web_search"},{"name":"a","input_schema":{"type":"object"}}]`), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compact(c, everything())
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range r.Tools {
		if tool.Proof.Verdict != verify.Identical {
			t.Errorf("%s: %v", tool.Name, tool.Proof)
		}
	}
	if p := Prove(&c.Tools[0], &c.Tools[1]); p.Verdict.Proved() {
		t.Errorf("no schema against some schema: %v", p)
	}
}
