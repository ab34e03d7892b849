package render_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// framings has a row of every fidelity, and one whose reason tries to break out.
func framings() *render.FramingsReport {
	row := func(name string, f framing.Fidelity, n, bytes, safe, standard int) render.FramingRow {
		return render.FramingRow{
			Unit:     bench.Unit{Ruler: bench.Rendered, Encoding: tokens.O200kBase, Framing: name, Serialisation: "compact"},
			Fidelity: f, Tokens: n, Bytes: bytes,
			Savings: []bench.Saving{{Level: "safe", After: n - safe, Saved: safe}, {Level: "standard", After: n - standard, Saved: standard}},
		}
	}
	refused := row("gptoss-jinja", framing.Exact, 0, 0, 0, 0)
	refused.Savings, refused.Refused = nil, errors.New("tool \"x\x1b[31m|`\" has no\ndescription")
	return &render.FramingsReport{
		Tools: 12, Model: "model-x", Mark: "anthropic",
		Rows: []render.FramingRow{
			row("json", framing.Exact, 3678, 16_634, 389, 426), row("openai-ts", framing.Reconstructed, 1867, 8077, 0, 26), refused,
			row("llama3", framing.Exact, 6310, 35_811, 441, 498), row("anthropic", framing.Estimate, 3548, 15_880, 390, 429),
		},
		Warnings: []error{errors.New("a warning")},
		Next:     []string{"schema-bench compact tools.json"},
	}
}

func TestFramings(t *testing.T) {
	t.Parallel()
	one := framings()
	one.Tools, one.Mark, one.Rows, one.Warnings, one.Next = 1, "", one.Rows[2:3], nil, nil
	for _, tt := range []struct {
		golden string
		format render.Format
		report *render.FramingsReport
		opt    render.Options
	}{
		{"framings.txt", render.Text, framings(), render.Options{}},
		{"framings-narrow.txt", render.Text, framings(), render.Options{ASCII: true, Color: true, Width: 50}},
		{"framings-refused.txt", render.Text, one, render.Options{}},
		{"framings.json", render.JSON, framings(), render.Options{}},
		{"framings.md", render.Markdown, framings(), render.Options{}},
		{"framings.csv", render.CSV, framings(), render.Options{}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := render.Framings(&b, tt.format, tt.report, tt.opt); err != nil {
				t.Fatal(err)
			}
			golden(t, tt.golden, b.Bytes())
		})
	}
}
