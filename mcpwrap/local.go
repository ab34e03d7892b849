package mcpwrap

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// A Local serves a server that is a command to clients that come in over streamable HTTP. Each session has a process of
// its own, since a server over stdio has one client; requests of the protocol without sessions share processes, one after
// the other.
type Local struct {
	Command []string
	Env     []string
	Dir     string
	Log     io.Writer
	Token   string // as that of an HTTP

	Rewriter  *Rewriter
	Observer  Observer
	CheckArgs bool
	// MaxSessions bounds the processes; 64 if zero. One that nobody has used for Idle, half an hour if zero, ends.
	MaxSessions int
	Idle        time.Duration

	mu       sync.Mutex
	sessions map[string]*localSession
	free     []*localSession // processes without a session that have nothing to do
	hired    int             // processes without a session
	released chan struct{}   // closed when one of them has nothing to do any more, and then replaced
	closed   bool
	running  sync.WaitGroup
}

// NewLocal makes the handler of a server.
func NewLocal(l *Local) *Local {
	l.sessions = map[string]*localSession{}
	l.released = make(chan struct{})
	if l.MaxSessions <= 0 {
		l.MaxSessions = 64
	}
	if l.Idle <= 0 {
		l.Idle = 30 * time.Minute
	}
	return l
}

// Close ends all sessions and waits for their processes.
func (l *Local) Close() {
	l.mu.Lock()
	l.closed = true
	for _, s := range l.sessions {
		s.cancel(nil)
	}
	l.mu.Unlock()
	l.running.Wait()
}

// ServeHTTP takes messages in by POST, lets the server speak by GET, and ends a session by DELETE.
func (l *Local) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !(guard{l.Token}).admits(w, r) {
		return
	}
	if r.URL.Path != "/" && r.URL.Path != "/mcp" {
		http.NotFound(w, r)
		return
	}
	id := r.Header.Get("Mcp-Session-Id")
	l.mu.Lock()
	s := l.sessions[id]
	l.mu.Unlock()
	if s != nil {
		s.touch()
	}
	switch {
	case r.Method == http.MethodPost:
		l.post(w, r, id, s)
	case r.Method != http.MethodGet && r.Method != http.MethodDelete:
		w.Header().Set("Allow", "GET, POST, DELETE")
		refuse(w, http.StatusMethodNotAllowed, nil, "there are POST, GET and DELETE")
	case id == "":
		refuse(w, http.StatusBadRequest, nil, "the header Mcp-Session-Id is missing")
	case s == nil:
		refuse(w, http.StatusNotFound, nil, "there is no such session")
	case r.Method == http.MethodDelete:
		s.cancel(errGently)
		w.WriteHeader(http.StatusNoContent)
	case !strings.Contains(r.Header.Get("Accept"), "text/event-stream"):
		refuse(w, http.StatusNotAcceptable, nil, "a stream of events is all that there is to get")
	default:
		s.listen(w, r)
	}
}

// refuse answers with an error of the protocol.
func refuse(w http.ResponseWriter, status int, id []byte, text string) {
	if id == nil {
		id = []byte("null")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(failure(id, codeGone, text))
}

func (l *Local) post(w http.ResponseWriter, r *http.Request, id string, s *localSession) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	switch {
	case err != nil:
		refuse(w, http.StatusBadRequest, nil, "the request could not be read")
		return
	case len(body) > maxBody:
		refuse(w, http.StatusRequestEntityTooLarge, nil, fmt.Sprintf("a message has %d bytes at most", maxBody))
		return
	}
	messages, err := frame.Read(body)
	if err != nil {
		refuse(w, http.StatusBadRequest, nil, "the body is no JSON-RPC message")
		return
	}
	first := messages[0].ID.Of(body)
	switch {
	case s != nil:
	case id != "":
		refuse(w, http.StatusNotFound, first, "there is no such session")
		return
	case isStateless(r, body, messages):
		l.stateless(w, r, body, messages)
		return
	case len(messages) != 1 || messages[0].Method != "initialize":
		refuse(w, http.StatusBadRequest, first, "this server has sessions before version "+mirrored+" of the protocol: initialize opens one")
		return
	default:
		if s, err = l.start(); err != nil {
			refuse(w, http.StatusServiceUnavailable, first, err.Error())
			return
		}
		w.Header().Set("Mcp-Session-Id", s.id)
	}
	s.take(w, r, body, messages)
}

// start starts a process for a new session.
func (l *Local) start() (*localSession, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.sessions {
		if s.idle() > l.Idle {
			s.cancel(errGently)
		}
	}
	if l.closed {
		return nil, fmt.Errorf("the proxy is about to end")
	}
	if len(l.sessions) >= l.MaxSessions {
		return nil, fmt.Errorf("there are %d sessions, and no more are taken", len(l.sessions))
	}
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancelCause(context.Background())
	s := &localSession{id: rand.Text(), in: writer, ctx: ctx, cancel: cancel, used: time.Now(), routes: map[string]route{}, tokens: map[string]*eventLog{}, logs: map[string]*eventLog{}}
	run := &Stdio{Command: l.Command, Env: l.Env, Dir: l.Dir, In: reader, Out: s, Log: l.Log, Rewriter: l.Rewriter, Observer: l.Observer, CheckArgs: l.CheckArgs, died: func() { s.died.Store(true) }}
	l.sessions[s.id] = s
	l.running.Go(func() {
		defer cancel(nil)
		exit, err := run.Run(ctx)
		if err != nil && l.Log != nil {
			fmt.Fprintf(l.Log, "schema-bench wrap: %s\n", safetext.Line(err.Error()))
		}
		reason := "the server " + exit.String()
		if err != nil {
			reason = err.Error()
		}
		reader.CloseWithError(io.ErrClosedPipe)
		s.over(reason)
		l.mu.Lock()
		delete(l.sessions, s.id)
		l.mu.Unlock()
	})
	return s, nil
}

// oneLine is a message as a line can hold it: between tokens any space is as good as another, and there are no line ends
// in strings.
func oneLine(b []byte) []byte {
	b = bytes.TrimSpace(b)
	if bytes.ContainsAny(b, "\r\n") {
		b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\n"), []byte(" ")), []byte("\r"), []byte(" "))
	}
	return append(bytes.Clone(b), '\n')
}
