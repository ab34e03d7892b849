package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
)

// endpoint answers as a streamable HTTP server does, and lists one tool.
func endpoint(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	b, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(b, &m) != nil || m.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	result := `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"remote","version":"1"}}`
	if m.Method == "tools/list" {
		result = `{"tools":[{"name":"live","inputSchema":{"type":"object"}}]}`
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

func TestLoadURL(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	document := func(path, media, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			w.Header().Set("Content-Type", media)
			fmt.Fprint(w, body)
		})
	}
	document("/tools.json", "application/json", oneTool)
	document("/raw", "text/plain; charset=utf-8", oneTool)
	document("/tools.yaml", "application/yaml", "tools:\n- name: from_yaml\n  inputSchema: {type: object}\n")
	document("/api.json", "application/json", `{"openapi":"3.0.0","info":{},"paths":{}}`)
	document("/odd.json", "application/json", `{"colour":"blue"}`)
	document("/answer.json", "application/json", `{"jsonrpc":"2.0","id":1,"result":`+oneTool+`}`)
	document("/page", "text/html", "<!doctype html><title>x</title>")
	document("/large", "application/json", strings.Repeat(" ", 5000)+oneTool)
	mux.HandleFunc("/mcp", endpoint)
	mux.HandleFunc("/friendly", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html>An MCP server lives here</html>")
			return
		}
		endpoint(w, r)
	})
	greet := func(path, media, text string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				w.Header().Set("Content-Type", media)
				fmt.Fprint(w, text)
				return
			}
			endpoint(w, r)
		})
	}
	greet("/status", "application/json", `{"status":"ok","transport":"streamable"}`)
	greet("/rpc-error", "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"use POST"}}`)
	greet("/words", "text/plain", "POST here: it is an endpoint\n")
	mux.HandleFunc("/locked", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer right" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		endpoint(w, r)
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/tools.json", http.StatusFound) })
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)

	// A host that must not see the headers of another.
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" || r.Header.Get("X-Key") != "" {
			t.Error("headers were sent to another host")
		}
		fmt.Fprint(w, oneTool)
	}))
	t.Cleanup(other.Close)
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })

	tests := []struct{ path, token, want, hint string }{
		{"/tools.json", "", ": lookup", ""},
		{"/raw", "", ": lookup", ""},
		{"/tools.yaml", "", ": from_yaml", ""},
		{"/moved", "", ": lookup", ""},
		{"/away", "right", ": lookup", ""},
		{"/mcp", "", ": live", ""},
		{"/friendly", "", ": live", ""},
		{"/status", "", ": live", ""},
		{"/rpc-error", "", ": live", ""},
		{"/words", "", ": live", ""},
		{"/odd.json", "", "the shape of the document is not known: it is an object with the members \"colour\"; asked as an MCP server: the server answers status 405", ""},
		{"/answer.json", "", ": lookup", ""},
		{"/locked", "right", ": live", ""},
		{"/locked", "", "status 401 (unauthorized)", "Authorization: Bearer"},
		{"/locked", "wr0ng-t0ken", "status 401 (unauthorized)", "not accepted"},
		{"/api.json", "", "no tools: the document describes no operations", ""},
		{"/page", "", "the address holds an HTML page, and no MCP server answers there", "/mcp or /sse"},
		{"/nothing", "", "status 404 (not found), and no MCP server answers there", "check the address"},
		{"/large", "", "the document is larger than 4000 bytes", ""},
		{"/tools.json?api_key=s3cr3t", "", ": lookup", ""},
	}
	for _, tt := range tests {
		o := opts("")
		o.MaxBytes = 4000
		if tt.token != "" {
			o.Headers = map[string]string{"Authorization": "Bearer " + tt.token, "X-Key": "k"}
		}
		all := load(t, o, srv.URL+tt.path)
		got := brief(all)
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.path, got, tt.want)
		}
		if h := hint(all[0].Err); !strings.Contains(h, tt.hint) {
			t.Errorf("%s: hint %q, want %q", tt.path, h, tt.hint)
		}
		if strings.Contains(got+all[0].Source, "s3cr3t") || strings.Contains(got, "wr0ng") {
			t.Errorf("%s: a secret shows up in %s", tt.path, got)
		}
	}
	if got := brief(load(t, opts(""), "x=mcp+"+srv.URL+"/mcp")); got != "x: live \n" {
		t.Errorf("forced: %s", got)
	}
	if got := brief(load(t, opts(""), "mcp+"+srv.URL+"/tools.json")); !strings.Contains(got, "error load: mcpsource:") {
		t.Errorf("forced, on a document: %s", got)
	}
}

// TestLoadURLProgress holds that both who watches the load and who watches the servers is told.
func TestLoadURLProgress(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(endpoint))
	t.Cleanup(srv.Close)
	for _, address := range []string{srv.URL, "mcp+" + srv.URL} {
		var mu sync.Mutex
		var outer, inner []string
		o := opts("")
		o.Progress = func(_, what string) { mu.Lock(); outer = append(outer, what); mu.Unlock() }
		o.Server.Progress = func(what string) { mu.Lock(); inner = append(inner, what); mu.Unlock() }
		if got := brief(load(t, o, address)); got != "remote: live \n" {
			t.Fatalf("got %s", got)
		}
		if !slices.Contains(outer, "listing tools") || !slices.Contains(inner, "listing tools") {
			t.Errorf("%s: told %q and %q", address, outer, inner)
		}
	}
}

func TestLoadURLNobodyThere(t *testing.T) {
	t.Parallel()
	// No system lets go of port 0, whereas one that a closed server had may be given to another test at any time.
	all := load(t, opts(""), "http://user:s3cr3t@127.0.0.1:0/x")
	if got := brief(all); !strings.Contains(got, "connection refused") || strings.Contains(got, "s3cr3t") {
		t.Errorf("got %s", got)
	}
}

// TestLoadURLTimeout holds what bounds the fetch of a document that never comes.
func TestLoadURLTimeout(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(srv.Close)
	for _, tt := range []struct{ own, server time.Duration }{{0, 100 * time.Millisecond}, {100 * time.Millisecond, time.Hour}} {
		o := opts("")
		o.Timeout, o.Server.Timeout = tt.own, tt.server
		start := time.Now()
		all := load(t, o, srv.URL)
		if !errors.Is(all[0].Err, mcpsource.ErrTimeout) || !strings.Contains(brief(all), "no answer in time") {
			t.Errorf("%v: got %s", tt, brief(all))
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%v: took %v", tt, d)
		}
	}
	for _, tt := range []struct{ own, server, want time.Duration }{
		{0, 0, 30 * time.Second}, {0, time.Second, time.Second}, {0, time.Hour, 30 * time.Second}, {time.Hour, time.Second, time.Hour},
	} {
		o := Options{Timeout: tt.own, Server: mcpsource.Options{Timeout: tt.server}}
		if got := o.withDefaults().Timeout; got != tt.want {
			t.Errorf("timeout %v with %v for servers: got %v, want %v", tt.own, tt.server, got, tt.want)
		}
	}
}

func TestPageHint(t *testing.T) {
	t.Parallel()
	got := pageHint("https://github.com/o/r/blob/main/dir/tools.json")
	if want := "the raw file is https://raw.githubusercontent.com/o/r/main/dir/tools.json"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
