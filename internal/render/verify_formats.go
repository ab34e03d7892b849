package render

import (
	"bytes"
	"fmt"

	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

func verifyText(b *bytes.Buffer, r *VerifyReport, opt Options) error {
	paragraph(b, "", "", r.headline(), bold, opt)
	foreign(b, r.sides(line), opt)
	n, _ := r.tally()
	var rows [][]string
	for _, v := range verdicts() {
		if n[v] > 0 {
			rows = append(rows, []string{v.String(), count(n[v]), meaning(v)})
		}
	}
	if len(rows) > 0 {
		b.WriteByte('\n')
		table(b, "  ", []column{{title: "verdict"}, {title: "tools", right: true}, {title: "which means", text: true}}, rows, opt)
	}
	if findings := r.findings(); len(findings) > 0 {
		b.WriteByte('\n')
		rows = nil
		for _, t := range findings {
			name := line(t.Name)
			if t.Name == "" {
				name = "(no name)"
			}
			rows = append(rows, []string{name, paint(t.verdict(), "31", opt), line(t.explanation())})
		}
		table(b, "  ", []column{{title: "tool", name: true}, {title: "finding"}, {title: "where and why", text: true}}, rows, opt)
	}
	warningsText(b, r.Warnings, opt)
	return nil
}

// meaning explains a verdict.
func meaning(v verify.Verdict) string {
	switch v {
	case verify.Identical:
		return "equal but for what has no effect on what is accepted"
	case verify.Canonical:
		return "equal after rewrites that keep the meaning"
	case verify.Decided:
		return "a decision procedure showed that each accepts what the other does"
	case verify.Tested:
		return "no difference was found by trying"
	case verify.Different:
		return "an instance is known that only one accepts"
	case verify.NotValidatable:
		return "at least one is no valid schema"
	}
	return "not proved; they may or may not be the same"
}

type verifyDocument struct {
	Schema   string         `json:"schema"`
	A        string         `json:"a"`
	B        string         `json:"b"`
	Tools    []jsonVerified `json:"tools"`
	Summary  map[string]int `json:"summary"`
	Findings int            `json:"findings"`
	Warnings []string       `json:"warnings"`
}

type jsonVerified struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict,omitempty"` // absent if only one side has the tool
	Only    string `json:"only,omitempty"`
	Allowed bool   `json:"allowed"`
	// Direction is absent where nothing is known of it.
	Direction string `json:"direction,omitempty"`
	Method    string `json:"method,omitempty"`
	At        string `json:"at,omitempty"`
	Reason    string `json:"reason,omitempty"`
}

func verifyJSON(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	d := verifyDocument{Schema: "schema-bench/verify/v1", A: r.A, B: r.B, Tools: make([]jsonVerified, len(r.Tools)), Summary: map[string]int{},
		Findings: r.Findings(), Warnings: jsonWarnings(r.Warnings)}
	n, _ := r.tally()
	for _, v := range verdicts() {
		d.Summary[v.String()] = n[v]
	}
	for i, t := range r.Tools {
		d.Tools[i] = jsonVerified{Name: t.Name, Only: t.Only, Allowed: t.Allowed}
		if t.Only == "" {
			d.Tools[i].Verdict = t.Proof.Verdict.String()
			if t.Proof.Verdict.Proved() {
				d.Tools[i].Direction = "equal"
			}
			d.Tools[i].Method, d.Tools[i].At, d.Tools[i].Reason = t.Proof.Method, string(t.Proof.At), t.Proof.Reason
		}
	}
	return writeJSON(b, d)
}

func verifyMarkdown(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	fmt.Fprintf(b, "**%s** %s\n", r.headline(), r.sides(code))
	if findings := r.findings(); len(findings) > 0 {
		b.WriteByte('\n')
		rows := make([][]string, len(findings))
		for i, t := range findings {
			why := ""
			if s := t.explanation(); s != "" {
				why = codeCell(s)
			}
			rows[i] = []string{codeCell(t.Name), t.verdict(), why}
		}
		markdownTable(b, []column{{title: "tool"}, {title: "finding"}, {title: "where and why"}}, rows)
	}
	warningsMarkdown(b, r.Warnings)
	return nil
}

// verifyCSV writes one record per tool.
func verifyCSV(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	records := [][]string{{"name", "verdict", "allowed", "at", "reason"}}
	for _, t := range r.Tools {
		records = append(records, []string{cell(t.Name), t.verdict(), fmt.Sprint(t.Allowed), cell(string(t.Proof.At)), cell(t.Proof.Reason)})
	}
	return writeCSV(b, records)
}
