package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/fixtures"
)

func newDemo(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Take the tour on a built-in MCP server, offline",
		Long: `Starts the example MCP server that is built in, lists its tools over stdio, and runs floor, compact and verify on them, as you
would on a server of your own. Nothing is downloaded and nothing is left behind.`,
		Example: "  schema-bench demo",
		Args:    arguments(cobra.NoArgs, "no arguments"),
	}
	var keep string
	cmd.Flags().StringVar(&keep, "keep", "", "keep the files that the tour makes in `DIR`")
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, _ []string) error { return demo(cmd.Context(), e, g, keep) })
	cmd.AddCommand(newDemoServe(e))
	return cmd
}

// demo runs the commands of the tour one after the other and stops at the first that fails.
func demo(ctx context.Context, e *env, g globals, keep string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir := e.path(keep)
	if keep == "" {
		if dir, err = os.MkdirTemp("", "schema-bench-demo-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	inner := *e
	inner.Dir, inner.Self = dir, self
	tour := []struct {
		say   string
		shown string
		args  []string
	}{
		{"What do the tools of this server cost at every step?", "floor -- schema-bench demo serve",
			[]string{"floor", "--top", "8", "--growth", "600", "--", self, "demo", "serve"}},
		{"Save them, as they are.", "import -o tools.json -- schema-bench demo serve", []string{"import", "-o", "tools.json", "--", self, "demo", "serve"}},
		{"Make them smaller without changing which arguments they accept.", "compact tools.json -o safe.json", []string{"compact", "tools.json", "-o", "safe.json"}},
		{"And smaller still, with shorter parameter descriptions.", "compact tools.json --level standard -o standard.json",
			[]string{"compact", "tools.json", "--level", "standard", "-o", "standard.json"}},
		{"Do the files on disk hold what was promised?", "verify tools.json standard.json", []string{"verify", "tools.json", "standard.json"}},
		{"What changed, tool by tool?", "diff tools.json standard.json", []string{"diff", "tools.json", "standard.json"}},
	}
	for _, step := range tour {
		fmt.Fprintf(e.Out, "# %s\n$ schema-bench %s\n\n", step.say, step.shown)
		root := newRoot(&inner)
		args := step.args
		if g.ascii {
			args = append([]string{args[0], "--ascii"}, args[1:]...)
		}
		root.SetArgs(args)
		if err := root.ExecuteContext(ctx); err != nil {
			return err
		}
		fmt.Fprintln(e.Out)
	}
	if keep != "" {
		fmt.Fprintf(e.Out, "The files are in %s.\n", keep)
	}
	fmt.Fprintln(e.Out, "Now try it on your own: schema-bench -- COMMAND-THAT-STARTS-YOUR-SERVER")
	return nil
}

// newDemoServe is the example server itself, with faults for tests and for seeing what errors look like.
func newDemoServe(e *env) *cobra.Command {
	var opt fixtures.ServeOptions
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Run the example MCP server on standard input and output",
		Example: "  schema-bench -- schema-bench demo serve\n  schema-bench -- schema-bench demo serve --fault banner",
		Args:    arguments(cobra.NoArgs, "no arguments"),
	}
	f := cmd.Flags()
	f.StringVar(&opt.Fault, "fault", "", "misbehave: "+strings.Join(fixtures.Faults(), ", "))
	f.IntVar(&opt.PageSize, "page-size", 0, "tools per page of the list; 0 is the server's own size")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		opt.Stderr = e.Err
		err := fixtures.Serve(cmd.Context(), e.In, e.Out, opt)
		if errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	}
	return cmd
}
