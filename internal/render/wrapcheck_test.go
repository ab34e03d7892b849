package render_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/mcpwrap/probe"
)

// A report in all its formats is as people have read and approved it.
func TestWrapCheckGolden(t *testing.T) {
	t.Parallel()
	r := &render.WrapCheckReport{Report: &probe.Report{Server: "bikes 3.4", Rows: []probe.Row{
		{Feature: "initialize", Direct: "answered", Through: "answered", Verdict: probe.Same},
		{Feature: "tools", Direct: "16 tools", Through: "16 tools, 14 compacted", Verdict: probe.Proved, Notes: []string{"1 tool hidden, as asked"}},
		{Feature: "prompts", Direct: "1 refused", Through: "1 refused", Verdict: probe.Absent},
		{Feature: "calls", Direct: "6 answered", Through: "6 answered", Verdict: probe.Varies},
		{Feature: "notifications/progress", Direct: "3 notifications", Through: "2 notifications", Verdict: probe.Different, Notes: []string{`at /1: directly [0,1,2], through the proxy [0,2]`}},
	}}, Warnings: []error{errors.New("a tool is served as it came")}}
	for name, f := range map[string]render.Format{"wrapcheck.txt": render.Text, "wrapcheck.json": render.JSON, "wrapcheck.md": render.Markdown} {
		var b bytes.Buffer
		if err := render.WrapCheck(&b, f, r, render.Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
}
