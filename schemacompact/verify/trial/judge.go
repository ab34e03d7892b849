package trial

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

// A verdict is what a validator says of an instance.
type verdict int8

const (
	open verdict = iota // nothing: a budget was too small for it
	yes
	no
)

// A side is one of the two schemas, compiled once for each reading of format.
type side struct {
	root    *schema.Node
	length  int       // of its text, in bytes
	schemas []checker // as the draft has it and, where that makes a difference, with formats asserted
}

// A checker is a compiled schema.
type checker struct {
	schema *validate.Schema
	// strict says nothing of instances that come to a pattern that no engine takes, where schema guesses. It is nil if
	// there is no such pattern.
	strict *validate.Schema
}

// A judge asks the validator about both sides.
type judge struct {
	sides    [2]side
	modes    []validate.Format
	deadline time.Time
	seen     map[string]int // index in samples of an instance
	samples  []sample
	bytes    int // of the samples
	failed   int // instances without a verdict
	scratch  []byte
}

// A sample is an instance that was tried, with the verdicts by side and mode.
type sample struct {
	text     []byte
	instance *validate.Instance
	verdicts [2][2]verdict
	at       []schema.Pointer // of the schemas of the second side that it was made for
}

// Bounds of the instances that are kept.
const (
	maxText   = 1 << 20
	smallText = 2 << 10
	maxBytes  = 8 << 20 // of all; beyond it, only small ones are tried
)

// newJudge compiles both sides. A schema that is none gives an Invalid, and one that is beyond a limit an error.
func newJudge(a, b *schema.Node, deadline time.Time) (*judge, *Invalid, error) {
	j := &judge{modes: []validate.Format{validate.AsDraft}, deadline: deadline, seen: map[string]int{}}
	if asserting(a) != asserting(b) || !asserting(a) && (hasFormat(a, 0) || hasFormat(b, 0)) {
		j.modes = append(j.modes, validate.Assert)
	}
	for i, root := range []*schema.Node{a, b} {
		j.sides[i].root = root
		text := root.Append(nil)
		j.sides[i].length = len(text)
		for _, mode := range j.modes {
			s, err := compile(text, mode, time.Until(deadline))
			var invalid *validate.InvalidError
			if errors.As(err, &invalid) {
				return nil, &Invalid{First: i == 0, At: schema.Pointer(invalid.Pointer), Reason: invalid.Reason}, nil
			}
			if err != nil {
				return nil, nil, err
			}
			j.sides[i].schemas = append(j.sides[i].schemas, s)
		}
	}
	return j, nil, nil
}

// compile makes a checker. A pattern that no engine takes is decided alike in all of them, by a guess, so that it does not
// hide what else differs.
func compile(text []byte, mode validate.Format, left time.Duration) (checker, error) {
	opt := validate.Options{Format: mode, GuessPatterns: true, Limits: validate.Limits{Time: max(left, time.Millisecond)}}
	s, err := validate.Compile(text, &opt)
	if err != nil || len(s.Guessed()) == 0 {
		return checker{schema: s}, err
	}
	opt.GuessPatterns = false
	strict, err := validate.Compile(text, &opt)
	return checker{s, strict}, err
}

// asserting reports whether the draft of a document asserts formats without being told to.
func asserting(root *schema.Node) bool {
	draft, _, err := schema.DraftOf(root)
	return err == nil && draft < schema.Draft2019
}

// hasFormat reports whether a document has a member that could be the keyword format.
func hasFormat(n *schema.Node, depth int) bool {
	if n.Get("format").Kind() == schema.String || depth > maxNesting {
		return true
	}
	for _, m := range n.Members() {
		if hasFormat(m, depth+1) {
			return true
		}
	}
	for _, item := range n.Items() {
		if hasFormat(item, depth+1) {
			return true
		}
	}
	return false
}

// ask asks, and takes a guess for an answer.
func (c checker) ask(v *validate.Instance) verdict { return ask(c.schema, v) }

// confirm asks again, and does not take a guess for an answer.
func (c checker) confirm(v *validate.Instance) verdict {
	if c.strict == nil {
		return ask(c.schema, v)
	}
	return ask(c.strict, v)
}

// apart reports whether one of two checkers accepts an instance and the other refuses it, by what both have said and,
// if guesses may be part of that, by what they know.
func apart(a, b checker, saysA, saysB verdict, v *validate.Instance) bool {
	if saysA == open || saysB == open || saysA == saysB {
		return false
	}
	if a.strict == nil && b.strict == nil {
		return true
	}
	saysA, saysB = a.confirm(v), b.confirm(v)
	return saysA != open && saysB != open && saysA != saysB
}

// ask returns what a compiled schema says. That it could not say is an answer of its own and never a refusal.
func ask(s *validate.Schema, v *validate.Instance) verdict {
	ok, err := s.AcceptsDecoded(v)
	switch {
	case err != nil:
		return open
	case ok:
		return yes
	}
	return no
}

// expired reports whether time is up.
func (j *judge) expired() bool { return !time.Now().Before(j.deadline) }

// try asks about an instance, unless it was tried already, and returns it; nil if it is too large.
func (j *judge) try(v *value, at []schema.Pointer) *sample {
	if v.weight > maxWeight {
		return nil
	}
	j.scratch = v.append(j.scratch[:0])
	text := j.scratch
	if i, ok := j.seen[string(text)]; ok {
		s := &j.samples[i]
		s.at = append(s.at, at...)
		return s
	}
	if len(text) > maxText || len(text) > smallText && j.bytes > maxBytes {
		return nil
	}
	text = bytes.Clone(text)
	j.bytes += len(text)
	instance, err := validate.Decode(text, validate.Limits{})
	if err != nil {
		j.failed++
		return nil
	}
	s := sample{text: text, instance: instance, at: slices.Clone(at)}
	for i := range j.sides {
		for m, c := range j.sides[i].schemas {
			s.verdicts[i][m] = c.ask(instance)
		}
	}
	for m := range j.modes {
		a, b := j.sides[0].schemas[m], j.sides[1].schemas[m]
		if says := &s.verdicts; says[0][m] != says[1][m] && !apart(a, b, says[0][m], says[1][m], instance) {
			says[0][m], says[1][m] = open, open
		}
	}
	if !s.decided(len(j.modes)) {
		j.failed++
	}
	j.seen[string(text)] = len(j.samples)
	j.samples = append(j.samples, s)
	return &j.samples[len(j.samples)-1]
}

// decided reports whether there are verdicts to compare in at least one mode.
func (s *sample) decided(modes int) bool {
	for m := range modes {
		if s.verdicts[0][m] != open && s.verdicts[1][m] != open {
			return true
		}
	}
	return false
}

// differs reports whether a side accepts in some mode what the other refuses in the same mode.
func (s *sample) differs(side, modes int) bool {
	for m := range modes {
		if s.verdicts[side][m] == yes && s.verdicts[1-side][m] == no {
			return true
		}
	}
	return false
}

// disagree reports the same of a text that is not kept.
func (j *judge) disagree(text []byte, side int) bool {
	instance, err := validate.Decode(text, validate.Limits{})
	if err != nil {
		return false
	}
	for m := range j.modes {
		if j.sides[side].schemas[m].confirm(instance) == yes && j.sides[1-side].schemas[m].confirm(instance) == no {
			return true
		}
	}
	return false
}
