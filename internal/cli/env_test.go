package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestColor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		flag string
		tty  bool
		vars []string
		want bool
	}{
		{"terminal", "auto", true, nil, true},
		{"file", "auto", false, nil, false},
		{"no colour", "auto", true, []string{"NO_COLOR=1"}, false},
		{"dumb", "auto", true, []string{"TERM=dumb"}, false},
		{"forced", "auto", false, []string{"CLICOLOR_FORCE=1"}, true},
		{"forced otherwise", "auto", false, []string{"FORCE_COLOR=1"}, true},
		{"not forced", "auto", false, []string{"FORCE_COLOR=0", "CLICOLOR_FORCE=0"}, false},
		{"the flag wins", "never", true, []string{"FORCE_COLOR=1"}, false},
		{"the flag wins again", "always", false, []string{"NO_COLOR=1"}, true},
	} {
		e, _, _ := testEnv("", tt.vars...)
		e.OutTTY = tt.tty
		if got := e.color(tt.flag); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestStream(t *testing.T) {
	t.Parallel()
	s := &stream{w: failing{&fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}}, name: "standard output"}
	if n, err := s.Write([]byte("text")); n != 4 || err != nil {
		t.Errorf("a reader that is gone: %d, %v", n, err)
	}
	s.w = failing{&fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}}
	if _, err := s.Write([]byte("text")); err == nil || err.Error() != "writing standard output: "+syscall.ENOSPC.Error() {
		t.Errorf("a full disk: %v", err)
	}
}

// A result that cannot be written is an error, whatever the command found.
func TestUnwritableOutput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "tools.json", oneTool)
	for _, args := range [][]string{{"tools.json"}, {"import", "tools.json"}, {"compact", "tools.json", "-o", "-"}, {"verify", "tools.json", "tools.json"}, {"diff", "tools.json", "tools.json"}, {"version"}} {
		e, _, errw := testEnv(dir)
		e.Out = &stream{w: failing{syscall.ENOSPC}, name: "standard output"}
		if code := e.run(context.Background(), args); code != exitUnmeasured || !strings.HasPrefix(errw.String(), "schema-bench: writing standard output: ") {
			t.Errorf("%v: exit code %d, %s", args, code, errw)
		}
	}
}

// A source alone on a terminal lists the configurations that there are, and starts nothing.
func TestNoSource(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e, out, errw := testEnv(dir)
	e.InTTY = true
	if code := e.run(context.Background(), nil); code != exitUsage || out.Len() > 0 || !strings.Contains(errw.String(), "hint: name a tools file, a URL, or a server") {
		t.Errorf("nothing there: exit code %d\n%s%s", code, out, errw)
	}
	write(t, dir, ".mcp.json", `{"mcpServers":{"bikes":{"command":"stuck","args":["--token","abcdef-secret"]},"off\u001b[2J":{"command":"x","disabled":true}}}`)
	write(t, dir, ".cursor/mcp.json", `{"mcpServers":{"x": broken`)
	for _, args := range [][]string{nil, {"floor"}, {"compact"}, {"import"}} {
		e, out, errw = testEnv(dir)
		e.InTTY = true
		if code := e.run(context.Background(), args); code != exitUsage || out.Len() > 0 {
			t.Errorf("%v: exit code %d, %s", args, code, out)
		}
		text := errw.String()
		for _, want := range []string{".mcp.json    (Claude Code (project))", "#bikes", "not started: disabled", "cannot be read: ", "nothing was started", "hint: name one of the above"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: %q is missing in\n%s", args, want, text)
			}
		}
		if strings.ContainsAny(text, "\x1b") || strings.Contains(text, "abcdef-secret") {
			t.Errorf("%v: steers the terminal or shows a secret:\n%q", args, text)
		}
	}
	// A configuration file of ours names what to do, terminal or not.
	write(t, dir, ".schema-bench.yaml", "source: tools.json\n")
	write(t, dir, "tools.json", oneTool)
	e, out, errw = testEnv(dir)
	e.InTTY = true
	if code := e.run(context.Background(), nil); code != exitOK || !strings.Contains(out.String(), "add") {
		t.Errorf("with a configuration: exit code %d\n%s%s", code, out, errw)
	}
}

// Progress is for terminals, of what takes a second, in one line that is gone at the end.
func TestProgress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, _, errw := testEnv("")
		p := newProgress(e, globals{progress: true})
		p.show("server", "starting")
		time.Sleep(2 * time.Second)
		p.clear()
		if errw.Len() > 0 {
			t.Errorf("progress in a file: %q", errw)
		}
		e.ErrTTY, e.ErrWidth = true, 30
		p = newProgress(e, globals{progress: true})
		p.show("server", "starting")
		time.Sleep(time.Second / 2)
		p.clear()
		time.Sleep(2 * time.Second)
		if errw.Len() > 0 {
			t.Errorf("progress for what takes no time: %q", errw)
		}
		p = newProgress(e, globals{progress: true})
		p.show("file", "reading")
		time.Sleep(1500 * time.Millisecond) // nothing new comes: what is going on is shown all the same
		synctest.Wait()
		if errw.String() != "\r\x1b[Kfile: reading" {
			t.Errorf("progress after a second: %q", errw)
		}
		errw.Reset()
		p.show("server\x1b]0;title\x07", strings.Repeat("long ", 20))
		p.clear()
		p.clear()
		text := errw.String()
		if !strings.HasSuffix(text, "\r\x1b[K") || strings.Count(text, "\r\x1b[K") != 2 || strings.Contains(text, "\x07") || len(text) > 29+2*len("\r\x1b[K") {
			t.Errorf("progress on a terminal: %q", text)
		}
		errw.Reset()
		p = newProgress(e, globals{progress: false})
		p.show("server", "starting")
		time.Sleep(2 * time.Second)
		if errw.Len() > 0 {
			t.Errorf("progress that is not wanted: %q", errw)
		}
	})
}

func TestMessage(t *testing.T) {
	t.Parallel()
	leaf := errors.New("the document is empty")
	file := fmt.Errorf("catalog: no such file")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("load: a.json: %w", fmt.Errorf("catalog: %w", leaf)), "a.json: the document is empty"},
		{fmt.Errorf("load: %w", file), "catalog: no such file"}, // a file of that name
		{errors.New("bench: -1 steps"), "-1 steps"},
		{usageError{fmt.Errorf("tokens: %w", leaf)}, "the document is empty"},
		{fmt.Errorf("reading: load: %w", leaf), "reading: load: the document is empty"},
		{errors.Join(fmt.Errorf("load: %w", leaf), errors.New("second")), "the document is empty; second"},
		{fmt.Errorf("x: %w", errors.Join(leaf, leaf)), "x: the document is empty; the document is empty"},
		{errors.New("evil\x1b[2J\n\u202etext"), "evil text"},
		{withHint(usagef("plain"), "hint"), "plain"},
	} {
		if got := message(tt.err); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.err, got, tt.want)
		}
	}
}

func TestExitCode(t *testing.T) {
	t.Parallel()
	interrupted, cancel := context.WithCancelCause(context.Background())
	cancel(errInterrupted)
	late, stop := context.WithTimeout(context.Background(), -time.Second)
	defer stop()
	for _, tt := range []struct {
		ctx  context.Context
		err  error
		want int
	}{
		{context.Background(), nil, 0},
		{context.Background(), findingError{io.EOF}, 1},
		{context.Background(), fmt.Errorf("x: %w", findingError{io.EOF}), 1},
		{context.Background(), withHint(usagef("x"), "y"), 2},
		{context.Background(), usageError{findingError{io.EOF}}, 2},
		{context.Background(), io.EOF, 3},
		{context.Background(), errSilent, 3},
		{interrupted, nil, 0}, // it was through
		{interrupted, io.EOF, 130},
		{interrupted, usagef("x"), 130},
		{late, io.EOF, 3},
	} {
		if got := exitCode(tt.ctx, tt.err); got != tt.want {
			t.Errorf("%v: %d, want %d", tt.err, got, tt.want)
		}
	}
}

func TestHintsOnce(t *testing.T) {
	t.Parallel()
	err := withHint(errors.Join(withHint(io.EOF, "a"), withHint(io.EOF, "b"), withHint(io.EOF, "a")), "c\x1b[2J")
	e, _, errw := testEnv("")
	if !e.hint(err) || errw.String() != "hint: c\nhint: a\nhint: b\n" {
		t.Errorf("%q", errw)
	}
	if e.hint(io.EOF) {
		t.Error("an error without a hint has one")
	}
}

func TestShellWord(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"tools.json": "tools.json", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "*.json": "'*.json'", "~/x": "'~/x'", "#x": "'#x'",
		"a#b": "a#b", "mcp:npx x": "'mcp:npx x'", "$(rm)": "'$(rm)'", "HEAD~1:x": "HEAD~1:x",
	} {
		if got := shellWord(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestLikely(t *testing.T) {
	t.Parallel()
	names := []string{"create_issue", "list_issues", "get_file", "search_code", "get_commit"}
	for typed, want := range map[string]string{
		"list_isues": "did you mean list_issues?",
		"search":     "did you mean search_code?",
		"get_f":      "did you mean get_file?",
		"zzz":        "the tools are create_issue, list_issues, get_file, search_code, get_commit",
	} {
		if got := likely(typed, names); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	many := strings.Fields(strings.Repeat("alpha ", 20))
	if got := likely("zzz", many); !strings.HasSuffix(got, "alpha, … (20 in all)") || strings.Count(got, "alpha") != 8 {
		t.Errorf("%q", got)
	}
	e, _, _ := testEnv("")
	root := newRoot(e)
	for word, want := range map[string]string{"flor": "schema-bench floor", "compct": "schema-bench compact", "dif": "schema-bench diff", "model": "schema-bench help models", "xy": "", "tools.json": "", "": "", "a": ""} {
		if got := nearCommand(root, word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func ExampleRun() {
	var out, errw bytes.Buffer
	in := strings.NewReader(`[{"name":"add","description":"Adds two numbers.","input_schema":{"type":"object"}}]`)
	code := Run([]string{"import", "-"}, in, &out, &errw)
	fmt.Print(out.String(), errw.String())
	fmt.Println("exit code", code)
	// Output:
	// {"tools":[{"name":"add","description":"Adds two numbers.","inputSchema":{"type":"object"}}]}
	// exit code 0
}
