package catalog_test

import (
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

func node(t *testing.T, s string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func readOne(t *testing.T, doc string) (*catalog.Catalog, *catalog.Tool) {
	t.Helper()
	c, err := catalog.Read([]byte(doc), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, &c.Tools[0]
}

// An edit stands where the old value stood, and the rest keeps its spelling.
func TestWireEdits(t *testing.T) {
	t.Parallel()
	const mcp = `{ "na\u006de":"a", "x":1.0, "description":"d\u00e9", "title":"T", "inputSchema":{"type":"object","n":1e2}, "_meta":{"k":1}, "outputSchema":{"b":1}, "y":2}`
	for _, tt := range []struct {
		name, doc   string
		edit        func(*catalog.Tool)
		wire, model string
	}{
		{"none", mcp, func(*catalog.Tool) {},
			`{"na\u006de":"a","x":1.0,"description":"d\u00e9","title":"T","inputSchema":{"type":"object","n":1e2},"_meta":{"k":1},"outputSchema":{"b":1},"y":2}`,
			`{"name":"a","description":"dé","inputSchema":{"type":"object","n":1e2}}`},
		{"description", mcp, func(x *catalog.Tool) { x.Description = "né <" },
			`{"na\u006de":"a","x":1.0,"description":"né <","title":"T","inputSchema":{"type":"object","n":1e2},"_meta":{"k":1},"outputSchema":{"b":1},"y":2}`,
			`{"name":"a","description":"né <","inputSchema":{"type":"object","n":1e2}}`},
		{"texts taken out", mcp, func(x *catalog.Tool) { x.Description, x.Title = "", "" },
			`{"na\u006de":"a","x":1.0,"inputSchema":{"type":"object","n":1e2},"_meta":{"k":1},"outputSchema":{"b":1},"y":2}`,
			`{"name":"a","inputSchema":{"type":"object","n":1e2}}`},
		{"schemas", mcp, func(x *catalog.Tool) { x.Input, x.Output = node(t, `{"type":"object"}`), nil },
			`{"na\u006de":"a","x":1.0,"description":"d\u00e9","title":"T","inputSchema":{"type":"object"},"_meta":{"k":1},"y":2}`,
			`{"name":"a","description":"dé","inputSchema":{"type":"object"}}`},
		{"extra", mcp, func(x *catalog.Tool) {
			e := x.Extra.Clone()
			e.Delete("x")
			e.Set("y", node(t, `[3]`))
			e.Set("z", node(t, `true`))
			x.Extra = e
		}, `{"na\u006de":"a","description":"d\u00e9","title":"T","inputSchema":{"type":"object","n":1e2},"_meta":{"k":1},"outputSchema":{"b":1},"y":[3],"z":true}`,
			`{"name":"a","description":"dé","inputSchema":{"type":"object","n":1e2}}`},
		{"no extra", mcp, func(x *catalog.Tool) { x.Extra = nil },
			`{"na\u006de":"a","description":"d\u00e9","title":"T","inputSchema":{"type":"object","n":1e2},"outputSchema":{"b":1}}`,
			`{"name":"a","description":"dé","inputSchema":{"type":"object","n":1e2}}`},
		{"empty description stays", `{"name":"a","description":"","inputSchema":{}}`, func(x *catalog.Tool) { x.Input = node(t, `true`) },
			`{"name":"a","description":"","inputSchema":true}`, `{"name":"a","description":"","inputSchema":true}`},
		{"schema added", `{"name":"a","description":"d"}`, func(x *catalog.Tool) { x.Input = node(t, `{}`) },
			`{"name":"a","description":"d","inputSchema":{}}`, `{"name":"a","description":"d","inputSchema":{}}`},
		{"null description", `{"name":"a","description":null,"inputSchema":{}}`, func(x *catalog.Tool) {},
			`{"name":"a","description":null,"inputSchema":{}}`, `{"name":"a","inputSchema":{}}`},
		{"wrong description is measured", `{"name":"a","description":7,"inputSchema":{}}`, func(x *catalog.Tool) {},
			`{"name":"a","description":7,"inputSchema":{}}`, `{"name":"a","description":7,"inputSchema":{}}`},
		{"name", `{"name":"a","inputSchema":{}}`, func(x *catalog.Tool) { x.Name = "b" }, `{"name":"b","inputSchema":{}}`, `{"name":"b","inputSchema":{}}`},
		{"openai chat", `{"type":"function","cache":1,"function":{"strict":true,"name":"a","parameters":{"x":1},"description":"d"}}`, func(x *catalog.Tool) {
			x.Description, x.Input = "e", node(t, `{}`)
			e := x.Extra.Clone()
			e.Set("cache", node(t, `2`))
			e.Delete("strict")
			x.Extra = e
		}, `{"type":"function","cache":2,"function":{"name":"a","parameters":{},"description":"e"}}`, `{"name":"a","description":"e","inputSchema":{}}`},
		{"openai legacy", `{"name":"a","parameters":{"type":"dict"}}`, func(x *catalog.Tool) { x.Input = node(t, `{}`) }, `{"name":"a","parameters":{}}`, `{"name":"a","inputSchema":{}}`},
		{"anthropic", `{"input_schema":{"x":1},"name":"a","cache_control":{"type":"ephemeral"}}`, func(x *catalog.Tool) { x.Input = node(t, `{}`) },
			`{"input_schema":{},"name":"a","cache_control":{"type":"ephemeral"}}`, `{"name":"a","inputSchema":{}}`},
		{"gemini", `{"name":"a","parametersJsonSchema":{"x":1},"response":{}}`, func(x *catalog.Tool) { x.Input, x.Output = node(t, `{}`), node(t, `{"y":1}`) },
			`{"name":"a","parametersJsonSchema":{},"response":{"y":1}}`, `{"name":"a","inputSchema":{}}`},
		{"bedrock", `{"toolSpec":{"inputSchema":{"json":{"x":1}},"name":"a"}}`, func(x *catalog.Tool) { x.Input = node(t, `{}`) },
			`{"toolSpec":{"inputSchema":{"json":{}},"name":"a"}}`, `{"name":"a","inputSchema":{}}`},
		{"built-in", `{"type":"web_search","filters":{}}`, func(x *catalog.Tool) {}, `{"type":"web_search","filters":{}}`, `{"name":"web_search"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, x := readOne(t, `{"tools":[`+tt.doc+`]}`)
			before, raw, digest := string(x.Wire()), string(x.Raw), c.Digest()
			edited := *x
			tt.edit(&edited)
			if got := string(edited.Wire()); got != tt.wire {
				t.Errorf("wire is\n%s\nwant\n%s", got, tt.wire)
			}
			if got := string(edited.Model()); got != tt.model {
				t.Errorf("model is\n%s\nwant\n%s", got, tt.model)
			}
			if string(x.Wire()) != before || string(edited.Raw) != raw || c.Digest() != digest {
				t.Error("the edit of a copy shows in the original")
			}
			changed := *c
			changed.Tools = []catalog.Tool{edited}
			if (changed.Digest() == digest) != (tt.wire == before) {
				t.Error("the digest does not follow the tool")
			}
		})
	}
}

func TestWireBuilt(t *testing.T) {
	t.Parallel()
	x := catalog.Tool{Name: "a", Title: "T", Description: "d", Input: node(t, `{"type":"object"}`), Output: node(t, `{}`), Extra: node(t, `{"_meta":{}}`)}
	if got, want := string(x.Wire()), `{"name":"a","title":"T","description":"d","inputSchema":{"type":"object"},"outputSchema":{},"_meta":{}}`; got != want {
		t.Errorf("wire is %s, want %s", got, want)
	}
	if got, want := string(x.Model()), `{"name":"a","description":"d","inputSchema":{"type":"object"}}`; got != want {
		t.Errorf("model is %s, want %s", got, want)
	}
	var zero catalog.Tool
	if got, want := string(zero.Wire()), `{"name":""}`; got != want {
		t.Errorf("wire of the zero tool is %s, want %s", got, want)
	}
}

func TestDigestCoversInstructions(t *testing.T) {
	t.Parallel()
	a, _ := readOne(t, `{"tools":[{"name":"a","inputSchema":{}}]}`)
	spaced, _ := readOne(t, `[ { "name" : "a" , "inputSchema" : { } } ]`)
	if a.Digest() != spaced.Digest() {
		t.Error("whitespace between tokens changes the digest")
	}
	b := *a
	b.Instructions = "x"
	if a.Digest() == b.Digest() {
		t.Error("instructions do not change the digest")
	}
}
