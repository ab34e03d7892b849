package render

import (
	"io"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// A CompactReport is what the compact command says. All sizes are tokens of Unit.
type CompactReport struct {
	Unit          bench.Unit
	Level         string
	Before, After int // of all tools
	Transforms    []CompactTransform
	Tools         []CompactTool // in source order
	Output        string        // where the catalog was written; empty if nowhere
	Edits         bool          // text lists every edit
	Warnings      []error
	Next          []string
}

// A CompactTransform is what one transform saved in all tools, counted tool by tool.
type CompactTransform struct {
	Name  string
	Claim schemacompact.Claim
	Saved int
}

// A CompactTool is what became of one tool.
type CompactTool struct {
	Name, Source  string
	Before, After int
	Verdict       verify.Verdict
	Reason        string // why it was left as it came; empty if it was not
	Edits         []schemacompact.Edit
}

// Compact writes a compaction in one of the formats of [Formats]("compact"); any other is a *[FormatError].
func Compact(w io.Writer, f Format, r *CompactReport, opt Options) error {
	return render(w, "compact", compactWriters(), f, r, opt)
}

func compactWriters() []writer[*CompactReport] {
	return []writer[*CompactReport]{{Text, compactText}, {JSON, compactJSON}, {Markdown, compactMarkdown}, {CSV, compactCSV}}
}

// headline is the answer in one sentence.
func (r *CompactReport) headline() string {
	s := plural(len(r.Tools), "tool") + ": " + count(r.Before) + " → " + count(r.After) + " tokens at every step"
	if r.Before != r.After {
		s += ", " + part(r.Before-r.After, r.Before) + " less"
	}
	return s + "."
}

// proofs says in one sentence what was proved.
func (r *CompactReport) proofs() string {
	proved, left := 0, 0
	for _, t := range r.Tools {
		if t.Verdict.Proved() {
			proved++
		}
		if t.Reason != "" {
			left++
		}
	}
	verb := " accept"
	if len(r.Tools) == 1 {
		verb = " accepts"
	}
	s := "Proved on the bytes that are written: " + count(proved) + " of " + plural(len(r.Tools), "tool") + verb + " the same arguments as before."
	if left > 0 {
		s += " " + plural(left, "tool") + " had to be left as before."
	}
	if r.lossy() {
		s += " Whether a model chooses tools as well as before was not measured."
	}
	return s
}

// lossy reports whether text that a model could read is gone.
func (r *CompactReport) lossy() bool {
	for _, t := range r.Transforms {
		if t.Claim == schemacompact.ClaimLossy && t.Saved > 0 {
			return true
		}
	}
	return false
}

// joining is the part of the saving that no transform accounts for: tokens that only exist where tools are joined.
func (r *CompactReport) joining() int {
	n := r.Before - r.After
	for _, t := range r.Transforms {
		n -= t.Saved
	}
	return n
}

// changed returns the tools that differ or were to differ, the largest saving first.
func (r *CompactReport) changed() []CompactTool {
	var out []CompactTool
	for _, t := range r.Tools {
		if len(t.Edits) > 0 || t.Reason != "" {
			out = append(out, t)
		}
	}
	sortBy(out, func(t CompactTool) int { return t.Before - t.After })
	return out
}
