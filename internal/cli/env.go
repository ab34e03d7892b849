package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

func newEnv(in io.Reader, out, errw io.Writer) *env {
	e := &env{In: in, Out: out, Err: errw, Getenv: os.Getenv}
	e.Dir, _ = os.Getwd()
	e.Home, _ = os.UserHomeDir()
	e.InTTY = isTerminal(in)
	e.ErrTTY = isTerminal(errw)
	if e.OutTTY = isTerminal(out); e.OutTTY {
		e.Width = 80
		if w, _, err := term.GetSize(int(out.(*os.File).Fd())); err == nil && w > 0 {
			e.Width = w
		}
	}
	return e
}

func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
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
