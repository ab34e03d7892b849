package render

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

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

type jsonTransform struct {
	Name  string `json:"name"`
	Claim string `json:"claim"`
	Saved int    `json:"saved"`
}

type jsonCompacted struct {
	Name    string               `json:"name"`
	Source  string               `json:"source"`
	Before  int                  `json:"before"`
	After   int                  `json:"after"`
	Level   string               `json:"level,omitempty"` // that it is served at
	Verdict string               `json:"verdict"`
	Reason  string               `json:"reason,omitempty"` // why it is not at the level that was asked for
	Edits   []schemacompact.Edit `json:"edits"`
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
		d.Steps[i] = jsonPlanStep{s.Name, string(s.Claim), s.Tools, s.Saves, s.Total, s.Taken}
	}
	return d
}

// hideListed is how many tools are named that could be hidden.
const hideListed = 8

// planSentence says whether the limit is met, and otherwise what would help.
func planSentence(p *schemacompact.Plan) string {
	if p.Over == 0 {
		s := "All tools fit " + count(p.MaxTotal) + " tokens"
		for _, step := range p.Steps {
			if step.Taken > 0 {
				return s + " after what was taken below, the least lossy first."
			}
		}
		return s + " as they are."
	}
	s := "With everything done the tools are still " + plural(p.Over, "token") + " over " + count(p.MaxTotal) + "."
	if len(p.Hide) > 0 {
		names := make([]string, 0, hideListed)
		for _, name := range p.Hide[:min(len(p.Hide), hideListed)] {
			names = append(names, line(name))
		}
		if n := len(p.Hide) - hideListed; n > 0 {
			names = append(names, plural(n, "more tool"))
		}
		s += " The rest would fit without the largest: " + strings.Join(names, ", ") + " (--hide)."
	}
	return s
}

func planRows(p *schemacompact.Plan, name func(string) string) [][]string {
	var rows [][]string
	for _, s := range p.Steps {
		rows = append(rows, []string{name(s.Name), string(s.Claim), count(s.Saves), count(s.Total), count(s.Taken) + " of " + plural(s.Tools, "tool")})
	}
	return rows
}

func compactJSON(b *bytes.Buffer, r *CompactReport, _ Options) error {
	d := compactDocument{Schema: "schema-bench/compact/v1", Unit: r.Unit, Sources: sourcesJSON(r.Sources, r.Failed), Level: r.Level, Target: r.Target, Before: r.Before, After: r.After,
		Plan:       planJSON(r.Plan),
		Transforms: make([]jsonTransform, len(r.Transforms)), Tools: make([]jsonCompacted, len(r.Tools)), Warnings: jsonWarnings(r.Warnings)}
	for i, t := range r.Transforms {
		d.Transforms[i] = jsonTransform{t.Name, string(t.Claim), t.Saved}
	}
	for i, t := range r.Tools {
		d.Tools[i] = jsonCompacted{t.Name, t.Source, t.Before, t.After, string(t.Level), t.Verdict.String(), t.Reason, t.Edits}
		if t.Edits == nil {
			d.Tools[i].Edits = []schemacompact.Edit{}
		}
	}
	return writeJSON(b, d)
}

func compactMarkdown(b *bytes.Buffer, r *CompactReport, _ Options) error {
	fmt.Fprintf(b, "**%s** %s\n", r.headline(), r.proofs())
	if r.Plan != nil {
		fmt.Fprintf(b, "\n%s\n", planSentence(r.Plan))
		if len(r.Plan.Steps) > 0 {
			b.WriteByte('\n')
			markdownTable(b, []column{{title: "step"}, {title: "claim"}, {title: "would save", right: true}, {title: "left", right: true}, {title: "taken by", right: true}}, planRows(r.Plan, codeCell))
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
