package schemacompact

import (
	"errors"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
)

// A Plan says how the limit of Options.MaxTotal was met, or that it could not be. All sizes are of all tools together, as
// Options.Total says them.
type Plan struct {
	MaxTotal int
	Level    Level // how far it could go at most; empty if nothing bounded it
	Before   int   // of the original
	After    int   // of Result.Catalog, whatever the steps add up to
	// Steps are what there is to do: first what Options.With asked for, and then the least lossy first, up to two behind
	// the last that was needed. What saves nothing is no step, and is not done unless it was asked for.
	Steps []PlanStep
	// Over is by how much the limit is passed after everything was done; 0 if it is met.
	Over int
	// Hide names the tools without which the rest would fit, the largest first; none if not even the smallest fits alone.
	// It is a suggestion: nothing is hidden.
	Hide []string
}

// A PlanStep is one thing to do in order to fit. Its sizes are those of all tools together after all of them have taken
// every step before it, whether the limit needed that or not.
type PlanStep struct {
	Name  string // of the transform, or for those that lose nothing what all of them claim
	Claim Claim
	Asked bool // by name, and so taken whether it is needed or not
	Tools int  // that it makes smaller
	Saves int  // if all of these take it
	Total int  // what that would leave
	Taken int  // how many of these took it, those with the largest savings first
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

// lossy reports whether the rung is a transform that takes text away, and not a claim.
func (g *rung) lossy() bool { return len(g.adds) == 1 && g.adds[0] == g.name }

// fit compacts the tools as little as the limit asks for: step by step, and of the last step only as many tools as are
// needed.
func fit(c *catalog.Catalog, opt *Options, prove prover) (*Result, error) {
	if opt.Measure == nil {
		return nil, errors.New("schemacompact: a limit for the total needs a measure")
	}
	if _, err := choose(opt.Level, opt.With, opt.Without); err != nil {
		return nil, err
	}
	f, err := newFitting(c, opt, prove)
	if err != nil {
		return nil, err
	}
	plan := &Plan{MaxTotal: opt.MaxTotal, Level: opt.Level, Before: f.chosen.total}
	names, err := f.ask(plan)
	if err != nil {
		return nil, err
	}
	behind := 0
	for _, g := range rungs() {
		fits := f.chosen.total <= opt.MaxTotal
		if fits && behind == 2 {
			break
		}
		more := f.allowed(g, names)
		if len(more) == 0 {
			continue
		}
		tried := slices.Concat(names, more)
		if err := f.add(tried); err != nil {
			return nil, err
		}
		next := f.whole(f.full)
		if next.total >= f.full.total {
			f.forget()
			if !g.lossy() {
				names = tried // what loses nothing may help a later step to save
			}
			continue
		}
		names = tried
		step := f.step(g.name, next)
		if fits {
			behind++ // only to say what more there would be
		} else {
			f.chosen = f.take(next)
			step.Taken = f.takers(f.full)
			f.needed = len(f.results)
		}
		f.full = next
		plan.Steps = append(plan.Steps, step)
	}
	r, err := f.assemble()
	if err != nil {
		return nil, err
	}
	// What is said of the result is measured on it, and not on what it was put together from.
	plan.After = opt.total(r.Catalog)
	plan.Over = max(0, plan.After-opt.MaxTotal)
	if plan.Over > 0 {
		plan.Hide = hide(r.Catalog, opt)
	}
	r.Plan = plan
	return r, nil
}
