// Package load opens whatever a user may name as a source of tools: a file, standard input, a URL, a file of a git
// revision, an MCP server, or the configuration of an MCP client with several servers in it.
//
// Parse reads the command line's words, Load opens them. What a source is, is found in what it holds and never in its
// name alone. Nothing that a document refers to is followed, unless it is an OpenAPI document and [References] say how far.
//
// Programs are started for two kinds of source only: a command, and a client configuration in a regular file that is
// named. A client configuration from anywhere else (a URL, a git revision, standard input, a pattern) is an error that
// says what it would start; its variables are not looked up either.
package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/catalog/openapi"
	"github.com/schema-bench/schema-bench/schema"
)

// Options say how sources are opened. The zero value works, and so does a nil pointer.
type Options struct {
	Dir       string                           // relative paths count from it; the working directory if empty
	Home      string                           // the user's home directory; that of the environment if empty
	LookupEnv func(name string) (string, bool) // os.LookupEnv if nil
	Stdin     io.Reader                        // what "-" reads; os.Stdin if nil

	// NoStart is for sources that the user did not name, such as those of a configuration file that merely lay in the
	// way: a command and a client configuration are then errors, and nothing is started.
	NoStart bool

	Headers map[string]string // sent with URLs that the user names, to their own host only

	Parallel int   // servers and files opened at the same time; 4 if zero
	MaxBytes int64 // of one document; 64 MiB if zero
	// Timeout bounds the fetch of a URL that is no MCP server, and git: if zero, 30 seconds or Server.Timeout, whichever
	// is shorter.
	Timeout time.Duration

	// OpenAPI says what is made of OpenAPI and Swagger documents; what it says of the source, of limits and of fetching is
	// overridden. References in such documents lead where References allow.
	OpenAPI    openapi.Options
	References References
	Naive      bool // and what a converter makes of them that puts every definition where it is used
	// Empty takes a document without operations, which may have schemas or webhooks alone, for a catalog without tools and
	// a problem. Otherwise it is an error, since a catalog of nothing passes every check.
	Empty bool

	Lenient bool          // duplicate names and ill-formed strings are problems and no errors
	Limits  schema.Limits // of the documents that are read

	Server   mcpsource.Options        // how MCP servers are talked to; Lenient and Limits are those of above
	Progress func(label, what string) // told what is going on; may be called from several goroutines
}

func (o *Options) withDefaults() *Options {
	var d Options
	if o != nil {
		d = *o
	}
	if d.LookupEnv == nil {
		d.LookupEnv = os.LookupEnv
	}
	if d.Stdin == nil {
		d.Stdin = os.Stdin
	}
	if d.Home == "" {
		// Without a home only what names it fails, and says so.
		d.Home, _ = os.UserHomeDir()
	}
	if d.Parallel <= 0 {
		d.Parallel = 4
	}
	if d.MaxBytes <= 0 {
		d.MaxBytes = 64 << 20
	}
	if d.Timeout <= 0 {
		d.Timeout = 30 * time.Second
		if d.Server.Timeout > 0 {
			d.Timeout = min(d.Timeout, d.Server.Timeout)
		}
	}
	if d.Progress == nil {
		d.Progress = func(string, string) {}
	}
	d.Server.Lenient, d.Server.Limits = d.Lenient, d.Limits
	return &d
}

// Loaded is one catalog of a source, or why there is none. Exactly one of Catalog, Err and Skipped is set.
type Loaded struct {
	Label   string // what the user calls it, the name of a server in a configuration, or the source itself
	Source  string // what was opened, for people: without secrets
	Catalog *catalog.Catalog
	Err     error
	Skipped string // why a server of a configuration was not started

	// API is what an OpenAPI document became; nil for any other source. It has its own copy of the catalog, as it was read.
	API   *openapi.API
	Naive *catalog.Catalog // with Options.Naive; nil for any other source
}

// Load opens the sources, several at a time, and returns what they hold in the order of the sources; a client
// configuration gives one result per server. A failure is a result like any other and loses no other source. The
// result is empty only if there are no sources. No two results have the same label.
//
// When ctx ends, so does Load, and whatever it started has ended. One thing may stay behind: there is no portable way
// to interrupt a read of standard input, a named pipe or a terminal, so a goroutine goes on waiting for its writer, and
// may take what that writes next. A program that lives on should not name such sources, or pass as Stdin a reader that
// it can end itself.
func Load(ctx context.Context, sources []Source, opt *Options) []Loaded {
	l := &loader{Options: opt.withDefaults()}
	l.slots = make(chan struct{}, l.Parallel)
	parts := make([][]Loaded, len(sources))
	var wg sync.WaitGroup
	for i, s := range sources {
		wg.Go(func() { parts[i] = l.open(ctx, s) })
	}
	wg.Wait()
	var out []Loaded
	var chosen []bool
	for i, p := range parts {
		for range p {
			chosen = append(chosen, sources[i].Label != "")
		}
		out = append(out, p...)
	}
	distinguish(out, chosen)
	return out
}

type loader struct {
	*Options
	slots chan struct{}
}

// enter takes one of the slots that bound how much happens at the same time. After an error there is nothing to leave.
func (l *loader) enter(ctx context.Context) error {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		l.leave()
		return err
	}
	return nil
}

func (l *loader) leave() { <-l.slots }

func (l *loader) open(ctx context.Context, s Source) []Loaded {
	if s.kind == kindCommand {
		if err := l.command(s); err != nil {
			return []Loaded{{Label: cmp.Or(s.Label, s.String()), Source: s.String(), Err: l.named(s.String(), err)}}
		}
		return []Loaded{l.server(ctx, s.Label, mcpsource.Server{Command: s.Command, Dir: l.Dir})}
	}
	if s.kind == kindMCP {
		return []Loaded{l.server(ctx, s.Label, mcpsource.Server{URL: s.place, Headers: l.Headers})}
	}
	r := Loaded{Label: s.Label, Source: s.String()}
	if r.Label == "" {
		r.Label = r.Source
	}
	if err := l.enter(ctx); err != nil {
		r.Err = fmt.Errorf("load: %s: %w", r.Source, err)
		return []Loaded{r}
	}
	var doc []byte
	var a reply
	var err error
	switch s.kind {
	case kindStdin:
		l.Progress(r.Label, "reading")
		doc, err = l.readStream(ctx, l.Stdin)
	case kindFile:
		l.Progress(r.Label, "reading")
		doc, err = l.readFile(ctx, s.place)
	case kindGit:
		doc, err = l.readGit(ctx, s.place)
	case kindURL:
		l.Progress(r.Label, "fetching")
		var c *catalog.Catalog
		if doc, a, c, err = l.readURL(ctx, r, s); c != nil {
			l.leave()
			r.Catalog = c
			if s.Label == "" && c.Name != "" {
				r.Label = c.Name // servers are called alike however they were named
			}
			return []Loaded{r}
		}
	default:
		err = errors.New("the zero Source names nothing")
	}
	if err == nil && s.Server == "" && openapi.Sniff(doc) { // in the slot: of a large document this takes seconds
		err = l.api(ctx, &r, s, a, doc)
		l.leave()
		if err != nil {
			r.Err = l.named(r.Source, err)
		}
		return []Loaded{r}
	}
	l.leave()
	if err != nil {
		r.Err = l.named(r.Source, err)
		return []Loaded{r}
	}
	cfg, err := parseConfig(doc)
	if err != nil {
		r.Err = l.named(r.Source, err)
		return []Loaded{r}
	}
	if cfg != nil {
		if err := l.consent(s, cfg); err != nil {
			r.Err = l.named(r.Source, err)
			return []Loaded{r}
		}
		return l.config(ctx, s, r, cfg)
	}
	if s.Server != "" {
		r.Err = l.named(r.Source, &hinted{err: fmt.Errorf("#%s names a server of a client configuration, and this is none", s.Server), hint: "leave out the part from #"})
		return []Loaded{r}
	}
	if r.Catalog, err = l.document(doc, r.Source, r.Label); err != nil {
		r.Catalog, r.Err = nil, l.named(r.Source, err)
	}
	return []Loaded{r}
}

// document reads the tools of a document that is no configuration.
func (l *loader) document(doc []byte, source, label string) (*catalog.Catalog, error) {
	return catalog.Read(doc, &catalog.ReadOptions{Source: source, Name: label, Lenient: l.Lenient, Limits: l.Limits})
}

// named puts the source before an error, unless the error names it already.
func (l *loader) named(source string, err error) error {
	var own *mcpsource.Error
	if errors.As(err, &own) || strings.HasPrefix(err.Error(), source) {
		return fmt.Errorf("load: %w", err)
	}
	return fmt.Errorf("load: %s: %w", source, err)
}

// server lists one MCP server.
func (l *loader) server(ctx context.Context, label string, s mcpsource.Server) Loaded {
	r := Loaded{Label: label, Source: mcpsource.DisplayURL(s.URL)}
	if len(s.Command) > 0 {
		r.Source = mcpsource.DisplayCommand(s.Command)
	}
	if r.Label == "" {
		r.Label = r.Source
	}
	if s.Name == "" {
		s.Name = label
	}
	if err := l.enter(ctx); err != nil {
		r.Err = fmt.Errorf("load: %s: %w", r.Label, err)
		return r
	}
	defer l.leave()
	c, err := l.fetch(ctx, r.Label, s)
	if err != nil {
		r.Err = fmt.Errorf("load: %w", err)
		return r
	}
	if label == "" && c.Name != "" {
		r.Label = c.Name
	}
	r.Catalog = c
	return r
}

// fetch lists a server and tells whoever wants to know how it goes.
func (l *loader) fetch(ctx context.Context, label string, s mcpsource.Server) (*catalog.Catalog, error) {
	opt := l.Server
	opt.Progress = func(what string) {
		l.Progress(label, what)
		if l.Server.Progress != nil {
			l.Server.Progress(what)
		}
	}
	return mcpsource.Fetch(ctx, s, &opt)
}

// A hinted error carries what the user can do about it.
type hinted struct {
	err  error
	hint string
}

func (e *hinted) Error() string { return e.err.Error() }
func (e *hinted) Unwrap() error { return e.err }

// Hint returns what the user can do about it.
func (e *hinted) Hint() string { return e.hint }
