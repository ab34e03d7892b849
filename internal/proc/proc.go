package proc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

const (
	defaultGrace     = 2 * time.Second
	defaultTailLines = 40
	defaultTailBytes = 16 << 10

	// killWait bounds how long the end of a killed process is awaited. Only one that hangs in the
	// kernel (a dead network mount) outlives it.
	killWait = 5 * time.Second
	// drainWait bounds how long standard error is read after the whole group has ended: the pipe
	// closes at once, unless something that left the group still holds it.
	drainWait = 500 * time.Millisecond
)

// Options says what to start and how to end it. The zero value of every field but Command works.
type Options struct {
	// Command is a program name looked up in PATH, or a path. A relative path counts from Dir.
	Command string
	// Args are the arguments, without the program name.
	Args []string
	// Env holds NAME=value entries laid over the environment of this process; the last entry of a
	// name wins.
	Env []string
	// Dir is the working directory; empty means that of this process.
	Dir string

	// Stderr, if not nil, also receives standard error as it comes, raw: a program that stands
	// between a client and its server passes the server's log on. It is written to by one goroutine;
	// a writer that blocks, blocks the child. Its errors are ignored.
	Stderr io.Writer
	// Secrets are strings that never show up in Tail, such as the values of tokens in Env.
	Secrets []string
	// TailLines bounds what Tail keeps of standard error: 40 lines if zero, and 16 KiB in any case.
	TailLines int
	tailBytes int // 16 KiB if zero

	// Grace is how long a child may take to end after its standard input was closed, and again
	// after it was asked to terminate, before it is killed: two seconds if zero.
	Grace time.Duration
}

// Process is a running or ended child. Its methods may be called from several goroutines. The zero
// value is not usable; Start makes one.
type Process struct {
	cmd    *exec.Cmd
	group  group
	grace  time.Duration
	stdin  *os.File
	stdout *os.File
	tail   *tail

	stopOnce sync.Once
	hardOnce sync.Once
	termOnce sync.Once
	stopping chan struct{} // closed when somebody asked for the end
	term     chan struct{} // closed when the end of input is not to be waited for
	hard     chan struct{} // closed when patience is over
	done     chan struct{} // closed when all is over; exit is set before
	exit     Exit
}

// Start starts a child. It ends, with everything it started, when ctx is cancelled; the caller
// ends it earlier with Stop, and must call Stop in any case to release the pipes. A command that
// cannot be found gives a *LookError.
func Start(ctx context.Context, opt Options) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("proc: start %q: %w", opt.Command, err)
	}
	path, err := Look(opt.Command, opt.Dir, opt.Env)
	if err != nil {
		return nil, err
	}
	if err := checkBatchArgs(path, opt.Args); err != nil {
		return nil, err
	}
	p := &Process{
		cmd:      exec.Command(path, opt.Args...),
		grace:    opt.Grace,
		tail:     newTail(opt),
		stopping: make(chan struct{}),
		term:     make(chan struct{}),
		hard:     make(chan struct{}),
		done:     make(chan struct{}),
	}
	if p.grace <= 0 {
		p.grace = defaultGrace
	}
	p.cmd.Dir = opt.Dir
	p.cmd.Env = append(os.Environ(), opt.Env...)
	stderr, childEnds, err := p.pipes()
	if err != nil {
		return nil, fmt.Errorf("proc: start %q: %w", opt.Command, err)
	}

	started := make(chan error, 1)
	go p.run(ctx, started, stderr, opt.Stderr, childEnds)
	if err := <-started; err != nil {
		return nil, startError(opt.Command, path, opt.Dir, err)
	}
	return p, nil
}

// pipes makes the three pipes. Own ones rather than exec's, because exec closes its read ends in
// Wait, which would cut off output that the caller has not read yet.
func (p *Process) pipes() (stderr *os.File, childEnds []*os.File, err error) {
	var ends []*os.File
	pipe := func() (r, w *os.File) {
		if err != nil {
			return nil, nil
		}
		if r, w, err = os.Pipe(); err == nil {
			ends = append(ends, r, w)
		}
		return r, w
	}
	inR, inW := pipe()
	outR, outW := pipe()
	errR, errW := pipe()
	if err != nil {
		closeAll(ends)
		return nil, nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inR, outW, errW
	p.stdin, p.stdout = inW, outR
	return errR, []*os.File{inR, outW, errW}, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// run starts the child, reaps it and ends what is left of its group.
//
// It keeps one OS thread from before the start until after the end. On Linux the child asks to be
// killed when its parent dies, and the kernel takes the thread that forked for the parent: were
// that thread to end early, the child would die under us.
func (p *Process) run(ctx context.Context, started chan<- error, stderr *os.File, tee io.Writer, childEnds []*os.File) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	group, err := startInGroup(p.cmd)
	closeAll(childEnds)
	if err != nil {
		closeAll([]*os.File{p.stdin, p.stdout, stderr})
		started <- err
		return
	}
	p.group = group
	defer context.AfterFunc(ctx, p.requestStop)()
	started <- nil

	drained := make(chan struct{})
	go func() {
		defer close(drained)
		p.tail.drain(stderr, tee)
	}()
	ended := make(chan struct{})
	var enders sync.WaitGroup
	enders.Go(func() { p.end(ended) })

	// The error is not lost: everything it says is in ProcessState, except for failures of wait
	// itself, which leave the state nil.
	waitErr := p.cmd.Wait()
	close(ended)
	enders.Wait()
	p.group.finish(p.grace, p.hard)

	select {
	case <-drained:
	case <-time.After(drainWait):
	}
	stderr.Close()
	<-drained
	p.exit = exitOf(p.cmd.ProcessState, waitErr)
	select {
	case <-p.stopping:
		p.exit.Stopped = true
		p.stdin.Close()
		p.stdout.Close()
	default:
		// The child died unasked: its last output stays readable until Stop.
	}
	close(p.done)
}

// end waits for a request to stop and then escalates: end of input, SIGTERM, SIGKILL.
func (p *Process) end(ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-p.stopping:
	}
	p.stdin.Close()
	if p.waitGrace(ended, p.grace, p.term) {
		return
	}
	grace := p.grace
	select {
	case <-p.term:
		// Who asks this process by a signal often kills it when that was for nothing. What it started should be gone before.
		grace = grace * 3 / 4
	default:
	}
	if p.group.terminate() && p.waitGrace(ended, grace, nil) {
		return
	}
	p.group.kill()
}

// waitGrace reports whether the first process ended within the grace, and before that was cut short.
func (p *Process) waitGrace(ended <-chan struct{}, grace time.Duration, cut <-chan struct{}) bool {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-ended:
		return true
	case <-cut:
	case <-p.hard:
	case <-timer.C:
	}
	return false
}

func (p *Process) requestStop() { p.stopOnce.Do(func() { close(p.stopping) }) }

// Terminate asks the child to end, by a signal and without waiting for what the end of its input does. It passes on a
// signal that this process has got; Stop waits for the end. On Windows, which has no such signal, the end of input is all
// that asks.
func (p *Process) Terminate() {
	if signals {
		p.termOnce.Do(func() { close(p.term) })
	}
	p.requestStop()
}

// Stop ends the child and everything it started, and waits for that. It closes standard input,
// then asks (SIGTERM), then kills, with the grace between the steps; once ctx is done it kills at
// once. It may be called any number of times, also after the child died by itself. The error is
// not nil only if the child survived being killed.
func (p *Process) Stop(ctx context.Context) (Exit, error) {
	p.requestStop()
	select {
	case <-p.done:
	case <-ctx.Done():
		p.hardOnce.Do(func() { close(p.hard) })
		if err := p.awaitKilled(0); err != nil {
			return Exit{}, err
		}
	case <-time.After(3 * p.grace):
		if err := p.awaitKilled(killWait); err != nil {
			return Exit{}, err
		}
	}
	// Both are closed already if the child was stopped; here they are closed for one that died.
	p.stdin.Close()
	p.stdout.Close()
	return p.exit, nil
}

func (p *Process) awaitKilled(extra time.Duration) error {
	select {
	case <-p.done:
		return nil
	case <-time.After(killWait + extra):
		return fmt.Errorf("proc: process %d is still there after it was killed", p.Pid())
	}
}

// Wait waits until the child and its group have ended, without asking them to. Its error is that
// of ctx; how the child ended is in Exit.
func (p *Process) Wait(ctx context.Context) (Exit, error) {
	select {
	case <-p.done:
		return p.exit, nil
	case <-ctx.Done():
		return Exit{}, ctx.Err()
	}
}

// Done is closed when the child and its group have ended and Tail is complete.
func (p *Process) Done() <-chan struct{} { return p.done }

// Stdin is the child's standard input. Closing it tells a stdio server to end.
func (p *Process) Stdin() io.WriteCloser { return p.stdin }

// Stdout is the child's standard output. Closing it twice is harmless; Stop closes it.
func (p *Process) Stdout() io.ReadCloser { return quietCloser{p.stdout} }

// Pid is the process id of the child, the first process of its group.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Tail returns the last lines of standard error, oldest first, fit for a terminal: see safetext.Plain.
func (p *Process) Tail() []string { return p.tail.lines() }

// quietCloser makes the second Close of a file no error: both Stop and a transport that owns the
// stream close it.
type quietCloser struct{ *os.File }

func (q quietCloser) Close() error {
	if err := q.File.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
