//go:build !linux && !darwin

package main

import (
	"errors"
	"time"
)

var errUsage = errors.New("CPU time of a thread is read on Linux and macOS only")

func threadCPU() (time.Duration, error) { return 0, errUsage }

func processUsage() (cpu time.Duration, peak int64, err error) { return 0, 0, errUsage }

func resident(peak int64) int64 { return peak }
