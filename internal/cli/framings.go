package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// allFramings, as a framing, asks for a table of them.
const allFramings = "all"

// framings measures the tools in every framing, as they are and at every level.
func (o *floorOptions) framings(ctx context.Context, e *env, g globals, got *loaded, m measure) error {
	versions := map[schemacompact.Level][]*catalog.Catalog{}
	levels := []schemacompact.Level{schemacompact.LevelSafe, schemacompact.LevelStandard}
	for _, level := range levels {
		for _, c := range got.catalogs {
			if err := interrupted(ctx); err != nil {
				return err
			}
			r, err := schemacompact.Compact(c, &schemacompact.Options{Level: level})
			if err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			sent, err := m.sent(r.Catalog)
			if err != nil {
				return err
			}
			versions[level] = append(versions[level], sent)
		}
	}
	var original []*catalog.Catalog
	for _, c := range got.catalogs {
		sent, err := m.sent(c)
		if err != nil {
			return err
		}
		original = append(original, sent)
	}
	report := &render.FramingsReport{Sources: len(got.catalogs), Failed: got.failed, Warnings: slices.Concat(m.foreign(), m.warnings, got.warnings)}
	if m.chosen {
		report.Model, report.Mark = m.model.ID, m.model.Framing
		report.Public = !slices.Contains([]string{"openai", "anthropic", "google"}, m.model.Provider) || strings.HasPrefix(m.model.ID, "gpt-oss")
	}
	for _, name := range framing.Names() {
		if err := interrupted(ctx); err != nil {
			return err
		}
		f, err := framing.New(name)
		if err != nil {
			return err
		}
		meter := m.meter
		meter.Ruler, meter.Framing = bench.Rendered, f
		row := render.FramingRow{Unit: unitOf(meter), Fidelity: framing.FidelityOf(name)}
		as, err := measureTools(original, meter)
		if err != nil {
			row.Refused = err
			if refused := (*framing.ToolError)(nil); errors.As(err, &refused) { // the row names the framing
				row.Refused = fmt.Errorf("tool %q: %w", refused.Name, refused.Err)
			}
			report.Rows = append(report.Rows, row)
			continue
		}
		row.Tokens, row.Bytes = as.tokens, as.bytes
		report.Tools = as.tools
		for _, level := range levels {
			after, err := measureTools(versions[level], meter)
			if err != nil {
				return err
			}
			row.Savings = append(row.Savings, bench.Saving{Level: string(level), After: after.tokens, Saved: as.tokens - after.tokens})
		}
		report.Rows = append(report.Rows, row)
	}
	err := o.out.write(ctx, e, g, func(w *outputWriter) error { return render.Framings(w, w.format, report, w.options) })
	return firstError(err, got.failure())
}

// A size is what the tools of catalogs take that the model reads.
type size struct{ tools, tokens, bytes int }

func measureTools(catalogs []*catalog.Catalog, meter bench.Meter) (size, error) {
	var sum size
	around := 0
	for _, c := range catalogs {
		f, err := bench.MeasureTools(c, meter)
		if err != nil {
			return sum, err
		}
		deferred, _ := f.Deferred()
		sum.tools += len(f.Tools) - deferred
		// What stands around all tools is there once, as [bench.MeasureAll] counts it.
		sum.tokens += f.ToolTokens() - min(f.Around, around)
		around = max(around, f.Around)
		sum.bytes += f.Bytes()
	}
	return sum, nil
}
