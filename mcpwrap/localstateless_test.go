package mcpwrap

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const statelessMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// alone sends a request of 2026-07-28, with the headers that go with it.
func alone(t *testing.T, to, id, method, params string, header ...string) (*http.Response, string) {
	t.Helper()
	if params != "" {
		params += ","
	}
	body := `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params + statelessMeta + `}}`
	return post(t, to, body, append([]string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", method}, header...)...)
}

// Requests that say all by themselves are answered without a session, one after the other by the same process, and lists are
// compacted.
func TestStatelessRequests(t *testing.T) {
	t.Parallel()
	l, to, _ := housed(t, nil)
	resp, body := alone(t, to, "1", "server/discover", "")
	if resp.StatusCode != 200 || !strings.Contains(body, `"asked":"server/discover"`) || resp.Header.Get("Mcp-Session-Id") != "" || resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%d %v %s", resp.StatusCode, resp.Header, body)
	}
	pid := body[strings.Index(body, `"pid":`):]
	pid = pid[:strings.IndexByte(pid, ',')]
	resp, body = alone(t, to, `"1"`, "tools/call", `"name":"Bj\u00f8rn"`, "Mcp-Name", headerValue("Bjørn"))
	if resp.StatusCode != 200 || !strings.Contains(body, pid) || !strings.HasPrefix(body, `{"jsonrpc":"2.0","id":"1","result":{"asked":"tools/call"`) {
		t.Errorf("%d %s, not of the process of before, %s", resp.StatusCode, body, pid)
	}
	if _, body = alone(t, to, "1", "tools/list", ""); strings.Contains(body, "$comment") || !strings.Contains(body, `"name":"a"`) {
		t.Error(body)
	}
	if resp, body = post(t, to, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, "Mcp-Protocol-Version", "2026-07-28"); resp.StatusCode != 202 || body != "" {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	// Sessions are there beside it.
	begin(t, to)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.sessions) != 2 || len(l.free) != 1 || l.hired != 1 {
		t.Errorf("%d processes, %d of them free and %d without a session", len(l.sessions), len(l.free), l.hired)
	}
}

func TestStatelessFaults(t *testing.T) {
	t.Parallel()
	l, to, _ := housed(t, nil)
	request := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a",` + statelessMeta + `}}`
	for _, c := range []struct {
		body, want string
		header     []string
	}{
		{request, "the header Mcp-Protocol-Version is missing", nil},
		{request, "the header Mcp-Method is missing", []string{"Mcp-Protocol-Version", "2026-07-28"}},
		{request, "the header Mcp-Name is missing", []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call"}},
		{request, `the header Mcp-Name is \"b\", and the body says \"a\"`, []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "b"}},
		{request, `the header Mcp-Protocol-Version is \"2026-08-01\"`, []string{"Mcp-Protocol-Version", "2026-08-01", "Mcp-Method", "tools/call", "Mcp-Name", "a"}},
		{`{"jsonrpc":"2.0","id":7,"method":"ping"}`, `the body says \"\"`, []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "ping"}},
		{"[" + request + "]", "no batches", []string{"Mcp-Protocol-Version", "2026-07-28"}},
		{`{"jsonrpc":"2.0","id":7,"method":"ping"}`, "initialize opens one", nil},
	} {
		if resp, body := post(t, to, c.body, c.header...); resp.StatusCode != 400 || !strings.Contains(body, c.want) {
			t.Errorf("%s %q: %d %s, not %s", c.body, c.header, resp.StatusCode, body, c.want)
		}
	}
	if len(l.sessions) != 0 {
		t.Error("a process was started for what is refused")
	}
	for status, reply := range map[int]string{404: `"error":{"code":-32601}`, 400: `"error":{"message":"m","code":-32602}`, 200: `"error":{"code":-32603}`} {
		if got := statusOf([]byte(`{"jsonrpc":"2.0","id":1,` + reply + `}`)); got != status {
			t.Errorf("%s: %d", reply, got)
		}
	}
	// A server that dies is an error, and the next request has another one.
	if resp, body := alone(t, to, "1", "exit", ""); resp.StatusCode != 200 || !strings.Contains(body, `"id":1,"error":{"code":-32000,"message":"the server exited`) {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if resp, body := alone(t, to, "1", "server/discover", ""); resp.StatusCode != 200 || !strings.Contains(body, "asked") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}

// Requests with the same ID at the same time do not meet, and as many wait as there are no processes for.
func TestStatelessRequestsAtOnce(t *testing.T) {
	t.Parallel()
	l, to, _ := housed(t, func(l *Local) { l.MaxSessions = 2 })
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			want := fmt.Sprintf(`"params":{"n":%d,`, i)
			if resp, body := alone(t, to, "5", "tools/call", fmt.Sprintf(`"n":%d,"name":"a"`, i), "Mcp-Name", "a"); resp.StatusCode != 200 || !strings.Contains(body, want) {
				t.Errorf("%d %s, not %s", resp.StatusCode, body, want)
			}
		})
	}
	wg.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.sessions) > 2 || len(l.free) != l.hired {
		t.Errorf("%d processes, %d free of %d", len(l.sessions), len(l.free), l.hired)
	}
}

// What comes before an answer is a stream, without names of events, since nothing is taken up again. A client that goes
// takes the process with it.
func TestStatelessStream(t *testing.T) {
	t.Parallel()
	l, to, _ := housed(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	body := `{"jsonrpc":"2.0","id":1,"method":"listen","params":{` + statelessMeta + `}}`
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	r.Header.Set("Mcp-Method", "listen")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	in := bufio.NewReader(resp.Body)
	if id, data := event(t, in); resp.Header.Get("Content-Type") != "text/event-stream" || id != "" || !strings.Contains(data, "notifications/acknowledged") {
		t.Errorf("%v: %q %s", resp.Header, id, data)
	}
	cancel()
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		l.mu.Lock()
		left, hired := len(l.sessions), l.hired
		l.mu.Unlock()
		if left == 0 && hired == 0 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%d processes are left, %d without a session", left, hired)
		}
	}
}

// The reference server of the Go SDK knows the protocol without sessions over stdio, and is served so.
func TestStatelessReferenceServer(t *testing.T) {
	t.Parallel()
	server := filepath.Join(os.Getenv("SCHEMA_BENCH_TOOLS"), "everything-server")
	if _, err := os.Stat(server); err != nil {
		if os.Getenv("SCHEMA_BENCH_REQUIRE_ALL") != "" {
			t.Fatal(err)
		}
		t.Skip("everything-server is not built; .ci/run builds it")
	}
	_, to, _ := housed(t, func(l *Local) { l.Command, l.Env = []string{server}, nil })
	for _, c := range []struct {
		method, params, name string
		status               int
		want                 []string
		not                  string
	}{
		{"server/discover", "", "", 200, []string{`"supportedVersions":["2026-07-28"`, `"ttlMs":0`}, ""},
		{"tools/list", "", "", 200, []string{`"ttlMs":0,"cacheScope":"public"`, `"tools":[`, `"name":"test_simple_text"`}, ""},
		{"tools/call", `"name":"test_simple_text","arguments":{}`, "test_simple_text", 200, []string{`"content":[{"type":"text"`}, ""},
		{"prompts/list", "", "", 200, []string{`"prompts":[`}, ""},
		{"resources/templates/list", "", "", 200, []string{`"resourceTemplates":[`}, ""},
		{"no/such/method", "", "", 404, []string{`"code":-32601`}, ""},
	} {
		resp, body := alone(t, to, "3", c.method, c.params, "Mcp-Name", c.name)
		if resp.StatusCode != c.status || c.not != "" && strings.Contains(body, c.not) {
			t.Errorf("%s: %d %s", c.method, resp.StatusCode, body)
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s is not in %s", c.method, want, body)
			}
		}
	}
	// A subscription is a stream that begins with what is subscribed to.
	resp := stream(t, to, `{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},`+statelessMeta+`}}`, "subscriptions/listen")
	if _, data := event(t, bufio.NewReader(resp.Body)); !strings.Contains(data, `"io.modelcontextprotocol/subscriptionId"`) {
		t.Error(data)
	}
}

// stream sends a request whose answer comes bit by bit.
func stream(t *testing.T, to, body, method string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	r.Header.Set("Mcp-Method", method)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != 200 {
		b, _ := io.ReadAll(resp.Body)
		t.Fatalf("%d %s", resp.StatusCode, b)
	}
	return resp
}
