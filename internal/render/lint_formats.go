package render

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/targets"
)

type lintDocument struct {
	Schema   string         `json:"schema"`
	Targets  []jsonTarget   `json:"targets"`
	Tools    int            `json:"tools"`
	Summary  map[string]int `json:"summary"` // findings by severity, those that are left out included
	Fails    int            `json:"fails"`
	Sources  *jsonSources   `json:"sources,omitempty"`
	Findings []jsonFinding  `json:"findings"`
	Warnings []string       `json:"warnings"`
	Problems []jsonProblem  `json:"problems,omitempty"` // of OpenAPI documents
}

type jsonTarget struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	AsOf  string `json:"as_of"`
}

type jsonFinding struct {
	Tool      string `json:"tool"`  // empty for the catalog as a whole
	Index     int    `json:"index"` // of the tool in its catalog; -1 for the catalog as a whole
	Source    string `json:"source"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Part      string `json:"part,omitempty"`
	At        string `json:"at"`
	Consumer  string `json:"consumer"`
	Rule      string `json:"rule"`
	Severity  string `json:"severity"`
	Fails     bool   `json:"fails"`
	Message   string `json:"message"`
	Fix       string `json:"fix,omitempty"`
	More      int    `json:"more,omitempty"`
	AsOf      string `json:"as_of"`
	Evidence  string `json:"evidence"`
	Confirmed bool   `json:"confirmed"`
	Note      string `json:"note,omitempty"`
}

func lintJSON(b *bytes.Buffer, r *LintReport, _ Options) error {
	d := lintDocument{Schema: "schema-bench/lint/v1", Targets: make([]jsonTarget, len(r.Targets)), Tools: len(r.Tools), Summary: map[string]int{},
		Fails: r.Fails(), Sources: sourcesJSON(r.Sources, r.Failed), Findings: make([]jsonFinding, len(r.Findings)), Warnings: jsonWarnings(r.Warnings), Problems: jsonProblems(r.Problems)}
	for i, t := range r.Targets {
		d.Targets[i] = jsonTarget{t.ID, t.Title, t.AsOf}
	}
	n := r.tally()
	for _, s := range lintSeverities() {
		d.Summary[string(s)] = n[s]
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		d.Findings[i] = jsonFinding{
			Tool: f.Tool, Index: f.Index, Source: f.Catalog, File: f.File, Line: f.Line, Part: f.Part, At: string(f.At), Consumer: f.Consumer,
			Rule: f.Rule, Severity: string(f.Severity), Fails: r.fails(f), Message: f.Message, Fix: f.Fix, More: f.More, AsOf: f.AsOf,
			Evidence: f.Finding.Source, Confirmed: f.Confirmed, Note: f.Note,
		}
	}
	return writeJSON(b, d)
}

func lintMarkdown(b *bytes.Buffer, r *LintReport, _ Options) error {
	fmt.Fprintf(b, "**%s**\n", r.headline())
	var names []string
	for _, t := range r.Targets {
		names = append(names, code(t.Title)+" ("+t.AsOf+")")
	}
	markdownList(b, "Against", names)
	show, more := r.listed()
	if len(show) > 0 {
		b.WriteByte('\n')
		cols := []column{{title: "source"}, {title: "tool"}, {title: "severity"}, {title: "rule"}, {title: "where and what"}}
		from := 0
		if !r.several() {
			from = 1
		}
		rows := make([][]string, len(show))
		for i := range show {
			f := &show[i]
			rows[i] = []string{codeCell(f.Catalog), codeCell(f.title()), string(f.Severity), codeCell(f.Rule), codeCell(f.whole())}[from:]
		}
		markdownTable(b, cols[from:], rows)
	}
	if more > 0 {
		fmt.Fprintf(b, "\nand %s more\n", count(more))
	}
	var todo []string
	for _, t := range fixes(show) {
		todo = append(todo, code(t[0])+": "+code(t[1]))
	}
	markdownList(b, "What to do", todo)
	if r.All {
		for i, list := range [][]LintRow{evidence(show), r.silent()} {
			var known []string
			for _, row := range list {
				known = append(known, code(row.Consumer+", "+row.Rule)+": "+code(join([]string{row.AsOf, row.Source, row.Note}, ", ")))
			}
			markdownList(b, []string{"Known from", "Found nothing by"}[i], known)
		}
	}
	warningsMarkdown(b, r.Warnings)
	problemsMarkdown(b, r.Problems, r.problems())
	return nil
}

// lintCSV writes one record per finding.
func lintCSV(b *bytes.Buffer, r *LintReport, _ Options) error {
	records := [][]string{{"source", "tool", "part", "at", "consumer", "rule", "severity", "message", "fix", "more", "as_of", "evidence", "confirmed"}}
	for i := range r.Findings {
		f := &r.Findings[i]
		records = append(records, []string{cell(f.Catalog), cell(f.Tool), f.Part, cell(string(f.At)), cell(f.Consumer), cell(f.Rule), string(f.Severity), cell(f.Message),
			cell(f.Fix), fmt.Sprint(f.More), cell(f.AsOf), cell(f.Finding.Source), fmt.Sprint(f.Confirmed)})
	}
	return writeCSV(b, records)
}

// lintJUnit writes one test case per tool and consumer, and one per consumer for the tools as a whole. Those that passed
// hold what was found all the same.
func lintJUnit(b *bytes.Buffer, r *LintReport, _ Options) error {
	var consumers []string
	for _, t := range r.Targets {
		consumers = append(consumers, t.ID)
	}
	type key struct {
		catalog  string
		index    int
		consumer string
	}
	found := map[key][]*LintFinding{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !slices.Contains(consumers, f.Consumer) {
			consumers = append(consumers, f.Consumer)
		}
		k := key{f.Catalog, f.Index, f.Consumer}
		found[k] = append(found[k], f)
	}
	var cases []junitCase
	add := func(catalog string, index int, title string) {
		if r.several() {
			title = catalog + ": " + title
		}
		for _, consumer := range consumers {
			c := junitCase{class: title, name: consumer}
			for _, f := range found[key{catalog, index, consumer}] {
				c.details = append(c.details, string(f.Severity)+" "+f.Rule+": "+f.whole())
				if r.fails(f) && c.failure == "" {
					c.failure = string(f.Severity)
				}
			}
			// The message of a case is its first line, which should be one that fails it.
			slices.SortStableFunc(c.details, func(a, b string) int { return rank(a) - rank(b) })
			cases = append(cases, c)
		}
	}
	next := map[string]int{}
	for _, t := range r.Tools {
		if next[t.Catalog] == 0 {
			add(t.Catalog, -1, (&LintFinding{Finding: targets.Finding{Index: -1}}).title())
		}
		add(t.Catalog, next[t.Catalog], (&LintFinding{Finding: targets.Finding{Tool: t.Name}}).title())
		next[t.Catalog]++
	}
	return writeJUnit(b, "schema-bench lint", cases)
}

// rank orders details by the severity that they begin with.
func rank(detail string) int {
	return slices.IndexFunc(lintSeverities(), func(s targets.Severity) bool { return len(detail) > len(s) && detail[:len(s)] == string(s) })
}

// lintGitHub writes an annotation for each finding, behind a notice with the answer: of many errors only the first few
// are shown.
func lintGitHub(b *bytes.Buffer, r *LintReport, _ Options) error {
	annotation{level: "notice", title: "schema-bench lint", message: r.headline() + " " + r.against()}.write(b)
	show := slices.Clone(r.Findings)
	slices.SortStableFunc(show, func(x, y LintFinding) int { return rank(string(x.Severity)+" ") - rank(string(y.Severity)+" ") })
	for i := range show {
		f := &show[i]
		level := string(f.Severity)
		if f.Severity == targets.Note {
			level = "notice"
		}
		message := f.whole()
		if f.Fix != "" {
			message += "; " + f.Fix
		}
		annotation{level: level, file: f.File, line: f.Line, title: f.title() + ": " + f.Rule, message: message}.write(b)
	}
	return nil
}
