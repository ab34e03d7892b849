package bench_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
)

const (
	toolA  = `{"name":"a","description":"First","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}`
	toolA2 = `{"name":"a","description":"First of all of them","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}`
	toolA3 = `{"name":"alpha","description":"First","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}`
	toolB  = `{"name":"b","description":"Second","inputSchema":{"type":"object"}}`
	toolC  = `{"name":"c","description":"Third","inputSchema":{"type":"object"}}`
	toolD  = `{"name":"d","description":"Fourth","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}`
	toolAD = `{"name":"a","description":"First","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}},"defer_loading":true}`
)

// The tools of a server that stands behind a proxy, and others that differ from toolA by more than their names.
const (
	toolSA   = `{"name":"srv_a","description":"1","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}`
	toolSD   = `{"name":"srv_d","description":"2","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}`
	toolSB   = `{"name":"srv.b","description":"3","inputSchema":{"type":"object"}}`
	toolSX   = `{"name":"srv_a","description":"First","inputSchema":{"type":"object","properties":{"x":{"type":"number"}}}}`
	toolText = `{"name":"fetch","description":"1","inputSchema":{"type":"object","properties":{"x":{"type":"string","description":"an x"}}}}`
	toolOut  = `{"name":"fetch","description":"First","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}},"outputSchema":{"type":"object"}}`
)

func catalogOf(tools ...string) string { return `{"tools":[` + strings.Join(tools, ",") + `]}` }

func TestDiff(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		base, head []string
		want       string // kind name, or kind old>new, each in turn
		reordered  bool
	}{
		{"the same", []string{toolA, toolB}, []string{toolA, toolB}, "", false},
		{"another order", []string{toolA, toolB}, []string{toolB, toolA}, "", true},
		{"added", []string{toolA}, []string{toolA, toolB}, "added b", false},
		{"removed", []string{toolA, toolB}, []string{toolB}, "removed a", false},
		{"changed", []string{toolA, toolB}, []string{toolA2, toolB}, "changed a", false},
		{"renamed", []string{toolA, toolB}, []string{toolA3, toolB}, "renamed a>alpha", false},
		{"a schema of nothing names no tool", []string{toolA, toolB}, []string{toolA, toolC}, "removed b, added c", false},
		{"of two with the same schema the description tells", []string{toolA, toolB}, []string{toolA3, toolD, toolB}, "renamed a>alpha, added d", false},
		{"two with the same schema and nothing else alike", []string{toolA2, toolB}, []string{toolA3, toolD, toolB}, "added alpha, added d, removed a", false},
		{"a prefix tells tools with one schema apart", []string{toolA, toolD}, []string{toolSA, toolSD}, "renamed a>srv_a, renamed d>srv_d", false},
		{"a prefix is enough for a schema of nothing", []string{toolB}, []string{toolSB}, "renamed b>srv.b", false},
		{"a prefix is not enough for another schema", []string{toolA}, []string{toolSX}, "removed a, added srv_a", false},
		{"texts of the schema differ", []string{toolA}, []string{toolText}, "renamed a>fetch", false},
		{"only one has an output schema", []string{toolA}, []string{toolOut}, "removed a, added fetch", false},
		{"duplicates are matched in turn", []string{toolA, toolA2}, []string{toolA}, "removed a", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := bench.Meter{Counter: o200k(t)}
			base, head := measure(t, read(t, catalogOf(tt.base...)), "", m), measure(t, read(t, catalogOf(tt.head...)), "", m)
			d, err := bench.Diff(base, head)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range d.Tools {
				s := string(c.Kind) + " " + c.Name
				if c.OldName != "" {
					s = string(c.Kind) + " " + c.OldName + ">" + c.Name
				}
				got = append(got, s)
			}
			if !sameSet(got, tt.want) || d.Reordered != tt.reordered {
				t.Errorf("got %q, reordered %t; want %q, %t", got, d.Reordered, tt.want, tt.reordered)
			}
			deltasAddUp(t, d)
		})
	}
}

// sameSet compares changes without regard to their order, which is by size.
func sameSet(got []string, want string) bool {
	left := map[string]int{}
	for _, s := range got {
		left[s]++
	}
	if want != "" {
		for _, s := range strings.Split(want, ", ") {
			left[s]--
		}
	}
	for _, n := range left {
		if n != 0 {
			return false
		}
	}
	return true
}

type fataler interface{ Fatalf(string, ...any) }

func deltasAddUp(t fataler, d *bench.Difference) {
	sum := d.System + d.Instructions + d.Overhead + d.Joining
	for i := range d.Tools {
		if !d.Tools[i].Deferred {
			sum += d.Tools[i].Delta().Total()
		}
	}
	if sum != d.Delta() {
		t.Fatalf("the differences add up to %d, the totals differ by %d", sum, d.Delta())
	}
}

func TestDiffAddsUp(t *testing.T) {
	t.Parallel()
	counter := o200k(t)
	pool := []string{toolA, toolA2, toolA3, toolB, toolC, toolD, toolAD, toolSA, toolSB, toolSX, toolText, toolOut}
	rapid.Check(t, func(r *rapid.T) {
		draw := func(label string) *bench.Floor {
			c := read(t, catalogOf(rapid.SliceOfN(rapid.SampledFrom(pool), 1, 6).Draw(r, label)...))
			c.Instructions = rapid.StringN(0, 20, 60).Draw(r, label+" instructions")
			f, err := bench.Measure(c, rapid.StringN(0, 20, 60).Draw(r, label+" system"), bench.Meter{Counter: counter})
			if err != nil {
				r.Fatal(err)
			}
			return f
		}
		base, head := draw("base"), draw("head")
		d, err := bench.Diff(base, head)
		if err != nil {
			r.Fatal(err)
		}
		deltasAddUp(r, d)
		back, err := bench.Diff(head, base)
		if err != nil {
			r.Fatal(err)
		}
		if back.Delta() != -d.Delta() || len(back.Tools) != len(d.Tools) || back.Unchanged != d.Unchanged {
			r.Fatalf("there %+v, back %+v", d, back)
		}
	})
}

func TestDiffOfDeferred(t *testing.T) {
	t.Parallel()
	m := bench.Meter{Counter: letters{}}
	now, later := measure(t, read(t, catalogOf(toolA, toolB)), "", m), measure(t, read(t, catalogOf(toolAD, toolB)), "", m)
	d, err := bench.Diff(now, later)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Tools) != 1 || d.Tools[0].Deferred || d.Tools[0].Head.Total() != 0 || d.Tools[0].Base != now.Tools[0].Parts {
		t.Errorf("deferring a tool: %+v", d.Tools)
	}
	gone, err := bench.Diff(later, measure(t, read(t, catalogOf(toolB)), "", m))
	if err != nil {
		t.Fatal(err)
	}
	if len(gone.Tools) != 1 || !gone.Tools[0].Deferred || gone.Delta() != 0 {
		t.Errorf("removing a deferred tool: %+v, delta %d", gone.Tools, gone.Delta())
	}
}

func TestDiffRefusesOtherUnits(t *testing.T) {
	t.Parallel()
	c := read(t, catalogOf(toolA))
	wire, model := measure(t, c, "", bench.Meter{Counter: letters{}, Ruler: bench.Wire}), measure(t, c, "", bench.Meter{Counter: letters{}})
	d, err := bench.Diff(wire, model)
	var unit *bench.UnitError
	if d != nil || !errors.As(err, &unit) {
		t.Fatalf("difference %v, error %v", d, err)
	}
	if got, want := err.Error(), "bench: different units: wire, letters, json, compact against model, letters, json, compact"; got != want {
		t.Errorf("error %q, want %q", got, want)
	}
	if _, err := bench.Diff(&bench.Floor{}, &bench.Floor{}); !errors.As(err, &unit) || !strings.Contains(err.Error(), "unknown unit") {
		t.Errorf("two floors of unknown unit: %v", err)
	}
}

func TestDiffSortsBySize(t *testing.T) {
	t.Parallel()
	m := bench.Meter{Counter: letters{}}
	d, err := bench.Diff(measure(t, read(t, catalogOf(toolA, toolC)), "", m), measure(t, read(t, catalogOf(toolA2, toolC, toolD)), "", m))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%s %s", d.Tools[0].Name, d.Tools[1].Name); got != "d a" {
		t.Errorf("order %s", got)
	}
	if p, ok := d.Percent(); !ok || p <= 0 {
		t.Errorf("percent %g, %t", p, ok)
	}
	if _, ok := (&bench.Difference{Head: 3}).Percent(); ok {
		t.Error("percent of nothing")
	}
}

// What the ruler does not read is counted nowhere, and not passed over either.
func TestDiffKnowsWhatIsNotCounted(t *testing.T) {
	t.Parallel()
	plain := `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}`
	for _, tt := range []struct {
		name, other string
		want        bench.Uncounted
	}{
		{"the same", plain, bench.Uncounted{}},
		{"another output schema", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["x"]}}`, bench.Uncounted{Outputs: 1}},
		{"none", `{"name":"a","inputSchema":{"type":"object"}}`, bench.Uncounted{Outputs: 1}},
		{"a title", `{"name":"a","title":"A","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}`, bench.Uncounted{Others: 1}},
		{"both, in a tool that changed", `{"name":"a","title":"A","inputSchema":{"type":"object","required":["y"]}}`, bench.Uncounted{Outputs: 1, Others: 1}},
	} {
		for _, ruler := range []string{bench.Model, bench.Wire} {
			m := bench.Meter{Counter: letters{}, Ruler: ruler}
			d, err := bench.Diff(measure(t, read(t, catalogOf(plain)), "", m), measure(t, read(t, catalogOf(tt.other)), "", m))
			if err != nil {
				t.Fatal(err)
			}
			want := tt.want
			if ruler == bench.Wire {
				want = bench.Uncounted{}
			}
			if d.Uncounted != want {
				t.Errorf("%s, %s: %+v, want %+v", tt.name, ruler, d.Uncounted, want)
			}
		}
	}
}
