package login

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// inFront lets a server do something before what it does.
func inFront(s *httptest.Server, f func(http.ResponseWriter, *http.Request) bool) {
	inner := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !f(rw, r) {
			inner.ServeHTTP(rw, r)
		}
	})
}

// Asking a server whether it wants a login leaves no session behind.
func TestProbeEndsItsSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w *world) { w.open, w.document = true, none })
	var mu sync.Mutex
	var seen []string
	inFront(w.mcp, func(rw http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/mcp" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, r.Method+" "+r.Header.Get("Mcp-Session-Id"))
		rw.Header().Set("Mcp-Session-Id", "s-1")
		return false
	})
	if _, err := w.login(nil); err == nil || !strings.Contains(err.Error(), "asks for no login") {
		t.Errorf("%v", err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(seen, []string{"POST ", "DELETE s-1"}) {
		t.Errorf("%q", seen)
	}
}

// The older transport knows GET alone.
func TestProbeOfTheOlderTransport(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	inFront(w.mcp, func(rw http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/mcp" && r.Method == http.MethodPost {
			rw.WriteHeader(http.StatusMethodNotAllowed)
			return true
		}
		return false
	})
	if _, err := w.login(nil); err != nil {
		t.Error(err)
	}
}

func TestProbeOfAServerThatHasMoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	inFront(w.mcp, func(rw http.ResponseWriter, r *http.Request) bool {
		http.Redirect(rw, r, "https://new.example/mcp", http.StatusPermanentRedirect)
		return true
	})
	if _, err := w.login(nil); err == nil || !strings.Contains(err.Error(), "redirects to new.example") {
		t.Errorf("%v", err)
	}
	w.mcp.Close()
	if _, err := w.login(nil); err == nil || !strings.HasPrefix(err.Error(), "asking the server: 127.0.0.1:") {
		t.Errorf("%v", err)
	}
}

// A server that shows the same page for every address has no metadata there, and its login is found elsewhere.
func TestPagesInPlaceOfMetadata(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w *world) { w.at, w.challenge = "/.well-known/oauth-protected-resource", "none" })
	inFront(w.mcp, func(rw http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != usualPlace {
			return false
		}
		_, _ = io.WriteString(rw, "<html>")
		return true
	})
	if _, err := w.login(nil); err != nil {
		t.Error(err)
	}
	w.document = with("resource", 7)
	if _, err := w.login(nil); err == nil || !strings.Contains(err.Error(), "reading the metadata at ") {
		t.Errorf("%v", err)
	}
}

func TestCovers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		resource, server string
		want             bool
	}{
		{"https://h/mcp", "https://h/mcp", true},
		{"https://H:443/mcp/", "https://h/mcp?x=1", true},
		{"https://h", "https://h/a/mcp", true},
		{"https://h/a", "https://h/a/mcp", true},
		{"https://h/a", "https://h/ab", false},
		{"https://h/a%2Fb", "https://h/a/b", false},
		{"https://h/mcp/more", "https://h/mcp", false},
		{"http://h/mcp", "https://h/mcp", false},
		{"https://h:8443/mcp", "https://h/mcp", false},
		{"https://h.evil.example/mcp", "https://h/mcp", false},
		{"https://u@h/mcp", "https://h/mcp", false},
		{"https://h/mcp?x", "https://h/mcp", false},
		{"https://h/mcp#x", "https://h/mcp", false},
		{":", "https://h/mcp", false},
	} {
		u, err := url.Parse(c.server)
		if err != nil {
			t.Fatal(err)
		}
		if got := covers(c.resource, u); got != c.want {
			t.Errorf("%s of %s: %v", c.server, c.resource, got)
		}
	}
}

// Plain HTTP is for a server on this machine alone, and a server elsewhere names nothing on this machine.
func TestMayReach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		server, to string
		want       bool
	}{
		{"https://h", "https://as.example", true},
		{"https://h", "http://as.example", false},
		{"https://h", "http://127.0.0.1:1", false},
		{"https://127.0.0.1", "http://127.0.0.1:1", false},
		{"http://127.0.0.1:2", "http://localhost:1", true},
		{"http://[::1]:2", "http://127.0.0.1:1", true},
		{"http://127.0.0.1:2", "http://as.example", false},
		{"http://127.0.0.1:2", "https://as.example", true},
		{"http://127.0.0.1.evil.example", "http://127.0.0.1", false},
		{"https://h", "ftp://h", false},
	} {
		from, err := url.Parse(c.server)
		if err != nil {
			t.Fatal(err)
		}
		to, err := url.Parse(c.to)
		if err != nil {
			t.Fatal(err)
		}
		if got := newWire(from).mayReach(to) == nil; got != c.want {
			t.Errorf("%s from %s: %v", c.to, c.server, got)
		}
	}
}
