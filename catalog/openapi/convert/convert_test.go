package convert_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

// open makes a document of components.
func open(t testing.TB, version, components string) *document.Document {
	t.Helper()
	text := fmt.Sprintf(`{"openapi":%q,"components":{"schemas":%s}}`, version, components)
	if version == "2.0" {
		text = fmt.Sprintf(`{"swagger":"2.0","definitions":%s}`, components)
	}
	d, err := document.Open([]byte(text), nil)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return d
}

// component is the place of a schema.
func component(d *document.Document, name string) document.Place {
	if d.Version.Major == 2 {
		return d.Root().Get("definitions").Get(name)
	}
	return d.Root().Get("components").Get("schemas").Get(name)
}

// closed converts the component X and gives it its definitions.
func closed(t testing.TB, c *convert.Converter, d *document.Document, dir convert.Direction) string {
	t.Helper()
	root := c.Schema(component(d, "X"), dir).Clone()
	c.Close(root, dir)
	text := root.Append(nil)
	if _, err := validate.Compile(text, nil); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return string(text)
}

func Example() {
	d, err := document.Open([]byte(`{"openapi":"3.0.0","components":{"schemas":{
		"Pet":{"type":"object","required":["id","tag"],"properties":{"id":{"type":"integer","readOnly":true},"tag":{"$ref":"#/components/schemas/Tag"}}},
		"Tag":{"type":"string","nullable":true,"example":"cat"}}}}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := convert.New(d, nil)
	root := c.Schema(d.Root().Get("components").Get("schemas").Get("Pet"), convert.Request).Clone()
	c.Close(root, convert.Request)
	fmt.Println(string(root.Append(nil)))
	// Output: {"type":"object","required":["tag"],"properties":{"tag":{"$ref":"#/$defs/Tag"}},"$defs":{"Tag":{"type":["string","null"],"examples":["cat"]}}}
}

func TestSchema(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, version, x, want, rules string }{
		{"T17 nullable", "3.0.3", `{"type":"number","nullable":true}`, `{"type":["number","null"]}`, ""},
		{"T18 nullable beside an enum", "3.0.3", `{"type":"string","nullable":true,"enum":["A"]}`, `{"type":["string","null"],"enum":["A"]}`, "nullable-ignored"},
		{"T19 not nullable", "3.0.3", `{"type":"string","nullable":false}`, `{"type":"string"}`, ""},
		{"T20 union with null", "3.1.0", `{"properties":{"p":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"properties":{"p":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, ""},
		{"nullable without a type", "3.0.3", `{"nullable":true,"allOf":[{"type":"string"}]}`, `{"allOf":[{"type":"string"}]}`, "nullable-ignored"},
		{"nullable in 3.1", "3.1.0", `{"type":"string","nullable":true}`, `{"type":"string"}`, "nullable-ignored"},
		{"x-nullable in 2", "2.0", `{"type":"string","x-nullable":true}`, `{"type":["string","null"]}`, ""},
		{"T52 exclusive bound", "3.0.3", `{"type":"number","minimum":1.50,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false}`, `{"type":"number","exclusiveMinimum":1.50,"maximum":9}`, ""},
		{"T52 exclusive bound without a bound", "2.0", `{"exclusiveMinimum":true}`, `{}`, ""},
		{"T44 numeric exclusive bound", "3.1.0", `{"exclusiveMinimum":3}`, `{"exclusiveMinimum":3}`, ""},
		{"numeric exclusive bound in 3.0", "3.0.3", `{"exclusiveMinimum":3}`, `{"exclusiveMinimum":3}`, "malformed-keyword"},
		{"T53 numbers", "3.0.3", `{"default":9007199254740993,"maximum":9223372036854775807}`, `{"default":9007199254740993,"maximum":9223372036854775807}`, ""},
		{"T36 repeated values", "3.0.3", `{"enum":["a","b","a",1,1.0]}`, `{"enum":["a","b",1]}`, "repeated-value"},
		{"T31 T32 composition", "3.0.3", `{"allOf":[{"properties":{"a":{"type":"string"}}},{"anyOf":[{"additionalProperties":false},{"required":["b"]}]}]}`,
			`{"allOf":[{"properties":{"a":{"type":"string"}}},{"anyOf":[{"additionalProperties":false},{"required":["b"]}]}]}`, ""},
		{"T55 names like keywords", "3.1.0", `{"properties":{"$ref":{"type":"string"},"type":{"type":"null"},"properties":{"properties":{"nullable":{}}},"xml":{}}}`,
			`{"properties":{"$ref":{"type":"string"},"type":{"type":"null"},"properties":{"properties":{"nullable":{}}},"xml":{}}}`, ""},
		{"array without items", "3.0.3", `{"type":"array"}`, `{"type":"array","items":{}}`, ""},
		{"array without items in 3.1", "3.1.0", `{"type":"array"}`, `{"type":"array"}`, ""},
		{"vocabulary of OpenAPI", "3.0.3", `{"type":"string","xml":{"name":"x"},"externalDocs":{"url":"u"},"x-own":1,"example":"e","format":"date","deprecated":true,"description":"d"}`,
			`{"type":"string","format":"date","deprecated":true,"description":"d","examples":["e"]}`, ""},
		{"data is data", "3.0.3", `{"default":{"nullable":true,"$ref":"#/no"},"enum":[{"example":1}]}`, `{"default":{"nullable":true,"$ref":"#/no"},"enum":[{"example":1}]}`, ""},
		{"file of 2", "2.0", `{"type":"file"}`, `{"type":"string","format":"binary"}`, ""},
		{"unknown type", "3.0.3", `{"properties":{"a":{"type":"int"},"b":{"type":"any"}}}`, `{"properties":{"a":{"type":"integer"},"b":{}}}`, "unknown-type unknown-type"},
		{"no schemas", "3.0.3", `{"properties":{"a":1,"b":{"items":"x","allOf":[2]}}}`, `{"properties":{"a":{},"b":{"items":{},"allOf":[{}]}}}`, "no-schema no-schema"},
		{"malformed keywords", "3.0.3", `{"properties":[],"required":true,"enum":[],"minLength":-1,"multipleOf":0,"pattern":3,"anyOf":[],"maxItems":1.5}`, `{}`, "malformed-keyword"},
		{"tuple", "3.0.3", `{"type":"array","items":[{"type":"string"}],"additionalItems":false}`, `{"type":"array","prefixItems":[{"type":"string"}],"items":false}`, "foreign-keyword"},
		{"not a schema", "3.0.3", `"x"`, `{}`, "no-schema"},
		{"discriminator", "3.0.3", `{"oneOf":[{"type":"object"}],"discriminator":{"propertyName":"kind","mapping":{"cat":"#/c","dog":"#/d"}}}`,
			`{"oneOf":[{"type":"object"}],"description":"kind says which: cat, dog."}`, ""},
		{"dangling reference", "3.0.3", `{"properties":{"a":{"$ref":"#/components/schemas/Nope"}}}`, `{"properties":{"a":{}}}`, "dangling-reference"},
		{"reference out of the document", "3.1.0", `{"items":{"$ref":"other.yaml#/x","maxLength":3}}`, `{"items":{"maxLength":3}}`, "external-reference"},
		{"reference to itself", "3.0.3", `{"$ref":"#/components/schemas/X"}`, `{}`, "circular-reference"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, tt.version, `{"X":`+tt.x+`}`)
			c := convert.New(d, nil)
			if got := closed(t, c, d, convert.Request); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			var rules []string
			for _, p := range c.Problems() {
				rules = append(rules, p.Rule)
			}
			if got := strings.Join(rules, " "); got != tt.rules {
				t.Errorf("problems are %q, want %q", got, tt.rules)
			}
		})
	}
}

func TestIntent(t *testing.T) {
	t.Parallel()
	for x, want := range map[string]string{
		`{"type":"string","nullable":true,"enum":["A"]}`:                `{"type":["string","null"],"enum":["A",null]}`, // T18
		`{"nullable":true,"allOf":[{"type":"string"}],"title":"t"}`:     `{"title":"t","anyOf":[{"allOf":[{"type":"string"}]},{"type":"null"}]}`,
		`{"nullable":true,"oneOf":[{"type":"string"}]}`:                 `{"oneOf":[{"type":"string"},{"type":"null"}]}`,
		`{"nullable":true,"anyOf":[{"type":"string","nullable":true}]}`: `{"anyOf":[{"type":["string","null"]},{"type":"null"}]}`,
		`{"nullable":true,"$ref":"#/components/schemas/Y"}`:             `{"anyOf":[{"$ref":"#/$defs/Y"},{"type":"null"}],"$defs":{"Y":{"type":"string"}}}`,
		`{"nullable":true}`: `{}`,
	} {
		d := open(t, "3.0.3", `{"X":`+x+`,"Y":{"type":"string"}}`)
		if got := closed(t, convert.New(d, &convert.Options{Nulls: convert.Intent}), d, convert.Response); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", x, got, want)
		}
	}
}

func TestDefinitions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, version, components, want string }{
		{"T21 chain", "3.1.0", `{"X":{"items":{"anyOf":[{"$ref":"#/components/schemas/A"}]}},"A":{"$ref":"#/components/schemas/B"},"B":{"properties":{"c":{"$ref":"#/components/schemas/C"}}},"C":{"type":"null"},"Unused":{}}`,
			`{"items":{"anyOf":[{"$ref":"#/$defs/A"}]},"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"properties":{"c":{"$ref":"#/$defs/C"}}},"C":{"type":"null"}}}`},
		{"T24 recursion", "3.0.0", `{"X":{"type":"object","properties":{"x":{"$ref":"#/components/schemas/X"},"y":{"type":"array","items":{"$ref":"#/components/schemas/Y"}}}},"Y":{"properties":{"x":{"$ref":"#/components/schemas/X"}}}}`,
			`{"type":"object","properties":{"x":{"$ref":"#/$defs/X"},"y":{"type":"array","items":{"$ref":"#/$defs/Y"}}},"$defs":{"X":{"type":"object","properties":{"x":{"$ref":"#/$defs/X"},"y":{"type":"array","items":{"$ref":"#/$defs/Y"}}}},"Y":{"properties":{"x":{"$ref":"#/$defs/X"}}}}}`},
		{"siblings in 3.0", "3.0.0", `{"X":{"items":{"$ref":"#/components/schemas/Y","maxLength":3}},"Y":{"type":"string"}}`, `{"items":{"$ref":"#/$defs/Y"},"$defs":{"Y":{"type":"string"}}}`},
		{"siblings in 3.1", "3.1.0", `{"X":{"items":{"$ref":"#/components/schemas/Y","maxLength":3}},"Y":{"type":"string"}}`, `{"items":{"$ref":"#/$defs/Y","maxLength":3},"$defs":{"Y":{"type":"string"}}}`},
		{"T54 everywhere", "3.1.0", `{"X":{"not":{"$ref":"#/components/schemas/Y"},"prefixItems":[{"$ref":"#/components/schemas/Y"}],"if":{"$ref":"#/components/schemas/Y"},"contains":{"$ref":"#/components/schemas/Y"}},"Y":{"type":"string"}}`,
			`{"not":{"$ref":"#/$defs/Y"},"prefixItems":[{"$ref":"#/$defs/Y"}],"if":{"$ref":"#/$defs/Y"},"contains":{"$ref":"#/$defs/Y"},"$defs":{"Y":{"type":"string"}}}`},
		{"without going into the value", "3.1.0", `{"X":{"allOf":[{"$ref":"#/components/schemas/N"}]},"N":{"type":"object","allOf":[{"$ref":"#/components/schemas/N"}]}}`,
			`{"allOf":[{"$ref":"#/$defs/N"}],"$defs":{"N":{"type":"object","allOf":[{}]}}}`},
		{"anchors and nested definitions", "3.1.0", `{"X":{"items":{"$ref":"#a"},"$defs":{"q":{"type":"null"}},"not":{"$ref":"#/components/schemas/Y"}},"Y":{"$anchor":"a","const":1}}`,
			`{"items":{"$ref":"#/$defs/Y"},"not":{"$ref":"#/$defs/Y"},"$defs":{"Y":{"const":1}}}`},
		{"recursive reference", "3.1.0", `{"X":{"$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}}`, `{"items":{"$ref":"#/$defs/X"},"$defs":{"X":{"items":{"$ref":"#/$defs/X"}}}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, tt.version, tt.components)
			if got := closed(t, convert.New(d, nil), d, convert.Request); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestT50NamesOfDefinitions(t *testing.T) {
	t.Parallel()
	d := open(t, "2.0", `{"X":{"items":[{"$ref":"#/definitions/a~1b"},{"$ref":"#/definitions/List%3CPet%3E"},{"$ref":"#/definitions/a.b"},{"$ref":"#/definitions/X/description"},{"$ref":"#/definitions/D/properties/a.b"}]},
		"a/b":{"type":"string"},"List<Pet>":{"type":"null"},"a.b":{"type":"integer"},"D":{"properties":{"a.b":{"type":"boolean"}}}}`)
	got := closed(t, convert.New(d, nil), d, convert.Request)
	n, err := schema.Parse([]byte(got))
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ begin, schema string }{{"a_b_", `{"type":"string"}`}, {"List_Pet__", `{"type":"null"}`}, {"a.b", `{"type":"integer"}`}, {"a.b_", `{"type":"boolean"}`}}
	i := 0
	for name, def := range n.Get("$defs").Members() {
		if i < len(want) && (!strings.HasPrefix(name, want[i].begin) || string(def.Append(nil)) != want[i].schema) {
			t.Errorf("definition %d is %s %s, want %v", i, name, def.Append(nil), want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d definitions: %s", i, got)
	}
}

// Definitions of other files are called the same wherever the files lie.
func TestDefinitionsOfOtherFiles(t *testing.T) {
	t.Parallel()
	var all []string
	for _, folder := range []string{"", "api/", "/srv/api/", "https://example.test/v1/"} {
		d, err := document.Open([]byte(`{"openapi":"3.1.0","components":{"schemas":{"X":{"items":{"$ref":"parts/a.json#/A"}}}}}`), &document.Options{Name: folder + "api.json",
			Fetch: func(string) ([]byte, error) { return []byte(`{"A":{"type":"string"}}`), nil }})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, closed(t, convert.New(d, nil), d, convert.Request))
	}
	for _, text := range all {
		if text != all[0] || !strings.HasPrefix(text, `{"items":{"$ref":"#/$defs/A_`) {
			t.Errorf("%s and %s", all[0], text)
		}
	}
}

func TestT27Directions(t *testing.T) {
	t.Parallel()
	components := `{"X":{"type":"object","required":["id","name","secret"],"properties":{"id":{"$ref":"#/components/schemas/ID"},"name":{"type":"string"},"secret":{"type":"string","writeOnly":true}}},"ID":{"type":"string","readOnly":true}}`
	for _, tt := range []struct {
		version string
		opt     convert.Options
		dir     convert.Direction
		want    string
	}{
		{"3.0.0", convert.Options{}, convert.Request, `{"type":"object","required":["name","secret"],"properties":{"name":{"type":"string"},"secret":{"type":"string"}}}`},
		{"3.0.0", convert.Options{}, convert.Response, `{"type":"object","required":["id","name"],"properties":{"id":{"$ref":"#/$defs/ID"},"name":{"type":"string"}},"$defs":{"ID":{"type":"string"}}}`},
		{"3.1.0", convert.Options{KeepReadOnly: true}, convert.Request, `{"type":"object","required":["id","name","secret"],"properties":{"id":{"$ref":"#/$defs/ID"},"name":{"type":"string"},"secret":{"type":"string"}},"$defs":{"ID":{"type":"string"}}}`},
	} {
		d := open(t, tt.version, components)
		if got := closed(t, convert.New(d, &tt.opt), d, tt.dir); got != tt.want {
			t.Errorf("%s %v\ngot  %s\nwant %s", tt.version, tt.dir, got, tt.want)
		}
	}
}

// A name that one branch of an allOf makes readOnly is required by none of the others, wherever they stand.
func TestT27Families(t *testing.T) {
	t.Parallel()
	d := open(t, "3.0.0", `{"X":{"allOf":[{"$ref":"#/components/schemas/Base"},{"$ref":"#/components/schemas/Needs"},{"required":["id","b"]}],"required":["id"]},
		"Base":{"properties":{"id":{"type":"string","readOnly":true},"b":{}}},"Needs":{"required":["id","b"]},"Y":{"$ref":"#/components/schemas/Needs"}}`)
	c := convert.New(d, nil)
	got := closed(t, c, d, convert.Request)
	if strings.Contains(got, `"id"`) {
		t.Errorf("id is still in %s", got)
	}
	if n := strings.Count(got, `"required":["b"]`); n != 2 {
		t.Errorf("b is required by %d branches, want 2: %s", n, got)
	}
	root := c.Schema(component(d, "Y"), convert.Request).Clone()
	c.Close(root, convert.Request)
	if want := `{"$ref":"#/$defs/Needs","$defs":{"Needs":{"required":["id","b"]}}}`; string(root.Append(nil)) != want {
		t.Errorf("by itself it keeps what it needs: %s", root.Append(nil))
	}
}

func FuzzSchema(f *testing.F) {
	for _, seed := range []string{`{"X":{"allOf":[{"$ref":"#/components/schemas/X"}]}}`, `{"X":{"items":[{"type":["int","null"]}],"nullable":true,"required":["a",1]}}`,
		`{"X":{"properties":{"a":{"readOnly":true,"$ref":"#/components/schemas/X/properties/b"},"b":false}}}`, `{"X":{"enum":[1,1],"minimum":"x","if":3,"$ref":7}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, components string) {
		for _, version := range []string{"3.0.0", "3.1.0"} {
			d, err := document.Open([]byte(`{"openapi":"`+version+`","components":{"schemas":`+components+`}}`), &document.Options{Limits: schema.Limits{Depth: 60, Nodes: 5000}})
			if err != nil {
				return
			}
			for _, nulls := range []convert.Nulls{convert.Strict, convert.Intent} {
				c := convert.New(d, &convert.Options{Nulls: nulls})
				for _, dir := range []convert.Direction{convert.Request, convert.Response} {
					node := c.Schema(component(d, "X"), dir)
					if node.Kind() != schema.Object {
						continue
					}
					root := node.Clone()
					c.Close(root, dir)
					resolved, err := schema.Resolve(root)
					if err != nil {
						t.Fatalf("%s: %v", components, err)
					}
					for _, r := range resolved.References {
						if r.Err != nil {
							t.Errorf("%s became %s: %s: %v", components, root.Append(nil), r.Value, r.Err)
						}
					}
				}
			}
		}
	})
}
