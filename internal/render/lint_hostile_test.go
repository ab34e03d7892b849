package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// drawLint makes a report all of whose text is nasty: what a user's own target file says is in it as well.
func drawLint(r *rapid.T) *LintReport {
	s := func(label string) string { return nasty().Draw(r, label) }
	report := &LintReport{All: rapid.Bool().Draw(r, "all"), Failing: rapid.SampledFrom(lintSeverities()).Draw(r, "failing"), Sources: 1, Warnings: []error{errors.New(s("warning"))},
		Targets: []LintTarget{{ID: "x", Title: s("title"), AsOf: "2026-01-02"}}}
	catalogs := []string{"1" + s("catalog"), "2" + s("other catalog")}
	for i := range rapid.IntRange(0, 4).Draw(r, "tools") {
		report.Tools = append(report.Tools, LintTool{Catalog: catalogs[i/2], Name: s("name")})
	}
	for i, t := range report.Tools {
		for range rapid.IntRange(0, 2).Draw(r, "findings") {
			report.Findings = append(report.Findings, LintFinding{Catalog: t.Catalog, File: s("file"), Line: rapid.IntRange(0, 9).Draw(r, "line"), Finding: targets.Finding{
				Tool: t.Name, Index: i % 2, Part: rapid.SampledFrom([]string{"name", "input", "output"}).Draw(r, "part"), At: schema.Pointer(s("at")), Consumer: "x", Rule: "rule",
				Severity: rapid.SampledFrom(lintSeverities()).Draw(r, "severity"), Message: s("message"), Fix: s("fix"), AsOf: "2026-01-02", Source: s("source"), Note: s("note"),
			}})
		}
	}
	return report
}

// TestLintHoldsForeignText holds that no format of a lint report lets foreign text steer a terminal, leave its place or
// become markup.
func TestLintHoldsForeignText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		report := drawLint(r)
		for _, f := range Formats("lint") {
			var b bytes.Buffer
			width := rapid.SampledFrom([]int{0, 60, 100}).Draw(r, "width")
			if err := Lint(&b, f, report, Options{Width: width}); err != nil {
				r.Fatal(err)
			}
			text := b.String()
			if i := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && hostile(c) }); i >= 0 || !utf8.ValidString(text) {
				r.Fatalf("%s: something hostile gets through at byte %d of %q", f, i, text)
			}
			switch f {
			case Text:
				if width > 0 {
					fits(r, width, text)
				}
			case JSON:
				if !json.Valid(b.Bytes()) {
					r.Fatalf("no JSON: %s", text)
				}
			case JUnit:
				failing := map[LintTool]map[int]bool{}
				failures := 0
				for i := range report.Findings {
					f := &report.Findings[i]
					key := LintTool{Catalog: f.Catalog}
					if failing[key] == nil {
						failing[key] = map[int]bool{}
					}
					if report.fails(f) && !failing[key][f.Index] {
						failing[key][f.Index] = true
						failures++
					}
				}
				whole := map[string]bool{}
				for _, t := range report.Tools {
					whole[t.Catalog] = true
				}
				checkJUnit(r, b.Bytes(), len(report.Tools)+len(whole), failures)
			case GitHub:
				lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
				if len(lines) != 1+len(report.Findings) {
					r.Fatalf("%d lines for %d findings:\n%s", len(lines), len(report.Findings), text)
				}
				for _, l := range lines {
					kind, rest, _ := strings.Cut(strings.TrimPrefix(l, "::"), " ")
					if properties, _, _ := strings.Cut(rest, "::"); !strings.Contains("error warning notice", kind) || strings.Count(properties, ",") > 2 {
						r.Fatalf("no annotation of ours: %q", l)
					}
				}
			case Markdown:
				for _, l := range strings.Split(text, "\n") {
					if outside := withoutCode(l); strings.Contains(outside, "<script") || strings.Contains(outside, "@all") {
						r.Fatalf("foreign text outside of code: %s", l)
					}
				}
			}
		}
	})
}
