package cli

import (
	"errors"
	"fmt"
	"math"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/calibrate"
)

// overhead adds what the model's provider puts into a request because it has tools, if a source says how much, and
// returns where the figure is from. It is no part of the rulers of what was sent.
func (m *measure) overhead(f *bench.Floor) string {
	if !m.chosen {
		return ""
	}
	model := m.model
	if f.Unit.Ruler != bench.Rendered {
		if o, ok := tokens.OverheadOf(model, ""); ok {
			return fmt.Sprintf("it is %d tokens; --ruler rendered has it", o.Tokens)
		}
		return ""
	}
	model.Framing = f.Unit.Framing
	o, ok := tokens.OverheadOf(model, "")
	if !ok {
		return ""
	}
	f.Overhead, f.OverheadKnown = o.Tokens, true
	if f.System+f.Instructions > 0 { // which hosts put into a system message
		f.Overhead += o.WithSystem
	}
	from := "documented"
	if o.Fit {
		from = "fitted by a third party"
	}
	return fmt.Sprintf("%s, %s: %s", from, o.AsOf, o.Source)
}

// estimate says what the model's server is likely to count for a floor: by what was learned from it, or else between the
// bounds that are known for its tokenizer. It is nil where the count needs no correction or nothing is known of one.
func (o *unitOptions) estimate(e *env, f *bench.Floor, m *measure) *render.Estimate {
	if !m.chosen || !m.own || f.Unit.Ruler == bench.Wire {
		return nil
	}
	if f.Unit.Ruler == bench.Rendered {
		c, _, err := o.calibration(e)
		if err != nil {
			var hint interface{ Hint() string }
			if errors.As(err, &hint) {
				err = fmt.Errorf("%w: %s", err, hint.Hint())
			}
			m.warnings = append(m.warnings, err)
		} else if fit := c.Fit(o.calibrationKey(e, m, f.Unit.Framing), true, calibrate.Prior{}); fit.Learned {
			// What the provider adds is in what was learned.
			p := fit.Predict(f.Total() - f.Overhead)
			// Few answers leave the low end open, which the bounds of the tokenizer close; a server that adds more than
			// is known to anybody may well go over the high one.
			if text, tools, ok := m.bands(f.Unit); ok {
				words, schemas := float64(f.System+f.Instructions), float64(f.ToolTokens())
				p.Low = max(p.Low, int(text.Low*words+tools.Low*schemas))
				p.High = max(p.Low, p.High)
				p.Tokens = min(max(p.Tokens, p.Low), p.High)
			}
			if p.Kind == calibrate.Calibrated {
				return &render.Estimate{Model: m.model.ID, Prediction: p, Basis: fmt.Sprintf("learned from %d counts of %s", fit.N, m.model.Provider)}
			}
		}
	}
	text, tools, ok := m.bands(f.Unit)
	if !ok {
		return nil
	}
	words, schemas := float64(f.System+f.Instructions), float64(f.ToolTokens())
	low := int(math.Floor(text.Low*words+tools.Low*schemas)) + f.Overhead
	high := int(math.Ceil(text.High*words+tools.High*schemas-1e-6)) + f.Overhead
	return &render.Estimate{
		Model:      m.model.ID,
		Prediction: calibrate.Prediction{Tokens: (low + high) / 2, Low: low, High: high, Kind: calibrate.Estimated},
		Basis:      m.why(f.Unit, text, tools),
		Source:     tools.Source,
		Text:       [2]float64{text.Low, text.High},
	}
}

// bands returns how far counts in a unit are off what the model's server counts, of text and of tools; ok is false if
// they need no correction or none is known. What a provider makes of tools is part of it only where its rendering is
// what was counted.
func (m *measure) bands(u bench.Unit) (text, tools tokens.Band, ok bool) {
	model := m.model
	switch {
	case !m.chosen || !m.own || u.Ruler == bench.Wire, model.Exact && u.Ruler != bench.Rendered:
		return text, tools, false
	case u.Ruler == bench.Rendered:
		model.Framing = u.Framing
	}
	text, ok = tokens.BandOf(model, false)
	if !ok {
		return text, tools, false
	}
	tools, ok = tokens.BandOf(model, true)
	return text, tools, ok && (tools.Low != 1 || tools.High != 1 || text.Low != 1 || text.High != 1)
}

// why says what bounds rest on.
func (m *measure) why(u bench.Unit, text, tools tokens.Band) string {
	if m.model.Exact {
		return fmt.Sprintf("how it renders tools is not public; it reads %g to %g times what %s makes of them (%s)", tools.Low, tools.High, u.Framing, tools.AsOf)
	}
	whose := "its own tokenizer is not public"
	if tools.Published {
		whose = "its own tokenizer is not built in (--tokenizer FILE reads it)"
	}
	return fmt.Sprintf("%s and makes %g to %g times as many of tools, %g to %g of other text (%s)", whose, tools.Low, tools.High, text.Low, text.High, tools.AsOf)
}
