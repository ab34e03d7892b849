package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

func TestLoadDocuments(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, oneTool)
	z.Close()
	dir := write(t, map[string]string{
		"a.json":         oneTool,
		"b.yaml":         "tools:\n- name: from_yaml\n  inputSchema: {type: object}\n",
		"packed.json.gz": packed.String(),
		"empty":          "",
		"none.json":      "[]",
		"page.html":      "<!DOCTYPE html><html><body>no</body></html>",
		"cut.json":       oneTool[:20],
		"api.yaml":       "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {}\n",
		"odd.json":       `{"colour":"blue"}`,
		"large.json":     strings.Repeat(" ", 3000) + oneTool,
		"bomb.gz":        bomb(t, 1<<20),
	})
	tests := []struct{ arg, want, hint string }{
		{"a.json", "a.json: lookup", ""},
		{"base=a.json", "base: lookup", ""},
		{"b.yaml", "b.yaml: from_yaml", ""},
		{"packed.json.gz", "packed.json.gz: lookup", ""},
		{"empty", "error load: empty: ", ""},
		{"none.json", "error load: none.json: ", ""},
		{"page.html", "HTML page", "raw"},
		{"cut.json", "error load: cut.json: ", ""},
		{"api.yaml", "error load: api.yaml: openapi: no tools: the document describes no operations", ""},
		{"odd.json", "error load: odd.json: ", ""},
		{"a.json#github", "#github names a server of a client configuration, and this is none", "leave out"},
		{"large.json", "error load: large.json: the document is larger than 2000 bytes", "right file"},
		{"bomb.gz", "the document is larger than 2000 bytes", ""},
	}
	for _, tt := range tests {
		o := opts(dir)
		o.MaxBytes = 2000
		all := load(t, o, tt.arg)
		if got := brief(all); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.arg, got, tt.want)
		}
		if h := hint(all[0].Err); !strings.Contains(h, tt.hint) {
			t.Errorf("%s: hint %q, want %q", tt.arg, h, tt.hint)
		}
		if err := all[0].Err; err != nil && strings.Count(err.Error(), "load:") != 1 {
			t.Errorf("%s: prefix is not there once: %v", tt.arg, err)
		}
	}
}

func bomb(t *testing.T, n int) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestLoadKeepsOrderAndFailures(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.json": oneTool, "b.json": "[]"})
	o := opts(dir)
	o.Stdin = strings.NewReader(oneTool)
	all := load(t, o, "b.json", "a.json", "x=a.json", "-", "x=a.json")
	if len(all) != 5 || !errors.Is(all[0].Err, catalog.ErrNoTools) {
		t.Fatalf("got %s", brief(all))
	}
	if got, want := brief(all[1:]), "a.json: lookup \nx: lookup \n-: lookup \nx (2): lookup \n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if all[4].Catalog.Name != "x (2)" {
		t.Errorf("catalog is called %q", all[4].Catalog.Name)
	}
	if got := Load(t.Context(), nil, nil); len(got) != 0 {
		t.Errorf("no sources give %v", got)
	}
	if got := Load(t.Context(), []Source{{}}, nil); got[0].Err == nil {
		t.Error("the zero source opens")
	}
}

func TestLoadSpecialFiles(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no such files on Windows")
	}
	dir := write(t, map[string]string{"secret.json": oneTool})
	o := opts(dir)
	o.MaxBytes = 1000
	if got := brief(load(t, o, "/dev/zero")); !strings.Contains(got, "larger than 1000 bytes") {
		t.Errorf("/dev/zero: %s", got)
	}
	if os.Getuid() != 0 {
		if err := os.Chmod(filepath.Join(dir, "secret.json"), 0); err != nil {
			t.Fatal(err)
		}
		if all := load(t, o, "secret.json"); !strings.Contains(hint(all[0].Err), "may not be read") {
			t.Errorf("unreadable file: %s", brief(all))
		}
	}
	if mkfifo, err := exec.LookPath("mkfifo"); err == nil {
		pipe := filepath.Join(dir, "pipe")
		if err := exec.Command(mkfifo, pipe).Run(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		all := Load(ctx, []Source{{kind: kindFile, place: "pipe"}}, o)
		if !errors.Is(all[0].Err, context.Canceled) {
			t.Errorf("a pipe that nobody writes to, cancelled: %s", brief(all))
		}
		go func() {
			if f, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
				fmt.Fprint(f, oneTool)
				f.Close()
			}
		}()
		if got := brief(load(t, o, "pipe")); got != "pipe: lookup \n" {
			t.Errorf("pipe: %s", got)
		}
	}
}

// repository commits files into a new repository in dir. Without git the test is skipped.
func repository(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		if os.Getenv("SCHEMA_BENCH_REQUIRE_ALL") != "" {
			t.Fatal("git is required and not installed")
		}
		t.Skip("git is not installed")
	}
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"add", "."},
		{"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "first"},
	} {
		cmd := exec.Command(git, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
}

func TestLoadGit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	repository(t, dir, map[string]string{"sub/tools.json": oneTool, ".gitattributes": "*.json text eol=crlf\n"})
	if err := os.WriteFile(filepath.Join(dir, "sub", "tools.json"), []byte("[]"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ dir, arg, want, hint string }{
		{dir, "HEAD:sub/tools.json", "HEAD:sub/tools.json: lookup", ""},
		{dir, "base=main:sub/tools.json", "base: lookup", ""},
		{filepath.Join(dir, "sub"), "HEAD:./tools.json", "HEAD:./tools.json: lookup", ""},
		{filepath.Join(dir, "sub"), "HEAD:tools.json", "error load: HEAD:tools.json: git: path", "REV:./tools.json"},
		{dir, "HEAD:nothing.json", "does not exist in", ""},
		{dir, "v99:sub/tools.json", "git: ", ""},
		{t.TempDir(), "HEAD:tools.json", "git: not a git repository", "needs a git repository"},
	}
	for _, tt := range tests {
		all := load(t, opts(tt.dir), tt.arg)
		if got := brief(all); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.arg, got, tt.want)
		}
		if h := hint(all[0].Err); !strings.Contains(h, tt.hint) {
			t.Errorf("%s: hint %q, want %q", tt.arg, h, tt.hint)
		}
	}
	o := opts(dir)
	o.MaxBytes = 10
	if got := brief(load(t, o, "HEAD:sub/tools.json")); !strings.Contains(got, "larger than 10 bytes") {
		t.Errorf("large blob: %s", got)
	}
}

// servers is a configuration of three servers that run this test binary.
func servers(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"mcpServers":{
  "zebra": {"command":%[1]q,"args":["${WORD}","${NOTHING:-fallback}"],"env":{"`+serverVar+`":"zebra"}},
  "broken": {"command":%[1]q,"env":{"`+serverVar+`":"broken","API_TOKEN":"t0psecret"}},
  "off": {"command":"does-not-exist","disabled":true},
  "unset": {"command":%[1]q,"args":["${NOT_SET_ANYWHERE}"]},
  "ant": {"command":%[1]q,"cwd":"sub","env":{"`+serverVar+`":"ant"}}
}}`, self)
}

func TestLoadConfig(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{".mcp.json": servers(t), "sub/x": ""})
	all := load(t, opts(dir, "WORD=hello"), ".mcp.json")
	got := brief(all)
	want := []string{
		"zebra: zebra second",
		`broken: error load: mcpsource: server "broken": initialize: the server exited with status 4`,
		"off: skipped, disabled in the configuration",
		`unset: error load: .mcp.json: server "unset": environment variable NOT_SET_ANYWHERE is not set`,
		"ant: ant second",
	}
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if len(lines) != len(want) {
		t.Fatalf("got %s", got)
	}
	for i, w := range want {
		if !strings.HasPrefix(lines[i], w) {
			t.Errorf("result %d is %q, want %q", i, lines[i], w)
		}
	}
	if d := all[0].Catalog.Tools[0].Description; d != "hello fallback in "+filepath.Base(dir) {
		t.Errorf("zebra ran as %q", d)
	}
	if d := all[4].Catalog.Tools[0].Description; !strings.HasSuffix(d, " in sub") {
		t.Errorf("ant ran as %q", d)
	}
	if strings.Contains(got, "t0psecret") {
		t.Error("a secret shows up")
	}
}

func TestLoadOneServer(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{".mcp.json": servers(t), "sub/x": ""})
	o := opts(dir, "WORD=w")
	if got := brief(load(t, o, ".mcp.json#ant")); got != "ant: ant second \n" {
		t.Errorf("got %q", got)
	}
	if got := brief(load(t, o, "mine=.mcp.json#ant")); got != "mine: ant second \n" {
		t.Errorf("got %q", got)
	}
	all := load(t, o, ".mcp.json#zebre")
	if hint(all[0].Err) != "did you mean #zebra?" {
		t.Errorf("got %s, hint %q", brief(all), hint(all[0].Err))
	}
	all = load(t, o, ".mcp.json#quite-another")
	if hint(all[0].Err) != "it has zebra, broken, off, unset, ant" {
		t.Errorf("got %s, hint %q", brief(all), hint(all[0].Err))
	}
}

func TestLoadCommand(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("labels", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		script := fmt.Sprintf("mcp:env %s=tool '%s' --api-key s3cr3t", serverVar, self)
		if runtime.GOOS == "windows" {
			t.Skip("no env program")
		}
		all := load(t, opts(dir), script, "b="+script)
		if got, want := brief(all), "self-named: tool second \nb: tool second \n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if strings.Contains(all[0].Source, "s3cr3t") || strings.Contains(all[0].Catalog.Tools[0].Origin.Source, "s3cr3t") {
			t.Errorf("the secret shows up: %s", all[0].Source)
		}
	})
	t.Run("missing", func(t *testing.T) {
		t.Parallel()
		all := load(t, opts(t.TempDir()), "--", "no-such-program", "x")
		if got := brief(all); !strings.Contains(got, "not found in PATH") {
			t.Errorf("got %s", got)
		}
	})
}

func TestLoadCancelled(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.json": oneTool, ".mcp.json": servers(t)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sources, err := Parse([]string{"a.json", ".mcp.json", "mcp:x"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Load(ctx, sources, opts(dir)) {
		if !errors.Is(r.Err, context.Canceled) {
			t.Errorf("%s: %v", r.Label, r.Err)
		}
	}
}
