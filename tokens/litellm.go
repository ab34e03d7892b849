package tokens

import (
	"encoding/json"
	"github.com/schema-bench/schema-bench/tokens/framing"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// LiteLLM's file is one object with a member per model, named by LiteLLM's id for it. Members
// of an entry are of mixed types and change with every release, so only those that are needed
// are looked at, and one that is not a number counts as absent. The first entry, sample_spec,
// explains the others and has texts in place of numbers.

const liteLLMSample = "sample_spec"

// liteLLMTier matches the member that has the price of input beyond so many thousand tokens.
var liteLLMTier = regexp.MustCompile(`^input_cost_per_token_above_(\d{1,6})k_tokens$`)

// isLiteLLM reports whether an object is of LiteLLM's shape: any of its entries says who serves
// the model or what a token costs.
func isLiteLLM(top map[string]json.RawMessage) bool {
	for _, raw := range top {
		var e map[string]json.RawMessage
		if json.Unmarshal(raw, &e) != nil {
			continue
		}
		if e["litellm_provider"] != nil || e["input_cost_per_token"] != nil {
			return true
		}
	}
	return false
}

func (t *Table) extendLiteLLM(_ []byte, top map[string]json.RawMessage) (Extension, error) {
	ext := Extension{Shape: "litellm"}
	keys := slices.Collect(maps.Keys(top))
	// Longest first: where a file has a model with and without its provider in front, the plain
	// entry is read last and stands.
	slices.SortFunc(keys, func(a, b string) int {
		if d := strings.Count(b, "/") - strings.Count(a, "/"); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, key := range keys {
		var e map[string]json.RawMessage
		if key == liteLLMSample || strings.TrimSpace(key) == "" || json.Unmarshal(top[key], &e) != nil || !liteLLMChat(e) {
			ext.Skipped++
			continue
		}
		m := Model{ID: key, Framing: framing.JSON, Provider: liteLLMText(e["litellm_provider"])}
		if known, ok := t.firstParty(key); ok {
			m = known
		}
		window, hasWindow := liteLLMTokens(e, "max_input_tokens", "max_tokens")
		output, hasOutput := liteLLMTokens(e, "max_output_tokens")
		price, hasPrice := liteLLMPrice(e)
		if !hasWindow && !hasOutput && !hasPrice {
			ext.Skipped++
			continue
		}
		// LiteLLM gives the limit of the input. Where that is the window we know of less the
		// room for the answer, the two agree.
		if hasWindow && m.Window != window+output {
			m.Window = window
		}
		if hasOutput {
			m.MaxOutput = output
		}
		if hasPrice {
			m.Price = price
		}
		m.AsOf, m.Source, m.Note = "", "LiteLLM model prices", ""
		if err := t.put(m, &ext); err != nil {
			return ext, err
		}
	}
	return ext, nil
}

// firstParty finds the model that a LiteLLM id names, if it is the model as its own maker serves
// it; the same model elsewhere may cost something else and gets an entry of its own.
func (t *Table) firstParty(key string) (Model, bool) {
	name := strings.ToLower(key)
	if at, ok := t.byName[name]; ok {
		return t.models[at], true
	}
	prefix, rest, ok := strings.Cut(name, "/")
	if !ok {
		return Model{}, false
	}
	at, ok := t.byName[rest]
	if !ok || prefix == "azure" || t.models[at].Provider != makers()[prefix] {
		return Model{}, false
	}
	return t.models[at], true
}

// liteLLMChat reports whether an entry is about a model that one talks to. An entry without
// mode is one: LiteLLM's users leave it out in their own files.
func liteLLMChat(e map[string]json.RawMessage) bool {
	switch liteLLMText(e["mode"]) {
	case "", "chat", "responses", "completion":
		return true
	}
	return false
}

func liteLLMText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// liteLLMNumber reads a number that is not negative, also one written as a text.
func liteLLMNumber(raw json.RawMessage) (float64, bool) {
	if raw == nil || string(raw) == "null" {
		return 0, false
	}
	var f float64
	if json.Unmarshal(raw, &f) != nil {
		var err error
		if f, err = strconv.ParseFloat(strings.TrimSpace(liteLLMText(raw)), 64); err != nil {
			return 0, false
		}
	}
	return f, f >= 0 && !math.IsInf(f, 0)
}

// liteLLMTokens reads the first of the members that is a positive number of tokens.
func liteLLMTokens(e map[string]json.RawMessage, names ...string) (int, bool) {
	for _, name := range names {
		if f, ok := liteLLMNumber(e[name]); ok && f >= 1 && f <= math.MaxInt32 {
			return int(f), true
		}
	}
	return 0, false
}

func liteLLMPrice(e map[string]json.RawMessage) (p Price, ok bool) {
	for name, to := range map[string]*Rate{
		"input_cost_per_token":            &p.In,
		"cache_read_input_token_cost":     &p.Cached,
		"cache_creation_input_token_cost": &p.CacheWrite,
		"output_cost_per_token":           &p.Out,
	} {
		if f, is := liteLLMNumber(e[name]); is {
			*to, ok = perMillion(f), true
		}
	}
	for name := range e {
		if s := liteLLMTier.FindStringSubmatch(name); s != nil {
			n, _ := strconv.Atoi(s[1]) // at most six digits
			if p.UpTo == 0 || n*1000 < p.UpTo {
				p.UpTo = n * 1000
			}
		}
	}
	return p, ok
}
