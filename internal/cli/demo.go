package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/fixtures"
)

func newDemo(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Take the tour on a built-in MCP server, offline",
		Long: `Starts the example MCP server that is built in, lists its tools over stdio, and runs floor, compact and verify on them, as you
would on a server of your own. Nothing is downloaded and nothing is left behind. No configuration and no variable of
schema-bench's changes what it shows.`,
		Example: "  schema-bench demo",
		Args:    arguments(cobra.NoArgs, "no arguments"),
	}
	var keep string
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&keep, "keep", "", "keep the files that the tour makes in `DIR`")
	bindLook(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { // without [run]: no configuration changes the tour
		g, err := readGlobals(e, cmd)
		if err != nil {
			return err
		}
		color, _ := cmd.Flags().GetString("color")
		return demo(cmd.Context(), e, g, color, keep)
	}
	cmd.AddCommand(newDemoServe(e))
	return cmd
}

// demo runs the commands of the tour one after the other and stops at the first that fails.
func demo(ctx context.Context, e *env, g globals, color, keep string) error {
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
	inner.Dir, inner.Self, inner.Bare, inner.Environ = dir, self, true, nil
	inner.Getenv = func(name string) string {
		if strings.HasPrefix(name, envName("")) {
			return ""
		}
		return e.Getenv(name)
	}
	flags := []string{"--color", color, fmt.Sprintf("--ascii=%t", g.ascii), fmt.Sprintf("--quiet=%t", g.quiet), fmt.Sprintf("--no-progress=%t", !g.progress)}
	say := func(format string, args ...any) {
		if !g.quiet {
			fmt.Fprintf(e.Out, format, args...)
		}
	}
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
		say("# %s\n$ schema-bench %s\n\n", step.say, step.shown)
		root := newRoot(&inner)
		root.SetArgs(slices.Concat(step.args[:1], flags, step.args[1:]))
		if err := root.ExecuteContext(ctx); err != nil {
			return err
		}
		say("\n")
	}
	if keep != "" {
		say("The files are in %s.\n", keep)
	}
	say("%s\n", "Now try it on your own: schema-bench -- COMMAND-THAT-STARTS-YOUR-SERVER")
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
