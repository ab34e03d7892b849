package render

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schemacompact"
)

// compactListed is how many tools the text lists unless every edit is asked for.
const compactListed = 15

func compactText(b *bytes.Buffer, r *CompactReport, opt Options) {
	headline := r.headline()
	if opt.ASCII {
		headline = strings.ReplaceAll(headline, "→", "->")
	}
	fmt.Fprintf(b, "%s\n%s\n", paint(headline, bold, opt), r.proofs())
	waterfallText(b, r, opt)
	compactTable(b, r, opt)
	if r.Edits {
		editsText(b, r)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(b, "\n%s %s", paint("warning:", "33", opt), line(w.Error()))
	}
	if len(r.Warnings) > 0 {
		b.WriteByte('\n')
	}
	if r.Output != "" && r.Output != "-" {
		fmt.Fprintf(b, "\nwritten to %s\n", line(r.Output))
	}
	fmt.Fprintf(b, "\n%s\n", paint("unit: "+r.Unit.String(), dim, opt))
	nextText(b, r.Next, opt)
}

// waterfallText shows what each transform took away, from the original down to what is left.
func waterfallText(b *bytes.Buffer, r *CompactReport, opt Options) {
	if len(r.Transforms) == 0 {
		return
	}
	const width = 30
	b.WriteString("\n")
	rows := [][]string{{"original", count(r.Before), "", "", bar(r.Before, r.Before, width, opt)}}
	left := r.Before
	add := func(name, claim, color string, saved int) {
		left -= saved
		rows = append(rows, []string{name, delta(-saved), part(saved, r.Before), claim, step(left, saved, r.Before, width, color, opt)})
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
	rows = append(rows, []string{"compacted", count(r.After), part(r.After, r.Before), "", bar(r.After, r.Before, width, opt)})
	table(b, "  ", []column{{title: "transform"}, {title: "tokens", right: true}, {title: "share", right: true}, {title: "claim"}, {}}, rows)
}

// step draws the piece that a transform took off, at the place where it was.
func step(left, saved, most, width int, color string, opt Options) string {
	from, to := scale(max(0, left), most, width), scale(max(0, left+saved), most, width)
	glyph := "█"
	if opt.ASCII {
		glyph = "#"
	}
	if to <= from {
		if saved <= 0 {
			return ""
		}
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
		name := line(t.Name)
		if opt.Width > 0 {
			name = cut(name, max(24, opt.Width/2), opt)
		}
		verdict := t.Verdict.String()
		if t.Reason != "" {
			verdict = "left as it came"
		}
		rows = append(rows, []string{name, count(t.Before), count(t.After), part(t.Before-t.After, t.Before), count(len(t.Edits)), verdict})
	}
	if rest > 0 {
		rows = append(rows, []string{"and " + plural(rest, "more tool")})
	}
	table(b, "  ", []column{{title: "tool"}, {title: "before", right: true}, {title: "after", right: true}, {title: "saved", right: true}, {title: "edits", right: true}, {title: "verdict"}}, rows)
}

// editsText lists every edit, old against new.
func editsText(b *bytes.Buffer, r *CompactReport) {
	for _, t := range r.changed() {
		if len(t.Edits) == 0 {
			continue // the warnings say why
		}
		fmt.Fprintf(b, "\n%s\n", line(t.Name))
		for _, e := range t.Edits {
			fmt.Fprintf(b, "  %s %s\n    - %s\n", line(e.Op), line(string(e.At)), line(e.Old))
			if e.New != "" {
				fmt.Fprintf(b, "    + %s\n", line(e.New))
			}
		}
	}
}
