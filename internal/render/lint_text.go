package render

import (
	"bytes"
	"strings"

	"github.com/schema-bench/schema-bench/targets"
)

func lintText(b *bytes.Buffer, r *LintReport, opt Options) error {
	show, more := r.listed()
	if r.Quiet {
		if len(show) > 0 {
			lintTable(b, r, show, opt)
		}
		leftOut(b, more, opt)
		return nil
	}
	paragraph(b, "", "", r.headline(), bold, opt)
	foreign(b, r.against(), opt)
	if len(r.Targets) == 1 && r.Targets[0].ID == (targets.Target{}).ID() {
		sentence(b, "--target NAMES asks for single ones; schema-bench help targets lists them.", opt)
	}
	if len(show) > 0 {
		b.WriteByte('\n')
		lintTable(b, r, show, opt)
	}
	leftOut(b, more, opt)
	if todo := fixes(show); len(todo) > 0 {
		b.WriteString("\nWhat to do:\n")
		rows := make([][]string, len(todo))
		for i, t := range todo {
			rows[i] = []string{line(t[0]), line(t[1])}
		}
		table(b, "  ", []column{{title: "rule"}, {title: "fix", text: true}}, rows, opt)
	}
	if r.All {
		rowsText(b, r, opt)
	}
	warningsText(b, r.Warnings, opt)
	problemsText(b, plural(len(r.Problems), "problem")+" of the documents that the tools are made of", r.Problems, r.problems(), opt)
	return nil
}

// leftOut says how many findings are not listed, and how to see them.
func leftOut(b *bytes.Buffer, more int, opt Options) {
	if more > 0 {
		sentence(b, "  and "+count(more)+" more; --verbose lists them, --rule and --ignore choose among them", opt)
	}
}

// rowsText says where each row of the table that was held against the tools is known from, those first that found
// something.
func rowsText(b *bytes.Buffer, r *LintReport, opt Options) {
	for i, list := range [][]LintRow{evidence(r.Findings), r.silent()} {
		if len(list) == 0 {
			continue
		}
		b.WriteString([]string{"\nKnown from:\n", "\nFound nothing by:\n"}[i])
		for _, row := range list {
			paragraph(b, "  ", "    ", line(row.String()), "", opt)
		}
	}
}

// The columns that the text of a finding gets beside the others, at least, and how far it is set in below them.
const (
	besideText = 40
	belowText  = 6
)

// lintTable lists findings in columns. On a terminal where long names would leave the text too little room, or a pointer
// in it, where and what follow below the others.
func lintTable(b *bytes.Buffer, r *LintReport, show []LintFinding, opt Options) {
	cols := []column{{title: "source", name: true, tail: true}, {title: "tool", name: true}, {title: "severity"}, {title: "rule", drop: 1}, {title: "where and what", text: true}}
	from := 0
	if !r.several() {
		from = 1
	}
	labels := make([]string, len(show))
	for i := range show {
		labels[i] = show[i].Catalog
	}
	short := shortSources(labels)
	rows := make([][]string, len(show))
	for i := range show {
		f := &show[i]
		rows[i] = []string{line(short[f.Catalog]), line(f.title()), paint(string(f.Severity), severityColor(f.Severity), opt), line(f.Rule), line(f.whole())}[from:]
	}
	cols = cols[from:]
	last := len(cols) - 1
	heads := make([][]string, len(rows))
	beside := besideText
	for i := range rows {
		heads[i] = rows[i][:last]
		for _, word := range words(rows[i][last]) {
			beside = max(beside, columns(word))
		}
	}
	for _, w := range natural(cols[:last], heads, opt) {
		beside += w + len("  ")
	}
	if opt.Width <= 0 || beside+len("  ") <= opt.Width {
		table(b, "  ", cols, rows, opt)
		return
	}
	var above bytes.Buffer
	table(&above, "  ", cols[:last], heads, opt)
	lines := strings.SplitAfter(above.String(), "\n")
	b.WriteString(lines[0])
	for i := range rows {
		b.WriteString(lines[i+1])
		for _, l := range wrapPointers(rows[i][last], max(1, opt.Width-belowText)) {
			b.WriteString(strings.Repeat(" ", belowText) + l + "\n")
		}
	}
}

// wrapPointers breaks a text into lines. A pointer that is longer than a line goes on in the next one with a name.
func wrapPointers(s string, room int) []string {
	var lines []string
	for _, l := range wrap(s, room, room, false) {
		for columns(l) > room {
			at := prefix(l, room)
			if slash := strings.LastIndexByte(l[:at], '/'); slash > 0 {
				at = slash
			}
			if at == len(l) {
				break // a single character that is wider than the room
			}
			lines = append(lines, l[:at])
			l = l[at:]
		}
		lines = append(lines, l)
	}
	return lines
}

func severityColor(s targets.Severity) string {
	switch s {
	case targets.Error:
		return "31"
	case targets.Warning:
		return "33"
	}
	return dim
}
