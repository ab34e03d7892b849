package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/fixtures"
	"github.com/schema-bench/schema-bench/internal/cli"
	"github.com/schema-bench/schema-bench/internal/recorded"
)

var update = flag.Bool("update", false, "rewrite the output blocks of README.md and docs/*.md")

// asMain, set in the environment, turns the test binary into the program. So does every child that it starts itself.
const asMain = "SCHEMA_BENCH_TEST_AS_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(recorded.TeeVar) != "" && len(os.Args) > 1 && os.Args[1] != "wrap" {
		os.Exit(recorded.Tee(os.Args[1:]))
	}
	if os.Getenv(asMain) != "" {
		os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // children that are built to look for races would end a second late
	os.Exit(m.Run())
}

// Every "$ schema-bench …" line of a console block is run, and what stands below it must be what it prints: standard
// output, then standard error, then "exit status N" if N is not 0. A line that is "…" stands for any lines.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range append([]string{"README.md"}, pages...) {
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir() // the commands of a page run one after the other, and later ones see what earlier ones wrote
		layOut(t, dir)
		var out bytes.Buffer
		for _, part := range split(string(b)) {
			out.WriteString(part.text)
			if part.command == "" {
				continue
			}
			ran++
			got := output(t, dir, part.command)
			if *update && !strings.Contains("\n"+part.want, "\n…\n") {
				part.want = got
			} else if !matches(part.want, got) {
				t.Errorf("%s: $ %s (-want +got):\n%s", page, part.command, cmp.Diff(part.want, got))
			}
			out.WriteString(part.want)
		}
		if *update {
			if err := os.WriteFile(page, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if ran < 5 {
		t.Errorf("only %d commands were found", ran)
	}
}

// A part is text of a page, up to and including the line of a command, and the output that stands below that line.
type part struct{ text, command, want string }

func split(page string) []part {
	var parts []part
	var text strings.Builder
	lines := strings.SplitAfter(page, "\n")
	inside := false
	for i := 0; i < len(lines); i++ {
		text.WriteString(lines[i])
		if strings.HasPrefix(lines[i], "```") {
			inside = !inside && strings.TrimSpace(lines[i]) == "```console"
			continue
		}
		command, ok := strings.CutPrefix(strings.TrimRight(lines[i], "\n"), "$ ")
		if !inside || !ok || !strings.HasPrefix(command, "schema-bench") {
			continue
		}
		var want strings.Builder
		for i+1 < len(lines) && !strings.HasPrefix(lines[i+1], "```") && !strings.HasPrefix(lines[i+1], "$ ") {
			i++
			want.WriteString(lines[i])
		}
		parts = append(parts, part{text.String(), command, want.String()})
		text.Reset()
	}
	return append(parts, part{text: text.String()})
}

// output runs a command line, which is split at blanks; quotes and pipes have no place in the documentation.
func output(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "bin", program()), strings.Fields(command)[1:]...)
	cmd.Dir = dir
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "SCHEMA_BENCH_") || strings.HasPrefix(kv, "HOME=") || strings.HasPrefix(kv, "PATH=")
	})
	path := filepath.Join(dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	cmd.Env = append(env, asMain+"=1", "HOME="+dir, "NO_COLOR=1", "PATH="+path)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	s := stdout.String() + stderr.String()
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		s += fmt.Sprintf("exit status %d\n", code)
	}
	var trimmed strings.Builder
	for line := range strings.Lines(s) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return trimmed.String()
}

// matches compares line by line; a line of want that is "…" matches any number of lines.
func matches(want, got string) bool {
	pieces := strings.Split("\n"+want, "\n…\n")
	if len(pieces) == 1 {
		return want == got
	}
	rest, ok := strings.CutPrefix("\n"+got, pieces[0]+"\n")
	if !ok {
		return false
	}
	for _, piece := range pieces[1 : len(pieces)-1] {
		_, after, found := strings.Cut("\n"+rest, "\n"+piece+"\n")
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix("\n"+rest, "\n"+pieces[len(pieces)-1])
}

// layOut makes a working directory: the program on its search path, and the files that the pages use.
func layOut(t *testing.T, dir string) {
	t.Helper()
	self, err := os.Executable()
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "bin"), 0o755)
	}
	if err == nil {
		err = os.Link(self, filepath.Join(dir, "bin", program()))
	}
	if err != nil { // another file system: a copy does as well
		b, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "bin", program()), b, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, path := range map[string]string{"request.json": "requests/anthropic.json", "mcp.json": "configs/.mcp.json", "larkspoke.yaml": "openapi/larkspoke.yaml"} {
		b, err := fixtures.FS.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func program() string {
	if runtime.GOOS == "windows" {
		return "schema-bench.exe"
	}
	return "schema-bench"
}

// The library example of the README is a program that compiles and runs on a catalog.
func TestLibraryExample(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(page), "```go\n")
	source, _, closed := strings.Cut(after, "```")
	if !found || !closed {
		t.Fatal("README.md has no Go example")
	}
	// Inside the module, so that its packages are found; the name keeps go list from seeing it.
	dir, err := os.MkdirTemp(".", "_example")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	tools, err := fixtures.FS.ReadFile("catalogs/mcp.json")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "tools.json"), tools, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", "main.go")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "reserve_bike identical") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "compacted.json")); err != nil {
		t.Error(err)
	}
}
