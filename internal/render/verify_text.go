package render

import "bytes"

func verifyText(b *bytes.Buffer, r *VerifyReport, opt Options) error {
	if !r.Quiet {
		paragraph(b, "", "", r.headline(), bold, opt)
		foreign(b, r.sides(line), opt)
		verdictsText(b, r, opt)
	}
	listed := r.listed()
	if len(listed) > 0 {
		if !r.Quiet {
			b.WriteByte('\n')
		}
		cols := []column{{title: "tool", name: true}, {title: "part"}, {title: "finding"}, {title: "where and why", text: true}}
		if r.All && !r.Quiet {
			cols[2].title = "verdict"
		}
		parts := hasOutputs(listed)
		if !parts {
			cols = append(cols[:1], cols[2:]...)
		}
		var rows [][]string
		for _, t := range listed {
			row := []string{t.title(line), t.part(), paint(t.verdict(), t.color(), opt), t.remark(r.A)}
			if !parts {
				row = append(row[:1], row[2:]...)
			}
			rows = append(rows, row)
		}
		table(b, "  ", cols, rows, opt)
	}
	witnessesText(b, r, listed, opt)
	if !r.Quiet {
		warningsText(b, r.Warnings, opt)
	}
	return nil
}

// verdictsText counts the tools by verdict.
func verdictsText(b *bytes.Buffer, r *VerifyReport, opt Options) {
	n, _ := r.tally()
	var rows [][]string
	for _, v := range verdicts() {
		if n[v] > 0 {
			rows = append(rows, []string{v.String(), count(n[v]), Meaning(v)})
		}
	}
	if len(rows) > 0 {
		b.WriteByte('\n')
		table(b, "  ", []column{{title: "verdict"}, {title: "tools", right: true}, {title: "which means", text: true}}, rows, opt)
	}
}

// hasOutputs reports whether the input schemas of a list have to be told from output schemas.
func hasOutputs(tools []VerifyTool) bool {
	for i := range tools {
		if tools[i].Part == "output" {
			return true
		}
	}
	return false
}

func (t *VerifyTool) color() string {
	if t.Allowed {
		return "32"
	}
	return "31"
}

// remark is the explanation of a part or, if it passed, what carried the verdict; fit for a terminal.
func (t *VerifyTool) remark(a string) string {
	s := t.explanation(a)
	if s == "" && t.compared() {
		s = join([]string{t.Proof.Method, t.effort()}, "; ")
	}
	return line(s)
}

// witnessesText writes every witness on a line of its own, to be copied: it is never wrapped.
func witnessesText(b *bytes.Buffer, r *VerifyReport, tools []VerifyTool, opt Options) {
	for i := range tools {
		for _, w := range tools[i].Proof.Witnesses {
			b.WriteByte('\n')
			paragraph(b, "  ", "    ", tools[i].title(line)+": "+tools[i].refusal(w, line(r.A), line(r.B))+":", "", opt)
			b.WriteString("    " + shown(w) + "\n")
		}
	}
}
