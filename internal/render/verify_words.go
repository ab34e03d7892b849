package render

import (
	"strings"

	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// Meaning says what a verdict means, in the words of reports.
func Meaning(v verify.Verdict) string {
	switch v {
	case verify.Identical:
		return "equal but for what has no effect on what is accepted"
	case verify.Canonical:
		return "equal as a validator reads them, after rewrites that keep the meaning"
	case verify.Decided:
		return "a decision procedure showed that each accepts what the other does"
	case verify.Tested:
		return "not proved; no difference was found by trying"
	case verify.Different:
		return "an instance is known that only one accepts"
	case verify.NotValidatable:
		return "not equal, and at least one is no valid schema"
	}
	return "not proved; they may or may not be the same"
}

// verdict says in a word what is known of a part.
func (t *VerifyTool) verdict() string {
	switch {
	case t.Only == "a":
		return "removed"
	case t.Only == "b":
		return "added"
	case t.Part == "name":
		return "renamed"
	}
	return t.Proof.Verdict.String()
}

// title names a tool for people, with quotes or without.
func (t *VerifyTool) title(quote func(string) string) string {
	name := "(no name)"
	if t.Name != "" {
		name = quote(t.Name)
	}
	if t.OldName != "" {
		name += " (was " + quote(t.OldName) + ")"
	}
	return name
}

// direction says in words what the second side does with what the first one accepts. Where none is proved it says what the
// witness shows, and that this may not be all.
func (t *VerifyTool) direction(a string) string {
	if !t.compared() || t.Proof.Verdict.Proved() {
		return ""
	}
	verb := "accepts"
	if t.Part == "output" {
		verb = "allows"
	}
	switch p := &t.Proof; {
	case p.Direction == verify.Narrower:
		return verb + " less than " + a + ", and nothing that it refuses"
	case p.Direction == verify.Wider:
		return verb + " all that " + a + " does, and more"
	case p.Direction == verify.Incomparable:
		return verb + " some of what " + a + " refuses, and refuses some of what that " + verb
	case len(p.Witnesses) == 0:
		return ""
	case p.Witnesses[0].First:
		return "refuses some of what " + a + " " + verb + "; whether it " + verb + " anything else is not proved"
	}
	return verb + " some of what " + a + " refuses; whether it " + verb + " all else is not proved"
}

// effort says what the attempts to find a difference are worth; empty if there were none.
func (t *VerifyTool) effort() string {
	if !t.compared() || t.Proof.Samples == 0 {
		return ""
	}
	tried := plural(t.Proof.Samples, "instance") + " tried"
	if !measured(t.Proof) {
		return tried
	}
	return tried + ", which find " + percent(t.Proof.KillRate) + " of faults that were put in on purpose"
}

// measured reports whether it is known what share of faults the instances find. A share of nothing is what a proof has
// if no faults were put in, and says no more if there were.
func measured(p verify.Proof) bool {
	return p.Samples > 0 && p.KillRate > 0 && p.Verdict != verify.Different
}

// explanation says why a part does not have a stronger verdict; a is the label of the first side.
func (t *VerifyTool) explanation(a string) string {
	if !t.compared() || t.Proof.Verdict.Proved() {
		return ""
	}
	reason := t.Proof.Reason
	if t.Proof.At != "" {
		reason = strings.TrimSuffix(string(t.Proof.At)+": "+reason, ": ")
	}
	says := []string{t.direction(a), reason}
	if t.Proof.Verdict != verify.Different { // a known difference makes no better or worse of what was tried
		says = append(says, t.effort())
	}
	return join(says, "; ")
}

// join joins the texts that are not empty.
func join(texts []string, separator string) string {
	var said []string
	for _, s := range texts {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, separator)
}

// refusal says which side refuses a witness, with labels that are fit for the format. It ends where the witness follows.
func (t *VerifyTool) refusal(w verify.Witness, a, b string) string {
	verb, what := "accepts", "these arguments"
	if t.Part == "output" {
		verb, what = "allows", "this result"
	}
	yes, no := b, a
	if w.First {
		yes, no = a, b
	}
	pronoun := "them"
	if t.Part == "output" {
		pronoun = "it"
	}
	s := yes + " " + verb + " " + what + ", and " + no + " refuses " + pronoun
	if t.part() == "input" && !strings.HasPrefix(string(w.Instance), "{") {
		s += " (no call has them: arguments are always an object)"
	}
	return s
}

// How much of a witness is shown to people, and how much of one that is longer.
const (
	witnessWhole = 1000
	witnessHead  = 200
)

// shown returns the instance of a witness to be copied, in one line that no character in it can end. What is very long
// is cut, and says so.
func shown(w verify.Witness) string {
	s := line(string(escapeJSON(w.Instance)))
	if len(s) <= witnessWhole {
		return s
	}
	return s[:prefix(s, witnessHead)] + "... (" + count(len(s)) + " bytes: --format json has them all)"
}
