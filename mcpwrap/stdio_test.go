package mcpwrap

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/fixtures"
	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/schemacompact"
)

const openSession = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// Every line passes as the bytes that it came in, in its order, whatever it is about.
func TestBytesPass(t *testing.T) {
	t.Parallel()
	c := talk(t, "echo", nil)
	lines := []string{
		`{"jsonrpc":"2.0","method":"say","params":"{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"sampling/createMessage\",\"params\":{\"a\":1.0}}"}`,
		`{ "jsonrpc" : "2.0", "method":"say", "params":"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/of/the/future\",\"params\":{\"\\u0061\":[ 1 ]}}"}`,
		`{"jsonrpc":"2.0","id":"s1","result":{"role":"assistant"}}`,
		`{"jsonrpc":"2.0","id":1e1,"method":"resources/read","params":{"uri":"x:\u002f"}}`,
		`{"method":"say","params":"[{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}},{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}]","jsonrpc":"2.0"}`,
	}
	for _, line := range lines {
		c.send(line)
	}
	for _, want := range []string{
		`{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"a":1.0}}`,
		`{"jsonrpc":"2.0","method":"notifications/of/the/future","params":{"\u0061":[ 1 ]}}`,
	} {
		if got := c.next(); got != want {
			t.Errorf("%s arrives as %s", want, got)
		}
	}
	if got := c.next(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":1e1,"result":{"asked":"resources/read"`) || !strings.HasSuffix(got, `"params":{"uri":"x:\u002f"}}}`) {
		t.Error(got)
	}
	if got := c.next(); got != `[{"jsonrpc":"2.0","id":7,"result":{}},{"jsonrpc":"2.0","method":"notifications/progress"}]` {
		t.Error(got)
	}
	c.in.Close()
	if exit := c.wait(); exit.Code != 0 {
		t.Errorf("%v; log: %s", exit, c.log)
	}
}

// Of a list only the schemas change that have something to drop; all around them are the server's bytes.
func TestListIsCompacted(t *testing.T) {
	t.Parallel()
	for _, level := range []schemacompact.Level{schemacompact.LevelNone, schemacompact.LevelSafe} {
		c := talk(t, "echo", func(s *Stdio) { s.Rewriter = newRewriter(t, Options{Level: level}) })
		c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		want := `{"jsonrpc":"2.0","id":1,"result":{"tools":` + verbose + `}}`
		if level == schemacompact.LevelSafe {
			want = strings.NewReplacer(`"$schema":"http://json-schema.org/draft-07/schema#",`, "", `,"title":"X","$comment":"c"`, "", `,"title":"Y"`, "").Replace(want)
		}
		if got := c.next(); got != want {
			t.Errorf("%s:\n%s\nnot\n%s\nlog: %s", level, got, want, c.log)
		}
	}
}

// What a client sees through the proxy is what it sees of the server itself, but for the list of tools, and there every
// tool is proved.
func TestExampleServerDirectAndThroughTheProxy(t *testing.T) {
	t.Parallel()
	script := []string{openSession, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"nonsense"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"ping"}`, `{"jsonrpc":"2.0","id":4,"method":"resources/list"}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"no_such_tool","arguments":{}}}`}
	var direct bytes.Buffer
	if err := fixtures.Serve(t.Context(), strings.NewReader(strings.Join(script, "\n")+"\n"), &direct, fixtures.ServeOptions{}); err != nil {
		t.Fatal(err)
	}
	c := talk(t, "example", nil)
	for _, line := range script {
		c.send(line)
	}
	c.in.Close()
	proxied, err := io.ReadAll(c.out)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.SplitAfter(direct.String(), "\n"), strings.SplitAfter(string(proxied), "\n")
	if len(a) != len(b) {
		t.Fatalf("%d lines, not %d: %s", len(b), len(a), c.log)
	}
	changed := 0
	for i := range a {
		if a[i] != b[i] {
			changed++
			if !strings.Contains(a[i], `"tools":[`) || len(b[i]) >= len(a[i]) {
				t.Errorf("%s\narrives as\n%s", a[i], b[i])
			}
		}
	}
	if changed != 1 {
		t.Errorf("%d lines are others", changed)
	}
}

// What stands beside a command is found by it, and nothing that is in PATH is found elsewhere by that.
func TestWithPath(t *testing.T) {
	t.Parallel()
	sep := string(os.PathListSeparator)
	dir := t.TempDir()
	for _, c := range []struct {
		env     []string
		command string
		want    string
	}{
		{[]string{"A=1", "PATH=/usr/bin"}, "npx", "A=1 PATH=/usr/bin"},
		{[]string{"PATH=/usr/bin"}, filepath.Join(dir, "npx"), "PATH=/usr/bin PATH=/usr/bin" + sep + dir},
		{[]string{"PATH=/usr/bin" + sep + dir}, filepath.Join(dir, "npx"), "PATH=/usr/bin" + sep + dir},
		{[]string{"PATH="}, filepath.Join(dir, "npx"), "PATH= PATH=" + dir},
	} {
		if got := strings.Join(Environment(c.env, c.command), " "); got != c.want {
			t.Errorf("%v for %s: %s, not %s", c.env, c.command, got, c.want)
		}
	}
}

// A server that dies owes no answers: every open request has an error that says how it died, and the proxy ends with its
// code.
func TestServerDies(t *testing.T) {
	t.Parallel()
	c := talk(t, "echo", nil)
	for i := range 50 {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"never"}`, i))
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	c.send(`{"jsonrpc":"2.0","id":"last","method":"exit","params":5}`)
	var got []string
	for line := c.next(); line != ""; line = c.next() {
		got = append(got, line)
		if !strings.Contains(line, "exited with status 5") || !strings.Contains(line, "told to go") {
			t.Errorf("not told how: %s", line)
		}
	}
	if exit := c.wait(); exit.Code != 5 {
		t.Errorf("%v", exit)
	}
	if len(got) != 50 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":0,"error":{"code":-32000,`) || !strings.HasPrefix(got[49], `{"jsonrpc":"2.0","id":"last",`) {
		t.Errorf("%d answers: %q", len(got), got)
	}
	for _, line := range got {
		if strings.HasPrefix(line, `{"jsonrpc":"2.0","id":7,`) {
			t.Error("a request is answered that the client has given up")
		}
	}
}

// A server that ends at once, as one does that is not installed, is an error on the request that comes too late for it.
func TestServerEndsBeforeItIsAsked(t *testing.T) {
	t.Parallel()
	c := talk(t, "nobody", func(s *Stdio) { s.Command = []string{s.Command[0], "-test.run=^$"}; s.Env = nil })
	c.send(openSession)
	if got := c.next(); !strings.Contains(got, `"id":0,"error":{"code":-32000,"message":"the server exited with status 0 before it answered`) {
		t.Errorf("%q; log: %s", got, c.log)
	}
	if exit := c.wait(); exit.Code != 0 {
		t.Errorf("%v", exit)
	}
}

// A signal that the proxy gets is the server's too, and a session that is closed is closed by the end of its input.
func TestAskedToEnd(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, cause := range []error{nil, errGently} {
		role, grace := "echo", 20*time.Second
		if cause == nil && runtime.GOOS != "windows" { // where there is no signal, only the end of input asks
			role, grace = "deaf", time.Hour // to the end of its input
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		in, client := io.Pipe()
		defer client.Close()
		answers, out := io.Pipe()
		s := &Stdio{Command: []string{self}, Env: []string{"MCPWRAP_ROLE=" + role}, In: in, Out: out, Rewriter: newRewriter(t, Options{}), Grace: grace}
		done := make(chan proc.Exit, 1)
		go func() {
			exit, err := s.Run(ctx)
			if err != nil {
				t.Error(err)
			}
			done <- exit
		}()
		if _, err := io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(answers).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		cancel(cause)
		if exit := <-done; (exit.Signal != 0) != (role == "deaf") || exit.Signal == 0 && exit.Code != 0 {
			t.Errorf("%v: %v", cause, exit)
		}
	}
}

// With restarts the client goes on with another server, which is told how the session was opened; the answer to that is
// not the client's.
func TestServerIsStartedAgain(t *testing.T) {
	t.Parallel()
	c := talk(t, "echo", func(s *Stdio) { s.Restarts = 1 })
	c.send(openSession)
	first := c.next()
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.send(`{"jsonrpc":"2.0","id":"die","method":"exit","params":1}`)
	if got := c.next(); !strings.Contains(got, `"id":"die","error"`) {
		t.Fatal(got)
	}
	c.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	second := c.next()
	if !strings.Contains(second, `"asked":"ping"`) || pid(first) == pid(second) {
		t.Errorf("%s, then %s; log: %s", first, second, c.log)
	}
	c.send(`{"jsonrpc":"2.0","id":3,"method":"exit","params":4}`)
	if got := c.next(); !strings.Contains(got, `"id":3,"error"`) {
		t.Error(got)
	}
	if exit := c.wait(); exit.Code != 4 {
		t.Errorf("%v", exit)
	}
}

func pid(line string) string {
	_, rest, _ := strings.Cut(line, `"pid":`)
	id, _, _ := strings.Cut(rest, ",")
	return id
}

// Banners, logs and halves of messages are no messages: they are left out, and named where people look.
func TestNoiseOnStandardOutput(t *testing.T) {
	t.Parallel()
	c := talk(t, "echo", nil)
	for _, noise := range []string{"Server listening \x1b[31mred", "", `{\"level\":\"info\"}`, `{\"jsonrpc\":\"2.0\",\"id\":1,\"resu`, "[]"} {
		c.send(`{"jsonrpc":"2.0","method":"say","params":"` + strings.ReplaceAll(noise, "\x1b", `\u001b`) + `"}`)
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	if got := c.next(); !strings.Contains(got, `"asked":"ping"`) {
		t.Errorf("%q", got)
	}
	log := c.log.String()
	if !strings.Contains(log, "Server listening") || strings.Contains(log, "\x1b") || strings.Count(log, "no message") != 4 {
		t.Errorf("log: %q", log)
	}
}

// A message of any size passes, be it looked at or not.
func TestHugeMessages(t *testing.T) {
	t.Parallel()
	for limit, n := range map[int]int{0: 65 << 20, 1 << 20: 3 << 20} {
		c := talk(t, "echo", func(s *Stdio) { s.Limit = limit })
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"flood","params":%d}`, n))
		line := c.next()
		if want := n + len(`{"jsonrpc":"2.0","id":1,"result":{"big":""}}`); len(line) != want || !strings.HasSuffix(line, `x"}}`) {
			t.Errorf("limit %d: %d bytes, not %d", limit, len(line), want)
		}
		c.send(`{"jsonrpc":"2.0","id":2,"method":"ping","params":"` + strings.Repeat("y", 3<<20) + `"}`)
		if got := c.next(); len(got) < 3<<20 || !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":2,"result":{"asked":"ping"`) {
			t.Errorf("limit %d: %.100s", limit, got)
		}
		if told := strings.Contains(c.log.String(), "without being looked at"); told != true {
			t.Errorf("limit %d: a message that is not looked at is told of: %v", limit, told)
		}
	}
}

// A thousand calls at once, and a client that reads nothing until all are asked: each has one answer.
func TestManyCallsAndASlowReader(t *testing.T) {
	t.Parallel()
	const n = 1000
	c := talk(t, "echo", nil)
	go func() {
		for i := range n {
			fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"t","arguments":{"text":"%s"}}}`+"\n", i, strings.Repeat("z", 200))
		}
	}()
	seen := map[string]bool{}
	for range n {
		line := c.next()
		_, rest, _ := strings.Cut(line, `"id":`)
		id, _, _ := strings.Cut(rest, ",")
		if seen[id] || !strings.Contains(line, `"asked":"tools/call"`) {
			t.Fatalf("%.200s", line)
		}
		seen[id] = true
	}
	c.in.Close()
	if exit := c.wait(); exit.Code != 0 || c.next() != "" {
		t.Errorf("%v", exit)
	}
}

func TestListChangedStorm(t *testing.T) {
	t.Parallel()
	c := talk(t, "echo", nil)
	c.send(`{"jsonrpc":"2.0","id":1,"method":"storm","params":20000}`)
	n := 0
	for line := c.next(); ; line = c.next() {
		if strings.Contains(line, `"id":1`) {
			break
		}
		if line != `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` {
			t.Fatalf("%q", line)
		}
		n++
	}
	if n != 20_000 {
		t.Errorf("%d of 20000", n)
	}
}

// A client that closes its side still has the answers that it waits for; one that does not read any more ends the server.
func TestClientGoes(t *testing.T) {
	t.Parallel()
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		c := talk(t, "echo", nil)
		c.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		c.in.Close()
		if got := c.next(); !strings.Contains(got, `"asked":"ping"`) {
			t.Error(got)
		}
		if exit := c.wait(); exit.Code != 0 || exit.Signal != 0 {
			t.Errorf("%v", exit)
		}
	})
	t.Run("deaf", func(t *testing.T) {
		t.Parallel()
		c := talk(t, "echo", func(s *Stdio) { s.Out = deaf{} })
		c.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		c.wait()
		if !strings.Contains(c.log.String(), "the client is gone") {
			t.Errorf("log: %s", c.log)
		}
	})
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestCommandThatIsNotThere(t *testing.T) {
	t.Parallel()
	s := &Stdio{Command: []string{"no-such-server-anywhere"}, In: strings.NewReader(""), Out: io.Discard, Rewriter: newRewriter(t, Options{})}
	if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no-such-server-anywhere") {
		t.Errorf("%v", err)
	}
}

// Neither goroutines nor processes are left behind.
func TestNothingIsLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts servers one after the other")
	}
	before := runtime.NumGoroutine()
	for i := range 20 {
		c := talk(t, "echo", nil)
		c.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		id := pid(c.next())
		if i%2 == 0 {
			c.in.Close()
		} else {
			c.send(`{"jsonrpc":"2.0","id":2,"method":"exit","params":0}`)
			c.next()
		}
		c.wait()
		if _, err := os.Stat("/proc/" + id); err == nil && runtime.GOOS == "linux" {
			t.Errorf("process %s is left", id)
		}
	}
	for until := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+3; {
		if time.Now().After(until) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
		runtime.Gosched()
	}
}
