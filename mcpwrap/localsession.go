package mcpwrap

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// A localSession is one client of a Local, with a process of its own. What the process writes comes to Write.
type localSession struct {
	id     string
	in     *io.PipeWriter
	ctx    context.Context
	cancel context.CancelCauseFunc

	died atomic.Bool // the process has ended, which not everybody has been told yet

	sending sync.Mutex // one message after the other

	mu      sync.Mutex
	used    time.Time
	line    []byte               // of the process, that has not ended yet
	routes  map[string]route     // of requests without an answer, by the key of the ID
	tokens  map[string]*eventLog // of the same, by the progress token
	logs    map[string]*eventLog // by name, to be taken up again
	order   []string             // of logs
	general *eventLog            // of what the server says by itself; nil if nobody listened yet
	backlog [][]byte             // of the same, that nobody heard yet
	next    int
	reason  string // why it is over; "" if it is not
}

// A route is where the answer to a request goes.
type route struct {
	log *eventLog
	id  []byte // as it was spelled
}

// Bounds of what a session keeps.
const (
	maxLogs    = 200
	maxBacklog = 1000
)

func (s *localSession) touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used = time.Now()
}

// idle is for how long nobody has used the session; zero while somebody waits for an answer or listens.
func (s *localSession) idle() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.routes) > 0 || s.general != nil && s.general.open() {
		return 0
	}
	return time.Since(s.used)
}

// newLog makes a stream. The caller holds the lock.
func (s *localSession) newLog() *eventLog {
	s.next++
	log := newEventLog(strconv.Itoa(s.next))
	s.logs[log.name] = log
	s.order = append(s.order, log.name)
	if len(s.order) > maxLogs {
		delete(s.logs, s.order[0])
		s.order = s.order[1:]
	}
	return log
}

// take gives a frame to the process, and the client what comes back for it.
func (s *localSession) take(w http.ResponseWriter, r *http.Request, body []byte, messages []frame.Message) {
	var log *eventLog
	requests := 0
	s.mu.Lock()
	if s.reason != "" {
		s.mu.Unlock()
		refuse(w, http.StatusNotFound, messages[0].ID.Of(body), s.reason)
		return
	}
	for i := range messages {
		m := &messages[i]
		if !m.IsRequest() {
			continue
		}
		if requests++; log == nil {
			log = s.newLog()
		}
		s.routes[frame.Key(m.ID.Of(body))] = route{log, bytes.Clone(m.ID.Of(body))}
		if token := frame.Member(body, frame.Member(body, m.Params, "_meta"), "progressToken").Of(body); token != nil {
			s.tokens[frame.Key(token)] = log
		}
	}
	s.mu.Unlock()
	s.sending.Lock()
	_, err := s.in.Write(oneLine(body)) // an error is that the process has ended, which over tells the streams
	s.sending.Unlock()
	switch {
	case log == nil && err != nil:
		refuse(w, http.StatusNotFound, nil, "the session is over")
	case log == nil:
		w.WriteHeader(http.StatusAccepted)
	case strings.Contains(r.Header.Get("Accept"), "text/event-stream"):
		log.serve(r.Context(), w, 0)
	default:
		s.answer(w, r, body, log, requests)
	}
}

// answer waits for all answers and gives them at once, to clients that take no stream. What comes before them is for those
// who listen.
func (s *localSession) answer(w http.ResponseWriter, r *http.Request, body []byte, log *eventLog, requests int) {
	var answers [][]byte
	for _, b := range log.whole(r.Context()) {
		if messages, err := frame.Read(b); err == nil && messages[0].IsAnswer() {
			answers = append(answers, b)
		}
	}
	if answers == nil {
		return // the client is gone
	}
	w.Header().Set("Content-Type", "application/json")
	if requests == 1 && bytes.TrimSpace(body)[0] == '{' {
		_, _ = w.Write(answers[0])
		return
	}
	_, _ = w.Write(slices.Concat([]byte("["), bytes.Join(answers, []byte(",")), []byte("]")))
}

// listen serves what the server says by itself, or a stream that broke from where it did.
func (s *localSession) listen(w http.ResponseWriter, r *http.Request) {
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		name, n, ok := eventID(last)
		s.mu.Lock()
		log := s.logs[name]
		s.mu.Unlock()
		if !ok || log == nil {
			refuse(w, http.StatusNotFound, nil, "there is no such stream any more")
			return
		}
		log.serve(r.Context(), w, n+1)
		return
	}
	s.mu.Lock()
	if s.general != nil {
		s.general.end() // one listens, the last one
	}
	s.general = s.newLog()
	general := s.general
	for _, b := range s.backlog {
		general.add(b)
	}
	s.backlog = nil
	if s.reason != "" {
		general.end()
	}
	s.mu.Unlock()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	general.serve(ctx, w, 0)
}

// Write takes lines of the process.
func (s *localSession) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(b)
	for len(b) > 0 {
		at := bytes.IndexByte(b, '\n')
		if at < 0 {
			s.line = append(s.line, b...)
			break
		}
		line := append(s.line, b[:at]...)
		s.line, b = nil, b[at+1:]
		if line = bytes.TrimSpace(line); len(line) > 0 {
			s.route(bytes.Clone(line))
		}
	}
	return n, nil
}

// route gives a frame of the process to the stream that it belongs to. The caller holds the lock.
func (s *localSession) route(b []byte) {
	messages, err := frame.Read(b)
	if err != nil {
		return
	}
	var to *eventLog
	var ended []*eventLog
	for i := range messages {
		m := &messages[i]
		switch {
		case m.IsAnswer():
			key := frame.Key(m.ID.Of(b))
			if r, ok := s.routes[key]; ok {
				to = r.log
				delete(s.routes, key)
				if !slices.Contains(ended, r.log) {
					ended = append(ended, r.log)
				}
			}
		case m.Method == "notifications/progress":
			if log := s.tokens[frame.Key(frame.Member(b, m.Params, "progressToken").Of(b))]; log != nil {
				to = log
			}
		}
	}
	if to == nil {
		to = s.audience()
	}
	if to == nil {
		if len(s.backlog) < maxBacklog {
			s.backlog = append(s.backlog, b)
		}
		return
	}
	to.add(b)
	for _, log := range ended {
		if !s.waits(log) {
			log.end()
			for token, of := range s.tokens {
				if of == log {
					delete(s.tokens, token)
				}
			}
		}
	}
}

// audience is where what belongs to no request goes: to who waits for an answer, which it is most likely about, or to who
// listens.
func (s *localSession) audience() *eventLog {
	var newest *eventLog
	for _, r := range s.routes {
		if r.log.open() && (newest == nil || number(r.log.name) > number(newest.name)) {
			newest = r.log
		}
	}
	listened := s.general != nil && s.general.open()
	if listened && (newest == nil || len(s.routes) > 1) {
		return s.general
	}
	return newest
}

func number(name string) int { n, _ := strconv.Atoi(name); return n }

// waits reports whether a request of the stream has no answer yet.
func (s *localSession) waits(log *eventLog) bool {
	for _, r := range s.routes {
		if r.log == log {
			return true
		}
	}
	return false
}

// over ends all streams. The requests without an answer have had an error each by then.
func (s *localSession) over(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reason = reason
	for _, r := range s.routes {
		r.log.add(failure(r.id, codeGone, reason))
		r.log.end()
	}
	clear(s.routes)
	if s.general != nil {
		s.general.end()
	}
}
