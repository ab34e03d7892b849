package mcpsource

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schema-bench/schema-bench/catalog"
)

// sdkServer is a server of the SDK with three tools in pages of two.
func sdkServer() *server.MCPServer {
	s := server.NewMCPServer("sdk", "1", server.WithToolCapabilities(true), server.WithInstructions("Be brief."), server.WithPaginationLimit(2))
	for _, name := range []string{"alpha", "beta", "gamma"} {
		s.AddTool(mcp.NewTool(name, mcp.WithString("q")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("unused"), nil
		})
	}
	return s
}

// locked lets only requests with the right token through, and counts those without.
func locked(h http.Handler, denied *atomic.Int32) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer t0ken-value" {
			denied.Add(1)
			w.Header().Set("WWW-Authenticate", `Bearer realm="x"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	})
}

func serveHTTP(t *testing.T, h http.Handler) string {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	t.Cleanup(srv.CloseClientConnections)
	return srv.URL
}

func TestFetchHTTPWithSDK(t *testing.T) {
	t.Parallel()
	var denied atomic.Int32
	stateful := serveHTTP(t, locked(server.NewStreamableHTTPServer(sdkServer(), server.WithStateful(true)), &denied))
	stateless := serveHTTP(t, locked(server.NewStreamableHTTPServer(sdkServer(), server.WithStateLess(true)), &denied))
	sse := server.NewSSEServer(sdkServer())
	older := httptest.NewServer(locked(sse, &denied))
	t.Cleanup(older.Close)
	t.Cleanup(older.CloseClientConnections)
	tests := []Server{
		{URL: stateful + "/mcp"},
		{URL: stateful + "/mcp", protocol: "2024-11-05"},
		{URL: stateful + "/mcp", Transport: "http", protocol: "2025-03-26"},
		{URL: stateless + "/mcp"},
		{URL: stateless + "/mcp", protocol: "2026-07-28"},
		{URL: older.URL + "/sse"},
		{URL: older.URL + "/sse", Transport: "sse"},
	}
	for i, s := range tests {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			s.Headers = map[string]string{"Authorization": "Bearer t0ken-value"}
			c, err := Fetch(t.Context(), s, quick())
			if err != nil {
				t.Fatalf("%v (%s)", err, hintOf(err))
			}
			if names(c) != "alpha beta gamma" || c.Instructions != "Be brief." {
				t.Errorf("got %s, instructions %q", names(c), c.Instructions)
			}
			if !strings.HasPrefix(c.Tools[2].Origin.Source, "http://127.0.0.1") {
				t.Errorf("origin %+v", c.Tools[2].Origin)
			}
		})
	}
	t.Cleanup(func() {
		if n := denied.Load(); n != 0 {
			t.Errorf("%d requests came without the token", n)
		}
	})
}

// raw answers JSON-RPC over POST: results by method, as they are written here.
func raw(results map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var m rpcIn
		b, err := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || err != nil || json.Unmarshal(b, &m) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if m.ID == nil {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		result, ok := results[m.Method]
		w.Header().Set("Content-Type", "application/json")
		switch {
		case !ok:
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no %s"}}`, m.ID, m.Method)
		case strings.HasPrefix(result, "event:"):
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", m.ID, strings.TrimPrefix(result, "event:"))
		default:
			fmt.Fprintf(w, `{"jsonrpc":"2.0", "id":%s, "result":%s}`, m.ID, result)
		}
	}
}

const hello = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}}`

func TestFetchHTTPKeepsBytes(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"", "event:"} {
		url := serveHTTP(t, raw(map[string]string{"initialize": hello, "tools/list": prefix + oddTools}))
		c, err := Fetch(t.Context(), Server{URL: url}, quick())
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range c.Tools {
			if !strings.Contains(oddTools, string(tool.Raw)) || len(tool.Raw) < 50 {
				t.Errorf("tool %q is not what the server sent: %s", tool.Name, tool.Raw)
			}
		}
		if c.Name != "raw" {
			t.Errorf("catalog is called %q", c.Name)
		}
	}
}

func TestFetchHTTPErrors(t *testing.T) {
	t.Parallel()
	status := func(code int, media, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", media)
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	elsewhere := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("another host was asked: %s %s with %v", r.Method, r.URL, r.Header)
	}))
	bigList := `{"tools":[{"name":"x","description":"` + strings.Repeat("x", 60_000) + `"}]}`
	tests := []struct {
		name       string
		h          http.Handler
		want, hint string
	}{
		{"unauthorised", status(401, "text/plain", "who are you"), "initialize: the server answers status 401 (unauthorized)", "not accepted"},
		{"forbidden", status(403, "application/json", `{"error":"no"}`), `status 403 (forbidden): {"error":"no"}`, "not accepted"},
		{"not found", http.NotFoundHandler(), "status 404 (not found)", "/mcp or /sse"},
		{"page", status(200, "text/html", "<html>hi</html>"), "answers with an HTML page", "/mcp or /sse"},
		{"page and not found", status(404, "text/html", "<html>hi</html>"), "status 404 (not found)", "/mcp or /sse"},
		{"text", status(200, "text/plain", "hi"), `content type "text/plain", which is no protocol message`, "/mcp or /sse"},
		{"broken", status(503, "text/plain", "\x1b[31mdown\x1b[0m for t0ken-value"), "status 503 (service unavailable): down for ***", "later"},
		{"busy", status(429, "text/plain", ""), "status 429 (too many requests)", "later"},
		{"cut", status(200, "application/json", `{"jsonrpc":"2.0","id":1,"resu`), "the answer cannot be read: unexpected EOF", ""},
		{"empty stream", status(200, "text/event-stream", ""), "the server ended the stream before it answered", ""},
		{"redirect elsewhere", http.RedirectHandler(elsewhere+"/mcp", http.StatusTemporaryRedirect), "redirects to " + elsewhere + "/mcp, another host", "trust"},
		{"redirect to a get", http.RedirectHandler("/other", http.StatusFound), "which would turn the request into a GET", "trust"},
		{"redirect for ever", http.RedirectHandler("/mcp", http.StatusTemporaryRedirect), "does not stop redirecting", ""},
		{"large", raw(map[string]string{"initialize": hello, "tools/list": bigList}), "tools/list: the server's answer is larger than 50000 bytes", ""},
		{"large stream", raw(map[string]string{"initialize": hello, "tools/list": "event:" + strings.Replace(bigList, "xxx", strings.Repeat("x", 500_000), 1)}), "tools/list: the server's answer is larger", ""},
		{"empty list", raw(map[string]string{"initialize": hello, "tools/list": `{"tools":[]}`}), "an empty list", "credentials"},
		{"no list", raw(map[string]string{"initialize": hello}), "advertises tools and refuses", ""},
		{"no handshake", raw(nil), "initialize: the server answers error -32601: no initialize", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.MaxBytes = 50_000
			s := Server{URL: serveHTTP(t, tt.h) + "/mcp?key=s3cr3t-in-url", Headers: map[string]string{"Authorization": "Bearer t0ken-value"}}
			_, err := Fetch(t.Context(), s, o)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want %q", err, tt.want)
			}
			if h := hintOf(err); !strings.Contains(h, tt.hint) {
				t.Errorf("hint %q, want %q", h, tt.hint)
			}
			if all := err.Error() + hintOf(err); strings.Contains(all, "t0ken") || strings.Contains(all, "s3cr3t") || strings.Contains(all, "failed to") {
				t.Errorf("a secret or foreign words show up: %s", all)
			}
		})
	}
}

func TestFetchHTTPSSEErrors(t *testing.T) {
	t.Parallel()
	stream := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, body)
		}
	}
	tests := []struct {
		name string
		h    http.Handler
		want string
	}{
		{"ends at once", stream(""), "connect: the server ended the event stream before it answered"},
		{"no endpoint there", stream("event: endpoint\ndata: /nothing\n\n"), "initialize: "},
		{"page", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<html>") }), "answers with"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Fetch(t.Context(), Server{URL: serveHTTP(t, tt.h), Transport: "sse"}, quick())
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestFetchHTTPHangs(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	url := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(func() { close(release) })
	o := quick()
	o.Timeout = 200 * time.Millisecond
	_, err := Fetch(t.Context(), Server{Name: "slow", URL: url}, o)
	if !errors.Is(err, ErrTimeout) || !strings.Contains(err.Error(), `server "slow": initialize: no answer within 200ms`) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fetch(ctx, Server{URL: url}, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestFetchHTTPNobodyThere(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.NotFoundHandler())
	srv.Close()
	_, err := Fetch(t.Context(), Server{URL: srv.URL}, quick())
	if err == nil || !strings.Contains(err.Error(), "connection refused") || !strings.Contains(hintOf(err), "running") {
		t.Errorf("got %v, hint %q", err, hintOf(err))
	}
}

func TestFetchHTTPEmptyIsNoTools(t *testing.T) {
	t.Parallel()
	url := serveHTTP(t, raw(map[string]string{"initialize": hello, "tools/list": `{"tools":[]}`}))
	if _, err := Fetch(t.Context(), Server{URL: url}, quick()); !errors.Is(err, catalog.ErrNoTools) {
		t.Errorf("got %v", err)
	}
}
