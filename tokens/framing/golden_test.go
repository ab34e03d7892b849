package framing

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/schema-bench/schema-bench/schema"
)

// TestGolden compares with texts that others made, see the comment of each file; so there is no way
// to update them from here. A framing without a text is one whose program refuses the tools.
func TestGolden(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no catalogs", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var tools []Piece
			want := map[string]string{}
			for _, f := range archive.Files {
				if f.Name == "tools.json" {
					tools = readTools(t, f.Data)
				} else {
					want[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
				}
			}
			for _, name := range Names() {
				f, err := New(name)
				if err != nil {
					t.Fatal(err)
				}
				segments, err := f.Frame(tools)
				text, ok := want[name]
				delete(want, name)
				if ok != (err == nil) {
					t.Errorf("%s: %v", name, err)
				} else if diff := cmp.Diff(text, joined(segments)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
			for name := range want {
				t.Errorf("no framing %s", name)
			}
		})
	}
}

func readTools(t *testing.T, data []byte) (tools []Piece) {
	for _, tool := range node(t, string(data)).Items() {
		p := Piece{Input: tool.Get("inputSchema")}
		p.Name, _ = tool.Get("name").Text()
		if d, ok := tool.Get("description").Text(); ok {
			p.Description = &d
		}
		tools = append(tools, p)
	}
	return tools
}

// TestSloppy shows what becomes of schemas that are not quite schemas.
func TestSloppy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ input, openAI, harmony, jinja string }{
		{`true`, `() => any`, `(_: any) => any`, `() => any`},
		{`null`, `() => any`, `() => any`, `() => any`},
		{`{}`, `() => any`, `(_: any) => any`, `() => any`},
		{`{"properties":{"a":true,"b":null,"c":"x"}}`,
			"(_: {\na?: any,\nb?: any,\nc?: any,\n}) => any", `(_: any) => any`, "(_: {\na?: any,\nb?: any,\nc?: any,\n}) => any"},
		{`{"type":"object","properties":{"ab":{},"c":{}},"required":"ab"}`,
			"(_: {\nab: any,\nc?: any,\n}) => any", "(_: {\nab?: any,\nc?: any,\n}) => any", "(_: {\nab: any,\nc?: any,\n}) => any"},
		{`{"type":"object","properties":{"a":{"type":"string","enum":["x",null,true,1.0]}}}`,
			"(_: {\na?: \"x\" | \"null\" | \"true\" | \"1\",\n}) => any", "(_: {\na?: \"x\",\n}) => any", "(_: {\na?: \"x\" | \"None\" | \"True\" | \"1.0\",\n}) => any"},
		{`{"type":"object","properties":{"a":{"type":[],"nullable":true},"b":{"type":[1,"integer"]},"c":{"oneOf":5,"default":1,"type":"null"}}}`,
			"(_: {\na?: any,\nb?: any,\nc?: null,\n}) => any", "(_: {\na?: any | null,\nb?: number,\nc?: any,\n}) => any", ""},
		{`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"nullable":1},"b":{"type":"array","items":[{"type":"string"}]}}}`,
			"(_: {\na?: string[],\nb?: any[],\n}) => any", "(_: {\na?: string[],\nb?: any[],\n}) => any", "(_: {\na?: string[] | null,\nb?: any[],\n}) => any"},
		{`{"type":"array","oneOf":[{"type":"string","enum":["\""],"default":"\""},{"type":"object","properties":{"null":{}},"nullable":true}]}`,
			`() => any`, "(_: \n | \"\"\" // default: \"\\\"\"\n | {\n   null?: any,\n   }) => any", `() => any`},
	} {
		tools := []Piece{{Name: "x", Description: new(""), Input: node(t, tt.input)}}
		for name, want := range map[string]string{OpenAITS: tt.openAI, Harmony: tt.harmony, GPTOSSJinja: tt.jinja} {
			f, err := New(name)
			if err != nil {
				t.Fatal(err)
			}
			segments, err := f.Frame(tools)
			_, got, _ := strings.Cut(joined(segments), "type x = ")
			got, _, _ = strings.Cut(got, ";\n\n}")
			if (err != nil) != (want == "") || got != want {
				t.Errorf("%s of %s: %q, %v\nwant %q", name, tt.input, got, err, want)
			}
		}
	}
}

// TestHarmonyLines shows what the library takes for a line of a description.
func TestHarmonyLines(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]string{
		"":               "",
		"\n":             "// \n",
		"a":              "// a\n",
		"a\n":            "// a\n",
		"a\r\n\n\nb\r\n": "// a\n// \n// \n// b\n",
		"a\rb\r\r\nc":    "// a\rb\r\n// c\n",
	} {
		got := joined(frame(t, Harmony, []Piece{{Name: "x", Description: &description}}))
		got = strings.TrimPrefix(got, harmonyOpen)
		if got, _, _ = strings.Cut(got, "type x"); got != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}

// TestManyNames shows that long lists of required names are told apart like short ones.
func TestManyNames(t *testing.T) {
	t.Parallel()
	input := schema.NewObject()
	input.Set("type", schema.NewString("object"))
	properties, required := schema.NewObject(), schema.NewArray()
	var names []*schema.Node
	for i := range 40 {
		name := strings.Repeat("n", i+1)
		properties.Set(name, schema.NewObject())
		if i%2 == 0 {
			names = append(names, schema.NewString(name))
		}
	}
	required.SetItems(names)
	input.Set("properties", properties)
	input.Set("required", required)
	for _, name := range []string{OpenAITS, Harmony, GPTOSSJinja} {
		text := part(frame(t, name, []Piece{{Name: "x", Description: new(""), Input: input}}), 0, PartInput)
		for i := range 40 {
			line := "\n" + strings.Repeat("n", i+1) + []string{":", "?:"}[i%2]
			if !strings.Contains(text, line) {
				t.Errorf("%s: no %q", name, line)
			}
		}
	}
}
