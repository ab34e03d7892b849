package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot builds the command tree. The root command is floor: a source alone is measured.
func newRoot(e *env) *cobra.Command {
	root := newFloor(e)
	root.Use = "schema-bench [flags] SOURCE…"
	root.Short = "What an LLM agent pays at every step for the tools it is offered, and how to pay less"
	root.Long = `schema-bench measures the floor that an LLM agent sends again with every step (its system message and its tools),
shrinks the tool schemas, and proves that the shrunk ones accept the same arguments.

A source alone is measured: schema-bench SOURCE is schema-bench floor SOURCE. A source is a file or - for standard
input, a URL, an MCP server (-- COMMAND, or "mcp:COMMAND ARGS" among others), a client config (all its servers, or one
with #NAME), REV:PATH of a git repository, or LABEL=SOURCE. A file that is named like a command is written ./NAME.`
	root.Example = `  schema-bench tools.json
  schema-bench -- npx -y @modelcontextprotocol/server-everything
  schema-bench ~/.cursor/mcp.json#github
  schema-bench compact tools.json -o smaller.json
  schema-bench demo`
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(e.In)
	root.SetOut(e.Out)
	root.SetErr(e.Err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newFloor(e), newImport(e), newCompact(e), newVerify(e), newDiff(e), newDemo(e), newCompletion(e), newVersion(e))
	root.AddCommand(topicUnits(), topicEnvironment())
	root.SetHelpCommandGroupID("")
	for _, c := range root.Commands() {
		bindGlobal(c)
	}
	bindGlobal(root)
	return root
}

// bindGlobal adds the flags that every command that does work has. They are no persistent flags of the root, since the
// root is a command of its own and its flags would stand twice in every help text.
func bindGlobal(cmd *cobra.Command) {
	if !cmd.Runnable() || cmd.Flags().Lookup("config") != nil {
		return
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.String("config", "", "configuration `FILE` (default: the nearest .schema-bench.yaml up to the root of the repository)")
	f.String("color", "auto", "colour the text: auto, always or never")
	f.Bool("ascii", false, "draw with ASCII only")
	f.BoolP("quiet", "q", false, "say nothing but findings and errors")
	f.BoolP("verbose", "v", false, "say more: every tool, every warning")
	f.Bool("no-progress", false, "show no progress on stderr")
	f.Bool("exit-zero", false, "exit 0 on findings, too; errors keep their codes")
}

// A globals is what the flags of bindGlobal say.
type globals struct {
	color, ascii, quiet, verbose, progress, exitZero bool
}

func readGlobals(e *env, cmd *cobra.Command) (globals, error) {
	f := cmd.Flags()
	flag := func(name string) bool { v, _ := f.GetBool(name); return v }
	color, _ := f.GetString("color")
	if color != "auto" && color != "always" && color != "never" {
		return globals{}, usagef("--color %q: must be auto, always or never", color)
	}
	return globals{
		color: e.color(color), ascii: flag("ascii"), quiet: flag("quiet"), verbose: flag("verbose"),
		progress: !flag("no-progress") && !flag("quiet"), exitZero: flag("exit-zero"),
	}, nil
}

// run makes the RunE of a command: settings from environment and configuration first, then the work.
func run(e *env, work func(cmd *cobra.Command, g globals, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		sources, err := applyConfig(e, cmd)
		if err != nil {
			return err
		}
		g, err := readGlobals(e, cmd)
		if err != nil {
			return err
		}
		if len(args) == 0 && takesSources(cmd) {
			args = sources
		}
		err = work(cmd, g, args)
		if g.exitZero && errors.As(err, new(findingError)) {
			if !errors.Is(err, errSilent) {
				fmt.Fprintf(e.Err, "schema-bench: %s\n", printable(err.Error()))
			}
			return nil
		}
		return err
	}
}

// takesSources reports whether the sources of the configuration file are meant for a command.
func takesSources(cmd *cobra.Command) bool {
	switch cmd.Name() {
	case "schema-bench", "floor", "import", "compact":
		return true
	}
	return false
}

func topicUnits() *cobra.Command {
	return &cobra.Command{Use: "units", Short: "What a token number counts (help topic)", Long: `Every token number has a unit of four words, such as "model, o200k_base, json, compact". Two numbers with different
units are never compared.

ruler          what is counted
  wire         every member of the tools array as its source sent it, whitespace between tokens removed
  model        name, description and input schema: what a host hands on to the model (the default)
  rendered     the text that a framing makes of it
encoding       the vocabulary that counts: o200k_base (the default) or cl100k_base. For models whose own tokenizer is
               not public, a count is an estimate, and the output says so.
framing        how a provider turns the tools into text: json
serialisation  how the JSON is spelled: compact, without whitespace between tokens

The floor is what an agent sends again at every step: the system message, the instructions of its MCP servers, and the
tools. The tools of one catalog are counted as one array. Each part is counted alone, and what joining them costs more
or less is the framing, so the parts of a tool add up to the tool and the tools to the total.`}
}

func topicEnvironment() *cobra.Command {
	cmd := &cobra.Command{Use: "environment", Short: "Environment variables (help topic)"}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		w := cmd.OutOrStdout()
		fmt.Fprint(w, "Every flag can be set by a variable. The command line wins, then the environment, then the configuration file.\n\n")
		names := map[string]string{}
		var order []string
		for _, c := range append([]*cobra.Command{cmd.Root()}, cmd.Root().Commands()...) {
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if _, ok := names[f.Name]; !ok && f.Name != "help" {
					names[f.Name] = f.Usage
					order = append(order, f.Name)
				}
			})
		}
		for _, name := range order {
			fmt.Fprintf(w, "  %-28s --%s\n", envName(name), name)
		}
		fmt.Fprint(w, `
  SCHEMA_BENCH_INPUT_<ID>      the value of ${input:ID} in a client config
  NO_COLOR, CLICOLOR_FORCE     colour, as usual

Tokens and keys for servers are taken from the environment through the client config's ${VAR}; they are never printed.
`)
	})
	return cmd
}

// oneOf says whether a flag has one of the values that are allowed.
func oneOf(flag, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return usagef("--%s %q: must be one of %s", flag, value, strings.Join(allowed, ", "))
}
