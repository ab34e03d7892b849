package tokens

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/internal/strictjson"
)

// Model is what is known of one model. Figures that no source gives are zero, which means
// unknown.
type Model struct {
	ID       string   `json:"id"`
	Provider string   `json:"provider"`
	Aliases  []string `json:"aliases,omitempty"` // other ids of the same model
	// Encoding is the encoding to count with. Exact says that it is the model's own; otherwise
	// a count is an estimate. Empty if nothing is known.
	Encoding string `json:"encoding"`
	Exact    bool   `json:"exact,omitempty"`
	// Framing names the framing to count the model's tools with: that of the published chat template or, where nothing is
	// published, the nearest known. For OpenAI's closed models since gpt-4o that is what gpt-oss was trained on; DeepSeek's
	// and Z.ai's templates write each tool as spaced JSON in a frame of their own, Kimi's the list as compact JSON; of xAI
	// nothing is known.
	Framing string `json:"framing"`
	// Window is the length of the context in tokens; where a source gives only a limit of the
	// input, that. MaxOutput is the most that one answer may hold.
	Window    int   `json:"window"`
	MaxOutput int   `json:"max_output"`
	Price     Price `json:"price"`
	// AsOf is the day (YYYY-MM-DD) of which the figures are, empty if the source has no date.
	AsOf   string `json:"as_of"`
	Source string `json:"source,omitempty"`
	Note   string `json:"note,omitempty"`
}

// Table is a set of models. It does not change once made and is safe for concurrent use. The
// zero value is empty.
type Table struct {
	models []Model        // sorted by ID
	byName map[string]int // lower-case id or alias -> index in models
}

//go:embed models.json
var embeddedModels []byte

var embeddedTable = sync.OnceValues(func() (*Table, error) {
	t, _, err := new(Table).Extend(embeddedModels)
	return t, err
})

// Models returns the table that is compiled in: current models of the large providers and
// common open ones, with list prices. Every entry has its date and source.
func Models() (*Table, error) { return embeddedTable() }

// List returns all models sorted by id.
func (t *Table) List() []Model { return slices.Clone(t.models) }

// Extension tells what [Table.Extend] took from a file.
type Extension struct {
	Shape    string // "schema-bench" or "litellm"
	Read     int    // models read: Added + Replaced
	Added    int    // of which the table did not have
	Replaced int    // of which the table had
	Skipped  int    // entries that are not about tokens of a chat model
}

// modelFile is the shape of our own model files.
type modelFile struct {
	Schema string            `json:"schema"`
	AsOf   string            `json:"as_of"` // for entries without a date of their own
	Models []json.RawMessage `json:"models"`
}

// modelSchema is the "schema" member of our own model files.
const modelSchema = "schema-bench/models/v1"

// maxModelFile bounds what Extend reads; LiteLLM's file had 3.5 MB in November 2026.
const maxModelFile = 64 << 20

// Extend returns a table with the models of a file on top of those of t, which stays as it is.
// The file is either of our own shape,
//
//	{"schema":"schema-bench/models/v1","as_of":"2026-11-30","models":[{"id":"my-model","window":32768,"price":{"in":0.5,"out":1.5}}]}
//
// where an entry for a known model changes only the members that it has, or LiteLLM's
// model_prices_and_context_window.json, where an entry replaces a known model's price as a whole.
// The two are told apart by content; anything else is an error.
func (t *Table) Extend(data []byte) (*Table, Extension, error) {
	if len(data) > maxModelFile {
		return nil, Extension{}, fmt.Errorf("tokens: model file of %d bytes; the limit is %d", len(data), maxModelFile)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(data, &top); err != nil {
		return nil, Extension{}, fmt.Errorf("tokens: model file: %w", strictjson.Position(err))
	}
	read := (*Table).extendOwn
	switch {
	case top["models"] != nil:
	case isLiteLLM(top):
		read = (*Table).extendLiteLLM
	default:
		return nil, Extension{}, fmt.Errorf("tokens: model file of unknown shape; known: {\"schema\":%q,\"models\":[…]} and LiteLLM's model_prices_and_context_window.json", modelSchema)
	}
	b := t.clone()
	ext, err := read(b, data, top)
	if err != nil {
		return nil, Extension{}, fmt.Errorf("tokens: model file: %w", err)
	}
	if ext.Read == 0 {
		return nil, Extension{}, errors.New("tokens: model file has no models")
	}
	b.sort()
	return b, ext, nil
}

func (t *Table) extendOwn(data []byte, _ map[string]json.RawMessage) (Extension, error) {
	ext := Extension{Shape: "schema-bench"}
	var file modelFile
	if err := strictjson.Decode(data, &file); err != nil {
		return ext, err
	}
	if file.Schema != "" && file.Schema != modelSchema {
		return ext, fmt.Errorf("schema %q; known: %q", file.Schema, modelSchema)
	}
	for i, entry := range file.Models {
		var head struct {
			ID   string `json:"id"`
			AsOf string `json:"as_of"`
		}
		if err := json.Unmarshal(entry, &head); err != nil {
			return ext, fmt.Errorf("/models/%d: %w", i, err)
		}
		var m Model
		if at, ok := t.byName[strings.ToLower(head.ID)]; ok {
			m = t.models[at]
			m.Aliases = slices.Clone(m.Aliases)
			// What the entry states is not of the day, nor from the source, of what it covers.
			m.AsOf, m.Source, m.Note = "", "", ""
		}
		id := m.ID
		if err := strictjson.Decode(entry, &m); err != nil {
			return ext, fmt.Errorf("/models/%d: %w", i, err)
		}
		if id != "" {
			m.ID = id // the entry may have named an alias
		}
		if m.AsOf == "" {
			m.AsOf = file.AsOf
		}
		if err := m.check(); err != nil {
			return ext, fmt.Errorf("/models/%d: %w", i, err)
		}
		if err := t.put(m, &ext); err != nil {
			return ext, fmt.Errorf("/models/%d: %w", i, err)
		}
	}
	return ext, nil
}

func (m *Model) check() error {
	switch {
	case strings.TrimSpace(m.ID) == "":
		return errors.New("a model without id")
	case m.Window < 0 || m.MaxOutput < 0 || m.Price.UpTo < 0:
		return fmt.Errorf("model %q: a negative number of tokens", m.ID)
	case m.Encoding != "" && !slices.Contains(Encodings(), m.Encoding):
		return fmt.Errorf("model %q: unknown encoding %q; known: %s", m.ID, m.Encoding, strings.Join(Encodings(), ", "))
	}
	return nil
}

// clone copies the table for additions.
func (t *Table) clone() *Table {
	c := &Table{models: slices.Clone(t.models), byName: make(map[string]int, len(t.byName))}
	for name, at := range t.byName {
		c.byName[name] = at
	}
	return c
}

// put adds a model, or replaces the one of the same id. An id or alias may name one model only.
func (t *Table) put(m Model, ext *Extension) error {
	at, known := t.byName[strings.ToLower(m.ID)]
	if !known {
		at = len(t.models)
	}
	for _, name := range append([]string{m.ID}, m.Aliases...) {
		key := strings.ToLower(strings.TrimSpace(name))
		switch {
		case key == "":
			return fmt.Errorf("model %q: an empty alias", m.ID)
		case len(key) > maxID:
			return fmt.Errorf("a name of %d bytes, %.40q…; the limit is %d", len(key), name, maxID)
		}
		if other, taken := t.byName[key]; taken && other != at {
			return fmt.Errorf("model %q: the name %q is taken by %q", m.ID, name, t.models[other].ID)
		}
		t.byName[key] = at
	}
	ext.Read++
	if known {
		t.models[at] = m
		ext.Replaced++
	} else {
		t.models = append(t.models, m)
		ext.Added++
	}
	return nil
}

// sort orders the models by id and renumbers the names.
func (t *Table) sort() {
	order := make([]int, len(t.models))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(t.models[a].ID, t.models[b].ID) })
	moved := make([]int, len(order))
	models := make([]Model, len(order))
	for to, from := range order {
		moved[from] = to
		models[to] = t.models[from]
	}
	t.models = models
	for name, at := range t.byName {
		t.byName[name] = moved[at]
	}
}
