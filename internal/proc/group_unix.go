//go:build unix

package proc

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// group is a process group, named by the pid of its first process.
//
// The number stays reserved while any member lives. Between looking and signalling the last member
// may go, and then the number would have to be given out again within microseconds for the signal
// to hit a stranger; systems hand out pids in turn, so that does not happen.
type group struct{ id int }

func startInGroup(cmd *exec.Cmd) (group, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	tieToParent(attr)
	cmd.SysProcAttr = attr
	if err := cmd.Start(); err != nil {
		return group{}, err
	}
	return group{id: cmd.Process.Pid}, nil
}

// signals says that a child can be asked to end.
const signals = true

// terminate asks the group to end and reports whether waiting for it makes sense.
func (g group) terminate() bool { return g.signal(syscall.SIGTERM) }

func (g group) kill() { g.signal(syscall.SIGKILL) }

func (g group) signal(s syscall.Signal) bool { return syscall.Kill(-g.id, s) == nil }

// alive reports whether the group has members that still run. On macOS a group of nothing but
// zombies answers EPERM, so only a clean answer counts; elsewhere a zombie answers like a living
// process, and stays one where nothing adopts orphans, as in most containers.
func (g group) alive() bool { return g.signal(0) && !onlyZombies(g.id) }

// finish ends what the first process left behind: it asks, waits for at most grace or until hard
// is closed, and kills.
func (g group) finish(grace time.Duration, hard <-chan struct{}) {
	if !g.alive() {
		return
	}
	g.terminate()
	if !g.await(grace, hard) {
		g.kill()
		g.await(killWait, nil)
	}
}

// await reports whether the group ended within limit and before hard was closed. There is no
// event for the end of a process that is not a child of ours, so it looks again and again.
func (g group) await(limit time.Duration, hard <-chan struct{}) bool {
	pause := time.Millisecond
	for end := time.Now().Add(limit); time.Now().Before(end); pause = min(2*pause, 50*time.Millisecond) {
		if !g.alive() {
			return true
		}
		select {
		case <-hard:
			return false
		case <-time.After(pause):
		}
	}
	return !g.alive()
}

func signalOf(state *os.ProcessState) (int, string) {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return int(ws.Signal()), ws.Signal().String()
	}
	return 0, ""
}

// unstartable tells the two ways a file that exists cannot be executed.
func unstartable(err error) (badFormat, missing bool) {
	return errors.Is(err, syscall.ENOEXEC), errors.Is(err, syscall.ENOENT)
}
