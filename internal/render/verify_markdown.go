package render

import (
	"bytes"
	"fmt"
)

func verifyMarkdown(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	fmt.Fprintf(b, "**%s** %s\n", r.headline(), r.sides(code))
	listed := r.listed()
	var witnesses []string
	if len(listed) > 0 {
		b.WriteByte('\n')
		parts := hasOutputs(listed)
		cols := []column{{title: "tool"}, {title: "part"}, {title: "finding"}, {title: "where and why"}}
		if r.All {
			cols[2].title = "verdict"
		}
		if !parts {
			cols = append(cols[:1], cols[2:]...)
		}
		var rows [][]string
		for i := range listed {
			t := &listed[i]
			why := ""
			if s := t.remark(r.A); s != "" {
				why = codeCell(s)
			}
			row := []string{t.title(codeCell), t.part(), t.verdict(), why}
			if t.Name == "" && t.OldName == "" {
				row[0] = codeCell("") // as everywhere in Markdown
			}
			if !parts {
				row = append(row[:1], row[2:]...)
			}
			rows = append(rows, row)
			for _, w := range t.Proof.Witnesses {
				witnesses = append(witnesses, t.title(code)+": "+t.refusal(w, code(r.A), code(r.B))+": "+code(shown(w)))
			}
		}
		markdownTable(b, cols, rows)
	}
	markdownList(b, "Witnesses", witnesses)
	warningsMarkdown(b, r.Warnings)
	return nil
}
