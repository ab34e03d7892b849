//go:build linux || darwin

package main

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// threadCPU returns the CPU time that the calling thread has used.
func threadCPU() (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0, os.NewSyscallError("clock_gettime", err)
	}
	return time.Duration(t.Nano()), nil
}

// processUsage returns the CPU time of the process, user and system together, and its peak memory in bytes.
func processUsage() (cpu time.Duration, peak int64, err error) {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0, 0, os.NewSyscallError("getrusage", err)
	}
	peak = u.Maxrss // bytes on macOS
	if runtime.GOOS == "linux" {
		// Linux counts kilobytes, and passes the peak of the parent on to a child, so /proc comes first.
		if peak = status("VmHWM:"); peak == 0 {
			peak = u.Maxrss << 10
		}
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), peak, nil
}

// resident returns the memory that the process holds now, in bytes. Where the system has no /proc it is the peak.
func resident(peak int64) int64 {
	if now := status("VmRSS:"); now > 0 {
		return now
	}
	return peak
}

// status returns a figure of /proc/self/status in bytes, 0 if there is none.
func status(name string) int64 {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name {
			kilobytes, err := strconv.ParseInt(f[1], 10, 64)
			if err != nil {
				return 0
			}
			return kilobytes << 10
		}
	}
	return 0
}
