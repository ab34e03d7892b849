package render

import (
	"bytes"
	"fmt"
	"io"

	"github.com/schema-bench/schema-bench/mcpwrap/probe"
)

// A WrapCheckReport is what wrap check says: a server held against itself behind the proxy.
type WrapCheckReport struct {
	*probe.Report
	Warnings []error
}

// WrapCheck writes a comparison in one of the formats of [Formats]("wrap check"); any other is a *[FormatError].
func WrapCheck(w io.Writer, f Format, r *WrapCheckReport, opt Options) error {
	return render(w, "wrap check", wrapCheckWriters(), f, r, opt)
}

func wrapCheckWriters() []writer[*WrapCheckReport] {
	return []writer[*WrapCheckReport]{{Text, wrapCheckText}, {JSON, wrapCheckJSON}, {Markdown, wrapCheckMarkdown}}
}

func (r *WrapCheckReport) headline() string {
	server := r.Server
	if server == "" {
		server = "the server"
	}
	n := r.Differences()
	if n == 0 {
		return fmt.Sprintf("Through the proxy %s says what it says directly.", server)
	}
	return fmt.Sprintf("Through the proxy %s does not say what it says directly: %s of %d.", server, plural(n, "difference"), len(r.Rows))
}

// verdictWords are for people.
func verdictWords(v probe.Verdict) string {
	switch v {
	case probe.Proved:
		return "same, proved"
	case probe.Varies:
		return "varies by itself"
	case probe.Absent:
		return "not offered"
	case probe.Different:
		return "DIFFERENT"
	}
	return string(v)
}

func wrapCheckText(b *bytes.Buffer, r *WrapCheckReport, opt Options) error {
	foreign(b, line(r.headline()), opt)
	b.WriteByte('\n')
	rows := make([][]string, len(r.Rows))
	for i := range r.Rows {
		row := &r.Rows[i]
		verdict := verdictWords(row.Verdict)
		if row.Verdict == probe.Different {
			verdict = paint(verdict, "31", opt)
		}
		rows[i] = []string{line(row.Feature), line(row.Direct), line(row.Through), verdict}
	}
	table(b, "  ", []column{{title: "feature", name: true}, {title: "directly", name: true, drop: 1}, {title: "through the proxy", name: true}, {title: "verdict"}}, rows, opt)
	for i, first := 0, true; i < len(r.Rows); i++ {
		for _, note := range r.Rows[i].Notes {
			if first {
				b.WriteByte('\n')
				first = false
			}
			paragraph(b, line(r.Rows[i].Feature)+": ", "  ", line(note), "", opt)
		}
	}
	warningsText(b, r.Warnings, opt)
	return nil
}

type wrapCheckDocument struct {
	Schema      string             `json:"schema"`
	Server      string             `json:"server"`
	Differences int                `json:"differences"`
	Features    []jsonCheckFeature `json:"features"`
	Warnings    []string           `json:"warnings"`
}

type jsonCheckFeature struct {
	Feature string        `json:"feature"`
	Direct  string        `json:"direct"`
	Through string        `json:"through"`
	Verdict probe.Verdict `json:"verdict"`
	Notes   []string      `json:"notes,omitempty"`
}

func wrapCheckJSON(b *bytes.Buffer, r *WrapCheckReport, _ Options) error {
	doc := wrapCheckDocument{"schema-bench/wrap-check/v1", r.Server, r.Differences(), make([]jsonCheckFeature, len(r.Rows)), jsonWarnings(r.Warnings)}
	for i := range r.Rows {
		row := &r.Rows[i]
		doc.Features[i] = jsonCheckFeature{row.Feature, row.Direct, row.Through, row.Verdict, row.Notes}
	}
	return writeJSON(b, doc)
}

func wrapCheckMarkdown(b *bytes.Buffer, r *WrapCheckReport, _ Options) error {
	b.WriteString(code(r.headline()) + "\n\n")
	rows := make([][]string, len(r.Rows))
	var notes []string
	for i := range r.Rows {
		row := &r.Rows[i]
		rows[i] = []string{code(row.Feature), code(row.Direct), code(row.Through), verdictWords(row.Verdict)}
		for _, note := range row.Notes {
			notes = append(notes, code(row.Feature+": "+note))
		}
	}
	markdownTable(b, []column{{title: "feature"}, {title: "directly"}, {title: "through the proxy"}, {title: "verdict"}}, rows)
	markdownList(b, "Notes", notes)
	warningsMarkdown(b, r.Warnings)
	return nil
}
