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
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/targets"
)

type compactOptions struct {
	sources       sourceOptions
	unit          unitOptions
	out           outputOptions
	level         string
	targets       []string
	file          string // with more targets
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

With -o the catalog is written in the form that it came in, everything around the tools included. schema-bench help transforms says what the transforms below claim, and schema-bench help targets which rewrites a target takes.

--max-total N does as little as makes all tools fit N tokens, counted as floor counts all tools together: first what --with asks for, then what loses nothing, then texts, the least telling first, and at last all descriptions of parameters; of the last step that is needed only as many tools take part as are needed. It goes as far as that takes, unless a level is given, here or in the configuration: then it goes no further than that level and --with. If the tools cannot be made to fit, what is closest to it is written all the same, and the exit code is 1.

` + levelHelp(),
		Example: `  schema-bench compact tools.json -o compacted.json
  schema-bench compact request.json --level standard -o - | curl --json @- URL
  schema-bench compact tools.json --level standard --with say-once
  schema-bench compact tools.json --level tight --target anthropic
  schema-bench compact tools.json --max-total 5000 -o compacted.json
  schema-bench compact tools.json --max-total 5000 --level standard
  schema-bench compact -o compacted.json -- npx -y @playwright/mcp`,
		Args: cobra.ArbitraryArgs,
	}
	o.sources.bind(cmd)
	o.unit.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&o.level, "level", "", "how much to compact, by `LEVEL`: "+join(schemacompact.Levels())+" (default safe; with --max-total, where it is how far to go at most, no limit)")
	f.StringSliceVar(&o.targets, "target", nil, "rewrite for the consumer `TARGET`: "+strings.Join(targets.Names(), ", ")+" (default any)")
	f.StringVar(&o.file, "targets", "", "`FILE` with targets that are added to the tables or replace parts of them; schema-bench help targets shows its form")
	f.Var(count{&o.maxTotal, 1}, "max-total", "do only what makes all tools fit `N` tokens")
	f.StringSliceVar(&o.with, "with", nil, "add the transforms `NAMES` to the level")
	f.StringSliceVar(&o.without, "without", nil, "leave out the transforms `NAMES`")
	f.BoolVar(&o.strict, "strict", false, "exit 1 if a tool could not be proved at the level and fell back")
	o.out.bind(cmd, render.Formats("compact"), true)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func (o *compactOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	ctx := cmd.Context()
	if err := o.out.check(g); err != nil {
		return err
	}
	level, err := o.levelOf(cmd)
	if err != nil {
		return err
	}
	target, err := o.consumer(e)
	if err != nil {
		return err
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
		return withHint(usagef("-o takes one catalog, and the sources have %d", n), "%s", o.oneByOne(cmd, e, got))
	}
	if o.maxTotal > 0 && len(got.catalogs) > 1 {
		return withHint(usagef("--max-total is for one catalog, and the sources have %d", len(got.catalogs)), "%s", o.oneByOne(cmd, e, got))
	}
	m, err := o.unit.measure(got.catalogs)
	if err != nil {
		return err
	}
	report := &render.CompactReport{Level: string(level), Configured: !typed(cmd, "level"), Target: target.ID(), Edits: g.verbose,
		Sources: len(got.catalogs), Failed: got.failed, Warnings: o.idle(cmd, level, target)}
	var product []byte
	for _, c := range got.catalogs {
		if err := interrupted(ctx); err != nil {
			return err
		}
		before, err := bench.MeasureTools(c, m.meter)
		if err != nil {
			return err
		}
		opt := &schemacompact.Options{Level: level, With: o.with, Without: o.without, Target: target, MaxTotal: o.maxTotal}
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
	report.Next = o.next(cmd, e, got, report)
	if err := o.out.write(ctx, e, g, func(w *outputWriter) error { return render.Compact(w, w.format, report, w.options) }); err != nil {
		return err
	}
	return firstError(got.failure(), o.finding(report))
}

// oneByOne says how to write one of several catalogs: a server of a configuration by its name, or a source at a time.
func (o *compactOptions) oneByOne(cmd *cobra.Command, e *env, got *loaded) string {
	if len(got.sources) != 1 || len(got.args) != 1 || got.secret || len(got.catalogs) == 0 {
		return "run compact once per source"
	}
	one := *got
	one.args = []string{got.args[0] + "#" + got.catalogs[0].Name}
	flags := o.typed(cmd)
	if o.out.product != "" {
		flags = append(flags, "-o", shellWord(o.out.product))
	}
	return "one server at a time: " + strings.Join(one.again(e, "compact", flags...), "")
}

// typed returns the flags that say what is made of a catalog, and what is counted, as they were typed.
func (o *compactOptions) typed(cmd *cobra.Command) []string {
	flags := o.unit.typed()
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"level", []string{o.level}}, {"max-total", []string{strconv.Itoa(o.maxTotal)}}, {"target", o.targets}, {"targets", []string{o.file}},
		{"with", o.with}, {"without", o.without},
	} {
		if typed(cmd, f.name) && len(f.values) > 0 {
			flags = append(flags, "--"+f.name, shellWord(strings.Join(f.values, ",")))
		}
	}
	if typed(cmd, "strict") && o.strict {
		flags = append(flags, "--strict")
	}
	return flags
}

// next suggests to write what was only looked at, and to check what was written.
func (o *compactOptions) next(cmd *cobra.Command, e *env, got *loaded, report *render.CompactReport) []string {
	switch {
	case !got.single():
		return nil
	case o.out.product == "":
		return got.again(e, "compact", append(o.typed(cmd), "-o", "compacted.json")...)
	case o.out.product == "-" || len(got.files) != 1 || len(got.args) != 1:
		return nil
	}
	flags := []string{shellWord(o.out.product)}
	if allow := mayPass(report); len(allow) > 0 {
		flags = append(flags, "--allow", strings.Join(append([]string{allowProved}, allow...), ","))
	}
	return got.again(e, "verify", flags...)
}

// mayPass returns what verify has to be told to let pass beside proofs: changes that were asked for. Of an output schema
// without a counterpart it knows nothing.
func mayPass(report *render.CompactReport) (allow []string) {
	for _, t := range report.Tools {
		if !t.Verdict.Proved() && t.Direction == verify.Wider && !slices.Contains(allow, verify.Wider.String()) {
			allow = append(allow, verify.Wider.String())
		}
		if t.OutputGone && !slices.Contains(allow, verify.Unknown.String()) {
			allow = append(allow, verify.Unknown.String())
		}
	}
	return allow
}

// compact compacts one catalog and returns the document to write.
func (o *compactOptions) compact(c *catalog.Catalog, opt *schemacompact.Options, meter bench.Meter) (*schemacompact.Result, []byte, error) {
	var refused error // by the framing, of a tool that a transform has changed
	noted := func(n int, err error) int {
		if err != nil && refused == nil {
			refused = err
		}
		return n
	}
	opt.Measure = func(t *catalog.Tool) int { return noted(meter.Tokens(t)) }
	opt.Total = func(c *catalog.Catalog) int { return noted(meter.Total(c)) }
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
			Verdict: t.Proof.Verdict, Direction: t.Proof.Direction, Edits: t.Edits,
			OutputGone: c.Tools[i].Output != nil && r.Catalog.Tools[i].Output == nil}
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
			if s.Transform != t.Name {
				continue
			}
			used = true
			if !c.Tools[s.Tool].Deferred() { // else the total does not count it
				saved += s.Before - s.After
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
	report.Plan = r.Plan
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
		done := "with everything done"
		if report.Level != "" {
			done += " that level " + report.Level + " allows"
		}
		err := findingError{fmt.Errorf("the tools are %s over the limit of %s %s", number(p.Over, "token"), number(p.MaxTotal, "token"), done)}
		switch o.out.product {
		case "":
			return err
		case "-":
			return withHint(err, "what was written is as close as it gets")
		}
		return withHint(err, "%s is written all the same, as close as it gets", o.out.product)
	}
	return nil
}
