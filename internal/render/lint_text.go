package render

import (
	"bytes"

	"github.com/schema-bench/schema-bench/targets"
)

func lintText(b *bytes.Buffer, r *LintReport, opt Options) error {
	paragraph(b, "", "", r.headline(), bold, opt)
	foreign(b, r.against(), opt)
	if len(r.Targets) == 1 && r.Targets[0].ID == (targets.Target{}).ID() {
		sentence(b, "--target NAMES asks for single ones; schema-bench help targets lists them.", opt)
	}
	show, more := r.listed()
	if len(show) > 0 {
		b.WriteByte('\n')
		lintTable(b, r, show, opt)
	}
	if more > 0 {
		sentence(b, "  and "+count(more)+" more; --verbose lists them, --rule and --ignore choose among them", opt)
	}
	if todo := fixes(show); len(todo) > 0 {
		b.WriteString("\nWhat to do:\n")
		rows := make([][]string, len(todo))
		for i, t := range todo {
			rows[i] = []string{line(t[0]), line(t[1])}
		}
		table(b, "  ", []column{{title: "rule"}, {title: "fix", text: true}}, rows, opt)
	}
	if r.All && len(show) > 0 {
		b.WriteString("\nKnown from:\n")
		for _, e := range evidence(show) {
			s := e[0] + ", " + e[1] + ": " + join([]string{e[2], e[3]}, ", ")
			if e[4] != "" {
				s += " (" + e[4] + ")"
			}
			paragraph(b, "  ", "    ", line(s), "", opt)
		}
	}
	warningsText(b, r.Warnings, opt)
	return nil
}

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
	table(b, "  ", cols[from:], rows, opt)
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
