package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// An outcome is what became of a mutant.
type outcome int

const (
	survived  outcome = iota
	killed            // a test failed
	timedOut          // the tests did not come to an end, or ran out of memory; counts as killed
	unbuilt           // it does not compile, so that it says nothing about the tests
	abandoned         // the run was interrupted
)

func (o outcome) String() string {
	return [...]string{"survived", "killed", "timed out", "does not build", "interrupted"}[o]
}

// A runner runs tests over changed files that it lays over the real ones, which are never touched.
type runner struct {
	root    string        // where commands run
	dir     string        // for its files; removed by who made it
	timeout time.Duration // for the tests of one package
	exec    string        // program that bounds the memory of a test; "" where there is none
}

// memory is what a test may take, in KiB: a changed loop can allocate without end.
const memory = 6 << 20

func newRunner(root, dir string, timeout time.Duration) (*runner, error) {
	r := &runner{root: root, dir: dir, timeout: timeout}
	if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
		r.exec = filepath.Join(dir, "bounded")
		text := fmt.Sprintf("#!/bin/sh\nulimit -v %d 2>/dev/null\nexec \"$@\"\n", memory)
		if err := os.WriteFile(r.exec, []byte(text), 0o700); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// run tests mutant number i with the packages in their order, until one notices it.
func (r *runner) run(ctx context.Context, i int, m mutant, packages []string) (outcome, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return survived, err
	}
	changed := filepath.Join(r.dir, fmt.Sprintf("%d.go", i))
	overlay := filepath.Join(r.dir, fmt.Sprintf("%d.json", i))
	defer os.Remove(changed)
	defer os.Remove(overlay)
	text, err := json.Marshal(struct{ Replace map[string]string }{map[string]string{m.file: changed}})
	if err != nil {
		return survived, err
	}
	if err := os.WriteFile(changed, m.apply(source), 0o600); err != nil {
		return survived, err
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return survived, err
	}
	if out, err := r.command(ctx, "build", "-overlay="+overlay, m.pkg); err != nil {
		return r.stopped(ctx, unbuilt), exitOnly(out, err)
	}
	for _, p := range packages {
		out, err := r.test(ctx, p, "-overlay="+overlay)
		if err == nil {
			continue
		}
		if err := exitOnly(out, err); err != nil {
			return survived, err
		}
		if strings.Contains(out, "panic: test timed out") || strings.Contains(out, "out of memory") || strings.Contains(out, "signal: killed") {
			return r.stopped(ctx, timedOut), nil
		}
		return r.stopped(ctx, killed), nil
	}
	return survived, nil
}

func (r *runner) stopped(ctx context.Context, o outcome) outcome {
	if ctx.Err() != nil {
		return abandoned
	}
	return o
}

// test runs the tests of one package.
func (r *runner) test(ctx context.Context, pkg string, flags ...string) (string, error) {
	args := append([]string{"test", "-short", "-count=1", "-failfast", "-vet=off", "-timeout=" + r.timeout.String()}, flags...)
	if r.exec != "" {
		args = append(args, "-exec="+r.exec)
	}
	return r.command(ctx, append(args, pkg)...)
}

func (r *runner) command(ctx context.Context, args ...string) (string, error) {
	// The tests end by themselves after the timeout; what does not is ended a minute later.
	ctx, cancel := context.WithTimeout(ctx, r.timeout+time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.WaitDelay = r.root, 10*time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// exitOnly returns nil if a command ran and said no, and the error, with its output, if it could not be run at all.
func exitOnly(out string, err error) error {
	if _, ok := err.(*exec.ExitError); ok || err == nil {
		return nil
	}
	return fmt.Errorf("%w\n%s", err, out)
}
