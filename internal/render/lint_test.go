package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/targets"
)

// linted has findings of every severity and part, and names that try to break out.
func linted() *render.LintReport {
	finding := func(tool string, index int, part, at, consumer, rule string, severity targets.Severity, message string) render.LintFinding {
		f := render.LintFinding{Catalog: "home.json", Finding: targets.Finding{Tool: tool, Index: index, Part: part, Consumer: consumer, Rule: rule,
			Severity: severity, Message: message, AsOf: "2026-10-11", Source: "https://example.com/" + rule, Confirmed: true}}
		f.At = "" // the whole part, unless the test says more
		if at != "" {
			f.Finding.At = f.Finding.At.Child(at)
		}
		return f
	}
	items := finding("lights", 0, "input", "rooms", "any-api", "array-items", targets.Error, "an array without items: Any API refuses it")
	items.Fix, items.File, items.Line = "say what its items are", "home.json", 7
	more := items
	more.Finding.At, more.More = "/walls", 12
	name := finding("red\x1b[31m\u202e|<b>@all", 1, "name", "", "any-api", "tool-name", targets.Warning, "the name \"red\x1b[31m\": Any API misreads it")
	name.Fix, name.Confirmed, name.Note = "use letters", false, "seen once"
	return &render.LintReport{
		Targets: []render.LintTarget{{ID: "any-api", Title: "Any API", AsOf: "2026-10-11"}, {ID: "app", Title: "An App", AsOf: "2025-01-02", Rows: []render.LintRow{
			{Consumer: "app", Rule: "tool-count", AsOf: "2026-10-11", Source: "https://example.com/tool-count"},
			{Consumer: "app", Rule: "reference", AsOf: "2025-01-02", Source: "https://example.com/\u202e|ref", Note: "seen once"}}}},
		Tools: []render.LintTool{{Catalog: "home.json", Name: "lights"}, {Catalog: "home.json", Name: name.Tool}, {Catalog: "home.json"}, {Catalog: "shed.json", Name: "=lights"}},
		Findings: []render.LintFinding{
			finding("", -1, "", "", "app", "tool-count", targets.Note, "90 tools, of 40 at most"), name, items, more,
			finding("", 2, "output", "total", "any-api", "known-types", targets.Error, `the type "sum"`),
			finding("lights", 0, "description", "", "app", "description-length", targets.Note, "a description of 3000"),
		},
		Failing: targets.Error, Sources: 2,
		Warnings: []error{errors.New("the server \"x\x07\" refuses prompts")},
	}
}

func TestLint(t *testing.T) {
	t.Parallel()
	nothing := &render.LintReport{Targets: []render.LintTarget{{ID: "any", Title: "any consumer", AsOf: "2026-10-11"}}, Tools: []render.LintTool{{Catalog: "a.json", Name: "add"}}, Failing: targets.Error, Sources: 1, Failed: 1}
	all := linted()
	all.All = true
	for _, tt := range []struct {
		golden string
		format render.Format
		report *render.LintReport
		opt    render.Options
	}{
		{"lint.txt", render.Text, linted(), render.Options{}},
		{"lint-ascii-color.txt", render.Text, linted(), render.Options{ASCII: true, Color: true, Width: 60}},
		{"lint-all.txt", render.Text, all, render.Options{}},
		{"lint-nothing.txt", render.Text, nothing, render.Options{}},
		{"lint.json", render.JSON, linted(), render.Options{}},
		{"lint.md", render.Markdown, linted(), render.Options{}},
		{"lint-all.md", render.Markdown, all, render.Options{}},
		{"lint-nothing.md", render.Markdown, nothing, render.Options{}},
		{"lint.csv", render.CSV, linted(), render.Options{}},
		{"lint.xml", render.JUnit, linted(), render.Options{}},
		{"lint-nothing.xml", render.JUnit, nothing, render.Options{}},
		{"lint-github.txt", render.GitHub, linted(), render.Options{}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			t.Parallel()
			var first, second bytes.Buffer
			for _, b := range []*bytes.Buffer{&first, &second} {
				if err := render.Lint(b, tt.format, tt.report, tt.opt); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Error("the same report gave different bytes")
			}
			golden(t, tt.golden, first.Bytes())
		})
	}
	var format *render.FormatError
	if err := render.Lint(new(bytes.Buffer), "papyrus", nothing, render.Options{}); !errors.As(err, &format) || format.Command != "lint" {
		t.Errorf("an unknown format: %v", err)
	}
}

// TestLintCounts holds that places that are left out count, and what fails by which severity.
func TestLintCounts(t *testing.T) {
	t.Parallel()
	for failing, want := range map[targets.Severity]int{targets.Error: 15, targets.Warning: 16, targets.Note: 18, "": 0} {
		r := linted()
		r.Failing = failing
		if got := r.Fails(); got != want {
			t.Errorf("failing on %q: %d, want %d", failing, got, want)
		}
	}
	var b bytes.Buffer
	if err := render.Lint(&b, render.JSON, linted(), render.Options{}); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Schema   string
		Summary  map[string]int
		Fails    int
		Findings []struct {
			Severity string
			Fails    bool
			More     int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	sum, fails := map[string]int{}, 0
	for _, f := range doc.Findings {
		sum[f.Severity] += 1 + f.More
		if f.Fails {
			fails += 1 + f.More
		}
	}
	if doc.Schema != "schema-bench/lint/v1" || doc.Summary["error"] != sum["error"] || doc.Summary["note"] != sum["note"] || doc.Fails != fails || fails != 15 {
		t.Errorf("%+v, counted %v and %d", doc, sum, fails)
	}
}

// TestLintListsTheWorst holds that text leaves out the mildest where there is too much, and says so.
func TestLintListsTheWorst(t *testing.T) {
	t.Parallel()
	r := linted()
	note := r.Findings[5]
	for i := range 100 {
		f := note
		f.Index = 10 + i
		r.Findings = append([]render.LintFinding{f}, r.Findings...)
	}
	var b bytes.Buffer
	if err := render.Lint(&b, render.Text, r, render.Options{}); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b.Bytes(), []byte("  error ")); n != 2 {
		t.Errorf("%d rows of errors, want 2:\n%s", n, b.String())
	}
	// 105 rows: the two places of one fault in one tool are one.
	if !bytes.Contains(b.Bytes(), []byte("and 65 more; --verbose")) {
		t.Errorf("nothing is said of the rest:\n%s", b.String())
	}
}

// On a terminal no line is too long, and no pointer is broken inside a name that would fit a line.
func TestLintFitsTheTerminal(t *testing.T) {
	t.Parallel()
	r := linted()
	long := r.Findings[2]
	long.Tool, long.Rule = "start_the_lights_of_all_rooms_at_once", "a-rule-with-a-long-name"
	for range 6 {
		long.Finding.At = long.Finding.At.Child("properties").Child("some_parameter_name")
	}
	r.Findings = append(r.Findings, long)
	for _, width := range []int{40, 60, 80, 100, 160} {
		for _, quiet := range []bool{false, true} {
			r.Quiet = quiet
			var b bytes.Buffer
			if err := render.Lint(&b, render.Text, r, render.Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(b.String(), "some_parameter_name"); n != 6 {
				t.Errorf("width %d: %d of 6 names are whole:\n%s", width, n, b.String())
			}
			for l := range strings.Lines(b.String()) {
				if n := utf8.RuneCountInString(strings.TrimRight(l, "\n")); n > width && !strings.Contains(l, "https:") {
					t.Errorf("width %d: a line of %d: %s", width, n, l)
				}
			}
		}
	}
}

// Quiet text is what fails and nothing else.
func TestLintQuiet(t *testing.T) {
	t.Parallel()
	for failing, want := range map[targets.Severity]int{targets.Error: 3, targets.Warning: 4, targets.Note: 6, "": 0} {
		r := linted()
		r.Quiet, r.Failing, r.All = true, failing, true
		var b bytes.Buffer
		if err := render.Lint(&b, render.Text, r, render.Options{}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(b.String(), "\n")
		if want > 0 {
			lines-- // the titles
		}
		if lines != want || strings.Contains(b.String(), "What to do") {
			t.Errorf("failing %q: %d findings, want %d:\n%s", failing, lines, want, b.String())
		}
	}
}
