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
	Level      string          `json:"level"`
	Before     int             `json:"before"`
	After      int             `json:"after"`
	Transforms []jsonTransform `json:"transforms"`
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
	Verdict string               `json:"verdict"`
	Reason  string               `json:"reason,omitempty"` // why it was left as it came
	Edits   []schemacompact.Edit `json:"edits"`
}

func compactJSON(b *bytes.Buffer, r *CompactReport, _ Options) error {
	d := compactDocument{Schema: "schema-bench/compact/v1", Unit: r.Unit, Sources: sourcesJSON(r.Sources, r.Failed), Level: r.Level, Before: r.Before, After: r.After,
		Transforms: make([]jsonTransform, len(r.Transforms)), Tools: make([]jsonCompacted, len(r.Tools)), Warnings: jsonWarnings(r.Warnings)}
	for i, t := range r.Transforms {
		d.Transforms[i] = jsonTransform{t.Name, string(t.Claim), t.Saved}
	}
	for i, t := range r.Tools {
		d.Tools[i] = jsonCompacted{t.Name, t.Source, t.Before, t.After, t.Verdict.String(), t.Reason, t.Edits}
		if t.Edits == nil {
			d.Tools[i].Edits = []schemacompact.Edit{}
		}
	}
	return writeJSON(b, d)
}

func compactMarkdown(b *bytes.Buffer, r *CompactReport, _ Options) error {
	fmt.Fprintf(b, "**%s** %s\n", r.headline(), r.proofs())
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
			verdict := t.Verdict.String()
			if t.Reason != "" {
				verdict = "left as it came: " + codeCell(t.Reason)
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
	records := [][]string{{"name", "source", "before_tokens", "after_tokens", "edits", "verdict", "reason", "unit"}}
	for _, t := range r.Tools {
		records = append(records, []string{cell(t.Name), cell(t.Source), strconv.Itoa(t.Before), strconv.Itoa(t.After), strconv.Itoa(len(t.Edits)),
			t.Verdict.String(), cell(t.Reason), r.Unit.String()})
	}
	return writeCSV(b, records)
}
