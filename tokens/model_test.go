package tokens

import (
	"encoding/json"
	"errors"
	"fmt"
	"github.com/schema-bench/schema-bench/tokens/framing"
	"slices"
	"strings"
	"testing"
	"time"
)

func models(t testing.TB) *Table {
	t.Helper()
	m, err := Models()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func ExampleTable_Lookup() {
	table, err := Models()
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := table.Lookup("openai/gpt-5-2025-08-07")
	if err != nil {
		fmt.Println(err)
		return
	}
	usd, ok := m.Price.In.Cost(20_000)
	fmt.Println(m.ID, m.Window, usd, ok)
	_, err = table.Lookup("azure/my-gpt-5.5")
	fmt.Println(err)
	// Output:
	// gpt-5 400000 0.025 true
	// tokens: unknown model "azure/my-gpt-5.5"; near: gpt-5.5, gpt-5
}

func TestModelsTable(t *testing.T) {
	t.Parallel()
	table := models(t)
	list := table.List()
	if len(list) < 50 {
		t.Fatalf("%d models", len(list))
	}
	providers := map[string]int{}
	for _, m := range list {
		providers[m.Provider]++
		if m.Window <= 0 || m.Source == "" || m.Encoding == "" || m.Framing == "" {
			t.Errorf("%s: window %d, source %q, encoding %q, framing %q", m.ID, m.Window, m.Source, m.Encoding, m.Framing)
		}
		if _, err := time.Parse(time.DateOnly, m.AsOf); err != nil {
			t.Errorf("%s: %v", m.ID, err)
		}
		if m.MaxOutput > m.Window {
			t.Errorf("%s: output %d is more than the window of %d", m.ID, m.MaxOutput, m.Window)
		}
		p := m.Price
		if p.In.Known != p.Out.Known || p.Cached.Known && !p.In.Known {
			t.Errorf("%s: half a price: %+v", m.ID, p)
		}
		if p.Cached.Known && p.Cached.PerMillion >= p.In.PerMillion || p.Out.PerMillion < p.In.PerMillion {
			t.Errorf("%s: price out of order: %+v", m.ID, p)
		}
		if _, err := framing.New(m.Framing); err != nil {
			t.Errorf("%s: %v", m.ID, err)
		}
		for _, name := range append([]string{m.ID}, m.Aliases...) {
			if got, err := table.Lookup(name); err != nil || got.ID != m.ID {
				t.Errorf("Lookup(%q) = %q, %v; want %q", name, got.ID, err, m.ID)
			}
		}
	}
	for _, p := range []string{"openai", "anthropic", "google", "deepseek", "mistral", "meta", "alibaba"} {
		if providers[p] == 0 {
			t.Errorf("no model of %s", p)
		}
	}
	if !slices.IsSortedFunc(list, func(a, b Model) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("list is not sorted")
	}
	list[0].ID = "changed"
	if table.List()[0].ID == "changed" {
		t.Error("List hands out the table's own memory")
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	table := models(t)
	for id, want := range map[string]string{
		"gpt-5":                                       "gpt-5",
		" GPT-5 ":                                     "gpt-5",
		"gpt-5-2025-08-07":                            "gpt-5",
		"openai/gpt-5":                                "gpt-5",
		"azure/gpt-4o-2024-08-06":                     "gpt-4o",
		"gpt-4o-2024-05-13":                           "gpt-4o-2024-05-13", // has its own price
		"openrouter/openai/gpt-5.5":                   "gpt-5.5",
		"gpt-5.6":                                     "gpt-5.6-sol",
		"claude-opus-4-5":                             "claude-opus-4-5",
		"claude-opus-4-5-20251101":                    "claude-opus-4-5",
		"claude-opus-4-5@20251101":                    "claude-opus-4-5",
		"anthropic/claude-opus-4.5":                   "claude-opus-4-5",
		"vertex_ai/claude-opus-5":                     "claude-opus-5",
		"models/gemini-2.5-pro":                       "gemini-2.5-pro",
		"gemini/gemini-2.5-pro":                       "gemini-2.5-pro",
		"anthropic.claude-opus-5":                     "claude-opus-5",
		"meta-llama/llama-3.1-70b":                    "llama-3.1-70b-instruct",
		"bedrock/openai.gpt-oss-20b":                  "gpt-oss-20b",
		"us.anthropic.claude-haiku-4-5-20251001-v1:0": "claude-haiku-4-5",
		"bedrock/global.anthropic.claude-sonnet-4-5-20250929-v1:0": "claude-sonnet-4-5",
	} {
		if m, err := table.Lookup(id); err != nil || m.ID != want {
			t.Errorf("Lookup(%q) = %q, %v; want %q", id, m.ID, err, want)
		}
	}
}

func TestLookupUnknown(t *testing.T) {
	t.Parallel()
	table := models(t)
	for id, near := range map[string]string{
		"azure/my-gpt-5.5":          "gpt-5.5",
		"my/distill-of-deepseek-r1": "",
		"gpt-5-turbo":               "",
		"gpt5":                      "gpt-5",
		"mygpt-5":                   "gpt-5",
		"claude-opus-45":            "claude-opus-4-5",
		"anthropic/gpt-5":           "gpt-5", // not of that provider
		"openai/anthropic/gpt-5":    "gpt-5",
		"groq/gpt-oss-120b":         "gpt-oss-120b", // a host with prices of its own
		"gpt-5-2025-13-40":          "gpt-5",        // no such day
		"gpt-5-":                    "gpt-5",
		"openai/":                   "",
		"/":                         "",
		"":                          "",
		strings.Repeat("g", 1<<20):  "",
	} {
		m, err := table.Lookup(id)
		var unknown *UnknownModelError
		if !errors.As(err, &unknown) || unknown.ID != id || m.ID != "" {
			t.Errorf("Lookup(%.40q) = %q, %v; want unknown", id, m.ID, err)
			continue
		}
		if near != "" && !slices.Contains(unknown.Near, near) {
			t.Errorf("Lookup(%q): near %q, want %q among them", id, unknown.Near, near)
		}
		if len(unknown.Near) > 3 {
			t.Errorf("Lookup(%q): %d near names", id, len(unknown.Near))
		}
	}
	if _, err := new(Table).Lookup("gpt-5"); err == nil {
		t.Error("the empty table knows a model")
	}
}

func TestExtendOwn(t *testing.T) {
	t.Parallel()
	base := models(t)
	table, ext, err := base.Extend([]byte(`{"schema":"schema-bench/models/v1","as_of":"2026-12-24","models":[
		{"id":"gpt-5","price":{"in":1,"cached":null}},
		{"id":"house-model","provider":"us","encoding":"cl100k_base","framing":"json","window":32768,"price":{"in":0,"out":0},"aliases":["hm"]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if want := (Extension{Shape: "schema-bench", Read: 2, Added: 1, Replaced: 1}); ext != want {
		t.Errorf("%+v, want %+v", ext, want)
	}
	was, _ := base.Lookup("gpt-5")
	got, _ := table.Lookup("gpt-5")
	if got.Price.In != USD(1) || got.Price.Cached.Known || got.Price.Out != was.Price.Out || got.Window != was.Window {
		t.Errorf("gpt-5: %+v", got)
	}
	if got.AsOf != "2026-12-24" || got.Source != "" {
		t.Errorf("gpt-5: as of %q, source %q", got.AsOf, got.Source)
	}
	if was.Price.In != USD(1.25) {
		t.Errorf("the table extended has changed: %+v", was.Price)
	}
	house, err := table.Lookup("HM")
	if err != nil || house.ID != "house-model" || house.MaxOutput != 0 {
		t.Errorf("house-model: %+v, %v", house, err)
	}
	if usd, ok := house.Price.In.Cost(1000); usd != 0 || !ok {
		t.Errorf("a price of 0: %v, %v", usd, ok)
	}
	if _, err := base.Lookup("hm"); err == nil {
		t.Error("the table extended has a new model")
	}
}

func TestExtendErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, file, want string }{
		{"empty", "", "model file"},
		{"truncated", `{"models":[`, "offset"},
		{"array", `[]`, "model file"},
		{"no object", `"x"`, "model file"},
		{"unknown shape", `{"gpt-5":{"price":1}}`, "unknown shape"},
		{"empty object", `{}`, "unknown shape"},
		{"no models", `{"models":[]}`, "no models"},
		{"other version", `{"schema":"schema-bench/models/v9","models":[]}`, "v9"},
		{"misspelt member", `{"models":[{"id":"a","windw":1}]}`, `/models/0: json: unknown field "windw"`},
		{"misspelt price", `{"models":[{"id":"a","price":{"input":1}}]}`, "unknown field"},
		{"price as text", `{"models":[{"id":"a","price":{"in":"1"}}]}`, "dollars per million"},
		{"negative price", `{"models":[{"id":"a","price":{"in":-1}}]}`, "negative"},
		{"negative window", `{"models":[{"id":"a","window":-1}]}`, "negative"},
		{"no id", `{"models":[{"window":1}]}`, "without id"},
		{"not an entry", `{"models":[7]}`, "/models/0"},
		{"encoding", `{"models":[{"id":"a","encoding":"p50k"}]}`, "o200k_base"},
		{"alias taken", `{"models":[{"id":"a","aliases":["gpt-5"]}]}`, `taken by "gpt-5"`},
		{"endless id", `{"models":[{"id":"` + strings.Repeat("a", 257) + `"}]}`, "a name of 257 bytes"},
		{"empty alias", `{"models":[{"id":"a","aliases":[""]}]}`, "empty alias"},
		{"litellm of nothing", `{"sample_spec":{"litellm_provider":"x"}}`, "no models"},
	} {
		table, _, err := models(t).Extend([]byte(tt.file))
		if err == nil || table != nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

const liteLLMFile = `{
	"sample_spec": {"litellm_provider": "one of the providers", "mode": "one of: chat, embedding", "max_input_tokens": "the limit, if known", "input_cost_per_token": 0.0},
	"gpt-5": {"litellm_provider": "openai", "mode": "chat", "max_input_tokens": 272000, "max_output_tokens": 128000, "input_cost_per_token": 1e-06, "cache_read_input_token_cost": 1e-07, "output_cost_per_token": 9e-06, "supports_vision": true},
	"azure/gpt-5": {"litellm_provider": "azure", "mode": "chat", "input_cost_per_token": 2e-06, "output_cost_per_token": 2e-05},
	"gemini/gemini-2.5-pro": {"litellm_provider": "gemini", "mode": "chat", "max_input_tokens": 1000000, "input_cost_per_token": "3e-06", "input_cost_per_token_above_200k_tokens": 6e-06, "input_cost_per_token_above_200k_tokens_batches": 3e-06},
	"house/llm": {"litellm_provider": "openai", "max_tokens": 8192.0, "input_cost_per_token": 0, "output_cost_per_token": null, "regions": ["eu"]},
	"text-embed": {"litellm_provider": "openai", "mode": "embedding", "input_cost_per_token": 1e-08},
	"picture": {"litellm_provider": "openai", "mode": "chat", "output_cost_per_image": 0.04},
	"odd": {"litellm_provider": "x", "max_input_tokens": -5, "input_cost_per_token": -1},
	"broken": "see above"
}`

func TestExtendLiteLLM(t *testing.T) {
	t.Parallel()
	table, ext, err := models(t).Extend([]byte(liteLLMFile))
	if err != nil {
		t.Fatal(err)
	}
	if want := (Extension{Shape: "litellm", Read: 4, Added: 2, Replaced: 2, Skipped: 5}); ext != want {
		t.Errorf("%+v, want %+v", ext, want)
	}
	for id, want := range map[string]struct {
		id     string
		window int
		price  Price
	}{
		"gpt-5":          {"gpt-5", 400_000, Price{In: USD(1), Cached: USD(0.1), Out: USD(9)}},
		"azure/gpt-5":    {"azure/gpt-5", 0, Price{In: USD(2), Out: USD(20)}},
		"gemini-2.5-pro": {"gemini-2.5-pro", 1_000_000, Price{In: USD(3), UpTo: 200_000}},
		"house/llm":      {"house/llm", 8192, Price{In: USD(0)}},
	} {
		m, err := table.Lookup(id)
		if err != nil || m.ID != want.id || m.Window != want.window || m.Price != want.price || m.AsOf != "" {
			t.Errorf("%s: %+v, %v; want %+v", id, m, err, want)
		}
	}
}

func FuzzExtend(f *testing.F) {
	f.Add([]byte(liteLLMFile))
	f.Add([]byte(`{"schema":"schema-bench/models/v1","models":[{"id":"a","window":1,"price":{"in":null}}]}`))
	f.Add([]byte(`{"a":{"litellm_provider":1,"mode":[],"max_tokens":1e400}}`))
	f.Add([]byte(`{"models":[{"id":"gpt-5","aliases":["gpt-5"]},{"id":"GPT-5"}]}`))
	base, err := Models()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, ext, err := base.Extend(data)
		if err != nil {
			return
		}
		if ext.Read != ext.Added+ext.Replaced || len(table.List()) != len(base.List())+ext.Added {
			t.Fatalf("%+v, %d models on %d", ext, len(table.List()), len(base.List()))
		}
		for _, m := range table.List() {
			if m.Window < 0 || m.Price.In.PerMillion < 0 {
				t.Fatalf("%+v", m)
			}
			if got, err := table.Lookup(m.ID); err != nil && strings.TrimSpace(m.ID) == m.ID || err == nil && got.Price != m.Price {
				t.Fatalf("Lookup(%q) = %+v, %v", m.ID, got, err)
			}
		}
	})
}

func TestRate(t *testing.T) {
	t.Parallel()
	if usd, ok := USD(1.25).Cost(12_000); usd != 0.015 || !ok {
		t.Errorf("%v, %v", usd, ok)
	}
	if usd, ok := (Rate{}).Cost(12_000); usd != 0 || ok {
		t.Errorf("an unknown rate costs %v, %v", usd, ok)
	}
	b, err := json.Marshal(Price{In: USD(0), Out: USD(2.5)})
	if want := `{"in":0,"cached":null,"cache_write":null,"out":2.5}`; err != nil || string(b) != want {
		t.Errorf("%s, %v; want %s", b, err, want)
	}
	var p Price
	if err := json.Unmarshal(b, &p); err != nil || p != (Price{In: USD(0), Out: USD(2.5)}) {
		t.Errorf("%+v, %v", p, err)
	}
	for perToken, want := range map[float64]float64{1e-7: 0.1, 2.5e-6: 2.5, 2.8e-8: 0.028, 0: 0} {
		if got := perMillion(perToken); got != USD(want) {
			t.Errorf("perMillion(%v) = %v, want %v", perToken, got.PerMillion, want)
		}
	}
}
