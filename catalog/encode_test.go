package catalog_test

import (
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// Written back unedited, a document has lost its whitespace and nothing else.
func TestEncodeSourceIsTheDocument(t *testing.T) {
	t.Parallel()
	for _, tt := range shapes {
		if !strings.ContainsAny(tt.doc[:4], "{[") {
			continue // YAML; see TestYAML
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := catalog.Read([]byte(tt.doc), nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.EncodeSource()
			if err != nil {
				t.Fatal(err)
			}
			var want []byte
			doc := strings.TrimPrefix(tt.doc, "\xef\xbb\xbf")
			if n, err := schema.Parse([]byte(doc)); err == nil {
				want = n.Append(nil)
			} else {
				for line := range strings.Lines(strings.ReplaceAll(doc, "}{", "}\n{")) {
					if strings.TrimSpace(line) != "" {
						want = append(node(t, line).Append(want), '\n')
					}
				}
			}
			if string(got) != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestEncodeSourceEdited(t *testing.T) {
	t.Parallel()
	shorten := func(c *catalog.Catalog) *catalog.Catalog {
		out := *c
		out.Tools = append([]catalog.Tool(nil), c.Tools...)
		out.Tools[0].Description = "short"
		return &out
	}
	dropFirst := func(c *catalog.Catalog) *catalog.Catalog {
		out := *c
		out.Tools = c.Tools[1:]
		return &out
	}
	add := func(c *catalog.Catalog) *catalog.Catalog {
		out := *c
		out.Tools = append(c.Tools[:len(c.Tools):len(c.Tools)], catalog.Tool{Name: "new", Input: node(t, `{"type":"object"}`)})
		return &out
	}
	for _, tt := range []struct {
		name, doc string
		edit      func(*catalog.Catalog) *catalog.Catalog
		want      string
	}{
		{"request edited", `{"model":"m","tools":[{"type":"web_search"},{"type":"function","name":"a","description":"long"}],"input":"x"}`,
			func(c *catalog.Catalog) *catalog.Catalog {
				out := *c
				out.Tools = append([]catalog.Tool(nil), c.Tools...)
				out.Tools[1].Description = "short"
				return &out
			}, `{"model":"m","tools":[{"type":"web_search"},{"type":"function","name":"a","description":"short"}],"input":"x"}`},
		{"single tool edited", `{"name":"a","description":"long","inputSchema":{}}`, shorten, `{"name":"a","description":"short","inputSchema":{}}`},
		{"line edited", "{\"name\":\"a\",\"description\":\"long\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{}}", shorten,
			"{\"name\":\"a\",\"description\":\"short\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{}}\n"},
		{"dropped", `{"id":1,"result":{"tools":[{"name":"a","inputSchema":{}},null,{"name":"b","inputSchema":{}}],"x":1}}`, dropFirst,
			`{"id":1,"result":{"tools":[null,{"name":"b","inputSchema":{}}],"x":1}}`},
		{"dropped line", "{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{}}", dropFirst, "{\"name\":\"b\",\"inputSchema\":{}}\n"},
		{"dropped from a namespace", `{"tools":[{"type":"function","name":"a"},{"type":"namespace","name":"n","tools":[{"type":"function","name":"b"}]}]}`, dropFirst,
			`{"tools":[{"type":"namespace","name":"n","tools":[{"type":"function","name":"b"}]}]}`},
		{"added", `{"tools":[{"name":"a","inputSchema":{}}],"x":1}`, add, `{"tools":[{"name":"a","inputSchema":{}},{"name":"new","inputSchema":{"type":"object"}}],"x":1}`},
		{"added to another form", `{"tools":[{"type":"function","function":{"name":"a"}}],"x":1}`, add,
			`{"tools":[{"type":"function","function":{"name":"a"}},{"type":"function","function":{"name":"new","parameters":{"type":"object"}}}],"x":1}`},
		{"added line", "{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{}}", add,
			"{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{}}\n{\"name\":\"new\",\"inputSchema\":{\"type\":\"object\"}}\n"},
		{"twice", `{"tools":[{"name":"a","inputSchema":{}}]}`, func(c *catalog.Catalog) *catalog.Catalog {
			out := *c
			out.Tools = []catalog.Tool{c.Tools[0], c.Tools[0]}
			return &out
		}, `{"tools":[{"name":"a","inputSchema":{}},{"name":"a","inputSchema":{}}]}`},
		{"built", `[{"name":"a","inputSchema":{}}]`, func(c *catalog.Catalog) *catalog.Catalog {
			return &catalog.Catalog{Tools: []catalog.Tool{{Name: "new"}}}
		}, `{"tools":[{"name":"new"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := catalog.Read([]byte(tt.doc), nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := tt.edit(c).EncodeSource()
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
	c, _ := readOne(t, `{"name":"a","inputSchema":{}}`)
	if _, err := add(c).EncodeSource(); err == nil {
		t.Error("a second tool was written into a document that is one tool")
	}
}

// Encode in the form that a catalog came in gives every tool back, built-ins and namespaces included.
func TestEncodeOwnForm(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ doc, want string }{
		{`[{"name":"a","inputSchema":{"n":1.0}}]`, `{"tools":[{"name":"a","inputSchema":{"n":1.0}}]}`},
		{`{"tools":[{"type":"function","function":{"name":"a"}}]}`, `[{"type":"function","function":{"name":"a"}}]`},
		{`{"functions":[{"name":"a","parameters":{}}]}`, `[{"type":"function","function":{"name":"a","parameters":{}}}]`},
		{`{"tools":[{"type":"namespace","name":"n","tools":[{"type":"function","name":"a"},{"type":"function","name":"b"}],"description":"d"},{"type":"web_search"}]}`,
			`[{"type":"namespace","name":"n","tools":[{"type":"function","name":"a"},{"type":"function","name":"b"}],"description":"d"},{"type":"web_search"}]`},
		{`[{"name":"a","input_schema":{},"input_examples":[{"x":1}]},{"type":"bash_20250124","name":"bash"}]`,
			`[{"name":"a","input_schema":{},"input_examples":[{"x":1}]},{"type":"bash_20250124","name":"bash"}]`},
		{`{"tools":[{"functionDeclarations":[{"name":"a"},{"name":"b"}]},{"googleSearch":{}}]}`, `[{"functionDeclarations":[{"name":"a"},{"name":"b"}]},{"googleSearch":{}}]`},
		{`{"toolConfig":{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{}}}},{"cachePoint":{"type":"default"}}]}}`,
			`{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{}}}},{"cachePoint":{"type":"default"}}]}`},
	} {
		c, _ := readOne(t, tt.doc)
		got, err := c.Encode(c.Form)
		if err != nil {
			t.Error(err)
		}
		if string(got) != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.Form, got, tt.want)
		}
	}
	c, _ := readOne(t, `[{"type":"bash_20250124","name":"bash"}]`)
	if _, err := c.Encode(catalog.MCP); err == nil || !strings.Contains(err.Error(), "built-in of anthropic") {
		t.Errorf("a built-in was written in another form: %v", err)
	}
	if _, err := c.Encode("soap"); err == nil || !strings.Contains(err.Error(), "openai-chat, openai-responses") {
		t.Errorf("the error of an unknown form does not list the known: %v", err)
	}
}

// A server's instructions are part of the floor: a catalog file keeps them.
func TestEncodeInstructions(t *testing.T) {
	t.Parallel()
	c := &catalog.Catalog{Instructions: "Ask \"first\".", Tools: []catalog.Tool{{Name: "go", Input: schema.NewObject()}}}
	b, err := c.Encode(catalog.MCP)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"instructions":"Ask \"first\".","tools":[{"name":"go","inputSchema":{}}]}`; string(b) != want {
		t.Errorf("got %s", b)
	}
	back, err := catalog.Read(b, nil)
	if err != nil || back.Instructions != c.Instructions || back.System != "" {
		t.Errorf("read back %+v, %v", back, err)
	}
	if b, err = c.Encode(catalog.OpenAIChat); err != nil || strings.Contains(string(b), "first") {
		t.Errorf("openai-chat has no place for them: %s, %v", b, err)
	}
}
