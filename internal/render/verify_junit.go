package render

import "bytes"

// verifyJUnit writes one test case per part of a tool. Those that passed say by what.
func verifyJUnit(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	cases := make([]junitCase, len(r.Tools))
	for i := range r.Tools {
		t := &r.Tools[i]
		c := junitCase{class: t.title(line), name: t.part()}
		switch c.name {
		case "":
			c.name = "tool"
		case "input", "output":
			c.name += " schema"
		}
		c.details = []string{join([]string{t.verdict(), t.remark(r.A)}, ": ")}
		for _, w := range t.Proof.Witnesses {
			// Whole: this is read by programs as well.
			c.details = append(c.details, t.refusal(w, line(r.A), line(r.B))+":", string(escapeJSON(w.Instance)))
		}
		if !t.Allowed {
			c.failure = t.verdict()
		}
		cases[i] = c
	}
	return writeJUnit(b, "schema-bench verify "+r.sides(line), cases)
}
