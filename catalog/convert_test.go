package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

func TestConvert(t *testing.T) {
	t.Parallel()
	const full = `{"tools":[{"name":"a","title":"T","description":"d\u00e9","inputSchema":{"type":"object","x-y":1},"outputSchema":{"type":"object"},` +
		`"annotations":{"readOnlyHint":true},"strict":true,"cache_control":{"type":"ephemeral"},"defer_loading":true}]}`
	for _, tt := range []struct {
		name, doc string
		to        catalog.Form
		want      string
		lost      string // the problems, by what they are about
	}{
		{"mcp to chat", full, catalog.OpenAIChat, `[{"type":"function","function":{"name":"a","description":"d\u00e9","parameters":{"type":"object","x-y":1},"strict":true}}]`,
			"title outputSchema annotations cache_control defer_loading"},
		{"mcp to responses", full, catalog.OpenAIResponses, `[{"type":"function","name":"a","description":"d\u00e9","parameters":{"type":"object","x-y":1},"strict":true,"defer_loading":true}]`,
			"title outputSchema annotations cache_control"},
		{"mcp to anthropic", full, catalog.Anthropic, `[{"name":"a","description":"d\u00e9","input_schema":{"type":"object","x-y":1},"strict":true,"cache_control":{"type":"ephemeral"},"defer_loading":true}]`,
			"title outputSchema annotations"},
		{"mcp to gemini", full, catalog.Gemini, `[{"functionDeclarations":[{"name":"a","description":"d\u00e9","parametersJsonSchema":{"type":"object","x-y":1},"responseJsonSchema":{"type":"object"}}]}]`,
			"title annotations strict cache_control defer_loading"},
		{"mcp to bedrock", full, catalog.Bedrock, `{"tools":[{"toolSpec":{"name":"a","description":"d\u00e9","inputSchema":{"json":{"type":"object","x-y":1}},"strict":true}}]}`,
			"title outputSchema annotations cache_control defer_loading"},
		{"anthropic to mcp keeps all", `[{"type":"custom","name":"a","input_schema":{},"input_examples":[{}],"cache_control":{}}]`, catalog.MCP,
			`{"tools":[{"name":"a","inputSchema":{},"input_examples":[{}],"cache_control":{}}]}`, ""},
		{"strict is off where it would be on", `[{"name":"a","inputSchema":{}}]`, catalog.OpenAIResponses, `[{"type":"function","name":"a","parameters":{},"strict":false}]`, ""},
		{"strict off is said nowhere else", `[{"type":"function","name":"a","parameters":{},"strict":false}]`, catalog.MCP, `{"tools":[{"name":"a","inputSchema":{}}]}`, ""},
		{"no parameters", `[{"type":"function","function":{"name":"a"}}]`, catalog.Anthropic, `[{"name":"a","input_schema":{"type":"object","properties":{}}}]`, ""},
		{"namespace", `[{"type":"namespace","name":"n","tools":[{"type":"function","name":"a","parameters":{}}]}]`, catalog.MCP, `{"tools":[{"name":"a","inputSchema":{}}]}`, "namespace"},
		{"built-in", `[{"type":"web_search_20250305","name":"web_search"},{"name":"a","input_schema":{}}]`, catalog.MCP, `{"tools":[{"name":"a","inputSchema":{}}]}`, "web_search_20250305"},
		{"many", `[{"name":"a","inputSchema":{},"icons":[]},{"name":"b","inputSchema":{},"icons":[]}]`, catalog.Bedrock,
			`{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{}}}},{"toolSpec":{"name":"b","inputSchema":{"json":{}}}}]}`, `icons`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, _ := readOne(t, tt.doc)
			before, err := c.EncodeSource()
			if err != nil {
				t.Fatal(err)
			}
			out, lost := c.Convert(tt.to)
			got, err := out.Encode(tt.to)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			want := strings.Fields(tt.lost)
			if len(lost) != len(want) {
				t.Fatalf("problems are %v, want %v", lost, want)
			}
			for i, p := range lost {
				if !strings.Contains(p.Message, fmt.Sprintf("%q", want[i])) {
					t.Errorf("problem is %q, want one about %s", p, want[i])
				}
			}
			if after, err := c.EncodeSource(); err != nil || string(after) != string(before) {
				t.Errorf("converting changed the original: %s", after)
			}
			if again, _ := out.EncodeSource(); string(again) != string(got) {
				t.Errorf("a converted catalog is written as %s", again)
			}
		})
	}
}

// Gemini's own dialect is used only where it says exactly the same, and read back as the same.
func TestGeminiDialect(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, schema, want string }{
		{"plain", `{"type":"object","description":"d","properties":{"a":{"type":"string","enum":["x"]},"b":{"type":["integer","null"],"minimum":1},"c":{"type":"array","items":{"type":"number","format":"float"}}},"required":["a"]}`,
			`{"type":"OBJECT","description":"d","properties":{"a":{"type":"STRING","enum":["x"]},"b":{"type":"INTEGER","minimum":1,"nullable":true},"c":{"type":"ARRAY","items":{"type":"NUMBER","format":"float"}}},"required":["a"]}`},
		{"property named like a keyword", `{"type":"object","properties":{"$ref":{"type":"string"},"any_of":{"type":"boolean"}}}`, `{"type":"OBJECT","properties":{"$ref":{"type":"STRING"},"any_of":{"type":"BOOLEAN"}}}`},
		{"closed", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, ""},
		{"empty", `{"type":"object","properties":{}}`, ""},
		{"no type", `{"type":"object","properties":{"a":{}}}`, ""},
		{"boolean schema", `{"type":"object","properties":{"a":true}}`, ""},
		{"numbers in enum", `{"type":"object","properties":{"a":{"type":"integer","enum":[1]}}}`, ""},
		{"null but not in enum", `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x"]}}}`, ""},
		{"null in enum", `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]}}}`, ""},
		{"reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{}}}`, ""},
		{"format", `{"type":"object","properties":{"a":{"type":"string","format":"uri"}}}`, ""},
		{"three types", `{"type":"object","properties":{"a":{"type":["string","integer","null"]}}}`, ""},
		{"absent property", `{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}`, ""},
		{"no items", `{"type":"object","properties":{"a":{"type":"array"}}}`, ""},
		{"const", `{"type":"object","properties":{"a":{"type":"string","const":"x"}}}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, _ := readOne(t, `[{"name":"a","inputSchema":`+tt.schema+`}]`)
			out, _ := c.Convert(catalog.Gemini)
			member, want := "parameters", tt.want
			if want == "" {
				member, want = "parametersJsonSchema", tt.schema
			}
			wire := `{"name":"a","` + member + `":` + want + `}`
			if got := string(out.Tools[0].Wire()); got != wire {
				t.Errorf("got\n%s\nwant\n%s", got, wire)
			}
			back, _ := readOne(t, `{"tools":[{"functionDeclarations":[`+wire+`]}]}`)
			mcp, _ := back.Convert(catalog.MCP)
			if got := string(mcp.Tools[0].Input.Append(nil)); got != tt.schema {
				t.Errorf("came back as\n%s\nwant\n%s", got, tt.schema)
			}
			if len(back.Problems) > 0 && tt.name != "absent property" && tt.name != "reference" {
				t.Errorf("problems: %v", back.Problems)
			}
		})
	}
	c, _ := readOne(t, `{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT","properties":{"x":{"type":"STRING","nullable":true,"enum":["u"],"min_length":"2"},
		"y":{"nullable":true,"any_of":[{"type":"STRING"}]},"z":{"type":"TYPE_UNSPECIFIED","nullable":false}}}}]}`)
	out, _ := c.Convert(catalog.MCP)
	want := `{"type":"object","properties":{"x":{"type":["string","null"],"enum":["u",null],"minLength":2},"y":{"anyOf":[{"type":"string"},{"type":"null"}]},"z":{}}}`
	if got := string(out.Tools[0].Input.Append(nil)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A tool with very many members of its own is read, edited and converted as any other.
func TestManyMembers(t *testing.T) {
	t.Parallel()
	var members []string
	for i := range 200 {
		members = append(members, fmt.Sprintf(`"m%d":%d`, i, i))
	}
	doc := `{"tools":[{` + strings.Join(members, ",") + `,"name":"a","inputSchema":{"type":"object"},"cache_control":{}}]}`
	c, x := readOne(t, doc)
	if x.Extra.Len() != 201 || x.Extra.Get("name") != nil {
		t.Errorf("extra members are %s", x.Extra.Append(nil))
	}
	out, lost := c.Convert(catalog.Anthropic)
	if got, want := string(out.Tools[0].Wire()), `{"name":"a","input_schema":{"type":"object"},"cache_control":{}}`; got != want || len(lost) != 200 {
		t.Errorf("got %s and %d problems, want %s and 200", got, len(lost), want)
	}
	built := catalog.Tool{Name: x.Name, Input: x.Input, Extra: x.Extra}
	want := `{` + strings.Join(members, ",") + `,"cache_control":{},"name":"a","inputSchema":{"type":"object"}}`
	if got := string(built.Wire()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
