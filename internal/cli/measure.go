package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/tokens"
)

// defaultModel prices and sizes a floor where the user names no model. Its tokenizer is public, so counts are exact.
const defaultModel = "gpt-5.1"

// A unitOptions says what is counted, and by which model's figures it is judged.
type unitOptions struct {
	ruler, encoding, framing       string
	model, models                  string
	priceIn, priceCached, priceOut float64
	window                         int
	cmd                            *cobra.Command
}

func (o *unitOptions) bind(cmd *cobra.Command) {
	o.cmd = cmd
	f := cmd.Flags()
	f.StringVar(&o.ruler, "ruler", bench.Model, "what is counted, by `RULER`: "+strings.Join(bench.Rulers(), ", "))
	f.StringVar(&o.encoding, "encoding", "", "`VOCABULARY` that counts: "+strings.Join(tokens.Encodings(), ", ")+" (default: that of the model)")
	f.StringVar(&o.framing, "framing", tokens.FramingJSON, "text that the tools become, by `FRAMING`: "+strings.Join(tokens.Framings(), ", "))
	f.StringVar(&o.model, "model", defaultModel, "`ID` of the model whose window and prices are used")
	f.StringVar(&o.models, "models", "", "`FILE` with models that are added to the table or replace its rows, also in LiteLLM's shape")
}

func (o *unitOptions) bindPrices(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Float64Var(&o.priceIn, "price-in", 0, "`USD` per million tokens of input")
	f.Float64Var(&o.priceCached, "price-cached", 0, "`USD` per million tokens of input read from the cache")
	f.Float64Var(&o.priceOut, "price-out", 0, "`USD` per million tokens of output")
	f.IntVar(&o.window, "window", 0, "`TOKENS` of the model's window")
}

// meter returns what to count with and the model whose figures apply.
func (o *unitOptions) meter(e *env) (bench.Meter, tokens.Model, error) {
	var none bench.Meter
	if err := oneOf("ruler", o.ruler, bench.Rulers()...); err != nil {
		return none, tokens.Model{}, err
	}
	if err := oneOf("framing", o.framing, tokens.Framings()...); err != nil {
		return none, tokens.Model{}, err
	}
	model, err := o.lookup(e)
	if err != nil {
		return none, model, err
	}
	encoding := o.encoding
	if encoding == "" {
		encoding = model.Encoding
	}
	if encoding == "" {
		encoding = tokens.O200kBase
	}
	counter, err := tokens.NewCounter(encoding)
	if err != nil {
		return none, model, usageError{err}
	}
	return bench.Meter{Counter: counter, Ruler: o.ruler}, model, nil
}

// lookup finds the model and lays the figures of the command line over those of the table.
func (o *unitOptions) lookup(e *env) (tokens.Model, error) {
	table, err := tokens.Models()
	if err != nil {
		return tokens.Model{}, err
	}
	if o.models != "" {
		b, err := os.ReadFile(e.path(o.models))
		if err != nil {
			return tokens.Model{}, usagef("--models: %w", err)
		}
		if table, _, err = table.Extend(b); err != nil {
			return tokens.Model{}, usagef("--models %s: %w", o.models, err)
		}
	}
	model, err := table.Lookup(o.model)
	if err != nil {
		return model, withHint(usageError{err}, "add it with --models FILE, or give --window, --price-in, --price-cached and --price-out with a model of the table")
	}
	for _, p := range []struct {
		flag  string
		usd   float64
		price *tokens.Rate
	}{{"price-in", o.priceIn, &model.Price.In}, {"price-cached", o.priceCached, &model.Price.Cached}, {"price-out", o.priceOut, &model.Price.Out}} {
		if p.usd < 0 {
			return model, usagef("--%s %v: must not be negative", p.flag, p.usd)
		}
		if o.cmd.Flags().Changed(p.flag) {
			*p.price = tokens.USD(p.usd)
		}
	}
	if o.window < 0 {
		return model, usagef("--window %d: must not be negative", o.window)
	}
	if o.window > 0 {
		model.Window = o.window
	}
	return model, nil
}

// estimateWarning says that the counts stand for a model whose tokenizer is not public, unless the user chose the
// encoding or no model at all.
func (o *unitOptions) estimateWarning(model tokens.Model) error {
	if model.Exact || o.encoding != "" || !o.cmd.Flags().Changed("model") {
		return nil
	}
	return fmt.Errorf("%s counts stand for %s, whose own tokenizer is not used: take them as an estimate", model.Encoding, model.ID)
}
