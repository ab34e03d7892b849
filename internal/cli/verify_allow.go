package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// What --allow takes beside verdicts.
const (
	allowProved  = "proved"
	allowAdded   = "added"
	allowRemoved = "removed"
	allowRenamed = "renamed"
)

// verdictHelp lists verdicts with what they mean, in the words of the report.
func verdictHelp(verdicts ...verify.Verdict) string {
	var b strings.Builder
	for _, v := range verdicts {
		fmt.Fprintf(&b, "  %-*s  %s\n", len(verify.NotValidatable.String()), v, render.Meaning(v))
	}
	return b.String()
}

// verdictNames are the words that --allow takes.
func verdictNames() []string {
	var names []string
	for _, v := range []verify.Verdict{verify.Identical, verify.Canonical, verify.Decided, verify.Tested, verify.Unknown, verify.Different, verify.NotValidatable} {
		names = append(names, v.String())
	}
	return append(names, allowProved, verify.Narrower.String(), verify.Wider.String(), allowAdded, allowRemoved, allowRenamed)
}

// An allowance says what passes. The zero value lets nothing pass.
type allowance struct {
	words    []string
	verdicts []verify.Verdict
}

func parseAllowed(words []string) (*allowance, error) {
	a := &allowance{words: words}
	known := verdictNames()
	for _, name := range words {
		if !slices.Contains(known, name) {
			return nil, oneOf("allow", name, known...)
		}
		var v verify.Verdict
		if name == allowProved {
			a.verdicts = append(a.verdicts, verify.Identical, verify.Canonical, verify.Decided)
		} else if v.UnmarshalText([]byte(name)) == nil {
			a.verdicts = append(a.verdicts, v)
		}
	}
	return a, nil
}

func (a *allowance) word(w string) bool { return slices.Contains(a.words, w) }

// pass reports whether a part of a tool passes.
func (a *allowance) pass(t *render.VerifyTool) bool {
	switch {
	case t.Only == "a":
		return a.word(allowRemoved)
	case t.Only == "b":
		return a.word(allowAdded)
	case t.Part == "name":
		return a.word(allowRenamed)
	}
	return slices.Contains(a.verdicts, t.Proof.Verdict) || a.passDirection(t.Proof)
}

// passDirection reports whether a difference passes because of its direction. A direction holds for all instances. Where
// there is none, witnesses of one kind show where the difference lies, and not that there is no other; that is as sure as
// what was tried.
func (a *allowance) passDirection(p verify.Proof) bool {
	if p.Verdict != verify.Different {
		return false
	}
	d := p.Direction
	if d == verify.Undirected && len(p.Witnesses) == 1 && slices.Contains(a.verdicts, verify.Tested) {
		d = verify.Wider
		if p.Witnesses[0].First {
			d = verify.Narrower
		}
	}
	return (d == verify.Narrower || d == verify.Wider) && a.word(d.String())
}
