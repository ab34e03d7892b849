package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"
)

// A report is what a fresh process says of itself.
type report struct {
	CPU      time.Duration // of the process until the first count was there
	Resident int64         // bytes, after a garbage collection
	Peak     int64         // bytes
	Cold     []timing      // the first pass over each text
	Count    int           // tokens of the first text
}

// first is the text of the first count.
const first = "The quick count of a fresh process: 1 sentence."

// fresh runs a task in a new process of the same program. What is fresh there is the vocabulary, the memo and the memory.
func (b *bench) fresh(task, encoding string) (*report, error) {
	args := []string{"-child", task, encoding, b.dir}
	for _, t := range b.texts {
		args = append(args, t.Kind)
	}
	cmd := exec.Command(b.exe, args...)
	cmd.Stderr = b.progress
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("process for %s: %w", task, err)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		return nil, fmt.Errorf("process for %s: %w", task, err)
	}
	return &r, nil
}

// child is the other side of fresh: args are task, encoding, folder and the names of the texts in it.
func child(args []string, stdout io.Writer) error {
	if len(args) < 3 {
		return fmt.Errorf("a child wants a task, an encoding and a folder")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var r report
	var c counter
	var err error
	switch task, encoding := args[0], args[1]; task {
	case "idle":
	case "cold", ours:
		c, _, err = newOurs(encoding)
	case tiktokenGo:
		c, err = newTiktokenGo(encoding)
	default:
		err = fmt.Errorf("unknown task %q", task)
	}
	if err != nil {
		return err
	}
	if c.count != nil {
		r.Count = c.count([]byte(first), first)
	}
	if r.CPU, _, err = processUsage(); err != nil {
		return err
	}
	if args[0] == "cold" {
		for _, name := range args[3:] {
			text, err := os.ReadFile(filepath.Join(args[2], name))
			if err != nil {
				return err
			}
			t, err := c.time(text, 1)
			if err != nil {
				return err
			}
			r.Cold = append(r.Cold, t)
		}
	} else {
		debug.FreeOSMemory()
		if _, r.Peak, err = processUsage(); err != nil {
			return err
		}
		r.Resident = resident(r.Peak)
	}
	runtime.KeepAlive(c) // or its vocabulary would not be in the figure
	return json.NewEncoder(stdout).Encode(r)
}
