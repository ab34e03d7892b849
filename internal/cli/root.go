package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/schema-bench/schema-bench/internal/near"
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
  an OpenAPI or Swagger document in any of these places: its operations
  an MCP server: -- COMMAND ARGS… at the end, or "mcp:COMMAND ARGS" among others
  the config of an MCP client: all of its servers, or one with #NAME
Any of them can be given a name: LABEL=SOURCE. A file that is named like a command is written ./NAME.`
	root.Example = `  schema-bench tools.json
  schema-bench -- npx -y @modelcontextprotocol/server-everything
  schema-bench ~/.cursor/mcp.json#github
  schema-bench openapi.yaml
  schema-bench compact tools.json -o smaller.json
  schema-bench demo`
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(e.In)
	root.SetOut(e.Out)
	root.SetErr(e.Err)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newFloor(e), newImport(e), newCompact(e), newVerify(e), newLint(e), newDiff(e), newWrap(e), newDemo(e), newCompletion(e), newVersion(e))
	root.AddCommand(topics()...)
	root.Version = version()
	root.SetVersionTemplate(versionText())
	root.SetHelpCommand(newHelp())
	root.SetUsageTemplate(usageTemplate)
	for _, c := range root.Commands() {
		bindGlobal(c)
	}
	bindGlobal(root)
	foldHelp(root)
	completeFlags(root)
	return root
}

// foldHelp wraps the texts of all commands.
func foldHelp(cmd *cobra.Command) {
	cmd.Long = fold(cmd.Long, helpWidth)
	for _, c := range cmd.Commands() {
		foldHelp(c)
	}
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

The flags are those of floor: see schema-bench floor --help.
Every command has its own: schema-bench COMMAND --help.{{else if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}{{end}}
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

// nearCommand returns the command that a word was likely meant to be, as it is typed, or an empty string. A topic of help
// is one as well.
func nearCommand(root *cobra.Command, word string) string {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	likely := near.Names(word, names, 1)
	if len(likely) == 0 {
		return ""
	}
	if c, _, err := root.Find(likely); err == nil && !c.Runnable() {
		return "schema-bench help " + likely[0]
	}
	return "schema-bench " + likely[0]
}

// noCommand says of a first word that is no file that it is no command either, with the one that was likely meant.
func (e *env) noCommand(root *cobra.Command, word string, err error) error {
	if strings.HasPrefix(word, "-") || strings.ContainsAny(word, `./\:=#*? `) {
		return err
	}
	if _, found := os.Stat(e.path(word)); found == nil {
		return err
	}
	name := nearCommand(root, word)
	if message(err) == word+": no such file" {
		neither := usagef("%q is neither a file nor a command", word)
		for h := range hints(err) {
			neither = withHint(neither, "%s", h)
		}
		if err = neither; name == "" {
			return withHint(err, "schema-bench help sources says how sources are named, and schema-bench --help has the commands")
		}
	}
	if name != "" {
		err = withHint(err, "did you mean %s?", name)
	}
	return err
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
	case "demo": // it shows the same to everybody
		return
	}
	if !cmd.Runnable() || cmd.Flags().Lookup("config") != nil {
		return
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.String("config", "", "configuration `FILE` (default: the nearest .schema-bench.yaml up to the root of the repository)")
	bindLook(f)
	f.BoolP("verbose", "v", false, "say more: every tool, every warning")
	f.Bool("exit-zero", false, "exit 0 on findings, too; errors keep their codes")
}

// bindLook adds the flags that change how things are said, and nothing of what is done.
func bindLook(f *pflag.FlagSet) {
	f.String("color", "auto", "colour the text: `WHEN` is auto, always or never")
	f.Bool("ascii", false, "draw with ASCII only")
	f.BoolP("quiet", "q", false, "say nothing but findings and errors")
	f.Bool("no-progress", false, "show no progress on stderr")
}

// A globals is what the flags of bindGlobal say.
type globals struct {
	color, ascii, quiet, verbose, progress, exitZero bool

	typed map[string]bool // the flags that stood on the command line

	config configured
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
		typed := map[string]bool{}
		cmd.Flags().Visit(func(f *pflag.Flag) { typed[f.Name] = true })
		config, err := applyConfig(e, cmd)
		if err != nil {
			return err
		}
		g, err := readGlobals(e, cmd)
		if err != nil {
			return err
		}
		g.config, g.typed = config, typed
		if !g.quiet {
			for _, w := range append(config.warnings, unknownVariables(e, cmd.Root())...) {
				fmt.Fprintf(e.Err, "warning: %s\n", message(w))
			}
		}
		err = work(cmd, g, args)
		if g.exitZero && errors.As(err, new(findingError)) {
			fmt.Fprintf(e.Err, "schema-bench: %s\n", message(err))
			return nil
		}
		return err
	}
}

// oneOf says whether a flag has one of the values that are allowed.
func oneOf(flag, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	err := usagef("--%s %q: must be one of %s", flag, value, strings.Join(allowed, ", "))
	if likely := near.Names(value, allowed, 1); len(likely) > 0 {
		return withHint(err, "did you mean %s?", likely[0])
	}
	return err
}
