package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/recorded"
)

// tool returns a program that .ci/run builds. Without it the test skips, or fails where everything is required.
func tool(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("SCHEMA_BENCH_TOOLS")
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); dir == "" || err != nil {
		if os.Getenv("SCHEMA_BENCH_REQUIRE_ALL") != "" {
			t.Fatalf("%s is required and not built: %v", name, err)
		}
		t.Skipf("%s is not built; .ci/run builds it", name)
	}
	return path
}

// The protocol's own suite has the same to say of a server directly and through the proxy, scenario by scenario.
func TestConformance(t *testing.T) {
	t.Parallel()
	suite, server := nodeServer(t, "conformance"), tool(t, "everything-server")
	node := filepath.Dir(nodeServer(t, "node")) // the suite needs a newer Node than many systems have
	for _, c := range []struct {
		stateless      bool
		passed, failed int // sampling and elicitation need a session
	}{{false, 40, 0}, {true, 26, 4}} {
		t.Run(fmt.Sprintf("stateless=%v", c.stateless), func(t *testing.T) {
			t.Parallel()
			direct := startServer(t, server, c.stateless)
			want := fmt.Sprintf("Total: %d passed, %d failed", c.passed, c.failed)
			a := conform(t, suite, node, direct)
			if a[len(a)-1] != want {
				t.Errorf("directly: %s, not %s", a[len(a)-1], want)
			}
			if b := conform(t, suite, node, startProxy(t, "--url", direct)); !slices.Equal(a, b) {
				t.Errorf("directly\n%s\nand through the proxy\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
			}
		})
	}
}

// The reference server over stdio, which has no HTTP of its own then, passes in the same way behind the proxy's.
func TestConformanceOfAStdioServer(t *testing.T) {
	t.Parallel()
	suite, server := nodeServer(t, "conformance"), tool(t, "everything-server")
	got := conform(t, suite, filepath.Dir(nodeServer(t, "node")), startProxy(t, "--", server))
	if want := "Total: 40 passed, 0 failed"; got[len(got)-1] != want {
		t.Errorf("%s, not %s", strings.Join(got, "\n"), want)
	}
}

// startServer starts the reference server on a free port and returns its URL.
func startServer(t *testing.T, server string, stateless bool) string {
	t.Helper()
	return onFreePort(t, func(port string) *exec.Cmd {
		return exec.CommandContext(t.Context(), server, "-http", "127.0.0.1:"+port, fmt.Sprintf("-stateless=%v", stateless))
	}) + "/mcp"
}

// startProxy starts wrap in front of a server and returns the URL of the proxy.
func startProxy(t *testing.T, server ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, append([]string{"wrap", "--listen", "127.0.0.1:0"}, server...)...)
	cmd.Env = append(os.Environ(), asMain+"=1", "SCHEMA_BENCH_NODE=", "SCHEMA_BENCH_TOOLS=", "SCHEMA_BENCH_REQUIRE_ALL=")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "listening at "); ok {
			go func() {
				for lines.Scan() { // a full pipe would stop it
				}
			}()
			return url
		}
	}
	t.Fatal("the proxy does not say where it listens")
	return ""
}

// conform runs the suite and returns its verdicts, a line for each scenario and the sum last.
func conform(t *testing.T, suite, node, url string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), suite, "server", "--url", url)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "PATH="+node+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	var verdicts []string
	for line := range bytes.Lines(out) {
		if text := strings.TrimSpace(string(line)); regexp.MustCompile(`^(✓|✗|Total:)`).MatchString(text) {
			verdicts = append(verdicts, text)
		}
	}
	if len(verdicts) < 20 {
		t.Fatalf("%d verdicts: %v\n%s", len(verdicts), err, out)
	}
	return verdicts
}

// realServers are five of those that .ci/nightly looks at: with and without references, with a hundred tools and with eight,
// of three dialects.
func realServers(t *testing.T) []string {
	t.Helper()
	var commands []string
	for _, name := range []string{"mcp-server-everything", "playwright-mcp", "notion-mcp-server", "brave-search-mcp-server", "mcp-gitlab"} {
		commands = append(commands, nodeServer(t, name))
	}
	return commands
}

// credentials are what some of them want to have before they say anything.
var credentials = []string{"BRAVE_API_KEY=none", "GITLAB_PERSONAL_ACCESS_TOKEN=none"}

// What clients see of real servers through the proxy is proved against what they see directly.
func TestRealServersThroughTheProxy(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range realServers(t) {
		for _, level := range []string{"safe", "tight"} {
			t.Run(filepath.Base(server)+" "+level, func(t *testing.T) {
				t.Parallel()
				env := []string{"env"}
				stdout, stderr, code := bench(t, t.TempDir(), "verify", "mcp:"+strings.Join(append(append(env, credentials...), server), " "),
					fmt.Sprintf("mcp:%s wrap --level %s --target anthropic -- %s", strings.Join(append(append(env, credentials...), self), " "), level, server))
				if code != 0 || !strings.Contains(stdout, "are proved to accept the same arguments") {
					t.Errorf("exit %d: %s%s", code, stdout, stderr)
				}
			})
		}
	}
}

// Every message but lists of tools is the same bytes on both sides of the proxy, in the same order, and what is served of
// lists refers to nothing that is not there.
func TestRecordedSessionsWithRealServers(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range realServers(t) {
		t.Run(filepath.Base(server), func(t *testing.T) {
			t.Parallel()
			r, err := recorded.Play(t.Context(), recorded.Options{Proxy: []string{self, "wrap", "--level", "proved"}, Tee: []string{self}, Server: []string{server}, Env: append(slices.Clone(credentials), asMain+"=1")})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Faults) > 0 || len(r.Dangling) > 0 || r.Tools < 8 || r.Frames < 30 {
				t.Errorf("%+v", r)
			}
		})
	}
}
