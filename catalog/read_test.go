package catalog_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/catalog"
)

// shapes are documents in every shape that is known, with what must be read from them.
var shapes = []struct {
	name, doc    string
	form         catalog.Form
	tools        string // names, in order
	at           string // of the first tool
	system       string
	instructions string
	problems     int
}{
	{"tools/list result", `{"tools": [{"name": "a", "inputSchema": {"type": "object"}}, {"name": "b", "inputSchema": {}}]}`,
		catalog.MCP, "a b", "/tools/0", "", "", 0},
	{"one page of a list", `{"tools":[{"name":"a","inputSchema":{}}],"nextCursor":"p2"}`, catalog.MCP, "a", "/tools/0", "", "", 1},
	{"json-rpc response", `{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"a","inputSchema":{}}]}}`, catalog.MCP, "a", "/result/tools/0", "", "", 0},
	{"result alone", `{"result":{"tools":[{"name":"a","inputSchema":{}}]}}`, catalog.MCP, "a", "/result/tools/0", "", "", 0},
	{"json-rpc batch", `[{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"s"},"instructions":"Be kind."}},
		{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a","inputSchema":{}}]}}]`, catalog.MCP, "a", "/1/result/tools/0", "", "Be kind.", 0},
	{"transcript", `{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"s"},"instructions":"Be kind."}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a","inputSchema":{}}]}}` + "\n", catalog.MCP, "a", "/result/tools/0", "", "Be kind.", 0},
	{"bare array", `[{"name":"a","inputSchema":{}}]`, catalog.MCP, "a", "/0", "", "", 0},
	{"single tool", `{"name":"a","description":"d","inputSchema":{}}`, catalog.MCP, "a", "", "", "", 0},
	{"json lines of tools", `{"name":"a","inputSchema":{}}` + "\n\n" + `{"name":"b","inputSchema":{}}` + "\r\n", catalog.MCP, "a b", "", "", "", 0},
	{"concatenated catalogs", `{"tools":[{"name":"a","inputSchema":{}}]}{"tools":[{"name":"b","inputSchema":{}}]}`, catalog.MCP, "a b", "/tools/0", "", "", 0},
	{"byte order mark", "\xef\xbb\xbf" + `[{"name":"a","inputSchema":{}}]`, catalog.MCP, "a", "/0", "", "", 0},

	{"openai chat request", `{"model":"m","messages":[{"role":"system","content":"S1"},{"role":"user","content":"hi"},
		{"role":"developer","content":[{"type":"text","text":"S2"},{"type":"text","text":"!"}]}],
		"tools":[{"type":"function","function":{"name":"a","description":"d","parameters":{"type":"object"},"strict":true}}]}`,
		catalog.OpenAIChat, "a", "/tools/0", "S1\n\nS2!", "", 0},
	{"openai chat without parameters", `[{"type":"function","function":{"name":"a"}}]`, catalog.OpenAIChat, "a", "/0", "", "", 0},
	{"openai legacy functions", `{"messages":[],"functions":[{"name":"a","parameters":{"type":"object"}}]}`, catalog.OpenAIChat, "a", "/functions/0", "", "", 0},
	{"openai chat custom tool", `[{"type":"custom","custom":{"name":"sql","description":"d"}},{"type":"function","function":{"name":"a"}}]`,
		catalog.OpenAIChat, "sql a", "/0", "", "", 0},
	{"openai batch line", `{"custom_id":"1","method":"POST","url":"/v1/chat/completions","body":{"messages":[{"role":"system","content":"S"}],"tools":[{"type":"function","function":{"name":"a"}}]}}`,
		catalog.OpenAIChat, "a", "/body/tools/0", "S", "", 0},
	{"openai responses request", `{"model":"m","instructions":"I","input":[{"role":"developer","content":[{"type":"input_text","text":"D"}]},{"role":"user","content":"x"}],
		"tools":[{"type":"function","name":"a","parameters":{"type":"object"},"strict":false},{"type":"web_search"},
		{"type":"mcp","server_label":"docs","server_url":"https://example.com"},
		{"type":"namespace","name":"crm","description":"n","tools":[{"type":"function","name":"b","defer_loading":true,"parameters":{"type":"object"}}]}]}`,
		catalog.OpenAIResponses, "a web_search docs b", "/tools/0", "I\n\nD", "", 0},
	{"anthropic request", `{"model":"m","max_tokens":5,"system":[{"type":"text","text":"S","cache_control":{"type":"ephemeral"}}],"messages":[],
		"tools":[{"name":"a","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}},
		{"type":"web_search_20250305","name":"web_search","max_uses":3},{"type":"custom","name":"b","input_schema":{"type":"object"},"defer_loading":true}]}`,
		catalog.Anthropic, "a web_search b", "/tools/0", "S", "", 0},
	{"gemini request", `{"contents":[],"systemInstruction":{"parts":[{"text":"S"},{"text":"T"}]},
		"tools":[{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT","properties":{"x":{"type":"STRING"}}}},
		{"name":"b","parametersJsonSchema":{"type":"object"}}]},{"googleSearch":{}}]}`, catalog.Gemini, "a b googleSearch", "/tools/0/functionDeclarations/0", "ST", "", 0},
	{"gemini snake case", `[{"function_declarations":[{"name":"a","parameters_json_schema":{"type":"object"}},{"name":"b"}]},{"google_search":{}}]`,
		catalog.Gemini, "a b google_search", "/0/function_declarations/0", "", "", 0},
	{"gemini tool alone", `{"functionDeclarations":[{"name":"a"}]}`, catalog.Gemini, "a", "/functionDeclarations/0", "", "", 0},
	{"bedrock request", `{"modelId":"m","system":[{"text":"S"},{"cachePoint":{"type":"default"}}],"messages":[],
		"toolConfig":{"tools":[{"toolSpec":{"name":"a","description":"d","inputSchema":{"json":{"type":"object"}}}},{"cachePoint":{"type":"default"}}]}}`,
		catalog.Bedrock, "a cachePoint", "/toolConfig/tools/0", "S", "", 0},
	{"bedrock tools", `{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{"type":"object"}}}}]}`, catalog.Bedrock, "a", "/tools/0", "", "", 0},
	{"tools with instructions", `{"instructions":"Be kind.","tools":[{"name":"a","inputSchema":{}}]}`, catalog.MCP, "a", "/tools/0", "", "Be kind.", 0},
	{"mixed forms", `{"tools":[{"name":"a","inputSchema":{}},{"name":"b","input_schema":{"type":"object"}},{"name":"c","inputSchema":{}}]}`,
		catalog.MCP, "a b c", "/tools/0", "", "", 1},
	{"yaml", "tools:\n  - name: a\n    inputSchema: {type: object}\n", catalog.MCP, "a", "/tools/0", "", "", 0},
	{"yaml list", "# tools\n- name: a\n  input_schema:\n    type: object\n", catalog.Anthropic, "a", "/0", "", "", 0},
	{"yaml stream", "---\nname: a\ninputSchema: {}\n---\nname: b\ninputSchema: {}\n...\n", catalog.MCP, "a b", "", "", "", 0},
}

func names(c *catalog.Catalog) string {
	var all []string
	for i := range c.Tools {
		all = append(all, c.Tools[i].Name)
	}
	return strings.Join(all, " ")
}

func TestReadShapes(t *testing.T) {
	t.Parallel()
	for _, tt := range shapes {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := catalog.Read([]byte(tt.doc), &catalog.ReadOptions{Source: "f.json"})
			if err != nil {
				t.Fatal(err)
			}
			got := []string{string(c.Form), names(c), string(c.Tools[0].Origin.At), c.System, c.Instructions}
			want := []string{string(tt.form), tt.tools, tt.at, tt.system, tt.instructions}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("form, names, place, system, instructions (-want +got):\n%s", d)
			}
			if len(c.Problems) != tt.problems {
				t.Errorf("problems: %v, want %d", c.Problems, tt.problems)
			}
		})
	}
}

func TestReadTool(t *testing.T) {
	t.Parallel()
	doc := "{\"tools\": [\n {\"name\": \"a\", \"title\": \"A\", \"x\": 1.0, \"description\": \"d\\u00e9\", \"annotations\": {\"readOnlyHint\": true},\n" +
		"  \"inputSchema\": { \"type\": \"object\" },\n  \"outputSchema\": {} },\n {\"name\": \"b\", \"inputSchema\": {}} ] }"
	c, err := catalog.Read([]byte(doc), &catalog.ReadOptions{Source: "s.json", Name: "mine"})
	if err != nil {
		t.Fatal(err)
	}
	a, b := c.Tools[0], c.Tools[1]
	got := []any{c.Name, a.Name, a.Title, a.Description, string(a.Input.Append(nil)), string(a.Output.Append(nil)), string(a.Extra.Append(nil)),
		a.Origin, b.Origin.Line, string(b.Raw), b.Extra == nil, a.Form()}
	want := []any{"mine", "a", "A", "dé", `{"type":"object"}`, `{}`, `{"x":1.0,"annotations":{"readOnlyHint":true}}`,
		catalog.Origin{Source: "s.json", At: "/tools/0", Line: 2}, 5, `{"name": "b", "inputSchema": {}}`, true, catalog.MCP}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if want := doc[strings.Index(doc, `{"name": "a"`):strings.Index(doc, ",\n {\"name\": \"b\"")]; string(a.Raw) != want {
		t.Errorf("raw is\n%s\nwant\n%s", a.Raw, want)
	}
	if got, want := string(a.Model()), `{"name":"a","description":"dé","inputSchema":{"type":"object"}}`; got != want {
		t.Errorf("model is %s, want %s", got, want)
	}
}

func TestBuiltInAndDeferred(t *testing.T) {
	t.Parallel()
	c, err := catalog.Read([]byte(`[{"type":"bash_20250124","name":"bash"},{"name":"a","input_schema":{},"defer_loading":true},{"name":"b","input_schema":{},"defer_loading":false}]`), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []any
	for i := range c.Tools {
		got = append(got, c.Tools[i].BuiltIn(), c.Tools[i].Deferred())
	}
	if d := cmp.Diff([]any{"bash_20250124", false, "", true, "", false}, got); d != "" {
		t.Error(d)
	}
	if len(c.Problems) > 0 {
		t.Errorf("problems: %v", c.Problems)
	}
}

// A tool that nothing gives away is taken for one of its company.
func TestReadCompany(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		doc  string
		want catalog.Form
	}{
		{`[{"name":"x","description":"d"}]`, catalog.MCP},
		{`[{"name":"x","description":"d"},{"name":"y","input_schema":{}}]`, catalog.Anthropic},
		{`[{"name":"x","description":"d"},{"type":"bash_20250124","name":"bash"}]`, catalog.Anthropic},
		{`{"toolConfig":{"tools":[{"name":"x","description":"d"}]}}`, catalog.Bedrock},
		{`[{"name":"x","description":"d","type":"plugin"},{"name":"y","inputSchema":{}}]`, catalog.MCP},
	} {
		c, x := readOne(t, tt.doc)
		if x.Form() != tt.want || c.Form != tt.want || x.BuiltIn() != "" {
			t.Errorf("%s: tool is %s %s of a catalog in %s, want %s", tt.doc, x.Form(), x.BuiltIn(), c.Form, tt.want)
		}
	}
}

// Of members with the same name the last counts; the others stay in the document.
func TestReadDuplicates(t *testing.T) {
	t.Parallel()
	const doc = `{"tools":[{"name":"old"}],"tools":[{"name":"a","x":1,"x":2,"inputSchema":{}}]}`
	c, err := catalog.Read([]byte(doc), &catalog.ReadOptions{Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	x := c.Tools[0]
	if got, want := string(x.Raw), `{"name":"a","x":1,"x":2,"inputSchema":{}}`; got != want || string(x.Wire()) != want {
		t.Errorf("raw is %s, wire is %s, want %s", got, x.Wire(), want)
	}
	if got := string(x.Extra.Append(nil)); got != `{"x":2}` {
		t.Errorf("extra members are %s", got)
	}
	if got, err := c.EncodeSource(); err != nil || string(got) != doc {
		t.Errorf("written as %s, %v", got, err)
	}
}

func TestReadLeavesItsInputAlone(t *testing.T) {
	t.Parallel()
	in := []byte("\xef\xbb\xbf" + `[{"name":"a","inputSchema":{}}]`)
	before := string(in)
	c, err := catalog.Read(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if string(in) != before {
		t.Error("the bytes were changed")
	}
	for i := range in {
		in[i] = 'x'
	}
	if got, want := string(c.Tools[0].Raw)+string(c.Tools[0].Wire()), strings.Repeat(`{"name":"a","inputSchema":{}}`, 2); got != want {
		t.Errorf("the tool changed with the bytes that it was read from: %s", got)
	}
}

func TestReadModel(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]string{
		`{"model":"gpt-5","messages":[],"tools":[{"type":"function","function":{"name":"a","parameters":{}}}]}`:                     "gpt-5",
		`{"modelId":"anthropic.claude","messages":[],"toolConfig":{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{}}}}]}}`: "anthropic.claude",
		`{"tools":[{"name":"a","inputSchema":{}}]}`: "",
	} {
		c, err := catalog.Read([]byte(doc), nil)
		if err != nil || c.Model != want {
			t.Errorf("%s: model %q, %v, want %q", doc, c.Model, err, want)
		}
	}
}
