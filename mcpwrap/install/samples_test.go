package install

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/golden"
	"github.com/schema-bench/schema-bench/internal/proc"
)

// ourProgram is the whole path of a program on the system at hand.
var ourProgram = map[bool]string{true: `C:\sb\schema-bench.exe`, false: "/opt/sb/schema-bench"}[runtime.GOOS == "windows"]

// here puts ourProgram, as JSON has it, into what is expected.
func here(want string) string {
	return strings.ReplaceAll(want, "/opt/sb/schema-bench", escaped(ourProgram))
}

func escaped(path string) string { return strings.ReplaceAll(path, `\`, `\\`) }

// look finds every program but one, in a folder that PATH of the entry names if there is one.
func look(command string, env []string) (string, error) {
	if command == "not-installed" {
		return "", &proc.LookError{Command: command, Reason: "not found in PATH", Fix: "install it", Err: exec.ErrNotFound}
	}
	dir := "/usr/bin"
	for _, v := range env {
		dir = strings.TrimPrefix(v, "PATH=")
	}
	return dir + "/" + command, nil
}

func options(args ...string) Options { return Options{Program: ourProgram, Args: args, Look: look} }

// samples are configurations of all clients: with line ends of both kinds, with a byte order mark, with and without a
// line end at the end of the file.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, file := range files {
		if strings.HasSuffix(file, ".want") || !strings.HasSuffix(file, ".json") && !strings.HasSuffix(file, ".toml") {
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) // as checked out
		name := filepath.Base(file)
		out[name] = b
		out["crlf."+name] = bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
		out["bom."+name] = append([]byte("\uFEFF"), b...)
		out["open."+name] = bytes.TrimRight(b, "\n")
		out["wide."+name] = bytes.ReplaceAll(b, []byte("\n  "), []byte("\n\t\t "))
	}
	if len(out) != 40 {
		t.Fatalf("%d samples", len(out))
	}
	return out
}

// put writes a configuration into a folder of its own.
func put(t testing.TB, name string, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

func get(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustPlan(t testing.TB, path string, opt Options) *Change {
	t.Helper()
	c, err := Plan(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func install(t testing.TB, path string, opt Options) *Change {
	t.Helper()
	c := mustPlan(t, path, opt)
	if err := c.Apply(); err != nil {
		t.Fatal(err)
	}
	return c
}

func uninstall(t testing.TB, path string) *Change {
	t.Helper()
	c, err := PlanUndo(path, options())
	if err == nil {
		err = c.Apply()
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func files(t testing.TB, path string) []string {
	t.Helper()
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range list {
		out = append(out, f.Name())
	}
	return out
}

// What is written is held against files, so that every change of it is seen.
func TestSamples(t *testing.T) {
	t.Parallel()
	for name, b := range samples(t) {
		if strings.HasPrefix(name, "crlf.") || strings.HasPrefix(name, "bom.") || strings.HasPrefix(name, "open.") || strings.HasPrefix(name, "wide.") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := mustPlan(t, put(t, name, b), options("--level", "proved"))
			var out strings.Builder
			for _, s := range c.Servers {
				fmt.Fprintf(&out, "# %s %s: %s %s\n", s.Project, s.Name, s.Action, s.Reason)
			}
			golden.Compare(t, filepath.Join("testdata", name+".want"), []byte(out.String()+strings.ReplaceAll(string(c.after), escaped(ourProgram), "/opt/sb/schema-bench")))
		})
	}
}

// Line ends and a byte order mark do not change what is written, which has them too.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	all := samples(t)
	for name, b := range all {
		kind, of, _ := strings.Cut(name, ".")
		from, ok := all[of]
		if !ok || kind == "wide" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			toml := strings.HasSuffix(name, ".toml")
			p, err := inMemory(from, toml, options())
			if err != nil {
				t.Fatal(err)
			}
			q, err := inMemory(b, toml, options())
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]func([]byte) []byte{
				"crlf": func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) },
				"bom":  func(b []byte) []byte { return append([]byte("\uFEFF"), b...) },
				"open": func(b []byte) []byte { return bytes.TrimRight(b, "\n") },
			}[kind](p.after)
			if !bytes.Equal(q.after, want) {
				t.Errorf("%q\nnot\n%q", q.after, want)
			}
		})
	}
}

// Taking the proxy out gives every byte back, installing twice is installing once, other options are taken over, and
// nothing is left in the folder.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	for name, b := range samples(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := put(t, name, b)
			c := install(t, path, options())
			once := get(t, path)
			if !c.Changed() || bytes.Equal(once, b) || c.Backup == "" {
				t.Fatal("nothing was installed")
			}
			if got := get(t, path+suffix); !bytes.Equal(got, b) {
				t.Errorf("the backup is another file:\n%s", got)
			}
			if again := install(t, path, options()); again.Changed() || again.Backup != "" || again.Diff() != "" {
				t.Errorf("the second time changes\n%s", again.Diff())
			}
			other := install(t, path, options("--check-args", "--level", "standard"))
			if !other.Changed() || other.Backup != "" {
				t.Errorf("other options: changed %v, backup %q", other.Changed(), other.Backup)
			}
			if install(t, path, options()); !bytes.Equal(get(t, path), once) {
				t.Errorf("the options of before give another file:\n%s", get(t, path))
			}
			c = uninstall(t, path)
			if got := get(t, path); !bytes.Equal(got, b) {
				t.Errorf("it comes back as\n%s", got)
			}
			if left := files(t, path); len(left) != 1 || len(c.Remove) != 1 {
				t.Errorf("left are %v", left)
			}
			if bytes.Contains(b, []byte("schema-bench")) {
				return // once nothing tells who put it there, it is taken out
			}
			if c := uninstall(t, path); c.Changed() || !bytes.Equal(get(t, path), b) {
				t.Errorf("the second time changes\n%s", c.Diff())
			}
		})
	}
}
