package mcpwrap

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// Codes of errors that the protocol has since 2026-07-28.
const (
	codeInvalidParams  = -32602
	codeNoMethod       = -32601
	codeHeaderMismatch = -32020
	codeNoCapability   = -32021
	codeNoVersion      = -32022
)

// versionOf returns the version of the protocol that a request of its own says it is in; "" if it says none.
func versionOf(body []byte, m *frame.Message) string {
	return frame.Text(body, frame.Member(body, frame.Member(body, m.Params, "_meta"), "io.modelcontextprotocol/protocolVersion"))
}

// isStateless reports whether a frame is one of the protocol that has no sessions, by what it or its header says.
func isStateless(r *http.Request, body []byte, messages []frame.Message) bool {
	if r.Header.Get("Mcp-Session-Id") != "" || messages[0].Method == "initialize" {
		return false
	}
	return r.Header.Get("Mcp-Protocol-Version") >= mirrored || versionOf(body, &messages[0]) >= mirrored
}

// stateless answers a request that says all there is to say by itself. A process answers one of them at a time, so that
// what it says meanwhile belongs to that one, and that two clients may use the same IDs; then it is kept for the next.
func (l *Local) stateless(w http.ResponseWriter, r *http.Request, body []byte, messages []frame.Message) {
	m := &messages[0]
	id := m.ID.Of(body)
	if bytes.TrimSpace(body)[0] == '[' {
		refuse(w, http.StatusBadRequest, nil, "there are no batches in this version of the protocol")
		return
	}
	if !m.IsRequest() {
		// What a notification is about is a request with a stream of its own, and the end of the stream says all.
		w.WriteHeader(http.StatusAccepted)
		return
	}
	if fault := mismatch(r.Header, body, m); fault != "" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write(failure(id, codeHeaderMismatch, fault))
		return
	}
	s, err := l.hire(r.Context())
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, id, err.Error())
		return
	}
	log := s.ask(body, m)
	answered := log.reply(r.Context(), w, strings.Contains(r.Header.Get("Accept"), "text/event-stream"))
	if !answered {
		s.cancel(errGently) // the client has gone, and the process is still busy with it
	}
	l.dismiss(s)
}

// mismatch says what the headers say otherwise than the body, or do not say; "" if nothing.
func mismatch(h http.Header, body []byte, m *frame.Message) string {
	for _, c := range []struct{ name, want string }{
		{"Mcp-Protocol-Version", versionOf(body, m)}, {"Mcp-Method", m.Method}, {"Mcp-Name", nameOf(body, m)},
	} {
		got := h.Get(c.name)
		if text, ok := strings.CutPrefix(got, "=?base64?"); ok && strings.HasSuffix(text, "?=") {
			if b, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(text, "?=")); err == nil {
				got = string(b)
			}
		}
		switch {
		case got == c.want:
		case got == "":
			return "the header " + c.name + " is missing"
		default:
			return fmt.Sprintf("the header %s is %q, and the body says %q", c.name, got, c.want)
		}
	}
	return ""
}

// nameOf is what a request is about, as the header Mcp-Name repeats it.
func nameOf(body []byte, m *frame.Message) string {
	switch m.Method {
	case "tools/call", "prompts/get":
		return frame.Text(body, frame.Member(body, m.Params, "name"))
	case "resources/read":
		return frame.Text(body, frame.Member(body, m.Params, "uri"))
	}
	return ""
}

// hire returns a process that has nothing to do, or a new one; if there are too many, it waits for one.
func (l *Local) hire(ctx context.Context) (*localSession, error) {
	for {
		l.mu.Lock()
		for len(l.free) > 0 {
			s := l.free[len(l.free)-1]
			l.free = l.free[:len(l.free)-1]
			if s.ctx.Err() == nil && !s.ended() {
				l.mu.Unlock()
				s.touch()
				return s, nil
			}
		}
		released, full := l.released, l.hired > 0 && len(l.sessions) >= l.MaxSessions
		l.mu.Unlock()
		if !full {
			s, err := l.start()
			if err == nil {
				l.mu.Lock()
				l.hired++
				l.mu.Unlock()
			}
			return s, err
		}
		select {
		case <-released:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// dismiss takes a process back.
func (l *Local) dismiss(s *localSession) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.ctx.Err() == nil && !s.ended() {
		l.free = append(l.free, s)
	} else {
		l.hired--
	}
	close(l.released)
	l.released = make(chan struct{})
}

// ended reports whether the process has ended.
func (s *localSession) ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reason != "" || s.died.Load()
}

// ask gives a request to the process, and returns the stream of what it says until it has answered.
func (s *localSession) ask(body []byte, m *frame.Message) *eventLog {
	id := append([]byte{}, m.ID.Of(body)...)
	s.mu.Lock()
	log := s.newLog()
	log.read(1) // what comes now is for this request
	s.backlog = nil
	if s.reason != "" {
		log.add(failure(id, codeGone, s.reason))
		log.end()
	} else {
		s.routes[frame.Key(id)] = route{log, id}
	}
	s.mu.Unlock()
	s.sending.Lock()
	_, _ = s.in.Write(oneLine(body)) // an error is that the process has ended, which over tells the stream
	s.sending.Unlock()
	return log
}

// reply writes what comes on a stream until the answer, and reports whether that came before the client went. An answer
// that comes alone is a document, with the status that goes with it; behind other messages it is the last event.
func (l *eventLog) reply(ctx context.Context, w http.ResponseWriter, stream bool) (answered bool) {
	flusher, _ := w.(http.Flusher)
	streaming := false
	for n := 0; ; {
		events, first, more, done := l.from(n)
		for _, b := range events {
			last := false
			if messages, err := frame.Read(b); err == nil && messages[0].IsAnswer() {
				last = true
			}
			switch {
			case last && !streaming:
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(statusOf(b))
				_, _ = w.Write(b)
			case stream:
				if !streaming {
					streaming = true
					w.Header().Set("Content-Type", "text/event-stream")
					w.Header().Set("Cache-Control", "no-cache")
					w.WriteHeader(http.StatusOK)
				}
				fmt.Fprintf(w, "event: message\ndata: %s\n\n", b)
			}
			if last {
				return true
			}
		}
		if streaming && flusher != nil {
			flusher.Flush()
		}
		n = first + len(events)
		if done && len(events) == 0 {
			return false
		}
		if len(events) > 0 {
			continue
		}
		select {
		case <-more:
		case <-ctx.Done():
			return false
		}
	}
}

// statusOf is the status that an answer is sent with.
func statusOf(b []byte) int {
	messages, err := frame.Read(b)
	if err != nil || messages[0].Error.To == 0 {
		return http.StatusOK
	}
	switch string(frame.Member(b, messages[0].Error, "code").Of(b)) {
	case fmt.Sprint(codeNoMethod):
		return http.StatusNotFound
	case fmt.Sprint(codeInvalidParams), fmt.Sprint(codeNoCapability), fmt.Sprint(codeNoVersion), fmt.Sprint(codeHeaderMismatch):
		return http.StatusBadRequest
	}
	return http.StatusOK
}
