package validate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dlclark/regexp2"
	"pgregory.net/rapid"
)

func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pattern        string
		engine         int
		yes, no, maybe string // texts, separated by |
	}{
		{`a`, linear, "a|bab", "b", ""},
		{`^a$`, linear, "a", "a\n|ba", ""},
		{`^.$`, linear, "a|😀|\v|\u0085", "\n|\r|\u2028|\u2029|ab", ""},
		{`^\s$`, linear, " |\u00a0|\ufeff|\u2028|\v|\u3000|\u1680", "a|\u200b|\u0085|\u180e", ""},
		{`^\S$`, linear, "a|\u200b", "\u00a0|\n", ""},
		{`^[\s,]$`, linear, ",|\u00a0", "a", ""},
		{`^[^\s,]$`, linear, "a", ",|\u00a0", ""},
		{`^[\S]$`, backtracking, "a", " |\u00a0", ""},
		{`^\d\w$`, linear, "1_", "١_|1é", ""},
		{`\bé`, linear, "aé", "é", ""},
		{`\Bé`, linear, "é", "aé", ""},
		{`(?!x)\bé`, backtracking, "aé", "é", ""},
		{`(?!x)\Bé`, backtracking, "é", "aé", ""},
		{`(?!x)\bb\b`, backtracking, "b|a b", "ab|ba", ""},
		{`(?!x)\Bb\B`, backtracking, "abc", "b|ab", ""},
		{`(?!x)[\]\b.]`, backtracking, "]|.|\b", "b", ""},
		{`^[.]$`, linear, ".", "a", ""},
		{`^[]$`, linear, "", "a|]", ""},
		{`^[^]$`, linear, "a|\n", "ab", ""},
		{`^[[:a]$`, linear, "[|:|a", "b", ""},
		{`^[[:alpha:]]$`, linear, "a]|:]", "a|b", ""},
		{`^\u0041\u{1F600}\x42$`, linear, "A😀B", "A", ""},
		{`^\ud83d\ude00$`, linear, "😀", "\ufffd", ""},
		{`^\/\-\.$`, linear, "/-.", "/-a", ""},
		{`^a{2,3}?$`, linear, "aa", "a", ""},
		{`^(?:a|b)+$`, linear, "ab", "c", ""},
		{`^(a+)+$`, linear, strings.Repeat("a", 40), strings.Repeat("a", 40) + "b", ""},
		{`^a{1,1001}$`, backtracking, strings.Repeat("a", 1001), strings.Repeat("a", 1002), ""},
		{`^(.{100}){100}$`, backtracking, "", "a", ""},
		{`^(?!a)`, backtracking, "b", "a", ""},
		{`(?<!a)b`, backtracking, "cb", "ab", ""},
		{`^(?!x).$`, backtracking, "a", "x|\u2028|\r", ""},
		{`^(?!x)[.]$`, backtracking, ".", "a", ""},
		{`^(?!x)\.$`, backtracking, ".", "a", ""},
		{`^(?!x)a$`, backtracking, "a", "a\n", ""},
		{`^(a)\1$`, backtracking, "aa", "ab", ""},
		{`^(?<n>a)\k<n>$`, backtracking, "aa", "ab", ""},
		{`^[\w-.]+$`, backtracking, "a-.", "a b", ""},
		{`^\cJ$`, backtracking, "\n", "J", ""},
		// Words of other dialects.
		{`(?i)^abc$`, backtracking, "ABC", "abd", ""},
		{`^(?P<n>a)$`, linear, "a", "b", ""},
		{`\Aa\z`, backtracking, "a", "ab", ""},
		{`^\p{L}+$`, backtracking, "aé", "1", ""},
		{`^\p{Greek}$`, backtracking, "α", "a", ""},
		// Too long, or known to nobody.
		{`^\p{Nonsense}$`, opaque, "", "", "a|b"},
		{`(?P<n>a)(?!b)`, opaque, "", "", "a"},
		{strings.Repeat("a", maxPattern+1), opaque, "", "", "a"},
		{`^(?=a)(a+)+$`, backtracking, "aa", "b", strings.Repeat("a", 60) + "b"},
	} {
		p, err := newPattern(test.pattern, maxProgram)
		if err != nil {
			t.Errorf("%.40q: %v", test.pattern, err)
			continue
		}
		if p.engine != test.engine {
			t.Errorf("%.40q: engine %d, want %d", test.pattern, p.engine, test.engine)
		}
		if p.String() != test.pattern {
			t.Errorf("%.40q is called %.40q", test.pattern, p)
		}
		for want, texts := range map[string]string{"true": test.yes, "false": test.no, "undecided": test.maybe} {
			if texts == "" {
				continue
			}
			for text := range strings.SplitSeq(texts, "|") {
				if got := match(p, text); got != want {
					t.Errorf("%.40q on %.40q: %s, want %s", test.pattern, text, got, want)
				}
			}
		}
	}
}

func match(p *pattern, text string) string {
	var matched bool
	if err := recovered(func() error { matched = p.MatchString(text); return nil }); err != nil {
		return "undecided"
	}
	return strconv.FormatBool(matched)
}

func TestMalformedPatterns(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`(`, `)`, `a)`, `[`, `[a`, `[b-a]`, `*`, `a|*`, `\`, `a\`, `(?:`, `(?=a`} {
		if p, err := newPattern(text, maxProgram); err == nil || !strings.Contains(err.Error(), "malformed") {
			t.Errorf("%q: engine %d, %v", text, p.engine, err)
		}
	}
}

// TestProgramsAreBounded has many patterns that Go's engine would write out, and asks how many it got.
func TestProgramsAreBounded(t *testing.T) {
	t.Parallel()
	e := &engine{patterns: map[string]*pattern{}}
	back := 0
	for i := range 200 {
		re, err := e.compile(fmt.Sprintf(`^(?:abcdefghijklmnopqr){900}%d$`, i))
		if err != nil {
			t.Fatal(err)
		}
		if re.(*pattern).engine == backtracking {
			back++
		}
	}
	if e.programs > maxPrograms || back == 0 || back == 200 {
		t.Errorf("%d instructions, %d patterns for the other engine", e.programs, back)
	}
	before := e.programs
	first, _ := e.compile(`^(?:abcdefghijklmnopqr){900}0$`)
	if first.(*pattern).engine != linear || e.programs != before {
		t.Error("a pattern is compiled twice")
	}
}

func TestLongText(t *testing.T) {
	t.Parallel()
	s := compile(t, `{"pattern":"^(?:abcdefghijklmnopqr){900}$"}`, nil)
	var undecided *UndecidedError
	if _, err := s.Accepts([]byte(`"` + strings.Repeat("a", 20_000) + `"`)); !errors.As(err, &undecided) {
		t.Errorf("a long text under a large pattern: %v", err)
	}
	if ok, err := s.Accepts([]byte(`"` + strings.Repeat("abcdefghijklmnopqr", 150) + `"`)); ok || err != nil {
		t.Error(ok, err)
	}
}

// TestTimeout counts on a pattern for which backtracking takes longer than anybody lives.
func TestTimeout(t *testing.T) {
	t.Parallel()
	text := []byte(`"` + strings.Repeat("a", 100) + `b"`)
	for _, doc := range []string{
		`{"pattern":"^(?=a)(a+)+$"}`, `{"not":{"pattern":"^(?=a)(a+)+$"}}`, `{"anyOf":[{"pattern":"^(?=a)(a+)+$"},{}]}`,
	} {
		s := compile(t, doc, nil)
		for range maxTimeouts + 2 {
			var undecided *UndecidedError
			if ok, err := s.Accepts(text); ok || !errors.As(err, &undecided) || !strings.Contains(err.Error(), "takes too long") {
				t.Errorf("%s: %v, %v", doc, ok, err)
			}
		}
	}
}

func TestGuess(t *testing.T) {
	t.Parallel()
	const doc = `{"items":{"pattern":"^\\p{Nonsense}$"},"patternProperties":{"\\p{Nonsense}":{},"^\\p{Nonsense}$":{}}}`
	var undecided *UndecidedError
	if ok, err := compile(t, doc, nil).Accepts([]byte(`["a"]`)); ok || !errors.As(err, &undecided) {
		t.Errorf("without guesses: %v, %v", ok, err)
	}
	if ok, err := compile(t, doc, nil).Accepts([]byte(`1`)); !ok || err != nil {
		t.Errorf("the pattern is not asked: %v, %v", ok, err)
	}
	a, b := compile(t, doc, &Options{GuessPatterns: true}), compile(t, `{"items":{"pattern":"^\\p{Nonsense}$","minLength":0}}`, &Options{GuessPatterns: true})
	want := []string{`\p{Nonsense}`, `^\p{Nonsense}$`}
	if guessed := slices.Sorted(slices.Values(a.Guessed())); !slices.Equal(guessed, want) {
		t.Errorf("guessed %q", guessed)
	}
	yes := 0
	for i := range 200 {
		text := fmt.Appendf(nil, `["%d"]`, i)
		one, err := a.Accepts(text)
		if err != nil {
			t.Fatal(err)
		}
		if two, err := b.Accepts(text); one != two || err != nil {
			t.Errorf("%s: %v and %v, %v", text, one, two, err)
		}
		if one {
			yes++
		}
	}
	if yes < 50 || yes > 150 {
		t.Errorf("%d of 200 guesses are yes", yes)
	}
	regex := `{"format":"regex"}`
	if ok, err := compile(t, regex, &Options{Format: Assert}).Accepts([]byte(`"\\p{Nonsense}"`)); ok || !errors.As(err, &undecided) {
		t.Errorf("a text that may be a pattern: %v, %v", ok, err)
	}
	if ok, err := compile(t, regex, &Options{Format: Assert, GuessPatterns: true}).Accepts([]byte(`"\\p{Nonsense}"`)); !ok || err != nil {
		t.Errorf("the same with guesses: %v, %v", ok, err)
	}
	if ok, err := compile(t, regex, &Options{Format: Assert}).Accepts([]byte(`"(?!a)"`)); !ok || err != nil {
		t.Errorf("a text that is a pattern: %v, %v", ok, err)
	}
}

// TestTranslation compares Go's engine, with what toRE2 makes of a pattern, with the other one.
func TestTranslation(t *testing.T) {
	t.Parallel()
	parts := []string{
		"a", "b", "é", "😀", ".", "^", "$", "|", "(", "(?:", ")", "[", "[^", "]", "-", "*", "+", "?", "{2}", "{1,}", "{", "}", ",", ":",
		`\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, `\n`, `\r`, `\t`, `\v`, `\f`, `\x41`, `\u0062`, `\u{1F600}`, `\.`, `\\`, `\-`, `\]`, `\[`, `\/`,
	}
	texts := []string{"", "a", "b", "ab", "ba", "aab", "é", "😀", "1", "_", " ", "\n", "\r", "\u2028", "\u00a0", "a\n", "-", "]", "[", "\\", ".", "A", "a-b", "{", "1,", ":"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 8).Draw(t, "parts"), "")
		translated, ok := toRE2(text)
		var p pattern
		if !ok || !p.tryLinear(translated, maxProgram) {
			return
		}
		other, err := regexp2.Compile(corrected(text), regexp2.ECMAScript|regexp2.Unicode)
		if err != nil {
			return
		}
		pair := rapid.SliceOfN(rapid.SampledFrom(texts), 2, 2)
		for range 8 {
			in := strings.Join(pair.Draw(t, "text"), "")
			want, err := other.MatchString(in)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.linear.MatchString(in); got != want {
				t.Fatalf("%q, translated %q, on %q: %v, want %v", text, translated, in, got, want)
			}
		}
	})
}
