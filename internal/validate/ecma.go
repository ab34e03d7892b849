package validate

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// What ECMA-262 calls white space and line ends, as the inside of a class.
const (
	spaceClass   = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	lineEndClass = `\n\r\x{2028}\x{2029}`
)

// toRE2 puts a pattern of ECMA-262 into the words of Go's regexp. It says no to whatever could mean something else there,
// or nothing: its callers have another engine for that.
func toRE2(pattern string) (string, bool) {
	t := translator{in: pattern}
	ok := t.all()
	return t.out.String(), ok
}

// A translator is one pass over a pattern. What is not special is copied.
type translator struct {
	in  string
	at  int
	out strings.Builder
}

// take moves over prefix, if it is next.
func (t *translator) take(prefix string) bool {
	if strings.HasPrefix(t.in[t.at:], prefix) {
		t.at += len(prefix)
		return true
	}
	return false
}

// all translates the pattern, or says that it cannot.
func (t *translator) all() bool {
	for t.at < len(t.in) {
		switch c := t.in[t.at]; {
		case c == '\\':
			if !t.escape(false) {
				return false
			}
		case t.take("."):
			t.out.WriteString("[^" + lineEndClass + "]")
		case t.take("["):
			if !t.class() {
				return false
			}
		case t.take("(?:"):
			t.out.WriteString("(?:")
		case strings.HasPrefix(t.in[t.at:], "(?"):
			// Looking around, names of groups (whose letters differ) and flags.
			return false
		default:
			t.at++
			t.out.WriteByte(c)
		}
	}
	return true
}

// class translates what stands behind an opening bracket.
func (t *translator) class() bool {
	negated := t.take("^")
	if t.take("]") {
		// Empty classes: [] matches nothing and [^] everything. Go would take the bracket for the first character.
		t.out.WriteString(map[bool]string{false: `[^\x{0}-\x{10ffff}]`, true: `[\x{0}-\x{10ffff}]`}[negated])
		return true
	}
	t.out.WriteByte('[')
	if negated {
		t.out.WriteByte('^')
	}
	for t.at < len(t.in) {
		switch c := t.in[t.at]; {
		case t.take("]"):
			t.out.WriteByte(']')
			return true
		case c == '\\':
			if !t.escape(true) {
				return false
			}
		case t.take("["):
			t.out.WriteString(`\[`) // [: opens a named class in Go
		default:
			t.at++
			t.out.WriteByte(c)
		}
	}
	return false
}

// escape translates an escape sequence, inside of a class or outside.
func (t *translator) escape(inClass bool) bool {
	if t.at+1 == len(t.in) {
		return false
	}
	c := t.in[t.at+1]
	t.at += 2
	switch {
	case c == 's' && inClass:
		if t.besideHyphen() {
			return false
		}
		t.out.WriteString(spaceClass)
	case c == 's':
		t.out.WriteString("[" + spaceClass + "]")
	case c == 'S' && !inClass:
		t.out.WriteString("[^" + spaceClass + "]")
	case strings.IndexByte("dDwW", c) >= 0:
		if inClass && t.besideHyphen() {
			return false
		}
		t.out.WriteString(`\` + string(c))
	case strings.IndexByte("bB", c) >= 0:
		if inClass {
			return false
		}
		t.out.WriteString(`\` + string(c))
	case strings.IndexByte("fnrtv", c) >= 0:
		t.out.WriteString(`\` + string(c))
	case c == 'x' || c == 'u':
		r, ok := t.codePoint(c)
		if !ok {
			return false
		}
		fmt.Fprintf(&t.out, `\x{%x}`, r)
	case strings.IndexByte(`^$\.*+?()[]{}|/-`, c) >= 0:
		t.out.WriteString(`\` + string(c))
	default:
		// Properties, groups, octal and control characters, and letters that mean something to one dialect only.
		return false
	}
	return true
}

// besideHyphen tells whether the class escape that was just read could be the end of a range, which dialects read
// differently.
func (t *translator) besideHyphen() bool {
	before := t.at - 3
	return strings.HasPrefix(t.in[t.at:], "-") && !strings.HasPrefix(t.in[t.at:], "-]") ||
		t.in[before] == '-' && t.in[before-1] != '['
}

// codePoint reads the rest of \xHH, \uHHHH, a pair of surrogates or \u{H…}.
func (t *translator) codePoint(kind byte) (rune, bool) {
	if kind == 'x' {
		return t.hex(2)
	}
	if t.take("{") {
		end := strings.IndexByte(t.in[t.at:], '}')
		if end < 1 {
			return 0, false
		}
		r, ok := t.hex(end)
		t.at++
		return r, ok && r <= 0x10ffff && !utf16.IsSurrogate(r)
	}
	r, ok := t.hex(4)
	if ok && utf16.IsSurrogate(r) {
		if !t.take(`\u`) {
			return 0, false
		}
		low, _ := t.hex(4)
		r = utf16.DecodeRune(r, low)
		return r, r != 0xfffd
	}
	return r, ok
}

// hex reads n hexadecimal digits.
func (t *translator) hex(n int) (rune, bool) {
	if t.at+n > len(t.in) {
		return 0, false
	}
	r, err := strconv.ParseUint(t.in[t.at:t.at+n], 16, 31)
	t.at += n
	return rune(r), err == nil
}
