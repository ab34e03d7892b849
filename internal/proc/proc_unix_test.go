//go:build unix

package proc

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestStubbornIsKilled(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	p := start(t, t.Context(), h.options("stubborn"))
	h.await("stubborn")
	exit, err := p.Stop(t.Context())
	if err != nil || exit.Signal != 9 || exit.String() != "killed by signal 9 (killed)" {
		t.Errorf("Stop = %+v (%s), %v", exit, exit, err)
	}
}

func TestPoliteMayCleanUp(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	opt := h.options("polite")
	// The wait after the end of input is spent in full, of that after SIGTERM only what it takes.
	opt.Grace = time.Second
	p := start(t, t.Context(), opt)
	h.await("polite")
	exit, err := p.Stop(t.Context())
	if err != nil || exit.Code != 0 || exit.Signal != 0 {
		t.Errorf("Stop = %+v (%s), %v", exit, exit, err)
	}
	if got := p.Tail(); len(got) != 1 || got[0] != "saved" {
		t.Errorf("tail = %q", got)
	}
}

// A signal that is passed on does not wait for the end of input to do its work.
func TestTerminate(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	opt := h.options("polite")
	opt.Grace = time.Hour
	p := start(t, t.Context(), opt)
	h.await("polite")
	p.Terminate()
	p.Terminate()
	exit, err := p.Stop(t.Context())
	if err != nil || exit.Code != 0 || !exit.Stopped {
		t.Errorf("Stop = %+v (%s), %v", exit, exit, err)
	}
	if got := p.Tail(); len(got) != 1 || got[0] != "saved" {
		t.Errorf("tail = %q", got)
	}
	p.Terminate() // of what has ended
}

func TestKilledFromOutside(t *testing.T) {
	t.Parallel()
	p := start(t, t.Context(), child("echo"))
	if err := syscall.Kill(p.Pid(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	exit, err := p.Wait(t.Context())
	if err != nil || exit.Stopped || exit.Signal != 9 {
		t.Errorf("Wait = %+v, %v", exit, err)
	}
}

// TestHostKilledHard checks that children do not outlive a host that had no chance to clean up.
// Only Linux can promise that for a child that ignores the end of its input.
func TestHostKilledHard(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("no parent-death signal on this system")
	}
	h := newHome(t)
	host := start(t, t.Context(), h.options("host"))
	conns := h.await("host", "stubborn")
	if err := syscall.Kill(host.Pid(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	h.mustEnd(conns)
}

func TestUnstartableFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tc := range []struct{ command, want, hint string }{
		{write("plain", "#!/bin/sh\n", 0o644), "is not executable", "chmod +x"},
		{write("shebang", "#!/no/such/interpreter\n", 0o755), "names an interpreter that does not exist", "install the interpreter"},
		{write("noise", "\x00\x01\x02not a program", 0o755), "is not a program for this system", "interpreter"},
		{filepath.Join(dir, "gone"), "no such file", ""},
		{filepath.Join(dir, "gone --stdio"), "no such file", "separate words"},
		{dir, "is a directory", ""},
	} {
		_, err := Start(t.Context(), Options{Command: tc.command})
		le, ok := err.(*LookError)
		if !ok || !strings.Contains(err.Error(), tc.want) || !strings.Contains(le.Hint(), tc.hint) {
			t.Errorf("%s: %v; want %q, hint %q", filepath.Base(tc.command), err, tc.want, tc.hint)
		}
	}
}

func TestLookUsesThePathOfEnvAndDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tool := filepath.Join(dir, "my-server")
	if err := os.WriteFile(tool, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		command, dir string
		env          []string
		want         string
	}{
		{"my-server", "", []string{"PATH=/nowhere:" + dir}, tool},
		{"my-server", "", []string{"PATH=" + dir, "PATH=/nowhere"}, ""},
		{"./my-server", dir, nil, tool},
		{"./my-server", "", nil, ""},
		{"my-server", dir, []string{"PATH=."}, ""},
	} {
		got, err := Look(tc.command, tc.dir, tc.env)
		if got != tc.want || (err == nil) != (tc.want != "") {
			t.Errorf("Look(%q, %q, %q) = %q, %v; want %q", tc.command, tc.dir, tc.env, got, err, tc.want)
		}
	}
}
