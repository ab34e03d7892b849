package render

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/schemacompact"
)

type compactDocument struct {
	Schema     string          `json:"schema"`
	Unit       bench.Unit      `json:"unit"`
	Sources    *jsonSources    `json:"sources,omitempty"`
	Level      string          `json:"level,omitempty"`
	Target     string          `json:"target,omitempty"`
	Before     int             `json:"before"`
	After      int             `json:"after"`
	Transforms []jsonTransform `json:"transforms"`
	Plan       *jsonPlan       `json:"plan,omitempty"`
	Tools      []jsonCompacted `json:"tools"`
	Warnings   []string        `json:"warnings"`
}

// A jsonTransform is what a transform saved, or, without a claim, what was saved where tools are joined: together they are
// before less after.
type jsonTransform struct {
	Name  string `json:"name"`
	Claim string `json:"claim,omitempty"`
	Saved int    `json:"saved"`
}

type jsonCompacted struct {
	Name    string `json:"name"`
	Source  string `json:"source"`
	Before  int    `json:"before"`
	After   int    `json:"after"`
	Level   string `json:"level,omitempty"` // that it is served at
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"` // why it is not at the level that was asked for
	// OutputGone says that the tool had an output schema and has none any more.
	OutputGone bool                 `json:"output_schema_dropped,omitempty"`
	Edits      []schemacompact.Edit `json:"edits"`
}

type jsonPlan struct {
	MaxTotal int            `json:"max_total"`
	Before   int            `json:"before"`
	After    int            `json:"after"`
	Over     int            `json:"over"`
	Steps    []jsonPlanStep `json:"steps"`
	Hide     []string       `json:"hide"`
}

type jsonPlanStep struct {
	Name  string `json:"name"`
	Claim string `json:"claim"`
	Asked bool   `json:"asked,omitempty"`
	Tools int    `json:"tools"`
	Saves int    `json:"saves"`
	Total int    `json:"total"`
	Taken int    `json:"taken"`
}

func planJSON(p *schemacompact.Plan) *jsonPlan {
	if p == nil {
		return nil
	}
	d := &jsonPlan{MaxTotal: p.MaxTotal, Before: p.Before, After: p.After, Over: p.Over, Steps: make([]jsonPlanStep, len(p.Steps)), Hide: p.Hide}
	if d.Hide == nil {
		d.Hide = []string{}
	}
	for i, s := range p.Steps {
		d.Steps[i] = jsonPlanStep{s.Name, string(s.Claim), s.Asked, s.Tools, s.Saves, s.Total, s.Taken}
	}
	return d
}

func compactJSON(b *bytes.Buffer, r *CompactReport, _ Options) error {
	d := compactDocument{Schema: "schema-bench/compact/v1", Unit: r.Unit, Sources: sourcesJSON(r.Sources, r.Failed), Level: r.Level, Target: r.Target, Before: r.Before, After: r.After,
		Plan:       planJSON(r.Plan),
		Transforms: make([]jsonTransform, len(r.Transforms)), Tools: make([]jsonCompacted, len(r.Tools)), Warnings: jsonWarnings(r.Warnings)}
	for i, t := range r.Transforms {
		d.Transforms[i] = jsonTransform{t.Name, string(t.Claim), t.Saved}
	}
	if n := r.joining(); n != 0 {
		d.Transforms = append(d.Transforms, jsonTransform{Name: "joining", Saved: n})
	}
	for i, t := range r.Tools {
		d.Tools[i] = jsonCompacted{t.Name, t.Source, t.Before, t.After, string(t.Level), t.Verdict.String(), t.Reason, t.OutputGone, t.Edits}
		if t.Edits == nil {
			d.Tools[i].Edits = []schemacompact.Edit{}
		}
	}
	return writeJSON(b, d)
}

func compactMarkdown(b *bytes.Buffer, r *CompactReport, _ Options) error {
	fmt.Fprintf(b, "**%s** %s\n", r.headline(), r.proofs())
	if r.Plan != nil {
		fmt.Fprintf(b, "\n%s\n", r.planSentence())
		if len(r.Plan.Steps) > 0 {
			b.WriteByte('\n')
			markdownTable(b, planColumns(), planRows(r.Plan, codeCell))
		}
	}
	if len(r.Transforms) > 0 {
		b.WriteByte('\n')
		rows := [][]string{{"original", count(r.Before), "", ""}}
		for _, t := range r.Transforms {
			rows = append(rows, []string{codeCell(t.Name), delta(-t.Saved), part(t.Saved, r.Before), string(t.Claim)})
		}
		if n := r.joining(); n != 0 {
			rows = append(rows, []string{"joining", delta(-n), part(n, r.Before), ""})
		}
		rows = append(rows, []string{"**compacted**", "**" + count(r.After) + "**", part(r.After, r.Before), ""})
		markdownTable(b, []column{{title: "transform"}, {title: "tokens", right: true}, {title: "share", right: true}, {title: "claim"}}, rows)
	}
	if changed := r.changed(); len(changed) > 0 {
		b.WriteByte('\n')
		rows := make([][]string, len(changed))
		for i, t := range changed {
			verdict := t.outcome()
			if t.Reason != "" {
				verdict += ": " + codeCell(t.Reason)
			}
			rows[i] = []string{codeCell(t.Name), count(t.Before), count(t.After), part(t.Before-t.After, t.Before), count(len(t.Edits)), verdict}
		}
		markdownTable(b, []column{{title: "tool"}, {title: "before", right: true}, {title: "after", right: true}, {title: "saved", right: true}, {title: "edits", right: true}, {title: "verdict"}}, rows)
		if s := r.unchanged(); s != "" {
			fmt.Fprintf(b, "\nand %s\n", s)
		}
	}
	warningsMarkdown(b, r.Warnings)
	fmt.Fprintf(b, "\n<sub>unit: %s</sub>\n", r.Unit)
	nextMarkdown(b, r.Next)
	return nil
}

// compactCSV writes one record per tool, in source order.
func compactCSV(b *bytes.Buffer, r *CompactReport, _ Options) error {
	records := [][]string{{"name", "source", "before_tokens", "after_tokens", "edits", "verdict", "reason", "unit", "level"}}
	for _, t := range r.Tools {
		records = append(records, []string{cell(t.Name), cell(t.Source), strconv.Itoa(t.Before), strconv.Itoa(t.After), strconv.Itoa(len(t.Edits)),
			t.Verdict.String(), cell(t.Reason), r.Unit.String(), string(t.Level)})
	}
	return writeCSV(b, records)
}
