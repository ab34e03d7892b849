package render

import "bytes"

// verifyGitHub writes an annotation for each finding, behind a notice with the answer: of many errors only the first
// few are shown.
func verifyGitHub(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	annotation{level: "notice", title: "schema-bench verify", message: r.headline() + " " + r.sides(line)}.write(b)
	for _, t := range r.findings() {
		title := t.title(line)
		if p := t.part(); p == "input" || p == "output" {
			title += ": " + p + " schema"
		}
		message := join([]string{t.verdict(), t.remark(r.A)}, ": ")
		for _, w := range t.Proof.Witnesses {
			message += "; " + t.refusal(w, line(r.A), line(r.B)) + ": " + shown(w)
		}
		annotation{level: "error", file: t.File, line: t.Line, title: title, message: message}.write(b)
	}
	return nil
}
