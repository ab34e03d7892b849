package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"syscall"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/internal/near"
)

type kind int

const (
	kindNone kind = iota
	kindStdin
	kindFile
	kindGit
	kindURL
	kindMCP // a URL that is an MCP endpoint for certain
	kindCommand
)

// A Source is one thing to open. The zero Source names nothing; Parse makes others.
type Source struct {
	Label   string   // what the user calls it; empty if not said
	Command []string // of an MCP server to start; nil for everything else
	Server  string   // the one server wanted of a client configuration; all if empty

	kind    kind
	place   string // path, URL or REV:path
	pattern bool   // the path is one that a pattern matched
}

// String returns the source for people: without secrets.
func (s Source) String() string {
	switch s.kind {
	case kindStdin:
		return "-"
	case kindURL, kindMCP:
		return mcpsource.DisplayURL(s.place)
	case kindCommand:
		return mcpsource.DisplayCommand(s.Command)
	}
	return s.place
}

// Path returns the path of a source that is a file, and an empty string for any other.
func (s Source) Path() string {
	if s.kind == kindFile {
		return s.place
	}
	return ""
}

// Parse reads the sources that a command line names. Everything behind a word "--" is the command of one MCP server.
// Patterns are expanded in the order of their names. Relative paths count from dir, or from the working directory if
// dir is empty; Parse looks whether files exist and opens none.
func Parse(args []string, dir string) ([]Source, error) {
	var out []Source
	for i, arg := range args {
		if arg == "--" {
			if i+1 == len(args) {
				return nil, &hinted{err: errors.New("load: nothing follows --"), hint: "name the command that starts the MCP server: -- COMMAND ARGS…"}
			}
			return append(out, Source{kind: kindCommand, Command: args[i+1:]}), nil
		}
		sources, err := parse(arg, dir)
		if err != nil {
			return nil, fmt.Errorf("load: %w", err)
		}
		out = append(out, sources...)
	}
	stdin := 0
	for _, s := range out {
		if s.kind == kindStdin {
			stdin++
		}
	}
	if stdin > 1 {
		return nil, errors.New("load: standard input can be read only once")
	}
	return out, nil
}

func parse(arg, dir string) ([]Source, error) {
	if arg == "" {
		return nil, &hinted{err: errors.New("a source is empty"), hint: "is a variable unset?"}
	}
	if exists(dir, arg) { // a path may look like anything else
		return file(arg, dir, "")
	}
	if label, rest, ok := cutLabel(arg); ok {
		sources, err := parse(rest, dir)
		for i := range sources {
			sources[i].Label = label
		}
		return sources, err
	}
	if arg == "-" {
		return []Source{{kind: kindStdin}}, nil
	}
	if command, ok := strings.CutPrefix(arg, "mcp:"); ok {
		argv, err := SplitCommand(command)
		if err != nil {
			return nil, err
		}
		return []Source{{kind: kindCommand, Command: argv}}, nil
	}
	if scheme, rest, ok := strings.Cut(arg, "://"); ok && !strings.ContainsAny(scheme, `/\ `) {
		scheme = strings.ToLower(scheme)
		if strings.HasSuffix(scheme, "http") || strings.HasSuffix(scheme, "https") {
			if _, _, ok := strings.Cut(rest, "#"); ok {
				// It is not quoted: tokens travel in such parts.
				return nil, &hinted{err: fmt.Errorf("%s: a URL is opened as a whole, and this one names a part of it with #", mcpsource.DisplayURL(arg)),
					hint: "leave out the part from #; a server is picked by its name from a client configuration in a file: FILE#NAME"}
			}
		}
		switch scheme {
		case "http", "https":
			return []Source{{kind: kindURL, place: arg}}, nil
		case "mcp+http", "mcp+https":
			return []Source{{kind: kindMCP, place: arg[len("mcp+"):]}}, nil
		case "file":
			return nil, &hinted{err: errors.New("file URLs are not read"), hint: "name the path itself: " + rest}
		}
		return nil, &hinted{err: fmt.Errorf("the scheme %q is not known", scheme), hint: "known are http, https, mcp+http and mcp+https"}
	}
	if err := unreachable(arg, dir); err != nil {
		return nil, err
	}
	path, server, hash := cutServer(arg)
	if err := unreachable(path, dir); hash && err != nil {
		return nil, err
	}
	if hash && exists(dir, path) {
		return file(path, dir, server)
	}
	if strings.ContainsAny(path, "*?[") {
		return glob(path, dir, server)
	}
	if isRevision(path) {
		return []Source{{kind: kindGit, place: path, Server: server}}, nil
	}
	return nil, missing(arg, dir)
}

var labelPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.@ -]*$`)

func cutLabel(arg string) (label, rest string, ok bool) {
	label, rest, ok = strings.Cut(arg, "=")
	return label, rest, ok && rest != "" && labelPattern.MatchString(label)
}

func cutServer(arg string) (path, server string, ok bool) {
	i := strings.LastIndexByte(arg, '#')
	if i <= 0 || i+1 == len(arg) {
		return arg, "", false
	}
	return arg[:i], arg[i+1:], true
}

// isRevision tells REV:path from a path on a Windows drive.
func isRevision(arg string) bool {
	rev, path, ok := strings.Cut(arg, ":")
	if !ok || rev == "" || path == "" || strings.HasPrefix(rev, "-") || strings.ContainsAny(rev, " \t\\") {
		return false
	}
	return len(rev) > 1 || !strings.HasPrefix(path, `\`) && !strings.HasPrefix(path, "/")
}

func at(dir, path string) string {
	if dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func exists(dir, path string) bool {
	_, err := os.Stat(at(dir, path))
	return err == nil
}

func file(path, dir, server string) ([]Source, error) {
	if info, err := os.Stat(at(dir, path)); err == nil && info.IsDir() {
		return nil, directory(path, dir)
	}
	return []Source{{kind: kindFile, place: path, Server: server}}, nil
}

// directory refuses a directory and names what is in it.
func directory(path, dir string) error {
	e := &hinted{err: fmt.Errorf("%s is a directory", path), hint: "name a file in it"}
	for _, name := range []string{".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json", ".codex/config.toml"} {
		if p := filepath.Join(path, filepath.FromSlash(name)); exists(dir, p) {
			e.hint = "name a file in it, e.g. " + p
			return e
		}
	}
	if found, err := filepath.Glob(filepath.Join(at(dir, path), "*.json")); err == nil && len(found) > 0 {
		e.hint = fmt.Sprintf("name a file in it, or several with %q", filepath.Join(path, "*.json"))
	}
	return e
}

func glob(pattern, dir, server string) ([]Source, error) {
	found, err := matches(pattern, dir)
	if errors.Is(err, filepath.ErrBadPattern) {
		e := missing(pattern, dir)
		return nil, &hinted{err: fmt.Errorf("%w, and as a pattern it is malformed: is a [ not closed?", e), hint: e.hint}
	}
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	var out []Source
	for _, p := range found {
		if info, err := os.Stat(p); err != nil || info.IsDir() {
			continue
		}
		if dir != "" && !filepath.IsAbs(pattern) {
			if rel, err := filepath.Rel(dir, p); err == nil {
				p = rel
			}
		}
		out = append(out, Source{kind: kindFile, place: p, Server: server, pattern: true})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no file matches %q", pattern)
	}
	return out, nil
}

// matches is filepath.Glob with ** for any number of directories. Nothing in dir is taken for a pattern.
func matches(pattern, dir string) ([]string, error) {
	base, rest, ok := strings.Cut(filepath.ToSlash(pattern), "**/")
	if !ok {
		found, err := filepath.Glob(at(escapeGlob(dir), pattern))
		sort.Strings(found)
		return found, err
	}
	if base == "" {
		base = "."
	}
	var out []string
	err := filepath.WalkDir(at(dir, filepath.FromSlash(base)), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // what cannot be read does not match
		}
		if name := d.Name(); name == ".git" || name == "node_modules" {
			return filepath.SkipDir
		}
		found, err := filepath.Glob(filepath.Join(escapeGlob(path), filepath.FromSlash(rest)))
		out = append(out, found...)
		return err
	})
	sort.Strings(out)
	return out, err
}

func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path // there is no escape on Windows, nor can these characters stand in names but for [
	}
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`).Replace(path)
}

// unreachable says why a path that is there leads nowhere; it is nil if nothing is there.
func unreachable(path, dir string) error {
	full := at(dir, path)
	_, err := os.Stat(full)
	if errors.Is(err, syscall.ELOOP) {
		return &hinted{err: fmt.Errorf("%s: a loop of links, which leads to no file", path), hint: "see where the links lead: ls -l " + path}
	}
	if target, linkErr := os.Readlink(full); linkErr == nil && errors.Is(err, fs.ErrNotExist) {
		return &hinted{err: fmt.Errorf("%s: a link to %s, and there is no such file", path, target), hint: "see where the link should lead"}
	}
	if errors.Is(err, fs.ErrPermission) {
		return fileError(path, err)
	}
	return nil
}

// missing words that nothing is there, with the likeliest thing that was meant.
func missing(arg, dir string) *hinted {
	e := &hinted{err: fmt.Errorf("%s: no such file", arg)}
	if first, _, ok := strings.Cut(arg, " "); ok && !strings.ContainsAny(first, `/\`) {
		e.hint = fmt.Sprintf("to start an MCP server: -- %s, or %q", arg, "mcp:"+arg)
		return e
	}
	entries, err := os.ReadDir(at(dir, filepath.Dir(arg)))
	if err != nil {
		return e
	}
	var names []string
	for _, d := range entries {
		names = append(names, d.Name())
	}
	if n := near.Names(filepath.Base(arg), names, 1); len(n) > 0 {
		e.hint = "did you mean " + filepath.Join(filepath.Dir(arg), n[0]) + "?"
	}
	return e
}
