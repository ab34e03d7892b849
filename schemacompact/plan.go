package schemacompact

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
)

// A Plan says how the limit of Options.MaxTotal was met, or that it could not be. All sizes are in the unit of
// Options.Measure and of all tools together.
type Plan struct {
	MaxTotal      int
	Before, After int
	// Steps are what there is to do, the least lossy first, up to two behind the last that was needed.
	Steps []PlanStep
	// Over is by how much the limit is passed after everything was done; 0 if it is met.
	Over int
	// Hide names the tools without which the rest would fit, the largest first. It is a suggestion: nothing is hidden.
	Hide []string
}

// A PlanStep is one thing to do in order to fit, after those before it.
type PlanStep struct {
	Name  string // of the transform, or for those that lose nothing what all of them claim
	Claim Claim
	Tools int // that it makes smaller
	Saves int // in all of these, after they have taken every step before it
	Total int // what is then left
	Taken int // tools that took it, those with the largest savings first
}

// rungs returns the names of the steps and the transforms that each adds, the least lossy first: what can be proved to lose
// nothing by its claim, and then, one at a time, what takes away texts, from labels to whatever a parameter says.
func rungs() []rung {
	all := []rung{{name: string(ClaimIdentical)}, {name: string(ClaimAnnotations)}, {name: string(ClaimEquivalent)}, {name: string(ClaimMoved)}}
	for _, t := range Transforms() {
		for i := range all {
			if all[i].name == string(t.Claim) && t.Level != "" {
				all[i].adds = append(all[i].adds, t.Name)
			}
		}
	}
	for _, name := range []string{"titles", "examples", "link-targets", "echo-descriptions", "prose", "drop-default", "tool-prose", "drop-output-schema", "drop-descriptions"} {
		all = append(all, rung{name, []string{name}})
	}
	return all
}

// A rung is a step before it has been tried.
type rung struct {
	name string
	adds []string
}

// fit compacts the tools as little as the limit asks for: step by step, and of the last step only as many tools as are
// needed.
func fit(c *catalog.Catalog, opt *Options, prove prover) (*Result, error) {
	if opt.Measure == nil {
		return nil, errors.New("schemacompact: a limit for the total needs a measure")
	}
	if _, err := choose(opt.Level, opt.With, opt.Without); err != nil {
		return nil, err
	}
	f := &fitting{c: c, opt: opt, chosen: make([]int, len(c.Tools)), full: make([]int, len(c.Tools))}
	// What was asked for by name is done everywhere, whether it is needed or not.
	asked, err := choose(LevelNone, opt.With, opt.Without)
	if err != nil {
		return nil, err
	}
	start, err := firstProved(c, opt, []attempt{{LevelNone, asked}}, prove)
	if err != nil {
		return nil, err
	}
	f.add(start)
	plan := &Plan{MaxTotal: opt.MaxTotal}
	for i := range c.Tools {
		plan.Before += opt.Measure(&c.Tools[i])
	}
	names := slices.Clone(opt.With)
	behind := 0
	for _, g := range rungs() {
		fits := f.total() <= opt.MaxTotal
		if fits && behind == 2 {
			break
		}
		transforms := f.allowed(g, &names)
		if len(transforms) == 0 {
			continue
		}
		r, err := firstProved(c, opt, []attempt{{levelOf(transforms), transforms}}, prove)
		if err != nil {
			return nil, err
		}
		f.add(r)
		step := f.step(g.name)
		if step.Tools == 0 {
			continue
		}
		if fits {
			behind++ // only to say what more there would be
		} else {
			step.Taken = f.take()
			f.needed = len(f.results)
		}
		plan.Steps = append(plan.Steps, step)
	}
	plan.After = f.total()
	plan.Over = max(0, plan.After-opt.MaxTotal)
	plan.Hide = f.hide(plan.Over)
	r, err := f.assemble(prove)
	if err != nil {
		return nil, err
	}
	r.Plan = plan
	return r, nil
}

// A fitting is the state of the search for what fits.
type fitting struct {
	c       *catalog.Catalog
	opt     *Options
	results []*Result // of each rung; the original first
	sizes   [][]int   // of each tool in each of these
	chosen  []int     // for each tool, the index of the result that serves it
	full    []int     // the same if all tools took every step so far
	needed  int       // how many of the results the limit asked for; the others only say what more there would be
}

// add notes what a rung made of the tools.
func (f *fitting) add(r *Result) {
	sizes := make([]int, len(r.Catalog.Tools))
	for i := range r.Catalog.Tools {
		sizes[i] = f.opt.Measure(&r.Catalog.Tools[i])
	}
	f.results, f.sizes = append(f.results, r), append(f.sizes, sizes)
}

func (f *fitting) total() int { return f.sum(f.chosen) }

func (f *fitting) sum(chosen []int) int {
	n := 0
	for i, k := range chosen {
		n += f.sizes[k][i]
	}
	return n
}

// allowed adds the transforms of a rung to the names and returns all transforms to run; none if the rung has nothing that
// the options let through.
func (f *fitting) allowed(g rung, names *[]string) []Transform {
	more := false
	for _, t := range Transforms() {
		bounded := f.opt.Level != "" && !f.opt.Level.includes(t.Level)
		if !slices.Contains(g.adds, t.Name) || slices.Contains(f.opt.Without, t.Name) || slices.Contains(*names, t.Name) || bounded {
			continue
		}
		*names = append(*names, t.Name)
		more = true
	}
	if !more {
		return nil
	}
	return slices.DeleteFunc(Transforms(), func(t Transform) bool { return !slices.Contains(*names, t.Name) })
}

// levelOf returns the highest level that the transforms make up; LevelNone if there is none.
func levelOf(transforms []Transform) Level {
	level := LevelNone
	for _, l := range Levels() {
		whole := true
		for _, t := range Transforms() {
			has := slices.ContainsFunc(transforms, func(u Transform) bool { return u.Name == t.Name })
			whole = whole && (has || !l.includes(t.Level))
		}
		if whole {
			level = l
		}
	}
	return level
}

// gains returns the tools that the last rung makes smaller than a choice does, the largest saving first.
func (f *fitting) gains(chosen []int) (tools []int) {
	last := len(f.results) - 1
	saved := func(i int) int { return f.sizes[chosen[i]][i] - f.sizes[last][i] }
	for i := range chosen {
		if saved(i) > 0 {
			tools = append(tools, i)
		}
	}
	slices.SortStableFunc(tools, func(a, b int) int { return cmp.Compare(saved(b), saved(a)) })
	return tools
}

// step describes the last rung, as one that all tools take after all steps before it.
func (f *fitting) step(name string) PlanStep {
	s := PlanStep{Name: name, Claim: Claim(name)}
	if i := slices.IndexFunc(Transforms(), func(t Transform) bool { return t.Name == name }); i >= 0 {
		s.Claim = Transforms()[i].Claim
	}
	before := f.sum(f.full)
	tools := f.gains(f.full)
	for _, i := range tools {
		f.full[i] = len(f.results) - 1
	}
	s.Tools, s.Total = len(tools), f.sum(f.full)
	s.Saves = before - s.Total
	return s
}

// take serves as many tools by the last rung as the limit asks for, and returns how many.
func (f *fitting) take() int {
	tools := f.gains(f.chosen)
	left := f.total()
	last := len(f.results) - 1
	for n, i := range tools {
		if left <= f.opt.MaxTotal {
			return n
		}
		left -= f.sizes[f.chosen[i]][i] - f.sizes[last][i]
		f.chosen[i] = last
	}
	return len(tools)
}

// hide names the largest tools that together are at least over.
func (f *fitting) hide(over int) []string {
	order := make([]int, len(f.chosen))
	for i := range order {
		order[i] = i
	}
	size := func(i int) int { return f.sizes[f.chosen[i]][i] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	var names []string
	for _, i := range order {
		if over <= 0 {
			break
		}
		over -= size(i)
		names = append(names, f.c.Tools[i].Name)
	}
	return names
}

// assemble puts the chosen tools together and proves them again, on the bytes of the whole.
func (f *fitting) assemble(prove prover) (*Result, error) {
	out := *f.c
	out.Tools = slices.Clone(f.c.Tools)
	r := &Result{Catalog: &out, Tools: make([]ToolResult, len(f.c.Tools))}
	for i, k := range f.chosen {
		from := f.results[k]
		out.Tools[i] = from.Catalog.Tools[i]
		r.Tools[i] = from.Tools[i]
		r.Tools[i].Edits = nil
		for _, later := range f.results[min(k+1, f.needed):f.needed] {
			if reason := later.Tools[i].Reason; reason != nil {
				r.Tools[i].Reason = reason
				break
			}
		}
		for _, s := range from.Steps {
			if s.Tool == i {
				r.Steps = append(r.Steps, s)
			}
		}
	}
	served, err := reread(&out)
	if err != nil {
		return nil, err
	}
	for i := range r.Tools {
		proof := compare(&f.c.Tools[i], &served.Tools[i], prove)
		if f.chosen[i] > 0 && !proof.Verdict.Proved() && proof.Direction != r.Tools[i].Proof.Direction {
			return nil, fmt.Errorf("schemacompact: tool %q: %s at %q: %s", r.Tools[i].Name, proof.Verdict, proof.At, proof.Reason)
		}
		r.Tools[i].Proof = proof
	}
	r.sortSteps()
	if err := r.holdSaid(f.c); err != nil {
		return nil, err
	}
	r.explain()
	return r, nil
}
