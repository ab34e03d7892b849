package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

// What is odd about a tool is reported and the tool is kept.
func TestProblems(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, tool string
		want       []string // of each problem: place and part of the message
	}{
		{"plain", `{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":["string","null"]}},"required":["x"]}}`, nil},
		{"no type, no properties", `{"name":"a","inputSchema":{}}`, nil},
		{"properties named like keywords", `{"name":"a","inputSchema":{"type":"object","properties":{"title":{"type":"string"},"properties":{"type":"object"},"required":{"type":"boolean"},"$ref":{"type":"string"}},"required":["title"]}}`, nil},
		{"conditions of others", `{"name":"a","inputSchema":{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"properties":{"c":{}},"required":["b"]}]}}`, nil},
		{"data is not looked into", `{"name":"a","inputSchema":{"type":"object","default":{"type":"dict","required":true},"enum":[{"type":"any"}],"properties":{"x":{"const":{"$ref":"#/nowhere"}}}}}`, nil},
		{"references that lead somewhere", `{"name":"a","inputSchema":{"$defs":{"n":{"properties":{"n":{"$ref":"#/$defs/n"}}}},"properties":{"a":{"$ref":"#/properties/b"},"b":{"$ref":"#/$defs/n"}}}}`, nil},

		{"required beside a schema for all others", `{"name":"a","inputSchema":{"properties":{"a":{}},"additionalProperties":{"type":"string"},"required":["b"]}}`, nil},
		{"upper case outside of gemini", `{"name":"a","inputSchema":{"type":"OBJECT"}}`, []string{`/tools/0/inputSchema/type: "OBJECT"`}},
		{"bare map", `{"name":"a","inputSchema":{"title":{"type":"string"},"query":{"type":"string"},"default":{"description":"x"}}}`, []string{"/tools/0/inputSchema: bare map"}},
		{"bare map with a parameter named properties", `{"name":"a","inputSchema":{"properties":{"type":"object"},"items":{"type":"array"}}}`, []string{"/tools/0/inputSchema: bare map"}},
		{"definitions only are no bare map", `{"name":"a","inputSchema":{"$defs":{"type":{"type":"string"}}}}`, nil},
		{"bfcl types", `{"name":"a.b","description":"d","parameters":{"type":"dict","properties":{"x":{"type":"float"},"y":{"type":"tuple","items":{"type":"float"}},"z":{"type":"any"}}}}`,
			[]string{"/tools/0/name: does not match", `/tools/0/parameters/type: "dict"`, `/tools/0/parameters/properties/x/type: "float" is not one of JSON Schema (2 times`,
				`/tools/0/parameters/properties/y/type: "tuple"`, `/tools/0/parameters/properties/z/type: "any"`}},
		{"no name", `{"inputSchema":{}}`, []string{"/tools/0: has no name"}},
		{"name is a number", `{"name":5,"inputSchema":{}}`, []string{"/tools/0/name: is a number"}},
		{"name is empty", `{"name":"","inputSchema":{}}`, []string{"/tools/0/name: is empty"}},
		{"name is long", `{"name":"` + strings.Repeat("x", 65) + `","inputSchema":{}}`, []string{"/tools/0/name: does not match"}},
		{"description is an array", `{"name":"a","description":["d"],"inputSchema":{}}`, []string{"/tools/0/description: is an array"}},
		{"description is null", `{"name":"a","description":null,"inputSchema":{}}`, nil},
		{"no schema", `{"name":"a","description":"d"}`, []string{"/tools/0: no input schema"}},
		{"schema is null", `{"name":"a","inputSchema":null}`, []string{"/tools/0: no input schema"}},
		{"schema is a string", `{"name":"a","inputSchema":"{}"}`, []string{"/tools/0/inputSchema: is a string"}},
		{"schema of a string", `{"name":"a","inputSchema":{"type":"string"}}`, []string{"/tools/0/inputSchema/type: type string"}},
		{"required names nothing", `{"name":"a","inputSchema":{"type":"object","properties":{"a":{}},"required":["a","b/c"]}}`, []string{`/tools/0/inputSchema/required: "b/c"`}},
		{"required is a boolean", `{"name":"a","inputSchema":{"type":"object","properties":{"a/b":{"type":"string","required":true}}}}`, []string{"/tools/0/inputSchema/properties/a~1b/required: is a boolean"}},
		{"required holds a number", `{"name":"a","inputSchema":{"properties":{},"required":[1]}}`, []string{"/tools/0/inputSchema/required: holds a number"}},
		{"dangling reference", `{"name":"a","inputSchema":{"properties":{"x":{"$ref":"#/$defs/gone"}}}}`, []string{"/tools/0/inputSchema/properties/x/$ref: points at nothing"}},
		{"remote reference", `{"name":"a","inputSchema":{"properties":{"x":{"$ref":"https://example.com/s.json"}}}}`, []string{"/tools/0/inputSchema/properties/x/$ref: leaves the tool"}},
		{"output schema", `{"name":"a","inputSchema":{},"outputSchema":{"type":"list"}}`, []string{`/tools/0/outputSchema/type: "list"`}},
		{"wrapped", `{"type":"function","function":{"name":"a b","parameters":{"type":"Object"}}}`, []string{"/tools/0/function/name: does not match", `/tools/0/function/parameters/type: "Object"`}},
		{"boxed", `{"toolSpec":{"name":"a","inputSchema":{"json":{"type":"map"}}}}`, []string{`/tools/0/toolSpec/inputSchema/json/type: "map"`}},
		{"box is missing", `{"toolSpec":{"name":"a","inputSchema":{"type":"object"}}}`, []string{"/tools/0/toolSpec: no input schema"}},
		{"gemini types", `{"name":"a","parameters":{"type":"OBJECT","properties":{"x":{"type":"Str"}}}}`, []string{`/tools/0/parameters/properties/x/type: "Str"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := catalog.Read([]byte(`{"tools":[`+tt.tool+`]}`), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Tools) != 1 || string(c.Tools[0].Wire()) != tt.tool || string(c.Tools[0].Raw) != tt.tool {
				t.Errorf("the tool is not kept as it came: %s", c.Tools[0].Wire())
			}
			if len(c.Tools[0].Model()) == 0 {
				t.Error("the tool can not be measured")
			}
			if len(c.Problems) != len(tt.want) {
				t.Fatalf("problems are %q, want %q", c.Problems, tt.want)
			}
			for i, want := range tt.want {
				at, message, _ := strings.Cut(want, ": ")
				if p := c.Problems[i]; string(p.At) != at || !strings.Contains(p.Message, message) {
					t.Errorf("problem is %q, want %q", p, want)
				}
			}
		})
	}
}

// Of very many oddities the first are listed, and how many more there are.
func TestProblemsAreBounded(t *testing.T) {
	t.Parallel()
	var properties []string
	for i := range 100 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"t%d"}`, i, i))
	}
	c, _ := readOne(t, `[{"name":"a","inputSchema":{"type":"object","properties":{`+strings.Join(properties, ",")+`}}}]`)
	if len(c.Problems) != 41 || !strings.Contains(c.Problems[40].Message, "60 more") {
		t.Errorf("%d problems, the last is %v", len(c.Problems), c.Problems[len(c.Problems)-1])
	}
}

func TestProblemsOfCatalogs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, doc string
		opt       catalog.ReadOptions
		tools     string
		want      string
	}{
		{"same name twice", `[{"name":"a","inputSchema":{}},{"name":"b","inputSchema":{}},{"name":"a","inputSchema":{}}]`, catalog.ReadOptions{}, "a b a",
			`tool "a": /2: the name is taken already, by the tool at "/0"`},
		{"no tool among tools", `{"tools":[{"name":"a","inputSchema":{}},"b"]}`, catalog.ReadOptions{}, "a", `/tools/1: an entry of the list of tools is a string and no tool`},
		{"duplicate member", "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}},\n{\"name\":\"b\",\"inputSchema\":{\"x\":1,\"x\":2}}]}", catalog.ReadOptions{Lenient: true}, "a b",
			`tool "b": /tools/1/inputSchema/x: line 2: duplicate member name "x"`},
		{"yaml duplicate member", "- name: a\n  inputSchema: {}\n- name: b\n  inputSchema: {x: 1,\n    x: 2}\n", catalog.ReadOptions{Lenient: true}, "a b",
			`tool "b": /1/inputSchema/x: line 5: duplicate member name "x"`},
		{"gemini entry with more", `[{"functionDeclarations":[{"name":"a"}],"googleSearch":{}}]`, catalog.ReadOptions{}, "a",
			"/0: an entry has members beside functionDeclarations, which are kept in the document only"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := catalog.Read([]byte(tt.doc), &tt.opt)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Problems) != 1 || c.Problems[0].String() != tt.want {
				t.Errorf("problems are %q, want %q", c.Problems, tt.want)
			}
			if names(c) != tt.tools {
				t.Errorf("tools are %q, want %q", names(c), tt.tools)
			}
		})
	}
}
