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
	Warnings []error
}

// A VerifyTool is one tool of either side.
type VerifyTool struct {
	Name    string
	Only    string // "a" or "b" if only that side has the tool; there is no proof then
	Proof   verify.Proof
	Allowed bool // the verdict is one of those that pass
}

// Verify writes a verification in one of the formats of [Formats]("verify"); any other is a *[FormatError].
func Verify(w io.Writer, f Format, r *VerifyReport, opt Options) error {
	return render(w, "verify", verifyWriters(), f, r, opt)
}

func verifyWriters() []writer[*VerifyReport] {
	return []writer[*VerifyReport]{{Text, verifyText}, {JSON, verifyJSON}, {Markdown, verifyMarkdown}, {CSV, verifyCSV}}
}

// Findings returns the number of tools that do not pass.
func (r *VerifyReport) Findings() int {
	n := 0
	for _, t := range r.Tools {
		if !t.Allowed {
			n++
		}
	}
	return n
}

// tally counts the tools that both sides have by verdict.
func (r *VerifyReport) tally() (n map[verify.Verdict]int, both int) {
	n = map[verify.Verdict]int{}
	for _, t := range r.Tools {
		if t.Only == "" {
			n[t.Proof.Verdict]++
			both++
		}
	}
	return n, both
}

// headline is the answer in one sentence.
func (r *VerifyReport) headline() string {
	n, both := r.tally()
	proved := 0
	for v, k := range n {
		if v.Proved() {
			proved += k
		}
	}
	if both == 0 && len(r.Tools) > 0 {
		return plural(r.Findings(), "finding") + ": no tool is in both."
	}
	verb := " are"
	if proved == 1 || both == 1 {
		verb = " is"
	}
	s := count(proved) + " of " + plural(both, "tool") + verb + " proved to accept the same arguments."
	if f := r.Findings(); f > 0 {
		return plural(f, "finding") + ": " + s
	}
	return s
}

// sides says what was compared with what, quoted for the format.
func (r *VerifyReport) sides(quote func(string) string) string {
	return quote(r.B) + " against " + quote(r.A)
}

// verdict says in a word what is known of a tool.
func (t *VerifyTool) verdict() string {
	switch t.Only {
	case "a":
		return "removed"
	case "b":
		return "added"
	}
	return t.Proof.Verdict.String()
}

// explanation says why a tool does not pass.
func (t *VerifyTool) explanation() string {
	if t.Only != "" || t.Proof.Verdict.Proved() {
		return ""
	}
	s := t.Proof.Reason
	if t.Proof.At != "" {
		s = string(t.Proof.At) + ": " + s
	}
	return s
}

// findings returns the tools that do not pass, in their order.
func (r *VerifyReport) findings() []VerifyTool {
	return slices.DeleteFunc(slices.Clone(r.Tools), func(t VerifyTool) bool { return t.Allowed })
}

// verdicts are all of them, the strongest first.
func verdicts() []verify.Verdict {
	return []verify.Verdict{verify.Identical, verify.Canonical, verify.Decided, verify.Tested, verify.Unknown, verify.Different, verify.NotValidatable}
}

// sortBy sorts by a number, the largest first; equal ones keep their order.
func sortBy[T any](s []T, by func(T) int) {
	slices.SortStableFunc(s, func(a, b T) int { return cmp.Compare(by(b), by(a)) })
}
