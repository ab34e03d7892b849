package mcpwrap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// A Remote is a server that is reached over HTTP, streamable or of the older kind, and a client that talks to it on two
// streams, as it does with a server that it has started.
type Remote struct {
	URL    *url.URL
	Header http.Header // set on every request
	Auth   Authorizer  // of requests, unless Header sets Authorization; nil authorises none

	In  io.Reader // what the client writes
	Out io.Writer // what it reads
	Log io.Writer // for people

	Rewriter  *Rewriter
	Observer  Observer
	CheckArgs bool
	Late      func(time.Duration)
	Limit     int // as that of a Stdio
	// Grace is how long answers are waited for that are on their way when the client closes its side; ten minutes if zero.
	Grace time.Duration
}

// remoteRun is one conversation.
type remoteRun struct {
	*Remote
	session *Session
	client  *frameWriter
	http    *http.Client
	ctx     context.Context
	flying  sync.WaitGroup // requests on their way
	streams sync.WaitGroup // of messages of the server

	mu       sync.Mutex
	id       string // of the session; "" if the server gave none
	version  string // of the protocol, once it is agreed upon
	endpoint *url.URL
	older    chan error // of the older transport: what ended its stream
	heads    map[string][]paramHeader
}

// Run carries messages until the client closes its side, and then ends the session. A context that is cancelled ends it
// at once.
func (r *Remote) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := &remoteRun{Remote: r, session: NewSession(r.Rewriter, r.Observer, r.CheckArgs), client: &frameWriter{w: r.Out}, http: &http.Client{Transport: transport()}, ctx: ctx, heads: map[string][]paramHeader{}}
	run.http.CheckRedirect = run.redirected
	lines := frame.NewLines(r.In, r.Limit)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			line, whole, err := lines.Next()
			if err != nil {
				return
			}
			if !whole {
				run.say("a message of the client is too long to be sent, and is left out")
				continue
			}
			if line = bytes.TrimSpace(line); len(line) > 0 {
				run.fromClient(bytes.Clone(line))
			}
		}
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	answered := make(chan struct{})
	go func() { run.flying.Wait(); close(answered) }()
	grace := r.Grace
	if grace <= 0 {
		grace = patience
	}
	select {
	case <-answered:
	case <-ctx.Done():
	case <-time.After(grace):
	}
	run.goodbye()
	cancel()
	run.streams.Wait()
	return nil
}

func (r *remoteRun) say(format string, args ...any) {
	if r.Log != nil {
		fmt.Fprintf(r.Log, "schema-bench wrap: "+format+"\n", args...)
	}
}

// fromClient sends one frame, and returns when it is on its way: what the client says arrives in its order. What opens the
// session is waited for, since what follows depends on it.
func (r *remoteRun) fromClient(b []byte) {
	answer, err := r.session.FromClient(b)
	if err != nil {
		r.say("the client wrote what is no message, and it was left out: %s", safetext.Line(string(b[:min(len(b), 200)])))
		return
	}
	if answer != nil {
		_ = r.client.send(answer)
		return
	}
	messages, err := frame.Read(b)
	if err != nil {
		return
	}
	written := make(chan struct{})
	done := make(chan struct{})
	r.flying.Go(func() {
		defer close(done)
		r.post(b, messages, sync.OnceFunc(func() { close(written) }))
	})
	wait := written
	if messages[0].Method == "initialize" {
		wait = done
	}
	select {
	case <-wait:
	case <-done:
	case <-r.ctx.Done():
	}
	if messages[0].Method == "notifications/initialized" {
		<-done
		r.listen()
	}
}

// post sends a frame and passes on what comes back for it.
func (r *remoteRun) post(b []byte, messages []frame.Message, written func()) {
	defer written()
	var ids [][]byte // of requests
	for i := range messages {
		if messages[i].IsRequest() {
			ids = append(ids, messages[i].ID.Of(b))
		}
	}
	fail := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		if r.ctx.Err() != nil {
			return
		}
		if len(ids) == 0 {
			r.say("%s", safetext.Line(text))
		}
		for _, id := range ids {
			r.session.Forget(id) // before the client has its answer and may use the ID again
			_ = r.client.send(failure(id, codeGone, text))
		}
	}
	resp, err := r.do(http.MethodPost, b, messages, "", written)
	if err != nil {
		fail("%s", r.unreached(err))
		return
	}
	defer resp.Body.Close()
	if messages[0].Method == "initialize" && resp.StatusCode >= 400 && resp.StatusCode < 500 && resp.StatusCode != http.StatusUnauthorized && resp.StatusCode != http.StatusForbidden && r.fallBack() {
		if resp, err = r.do(http.MethodPost, b, messages, "", written); err != nil {
			fail("%s", r.unreached(err))
			return
		}
		defer resp.Body.Close()
	}
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		r.mu.Lock()
		r.id = id
		r.mu.Unlock()
	}
	if text := r.unauthorised(resp); text != "" { // whatever the body says: it cannot know how to log in
		fail("%s%s", text, r.inItsWords(resp))
		return
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	switch kind = strings.TrimSpace(strings.ToLower(kind)); {
	case kind == "text/event-stream" && resp.StatusCode < 300:
		r.events(resp, ids, fail)
	case kind == "application/json":
		body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
		if err != nil || len(body) > maxBody {
			fail("the server's answer cannot be read: %v", plain(err))
			return
		}
		if answers, err := frame.Read(body); err == nil && (resp.StatusCode < 300 || answersOne(body, answers, ids)) {
			r.pass(body)
		} else if resp.StatusCode >= 300 {
			fail("the server answers status %d: %s", resp.StatusCode, safetext.Line(string(body[:min(len(body), 300)])))
		} else if len(ids) > 0 {
			fail("the server answers with what is no message: %s", safetext.Line(string(body[:min(len(body), 300)])))
		}
	case resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden:
		fail("the server answers status %d and wants authorisation: send a token with --header 'Authorization: Bearer ${TOKEN}'", resp.StatusCode)
	case resp.StatusCode == http.StatusNotFound && r.sessionID() != "":
		fail("the server has ended the session (status 404)")
	case resp.StatusCode >= 300:
		fail("the server answers status %d", resp.StatusCode)
	case len(ids) > 0 && r.olderStream() == nil:
		fail("the server answers status %d without an answer", resp.StatusCode)
	}
}

// answersOne reports whether one of the messages answers one of the requests: servers refuse some with an error that has
// no ID, which would be an answer to nothing.
func answersOne(b []byte, answers []frame.Message, ids [][]byte) bool {
	for i := range answers {
		for _, id := range ids {
			if answers[i].IsAnswer() && frame.Key(answers[i].ID.Of(b)) == frame.Key(id) {
				return true
			}
		}
	}
	return false
}

func (r *remoteRun) sessionID() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.id
}

func (r *remoteRun) olderStream() chan error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.older
}

// plain is an error without the address, which may hold secrets.
func plain(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// once makes one request, with a value for its Authorization header if that is not empty. Written is called when it has
// gone out.
func (r *remoteRun) once(method string, body []byte, messages []frame.Message, last, authorization string, written func()) (*http.Response, error) {
	ctx := r.ctx
	if written != nil {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { written() }})
	}
	r.mu.Lock()
	to, id, version := r.URL, r.id, r.version
	if r.endpoint != nil && method == http.MethodPost {
		to = r.endpoint
	}
	r.mu.Unlock()
	req, err := http.NewRequestWithContext(ctx, method, to.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	switch method {
	case http.MethodPost:
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
	case http.MethodGet:
		req.Header.Set("Accept", "text/event-stream")
	}
	if id != "" {
		req.Header.Set("Mcp-Session-Id", id)
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	r.mirror(req.Header, body, messages, version)
	for name, values := range r.Header {
		req.Header[name] = values
	}
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	return r.http.Do(req)
}

// pass gives a frame of the server to the client, in one line.
func (r *remoteRun) pass(b []byte) {
	start := time.Now()
	r.learn(b)
	out, err := r.session.FromServer(b)
	if err != nil {
		r.say("the server sent what is no message, and it was left out: %s", safetext.Line(string(b[:min(len(b), 200)])))
		return
	}
	if bytes.ContainsAny(out, "\r\n") { // between tokens alone: JSON has none in strings
		out = bytes.Map(func(c rune) rune {
			if c == '\n' || c == '\r' {
				return ' '
			}
			return c
		}, out)
	}
	_ = r.client.send(bytes.Clone(bytes.TrimSpace(out)))
	if r.Late != nil {
		r.Late(time.Since(start))
	}
}
