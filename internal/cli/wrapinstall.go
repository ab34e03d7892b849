package cli

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/catalog/load"
	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap/install"
)

// installOptions are those of wrap install and wrap uninstall.
type installOptions struct {
	wrap            wrapOptions // that the configuration is to start wrap with
	servers, except []string
	dryRun          bool
}

func newInstall(e *env) *cobra.Command {
	o := &installOptions{}
	cmd := &cobra.Command{
		Use:   "install [flags] (FILE | CLIENT)",
		Short: "Put wrap in front of the servers in a client's configuration",
		Long: `Edits the configuration of an MCP client so that it starts each server through schema-bench wrap, with the options that are given here. Known are the files of Claude Desktop, Claude Code, Cursor, VS Code and Codex, by their path or, where there is one of them in its usual place, by the name of the client: claude-desktop, claude-code, cursor, vscode or codex.

Only the command, the arguments and the type of servers change, and no other byte of the file: comments and order stay. Commands are written with their whole paths, since clients with a window have no PATH. A server that cannot be started through wrap is left as it is, with the reason. What is there is kept in a file beside it before anything is written; uninstall takes the proxy out again.

--dry-run shows what would change, with the lines around it as they are, secrets in them included, and writes nothing. Quit the client before: some write their file when they end.`,
		Example: `  schema-bench wrap install claude-desktop --dry-run
  schema-bench wrap install ~/.cursor/mcp.json --level proved --server github
  schema-bench wrap uninstall claude-desktop`,
		Args: cobra.ArbitraryArgs,
	}
	o.bind(cmd)
	o.wrap.bindLevels(cmd)
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error {
		return o.run(cmd, e, g, args, install.Plan)
	})
	return cmd
}

func newUninstall(e *env) *cobra.Command {
	o := &installOptions{}
	cmd := &cobra.Command{
		Use:   "uninstall [flags] (FILE | CLIENT)",
		Short: "Take wrap out of a client's configuration again",
		Long: `Gives the servers in the configuration of an MCP client the bytes back that they had before wrap install. In a file that nobody else has changed, these are all of them; what others have changed since stays changed.

--dry-run shows what would change and writes nothing.`,
		Example: `  schema-bench wrap uninstall claude-desktop
  schema-bench wrap uninstall .vscode/mcp.json --dry-run`,
		Args: cobra.ArbitraryArgs,
	}
	o.bind(cmd)
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error {
		return o.run(cmd, e, g, args, install.PlanUndo)
	})
	return cmd
}

func (o *installOptions) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.servers, "server", nil, "only the servers with these `NAMES`")
	f.StringSliceVar(&o.except, "except", nil, "all servers but those with these `NAMES`")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would change, and write nothing")
}

func (o *installOptions) run(cmd *cobra.Command, e *env, g globals, args []string, plan func(string, install.Options) (*install.Change, error)) error {
	if len(args) != 1 {
		return withHint(usagef("%s takes one configuration, and %d are named", cmd.CommandPath(), len(args)), "name a file, or one of %s", strings.Join(clientNames(), ", "))
	}
	path, err := e.clientConfig(args[0])
	if err != nil {
		return err
	}
	opt := install.Options{Args: o.wrap.typed(cmd), Only: o.servers, Except: o.except, Home: e.Home}
	if o.wrap.restarts > 0 { // of what is started by a command alone
		opt.CommandArgs = []string{"--restarts", strconv.Itoa(o.wrap.restarts)}
	}
	if len(opt.Args) > 0 {
		if _, err := o.wrap.options(e, g); err != nil { // what wrap would refuse later is refused now
			return err
		}
	}
	change, err := plan(path, opt)
	if err != nil {
		return usageError{err}
	}
	fmt.Fprintln(e.Out, safetext.Line(change.Path))
	for _, s := range change.Servers {
		name := s.Name
		if s.Project != "" {
			name += " (" + s.Project + ")"
		}
		line := fmt.Sprintf("  %-9s  %s", s.Action, name)
		if s.Reason != "" {
			line += ": " + s.Reason
		}
		fmt.Fprintln(e.Out, safetext.Line(line))
	}
	switch {
	case !change.Changed() && len(change.Remove) == 0:
		fmt.Fprintln(e.Out, "Nothing is to be changed.")
		return nil
	case o.dryRun:
		fmt.Fprint(e.Out, change.Diff())
		return nil
	}
	if err := e.interrupts.write(cmd.Context(), func() error { return change.Apply() }); err != nil {
		return err
	}
	if change.Backup != "" {
		fmt.Fprintf(e.Out, "As it was: %s\n", safetext.Line(change.Backup))
	}
	fmt.Fprintln(e.Out, "Start the client anew for this to take effect.")
	return nil
}

// typed returns the flags of wrap that were typed, as they are to stand in the configuration.
func (o *wrapOptions) typed(cmd *cobra.Command) []string {
	var args []string
	for _, flag := range []struct {
		name  string
		value string
	}{
		{"level", o.level}, {"with", strings.Join(o.with, ",")}, {"without", strings.Join(o.without, ",")}, {"target", o.target},
		{"only", strings.Join(o.only, ",")}, {"hide", strings.Join(o.hide, ",")},
	} {
		if typed(cmd, flag.name) {
			args = append(args, "--"+flag.name, flag.value)
		}
	}
	if o.checkArgs {
		args = append(args, "--check-args")
	}
	return args
}

// clientNames are the clients whose configurations are found by name, and how load calls them.
func clientNames() []string {
	return []string{"claude-desktop", "claude-code", "cursor", "vscode", "codex"}
}

// clientConfig returns the file that an argument names: a path, or the only configuration of a client in its usual places.
func (e *env) clientConfig(name string) (string, error) {
	if !slices.Contains(clientNames(), name) {
		return e.path(name), nil
	}
	if _, err := os.Stat(e.path(name)); err == nil {
		return "", withHint(usagef("%s is the name of a client and of a file here", name), "write the file as ./%s, or go to another directory", name)
	}
	var found []string
	for _, f := range load.FindConfigs(&load.FindOptions{Dir: e.Dir, Home: e.Home, LookupEnv: e.lookup}) {
		if strings.ReplaceAll(strings.ToLower(f.Client), " ", "-") == name || name == "vscode" && f.Client == "VS Code" {
			found = append(found, f.Path)
		}
	}
	switch len(found) {
	case 0:
		return "", withHint(usagef("no configuration of %s with servers is in its usual places", name), "name its file")
	case 1:
		return found[0], nil
	}
	return "", withHint(usagef("%s has %d configurations: %s", name, len(found), strings.Join(found, ", ")), "name one of these files")
}
