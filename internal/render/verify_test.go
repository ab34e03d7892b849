package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// verification has a tool for every verdict, direction, part and side, and text that tries to break out.
func verification() *render.VerifyReport {
	hostile := verify.Witness{Instance: []byte(`{"a|b":"` + "`\u202e</failure>]]>::error::%0A" + `","n":1.50}`), First: true}
	return &render.VerifyReport{
		A: "main:tools.json", B: "tools\x1b[31m.json",
		Tools: []render.VerifyTool{
			{Name: "same", Allowed: true, Proof: verify.Proof{Verdict: verify.Identical, Direction: verify.Equal, Method: "same-bytes"}},
			{Name: "same", Part: "output", Proof: verify.Proof{Method: "no-schema", Reason: "only the first has an output schema"}},
			{Name: "sorted", Allowed: true, Proof: verify.Proof{Verdict: verify.Canonical, Direction: verify.Equal, Method: "bisimulation", Samples: 1200, KillRate: 1}},
			{Name: "decided", Allowed: true, Proof: verify.Proof{Verdict: verify.Decided, Method: "inclusion"}},
			{Name: "decided", Part: "output", Allowed: true, Proof: verify.Proof{Verdict: verify.Identical, Method: "same-bytes"}},
			{Name: "tried", Proof: verify.Proof{Verdict: verify.Tested, Method: "instances", Reason: "a pattern is out of reach", At: "/properties/p/pattern", Samples: 412, KillRate: 0.9625}},
			{Name: "=cmd|`x`", File: "dir/tools,1.json", Line: 7, Proof: verify.Proof{Verdict: verify.Unknown, Method: "erase-annotations", At: "/properties/a|b/enum", Reason: "the enum has\n\"x\u202e\" on one side"}},
			{Name: "less", File: "tools.json", Line: 3, Proof: verify.Proof{Verdict: verify.Different, Direction: verify.Narrower, Method: "inclusion", At: "/properties/n", Reason: "the maximum is lower",
				Witnesses: []verify.Witness{hostile}, Samples: 10, KillRate: 0.5}},
			{Name: "less", Part: "output", Allowed: true, Proof: verify.Proof{Verdict: verify.Different, Direction: verify.Wider, Method: "instances",
				Witnesses: []verify.Witness{{Instance: []byte(`{"total":null}`)}}}},
			{Name: "both", OldName: "both\x1b[2J", Proof: verify.Proof{Verdict: verify.Different, Direction: verify.Incomparable, Method: "inclusion",
				Witnesses: []verify.Witness{{Instance: []byte(`-3`), First: true}, {Instance: []byte(`{"q":"` + strings.Repeat("long ", 300) + `"}`)}}}},
			{Name: "both", OldName: "both\x1b[2J", Part: "name"},
			{Name: "some", Proof: verify.Proof{Verdict: verify.Different, Method: "instances", Samples: 9, KillRate: 1, Witnesses: []verify.Witness{{Instance: []byte(`{"q":1}`), First: true}}}},
			{Name: "some", Part: "output", Proof: verify.Proof{Verdict: verify.Different, Method: "instances", Witnesses: []verify.Witness{{Instance: []byte(`{"q":2}`)}}}},
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
	all := verification()
	all.All = true
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
		{"verify-all.txt", render.Text, all, render.Options{}},
		{"verify-all.md", render.Markdown, all, render.Options{}},
		{"verify.xml", render.JUnit, verification(), render.Options{}},
		{"verify-passed.xml", render.JUnit, passed, render.Options{}},
		{"verify-github.txt", render.GitHub, verification(), render.Options{}},
		{"verify-passed-github.txt", render.GitHub, passed, render.Options{}},
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
	if got := r.Findings(); got != 11 {
		t.Errorf("%d findings, want 11: what is not allowed, and what only one side has", got)
	}
	if tools, failing := r.Count(); tools != 11 || failing != 9 {
		t.Errorf("%d of %d tools fail, want 9 of 11", failing, tools)
	}
	var b bytes.Buffer
	if err := render.Verify(&b, render.JSON, r, render.Options{}); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Schema   string
		Findings int
		Summary  map[string]int
		Changes  map[string]int
		Tools    []struct {
			Name, Part, Verdict, Only, Change, Direction string
			Witness                                      json.RawMessage
			Witnesses                                    []map[string]json.RawMessage
			KillRate                                     *float64 `json:"kill_rate"`
			Samples                                      int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	// The tool whose output schema is gone counts by that, and so does the one whose two schemas both differ.
	want := map[string]int{"identical": 0, "canonical": 1, "decided": 1, "tested": 1, "unknown": 2, "different": 3, "not-validatable": 1}
	if doc.Schema != "schema-bench/verify/v1" || doc.Findings != 11 || !maps.Equal(doc.Summary, want) {
		t.Errorf("the document does not add up: %+v", doc)
	}
	if !maps.Equal(doc.Changes, map[string]int{"added": 1, "removed": 1, "renamed": 1}) {
		t.Errorf("the changes are %v", doc.Changes)
	}
	for i, tool := range doc.Tools {
		proved := tool.Verdict == "identical" || tool.Verdict == "canonical" || tool.Verdict == "decided"
		if proved != (tool.Direction == "equal") {
			t.Errorf("%s is %s and its direction is %q", tool.Name, tool.Verdict, tool.Direction)
		}
		if (tool.Change == "") == (tool.Verdict == "") {
			t.Errorf("%s has the verdict %q and the change %q", tool.Name, tool.Verdict, tool.Change)
		}
		if (tool.Only == "") == (tool.Part == "") {
			t.Errorf("%s has the part %q and is only in %q", tool.Name, tool.Part, tool.Only)
		}
		if (tool.Witness != nil) != (tool.Verdict == "different") || len(tool.Witnesses) != len(r.Tools[i].Proof.Witnesses) {
			t.Errorf("%s is %s and its witness is %s of %d", tool.Name, tool.Verdict, tool.Witness, len(tool.Witnesses))
		}
		if (tool.KillRate != nil) != (tool.Samples > 0 && tool.Verdict != "different") {
			t.Errorf("%s, which is %s, has a kill rate, or none", tool.Name, tool.Verdict)
		}
	}
	var unknown *render.FormatError
	if err := render.Verify(&b, "pdf", r, render.Options{}); !errors.As(err, &unknown) || len(unknown.Known) != 6 {
		t.Errorf("an unknown format gives %v", err)
	}
}

// A witness is to be pasted: what stands in a report is the same value, with the same spelling of numbers.
func TestWitnessComesBack(t *testing.T) {
	t.Parallel()
	r := verification()
	instance := r.Tools[7].Proof.Witnesses[0].Instance
	var b bytes.Buffer
	if err := render.Verify(&b, render.Text, r, render.Options{}); err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal(instance, &want); err != nil {
		t.Fatal(err)
	}
	found := false
	for l := range strings.Lines(b.String()) {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, `{"a|b"`) {
			var got any
			if err := json.Unmarshal([]byte(l), &got); err != nil || !cmp.Equal(got, want) || !strings.Contains(l, `"n":1.50`) {
				t.Errorf("%s is not %s: %v", l, instance, err)
			}
			found = true
		}
	}
	if !found {
		t.Errorf("no line is the witness:\n%s", b.String())
	}
	r.Tools[7].Proof.Witnesses[0].Instance = []byte(`{"half`)
	if err := render.Verify(&b, render.JSON, r, render.Options{}); err == nil || !strings.Contains(err.Error(), `tool "less": its witness 1 is no JSON`) {
		t.Errorf("a witness that is no JSON: %v", err)
	}
}

func TestVerifyHeadline(t *testing.T) {
	t.Parallel()
	proved := render.VerifyTool{Name: "same", Allowed: true, Proof: verify.Proof{Verdict: verify.Identical}}
	unknown := render.VerifyTool{Name: "odd", Proof: verify.Proof{Verdict: verify.Unknown}}
	gone, added := render.VerifyTool{Name: "gone", Only: "a"}, render.VerifyTool{Name: "new", Only: "b"}
	output := render.VerifyTool{Name: "same", Part: "output", Proof: verify.Proof{Verdict: verify.Tested}}
	renamed := render.VerifyTool{Name: "same", OldName: "so", Part: "name", Allowed: true}
	for _, tt := range []struct {
		tools []render.VerifyTool
		want  string
	}{
		{[]render.VerifyTool{gone, added}, "2 findings: no tool is in both."},
		{[]render.VerifyTool{gone}, "1 finding: no tool is in both."},
		{[]render.VerifyTool{proved}, "1 of 1 tool is proved to accept the same arguments."},
		{[]render.VerifyTool{proved, unknown}, "1 finding: 1 of 2 tools is proved to accept the same arguments."},
		{[]render.VerifyTool{proved, output, renamed}, "1 finding: 1 of 1 tool is proved to accept the same arguments, and 0 of 1 output schema to allow the same results."},
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

// What was not measured is no 0: the share of faults that were found is left out where there were none to find.
func TestKillRateIsMeasuredOrMissing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		proof verify.Proof
		csv   string // the cells of samples and kill_rate
		json  string
		says  string
	}{
		{verify.Proof{Verdict: verify.Tested, Method: "instances", Samples: 40, KillRate: 0.5}, ",40,0.5,", `"samples": 40,"kill_rate": 0.5`, "40 instances tried, which find 50.0 % of faults"},
		{verify.Proof{Verdict: verify.Identical, Method: "same-bytes"}, ",,,", "", "same-bytes\n"},
		{verify.Proof{Verdict: verify.Identical, Method: "erase-annotations", Samples: 60}, ",60,,", `"samples": 60`, "erase-annotations; 60 instances tried\n"},
		{verify.Proof{Verdict: verify.Different, Method: "instances", Samples: 60}, ",60,,", `"samples": 60`, "instances; 60 instances tried\n"},
	} {
		r := &render.VerifyReport{A: "a", B: "b", All: true, Tools: []render.VerifyTool{{Name: "t", Allowed: true, Proof: tt.proof}}}
		for format, want := range map[render.Format]string{render.CSV: tt.csv, render.JSON: tt.json, render.Text: tt.says} {
			var b bytes.Buffer
			if err := render.Verify(&b, format, r, render.Options{}); err != nil {
				t.Fatal(err)
			}
			got := b.String()
			if format == render.JSON {
				got = strings.ReplaceAll(strings.ReplaceAll(got, "\n", ""), "      ", "")
				if strings.Contains(got, "kill_rate") != strings.Contains(want, "kill_rate") {
					t.Errorf("%s of %v: %s", format, tt.proof, got)
				}
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s of %v lacks %q: %s", format, tt.proof, want, got)
			}
		}
	}
}
