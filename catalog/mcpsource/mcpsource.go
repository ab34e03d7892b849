package mcpsource

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// A Server says how to reach an MCP server: either Command or URL is set. The zero Server cannot be reached.
type Server struct {
	Name string // a label for reports; the name that the server gives itself if empty

	Command []string          // program and arguments, run without a shell
	Env     map[string]string // laid over the environment of this process
	Dir     string            // working directory; that of this process if empty

	URL string
	// Transport is "http" (streamable HTTP), "sse" (the HTTP transport of 2024-11-05) or empty. Empty tries the first
	// and, where the specification says that an older server would answer so, the second.
	Transport string
	Headers   map[string]string // sent to the host of URL and to no other

	// protocol forces a version of the protocol, such as "2025-06-18". If empty, the newest version with a handshake
	// is offered, and server/discover is used with servers that know no handshake any more.
	protocol string
}

// Options bound a Fetch and say what the client shows of itself. The zero value works, and so does a nil pointer.
type Options struct {
	// Timeout bounds a whole fetch, including what a launcher such as npx downloads: two minutes if zero. A fetch that
	// it ends gives an error that is ErrTimeout.
	Timeout time.Duration

	MaxBytes int // of one answer, and of all pages together; 64 MiB if zero

	// Capabilities is the JSON object of client capabilities to declare. If nil, roots, sampling and elicitation are
	// declared, as the common hosts do: servers hide tools from clients that do not declare them, so whoever wants to
	// know what another host would be offered declares what that host does.
	Capabilities []byte
	// ClientName and ClientVersion are what the client calls itself; "schema-bench" and "0" if empty. Some servers
	// offer other tools to other clients.
	ClientName, ClientVersion string

	Lenient bool          // accept duplicate names and ill-formed strings in schemas, as problems
	Limits  schema.Limits // of the documents that are read

	// Progress, if set, is told what is going on, in a few words. It may be called from several goroutines.
	Progress func(string)

	// settle is how long to wait for a server over stdio to announce another list before the one it gave is taken as
	// final: 200 ms if zero. Servers that add tools after the handshake announce them so.
	settle time.Duration
	// grace is how long a started server may take to end after its input was closed, and again after it was asked to
	// terminate: two seconds if zero.
	grace time.Duration

	// patience is how long a server that answered initialize with an error may take to answer server/discover before
	// that error counts: three seconds if zero.
	patience time.Duration

	maxPages int // of one listing; 1,000 if zero
	maxTools int // of one listing; 20,000 if zero
}

func (o *Options) withDefaults() Options {
	var d Options
	if o != nil {
		d = *o
	}
	orDefault(&d.Timeout, 2*time.Minute)
	orDefault(&d.settle, 200*time.Millisecond)
	orDefault(&d.patience, 3*time.Second)
	orDefault(&d.maxPages, 1000)
	orDefault(&d.maxTools, 20_000)
	orDefault(&d.MaxBytes, 64<<20)
	if d.Capabilities == nil {
		d.Capabilities = []byte(`{"roots":{},"sampling":{},"elicitation":{}}`)
	}
	if d.Progress == nil {
		d.Progress = func(string) {}
	}
	if d.ClientName == "" {
		d.ClientName = "schema-bench"
	}
	if d.ClientVersion == "" {
		d.ClientVersion = "0"
	}
	return d
}

func orDefault[T int | time.Duration](v *T, def T) {
	if *v == 0 {
		*v = def
	}
}

// Fetch returns the tools of a server, all pages of them, with its instructions. The server's process and whatever it
// started have ended when Fetch returns. An error about the server is an *Error.
func Fetch(ctx context.Context, s Server, opt *Options) (*catalog.Catalog, error) {
	o := opt.withDefaults()
	secrets := secretsOf(s)
	fail := func(err error) error { return wrap(s, err, secrets) }
	if err := s.check(); err != nil {
		return nil, fail(err)
	}
	fetchCtx, cancel := context.WithTimeoutCause(ctx, o.Timeout, ErrTimeout)
	defer cancel()
	var c *catalog.Catalog
	var err error
	if len(s.Command) > 0 {
		c, err = fetchStdio(fetchCtx, s, o, secrets)
	} else {
		c, err = fetchHTTP(fetchCtx, s, o)
	}
	if err != nil {
		return nil, fail(bounded(ctx, fetchCtx, err, o.Timeout))
	}
	return c, nil
}

// ErrTimeout is what the error of a fetch is, in the sense of errors.Is, when Options.Timeout ended it.
var ErrTimeout = errors.New("no answer in time")

// A timeoutError says how long the answer was awaited.
type timeoutError struct{ limit time.Duration }

func (e timeoutError) Error() string { return fmt.Sprintf("no answer within %s", e.limit) }

func (e timeoutError) Is(target error) bool {
	return target == ErrTimeout || target == context.DeadlineExceeded
}

// bounded tells apart who ended a fetch: the caller, the clock, or the server.
func bounded(caller, fetch context.Context, err error, limit time.Duration) error {
	var said *rpcError
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case errors.As(err, &said): // its reason says more than that it fell silent afterwards
		return err
	case errors.Is(context.Cause(fetch), ErrTimeout):
		e := &Error{}
		errors.As(err, &e)
		e.Err = timeoutError{limit}
		if e.Fix == "" {
			e.Fix = "check that this is an MCP server and that it needs nothing else to start, or allow it more time"
		}
		return e
	}
	return err
}

func (s Server) check() error {
	switch {
	case len(s.Command) > 0 && s.URL != "":
		return errors.New("both a command and a URL are given")
	case len(s.Command) == 0 && s.URL == "":
		return &Error{Err: errors.New("neither a command nor a URL is given")}
	case len(s.Command) > 0 && s.Transport != "" && s.Transport != "stdio",
		s.URL != "" && !slices.Contains([]string{"", "http", "sse"}, s.Transport):
		return &Error{Err: fmt.Errorf("transport %q does not fit", s.Transport), Fix: "use stdio with a command, http or sse with a URL"}
	case s.protocol != "" && !slices.Contains(protocolVersions(), s.protocol):
		return &Error{Err: fmt.Errorf("protocol version %q is not known", s.protocol), Fix: "known are " + strings.Join(protocolVersions(), ", ")}
	}
	if s.URL == "" {
		return nil
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		return &Error{Err: errors.New("the URL is malformed")} // the cause would quote it, with its secrets
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return &Error{Err: fmt.Errorf("the URL %s is not one of http or https with a host", DisplayURL(s.URL))}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Headers)) {
		if strings.ContainsAny(name, "\r\n :") || name == "" || strings.ContainsAny(s.Headers[name], "\r\n\x00") {
			return &Error{Err: fmt.Errorf("header %q cannot be sent", name), Fix: "its name or value holds a line break or a blank; is a token file read with its last newline?"}
		}
	}
	return nil
}

// display names a server for people: without secrets, in one line.
func (s Server) display() string {
	if len(s.Command) > 0 {
		return DisplayCommand(s.Command)
	}
	return DisplayURL(s.URL)
}
