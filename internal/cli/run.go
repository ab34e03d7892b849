// Package cli is the command line: one file per command, on top of the libraries that do the work.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/internal/safetext"
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
	Width          int             // of the terminal; 0 if the output goes elsewhere
	ErrWidth       int             // of the terminal that standard error is; 0 if it is none
	Self           string          // this program where it is the server of the tour, which is shown by its name
	Bare           bool            // the nearest configuration does not count
	Environ        func() []string // all variables, as NAME=VALUE; nil if they are not to be looked at

	interrupts *interrupts // nil if nothing can interrupt
}

// Run runs the command line args and returns the exit code. Results go to out and everything else to errw.
func Run(args []string, in io.Reader, out, errw io.Writer) int {
	e := newEnv(in, out, errw)
	if e.Getenv("GOGC") == "" {
		// A command lives for seconds on a small heap, of which a fifth of the time would go into collecting.
		debug.SetGCPercent(400)
	}
	ctx, stop := interruptible(e)
	defer stop()
	return e.run(ctx, args)
}

// run runs a command line in e.
func (e *env) run(ctx context.Context, args []string) int {
	root := newRoot(e)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	code := exitCode(ctx, err)
	if err == nil || errors.Is(err, errSilent) && code != exitInterrupted || errors.As(err, new(codeError)) {
		return code
	}
	if code == exitUsage && cmd == root && len(args) > 0 {
		err = e.noCommand(root, args[0], err)
	}
	e.explain(cmd, code, err)
	return code
}

// errSilent ends a command whose output has said everything already.
var errSilent = errors.New("nothing more to say")

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

// exitCode is the one place where errors become exit codes. An interrupt is one whatever it broke. A command that has
// no error in spite of it was through already: all of them ask for interrupts before they write.
func exitCode(ctx context.Context, err error) int {
	var other codeError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &other):
		return other.code
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
func (e *env) explain(cmd *cobra.Command, code int, err error) {
	if code == exitInterrupted {
		fmt.Fprintln(e.Err, "schema-bench: interrupted")
		return
	}
	fmt.Fprintf(e.Err, "schema-bench: %s\n", message(err))
	if !e.hint(err) && code == exitUsage && cmd != nil {
		fmt.Fprintf(e.Err, "hint: %s --help\n", cmd.CommandPath())
	}
}

// hint writes the hints of an error to stderr and reports whether there was one.
func (e *env) hint(err error) bool {
	any := false
	for h := range hints(err) {
		fmt.Fprintf(e.Err, "hint: %s\n", safetext.Plain(h))
		any = true
	}
	return any
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
