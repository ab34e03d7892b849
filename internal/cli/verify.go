package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

type verifyOptions struct {
	sources sourceOptions
	out     outputOptions
	allow   []string
}

func newVerify(e *env) *cobra.Command {
	o := &verifyOptions{}
	cmd := &cobra.Command{
		Use:   "verify [flags] A B",
		Short: "Prove that two catalogs accept the same arguments",
		Long: `Compares the input schemas of two catalogs tool by tool, whoever made them, and gives a verdict for each. "identical" is a
proof that both accept the same arguments: the schemas are equal but for annotations, definitions that nothing leads to,
and keywords without effect. "unknown" is no statement that they differ: this version proves no more than that.

Exits 1 if a verdict is not one of --allow, and if a tool was added or removed.`,
		Example: `  schema-bench verify tools.json compacted.json
  schema-bench verify HEAD~1:tools.json tools.json --format json
  schema-bench verify "mcp:node dist/server.js" tools.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return withHint(usagef("verify takes two sources, and got %d", len(args)), `a server that is one of the two is written "mcp:COMMAND ARGS"`)
			}
			return nil
		},
	}
	o.sources.bind(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&o.allow, "allow", []string{"identical", "canonical", "decided"}, "`VERDICTS` that pass: "+join(verdictNames()))
	o.out.bind(cmd, render.Formats("verify"), false)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func verdictNames() []string {
	var names []string
	for _, v := range []verify.Verdict{verify.Identical, verify.Canonical, verify.Decided, verify.Tested, verify.Unknown, verify.Different, verify.NotValidatable} {
		names = append(names, v.String())
	}
	return names
}

func (o *verifyOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	if err := o.out.check(g); err != nil {
		return err
	}
	var allowed []verify.Verdict
	for _, name := range o.allow {
		var v verify.Verdict
		if err := v.UnmarshalText([]byte(name)); err != nil {
			return oneOf("allow", name, verdictNames()...)
		}
		allowed = append(allowed, v)
	}
	sides, err := o.sources.pair(cmd, e, g, args)
	if err != nil {
		return err
	}
	report := &render.VerifyReport{A: sides[0].label, B: sides[1].label}
	for _, p := range pairTools(sides[0].tools(), sides[1].tools()) {
		if err := interrupted(cmd.Context()); err != nil {
			return err
		}
		t := render.VerifyTool{Name: p.name, Only: p.only()}
		if t.Only == "" {
			t.Proof = proofOf(p.a, p.b)
			t.Allowed = slices.Contains(allowed, t.Proof.Verdict)
		}
		report.Tools = append(report.Tools, t)
	}
	if err := o.out.write(cmd.Context(), e, g, func(w *outputWriter) error { return render.Verify(w, w.format, report, w.options) }); err != nil {
		return err
	}
	if n := report.Findings(); n > 0 {
		verb := "do"
		if n == 1 {
			verb = "does"
		}
		return findingError{fmt.Errorf("%d of %s %s not pass", n, number(len(report.Tools), "tool"), verb)}
	}
	return nil
}

// proofOf compares what two tools accept. A tool that is built into its provider has no schema: what it accepts follows
// from what else it declares.
func proofOf(a, b *catalog.Tool) verify.Proof {
	switch {
	case a.Input == nil && b.Input == nil && schema.Equal(a.Extra, b.Extra):
		return verify.Proof{Verdict: verify.Identical, Method: "no-schema"}
	case a.Input == nil && b.Input == nil:
		return verify.Proof{Method: "no-schema", Reason: "neither has an input schema, and what else they declare differs"}
	case a.Input == nil:
		return verify.Proof{Method: "no-schema", Reason: "only the second has an input schema"}
	case b.Input == nil:
		return verify.Proof{Method: "no-schema", Reason: "only the first has an input schema"}
	}
	return verify.Compare(a.Input, b.Input, nil)
}

// A pair is a tool of the same name on two sides; one side may not have it.
type pair struct {
	name string
	a, b *catalog.Tool
}

func (p pair) only() string {
	switch {
	case p.b == nil:
		return "a"
	case p.a == nil:
		return "b"
	}
	return ""
}

// pairTools matches tools by name, the first of a name with the first and so on: those of a in order, then those that
// only b has.
func pairTools(a, b []*catalog.Tool) []pair {
	left := map[string][]*catalog.Tool{}
	for _, t := range b {
		left[t.Name] = append(left[t.Name], t)
	}
	var pairs []pair
	for _, t := range a {
		p := pair{name: t.Name, a: t}
		if same := left[t.Name]; len(same) > 0 {
			p.b, left[t.Name] = same[0], same[1:]
		}
		pairs = append(pairs, p)
	}
	for _, t := range b {
		if same := left[t.Name]; len(same) > 0 && same[0] == t {
			pairs = append(pairs, pair{name: t.Name, b: t})
			left[t.Name] = same[1:]
		}
	}
	return pairs
}
