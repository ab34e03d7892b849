// Package cli is the command line: one file per command, on top of the libraries that do the work.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit codes, the same for every command and format.
const (
	exitOK          = 0
	exitFinding     = 1
	exitUsage       = 2
	exitUnmeasured  = 3
	exitInterrupted = 130
)

// An env is everything that a command gets from its surroundings, so that commands use no globals.
type env struct {
	In             io.Reader
	Out, Err       io.Writer
	Getenv         func(string) string
	Dir            string // the working directory
	Home           string // the user's, "" if unknown
	InTTY          bool
	OutTTY, ErrTTY bool
	Width          int // of the terminal; 0 if the output goes elsewhere
}

// Run runs the command line args and returns the exit code. Results go to out and everything else to errw.
func Run(args []string, in io.Reader, out, errw io.Writer) int {
	e := newEnv(in, out, errw)
	ctx, stop := interruptible()
	defer stop()
	root := newRoot(e)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	code := exitCode(ctx, err)
	if err != nil && !errors.Is(err, errSilent) {
		explain(e, cmd, code, err)
	}
	return code
}

// interruptible returns a context that the first interrupt cancels; the second one ends the process at once.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		select {
		case <-signals:
			cancel(errInterrupted)
		case <-done:
			return
		}
		select {
		case <-signals:
			os.Exit(exitInterrupted)
		case <-done:
		}
	}()
	return ctx, func() { signal.Stop(signals); close(done); cancel(nil) }
}

var (
	errInterrupted = errors.New("interrupted")
	// errSilent ends a command whose output has said everything already.
	errSilent = errors.New("nothing more to say")
)

// A findingError means that the command worked and found what it looks for.
type findingError struct{ error }

func (e findingError) Unwrap() error { return e.error }

// A usageError means that the command line or the configuration asks for something that cannot be.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// A hintError carries a line that says what to do.
type hintError struct {
	error
	hint string
}

func (e hintError) Unwrap() error { return e.error }

func withHint(err error, format string, args ...any) error {
	return hintError{err, fmt.Sprintf(format, args...)}
}

// exitCode is the one place where errors become exit codes.
func exitCode(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(context.Cause(ctx), errInterrupted):
		return exitInterrupted
	case errors.As(err, new(usageError)):
		return exitUsage
	case errors.As(err, new(findingError)):
		return exitFinding
	}
	return exitUnmeasured
}

// explain writes an error and its hints to stderr.
func explain(e *env, cmd *cobra.Command, code int, err error) {
	if code == exitInterrupted {
		fmt.Fprintln(e.Err, "schema-bench: interrupted")
		return
	}
	fmt.Fprintf(e.Err, "schema-bench: %s\n", printable(err.Error()))
	for h := range hints(err) {
		fmt.Fprintf(e.Err, "hint: %s\n", printable(h))
	}
	if code == exitUsage && cmd != nil {
		fmt.Fprintf(e.Err, "hint: %s --help\n", cmd.CommandPath())
	}
}

// hints yields the hints of an error and of what it wraps, each once.
func hints(err error) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		var visit func(error) bool
		visit = func(err error) bool {
			if h, ok := err.(interface{ Hint() string }); ok && h.Hint() != "" && !seen[h.Hint()] {
				seen[h.Hint()] = true
				if !yield(h.Hint()) {
					return false
				}
			}
			switch u := err.(type) {
			case interface{ Unwrap() error }:
				return u.Unwrap() == nil || visit(u.Unwrap())
			case interface{ Unwrap() []error }:
				for _, inner := range u.Unwrap() {
					if !visit(inner) {
						return false
					}
				}
			}
			return true
		}
		visit(err)
	}
}

// Hint returns the line that says what to do.
func (e hintError) Hint() string { return e.hint }

// printable keeps text of strangers from steering the terminal: control characters but line breaks become spaces.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
			return ' '
		}
		return r
	}, s)
}
