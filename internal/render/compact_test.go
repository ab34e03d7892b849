package render_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// compaction has everything that a compaction can have, and text that tries to break out.
func compaction() *render.CompactReport {
	return &render.CompactReport{
		Unit: unit(), Level: "standard", Before: 4000, After: 3110,
		Transforms: []render.CompactTransform{
			{Name: "dead-defs", Claim: schemacompact.ClaimIdentical, Saved: 400},
			{Name: "dialect", Claim: schemacompact.ClaimIdentical, Saved: 3},
			{Name: "prose", Claim: schemacompact.ClaimLossy, Saved: 480},
			{Name: "fold-default", Claim: schemacompact.ClaimMoved, Saved: -2},
		},
		Tools: []render.CompactTool{
			{Name: "list_rooms", Source: "home", Before: 900, After: 700, Verdict: verify.Identical, Edits: []schemacompact.Edit{
				{At: "/$defs/Old", Op: "drop", Old: `{"type":"string"}`},
				{At: "/properties/room/description", Op: "cut", Old: "The room.\nSee \x1b]8;;http://evil\x07the wiki\u202e.", New: "The room."},
			}},
			{Name: "untouched", Source: "home", Before: 100, After: 100, Verdict: verify.Identical},
			{Name: "=odd|`name`\x1b[2J", Source: "evil", Before: 1000, After: 1000, Verdict: verify.Identical, Reason: "unknown at \"/allOf/0\": a reference leads\nnowhere"},
			{Name: "schedule_heating", Source: "home", Before: 2000, After: 1310, Verdict: verify.Identical, Edits: []schemacompact.Edit{
				{At: "/properties/plan/title", Op: "drop", Old: `"Plan"`},
			}},
		},
		Output:   "small.json",
		Warnings: []error{errors.New("tool \"=odd|`name`\x1b[2J\" is left as it came")},
		Next:     []string{"schema-bench verify home.json small.json"},
	}
}

func TestCompact(t *testing.T) {
	t.Parallel()
	edits := compaction()
	edits.Edits = true
	nothing := &render.CompactReport{Unit: unit(), Level: "safe", Before: 43, After: 43, Output: "-",
		Tools: []render.CompactTool{{Name: "add", Source: "calculator", Before: 43, After: 43, Verdict: verify.Identical}}}
	many := &render.CompactReport{Unit: unit(), Level: "safe", Before: 1700, After: 1530}
	for i := range 17 {
		many.Tools = append(many.Tools, render.CompactTool{Name: "tool_" + strconv.Itoa(i), Before: 100, After: 90, Verdict: verify.Identical,
			Edits: []schemacompact.Edit{{At: "/title", Op: "drop", Old: `"T"`}}})
	}
	planned := compaction()
	planned.Level, planned.Target = "", "anthropic"
	planned.Plan = &schemacompact.Plan{MaxTotal: 3200, Before: 4000, After: 3110, Steps: []schemacompact.PlanStep{
		{Name: "fold-default", Claim: schemacompact.ClaimMoved, Asked: true, Tools: 1, Saves: -2, Total: 4002, Taken: 1},
		{Name: "identical", Claim: schemacompact.ClaimIdentical, Tools: 2, Saves: 403, Total: 3599, Taken: 2},
		{Name: "prose", Claim: schemacompact.ClaimLossy, Tools: 3, Saves: 600, Total: 2999, Taken: 1},
		{Name: "drop-default", Claim: schemacompact.ClaimLossy, Tools: 1, Saves: 12, Total: 2987},
	}}
	over := compaction()
	over.Level, over.Target, over.Configured = "safe", "any", true
	over.Tools[0].OutputGone = true
	over.Plan = &schemacompact.Plan{MaxTotal: 500, Before: 4000, After: 3110, Over: 2610, Hide: []string{"sched\x1b[2Jule_heating", "=odd|`name`"},
		Steps: []schemacompact.PlanStep{{Name: "annotations", Claim: schemacompact.ClaimAnnotations, Tools: 1, Saves: 890, Total: 3110, Taken: 1}}}
	fell := compaction()
	fell.Level, fell.Target = "tight", "openai"
	fell.Tools[0].Level, fell.Tools[0].Reason = schemacompact.LevelStandard, "unknown at \"/allOf\": too many cases"
	fell.Tools[3].Level, fell.Tools[3].Verdict, fell.Tools[3].Direction = schemacompact.LevelTight, verify.Different, verify.Wider
	for _, tt := range []struct {
		golden string
		format render.Format
		report *render.CompactReport
		opt    render.Options
	}{
		{"compact.txt", render.Text, compaction(), render.Options{}},
		{"compact-edits.txt", render.Text, edits, render.Options{}},
		{"compact-ascii-color.txt", render.Text, compaction(), render.Options{ASCII: true, Color: true, Width: 40}},
		{"compact-nothing.txt", render.Text, nothing, render.Options{}},
		{"compact-many.txt", render.Text, many, render.Options{}},
		{"compact.json", render.JSON, compaction(), render.Options{}},
		{"compact-nothing.json", render.JSON, nothing, render.Options{}},
		{"compact.md", render.Markdown, compaction(), render.Options{}},
		{"compact-nothing.md", render.Markdown, nothing, render.Options{}},
		{"compact.csv", render.CSV, compaction(), render.Options{}},
		{"compact-plan.txt", render.Text, planned, render.Options{}},
		{"compact-plan.json", render.JSON, planned, render.Options{}},
		{"compact-plan.md", render.Markdown, planned, render.Options{}},
		{"compact-over.txt", render.Text, over, render.Options{}},
		{"compact-over.json", render.JSON, over, render.Options{}},
		{"compact-fell.txt", render.Text, fell, render.Options{}},
		{"compact-fell.json", render.JSON, fell, render.Options{}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			t.Parallel()
			var first, second bytes.Buffer
			for _, b := range []*bytes.Buffer{&first, &second} {
				if err := render.Compact(b, tt.format, tt.report, tt.opt); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Error("the same report gave different bytes")
			}
			if tt.opt.Color {
				if bytes.ContainsAny(first.Bytes(), "\x07\u202e") {
					t.Error("foreign text steers the terminal")
				}
			} else if i := bytes.IndexFunc(first.Bytes(), func(r rune) bool { return r == 0x1b || r == 0x07 || r == 0x202e }); i >= 0 {
				t.Errorf("foreign text steers the terminal at byte %d", i)
			}
			golden(t, tt.golden, first.Bytes())
		})
	}
}

func TestCompactIsWellFormed(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := render.Compact(&b, render.JSON, compaction(), render.Options{}); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Schema        string
		Before, After int
		Transforms    []struct{ Saved int }
		Tools         []struct {
			Name, Verdict, Reason string
			Edits                 []struct{ At, Op, Old, New string }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Schema != "schema-bench/compact/v1" || doc.Before != 4000 || doc.After != 3110 || len(doc.Tools) != 4 {
		t.Errorf("the document lost something: %+v", doc)
	}
	if got, want := doc.Tools[0].Edits[1].Old, compaction().Tools[0].Edits[1].Old; got != want {
		t.Errorf("the old text is %q and should be %q: JSON keeps text as it is", got, want)
	}
	left := doc.Before
	for _, tr := range doc.Transforms {
		left -= tr.Saved
	}
	if left != doc.After {
		t.Errorf("the transforms leave %d of %d, and not %d", left, doc.Before, doc.After)
	}
	if doc.Tools[1].Edits == nil {
		t.Error("a tool without edits has null and not an empty list")
	}
	b.Reset()
	if err := render.Compact(&b, render.CSV, compaction(), render.Options{}); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(records) != 5 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, r := range records {
		for _, field := range r {
			if field != "" && bytes.ContainsRune([]byte("=+-@"), rune(field[0])) {
				t.Errorf("a spreadsheet takes %q for a formula", field)
			}
		}
	}
}

// The saving of the whole is that of the parts and of what joins them, so the waterfall ends at what is left.
func TestWaterfallEndsAtTheRest(t *testing.T) {
	t.Parallel()
	r := compaction()
	saved := 0
	for _, tr := range r.Transforms {
		saved += tr.Saved
	}
	var b bytes.Buffer
	if err := render.Compact(&b, render.Text, r, render.Options{}); err != nil {
		t.Fatal(err)
	}
	if joining := r.Before - r.After - saved; !bytes.Contains(b.Bytes(), []byte("joining")) || joining != 9 {
		t.Errorf("the text does not show the %d tokens of joining:\n%s", joining, b.String())
	}
	r.After = r.Before - saved
	b.Reset()
	if err := render.Compact(&b, render.Text, r, render.Options{}); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.Bytes(), []byte("joining")) {
		t.Error("the text shows joining where there is none")
	}
}

func TestCompactSaysWhatItProved(t *testing.T) {
	t.Parallel()
	same := render.CompactTool{Name: "same", Before: 40, After: 40, Verdict: verify.Identical}
	left := render.CompactTool{Name: "left", Before: 40, After: 40, Verdict: verify.Identical, Reason: "unknown"}
	less := render.CompactTool{Name: "less", Before: 40, After: 30, Verdict: verify.Identical, Edits: []schemacompact.Edit{{At: "/title", Op: "drop", Old: `"T"`}}}
	for _, tt := range []struct {
		name          string
		report        render.CompactReport
		says, silence []string
	}{
		{"nothing to do", render.CompactReport{Tools: []render.CompactTool{same}}, []string{"Nothing changed: no transform found anything"}, []string{"Proved", "unchanged"}},
		{"nothing needed", render.CompactReport{Tools: []render.CompactTool{same}, Plan: &schemacompact.Plan{MaxTotal: 1, Before: 40, Steps: []schemacompact.PlanStep{{Name: "titles", Tools: 1, Saves: 3, Total: 37}}}},
			[]string{"Nothing changed, since nothing was needed.", "All tools fit 1 token as they are."}, []string{"no transform", "Proved", "--level"}},
		{"only what was asked for", render.CompactReport{Level: "safe", Plan: &schemacompact.Plan{MaxTotal: 1000, Steps: []schemacompact.PlanStep{{Name: "titles", Asked: true, Tools: 1, Saves: 3, Total: 37, Taken: 1}}}},
			[]string{"All tools fit 1,000 tokens after what was asked for."}, []string{"level"}},
		{"far", render.CompactReport{Plan: &schemacompact.Plan{MaxTotal: 1000, Steps: []schemacompact.PlanStep{{Name: "titles", Tools: 1, Saves: 3, Total: 37, Taken: 1}}}},
			[]string{"How far to go was not limited; --level LEVEL limits it."}, nil},
		{"not so far", render.CompactReport{Level: "safe", Plan: &schemacompact.Plan{MaxTotal: 1000, Steps: []schemacompact.PlanStep{{Name: "titles", Tools: 1, Saves: 3, Total: 37, Taken: 1}}}},
			[]string{"It could go as far as level safe."}, []string{"configuration"}},
		{"too much", render.CompactReport{Plan: &schemacompact.Plan{MaxTotal: 1, Over: 2000}}, []string{"With everything done the tools are still 2,000 tokens over 1. Not even the smallest of them would fit alone."}, []string{"--hide"}},
		{"one token", render.CompactReport{Tools: []render.CompactTool{same}, Before: 2, After: 1}, []string{"2 → 1 token at"}, nil},
		{"nothing came of it", render.CompactReport{Tools: []render.CompactTool{left}}, []string{"Nothing changed. 1 tool had to be left as before."}, []string{"Proved", "no transform"}},
		{"only looked at", render.CompactReport{Tools: []render.CompactTool{less}}, []string{"on the bytes that would be written: 1 of 1 tool accepts"}, []string{"Whether", "left"}},
		{"written", render.CompactReport{Tools: []render.CompactTool{less, same, same}, Output: "-"}, []string{"bytes that are written: 3 of 3 tools accept ", "and 2 tools unchanged"}, []string{"would"}},
		{"partly read", render.CompactReport{Tools: []render.CompactTool{less}, Before: 40, After: 30, Sources: 1, Failed: 1},
			[]string{"1 of 2 sources (the other could not be read): 1 tool: 40 → 30 tokens"}, nil},
		{"more than before", render.CompactReport{Tools: []render.CompactTool{less}, Before: 40, After: 42}, []string{"at every step, 5.0 % more."}, []string{"less."}},
	} {
		for _, f := range []render.Format{render.Text, render.Markdown} {
			var b bytes.Buffer
			if err := render.Compact(&b, f, &tt.report, render.Options{}); err != nil {
				t.Fatal(err)
			}
			for _, s := range tt.says {
				if !strings.Contains(b.String(), s) {
					t.Errorf("%s, %s: nothing says %q:\n%s", tt.name, f, s, b.String())
				}
			}
			for _, s := range tt.silence {
				if strings.Contains(b.String(), s) {
					t.Errorf("%s, %s: something says %q:\n%s", tt.name, f, s, b.String())
				}
			}
		}
	}
}
