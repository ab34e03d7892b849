package schemacompact

import (
	"errors"
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// Options say how to compact. The zero value compacts at LevelSafe and measures nothing.
type Options struct {
	Level         Level
	With, Without []string // names of transforms to add to the level, or to leave out
	// Measure returns the size of a tool, in tokens usually. It is asked before and after each transform that changed
	// the tool; nil leaves the sizes in the steps at zero.
	Measure func(*catalog.Tool) int
}

// A Result is a compacted catalog and how it came to be.
type Result struct {
	// Catalog has the tools of the original in their order. Its Encode methods write what was verified.
	Catalog *catalog.Catalog
	// Tools says for each tool, in order, what was proved of it.
	Tools []ToolResult
	// Steps are the changes that are in Catalog, by transform and then by tool.
	Steps    []Step
	Warnings []error
}

// A ToolResult is what became of one tool.
type ToolResult struct {
	Name   string
	Proof  verify.Proof // of the bytes in Result.Catalog against the original
	Reason error        // why the tool was left as it came; nil if it was not
	Edits  []Edit       // in the order in which they were made; none if it was left as it came
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
// the result are compared with the originals; a tool that is not proved stays as it came and is named in the warnings.
// The error is an unknown level or transform, or a catalog that cannot be encoded.
func Compact(c *catalog.Catalog, opt *Options) (*Result, error) {
	if opt == nil {
		opt = &Options{}
	}
	transforms, err := choose(opt.Level, opt.With, opt.Without)
	if err != nil {
		return nil, err
	}
	out := *c
	out.Tools = slices.Clone(c.Tools)
	p := start(&out, opt.Measure)
	p.losesDefaults(transforms)
	r := &Result{Catalog: &out}
	for _, t := range transforms {
		r.run(p, t, opt.Measure)
	}
	r.Tools = make([]ToolResult, len(c.Tools))
	for i, w := range p.tools {
		r.Tools[i] = ToolResult{Name: w.tool.Name, Reason: w.skip}
	}
	r.restore(c)
	if err := r.prove(c); err != nil {
		return nil, err
	}
	r.explain()
	return r, nil
}

// start copies the schemas that the transforms will edit.
func start(c *catalog.Catalog, measure func(*catalog.Tool) int) *pass {
	p := &pass{tools: make([]*work, len(c.Tools))}
	for i := range c.Tools {
		w := &work{tool: &c.Tools[i]}
		if catalog.IsPropertyMap(w.tool.Input) {
			w.skip = errors.New("the input is a map of parameters and not a schema")
		}
		w.tool.Input = w.tool.Input.Clone()
		if measure != nil {
			w.size = measure(w.tool)
		}
		p.tools[i] = w
	}
	return p
}

// run applies one transform and notes a step for every tool that it changed.
func (r *Result) run(p *pass, t Transform, measure func(*catalog.Tool) int) {
	t.apply(p)
	for i, w := range p.tools {
		if len(w.edits) == 0 {
			continue
		}
		s := Step{Transform: t.Name, Claim: t.Claim, Tool: i, Before: w.size, Edits: w.edits}
		if measure != nil {
			w.size = measure(w.tool)
		}
		s.After = w.size
		w.edits = nil
		r.Steps = append(r.Steps, s)
	}
}

// restore puts back every tool that no transform changed or that must stay as it came, so that its bytes stay the same.
func (r *Result) restore(c *catalog.Catalog) {
	changed := make(map[int]bool)
	for _, s := range r.Steps {
		changed[s.Tool] = true
	}
	for i := range c.Tools {
		if !changed[i] || r.Tools[i].Reason != nil {
			r.Catalog.Tools[i] = c.Tools[i]
		}
	}
	r.Steps = slices.DeleteFunc(r.Steps, func(s Step) bool { return r.Tools[s.Tool].Reason != nil })
}

// prove compares the schemas in the bytes of the result with the originals, and puts back the tools that fail.
func (r *Result) prove(c *catalog.Catalog) error {
	b, err := r.Catalog.EncodeSource()
	if err != nil {
		return fmt.Errorf("schemacompact: %w", err)
	}
	served, err := catalog.Read(b, &catalog.ReadOptions{Lenient: true})
	if err != nil {
		return fmt.Errorf("schemacompact: reading back what was encoded: %w", err)
	}
	if len(served.Tools) != len(c.Tools) {
		return fmt.Errorf("schemacompact: %d tools went in and %d came out", len(c.Tools), len(served.Tools))
	}
	for i := range c.Tools {
		t := &r.Tools[i]
		t.Proof = compare(&c.Tools[i], &served.Tools[i])
		if t.Proof.Verdict.Proved() || t.Reason != nil || !slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Tool == i }) {
			continue
		}
		t.Reason = fmt.Errorf("%s at %q: %s", t.Proof.Verdict, t.Proof.At, t.Proof.Reason)
		t.Proof = Prove(&c.Tools[i], &c.Tools[i])
	}
	r.restore(c)
	return r.holdSaid(c)
}

func compare(original, served *catalog.Tool) verify.Proof {
	if original.Name != served.Name {
		return verify.Proof{Reason: fmt.Sprintf("the tool is called %q in the result", served.Name)}
	}
	return Prove(original, served)
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
			r.Warnings = append(r.Warnings, fmt.Errorf("tool %q is left as it came: %w", t.Name, t.Reason))
		}
	}
}
