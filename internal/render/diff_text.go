package render

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

func diffText(b *bytes.Buffer, r *DiffReport, opt Options) {
	d := r.Difference
	headline := r.headline()
	if opt.ASCII {
		headline = strings.ReplaceAll(headline, "→", "->")
	}
	fmt.Fprintf(b, "%s\n", paint(headline, bold, opt))
	base, head := r.sides()
	fmt.Fprintf(b, "%s against %s: %s\n", line(head), line(base), r.tally())
	if len(d.Tools) > 0 {
		b.WriteByte('\n')
		table(b, "  ", []column{{}, {title: "tool"}, {title: "base", right: true}, {title: "head", right: true}, {title: "change", right: true}, {title: "where"}}, diffRows(d, opt))
	}
	if o := r.others(); len(o) > 0 {
		fmt.Fprintf(b, "\nbesides: %s tokens\n", strings.Join(o, ", "))
	}
	if d.Reordered && len(d.Tools) > 0 {
		b.WriteString("\nThe tools that both have stand in another order.\n")
	}
	for _, w := range d.Warnings {
		fmt.Fprintf(b, "\n%s %s\n", paint("warning:", "33", opt), line(w.Error()))
	}
	fmt.Fprintf(b, "\n%s\n", paint("unit: "+d.Unit.String(), dim, opt))
	nextText(b, r.Next, opt)
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
		if opt.Width > 0 {
			name = cut(name, max(24, opt.Width/2), opt)
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
