package verify

import (
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
	"github.com/schema-bench/schema-bench/schemacompact/verify/include"
	"github.com/schema-bench/schema-bench/schemacompact/verify/trial"
)

// decide goes on where the documents are not equal but for what has no effect: it compares their graphs, then what they
// accept, and last tries instances. A claim holds for every way in which readers can take the two.
//
// If all drafts make the same of the documents, one reading stands for all.
func (opt *Options) decide(a, b *schema.Node, difference *obstacle, neutral bool) Proof {
	p := Proof{Method: "erase-annotations", Reason: difference.reason, At: difference.at}
	pairs, o := readings(a, b, neutral, opt)
	if o != nil {
		p.Method, p.Reason, p.At = "read", o.Reason, o.At
		return opt.try(a, b, p, nil)
	}
	for _, r := range pairs {
		if o := graph.Refusable(r.a, r.b); o != nil {
			p.Reason, p.At = o.Reason, o.At
			return opt.try(a, b, p, nil)
		}
	}
	if bisimilar(pairs, opt) {
		return opt.try(a, b, Proof{Verdict: Canonical, Direction: Equal, Method: "bisimulation"}, nil)
	}
	got := included(pairs, opt)
	if got.AinB == include.Yes && got.BinA == include.Yes {
		return opt.try(a, b, Proof{Verdict: Decided, Direction: Equal, Method: "inclusion"}, nil)
	}
	p.Method = "inclusion"
	if got.Reason != "" {
		p.Reason, p.At = got.Reason, got.At
	}
	return opt.try(a, b, p, &got)
}

// A reading is a pair of documents as one kind of reader sees them.
type reading struct{ a, b *graph.Graph }

// readings returns the pairs of graphs that the documents can mean. A document that declares no draft is read as each of
// those that readers assume.
func readings(a, b *schema.Node, neutral bool, opt *Options) ([]reading, *graph.Obstacle) {
	left, o := draftsOf(a)
	if o != nil {
		return nil, o
	}
	right, o := draftsOf(b)
	if o != nil {
		return nil, o
	}
	if neutral {
		left = left[:1]
		right = left
	}
	limits := &graph.Options{Depth: opt.Depth}
	read := func(n *schema.Node, drafts []graph.Draft) ([]*graph.Graph, *graph.Obstacle) {
		graphs := make([]*graph.Graph, len(drafts))
		for i, d := range drafts {
			g, o := graph.Read(n, d, limits)
			if o != nil {
				return nil, o
			}
			graphs[i] = g
		}
		return graphs, nil
	}
	as, o := read(a, left)
	if o != nil {
		return nil, o
	}
	bs, o := read(b, right)
	if o != nil {
		return nil, o
	}
	var pairs []reading
	switch {
	case len(as) == len(bs): // the same reader reads both
		for i := range as {
			pairs = append(pairs, reading{as[i], bs[i]})
		}
	default:
		for _, x := range as {
			for _, y := range bs {
				pairs = append(pairs, reading{x, y})
			}
		}
	}
	return pairs, nil
}

// draftsOf returns the drafts that readers take a document for.
func draftsOf(n *schema.Node) ([]graph.Draft, *graph.Obstacle) {
	draft, declared, o := graph.DraftOf(n)
	if o != nil {
		return nil, o
	}
	if declared {
		return []graph.Draft{draft}, nil
	}
	return []graph.Draft{graph.Draft2020, graph.Draft2019, graph.Draft7}, nil
}

// bisimilar reports whether the graphs of every reading are the same graph in another layout.
func bisimilar(pairs []reading, opt *Options) bool {
	for _, r := range pairs {
		if same, _ := graph.Equal(r.a, r.b, &graph.Options{Depth: opt.Depth}); !same {
			return false
		}
	}
	return true
}

// included decides inclusion both ways: what holds in every reading, and the witnesses of the first in which something does
// not.
func included(pairs []reading, opt *Options) include.Result {
	all := include.Result{AinB: include.Yes, BinA: include.Yes}
	for _, r := range pairs {
		got := include.Decide(r.a, r.b, &include.Options{Steps: opt.Steps})
		if got.AinB != include.Yes && all.AinB == include.Yes {
			all.AinB, all.WitnessAnotB = got.AinB, got.WitnessAnotB
		}
		if got.BinA != include.Yes && all.BinA == include.Yes {
			all.BinA, all.WitnessBnotA = got.BinA, got.WitnessBnotA
		}
		if all.Reason == "" && all.At == "" {
			all.Reason, all.At = got.Reason, got.At
		}
		if all.AinB != include.Yes && all.BinA != include.Yes {
			break
		}
	}
	return all
}

// try tries instances on both documents, if that is asked for, and says what p becomes by it. What the decision procedure
// found is nil if it was not asked.
func (opt *Options) try(a, b *schema.Node, p Proof, found *include.Result) Proof {
	if opt.Instances < 0 || p.Verdict.Proved() && !opt.Always {
		return p
	}
	limits := &trial.Options{Samples: opt.Instances, Time: opt.Time, Seed: opt.Seed, Equal: proves}
	if found != nil {
		limits.Hints = [][]byte{found.WitnessAnotB, found.WitnessBnotA}
	}
	got := trial.Run(a, b, limits)
	p.Samples, p.KillRate = got.Samples, got.KillRate
	switch {
	case got.Invalid != nil && p.Verdict == Identical:
		return p // what is the same is the same to everybody, whatever they make of it
	case got.Invalid != nil:
		which := "second"
		if got.Invalid.First {
			which = "first"
		}
		return Proof{Verdict: NotValidatable, Method: "validate", Reason: "the " + which + " is no valid schema: " + got.Invalid.Reason, At: got.Invalid.At}
	case got.Different():
		return different(p, got, found)
	case p.Verdict.Proved():
		return p
	case p.Method != "inclusion" || got.Samples == 0 || got.KillRate == 0:
		if got.Samples == 0 && got.Reason != "" {
			p.Reason = got.Reason
		}
		return p
	}
	p.Verdict, p.Method = Tested, "instances"
	return p
}

// different says what the witnesses show. A proof that instances refute was none.
func different(p Proof, got trial.Result, found *include.Result) Proof {
	if p.Verdict.Proved() {
		p.Reason = "the proof by " + p.Method + " is refuted by an instance"
	}
	p.Verdict, p.Direction, p.Method, p.KillRate = Different, Undirected, "instances", 0
	if got.AnotB != nil {
		p.Witnesses = append(p.Witnesses, Witness{Instance: got.AnotB, First: true})
	}
	if got.BnotA != nil {
		p.Witnesses = append(p.Witnesses, Witness{Instance: got.BnotA})
	}
	switch {
	case len(p.Witnesses) == 2:
		p.Direction = Incomparable
	case found != nil && got.AnotB != nil && found.BinA == include.Yes:
		p.Direction = Narrower
	case found != nil && got.BnotA != nil && found.AinB == include.Yes:
		p.Direction = Wider
	}
	return p
}

// AcceptsNothing reports whether a schema is proved to refuse every instance, under every draft that readers can take it
// for. False is no proof that it accepts any.
func AcceptsNothing(n *schema.Node) bool {
	limits := (*Options)(nil).orDefault()
	if !writable(n, limits) {
		return false
	}
	pairs, o := readings(n, n, false, &limits)
	if o != nil {
		return false
	}
	for _, r := range pairs {
		if some, _, _ := include.Inhabited(r.a, nil); some != include.No {
			return false
		}
	}
	return true
}

// proves reports whether two schemas are proved to accept the same instances, without trying any.
func proves(a, b *schema.Node) bool {
	return Compare(a, b, &Options{Instances: -1}).Verdict.Proved()
}
