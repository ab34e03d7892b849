package hf

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// pieces returns the matches of an expression and what is between them, a / in front of the matches.
func pieces(p *pattern, text string) []string {
	var out []string
	s := split{pattern: p}
	for part := range s.parts(&matcher{pattern: p, text: []byte(text)}) {
		piece := text[part.start:part.end]
		if part.match {
			piece = "/" + piece
		}
		out = append(out, piece)
	}
	return out
}

// The wanted pieces are those of the reference's matcher.
func TestExpressions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ expression, text, want string }{
		{`a|ab`, "ab", "/a b"},
		{`ab|a`, "aab", "/a /ab"},
		{`[a-c]+b`, "cabcab!", "/cabcab !"},
		{`[a-c]++b`, "cab!cab", "cab!cab"},
		{`a{2}`, "aaaaa", "/aa /aa a"},
		{`a{1,3}`, "aaaaa", "/aaa /aa"},
		{`a{2,}`, "aaa_a", "/aaa _a"},
		{`\s+(?!\S)|_`, "a   b_  ", "a /    b /_ /  "},
		{`a(?=b)`, "aab", "a /a b"},
		{`\s+$`, "a \nb \n", "a /  \nb / \n"},
		{`(?i:'S|'re)`, "'s'ſ'Re'x", "/'s /'ſ /'Re 'x"},
		{`x(?:ab|c)?y`, "xaby xcy xy xay", "/xaby   /xcy   /xy  xay"},
		{`[\p{L}&&[^\p{Lu}]]+`, "aBcd", "/a B /cd"},
		{`[^[a-b]c]`, "abcd", "abc /d"},
		{`[\p{^L}]\P{L}`, "a12b", "a /12 b"},
		{`\u4e2d\x41\x{1F600}`, "中A😀", "/中A😀"},
		{`[\-\]\\.]+`, `a-]\.b`, `a /-]\. b`},
		{`.`, "a\nb", "/a \n /b"},
		{`\w+`, "x½_²9④\u200d", "/x½_²9 ④\u200d"},
		{`\d`, "1½٣", "/1 ½ /٣"},
		{`\p{Han}+`, "中a\U0002EBF0", "/中 a /\U0002EBF0"},
	} {
		p, err := compile(test.expression)
		if err != nil {
			t.Errorf("%s: %v", test.expression, err)
			continue
		}
		if got := strings.Join(pieces(p, test.text), " "); got != test.want {
			t.Errorf("%s on %q: %q, want %q", test.expression, test.text, got, test.want)
		}
	}
}

func TestExpressionErrors(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		``:                               "may match nothing",
		`a|`:                             "may match nothing",
		`a*`:                             "may match nothing",
		`a?(?=b)`:                        "may match nothing",
		`a**`:                            "* is not supported here",
		`a+?`:                            "? is not supported here",
		`a{1,3}+`:                        "+ is not supported here",
		`a{,3}`:                          "{ without a number",
		`a{3,2}`:                         "a repetition is",
		`a{999}`:                         "a repetition is",
		`(?<!a)b`:                        "(?< is not supported",
		`(?m:a)`:                         "(?m is not supported",
		`(?!ab)c`:                        "more than one character",
		`((a)b)`:                         "a group in a group",
		`(a+)`:                           "repetition in a group",
		`(a|)`:                           "an empty alternative",
		`(a`:                             "a group is not closed",
		`(a)+`:                           "+ is not supported here",
		`(?i:ss)`:                        "ss, ff, fi, fl and st",
		`(?i:é)`:                         "only ASCII",
		`[a`:                             "a class is not closed",
		`[]a]`:                           "an empty class",
		`[[:alpha:]]`:                    "[: is not supported",
		`[z-a]`:                          "a range is empty",
		`[\s-a]`:                         "- behind a class",
		`[a-\s]`:                         "a range is empty or ends in a class",
		`[&&a]`:                          "&& without a left side",
		`[[[[[[[[[[[a]]]]]]]]]]]`:        "nested too deeply",
		`a\`:                             "ends in a backslash",
		`\b`:                             `\b is not supported`,
		`\1`:                             `\1 is not supported`,
		`\pL`:                            `\p without {…}`,
		`\p{L`:                           `\p{ is not closed`,
		`\p{Elvish}`:                     `property "Elvish" is not supported`,
		`\xff`:                           "is not a character",
		`\x4`:                            "hexadecimal digits",
		`^a`:                             "^ is not supported here",
		`a)`:                             ") is not supported here",
		`\s*\s*a`:                        "two repetitions without limit",
		`\s{2,}a`:                        "with something behind it",
		`a{0,99}b{0,99}c`:                "may take too long",
		strings.Repeat("a|", 40) + "a":   "more than 32 alternatives",
		strings.Repeat("a", 40):          "more than 32 elements",
		`(` + strings.Repeat("a", 999):   "the group is too long",
		strings.Repeat("a", 10_001):      "longer than 10000 bytes",
		"\xff":                           "not UTF-8",
		`a` + string(rune(0x80)) + `[\x`: "hexadecimal",
	} {
		if _, err := compile(expression); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want %q", expression, err, want)
		}
	}
}

// TestExpressionsTile holds expressions as models use them against what they promise: every character is in a
// piece, and no text makes matching look at its characters again and again. The latter would show as a test that
// does not end, on the run of blanks.
func TestExpressionsTile(t *testing.T) {
	t.Parallel()
	for _, expression := range []string{
		gpt2Words,
		`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{M}]*[\p{Ll}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{M}]+|\s*[\r\n]|\s|[^\s]`,
		`\s*[\r\n]|\s|\S`,
	} {
		p, err := compile(expression)
		if err != nil {
			t.Fatal(err)
		}
		for _, unit := range []string{"a", "A", " ", "\n", " \n", "'", "'s", "A\u0301", "中", "1", "\xff", "- "} {
			text := strings.Repeat(unit, 3_000)
			if unit == " " {
				text = strings.Repeat(unit, 300_000)
			}
			for _, end := range []string{"", "x"} {
				if got := strings.ReplaceAll(strings.Join(pieces(p, text+end), ""), "/", ""); got != text+end {
					t.Errorf("%s: the pieces of %q repeated do not make the text", expression, unit)
				}
			}
		}
	}
}

func FuzzCompile(f *testing.F) {
	f.Add(gpt2Words, "it's 12 a\n")
	f.Add(`[a-c&&[^b]]+(?:x|y)?|\s+$`, " ab\n")
	f.Add(`(?i:'ll)|\p{^Lu}{1,3}\u4e2d*`, "'LL中")
	f.Fuzz(func(t *testing.T, expression, text string) {
		p, err := compile(expression)
		if err != nil || len(text) > 1<<12 {
			return
		}
		// Every match ends behind its beginning, in order, on borders of characters.
		m := matcher{pattern: p, text: []byte(text)}
		for at := 0; ; {
			start, end := m.next(at)
			if start < 0 {
				break
			}
			if start < at || end <= start || end > len(text) || utf8.ValidString(text) && !utf8.ValidString(text[start:end]) {
				t.Fatalf("match %d to %d after %d in %q", start, end, at, text)
			}
			at = end
		}
	})
}

// TestMemo compares matching that remembers what was in vain with matching that starts afresh.
func TestMemo(t *testing.T) {
	t.Parallel()
	var patterns []*pattern
	for _, e := range []string{`[ab]*[bc]c|b`, `a?[ab]+(?=c)|\s+(?!\S)|\s`, `\s*[\r\n]+|\s`, `[a-c]*+c|[ab]+(?!b)`} {
		p, err := compile(e)
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, p)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(patterns).Draw(t, "pattern")
		text := []byte(rapid.StringOfN(rapid.SampledFrom([]rune("aabbc \n")), 0, 60, -1).Draw(t, "text"))
		var got, want []int
		m := matcher{pattern: p, text: text}
		for at := 0; at >= 0; {
			start, end := m.next(at)
			got = append(got, start, end)
			at = end
		}
		for at := 0; at >= 0; {
			fresh := matcher{pattern: p, text: text}
			start, end := fresh.next(at)
			want = append(want, start, end)
			at = end
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}
