package llm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/llm"
)

// TestAnswers sends the first request of a measurement into what servers do instead of counting.
func TestAnswers(t *testing.T) {
	t.Parallel()
	huge := `{"input_tokens":1,"x":"` + strings.Repeat("x", 2<<20) + `"}`
	const html = "<!DOCTYPE html><html><body>Please log in</body></html>"
	const quota = `{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`
	const rate = `{"type":"error","error":{"type":"rate_limit_error","message":"Too many requests per minute."}}`
	const daily = `{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[` +
		`{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"RequestsPerDayPerProject"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"26s"}]}}`
	minute := strings.Replace(daily, "PerDay", "PerMinute", 1)
	for _, test := range []struct {
		name, provider string
		answer         http.HandlerFunc
		retried        bool
		want, hint     string
		delay          time.Duration // asked for by the server; 0 is none or not asked
	}{
		{"wrong key", "openai", says(401, openAIWrongKey), false, "llm: openai answers status 401 (invalid_request_error, invalid_api_key): Incorrect API key provided: ***", "check the key in OPENAI_API_KEY", 0},
		{"forbidden", "openai", says(403, `{"error":{"message":"Country not supported","type":"request_forbidden","param":null,"code":"unsupported_country"}}`), false, "status 403 (request_forbidden, unsupported_country)", "OPENAI_API_KEY", 0},
		{"bad request", "anthropic", says(400, `{"type":"error","error":{"type":"invalid_request_error","message":"tools.0.name: bad"}}`), false, "status 400 (invalid_request_error): tools.0.name: bad", "", 0},
		{"spend limit as 400", "anthropic", says(400, `{"type":"error","error":{"type":"invalid_request_error","message":"You have reached your specified API usage limits."}}`), false, "usage limits", "spend limit is used up", 0},
		{"no model", "openai", says(404, openAINoModel), false, "status 404 (invalid_request_error, model_not_found): The requested model 'gpt-none'", "check the name of the model", 0},
		{"no endpoint", "openai", says(404, `{"detail":"Not Found"}`), false, "status 404 (not found): Not Found", "has no responses/input_tokens", 0},
		{"an error that is a string", "openai", says(404, `{"error":"model not found"}`), false, "status 404 (not found): model not found", "", 0},
		{"a code that is a number", "openai", says(400, `{"error":{"message":"m","code":40012}}`), false, "status 400 (bad request): m", "", 0},
		{"rate limit", "anthropic", says(429, rate, "Retry-After: 0"), true, "", "", 0},
		{"rate limit with a time", "anthropic", says(429, rate, "Retry-After: 17"), true, "", "", 17 * time.Second},
		{"rate limit until a date", "anthropic", says(429, rate, "Retry-After: Tue, 01 Dec 2026 12:00:09 GMT"), true, "", "", 9 * time.Second},
		{"rate limit in milliseconds", "openai", says(429, rate, "Retry-After-Ms: 250", "Retry-After: 1"), true, "", "", 250 * time.Millisecond},
		{"rate limit for an hour", "anthropic", says(429, rate, "Retry-After: 3600"), false, "status 429 (rate_limit_error)", "the server asks to wait 1h0m0s", 0},
		{"rate limit for ever", "anthropic", says(429, rate, "Retry-After: 1e300"), false, "status 429", "the server asks to wait", 0},
		{"nonsense to wait for", "anthropic", says(429, rate, "Retry-After: NaN"), true, "", "", 0},
		{"told not to retry", "anthropic", says(429, rate, "X-Should-Retry: false"), false, "status 429 (rate_limit_error)", "", 0},
		{"quota", "openai", says(429, quota, "Retry-After: 0"), false, "status 429 (insufficient_quota): You exceeded", "quota or spend limit is used up", 0},
		{"spend limit", "anthropic", says(429, `{"error":{"type":"rate_limit_error","message":"The workspace's spend limit is reached."}}`), false, "spend limit", "quota or spend limit is used up", 0},
		{"quota of a day", "google", says(429, daily), false, "status 429 (RESOURCE_EXHAUSTED)", "quota or spend limit is used up", 0},
		{"quota of a minute", "google", says(429, minute), true, "", "", 26 * time.Second},
		{"error inside an array", "google", says(503, `[{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}]`), true, "", "", 0},
		{"wrong key of Gemini", "google", says(400, `{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}`), false, "(INVALID_ARGUMENT): API key not valid.", "GEMINI_API_KEY or GOOGLE_API_KEY", 0},
		{"overloaded", "anthropic", says(529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), true, "", "", 0},
		{"internal error", "openai", says(500, ""), true, "", "", 0},
		{"page of a gateway", "google", says(502, html, "Content-Type: text/html"), true, "", "", 0},
		{"not implemented", "openai", says(501, "no"), false, "status 501 (not implemented): no", "", 0},
		{"redirect", "anthropic", says(307, "", "Location: http://127.0.0.1:1/elsewhere"), false, "status 307 (temporary redirect)", "set ANTHROPIC_BASE_URL to the address", 0},
		{"page instead of a count", "openai", says(200, html, "Content-Type: text/html"), false, "an HTML page instead of a count", "OPENAI_BASE_URL", 0},
		{"page that claims to be JSON", "google", says(200, html), false, "an HTML page instead of a count", "GOOGLE_GEMINI_BASE_URL", 0},
		{"error page", "anthropic", says(403, html), false, "status 403 (forbidden): an HTML page", "", 0},
		{"plain text", "anthropic", says(200, "ok", "Content-Type: text/plain"), false, "something else than JSON", "", 0},
		{"half of the JSON", "openai", says(200, `{"object":"response.input_tokens","input_tok`), false, "something else than JSON", "", 0},
		{"nothing", "anthropic", says(200, ""), false, "something else than JSON", "", 0},
		{"no count", "openai", says(200, `{"object":"response.input_tokens"}`), false, `without a count: there is no "input_tokens"`, "OPENAI_BASE_URL", 0},
		{"another's count", "google", says(200, `{"input_tokens":5}`), false, `there is no "totalTokens"`, "", 0},
		{"null", "anthropic", says(200, `{"input_tokens":null}`), false, `"input_tokens" is no number`, "", 0},
		{"text", "anthropic", says(200, `{"input_tokens":"12"}`), false, `"input_tokens" is no number`, "", 0},
		{"zero", "openai", says(200, `{"input_tokens":0}`), false, "it is 0", "", 0},
		{"negative", "openai", says(200, `{"input_tokens":-5}`), false, "is no number of tokens: -5", "", 0},
		{"fraction", "openai", says(200, `{"input_tokens":5.5}`), false, "is no number of tokens: 5.5", "", 0},
		{"too many", "google", says(200, `{"totalTokens":99999999999999999999}`), false, "is no number of tokens", "", 0},
		{"an error with status 200", "openai", says(200, `{"error":{"message":"no"}}`), false, `there is no "input_tokens"`, "", 0},
		{"a huge answer", "openai", says(200, huge), false, "openai: the answer is longer than 1 MiB", "", 0},
		{"a huge error", "anthropic", says(400, huge), false, "status 400 (bad request)", "", 0},
		{"deep", "google", says(200, strings.Repeat("[", 1e5)), false, "something else than JSON", "", 0},
		{"connection lost", "google", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, true, "", "", 0},
		{"half of an answer", "openai", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			says(200, `{"input_tokens":12`)(w, r)
		}, true, "", "", 0},
		{"half of an error", "anthropic", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			says(400, `{"type":"error"`)(w, r)
		}, false, `status 400 (bad request): {"type":"error"`, "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, test.provider, test.answer)
			c, w := f.counter(llm.Options{Now: func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) }})
			b, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"})
			if test.retried {
				if err != nil || b.Without != len(f.bodies()[1]) || len(w.all) != 1 || test.delay != 0 && w.all[0] != test.delay {
					t.Errorf("%+v, %v after %d requests, waited %v", b, err, len(f.bodies()), w.all)
				}
				return
			}
			if err == nil || len(f.bodies()) != 1 || len(w.all) != 0 {
				t.Fatalf("%v after %d requests, waited %v", err, len(f.bodies()), w.all)
			}
			if s := err.Error(); !strings.HasPrefix(s, "llm: "+test.provider) || !strings.Contains(s, test.want) || len(s) > 700 {
				t.Errorf("%s, want %s", s, test.want)
			}
			if !strings.Contains(hint(err), test.hint) {
				t.Errorf("hint %q, want %q", hint(err), test.hint)
			}
		})
	}
}

// TestAttempts lets a server refuse for ever.
func TestAttempts(t *testing.T) {
	t.Parallel()
	busy := says(503, `{"error":{"message":"busy","type":"server_error","code":null}}`)
	f := newFake(t, "openai", busy, busy, busy, busy, busy, busy)
	c, w := f.counter(llm.Options{})
	_, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"})
	var refused *llm.APIError
	if !errors.As(err, &refused) || refused.Status != 503 || refused.Type != "server_error" || refused.Message != "busy" || refused.Provider != "openai" {
		t.Errorf("%v", err)
	}
	if len(f.bodies()) != 4 || len(w.all) != 3 {
		t.Fatalf("%d requests, waited %v", len(f.bodies()), w.all)
	}
	for i, low := range []time.Duration{375 * time.Millisecond, 750 * time.Millisecond, 1500 * time.Millisecond} {
		if w.all[i] < low || w.all[i] > low*4/3 {
			t.Errorf("waited %v", w.all)
		}
	}
}

// TestDeadline has a server that asks to wait for longer than there is time.
func TestDeadline(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	f := newFake(t, "openai", says(429, `{"error":{"message":"slow down"}}`, "Retry-After: 45"))
	c, w := f.counter(llm.Options{})
	if _, err := c.Measure(ctx, llm.CountRequest{Model: "m"}); err == nil || !strings.Contains(err.Error(), "slow down") || len(w.all) != 0 {
		t.Errorf("%v, waited %v", err, w.all)
	}
}

// TestUnreachable asks where nobody listens, once.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	for _, p := range llm.Providers() {
		f := newFake(t, p)
		c, w := f.counter(llm.Options{})
		f.Close()
		_, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"})
		if err == nil || !strings.HasPrefix(err.Error(), "llm: "+p+": dial tcp") || len(w.all) != 0 || !strings.Contains(hint(err), "_BASE_URL") {
			t.Errorf("%s: %v (%s), waited %v", p, err, hint(err), w.all)
		}
	}
}

// TestRedirectKeepsKey redirects to another server, which must not be asked at all.
func TestRedirectKeepsKey(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("asked: %v", r.Header) }))
	defer other.Close()
	for _, p := range llm.Providers() {
		for _, client := range []*http.Client{nil, other.Client()} {
			f := newFake(t, p, says(308, "", "Location: "+other.URL))
			c, _ := f.counter(llm.Options{HTTPClient: client})
			if _, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"}); err == nil || !strings.Contains(err.Error(), "308") {
				t.Errorf("%s: %v", p, err)
			}
		}
	}
}

// leaky is a transport whose error quotes the request.
type leaky struct{}

func (leaky) RoundTrip(r *http.Request) (*http.Response, error) {
	var b strings.Builder
	_ = r.Header.Write(&b)
	_, _ = io.Copy(&b, r.Body)
	return nil, errors.New("cannot send " + b.String())
}

func TestKeyIsNotShown(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"message":       `{"error":{"message":"bad key ` + testKey + `","type":"` + testKey + `","code":"` + testKey + `"}}`,
		"status":        `{"error":{"message":"` + testKey + testKey + `","status":"` + testKey + `"}}`,
		"string":        `{"error":"` + testKey + `"}`,
		"plain":         "key: " + testKey,
		"split":         `{"error":{"message":"` + testKey[:9] + `\u001b[0m` + testKey[9:18] + `\u200b` + testKey[18:] + `"}}`,
		"first part":    `{"error":{"message":"` + testKey[:12] + `…"}}`,
		"last part":     `{"error":{"message":"…` + testKey[len(testKey)-10:] + `"}}`,
		"where it ends": `{"error":{"message":"` + strings.Repeat("x", 390) + testKey + `"}}`,
		"no JSON":       `{"error":{"message":"` + testKey,
	} {
		for _, p := range llm.Providers() {
			f := newFake(t, p, says(400, body, "X-Echo: "+testKey))
			c, _ := f.counter(llm.Options{})
			_, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"})
			shown(t, p+" "+name, err)
		}
	}
	for _, p := range llm.Providers() {
		f := newFake(t, p)
		c, _ := f.counter(llm.Options{HTTPClient: &http.Client{Transport: leaky{}}})
		_, err := c.Measure(t.Context(), llm.CountRequest{Model: "m"})
		shown(t, p+" transport", err)
	}
}

// shown complains about an error that holds eight characters of the key in a row, anywhere in its chain.
func shown(t *testing.T, name string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
	}
	text := hint(err)
	var refused *llm.APIError
	if errors.As(err, &refused) {
		text += refused.Type + refused.Code + refused.Message
	}
	for ; err != nil; err = errors.Unwrap(err) {
		text += err.Error()
	}
	for i := range len(testKey) - 7 {
		if strings.Contains(text, testKey[i:i+8]) {
			t.Errorf("%s: %s", name, text)
			return
		}
	}
}
