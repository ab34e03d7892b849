package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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
	samples int
	seed    int
}

func newVerify(e *env) *cobra.Command {
	o := &verifyOptions{}
	cmd := &cobra.Command{
		Use:   "verify [flags] A B",
		Short: "Prove that two catalogs accept the same arguments",
		Long: `Compares the schemas of two catalogs tool by tool, whoever made them: two releases, a server and the proxy in front of it, a file and what a compactor made of it. Input schemas say which arguments are accepted, output schemas which results are allowed; each gets a verdict.

Proofs that both accept the same:
` + verdictHelp(verify.Identical, verify.Canonical, verify.Decided) + `Not proved:
` + verdictHelp(verify.Tested, verify.Unknown, verify.NotValidatable, verify.Different) + `
What has no effect are annotations, definitions that nothing leads to, and keywords that cannot apply. Two schemas that are equal to begin with, or without these, are identical even if neither is valid. For tested, instances are made to find a difference; the report says how many, and what share of planted faults they find: evidence, and no proof. The instance of different is shown; a validator has confirmed it.

A tool with the same schemas under another name is a renamed one. Exits 1 if a verdict is not one of --allow, and if a tool was added, removed or renamed, unless --allow names that too. Besides verdicts, --allow takes
  proved           the three proofs
  narrower, wider  different, if it is proved that B only refuses more, or only accepts more. Where no instance shows otherwise, but nothing is proved, together with tested
  added, removed, renamed`,
		Example: `  schema-bench verify tools.json compacted.json
  schema-bench verify HEAD~1:tools.json tools.json --allow proved,wider,added
  schema-bench verify "mcp:node dist/server.js" tools.json --report verify.xml`,
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
	f.IntVar(&o.samples, "samples", 0, "try about `N` instances on each pair of schemas, to confirm a proof or to find a difference, and more where a schema has more places than that; 0 is as many as the schemas ask for, and -1 is none, so that nothing is found to be tested or different")
	f.IntVar(&o.seed, "seed", 0, "choose the instances that are made at random by the number `SEED`")
	o.out.bind(cmd, render.Formats("verify"), false)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func (o *verifyOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	if err := o.out.check(g); err != nil {
		return err
	}
	allowed, err := parseAllowed(o.allow)
	if err != nil {
		return err
	}
	sides, err := o.sources.pair(cmd, e, g, args)
	if err != nil {
		return err
	}
	c := &comparer{progress: newProgress(e, g), interrupted: func() error { return interrupted(cmd.Context()) },
		options: verify.Options{Instances: o.samples, Always: true, Seed: uint64(o.seed)}}
	pairs := c.renamed(pairTools(sides[0].tools(), sides[1].tools()))
	err = c.compare(pairs)
	c.progress.clear()
	if err != nil {
		return err
	}
	report := &render.VerifyReport{A: sides[0].label, B: sides[1].label, All: g.verbose}
	for i := range pairs {
		for _, t := range pairs[i].rows() {
			t.Allowed = allowed.pass(&t)
			t.File, t.Line = e.placeOf(cmp.Or(pairs[i].b, pairs[i].a))
			report.Tools = append(report.Tools, t)
		}
	}
	draw := func(w *outputWriter) error { return render.Verify(w, w.format, report, w.options) }
	if err := o.out.write(cmd.Context(), e, g, draw); err != nil {
		return err
	}
	report.Quiet = true
	if err := o.out.writeFindings(cmd.Context(), e, g, draw); err != nil {
		return err
	}
	if tools, failing := report.Count(); failing > 0 {
		verb := "do"
		if failing == 1 {
			verb = "does"
		}
		err := findingError{fmt.Errorf("%d of %s %s not pass", failing, number(tools, "tool"), verb)}
		if onlyRenamed(report.Tools) {
			return withHint(err, "nothing but names changed: --allow %s lets that pass", strings.Join(append(slices.Clone(o.allow), allowRenamed), ","))
		}
		return err
	}
	return nil
}

// writeFindings writes what --quiet leaves of a text on standard output, which are the findings alone. Report files and
// the formats for programs are whole, and were written before.
func (o *outputOptions) writeFindings(ctx context.Context, e *env, g globals, draw func(*outputWriter) error) error {
	if !g.quiet || o.format != string(render.Text) {
		return nil
	}
	g.quiet = false
	only := *o
	only.reports = nil
	return only.write(ctx, e, g, draw)
}

// onlyRenamed reports whether nothing but a name keeps tools from passing.
func onlyRenamed(tools []render.VerifyTool) bool {
	return !slices.ContainsFunc(tools, func(t render.VerifyTool) bool { return !t.Allowed && t.Part != "name" })
}

// placeOf says where a tool stands, if that is a file.
func (e *env) placeOf(t *catalog.Tool) (file string, line int) {
	if info, err := os.Stat(e.path(t.Origin.Source)); err != nil || !info.Mode().IsRegular() {
		return "", 0
	}
	return t.Origin.Source, t.Origin.Line
}

// A comparer compares tools, several at a time.
type comparer struct {
	progress    *progress
	interrupted func() error
	options     verify.Options
}

// compare finds the proofs of all pairs that lack them.
func (c *comparer) compare(pairs []pair) error {
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range min(len(pairs), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(pairs) && c.interrupted() == nil; i = int(next.Add(1)) - 1 {
				p := &pairs[i]
				c.progress.show("verify", fmt.Sprintf("%d of %s compared, at %s", done.Load(), number(len(pairs), "tool"), p.name()))
				if p.only() == "" && p.proofs == nil {
					p.proofs = c.prove(p)
				}
				done.Add(1)
			}
		})
	}
	wg.Wait()
	return c.interrupted()
}

// prove compares the parts of the two tools of a pair.
func (c *comparer) prove(p *pair) []verify.Proof {
	proofs := []verify.Proof{inputProof(p.a, p.b, c.options)}
	if p.a.Output != nil || p.b.Output != nil {
		proofs = append(proofs, outputProof(p.a, p.b, c.options))
	}
	return proofs
}

// rows are the entries of a pair in the report.
func (p *pair) rows() []render.VerifyTool {
	row := render.VerifyTool{Name: p.name(), Only: p.only()}
	if row.Only != "" {
		return []render.VerifyTool{row}
	}
	if p.a.Name != p.b.Name {
		row.OldName = p.a.Name
	}
	var rows []render.VerifyTool
	for i, part := range []string{"", "output"}[:len(p.proofs)] {
		r := row
		r.Part, r.Proof = part, p.proofs[i]
		rows = append(rows, r)
	}
	if row.OldName != "" {
		row.Part = "name"
		rows = append(rows, row)
	}
	return rows
}

// proofOf compares what two tools accept, and tries nothing.
func proofOf(a, b *catalog.Tool) verify.Proof { return inputProof(a, b, verify.Options{Instances: -1}) }

// inputProof compares what two tools accept. A tool that is built into its provider has no schema: what it accepts
// follows from what else it declares.
func inputProof(a, b *catalog.Tool, opt verify.Options) verify.Proof {
	if a.Input == nil && b.Input == nil {
		if schema.Equal(a.Extra, b.Extra) {
			return verify.Proof{Verdict: verify.Identical, Direction: verify.Equal, Method: "no-schema"}
		}
		return verify.Proof{Method: "no-schema", Reason: "neither has an input schema, and what else they declare differs"}
	}
	return proofOfSchemas(a.Input, b.Input, "an input schema", opt)
}

// outputProof compares which results two tools allow. At least one says so. That the other does not is no schema that
// allows everything: a tool without an output schema need not return structured results at all.
func outputProof(a, b *catalog.Tool, opt verify.Options) verify.Proof {
	return proofOfSchemas(a.Output, b.Output, "an output schema", opt)
}

func proofOfSchemas(a, b *schema.Node, what string, opt verify.Options) verify.Proof {
	switch {
	case a == nil:
		return verify.Proof{Method: "no-schema", Reason: "only the second has " + what}
	case b == nil:
		return verify.Proof{Method: "no-schema", Reason: "only the first has " + what}
	}
	// Of a text and itself there is nothing to try: no instance could tell them apart.
	opt.Always = opt.Always && !bytes.Equal(a.Append(nil), b.Append(nil))
	return verify.Compare(a, b, &opt)
}
