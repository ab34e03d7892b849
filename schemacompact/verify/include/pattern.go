package include

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// longestPattern and longestSubject are how many bytes of a pattern, and of what it is tried on, are looked at.
const (
	longestPattern = 10_000
	longestSubject = 100_000
)

// newPattern compiles a pattern. Strings can be made from all that can be parsed; what is in a pattern can only be said of
// those that mean the same in RE2, in ECMA-262 with whichever flags, and in the engines of other languages.
func newPattern(text string) *predicate {
	q := &predicate{class: patternPredicate, name: text}
	if len(text) > longestPattern {
		return q
	}
	var err error
	if q.tree, err = syntax.Parse(text, syntax.Perl); err != nil {
		q.tree = nil
		return q
	}
	traits, ok := common(text)
	if !ok {
		return q
	}
	if q.re, err = regexp.Compile(text); err != nil {
		q.re = nil
		return q
	}
	q.traits = traits
	switch q.tree.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest: // found at the start, with nothing in it
		q.trivial = true
	}
	return q
}

// matches says whether a pattern is found in a string, if all engines agree on it.
func (q *predicate) matches(s string) truth {
	if q.trivial {
		return yes
	}
	if q.re == nil || len(s) > longestSubject || s == "" && q.traits.inner {
		return maybe
	}
	for _, r := range s {
		if q.traits.splits(r) {
			return maybe
		}
	}
	return known(q.re.MatchString(s))
}

// traits are what is in a pattern that engines read alike for some strings and not for others. The zero value is nothing
// of the kind.
type traits struct {
	// wide is whether there is a dot, a negated set, or an escape such as \w or \b. Of a character outside of ASCII, engines
	// disagree on whether it is a letter, a digit or a space, and some take each of its bytes for one.
	wide bool
	// spaces is whether there is \s, \S or a dot. Which control characters are space, and which end a line, differs.
	spaces bool
	// lines is whether there is ^ or $. Some engines find $ before a line end at the end, or both at every line.
	lines bool
	// inner is whether there is \B, which some engines do not find in the empty string.
	inner bool
}

// splits reports whether engines disagree on a pattern with these traits once a character is in the string.
func (t traits) splits(r rune) bool {
	switch {
	case r > 0xFFFF: // two characters in UTF-16
		return true
	case r >= utf8.RuneSelf && t.wide:
		return true
	case t.spaces && r < ' ' && r != '\t' && r != '\f':
		return true
	}
	return t.lines && (r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029')
}

// common reports whether a pattern is spelled with what engines read alike, and on which strings they do not.
func common(p string) (t traits, ok bool) {
	const (
		outside = `dDwWsSnrtf^$\.*+?()[]{}|/bB`
		inside  = `dDwWsSnrtf^$\.*+?()[]{}|/-`
	)
	class := false
	anchor, set := false, false // what stands before is one, or is an escape for several characters
	for i := 0; i < len(p); i++ {
		c, afterAnchor, afterSet := p[i], anchor, set
		anchor, set = false, false
		switch {
		case c > 0x7E || c < ' ': // outside of ASCII the modes of ECMA-262 count differently
			return t, false
		case c == '\\':
			i++
			allowed := outside
			if class {
				allowed = inside
			}
			if i == len(p) || strings.IndexByte(allowed, p[i]) < 0 {
				return t, false
			}
			set = strings.IndexByte("dDwWsS", p[i]) >= 0
			anchor = p[i] == 'b' || p[i] == 'B'
			t.wide = t.wide || set || anchor
			t.spaces = t.spaces || p[i] == 's' || p[i] == 'S'
			t.inner = t.inner || p[i] == 'B'
		case class:
			switch c {
			case ']':
				class = false
			case '[', '&', '~': // of a nested set, in some engines
				return t, false
			case '-':
				if afterSet && !strings.HasPrefix(p[i+1:], "]") { // a range from several characters
					return t, false
				}
			}
		case c == '[':
			class = true
			rest := strings.TrimPrefix(p[i+1:], "^")
			if strings.HasPrefix(rest, "]") {
				return t, false // a set of nothing, or one that has a bracket in it
			}
			t.wide = t.wide || p[i+1:] != rest
		case c == ']' || c == '}':
			return t, false
		case (c == '{' || c == '*' || c == '+' || c == '?') && afterAnchor:
			return t, false // where something is cannot be repeated everywhere
		case c == '{':
			n := repetition(p[i:])
			if n == 0 {
				return t, false
			}
			i += n - 1
		case c == '(' && strings.HasPrefix(p[i:], "(?") && !strings.HasPrefix(p[i:], "(?:"):
			return t, false
		case c == '^' || c == '$':
			anchor, t.lines = true, true
		case c == '.':
			t.wide, t.spaces = true, true
		}
	}
	return t, !class
}

// repetition returns the length of a repetition like {2,3} that a text begins with, or 0.
func repetition(p string) int {
	end := strings.IndexByte(p, '}')
	if end < 2 {
		return 0
	}
	low, high, _ := strings.Cut(p[1:end], ",")
	if low == "" || strings.Trim(low+high, "0123456789") != "" {
		return 0
	}
	return end + 1
}
