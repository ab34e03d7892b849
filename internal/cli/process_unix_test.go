//go:build unix

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// running reports whether a process is there and is more than what is left until its parent has asked for its end.
func running(pid int) bool {
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) || !hasProc()
	}
	_, after, _ := bytes.Cut(stat, []byte(") "))
	return !bytes.HasPrefix(after, []byte("Z"))
}

func hasProc() bool {
	_, err := os.Stat("/proc/self/stat")
	return err == nil
}
