package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// How long a command may go on after an interrupt. Work in the middle of a computation cannot be told to stop, so the
// process ends without it; servers need longer, to be ended with whatever they have started.
const (
	graceComputing = time.Second
	graceServing   = 5 * time.Second
)

// An interrupts is what an interrupt has to know of the work that it ends. A nil one knows of none and allows everything.
type interrupts struct {
	serving atomic.Bool // servers may be running
	writing sync.Mutex  // held while a file or a stream is written: nothing ends in the middle of that
}

// serve notes that servers may run until the function that it returns is called.
func (i *interrupts) serve() (done func()) {
	if i == nil {
		return func() {}
	}
	i.serving.Store(true)
	return func() { i.serving.Store(false) }
}

// write runs a function that writes, unless an interrupt came before it.
func (i *interrupts) write(ctx context.Context, f func() error) error {
	if i != nil {
		i.writing.Lock()
		defer i.writing.Unlock()
	}
	if err := interrupted(ctx); err != nil {
		return err
	}
	return f()
}

// interrupted returns why the work is to end, if it is. Commands ask before each tool or catalog and before they write.
func interrupted(ctx context.Context) error { return context.Cause(ctx) }

// interruptible returns a context that the first interrupt cancels; the second one ends the process at once, and so does
// a command that does not end by itself.
//
// A reader that goes away must not end the process in the middle of its work either, with servers running and files
// half there. Asking for the signal of a broken pipe makes it an error of the write, which [stream] takes.
func interruptible(e *env) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		if e.interrupts.await(signals, done, func() { cancel(errInterrupted) }) {
			fmt.Fprintln(e.Err, "schema-bench: interrupted")
			os.Exit(exitInterrupted)
		}
	}()
	return ctx, func() { signal.Stop(signals); signal.Stop(pipes); close(done); cancel(nil) }
}

// await waits for the first signal, calls first, and returns true if the process has to be ended: on the second signal,
// or if the work is not done in time. Then nothing is being written, and nothing will be.
func (i *interrupts) await(signals <-chan os.Signal, done <-chan struct{}, first func()) bool {
	select {
	case <-signals:
		first()
	case <-done:
		return false
	}
	start := time.Now()
	for {
		limit := graceComputing
		if i.serving.Load() {
			limit = graceServing
		}
		left := limit - time.Since(start)
		if left <= 0 {
			break
		}
		select {
		case <-signals:
			return true
		case <-done:
			return false
		case <-time.After(min(left, graceComputing/10)): // servers may have ended meanwhile
		}
	}
	for !i.writing.TryLock() { // what is being written is nearly there; a pipe that nobody reads is not worth the wait
		select {
		case <-signals:
			return true
		case <-done:
			return false
		case <-time.After(graceComputing / 10):
			if time.Since(start) > graceServing {
				return true
			}
		}
	}
	return true
}

var errInterrupted = errors.New("interrupted")
