package render_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/tokens"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares output with a file. A file that is missing stands for no output.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func unit() bench.Unit {
	return bench.Unit{Ruler: bench.Wire, Encoding: tokens.O200kBase, Framing: "json", Serialisation: "compact"}
}

func rulers(wire, model int) (r struct{ Wire, Model, Rendered int }) {
	r.Wire, r.Model, r.Rendered = wire, model, model
	return r
}

func project(t testing.TB, f *bench.Floor, p bench.Plan) *bench.Session {
	t.Helper()
	s, err := bench.Project(f, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// full has everything that a floor can have, and names that try to break out.
func full(t testing.TB) *render.FloorReport {
	f := &bench.Floor{
		Unit: unit(), System: 120, Instructions: 85, Overhead: 24, OverheadKnown: true, TextBytes: 830,
		Tools: []bench.ToolCost{
			{Name: "list_rooms", Source: "home", Parts: bench.Cost{Name: 3, Description: 41, Input: 97, Output: 60, Framing: 19}, Bytes: 930, Annotations: 12},
			{Name: "schedule_heating", Source: "home", Parts: bench.Cost{Name: 4, Description: 388, Input: 2140, Framing: 22}, Bytes: 10_211, Annotations: 310},
			{Name: "=cmd|' /C calc'!A0", Source: "evil", Parts: bench.Cost{Name: 12, Description: 5, Input: 20, Framing: 15}, Bytes: 190},
			{Name: "照明を調整する💡", Source: "home", Parts: bench.Cost{Name: 11, Description: 160, Input: 333, Framing: 16}, Bytes: 1802},
			{Name: "red\x1b[31m\u202egnirts`|<b>@all", Source: "evil", Parts: bench.Cost{Name: 19, Input: 11, Framing: 12}, Bytes: 133},
			{Name: "rarely_needed", Source: "home", Deferred: true, Parts: bench.Cost{Name: 3, Description: 300, Input: 700, Framing: 14}, Bytes: 4100},
		},
		Rulers:  rulers(3388, 3201),
		Savings: []bench.Saving{{Level: "safe", After: 3066, Saved: 322}, {Level: "standard", After: 2610, Saved: 778}},
		Problems: []catalog.Problem{
			{Tool: "schedule_heating", At: "/tools/1/inputSchema/required/2", Message: `required names "until", which is no property`, Hint: "declare it under properties"},
			{At: "/tools/4", Message: "the name has control\x07 characters"},
		},
		Warnings: []error{errors.New("server \"evil\" advertises prompts\nand refuses them")},
	}
	model := tokens.Model{ID: "model-x", Window: 40_000, AsOf: "2026-11-30",
		Price: tokens.Price{In: tokens.USD(1.25), Cached: tokens.USD(0.125), UpTo: 50_000}}
	return &render.FloorReport{
		Floor: f, Session: project(t, f, bench.Plan{Model: model, Steps: 24, Growth: 2200}),
		Offenders: []bench.Weight{{Tool: "schedule_heating", Source: "home", At: "/inputSchema/properties/plan/items", Own: 901, Description: 270}},
		Next:      []string{"schema-bench compact home.json -o home.compact.json", "schema-bench floor home.json --why schedule_heating"},
	}
}

// small has one tool and nothing else.
func small() *render.FloorReport {
	return &render.FloorReport{Floor: &bench.Floor{
		Unit:   unit(),
		Tools:  []bench.ToolCost{{Name: "add", Source: "calculator", Parts: bench.Cost{Name: 1, Description: 3, Input: 28, Framing: 11}, Bytes: 175}},
		Rulers: rulers(43, 43),
	}}
}

func TestFloor(t *testing.T) {
	t.Parallel()
	top := full(t)
	top.Top = 2
	for _, tt := range []struct {
		golden string
		format render.Format
		report *render.FloorReport
		opt    render.Options
	}{
		{"floor.txt", render.Text, full(t), render.Options{}},
		{"floor-ascii-narrow.txt", render.Text, full(t), render.Options{ASCII: true, Width: 60}},
		{"floor-color-top.txt", render.Text, top, render.Options{Color: true}},
		{"floor-small.txt", render.Text, small(), render.Options{}},
		{"floor.json", render.JSON, full(t), render.Options{}},
		{"floor-small.json", render.JSON, small(), render.Options{}},
		{"floor.md", render.Markdown, full(t), render.Options{}},
		{"floor-top.md", render.Markdown, top, render.Options{}},
		{"floor-small.md", render.Markdown, small(), render.Options{}},
		{"floor.csv", render.CSV, full(t), render.Options{}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			t.Parallel()
			var first, second bytes.Buffer
			for _, b := range []*bytes.Buffer{&first, &second} {
				if err := render.Floor(b, tt.format, tt.report, tt.opt); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Error("the same report gave different bytes")
			}
			golden(t, tt.golden, first.Bytes())
		})
	}
}

func diffReport() *render.DiffReport {
	return &render.DiffReport{
		Base: "main:tools.json", Head: "tools.json", Next: []string{"schema-bench gate tools.json"},
		Difference: &bench.Difference{
			Unit: unit(), Base: 3388, Head: 3534, Instructions: -4, Joining: 1, Unchanged: 12, Reordered: true,
			Tools: []bench.ToolChange{
				{Kind: bench.Added, Name: "dim|`x`", Head: bench.Cost{Name: 2, Description: 40, Input: 110, Framing: 12}},
				{Kind: bench.Changed, Name: "list_rooms", Base: bench.Cost{Name: 3, Description: 41, Input: 97, Framing: 19}, Head: bench.Cost{Name: 3, Description: 81, Input: 90, Framing: 19}},
				{Kind: bench.Removed, Name: "-old", Base: bench.Cost{Name: 2, Input: 22, Framing: 22}},
				{Kind: bench.Renamed, Name: "heat", OldName: "heating\x1b[2J", Base: bench.Cost{Name: 2, Input: 30, Framing: 12}, Head: bench.Cost{Name: 1, Input: 30, Framing: 12}},
				{Kind: bench.Changed, Name: "later", Deferred: true, Base: bench.Cost{Name: 1, Input: 50}, Head: bench.Cost{Name: 1, Input: 50}},
			},
			Warnings: []error{errors.New("the overhead of only one side is known")},
		},
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	same := &render.DiffReport{Difference: &bench.Difference{Unit: unit(), Base: 43, Head: 43, Unchanged: 1}}
	for _, tt := range []struct {
		golden string
		format render.Format
		report *render.DiffReport
		opt    render.Options
	}{
		{"diff.txt", render.Text, diffReport(), render.Options{}},
		{"diff-ascii-color.txt", render.Text, diffReport(), render.Options{ASCII: true, Color: true, Width: 40}},
		{"diff-same.txt", render.Text, same, render.Options{}},
		{"diff.json", render.JSON, diffReport(), render.Options{}},
		{"diff.md", render.Markdown, diffReport(), render.Options{}},
		{"diff-same.md", render.Markdown, same, render.Options{}},
		{"diff.csv", render.CSV, diffReport(), render.Options{}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := render.Diff(&b, tt.format, tt.report, tt.opt); err != nil {
				t.Fatal(err)
			}
			golden(t, tt.golden, b.Bytes())
		})
	}
}

func whyReport() *render.WhyReport {
	return &render.WhyReport{
		Tool: "schedule_heating", Unit: unit(), Least: 10, Next: []string{"schema-bench compact home.json"},
		Weights: []bench.Weight{
			{Tokens: 280, Own: 14},
			{At: "/name", Depth: 1, Tokens: 4, Own: 4},
			{At: "/description", Depth: 1, Tokens: 88, Own: 88, Description: 88},
			{At: "/inputSchema", Depth: 1, Tokens: 174, Own: 12},
			{At: "/inputSchema/properties/plan", Depth: 2, Property: "plan", Tokens: 130, Own: 40, Description: 31},
			{At: "/inputSchema/properties/plan/anyOf/0", Depth: 3, Tokens: 90, Own: 90},
			{At: "/inputSchema/properties/=room\u202e", Depth: 2, Property: "=room\u202e", Tokens: 24, Own: 24, Description: 9},
			{At: "/inputSchema/properties/on", Depth: 2, Property: "on", Tokens: 8, Own: 6},
			{At: "/inputSchema/properties/on/not", Depth: 3, Tokens: 2, Own: 2},
		},
	}
}

func TestWhy(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]render.Format{"why.txt": render.Text, "why.json": render.JSON, "why.md": render.Markdown, "why.csv": render.CSV} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := render.Why(&b, f, whyReport(), render.Options{}); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
}
