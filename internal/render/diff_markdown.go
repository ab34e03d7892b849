package render

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

func diffMarkdown(b *bytes.Buffer, r *DiffReport, _ Options) error {
	d := r.Difference
	base, head := r.sides()
	fmt.Fprintf(b, "**%s** %s against %s: %s\n", r.headline(), code(head), code(base), r.tally())
	if len(d.Tools) > 0 {
		rows := make([][]string, len(d.Tools))
		for i, c := range d.Tools {
			name := codeCell(c.Name)
			if c.Kind == bench.Renamed {
				name += " (was " + codeCell(c.OldName) + ")"
			}
			if c.Deferred {
				name += " (deferred)"
			}
			where := string(c.Kind)
			if c.Kind == bench.Changed || c.Kind == bench.Renamed {
				where += ": " + changedParts(c.Delta())
			}
			rows[i] = []string{name, count(c.Base.Total()), count(c.Head.Total()), "**" + delta(c.Delta().Total()) + "**", where}
		}
		b.WriteByte('\n')
		markdownTable(b, []column{{title: "tool"}, {title: "base", right: true}, {title: "head", right: true}, {title: "Δ", right: true}, {title: "what"}}, rows)
	}
	if o := r.others(); len(o) > 0 {
		fmt.Fprintf(b, "\nBesides: %s tokens\n", strings.Join(o, ", "))
	}
	if d.Reordered && len(d.Tools) > 0 {
		b.WriteString("\nThe tools that both have stand in another order.\n")
	}
	for _, s := range r.uncounted() {
		b.WriteString("\n" + s + "\n")
	}
	warningsMarkdown(b, d.Warnings)
	fmt.Fprintf(b, "\n<sub>unit: %s</sub>\n", d.Unit)
	nextMarkdown(b, r.Next)
	return nil
}
