package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed count.mjs
var countScript []byte

// A nodeProcess is a running count.mjs.
type nodeProcess struct {
	dir, script, scratch string
	version, runtime     string
	cmd                  *exec.Cmd
	in                   io.WriteCloser
	out                  *bufio.Reader
}

// startNode starts Node.js on the package in dir/node_modules; scratch is a folder for files.
func startNode(dir, scratch string) (*nodeProcess, error) {
	n := &nodeProcess{dir: dir, script: filepath.Join(scratch, "count.mjs"), scratch: scratch}
	if err := os.WriteFile(n.script, countScript, 0o600); err != nil {
		return nil, err
	}
	n.cmd = exec.Command("node", n.script, dir, "serve")
	n.cmd.Stderr = os.Stderr
	in, err := n.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	n.in, n.out = in, bufio.NewReader(out)
	if err := n.cmd.Start(); err != nil {
		return nil, fmt.Errorf("npm tiktoken: %w", err)
	}
	var hello struct{ Version, Runtime string }
	if err := n.read(&hello); err != nil {
		return nil, errors.Join(err, n.close())
	}
	n.version, n.runtime = hello.Version, hello.Runtime
	return n, nil
}

func (n *nodeProcess) read(v any) error {
	line, err := n.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("npm tiktoken: no answer: %w", err)
	}
	if err := json.Unmarshal(line, v); err != nil {
		return fmt.Errorf("npm tiktoken: %w", err)
	}
	return nil
}

// time makes passes over a file.
func (n *nodeProcess) time(encoding, file string, passes int) (timing, error) {
	ask, err := json.Marshal(struct {
		Encoding string `json:"encoding"`
		File     string `json:"file"`
		Passes   int    `json:"passes"`
	}{encoding, file, passes})
	if err != nil {
		return timing{}, err
	}
	if _, err := n.in.Write(append(ask, '\n')); err != nil {
		return timing{}, fmt.Errorf("npm tiktoken: %w", err)
	}
	var t timing
	if err := n.read(&t); err != nil {
		return timing{}, err
	}
	t.CPU = max(t.CPU, 1)
	return t, nil
}

// timeText makes passes over a text that is in no file yet.
func (n *nodeProcess) timeText(encoding string, text []byte, passes int) (timing, error) {
	file := filepath.Join(n.scratch, "text")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return timing{}, err
	}
	return n.time(encoding, file, passes)
}

// fresh runs one task in a process of its own.
func (n *nodeProcess) fresh(args ...string) (*report, error) {
	cmd := exec.Command("node", append([]string{"--expose-gc", n.script, n.dir}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("npm tiktoken: %w", err)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		return nil, fmt.Errorf("npm tiktoken: %w", err)
	}
	return &r, nil
}

// close ends the process, which reads to the end of its input.
func (n *nodeProcess) close() error {
	n.in.Close()
	return n.cmd.Wait()
}
