package mcpwrap

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// openThings counts the goroutines and, where the system shows them, the open files of this process.
func openThings() (goroutines, files int) {
	names, _ := os.ReadDir("/proc/self/fd")
	return runtime.NumGoroutine(), len(names)
}

// nothingMore waits until there is no more of both than before. A few belong to the test's own client.
func nothingMore(t *testing.T, goroutines, files int) {
	t.Helper()
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		http.DefaultClient.CloseIdleConnections()
		g, f := openThings()
		if g <= goroutines+3 && f <= files+3 {
			return
		}
		if time.Now().After(until) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before; %d files, %d before\n%s", g, goroutines, f, files, buf[:runtime.Stack(buf, true)])
		}
	}
}

// hang makes a call that is never answered, until it is called off or the stream ends.
func hang(ctx context.Context, to, session string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(`{"jsonrpc":"2.0","id":2,"method":"never"}`))
	if err != nil {
		return
	}
	r.Header.Set("Mcp-Session-Id", session)
	r.Header.Set("Accept", "text/event-stream")
	if resp, err := http.DefaultClient.Do(r); err == nil {
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
}

// Sessions over HTTP that end in every way leave no process, no goroutine and no open file: clients that say so, that just
// go, in the middle of a call too, servers that die, and the proxy that ends under load.
func TestNothingIsLeftOfSessions(t *testing.T) {
	goroutines, files := openThings()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l := NewLocal(&Local{Command: []string{self}, Env: []string{"MCPWRAP_ROLE=echo"}, Rewriter: newRewriter(t, Options{})})
	server := httptest.NewServer(l)
	to := server.URL + "/mcp"
	var pids sync.Map
	var wg, busy sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			id := begin(t, to)
			_, body := post(t, to, `{"jsonrpc":"2.0","id":1,"method":"who"}`, "Mcp-Session-Id", id)
			if _, text, ok := strings.Cut(body, `"pid":`); ok {
				text, _, _ = strings.Cut(text, ",")
				pids.Store(text, true)
			}
			switch i % 4 {
			case 0:
				fetch(t, http.MethodDelete, to, "Mcp-Session-Id", id).Body.Close()
			case 1: // the client goes in the middle of a call
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer cancel()
				hang(ctx, to, id)
			case 2: // the server dies
				post(t, to, `{"jsonrpc":"2.0","id":2,"method":"exit","params":3}`, "Mcp-Session-Id", id)
			case 3: // it is still busy when the proxy ends
				busy.Go(func() { hang(t.Context(), to, id) })
			}
		})
	}
	wg.Wait()
	l.Close()
	server.CloseClientConnections()
	busy.Wait()
	server.Close()
	n := 0
	pids.Range(func(pid, _ any) bool {
		n++
		if _, err := os.Stat("/proc/" + pid.(string)); err == nil && runtime.GOOS == "linux" {
			t.Errorf("process %s is left", pid)
		}
		return true
	})
	if n != 24 {
		t.Errorf("%d processes were seen", n)
	}
	nothingMore(t, goroutines, files)
}

// Clients of a server behind a URL that go in the middle, and a server that goes in the middle, leave nothing open.
func TestNothingIsLeftOfRequests(t *testing.T) {
	goroutines, files := openThings()
	stop := make(chan struct{})
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n")
		w.(http.Flusher).Flush()
		select { // half open: the answer never comes
		case <-stop:
		case <-r.Context().Done():
		}
	}))
	at, err := url.Parse(upstream.URL)
	if err != nil {
		t.Fatal(err)
	}
	h, err := NewHTTP(&HTTP{URL: at, Rewriter: newRewriter(t, Options{})})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
			if err != nil {
				t.Error(err)
				return
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if _, err := resp.Body.Read(make([]byte, 10)); err != nil {
				t.Error(err)
			}
			if i%2 == 0 {
				cancel() // the client goes
				return
			}
			_, _ = io.Copy(io.Discard, resp.Body) // until the server does
		})
	}
	time.AfterFunc(100*time.Millisecond, func() { close(stop) })
	wg.Wait()
	server.CloseClientConnections()
	server.Close()
	upstream.CloseClientConnections()
	upstream.Close()
	h.proxy.Transport.(*http.Transport).CloseIdleConnections()
	nothingMore(t, goroutines, files)
}
