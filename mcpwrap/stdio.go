package mcpwrap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// A Stdio is a server that is a command, and the client that talks to it on two streams.
type Stdio struct {
	Command []string // program and arguments
	Env     []string // NAME=value, laid over the environment of this process
	Dir     string

	In  io.Reader // what the client writes
	Out io.Writer // what it reads
	Log io.Writer // the server's standard error, and what there is to say of it

	Rewriter *Rewriter
	Observer Observer
	// CheckArgs answers calls whose arguments are not valid at once, with what the server says of the parameters.
	CheckArgs bool
	// Late is told how long each message was held up, both ways.
	Late func(time.Duration)
	// Restarts is how often a server that dies by itself is started again. What it was to answer is answered with an
	// error; what the client opened the session with is told to the new one.
	Restarts int
	// Limit is up to how many bytes a message is looked at; longer ones pass unseen. frame.DefaultLimit if zero.
	Limit int
	// Grace is how long a server may take to end when the client is gone, and again when it was asked to, before it is
	// killed; two seconds if zero.
	Grace time.Duration

	died func() // told that the server has ended, before its clients are; nil is not told
}

// codes of JSON-RPC errors of our own.
const codeGone = -32000

// Run carries messages until the client or the server ends, and says how the server did. Before a server that dies
// leaves, every request that it owes an answer is answered with an error. A context that is cancelled ends the server, as a signal does.
// The error is that the server could not be started.
func (s *Stdio) Run(ctx context.Context) (proc.Exit, error) {
	r := &stdioRun{Stdio: s, session: NewSession(s.Rewriter, s.Observer, s.CheckArgs), client: &frameWriter{w: s.Out}, gone: make(chan struct{})}
	child, err := r.start(ctx)
	if err != nil {
		return proc.Exit{}, err
	}
	r.child.Store(child)
	go r.fromClient(ctx)
	for restarts := 0; ; restarts++ {
		exit := r.serve(ctx, child)
		// A server that ended while the client was there, and unasked, has died.
		if ctx.Err() != nil || r.clientGone() || restarts >= s.Restarts {
			r.leave(ctx, exit)
			return exit, nil
		}
		if child, err = r.again(ctx, exit); err != nil {
			r.say("%v", err)
			return exit, nil
		}
	}
}

// linger is how long requests are still answered after a server has died: a client sends its first one as soon as it has
// started a server, and that may be later than the server's end.
const linger = 200 * time.Millisecond

// leave answers what a server that has ended owes, and what a client asks that does not know of it yet.
func (r *stdioRun) leave(ctx context.Context, exit proc.Exit) {
	r.sending.Lock()
	r.dead = &exit
	if r.died != nil {
		r.died()
	}
	r.excuse(exit)
	r.sending.Unlock()
	timer := time.NewTimer(linger)
	defer timer.Stop()
	select {
	case <-r.gone:
	case <-ctx.Done():
	case <-timer.C:
	}
}

// again starts another server in the place of one that died. What was sent to the dead one is answered, and what comes
// after that waits for the new one, so that nothing is answered twice and nothing is lost.
func (r *stdioRun) again(ctx context.Context, exit proc.Exit) (*proc.Process, error) {
	r.sending.Lock()
	defer r.sending.Unlock()
	r.excuse(exit)
	r.say("the server %s and is started again", exit)
	child, err := r.start(ctx)
	if err == nil {
		r.greet(child)
	}
	return child, err
}

type stdioRun struct {
	*Stdio
	session *Session
	client  *frameWriter
	child   atomic.Pointer[proc.Process]
	swallow atomic.Pointer[string] // key of the answer to a handshake that the client has had already

	// sending is held from when a message is taken note of until it is written to the child, and while the child is
	// exchanged.
	sending sync.Mutex
	dead    *proc.Exit    // how the last server ended
	gone    chan struct{} // closed when the client has closed its side
	noise   atomic.Int64
	long    sync.Once
	logs    sync.Mutex
}

func (r *stdioRun) start(ctx context.Context) (*proc.Process, error) {
	return proc.Start(ctx, proc.Options{Command: r.Command[0], Args: r.Command[1:], Env: Environment(r.Env, r.Command[0]), Dir: r.Dir, Stderr: r.Log, Grace: r.Grace})
}

// Environment is what a server is started with, NAME=value entries that are laid over those of this process: to PATH it adds
// the folder of a command that is written with its whole path, behind all else. Clients with a window have a short PATH,
// and a script such as npx stands beside the program that runs it.
func Environment(env []string, command string) []string {
	if !filepath.IsAbs(command) {
		return env
	}
	path := os.Getenv("PATH")
	for _, kv := range env {
		if value, ok := strings.CutPrefix(kv, "PATH="); ok {
			path = value
		}
	}
	dir := filepath.Dir(command)
	if slices.Contains(filepath.SplitList(path), dir) {
		return env
	}
	if path != "" {
		path += string(os.PathListSeparator)
	}
	return append(slices.Clone(env), "PATH="+path+dir)
}

func (r *stdioRun) clientGone() bool {
	select {
	case <-r.gone:
		return true
	default:
		return false
	}
}

// say tells people something. The client shows it in its log of the server, or nobody sees it.
func (r *stdioRun) say(format string, args ...any) {
	if r.Log == nil {
		return
	}
	r.logs.Lock()
	defer r.logs.Unlock()
	fmt.Fprintf(r.Log, "schema-bench wrap: "+format+"\n", args...)
}

// fromClient carries what the client says to the child of the moment, until the client closes its side.
func (r *stdioRun) fromClient(context.Context) {
	p := pump{in: frame.NewLines(r.In, r.Limit), out: &frameWriter{w: childWriter{r}}, begin: r.sending.Lock, end: r.sending.Unlock, late: r.Late, long: r.tooLong, pass: func(line []byte) []byte {
		answer, _ := r.session.FromClient(line) // what is no message is the client's matter and the server's
		if answer != nil {
			_ = r.client.send(answer) // a client that does not read is noticed where it is written to
			return nil
		}
		if r.dead != nil {
			r.excuse(*r.dead)
			return nil
		}
		return line
	}}
	p.run() // a child that cannot be written to has died, which is noticed where it is read from
	close(r.gone)
	r.sending.Lock()
	defer r.sending.Unlock()
	if child := r.child.Load(); child != nil {
		child.Stdin().Close()
	}
}

// childWriter writes to the child of the moment.
type childWriter struct{ r *stdioRun }

func (w childWriter) Write(b []byte) (int, error) {
	if n, err := w.r.child.Load().Stdin().Write(b); err != nil && w.r.Restarts == 0 {
		return n, err
	}
	// With restarts, a message to a child that has just died is lost with it, and answered with an error.
	return len(b), nil
}

// serve carries what a child says to the client, and returns how the child ended.
func (r *stdioRun) serve(ctx context.Context, child *proc.Process) proc.Exit {
	stopped := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(stopped)
		r.end(ctx, child, ended)
	}()
	p := pump{in: frame.NewLines(child.Stdout(), r.Limit), out: r.client, late: r.Late, long: r.tooLong, pass: r.fromServer}
	_, writeErr := p.run()
	if writeErr != nil {
		// The client does not read any more: it is gone.
		r.say("the client is gone: %v", writeErr)
		go io.Copy(io.Discard, child.Stdout()) // a child that cannot write would not end by itself
		child.Stop(context.Background())
	}
	close(ended)
	<-stopped
	// Its output has ended. It may live on a little, or for good, which a server without output has no use for.
	wait, cancel := context.WithTimeout(ctx, r.grace())
	defer cancel()
	if _, err := child.Wait(wait); err != nil {
		child.Stop(context.Background())
	}
	exit, err := child.Stop(context.Background())
	if err != nil {
		r.say("%v", err)
	}
	return exit
}

func (r *stdioRun) grace() time.Duration {
	if r.Grace > 0 {
		return r.Grace
	}
	return 2 * time.Second
}

// errGently is the cause of a context that is cancelled without haste: the server is to see the end of its input first.
var errGently = errors.New("the session is over")

// patience is how long a server may take for answers that a client waits for which has closed its side.
const patience = 10 * time.Minute

// end ends a child whose client has closed its side: its input is closed already, and it may finish what it was asked
// for. It returns when the child's output has ended.
func (r *stdioRun) end(ctx context.Context, child *proc.Process, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-ctx.Done():
		if context.Cause(ctx) != errGently {
			child.Terminate()
		}
	case <-r.gone:
		tick := time.NewTicker(r.grace())
		defer tick.Stop()
		for until := time.Now().Add(patience); ; {
			select {
			case <-ended:
				return
			case <-ctx.Done():
			case <-tick.C:
				if r.session.Waiting() > 0 && time.Now().Before(until) {
					continue
				}
			}
			child.Terminate() // its input has ended, and it goes on
			break
		}
	}
	child.Stop(context.Background())
}

// fromServer returns what a line of the child becomes; nil for what is no message.
func (r *stdioRun) fromServer(line []byte) []byte {
	out, err := r.session.FromServer(line)
	if err != nil {
		r.noisy(line)
		return nil
	}
	if key := r.swallow.Load(); key != nil && answers(line, *key) {
		r.swallow.Store(nil)
		return nil
	}
	return out
}

// noisy tells of the first lines that are no messages: a banner on standard output would break the client's reading.
func (r *stdioRun) noisy(line []byte) {
	text := safetext.Line(strings.TrimSpace(string(line[:min(len(line), 300)])))
	if text == "" {
		return
	}
	switch n := r.noise.Add(1); {
	case n <= 10:
		r.say("%s wrote to standard output what is no message, and it was left out: %s", safetext.Line(r.Command[0]), text)
	case n == 11:
		r.say("more such lines are left out without a word")
	}
}

func (r *stdioRun) tooLong() {
	r.long.Do(func() { r.say("a message of more than %d bytes passes without being looked at", r.limit()) })
}

func (r *stdioRun) limit() int {
	if r.Limit > 0 {
		return r.Limit
	}
	return frame.DefaultLimit
}

// excuse answers what a server that has ended did not.
func (r *stdioRun) excuse(exit proc.Exit) {
	ids := r.session.Unanswered()
	if len(ids) == 0 {
		return
	}
	message := fmt.Sprintf("the server %s before it answered", exit)
	if child := r.child.Load(); child != nil {
		if tail := child.Tail(); len(tail) > 0 {
			message += "; its last words: " + strings.Join(tail[max(0, len(tail)-3):], " / ")
		}
	}
	for _, id := range ids {
		if err := r.client.send(failure(id, codeGone, message)); err != nil {
			return
		}
	}
}

// failure is an answer with an error.
func failure(id []byte, code int, message string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, schema.NewString(message).Append(nil))
}

// greet opens the session with a child that takes the place of another, as the client has opened it before.
func (r *stdioRun) greet(child *proc.Process) {
	hello, ready := r.session.Opening()
	if hello != nil {
		if messages, err := frame.Read(hello); err == nil && len(messages) == 1 {
			key := frame.Key(messages[0].ID.Of(hello))
			r.swallow.Store(&key)
		}
	}
	for _, b := range [][]byte{hello, ready} {
		if _, err := child.Stdin().Write(b); err != nil && !errors.Is(err, io.ErrClosedPipe) {
			break // it has died again, which is noticed where it is read from
		}
	}
	r.child.Store(child)
	if r.clientGone() {
		child.Stdin().Close()
	}
}

// answers reports whether a frame is the answer with that key.
func answers(b []byte, key string) bool {
	messages, err := frame.Read(b)
	return err == nil && len(messages) == 1 && messages[0].IsAnswer() && frame.Key(messages[0].ID.Of(b)) == key
}
