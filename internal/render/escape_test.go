package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain": "plain",
		"naïve 日本 हिन्दी 👩\u200d💻": "naïve 日本 हिन्दी 👩\u200d💻",
		"a\x1b[2Jb":                   `a\u001b[2Jb`,
		"\u009b31m":                   `\u009b31m`,
		"a\u202eb\u2066c":             `a\u202eb\u2066c`,
		"a\nb\tc\r":                   `a\nb\tc\r`,
		"\u200bzero\ufeff\u00ad":      `\u200bzero\ufeff\u00ad`,
		"tag\U000e0041":               `tag\U000e0041`,
		"bad\xffbytes":                `bad\xffbytes`,
		"line\u2028separator\u2029":   `line\u2028separator\u2029`,
		"a real \ufffd is no bad one": "a real \ufffd is no bad one",
	} {
		if got := line(in); got != want {
			t.Errorf("line(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"get_x":      "`get_x`",
		"a`b":        "``a`b``",
		"`a``":       "``` `a`` ```",
		" spaced ":   "`  spaced  `",
		"":           "(empty)",
		"  ":         "(empty)",
		"a|b":        "`a|b`",
		"<b>@all #1": "`<b>@all #1`",
		"a\nb":       "`a\\nb`",
	} {
		if got := code(in); got != want {
			t.Errorf("code(%q) = %q, want %q", in, got, want)
		}
	}
	if got, want := codeCell("a|b"), "`a\\|b`"; got != want {
		t.Errorf("in a table %q, want %q", got, want)
	}
}

func TestCell(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"x": "x", "=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "": "", "a=b": "a=b",
		" -2+3": "' -2+3", "\t=1": `'\t=1`, "\r=1": `'\r=1`, " \n\t@x": `' \n\t@x`, "\u00a0+1": "'\u00a0+1", "\ufeff=1": `'\ufeff=1`, "＝1": "'＝1",
		" ": " ", " x": " x", " a-b": " a-b", "\xff": `\xff`,
	} {
		if got := cell(in); got != want {
			t.Errorf("cell(%q) = %q, want %q", in, got, want)
		}
	}
}

// nasty draws text made to break out of whatever it is put into.
func nasty() *rapid.Generator[string] {
	bits := rapid.OneOf(
		rapid.SampledFrom([]string{"\x1b[31m", "\x1b]0;t\x07", "\u009b2J", "\u0085", "\u202e", "\u2066", "\u2028", "\ufeff", "\U000e0041", "\x00", "\x7f",
			"\n", "\r", "\t", "|", "`", "``", "\\", "<script>", "@all", "=", "+", "-", "\"", ",", "'", " ", "\xff", "日本", "👩\u200d💻", "e\u0301", "a_b"}),
		rapid.String(),
	)
	return rapid.Custom(func(r *rapid.T) string { return strings.Join(rapid.SliceOfN(bits, 0, 5).Draw(r, "bits"), "") })
}

// drawReports makes reports all of whose foreign text is nasty.
func drawReports(r *rapid.T) (*FloorReport, *DiffReport, *WhyReport) {
	s := func(label string) string { return nasty().Draw(r, label) }
	tokensOf := rapid.IntRange(0, 5000)
	cost := func() bench.Cost {
		return bench.Cost{Name: tokensOf.Draw(r, "n"), Description: tokensOf.Draw(r, "d"), Input: tokensOf.Draw(r, "i"), Framing: tokensOf.Draw(r, "f")}
	}
	unit := bench.Unit{Ruler: bench.Model, Encoding: "o200k_base", Framing: "json", Serialisation: "compact"}
	f := &bench.Floor{Unit: unit, Warnings: []error{errors.New(s("warning"))},
		Problems: []catalog.Problem{{Tool: s("tool"), At: schema.Pointer(s("at")), Message: s("message"), Hint: s("hint")}}}
	for range rapid.IntRange(1, 4).Draw(r, "tools") {
		f.Tools = append(f.Tools, bench.ToolCost{Name: s("name"), Source: s("source"), Parts: cost(), Deferred: rapid.Bool().Draw(r, "deferred")})
	}
	session, err := bench.Project(f, bench.Plan{Steps: rapid.IntRange(1, 100).Draw(r, "steps"), Growth: rapid.IntRange(0, 500).Draw(r, "growth"),
		Model: tokens.Model{ID: s("model"), Window: rapid.IntRange(0, 9000).Draw(r, "window"), AsOf: s("as of"), Price: tokens.Price{In: tokens.USD(1)}}})
	if err != nil {
		r.Fatal(err)
	}
	w := bench.Weight{Tool: s("weighed"), At: schema.Pointer("/" + s("place")), Depth: 2, Property: s("property"), Tokens: 9, Own: 9}
	floor := &FloorReport{Floor: f, Session: session, Next: []string{s("next")}, Offenders: []bench.Weight{w}}
	diff := &DiffReport{Base: s("base"), Head: s("head"), Difference: &bench.Difference{Unit: unit, Base: 1, Head: 2, Tools: []bench.ToolChange{
		{Kind: bench.Renamed, Name: s("new"), OldName: s("old"), Base: cost(), Head: cost()}, {Kind: bench.Added, Name: s("added"), Head: cost()}}}}
	why := &WhyReport{Tool: s("tool"), Unit: unit, Weights: []bench.Weight{{Tokens: 9}, w}}
	return floor, diff, why
}

// outputs writes the reports in every format that they have.
func outputs(r *rapid.T, opt Options) map[string]string {
	floor, diff, why := drawReports(r)
	out := map[string]string{}
	for command, write := range map[string]func(*bytes.Buffer, Format) error{
		"floor": func(b *bytes.Buffer, f Format) error { return Floor(b, f, floor, opt) },
		"diff":  func(b *bytes.Buffer, f Format) error { return Diff(b, f, diff, opt) },
		"why":   func(b *bytes.Buffer, f Format) error { return Why(b, f, why, opt) },
	} {
		for _, f := range Formats(command) {
			var b bytes.Buffer
			if err := write(&b, f); err != nil {
				r.Fatal(err)
			}
			out[command+" "+string(f)] = b.String()
		}
	}
	return out
}

func TestNothingHostileGetsThrough(t *testing.T) {
	t.Parallel()
	painted := regexp.MustCompile("\x1b\\[[0-9]*m")
	rapid.Check(t, func(r *rapid.T) {
		opt := Options{Color: rapid.Bool().Draw(r, "color"), ASCII: rapid.Bool().Draw(r, "ascii"), Width: rapid.SampledFrom([]int{0, 1, 40, 200}).Draw(r, "width")}
		for name, text := range outputs(r, opt) {
			if opt.Color {
				text = painted.ReplaceAllString(text, "")
			}
			if !utf8.ValidString(text) {
				r.Fatalf("%s: not UTF-8: %q", name, text)
			}
			for _, c := range text {
				if c != '\n' && hostile(c) {
					r.Fatalf("%s: %U gets through: %q", name, c, text)
				}
			}
		}
	})
}

func TestForeignTextStaysInItsPlace(t *testing.T) {
	t.Parallel()
	formula := regexp.MustCompile(`^[=+@]|^-[^0-9]`)
	rapid.Check(t, func(r *rapid.T) {
		for name, text := range outputs(r, Options{}) {
			switch {
			case strings.HasSuffix(name, "json"):
				if !json.Valid([]byte(text)) {
					r.Fatalf("%s: no JSON: %s", name, text)
				}
			case strings.HasSuffix(name, "csv"):
				records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
				if err != nil {
					r.Fatalf("%s: %v", name, err)
				}
				for _, record := range records {
					for _, field := range record {
						if formula.MatchString(field) {
							r.Fatalf("%s: the field %q is a formula", name, field)
						}
					}
				}
			case strings.HasSuffix(name, "markdown"):
				rows := 0
				for _, l := range strings.Split(text, "\n") {
					if !strings.HasPrefix(l, "| ") {
						rows = 0
						continue
					}
					bars := strings.Count(strings.ReplaceAll(l, `\|`, ""), "|")
					if rows != 0 && bars != rows {
						r.Fatalf("%s: a row of %d bars in a table of %d: %s", name, bars, rows, l)
					}
					rows = bars
				}
				for _, l := range strings.Split(text, "\n") {
					if outside := withoutCode(l); strings.Contains(outside, "<script") || strings.Contains(outside, "@all") {
						r.Fatalf("%s: foreign text outside of code: %s", name, l)
					}
				}
			}
		}
	})
}

// withoutCode takes the code spans off a line of Markdown, by the rule that a run of backticks is closed by the next run
// of the same length, and stands for itself if there is none.
func withoutCode(l string) string {
	runs := regexp.MustCompile("`+").FindAllStringIndex(l, -1)
	var out strings.Builder
	at := 0
	for i := 0; i < len(runs); i++ {
		for j := i + 1; j < len(runs); j++ {
			if runs[j][1]-runs[j][0] == runs[i][1]-runs[i][0] {
				out.WriteString(l[at:runs[i][0]])
				at, i = runs[j][1], j
				break
			}
		}
	}
	return out.String() + l[at:]
}

func TestWithoutCode(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"a `b` c": "a  c", "``a`b`` c": " c", "`a <script": "`a <script", "``a` <script` b": "``a b"} {
		if got := withoutCode(in); got != want {
			t.Errorf("without code %q is %q, want %q", in, got, want)
		}
	}
}

func TestASCIIIsASCII(t *testing.T) {
	t.Parallel()
	f := &bench.Floor{Tools: []bench.ToolCost{{Name: strings.Repeat("long", 30), Parts: bench.Cost{Description: 9, Input: 80, Output: 5, Framing: 10}}},
		Savings: []bench.Saving{{Level: "safe", After: 90, Saved: 14}}}
	s, err := bench.Project(f, bench.Plan{Steps: 30, Growth: 40, Model: tokens.Model{ID: "m", Window: 900, Price: tokens.Price{In: tokens.USD(1)}}})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{ASCII: true, Width: 50}
	var b bytes.Buffer
	for _, err := range []error{
		Floor(&b, Text, &FloorReport{Floor: f, Session: s}, opt),
		Diff(&b, Text, &DiffReport{Difference: &bench.Difference{Base: 1, Head: 2, Tools: []bench.ToolChange{{Kind: bench.Added, Name: "a", Head: bench.Cost{Name: 1}}}}}, opt),
		Why(&b, Text, &WhyReport{Tool: "a", Weights: []bench.Weight{{Tokens: 5}, {At: "/name", Depth: 1, Tokens: 5, Own: 5}}}, opt),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range b.String() {
		if c > 0x7e {
			t.Fatalf("%q at %d of:\n%s", c, i, b.String())
		}
	}
}

func TestJSONKeepsText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		name := nasty().Filter(utf8.ValidString).Draw(r, "name")
		var b bytes.Buffer
		if err := Why(&b, JSON, &WhyReport{Tool: name}, Options{}); err != nil {
			r.Fatal(err)
		}
		var back struct{ Tool string }
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || back.Tool != name {
			r.Fatalf("%q came back as %q, %v", name, back.Tool, err)
		}
	})
}
