package mcpsource

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/fixtures"
)

func names(c *catalog.Catalog) string {
	var out []string
	for _, t := range c.Tools {
		out = append(out, t.Name)
	}
	return strings.Join(out, " ")
}

func TestFetchKeepsBytes(t *testing.T) {
	t.Parallel()
	c, err := Fetch(t.Context(), child("ok"), quick())
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tools) != 2 || c.Instructions != `Mind the "gap".` || c.Name != "ok" {
		t.Fatalf("got %d tools, name %q, instructions %q", len(c.Tools), c.Name, c.Instructions)
	}
	for _, tool := range c.Tools {
		if !strings.Contains(oddTools, string(tool.Raw)) || len(tool.Raw) < 50 {
			t.Errorf("tool %q is not what the server sent: %s", tool.Name, tool.Raw)
		}
	}
	if len(c.Problems) > 0 && c.Problems[0].Tool == "" {
		t.Errorf("unexpected problem: %v", c.Problems[0])
	}
}

func TestFetchGood(t *testing.T) {
	t.Parallel()
	tests := []struct{ server, want, problem string }{
		{"pages", "a b", ""},
		{"banner", "odd plain", `2 lines to standard output that are no protocol message, first "Welcome to the server"`},
		{"noise", "one", `first "DEBUG listing tools"`},
		{"old", "odd plain", ""},
		{"choosy", "odd plain", ""},
		{"future", "odd plain", `protocol version "2031-01-01", which is not known`},
		{"modern", "one", ""},
		{"shy", "odd plain", "without advertising them"},
		{"boaster", "odd plain", "advertises prompts and refuses prompts/list (-32601)"},
		{"boaster", "odd plain", "advertises resources and refuses"},
		{"late", "one two", ""},
		{"empty-first", "one", ""},
		{"flood", "odd plain", ""},
		{"batch", "one", ""},
		{"last-words", "one", ""},
		{"grandchild", "odd plain", ""},
	}
	for _, tt := range tests {
		t.Run(tt.server, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.settle = 2 * time.Second // for the announcements; nothing else waits for it
			c, err := Fetch(t.Context(), child(tt.server), o)
			if err != nil {
				t.Fatalf("%v\n%s", err, detailsOf(err))
			}
			if got := names(c); got != tt.want {
				t.Errorf("tools %q, want %q", got, tt.want)
			}
			var all []string
			for _, p := range c.Problems {
				all = append(all, p.Message)
			}
			text := strings.Join(all, "\n")
			if tt.problem != "" && !strings.Contains(text, tt.problem) {
				t.Errorf("problems %q, want one with %q", text, tt.problem)
			}
			if tt.problem == "" && strings.Contains(text, "the server") {
				t.Errorf("unexpected problem: %s", text)
			}
		})
	}
}

func detailsOf(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return ""
	}
	return strings.Join(e.Details(), "\n")
}

func hintOf(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

func TestFetchBad(t *testing.T) {
	t.Parallel()
	tests := []struct{ server, want, detail string }{
		{"die", `mcpsource: server "die": initialize: the server exited with status 3 before it answered`, "stderr: Error: MY_TOKEN is not set (got [redacted])"},
		{"die-mid-list", `tools/list: the server exited with status 1 before it answered`, ""},
		{"half", `tools/list: the server`, ""},
		{"garbage", "initialize: the server sent a message that cannot be read: unexpected end of JSON input", ""},
		{"cannot-read", "initialize: the server could not read a request: error -32700: parse error", ""},
		{"refuse-all", "initialize: the server answers error -32603: database is down", ""},
		{"loop", "tools/list: the cursor of page 2 was given before", ""},
		{"loop-fresh", "tools/list: page 2 repeats page 1", ""},
		{"endless", "tools/list: the list has more than 7 pages", ""},
		{"empty", "tools/list: the server answers with an empty list", ""},
		{"no-array", `tools/list: page 1: the result has no array "tools"`, ""},
		{"null-result", "tools/list: the server answers with neither a result nor an error", ""},
		{"number-cursor", "tools/list: page 1: nextCursor is no string: 7", ""},
		{"refuse", "tools/list: the server advertises tools and refuses to list them: the server answers error -32601", ""},
		{"error", "tools/list: the server answers error -32000: quota of *** used up", ""},
		{"long-line", "tools/list: the server wrote a line of more than 200000 bytes", ""},
		{"deep", "tools/list: the server sent a message that cannot be read: invalid character '{' exceeded max depth", ""},
	}
	for _, tt := range tests {
		t.Run(tt.server, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.maxPages, o.MaxBytes = 7, 200_000
			_, err := Fetch(t.Context(), child(tt.server, "MY_TOKEN=s3cr3t-value"), o)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("error %v, want %q", err, tt.want)
			}
			if d := detailsOf(err); !strings.Contains(d, tt.detail) {
				t.Errorf("details %q, want %q", d, tt.detail)
			}
			if all := err.Error() + detailsOf(err) + hintOf(err); strings.Contains(all, "s3cr3t") {
				t.Errorf("the secret shows up: %s", all)
			}
			if strings.Count(err.Error(), "mcpsource:") != 1 || strings.Contains(err.Error(), "failed to") {
				t.Errorf("error is not in the house's voice: %v", err)
			}
		})
	}
}

func TestFetchEmptyIsNoTools(t *testing.T) {
	t.Parallel()
	if _, err := Fetch(t.Context(), child("empty"), quick()); !errors.Is(err, catalog.ErrNoTools) {
		t.Errorf("got %v, want one that is ErrNoTools", err)
	}
}

// A home is called by servers; the connections close when the processes end.
type home struct{ net.Listener }

func newHome(t *testing.T) home {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return home{l}
}

// mustEnd accepts n calls and waits until all of them hang up.
func (h home) mustEnd(t *testing.T, n int) {
	t.Helper()
	for range n {
		conn, err := h.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		mustHangUp(t, conn)
	}
}

func mustHangUp(t *testing.T, conn net.Conn) {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal("a process is still there")
	}
}

// called returns the connection of a process that called before it ended. It waits for nothing: a call of our own goes
// in behind the process's, if that made one, so the first that is accepted says whether it did.
func (h home) called(t *testing.T) (net.Conn, bool) {
	t.Helper()
	own, err := net.Dial("tcp", h.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	conn, err := h.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn, conn.RemoteAddr().String() != own.LocalAddr().String()
}

func TestFetchTimeout(t *testing.T) {
	t.Parallel()
	for _, server := range []string{"hang", "deaf"} {
		// A server that time ran out for before it had started says nothing about how one is ended that runs.
		for limit := 200 * time.Millisecond; ; limit *= 2 {
			h := newHome(t)
			o := quick()
			o.Timeout = limit
			_, err := Fetch(t.Context(), child(server, "CALL_HOME="+h.Addr().String()), o)
			if !errors.Is(err, ErrTimeout) || !strings.HasSuffix(err.Error(), "no answer within "+limit.String()) || hintOf(err) == "" {
				t.Fatalf("%s: got %v, hint %q", server, err, hintOf(err))
			}
			if conn, ok := h.called(t); ok {
				mustHangUp(t, conn)
				break
			}
			if limit > time.Minute {
				t.Fatalf("%s: does not start within %s", server, limit)
			}
		}
	}
}

// TestFetchFirstReason holds that the answer to initialize is what a user is told, whatever the server does when it is
// asked in the new way.
func TestFetchFirstReason(t *testing.T) {
	t.Parallel()
	const missing = "initialize: the server answers error -32000: API key is missing: set FOO_KEY"
	tests := []struct {
		server   string
		patience time.Duration
		timeout  time.Duration
		want     string
	}{
		{"keyless", 50 * time.Millisecond, time.Minute, missing},
		{"keyless", time.Minute, 2 * time.Second, missing}, // the clock of the whole fetch is the first to end
		{"keyless-garbage", time.Minute, time.Minute, missing},
		{"keyless-gone", time.Minute, time.Minute, missing},
		{"bare", 50 * time.Millisecond, time.Minute, "initialize: the server answers error -32601: no such method"},
		{"bare-broken", time.Minute, time.Minute, "server/discover: the server answers error -32603: database is down"},
	}
	for _, tt := range tests {
		t.Run(tt.server, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.patience, o.Timeout = tt.patience, tt.timeout
			_, err := Fetch(t.Context(), child(tt.server), o)
			if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if errors.Is(err, ErrTimeout) {
				t.Errorf("it is ErrTimeout though the server answered: %v", err)
			}
		})
	}
}

func TestErrTimeout(t *testing.T) {
	t.Parallel()
	err := wrap(Server{Name: "s"}, doing("initialize", timeoutError{time.Second}), scrubber{})
	if !errors.Is(err, ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	// Also where the text had to be scrubbed.
	err = wrap(Server{Name: "s", Env: map[string]string{"TOKEN": "within"}}, timeoutError{time.Second}, scrubber{[]string{"within"}})
	if !errors.Is(err, ErrTimeout) || strings.Contains(err.Error(), "within") {
		t.Errorf("got %v", err)
	}
	ended, cancel := context.WithTimeoutCause(t.Context(), 0, ErrTimeout)
	defer cancel()
	if err := bounded(t.Context(), ended, errors.New("closed"), time.Second); !errors.Is(err, ErrTimeout) || hintOf(err) == "" {
		t.Errorf("an error of another kind: got %v", err)
	}
}

func TestFetchEndsTheTree(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	if _, err := Fetch(t.Context(), child("grandchild", "CALL_HOME="+h.Addr().String()), quick()); err != nil {
		t.Fatal(err)
	}
	h.mustEnd(t, 2)
}

func TestFetchCancelled(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := Fetch(ctx, child("hang", "CALL_HOME="+h.Addr().String()), quick())
		ended <- err
	}()
	conn, err := h.Accept() // the server runs
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("the server said something")
	}
}

func TestFetchAnswersTheServer(t *testing.T) {
	t.Parallel()
	s := child("asks")
	s.Dir = t.TempDir()
	c, err := Fetch(t.Context(), s, quick())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`{}`, `"uri":"file:///`, `"code":-1,`, `{"action":"decline"}`, `"code":-32601`}
	if len(c.Tools) != len(want) {
		t.Fatalf("got %d tools, want %d", len(c.Tools), len(want))
	}
	for i, w := range want {
		if got := c.Tools[i].Description; !strings.Contains(got, w) {
			t.Errorf("reply %d is %s, want %s in it", i, got, w)
		}
	}
}

func TestFetchNoCommand(t *testing.T) {
	t.Parallel()
	_, err := Fetch(t.Context(), Server{Command: []string{"no-such-program-here"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "not found in PATH") || strings.Count(err.Error(), "mcpsource:") != 1 {
		t.Errorf("got %v", err)
	}
	bad := []Server{
		{}, {Command: []string{"x"}, URL: "http://h"}, {URL: "ftp://h"}, {URL: "http://[::1"}, {URL: "/path"},
		{URL: "http://h", Transport: "stdio"}, {Command: []string{"x"}, Transport: "sse"},
		{URL: "http://h", protocol: "2020-01-01"}, {URL: "http://h", Headers: map[string]string{"A": "b\nc"}},
	}
	for _, s := range bad {
		var e *Error
		if _, err := Fetch(t.Context(), s, nil); !errors.As(err, &e) {
			t.Errorf("%+v: got %v, want an *Error", s, err)
		}
	}
}

func TestFetchDeclaresCapabilities(t *testing.T) {
	t.Parallel()
	tests := []struct{ declare, want string }{
		{"", "always needs-elicitation needs-roots needs-sampling"},
		{`{}`, "always"},
		{`{"roots":{}}`, "always needs-roots"},
	}
	for _, tt := range tests {
		o := quick()
		if tt.declare != "" {
			o.Capabilities = []byte(tt.declare)
		}
		c, err := Fetch(t.Context(), child("gated"), o)
		if err != nil {
			t.Fatal(err)
		}
		if got := names(c); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.declare, got, tt.want)
		}
	}
}

// TestFetchExampleServer runs the example server healthy and with each of its faults. Every fault that keeps tools
// from being listed is an error, and every other one gives the same tools as the healthy server.
func TestFetchExampleServer(t *testing.T) {
	t.Parallel()
	healthy, err := Fetch(t.Context(), child("fixture:"), quick())
	if err != nil {
		t.Fatal(err)
	}
	if healthy.Instructions == "" || len(healthy.Tools) < 10 {
		t.Fatalf("the example server has %d tools and instructions %q", len(healthy.Tools), healthy.Instructions)
	}
	want := map[string]string{
		"hang-init": "initialize: no answer within", "hang-list": "no answer within",
		"die-init": "initialize: the server exited with status 7", "die-mid-list": "tools/list: the server exited with status 7",
		"die-mid-frame": "tools/list: ", "loop-cursor": "tools/list: ", "empty": "an empty list", "list-error": "tools/list: the server answers error",
		"refuse-tools": "advertises tools and refuses",
	}
	for _, fault := range fixtures.Faults() {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			o := quick()
			if strings.HasPrefix(fault, "hang") {
				o.Timeout = time.Second
			}
			c, err := Fetch(t.Context(), child("fixture:"+fault), o)
			if text, bad := want[fault]; bad {
				if err == nil || !strings.Contains(err.Error(), text) {
					t.Errorf("got %v, want %q", err, text)
				}
				return
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, detailsOf(err))
			}
			if c.Digest() != healthy.Digest() {
				t.Errorf("got other tools than from the healthy server: %s", names(c))
			}
		})
	}
}
