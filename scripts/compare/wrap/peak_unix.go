//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the largest memory that a process held, in KB.
func peak(s *os.ProcessState) int {
	kb := int(s.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" {
		kb /= 1024 // bytes there
	}
	return kb
}
