package include

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, text string
		want          truth
	}{
		{"b", "abc", yes},
		{"^b", "abc", no},
		{`^\d{3}-\w+$`, "123-a_", yes},
		{`^\d{3}-\w+$`, "123-", no},
		{`^[^a-c]$`, "d", yes},
		{`\bx\b`, "a x b", yes},
		{"", "", yes},
		{"x*", "\r", yes},
		// Of what is not ASCII, engines disagree on what is a letter, a digit, a space or one character.
		{`^\w$`, "ü", maybe},
		{`^[\w-]+$`, "naïve", maybe},
		{`\W`, "ü", maybe},
		{`^\d+$`, "٣", maybe},
		{`^[^\D]$`, "３", maybe},
		{`\bk`, "ük", maybe},
		{`k\B`, "kü", maybe},
		{`^\S+$`, "é", maybe},
		{`^[^a-c]$`, "é", maybe},
		{`^.$`, "é", maybe},
		{`^.$`, "😀", maybe},
		{`^[^x]$`, "😀", maybe},
		{`^[a-z]+$`, "é", no},
		{`^\w+$`, "a_1", yes},
		{`^\w+$`, "a b", no},
		{`^\d`, "x", no},
		// White space, and where a line ends.
		{`a\sb`, "a b", yes},
		{`a\sb`, "a\tb", yes},
		{`a\sb`, "a\u00a0b", maybe},
		{`a\sb`, "a\x1cb", maybe},
		{`a[^\S]b`, "a\vb", maybe},
		{`a.b`, "a\rb", maybe},
		{`a.b`, "axb", yes},
		{`^\.$`, ".", yes},
		{`k$`, "k\n", maybe},
		{`k$`, "k\r", maybe},
		{`k$`, "k\u2028", maybe},
		{`^k`, "j\nk", maybe},
		{`(^|,)k`, "j\nk", maybe},
		{`k[\n]$`, "k\n", maybe},
		{"k", "j\nk", yes},
		{`[$^]`, "j\n", no},
		{`\$`, "j\n", no},
		{`k\b`, "k\n", yes},
		{`\B`, "", maybe},
		{`\B`, "kk", yes},
		{`^$`, "", yes},
		// Patterns that are read in several ways, or by some engines only.
		{"[]a]", "a", maybe},
		{"[^]", "a", maybe},
		{"a{,2}", "a{,2}", maybe},
		{"a{1", "a{1", maybe},
		{"}", "}", maybe},
		{`\pL`, "a", maybe},
		{`\x41`, "A", maybe},
		{`\u0041`, "A", maybe},
		{`\Aa`, "a", maybe},
		{`(?i)a`, "A", maybe},
		{`(?P<n>a)`, "a", maybe},
		{`(?=a)a`, "a", maybe},
		{`[[:alpha:]]`, "a", maybe},
		{`[a&&b]`, "a", maybe},
		{`^*a`, "a", maybe},
		{`^{2}a`, "a", maybe},
		{`\b*`, "a", maybe},
		{`a\B?`, "a", maybe},
		{`a$?`, "a", maybe},
		{`a{2}{3}`, "a", maybe},
		{`a\vb`, "a\vb", maybe},
		{`a\-b`, "a-b", maybe},
		{`[a\-b]`, "-", yes},
		{`[\d-z]`, "5", maybe},
		{`[\d-]`, "-", yes},
		{`a\Z`, "a", maybe},
		{`a\z`, "a", maybe},
		{`(?m)^a`, "a", maybe},
		{`(?<!b)a`, "a", maybe},
		{`(a)\1`, "aa", maybe},
		{`\$*a`, "$$a", yes},
		{`é`, "é", maybe},
		{`(a`, "a", maybe},
		{`a\`, "a", maybe},
		{`[a`, "a", maybe},
		{`x{2000}`, "x", maybe},
		{`\\^*`, `\`, maybe},
	} {
		if got := newPattern(c.pattern).matches(c.text); got != c.want {
			t.Errorf("%q on %q: got %v, want %v", c.pattern, c.text, got, c.want)
		}
	}
	if got := newPattern(strings.Repeat("a", 20_000)).matches("b"); got != maybe {
		t.Errorf("a pattern that is too long: %v", got)
	}
}

// TestSample makes strings for patterns of the kinds that schemas have, at lengths that they allow.
func TestSample(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern  string
		from, to int
	}{
		{`^[a-z][a-z0-9_-]{0,62}$`, 1, 63},
		{`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, 10, 10},
		{`^(GET|POST|DELETE)$`, 3, 6},
		{`^https?://[^\s/]+(/[^\s]*)?$`, 9, 200},
		{`^([A-Z]+\.)*[A-Z]+$`, 1, 90},
		{`^v?\d+\.\d+\.\d+(-[a-z]+)?$`, 5, 40},
		{`^(?:[a-f0-9]{2}:){5}[a-f0-9]{2}$`, 17, 17},
		{`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`, 4, 7},
		{`secret`, 6, 300},
		{`^\+?[1-9]\d{1,14}$`, 2, 16},
	} {
		for _, n := range []int{c.from, (c.from + c.to) / 2, c.to} {
			q := newPattern(c.pattern)
			hit := false
			for round := range 24 {
				for _, v := range q.sample(n, round) {
					hit = hit || q.matches(v) == yes && runes(v) >= n-3 && runes(v) <= c.to
				}
			}
			if !hit {
				t.Errorf("%s: no string of about %d characters", c.pattern, n)
			}
		}
	}
	for _, pattern := range []string{`((((a{200}){200}){200}){200})`, `(a*)*`, `(((a|b)*|c)*|d)*`} {
		for _, v := range newPattern(pattern).sample(5, 3) {
			if len(v) > 8*maxText {
				t.Errorf("%s: a string of %d characters", pattern, len(v))
			}
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6",
		"uri", "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex"} {
		seen := map[string]bool{}
		for n := range 60 {
			v := samples(format, n)[0]
			if conforms(format, v) != yes {
				t.Errorf("%s: %q is said to be %v", format, v, conforms(format, v))
			}
			seen[v] = true
		}
		if len(seen) < 50 {
			t.Errorf("%s: only %d different ones", format, len(seen))
		}
		refused := false
		for _, v := range misfits() {
			refused = refused || conforms(format, v) == no
		}
		if !refused {
			t.Errorf("%s: nothing is refused", format)
		}
	}
	if samples("int32", 0) != nil || conforms("int32", "x") != maybe {
		t.Error("a format of no draft is known")
	}
}

// TestSame runs decisions again: what comes out must not depend on the order of maps.
func TestSame(t *testing.T) {
	t.Parallel()
	a := read2020(t, `{"type":"object","required":["a","b","c"],"properties":{"a":{"minimum":1},"b":{"type":"string"},"c":{},"d":{"type":"null"}},"minProperties":6,"patternProperties":{"^x":{"type":"integer"},"y$":{}}}`)
	b := read2020(t, `{"type":"object","required":["a","d"],"properties":{"a":{"minimum":2},"b":{"type":"string"},"c":{},"d":{"type":"null"}},"additionalProperties":{"maximum":5}}`)
	first := Decide(a, b, nil)
	if first.AinB != No || first.BinA != No {
		t.Fatalf("%+v", first)
	}
	for range 20 {
		if again := Decide(a, b, nil); !reflect.DeepEqual(first, again) {
			t.Fatalf("%s\n%s", fmt.Sprintf("%+v", first), fmt.Sprintf("%+v", again))
		}
	}
}

// TestEngines goes through values that some engines find a pattern in and some do not: neither is ever relied on.
func TestEngines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, a, b string
		ab, ba     Answer
	}{
		{"a letter outside of ASCII", `{"enum":["ö","o"],"pattern":"^\\w$"}`, `{"const":"o"}`, Unknown, Yes},
		{"no letter in ASCII", `{"enum":["ö","-"],"pattern":"^\\W$"}`, `{"const":"-"}`, Unknown, Yes},
		{"a digit outside of ASCII", `{"enum":["٣","3"],"pattern":"^\\d$"}`, `{"const":"3"}`, Unknown, Yes},
		{"a set with a digit outside of ASCII", `{"enum":["٣","3"],"pattern":"^[\\d.]+$"}`, `{"const":"3"}`, Unknown, Yes},
		{"a line end at the end", `{"enum":["k\n","k"],"pattern":"^k$"}`, `{"const":"k"}`, Unknown, Yes},
		{"a line end in the middle", `{"enum":["j\nk","k"],"pattern":"^k"}`, `{"const":"k"}`, Unknown, Yes},
		{"a word that ends outside of ASCII", `{"enum":["kö","k"],"pattern":"k\\b"}`, `{"const":"k"}`, Unknown, Yes},
		{"nothing has no inside", `{"enum":["","-"],"pattern":"\\B"}`, `{"enum":["","-"]}`, Yes, Unknown},
		{"a name outside of ASCII", `{"type":"object","propertyNames":{"const":"ö"},"patternProperties":{"^\\w":false}}`, `{"type":"object","propertyNames":{"const":"ö"}}`, Yes, Unknown},
		{"a name with a line end", `{"type":"object","properties":{"k\n":{}},"patternProperties":{"^k$":{}},"additionalProperties":false,"required":["k\n"]}`,
			`{"type":"object","properties":{"k\n":{}},"patternProperties":{"^k$":false},"additionalProperties":false,"required":["k\n"]}`, Unknown, Yes},
		{"letters of ASCII", `{"enum":["+","o"],"pattern":"^\\w$"}`, `{"const":"o"}`, Yes, Yes},
		{"a line end that nothing looks at", `{"enum":["k\n","j"],"pattern":"k"}`, `{"const":"k\n"}`, Yes, Yes},
		{"no letter is needed for a difference", `{"type":"string","pattern":"^\\W+$","minLength":1}`, `{"type":"string","pattern":"^\\W+$","minLength":2}`, No, Yes},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := Decide(read2020(t, c.a), read2020(t, c.b), nil)
			if r.AinB != c.ab || r.BinA != c.ba {
				t.Fatalf("%s\n%s\ngot %v and %v, %q, witnesses %s and %s", c.a, c.b, r.AinB, r.BinA, r.Reason, r.WitnessAnotB, r.WitnessBnotA)
			}
			for _, w := range [][]byte{r.WitnessAnotB, r.WitnessBnotA} {
				if (c.ab == No || c.ba == No) && bytes.ContainsFunc(w, func(r rune) bool { return r > '~' }) {
					t.Errorf("%s may be no witness to some engines", w)
				}
			}
		})
	}
}
