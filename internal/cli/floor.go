package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/tokens"
)

type floorOptions struct {
	sources       sourceOptions
	unit          unitOptions
	out           outputOptions
	system, why   string
	steps, growth int
	top           int
}

func newFloor(e *env) *cobra.Command {
	o := &floorOptions{}
	cmd := &cobra.Command{
		Use:   "floor [flags] SOURCE…",
		Short: "Measure what the tools cost at every step",
		Long: `Measures the floor: what an agent sends again at every step. Shows what each tool and each of its parts costs, the share
of the model's window, the price of a step and of a run, what compaction would save, and how the history grows on top.

The sum over N steps that each add T tokens to the history of a floor F is N·F + T·N²/2.`,
		Example: `  schema-bench floor tools.json
  schema-bench floor request.json --model claude-sonnet-4-5 --steps 40 --growth 1500
  schema-bench floor .mcp.json#github --format json
  schema-bench floor -- npx -y @modelcontextprotocol/server-everything
  schema-bench floor tools.json --why create_issue`,
		Args: cobra.ArbitraryArgs,
	}
	o.sources.bind(cmd)
	o.unit.bind(cmd)
	o.unit.bindPrices(cmd)
	f := cmd.Flags()
	f.StringVar(&o.system, "system", "", "`FILE` with the system prompt (- for standard input); a complete request has its own")
	f.IntVar(&o.steps, "steps", 25, "steps of a run: `N`")
	f.IntVar(&o.growth, "growth", 0, "`TOKENS` that a step adds to the history")
	f.StringVar(&o.why, "why", "", "show what makes one `TOOL` cost what it does")
	f.IntVar(&o.top, "top", 20, "list `N` tools in text and Markdown; 0 lists all")
	o.out.bind(cmd, render.Formats("floor"), false)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func (o *floorOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	if err := o.out.check(); err != nil {
		return err
	}
	meter, model, err := o.unit.meter(e)
	if err != nil {
		return err
	}
	if o.steps < 1 {
		return usagef("--steps %d: must be at least 1", o.steps)
	}
	if o.top < 0 {
		return usagef("--top %d: must not be negative", o.top)
	}
	if o.system == "-" && (slices.Contains(args, "-") || len(args) == 0 && len(g.sources) == 0) {
		return usagef("--system -: standard input is a source already, and can be read only once")
	}
	system, err := e.readText(o.system)
	if err != nil {
		return usagef("--system: %w", err)
	}
	got, err := o.sources.load(cmd, e, g, args)
	if err != nil {
		return err
	}
	if len(got.catalogs) == 0 {
		return got.failure()
	}
	if o.why != "" {
		return o.explain(e, g, got, meter)
	}
	floor, err := bench.MeasureAll(got.catalogs, system, meter)
	if err != nil {
		return err
	}
	if err := addSavings(floor, got.catalogs, meter); err != nil {
		return err
	}
	if w := o.unit.estimateWarning(model); w != nil {
		floor.Warnings = append(floor.Warnings, w)
	}
	floor.Warnings = append(floor.Warnings, got.warnings...)
	session, err := bench.Project(floor, bench.Plan{Model: model, Steps: o.steps, Growth: o.growth})
	if err != nil {
		return usageError{err}
	}
	floor.Warnings = append(floor.Warnings, session.Warnings...)
	session.Warnings = nil
	report := &render.FloorReport{Floor: floor, Session: session, Top: o.top, Next: o.next(e, got, floor), Problems: 10}
	if g.verbose {
		report.Top, report.Problems = 0, 0
	}
	err = o.out.write(e, g, func(w *outputWriter) error { return render.Floor(w, w.format, report, w.options) })
	return firstError(err, got.failure())
}

// addSavings fills in what each level would save, and per tool what safe would drop. The tools are compacted for it;
// nothing is written anywhere.
func addSavings(floor *bench.Floor, catalogs []*catalog.Catalog, meter bench.Meter) error {
	for _, level := range schemacompact.Levels()[1:] {
		var compacted []*catalog.Catalog
		for _, c := range catalogs {
			r, err := schemacompact.Compact(c, &schemacompact.Options{Level: level})
			if err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			compacted = append(compacted, r.Catalog)
		}
		after, err := bench.MeasureAll(compacted, "", meter)
		if err != nil {
			return err
		}
		floor.Savings = append(floor.Savings, bench.Saving{Level: string(level), After: after.ToolTokens(), Saved: floor.ToolTokens() - after.ToolTokens()})
		if level == schemacompact.LevelSafe {
			for i := range floor.Tools {
				floor.Tools[i].Annotations = max(0, floor.Tools[i].Tokens()-after.Tools[i].Tokens())
			}
		}
	}
	return nil
}

// next suggests the commands that most people want after a floor.
func (o *floorOptions) next(e *env, got *loaded, floor *bench.Floor) []string {
	if !got.single() { // what is written is one catalog
		return got.again(e, "compact")
	}
	next := got.again(e, "compact", "-o", "compacted.json")
	if tools := floor.Largest(1); len(tools) > 0 && tools[0].Name != "" && len(tools[0].Name) < 64 {
		next = append(next, got.again(e, "floor", "--why", shellWord(tools[0].Name))...)
	}
	return next
}

// explain shows the tree of one tool's cost.
func (o *floorOptions) explain(e *env, g globals, got *loaded, meter bench.Meter) error {
	var names []string
	for _, c := range got.catalogs {
		for i := range c.Tools {
			names = append(names, c.Tools[i].Name)
			if c.Tools[i].Name != o.why {
				continue
			}
			weights, err := bench.Weigh(&c.Tools[i], meter.Counter)
			if err != nil {
				return err
			}
			report := &render.WhyReport{Tool: o.why, Unit: unitOf(meter), Weights: weights}
			err = o.out.write(e, g, func(w *outputWriter) error { return render.Why(w, w.format, report, w.options) })
			return firstError(err, got.failure())
		}
	}
	return withHint(usagef("--why %q: there is no such tool", o.why), "the tools are %s", nearest(o.why, names, 8))
}

func unitOf(m bench.Meter) bench.Unit {
	return bench.Unit{Ruler: m.Ruler, Encoding: m.Counter.Name(), Framing: tokens.FramingJSON, Serialisation: "compact"}
}
