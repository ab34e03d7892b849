package cli

import (
	"fmt"
	"path"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
)

// autoTarget lets the client say who it is.
const autoTarget = "auto"

type wrapOptions struct {
	level         string
	with, without []string
	target        string
	only, hide    []string
	restarts      int
	listen, url   string
	headers       []string
	token         string
	checkArgs     bool
	stats         string
	record        string
	redact        []string
}

func newWrap(e *env) *cobra.Command {
	o := &wrapOptions{}
	cmd := &cobra.Command{
		Use:   "wrap [flags] (-- COMMAND ARGS… | --url URL)",
		Short: "Serve the tools of an MCP server to its client, compacted",
		Long: `Starts an MCP server over stdio and stands in its place: what the client sends goes to the server, and what the server sends goes to the client, every message as the same bytes and in the same order, requests of the server, notifications and methods that nobody knows yet included. Only answers to tools/list become smaller: their schemas are compacted, page by page as they pass, and proved to accept the same arguments on the bytes that are served.

A tool that is not proved is served as it came, and so is a list that cannot be read; standard error says so. Names are never changed, and calls pass as they are.

The level is safe unless --level says otherwise. The levels standard and tight, and the transforms that --with adds, shorten texts that a model reads: their arguments are proved, and their selection is not measured. --target auto takes for the target the client that says who it is, as far as that is known; a level that rewrites schemas does only what the target is known to take.

--record appends each call to a file as a task for an A/B trial, with its arguments and how it ended; a proxy does not see what the user asked for, so that the query is null, to be filled in. --redact leaves values out by the names of the arguments, '*' all of them; it does not look into texts. Nothing is sent anywhere.

With --check-args, a call whose arguments the schema refuses does not reach the server: it is answered as an error of the tool, with what is wrong and with all that the server says of those parameters, so that what compaction took away is there when it is needed. Calls in batches, and of tools that were not listed, pass.

With --url the server is one that is reached over HTTP, streamable or the older kind with server-sent events, and the client still talks over standard input and output; streams that break are taken up again where they were. A server that wants a login gets that of wrap login, which is renewed as it expires, unless --header says what it gets. With --listen, clients come in over HTTP. A server that is a command then has a process for each session, 64 at most, and streams that break can be taken up again. In front of --url, sessions, resumed streams, headers, status codes and challenges are those of the server, and so are all bodies but those with lists of tools. Only this machine is listened to, unless --token names a variable with a token; requests from web pages of other origins are refused. The token is the proxy's: what the server is to get of its own comes from --header.

A server that dies is an error on every request that it has not answered, with its last words, and wrap ends with its exit code. --restarts N starts it again up to N times and opens the session with it anew. What the server writes to standard output and is no message is left out and named on standard error.`,
		Example: `  schema-bench wrap -- npx -y @modelcontextprotocol/server-everything
  schema-bench wrap --level proved --target codex -- npx -y @playwright/mcp
  schema-bench wrap --hide 'browser_*' --stats s.json -- npx -y @playwright/mcp
  schema-bench wrap --listen 127.0.0.1:8080 -- npx -y @playwright/mcp
  schema-bench wrap --url https://mcp.example.com/mcp
  schema-bench wrap login https://mcp.example.com/mcp
  schema-bench floor -- schema-bench wrap -- npx -y @playwright/mcp`,
		Args: cobra.ArbitraryArgs,
	}
	f := cmd.Flags()
	o.bindLevels(cmd)
	o.bindServer(cmd)
	f.StringVar(&o.listen, "listen", "", "listen for clients on `ADDR`, such as 127.0.0.1:8080, at /mcp and /")
	f.StringVar(&o.token, "token", "", "the environment variable `NAME` holds the bearer token that clients have to bring")
	f.StringVar(&o.stats, "stats", "", "write what passed to `FILE` when the session ends, as JSON: sizes before and after, calls, errors, delay")
	f.StringVar(&o.record, "record", "", "append each call to `FILE` as a task of an A/B trial, as JSON lines")
	f.StringSliceVar(&o.redact, "redact", nil, "in --record, leave out the values of arguments whose names match one of these `GLOBS`, at any depth")
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	cmd.AddCommand(newInstall(e), newUninstall(e), newWrapCheck(e), newLogin(e), newLogout(e))
	for _, c := range cmd.Commands() {
		bindGlobal(c)
	}
	return cmd
}

// bindLevels binds the flags that say what becomes of tools and calls.
func (o *wrapOptions) bindLevels(cmd *cobra.Command) {
	o.bindShape(cmd)
	f := cmd.Flags()
	f.IntVar(&o.restarts, "restarts", 0, "start a server that dies again, up to `N` times")
	f.BoolVar(&o.checkArgs, "check-args", false, "answer calls with invalid arguments at once, with the server's own words about the parameters concerned")
}

// bindShape binds those that say what becomes of tools.
func (o *wrapOptions) bindShape(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.level, "level", string(schemacompact.LevelSafe), "how far to compact: `LEVEL` is "+join(schemacompact.Levels()))
	f.StringSliceVar(&o.with, "with", nil, "transforms to add to the level: `NAMES` as compact has them")
	f.StringSliceVar(&o.without, "without", nil, "transforms to leave out: `NAMES`")
	f.StringVar(&o.target, "target", autoTarget, "the client or API that the tools are for: `TARGET` as compact has them, or auto for the client that connects")
	f.StringSliceVar(&o.only, "only", nil, "serve only tools whose names match one of these `GLOBS`")
	f.StringSliceVar(&o.hide, "hide", nil, "leave out tools whose names match one of these `GLOBS`")
}

func (o *wrapOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	if err := o.checkUse(cmd, args); err != nil {
		return err
	}
	opt, err := o.options(e, g)
	if err != nil {
		return err
	}
	rewriter, err := mcpwrap.NewRewriter(opt)
	if err != nil {
		return usageError{err}
	}
	watch, err := o.watch(e, g)
	if err != nil {
		return err
	}
	defer watch.close()
	if e.Getenv("GOGC") == "" {
		debug.SetGCPercent(50) // it lives as long as its client, and has little to collect
	}
	if o.url != "" || o.listen != "" {
		if o.listen != "" {
			err = o.serveHTTP(cmd.Context(), e, rewriter, watch, args)
		} else {
			err = o.reachHTTP(cmd.Context(), e, rewriter, watch)
		}
		watch.report()
		return err
	}
	s := &mcpwrap.Stdio{Command: args, In: e.In, Out: e.Out, Log: e.Err, Dir: e.Dir, Rewriter: rewriter, Observer: watch.observer, Late: watch.late, Restarts: o.restarts, CheckArgs: o.checkArgs}
	done := e.interrupts.serve()
	exit, err := s.Run(cmd.Context())
	done()
	if err != nil {
		return err
	}
	watch.report()
	if code := codeOf(exit); code != exitOK {
		return codeError{code}
	}
	return nil
}

// bindServer binds the flags that name a server without a command.
func (o *wrapOptions) bindServer(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.url, "url", "", "the MCP server is at `URL`")
	f.StringArrayVar(&o.headers, "header", nil, "send `NAME:VALUE` to the URL; ${VAR} in it is taken from the environment")
}

// checkServer refuses what does not name one server.
func (o *wrapOptions) checkServer(cmd *cobra.Command, args []string) error {
	name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	switch {
	case o.url != "" && len(args) > 0:
		return withHint(usagef("--url and a command name two servers"), "name one; wrap stands in front of one server")
	case o.url == "" && (cmd.ArgsLenAtDash() != 0 || len(args) == 0):
		return withHint(usagef("%s needs the command of the server behind --, or its --url", name), "schema-bench %s -- COMMAND ARGS…", name)
	case o.url == "" && len(o.headers) > 0:
		return usagef("--header is for a server that is reached by --url")
	}
	return nil
}

// checkUse holds the flags against one another.
func (o *wrapOptions) checkUse(cmd *cobra.Command, args []string) error {
	if err := o.checkServer(cmd, args); err != nil {
		return err
	}
	switch {
	case o.listen == "" && o.token != "":
		return withHint(usagef("--token is for clients that come in by --listen"), "what the server is to get stands in --header")
	case o.restarts < 0:
		return usagef("--restarts is a number of times, and %d is none", o.restarts)
	case o.restarts > 0 && (o.url != "" || o.listen != ""):
		return usagef("--restarts is for a server that is started by its command for one client")
	case o.checkArgs && o.url != "" && o.listen != "":
		return usagef("--check-args is not for a server that is reached by --url from clients that come in by --listen")
	case o.stats == "-" || o.record == "-":
		return withHint(usagef("--stats and --record take no -: standard output belongs to the client"), "name a file")
	case cmd.Flags().Changed("redact") && o.record == "":
		return usagef("--redact is for what --record writes")
	case cmd.Flags().Changed("redact") && len(o.redact) == 0: // as --redact "$NAMES" is where nobody set NAMES
		return withHint(usagef("--redact names nothing"), "--redact '*' leaves out all values")
	}
	for i, glob := range o.redact {
		if glob = strings.TrimSpace(glob); glob == "" {
			return usagef("--redact: one of the globs is empty")
		}
		if _, err := path.Match(glob, ""); err != nil {
			return usagef("--redact: the glob %q is malformed", glob)
		}
		o.redact[i] = glob
	}
	return nil
}

// options makes of the flags what the proxy does.
func (o *wrapOptions) options(e *env, g globals) (mcpwrap.Options, error) {
	level, err := schemacompact.ParseLevel(o.level)
	if err != nil {
		return mcpwrap.Options{}, usageError{err}
	}
	opt := mcpwrap.Options{Level: level, With: o.with, Without: o.without, Only: o.only, Hide: o.hide}
	if o.target == autoTarget {
		opt.Auto = true
	} else if opt.Target, err = targets.Lookup(o.target); err != nil {
		return mcpwrap.Options{}, usageError{err}
	}
	say := func(text string) { fmt.Fprintf(e.Err, "schema-bench wrap: %s\n", safetext.Line(text)) }
	if !g.quiet {
		opt.Warn = say
		if lossy := lossyOf(level, o.with, o.without); len(lossy) > 0 {
			say("texts that a model reads are shortened (" + strings.Join(lossy, ", ") + "): arguments proved, selection not measured")
		}
	}
	return opt, nil
}

// lossyOf names the transforms in use that change what a model reads.
func lossyOf(level schemacompact.Level, with, without []string) []string {
	var out []string
	for _, t := range schemacompact.Transforms() {
		in := t.Level == schemacompact.LevelStandard && (level == schemacompact.LevelStandard || level == schemacompact.LevelTight)
		for _, name := range with {
			in = in || name == t.Name
		}
		for _, name := range without {
			in = in && name != t.Name
		}
		if in && (t.Claim == schemacompact.ClaimLossy || t.Claim == schemacompact.ClaimMoved) {
			out = append(out, t.Name)
		}
	}
	return out
}

// A codeError ends the program with the code of another one, which has said what there is to say.
type codeError struct{ code int }

func (c codeError) Error() string { return fmt.Sprintf("exit code %d", c.code) }

// codeOf is the exit code that shells give to such an end.
func codeOf(exit proc.Exit) int {
	switch {
	case exit.Signal > 0:
		return 128 + exit.Signal
	case exit.Code < 0:
		return exitUnmeasured
	}
	return exit.Code
}
