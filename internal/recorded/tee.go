package recorded

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"sync"
)

// The variable that makes a program a Tee, and holds the name of the file that it writes.
const TeeVar = "SCHEMA_BENCH_RECORDED_TEE"

// Marks of the two directions in a record.
const (
	toServer   = '>'
	fromServer = '<'
)

// Tee runs a server and passes its standard streams on, and writes each line of them to the file that TeeVar names. It
// returns the exit code of the server, or 125 for an error of its own.
func Tee(command []string) int {
	name := os.Getenv(TeeVar)
	os.Unsetenv(TeeVar)
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil || len(command) == 0 {
		return 125
	}
	defer file.Close()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil || cmd.Start() != nil {
		return 125
	}
	var mu sync.Mutex
	pass := func(mark byte, r io.Reader, w io.Writer) {
		lines := bufio.NewReaderSize(r, 1<<16)
		for {
			line, err := lines.ReadBytes('\n')
			if len(line) > 0 {
				mu.Lock()
				_, _ = file.Write(append([]byte{mark}, line...))
				mu.Unlock()
				if _, writeErr := w.Write(line); writeErr != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	go func() {
		pass(toServer, os.Stdin, in)
		in.Close()
	}()
	pass(fromServer, out, os.Stdout)
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode()
}
