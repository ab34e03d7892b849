package tokens

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/internal/near"
)

// UnknownModelError says that a table has no model of this id. Guessing by a part of the id is
// how "my-gpt-5.5" gets the window and the price of another model.
type UnknownModelError struct {
	ID   string
	Near []string // ids that look alike, the most alike first; may be empty
}

// Error names the id and, if there are any, the ids near to it.
func (e *UnknownModelError) Error() string {
	s := fmt.Sprintf("tokens: unknown model %q", e.ID)
	if len(e.Near) > 0 {
		s += "; near: " + strings.Join(e.Near, ", ")
	}
	return s
}

var (
	dated   = regexp.MustCompile(`^(.+)[-@](\d{4}-\d{2}-\d{2}|\d{8})$`)
	bedrock = regexp.MustCompile(`^(?:(?:us|eu|apac|jp|au|us-gov|global)\.)?([a-z]+)\.(.+?)(?:-v\d+)?(?::\d+)?$`)
)

// makers maps what may stand before the slash of an id to the provider whose models it names.
func makers() map[string]string {
	return map[string]string{
		"openai": "openai", "azure": "openai",
		"anthropic": "anthropic",
		"google":    "google", "gemini": "google", "models": "google",
		"deepseek": "deepseek", "deepseek-ai": "deepseek",
		"mistral": "mistral", "mistralai": "mistral",
		"xai": "xai", "x-ai": "xai",
		"moonshot": "moonshot", "moonshotai": "moonshot",
		"dashscope": "alibaba", "qwen": "alibaba", "alibaba": "alibaba",
		"zai": "zai", "z-ai": "zai", "zai-org": "zai",
		"meta": "meta", "meta-llama": "meta",
	}
}

// Lookup finds a model by its id, in any case. Besides ids and aliases of the table it knows
//
//   - dated snapshots: gpt-5-2025-08-07, claude-opus-4-5-20251101, claude-opus-4-5@20251101;
//   - a provider in front: openai/gpt-5, anthropic/…, azure/…, vertex_ai/…, openrouter/openai/…;
//   - Bedrock's ids: us.anthropic.claude-opus-4-5-20251101-v1:0, also after bedrock/.
//
// What is left of the id must then be a name of the table, of that provider's. Prices are the
// maker's own; a host may ask another. An id that is not found is an [*UnknownModelError].
func (t *Table) Lookup(id string) (Model, error) {
	if m, ok := t.resolve(strings.ToLower(strings.TrimSpace(id))); ok {
		return m, nil
	}
	return Model{}, &UnknownModelError{ID: id, Near: t.near(id)}
}

// maxID bounds the length in bytes of an id that is taken apart: ids come from requests, too.
const maxID = 256

func (t *Table) resolve(name string) (Model, bool) {
	if len(name) > maxID {
		return Model{}, false
	}
	maker := ""
	for {
		if m, ok := t.named(name); ok {
			return m, maker == "" || m.Provider == maker
		}
		prefix, rest, ok := strings.Cut(name, "/")
		if !ok {
			break
		}
		switch prefix {
		case "bedrock", "vertex_ai", "openrouter": // hosts of many makers
		default:
			m := makers()[prefix]
			if m == "" || maker != "" && m != maker {
				return Model{}, false
			}
			maker = m
		}
		name = rest
	}
	vendor, model, ok := cutBedrock(name)
	if !ok || maker != "" && maker != vendor {
		return Model{}, false
	}
	m, ok := t.named(model)
	return m, ok && m.Provider == vendor
}

// named finds a name of the table, with or without a date behind it.
func (t *Table) named(name string) (Model, bool) {
	at, ok := t.byName[name]
	if !ok {
		if plain, cut := undated(name); cut {
			at, ok = t.byName[plain]
		}
	}
	if !ok {
		return Model{}, false
	}
	return t.models[at], true
}

// undated takes the date off a snapshot's id.
func undated(name string) (string, bool) {
	s := dated.FindStringSubmatch(name)
	if s == nil {
		return "", false
	}
	if _, err := time.Parse("20060102", strings.ReplaceAll(s[2], "-", "")); err != nil {
		return "", false
	}
	return s[1], true
}

// cutBedrock takes an id of Amazon Bedrock apart: an optional region, the vendor, the model and
// an optional version.
func cutBedrock(name string) (vendor, model string, ok bool) {
	s := bedrock.FindStringSubmatch(name)
	if s == nil {
		return "", "", false
	}
	vendor = makers()[s[1]]
	return vendor, s[2], vendor != ""
}

// near returns up to three ids that look like id.
func (t *Table) near(id string) []string {
	ids := make([]string, len(t.models))
	for i, m := range t.models {
		ids[i] = m.ID
	}
	// Who made or hosts a model says nothing about its name.
	return near.Names(id[strings.LastIndex(id, "/")+1:], ids, 3)
}
