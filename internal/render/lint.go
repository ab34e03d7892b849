package render

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/targets"
)

// A LintReport is what the lint command says: what consumers refuse or mishandle of the tools of some catalogs.
type LintReport struct {
	Targets         []LintTarget
	Tools           []LintTool // all that were looked at, in their order
	Findings        []LintFinding
	Failing         targets.Severity // findings that are at least as bad fail; empty if none does
	All             bool             // text and Markdown list every finding, with where it is known from
	Quiet           bool             // text has the findings that fail and nothing else: nothing at all if none does
	Sources, Failed int              // how many sources were read and how many could not be
	Warnings        []error
	Problems        []catalog.Problem // of OpenAPI documents; they are no findings and fail nothing
}

// A LintTarget is a consumer that was asked for.
type LintTarget struct {
	ID, Title string
	AsOf      string // the day of its newest figure
	Rows      []LintRow
}

// A LintRow is a row of the table of a consumer, and where it is known from.
type LintRow struct{ Consumer, Rule, AsOf, Source, Note string }

// A LintTool is a tool that was looked at.
type LintTool struct {
	Catalog string // the label of its source
	Name    string // may be empty
}

// A LintFinding is a finding with the place that it is about.
type LintFinding struct {
	targets.Finding
	Catalog string // the label of the source
	File    string // that the tool stands in; empty if it is no file
	Line    int    // of the tool in that file; 0 if unknown
}

// Lint writes a lint report in one of the formats of [Formats]("lint"); any other is a *[FormatError].
func Lint(w io.Writer, f Format, r *LintReport, opt Options) error {
	return render(w, "lint", lintWriters(), f, r, opt)
}

func lintWriters() []writer[*LintReport] {
	return []writer[*LintReport]{{Text, lintText}, {JSON, lintJSON}, {Markdown, lintMarkdown}, {CSV, lintCSV}, {JUnit, lintJUnit}, {GitHub, lintGitHub}}
}

// lintSeverities are all of them, the worst first.
func lintSeverities() []targets.Severity {
	return []targets.Severity{targets.Error, targets.Warning, targets.Note}
}

// Fails returns the number of findings that fail.
func (r *LintReport) Fails() int {
	n := 0
	for i := range r.Findings {
		if r.fails(&r.Findings[i]) {
			n += 1 + r.Findings[i].More
		}
	}
	return n
}

func (r *LintReport) fails(f *LintFinding) bool { return f.Severity.AtLeast(r.Failing) }

// tally counts findings by severity, those that are left out included.
func (r *LintReport) tally() map[targets.Severity]int {
	n := map[targets.Severity]int{}
	for i := range r.Findings {
		n[r.Findings[i].Severity] += 1 + r.Findings[i].More
	}
	return n
}

// headline is the answer in one sentence.
func (r *LintReport) headline() string {
	of := plural(len(r.Tools), "tool")
	n, about := r.tally(), map[LintTool]map[int]bool{}
	affected := 0
	for i := range r.Findings {
		f := &r.Findings[i]
		key := LintTool{f.Catalog, f.Tool}
		if f.Index < 0 || about[key][f.Index] {
			continue
		}
		if about[key] == nil {
			about[key] = map[int]bool{}
		}
		about[key][f.Index] = true
		affected++
	}
	var parts []string
	for _, s := range lintSeverities() {
		if n[s] > 0 {
			parts = append(parts, plural(n[s], string(s)))
		}
	}
	if len(parts) == 0 {
		return partly(r.Sources, r.Failed) + "nothing found in " + of + "."
	}
	list := strings.Join(parts, ", ")
	if last := len(parts) - 1; last > 0 {
		list = strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return partly(r.Sources, r.Failed) + list + ", in " + count(affected) + " of " + of + "."
}

// against names the consumers that were asked about, fit for a terminal.
func (r *LintReport) against() string {
	var names []string
	for _, t := range r.Targets {
		name := line(t.Title)
		if t.AsOf != "" {
			name += " (" + line(t.ID) + ", as of " + line(t.AsOf) + ")"
		}
		names = append(names, name)
	}
	return "Against " + strings.Join(names, ", ") + "."
}

// mostProblems is how many groups of problems text and Markdown list unless they are to list all.
const mostProblems = 10

// problems is how many groups of problems to list; 0 is all.
func (r *LintReport) problems() int {
	if r.All {
		return 0
	}
	return mostProblems
}

// mostListed is how many findings text and Markdown list unless they are to list all.
const mostListed = 40

// listed returns the findings that text and Markdown show, the worst first, and how many are left out.
func (r *LintReport) listed() (show []LintFinding, more int) {
	show = slices.Clone(r.Findings)
	if r.Quiet {
		show = slices.DeleteFunc(show, func(f LintFinding) bool { return !r.fails(&f) })
	}
	if !r.All {
		show = gathered(show)
	}
	slices.SortStableFunc(show, func(a, b LintFinding) int {
		return slices.Index(lintSeverities(), a.Severity) - slices.Index(lintSeverities(), b.Severity)
	})
	if !r.All && len(show) > mostListed {
		return show[:mostListed], len(show) - mostListed
	}
	return show, 0
}

// gathered makes one finding of those that say the same of several places in a tool.
func gathered(findings []LintFinding) []LintFinding {
	type key struct {
		catalog, part, consumer, rule, message string
		index                                  int
	}
	first := map[key]int{}
	var out []LintFinding
	for _, f := range findings {
		k := key{f.Catalog, f.Part, f.Consumer, f.Rule, f.Message, f.Index}
		if at, seen := first[k]; seen {
			out[at].More += 1 + f.More
			continue
		}
		first[k] = len(out)
		out = append(out, f)
	}
	return out
}

// several reports whether findings have to say which catalog they are of.
func (r *LintReport) several() bool {
	for _, t := range r.Tools {
		if t.Catalog != r.Tools[0].Catalog {
			return true
		}
	}
	return false
}

// title names the tool, or the catalog as a whole.
func (f *LintFinding) title() string {
	switch {
	case f.Index < 0:
		return "(all tools)"
	case f.Tool == "":
		return "(no name)"
	}
	return f.Tool
}

// where names the place in the tool.
func (f *LintFinding) where() string {
	switch f.Part {
	case "input":
		if f.At == "" {
			return "(root)"
		}
		return string(f.At)
	case "output":
		return join([]string{"output schema", string(f.At)}, " ")
	}
	return f.Part
}

// what says what was found, with what qualifies it.
func (f *LintFinding) what() string {
	s := f.Message
	if !f.Confirmed {
		s += " (not confirmed)"
	}
	if f.More > 0 {
		s += "; and in " + plural(f.More, "more place")
	}
	return s
}

// whole is where and what.
func (f *LintFinding) whole() string { return join([]string{f.where(), f.what()}, ": ") }

// fixes returns what to do about findings, each once, with the rule.
func fixes(findings []LintFinding) [][2]string {
	var out [][2]string
	seen := map[[2]string]bool{}
	for i := range findings {
		fix := [2]string{findings[i].Rule, findings[i].Fix}
		if fix[1] != "" && !seen[fix] {
			seen[fix] = true
			out = append(out, fix)
		}
	}
	slices.SortStableFunc(out, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return out
}

// evidence returns where findings are known from, each once.
func evidence(findings []LintFinding) []LintRow {
	var out []LintRow
	for i := range findings {
		f := &findings[i]
		out = append(out, LintRow{f.Consumer, f.Rule, f.AsOf, f.Finding.Source, f.Note})
	}
	return onceEach(out)
}

// silent returns the rows of the consumers that were asked about that found nothing, each once.
func (r *LintReport) silent() []LintRow {
	found := evidence(r.Findings)
	var out []LintRow
	for _, t := range r.Targets {
		for _, row := range t.Rows {
			if !slices.Contains(found, row) {
				out = append(out, row)
			}
		}
	}
	return onceEach(out)
}

// onceEach sorts rows by consumer and rule, each once.
func onceEach(rows []LintRow) []LintRow {
	slices.SortFunc(rows, func(a, b LintRow) int {
		return cmp.Or(strings.Compare(a.Consumer, b.Consumer), strings.Compare(a.Rule, b.Rule), strings.Compare(a.AsOf, b.AsOf),
			strings.Compare(a.Source, b.Source), strings.Compare(a.Note, b.Note))
	})
	return slices.Compact(rows)
}

// String says where a row is known from.
func (row LintRow) String() string {
	s := row.Consumer + ", " + row.Rule + ": " + join([]string{row.AsOf, row.Source}, ", ")
	if row.Note != "" {
		s += " (" + row.Note + ")"
	}
	return s
}
