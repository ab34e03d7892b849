package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// A countingServer speaks Anthropic's counting API: a token for every four bytes of system text and tools, and what it
// adds for tools. It knows one key.
type countingServer struct {
	*httptest.Server
	asked atomic.Int64
}

const (
	plantedKey   = "sk-planted-0123456789"
	serverAdds   = 300
	serverRole   = 8
	bytesPerUnit = 4
)

func newCountingServer(t *testing.T) *countingServer {
	s := new(countingServer)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		w.Header().Set("Content-Type", "application/json")
		if r.Method != http.MethodPost || r.URL.Path != "/v1/messages/count_tokens" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if got := r.Header.Get("X-Api-Key"); got != plantedKey {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key %s"}}`, got)
			return
		}
		body, err := io.ReadAll(r.Body)
		var req struct {
			Model    string
			System   json.RawMessage
			Messages []json.RawMessage
			Tools    json.RawMessage
		}
		if err == nil {
			err = json.Unmarshal(body, &req)
		}
		if err != nil || req.Model == "" || len(req.Messages) != 1 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		n := serverRole + len(req.System)/bytesPerUnit
		if len(req.Tools) > 0 {
			n += serverAdds + len(req.Tools)/bytesPerUnit
		}
		fmt.Fprintf(w, `{"input_tokens":%d}`, n)
	}))
	t.Cleanup(s.Close)
	return s
}

// A session runs commands in one directory, with an environment of its own.
type session struct {
	dir string
	env map[string]string
}

func (s *session) run(args ...string) (code int, out, errs string) {
	var o, w bytes.Buffer
	e := &env{
		In: strings.NewReader(""), Out: &stream{w: &o, name: "standard output"}, Err: &stream{w: &w, name: "standard error"},
		Getenv: func(name string) string { return s.env[name] }, Dir: s.dir, Home: s.dir,
	}
	code = e.run(context.Background(), args)
	return code, o.String(), w.String()
}

// catalogOf has n tools, each with a description of its own.
func catalogOf(n int) string {
	var tools []string
	for i := range n {
		tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","description":"Opens door %d of the tram shed and waits until it stands.","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":%d}},"required":["door"]}}`, i, i, i))
	}
	return `{"tools":[` + strings.Join(tools, ",") + `]}`
}

type floorResult struct {
	Unit   struct{ Ruler, Framing string }
	Total  struct{ Tokens, Tools int }
	Rulers struct {
		Rendered int
		Billed   *int
	}
	Billed *struct {
		With    int `json:"with_tools"`
		Without int `json:"without_tools"`
		Tools   int
		Model   string
	}
	Estimate *struct {
		Kind      string
		Tokens    int
		Low, High int
	}
}

func (s *session) floor(t *testing.T, args ...string) floorResult {
	t.Helper()
	code, out, errs := s.run(append(args, "--format", "json")...)
	if code != 0 {
		t.Fatalf("%v: exit %d: %s", args, code, errs)
	}
	var r floorResult
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBilled(t *testing.T) {
	t.Parallel()
	server := newCountingServer(t)
	dir := t.TempDir()
	s := &session{dir, map[string]string{"ANTHROPIC_API_KEY": plantedKey, "ANTHROPIC_BASE_URL": server.URL, "XDG_CACHE_HOME": filepath.Join(dir, "cache")}}
	for i, n := range []int{2, 12, 30} {
		file := fmt.Sprintf("t%d.json", n)
		if err := os.WriteFile(filepath.Join(dir, file), []byte(catalogOf(n)), 0o600); err != nil {
			t.Fatal(err)
		}
		r := s.floor(t, file, "--ruler", "billed", "--model", "claude-opus-4-5")
		if r.Billed == nil || r.Rulers.Billed == nil || *r.Rulers.Billed != r.Billed.Tools {
			t.Fatalf("%+v", r)
		}
		if r.Unit.Ruler != "rendered" || r.Unit.Framing != "anthropic" {
			t.Errorf("parts are in the unit %+v", r.Unit)
		}
		want := int64(i + 2) // the request without tools is the same one every time
		if server.asked.Load() != want {
			t.Errorf("%d requests, want %d", server.asked.Load(), want)
		}
		again := s.floor(t, file, "--ruler", "billed", "--model", "claude-opus-4-5")
		if *again.Billed != *r.Billed || server.asked.Load() != want {
			t.Errorf("the second answer is not that of the cache: %+v, %d requests", again.Billed, server.asked.Load())
		}
		// What the provider counts is the floor.
		if e := again.Estimate; e == nil || e.Kind != "exact" || e.Tokens != r.Billed.With || e.Low != e.High {
			t.Errorf("estimate %+v of a request that was counted: %+v", e, r.Billed)
		}
		// The first two are not enough to learn from.
		rendered := s.floor(t, file, "--ruler", "rendered", "--model", "claude-opus-4-5")
		if learned := rendered.Estimate != nil && rendered.Estimate.Kind == "calibrated"; learned != (i == 2) {
			t.Errorf("after %d counts: estimate %+v", i+1, rendered.Estimate)
		}
	}
	// What was learned is used without asking, and is near what the server would say.
	if err := os.WriteFile(filepath.Join(dir, "t20.json"), []byte(catalogOf(20)), 0o600); err != nil {
		t.Fatal(err)
	}
	asked := server.asked.Load()
	guess := s.floor(t, "t20.json", "--ruler", "rendered", "--model", "claude-opus-4-5").Estimate
	if guess == nil || guess.Kind != "calibrated" || server.asked.Load() != asked {
		t.Fatalf("estimate %+v after %d requests", guess, server.asked.Load()-asked)
	}
	truth := s.floor(t, "t20.json", "--ruler", "billed", "--model", "claude-opus-4-5").Billed
	if truth.With < guess.Low || truth.With > guess.High {
		t.Errorf("the server counts %d, the estimate was %d to %d", truth.With, guess.Low, guess.High)
	}
	// A count in another vocabulary teaches nothing of this one, and a dated id is asked for as it is.
	before, err := os.ReadFile(filepath.Join(dir, "cache", "schema-bench", "calibration.json"))
	if err != nil {
		t.Fatal(err)
	}
	s.floor(t, "t20.json", "--ruler", "billed", "--model", "claude-opus-4-5", "--encoding", "cl100k_base", "--refresh")
	if after, err := os.ReadFile(filepath.Join(dir, "cache", "schema-bench", "calibration.json")); err != nil || !bytes.Equal(before, after) {
		t.Errorf("a count with another encoding was learned from: %v", err)
	}
	if dated := s.floor(t, "t20.json", "--ruler", "billed", "--model", "anthropic/claude-opus-4-5-20251101"); dated.Billed.Model != "claude-opus-4-5-20251101" {
		t.Errorf("asked for %q", dated.Billed.Model)
	}
	// --refresh asks again.
	asked = server.asked.Load()
	s.floor(t, "t20.json", "--ruler", "billed", "--model", "claude-opus-4-5", "--refresh")
	if server.asked.Load() != asked+2 {
		t.Errorf("%d requests, want 2", server.asked.Load()-asked)
	}
}

func TestBilledErrors(t *testing.T) {
	t.Parallel()
	server := newCountingServer(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.json"), []byte(catalogOf(1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, key string
		args      []string
		code      int
		want      string
	}{
		{"no key", "", []string{"--model", "claude-opus-4-5"}, exitUsage, "ANTHROPIC_API_KEY"},
		{"no model", plantedKey, nil, exitUsage, "--model"},
		{"no endpoint", plantedKey, []string{"--model", "qwen3.8-max"}, exitUsage, "no counting endpoint"},
		{"wrong key", "sk-wrong-9876543210", []string{"--model", "claude-opus-4-5"}, exitUnmeasured, "401"},
	} {
		s := &session{dir, map[string]string{"ANTHROPIC_API_KEY": tt.key, "ANTHROPIC_BASE_URL": server.URL, "XDG_CACHE_HOME": filepath.Join(dir, "cache")}}
		code, out, errs := s.run(append([]string{"t.json", "--ruler", "billed"}, tt.args...)...)
		if code != tt.code || !strings.Contains(errs, tt.want) || out != "" {
			t.Errorf("%s: exit %d, %q, %q", tt.name, code, out, errs)
		}
		if tt.key != "" && strings.Contains(errs, tt.key) {
			t.Errorf("%s: the key is in the error: %q", tt.name, errs)
		}
	}
}

// TestBilledAsksAgain shows that a count which is refused is not kept: the server may have been mended by the next run.
func TestBilledAsksAgain(t *testing.T) {
	t.Parallel()
	var mended atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		n := 100
		if mended.Load() {
			n += len(body)
		}
		if err != nil {
			n = 0
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"input_tokens":%d}`, n)
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.json"), []byte(catalogOf(2)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &session{dir, map[string]string{"ANTHROPIC_API_KEY": plantedKey, "ANTHROPIC_BASE_URL": server.URL, "XDG_CACHE_HOME": filepath.Join(dir, "cache")}}
	if code, out, errs := s.run("t.json", "--ruler", "billed", "--model", "claude-opus-4-5"); code != exitUnmeasured || out != "" || !strings.Contains(errs, "does not count tools") {
		t.Fatalf("exit %d, %q, %q", code, out, errs)
	}
	mended.Store(true)
	if r := s.floor(t, "t.json", "--ruler", "billed", "--model", "claude-opus-4-5"); r.Billed == nil || r.Billed.With <= r.Billed.Without {
		t.Errorf("%+v", r.Billed)
	}
}
