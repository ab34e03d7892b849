package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// stuck is a server that never says anything and has started another one, as launchers do: stuck DIR. Each leaves a
// file in DIR that is named like its process, and a byte in the pipe DIR.ready if there is one.
func stuck() {
	dir := os.Args[1]
	if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(os.Getpid())), nil, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
	if ready, err := os.OpenFile(dir+".ready", os.O_WRONLY, 0); err == nil {
		ready.Write([]byte{1})
		ready.Close()
	}
	if len(os.Args) == 2 {
		child := exec.Command(os.Args[0], dir, "child")
		child.Args[0] = "stuck"
		if err := child.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(9)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		os.Exit(9)
	}
	defer w.Close()
	r.Read(make([]byte, 1)) // for ever
}

// gone checks that no process is left of those that left a file in a directory: gone DIR COUNT
func gone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: gone DIR COUNT")
	}
	pids, err := pidsIn(ts.MkAbs(args[0]))
	ts.Check(err)
	if strconv.Itoa(len(pids)) != args[1] {
		ts.Fatalf("%d processes were started, want %s", len(pids), args[1])
	}
	for _, pid := range pids {
		if running(pid) {
			ts.Fatalf("process %d is still running", pid)
		}
	}
}

// pidsIn returns the processes that left a file in a directory.
func pidsIn(dir string) ([]int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, d := range entries {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			return nil, err
		}
		pids = append(pids, pid)
	}
	return pids, nil
}
