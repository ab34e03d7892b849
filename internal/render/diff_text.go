package render

import (
	"bytes"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

func diffText(b *bytes.Buffer, r *DiffReport, opt Options) error {
	d := r.Difference
	headline := r.headline()
	if opt.ASCII {
		headline = strings.ReplaceAll(headline, "→", "->")
	}
	paragraph(b, "", "", headline, bold, opt)
	base, head := r.sides()
	foreign(b, line(head)+" against "+line(base)+": "+r.tally(), opt)
	if len(d.Tools) > 0 {
		b.WriteByte('\n')
		table(b, "  ", []column{{}, {title: "tool", name: true}, {title: "base", right: true, drop: 1}, {title: "head", right: true, drop: 2},
			{title: "change", right: true}, {title: "where", text: true}}, diffRows(d, opt), opt)
	}
	if o := r.others(); len(o) > 0 {
		b.WriteByte('\n')
		sentence(b, "besides: "+strings.Join(o, ", ")+" tokens", opt)
	}
	if d.Reordered && len(d.Tools) > 0 {
		b.WriteByte('\n')
		sentence(b, "The tools that both have stand in another order.", opt)
	}
	for i, s := range r.uncounted() {
		if i == 0 {
			b.WriteByte('\n')
		}
		sentence(b, s, opt)
	}
	warningsText(b, d.Warnings, opt)
	b.WriteByte('\n')
	paragraph(b, "", "  ", "unit: "+d.Unit.String(), dim, opt)
	nextText(b, r.Next, opt)
	return nil
}

func diffRows(d *bench.Difference, opt Options) [][]string {
	rows := make([][]string, len(d.Tools))
	for i, c := range d.Tools {
		name := line(c.Name)
		if c.Kind == bench.Renamed {
			name += " (was " + line(c.OldName) + ")"
		}
		if c.Deferred {
			name += " (deferred)"
		}
		mark, color := marks(c.Kind)
		base, head, where := count(c.Base.Total()), count(c.Head.Total()), changedParts(c.Delta())
		switch c.Kind {
		case bench.Added:
			base, where = "", "added"
		case bench.Removed:
			head, where = "", "removed"
		}
		rows[i] = []string{paint(mark, color, opt), name, base, head, delta(c.Delta().Total()), where}
	}
	return rows
}

// marks are the sign and the colour of a change.
func marks(k bench.ChangeKind) (mark, color string) {
	switch k {
	case bench.Added:
		return "+", "32"
	case bench.Removed:
		return "-", "31"
	case bench.Renamed:
		return ">", "36"
	}
	return "~", "33"
}
