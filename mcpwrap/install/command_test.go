package install

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/proc"
)

func TestAbsolute(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ command, path, want string }{
		{"npx", "", "/usr/bin/npx"},
		{"npx", "/a/bin", "/a/bin/npx"},
		{"npx", "/a/bin:${PATH}", "npx"},
		{"./run", "", "./run"},
		{"bin/run", "", "bin/run"},
		{`bin\run`, "", `bin\run`},
		{"/bin/run", "", "/bin/run"},
		{"${env:HOME}/x", "", "${env:HOME}/x"},
		{"${command}", "", "${command}"},
		{"%APPDATA%", "", "%APPDATA%"},
		{"~/x", "", filepath.Join("/home/ada", "x")},
	} {
		opt := Options{Look: look, Home: "/home/ada"}
		if got, err := opt.absolute(test.command, test.path); err != nil || got != test.want {
			t.Errorf("%q with %q: %q, %v", test.command, test.path, got, err)
		}
	}
	if got, err := new(Options).absolute("~/x", ""); err != nil || got != "~/x" {
		t.Errorf("without a home: %q, %v", got, err)
	}
}

// The usual way to look is that of the proxy.
func TestLooksInPATH(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := "tool"
	if runtime.GOOS == "windows" {
		name += ".cmd"
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got, err := new(Options).absolute("tool", dir); err != nil || got != filepath.Join(dir, name) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := new(Options).absolute("tool", filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "not found in PATH") {
		t.Errorf("%v", err)
	}
	opt := Options{Look: func(string, []string) (string, error) { return "", errors.New("why") }}
	if _, err := opt.absolute("x", ""); err == nil || err.Error() != "why" {
		t.Errorf("%v", err)
	}
}

func TestIsProgram(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]bool{
		"schema-bench": true, "/a/b/schema-bench": true, `C:\x\Schema-Bench.EXE`: true, "/opt/sb": true,
		"npx": false, "schema-bench-2": false, "/schema-bench/npx": false, "": false,
	} {
		if got := isProgram(command, "/opt/sb"); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}

// A test runs from a folder that is gone when it ends, and no client is to start it there.
func TestPassingProgram(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path, err := new(Options).program()
	if named, look := proc.Look("schema-bench", "", nil); look == nil && sameFile(named, exe) || !strings.Contains(exe, "go-build") {
		t.Skip("the test does not run from such a folder")
	}
	if err == nil || !strings.Contains(err.Error(), "is gone when this run ends") {
		t.Errorf("%q, %v", path, err)
	}
}
