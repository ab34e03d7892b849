package probe

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/mcpwrap"
)

// Options say which server to hold against itself, and how.
type Options struct {
	Command []string    // of the server; or
	URL     *url.URL    // where it is, and
	Header  http.Header // what is set on every request to it
	// Through is the command of another proxy with the server behind it, to be held against the server in the place of ours.
	Through []string
	Env     []string // NAME=value, laid over the environment of this process
	Dir     string

	// Wrap is what the proxy is to do, and Lossy that it may shorten texts.
	Wrap  mcpwrap.Options
	Lossy bool

	// Protocol is the version that the client asks for; the last one with a handshake if empty.
	Protocol string
	// Timeout is how long an answer may take; 30 seconds if zero.
	Timeout time.Duration
	// Settle is how long a server has to say nothing to be taken for ready; 400 milliseconds if zero.
	Settle time.Duration
	// Calls are tools to call besides those that say that they only read, with their arguments; nil arguments are made up.
	Calls map[string][]byte
	// NoCalls leaves out the calls that Calls does not name.
	NoCalls bool
	// Progress is told what is being asked, if it is not nil.
	Progress func(what string)

	hasty bool // differences are not looked at again: for tests of what there is to find
}

// A StartError says that a session could not be played to its end, so that there is nothing to compare.
type StartError struct {
	Side string // "directly" or "through the proxy"
	Err  error
	Log  string // the last that the server said on standard error
}

func (e *StartError) Error() string {
	text := fmt.Sprintf("the session %s broke: %v", e.Side, e.Err)
	if e.Log != "" {
		text += "; the server's last words: " + e.Log
	}
	return text
}

func (e *StartError) Unwrap() error { return e.Err }

// Run plays the sessions and compares them. A difference is looked at three times: it stands if it comes again in each
// session through the proxy, and in none without it.
func Run(ctx context.Context, o *Options) (*Report, error) {
	opt := *o
	if opt.Protocol == "" {
		opt.Protocol = "2025-11-25"
	}
	if opt.Timeout <= 0 {
		opt.Timeout = 30 * time.Second
	}
	if opt.Settle <= 0 {
		opt.Settle = 400 * time.Millisecond
	}
	root, err := os.MkdirTemp("", "schema-bench-check-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	r := &runner{Options: &opt, root: fileURI(root), capable: capable}
	for range 2 {
		if err := r.play(ctx, "directly"); err != nil {
			return nil, err
		}
	}
	if err := r.play(ctx, "through the proxy"); err != nil {
		return nil, err
	}
	report := &Report{Server: serverOf(r.direct[0]), Rows: opt.compare(r.direct, r.through[0])}
	var note []string
	if r.capable != capable {
		note = append(note, "over the HTTP of 2024-11-05 the client of this comparison cannot be asked anything, and says so")
	}
	for range moreRounds {
		if report.Differences() == 0 || opt.hasty {
			break
		}
		for _, side := range []string{"directly", "through the proxy"} {
			if err := r.play(ctx, side); err != nil {
				return nil, err
			}
		}
		report.Rows = opt.compare(r.direct, r.through[0])
		for _, again := range r.through[1:] {
			report.Rows = confirmed(report.Rows, opt.compare(r.direct, again))
		}
	}
	report.Rows[0].Notes = append(report.Rows[0].Notes, note...)
	return report, nil
}

// moreRounds is how often a difference is looked at again. Servers do things after a while, and on a busy machine that is
// before or after something else by chance.
const moreRounds = 2

// confirmed returns the first rows, in which a difference that did not come again is the server's.
func confirmed(first, second []Row) []Row {
	again := map[string]Verdict{}
	for i := range second {
		again[second[i].Feature] = second[i].Verdict
	}
	for i := range first {
		if v, ok := again[first[i].Feature]; ok && first[i].Verdict == Different && v != Different {
			first[i].Verdict = Varies
			first[i].Notes = append(first[i].Notes, "this did not come again")
		}
	}
	return first
}

type runner struct {
	*Options
	root            string
	capable         string
	direct, through []*recording
}

func (r *runner) play(ctx context.Context, side string) error {
	rec := &recording{ears: newEars(r.root)}
	log := &tail{}
	open, list := r.openDirect, &r.direct
	switch {
	case side == "directly" && r.URL != nil:
		open = r.openURL
	case side != "directly" && len(r.Through) > 0:
		open, list = func(ctx context.Context, ears *ears, log io.Writer) (peer, error) {
			return r.start(ctx, r.Through, ears, log)
		}, &r.through
	case side != "directly" && r.URL != nil:
		open, list = r.openURLThrough, &r.through
	case side != "directly":
		open, list = r.openThrough, &r.through
	}
	p, err := open(ctx, rec.ears, log)
	if err == nil {
		var plan []step
		if len(r.direct) > 0 {
			plan = r.direct[0].steps[r.direct[0].plan:]
			plan = plan[:len(plan)-1] // the last ping is everybody's
		}
		err = (&player{Options: r.Options, peer: p, rec: rec, capable: r.capable, plain: r.plain}).play(ctx, plan)
	}
	if h, ok := p.(*remote); ok && h.deaf {
		r.capable = "{}"
	}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &StartError{side, err, log.String()}
	}
	*list = append(*list, rec)
	return nil
}

// plain returns the names of the tools that the server lists for a client without capabilities.
func (r *runner) plain(ctx context.Context) (map[string]bool, error) {
	rec := &recording{ears: newEars(r.root)}
	log := &tail{}
	open := r.openDirect
	if r.URL != nil {
		open = r.openURL
	}
	p, err := open(ctx, rec.ears, log)
	if err != nil {
		return nil, err
	}
	if err := (&player{Options: r.Options, peer: p, rec: rec}).glance(ctx); err != nil {
		return nil, &StartError{"directly", err, log.String()}
	}
	names := map[string]bool{}
	for _, raw := range rec.tools {
		names[textOf(raw, "name")] = true
	}
	return names, nil
}

// openDirect starts the server.
func (r *runner) openDirect(ctx context.Context, ears *ears, log io.Writer) (peer, error) {
	return r.start(ctx, r.Command, ears, log)
}

// start starts a program that talks in lines.
func (r *runner) start(ctx context.Context, command []string, ears *ears, log io.Writer) (peer, error) {
	child, err := proc.Start(ctx, proc.Options{Command: command[0], Args: command[1:], Env: mcpwrap.Environment(r.Env, command[0]), Dir: r.Dir, Stderr: log})
	if err != nil {
		return nil, err
	}
	return newLines(child.Stdin(), child.Stdout(), ears, func() string {
		exit, _ := child.Stop(context.WithoutCancel(ctx))
		return endOf(exit)
	}), nil
}

// openThrough starts the server behind the proxy.
func (r *runner) openThrough(ctx context.Context, ears *ears, log io.Writer) (peer, error) {
	rewriter, err := mcpwrap.NewRewriter(r.Wrap)
	if err != nil {
		return nil, err
	}
	fromClient, toProxy := io.Pipe()
	fromProxy, toClient := io.Pipe()
	s := &mcpwrap.Stdio{Command: r.Command, Env: r.Env, Dir: r.Dir, In: fromClient, Out: toClient, Log: log, Rewriter: rewriter}
	var exit proc.Exit
	done := make(chan struct{})
	go func() {
		defer close(done)
		var err error
		if exit, err = s.Run(ctx); err != nil {
			fmt.Fprintln(log, err)
		}
		toClient.Close()
		fromClient.Close()
	}()
	return newLines(toProxy, fromProxy, ears, func() string {
		<-done
		return endOf(exit)
	}), nil
}

func endOf(exit proc.Exit) string {
	exit.Stopped = false
	return exit.String()
}

// serverOf is what a server calls itself.
func serverOf(r *recording) string {
	info := memberOf(r.opened.result, "serverInfo")
	return strings.TrimSpace(textOf(info, "name") + " " + textOf(info, "version"))
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

const maxTail = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b...)
	if n := len(t.b) - maxTail; n > 0 {
		t.b = append(t.b[:0], t.b[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.b), ""))
}
