package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/catalog/load"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/mcpwrap/probe"
	"github.com/schema-bench/schema-bench/schema"
)

// wrapCheckOptions are those of wrap check.
type wrapCheckOptions struct {
	wrap     wrapOptions // what the proxy is to do
	through  string
	calls    []string
	noCalls  bool
	protocol string
	timeout  time.Duration
	out      outputOptions
}

func newWrapCheck(e *env) *cobra.Command {
	o := &wrapCheckOptions{}
	cmd := &cobra.Command{
		Use:   "check [flags] (-- COMMAND ARGS… | --url URL)",
		Short: "Hold an MCP server against itself behind the proxy",
		Long: `Plays a session with a server directly, again directly, and through wrap, and compares what came back: the handshake, the lists page by page, resources, templates and prompts as they are read, completion, logging, progress, calls, errors, and what the server asks its client for, such as samples, input and roots. What the two direct sessions say differently is the server's own doing, a clock for example. Everything else has to be the same bytes, but for the schemas of tools, which have to be proved to accept the same arguments.

Called, with arguments made up from their schemas, are tools that say of themselves that they only read, those that a server has only for clients that can be asked something and that say that they destroy nothing, and those that --call names. The client of these sessions answers requests for samples and input with fixed words.

--through holds another proxy against the server, one that talks over standard input and output too, and shows what it loses. The options of wrap that say what becomes of tools are taken into account: a tool that --hide leaves out is no difference. Exits 1 if there is one that the options do not explain; it has come in three sessions then, and in none of four without the proxy. Exits 3 if a session breaks.`,
		Example: `  schema-bench wrap check -- npx -y @modelcontextprotocol/server-everything
  schema-bench wrap check --level proved -- npx -y @playwright/mcp
  schema-bench wrap check --call 'search={"query":"x"}' -- node server.js
  schema-bench wrap check --url https://mcp.example.com/mcp
  schema-bench wrap check --through 'other node server.js' -- node server.js`,
		Args: cobra.ArbitraryArgs,
	}
	f := cmd.Flags()
	o.wrap.bindShape(cmd)
	o.wrap.bindServer(cmd)
	f.StringVar(&o.through, "through", "", "hold another proxy against the server: `COMMAND` starts it with the server behind it")
	f.StringArrayVar(&o.calls, "call", nil, "call the tool `NAME[=JSON]` too, with these arguments; repeatable")
	f.BoolVar(&o.noCalls, "no-calls", false, "call no tool that --call does not name")
	f.StringVar(&o.protocol, "protocol", "2025-11-25", "ask for this `VERSION` of the protocol")
	f.DurationVar(&o.timeout, "timeout", 30*time.Second, "how long the server may take for an answer")
	o.out.bind(cmd, render.Formats("wrap check"), false)
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func (o *wrapCheckOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	if err := o.out.check(g); err != nil {
		return err
	}
	if err := o.wrap.checkServer(cmd, args); err != nil {
		return err
	}
	if o.timeout <= 0 {
		return usagef("--timeout is how long to wait, and %s is no time", o.timeout)
	}
	report := &render.WrapCheckReport{}
	quiet := g
	quiet.quiet = true
	wrap, err := o.wrap.options(e, quiet)
	if err != nil {
		return err
	}
	wrap.Warn = func(text string) { report.Warnings = append(report.Warnings, errors.New(text)) }
	p := newProgress(e, g)
	opt := &probe.Options{Command: args, Dir: e.Dir, Wrap: wrap, Lossy: len(lossyOf(wrap.Level, wrap.With, wrap.Without)) > 0,
		Protocol: o.protocol, Timeout: o.timeout, NoCalls: o.noCalls, Progress: func(what string) { p.show("wrap check", what) }}
	if o.through != "" {
		if opt.Through, err = load.SplitCommand(o.through); err != nil {
			return usageError{fmt.Errorf("--through: %w", err)}
		}
	}
	if opt.Calls, err = parseCalls(o.calls); err != nil {
		return err
	}
	if o.wrap.url != "" {
		if opt.URL, opt.Header, err = o.wrap.reach(e); err != nil {
			return err
		}
	}
	report.Report, err = probe.Run(cmd.Context(), opt)
	p.clear()
	var unknown *probe.UnknownToolError
	switch {
	case errors.As(err, &unknown):
		return usageError{err}
	case err != nil:
		return err
	}
	draw := func(w *outputWriter) error { return render.WrapCheck(w, w.format, report, w.options) }
	if err := o.out.write(cmd.Context(), e, g, draw); err != nil {
		return err
	}
	if n := report.Differences(); n > 0 {
		return findingError{fmt.Errorf("%s between the server and what the proxy makes of it", number(n, "difference"))}
	}
	return nil
}

// parseCalls reads the tools of --call and their arguments.
func parseCalls(calls []string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, c := range calls {
		name, text, given := strings.Cut(c, "=")
		if name == "" {
			return nil, usagef("--call %q names no tool", c)
		}
		out[name] = nil
		if !given {
			continue
		}
		n, err := schema.Parse([]byte(text))
		if err != nil {
			return nil, withHint(usagef("--call %s: the arguments are no JSON: %v", name, err), `--call 'search={"query":"x"}'`)
		}
		if n.Kind() != schema.Object {
			return nil, withHint(usagef("--call %s: the arguments are no object", name), `--call 'search={"query":"x"}'`)
		}
		out[name] = n.Append(nil)
	}
	return out, nil
}
