package schemacompact

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/schema-bench/schema-bench/catalog"
)

// A fitting is the state of the search for what fits.
type fitting struct {
	c       *catalog.Catalog
	opt     *Options
	prove   prover
	results []*Result  // of each rung; the original first
	sizes   [][]int    // of each tool in each of these
	said    [][]spoken // the same for what say-once looks at; nil where it is not asked for
	chosen  choice     // what serves the tools
	full    choice     // what would, if all tools took every step so far
	needed  int        // how many of the results the limit asked for; the others only say what more there would be
}

// A choice says for each tool which of the results serves it.
type choice struct {
	at    []int
	total int // what all tools then measure together
}

// newFitting starts with the tools as they came.
func newFitting(c *catalog.Catalog, opt *Options, prove prover) (*fitting, error) {
	f := &fitting{c: c, opt: opt, prove: prove}
	if err := f.add(nil); err != nil {
		return nil, err
	}
	f.chosen = f.measured(make([]int, len(c.Tools)))
	f.full, f.needed = f.chosen, 1
	return f, nil
}

// add notes what a set of transforms makes of the tools.
func (f *fitting) add(names []string) error {
	transforms := slices.DeleteFunc(Transforms(), func(t Transform) bool { return !slices.Contains(names, t.Name) })
	r, err := firstProved(f.c, f.opt, []attempt{{levelOf(transforms), transforms}}, f.prove)
	if err != nil {
		return err
	}
	sizes := make([]int, len(r.Catalog.Tools))
	for i := range r.Catalog.Tools {
		sizes[i] = f.opt.Measure(&r.Catalog.Tools[i])
	}
	f.results, f.sizes = append(f.results, r), append(f.sizes, sizes)
	if slices.Contains(f.opt.With, sayOnceName) {
		said, err := r.spoken()
		if err != nil {
			return err
		}
		f.said = append(f.said, said)
	}
	return nil
}

// forget takes back the last add.
func (f *fitting) forget() {
	last := f.last()
	f.results, f.sizes = f.results[:last], f.sizes[:last]
	f.said = f.said[:min(last, len(f.said))]
}

func (f *fitting) last() int { return len(f.results) - 1 }

// ask does what was asked for by name, everywhere and whether it is needed or not, and returns the names.
func (f *fitting) ask(plan *Plan) ([]string, error) {
	var names []string
	for _, t := range Transforms() {
		if !slices.Contains(f.opt.With, t.Name) {
			continue
		}
		names = append(names, t.Name)
		if err := f.add(names); err != nil {
			return nil, err
		}
		at := slices.Clone(f.chosen.at)
		for i := range at {
			if f.results[f.last()].Tools[i].Reason == nil { // else it keeps what could be proved
				at[i] = f.last()
			}
		}
		next := f.settled(at)
		step := f.step(t.Name, next)
		f.chosen, f.needed = next, len(f.results)
		step.Asked, step.Taken = true, f.takers(f.full)
		f.full = next
		if step.Saves != 0 {
			plan.Steps = append(plan.Steps, step)
		}
	}
	return names, nil
}

// measured completes a choice.
func (f *fitting) measured(at []int) choice {
	c := *f.c
	c.Tools = make([]catalog.Tool, len(at))
	for i, k := range at {
		c.Tools[i] = f.results[k].Catalog.Tools[i]
	}
	return choice{at, f.opt.total(&c)}
}

// settled completes a choice of results up to the last, after it has made sure that everything is said that say-once relies
// on: tools of different results may each have left a text to the other. Such tools are served by the last result, in
// which all of it is said.
func (f *fitting) settled(at []int) choice {
	for f.said != nil && f.join(at) {
	}
	return f.measured(at)
}

// join moves tools to the last result because of what is said nowhere, and reports whether it moved any.
func (f *fitting) join(at []int) bool {
	said := make(map[saying]bool)
	for i, k := range at {
		for s := range f.said[k][i].says {
			said[s] = true
		}
	}
	last, moved := f.last(), false
	move := func(i int) {
		moved = moved || at[i] != last
		at[i] = last
	}
	for i, k := range at {
		for _, s := range f.said[k][i].leaves {
			if said[s] {
				continue
			}
			if k != last {
				move(i)
				break
			}
			for j := range at { // whoever says it there
				if f.said[last][j].says[s] {
					move(j)
				}
			}
		}
	}
	return moved
}

// allowed returns the names of the transforms that a rung adds to others, as far as the options let them through.
func (f *fitting) allowed(g rung, names []string) (more []string) {
	for _, t := range Transforms() {
		bounded := f.opt.Level != "" && !f.opt.Level.includes(t.Level)
		if slices.Contains(g.adds, t.Name) && !slices.Contains(f.opt.Without, t.Name) && !slices.Contains(names, t.Name) && !bounded {
			more = append(more, t.Name)
		}
	}
	return more
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

// gains returns the tools that the last result makes smaller than a choice does, the largest saving first. What a model is
// given later counts for nothing.
func (f *fitting) gains(from choice) (tools []int) {
	saved := func(i int) int { return f.sizes[from.at[i]][i] - f.sizes[f.last()][i] }
	for i := range from.at {
		if saved(i) > 0 && !f.c.Tools[i].Deferred() {
			tools = append(tools, i)
		}
	}
	slices.SortStableFunc(tools, func(a, b int) int { return cmp.Compare(saved(b), saved(a)) })
	return tools
}

// moved serves tools by the last result.
func (f *fitting) moved(from choice, tools []int) choice {
	at := slices.Clone(from.at)
	for _, i := range tools {
		at[i] = f.last()
	}
	return f.settled(at)
}

// whole is the choice if all tools take the last result that it makes smaller.
func (f *fitting) whole(from choice) choice {
	next := f.moved(from, f.gains(from))
	if f.said == nil {
		return next
	}
	// A text that is said elsewhere from here on makes one tool smaller and another larger.
	all := make([]int, len(from.at))
	for i := range all {
		all[i] = f.last()
	}
	if all := f.measured(all); all.total < next.total {
		return all
	}
	return next
}

// step describes the last result, as one that all tools take after all steps before it.
func (f *fitting) step(name string, next choice) PlanStep {
	s := PlanStep{Name: name, Claim: Claim(name), Tools: len(f.gains(f.full)), Saves: f.full.total - next.total, Total: next.total}
	if i := slices.IndexFunc(Transforms(), func(t Transform) bool { return t.Name == name }); i >= 0 {
		s.Claim = Transforms()[i].Claim
	}
	return s
}

// take returns the choice of as few tools by the last result as the limit asks for; next is that of all of them.
func (f *fitting) take(next choice) choice {
	if next.total > f.opt.MaxTotal {
		return next
	}
	tools := f.gains(f.chosen)
	best := next
	sort.Search(len(tools), func(n int) bool {
		some := f.moved(f.chosen, tools[:n+1])
		fits := some.total <= f.opt.MaxTotal
		if fits {
			best = some // each that is tried after one that fits has fewer tools
		}
		return fits
	})
	return best
}

// takers counts the tools that the last result makes smaller than a choice did, and that it serves now.
func (f *fitting) takers(from choice) (n int) {
	for _, i := range f.gains(from) {
		if f.chosen.at[i] == f.last() {
			n++
		}
	}
	return n
}

// total is what the options take for the size of all tools together.
func (o *Options) total(c *catalog.Catalog) (n int) {
	if o.Total != nil {
		return o.Total(c)
	}
	for i := range c.Tools {
		if !c.Tools[i].Deferred() {
			n += o.Measure(&c.Tools[i])
		}
	}
	return n
}

// hide names the largest tools of a catalog without which the others fit.
func hide(c *catalog.Catalog, opt *Options) []string {
	var order, sizes []int
	for i := range c.Tools {
		sizes = append(sizes, opt.Measure(&c.Tools[i]))
		if !c.Tools[i].Deferred() {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	// One tool has to be left.
	most := max(0, len(order)-1)
	n := 1 + sort.Search(most, func(n int) bool {
		rest := *c
		rest.Tools = nil
		for i := range c.Tools {
			if !slices.Contains(order[:n+1], i) {
				rest.Tools = append(rest.Tools, c.Tools[i])
			}
		}
		return opt.total(&rest) <= opt.MaxTotal
	})
	if n > most {
		return nil
	}
	var names []string
	for _, i := range order[:n] {
		names = append(names, c.Tools[i].Name)
	}
	return names
}

// assemble puts the chosen tools together and proves them again, on the bytes of the whole.
func (f *fitting) assemble() (*Result, error) {
	out := *f.c
	out.Tools = slices.Clone(f.c.Tools)
	r := &Result{Catalog: &out, Tools: make([]ToolResult, len(f.c.Tools))}
	for i, k := range f.chosen.at {
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
		proof := compare(&f.c.Tools[i], &served.Tools[i], f.prove)
		if f.chosen.at[i] > 0 && !proof.Verdict.Proved() && proof.Direction != r.Tools[i].Proof.Direction {
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
