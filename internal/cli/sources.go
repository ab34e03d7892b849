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
)

// A sourceOptions says how sources are opened and which of their tools are wanted.
type sourceOptions struct {
	only, hide []string
	headers    []string
	lenient    bool
	timeout    time.Duration
}

func (o *sourceOptions) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "keep the tools whose names match one of these `GLOBS`")
	f.StringSliceVar(&o.hide, "hide", nil, "drop the tools whose names match one of these `GLOBS`")
	f.StringArrayVar(&o.headers, "header", nil, "send `NAME:VALUE` to the URLs that are named; ${VAR} in it is taken from the environment")
	f.BoolVar(&o.lenient, "lenient", false, "accept duplicate names and ill-formed strings, and report them as problems")
	f.DurationVar(&o.timeout, "timeout", 2*time.Minute, "give each server this long to start and list its tools")
}

// A loaded is what the sources of a command line hold.
type loaded struct {
	catalogs []*catalog.Catalog
	warnings []error
	failed   []load.Loaded
	args     []string // as typed
	dash     int      // where -- stands among args, -1 if nowhere
	files    []string // the paths of those sources that are files
}

// load opens the sources that args name. A server or file that fails is noted and loses no other; the error is one of
// the command line, or an interrupt.
func (o *sourceOptions) load(cmd *cobra.Command, e *env, g globals, args []string) (*loaded, error) {
	got := &loaded{args: args, dash: cmd.ArgsLenAtDash()}
	words := args
	if got.dash >= 0 {
		words = slices.Concat(args[:got.dash], []string{"--"}, args[got.dash:])
	}
	if len(words) == 0 {
		if e.InTTY {
			return nil, noSource(e)
		}
		words = []string{"-"}
		got.args = words
	}
	return got, o.open(cmd.Context(), e, g, words, got)
}

func (o *sourceOptions) open(ctx context.Context, e *env, g globals, words []string, got *loaded) error {
	headers, err := o.parseHeaders(e)
	if err != nil {
		return err
	}
	sources, err := load.Parse(words, e.Dir)
	if err != nil {
		return usageError{err}
	}
	for _, s := range sources {
		if p := s.Path(); p != "" {
			got.files = append(got.files, p)
		}
	}
	progress := newProgress(e, g)
	results := load.Load(ctx, sources, &load.Options{
		Dir: e.Dir, Home: e.Home, Stdin: e.In, Headers: headers, Lenient: o.lenient,
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
			got.failed = append(got.failed, r)
			report(e, r)
		case r.Catalog != nil:
			got.catalogs = append(got.catalogs, r.Catalog)
		case !g.quiet:
			fmt.Fprintf(e.Err, "skipped %s: %s\n", printable(r.Label), printable(r.Skipped))
		}
	}
	if len(got.catalogs) == 0 && len(got.failed) == 0 {
		return errors.New("every server of the configuration is disabled")
	}
	return o.selectTools(got)
}

// report says on stderr why one source could not be read, with what the server itself said.
func report(e *env, r load.Loaded) {
	fmt.Fprintf(e.Err, "schema-bench: %s\n", printable(r.Err.Error()))
	var server *mcpsource.Error
	if errors.As(r.Err, &server) {
		for _, line := range server.Details() {
			fmt.Fprintf(e.Err, "    %s\n", printable(line))
		}
	}
	for h := range hints(r.Err) {
		fmt.Fprintf(e.Err, "hint: %s\n", printable(h))
	}
}

// selectTools applies --only and --hide. A pattern has to match in one of the catalogs and not in each.
func (o *sourceOptions) selectTools(got *loaded) error {
	if len(o.only) == 0 && len(o.hide) == 0 {
		return nil
	}
	all := &catalog.Catalog{}
	for _, c := range got.catalogs {
		all.Tools = append(all.Tools, c.Tools...)
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
	got.catalogs = catalogs
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

// failure is the error of a command that did its work on the sources that could be read.
func (l *loaded) failure() error {
	if len(l.failed) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d of the sources could not be read", errUnmeasured, len(l.failed))
}

var errUnmeasured = errors.New("not everything was measured")

// spelled returns the sources as they would be typed again.
func (l *loaded) spelled() string {
	var words []string
	for i, a := range l.args {
		if i == l.dash {
			words = append(words, "--")
		}
		words = append(words, shellWord(a))
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word for a POSIX shell where it needs it.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("@%+=:,./_-#~", r)
	}
	if s != "" && s[0] != '~' && s[0] != '#' && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
