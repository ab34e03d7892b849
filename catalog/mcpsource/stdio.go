package mcpsource

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/proc"
)

// lastWords bounds how long output is awaited after the process has ended: something that left its group may hold
// the pipe open for ever.
const lastWords = 500 * time.Millisecond

// fetchStdio runs the server as a child process for as long as the listing takes.
func fetchStdio(ctx context.Context, s Server, o Options, secrets scrubber) (*catalog.Catalog, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	env := make([]string, 0, len(s.Env))
	for k, v := range s.Env {
		env = append(env, k+"="+v)
	}
	o.Progress("starting")
	p, err := proc.Start(ctx, proc.Options{
		Command: s.Command[0], Args: s.Command[1:], Env: env, Dir: s.Dir,
		Secrets: secrets.secrets, Grace: o.grace, TailLines: 12,
	})
	if err != nil {
		return nil, err
	}

	r, w := io.Pipe()
	out := &stdout{dst: w, maxLine: o.MaxBytes, fail: cancel}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		out.copy(p.Stdout())
	}()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-p.Done():
		case <-drained:
			return
		}
		select {
		case <-drained:
		case <-time.After(lastWords):
			w.CloseWithError(io.EOF)
		}
	}()

	t := transport.NewIO(r, p.Stdin(), io.NopCloser(nil))
	transport.WithCommandLogger(slog.New(slog.DiscardHandler))(t)
	c, err := func() (*catalog.Catalog, error) {
		ses := newSession(t, s, o)
		ses.push = true
		ses.setHandlers(t)
		if err := t.Start(ctx); err != nil {
			return nil, err
		}
		return ses.fetch(ctx)
	}()
	if err != nil {
		err = stdioCause(ctx, p, err)
	}

	// Closing the transport closes the child's input, which asks it to end; Stop sees to it that it does. It must run
	// to its end also when ctx is over: killing a launcher at once can leave what it launched.
	r.Close() // what the child still writes is not wanted, and must not block the filter
	t.Close()
	_, stopErr := p.Stop(context.WithoutCancel(ctx))
	<-drained
	<-gone
	if err != nil {
		var e *Error
		if !errors.As(err, &e) {
			e = &Error{Err: err}
		}
		e.Stderr, e.Noise = p.Tail(), out.noise
		if e.Fix == "" && len(e.Noise) > 0 {
			e.Fix = "a stdio server may write nothing but protocol messages to standard output; send its log to standard error"
		}
		return nil, e
	}
	if stopErr != nil {
		return nil, stopErr
	}
	if out.noisy > 0 {
		c.Problems = append(c.Problems, catalog.Problem{
			Message: fmt.Sprintf("the server wrote %s to standard output that %s no protocol message, first %q",
				count(out.noisy, "line"), plural(out.noisy, "is", "are"), secrets.text(out.noise[0])),
			Hint: "strict clients end the connection over this; the log belongs on standard error",
		})
	}
	return c, nil
}

// stdioCause finds out why an exchange ended: the process died, broke the protocol, or closed its output.
func stdioCause(ctx context.Context, p *proc.Process, err error) error {
	var said *rpcError
	if errors.As(err, &said) {
		return err // the server gave its reason, whatever became of it afterwards
	}
	var broken *protocolError
	if errors.As(context.Cause(ctx), &broken) {
		return retell(err, broken)
	}
	if !hungUp(err) {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	exit, waitErr := p.Wait(wait)
	if waitErr != nil {
		return retell(err, errors.New("the server closed its standard output"))
	}
	e := retell(err, fmt.Errorf("the server %s before it answered", exit))
	e.Fix = "does it need credentials, arguments or other settings? run the command by hand to see"
	return e
}

// hungUp reports that the other end of the pipe is gone.
func hungUp(err error) bool {
	return errors.Is(err, transport.ErrTransportClosed) || errors.Is(err, io.ErrClosedPipe) || brokenPipe(err)
}

// retell replaces the cause of an error and keeps what was going on.
func retell(err, cause error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return &Error{Doing: e.Doing, Err: cause}
	}
	return &Error{Err: cause}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func count(n int, noun string) string { return fmt.Sprintf("%d %s", n, plural(n, noun, noun+"s")) }
