package mcpwrap

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// upstream is a server that speaks streamable HTTP, in the ways that servers do, and the older transport.
type upstream struct {
	t       *testing.T
	mu      sync.Mutex
	seen    []string // requests, with what of their headers matters
	streams chan chan string
}

func (u *upstream) note(r *http.Request, body string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.seen = append(u.seen, fmt.Sprintf("%s %s auth=%q session=%q origin=%q %s", r.Method, r.URL.RequestURI(), r.Header.Get("Authorization"), r.Header.Get("Mcp-Session-Id"), r.Header.Get("Origin"), body))
}

func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	u.note(r, string(b))
	if r.Method == http.MethodGet && r.URL.Path == "/sse" {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "event: endpoint\ndata: /messages?sessionId=s1\n\n")
		w.(http.Flusher).Flush()
		answers := make(chan string)
		u.streams <- answers
		for {
			select {
			case text := <-answers:
				fmt.Fprintf(w, "event: message\ndata: %s\n\n", text)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	}
	messages, err := frame.Read(b)
	if err != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	id, method := messages[0].ID.Of(b), messages[0].Method
	result := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"asked":%q}}`, id, method)
	if method == "tools/list" {
		result = fmt.Sprintf(`{"jsonrpc":"2.0", "id":%s,"result":{"tools":%s,"ttlMs":5}}`, id, verbose)
	}
	switch {
	case r.URL.Path == "/messages":
		w.WriteHeader(http.StatusAccepted)
		go func() { (<-u.streams) <- result }()
	case method == "deny":
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`)
		w.WriteHeader(http.StatusUnauthorized)
	case method == "notifications/initialized":
		w.WriteHeader(http.StatusAccepted)
	case strings.Contains(string(messages[0].Params.Of(b)), "stream"):
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, ": hello\nretry: 7\n\nid: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\nid: 2\nevent: message\ndata: %s\n\n", result)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Mcp-Session-Id", "session-1")
		fmt.Fprint(w, result)
	}
}

// served starts the upstream and a proxy in front of it.
func served(t *testing.T, path string, change func(*HTTP)) (*upstream, *httptest.Server) {
	t.Helper()
	u := &upstream{t: t, streams: make(chan chan string, 1)}
	up := httptest.NewServer(u)
	t.Cleanup(up.Close)
	to, err := url.Parse(up.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	h := &HTTP{URL: to, Rewriter: newRewriter(t, Options{})}
	if change != nil {
		change(h)
	}
	if h, err = NewHTTP(h); err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(h)
	t.Cleanup(func() { proxy.CloseClientConnections(); proxy.Close() })
	return u, proxy
}

func post(t *testing.T, to, body string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(header); i += 2 {
		if r.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(b)
}

var small = strings.NewReplacer(`"$schema":"http://json-schema.org/draft-07/schema#",`, "", `,"title":"X","$comment":"c"`, "", `,"title":"Y"`, "").Replace(verbose)

func TestHTTPLists(t *testing.T) {
	t.Parallel()
	_, proxy := served(t, "/endpoint?key=k", nil)
	resp, got := post(t, proxy.URL+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if want := `{"jsonrpc":"2.0", "id":1,"result":{"tools":` + small + `,"ttlMs":5}}`; got != want || resp.ContentLength != int64(len(want)) {
		t.Errorf("%d: %s\nnot\n%s", resp.ContentLength, got, want)
	}
	_, got = post(t, proxy.URL, `{"jsonrpc":"2.0","id":"s","method":"tools/list","params":{"as":"stream"}}`)
	if want := ": hello\nretry: 7\n\nid: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\nid: 2\nevent: message\ndata: {\"jsonrpc\":\"2.0\", \"id\":\"s\",\"result\":{\"tools\":" + small + ",\"ttlMs\":5}}\n\n"; got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

// Status, headers and bodies of everything else are the server's, and so is what arrives there.
func TestHTTPPasses(t *testing.T) {
	t.Parallel()
	u, proxy := served(t, "/endpoint?key=k", func(h *HTTP) { h.Header = http.Header{"X-Own": {"1"}} })
	resp, got := post(t, proxy.URL+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`, "Mcp-Session-Id", "session-1", "Authorization", "Bearer of-the-client", "Origin", "http://localhost:6274")
	if got != `{"jsonrpc":"2.0","id":1,"result":{"asked":"tools/call"}}` || resp.Header.Get("Mcp-Session-Id") != "session-1" {
		t.Errorf("%s, %v", got, resp.Header)
	}
	resp, got = post(t, proxy.URL+"/mcp", `{"jsonrpc":"2.0","id":2,"method":"deny"}`)
	if resp.StatusCode != http.StatusUnauthorized || !strings.Contains(resp.Header.Get("WWW-Authenticate"), "resource_metadata") || got != "" {
		t.Errorf("%v %s", resp, got)
	}
	if resp, _ = post(t, proxy.URL+"/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`); resp.StatusCode != http.StatusAccepted {
		t.Errorf("%v", resp)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, proxy.URL+"/mcp", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Mcp-Session-Id", "session-1")
	resp, err = http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("%v", resp)
	}
	if resp, err = http.Get(proxy.URL + "/.well-known/oauth-protected-resource"); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	u.mu.Lock()
	defer u.mu.Unlock()
	for i, want := range []string{
		`POST /endpoint?key=k auth="Bearer of-the-client" session="session-1" origin="http://localhost:6274" {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`,
		`POST /endpoint?key=k auth="" session="" origin="" {"jsonrpc":"2.0","id":2,"method":"deny"}`,
		`POST /endpoint?key=k auth="" session="" origin="" {"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`DELETE /endpoint?key=k auth="" session="session-1" origin="" `,
		`GET /.well-known/oauth-protected-resource auth="" session="" origin="" `,
	} {
		if i >= len(u.seen) || u.seen[i] != want {
			t.Errorf("request %d arrives as %q, not %s", i, u.seen[min(i, len(u.seen)-1)], want)
		}
	}
}

// The older transport answers on a stream of its own, to which requests belong by the address that it names.
func TestOlderTransport(t *testing.T) {
	t.Parallel()
	_, proxy := served(t, "/sse", nil)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, proxy.URL+"/mcp", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	next := func(prefix string) string {
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), prefix); ok {
				return text
			}
		}
		t.Fatalf("the stream ends: %v", lines.Err())
		return ""
	}
	endpoint := next("data: ")
	if endpoint != "/messages?sessionId=s1" {
		t.Fatalf("endpoint %q", endpoint)
	}
	if resp, _ := post(t, proxy.URL+endpoint, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); resp.StatusCode != http.StatusAccepted {
		t.Errorf("%v", resp)
	}
	if got, want := next("data: "), `{"jsonrpc":"2.0", "id":1,"result":{"tools":`+small+`,"ttlMs":5}}`; got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

func TestWhoMayAsk(t *testing.T) {
	t.Parallel()
	_, open := served(t, "/mcp", nil)
	_, guarded := served(t, "/mcp", func(h *HTTP) { h.Token = "secret" })
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, c := range []struct {
		to     string
		header []string
		want   int
	}{
		{open.URL, nil, 200},
		{open.URL, []string{"Origin", "http://127.0.0.1:9"}, 200},
		{open.URL, []string{"Origin", "https://evil.example"}, 403},
		{open.URL, []string{"Origin", "null"}, 403},
		{open.URL, []string{"Origin", "http://localhost.evil.example"}, 403},
		{open.URL, []string{"Host", "evil.example"}, 403},
		{open.URL, []string{"Host", "localhost:77"}, 200},
		{guarded.URL, nil, 401},
		{guarded.URL, []string{"Authorization", "Bearer wrong"}, 401},
		{guarded.URL, []string{"Authorization", "secret"}, 401},
		{guarded.URL, []string{"Authorization", "Bearer secret"}, 200},
	} {
		if resp, body := post(t, c.to, ping, c.header...); resp.StatusCode != c.want {
			t.Errorf("%v: %d %s", c.header, resp.StatusCode, body)
		}
	}
}

// The token is the proxy's: the server does not see it.
func TestTokenIsNotPassedOn(t *testing.T) {
	t.Parallel()
	u, proxy := served(t, "/mcp", func(h *HTTP) { h.Token, h.Header = "secret", http.Header{"Authorization": {"Bearer upstream"}} })
	post(t, proxy.URL, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Authorization", "Bearer secret")
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.seen) != 1 || strings.Contains(u.seen[0], "secret") || !strings.Contains(u.seen[0], "Bearer upstream") {
		t.Errorf("%q", u.seen)
	}
}

// A server that is not there is an error with the ID of the request, and never an empty list.
func TestServerIsNotThere(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	to := &url.URL{Scheme: "http", Host: l.Addr().String(), Path: "/mcp", User: url.UserPassword("u", "hidden")}
	l.Close()
	var told []string
	h, err := NewHTTP(&HTTP{URL: to, Rewriter: newRewriter(t, Options{}), Say: func(s string) { told = append(told, s) }})
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(h)
	defer proxy.Close()
	resp, body := post(t, proxy.URL, `{"jsonrpc":"2.0","id":"x","method":"tools/list"}`)
	if resp.StatusCode != http.StatusBadGateway || !strings.HasPrefix(body, `{"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"the server at 127.0.0.1:`) || strings.Contains(body+fmt.Sprint(told), "hidden") || len(told) != 1 {
		t.Errorf("%d %s, told %q", resp.StatusCode, body, told)
	}
}

// A stream that hangs half-open ends with its client, and leaves nothing behind.
func TestClientOfAStreamGoes(t *testing.T) {
	t.Parallel()
	u, proxy := served(t, "/sse", nil)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, proxy.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answers := <-u.streams
	cancel()
	resp.Body.Close()
	// The server's handler ends when the proxy has let go of it: nobody takes an answer any more.
	for until := time.Now().Add(10 * time.Second); ; {
		select {
		case answers <- `{"jsonrpc":"2.0","method":"x"}`:
		case <-time.After(50 * time.Millisecond):
			return
		}
		if time.Now().After(until) {
			t.Fatal("the stream to the server is still open")
		}
	}
}
