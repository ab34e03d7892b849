package proc

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// tieToParent makes the kernel kill the first process of the group when we are killed without a
// chance to clean up. The signal goes out when the forking thread ends, not the process, which is
// why Process.run keeps its thread. The rest of the group is not reached by it, but loses its
// standard input at the same moment, which ends a stdio server.
func tieToParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// onlyZombies reports whether every process of the group has ended and merely waits to be reaped.
// Where /proc cannot be read it reports false.
func onlyZombies(pgid int) bool {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(files) == 0 {
		return false
	}
	for _, f := range files {
		stat, err := os.ReadFile(f)
		if err != nil {
			continue // it ended meanwhile
		}
		// "pid (name) state ppid pgrp …": the name may hold spaces and parentheses.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 3 {
			continue
		}
		if id, err := strconv.Atoi(string(fields[2])); err == nil && id == pgid && fields[0][0] != 'Z' && fields[0][0] != 'X' {
			return false
		}
	}
	return true
}
