package render

import (
	"io"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// A CompactReport is what the compact command says. All sizes are tokens of Unit.
type CompactReport struct {
	Unit bench.Unit
	// Sources is how many sources were read, and Failed how many could not be; nothing is said of them if none failed.
	Sources, Failed int
	Level           string // with a plan how far it could go at most; empty if nothing bounded that
	Configured      bool   // the level was not typed
	Target          string // the id of the consumer that it is for; "any" for all
	Before, After   int    // of all tools
	Transforms      []CompactTransform
	Tools           []CompactTool       // in source order
	Plan            *schemacompact.Plan // what was done to fit a limit; nil without one
	Output          string              // where the catalog was written, - for standard output; empty if nowhere
	Edits           bool                // text lists every edit
	Warnings        []error
	Next            []string
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
	Level         schemacompact.Level // that it is served at; none if it was left as it came
	Verdict       verify.Verdict
	Direction     verify.Direction // wider if it accepts more than before, which only happens where that was asked for
	Reason        string           // why it is not at the level that was asked for; empty if it is
	OutputGone    bool             // it had an output schema and has none any more
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
	s := partly(r.Sources, r.Failed) + plural(len(r.Tools), "tool") + ": " + count(r.Before) + " → " + plural(r.After, "token") + " at every step"
	switch saved := r.Before - r.After; {
	case saved > 0:
		s += ", " + part(saved, r.Before) + " less"
	case saved < 0:
		s += ", " + part(-saved, r.Before) + " more"
	}
	return s + "."
}

// proofs says what was proved of what. Where nothing changed there is nothing to prove.
func (r *CompactReport) proofs() string {
	proved, left, fell, wider, outputs, edits := 0, 0, 0, 0, 0, 0
	for _, t := range r.Tools {
		edits += len(t.Edits)
		if t.OutputGone {
			outputs++
		}
		switch {
		case t.Verdict.Proved():
			proved++
		case t.Direction == verify.Wider:
			wider++
		}
		switch {
		case t.left():
			left++
		case t.Reason != "":
			fell++
		}
	}
	if edits == 0 && left == 0 && fell == 0 {
		if r.Plan != nil && r.Plan.Over == 0 {
			return "Nothing changed, since nothing was needed."
		}
		return "Nothing changed: no transform found anything to leave out."
	}
	written := "would be"
	if r.Output != "" {
		written = "are"
	}
	verb := "accept"
	if proved == 1 || len(r.Tools) == 1 {
		verb = "accepts"
	}
	s := "Proved on the bytes that " + written + " written: " + count(proved) + " of " + plural(len(r.Tools), "tool") + " " + verb + " the same arguments as before."
	if edits == 0 {
		s = "Nothing changed."
	}
	if left > 0 {
		s += " " + plural(left, "tool") + " had to be left as before."
	}
	if fell > 0 {
		s += " " + plural(fell, "tool") + " could not be proved at the level asked for and fell back."
	}
	if wider > 0 {
		s += " " + plural(wider, "tool") + isOrAre(wider) + "served wider than before, as asked: what is called has to be checked against the original."
	}
	if outputs > 0 {
		s += " " + plural(outputs, "output schema") + isOrAre(outputs) + "gone, and nothing was compared with " + itOrThem(outputs) + "."
	}
	if r.lossy() {
		s += " Whether a model chooses tools as well as before was not measured."
	}
	return s
}

func isOrAre(n int) string {
	if n == 1 {
		return " is "
	}
	return " are "
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// left reports whether the tool had to be left as it came.
func (t *CompactTool) left() bool {
	return t.Reason != "" && (t.Level == schemacompact.LevelNone || t.Level == "")
}

// outcome is the verdict, and what came of it if it was not good enough.
func (t *CompactTool) outcome() string {
	switch {
	case t.left():
		return "left as it came"
	case t.Reason != "":
		return t.Verdict.String() + ", at level " + string(t.Level)
	case !t.Verdict.Proved() && t.Direction == verify.Wider:
		return "wider"
	}
	return t.Verdict.String()
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

// unchanged says how many tools are in no table of changed ones; empty if none.
func (r *CompactReport) unchanged() string {
	n := len(r.Tools) - len(r.changed())
	if n == 0 {
		return ""
	}
	return plural(n, "tool") + " unchanged"
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
