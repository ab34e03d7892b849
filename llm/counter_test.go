package llm_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/llm"
)

// oddTools has everything that decoding and encoding again would change.
const oddTools = "[ {\"name\":\"b\", \"a\":1.0,\"big\":12345678901234567890,\n\t\"huge\":1e400,\"esc\":\"\\u003c\\u00e9/\\/<&>\u2028\",\"a\":-0} ,{\"z\":null}]"

func TestMeasure(t *testing.T) {
	t.Parallel()
	const system = "Be \"brief\".\n<é>"
	const quoted = `"Be \"brief\".\n<é>"`
	for _, test := range []struct{ provider, model, head, end string }{
		{"openai", "gpt-5", `{"model":"gpt-5","instructions":` + quoted + `,"input":"hello"`, `}`},
		{"anthropic", "claude-sonnet-5", `{"model":"claude-sonnet-5","system":` + quoted + `,"messages":[{"role":"user","content":"hello"}]`, `}`},
		{"google", "gemini-2.5-pro", `{"generateContentRequest":{"model":"models/gemini-2.5-pro","systemInstruction":{"parts":[{"text":` + quoted +
			`}]},"contents":[{"role":"user","parts":[{"text":"hello"}]}]`, `}}`},
	} {
		t.Run(test.provider, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, test.provider)
			c, _ := f.counter(llm.Options{})
			b, err := c.Measure(t.Context(), llm.CountRequest{Model: test.model, System: system, Tools: []byte(oddTools)})
			if err != nil {
				t.Fatal(err)
			}
			want := []string{test.head + test.end, test.head + `,"tools":` + oddTools + test.end}
			if diff := cmp.Diff(want, f.bodies()); diff != "" {
				t.Errorf("bodies (-want +got):\n%s", diff)
			}
			if b.Without != len(want[0]) || b.With != len(want[1]) || b.Tools() != len(oddTools)+len(`,"tools":`) {
				t.Errorf("%d with, %d without, %d for the tools", b.With, b.Without, b.Tools())
			}
			if b.Provider != test.provider || b.Model != test.model || b.Cached || b.Measured.IsZero() || len(b.Warnings) > 0 {
				t.Errorf("%+v", b)
			}
		})
	}
}

func TestMeasureWithoutTools(t *testing.T) {
	t.Parallel()
	for _, tools := range []string{"", "[]", " [ ] "} {
		f := newFake(t, "openai")
		c, _ := f.counter(llm.Options{})
		b, err := c.Measure(t.Context(), llm.CountRequest{Model: "gpt-5", Tools: []byte(tools)})
		if err != nil {
			t.Fatal(err)
		}
		want := `{"model":"gpt-5","input":"hello"}`
		if diff := cmp.Diff([]string{want}, f.bodies()); diff != "" || b.With != len(want) || b.Tools() != 0 {
			t.Errorf("%q: %+v\n%s", tools, b, diff)
		}
	}
}

// TestMeasureCatalog counts a catalog in the form of every provider.
func TestMeasureCatalog(t *testing.T) {
	t.Parallel()
	c, err := catalog.Read([]byte(`{"tools":[{"name":"tides","description":"Tides of a harbour.","inputSchema":{"type":"object","properties":{"harbour":{"type":"string"}}}}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range llm.Providers() {
		form, err := llm.CountForm(p)
		if err != nil {
			t.Fatal(err)
		}
		tools, err := c.Encode(form)
		if err != nil {
			t.Fatal(err)
		}
		f := newFake(t, p)
		counter, _ := f.counter(llm.Options{})
		b, err := counter.Measure(t.Context(), llm.CountRequest{Model: "any", Tools: tools})
		if err != nil || b.Tools() != len(tools)+len(`,"tools":`) {
			t.Errorf("%s: %+v, %v", p, b, err)
		}
	}
}

func TestGeminiModels(t *testing.T) {
	t.Parallel()
	for model, path := range map[string]string{
		"models/gemini-2.5-pro": "/v1beta/models/gemini-2.5-pro:countTokens",
		"tunedModels/mine-1":    "/v1beta/tunedModels/mine-1:countTokens",
		"a/../b?c#d":            "/v1beta/models/a%2F..%2Fb%3Fc%23d:countTokens",
	} {
		got := make(chan string, 1)
		f := newFake(t, "google", func(w http.ResponseWriter, r *http.Request) {
			got <- r.URL.EscapedPath()
			says(200, `{"totalTokens":3}`)(w, r)
		})
		c, _ := f.counter(llm.Options{})
		if _, err := c.Measure(t.Context(), llm.CountRequest{Model: model}); err != nil {
			t.Error(err)
		}
		if p := <-got; p != path {
			t.Errorf("%s: %s, want %s", model, p, path)
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	t.Parallel()
	f := newFake(t, "anthropic")
	c, _ := f.counter(llm.Options{})
	for _, test := range []struct {
		name string
		req  llm.CountRequest
		want string
	}{
		{"no model", llm.CountRequest{}, "llm: no model is named"},
		{"a model with a line break", llm.CountRequest{Model: "a\nb"}, "characters that are in no name"},
		{"a system message that is no text", llm.CountRequest{Model: "m", System: "\xff"}, "the system message is not UTF-8"},
		{"an object", llm.CountRequest{Model: "m", Tools: []byte(`{"tools":[]}`)}, "the tools are not a JSON array"},
		{"a byte order mark", llm.CountRequest{Model: "m", Tools: []byte("\ufeff[{}]")}, "the tools are not a JSON array"},
		{"no JSON", llm.CountRequest{Model: "m", Tools: []byte(`[{"name":}]`)}, "tools: "},
		{"more than the array", llm.CountRequest{Model: "m", Tools: []byte(`[],"messages":[]`)}, "tools: "},
		{"ill-formed text", llm.CountRequest{Model: "m", Tools: []byte("[\"\xff\"]")}, "tools: "},
		{"depth", llm.CountRequest{Model: "m", Tools: []byte(strings.Repeat("[", 1e5))}, "tools: "},
	} {
		b, err := c.Measure(t.Context(), test.req)
		if b != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if n := len(f.bodies()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// TestToolsNotCounted has a server that ignores tools, as some imitations do: that must not look like a free catalog.
func TestToolsNotCounted(t *testing.T) {
	t.Parallel()
	same := says(200, `{"input_tokens":12}`)
	f := newFake(t, "anthropic", same, same)
	c, _ := f.counter(llm.Options{})
	_, err := c.Measure(t.Context(), llm.CountRequest{Model: "m", Tools: []byte(`[{"name":"a"}]`)})
	if err == nil || !strings.Contains(err.Error(), "does not count tools") || !strings.Contains(hint(err), "ANTHROPIC_BASE_URL") {
		t.Errorf("%v (%s)", err, hint(err))
	}
}

func TestProviders(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]catalog.Form{
		"openai": catalog.OpenAIResponses, "anthropic": catalog.Anthropic, "google": catalog.Gemini, "gemini": catalog.Gemini, "OpenAI": catalog.OpenAIResponses,
	} {
		if got, err := llm.CountForm(name); got != form || err != nil {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if _, err := llm.CountForm("antropic"); err == nil || !strings.Contains(hint(err), "did you mean anthropic?") {
		t.Errorf("%v (%s)", err, hint(err))
	}
	if _, err := llm.NewCounter("mistral", nil); err == nil || !strings.Contains(hint(err), "anthropic, google, openai") {
		t.Errorf("%v (%s)", err, hint(err))
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	f := newFake(t, "google")
	request := llm.CountRequest{Model: "m"}
	measure := func(provider string, env map[string]string) error {
		c, err := llm.NewCounter(provider, &llm.Options{Getenv: func(name string) string { return env[name] }, Attempts: 1})
		if err != nil {
			return err
		}
		_, err = c.Measure(t.Context(), request)
		return err
	}
	for _, env := range []map[string]string{
		{"GEMINI_API_KEY": testKey, "GEMINI_BASE_URL": f.URL},
		{"GOOGLE_API_KEY": testKey, "GOOGLE_GEMINI_BASE_URL": f.URL + "//", "GEMINI_BASE_URL": "http://127.0.0.1:1"},
		{"GEMINI_API_KEY": " " + testKey + "\r\n", "GOOGLE_API_KEY": "AIza-of-another-service", "GOOGLE_GEMINI_BASE_URL": " " + f.URL + "\n"},
	} {
		if err := measure("gemini", env); err != nil {
			t.Errorf("%v: %v", env, err)
		}
	}
	for _, test := range []struct {
		env        map[string]string
		want, hint string
	}{
		{map[string]string{}, "llm: openai: no API key", "set OPENAI_API_KEY in the environment"},
		{map[string]string{"OPENAI_API_KEY": "   "}, "no API key", "OPENAI_API_KEY"},
		{map[string]string{"OPENAI_API_KEY": "“" + testKey + "”"}, "OPENAI_API_KEY holds characters that are in no key", "bare key"},
		{map[string]string{"OPENAI_API_KEY": "Bearer " + testKey}, "OPENAI_API_KEY holds characters that are in no key", "bare key"},
		{map[string]string{"OPENAI_BASE_URL": "localhost:8080/v1"}, "llm: openai: OPENAI_BASE_URL is malformed", "https://api.openai.com/v1"},
		{map[string]string{"OPENAI_BASE_URL": "http://me:" + testKey + "@host/v1"}, "OPENAI_BASE_URL holds a user", "OPENAI_API_KEY"},
		{map[string]string{"OPENAI_BASE_URL": "http://host/v1?key=" + testKey}, "OPENAI_BASE_URL holds a user", "OPENAI_API_KEY"},
		{map[string]string{"OPENAI_BASE_URL": "http://[" + testKey}, "OPENAI_BASE_URL is malformed", "https://"},
	} {
		err := measure("openai", test.env)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(hint(err), test.hint) {
			t.Errorf("%v: %v (%s)", test.env, err, hint(err))
		}
		if wrapped := strings.Contains(test.want, "no API key"); errors.Is(err, llm.ErrNoKey) != wrapped {
			t.Errorf("%v: ErrNoKey is %v", test.env, !wrapped)
		}
		if err != nil && strings.Contains(err.Error()+hint(err), testKey) {
			t.Errorf("%v shows the key", err)
		}
	}
}

// TestOrganization sends what OpenAI's own library reads from the environment, and reads nothing behind Getenv's back.
func TestOrganization(t *testing.T) {
	t.Parallel()
	got := make(chan http.Header, 1)
	f := newFake(t, "openai", func(w http.ResponseWriter, r *http.Request) {
		got <- r.Header
		says(200, `{"input_tokens":3}`)(w, r)
	})
	env := map[string]string{"OPENAI_API_KEY": testKey, "OPENAI_ORG_ID": "org-1", "OPENAI_PROJECT_ID": "proj-2"}
	c, _ := f.counter(llm.Options{Getenv: func(name string) string { return env[name] }})
	if _, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"}); err != nil {
		t.Fatal(err)
	}
	if h := <-got; h.Get("OpenAI-Organization") != "org-1" || h.Get("OpenAI-Project") != "proj-2" {
		t.Error(h)
	}
}

// hint returns the first advice in a chain of errors.
func hint(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

// TestCancelled ends the context while the server has not answered.
func TestCancelled(t *testing.T) {
	t.Parallel()
	for _, p := range llm.Providers() {
		ctx, cancel := context.WithCancel(t.Context())
		f := newFake(t, p, func(_ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done() // until the client is gone
		})
		c, w := f.counter(llm.Options{})
		_, err := c.Measure(ctx, llm.CountRequest{Model: "m"})
		if !errors.Is(err, context.Canceled) || len(f.bodies()) != 1 || len(w.all) != 0 {
			t.Errorf("%s: %v after %d requests, %v", p, err, len(f.bodies()), w.all)
		}
	}
}

// TestCancelledWhileWaiting ends the context between two attempts: what the server said is still told.
func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	f := newFake(t, "anthropic", says(529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, "Retry-After: 7"))
	c, _ := f.counter(llm.Options{Wait: func(ctx context.Context, _ time.Duration) error {
		cancel()
		return ctx.Err()
	}})
	_, err := c.Measure(ctx, llm.CountRequest{Model: "m"})
	var refused *llm.APIError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &refused) || refused.Type != "overloaded_error" {
		t.Error(err)
	}
}

// TestTimeout gives an attempt no time at all. The default client must wait for a timer between attempts, and not for
// longer than the context allows.
func TestTimeout(t *testing.T) {
	t.Parallel()
	for _, p := range llm.Providers() {
		f := newFake(t, p)
		c, w := f.counter(llm.Options{Timeout: 1})
		_, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"})
		if err == nil || !strings.Contains(err.Error(), "no answer within 1ns") || !errors.Is(err, context.DeadlineExceeded) || len(w.all) != 3 {
			t.Errorf("%s: %v, %v", p, err, w.all)
		}
	}
}
