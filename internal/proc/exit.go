package proc

import (
	"fmt"
	"os"
)

// Exit says how a child ended. The zero value is a clean end with status 0.
type Exit struct {
	Code    int    // exit status; -1 if a signal ended the child or the status is unknown
	Signal  int    // number of the signal that ended it, 0 if none
	Name    string // what the system calls that signal, e.g. "segmentation fault"
	Stopped bool   // the end was asked for, by Stop or by the context
	Err     error  // the status could not be had
}

// String describes the end for an error message: "exited with status 3", "killed by signal 9
// (killed)".
func (e Exit) String() string {
	switch {
	case e.Err != nil:
		return fmt.Sprintf("ended in an unknown way (%v)", e.Err)
	case e.Signal != 0 && e.Name != "":
		return fmt.Sprintf("killed by signal %d (%s)", e.Signal, e.Name)
	case e.Signal != 0:
		return fmt.Sprintf("killed by signal %d", e.Signal)
	case uint32(e.Code) >= 0xC0000000:
		// Windows reports crashes as NTSTATUS values, which people look up in hexadecimal.
		return fmt.Sprintf("exited with status 0x%08X", uint32(e.Code))
	default:
		return fmt.Sprintf("exited with status %d", e.Code)
	}
}

func exitOf(state *os.ProcessState, waitErr error) Exit {
	if state == nil {
		return Exit{Code: -1, Err: waitErr}
	}
	e := Exit{Code: state.ExitCode()}
	e.Signal, e.Name = signalOf(state)
	return e
}
