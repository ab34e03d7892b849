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

A source alone is measured: schema-bench SOURCE is schema-bench floor SOURCE. A source is
  a file, - for standard input, or REV:PATH of a git repository
  a URL: a document, or an MCP endpoint (mcp+http://… is always one)
  an MCP server: -- COMMAND ARGS… at the end, or "mcp:COMMAND ARGS" among others
  the config of an MCP client: all of its servers, or one with #NAME
Any of them can be given a name: LABEL=SOURCE. A file that is named like a command is written ./NAME.`
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
	root.SetHelpCommand(newHelp())
	root.SetUsageTemplate(usageTemplate)
	for _, c := range root.Commands() {
		bindGlobal(c)
	}
	bindGlobal(root)
	completeFlags(root)
	return root
}

// usageTemplate has the commands first, and of the root's flags, which are those of floor, only where to find them.
const usageTemplate = `Usage:
  {{.UseLine}}{{if not .HasParent}}
  schema-bench COMMAND [flags] …{{end}}{{if .HasAvailableSubCommands}}

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasHelpSubCommands}}

Help topics:{{range .Commands}}{{if .IsAdditionalHelpTopicCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if not .HasParent}}

The flags are those of floor: see schema-bench floor --help. Every command has its own: schema-bench COMMAND --help.{{else if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}
`

// newHelp is the help command, for which an unknown topic is an error of usage and not an answer.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND or TOPIC]", Short: "Explain a command or a topic", Example: "  schema-bench help compact\n  schema-bench help units",
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || target == nil || len(rest) > 0 {
				return withHint(usagef("there is no help on %q", strings.Join(args, " ")), "schema-bench --help lists the commands and topics")
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}

// nearCommand returns the command that a word was likely meant to be, or an empty string.
func nearCommand(root *cobra.Command, word string) string {
	best, least := "", 3
	for _, c := range root.Commands() {
		if d := distance(word, c.Name()); d < least && d < len(word)-1 {
			best, least = c.Name(), d
		}
	}
	return best
}

// arguments makes a check of arguments say what is wrong as an error of usage.
func arguments(check cobra.PositionalArgs, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil {
			said := ""
			if len(args) > 0 {
				said = ": " + strings.Join(args, " ")
			}
			return usagef("%s takes %s, and got %d%s", strings.TrimPrefix(cmd.CommandPath(), "schema-bench "), want, len(args), said)
		}
		return nil
	}
}

// bindGlobal adds the flags that every command that does work has. They are no persistent flags of the root, since the
// root is a command of its own and its flags would stand twice in every help text.
func bindGlobal(cmd *cobra.Command) {
	switch cmd.Name() {
	case "version", "completion", "help": // they print what nothing can change
		return
	}
	if !cmd.Runnable() || cmd.Flags().Lookup("config") != nil {
		return
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.String("config", "", "configuration `FILE` (default: the nearest .schema-bench.yaml up to the root of the repository)")
	f.String("color", "auto", "colour the text: `WHEN` is auto, always or never")
	f.Bool("ascii", false, "draw with ASCII only")
	f.BoolP("quiet", "q", false, "say nothing but findings and errors")
	f.BoolP("verbose", "v", false, "say more: every tool, every warning")
	f.Bool("no-progress", false, "show no progress on stderr")
	f.Bool("exit-zero", false, "exit 0 on findings, too; errors keep their codes")
}

// A globals is what the flags of bindGlobal say.
type globals struct {
	color, ascii, quiet, verbose, progress, exitZero bool

	sources   []string // of the configuration file
	sourceDir string   // what they count from
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
		sources, base, err := applyConfig(e, cmd)
		if err != nil {
			return err
		}
		g, err := readGlobals(e, cmd)
		if err != nil {
			return err
		}
		g.sources, g.sourceDir = sources, base
		err = work(cmd, g, args)
		if g.exitZero && errors.As(err, new(findingError)) {
			fmt.Fprintf(e.Err, "schema-bench: %s\n", message(err))
			return nil
		}
		return err
	}
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
