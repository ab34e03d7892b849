package tokens

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/internal/strictjson"
)

// Overhead is what a provider adds to a request because it has tools, on top of the framed tools: its own prompt for
// them, or the ends of a rendering. It does not depend on how many tools there are.
type Overhead struct {
	Tokens int
	AsOf   string // the day or month (YYYY-MM-DD or YYYY-MM) of which the figure is
	Source string
	Note   string
	// Fit says that a third party fitted the figure against the provider's counts; otherwise the provider documents it.
	Fit bool
	// WithSystem is what comes on top where the request has a system message; negative if it is less.
	WithSystem int
}

// Band bounds what a server counts for a text that has one token here: Low·n to High·n for n tokens. It is about the
// kinds of text that are found in requests, not about every text.
type Band struct {
	Low, High float64
	// Published says that the model's own tokenizer can be had, as a tokenizer.json, and would leave no band for text. It is
	// false where the Encoding is that tokenizer already.
	Published bool
	AsOf      string // the day or month (YYYY-MM-DD or YYYY-MM) of which the figures are
	Source    string
	Note      string
}

//go:embed overheads.json
var embeddedOverheads []byte

// overheadFile is the shape of overheads.json. A row is for the models it lists, counted in its framings and encoding.
type overheadFile struct {
	Schema    string        `json:"schema"`
	Overheads []overheadRow `json:"overheads"`
	Bands     []bandRow     `json:"bands"`
}

type overheadRow struct {
	Models   []string       `json:"models"`
	Framings []string       `json:"framings"`
	Tokens   map[string]int `json:"tokens"` // by tool choice
	System   int            `json:"with_system"`
	Fit      bool           `json:"fit"`
	AsOf     string         `json:"as_of"`
	Source   string         `json:"source"`
	Note     string         `json:"note"`
}

type bandRow struct {
	Models    []string   `json:"models"`
	Encoding  string     `json:"encoding"`
	Framings  []string   `json:"framings"` // for tools
	Text      [2]float64 `json:"text"`
	Tools     [2]float64 `json:"tools"`
	Published bool       `json:"published"`
	AsOf      string     `json:"as_of"`
	Source    string     `json:"source"`
	Note      string     `json:"note"`
}

const overheadSchema = "schema-bench/overheads/v1"

var overheads = sync.OnceValues(func() (*overheadFile, error) {
	var f overheadFile
	if err := strictjson.Decode(embeddedOverheads, &f); err != nil {
		return nil, fmt.Errorf("tokens: overheads: %w", err)
	}
	if f.Schema != overheadSchema {
		return nil, fmt.Errorf("tokens: overheads: schema %q; known: %q", f.Schema, overheadSchema)
	}
	return &f, nil
})

// OverheadOf returns what a model's provider adds to a request with at least one tool, where the tools are counted in
// the model's Framing: set that to the framing in use. The choice is the request's tool choice: "auto" or "", "none",
// "any" or "required", "tool" or "function" for one named tool. ok is false if no source says, which is not the same as
// nothing.
func OverheadOf(m Model, choice string) (o Overhead, ok bool) {
	f, err := overheads()
	if err != nil {
		return Overhead{}, false
	}
	switch choice {
	case "":
		choice = "auto"
	case "required":
		choice = "any"
	case "function":
		choice = "tool"
	}
	i := row(m, len(f.Overheads), func(i int) []string { return f.Overheads[i].Models }, func(i int) bool {
		_, known := f.Overheads[i].Tokens[choice]
		return known && slices.Contains(f.Overheads[i].Framings, m.Framing)
	})
	if i < 0 {
		return Overhead{}, false
	}
	r := f.Overheads[i]
	return Overhead{Tokens: r.Tokens[choice], AsOf: r.AsOf, Source: r.Source, Note: r.Note, Fit: r.Fit, WithSystem: r.System}, true
}

// BandOf returns how far counts in a model's Encoding are off what its server counts: of text, or of tools in the
// model's Framing, where the rendering is part of the uncertainty. Text of a model whose encoding is its own has the band
// from 1 to 1. ok is false if no source says; then a count is an estimate without bounds.
func BandOf(m Model, tools bool) (b Band, ok bool) {
	f, err := overheads()
	if err != nil {
		return Band{}, false
	}
	if m.Exact && !tools {
		return Band{Low: 1, High: 1, AsOf: m.AsOf, Source: "the encoding is the model's own"}, true
	}
	i := row(m, len(f.Bands), func(i int) []string { return f.Bands[i].Models }, func(i int) bool {
		return f.Bands[i].Encoding == m.Encoding && (!tools || slices.Contains(f.Bands[i].Framings, m.Framing))
	})
	if i < 0 {
		return Band{}, false
	}
	r := f.Bands[i]
	bounds := r.Text
	if tools {
		bounds = r.Tools
	}
	return Band{Low: bounds[0], High: bounds[1], Published: r.Published, AsOf: r.AsOf, Source: r.Source, Note: r.Note}, true
}

// row returns the index of the first row that fits and lists a model under one of its names, a dated name before the
// same without its date, or -1.
func row(m Model, n int, models func(int) []string, fits func(int) bool) int {
	for _, name := range names(m) {
		for i := range n {
			if slices.Contains(models(i), name) && fits(i) {
				return i
			}
		}
	}
	return -1
}

// names returns what a model may be listed as.
func names(m Model) []string {
	var all []string
	for _, name := range append([]string{m.ID}, m.Aliases...) {
		name = strings.ToLower(name)
		all = append(all, name)
		if plain, cut := undated(name); cut {
			all = append(all, plain)
		}
	}
	return all
}
