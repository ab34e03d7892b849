package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/load"
	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// A sourceOptions says how sources are opened and which of their tools are wanted.
type sourceOptions struct {
	only, hide []string
	headers    []string
	lenient    bool
	timeout    time.Duration
	spec       specOptions
	cmd        *cobra.Command

	// accept, if set, refuses sources before any of them is opened.
	accept func(e *env, files []string) error
}

func (o *sourceOptions) bind(cmd *cobra.Command) {
	o.cmd = cmd
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "keep the tools whose names match one of these `GLOBS`, separated by commas; they know *, ? and [ ]")
	f.StringSliceVar(&o.hide, "hide", nil, "drop the tools whose names match one of these `GLOBS`")
	f.StringArrayVar(&o.headers, "header", nil, "send `NAME:VALUE` to the URLs that are named; ${VAR} in it is taken from the environment")
	f.BoolVar(&o.lenient, "lenient", false, "accept duplicate names and ill-formed strings, and report them as problems")
	o.timeout = 2 * time.Minute
	f.Var(span{&o.timeout}, "timeout", "give each server this long (`TIME`, such as 90s) to start and list its tools, and each URL to answer")
	o.spec.bind(cmd)
}

// A loaded is what the sources of a command line hold.
type loaded struct {
	catalogs []*catalog.Catalog
	warnings []error // what the numbers lack
	failed   int     // sources without a catalog, which were reported
	sources  []load.Source
	apis     []api    // what OpenAPI documents became, in the order of the sources
	files    []string // the full paths of those sources that are files

	args       []string // as typed
	dash       int      // where -- stands among args, -1 if nowhere
	implied    bool     // standard input was not named, and is read since nothing else was
	configured bool     // the sources come from the configuration file
	options    []string // the flags that chose what was loaded, as typed; nil if they cannot be shown
	secret     bool     // what was typed holds a secret, or may
}

// load opens the sources that args name. A server or file that fails is noted and loses no other; the error is one of
// the command line, or an interrupt.
func (o *sourceOptions) load(cmd *cobra.Command, e *env, g globals, args []string) (*loaded, error) {
	got := &loaded{args: args, dash: cmd.ArgsLenAtDash()}
	words := args
	switch {
	case len(args) == 0 && got.dash < 0 && len(g.config.sources) > 0:
		words, got.configured = g.config.sources, true
	case got.dash >= 0:
		words = slices.Concat(args[:got.dash], []string{"--"}, args[got.dash:])
	case len(args) == 0:
		if e.InTTY {
			return nil, noSource(e)
		}
		words, got.implied = []string{"-"}, true
	}
	if err := o.open(cmd.Context(), e, g, words, got); err != nil {
		return nil, err
	}
	if err := o.spec.check(cmd, got); err != nil {
		return nil, err
	}
	return got, o.selectTools(got)
}

func (o *sourceOptions) open(ctx context.Context, e *env, g globals, words []string, got *loaded) error {
	if err := checkGlobs(o.only, o.hide); err != nil {
		return err
	}
	headers, err := o.parseHeaders(e)
	if err != nil {
		return err
	}
	spec, err := o.spec.options()
	if err != nil {
		return err
	}
	dir := e.Dir
	if got.configured {
		dir = g.config.dir
	}
	if got.sources, err = load.Parse(words, dir); err != nil {
		for i, w := range words {
			if message(err) == w+": no such file" && !strings.ContainsAny(w, " #=") && isProgram(w) {
				return withHint(usageError{err}, "to start an MCP server, put -- before its command: -- %s", safetext.Plain(strings.Join(words[i:], " ")))
			}
		}
		return usageError{err}
	}
	found := got.configured && !g.config.named
	for _, s := range got.sources {
		if found && s.Command != nil {
			return withHint(usagef("config %s: the source %q starts a program, and this configuration was found and not named", g.config.path, s),
				"if you trust it: schema-bench --config %s", shellWord(g.config.path))
		}
	}
	got.secret = len(headers) > 0
	for _, s := range got.sources {
		if p := s.Path(); p != "" {
			got.files = append(got.files, under(dir, p))
		} else if s.String() == stdinName {
			got.files = append(got.files, stdinName) // it can be a file, too
		}
		got.secret = got.secret || strings.Contains(s.String(), "***")
	}
	got.options = o.typed()
	if o.accept != nil {
		if err := o.accept(e, got.files); err != nil {
			return err
		}
	}
	progress := newProgress(e, g)
	served := e.interrupts.serve()
	in := &heard{Reader: e.In}
	results := load.Load(ctx, got.sources, &load.Options{
		Dir: dir, Home: e.Home, Stdin: in, Headers: headers, Lenient: o.lenient,
		LookupEnv: e.lookup, NoStart: found, Timeout: o.fetchTimeout(),
		OpenAPI: spec, References: o.spec.references(e), Naive: o.spec.naive, Empty: o.spec.empty,
		Server:   mcpsource.Options{Timeout: o.timeout, ClientVersion: version()},
		Progress: progress.show,
	})
	served()
	progress.clear()
	if err := interrupted(ctx); err != nil {
		return err
	}
	if got.implied && !in.any.Load() {
		return noSource(e)
	}
	for _, r := range results {
		switch {
		case r.Err != nil:
			got.failed++
			got.warnings = append(got.warnings, fmt.Errorf("%s could not be read and is in none of the numbers", r.Label))
			report(e, r)
		case r.Catalog != nil:
			got.catalogs = append(got.catalogs, r.Catalog)
			if r.API == nil {
				continue
			}
			got.apis = append(got.apis, api{label: r.Label, API: r.API, naive: r.Naive})
		case !g.quiet:
			fmt.Fprintf(e.Err, "skipped %s: %s\n", safetext.Plain(r.Label), safetext.Plain(r.Skipped))
		}
	}
	got.warnings = append(got.warnings, got.refusals()...)
	if len(got.catalogs) == 0 && got.failed == 0 {
		return withHint(errors.New("every server of the configuration is disabled"), "name one with #NAME to start it all the same")
	}
	return nil
}

// fetchTimeout bounds the fetch of a URL: what the user chose, or zero for what is usual.
func (o *sourceOptions) fetchTimeout() time.Duration {
	if o.cmd != nil && o.cmd.Flags().Changed("timeout") {
		return o.timeout
	}
	return 0
}

// typed returns the flags that say what to load as they would be typed again. Headers are not among them: they are
// secrets more often than not.
func (o *sourceOptions) typed() []string {
	var flags []string
	for _, f := range []struct {
		name   string
		values []string
	}{{"--only", o.only}, {"--hide", o.hide}} {
		if len(f.values) > 0 {
			flags = append(flags, f.name, shellWord(strings.Join(f.values, ",")))
		}
	}
	if o.lenient {
		flags = append(flags, "--lenient")
	}
	if o.cmd == nil { // nobody typed anything
		return flags
	}
	return append(flags, o.spec.typed(o.cmd)...)
}

// report says on stderr why one source could not be read, with what the server itself said.
func report(e *env, r load.Loaded) {
	text := message(r.Err)
	if rest, ok := strings.CutPrefix(text, "-: "); ok {
		text = "standard input: " + rest
	}
	fmt.Fprintf(e.Err, "schema-bench: %s\n", text)
	var server *mcpsource.Error
	if errors.As(r.Err, &server) {
		for _, line := range server.Details() {
			fmt.Fprintf(e.Err, "    %s\n", safetext.Plain(line))
		}
	}
	e.hint(r.Err)
	if errors.Is(r.Err, mcpsource.ErrTimeout) {
		fmt.Fprintln(e.Err, "hint: --timeout TIME, such as --timeout 10m, allows it more")
	}
}

// A heard is a reader that knows whether anything came.
type heard struct {
	io.Reader
	any atomic.Bool // load may still be reading when it gives up
}

// Read implements io.Reader.
func (h *heard) Read(b []byte) (int, error) {
	n, err := h.Reader.Read(b)
	if n > 0 {
		h.any.Store(true)
	}
	return n, err
}

// checkGlobs refuses what shells know and globs do not, which would match nothing.
func checkGlobs(lists ...[]string) error {
	for _, globs := range lists {
		for _, g := range globs {
			if strings.ContainsAny(g, "{}") {
				return withHint(usagef("%q is no glob: there are no braces in it", g), "globs know *, ? and [ ]; several are separated by commas: 'browser_tabs,browser_type'")
			}
		}
	}
	return nil
}

// selectTools applies --only and --hide. A pattern has to match in one of the catalogs and not in each, be they of one
// side or of two.
func (o *sourceOptions) selectTools(sides ...*loaded) error {
	if len(o.only) == 0 && len(o.hide) == 0 {
		return nil
	}
	all := &catalog.Catalog{}
	for _, got := range sides {
		for _, c := range got.catalogs {
			all.Tools = append(all.Tools, c.Tools...)
		}
	}
	if len(all.Tools) == 0 {
		return nil
	}
	kept, err := all.Select(o.only, o.hide)
	if err != nil {
		for range hints(err) {
			return usageError{err}
		}
		var names []string
		for i := range all.Tools {
			names = append(names, all.Tools[i].Name)
		}
		return withHint(usageError{err}, "the tools are %s", firstNames(names))
	}
	if len(kept.Tools) == 0 {
		return usagef("--only and --hide leave no tool")
	}
	for _, got := range sides {
		had := len(got.catalogs) > 0
		var catalogs []*catalog.Catalog
		for _, c := range got.catalogs {
			only, hide := matching(c, o.only), matching(c, o.hide)
			if len(o.only) > 0 && len(only) == 0 {
				continue
			}
			selected, err := c.Select(only, hide)
			if err != nil {
				return usageError{err}
			}
			if len(selected.Tools) > 0 {
				catalogs = append(catalogs, selected)
			}
		}
		if had && len(catalogs) == 0 {
			return usagef("--only and --hide leave no tool of %s", labelOf(got))
		}
		got.catalogs = catalogs
	}
	return nil
}

// matching returns the patterns that match a tool of c.
func matching(c *catalog.Catalog, patterns []string) []string {
	var hit []string
	for _, p := range patterns {
		if _, err := c.Select([]string{p}, nil); err == nil {
			hit = append(hit, p)
		}
	}
	return hit
}

// parseHeaders reads --header.
func (o *sourceOptions) parseHeaders(e *env) (map[string]string, error) {
	headers := map[string]string{}
	for _, h := range o.headers {
		name, value, ok := strings.Cut(h, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, usagef("--header: must be NAME:VALUE") // the value may be a secret and is not repeated
		}
		value, err := load.Expand(value, e.lookup)
		if err != nil {
			return nil, usagef("--header %s: %w", strings.TrimSpace(name), err)
		}
		headers[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return headers, nil
}

// failure is the error of a command that did its work on the sources that could be read. Each of the others was
// reported when it failed.
func (l *loaded) failure() error {
	if l.failed > 0 {
		return errSilent
	}
	return nil
}
