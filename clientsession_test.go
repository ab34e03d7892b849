package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// A real client has the same session with a server directly and through the proxy: what it hears and says is the same,
// message by message, but for the schemas in lists of tools.
func TestSessionOfARealClient(t *testing.T) {
	t.Parallel()
	server := nodeServer(t, "mcp-server-everything")
	modules := filepath.Dir(filepath.Dir(filepath.Dir(server)))
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("stdio", func(t *testing.T) {
		t.Parallel()
		sameSession(t, session(t, modules, server), session(t, modules, self, "wrap", "--level", "proved", "--", server))
	})
	t.Run("http", func(t *testing.T) {
		t.Parallel()
		url := startEverything(t, server)
		direct := session(t, modules, "--url", url)
		sameSession(t, direct, session(t, modules, "--url", startProxy(t, "--url", url)))
		sameSession(t, direct, session(t, modules, self, "wrap", "--url", url))
	})
	t.Run("stdio server behind http", func(t *testing.T) {
		t.Parallel()
		sameSession(t, session(t, modules, server), session(t, modules, "--url", startProxy(t, "--", server)))
	})
}

// startEverything starts the reference server of npm over HTTP and returns where it is.
func startEverything(t *testing.T, server string) string {
	t.Helper()
	return onFreePort(t, func(port string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), server, "streamableHttp")
		cmd.Env = append(os.Environ(), "PORT="+port)
		return cmd
	}) + "/mcp"
}

// onFreePort starts a server that has to be told its port, and returns its URL when it answers. A port that was free can
// be taken before the server has it: then another one is tried.
func onFreePort(t *testing.T, command func(port string) *exec.Cmd) string {
	t.Helper()
	var said string
	for range 5 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := net.SplitHostPort(l.Addr().String())
		l.Close()
		cmd := command(port)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = cmd.Wait()
		}()
		t.Cleanup(func() { <-ended })
		url := "http://127.0.0.1:" + port
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for up := true; up; {
			if resp, err := http.Get(url); err == nil {
				resp.Body.Close()
				return url
			}
			select {
			case <-ended:
				said, up = stderr.String(), false
			case <-t.Context().Done():
				t.Fatal("the server does not answer")
			case <-tick.C:
			}
		}
	}
	t.Fatalf("the server does not start: %s", said)
	return ""
}

// A transcript is what a client heard and said. What one side says is in its order; which side spoke first is not kept,
// since two directions of a connection do not wait for one another.
type transcript struct {
	requests map[string][]string // by who says it: "client" or "server", with notifications under their method
	answers  map[string]string   // by who gives it and its ID
	tools    []string
}

// sessionID is how the server names the session of a client in what it says.
var sessionID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

func session(t *testing.T, modules string, server ...string) transcript {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{filepath.Join("testdata", "client.mjs"), modules}, server...)...)
	cmd.Env = append(os.Environ(), asMain+"=1", "SCHEMA_BENCH_NODE=", "SCHEMA_BENCH_TOOLS=", "SCHEMA_BENCH_REQUIRE_ALL=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.Bytes())
	}
	s := transcript{requests: map[string][]string{}, answers: map[string]string{}}
	lists := map[string]bool{} // the requests for tools
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l struct {
			Who     string
			Message json.RawMessage
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Result json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if l.Who == "tools" {
			if err := json.Unmarshal(l.Message, &s.tools); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := json.Unmarshal(l.Message, &m); err != nil {
			t.Fatal(err)
		}
		text := sessionID.ReplaceAllString(string(l.Message), "…")
		switch {
		case l.Who == "sums":
			s.answers["sums"] = text
		case m.Method == "tools/list":
			lists[string(m.ID)] = true
		case m.Method == "notifications/tools/list_changed": // one for each tool that is added, before the list is whole or after
		case m.Method != "":
			s.requests[l.Who+" "+m.Method] = append(s.requests[l.Who+" "+m.Method], text)
		case lists[string(m.ID)] && l.Who == "server":
			delete(lists, string(m.ID))
		default:
			s.answers[l.Who+" "+string(m.ID)] = text
		}
	}
	return s
}

func sameSession(t *testing.T, a, b transcript) {
	t.Helper()
	if len(a.tools) != 16 || !slices.Equal(a.tools, b.tools) {
		t.Errorf("tools %q and %q", a.tools, b.tools)
	}
	if want := `{"resources":7,"templates":2,"prompts":4,"asked":{"roots/list":1,"sampling/createMessage":1,"elicitation/create":1}}`; a.answers["sums"] != want {
		t.Errorf("%s, not %s", a.answers["sums"], want)
	}
	for key := range a.answers {
		if a.answers[key] != b.answers[key] {
			t.Errorf("%s: directly\n%s\nand through the proxy\n%s", key, a.answers[key], b.answers[key])
		}
	}
	if len(a.answers) != len(b.answers) || len(a.answers) < 30 {
		t.Errorf("%d answers and %d", len(a.answers), len(b.answers))
	}
	for key := range a.requests {
		if !slices.Equal(a.requests[key], b.requests[key]) {
			t.Errorf("%s: directly\n%s\nand through the proxy\n%s", key, strings.Join(a.requests[key], "\n"), strings.Join(b.requests[key], "\n"))
		}
	}
	if len(a.requests) != len(b.requests) {
		t.Errorf("methods %v and %v", keys(a.requests), keys(b.requests))
	}
}

func keys(m map[string][]string) string { return fmt.Sprint(len(m), m) }

// wrap check finds all that the reference server has to be the same through the proxy.
func TestWrapCheckOfARealServer(t *testing.T) {
	t.Parallel()
	server := nodeServer(t, "mcp-server-everything")
	quick := `trigger-long-running-operation={"duration":0.3,"steps":3}`
	for _, target := range [][]string{{"--", server}, {"--url", startEverything(t, server)}} {
		stdout, stderr, code := bench(t, t.TempDir(), append([]string{"wrap", "check", "--format", "json", "--call", quick}, target...)...)
		var got struct {
			Features []struct{ Feature, Through, Verdict string }
		}
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 {
			t.Fatalf("exit %d, %v: %s%s", code, err, stdout, stderr)
		}
		seen := map[string]string{}
		for _, f := range got.Features {
			seen[f.Feature] = f.Through + " " + f.Verdict
		}
		for feature, want := range map[string]string{"tools": "16 tools, 15 compacted proved", "resources": "7 same", "templates": "2 same", "prompts": "4 same", "completion": "8 answered same", "logging": "1 answered same",
			"notifications/progress": "3 notifications same", "sampling/createMessage": "1 request same", "elicitation/create": "1 request same", "roots/list": "1 request same", "initialize": "answered same"} {
			if seen[feature] != want {
				t.Errorf("%s: %s, not %s", feature, seen[feature], want)
			}
		}
	}
}
