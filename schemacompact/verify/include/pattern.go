package include

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// newPattern compiles a pattern. Strings can be made from all that can be parsed; what is in a pattern can only be said of
// those that mean the same in RE2 and in ECMA-262, whichever flags are used there.
func newPattern(text string) *predicate {
	q := &predicate{class: patternPredicate, name: text}
	if len(text) > 10_000 {
		return q
	}
	var err error
	if q.tree, err = syntax.Parse(text, syntax.Perl); err != nil {
		q.tree = nil
		return q
	}
	if !common(text) {
		return q
	}
	if q.re, err = regexp.Compile(text); err != nil {
		q.re = nil
		return q
	}
	q.spaces = strings.Contains(text, ".") || strings.Contains(text, `\s`) || strings.Contains(text, `\S`)
	switch q.tree.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest: // found at the start, with nothing in it
		q.trivial = true
	}
	return q
}

// matches says whether a pattern is found in a string, if all engines agree on it. They differ on white space outside of
// ASCII and line ends, and on characters that are two in UTF-16.
func (q *predicate) matches(s string) truth {
	if q.trivial {
		return yes
	}
	if q.re == nil || len(s) > 100_000 {
		return maybe
	}
	for _, r := range s {
		if r > 0xFFFF || q.spaces && (r > 0x7F || r == '\v' || r == '\r' || r == '\n') {
			return maybe
		}
	}
	return known(q.re.MatchString(s))
}

// common reports whether a pattern is spelled with what RE2 and both modes of ECMA-262 read alike.
func common(p string) bool {
	class := false
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c > 0x7E || c < ' ': // outside of ASCII the modes of ECMA-262 count differently
			return false
		case c == '\\':
			i++
			allowed := `dDwWsSnrtfv^$\.*+?()[]{}|/-`
			if !class {
				allowed += "bB"
			}
			if i == len(p) || strings.IndexByte(allowed, p[i]) < 0 {
				return false
			}
		case class:
			switch c {
			case ']':
				class = false
			case '[', '&', '~': // of a nested set, in some engines
				return false
			}
		case c == '[':
			class = true
			rest := strings.TrimPrefix(p[i+1:], "^")
			if strings.HasPrefix(rest, "]") {
				return false // a set of nothing, or one that has a bracket in it
			}
		case c == ']' || c == '}':
			return false
		case c == '{':
			n := repetition(p[i:])
			if n == 0 {
				return false
			}
			i += n - 1
		case c == '(' && strings.HasPrefix(p[i:], "(?") && !strings.HasPrefix(p[i:], "(?:"):
			return false
		case (c == '*' || c == '+' || c == '?') && i > 0 && (p[i-1] == '^' || p[i-1] == '$') && !escaped(p, i-1):
			return false // an anchor that is repeated
		}
	}
	return !class
}

// escaped reports whether an odd number of backslashes stands before a byte.
func escaped(p string, i int) bool {
	n := 0
	for i--; i >= 0 && p[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
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
