package render

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in          string
		first, rest int
		hard        bool
		want        []string
	}{
		{"no terminal, no lines", 0, 0, false, []string{"no terminal, no lines"}},
		{"it fits", 7, 1, false, []string{"it fits"}},
		{"one two three", 7, 5, false, []string{"one two", "three"}},
		{"one two three", 3, 9, false, []string{"one", "two three"}},
		{"is 12.5 % of it", 7, 7, false, []string{"is", "12.5 %", "of it"}},
		{"an unbreakable word", 6, 6, false, []string{"an", "unbreakable", "word"}},
		{"an unbreakable word", 6, 6, true, []string{"an", "unbrea", "kable", "word"}},
		{"日本語 日本語", 6, 6, false, []string{"日本語", "日本語"}},
		{"日本語日本語", 5, 5, true, []string{"日本", "語日", "本語"}},
		{"é́́é́", 1, 1, true, []string{"é́́", "é́"}},
		{"", 4, 4, true, []string{""}},
	} {
		if diff := cmp.Diff(tt.want, wrap(tt.in, tt.first, tt.rest, tt.hard)); diff != "" {
			t.Errorf("wrap(%q, %d, %d) (-want +got):\n%s", tt.in, tt.first, tt.rest, diff)
		}
	}
}

// TestWrapLosesNothing holds that a text comes back when its lines are put together, whatever the width.
func TestWrapLosesNothing(t *testing.T) {
	t.Parallel()
	squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	rapid.Check(t, func(r *rapid.T) {
		text := line(nasty().Draw(r, "text"))
		width := rapid.IntRange(2, 40).Draw(r, "width")
		hard := rapid.Bool().Draw(r, "hard")
		lines := wrap(text, width, width, hard)
		if got := strings.Join(lines, ""); squeeze(got) != squeeze(text) {
			r.Fatalf("%q became %q", text, lines)
		}
		for _, l := range lines {
			if hard && columns(l) > width {
				r.Fatalf("%q takes %d columns of %d", l, columns(l), width)
			}
		}
	})
}

func TestCutHead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in    string
		width int
		ascii bool
		want  string
	}{
		{"short", 5, false, "short"},
		{"/properties/plan/items", 12, false, "…/plan/items"},
		{"/properties/plan/items", 12, true, "...lan/items"},
		{"日本語", 5, false, "…本語"},
		{"日本語", 4, false, "…語"},
		{"abe\u0301", 2, false, "…e\u0301"},
		{"ab", 1, false, "…"},
	} {
		if got := cutHead(tt.in, tt.width, Options{ASCII: tt.ascii}); got != tt.want {
			t.Errorf("cutHead(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	t.Parallel()
	cols := []column{{name: true}, {drop: 1}, {drop: 2}, {draw: func(int, int) string { return "" }}}
	for _, tt := range []struct {
		room int
		want []int
	}{
		{80, []int{40, 6, 6, 16}},
		{74, []int{40, 6, 6, 16}},
		{70, []int{40, 6, 6, 12}}, // bars give way first
		{60, []int{36, 6, 6, 6}},  // then names
		{43, []int{27, 6, 6, -1}}, // then bars are left out, and names have their room
		{30, []int{22, 6, -1, -1}},
		{22, []int{22, -1, -1, -1}},
		{5, []int{8, -1, -1, -1}}, // there are limits
	} {
		if got := fit(cols, []int{40, 6, 6, 16}, tt.room); !slices.Equal(got, tt.want) {
			t.Errorf("in %d columns: widths %d, want %d", tt.room, got, tt.want)
		}
	}
	texts := []column{{name: true}, {name: true}, {text: true}}
	if got, want := fit(texts, []int{50, 30, 90}, 82), []int{30, 30, 18}; !slices.Equal(got, want) {
		t.Errorf("widths %d, want %d: the widest name first", got, want)
	}
}

func TestShortSources(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ labels, want []string }{
		{[]string{"a/tools.json", "b/tools.json"}, []string{"a/tools.json", "b/tools.json"}},
		{[]string{"/data/mcp/a/tools.json", "/data/mcp/b/tools.json"}, []string{"a/tools.json", "b/tools.json"}},
		{[]string{"/data/home.json", "/data/work.json"}, []string{"home.json", "work.json"}},
		{[]string{"/x/a.json", "/x/a.json", "/y/a.json"}, []string{"x/a.json", "x/a.json", "y/a.json"}},
		{[]string{"a.json", "x/a.json"}, []string{"a.json", "x/a.json"}},
		{[]string{`C:\a\t.json`, `C:\b\t.json`}, []string{`a\t.json`, `b\t.json`}},
		{[]string{"", "dir/"}, []string{"", "dir/"}},
	} {
		short := shortSources(tt.labels)
		for i, l := range tt.labels {
			if short[l] != tt.want[i] {
				t.Errorf("of %q, %q is %q, want %q", tt.labels, l, short[l], tt.want[i])
			}
		}
	}
}

func TestInfiniteNumbersAreErrors(t *testing.T) {
	t.Parallel()
	f := &bench.Floor{Tools: []bench.ToolCost{{Name: "a", Parts: bench.Cost{Input: 10}}}}
	s, err := bench.Project(f, bench.Plan{Model: tokens.Model{ID: "m", Price: tokens.Price{In: tokens.USD(math.Inf(1))}}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Floor(&b, JSON, &FloorReport{Floor: f, Session: s}, Options{}); err == nil || b.Len() > 0 || !strings.HasPrefix(err.Error(), "render: floor as json: ") {
		t.Errorf("%d bytes, error %v", b.Len(), err)
	}
	if err := Floor(&b, Text, &FloorReport{Floor: f, Session: s}, Options{}); err != nil || !strings.Contains(b.String(), "$+Inf a step") {
		t.Errorf("error %v:\n%s", err, b.String())
	}
}

// names are what tools and servers may be called: words of many scripts, and text that is after the terminal.
func names() *rapid.Generator[string] {
	return rapid.OneOf(rapid.StringMatching(`[a-z]{1,12}(_[a-z]{1,12}){0,6}`), rapid.StringMatching(`[日本語を調整💡한글a-z ]{1,40}`), nasty(),
		rapid.StringMatching(`(/[a-z]{1,9}){1,12}`))
}

func drawParts(r *rapid.T) bench.Cost {
	n := rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(0, 9_999_999))
	return bench.Cost{Name: n.Draw(r, "n"), Description: n.Draw(r, "d"), Input: n.Draw(r, "i"), Output: n.Draw(r, "o"), Framing: n.Draw(r, "f")}
}

// fits fails for a line that is wider than the terminal, unless it is one word behind a short label.
func fits(r *rapid.T, width int, text string) {
	for _, l := range strings.Split(text, "\n") {
		if columns(plain(l)) <= width {
			continue
		}
		long := 0
		fields := words(strings.TrimSpace(plain(l)))
		for _, w := range fields {
			if columns(w) > width-12 {
				long++
			}
		}
		if long == 0 || len(fields) > 4 {
			r.Fatalf("%d columns of %d: %s\n%s", columns(plain(l)), width, l, text)
		}
	}
}

// TestTextFitsTheTerminal holds of every text report that no line is wider than the terminal.
func TestTextFitsTheTerminal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		name := func(label string) string { return names().Draw(r, label) }
		list := func(label string) []error {
			var errs []error
			for range rapid.IntRange(0, 2).Draw(r, label) {
				errs = append(errs, errors.New(strings.Join(rapid.SliceOfN(names(), 1, 20).Draw(r, label+" words"), " ")))
			}
			return errs
		}
		opt := Options{Width: rapid.IntRange(60, 160).Draw(r, "width"), ASCII: rapid.Bool().Draw(r, "ascii"), Color: rapid.Bool().Draw(r, "color")}
		unit := bench.Unit{Ruler: bench.Model, Encoding: tokens.O200kBase, Framing: framing.JSON, Serialisation: "compact"}
		f := &bench.Floor{Unit: unit, System: rapid.IntRange(0, 9999).Draw(r, "system"), Warnings: list("warnings")}
		compaction := &CompactReport{Unit: unit, Level: "standard", Sources: 1, Failed: rapid.IntRange(0, 1).Draw(r, "failed"), Edits: true, Warnings: f.Warnings}
		proof := &VerifyReport{A: name("a"), B: name("b"), Warnings: f.Warnings}
		diff := &bench.Difference{Unit: unit, Base: 1_000_000, Head: 1_200_000, Joining: -1, Unchanged: 4, Reordered: true, Warnings: f.Warnings}
		why := &WhyReport{Tool: name("tool"), Unit: unit, Weights: []bench.Weight{{Tokens: 1_000_000}}}
		var offenders []bench.Weight
		for i := range rapid.IntRange(1, 6).Draw(r, "tools") {
			n, parts := name("name"), drawParts(r)
			f.Tools = append(f.Tools, bench.ToolCost{Name: n, Source: name("source"), Parts: parts, Deferred: i == 3})
			f.Problems = append(f.Problems, catalog.Problem{Tool: n, At: "/tools/1", Message: name("message"), Hint: name("hint")})
			compaction.Tools = append(compaction.Tools, CompactTool{Name: n, Before: parts.Total(), After: parts.Total() / 2, Verdict: verify.NotValidatable,
				Edits: []schemacompact.Edit{{At: schema.Pointer(n), Op: "cut", Old: name("old"), New: name("new")}}})
			compaction.Transforms = append(compaction.Transforms, CompactTransform{Name: name("transform"), Claim: schemacompact.ClaimAnnotations, Saved: parts.Name})
			compaction.Before += parts.Total()
			proof.Tools = append(proof.Tools, VerifyTool{Name: n, Proof: verify.Proof{Verdict: verify.NotValidatable, At: schema.Pointer(name("at")), Reason: name("reason")}})
			diff.Tools = append(diff.Tools, bench.ToolChange{Kind: bench.Renamed, Name: n, OldName: name("old name"), Base: parts, Head: drawParts(r)})
			w := bench.Weight{Tool: n, At: schema.Pointer("/inputSchema/" + name("place")), Depth: 1 + i, Property: name("property"), Tokens: 900_000 / (i + 1), Own: 70, Description: 9}
			why.Weights, offenders = append(why.Weights, w), append(offenders, w)
		}
		compaction.After = compaction.Before / 2
		f.Savings = []bench.Saving{{Level: "safe", After: f.ToolTokens(), Saved: 0}, {Level: "standard", After: f.ToolTokens() / 2, Saved: f.ToolTokens() - f.ToolTokens()/2}}
		s, err := bench.Project(f, bench.Plan{Steps: rapid.IntRange(1, 300).Draw(r, "steps"), Growth: rapid.IntRange(0, 9000).Draw(r, "growth"),
			Model: tokens.Model{ID: name("model"), Window: 200_000, AsOf: "2026-11-30", Price: tokens.Price{In: tokens.USD(3), Cached: tokens.USD(4), UpTo: 10}}})
		if err != nil {
			r.Fatal(err)
		}
		for _, write := range []func(b *bytes.Buffer) error{
			func(b *bytes.Buffer) error {
				return Floor(b, Text, &FloorReport{Floor: f, Session: s, Sources: 2, Failed: compaction.Failed, Offenders: offenders, Top: 3, Problems: 2, Next: []string{"schema-bench"}}, opt)
			},
			func(b *bytes.Buffer) error { return Compact(b, Text, compaction, opt) },
			func(b *bytes.Buffer) error { return Verify(b, Text, proof, opt) },
			func(b *bytes.Buffer) error {
				return Diff(b, Text, &DiffReport{Difference: diff, Base: proof.A, Head: proof.B}, opt)
			},
			func(b *bytes.Buffer) error { return Why(b, Text, why, opt) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				r.Fatal(err)
			}
			fits(r, opt.Width, b.String())
		}
	})
}
