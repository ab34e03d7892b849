package cli

import (
	"fmt"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/calibrate"
)

// overhead adds what the model's provider puts into a request because it has tools, if a source says how much, and
// returns where the figure is from. It is no part of the rulers of what was sent.
func (m *measure) overhead(f *bench.Floor) string {
	if !m.chosen || f.Unit.Ruler != bench.Rendered {
		return ""
	}
	model := m.model
	model.Framing = f.Unit.Framing
	o, ok := tokens.OverheadOf(model, "")
	if !ok {
		return ""
	}
	f.Overhead, f.OverheadKnown = o.Tokens, true
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
			m.warnings = append(m.warnings, err)
		} else if fit := c.Fit(calibrate.Key{Provider: m.model.Provider, Model: m.model.ID, Framing: f.Unit.Framing}, true, calibrate.Prior{}); fit.Learned {
			// What the provider adds is in what was learned.
			if p := fit.Predict(f.Total() - f.Overhead); p.Kind == calibrate.Calibrated {
				return &render.Estimate{Model: m.model.ID, Prediction: p, Basis: fmt.Sprintf("learned from %d counts of %s", fit.N, m.model.Provider)}
			}
		}
	}
	if m.model.Exact {
		return nil
	}
	text, ok := tokens.BandOf(m.model, false)
	tools, known := tokens.BandOf(m.model, true)
	if !ok || !known {
		return nil
	}
	words, schemas := float64(f.System+f.Instructions), float64(f.ToolTokens())
	low := int(text.Low*words+tools.Low*schemas) + f.Overhead
	high := int(text.High*words+tools.High*schemas) + f.Overhead + 1
	return &render.Estimate{
		Model:      m.model.ID,
		Prediction: calibrate.Prediction{Tokens: (low + high) / 2, Low: low, High: high, Kind: calibrate.Estimated},
		Basis:      fmt.Sprintf("its own tokenizer is not public and makes %g to %g times as many of tools, %g to %g of other text (%s)", tools.Low, tools.High, text.Low, text.High, tools.AsOf),
		Source:     tools.Source,
	}
}
