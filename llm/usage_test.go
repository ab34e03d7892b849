package llm_test

import (
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/llm"
)

func TestParseUsage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, provider, usage string
		want                  llm.Usage
	}{
		{"Responses", "openai", `{"input_tokens":120,"input_tokens_details":{"cache_write_tokens":16,"cached_tokens":64},"output_tokens":9,"output_tokens_details":{"reasoning_tokens":4},"total_tokens":129}`,
			llm.Usage{Input: 120, CachedRead: 64, CacheWrite: 16, Output: 9}},
		{"chat", "openai", `{"prompt_tokens":120,"completion_tokens":9,"total_tokens":129,"prompt_tokens_details":{"cached_tokens":64,"audio_tokens":0}}`,
			llm.Usage{Input: 120, CachedRead: 64, Output: 9}},
		{"chat without details", "openai", `{"prompt_tokens":120,"completion_tokens":0,"total_tokens":120}`, llm.Usage{Input: 120}},
		{"chat with null details", "openai", `{"prompt_tokens":120,"completion_tokens":9,"prompt_tokens_details":null}`, llm.Usage{Input: 120, Output: 9}},
		{"Anthropic", "anthropic", `{"input_tokens":20,"cache_creation_input_tokens":300,"cache_read_input_tokens":1000,"output_tokens":5,"service_tier":"standard"}`,
			llm.Usage{Input: 1320, CachedRead: 1000, CacheWrite: 300, Output: 5}},
		{"Anthropic, all from the cache", "anthropic", `{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":1000,"output_tokens":5}`,
			llm.Usage{Input: 1000, CachedRead: 1000, Output: 5}},
		{"Anthropic, null", "anthropic", `{"input_tokens":20,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":5}`, llm.Usage{Input: 20, Output: 5}},
		{"Gemini", "google", `{"promptTokenCount":500,"candidatesTokenCount":7,"thoughtsTokenCount":30,"cachedContentTokenCount":400,"totalTokenCount":537}`,
			llm.Usage{Input: 500, CachedRead: 400, Output: 37}},
		{"Gemini without an answer", "gemini", `{"promptTokenCount":500,"totalTokenCount":500}`, llm.Usage{Input: 500}},
	} {
		if got, err := llm.ParseUsage(test.provider, []byte(test.usage)); got != test.want || err != nil {
			t.Errorf("%s: %+v, %v, want %+v", test.name, got, err, test.want)
		}
	}
}

func TestParseUsageRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, provider, usage, want string }{
		{"nothing", "openai", ``, "llm: usage of openai: "},
		{"null", "openai", `null`, "not an object"},
		{"an array", "google", `[{"promptTokenCount":5}]`, "not an object"},
		{"no input", "openai", `{"output_tokens":9,"total_tokens":129}`, `there is no "input_tokens"`},
		{"no output", "openai", `{"input_tokens":9}`, `there is no "output_tokens"`},
		{"no completion", "openai", `{"prompt_tokens":9}`, `there is no "completion_tokens"`},
		{"half of one and half of the other", "openai", `{"input_tokens":9,"completion_tokens":1}`, `there is no "output_tokens"`},
		{"zero", "openai", `{"prompt_tokens":0,"completion_tokens":0}`, "no input tokens"},
		{"the end of a stream", "anthropic", `{"output_tokens":15}`, `there is no "input_tokens"`},
		{"no cache", "anthropic", `{"input_tokens":20,"output_tokens":5,"cache_creation_input_tokens":0}`, `there is no "cache_read_input_tokens"`},
		{"another's", "anthropic", `{"prompt_tokens":20,"completion_tokens":5}`, `there is no "input_tokens"`},
		{"no prompt", "google", `{"candidatesTokenCount":5,"totalTokenCount":5}`, `there is no "promptTokenCount"`},
		{"null input", "openai", `{"input_tokens":null,"output_tokens":1}`, `"input_tokens" is no number`},
		{"text", "anthropic", `{"input_tokens":"20","output_tokens":5,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}`, `"input_tokens" is no number`},
		{"fraction", "google", `{"promptTokenCount":5.5}`, "is no number of tokens: 5.5"},
		{"negative", "google", `{"promptTokenCount":5,"thoughtsTokenCount":-1}`, `"thoughtsTokenCount" is no number of tokens: -1`},
		{"a number without end", "openai", `{"input_tokens":1` + strings.Repeat("0", 1e5) + `,"output_tokens":1}`, "is no number of tokens: 1000"},
		{"more from the cache than in all", "openai", `{"input_tokens":5,"output_tokens":1,"input_tokens_details":{"cached_tokens":6}}`, "6 tokens from the cache of 5"},
		{"a provider that is not known", "acme", `{}`, "no counting endpoint is known"},
	} {
		got, err := llm.ParseUsage(test.provider, []byte(test.usage))
		if err == nil || got != (llm.Usage{}) || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 300 {
			t.Errorf("%s: %+v, %v, want %q", test.name, got, err, test.want)
		}
	}
}

// FuzzParseUsage holds that whatever is read is a number of tokens, with parts that are no larger than the whole.
func FuzzParseUsage(f *testing.F) {
	f.Add("openai", []byte(`{"input_tokens":120,"input_tokens_details":{"cached_tokens":64},"output_tokens":9}`))
	f.Add("anthropic", []byte(`{"input_tokens":20,"cache_creation_input_tokens":null,"cache_read_input_tokens":3,"output_tokens":5}`))
	f.Add("google", []byte(`{"promptTokenCount":5,"thoughtsTokenCount":1}`))
	f.Fuzz(func(t *testing.T, provider string, usage []byte) {
		u, err := llm.ParseUsage(provider, usage)
		if err == nil && (u.Input <= 0 || u.Output < 0 || u.CachedRead < 0 || u.CacheWrite < 0 || u.CachedRead > u.Input) {
			t.Errorf("%+v of %s", u, usage)
		}
		if err != nil && u != (llm.Usage{}) {
			t.Errorf("%+v with %v", u, err)
		}
	})
}
