package bench_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens"
)

// letters counts one token per byte, so that what a test expects can be read off the text.
type letters struct{}

func (letters) Name() string       { return "letters" }
func (letters) Count(b []byte) int { return len(b) }

func o200k(t testing.TB) tokens.Counter {
	t.Helper()
	c, err := tokens.NewCounter(tokens.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func parse(t testing.TB, s string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func read(t testing.TB, s string) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Read([]byte(s), &catalog.ReadOptions{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func measure(t testing.TB, c *catalog.Catalog, system string, m bench.Meter) *bench.Floor {
	t.Helper()
	f, err := bench.Measure(c, system, m)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const lights = `{"tools":[
	{"name":"lamp","title":"Lamp","description":"Turn a \"lamp\" on","inputSchema":{"type":"object","properties":{"room":{"type":"string"}}},"outputSchema":{"type":"object"}},
	{"name":"dim","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false}}]}`

func TestPartsAreTheTextOfTheirAuthor(t *testing.T) {
	t.Parallel()
	const in1, in2 = `{"type":"object","properties":{"room":{"type":"string"}}}`, `{"type":"object"}`
	description := len(`Turn a \"lamp\" on`)
	model1 := len(`[{"name":"lamp","description":"Turn a \"lamp\" on","inputSchema":` + in1 + `}`)
	model2 := len(`,{"name":"dim","inputSchema":` + in2 + `}]`)
	wire1 := len(`[{"name":"lamp","title":"Lamp","description":"Turn a \"lamp\" on","inputSchema":` + in1 + `,"outputSchema":{"type":"object"}}`)
	wire2 := len(`,{"name":"dim","inputSchema":` + in2 + `,"annotations":{"readOnlyHint":false}}]`)

	// Rendered, the brackets around the array belong to no tool.
	rendered1 := len(`{"type":"function","function":{"name":"lamp","description":"Turn a \"lamp\" on","parameters":` + in1 + `}}`)
	rendered2 := len(`,{"type":"function","function":{"name":"dim","parameters":` + in2 + `}}`)

	for _, tt := range []struct {
		ruler string
		want  []bench.Cost // framing is what is left of the tool
		tools []int
	}{
		{bench.Model, []bench.Cost{{Name: 4, Description: description, Input: len(in1)}, {Name: 3, Input: len(in2)}}, []int{model1, model2}},
		{bench.Wire, []bench.Cost{{Name: 4, Description: description, Input: len(in1), Output: 17}, {Name: 3, Input: len(in2)}}, []int{wire1, wire2}},
		{bench.Rendered, []bench.Cost{{Name: 4, Description: description, Input: len(in1)}, {Name: 3, Input: len(in2)}}, []int{rendered1, rendered2}},
	} {
		t.Run(tt.ruler, func(t *testing.T) {
			t.Parallel()
			f := measure(t, read(t, lights), "", bench.Meter{Counter: letters{}, Ruler: tt.ruler})
			for i := range f.Tools {
				want := tt.want[i]
				want.Framing = tt.tools[i] - want.Total()
				if diff := cmp.Diff(want, f.Tools[i].Parts); diff != "" {
					t.Errorf("%s (-want +got):\n%s", f.Tools[i].Name, diff)
				}
				if f.Tools[i].Bytes != tt.tools[i] {
					t.Errorf("%s: %d bytes, want %d", f.Tools[i].Name, f.Tools[i].Bytes, tt.tools[i])
				}
			}
			if r := f.Rulers; r.Wire != wire1+wire2 || r.Model != model1+model2 || r.Rendered != rendered1+rendered2+2 {
				t.Errorf("rulers %+v, want wire %d, model %d and rendered %d", r, wire1+wire2, model1+model2, rendered1+rendered2+2)
			}
			if got, want := f.Unit.String(), tt.ruler+", letters, json, compact"; got != want {
				t.Errorf("unit %q, want %q", got, want)
			}
		})
	}
}

func TestWireFindsThePartsInEveryForm(t *testing.T) {
	t.Parallel()
	const s = `{"type":"object","properties":{"description":{"type":"string"},"name":{"type":"number"}}}`
	for _, tt := range []struct{ name, doc string }{
		{"mcp", `{"tools":[{"name":"find","description":"Look","inputSchema":` + s + `}]}`},
		{"mcp, schema first", `{"tools":[{"inputSchema":` + s + `,"description":"Look","name":"find"}]}`},
		{"mcp, member names with escapes", `{"tools":[{"x\"y\\":"}","\u006eote":1,"name":"find","description":"Look","inputSchema":` + s + `}]}`},
		{"openai-chat", `[{"type":"function","function":{"name":"find","description":"Look","parameters":` + s + `,"strict":true}}]`},
		{"openai-responses", `[{"type":"function","name":"find","description":"Look","parameters":` + s + `}]`},
		{"anthropic", `[{"name":"find","description":"Look","input_schema":` + s + `,"cache_control":{"type":"ephemeral"}}]`},
		{"gemini", `[{"functionDeclarations":[{"name":"find","description":"Look","parametersJsonSchema":` + s + `}]}]`},
		{"bedrock", `{"toolConfig":{"tools":[{"toolSpec":{"name":"find","description":"Look","inputSchema":{"json":` + s + `}}}]}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := measure(t, read(t, tt.doc), "", bench.Meter{Counter: letters{}, Ruler: bench.Wire})
			got := f.Tools[0].Parts
			boxed := 0
			if tt.name == "bedrock" {
				boxed = len(`{"json":}`)
			}
			want := bench.Cost{Name: 4, Description: 4, Input: len(s) + boxed, Framing: got.Framing}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("parts (-want +got):\n%s", diff)
			}
			if got.Framing <= 0 {
				t.Errorf("framing of %d", got.Framing)
			}
		})
	}
}

func TestTextsOfTheFloor(t *testing.T) {
	t.Parallel()
	c := read(t, lights)
	c.Instructions, c.System = "Be kind.", "From the request."
	m := bench.Meter{Counter: letters{}}
	own, given := measure(t, c, "", m), measure(t, c, "Given.", m)
	if own.System != len(c.System) || given.System != len("Given.") {
		t.Errorf("system prompts of %d and %d tokens", own.System, given.System)
	}
	given.Overhead, given.OverheadKnown = 7, true
	if want := len("Given.") + len("Be kind.") + 7 + given.ToolTokens(); given.Total() != want {
		t.Errorf("total %d, want %d", given.Total(), want)
	}
	if want := len("Given.") + len("Be kind.") + given.ToolTokens(); given.Bytes() != want { // a letter is a byte
		t.Errorf("%d bytes, want %d", given.Bytes(), want)
	}
	if f := measure(t, c, "", bench.Meter{Counter: letters{}}); f.OverheadKnown || f.Overhead != 0 {
		t.Errorf("an overhead of %d out of nowhere", f.Overhead)
	}
}

func TestDeferredToolsAreCountedApart(t *testing.T) {
	t.Parallel()
	const now = `{"name":"now","description":"Read at once","input_schema":{"type":"object"}}`
	const later = `{"name":"later","description":"Read when asked for","input_schema":{"type":"object"},"defer_loading":true}`
	m := bench.Meter{Counter: o200k(t)}
	both := measure(t, read(t, "["+now+","+later+"]"), "", m)
	alone := measure(t, read(t, "["+now+"]"), "", m)
	if both.Total() != alone.Total() || both.Rulers != alone.Rulers || both.Bytes() != alone.Bytes() {
		t.Errorf("a deferred tool changes the floor: %d %+v, want %d %+v", both.Total(), both.Rulers, alone.Total(), alone.Rulers)
	}
	if n, tok := both.Deferred(); n != 1 || tok == 0 || tok != both.Tools[1].Tokens() {
		t.Errorf("%d deferred tools of %d tokens", n, tok)
	}
}

func TestBuiltInToolsAreWarnedOf(t *testing.T) {
	t.Parallel()
	f := measure(t, read(t, `[{"type":"web_search_20250305","name":"web_search"},{"name":"a","input_schema":{"type":"object"}}]`), "", bench.Meter{Counter: letters{}})
	if len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0].Error(), "1 of the tools of test is built into the provider") {
		t.Errorf("warnings %v", f.Warnings)
	}
}

func TestMeasureRefuses(t *testing.T) {
	t.Parallel()
	c := read(t, lights)
	for _, tt := range []struct {
		name string
		c    *catalog.Catalog
		m    bench.Meter
		want string
	}{
		{"no counter", c, bench.Meter{}, "counter"},
		{"an unknown ruler", c, bench.Meter{Counter: letters{}, Ruler: "inches"}, `unknown ruler "inches"; known: wire, model, rendered`},
		{"no catalog", nil, bench.Meter{Counter: letters{}}, ""},
		{"no tools", &catalog.Catalog{Instructions: "Hello"}, bench.Meter{Counter: letters{}}, ""},
	} {
		f, err := bench.Measure(tt.c, "", tt.m)
		if err == nil || f != nil || !strings.HasPrefix(err.Error(), "bench: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: floor %v, error %v", tt.name, f, err)
		}
		if tt.want == "" && !errors.Is(err, catalog.ErrNoTools) {
			t.Errorf("%s: error %v is not that there are no tools", tt.name, err)
		}
	}
	if _, err := bench.MeasureAll([]*catalog.Catalog{c, {Name: "silent"}}, "", bench.Meter{Counter: letters{}}); err == nil || err.Error() != "bench: silent: no tools" {
		t.Errorf("one catalog without tools: %v", err)
	}
	if _, err := bench.MeasureAll(nil, "", bench.Meter{Counter: letters{}}); !errors.Is(err, catalog.ErrNoTools) {
		t.Errorf("no catalogs at all: %v", err)
	}
}

func TestMeasureAllAddsUp(t *testing.T) {
	t.Parallel()
	a, b := read(t, lights), read(t, `[{"name":"heat","description":"Warm a room","input_schema":{"type":"object"}}]`)
	a.System, b.System, a.Instructions, b.Instructions = "One agent.", "One agent.", "A", "BB"
	a.Name, b.Name = "lights", "heating"
	m := bench.Meter{Counter: o200k(t)}
	fa, fb := measure(t, a, "", m), measure(t, b, "", m)
	all, err := bench.MeasureAll([]*catalog.Catalog{a, b}, "", m)
	if err != nil {
		t.Fatal(err)
	}
	if all.ToolTokens() != fa.ToolTokens()+fb.ToolTokens() || all.Rulers.Wire != fa.Rulers.Wire+fb.Rulers.Wire {
		t.Errorf("tools of %d tokens, want %d and %d", all.ToolTokens(), fa.ToolTokens(), fb.ToolTokens())
	}
	if all.System != fa.System {
		t.Errorf("the one system prompt counts %d tokens, want %d", all.System, fa.System)
	}
	if all.Instructions != fa.Instructions+fb.Instructions {
		t.Errorf("instructions of %d tokens", all.Instructions)
	}
	if want := fa.Bytes() + fb.Bytes() - len(b.System); all.Bytes() != want {
		t.Errorf("%d bytes, want %d", all.Bytes(), want)
	}
	if len(all.Tools) != 3 || all.Tools[2].Source != "heating" || all.Tools[2].Parts != fb.Tools[0].Parts {
		t.Errorf("tools %+v", all.Tools)
	}
	given, err := bench.MeasureAll([]*catalog.Catalog{a, b}, "Another.", m)
	if err != nil || given.System != m.Counter.Count([]byte("Another.")) {
		t.Errorf("a given system prompt: %+v, %v", given, err)
	}
}

func TestAddKeepsUnitsApart(t *testing.T) {
	t.Parallel()
	f, g := measure(t, read(t, lights), "", bench.Meter{Counter: letters{}}), measure(t, read(t, lights), "", bench.Meter{Counter: o200k(t)})
	var unit *bench.UnitError
	if err := f.Add(g); !errors.As(err, &unit) || unit.Base != f.Unit || unit.Head != g.Unit {
		t.Errorf("adding another unit: %v", err)
	}
	if err := new(bench.Floor).Add(&bench.Floor{}); !errors.As(err, &unit) {
		t.Errorf("adding unknown units: %v", err)
	}
	h := measure(t, read(t, lights), "", bench.Meter{Counter: letters{}})
	h.Overhead, h.OverheadKnown = 5, true
	h.Savings = []bench.Saving{{Level: "safe", After: 10, Saved: 3}, {Level: "tight", After: 5, Saved: 8}}
	f.Savings = []bench.Saving{{Level: "safe", After: 20, Saved: 4}}
	if err := f.Add(h); err != nil || f.OverheadKnown || f.Overhead != 0 || len(f.Warnings) != 1 {
		t.Errorf("different overheads: %d, known %t, warnings %v, error %v", f.Overhead, f.OverheadKnown, f.Warnings, err)
	}
	if diff := cmp.Diff([]bench.Saving{{Level: "safe", After: 30, Saved: 7}}, f.Savings); diff != "" {
		t.Errorf("savings (-want +got):\n%s", diff)
	}
}

func TestLargest(t *testing.T) {
	t.Parallel()
	f := &bench.Floor{Tools: []bench.ToolCost{{Name: "a", Parts: bench.Cost{Input: 1}}, {Name: "b", Parts: bench.Cost{Name: 5}}, {Name: "c", Parts: bench.Cost{Output: 5}}}}
	for n, want := range map[int]string{-1: "bca", 0: "", 2: "bc", 9: "bca"} {
		got := ""
		for _, tool := range f.Largest(n) {
			got += tool.Name
		}
		if got != want {
			t.Errorf("the %d largest are %q, want %q", n, got, want)
		}
	}
	if f.Tools[0].Name != "a" {
		t.Error("the floor itself was sorted")
	}
}

// drawCatalog makes a catalog of tools with texts and schemas that try to blur the borders between parts.
func drawCatalog(r *rapid.T) *catalog.Catalog {
	text := rapid.OneOf(rapid.StringN(0, 30, 80), rapid.SampledFrom([]string{"", "}},{\"", "\\", "a\nb", "…", "日本語の説明", "  x  ", "**bold**", "<|endoftext|>"}))
	c := &catalog.Catalog{Name: "drawn"}
	for range rapid.IntRange(1, 6).Draw(r, "tools") {
		tool := catalog.Tool{Name: text.Draw(r, "name"), Description: text.Draw(r, "description")}
		if rapid.Bool().Draw(r, "has input") {
			in := schema.NewObject()
			in.Set("type", schema.NewString("object"))
			props := schema.NewObject()
			for range rapid.IntRange(0, 3).Draw(r, "properties") {
				p := schema.NewObject()
				p.Set("description", schema.NewString(text.Draw(r, "property description")))
				props.Set(text.Draw(r, "property"), p)
			}
			in.Set("properties", props)
			tool.Input = in
		}
		if rapid.Bool().Draw(r, "has output") {
			tool.Output = schema.NewObject()
		}
		c.Tools = append(c.Tools, tool)
	}
	return c
}

func TestToolsAddUpToTheirArray(t *testing.T) {
	t.Parallel()
	counter := o200k(t)
	rapid.Check(t, func(r *rapid.T) {
		c := drawCatalog(r)
		for _, ruler := range []string{bench.Wire, bench.Model} {
			var texts []string
			for i := range c.Tools {
				if ruler == bench.Wire {
					texts = append(texts, string(c.Tools[i].Wire()))
				} else {
					texts = append(texts, string(c.Tools[i].Model()))
				}
			}
			array := "[" + strings.Join(texts, ",") + "]"
			f, err := bench.Measure(c, "", bench.Meter{Counter: counter, Ruler: ruler})
			if err != nil {
				r.Fatal(err)
			}
			if want := counter.Count([]byte(array)); f.ToolTokens() != want {
				r.Fatalf("%s: tools add up to %d tokens, their array has %d", ruler, f.ToolTokens(), want)
			}
			if f.Bytes() != len(array) {
				r.Fatalf("%s: %d bytes, want %d", ruler, f.Bytes(), len(array))
			}
			for _, tool := range f.Tools {
				p := tool.Parts
				if min(p.Name, p.Description, p.Input, p.Output, p.Framing) < 0 {
					r.Fatalf("%s: a negative part: %+v", ruler, p)
				}
			}
		}
	})
}

func FuzzMeasure(f *testing.F) {
	f.Add([]byte(lights))
	f.Add([]byte(`[{"type":"function","function":{"name":"a\"}","description":null,"parameters":{}}}]`))
	f.Add([]byte(`[{"name":1,"description":["x"],"inputSchema":[]},{"name":"a","inputSchema":{},"outputSchema":{}}]`))
	f.Add([]byte(`{"tools":[{"name":"a","function":{"name":"b"},"toolSpec":{"description":"c"}}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := catalog.Read(b, &catalog.ReadOptions{Lenient: true})
		if err != nil {
			return
		}
		for _, ruler := range bench.Rulers() {
			floor, err := bench.Measure(c, "", bench.Meter{Counter: letters{}, Ruler: ruler})
			if err != nil {
				t.Fatalf("%s: %v", ruler, err)
			}
			if want := map[string]int{bench.Wire: floor.Rulers.Wire, bench.Model: floor.Rulers.Model, bench.Rendered: floor.Rulers.Rendered}[ruler]; floor.ToolTokens() != want {
				t.Fatalf("%s: tools of %d tokens, ruler says %d", ruler, floor.ToolTokens(), want)
			}
		}
		for i := range c.Tools {
			ws, err := bench.Weigh(&c.Tools[i], bench.Meter{Counter: letters{}})
			if err == nil {
				addsUp(t, ws)
			}
		}
	})
}

func ExampleMeasure() {
	c, err := catalog.Read([]byte(`{"tools":[{"name":"add","description":"Add two numbers","inputSchema":
		{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]}}]}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	counter, err := tokens.NewCounter(tokens.O200kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := bench.Measure(c, "You are a calculator.", bench.Meter{Counter: counter})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("system %d + tools %d = %d tokens (%s)\n", f.System, f.ToolTokens(), f.Total(), f.Unit)
	fmt.Printf("%s: %+v\n", f.Tools[0].Name, f.Tools[0].Parts)
	// Output:
	// system 5 + tools 43 = 48 tokens (model, o200k_base, json, compact)
	// add: {Name:1 Description:3 Input:28 Output:0 Framing:11}
}
