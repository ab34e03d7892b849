package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

type importOptions struct {
	sources sourceOptions
	out     outputOptions
	form    string
	indent  bool
}

func newImport(e *env) *cobra.Command {
	o := &importOptions{}
	cmd := &cobra.Command{
		Use:   "import [flags] SOURCE…",
		Short: "Write the tools of any source as a catalog file",
		Long: `Writes the tools of any source as one catalog, {"tools":[…]} in the mcp form unless --form says otherwise. In the form that
they came in, tools keep their bytes, whitespace between tokens aside. What a form has no place for is reported.

The forms are mcp, openai-chat, openai-responses, anthropic, gemini and bedrock.`,
		Example: `  schema-bench import -o tools.json -- npx -y @playwright/mcp
  schema-bench import .mcp.json#github -o github.json
  schema-bench import tools.json --form openai-chat -o -
  schema-bench import openapi.yaml --tag pets --method get -o pets.json`,
		Args: cobra.ArbitraryArgs,
	}
	o.sources.bind(cmd)
	o.sources.spec.bindDiagnose(cmd)
	f := cmd.Flags()
	f.StringVar(&o.form, "form", string(catalog.MCP), "wire `FORM` to write: "+join(catalog.Forms()))
	f.StringVarP(&o.out.product, "output", "o", "-", "write the catalog to `FILE` (- for standard output)")
	f.BoolVar(&o.out.overwrite, "overwrite", false, "allow -o to replace the source; the first original is kept as FILE.orig, which is written once and never again")
	o.sources.accept, o.sources.spec.empty = o.out.protect, true
	f.BoolVar(&o.indent, "indent", false, "indent the JSON for people to read")
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func (o *importOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	form, err := catalog.ParseForm(o.form)
	if err != nil {
		return usageError{err}
	}
	if o.out.product == "" {
		return usagef("-o names no file: use - for standard output")
	}
	if err := o.out.checkProduct(g); err != nil {
		return err
	}
	got, err := o.sources.load(cmd, e, g, args)
	if err != nil {
		return err
	}
	if len(got.catalogs) == 0 {
		return got.failure()
	}
	if err := interrupted(cmd.Context()); err != nil {
		return err
	}
	all, problems, lost := merge(got.catalogs, form)
	b, err := all.Encode(form)
	if err != nil {
		return err
	}
	if o.indent {
		var out bytes.Buffer
		if err := json.Indent(&out, b, "", "  "); err != nil {
			return err
		}
		b = out.Bytes()
	}
	if err := o.out.save(cmd.Context(), e, got.files, append(b, '\n')); err != nil {
		return err
	}
	if !g.quiet {
		e.warn(got.refusals())
		tell(e, g, "problem", problems)
		tell(e, g, "note", lost)
		if o.out.product != "-" {
			fmt.Fprintf(e.Err, "%s written to %s\n", number(len(all.Tools), "tool"), safetext.Plain(o.out.product))
		}
		if got.failed > 0 {
			fmt.Fprintf(e.Err, "%s missing from it\n", are(got.failed, "source"))
		}
	}
	return got.failure()
}

// tell writes what is to be known of a catalog to stderr, a line each. Without --verbose problems that are alike are one.
func tell(e *env, g globals, kind string, problems []catalog.Problem) {
	groups := render.GroupProblems(problems)
	if g.verbose {
		groups = groups[:0]
		for _, p := range problems {
			groups = append(groups, render.ProblemGroup{Problem: p})
		}
	}
	for _, p := range groups {
		fmt.Fprintf(e.Err, "%s: %s\n", kind, safetext.Plain(p.String()))
		if p.Hint != "" && g.verbose {
			fmt.Fprintf(e.Err, "  hint: %s\n", safetext.Plain(p.Hint))
		}
	}
}

// merge puts the tools of several catalogs into one of the given form, and returns what is odd about them and what the
// form has no place for. The latter is no fault of a place in the source, so it has none.
func merge(catalogs []*catalog.Catalog, form catalog.Form) (all *catalog.Catalog, problems, lost []catalog.Problem) {
	all = &catalog.Catalog{Form: form}
	for _, c := range catalogs {
		problems = append(problems, c.Problems...)
		if c.Instructions != "" && all.Instructions != "" {
			all.Instructions += "\n\n"
		}
		all.Instructions += c.Instructions
		converted, losses := c.Convert(form)
		for _, l := range losses {
			l.At = ""
			lost = append(lost, l)
		}
		all.Tools = append(all.Tools, converted.Tools...)
	}
	return all, append(problems, sharedNames(catalogs)...), lost
}

// sharedNames returns one problem for each two catalogs that have tools of the same name.
func sharedNames(catalogs []*catalog.Catalog) []catalog.Problem {
	var problems []catalog.Problem
	for i, a := range catalogs {
		has := map[string]bool{}
		for _, t := range a.Tools {
			has[t.Name] = true
		}
		for _, b := range catalogs[i+1:] {
			var shared []string
			for _, t := range b.Tools {
				if has[t.Name] && !slices.Contains(shared, t.Name) {
					shared = append(shared, t.Name)
				}
			}
			if len(shared) == 0 {
				continue
			}
			verb := "is"
			if len(shared) > 1 {
				verb = "are"
			}
			examples := strings.Join(shared[:min(3, len(shared))], ", ")
			if len(shared) > 3 {
				examples += ", …"
			}
			problems = append(problems, catalog.Problem{
				Message: fmt.Sprintf("%s (%s) %s used by %s and by %s", number(len(shared), "name"), examples, verb, a.Name, b.Name),
				Hint:    "most clients take one of the two; rename one or hide it with --hide",
			})
		}
	}
	return problems
}

func join[S ~string](names []S) string {
	var b bytes.Buffer
	for i, n := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(n))
	}
	return b.String()
}

// number writes a count with its noun, and with separators as reports write them.
func number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits + " " + noun
}

func are(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return number(n, noun) + " are"
}
