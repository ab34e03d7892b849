package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// testEnv is a surrounding with nothing in it but what a test puts there.
func testEnv(dir string, vars ...string) (e *env, out, errw *bytes.Buffer) {
	out, errw = new(bytes.Buffer), new(bytes.Buffer)
	set := map[string]string{}
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		set[name] = value
	}
	return &env{In: strings.NewReader(""), Out: out, Err: errw, Dir: dir, Home: dir, Getenv: func(n string) string { return set[n] }}, out, errw
}

// write puts a file into a directory.
func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const oneTool = `[{"name":"add","description":"Adds.","inputSchema":{"type":"object"}}]`

// notConfigured are the flags that a configuration file cannot set, each with its reason.
func notConfigured() map[string]string {
	return map[string]string{
		"config":    "names the file itself",
		"help":      "asks about the command, and does nothing",
		"header":    "often a secret, which belongs into the environment and not into a file that is committed",
		"output":    "a file that lies in a repository must not say what is written over",
		"listen":    "a file that lies in a repository must not open a port",
		"url":       "a file that lies in a repository must not name a server",
		"token":     "as for url",
		"stats":     "as for output",
		"record":    "as for output",
		"redact":    "of what record writes",
		"overwrite": "as output",
	}
}

// allCommands returns the commands that read the configuration.
func allCommands(root *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{root}
	for _, c := range root.Commands() {
		if c.Flags().Lookup("config") != nil {
			all = append(all, c)
		}
	}
	return all
}

// sample returns a value that a flag takes and that is not its default.
func sample(f *pflag.Flag) string {
	switch f.Name {
	case "color":
		return "never"
	case "format":
		return "json"
	}
	switch f.Value.Type() {
	case "bool":
		return "true"
	case "int", "float64":
		return "7"
	case "duration":
		return "7s"
	}
	return "sample"
}

func TestEveryFlagCanBeConfigured(t *testing.T) {
	t.Parallel()
	e, _, _ := testEnv("")
	checked := map[string]bool{}
	for _, cmd := range allCommands(newRoot(e)) {
		name := cmd.Name()
		cmd.InitDefaultHelpFlag()
		var flags []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		for _, flag := range flags {
			checked[flag] = true
			if notConfigured()[flag] != "" {
				continue
			}
			key := fmt.Sprintf("%s: %s\n", flag, sample(cmd.Flags().Lookup(flag)))
			if flag == "ruler" || flag == "encoding" || flag == "framing" {
				key = "unit:\n  " + key
			}
			dir := t.TempDir()
			write(t, dir, ".schema-bench.yaml", key)
			e, _, _ := testEnv(dir, "SCHEMA_BENCH_CONFIG=.schema-bench.yaml")
			fresh := find(t, newRoot(e), name)
			if _, err := applyConfig(e, fresh); err != nil {
				t.Errorf("%s --%s: %v", name, flag, err)
				continue
			}
			if !fresh.Flags().Lookup(flag).Changed {
				t.Errorf("%s --%s cannot be set from the configuration file", name, flag)
			}
			// The environment sets it, too, and comes before the file.
			if kind := fresh.Flags().Lookup(flag).Value.Type(); kind == "string" {
				e, _, _ = testEnv(dir, "SCHEMA_BENCH_CONFIG=.schema-bench.yaml", envName(flag)+"=other")
				fresh = find(t, newRoot(e), name)
				if _, err := applyConfig(e, fresh); err != nil || fresh.Flags().Lookup(flag).Value.String() != "other" {
					t.Errorf("%s: %s does not come before the file: %v", name, envName(flag), err)
				}
			}
		}
	}
	for flag := range notConfigured() {
		if !checked[flag] {
			t.Errorf("--%s is left out and is no flag of any command", flag)
		}
	}
	for _, key := range configKeys() {
		if key != "source" && key != "unit" && key != "serialisation" && !checked[key] {
			t.Errorf("the key %s sets no flag", key)
		}
	}
}

func find(t *testing.T, root *cobra.Command, name string) *cobra.Command {
	t.Helper()
	if name == root.Name() {
		return root
	}
	cmd, _, err := root.Find([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return cmd
}

// Every flag has a variable, also those that no file sets, and help environment lists them all.
func TestEveryFlagHasAVariable(t *testing.T) {
	t.Parallel()
	e, out, _ := testEnv(t.TempDir())
	if code := e.run(context.Background(), []string{"help", "environment"}); code != exitOK {
		t.Fatalf("exit code %d", code)
	}
	for _, cmd := range allCommands(newRoot(e)) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(out.String(), fmt.Sprintf("%-28s --%s\n", envName(f.Name), f.Name)) {
				t.Errorf("help environment lacks --%s of %s", f.Name, cmd.Name())
			}
		})
	}
	dir := t.TempDir()
	write(t, dir, "tools.json", oneTool)
	for _, tt := range []struct{ variable, value, want string }{
		{"HEADER", "nonsense", "--header: must be NAME:VALUE"},
		{"TIMEOUT", "-1s", `SCHEMA_BENCH_TIMEOUT "-1s": must be longer`},
		{"ONLY", "nothing_like_it", "nothing_like_it"},
		{"STEPS", "x", "SCHEMA_BENCH_STEPS"},
		{"COLOR", "x", `--color "x"`},
		{"FORMAT", "x", `--format "x"`},
		{"REPORT", "x.docx", "--report x.docx"},
	} {
		e, _, errw := testEnv(dir, "SCHEMA_BENCH_"+tt.variable+"="+tt.value)
		if code := e.run(context.Background(), []string{"floor", "tools.json"}); code != exitUsage || !strings.Contains(errw.String(), tt.want) {
			t.Errorf("%s=%s: exit code %d, %s", tt.variable, tt.value, code, errw)
		}
	}
}

// Every command explains itself, with an example.
func TestHelpIsComplete(t *testing.T) {
	t.Parallel()
	e, _, _ := testEnv("")
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Runnable() && (c.Example == "" || !strings.Contains(c.Example, "schema-bench")) {
			t.Errorf("%s has no example", c.CommandPath())
		}
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s has the short text %q", c.CommandPath(), c.Short)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && (f.Usage == "" || strings.ToLower(f.Usage[:1]) != f.Usage[:1] && f.Usage[0] != '`') {
				t.Errorf("%s --%s has the usage %q", c.CommandPath(), f.Name, f.Usage)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(e))
}

func FuzzConfig(f *testing.F) {
	f.Add("steps: 3\n")
	f.Add("unit: {ruler: wire}\nsource: [a, b]\n")
	f.Add("{\"only\": [\"a*\"]}")
	f.Add("a: &a [*a]")
	f.Add("? [1]\n: 2")
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".schema-bench.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		e, _, _ := testEnv(dir)
		c, at, err := readConfig(e, "", nil)
		if err != nil {
			if exitCode(context.Background(), err) != exitUsage {
				t.Errorf("%v is no error of configuration", err)
			}
			return
		}
		if at.dir != dir || at.named {
			t.Errorf("paths count from %q, named: %v", at.dir, at.named)
		}
		c.values(at.dir)
	})
}
