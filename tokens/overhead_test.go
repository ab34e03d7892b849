package tokens

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/tokens/framing"
)

func ExampleOverheadOf() {
	table, err := Models()
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := table.Lookup("anthropic/claude-opus-4-5-20251101")
	if err != nil {
		fmt.Println(err)
		return
	}
	o, ok := OverheadOf(m, "auto")
	fmt.Println(o.Tokens, o.AsOf, ok)
	b, ok := BandOf(m, true)
	fmt.Println(b.Low, b.High, ok)
	// Output:
	// 496 2026-11 true
	// 1.1 1.8 true
}

func TestOverheadData(t *testing.T) {
	t.Parallel()
	f, err := overheads()
	if err != nil {
		t.Fatal(err)
	}
	table := models(t)
	date := regexp.MustCompile(`^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$`)
	check := func(at string, ids, framings []string, asOf, source string) {
		if len(ids) == 0 || len(framings) == 0 || !date.MatchString(asOf) || source == "" {
			t.Errorf("%s: %d models, %d framings, as of %q, source %q", at, len(ids), len(framings), asOf, source)
		}
		known := false
		for _, m := range ids {
			if m != strings.ToLower(m) || strings.TrimSpace(m) == "" {
				t.Errorf("%s: model %q", at, m)
			}
			if _, err := table.Lookup(m); err == nil {
				known = true
			}
		}
		// Rows of models that the table has no longer are for users' own tables.
		if !known && !strings.HasPrefix(ids[0], "claude-3") && ids[0] != "claude-opus-4" {
			t.Errorf("%s: none of %v is in the table of models", at, ids)
		}
	}
	seen := map[string]bool{}
	for i, r := range f.Overheads {
		at := fmt.Sprintf("/overheads/%d", i)
		check(at, r.Models, r.Framings, r.AsOf, r.Source)
		if _, ok := r.Tokens["auto"]; !ok {
			t.Errorf("%s: nothing for the default choice", at)
		}
		for choice, n := range r.Tokens {
			if n < 0 || n+r.System < 0 || !slices.Contains([]string{"auto", "none", "any", "tool"}, choice) {
				t.Errorf("%s: %d tokens for the choice %q", at, n, choice)
			}
		}
		for _, m := range r.Models {
			for _, fr := range r.Framings {
				if key := "overhead " + m + " " + fr; seen[key] {
					t.Errorf("%s: a second row for %s", at, key)
				} else {
					seen[key] = true
				}
			}
		}
	}
	for i, r := range f.Bands {
		at := fmt.Sprintf("/bands/%d", i)
		check(at, r.Models, r.Framings, r.AsOf, r.Source)
		for _, b := range [][2]float64{r.Text, r.Tools} {
			if b[0] <= 0 || b[0] > b[1] || b[1] > 2 {
				t.Errorf("%s: band %v", at, b)
			}
		}
		if !slices.Contains(Encodings(), r.Encoding) {
			t.Errorf("%s: encoding %q", at, r.Encoding)
		}
		for _, m := range r.Models {
			for _, fr := range r.Framings {
				if key := "band " + m + " " + fr; seen[key] {
					t.Errorf("%s: a second row for %s", at, key)
				} else {
					seen[key] = true
				}
			}
		}
	}
	for _, r := range f.Overheads {
		for _, name := range r.Framings {
			if _, err := framing.New(name); err != nil {
				t.Error(err)
			}
		}
	}
	for _, r := range f.Bands {
		for _, name := range r.Framings {
			if _, err := framing.New(name); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestOverheadOf(t *testing.T) {
	t.Parallel()
	claude := func(id string) Model {
		return Model{ID: id, Provider: "anthropic", Encoding: O200kBase, Framing: "anthropic"}
	}
	gpt := func(id, framing string) Model {
		return Model{ID: id, Provider: "openai", Encoding: O200kBase, Framing: framing, Exact: true}
	}
	for _, test := range []struct {
		Model
		choice string
		want   int // -1 if unknown
	}{
		{claude("claude-opus-4-8"), "auto", 290},
		{claude("claude-opus-4-8"), "", 290},
		{claude("claude-opus-4-8"), "none", 290},
		{claude("claude-opus-4-8"), "any", 410},
		{claude("claude-opus-4-8"), "required", 410},
		{claude("claude-opus-4-8"), "tool", 410},
		{claude("claude-opus-4-8"), "function", 410},
		{claude("claude-opus-4-8"), "perhaps", -1},
		{claude("Claude-Haiku-4-5-20251001"), "auto", 496},
		{claude("claude-3-5-sonnet-20240620"), "auto", 294}, // has a row of its own
		{claude("claude-3-5-sonnet-20241022"), "auto", 346},
		{Model{ID: "my-claude", Aliases: []string{"claude-sonnet-5"}, Framing: "anthropic"}, "auto", 354},
		{claude("claude-opus-5"), "auto", -1}, // no source says
		{claude(""), "auto", -1},
		{Model{}, "", -1},
		{gpt("gpt-5", "harmony"), "auto", 10},
		{gpt("gpt-5", "json"), "auto", -1}, // the figure goes on top of another framing
		{gpt("gpt-5", "harmony"), "none", -1},
		{gpt("gpt-4", "openai-ts"), "none", 10},
		{gpt("gpt-5.1-codex", "harmony"), "auto", -1},
		{Model{ID: "gemini-2.5-pro", Framing: "gemini"}, "auto", 0},
	} {
		o, ok := OverheadOf(test.Model, test.choice)
		if ok != (test.want >= 0) || ok && o.Tokens != test.want || !ok && o != (Overhead{}) {
			t.Errorf("%s %s, %q: %+v, %v; want %d", test.ID, test.Framing, test.choice, o, ok, test.want)
		}
		if ok && (o.Source == "" || o.AsOf == "" || o.Fit == (test.Framing == "anthropic")) {
			t.Errorf("%s: %+v", test.ID, o)
		}
	}
}

func TestWithSystem(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]int{"gpt-4": -4, "gpt-3.5-turbo": -4, "gpt-4-turbo": 0} {
		o, ok := OverheadOf(Model{ID: id, Encoding: Cl100kBase, Framing: "openai-ts"}, "")
		if !ok || o.WithSystem != want || o.AsOf == "" {
			t.Errorf("%s: %+v, %v; want %d with a system message", id, o, ok, want)
		}
	}
}

func TestPublished(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		Model
		want bool
	}{
		{Model{ID: "llama-3.3-70b-instruct", Encoding: Cl100kBase, Framing: "llama3"}, true},
		{Model{ID: "qwen3.8-max", Encoding: Cl100kBase, Framing: "hermes"}, true},
		{Model{ID: "deepseek-v4-pro", Encoding: O200kBase, Framing: "json"}, true},
		{Model{ID: "claude-opus-5", Encoding: O200kBase, Framing: "anthropic"}, false},
		{Model{ID: "gemini-2.5-pro", Encoding: O200kBase, Framing: "gemini"}, false},
		{Model{ID: "gpt-5", Encoding: O200kBase, Framing: "harmony", Exact: true}, false},
	} {
		for _, tools := range []bool{false, true} {
			if b, ok := BandOf(test.Model, tools); !ok || b.Published != test.want {
				t.Errorf("%s, tools %v: %+v, %v; want published %v", test.ID, tools, b, ok, test.want)
			}
		}
	}
}

func TestBandOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		Model
		tools     bool
		low, high float64 // 0 if unknown
	}{
		{Model{ID: "claude-opus-5", Encoding: O200kBase, Framing: "anthropic"}, true, 1.13, 1.9},
		{Model{ID: "claude-opus-5", Encoding: O200kBase, Framing: "json"}, false, 1.1, 1.8},
		{Model{ID: "claude-opus-4-6", Encoding: O200kBase, Framing: "json"}, false, 1.1, 1.3},
		{Model{ID: "claude-opus-5", Encoding: Cl100kBase, Framing: "json"}, false, 0, 0},
		{Model{ID: "claude-opus-5", Encoding: O200kBase, Framing: "hermes"}, true, 0, 0},
		{Model{ID: "gpt-5", Encoding: O200kBase, Framing: "harmony", Exact: true}, false, 1, 1},
		{Model{ID: "gpt-5", Encoding: O200kBase, Framing: "harmony", Exact: true}, true, 0.78, 1.07},
		{Model{ID: "gpt-oss-20b", Encoding: O200kBase, Framing: "harmony", Exact: true}, true, 0.9, 1},
		{Model{ID: "gpt-oss-20b", Encoding: O200kBase, Framing: "gptoss-jinja", Exact: true}, true, 1, 1.1},
		{Model{ID: "qwen3.8-max", Encoding: Cl100kBase, Framing: "hermes"}, false, 0.8, 1.36},
		{Model{ID: "grok-4.7", Encoding: O200kBase, Framing: "json"}, false, 0, 0},
		{Model{}, false, 0, 0},
	} {
		b, ok := BandOf(test.Model, test.tools)
		if ok != (test.low > 0) || b.Low != test.low || b.High != test.high || ok && b.Source == "" {
			t.Errorf("%s %s, tools %v: %+v, %v; want %v to %v", test.ID, test.Framing, test.tools, b, ok, test.low, test.high)
		}
	}
}

// Every model of Anthropic in the table has a band: none of their counts is exact.
func TestBandsOfTable(t *testing.T) {
	t.Parallel()
	for _, m := range models(t).List() {
		for _, tools := range []bool{false, true} {
			b, ok := BandOf(m, tools)
			if m.Provider == "anthropic" && (!ok || b.High <= 1) {
				t.Errorf("%s, tools %v: %+v, %v", m.ID, tools, b, ok)
			}
			if m.Exact && !tools && (!ok || b.Low != 1 || b.High != 1) {
				t.Errorf("%s: %+v, %v", m.ID, b, ok)
			}
		}
	}
}
