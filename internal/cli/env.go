package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/term"
)

func newEnv(in io.Reader, out, errw io.Writer) *env {
	e := &env{In: in, Out: &stream{w: out, name: "standard output"}, Err: &stream{w: errw, name: "standard error"}, Getenv: os.Getenv, Environ: os.Environ, interrupts: new(interrupts)}
	e.Dir, _ = os.Getwd()
	e.Home, _ = os.UserHomeDir()
	e.InTTY = isTerminal(in)
	e.OutTTY, e.Width = terminal(out)
	e.ErrTTY, e.ErrWidth = terminal(errw)
	return e
}

func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminal reports whether a writer is a terminal, and how wide it is.
func terminal(w io.Writer) (bool, int) {
	if !isTerminal(w) {
		return false, 0
	}
	if width, _, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
		return true, width
	}
	return true, 80
}

// A stream is standard output or standard error. When its reader goes away (| head), what is written after that goes
// nowhere: the reader has what it wanted, and the exit code still tells what the command found.
type stream struct {
	w    io.Writer
	name string
}

// Write implements io.Writer.
func (s *stream) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	if err == nil {
		return n, nil
	}
	if errors.Is(err, syscall.EPIPE) || runtime.GOOS == "windows" && (errors.Is(err, syscall.Errno(109)) || errors.Is(err, syscall.Errno(232))) {
		return len(b), nil
	}
	return n, fmt.Errorf("writing %s: %w", s.name, cause(err))
}

// cause takes the name of the file off an error, for messages that name it themselves.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// color decides whether to colour, from the flag and what the environment asks for.
func (e *env) color(flag string) bool {
	switch {
	case flag == "always":
		return true
	case flag == "never":
		return false
	case e.Getenv("CLICOLOR_FORCE") != "" && e.Getenv("CLICOLOR_FORCE") != "0", e.Getenv("FORCE_COLOR") != "" && e.Getenv("FORCE_COLOR") != "0":
		return true
	}
	return e.OutTTY && e.Getenv("NO_COLOR") == "" && e.Getenv("TERM") != "dumb"
}

// lookup returns a variable; one that is set to nothing counts as not set.
func (e *env) lookup(name string) (string, bool) {
	v := e.Getenv(name)
	return v, v != ""
}
