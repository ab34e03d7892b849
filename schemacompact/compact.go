package schemacompact

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/targets"
)

// Options say how to compact. The zero value compacts at LevelSafe, for any consumer, and measures nothing.
type Options struct {
	Level         Level
	With, Without []string // names of transforms to add to the level, or to leave out
	// Target is the consumer that the catalog is meant for. Structural rewrites are left out where it is not known to take
	// what they make; the zero value takes only what all take.
	Target targets.Target
	// Measure returns the size of a tool, in tokens usually. It is asked before and after each transform that changed
	// the tool, and decides whether a rewrite that can cost something is kept; nil leaves the sizes in the steps at zero,
	// and bytes decide.
	Measure func(*catalog.Tool) int
	// MaxTotal is how much all tools together may measure, and needs Measure; 0 is no limit. To fit a limit, as little is
	// done as is needed, whatever it takes: Result.Plan says what. Level then is how far to go at most, and the zero value
	// is no bound.
	MaxTotal int
	// Total returns what MaxTotal limits: the size of all tools together, in the unit of Measure, with what stands around
	// and between them. It is asked of catalogs with at least one tool. nil is the sum of what Measure says of the tools
	// that a model is given, which leaves out those that are loaded later.
	Total func(*catalog.Catalog) int
}

// A Result is a compacted catalog and how it came to be.
type Result struct {
	// Catalog has the tools of the original in their order. Its Encode methods write what was verified.
	Catalog *catalog.Catalog
	// Tools says for each tool, in order, what was proved of it.
	Tools []ToolResult
	// Steps are the changes that are in Catalog, by transform and then by tool. A transform that found more to do after
	// others has several for a tool.
	Steps    []Step
	Plan     *Plan // how Options.MaxTotal was met, or by how much it was not; nil without a limit
	Warnings []error
}

// A ToolResult is what became of one tool.
type ToolResult struct {
	Name  string
	Proof verify.Proof // of the bytes in Result.Catalog against the original
	// Level is the one that the tool is served at: that of the options, or one below it that could be proved. It is
	// LevelNone if the tool was left as it came.
	Level  Level
	Reason error  // why the tool is not at the level that was asked for; nil if it is
	Edits  []Edit // in the order in which they were made; none if it was left as it came
}

// A Step is what one transform did to one tool.
type Step struct {
	Transform     string
	Claim         Claim
	Tool          int // index into Result.Tools
	Before, After int // in the unit of Options.Measure
	Edits         []Edit
}

// Compact returns a smaller catalog that accepts the same arguments, and never changes c. The schemas in the bytes of
// the result are compared with the originals; a tool that is not proved falls back to the last level at which it is, or
// stays as it came, and is named in the warnings. The error is an unknown level or transform, a limit that is negative or
// without a measure, or a catalog that cannot be encoded.
func Compact(c *catalog.Catalog, opt *Options) (*Result, error) {
	if opt == nil {
		opt = &Options{}
	}
	switch {
	case opt.MaxTotal < 0:
		return nil, fmt.Errorf("schemacompact: a limit of %d for the total is negative", opt.MaxTotal)
	case opt.MaxTotal > 0:
		return fit(c, opt, Prove)
	}
	return compact(c, opt, Prove)
}

// A prover compares a tool with the original.
type prover func(original, served *catalog.Tool) verify.Proof

func compact(c *catalog.Catalog, opt *Options, prove prover) (*Result, error) {
	attempts, err := attempts(opt)
	if err != nil {
		return nil, err
	}
	return firstProved(c, opt, attempts, prove)
}

// firstProved serves every tool at the first attempt that is proved.
func firstProved(c *catalog.Catalog, opt *Options, attempts []attempt, prove prover) (*Result, error) {
	out := *c
	out.Tools = slices.Clone(c.Tools)
	r := &Result{Catalog: &out, Tools: make([]ToolResult, len(c.Tools))}
	left := make([]bool, len(c.Tools)) // not settled yet
	for i := range c.Tools {
		r.Tools[i].Name = c.Tools[i].Name
		left[i] = true
	}
	for _, a := range attempts {
		if err := r.try(c, a, opt, left, prove); err != nil {
			return nil, err
		}
		if !slices.Contains(left, true) {
			break
		}
	}
	for i := range c.Tools {
		if left[i] {
			r.leave(c, i)
		}
	}
	r.sortSteps()
	if err := r.holdSaid(c); err != nil {
		return nil, err
	}
	r.explain()
	return r, nil
}

// An attempt is a level with what the options add to it.
type attempt struct {
	level      Level
	transforms []Transform
}

// attempts returns what to try for a tool, until it is proved.
func attempts(opt *Options) ([]attempt, error) {
	var all []attempt
	add := func(level Level, with []string) error {
		transforms, err := choose(level, with, opt.Without)
		if err == nil {
			all = append(all, attempt{level.orDefault(), transforms})
		}
		return err
	}
	if err := add(opt.Level, opt.With); err != nil {
		return nil, err
	}
	with := opt.With
	if slices.Contains(with, widenPattern) {
		with = slices.DeleteFunc(slices.Clone(with), func(name string) bool { return name == widenPattern })
		if err := add(opt.Level, with); err != nil {
			return nil, err
		}
	}
	for _, level := range opt.Level.below() {
		if err := add(level, with); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// start copies the schemas that the transforms will edit, of the tools that are asked for.
func start(c *catalog.Catalog, opt *Options, wanted func(i int) bool) *pass {
	p := &pass{tools: make([]*work, len(c.Tools)), target: opt.Target, measure: opt.Measure}
	for i := range c.Tools {
		w := &work{pass: p, tool: &c.Tools[i]}
		p.tools[i] = w
		if !wanted(i) {
			w.skip = errSettled
			continue
		}
		if catalog.IsPropertyMap(w.tool.Input) {
			w.skip = errors.New("the input is a map of parameters and not a schema")
		}
		w.tool.Input = w.tool.Input.Clone()
		if opt.Measure != nil {
			w.size = opt.Measure(w.tool)
		}
	}
	return p
}

// errSettled keeps a pass from a tool that an earlier one has settled.
var errSettled = errors.New("settled")

// try runs an attempt on the tools that are left, proves what it made of them, and keeps what is proved.
func (r *Result) try(c *catalog.Catalog, a attempt, opt *Options, left []bool, prove prover) error {
	trial := *r.Catalog
	trial.Tools = slices.Clone(r.Catalog.Tools)
	p := start(&trial, opt, func(i int) bool { return left[i] })
	p.expects(a.transforms)
	var steps []Step
	p.run(a.transforms, func(t Transform) { steps = append(steps, p.steps(t)...) })
	changed, widened := make([]bool, len(c.Tools)), make([]bool, len(c.Tools))
	for _, s := range steps {
		changed[s.Tool] = true
		widened[s.Tool] = widened[s.Tool] || s.Transform == widenPattern
	}
	for i, w := range p.tools {
		if left[i] && (!changed[i] || w.skip != nil) {
			trial.Tools[i] = c.Tools[i] // so that its bytes stay the same
		}
	}
	served, err := reread(&trial)
	if err != nil {
		return err
	}
	kept := make([]bool, len(c.Tools))
	for i, w := range p.tools {
		t := &r.Tools[i]
		switch {
		case !left[i]:
			continue
		case w.skip != nil:
			t.Reason = w.skip
			r.leave(c, i)
			left[i] = false
			continue
		}
		proof := compare(&c.Tools[i], &served.Tools[i], prove)
		if changed[i] && !proof.Verdict.Proved() && !(widened[i] && proof.Direction == verify.Wider) {
			if t.Reason == nil {
				t.Reason = fmt.Errorf("%s at %q: %s", proof.Verdict, proof.At, proof.Reason)
			}
			continue
		}
		t.Proof, t.Level = proof, a.level
		r.Catalog.Tools[i] = trial.Tools[i]
		left[i], kept[i] = false, true
	}
	for _, s := range steps {
		if kept[s.Tool] {
			r.Steps = append(r.Steps, s)
		}
	}
	return nil
}

// steps returns a step for every tool that the transform has just changed.
func (p *pass) steps(t Transform) []Step {
	var steps []Step
	for i, w := range p.tools {
		if len(w.edits) == 0 {
			continue
		}
		s := Step{Transform: t.Name, Claim: t.Claim, Tool: i, Before: w.size, Edits: w.edits}
		if p.measure != nil {
			w.size = p.measure(w.tool)
		}
		s.After = w.size
		w.edits = nil
		steps = append(steps, s)
	}
	return steps
}

// reread returns the tools that are in the bytes of a catalog.
func reread(c *catalog.Catalog) (*catalog.Catalog, error) {
	b, err := c.EncodeSource()
	if err != nil {
		return nil, fmt.Errorf("schemacompact: %w", err)
	}
	served, err := catalog.Read(b, &catalog.ReadOptions{Lenient: true})
	if err != nil {
		return nil, fmt.Errorf("schemacompact: reading back what was encoded: %w", err)
	}
	if len(served.Tools) != len(c.Tools) {
		return nil, fmt.Errorf("schemacompact: %d tools went in and %d came out", len(c.Tools), len(served.Tools))
	}
	return served, nil
}

// leave puts a tool back as it came.
func (r *Result) leave(c *catalog.Catalog, i int) {
	r.Catalog.Tools[i] = c.Tools[i]
	r.Tools[i].Proof = Prove(&c.Tools[i], &c.Tools[i])
	r.Tools[i].Level = LevelNone
	r.Steps = slices.DeleteFunc(r.Steps, func(s Step) bool { return s.Tool == i })
}

// sortSteps puts the steps of all attempts in the order of the transforms, and then of the tools.
func (r *Result) sortSteps() {
	rank := make(map[string]int)
	for i, t := range Transforms() {
		rank[t.Name] = i
	}
	slices.SortStableFunc(r.Steps, func(a, b Step) int {
		return cmp.Or(cmp.Compare(rank[a.Transform], rank[b.Transform]), cmp.Compare(a.Tool, b.Tool))
	})
}

func compare(original, served *catalog.Tool, prove prover) verify.Proof {
	if original.Name != served.Name {
		return verify.Proof{Reason: fmt.Sprintf("the tool is called %q in the result", served.Name)}
	}
	return prove(original, served)
}

// Prove compares the input schemas of two tools. Two tools without a schema, such as those that a provider defines, are
// identical; a tool with a schema and one without are not known to be the same.
func Prove(a, b *catalog.Tool) verify.Proof {
	if a.Input == nil && b.Input == nil {
		return verify.Proof{Verdict: verify.Identical, Direction: verify.Equal, Method: "same-bytes"}
	}
	return verify.Compare(a.Input, b.Input, nil)
}

// explain fills the edits of the tools and the warnings.
func (r *Result) explain() {
	for _, s := range r.Steps {
		r.Tools[s.Tool].Edits = append(r.Tools[s.Tool].Edits, s.Edits...)
	}
	for _, t := range r.Tools {
		if t.Reason != nil {
			became := "is left as it came"
			if t.Level != LevelNone {
				became = "falls back to level " + string(t.Level)
			}
			r.Warnings = append(r.Warnings, fmt.Errorf("tool %q %s: %w", t.Name, became, t.Reason))
		}
	}
}
