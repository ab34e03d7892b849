package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// defaultModel prices and sizes a floor where the user names no model. Its tokenizer is public, so counts are exact.
const defaultModel = "gpt-5.1"

// A unitOptions says what is counted, and by which model's figures it is judged.
type unitOptions struct {
	ruler, encoding, framing       string
	counter, tokenizer, cache      string
	refresh                        bool
	model, models                  string
	priceIn, priceCached, priceOut float64
	window                         int
	whole                          bool           // the command shows one floor: all framings, and what is billed
	table                          *tokens.Table  // of check
	vocabulary                     tokens.Counter // of check, from the file of --tokenizer; nil without one
	cmd                            *cobra.Command
}

func (o *unitOptions) bind(cmd *cobra.Command) {
	o.cmd = cmd
	f := cmd.Flags()
	rulers := strings.Join(o.rulers(), ", ")
	if o.whole {
		rulers += "; billed asks the provider of the model"
		f.StringVar(&o.cache, "cache", "", "`DIR` that keeps what providers counted and what was learned from it (default: in the user's cache)")
		f.BoolVar(&o.refresh, "refresh", false, "ask the provider again for what is in the cache")
	}
	f.StringVar(&o.ruler, "ruler", bench.Model, "what is counted, by `RULER`: "+rulers)
	f.StringVar(&o.encoding, "encoding", "", "`VOCABULARY` that counts: "+strings.Join(tokens.Encodings(), ", ")+" (default: that of the model)")
	f.StringVar(&o.framing, "framing", "", "text that the tools become under the ruler rendered, which it selects, by `FRAMING`: "+strings.Join(framing.Names(), ", ")+" (default: that of --model, else json)")
	f.StringVar(&o.counter, "counter", ownCounter, "`PROGRAM` that counts: "+strings.Join(counters(), ", ")+", which is slower and written by others")
	f.StringVar(&o.tokenizer, "tokenizer", "", "count with the vocabulary of a tokenizer.json, the `FILE` that Hugging Face models come with")
	f.StringVar(&o.model, "model", defaultModel, "`ID` of the model whose window and prices are used, unless a request that is the source names one; schema-bench help models lists them")
	f.StringVar(&o.models, "models", "", "`FILE` with models that are added to the table or replace its rows; schema-bench help models shows its form")
}

func (o *unitOptions) bindPrices(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(price{&o.priceIn}, "price-in", "`USD` per million tokens of input")
	f.Var(price{&o.priceCached}, "price-cached", "`USD` per million tokens of input read from the cache")
	f.Var(price{&o.priceOut}, "price-out", "`USD` per million tokens of output")
	f.Var(count{&o.window, 0}, "window", "`TOKENS` of the model's window")
}

// check refuses what cannot be before any source is opened.
func (o *unitOptions) check(e *env) error {
	if err := oneOf("ruler", o.ruler, o.rulers()...); err != nil {
		return err
	}
	if o.framing != "" {
		known := framing.Names()
		if o.whole {
			known = append(known, allFramings)
		}
		if err := oneOf("framing", o.framing, known...); err != nil {
			return err
		}
		if !o.cmd.Flags().Changed("ruler") {
			o.ruler = bench.Rendered
		}
	}
	if o.encoding != "" {
		if err := oneOf("encoding", o.encoding, tokens.Encodings()...); err != nil {
			return err
		}
	}
	if err := oneOf("counter", o.counter, counters()...); err != nil {
		return err
	}
	if o.tokenizer != "" && (o.encoding != "" || o.counter != ownCounter) {
		return usagef("--tokenizer is a vocabulary of its own, so --encoding and --counter do not go with it")
	}
	var err error
	if o.vocabulary, err = o.readTokenizer(e); err != nil {
		return err
	}
	if o.table, err = o.readTable(e); err != nil {
		return err
	}
	if _, err := o.table.Lookup(o.model); err != nil {
		return withHint(usageError{err}, "schema-bench help models lists those that are known; add one with --models FILE, or give --window, --price-in, --price-cached and --price-out with a model of the table")
	}
	return nil
}

func (o *unitOptions) rulers() []string {
	if o.whole {
		return append(bench.Rulers(), billed)
	}
	return bench.Rulers()
}

func (o *unitOptions) readTable(e *env) (*tokens.Table, error) {
	table, err := tokens.Models()
	if err != nil || o.models == "" {
		return table, err
	}
	b, err := os.ReadFile(e.path(o.models))
	if err != nil {
		return nil, usagef("--models %s: %w", o.models, cause(err))
	}
	if table, _, err = table.Extend(b); err != nil {
		return nil, withHint(usagef("--models %s: %w", o.models, err), "schema-bench help models shows what such a file looks like")
	}
	return table, nil
}

// A measure is what to count with, the model whose figures apply, and what is to be said of the two.
type measure struct {
	meter    bench.Meter
	model    tokens.Model
	chosen   bool   // somebody named the model
	asked    string // the model's id as it was named, without a provider in front
	own      bool   // what counts is the encoding of the model's row
	warnings []error
	// as returns a catalog as a client sends it; nil is as it is.
	as func(*catalog.Catalog) (*catalog.Catalog, error)
}

// foreign warns that what counts is not the model's own.
func (m *measure) foreign() []error {
	if name := m.meter.Counter.Name(); m.chosen && !m.own && m.model.Encoding != "" && slices.Contains(tokens.Encodings(), name) && (name != m.model.Encoding || !m.model.Exact) {
		return []error{fmt.Errorf("these are tokens of %s, as was asked for, and not those of %s", name, m.model.ID)}
	}
	if !m.chosen || !m.own || m.model.Exact {
		return nil
	}
	if text, tools, ok := m.bands(unitOf(m.meter)); ok {
		return []error{fmt.Errorf("these are tokens of %s, and those of %s are more or fewer: %s", m.meter.Counter.Name(), m.model.ID, m.why(unitOf(m.meter), text, tools))}
	}
	return []error{fmt.Errorf("%s counts stand for %s, whose own tokenizer is not used: take them as an estimate", m.meter.Counter.Name(), m.model.ID)}
}

// sent returns a catalog as the client sends it.
func (m *measure) sent(c *catalog.Catalog) (*catalog.Catalog, error) {
	if m.as == nil {
		return c, nil
	}
	return m.as(c)
}

// measure settles what catalogs are measured with. The model is that of --model; if nobody said one, that which the
// catalogs name, if they came from requests, and else the default.
func (o *unitOptions) measure(catalogs []*catalog.Catalog) (measure, error) {
	var m measure
	id, chosen := o.model, o.cmd.Flags().Changed("model")
	if named := modelsOf(catalogs); !chosen && len(named) == 1 {
		if _, err := o.table.Lookup(named[0]); err == nil {
			id, chosen = named[0], true
		} else {
			m.warnings = append(m.warnings, fmt.Errorf("the request names the model %q, of which nothing is known: the figures are those of %s; choose another with --model, or add it with --models", named[0], id))
		}
	} else if !chosen && len(named) > 1 {
		m.warnings = append(m.warnings, fmt.Errorf("the sources name several models (%s): the figures are those of %s; choose one with --model", strings.Join(named, ", "), id))
	}
	var err error
	if m.model, err = o.table.Lookup(id); err != nil {
		return m, err
	}
	if o.tokenizer != "" && !chosen {
		m.model = tokens.Model{} // the window and the prices of another model would be wrong
	}
	o.override(&m.model)
	m.chosen, m.asked = chosen, id[strings.LastIndexByte(id, '/')+1:]
	m.meter.Ruler = o.ruler
	if o.ruler == billed { // of the parts a provider says nothing
		if !chosen {
			return m, withHint(usagef("--ruler billed asks the provider of a model, and none is named"), "name it with --model")
		}
		m.meter.Ruler = bench.Rendered
	}
	if m.meter.Framing, err = o.frame(m.model, chosen); err != nil {
		return m, err
	}
	if m.meter.Counter, err = o.count(m.model); err != nil {
		return m, err
	}
	m.own = o.encoding == "" && o.tokenizer == ""
	return m, nil
}

// frame returns the framing that was asked for; that of the model, if somebody chose one and wants its text; and else
// json.
func (o *unitOptions) frame(model tokens.Model, chosen bool) (framing.Framing, error) {
	name := framing.JSON
	switch {
	case o.framing != "" && o.framing != allFramings:
		name = o.framing
	case chosen && (o.ruler == bench.Rendered || o.ruler == billed) && model.Framing != "":
		name = model.Framing
	}
	return framing.New(name)
}

// override lays the figures of the command line over those of the table.
func (o *unitOptions) override(m *tokens.Model) {
	for _, p := range []struct {
		flag  string
		usd   float64
		price *tokens.Rate
	}{{"price-in", o.priceIn, &m.Price.In}, {"price-cached", o.priceCached, &m.Price.Cached}, {"price-out", o.priceOut, &m.Price.Out}} {
		if o.cmd.Flags().Changed(p.flag) {
			*p.price = tokens.USD(p.usd)
		}
	}
	if o.window > 0 {
		m.Window = o.window
	}
}

// typed returns the flags that say what is counted, for a command that counts the same. What a provider bills is left
// out: not every command can ask.
func (o *unitOptions) typed() []string {
	var flags []string
	for _, f := range []struct{ name, value string }{
		{"ruler", o.ruler}, {"encoding", o.encoding}, {"framing", o.framing}, {"counter", o.counter},
		{"tokenizer", o.tokenizer}, {"model", o.model}, {"models", o.models},
	} {
		if typed(o.cmd, f.name) && f.value != billed {
			flags = append(flags, "--"+f.name, shellWord(f.value))
		}
	}
	return flags
}

// modelsOf returns the ids of models that catalogs name, each once.
func modelsOf(catalogs []*catalog.Catalog) []string {
	var ids []string
	for _, c := range catalogs {
		if c.Model != "" && !slices.Contains(ids, c.Model) {
			ids = append(ids, c.Model)
		}
	}
	return ids
}
