package mcpwrap

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
)

func TestNewRewriterRefuses(t *testing.T) {
	t.Parallel()
	for name, opt := range map[string]Options{"a level": {Level: "most"}, "a transform": {With: []string{"nothing"}}, "say-once": {With: []string{"say-once"}}, "a glob": {Hide: []string{"["}}} {
		if r, err := NewRewriter(opt); err == nil {
			t.Errorf("%s: %v", name, r)
		}
	}
}

// What cannot be read as a list of tools passes as it came, and that is said once.
func TestFailsOpen(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		`[]`: "", ` [ ] `: "", `{}`: "no array", `null`: "no array", `7`: "no array", `"x"`: "no array",
		`[7,"x",null]`: "passes as it came", `[{"name":1}]`: "", `[{"inputSchema":{"$comment":"c"}}]`: "",
		`[{"name":"a","inputSchema":{"type":"object","$comment":`: "passes as it came",
	} {
		var told []string
		r := newRewriter(t, Options{Warn: func(s string) { told = append(told, s) }})
		for range 2 {
			if got := r.Tools([]byte(text), targets.Target{}); string(got) != text && says != "" {
				t.Errorf("%s becomes %s", text, got)
			}
		}
		if said := strings.Join(told, "; "); says != "" && (len(told) != 1 || !strings.Contains(said, says)) {
			t.Errorf("%s: told %q", text, told)
		}
	}
}

func TestOnlyAndHide(t *testing.T) {
	t.Parallel()
	const list = `[ {"name":"get_a"} , {"name":"get_b"},{"name":"set_a"} ,7 ]`
	for _, c := range []struct {
		only, hide []string
		want       string
	}{
		{nil, nil, list},
		{[]string{"get_*"}, nil, `[ {"name":"get_a"} , {"name":"get_b"},7 ]`},
		{nil, []string{"*_a"}, `[ {"name":"get_b"},7 ]`},
		{[]string{"get_*"}, []string{"get_b"}, `[ {"name":"get_a"},7 ]`},
		{[]string{"none"}, nil, `[ 7 ]`},
	} {
		r := newRewriter(t, Options{Only: c.only, Hide: c.hide})
		if got := string(r.Tools([]byte(list), targets.Target{})); got != c.want {
			t.Errorf("only %q hide %q: %s, not %s", c.only, c.hide, got, c.want)
		}
	}
}

// The same list gives the same bytes, whoever asks first and however many at once.
func TestDeterministicAndConcurrent(t *testing.T) {
	t.Parallel()
	for _, level := range schemacompact.Levels() {
		want := string(newRewriter(t, Options{Level: level}).Tools([]byte(verbose), targets.Target{}))
		r := newRewriter(t, Options{Level: level})
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				other := strings.ReplaceAll(verbose, `"b"`, fmt.Sprintf(`"b%d"`, i))
				r.Tools([]byte(other), targets.Target{})
				if got := string(r.Tools([]byte(verbose), targets.Target{})); got != want {
					t.Errorf("%s: %s, not %s", level, got, want)
				}
			})
		}
		wg.Wait()
	}
}

// What is kept of lists stays within its bounds.
func TestKeptPagesAreBounded(t *testing.T) {
	t.Parallel()
	r := newRewriter(t, Options{})
	for i := range 3 * maxPages {
		r.Tools(fmt.Appendf(nil, `[{"name":"t%d","inputSchema":{"type":"object","$comment":"c"}}]`, i), targets.Target{})
	}
	if len(r.pages) > maxPages || len(r.order) != len(r.pages) || r.bytes < 0 || r.bytes > maxPageBytes {
		t.Errorf("%d pages, %d in order, %d bytes", len(r.pages), len(r.order), r.bytes)
	}
}

// Every tool of a page is proved against what the server sent, and every byte outside of the tools that changed is the
// server's. With SCHEMA_BENCH_CATALOGS, of given catalogs too.
func TestServedToolsAreProved(t *testing.T) {
	t.Parallel()
	files := []string{filepath.Join("..", "schemacompact", "verify", "testdata", "tools.json")}
	if glob := os.Getenv("SCHEMA_BENCH_CATALOGS"); glob != "" {
		more, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	anthropic, err := targets.Lookup("anthropic")
	if err != nil {
		t.Fatal(err)
	}
	tools, changed := 0, 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := catalog.Read(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		var list [][]byte
		for i := range c.Tools {
			list = append(list, c.Tools[i].Raw)
		}
		array := append(append([]byte("[ "), bytes.Join(list, []byte(" ,\n"))...), " ]"...)
		for _, target := range []targets.Target{{}, anthropic} {
			r := newRewriter(t, Options{Level: schemacompact.LevelTight})
			p := r.page(array, target)
			if len(p.tools) != len(c.Tools) {
				t.Fatalf("%s: %d of %d tools", file, len(p.tools), len(c.Tools))
			}
			var wires [][]byte
			for i, tool := range p.tools {
				tools++
				wires = append(wires, tool.Wire)
				if bytes.Equal(tool.Before, tool.Wire) {
					continue
				}
				changed++
				served, err := catalog.Read(tool.Wire, nil)
				if err != nil {
					t.Fatal(err)
				}
				if proof := schemacompact.Prove(&c.Tools[i], &served.Tools[0]); !proof.Verdict.Proved() {
					t.Errorf("%s: %s: %+v", file, tool.Name, proof)
				}
			}
			want := append(append([]byte("[ "), bytes.Join(wires, []byte(" ,\n"))...), " ]"...)
			if got := r.Tools(array, target); !bytes.Equal(got, want) {
				t.Errorf("%s: bytes around the tools are others", file)
			}
		}
	}
	t.Logf("%d tools, %d changed", tools, changed)
	if changed == 0 {
		t.Error("nothing was compacted")
	}
}

func TestConsumer(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"claude-ai": "claude-desktop", "claude-code": "claude-code", "Visual Studio Code": "vscode", "Visual Studio Code - Insiders": "vscode", "cursor-vscode": "cursor", "codex-mcp-client": "codex",
		"gemini-cli-mcp-client": "gemini-cli", "Windsurf": "windsurf", "opencode": "opencode", "": "", "any": "", "my-agent": "",
	} {
		got, ok := consumer(name)
		if ok != (want != "") || ok && got.ID() != want {
			t.Errorf("%q is %q, %v, not %q", name, got.ID(), ok, want)
		}
	}
}

func FuzzTools(f *testing.F) {
	f.Add([]byte(verbose))
	f.Add([]byte(documented))
	f.Add([]byte(`[{"name":"a","inputSchema":{"$defs":{"x":{}}}},]`))
	r, err := NewRewriter(Options{Level: schemacompact.LevelTight})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		before := bytes.Clone(b)
		got := r.Tools(b, targets.Target{})
		if !bytes.Equal(b, before) {
			t.Fatal("what came is changed")
		}
		if len(b) > 0 && len(got) == 0 {
			t.Fatalf("%q becomes nothing", b)
		}
	})
}
