package cli

import (
	"cmp"
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
	model, models                  string
	priceIn, priceCached, priceOut float64
	window                         int
	table                          *tokens.Table // of check
	cmd                            *cobra.Command
}

func (o *unitOptions) bind(cmd *cobra.Command) {
	o.cmd = cmd
	f := cmd.Flags()
	f.StringVar(&o.ruler, "ruler", bench.Model, "what is counted, by `RULER`: "+strings.Join(bench.Rulers(), ", "))
	f.StringVar(&o.encoding, "encoding", "", "`VOCABULARY` that counts: "+strings.Join(tokens.Encodings(), ", ")+" (default: that of the model)")
	f.StringVar(&o.framing, "framing", framing.JSON, "text that the tools become under the ruler rendered, by `FRAMING`: "+strings.Join(framing.Names(), ", "))
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
	if err := oneOf("ruler", o.ruler, bench.Rulers()...); err != nil {
		return err
	}
	if err := oneOf("framing", o.framing, framing.Names()...); err != nil {
		return err
	}
	if o.encoding != "" {
		if err := oneOf("encoding", o.encoding, tokens.Encodings()...); err != nil {
			return err
		}
	}
	var err error
	if o.table, err = o.readTable(e); err != nil {
		return err
	}
	if _, err := o.table.Lookup(o.model); err != nil {
		return withHint(usageError{err}, "schema-bench help models lists those that are known; add one with --models FILE, or give --window, --price-in, --price-cached and --price-out with a model of the table")
	}
	return nil
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
	warnings []error
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
	o.override(&m.model)
	encoding := cmp.Or(o.encoding, m.model.Encoding, tokens.O200kBase)
	framing, err := framing.New(o.framing)
	if err != nil {
		return m, err
	}
	counter, err := tokens.NewCounter(encoding)
	if err != nil {
		return m, usageError{err}
	}
	m.meter = bench.Meter{Counter: counter, Ruler: o.ruler, Framing: framing}
	if chosen && o.encoding == "" && !m.model.Exact {
		m.warnings = append(m.warnings, fmt.Errorf("%s counts stand for %s, whose own tokenizer is not used: take them as an estimate", encoding, m.model.ID))
	}
	return m, nil
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
