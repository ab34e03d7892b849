package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/tokens"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"floor", "diff", "why"} {
		fs := render.Formats(command)
		if len(fs) == 0 || fs[0] != render.Text || !slices.Contains(fs, render.JSON) {
			t.Errorf("%s has the formats %v", command, fs)
		}
	}
	if fs := render.Formats("dance"); fs != nil {
		t.Errorf("dance has the formats %v", fs)
	}
	err := render.Floor(io.Discard, "papyrus", small(), render.Options{})
	var format *render.FormatError
	if !errors.As(err, &format) || err.Error() != `floor has no format "papyrus"; known: text, json, markdown, csv` {
		t.Errorf("an unknown format: %v", err)
	}
}

// TestNothingKnownIsNoZero holds that a session without a model has no prices and no window in JSON.
func TestNothingKnownIsNoZero(t *testing.T) {
	t.Parallel()
	r := small()
	r.Session = project(t, r.Floor, bench.Plan{Steps: 3, Growth: 10})
	document := func() map[string]json.RawMessage {
		var b bytes.Buffer
		if err := render.Floor(&b, render.JSON, r, render.Options{}); err != nil {
			t.Fatal(err)
		}
		var d map[string]json.RawMessage
		if err := json.Unmarshal(b.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := document(); d["cost"] != nil || d["session"] == nil {
		t.Errorf("without a model, cost is %s and session %s", d["cost"], d["session"])
	}
	r.Session = project(t, r.Floor, bench.Plan{Model: tokens.Model{ID: "free-weights"}, Steps: 3})
	var cost map[string]any
	if err := json.Unmarshal(document()["cost"], &cost); err != nil {
		t.Fatal(err)
	}
	if want := map[string]any{"model": "free-weights", "steps": 3.0}; !maps.Equal(cost, want) {
		t.Errorf("without a price, cost is %v, want %v", cost, want)
	}
}

type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteErrorsAreReturned(t *testing.T) {
	t.Parallel()
	for _, f := range render.Formats("floor") {
		if err := render.Floor(noRoom{}, f, small(), render.Options{}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: a full disk gives %v", f, err)
		}
	}
}

func ExampleFloor() {
	f := &bench.Floor{
		Unit:  bench.Unit{Ruler: bench.Model, Encoding: "o200k_base", Framing: "json", Serialisation: "compact"},
		Tools: []bench.ToolCost{{Name: "add", Parts: bench.Cost{Name: 1, Description: 3, Input: 28, Framing: 11}}},
	}
	if err := render.Floor(os.Stdout, render.Markdown, &render.FloorReport{Floor: f}, render.Options{}); err != nil {
		os.Exit(1)
	}
	// Output:
	// **1 tool costs 43 tokens at every step.**
	//
	// | tool | tokens | share | description | input | name, framing |
	// | --- | --: | --: | --: | --: | --: |
	// | `add` | 43 | 100.0 % | 3 | 28 | 12 |
	//
	// What the provider adds to a request with tools is not known and not included.
	//
	// <sub>unit: model, o200k_base, json, compact; the tools under other rulers: wire 0, rendered 0 tokens</sub>
}
