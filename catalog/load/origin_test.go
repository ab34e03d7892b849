package load

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// canary is a configuration whose server leaves a file behind when it is started, and whose URL would carry a variable
// of the environment.
func canary(t *testing.T, dir string) (config, trace string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	trace = filepath.Join(dir, "it-ran")
	return fmt.Sprintf(`{"mcpServers":{
		"bird":{"command":%q,"args":["--api-key","s3cr3t","${HOME_TOKEN}"],"env":{%q:"bird",%q:%q}},
		"away":{"url":"https://nowhere.invalid/${HOME_TOKEN}?key=s3cr3t"}}}`, self, serverVar, traceVar, trace), trace
}

// mustNotRun holds that the results are one error that names the servers, that nothing was started and that no
// variable was looked up.
func mustNotRun(t *testing.T, all []Loaded, trace, from string) {
	t.Helper()
	if len(all) != 1 || all[0].Err == nil {
		t.Fatalf("got %s", brief(all))
	}
	got := all[0].Err.Error()
	for _, want := range []string{"is a client configuration", from, "bird (", "${HOME_TOKEN}"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
	if strings.Contains(got, "s3cr3t") || strings.Contains(got, "expanded") {
		t.Errorf("a secret shows up: %s", got)
	}
	if hint(all[0].Err) == "" {
		t.Error("there is no hint")
	}
	if _, err := os.Stat(trace); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the command ran: %v", err)
	}
}

// guarded are options that notice when a variable of the environment is asked for.
func guarded(t *testing.T, dir string) *Options {
	o := opts(dir)
	o.LookupEnv = func(name string) (string, bool) {
		t.Errorf("the variable %s is looked up", name)
		return "expanded", true
	}
	return o
}

func TestStrangersStartNothing(t *testing.T) {
	t.Parallel()
	t.Run("standard input", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		config, trace := canary(t, dir)
		o := guarded(t, dir)
		o.Stdin = strings.NewReader(config)
		mustNotRun(t, load(t, o, "x=-"), trace, "from standard input")
	})
	t.Run("url", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		config, trace := canary(t, dir)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				t.Errorf("the server is asked with %s", r.Method)
			}
			fmt.Fprint(w, config)
		}))
		t.Cleanup(srv.Close)
		mustNotRun(t, load(t, guarded(t, dir), srv.URL+"/mcp.json"), trace, "from the network")
	})
	t.Run("git", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		config, trace := canary(t, dir)
		repository(t, dir, map[string]string{"mcp.json": config})
		mustNotRun(t, load(t, guarded(t, dir), "HEAD:mcp.json"), trace, "from a git revision")
		all := load(t, guarded(t, dir), "HEAD:mcp.json#bird")
		mustNotRun(t, all, trace, "from a git revision")
		if strings.Contains(all[0].Err.Error(), "away") {
			t.Errorf("a server shows up that was not wanted: %v", all[0].Err)
		}
	})
	t.Run("pattern", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		config, trace := canary(t, dir)
		if err := os.WriteFile(filepath.Join(dir, "mcp.json"), []byte(config), 0o644); err != nil {
			t.Fatal(err)
		}
		mustNotRun(t, load(t, guarded(t, dir), "*.json"), trace, "only a pattern matched")
	})
	t.Run("pipe", func(t *testing.T) {
		t.Parallel()
		mkfifo, err := exec.LookPath("mkfifo")
		if err != nil || runtime.GOOS == "windows" {
			t.Skip("no named pipes")
		}
		dir := t.TempDir()
		config, trace := canary(t, dir)
		pipe := filepath.Join(dir, "pipe")
		if err := exec.Command(mkfifo, pipe).Run(); err != nil {
			t.Fatal(err)
		}
		go func() {
			if f, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
				fmt.Fprint(f, config)
				f.Close()
			}
		}()
		mustNotRun(t, load(t, guarded(t, dir), "pipe"), trace, "from a pipe or device")
	})
}

func TestNoStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config, trace := canary(t, dir)
	for name, content := range map[string]string{"mcp.json": config, "tools.json": oneTool} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := guarded(t, dir)
	o.NoStart = true
	all := load(t, o, "mcp.json")
	mustNotRun(t, all, trace, "nobody named it")
	if h := hint(all[0].Err); !strings.Contains(h, "--config") {
		t.Errorf("hint %q", h)
	}
	all = load(t, o, "x=mcp:no-such-program --api-key s3cr3t")
	if got := brief(all); got != "x: error load: no-such-program --api-key ***: the command is not started: nobody named it\n" || hint(all[0].Err) == "" {
		t.Errorf("got %s", got)
	}
	if got := brief(load(t, o, "tools.json")); got != "tools.json: lookup \n" {
		t.Errorf("a document: got %s", got)
	}
}

// TestNamedFileStarts holds that the canary sings where it may: else the tests above would say nothing.
func TestNamedFileStarts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config, trace := canary(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "mcp.json"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := brief(load(t, opts(dir, "HOME_TOKEN=expanded"), "mcp.json#bird")); got != "bird: bird second \n" {
		t.Errorf("got %s", got)
	}
	if _, err := os.Stat(trace); err != nil {
		t.Error(err)
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	many := `{"mcpServers":{`
	for i := range 20 {
		many += fmt.Sprintf(`"s%d":{"command":"c","args":["%s"]},`, i, strings.Repeat("x", 500))
	}
	many += `"last":{"command":"c"}}}`
	tests := []struct{ config, server, want string }{
		{`{"mcpServers":{"a\u001b[2J":{"command":"x\u202e"}}}`, "", `a\u001b[2J ('x\u202e')`},
		{`{"mcpServers":{"a":{"command":"x"},"b":{}}}`, "b", "b (the server has neither a command nor a url)"},
		{`{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}`, "c", "a (x), b (y)"},
		{`{"mcpServers":{}}`, "", "it has none"},
		{`{"projects":{"/p":{"mcpServers":{"a":{"command":"x"}}}}}`, "", "a (x)"},
	}
	for _, tt := range tests {
		cfg, err := parseConfig([]byte(tt.config))
		if err != nil {
			t.Fatal(err)
		}
		if got := cfg.preview(tt.server); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.config, got, tt.want)
		}
	}
	cfg, err := parseConfig([]byte(many))
	if err != nil {
		t.Fatal(err)
	}
	if got := cfg.preview(""); len(got) > 1200 || !strings.HasSuffix(got, ", …") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
