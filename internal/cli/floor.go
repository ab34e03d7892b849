package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/tokens/calibrate"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

type floorOptions struct {
	sources       sourceOptions
	unit          unitOptions
	out           outputOptions
	system, why   string
	steps, growth int
	top           int
	client        string
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
  schema-bench floor request.json --model claude-sonnet-4-5 --growth 1500
  schema-bench floor .mcp.json#github --format json
  schema-bench floor -- npx -y @modelcontextprotocol/server-everything
  schema-bench floor tools.json --why create_issue
  schema-bench floor openapi.yaml --naive
  schema-bench floor tools.json --framing all
  schema-bench floor tools.json --tokenizer tokenizer.json --framing hermes`,
		Args: cobra.ArbitraryArgs,
	}
	o.sources.bind(cmd)
	cmd.Flags().BoolVar(&o.sources.spec.naive, "naive", false, "show beside the total what the operations of OpenAPI documents would cost if every definition stood where it is used, as many converters put it")
	o.unit.whole = true
	o.unit.bind(cmd)
	o.unit.bindPrices(cmd)
	f := cmd.Flags()
	f.StringVar(&o.system, "system", "", "`FILE` with the system prompt (- for standard input); a complete request has its own")
	o.steps, o.top = 25, 20
	f.Var(count{&o.steps, 1}, "steps", "steps of a run: `N`")
	f.Var(count{&o.growth, 0}, "growth", "`TOKENS` that a step adds to the history")
	f.StringVar(&o.client, "client", "", "measure the tools as `CLIENT` sends them; schema-bench help clients lists those that are known")
	f.StringVar(&o.why, "why", "", "show what makes one `TOOL` cost what it does")
	f.Var(count{&o.top, 0}, "top", "list `N` tools in text and Markdown; 0 lists all")
	o.out.bind(cmd, render.Formats("floor"), false)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func (o *floorOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	switch { // other reports have formats of their own
	case o.why != "":
		o.out.known = render.Formats("why")
	case o.unit.framing == allFramings:
		o.out.known = render.Formats("framings")
	}
	if o.unit.framing == allFramings {
		if o.why != "" {
			return usagef("--why takes one tool apart in one framing: name it in the place of %s", allFramings)
		}
		for _, name := range []string{"ruler", "steps", "growth", "naive"} { // there is a column for each framing, and no curve
			if typed(cmd, name) {
				return usagef("--%s goes with one framing: name it in the place of %s", name, allFramings)
			}
		}
	}
	if o.sources.spec.naive && o.why != "" {
		return usagef("--why takes one tool apart, and --naive compares the whole: leave out one of them")
	}
	if err := o.out.check(g); err != nil {
		return err
	}
	if err := o.unit.check(e); err != nil {
		return err
	}
	client, err := lookClient(o.client)
	if err != nil {
		return err
	}
	if o.system == "-" && (slices.Contains(args, "-") || len(args) == 0 && len(g.config.sources) == 0) {
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
	if o.sources.spec.naive {
		if err := got.onlyDocuments(); err != nil {
			return err
		}
	}
	m, err := o.unit.measure(got.catalogs)
	if err != nil {
		return err
	}
	var through *render.ClientReport
	if client != nil {
		if through, err = m.through(client, got.catalogs); err != nil {
			return err
		}
	}
	if o.why != "" {
		return o.explain(cmd.Context(), e, g, got, m)
	}
	if o.unit.framing == allFramings {
		return o.framings(cmd.Context(), e, g, got, m)
	}
	report, err := o.report(cmd.Context(), e, got, system, &m)
	if err != nil {
		return err
	}
	report.Client = through
	report.Next = o.next(e, got, report.Floor)
	if g.verbose {
		report.Top, report.Problems = 0, 0
	}
	err = o.out.write(cmd.Context(), e, g, func(w *outputWriter) error { return render.Floor(w, w.format, report, w.options) })
	if render.Format(o.out.format) == render.CSV { // which has no place for them
		for _, w := range report.Floor.Warnings {
			fmt.Fprintf(e.Err, "warning: %s\n", safetext.Plain(w.Error()))
		}
	}
	return firstError(err, got.failure())
}

// report measures what was loaded.
func (o *floorOptions) report(ctx context.Context, e *env, got *loaded, system string, m *measure) (*render.FloorReport, error) {
	sent := make([]*catalog.Catalog, len(got.catalogs))
	for i, c := range got.catalogs {
		var err error
		if sent[i], err = m.sent(c); err != nil {
			return nil, err
		}
	}
	floor, err := bench.MeasureAll(sent, system, m.meter)
	if err != nil {
		return nil, err
	}
	report := &render.FloorReport{Floor: floor, Top: o.top, Problems: 10, Sources: len(got.catalogs), Failed: got.failed}
	if o.unit.ruler == billed {
		if report.Billed, err = o.unit.bill(ctx, e, got.catalogs, system, o.billTimeout(), m); err != nil {
			return nil, err
		}
		floor.Warnings = append(floor.Warnings, report.Billed.Warnings...)
		floor.Warnings = append(floor.Warnings, o.unit.learn(ctx, e, floor, report.Billed, m)...)
	}
	if err := addSavings(ctx, floor, got.catalogs, m); err != nil {
		return nil, err
	}
	report.Documents = got.documents()
	if report.Naive, err = got.inlined(m); err != nil {
		return nil, err
	}
	report.OverheadFrom = m.overhead(floor)
	report.Estimate = o.unit.estimate(e, floor, m)
	if b := report.Billed; b != nil {
		report.Estimate = &render.Estimate{
			Model:      b.Model,
			Prediction: calibrate.Prediction{Tokens: b.With, Low: b.With, High: b.With, Kind: calibrate.Exact},
			Basis:      "counted by " + b.Provider + ", a user message of one word included",
		}
	}
	if report.Estimate == nil {
		floor.Warnings = append(floor.Warnings, m.foreign()...)
	}
	floor.Warnings = append(floor.Warnings, m.warnings...)
	floor.Warnings = append(floor.Warnings, got.warnings...)
	session, err := bench.Project(floor, bench.Plan{Model: m.model, Steps: o.steps, Growth: o.growth})
	if err != nil {
		return nil, usageError{err}
	}
	floor.Warnings = append(floor.Warnings, session.Warnings...)
	session.Warnings = nil
	report.Session = session
	report.Offenders, err = offenders(ctx, floor, sent, m.meter)
	return report, err
}

// billTimeout is how long the provider may take: as long as a URL, if somebody said how long that is.
func (o *floorOptions) billTimeout() time.Duration {
	if o.sources.cmd.Flags().Changed("timeout") {
		return o.sources.timeout
	}
	return 0
}

// addSavings fills in what each level would save, and per tool what safe would drop. The tools are compacted for it;
// nothing is written anywhere.
func addSavings(ctx context.Context, floor *bench.Floor, catalogs []*catalog.Catalog, m *measure) error {
	levels := []schemacompact.Level{schemacompact.LevelSafe, schemacompact.LevelStandard}
	for _, level := range levels {
		floor.Savings = append(floor.Savings, bench.Saving{Level: string(level)})
	}
	arounds := make([]int, len(levels)) // what stands around all tools
	tools := floor.Tools
	for _, c := range catalogs {
		afters := make([]int, len(levels))
		before, shown := slices.Clone(arounds), 0
		err := compacted(ctx, c, levels, func(level schemacompact.Level, c *catalog.Catalog) error {
			c, err := m.sent(c)
			if err != nil {
				return err
			}
			i := slices.Index(levels, level)
			if level != schemacompact.LevelSafe && m.meter.Ruler != bench.Rendered { // of the others only the sum is shown
				afters[i], err = m.meter.Total(c)
				return err
			}
			after, err := bench.MeasureTools(c, m.meter)
			if err != nil {
				return err
			}
			afters[i] = after.ToolTokens() - min(after.Around, before[i])
			arounds[i] = max(before[i], after.Around)
			if level == schemacompact.LevelSafe {
				shown = len(after.Tools)
				for k := range after.Tools { // a client sends the same tools of both
					tools[k].Annotations = max(0, tools[k].Tokens()-after.Tools[k].Tokens())
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		for i, n := range afters {
			floor.Savings[i].After += n
		}
		tools = tools[shown:]
	}
	for i := range floor.Savings {
		floor.Savings[i].Saved = floor.ToolTokens() - floor.Savings[i].After
	}
	return nil
}

// compacted calls f with what each level makes of a catalog; f may be called again for a level, with what holds.
func compacted(ctx context.Context, c *catalog.Catalog, levels []schemacompact.Level, f func(schemacompact.Level, *catalog.Catalog) error) error {
	if err := interrupted(ctx); err != nil {
		return err
	}
	ok, err := schemacompact.Preview(c, levels, f)
	if ok || err != nil {
		return err
	}
	for _, level := range levels {
		if err := interrupted(ctx); err != nil {
			return err
		}
		r, err := schemacompact.Compact(c, &schemacompact.Options{Level: level})
		if err == nil {
			err = f(level, r.Catalog)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shownOffenders is how many of the places that cost most a floor shows, and weighedAtOnce how many tools are weighed
// before looking whether the rest can matter.
const (
	shownOffenders = 5
	weighedAtOnce  = 16
)

// offenders returns the places that cost most by themselves. The tools that can have such a place come first, and those
// that cannot have one that costs more than the places found so far are not weighed at all: of a large catalog that is
// nearly all of them.
func offenders(ctx context.Context, floor *bench.Floor, catalogs []*catalog.Catalog, meter bench.Meter) ([]bench.Weight, error) {
	type weighed struct {
		from  *catalog.Catalog
		tool  int
		bound int
	}
	type name struct{ source, tool string }
	order := make(map[name]int) // of what costs the same, the first comes first
	var tools []weighed
	i := 0
	for _, c := range catalogs {
		for t := range c.Tools {
			if at := (name{c.Name, c.Tools[t].Name}); order[at] == 0 {
				order[at] = i + 1
			}
			if cost := &floor.Tools[i]; !cost.Deferred {
				// No place costs more than its schema, but for a token at either end that belongs to both sides of it.
				whole := cost.Parts.Input + cost.Parts.Output + 16
				tools = append(tools, weighed{c, t, min(whole, bench.Bound(&c.Tools[t]))})
			}
			i++
		}
	}
	slices.SortStableFunc(tools, func(a, b weighed) int { return b.bound - a.bound })
	var places []bench.Weight
	for len(tools) > 0 && (len(places) < shownOffenders || places[shownOffenders-1].Own <= tools[0].bound) {
		if err := interrupted(ctx); err != nil {
			return nil, err
		}
		n := min(weighedAtOnce, len(tools))
		var some []*catalog.Catalog
		for _, w := range tools[:n] {
			if len(places) == shownOffenders {
				const room = 64 // what an estimate can miss
				if least := places[shownOffenders-1].Own; meter.Estimate(&w.from.Tools[w.tool], least)+room < least {
					continue
				}
			}
			one := *w.from
			one.Tools = w.from.Tools[w.tool : w.tool+1]
			some = append(some, &one)
		}
		places = append(places, bench.Offenders(some, meter, shownOffenders)...)
		slices.SortStableFunc(places, func(a, b bench.Weight) int {
			return cmp.Or(b.Own-a.Own, order[name{a.Source, a.Tool}]-order[name{b.Source, b.Tool}])
		})
		places, tools = places[:min(shownOffenders, len(places))], tools[n:]
	}
	return places, nil
}

// next suggests the commands that most people want after a floor.
func (o *floorOptions) next(e *env, got *loaded, floor *bench.Floor) []string {
	unit := o.unit.typed()
	if !got.single() { // what is written is one catalog
		return got.again(e, "compact", unit...)
	}
	next := got.again(e, "compact", append(unit, "-o", "compacted.json")...)
	if tools := floor.Largest(1); len(tools) > 0 && tools[0].Name != "" && len(tools[0].Name) < 64 {
		flags := []string{"--why", shellWord(tools[0].Name)}
		if o.client != "" {
			flags = append([]string{"--client", o.client}, flags...)
		}
		next = append(next, got.again(e, "floor", append(unit, flags...)...)...)
	}
	return next
}

// explain shows the tree of one tool's cost.
func (o *floorOptions) explain(ctx context.Context, e *env, g globals, got *loaded, m measure) error {
	var names []string
	for _, c := range got.catalogs {
		c, err := m.sent(c)
		if err != nil {
			return err
		}
		for i := range c.Tools {
			names = append(names, c.Tools[i].Name)
			if c.Tools[i].Name != o.why {
				continue
			}
			if err := interrupted(ctx); err != nil {
				return err
			}
			weights, err := bench.Weigh(&c.Tools[i], m.meter)
			if err != nil {
				return err
			}
			report := &render.WhyReport{Tool: o.why, Unit: unitOf(m.meter), Weights: weights}
			for _, w := range m.foreign() {
				report.Notes = append(report.Notes, w.Error())
			}
			err = o.out.write(ctx, e, g, func(w *outputWriter) error { return render.Why(w, w.format, report, w.options) })
			return firstError(err, got.failure())
		}
	}
	return withHint(usagef("--why %q: there is no such tool", o.why), "%s", likely(o.why, names))
}

// likely says which of the names of tools was meant: the only one that begins like what was typed, or those like it.
func likely(typed string, names []string) string {
	var begin []string
	for _, n := range names {
		if strings.HasPrefix(n, typed) && !slices.Contains(begin, n) {
			begin = append(begin, n)
		}
	}
	if len(begin) == 1 {
		return "did you mean " + begin[0] + "?"
	}
	if like := near.Names(typed, names, 5); len(like) > 0 {
		return "did you mean " + strings.Join(like, " or ") + "?"
	}
	return "the tools are " + firstNames(names)
}

// firstNames lists names, and says how many there are if that is not all of them.
func firstNames(names []string) string {
	if shown := 8; len(names) > shown {
		names = append(names[:shown:shown], fmt.Sprintf("… (%d in all)", len(names)))
	}
	return strings.Join(names, ", ")
}

func unitOf(m bench.Meter) bench.Unit {
	u := bench.Unit{Ruler: m.Ruler, Encoding: m.Counter.Name(), Framing: framing.JSON, Serialisation: "compact"}
	if m.Ruler == bench.Rendered {
		u.Framing, u.Serialisation = m.Framing.Name(), framing.SerialisationOf(m.Framing.Name())
	}
	return u
}
