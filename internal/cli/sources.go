package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/load"
	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/internal/proc"
)

// A sourceOptions says how sources are opened and which of their tools are wanted.
type sourceOptions struct {
	only, hide []string
	headers    []string
	lenient    bool
	timeout    time.Duration

	// accept, if set, refuses sources before any of them is opened.
	accept func(e *env, files []string) error
}

func (o *sourceOptions) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "keep the tools whose names match one of these `GLOBS`")
	f.StringSliceVar(&o.hide, "hide", nil, "drop the tools whose names match one of these `GLOBS`")
	f.StringArrayVar(&o.headers, "header", nil, "send `NAME:VALUE` to the URLs that are named; ${VAR} in it is taken from the environment")
	f.BoolVar(&o.lenient, "lenient", false, "accept duplicate names and ill-formed strings, and report them as problems")
	f.DurationVar(&o.timeout, "timeout", 2*time.Minute, "give each server this long (`TIME`, such as 90s) to start and list its tools")
}

// A loaded is what the sources of a command line hold.
type loaded struct {
	catalogs []*catalog.Catalog
	warnings []error // what the numbers lack
	failed   int     // sources without a catalog, which were reported
	sources  []load.Source
	files    []string // the full paths of those sources that are files

	args       []string // as typed
	dash       int      // where -- stands among args, -1 if nowhere
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
	case len(args) == 0 && got.dash < 0 && len(g.sources) > 0:
		words, got.configured = g.sources, true
	case got.dash >= 0:
		words = slices.Concat(args[:got.dash], []string{"--"}, args[got.dash:])
	case len(args) == 0:
		if e.InTTY {
			return nil, noSource(e)
		}
		words = []string{"-"}
	}
	if err := o.open(cmd.Context(), e, g, words, got); err != nil {
		return nil, err
	}
	return got, o.selectTools(got)
}

func (o *sourceOptions) open(ctx context.Context, e *env, g globals, words []string, got *loaded) error {
	if o.timeout <= 0 {
		return usagef("--timeout %s: must be longer than nothing", o.timeout)
	}
	headers, err := o.parseHeaders(e)
	if err != nil {
		return err
	}
	dir := e.Dir
	if got.configured {
		dir = g.sourceDir
	}
	if got.sources, err = load.Parse(words, dir); err != nil {
		return usageError{err}
	}
	got.secret = len(headers) > 0
	for _, s := range got.sources {
		if p := s.Path(); p != "" {
			got.files = append(got.files, under(dir, p))
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
	results := load.Load(ctx, got.sources, &load.Options{
		Dir: dir, Home: e.Home, Stdin: e.In, Headers: headers, Lenient: o.lenient,
		LookupEnv: e.lookup,
		Server:    mcpsource.Options{Timeout: o.timeout, ClientVersion: version()},
		Progress:  progress.show,
	})
	progress.clear()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for _, r := range results {
		switch {
		case r.Err != nil:
			got.failed++
			got.warnings = append(got.warnings, fmt.Errorf("%s could not be read and is in none of the numbers", r.Label))
			report(e, r)
		case r.Catalog != nil:
			got.catalogs = append(got.catalogs, r.Catalog)
		case !g.quiet:
			fmt.Fprintf(e.Err, "skipped %s: %s\n", proc.Sanitize(r.Label), proc.Sanitize(r.Skipped))
		}
	}
	if len(got.catalogs) == 0 && got.failed == 0 {
		return withHint(errors.New("every server of the configuration is disabled"), "name one with #NAME to start it all the same")
	}
	return nil
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
	return flags
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
			fmt.Fprintf(e.Err, "    %s\n", proc.Sanitize(line))
		}
	}
	e.hint(r.Err)
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
		return usageError{err}
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
		for {
			before, rest, found := strings.Cut(value, "${")
			variable, after, closed := strings.Cut(rest, "}")
			if !found {
				break
			}
			content := e.Getenv(variable)
			if !closed || content == "" {
				return nil, usagef("--header %s: the environment has no variable %q", strings.TrimSpace(name), variable)
			}
			value = before + content + after
			if strings.Contains(content, "${") {
				break
			}
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
