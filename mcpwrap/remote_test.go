package mcpwrap

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// A dialogue is a client on two streams and a server over HTTP.
type dialogue struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	log  *logged
	done chan error
}

func reachOut(t *testing.T, handler http.Handler, path string, change func(*Remote)) *dialogue {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	to, err := url.Parse(server.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	clientReads, proxyWrites := io.Pipe()
	proxyReads, clientWrites := io.Pipe()
	d := &dialogue{t: t, in: clientWrites, out: bufio.NewReaderSize(clientReads, 1<<20), log: &logged{}, done: make(chan error, 1)}
	r := &Remote{URL: to, In: proxyReads, Out: proxyWrites, Log: d.log, Rewriter: newRewriter(t, Options{}), Grace: 5 * time.Second}
	if change != nil {
		change(r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		d.done <- r.Run(ctx)
		proxyWrites.Close()
	}()
	t.Cleanup(func() { cancel(); clientReads.Close(); clientWrites.Close() })
	return d
}

func (d *dialogue) send(text string) {
	d.t.Helper()
	if _, err := io.WriteString(d.in, text+"\n"); err != nil {
		d.t.Fatal(err)
	}
}

func (d *dialogue) next() string {
	d.t.Helper()
	line, err := d.out.ReadString('\n')
	if err != nil && err != io.EOF {
		d.t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

// modern is a server of streamable HTTP with sessions, a stream of its own and one that breaks.
type modern struct {
	mu      sync.Mutex
	heads   []string
	ended   bool
	waiting chan string // answers that the client gives to the server
}

func (m *modern) note(r *http.Request, what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.heads = append(m.heads, fmt.Sprintf("%s %s session=%s version=%s last=%s own=%s method=%s name=%s param=%s", r.Method, what, r.Header.Get("Mcp-Session-Id"), r.Header.Get("Mcp-Protocol-Version"), r.Header.Get("Last-Event-ID"),
		r.Header.Get("X-Own"), r.Header.Get("Mcp-Method"), r.Header.Get("Mcp-Name"), r.Header.Get("Mcp-Param-City")))
}

func (m *modern) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	flush := func(format string, args ...any) {
		fmt.Fprintf(w, format, args...)
		w.(http.Flusher).Flush()
	}
	switch {
	case r.Method == http.MethodDelete:
		m.note(r, "")
		m.mu.Lock()
		m.ended = true
		m.mu.Unlock()
		return
	case r.Method == http.MethodGet:
		m.note(r, "")
		w.Header().Set("Content-Type", "text/event-stream")
		if last := r.Header.Get("Last-Event-ID"); last == "cut-1" {
			flush("id: cut-2\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"cut\",\"result\":{\"whole\":true}}\n\n")
			return
		}
		flush("data: {\"jsonrpc\":\"2.0\",\"id\":\"ask\",\"method\":\"roots/list\"}\n\n")
		<-r.Context().Done()
		return
	}
	messages, err := frame.Read(body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	method, id := messages[0].Method, messages[0].ID.Of(body)
	m.note(r, method)
	json := func(result string) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprintf(w, "{\"jsonrpc\":\"2.0\",\n\"id\":%s,\"result\":%s}\n", id, result)
	}
	switch method {
	case "initialize":
		w.Header().Set("Mcp-Session-Id", "s-1")
		json(`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"m","version":"1"}}`)
	case "tools/list":
		w.Header().Set("Content-Type", "text/event-stream")
		flush("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":%s}}\n\n", id, verbose)
	case "cut":
		w.Header().Set("Content-Type", "text/event-stream")
		flush("retry: 1\nid: cut-1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/half\"}\n\n")
	case "lost":
		w.Header().Set("Content-Type", "text/event-stream")
		flush(": nothing\n\n")
	case "refuse":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"bad headers"}}`)
	case "know":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"unknown"}}`, id)
	case "auth":
		w.WriteHeader(http.StatusUnauthorized)
	case "page":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html>")
	case "":
		m.waiting <- string(body)
		w.WriteHeader(http.StatusAccepted)
	case "notifications/initialized":
		w.WriteHeader(http.StatusAccepted)
	default:
		json(fmt.Sprintf(`{"asked":%q}`, method))
	}
}

func TestRemoteSession(t *testing.T) {
	t.Parallel()
	m := &modern{waiting: make(chan string, 1)}
	d := reachOut(t, m, "/mcp", func(r *Remote) { r.Header = http.Header{"X-Own": {"1"}} })
	d.send(openSession)
	if got := d.next(); got != `{"jsonrpc":"2.0", "id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"m","version":"1"}}}` {
		t.Errorf("%q", got)
	}
	d.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	if got := d.next(); got != `{"jsonrpc":"2.0","id":"ask","method":"roots/list"}` {
		t.Errorf("what the server asks by itself: %q", got)
	}
	d.send(`{"jsonrpc":"2.0","id":"ask","result":{"roots":[]}}`)
	if got := <-m.waiting; got != `{"jsonrpc":"2.0","id":"ask","result":{"roots":[]}}` {
		t.Errorf("the client's answer arrives as %q", got)
	}
	d.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if got := d.next() + d.next(); got != `{"jsonrpc":"2.0","method":"notifications/progress"}{"jsonrpc":"2.0","id":1,"result":{"tools":`+small+`}}` {
		t.Errorf("%q", got)
	}
	d.send(`{"jsonrpc":"2.0","id":"cut","method":"cut"}`)
	if got := d.next() + d.next(); got != `{"jsonrpc":"2.0","method":"notifications/half"}{"jsonrpc":"2.0","id":"cut","result":{"whole":true}}` {
		t.Errorf("a stream that breaks: %q", got)
	}
	for method, want := range map[string]string{
		"lost":   `"error":{"code":-32000,"message":"the server ended the stream before it answered`,
		"refuse": `"error":{"code":-32000,"message":"the server answers status 400: {\"jsonrpc\":\"2.0\",\"id\":null`,
		"know":   `"error":{"code":-32601,"message":"unknown"}`,
		"auth":   `wants authorisation: send a token with --header`,
		"page":   `the server answers status 200 without an answer`,
		"ping":   `"result":{"asked":"ping"}`,
	} {
		d.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":%q}`, method, method))
		if got := d.next(); !strings.Contains(got, want) || !strings.Contains(got, fmt.Sprintf(`"id":%q`, method)) {
			t.Errorf("%s: %s", method, got)
		}
	}
	d.in.Close()
	if err := <-d.done; err != nil {
		t.Error(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.ended {
		t.Error("the session is not ended")
	}
	for _, want := range []string{
		"POST initialize session= version= last= own=1 method= name= param=", "POST notifications/initialized session=s-1 version=2025-11-25 last= own=1 method= name= param=",
		"GET  session=s-1 version=2025-11-25 last=cut-1 own=1 method= name= param=", "DELETE  session=s-1 version=2025-11-25 last= own=1 method= name= param=",
	} {
		if !slices.Contains(m.heads, want) {
			t.Errorf("%q is not among %q", want, m.heads)
		}
	}
}

// Since 2026-07-28 headers repeat what the body says, and arguments that a tool marks.
func TestMirroredHeaders(t *testing.T) {
	t.Parallel()
	r := &remoteRun{heads: map[string][]paramHeader{}}
	r.learn([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"find","inputSchema":{"type":"object","properties":{"city":{"type":"string","x-mcp-header":"City"},
		"at":{"type":"object","properties":{"zone":{"type":"integer","x-mcp-header":"Zone"}}},"bad":{"type":"string","x-mcp-header":"a b"},"list":{"type":"array","items":{"x-mcp-header":"No"}}}}}]}}`))
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
	for _, c := range []struct {
		body, version string
		want          map[string]string
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"city":"Köln","at":{"zone":7}},` + meta + `}}`, "",
			map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "find", "Mcp-Param-City": "=?base64?S8O2bG4=?=", "Mcp-Param-Zone": "7"}},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"city":null},` + meta + `}}`, "", map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "find"}},
		{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a:b c\n",` + meta + `}}`, "", map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "resources/read", "Mcp-Name": "=?base64?YTpiIGMK?="}},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"city":"x"}}}`, "2025-11-25", map[string]string{"Mcp-Protocol-Version": "2025-11-25"}},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, "2026-07-28", map[string]string{"Mcp-Protocol-Version": "2026-07-28"}},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "", map[string]string{}},
	} {
		messages, err := frame.Read([]byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		h := http.Header{}
		r.mirror(h, []byte(c.body), messages, c.version)
		if len(h) != len(c.want) {
			t.Errorf("%s: %v", c.body, h)
		}
		for name, value := range c.want {
			if h.Get(name) != value {
				t.Errorf("%s: %s is %q, not %q", c.body, name, h.Get(name), value)
			}
		}
	}
}

// A server that knows no POST is asked in the way of 2024-11-05.
func TestRemoteOfTheOlderTransport(t *testing.T) {
	t.Parallel()
	u := &upstream{t: t, streams: make(chan chan string, 1)}
	older := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sse" && r.Method == http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		u.ServeHTTP(w, r)
	})
	d := reachOut(t, older, "/sse", nil)
	d.send(openSession)
	if got := d.next(); got != `{"jsonrpc":"2.0","id":0,"result":{"asked":"initialize"}}` {
		t.Errorf("%q, log: %s", got, d.log)
	}
}

// What belongs to one host is not sent to another that the server names.
func TestEndpointOfAnotherHost(t *testing.T) {
	t.Parallel()
	evil := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "event: endpoint\ndata: http://127.0.0.2:1/steal\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	d := reachOut(t, evil, "/sse", nil)
	d.send(openSession)
	if got := d.next(); !strings.Contains(got, `"id":0,"error"`) || !strings.Contains(got, "status 404") {
		t.Errorf("%q", got)
	}
}

// What the client says arrives in its order, and an answer that takes its time holds nothing up.
func TestOrderOfMessages(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var seen []string
	release := make(chan struct{})
	d := reachOut(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		messages, err := frame.Read(body)
		if err != nil {
			return
		}
		mu.Lock()
		seen = append(seen, messages[0].Method)
		mu.Unlock()
		if messages[0].Method == "slow" {
			<-release
		}
		if messages[0].Method == "notifications/cancelled" {
			close(release)
		}
		w.Header().Set("Content-Type", "application/json")
		if id := messages[0].ID.Of(body); id != nil {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{}}`, id)
		}
	}), "/mcp", nil)
	d.send(`{"jsonrpc":"2.0","id":1,"method":"slow"}`)
	d.send(`{"jsonrpc":"2.0","id":2,"method":"quick"}`)
	if got := d.next(); !strings.Contains(got, `"id":2`) {
		t.Errorf("%q", got)
	}
	d.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	if got := d.next(); !strings.Contains(got, `"id":1`) {
		t.Errorf("%q", got)
	}
	mu.Lock()
	defer mu.Unlock()
	if seen[len(seen)-1] != "notifications/cancelled" || len(seen) != 3 {
		t.Errorf("%q", seen)
	}
}
