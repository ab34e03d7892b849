package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// nodeServer returns the command of a real MCP server, which .ci/run installs. Without it the test skips, or fails where
// everything is required.
func nodeServer(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("SCHEMA_BENCH_NODE")
	path := filepath.Join(dir, "node_modules", ".bin", name)
	if _, err := os.Stat(path); dir == "" || err != nil {
		if os.Getenv("SCHEMA_BENCH_REQUIRE_ALL") != "" {
			t.Fatalf("%s is required and not installed: %v", name, err)
		}
		t.Skipf("%s is not installed; .ci/run installs it", name)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// bench runs the program and returns what it wrote and its exit code.
func bench(t *testing.T, dir string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asMain+"=1", "SCHEMA_BENCH_NODE=", "SCHEMA_BENCH_REQUIRE_ALL=")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

type floorJSON struct {
	Total struct{ Tokens, Instructions, Tools int }
	Tools []struct {
		Name, Source string
		Tokens       int
		Parts        map[string]int
	}
}

func parseFloor(t *testing.T, s string) floorJSON {
	t.Helper()
	var f floorJSON
	if err := json.Unmarshal([]byte(s), &f); err != nil {
		t.Fatalf("%v in %q", err, s)
	}
	return f
}

func TestRealServers(t *testing.T) {
	t.Parallel()
	everything, playwright := nodeServer(t, "mcp-server-everything"), nodeServer(t, "playwright-mcp")
	for _, tt := range []struct {
		command      string
		least        int
		tool         string
		instructions bool
	}{
		{everything, 10, "echo", true},
		{playwright, 20, "browser_navigate", false},
	} {
		t.Run(filepath.Base(tt.command), func(t *testing.T) {
			t.Parallel()
			stdout, stderr, code := bench(t, t.TempDir(), "--format", "json", "--", tt.command)
			if code != 0 {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			f := parseFloor(t, stdout)
			sum, found := 0, false
			for _, tool := range f.Tools {
				parts := 0
				for _, n := range tool.Parts {
					parts += n
				}
				if parts != tool.Tokens {
					t.Errorf("%s: parts add up to %d, not %d", tool.Name, parts, tool.Tokens)
				}
				sum += tool.Tokens
				found = found || tool.Name == tt.tool
			}
			if len(f.Tools) < tt.least || !found || sum != f.Total.Tools || (f.Total.Instructions > 0) != tt.instructions {
				t.Errorf("%d tools (%s among them: %v) of %d tokens, total %+v", len(f.Tools), tt.tool, found, sum, f.Total)
			}
		})
	}
}

// A config with two real servers and a broken one reports all three and exits 3.
func TestRealServersAndABrokenOne(t *testing.T) {
	t.Parallel()
	everything, playwright := nodeServer(t, "mcp-server-everything"), nodeServer(t, "playwright-mcp")
	dir := t.TempDir()
	server := func(command string, args ...string) map[string]any {
		return map[string]any{"command": command, "args": args}
	}
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"everything": server(everything), "playwright": server(playwright), "broken": server("node", "-e", "console.error('no database'); process.exit(4)"),
	}})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "mcp.json"), config, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := bench(t, dir, "mcp.json", "--format", "json")
	if code != 3 || !strings.Contains(stderr, `"broken"`) || !strings.Contains(stderr, "status 4") || !strings.Contains(stderr, "no database") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	sources := map[string]bool{}
	for _, tool := range parseFloor(t, stdout).Tools {
		sources[tool.Source] = true
	}
	if len(sources) != 2 || !sources["everything"] || !sources["playwright"] {
		t.Errorf("tools of %v", sources)
	}
}

// Compacting what real servers send is proved for every tool, and the file verifies.
func TestRealServersCompact(t *testing.T) {
	t.Parallel()
	for _, command := range []string{nodeServer(t, "mcp-server-everything"), nodeServer(t, "playwright-mcp")} {
		t.Run(filepath.Base(command), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, args := range [][]string{
				{"import", "-o", "tools.json", "--", command},
				{"compact", "tools.json", "--level", "standard", "--strict", "-o", "small.json"},
				{"verify", "tools.json", "small.json"},
			} {
				if _, stderr, code := bench(t, dir, args...); code != 0 {
					t.Fatalf("%s: exit %d: %s", args[0], code, stderr)
				}
			}
		})
	}
}

// Two dozen servers from the registry, started as their users start them. Which of them answer without credentials
// changes, so most of them have to, and whatever answers is compacted and proved.
func TestManyRealServers(t *testing.T) {
	if os.Getenv("SCHEMA_BENCH_NIGHTLY") == "" {
		t.Skip("takes many minutes and downloads; .ci/nightly runs it")
	}
	config, err := filepath.Abs(filepath.Join(".ci", "servers.json"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	stdout, stderr, code := bench(t, dir, "floor", "--timeout", "10m", "--format", "json", config)
	if code != 0 && code != 3 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	t.Log(stderr)
	sources := map[string]int{}
	for _, tool := range parseFloor(t, stdout).Tools {
		sources[tool.Source]++
	}
	t.Log(sources)
	if len(sources) < 20 {
		t.Errorf("only %d servers answered", len(sources))
	}
	if _, stderr, code := bench(t, dir, "import", "--timeout", "10m", config, "-o", "all.json"); code != 0 && code != 3 {
		t.Fatalf("import: exit %d: %s", code, stderr)
	}
	for _, args := range [][]string{
		{"compact", "all.json", "--level", "standard", "--with", "say-once", "--strict", "-o", "small.json"},
		{"verify", "all.json", "small.json"},
	} {
		if _, stderr, code := bench(t, dir, args...); code != 0 {
			t.Errorf("%s: exit %d: %s", args[0], code, stderr)
		}
	}
}
