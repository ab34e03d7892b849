package render

import (
	"cmp"
	"io"
	"slices"

	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// A VerifyReport is what the verify command says: whether the tools of two catalogs accept the same arguments.
type VerifyReport struct {
	A, B     string // labels of the two sides
	Tools    []VerifyTool
	All      bool // text and Markdown list what passed as well
	Quiet    bool // text has the findings and nothing else: nothing at all if there are none
	Warnings []error
}

// A VerifyTool is what is known of one part of one tool. A tool that both sides have has one for its input schema, then
// one for its output schema if either side has one, then one for its name if the sides call it differently; they stand
// next to each other. A tool that only one side has has one.
type VerifyTool struct {
	Name    string       // on the second side, or on the only one
	OldName string       // on the first side, if the tool was renamed
	Part    string       // "output" or "name"; otherwise it is the input schema
	Only    string       // "a" or "b" if only that side has the tool; there is no proof then
	Proof   verify.Proof // nothing for a name
	Allowed bool         // it passes
	File    string       // where the tool stands, on the second side if it is there; empty if that is no file
	Line    int          // in File, from 1; 0 if unknown
}

// Verify writes a verification in one of the formats of [Formats]("verify"); any other is a *[FormatError].
func Verify(w io.Writer, f Format, r *VerifyReport, opt Options) error {
	return render(w, "verify", verifyWriters(), f, r, opt)
}

func verifyWriters() []writer[*VerifyReport] {
	return []writer[*VerifyReport]{{Text, verifyText}, {JSON, verifyJSON}, {Markdown, verifyMarkdown}, {CSV, verifyCSV}, {JUnit, verifyJUnit}, {GitHub, verifyGitHub}}
}

// Findings returns the number of parts that do not pass.
func (r *VerifyReport) Findings() int { return len(r.findings()) }

// Count returns the number of tools, and how many of them have a part that does not pass.
func (r *VerifyReport) Count() (tools, failing int) {
	failed := false
	for i := range r.Tools {
		if r.Tools[i].begins() {
			tools, failed = tools+1, false
		}
		if !r.Tools[i].Allowed && !failed {
			failing, failed = failing+1, true
		}
	}
	return tools, failing
}

// begins reports whether a part is the first of its tool.
func (t *VerifyTool) begins() bool { return t.Only != "" || t.part() == "input" }

// part names a part; empty for a tool that only one side has.
func (t *VerifyTool) part() string {
	switch {
	case t.Only != "":
		return ""
	case t.Part == "output" || t.Part == "name":
		return t.Part
	}
	return "input"
}

// compared reports whether two schemas were compared.
func (t *VerifyTool) compared() bool { return t.Only == "" && t.Part != "name" }

// tally counts the tools that both sides have by the weaker of the verdicts on their two schemas.
func (r *VerifyReport) tally() (n map[verify.Verdict]int, both int) {
	n = map[verify.Verdict]int{}
	var last verify.Verdict
	for i := range r.Tools {
		switch t := &r.Tools[i]; {
		case !t.compared():
		case t.begins():
			last = t.Proof.Verdict
			n[last]++
			both++
		case weaker(t.Proof.Verdict, last):
			n[last]--
			last = t.Proof.Verdict
			n[last]++
		}
	}
	return n, both
}

// changes counts the tools that only one side has, or that have another name.
func (r *VerifyReport) changes() (added, removed, renamed int) {
	for i := range r.Tools {
		switch r.Tools[i].verdict() {
		case "added":
			added++
		case "removed":
			removed++
		case "renamed":
			renamed++
		}
	}
	return added, removed, renamed
}

// proved counts the schemas of a part that were compared, and those that are proved to accept the same.
func (r *VerifyReport) proved(part string) (proved, all int) {
	for i := range r.Tools {
		if t := &r.Tools[i]; t.compared() && t.part() == part {
			all++
			if t.Proof.Verdict.Proved() {
				proved++
			}
		}
	}
	return proved, all
}

// headline is the answer in one sentence.
func (r *VerifyReport) headline() string {
	proved, both := r.proved("input")
	if both == 0 && len(r.Tools) > 0 {
		return plural(r.Findings(), "finding") + ": no tool is in both."
	}
	verb := " are"
	if proved == 1 || both == 1 {
		verb = " is"
	}
	s := count(proved) + " of " + plural(both, "tool") + verb + " proved to accept the same arguments"
	if same, outputs := r.proved("output"); outputs > 0 {
		s += ", and " + count(same) + " of " + plural(outputs, "output schema") + " to allow the same results"
	}
	if f := r.Findings(); f > 0 {
		return plural(f, "finding") + ": " + s + "."
	}
	return s + "."
}

// sides says what was compared with what, quoted for the format.
func (r *VerifyReport) sides(quote func(string) string) string {
	return quote(r.B) + " against " + quote(r.A)
}

// findings returns the parts that do not pass, in their order.
func (r *VerifyReport) findings() []VerifyTool {
	return slices.DeleteFunc(slices.Clone(r.Tools), func(t VerifyTool) bool { return t.Allowed })
}

// listed returns the parts that text and Markdown list.
func (r *VerifyReport) listed() []VerifyTool {
	if r.All && !r.Quiet {
		return r.Tools
	}
	return r.findings()
}

// verdicts are all of them, the strongest first. A known difference is the weakest: nothing that is found out later
// changes it.
func verdicts() []verify.Verdict {
	return []verify.Verdict{verify.Identical, verify.Canonical, verify.Decided, verify.Tested, verify.Unknown, verify.NotValidatable, verify.Different}
}

// weaker reports whether a says less for a tool than b does.
func weaker(a, b verify.Verdict) bool {
	return slices.Index(verdicts(), a) > slices.Index(verdicts(), b)
}

// sortBy sorts by a number, the largest first; equal ones keep their order.
func sortBy[T any](s []T, by func(T) int) {
	slices.SortStableFunc(s, func(a, b T) int { return cmp.Compare(by(b), by(a)) })
}
