package tokens

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
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

// near returns up to three ids that differ from id in few characters, or else contain it or are
// contained in it.
func (t *Table) near(id string) []string {
	id = strings.ToLower(id)
	if id == "" || len(id) > maxID {
		return nil
	}
	type candidate struct {
		id       string
		distance int
	}
	var found []candidate
	last := id[strings.LastIndex(id, "/")+1:]
	for _, m := range t.models {
		name := strings.ToLower(m.ID)
		d := distance(last, name)
		if d > max(2, len(last)/4) && (len(last) < 3 || !strings.Contains(name, last) && !strings.Contains(last, name)) {
			continue
		}
		found = append(found, candidate{m.ID, d})
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.id, b.id))
	})
	var ids []string
	for _, c := range found[:min(3, len(found))] {
		ids = append(ids, c.id)
	}
	return ids
}

// distance is the least number of bytes to insert, delete or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
