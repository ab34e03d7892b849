package mcpsource

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// An Error says why a server could not be listed. Unwrap gives the cause.
type Error struct {
	Server string // its name or, without one, its command or URL; without secrets
	Doing  string // what was going on, e.g. "initialize" or "tools/list"; may be empty
	Err    error
	Fix    string // what the user can do; empty if nothing is known

	Stderr []string // last lines of the server's standard error, oldest first
	Noise  []string // first lines on its standard output that are no messages of the protocol
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("mcpsource: ")
	if e.Server != "" {
		fmt.Fprintf(&b, "server %q: ", e.Server)
	}
	if e.Doing != "" {
		fmt.Fprintf(&b, "%s: ", e.Doing)
	}
	fmt.Fprint(&b, e.Err)
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Hint returns what the user can do about it, or an empty string.
func (e *Error) Hint() string { return e.Fix }

// Details returns what the server itself said, a line each, fit for a terminal.
func (e *Error) Details() []string {
	var out []string
	for _, l := range e.Stderr {
		out = append(out, "stderr: "+l)
	}
	for _, l := range e.Noise {
		out = append(out, "stdout: "+l)
	}
	return out
}

// An rpcError is an error answer of the server.
type rpcError struct {
	code    int
	message string
	data    any
}

func (e *rpcError) Error() string {
	return fmt.Sprintf("the server answers error %d: %s", e.code, quote(e.message))
}

// codes that clients branch on
const (
	methodNotFound     = -32601
	unsupportedVersion = -32022
)

func refused(err error) bool {
	var e *rpcError
	return errors.As(err, &e) && e.code == methodNotFound
}

// doing adds what was going on to an error.
func doing(what string, err error) error {
	var e *Error
	if errors.As(err, &e) {
		if e.Doing == "" {
			e.Doing = what
		}
		return err
	}
	return &Error{Doing: what, Err: err}
}

// wrap makes every failure of a fetch an *Error that names the server and holds no secret.
func wrap(s Server, err error, secrets scrubber) error {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Err: err}
	}
	var cause interface{ Hint() string }
	if e.Fix == "" && e.Err != nil && errors.As(e.Err, &cause) {
		e.Fix = cause.Hint()
	}
	e.Server = s.Name
	if e.Server == "" {
		e.Server = s.display()
	}
	if !errors.Is(e.Err, context.Canceled) {
		e.Err = secrets.err(e.Err)
	}
	for i := range e.Stderr {
		e.Stderr[i] = secrets.text(e.Stderr[i])
	}
	for i := range e.Noise {
		e.Noise[i] = secrets.text(e.Noise[i])
	}
	return e
}

// quote cuts text of a server for use inside an error message.
func quote(s string) string {
	s = strings.TrimSpace(safetext.Plain(cut(s, 4000)))
	return cut(s, 400)
}

// cut shortens s to about n bytes, at the end of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + ellipsis
}
