package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// verification has a tool for every verdict and side, and text that tries to break out.
func verification() *render.VerifyReport {
	return &render.VerifyReport{
		A: "main:tools.json", B: "tools\x1b[31m.json",
		Tools: []render.VerifyTool{
			{Name: "same", Allowed: true, Proof: verify.Proof{Verdict: verify.Identical, Method: "same-bytes"}},
			{Name: "sorted", Allowed: true, Proof: verify.Proof{Verdict: verify.Canonical, Method: "canonical"}},
			{Name: "decided", Allowed: true, Proof: verify.Proof{Verdict: verify.Decided, Method: "decide"}},
			{Name: "tried", Proof: verify.Proof{Verdict: verify.Tested, Method: "samples", Reason: "only tried"}},
			{Name: "=cmd|`x`", Proof: verify.Proof{Verdict: verify.Unknown, Method: "erase-annotations", At: "/properties/a|b/enum", Reason: "the enum has\n\"x\u202e\" on one side"}},
			{Name: "wrong", Proof: verify.Proof{Verdict: verify.Different, Reason: "the number 3 tells them apart"}},
			{Name: "broken", Proof: verify.Proof{Verdict: verify.NotValidatable, At: "/type", Reason: "no such type"}},
			{Name: "gone", Only: "a"},
			{Name: "", Only: "b"},
		},
		Warnings: []error{errors.New("the server \"x\x07\" refuses prompts")},
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	passed := &render.VerifyReport{A: "a.json", B: "b.json", Tools: []render.VerifyTool{
		{Name: "same", Allowed: true, Proof: verify.Proof{Verdict: verify.Identical, Method: "erase-annotations"}},
	}}
	for _, tt := range []struct {
		golden string
		format render.Format
		report *render.VerifyReport
		opt    render.Options
	}{
		{"verify.txt", render.Text, verification(), render.Options{}},
		{"verify-ascii-color.txt", render.Text, verification(), render.Options{ASCII: true, Color: true, Width: 40}},
		{"verify-passed.txt", render.Text, passed, render.Options{}},
		{"verify.json", render.JSON, verification(), render.Options{}},
		{"verify.md", render.Markdown, verification(), render.Options{}},
		{"verify-passed.md", render.Markdown, passed, render.Options{}},
		{"verify.csv", render.CSV, verification(), render.Options{}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			t.Parallel()
			var first, second bytes.Buffer
			for _, b := range []*bytes.Buffer{&first, &second} {
				if err := render.Verify(b, tt.format, tt.report, tt.opt); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Error("the same report gave different bytes")
			}
			if i := bytes.IndexFunc(first.Bytes(), func(r rune) bool { return r == 0x1b && !tt.opt.Color || r == 0x07 || r == 0x202e }); i >= 0 {
				t.Errorf("foreign text steers the terminal at byte %d", i)
			}
			golden(t, tt.golden, first.Bytes())
		})
	}
}

func TestVerifyCounts(t *testing.T) {
	t.Parallel()
	r := verification()
	if got := r.Findings(); got != 6 {
		t.Errorf("%d findings, want 6: what is not allowed, and what only one side has", got)
	}
	var b bytes.Buffer
	if err := render.Verify(&b, render.JSON, r, render.Options{}); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Schema   string
		Findings int
		Summary  map[string]int
		Tools    []struct{ Name, Verdict, Only, Direction string }
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, n := range doc.Summary {
		sum += n
	}
	if doc.Schema != "schema-bench/verify/v1" || doc.Findings != 6 || len(doc.Summary) != 7 || sum != 7 {
		t.Errorf("the document does not add up: %+v", doc)
	}
	for _, tool := range doc.Tools {
		proved := tool.Verdict == "identical" || tool.Verdict == "canonical" || tool.Verdict == "decided"
		if proved != (tool.Direction == "equal") {
			t.Errorf("%s is %s and its direction is %q", tool.Name, tool.Verdict, tool.Direction)
		}
		if (tool.Only == "") == (tool.Verdict == "") {
			t.Errorf("%s has the verdict %q and is only in %q", tool.Name, tool.Verdict, tool.Only)
		}
	}
	var unknown *render.FormatError
	if err := render.Verify(&b, "pdf", r, render.Options{}); !errors.As(err, &unknown) || len(unknown.Known) != 4 {
		t.Errorf("an unknown format gives %v", err)
	}
}

func TestVerifyHeadline(t *testing.T) {
	t.Parallel()
	proved := render.VerifyTool{Name: "same", Allowed: true, Proof: verify.Proof{Verdict: verify.Identical}}
	unknown := render.VerifyTool{Name: "odd", Proof: verify.Proof{Verdict: verify.Unknown}}
	gone, added := render.VerifyTool{Name: "gone", Only: "a"}, render.VerifyTool{Name: "new", Only: "b"}
	for _, tt := range []struct {
		tools []render.VerifyTool
		want  string
	}{
		{[]render.VerifyTool{gone, added}, "2 findings: no tool is in both."},
		{[]render.VerifyTool{gone}, "1 finding: no tool is in both."},
		{[]render.VerifyTool{proved}, "1 of 1 tool is proved to accept the same arguments."},
		{[]render.VerifyTool{proved, unknown}, "1 finding: 1 of 2 tools is proved to accept the same arguments."},
		{[]render.VerifyTool{proved, proved, gone}, "1 finding: 2 of 2 tools are proved to accept the same arguments."},
	} {
		var b bytes.Buffer
		if err := render.Verify(&b, render.Text, &render.VerifyReport{A: "a", B: "b", Tools: tt.tools}, render.Options{}); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(b.String(), "\n"); got != tt.want {
			t.Errorf("the headline is %q, want %q", got, tt.want)
		}
	}
}
