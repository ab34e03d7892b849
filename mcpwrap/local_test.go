package mcpwrap

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// housed serves the echo server over HTTP.
func housed(t *testing.T, change func(*Local)) (*Local, string, *logged) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log := &logged{}
	l := &Local{Command: []string{self}, Env: []string{"MCPWRAP_ROLE=echo"}, Log: log, Rewriter: newRewriter(t, Options{})}
	if change != nil {
		change(l)
	}
	l = NewLocal(l)
	server := httptest.NewServer(l)
	t.Cleanup(func() { server.CloseClientConnections(); server.Close(); l.Close() })
	return l, server.URL + "/mcp", log
}

// begin opens a session and returns its ID.
func begin(t *testing.T, to string) string {
	t.Helper()
	resp, body := post(t, to, openSession)
	id := resp.Header.Get("Mcp-Session-Id")
	if id == "" || resp.StatusCode != 200 || !strings.Contains(body, `"asked":"initialize"`) {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	return id
}

func fetch(t *testing.T, method, to string, header ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// event reads the next event with data.
func event(t *testing.T, in *bufio.Reader) (id, data string) {
	t.Helper()
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := strings.CutPrefix(line, "id: "); ok {
			id = strings.TrimSpace(text)
		}
		if text, ok := strings.CutPrefix(line, "data: "); ok {
			return id, strings.TrimSpace(text)
		}
	}
}

func TestLocalSessions(t *testing.T) {
	t.Parallel()
	l, to, _ := housed(t, nil)
	a, b := begin(t, to), begin(t, to)
	_, one := post(t, to, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Mcp-Session-Id", a)
	_, two := post(t, to, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Mcp-Session-Id", b)
	if pid(one) == "" || pid(one) == pid(two) {
		t.Errorf("sessions share a process: %s %s", one, two)
	}
	_, list := post(t, to, "{\"jsonrpc\":\"2.0\",\n\"id\":\"l\",\r\n\"method\":\"tools/list\"}\n", "Mcp-Session-Id", a)
	if !strings.Contains(list, `data: {"jsonrpc":"2.0","id":"l","result":{"tools":`+small+`}}`) {
		t.Error(list)
	}
	if resp, body := post(t, to, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id", a); resp.StatusCode != http.StatusAccepted || body != "" {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if resp := fetch(t, http.MethodDelete, to, "Mcp-Session-Id", a); resp.StatusCode != http.StatusNoContent {
		t.Errorf("%v", resp.Status)
	}
	for until := time.Now().Add(20 * time.Second); ; {
		l.mu.Lock()
		n := len(l.sessions)
		l.mu.Unlock()
		if n == 1 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%d sessions are left", n)
		}
		runtime.Gosched()
	}
	if resp, body := post(t, to, `{"jsonrpc":"2.0","id":7,"method":"ping"}`, "Mcp-Session-Id", a); resp.StatusCode != http.StatusNotFound || !strings.Contains(body, `"id":7,"error"`) {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}

func TestLocalRefuses(t *testing.T) {
	t.Parallel()
	_, to, _ := housed(t, func(l *Local) { l.MaxSessions = 1 })
	id := begin(t, to)
	for _, c := range []struct {
		name   string
		status int
		do     func() *http.Response
	}{
		{"no session", 400, func() *http.Response { r, _ := post(t, to, `{"jsonrpc":"2.0","id":1,"method":"ping"}`); return r }},
		{"no message", 400, func() *http.Response { r, _ := post(t, to, `{"a":1}`, "Mcp-Session-Id", id); return r }},
		{"no such session", 404, func() *http.Response {
			r, _ := post(t, to, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Mcp-Session-Id", "x")
			return r
		}},
		{"too many sessions", 503, func() *http.Response { r, _ := post(t, to, openSession); return r }},
		{"listening without a session", 400, func() *http.Response { return fetch(t, http.MethodGet, to) }},
		{"listening without a stream", 406, func() *http.Response {
			return fetch(t, http.MethodGet, to, "Mcp-Session-Id", id, "Accept", "application/json")
		}},
		{"a stream that is not there", 404, func() *http.Response {
			return fetch(t, http.MethodGet, to, "Mcp-Session-Id", id, "Last-Event-ID", "9-1")
		}},
		{"another method", 405, func() *http.Response { return fetch(t, http.MethodPut, to, "Mcp-Session-Id", id) }},
		{"another path", 404, func() *http.Response { return fetch(t, http.MethodGet, to+"/x", "Mcp-Session-Id", id) }},
		{"another origin", 403, func() *http.Response {
			r, _ := post(t, to, openSession, "Origin", "https://evil.example")
			return r
		}},
	} {
		if resp := c.do(); resp.StatusCode != c.status {
			t.Errorf("%s: status %d, not %d", c.name, resp.StatusCode, c.status)
		}
	}
}

// What the server says by itself goes to who listens, and waits for one who will.
func TestLocalListening(t *testing.T) {
	t.Parallel()
	_, to, _ := housed(t, nil)
	id := begin(t, to)
	say := func(text string) {
		post(t, to, `{"jsonrpc":"2.0","method":"say","params":`+quote(text)+`}`, "Mcp-Session-Id", id)
	}
	say(`{"jsonrpc":"2.0","method":"early"}`)
	in := bufio.NewReader(fetch(t, http.MethodGet, to, "Mcp-Session-Id", id).Body)
	first, data := event(t, in)
	if data != `{"jsonrpc":"2.0","method":"early"}` {
		t.Error(data)
	}
	say(`{"jsonrpc":"2.0","id":"r","method":"roots/list"}`)
	if _, data := event(t, in); data != `{"jsonrpc":"2.0","id":"r","method":"roots/list"}` {
		t.Error(data)
	}
	// A stream that broke is taken up where it was.
	again := bufio.NewReader(fetch(t, http.MethodGet, to, "Mcp-Session-Id", id, "Last-Event-ID", first).Body)
	if _, data := event(t, again); data != `{"jsonrpc":"2.0","id":"r","method":"roots/list"}` {
		t.Error(data)
	}
}

func quote(s string) string { b, _ := json.Marshal(s); return string(b) }

// While somebody waits for an answer and nobody listens, what the server says comes before the answer.
func TestLocalAsksBeforeItAnswers(t *testing.T) {
	t.Parallel()
	_, to, _ := housed(t, nil)
	id := begin(t, to)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"never"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Mcp-Session-Id", id)
	r.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	in := bufio.NewReader(resp.Body)
	post(t, to, `{"jsonrpc":"2.0","method":"say","params":`+quote(`{"jsonrpc":"2.0","id":"s","method":"sampling/createMessage"}`)+`}`, "Mcp-Session-Id", id)
	if _, data := event(t, in); !strings.Contains(data, "sampling/createMessage") {
		t.Error(data)
	}
	post(t, to, `{"jsonrpc":"2.0","method":"say","params":`+quote(`{"jsonrpc":"2.0","id":1,"result":{}}`)+`}`, "Mcp-Session-Id", id)
	if _, data := event(t, in); data != `{"jsonrpc":"2.0","id":1,"result":{}}` {
		t.Error(data)
	}
	if rest, err := io.ReadAll(in); err != nil || strings.Contains(string(rest), "data:") {
		t.Errorf("%q, %v", rest, err)
	}
}

// Clients that take no stream get the answer alone, and batches their answers together.
func TestLocalWithoutStreams(t *testing.T) {
	t.Parallel()
	_, to, _ := housed(t, nil)
	id := begin(t, to)
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`:                                                  `{"jsonrpc":"2.0","id":1,"result":`,
		`[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"tools/list"}]`: `[{"jsonrpc":"2.0","id":2,"result":`,
	} {
		resp, got := post(t, to, body, "Mcp-Session-Id", id, "Accept", "application/json")
		if !strings.HasPrefix(got, want) || !json.Valid([]byte(got)) || resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %s", body, got)
		}
	}
}

// A process that dies ends its session, with an error for who waits.
func TestLocalDies(t *testing.T) {
	t.Parallel()
	_, to, _ := housed(t, nil)
	id := begin(t, to)
	listening := fetch(t, http.MethodGet, to, "Mcp-Session-Id", id)
	_, got := post(t, to, `{"jsonrpc":"2.0","id":"x","method":"exit","params":3}`, "Mcp-Session-Id", id)
	if !strings.Contains(got, `"id":"x","error":{"code":-32000,"message":"the server exited with status 3`) {
		t.Error(got)
	}
	if _, err := io.ReadAll(listening.Body); err != nil {
		t.Error(err)
	}
}

func TestLocalCommandThatIsNotThere(t *testing.T) {
	t.Parallel()
	_, to, log := housed(t, func(l *Local) { l.Command = []string{"no-such-server-anywhere"} })
	_, got := post(t, to, openSession)
	if !strings.Contains(got, `"id":0,"error"`) || !strings.Contains(got, "no-such-server-anywhere") || !strings.Contains(log.String(), "no-such-server-anywhere") {
		t.Errorf("%s; log: %s", got, log)
	}
}

func TestEventLog(t *testing.T) {
	t.Parallel()
	l := newEventLog("4")
	for i := range 3 * maxLogEvents {
		l.add(fmt.Appendf(nil, "%d", i))
	}
	l.end()
	events, first, _, done := l.from(0)
	if len(events) != maxLogEvents || first != 2*maxLogEvents || string(events[0]) != fmt.Sprint(first) || !done {
		t.Errorf("%d events from %d on, %v", len(events), first, done)
	}
	for id, want := range map[string]string{"4-17": "4 17 true", "4": " 0 false", "4-x": "4 0 false", "4--1": "4- 1 true", "": " 0 false"} {
		if name, n, ok := eventID(id); fmt.Sprint(name, " ", n, " ", ok) != want {
			t.Errorf("%q: %q %d %v", id, name, n, ok)
		}
	}
}
