package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
	"github.com/schema-bench/schema-bench/targets"
)

type lintOptions struct {
	sources      sourceOptions
	out          outputOptions
	targets      []string
	file         string // with more targets
	rule, ignore []string
	failOn       string
}

// allTargets, as a target, is every one that is known.
const allTargets = "all"

// failNever, as a severity to fail on, lets everything pass.
const failNever = "never"

func newLint(e *env) *cobra.Command {
	o := &lintOptions{}
	cmd := &cobra.Command{
		Use:   "lint [flags] SOURCE…",
		Short: "Find what APIs, decoders and MCP clients refuse or mishandle",
		Long: `Holds tools against what consumers are known to refuse or to mishandle: names, lengths, keywords and forms of schemas, numbers of tools. Each finding says where, for which consumer, as of when, and what to do about it.

Without --target it finds what no reader can make sense of, and what some of the widely used consumers refuse. With it, it finds what these consumers refuse, and what no reader can make sense of. A client is judged together with the API that it is known to use, and a tool that declares strict by the strict rules of its API. Tables of this kind age: nothing is asked of anybody, and what is not in them is not found. schema-bench help targets lists them.

Clients put the name of the server in front of those of its tools. It is taken from the name of the source: LABEL=SOURCE gives it another.

An error is a tool or a request that is refused; a warning, that something else happens than the schema says; a note is a reservation. Exits 1 if there is an error, or what --fail-on says.`,
		Example: `  schema-bench lint tools.json
  schema-bench lint tools.json --target openai-strict,claude-code
  schema-bench lint .mcp.json --target cursor --fail-on warning
  schema-bench lint tools.json --target anthropic --format github`,
		Args: cobra.ArbitraryArgs,
	}
	o.sources.bind(cmd)
	o.sources.spec.bindDiagnose(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&o.targets, "target", nil, "the consumers `TARGETS`, or all of them (default any); schema-bench help targets lists them")
	f.StringVar(&o.file, "targets", "", "`FILE` with targets that are added to the tables or replace parts of them; schema-bench help targets shows its form")
	f.StringSliceVar(&o.rule, "rule", nil, "only the rules `IDS`, such as array-items")
	f.StringSliceVar(&o.ignore, "ignore", nil, "not the rules `IDS`")
	f.StringVar(&o.failOn, "fail-on", string(targets.Error), "exit 1 on findings of this `SEVERITY` or worse: "+strings.Join(failSeverities(), ", "))
	o.out.bind(cmd, render.Formats("lint"), false)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func failSeverities() []string {
	return []string{string(targets.Error), string(targets.Warning), string(targets.Note), failNever}
}

func (o *lintOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	if err := o.out.check(g); err != nil {
		return err
	}
	if err := oneOf("fail-on", o.failOn, failSeverities()...); err != nil {
		return err
	}
	table, err := o.table(e)
	if err != nil {
		return err
	}
	consumers, err := o.consumers(table)
	if err != nil {
		return err
	}
	for flag, ids := range map[string][]string{"rule": o.rule, "ignore": o.ignore} {
		if err := knownRules(flag, ids, table.Rules()); err != nil {
			return err
		}
	}
	got, err := o.sources.load(cmd, e, g, args)
	if err != nil {
		return err
	}
	if len(got.catalogs) == 0 {
		return got.failure()
	}
	report := &render.LintReport{All: g.verbose, Sources: len(got.catalogs), Failed: got.failed, Warnings: got.warnings}
	if o.failOn != failNever {
		report.Failing = targets.Severity(o.failOn)
	}
	for _, t := range consumers {
		report.Targets = append(report.Targets, render.LintTarget{ID: t.ID(), Title: t.Title(), AsOf: t.AsOf(), Rows: o.rows(table, t)})
	}
	for _, c := range got.catalogs {
		if err := interrupted(cmd.Context()); err != nil {
			return err
		}
		if got.isDocument(c) {
			report.Problems = append(report.Problems, c.Problems...)
		}
		for i := range c.Tools {
			report.Tools = append(report.Tools, render.LintTool{Catalog: c.Name, Name: c.Tools[i].Name})
		}
		l := targets.Linter{Server: serverName(c.Name), Unsatisfiable: verify.AcceptsNothing, Invalid: invalidSchema}
		for _, f := range l.Lint(c, consumers...) {
			if !o.asked(f.Rule) {
				continue
			}
			finding := render.LintFinding{Finding: f, Catalog: c.Name}
			if f.Index >= 0 {
				finding.File, finding.Line = e.placeOf(&c.Tools[f.Index])
			}
			report.Findings = append(report.Findings, finding)
		}
	}
	draw := func(w *outputWriter) error { return render.Lint(w, w.format, report, w.options) }
	if err := o.out.write(cmd.Context(), e, g, draw); err != nil {
		return err
	}
	report.Quiet = true
	if err := o.out.writeFindings(cmd.Context(), e, g, draw); err != nil {
		return err
	}
	var found error
	if n := report.Fails(); n > 0 {
		found = findingError{fmt.Errorf("%s of severity %s", number(n, "finding"), orWorse(o.failOn))}
	}
	return firstError(got.failure(), found)
}

// invalidSchema says where and why a validator refuses a schema as such. What is beyond its limits is not refused.
func invalidSchema(n *schema.Node) (schema.Pointer, string) {
	// Compiling takes ten times as long as reading, which is enough to know that most are schemas.
	if draft, _, o := graph.DraftOf(n); o == nil {
		if g, o := graph.Read(n, draft, nil); o == nil && graph.Refusable(g, new(graph.Graph)) == nil {
			return "", ""
		}
	}
	_, err := validate.Compile(n.Append(nil), nil)
	if invalid := (*validate.InvalidError)(nil); errors.As(err, &invalid) {
		return schema.Pointer(invalid.Pointer), invalid.Reason
	}
	return "", ""
}

func orWorse(severity string) string {
	if severity == string(targets.Error) {
		return severity
	}
	return severity + " or worse"
}

// table returns the targets that are known, those of the user's file included.
func (o *lintOptions) table(e *env) (*targets.TargetTable, error) {
	table, err := targets.Targets()
	if err != nil || o.file == "" {
		return table, err
	}
	b, err := os.ReadFile(e.path(o.file))
	if err != nil {
		return nil, usagef("--targets %s: %w", o.file, cause(err))
	}
	more, err := table.Extend(b)
	if err != nil {
		return nil, withHint(usagef("--targets %s: %w", o.file, err), "schema-bench help targets shows what such a file looks like")
	}
	return more, nil
}

// asked reports whether --rule and --ignore leave a rule.
func (o *lintOptions) asked(rule string) bool {
	return (len(o.rule) == 0 || slices.Contains(o.rule, rule)) && !slices.Contains(o.ignore, rule)
}

// rows returns the rows that a target is judged by, those of the targets that it hands tools on to as well.
func (o *lintOptions) rows(table *targets.TargetTable, t targets.Target) []render.LintRow {
	var rows []render.LintRow
	for seen := map[string]bool{}; !seen[t.ID()]; {
		seen[t.ID()] = true
		for _, f := range t.Constraints() {
			if o.asked(f.Figure) {
				rows = append(rows, render.LintRow{Consumer: t.ID(), Rule: f.Figure, AsOf: f.AsOf, Source: f.Source, Note: f.Note})
			}
		}
		next, err := table.Lookup(t.Through())
		if err != nil {
			break // it hands them on to nobody
		}
		t = next
	}
	return rows
}

// consumers returns the targets that are asked for.
func (o *lintOptions) consumers(table *targets.TargetTable) ([]targets.Target, error) {
	names := o.targets
	if len(names) == 0 {
		names = []string{(targets.Target{}).ID()}
	}
	if slices.Contains(names, allTargets) {
		names = table.Names()
	}
	var out []targets.Target
	for _, name := range names {
		t, err := table.Lookup(name)
		if err != nil {
			return nil, withHint(usagef("--target: %w", err), "schema-bench help targets says what they are; --targets FILE adds to them")
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out, nil
}

// knownRules refuses a rule that there is not: one that is misspelt would hide nothing, or everything.
func knownRules(flag string, ids, known []string) error {
	for _, id := range ids {
		if slices.Contains(known, id) {
			continue
		}
		err := usagef("--%s %q: no rule has this id", flag, id)
		if likely := near.Names(id, known, 1); len(likely) > 0 {
			return withHint(err, "did you mean %s?", likely[0])
		}
		return withHint(err, "schema-bench help targets lists them")
	}
	return nil
}
