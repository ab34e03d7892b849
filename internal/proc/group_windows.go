package proc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object. Windows kills its members when the last handle to it is closed, so the
// tree also ends when this process is killed.
type group struct{ job windows.Handle }

// startInGroup starts the child suspended, puts it into a job and lets it run: a child that ran
// first could start processes outside the job.
func startInGroup(cmd *exec.Cmd) (group, error) {
	job, err := newJob()
	if err != nil {
		return group{}, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		// A group of its own keeps Ctrl-C at the console for us, who then end the tree in order.
		CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP,
		HideWindow:    true,
	}
	if err := cmd.Start(); err != nil {
		windows.CloseHandle(job)
		return group{}, err
	}
	if err := adopt(job, uint32(cmd.Process.Pid)); err != nil {
		err = errors.Join(err, cmd.Process.Kill())
		cmd.Wait()
		windows.CloseHandle(job)
		return group{}, err
	}
	return group{job: job}, nil
}

func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, fmt.Errorf("create job object: %w", err)
	}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		windows.CloseHandle(job)
		return 0, fmt.Errorf("limit job object: %w", err)
	}
	return job, nil
}

func adopt(job windows.Handle, pid uint32) error {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return fmt.Errorf("open process: %w", err)
	}
	defer windows.CloseHandle(h)
	if err := windows.AssignProcessToJobObject(job, h); err != nil {
		return fmt.Errorf("assign to job object: %w", err)
	}
	return resume(pid)
}

// resume lets the suspended child run. Package os has closed the handle of its first thread, so
// that thread is looked up; a process that has not run yet has only this one.
func resume(pid uint32) error {
	snap, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return fmt.Errorf("list threads: %w", err)
	}
	defer windows.CloseHandle(snap)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(snap, &entry); err == nil; err = windows.Thread32Next(snap, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return fmt.Errorf("open thread: %w", err)
		}
		defer windows.CloseHandle(thread)
		if _, err := windows.ResumeThread(thread); err != nil {
			return fmt.Errorf("resume thread: %w", err)
		}
		return nil
	}
	return fmt.Errorf("resume: no thread of process %d found", pid)
}

// signals says that there is nothing between the end of input and the kill.
const signals = false

// terminate reports false: Windows has no way to ask a console program without a window to end
// that would not also reach processes outside the job.
func (g group) terminate() bool { return false }

func (g group) kill() { windows.TerminateJobObject(g.job, 1) }

// finish kills what the first process left behind and releases the job.
func (g group) finish(time.Duration, <-chan struct{}) {
	g.kill()
	windows.CloseHandle(g.job)
}

func signalOf(*os.ProcessState) (int, string) { return 0, "" }

func unstartable(err error) (badFormat, missing bool) {
	return errors.Is(err, windows.ERROR_BAD_EXE_FORMAT), errors.Is(err, windows.ERROR_FILE_NOT_FOUND)
}
