package cli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/proc"
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
		Example: `  schema-bench import -o tools.json -- npx -y @modelcontextprotocol/server-everything
  schema-bench import .mcp.json#github -o github.json
  schema-bench import tools.json --form openai-chat -o -`,
		Args: cobra.ArbitraryArgs,
	}
	o.sources.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&o.form, "form", string(catalog.MCP), "wire `FORM` to write: "+join(catalog.Forms()))
	f.StringVarP(&o.out.product, "output", "o", "-", "write the catalog to `FILE` (- for standard output)")
	f.BoolVar(&o.out.overwrite, "overwrite", false, "allow -o to replace the source; the original is kept as FILE.orig")
	o.sources.accept = o.out.protect
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
	got, err := o.sources.load(cmd, e, g, args)
	if err != nil {
		return err
	}
	if len(got.catalogs) == 0 {
		return got.failure()
	}
	all, problems := merge(got.catalogs, form)
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
	if err := o.out.save(e, got.files, append(b, '\n')); err != nil {
		return err
	}
	if !g.quiet {
		for _, p := range problems {
			fmt.Fprintf(e.Err, "problem: %s\n", proc.Sanitize(p.String()))
			if p.Hint != "" && g.verbose {
				fmt.Fprintf(e.Err, "  hint: %s\n", proc.Sanitize(p.Hint))
			}
		}
		if o.out.product != "-" {
			fmt.Fprintf(e.Err, "%s written to %s\n", number(len(all.Tools), "tool"), proc.Sanitize(o.out.product))
		}
		if got.failed > 0 {
			fmt.Fprintf(e.Err, "%s missing from it\n", are(got.failed, "source"))
		}
	}
	return got.failure()
}

// merge puts the tools of several catalogs into one of the given form, and returns what is odd about them and what the
// form has no place for.
func merge(catalogs []*catalog.Catalog, form catalog.Form) (*catalog.Catalog, []catalog.Problem) {
	all := &catalog.Catalog{Form: form}
	var problems []catalog.Problem
	seen := map[string]string{}
	for _, c := range catalogs {
		problems = append(problems, c.Problems...)
		if c.Instructions != "" && all.Instructions != "" {
			all.Instructions += "\n\n"
		}
		all.Instructions += c.Instructions
		converted, lost := c.Convert(form)
		problems = append(problems, lost...)
		for _, t := range converted.Tools {
			if where, ok := seen[t.Name]; ok && where != c.Name {
				problems = append(problems, catalog.Problem{Tool: t.Name, Message: fmt.Sprintf("the name is used by %s and by %s", where, c.Name),
					Hint: "most clients take one of the two; rename one or hide it with --hide"})
			}
			seen[t.Name] = c.Name
			all.Tools = append(all.Tools, t)
		}
	}
	return all, problems
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

// number writes a count with its noun.
func number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func are(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return number(n, noun) + " are"
}
