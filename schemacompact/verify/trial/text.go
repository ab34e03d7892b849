package trial

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMatch bounds the steps that matching a string may take: instructions of the pattern times bytes of the string.
const maxMatch = 4 << 20

// maxPattern is the length of patterns, in bytes, from which on no strings are made for them.
const maxPattern = 10_000

// A writer makes strings for patterns. It remembers the patterns that it has seen.
type writer struct {
	compiled map[string]*regexp.Regexp // nil for those that Go does not read
	sizes    map[string]int            // of their programs
	samples  map[string][]string
}

// newWriter returns a writer that has seen no pattern.
func newWriter() *writer {
	return &writer{compiled: map[string]*regexp.Regexp{}, sizes: map[string]int{}, samples: map[string][]string{}}
}

// regexp returns the expression for a pattern in the engine that is at hand. It only chooses strings, so it need not mean
// quite the same as that of the validator.
func (w *writer) regexp(pattern string) *regexp.Regexp {
	re, known := w.compiled[pattern]
	if !known {
		plain := plainer(pattern)
		if tree, err := syntax.Parse(plain, syntax.Perl); err == nil {
			if prog, err := syntax.Compile(tree.Simplify()); err == nil {
				w.sizes[pattern] = len(prog.Inst)
			}
			re, _ = regexp.Compile(plain)
		}
		w.compiled[pattern] = re
	}
	return re
}

// matches reports whether a string matches a pattern, and yes if that is not known here.
func (w *writer) matches(pattern, s string) bool {
	re := w.regexp(pattern)
	if re == nil || w.sizes[pattern]*len(s) > maxMatch {
		return true
	}
	return re.MatchString(s)
}

// matching returns strings made from a pattern: short and long ones, and one for each alternative.
func (w *writer) matching(pattern string) []string {
	if out, known := w.samples[pattern]; known {
		return out
	}
	var out []string
	if parsed, err := syntax.Parse(plainer(pattern), syntax.Perl); err == nil && len(pattern) < maxPattern {
		for _, take := range []speller{{}, {more: 1}, {turn: 1, more: 1}, {turn: 2, more: 2}, {turn: 3}, {turn: 4}, {turn: 5}, {more: 7}, {more: 20}, {more: 50}} {
			take.spell(parsed)
			if s := take.out.String(); !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	for _, s := range []string{"a", "A1", "1", "a-1", "a_b", "abc123", "https://example.com/a", "user@example.com", "2024-01-31", "#a1b2c3", "/a/b"} {
		if re := w.regexp(pattern); len(out) == 0 || re != nil && len(out) < 4 && re.MatchString(s) {
			if re == nil || re.MatchString(s) {
				out = append(out, s)
			}
		}
	}
	// What matches comes first: assertions inside a pattern, such as \b, are not looked at while spelling.
	slices.SortStableFunc(out, func(a, b string) int {
		return rank(w.matches(pattern, a)) - rank(w.matches(pattern, b))
	})
	w.samples[pattern] = out
	return out
}

// rank sorts what is good in front.
func rank(good bool) int {
	if good {
		return 0
	}
	return 1
}

// plainer rewrites what ECMA-262 has and Go has not, roughly: lookarounds are left out, \u is spelled \x.
func plainer(pattern string) string {
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i:]
		switch {
		case strings.HasPrefix(rest, `\u{`):
			out.WriteString(`\x{`)
			i += 2
		case strings.HasPrefix(rest, `\u`) && len(rest) >= 6:
			out.WriteString(`\x{` + rest[2:6] + `}`)
			i += 5
		case rest[0] == '\\' && len(rest) > 1:
			out.WriteString(rest[:2])
			i++
		case strings.HasPrefix(rest, "(?=") || strings.HasPrefix(rest, "(?!") || strings.HasPrefix(rest, "(?<=") || strings.HasPrefix(rest, "(?<!"):
			i += group(rest) - 1
		default:
			out.WriteByte(rest[0])
		}
	}
	return out.String()
}

// group returns the length of the parenthesis that a pattern begins with.
func group(pattern string) int {
	depth, class := 0, false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(pattern)
}

// A speller writes one string that an expression matches. Turn chooses among alternatives and characters, more is how
// often something is repeated beyond what it must be.
type speller struct {
	turn, more int
	out        strings.Builder
}

// spell writes for one expression. Assertions such as ^ and \b write nothing. The length is bounded on the way, since
// repetitions in repetitions multiply.
func (w *speller) spell(re *syntax.Regexp) {
	if w.out.Len() > 4000 {
		return
	}
	times := func(least, most int) {
		n := least + w.more
		if most >= 0 {
			n = min(n, most)
		}
		for range n {
			w.spell(re.Sub[0])
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			w.out.WriteRune(c)
		}
	case syntax.OpCharClass:
		w.out.WriteRune(w.char(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.out.WriteByte("axQ7"[w.turn%4])
	case syntax.OpStar:
		times(0, -1)
	case syntax.OpPlus:
		times(1, -1)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	case syntax.OpCapture:
		w.spell(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			w.spell(sub)
		}
	case syntax.OpAlternate:
		w.spell(re.Sub[w.turn%len(re.Sub)])
	}
}

// char takes a character out of a class, one that people would type if there is one.
func (w *speller) char(ranges []rune) rune {
	var typed []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for _, c := range []rune{'a', 'b', 'z', 'A', 'Z', '0', '1', '9', '_', '-', '.', ranges[i], ranges[i+1]} {
			if c >= ranges[i] && c <= ranges[i+1] && utf8.ValidRune(c) && unicode.IsPrint(c) {
				typed = append(typed, c)
			}
		}
	}
	if len(typed) > 0 {
		return typed[w.turn%len(typed)]
	}
	if len(ranges) > 0 && utf8.ValidRune(ranges[0]) {
		return ranges[0]
	}
	return 'a'
}

// length counts as schemas do.
func length(s string) int { return utf8.RuneCountInString(s) }

// plainText makes a string of n characters; turn makes it differ from others.
func plainText(n, turn int) string {
	if n > maxChars {
		n = maxChars
	}
	return strings.Repeat(string(rune('a'+turn%26)), n)
}

// fitting returns strings for a shape, those that fit it first.
func (w *writer) fitting(sh *shape) []string {
	if sh.texts != nil {
		return sh.texts
	}
	var all []string
	for _, p := range sh.patterns {
		all = append(all, w.matching(p)...)
	}
	for _, f := range sh.formats {
		good, _ := formatSamples(f)
		all = append(all, good...)
	}
	if len(all) == 0 {
		n := max(1, sh.minLength)
		if sh.maxLength >= 0 {
			n = min(n, sh.maxLength)
		}
		for turn := range 4 {
			all = append(all, plainText(n, turn))
		}
	}
	var rest []string
	for _, s := range all {
		n := length(s)
		if n < sh.minLength || sh.maxLength >= 0 && n > sh.maxLength || slices.ContainsFunc(sh.patterns, func(p string) bool { return !w.matches(p, s) }) {
			rest = append(rest, s)
		} else {
			sh.texts = append(sh.texts, s)
		}
	}
	sh.texts = append(sh.texts, rest...)
	return sh.texts
}
