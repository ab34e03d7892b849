//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program returns the program as a process of its own in dir.
func program(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "schema-bench", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "TMPDIR="+dir, "NO_COLOR=1")
	return cmd
}

// pidsDir makes a directory for stuck servers, and returns a function that waits until a server and its child are there.
func pidsDir(t *testing.T, dir string) (pids string, wait func()) {
	t.Helper()
	pids = filepath.Join(dir, "pids")
	if err := os.MkdirAll(pids, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pids+".ready", 0o600); err != nil {
		t.Skip(err)
	}
	ready, err := os.OpenFile(pids+".ready", os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ready.Close() })
	return pids, func() {
		t.Helper()
		if err := ready.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(ready, make([]byte, 2)); err != nil {
			t.Fatalf("the server did not start: %v", err)
		}
	}
}

// An interrupt ends the program with its servers and what they started.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		signal syscall.Signal
		args   func(pids string) []string
	}{
		{"floor", syscall.SIGINT, func(pids string) []string { return []string{"--", "stuck", pids} }},
		{"import", syscall.SIGTERM, func(pids string) []string { return []string{"import", "-o", "out.json", "--", "stuck", pids} }},
		{"config", syscall.SIGINT, func(string) []string { return []string{"mcp.json"} }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			pids, wait := pidsDir(t, dir)
			write(t, dir, "mcp.json", `{"mcpServers":{"good":{"command":"schema-bench","args":["demo","serve"]},"stuck":{"command":"stuck","args":["`+pids+`"]}}}`)
			cmd := program(t, dir, tt.args(pids)...)
			var out, errw bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errw
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			wait()
			if err := cmd.Process.Signal(tt.signal); err != nil {
				t.Fatal(err)
			}
			cmd.Wait() // the code is looked at below
			if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
				t.Errorf("exit code %d", code)
			}
			if out.Len() > 0 || errw.String() != "schema-bench: interrupted\n" {
				t.Errorf("it says:\n%s%s", &out, &errw)
			}
			started, err := pidsIn(pids)
			if err != nil {
				t.Fatal(err)
			}
			for _, pid := range started {
				if running(pid) {
					t.Errorf("process %d is still running", pid)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "out.json")); err == nil {
				t.Error("something was written")
			}
		})
	}
}

// An interrupt ends a computation as well, and nothing is written.
func TestInterruptWhileComputing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Skip(err)
	}
	cmd := program(t, dir, "compact", "--level", "standard", "fifo", "-o", "out.json", "--report", "out.md")
	var out, errw bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errw
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// When the last bytes are taken the program is at work, for much longer than this test would wait.
	if err := os.WriteFile(filepath.Join(dir, "fifo"), []byte(manyTools(8000)), 0o600); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // the code is looked at below
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || errw.String() != "schema-bench: interrupted\n" || out.Len() > 0 {
		t.Errorf("exit code %d:\n%s%s", code, &out, &errw)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it went on for %s", took)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("it left %v, %v", entries, err)
	}
}

// New files get the permissions that the process gives, replaced ones keep theirs, and the original's copy has them.
func TestFileModes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "tools.json", oneTool)
	run := exec.CommandContext(t.Context(), "sh", "-c", `umask 027 && schema-bench import tools.json -o new.json && chmod 604 tools.json && schema-bench import tools.json -o tools.json --overwrite`)
	run.Dir, run.Env = dir, append(os.Environ(), "HOME="+dir)
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for name, want := range map[string]os.FileMode{"new.json": 0o640, "tools.json": 0o604, "tools.json.orig": 0o604} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
}

// Waiting for standard input or for the writer of a pipe can be interrupted as well.
func TestInterruptWhileReading(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"-", "fifo"} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
			t.Skip(err)
		}
		pids, wait := pidsDir(t, dir)
		// The server beside it tells when the program has got to work.
		cmd := program(t, dir, source, "mcp:stuck "+pids)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		wait()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // the code is looked at below
		in.Close()
		if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
			t.Errorf("%s: exit code %d", source, code)
		}
	}
}

// A reader that goes away ends nothing in the middle, and the code is still that of what was found.
func TestReaderGoesAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "tools.json", oneTool)
	write(t, dir, "other.json", `[{"name":"add","inputSchema":{"type":"string"}}]`)
	for _, tt := range []struct {
		args []string
		want int
	}{
		{[]string{"verify", "tools.json", "other.json"}, exitFinding},
		{[]string{"compact", "tools.json", "-o", "-"}, exitOK},
		{[]string{"completion", "bash"}, exitOK},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd := program(t, dir, tt.args...)
		var errw bytes.Buffer
		cmd.Stdout, cmd.Stderr = w, &errw
		cmd.Run() // the code is looked at below
		w.Close()
		if code := cmd.ProcessState.ExitCode(); code != tt.want {
			t.Errorf("%v: exit code %d, want %d: %s", tt.args, code, tt.want, cmd.ProcessState)
		}
		if strings.Contains(errw.String(), "panic") || strings.Contains(errw.String(), "pipe") {
			t.Errorf("%v: %s", tt.args, &errw)
		}
	}
}

// A reader that takes the first line and goes.
func TestHead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := program(t, dir, "demo")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(io.LimitReader(out, 200)).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "# ") {
		t.Errorf("%q, %v", line, err)
	}
	out.Close()
	cmd.Wait() // the code is looked at below
	if code := cmd.ProcessState.ExitCode(); code != exitOK {
		t.Errorf("exit code %d: %s", code, cmd.ProcessState)
	}
	left, err := filepath.Glob(filepath.Join(dir, "schema-bench-demo-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("the tour left %v, %v", left, err)
	}
}

// What is no document is refused: directories, devices, sockets, files that may not be read.
func TestOddFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Skip(err)
	}
	secret := write(t, dir, "secret.json", oneTool)
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		source string
		want   int
		text   string
	}{
		{dir, exitUsage, "is a directory"},
		{"/dev/null", exitUnmeasured, "the document is empty"},
		{"secret.json", exitUnmeasured, "permission denied"},
		{"loop", exitUsage, ""},
	} {
		if tt.source == "secret.json" && os.Geteuid() == 0 {
			continue // root may read everything
		}
		if tt.source == "loop" {
			if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
				t.Fatal(err)
			}
		}
		e, out, errw := testEnv(dir)
		if code := e.run(context.Background(), []string{tt.source}); code != tt.want || out.Len() > 0 || strings.Count(errw.String(), "schema-bench: ") != 1 || !strings.Contains(errw.String(), tt.text) {
			t.Errorf("%s: exit code %d\n%s%s", tt.source, code, out, errw)
		}
	}

	// A pipe is read like a file.
	wrote := make(chan error, 1)
	go func() { wrote <- os.WriteFile(filepath.Join(dir, "fifo"), []byte(oneTool), 0o600) }()
	e, out, errw := testEnv(dir)
	if code := e.run(context.Background(), []string{"import", "fifo"}); code != exitOK || !strings.Contains(out.String(), `"add"`) {
		t.Errorf("a pipe: exit code %d\n%s", code, errw)
	}
	if err := <-wrote; err != nil {
		t.Error(err)
	}
}
