//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the most memory that a process had at a time, in bytes.
func peak(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(usage.Maxrss) // in bytes there, in KiB elsewhere
	}
	return int64(usage.Maxrss) << 10
}
