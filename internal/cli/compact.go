package cli

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
)

type compactOptions struct {
	sources       sourceOptions
	unit          unitOptions
	out           outputOptions
	level         string
	target        string
	maxTotal      int
	with, without []string
	strict        bool
}

func newCompact(e *env) *cobra.Command {
	o := &compactOptions{}
	cmd := &cobra.Command{
		Use:   "compact [flags] SOURCE…",
		Short: "Write a smaller catalog that accepts the same arguments",
		Long: `Compacts the schemas of a catalog, proves on the bytes that it writes that they accept the same arguments, and shows what
each transform saved. A tool that is not proved is written as it came, with a warning.

With -o the catalog is written in the form that it came in, everything around the tools included.

` + levelHelp(),
		Example: `  schema-bench compact tools.json -o compacted.json
  schema-bench compact request.json --level standard -o - | curl --json @- URL
  schema-bench compact tools.json --level standard --with say-once
  schema-bench compact tools.json --level tight --target anthropic
  schema-bench compact tools.json --max-total 5000 -o compacted.json
  schema-bench compact -o compacted.json -- npx -y @playwright/mcp`,
		Args: cobra.ArbitraryArgs,
	}
	o.sources.bind(cmd)
	o.unit.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&o.level, "level", string(schemacompact.LevelSafe), "how much to compact, by `LEVEL`: "+join(schemacompact.Levels()))
	f.StringVar(&o.target, "target", targets.Target{}.ID(), "rewrite for the consumer `TARGET`: "+strings.Join(targets.Names(), ", "))
	f.IntVar(&o.maxTotal, "max-total", 0, "do only what makes all tools fit `N` tokens; --level then is how far to go at most")
	f.StringSliceVar(&o.with, "with", nil, "add the transforms `NAMES` to the level")
	f.StringSliceVar(&o.without, "without", nil, "leave out the transforms `NAMES`")
	f.BoolVar(&o.strict, "strict", false, "exit 1 if a tool could not be proved at the level and fell back")
	o.out.bind(cmd, render.Formats("compact"), true)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

// levelHelp lists the transforms under the level that first holds them.
func levelHelp() string {
	var b strings.Builder
	width := 0
	for _, t := range schemacompact.Transforms() {
		width = max(width, len(t.Name))
	}
	list := func(title string, level schemacompact.Level) {
		fmt.Fprintf(&b, "%s\n", title)
		for _, t := range schemacompact.Transforms() {
			if t.Level == level {
				fmt.Fprintf(&b, "  %-*s  %s\n", width, t.Name, t.Doc)
			}
		}
	}
	list("Level safe (the default):", schemacompact.LevelSafe)
	list("Level proved adds, where the target takes it:", schemacompact.LevelProved)
	list("Level standard adds to safe (arguments proved, selection not measured):", schemacompact.LevelStandard)
	fmt.Fprintf(&b, "Level tight is proved and standard.\n")
	list("Only with --with:", "")
	return strings.TrimRight(b.String(), "\n")
}

func (o *compactOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	ctx := cmd.Context()
	if err := o.out.check(g); err != nil {
		return err
	}
	level, err := schemacompact.ParseLevel(o.level)
	if err != nil {
		return usageError{err}
	}
	target, err := targets.Lookup(o.target)
	if err != nil {
		return usageError{err}
	}
	if o.maxTotal < 0 {
		return usagef("--max-total is a number of tokens, not %d", o.maxTotal)
	}
	if o.maxTotal > 0 && !cmd.Flags().Changed("level") {
		level = "" // no bound
	}
	if err := o.unit.check(e); err != nil {
		return err
	}
	got, err := o.sources.load(cmd, e, g, args)
	if err != nil {
		return err
	}
	if len(got.catalogs) == 0 {
		return got.failure()
	}
	if n := len(got.catalogs) + got.failed; o.out.product != "" && n > 1 {
		return withHint(usagef("-o takes one catalog, and the sources have %d", n), "%s", o.oneByOne(e, got))
	}
	if o.maxTotal > 0 && len(got.catalogs) > 1 {
		return withHint(usagef("--max-total is for one catalog, and the sources have %d", len(got.catalogs)), "%s", o.oneByOne(e, got))
	}
	m, err := o.unit.measure(got.catalogs)
	if err != nil {
		return err
	}
	report := &render.CompactReport{Level: string(level), Target: target.ID(), Edits: g.verbose, Sources: len(got.catalogs), Failed: got.failed}
	var product []byte
	for _, c := range got.catalogs {
		if err := interrupted(ctx); err != nil {
			return err
		}
		before, err := bench.MeasureTools(c, m.meter)
		if err != nil {
			return err
		}
		opt := &schemacompact.Options{Level: level, With: o.with, Without: o.without, Target: target}
		if o.maxTotal > 0 {
			// The limit is for the whole, and tools are measured one at a time.
			opt.MaxTotal = max(1, o.maxTotal-joining(before))
		}
		r, encoded, err := o.compact(c, opt, m.meter)
		if err != nil {
			return err
		}
		product = encoded
		after, err := bench.MeasureTools(r.Catalog, m.meter)
		if err != nil {
			return err
		}
		o.report(report, c, r, before, after)
	}
	report.Warnings = slices.Concat(report.Warnings, m.foreign(), m.warnings)
	report.Warnings = append(report.Warnings, got.warnings...)
	if err := o.out.save(ctx, e, got.files, product); err != nil {
		return err
	}
	report.Output = o.out.product
	report.Next = o.next(e, got)
	if err := o.out.write(ctx, e, g, func(w *outputWriter) error { return render.Compact(w, w.format, report, w.options) }); err != nil {
		return err
	}
	return firstError(got.failure(), o.finding(report))
}

// oneByOne says how to write one of several catalogs: a server of a configuration by its name, or a source at a time.
func (o *compactOptions) oneByOne(e *env, got *loaded) string {
	if len(got.sources) != 1 || len(got.args) != 1 || got.secret || len(got.catalogs) == 0 {
		return "run compact once per source"
	}
	one := *got
	one.args = []string{got.args[0] + "#" + got.catalogs[0].Name}
	return "one server at a time: " + strings.Join(one.again(e, "compact", "-o", shellWord(o.out.product)), "")
}

// next suggests to write what was only looked at, and to check what was written.
func (o *compactOptions) next(e *env, got *loaded) []string {
	switch {
	case !got.single():
		return nil
	case o.out.product == "":
		flags := []string{}
		if o.level != string(schemacompact.LevelSafe) {
			flags = append(flags, "--level", o.level)
		}
		if o.maxTotal > 0 {
			flags = append(flags, "--max-total", strconv.Itoa(o.maxTotal))
		}
		if o.target != (targets.Target{}).ID() {
			flags = append(flags, "--target", shellWord(o.target))
		}
		for _, f := range []struct {
			name   string
			values []string
		}{{"--with", o.with}, {"--without", o.without}} {
			if len(f.values) > 0 {
				flags = append(flags, f.name, strings.Join(f.values, ","))
			}
		}
		return got.again(e, "compact", append(flags, "-o", "compacted.json")...)
	case o.out.product == "-" || len(got.files) != 1 || len(got.args) != 1:
		return nil
	}
	return got.again(e, "verify", shellWord(o.out.product))
}

// joining is what the tools of a catalog cost beyond what each costs alone.
func joining(f *bench.Floor) int {
	n := f.ToolTokens()
	for i := range f.Tools {
		n -= f.Tools[i].Tokens()
	}
	return n
}

// compact compacts one catalog and returns the document to write.
func (o *compactOptions) compact(c *catalog.Catalog, opt *schemacompact.Options, meter bench.Meter) (*schemacompact.Result, []byte, error) {
	var refused error // by the framing, of a tool that a transform has changed
	opt.Measure = func(t *catalog.Tool) int {
		n, err := meter.Tokens(t)
		if err != nil && refused == nil {
			refused = err
		}
		return n
	}
	r, err := schemacompact.Compact(c, opt)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if refused != nil {
		return nil, nil, refused
	}
	b, err := r.Catalog.EncodeSource()
	if err == nil && !bytes.HasSuffix(b, []byte("\n")) {
		b = append(b, '\n')
	}
	return r, b, err
}

// report adds what became of one catalog.
func (o *compactOptions) report(report *render.CompactReport, c *catalog.Catalog, r *schemacompact.Result, before, after *bench.Floor) {
	report.Unit = before.Unit
	report.Before += before.ToolTokens()
	report.After += after.ToolTokens()
	for i, t := range r.Tools {
		tool := render.CompactTool{Name: t.Name, Source: c.Name, Before: before.Tools[i].Tokens(), After: after.Tools[i].Tokens(), Level: t.Level,
			Verdict: t.Proof.Verdict, Direction: t.Proof.Direction, Edits: t.Edits}
		if c.Tools[i].Input == nil {
			tool.Verdict = proofOf(&c.Tools[i], &r.Catalog.Tools[i]).Verdict
		}
		if t.Reason != nil {
			tool.Reason = t.Reason.Error()
		}
		report.Tools = append(report.Tools, tool)
	}
	for _, t := range schemacompact.Transforms() {
		saved := 0
		used := false
		for _, s := range r.Steps {
			if s.Transform == t.Name {
				saved, used = saved+s.Before-s.After, true
			}
		}
		if !used {
			continue
		}
		if i := slices.IndexFunc(report.Transforms, func(x render.CompactTransform) bool { return x.Name == t.Name }); i >= 0 {
			report.Transforms[i].Saved += saved
		} else {
			report.Transforms = append(report.Transforms, render.CompactTransform{Name: t.Name, Claim: t.Claim, Saved: saved})
		}
	}
	if r.Plan != nil {
		report.Plan = r.Plan
		report.Level = "" // the plan says what was done
	}
	report.Warnings = append(report.Warnings, r.Warnings...)
}

// finding is what makes compact exit 1.
func (o *compactOptions) finding(report *render.CompactReport) error {
	for _, t := range report.Tools {
		if t.Reason != "" && o.strict {
			return findingError{errors.New("with --strict: at least one tool could not be proved at the level and fell back")}
		}
	}
	if p := report.Plan; p != nil && p.Over > 0 {
		return findingError{fmt.Errorf("the tools are %d tokens over the limit with everything done", p.Over)}
	}
	return nil
}
