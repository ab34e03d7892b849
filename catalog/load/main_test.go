package load

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
)

// With this variable the test binary is an MCP server that lists one tool of that name, or misbehaves.
const serverVar = "LOAD_TEST_SERVER"

// With this variable such a server leaves a file of that name behind.
const traceVar = "LOAD_TEST_TRACE"

func TestMain(m *testing.M) {
	if name := os.Getenv(serverVar); name != "" {
		serve(name)
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // children that are built to look for races would end a second late
	os.Exit(m.Run())
}

func serve(name string) {
	if trace := os.Getenv(traceVar); trace != "" {
		if err := os.WriteFile(trace, nil, 0o644); err != nil {
			os.Exit(6)
		}
	}
	if name == "broken" {
		fmt.Fprintln(os.Stderr, "no database")
		os.Exit(4)
	}
	wd, err := os.Getwd()
	if err != nil {
		os.Exit(5)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if json.Unmarshal(in.Bytes(), &r) != nil || r.ID == nil {
			continue
		}
		result := `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"self-named","version":"1"}}`
		if r.Method == "tools/list" {
			description := strings.Join(os.Args[1:], " ") + " in " + filepath.Base(wd)
			result = fmt.Sprintf(`{"tools":[{"name":%q,"description":%q,"inputSchema":{"type":"object"}},{"name":"second","inputSchema":{"type":"object"}}]}`, name, description)
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, result)
	}
}

// opts are options for a test: quick waits, and nothing of the environment but what is given.
func opts(dir string, env ...string) *Options {
	vars := map[string]string{}
	for _, e := range env {
		k, v, _ := strings.Cut(e, "=")
		vars[k] = v
	}
	return &Options{
		Dir: dir, Home: dir,
		LookupEnv: func(n string) (string, bool) { v, ok := vars[n]; return v, ok },
		Stdin:     strings.NewReader(""),
		Server:    mcpsource.Options{Timeout: time.Minute},
	}
}

// write puts files into a directory of the test's own, and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const oneTool = `{"tools":[{"name":"lookup","inputSchema":{"type":"object"}}]}`

// load parses and opens.
func load(t *testing.T, opt *Options, args ...string) []Loaded {
	t.Helper()
	sources, err := Parse(args, opt.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return Load(t.Context(), sources, opt)
}

// brief writes results in a line each.
func brief(all []Loaded) string {
	var b strings.Builder
	for _, r := range all {
		fmt.Fprintf(&b, "%s: ", r.Label)
		switch {
		case r.Catalog != nil:
			for _, tool := range r.Catalog.Tools {
				fmt.Fprintf(&b, "%s ", tool.Name)
			}
		case r.Err != nil:
			fmt.Fprintf(&b, "error %v", r.Err)
		default:
			fmt.Fprintf(&b, "skipped, %s", r.Skipped)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
