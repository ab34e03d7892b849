package cli

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/schema-bench/schema-bench/fixtures"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare output with")

// The commands that scripts and tests can start are this binary under another name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"schema-bench": func() { os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"stuck":        stuck,
	})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for _, v := range os.Environ() { // a developer's own settings are no part of a test
				if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "SCHEMA_BENCH_") {
					env.Setenv(name, "")
				}
			}
			env.Setenv("NO_COLOR", "1")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // with the race detector each command would end a second late
			env.Values[inputKey{}] = new(string)
			return os.CopyFS(filepath.Join(env.WorkDir, "fx"), fixtures.FS)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"input": input,
			"json":  jsonValue,
			"gone":  gone,
			"huge":  huge,
			"serve": serve,
		},
	})
}

type inputKey struct{}

// input sets what the next schema-bench reads from standard input: input FILE
func input(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	*ts.Value(inputKey{}).(*string) = ts.ReadFile(args[0])
}

// exits runs schema-bench, which must end with a code: exits CODE schema-bench ARGS… It runs in this process, so that the
// vocabularies are built once and not for every line of every script; exec starts a real one.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "schema-bench" {
		ts.Fatalf("usage: exits CODE schema-bench ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	in := ts.Value(inputKey{}).(*string)
	e := &env{
		In: strings.NewReader(*in), Out: &stream{w: ts.Stdout(), name: "standard output"}, Err: &stream{w: ts.Stderr(), name: "standard error"},
		Getenv: ts.Getenv, Dir: ts.MkAbs("."), Home: ts.Getenv("HOME"),
	}
	*in = ""
	if got := e.run(context.Background(), args[2:]); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// jsonValue looks a value up in a JSON document: json FILE PATH [WANT], where PATH is like tools.0.name, len at its end
// is the number of items, and WANT is a string or JSON. With ! the place must not be there.
func jsonValue(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 && (neg || len(args) != 3) {
		ts.Fatalf("usage: [!] json FILE PATH [WANT]")
	}
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &v); err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
	found := true
	for key := range strings.SplitSeq(args[1], ".") {
		switch x := v.(type) {
		case map[string]any:
			if v, found = x[key]; key == "len" {
				v, found = float64(len(x)), true
			}
		case []any:
			i, err := strconv.Atoi(key)
			if found = err == nil && i < len(x); found {
				v = x[i]
			} else if key == "len" {
				v, found = float64(len(x)), true
			}
		default:
			found = false
		}
		if !found {
			break
		}
	}
	if found == neg {
		ts.Fatalf("%s: %s is there: %v", args[0], args[1], found)
	}
	if len(args) < 3 {
		return
	}
	got, isText := v.(string)
	if !isText {
		b, err := json.Marshal(v)
		ts.Check(err)
		got = string(b)
	}
	if got != args[2] {
		ts.Fatalf("%s: %s is %s, want %s", args[0], args[1], got, args[2])
	}
}

// serve lets a server answer with the files of a directory, and sets a variable to its URL: serve VARIABLE DIR
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: serve VARIABLE DIR")
	}
	srv := httptest.NewServer(http.FileServer(http.Dir(ts.MkAbs(args[1]))))
	ts.Defer(srv.Close)
	ts.Setenv(args[0], srv.URL)
}

// huge makes a file of some size that takes no room on the disk: huge FILE BYTES
func huge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: huge FILE BYTES")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(size))
	ts.Check(f.Close())
}
