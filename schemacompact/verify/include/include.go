package include

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// An Answer says whether something holds. The zero value is Unknown.
type Answer int

// The answers.
const (
	Unknown Answer = iota
	Yes
	No
)

// A Result says which of two schemas accepts what the other accepts. The zero value knows nothing.
type Result struct {
	AinB, BinA Answer
	// WitnessAnotB is an instance, as compact JSON, that A accepts and B refuses, by this package's reading of the
	// two. It is there if AinB is No, and is a guess worth trying, nothing more, if AinB is Unknown: it may need a
	// validator that asserts formats, or a pattern that could not be evaluated here. WitnessBnotA is its mirror image.
	WitnessAnotB, WitnessBnotA []byte
	// Reason says why an answer is Unknown, the first of the two; it is empty if none is. It can quote names from the
	// documents, which come from strangers.
	Reason string
	// At points to the schema that Reason speaks of or, if there is no reason, to the one that refuses the first of the
	// witnesses; it is empty for the root.
	At schema.Pointer
}

// Options bound the work of a decision. The zero value of each field means its default. What is beyond a bound is
// Unknown.
type Options struct {
	Steps   int // of the search, in each direction; default 700,000
	Terms   int // of the disjunctive normal form of one goal; default 4,096
	Depth   int // goals inside each other; default 1,000, at most 10,000
	Schemas int // in both documents together; default 200,000
}

// orDefault fills in the defaults.
func (opt *Options) orDefault() Options {
	out := Options{Steps: 700_000, Terms: 4096, Depth: 1000, Schemas: 200_000}
	if opt == nil {
		return out
	}
	for _, f := range []struct{ to, from *int }{
		{&out.Steps, &opt.Steps}, {&out.Terms, &opt.Terms}, {&out.Depth, &opt.Depth}, {&out.Schemas, &opt.Schemas},
	} {
		if *f.from > 0 {
			*f.to = *f.from
		}
	}
	out.Depth = min(out.Depth, 10_000) // deeper ones could exhaust the stack
	return out
}

// Decide decides inclusion both ways. Yes holds for every reading of formats, asserted or not, and so does No, which
// comes with a witness. Nil options are the zero options.
func Decide(a, b *graph.Graph, opt *Options) Result {
	limits := opt.orDefault()
	// One program for both: that a class is the same in both is what the search lives on.
	p, o := compile(limits, a, b)
	if o != nil {
		return Result{Reason: o.Reason, At: o.At}
	}
	if p.roots[0] == p.roots[1] { // the same form, so the same instances, whatever is in it
		return Result{AinB: Yes, BinA: Yes}
	}
	var out Result
	var why, refused *graph.Obstacle
	out.AinB, out.WitnessAnotB, why, refused = p.included(p.roots[0], p.roots[1], limits)
	back, witness, why2, refused2 := p.included(p.roots[1], p.roots[0], limits)
	out.BinA, out.WitnessBnotA = back, witness
	for _, o := range []*graph.Obstacle{why, why2, refused, refused2} {
		if o != nil {
			out.Reason, out.At = o.Reason, o.At
			break
		}
	}
	return out
}

// Inhabited decides whether a document accepts anything at all. With Yes comes an instance; with Unknown there may be
// one that is worth trying. The reason is nil unless the answer is Unknown. Nil options are the zero options.
func Inhabited(g *graph.Graph, opt *Options) (Answer, []byte, *graph.Obstacle) {
	limits := opt.orDefault()
	p, o := compile(limits, g)
	if o != nil {
		return Unknown, nil, o
	}
	answer, witness, why, _ := p.search([]lit{pos(p.roots[0])}, limits)
	switch answer { // the search says whether it found that there is none
	case Yes:
		return No, nil, nil
	case No:
		return Yes, witness, nil
	}
	return Unknown, witness, why
}

// included decides whether every instance of x is one of y.
func (p *program) included(x, y int, limits Options) (answer Answer, witness []byte, why, refused *graph.Obstacle) {
	answer, witness, why, v := p.search([]lit{pos(x), neg(y)}, limits)
	if answer == No {
		e := evaluation{p: p, reading: ignored, steps: limits.Steps}
		e.eval(y, v)
		if e.refusal >= 0 && e.refusal < len(p.nodes) {
			refused = &graph.Obstacle{At: p.nodes[e.refusal].at}
		}
	}
	return answer, witness, why, refused
}

// search answers Yes if nothing is in all the literals, and No with a value that is, under both readings of formats.
func (p *program) search(goal []lit, limits Options) (Answer, []byte, *graph.Obstacle, *value) {
	var why *graph.Obstacle
	var hint *value
	// A witness is looked for in one reading after the other: a document can be empty with its formats asserted, and a
	// format that only one side has refuses nothing where it is ignored.
	readings := []reading{asserted, ignored}
	switch {
	case !p.formats:
		readings = readings[1:]
	case p.mixed:
		readings = append(readings, drafted)
	}
	left := limits.Steps
	for i, r := range readings {
		s := newSolver(p, limits, r)
		s.steps = left
		found := s.solve(goal)
		left = max(s.steps, limits.Steps/8) // a try that is cut short still finds most witnesses
		if found.status == empty && i == 0 {
			return Yes, nil, nil, nil // without formats there is no other reading, and the first takes them as opaque
		}
		if found.status != empty && found.val == nil && why == nil {
			why = s.reason(found)
		}
		if found.val == nil {
			continue
		}
		text, ok := found.val.appendJSON(nil)
		if !ok {
			continue
		}
		// The search can be wrong about a value, by a fault of its own or for what it could not know. This does not look
		// at how it was found.
		sure, likely := true, false
		for _, r := range readings {
			e := evaluation{p: p, reading: r, steps: limits.Steps}
			is := e.all(goal, found.val)
			sure, likely = sure && is == yes, likely || is != no
		}
		if sure {
			return No, text, nil, found.val
		}
		if hint == nil && likely {
			hint = found.val
		}
		if why == nil {
			why = s.reason(found)
		}
	}
	if why == nil {
		why = &graph.Obstacle{Reason: "only a validator that asserts formats can tell"}
		if !p.formats {
			why.Reason = "some validators evaluate a keyword that others do not"
		}
	}
	if why.Reason == "" {
		why.Reason = "the search did not come to an end"
	}
	if hint != nil {
		text, _ := hint.appendJSON(nil)
		return Unknown, text, why, hint
	}
	return Unknown, nil, why, nil
}

// obstacle makes a reason for people. What it quotes is from strangers: it is cut, and whoever prints it makes it safe.
func obstacle(at schema.Pointer, format string, args ...any) *graph.Obstacle {
	const most = 60 // characters of a pattern or a name, enough to recognise it by
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			if head := []rune(text[:min(len(text), 4*most+4)]); len(head) > most {
				args[i] = string(head[:most]) + "…"
			}
		}
	}
	return &graph.Obstacle{At: at, Reason: fmt.Sprintf(format, args...)}
}
