package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/mcpwrap/probe"
)

// No format lets foreign text steer a terminal, leave its place or become markup.
func TestWrapCheckHoldsForeignText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := func(label string) string { return nasty().Draw(r, label) }
		report := &WrapCheckReport{Report: &probe.Report{Server: s("server")}, Warnings: []error{errors.New(s("warning"))}}
		for range rapid.IntRange(0, 3).Draw(r, "rows") {
			report.Rows = append(report.Rows, probe.Row{Feature: s("feature"), Direct: s("direct"), Through: s("through"), Verdict: probe.Different, Notes: []string{s("note")}})
		}
		for _, f := range Formats("wrap check") {
			var b bytes.Buffer
			if err := WrapCheck(&b, f, report, Options{Width: rapid.SampledFrom([]int{0, 60, 100}).Draw(r, "width")}); err != nil {
				r.Fatal(err)
			}
			text := b.String()
			if i := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && hostile(c) }); i >= 0 || !utf8.ValidString(text) {
				r.Fatalf("%s lets %q through", f, text)
			}
			if f == JSON && !json.Valid(b.Bytes()) {
				r.Fatalf("no JSON: %s", text)
			}
		}
	})
}
