package load

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// A client configuration says which programs to run and where the secrets of the environment are to be sent. Naming a
// file is consent to what is in it; naming an address, a revision, a pattern or a pipe is not: whoever can write there
// would run programs here.

// stranger says where a configuration comes from when that is no regular file that was named; else it is empty.
func (l *loader) stranger(s Source) string {
	switch {
	case s.kind == kindStdin:
		return "standard input"
	case s.kind == kindURL:
		return "the network"
	case s.kind == kindGit:
		return "a git revision"
	case s.kind != kindFile:
		return "nowhere"
	case s.pattern:
		return "a file that only a pattern matched"
	}
	if info, err := os.Stat(at(l.Dir, s.place)); err != nil || !info.Mode().IsRegular() {
		return "a pipe or device"
	}
	return ""
}

// consent returns an error unless the servers of a configuration may be started and asked. It leaves the variables in
// the configuration as they are written.
func (l *loader) consent(s Source, cfg *config) error {
	from := l.stranger(s)
	switch {
	case from != "":
		hint := "if you trust these servers, save the document to a file and name that file"
		if s.pattern {
			hint = "if you trust these servers, name the file itself"
		}
		return &hinted{err: fmt.Errorf("is a client configuration from %s, and only one in a file that you name may start its servers: %s", from, cfg.preview(s.Server)), hint: hint}
	case l.NoStart:
		return &hinted{err: fmt.Errorf("is a client configuration, and nobody named it for its servers to be started: %s", cfg.preview(s.Server)), hint: nameIt}
	}
	return nil
}

// nameIt is what lifts NoStart.
const nameIt = "name it on the command line or with --config"

// command returns an error unless the command of a source may be started.
func (l *loader) command(s Source) error {
	if !l.NoStart {
		return nil
	}
	return &hinted{err: errors.New("the command is not started: nobody named it"), hint: nameIt}
}

const (
	shownServers = 8
	shownBytes   = 120 // of each server
)

// preview lists what a configuration would start, for people: with secrets masked and variables as written. If it has
// the server that is wanted, only that one.
func (c *config) preview(wanted string) string {
	all := c.entries
	for _, p := range c.projects {
		all = append(all[:len(all):len(all)], p.entries...)
	}
	var out []string
	for _, e := range all {
		if wanted != "" && has(all, wanted) && e.name != wanted {
			continue
		}
		if len(out) == shownServers {
			return strings.Join(out, ", ") + ", …"
		}
		what := e.shownStart()
		if e.err != nil {
			what = e.err.Error()
		}
		out = append(out, cut(safetext.Line(fmt.Sprintf("%s (%s)", e.name, what)), shownBytes))
	}
	if len(out) == 0 {
		return "it has none"
	}
	return strings.Join(out, ", ")
}

// shownStart is the command or URL of an entry, with secrets masked.
func (e *entry) shownStart() string {
	if e.url != "" {
		return mcpsource.DisplayURL(e.url)
	}
	return mcpsource.DisplayCommand(append([]string{e.command}, e.args...))
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
