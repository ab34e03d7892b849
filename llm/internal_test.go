package llm

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// TestBodies holds that every body is JSON which has the system message in it, and the tools byte for byte.
func TestBodies(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{`{"a":1.0}`, "\t", "\n ", `"\u00e9é<&>\/"`, `-0`, `12345678901234567890`, `1E+400`, `[ ]`, `{"b" : null,"a":true}`, `"tools":`})
	rapid.Check(t, func(t *rapid.T) {
		system := rapid.String().Draw(t, "system")
		parts := rapid.SliceOf(rapid.SampledFrom([]string{`{"a":1.0}`, ` "\u00e9é<&>\/" `, "-0\n", `12345678901234567890`, `1E+400`, `[ ]`, "{\"b\"\t:null,\"a\":true}"})).Draw(t, "tools")
		tools := []byte("[ " + strings.Join(parts, " ,") + "\n]")
		if len(parts) == 0 && rapid.Bool().Draw(t, "broken") {
			// Loose pieces are now and then an array, and mostly none.
			tools = []byte("[" + strings.Join(rapid.SliceOfN(piece, 1, 3).Draw(t, "pieces"), "") + "]")
		}
		_, err := check(CountRequest{Model: "m", System: system, Tools: tools})
		if (err == nil) != json.Valid(tools) {
			t.Fatalf("check of %s: %v", tools, err)
		}
		if err != nil {
			return
		}
		for _, p := range providers() {
			body := p.body("m", system, tools)
			if !json.Valid(body) || !bytes.Contains(body, append([]byte(`,"tools":`), tools...)) {
				t.Fatalf("%s: %s", p.name, body)
			}
			var got struct {
				Instructions, System   string
				GenerateContentRequest struct {
					SystemInstruction struct{ Parts []struct{ Text string } }
				}
			}
			if err := json.Unmarshal(body, &got); err != nil {
				t.Fatal(err)
			}
			s := got.Instructions + got.System
			for _, part := range got.GenerateContentRequest.SystemInstruction.Parts {
				s += part.Text
			}
			if s != system {
				t.Fatalf("%s: system message %q, want %q", p.name, s, system)
			}
		}
	})
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		milli, value string
		want         time.Duration
		told         bool
	}{
		{"", "", 0, false},
		{"", "0", 0, true},
		{"", "1.5", 1500 * time.Millisecond, true},
		{"20", "1", 20 * time.Millisecond, true},
		{"soon", "1", time.Second, true},
		{"", "-3", 0, false},
		{"", "NaN", 0, false},
		{"", "Inf", 1e9 * time.Second, true},
		{"", "Tue, 01 Dec 2026 12:01:00 GMT", time.Minute, true},
		{"", "Tue, 01 Dec 2020 12:01:00 GMT", 0, true},
		{"", "tomorrow", 0, false},
	} {
		h := http.Header{}
		h.Set("Retry-After", test.value)
		h.Set("Retry-After-Ms", test.milli)
		if got, told := retryAfter(h, now); got != test.want || told != test.told {
			t.Errorf("%q, %q: %v, %v", test.milli, test.value, got, told)
		}
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ key, text, want string }{
		{"", "any text", "any text"},
		{"abc", "abc of a server without keys", "abc of a server without keys"},
		{"local", "local keys and locality", "*** keys and ***ity"},
		{"sk-abcdefgh1234", "sk-abcdefgh1234", "***"},
		{"sk-abcdefgh1234", "x sk-abcdefgh1234sk-abcdefgh1234 y", "x ****** y"},
		{"sk-abcdefgh1234", "ends in gh1234", "ends in gh1234"},
		{"sk-abcdefgh1234", "ends in efgh1234!", "ends in ***!"},
		{"sk-abcdefgh1234", "begins sk-abcd…", "begins sk-abcd…"},
		{"sk-abcdefgh1234", "begins sk-abcde…", "begins ***…"},
	} {
		if got := secret(test.key).mask(test.text); got != test.want {
			t.Errorf("%q in %q: %q, want %q", test.key, test.text, got, test.want)
		}
	}
}

// TestSafe hides a key between characters that a terminal does not show.
func TestSafe(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"key sk-ab\x1b[0mcde\u200bfgh\u202e1234!": "key ***!",
		" two\nlines\t":           "two lines",
		strings.Repeat("é", 5000): strings.Repeat("é", maxShown/2) + ellipsis,
	} {
		if got := secret("sk-abcdefgh1234").safe(text); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

// FuzzAnswer lets servers say anything: nothing of it gets out that steers a terminal or holds the key, and no count
// comes out of an error.
func FuzzAnswer(f *testing.F) {
	const key = "sk-abcdefgh1234"
	f.Add(200, []byte(`{"input_tokens":5,"totalTokens":5}`), "application/json", "1")
	f.Add(401, []byte(`{"error":{"message":"`+key+`","type":"t","code":"c"}}`), "application/json", "")
	f.Add(429, []byte(`{"error":{"status":"S","details":[{"retryDelay":"5s"},{"violations":[{"quotaId":"PerDay"}]}]}}`), "", "2")
	f.Add(502, []byte("<html>"), "text/html", "Tue, 01 Dec 2026 12:01:00 GMT")
	f.Fuzz(func(t *testing.T, status int, body []byte, media, after string) {
		for _, p := range providers() {
			c, err := NewCounter(p.name, &Options{Getenv: func(string) string { return "" }})
			if err != nil {
				t.Fatal(err)
			}
			x := &exchange{done: true, status: status, body: body, header: http.Header{"Content-Type": {media}, "Retry-After": {after}}}
			if n, err := c.read(x); (err == nil) != (n > 0) {
				t.Errorf("%d with %v", n, err)
			}
			e := c.refusal(x, secret(key))
			s := e.Error() + e.Hint()
			if strings.Contains(s, key) || !utf8.ValidString(s) || strings.ContainsFunc(s, safetext.Hostile) || e.retry && e.delay > maxWait {
				t.Errorf("%q, again %v in %v", s, e.retry, e.delay)
			}
		}
	})
}
