package render

import (
	"bytes"
	"strings"

	"github.com/schema-bench/schema-bench/schemacompact"
)

// compactListed is how many tools the text lists unless every edit is asked for.
const compactListed = 15

func compactText(b *bytes.Buffer, r *CompactReport, opt Options) error {
	headline := r.headline()
	if opt.ASCII {
		headline = strings.ReplaceAll(headline, "→", "->")
	}
	paragraph(b, "", "", headline, bold, opt)
	sentence(b, r.proofs(), opt)
	planText(b, r, opt)
	waterfallText(b, r, opt)
	compactTable(b, r, opt)
	if r.Edits {
		editsText(b, r, opt)
	}
	warningsText(b, r.Warnings, opt)
	if r.Output != "" && r.Output != "-" {
		b.WriteByte('\n')
		foreign(b, "written to "+line(r.Output), opt)
	}
	b.WriteByte('\n')
	paragraph(b, "", "  ", "unit: "+r.Unit.String(), dim, opt)
	nextText(b, r.Next, opt)
	return nil
}

// planText shows what there was to do to fit the limit, what was done, and what more there would be.
func planText(b *bytes.Buffer, r *CompactReport, opt Options) {
	if r.Plan == nil {
		return
	}
	sentence(b, r.planSentence(), opt)
	if len(r.Plan.Steps) == 0 {
		return
	}
	b.WriteByte('\n')
	table(b, "  ", planColumns(), planRows(r.Plan, line), opt)
}

// waterfallText shows what each transform took away, from the original down to what is left.
func waterfallText(b *bytes.Buffer, r *CompactReport, opt Options) {
	if len(r.Transforms) == 0 {
		return
	}
	b.WriteString("\n")
	whole := func(n int) func(int) string { return func(width int) string { return bar(n, r.Before, width, opt) } }
	rows := [][]string{{"original", count(r.Before)}}
	bars := []func(width int) string{whole(r.Before)}
	left := r.Before
	add := func(name, claim, color string, saved int) {
		left -= saved
		rows = append(rows, []string{name, delta(-saved), part(saved, r.Before), claim})
		after := left
		bars = append(bars, func(width int) string { return step(after, saved, r.Before, width, color, opt) })
	}
	for _, t := range r.Transforms {
		color := "32"
		if t.Claim == schemacompact.ClaimLossy {
			color = "33"
		}
		add(line(t.Name), string(t.Claim), color, t.Saved)
	}
	if n := r.joining(); n != 0 {
		add("joining", "", dim, n)
	}
	rows = append(rows, []string{"compacted", count(r.After), part(r.After, r.Before)})
	bars = append(bars, whole(r.After))
	table(b, "  ", []column{{title: "transform", name: true}, {title: "tokens", right: true}, {title: "share", right: true}, {title: "claim"},
		{bar: 30, draw: func(row, width int) string { return bars[row](width) }}}, rows, opt)
}

// step draws the piece that a transform took off, at the place where it was.
func step(left, saved, most, width int, color string, opt Options) string {
	from, to := min(width, scale(max(0, left), most, width)), min(width, scale(max(0, left+saved), most, width))
	glyph := "█"
	if opt.ASCII {
		glyph = "#"
	}
	if to <= from {
		if saved <= 0 {
			return ""
		}
		from = min(from, width-1)
		glyph, to = "▏", from+1 // too small for a cell, and still something
		if opt.ASCII {
			glyph = "|"
		}
	}
	return strings.Repeat(" ", from) + paint(strings.Repeat(glyph, to-from), color, opt)
}

func compactTable(b *bytes.Buffer, r *CompactReport, opt Options) {
	changed := r.changed()
	if len(changed) == 0 {
		return
	}
	rest := 0
	if !r.Edits && len(changed) > compactListed {
		rest = len(changed) - compactListed
		changed = changed[:compactListed]
	}
	b.WriteByte('\n')
	var rows [][]string
	for _, t := range changed {
		rows = append(rows, []string{line(t.Name), count(t.Before), count(t.After), part(t.Before-t.After, t.Before), count(len(t.Edits)), t.outcome()})
	}
	table(b, "  ", []column{{title: "tool", name: true}, {title: "before", right: true, drop: 1}, {title: "after", right: true}, {title: "saved", right: true},
		{title: "edits", right: true, drop: 2}, {title: "verdict"}}, rows, opt)
	if rest > 0 {
		b.WriteString("  and " + plural(rest, "more tool") + " that changed; --verbose lists them and every edit\n")
	}
	if s := r.unchanged(); s != "" {
		b.WriteString("  and " + s + "\n")
	}
}

// editsText lists every edit, old against new.
func editsText(b *bytes.Buffer, r *CompactReport, opt Options) {
	for _, t := range r.changed() {
		if len(t.Edits) == 0 {
			continue // the warnings say why
		}
		b.WriteByte('\n')
		foreign(b, line(t.Name), opt)
		for _, e := range t.Edits {
			paragraph(b, "  ", "    ", line(e.Op)+" "+line(string(e.At)), "", opt)
			paragraph(b, "    - ", "      ", line(e.Old), "", opt)
			if e.New != "" {
				paragraph(b, "    + ", "      ", line(e.New), "", opt)
			}
		}
	}
}
