package render_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/tokens"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"floor", "diff", "why", "compact", "verify", "lint"} {
		fs := render.Formats(command)
		if len(fs) == 0 || fs[0] != render.Text || !slices.Contains(fs, render.JSON) || !slices.Contains(fs, render.Markdown) {
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

// TestHistoryIsSaidOfGrowthOnly holds that a session without growth is not compared with a history that it does not have.
func TestHistoryIsSaidOfGrowthOnly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		plan          bench.Plan
		says, silence []string
	}{
		{bench.Plan{Steps: 25}, []string{"add --growth TOKENS"}, []string{"Over 25 steps", "holds"}},
		{bench.Plan{Steps: 1}, nil, []string{"--growth", "Over 1 step", "holds"}},
		{bench.Plan{Steps: 25, Growth: 10}, []string{"Over 25 steps, with 10 tokens of history more at each", "From step 5 on"}, []string{"--growth"}},
		{bench.Plan{Steps: 2, Growth: 10}, []string{"No step holds as much history as floor."}, []string{"From step"}},
	} {
		for _, f := range []render.Format{render.Text, render.Markdown} {
			r := small()
			r.Session = project(t, r.Floor, tt.plan)
			text := strings.ReplaceAll(written(t, f, r), "`", "")
			for _, s := range tt.says {
				if !strings.Contains(text, s) {
					t.Errorf("%+v, %s: nothing says %q:\n%s", tt.plan, f, s, text)
				}
			}
			for _, s := range tt.silence {
				if strings.Contains(text, s) {
					t.Errorf("%+v, %s: something says %q:\n%s", tt.plan, f, s, text)
				}
			}
		}
	}
}

func written(t *testing.T, f render.Format, r *render.FloorReport) string {
	t.Helper()
	var b bytes.Buffer
	if err := render.Floor(&b, f, r, render.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestFailedSourcesAreSaid holds that the total of some sources does not read as that of all.
func TestFailedSourcesAreSaid(t *testing.T) {
	t.Parallel()
	r := small()
	r.Sources, r.Failed = 2, 2
	const want = "2 of 4 sources (the others could not be read): 1 tool costs 43 tokens at every step."
	if got := written(t, render.Text, r); !strings.HasPrefix(got, want+"\n") {
		t.Errorf("text begins otherwise:\n%s", got)
	}
	if got := written(t, render.Markdown, r); !strings.HasPrefix(got, "**"+want+"**\n") {
		t.Errorf("Markdown begins otherwise:\n%s", got)
	}
	r.Floor.System = 7
	if got := written(t, render.Text, r); !strings.Contains(got, "could not be read): every step costs 50 tokens") {
		t.Errorf("with a system prompt:\n%s", got)
	}
	var d struct{ Sources *struct{ Read, Failed int } }
	if err := json.Unmarshal([]byte(written(t, render.JSON, r)), &d); err != nil || d.Sources == nil || d.Sources.Read != 2 || d.Sources.Failed != 2 {
		t.Errorf("sources in JSON: %+v, %v", d.Sources, err)
	}
	r.Failed = 0
	if got := written(t, render.Text, r); strings.Contains(got, "source") {
		t.Errorf("nothing failed, and yet:\n%s", got)
	}
}

// TestCSVAddsUp holds that the records of all kinds but deferred add up to the floor.
func TestCSVAddsUp(t *testing.T) {
	t.Parallel()
	r := full(t)
	records, err := csv.NewReader(strings.NewReader(written(t, render.CSV, r))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, rec := range records[1:] {
		n, err := strconv.Atoi(rec[3])
		if err != nil || rec[2] == "" {
			t.Errorf("the record %q: %v", rec, err)
		}
		if rec[0] != "deferred" {
			sum += n
		}
	}
	if sum != r.Floor.Total() {
		t.Errorf("the records add up to %d, the floor is %d", sum, r.Floor.Total())
	}
}

func TestUnknownOverheadIsNull(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		report *render.FloorReport
		want   string
	}{{small(), "null"}, {full(t), "24"}} {
		var d struct{ Total map[string]json.RawMessage }
		if err := json.Unmarshal([]byte(written(t, render.JSON, tt.report)), &d); err != nil || string(d.Total["overhead"]) != tt.want {
			t.Errorf("overhead %s, want %s, error %v", d.Total["overhead"], tt.want, err)
		}
	}
}

// TestWhyListsAScreenful holds that a tool of very many places is not listed in full unless that is asked for.
func TestWhyListsAScreenful(t *testing.T) {
	t.Parallel()
	r := &render.WhyReport{Tool: "wide", Weights: []bench.Weight{{Tokens: 10_000}, {At: "/inputSchema", Depth: 1, Tokens: 9000}}}
	for i := range 500 {
		tokens := 10
		if i < 20 {
			tokens = 100
		}
		r.Weights = append(r.Weights, bench.Weight{At: "/inputSchema/properties/p", Depth: 2, Property: "p_" + strconv.Itoa(i), Tokens: tokens, Own: tokens})
	}
	rows := func(least int) (n int, text string) {
		r.Least = least
		var b bytes.Buffer
		if err := render.Why(&b, render.Text, r, render.Options{}); err != nil {
			t.Fatal(err)
		}
		return strings.Count(b.String(), "    p_"), b.String()
	}
	for least, want := range map[int]int{0: 20, -1: 500, 10: 500, 11: 20, 101: 0} {
		if n, text := rows(least); n != want || (n < 500) != strings.Contains(text, " tokens together") {
			t.Errorf("from %d tokens on %d places are listed, want %d:\n%.1500s", least, n, want, text)
		}
	}
	if _, text := rows(0); !strings.Contains(text, "and 480 places of under 11 tokens, 4,800 tokens together") {
		t.Errorf("the rest is not summed up:\n%s", text)
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
	// What the provider adds to a request with tools is not included.
	//
	// <sub>unit: model, o200k_base, json, compact; the tools under other rulers: wire 0, rendered 0 tokens</sub>
}
