package verify

import (
	"net/url"
	"regexp/syntax"
	"strings"
)

// plainPattern reports whether a regular expression is one to every reader: to Go, and to those that follow ECMA-262
// with its flag u, which is stricter about what may stand unescaped and what may be repeated. What has lookaheads or
// other specialities is none, although some readers take it.
func plainPattern(p string) bool {
	if _, err := syntax.Parse(p, syntax.Perl); err != nil {
		return false
	}
	atom := false // there is something that a repetition can repeat
	for i := 0; i < len(p); {
		rest, width := p[i:], 1
		switch c := rest[0]; c {
		case '\\':
			if len(rest) < 2 || !strings.ContainsRune(`dDwWsSnrtfvbB^$\.*+?()[]{}|/`, rune(rest[1])) {
				return false
			}
			width, atom = 2, rest[1] != 'b' && rest[1] != 'B'
		case '[':
			if width = class(rest); width == 0 {
				return false
			}
			atom = true
		case '(':
			if strings.HasPrefix(rest, "(?") {
				if !strings.HasPrefix(rest, "(?:") {
					return false
				}
				width = 3
			}
			atom = false
		case '*', '+', '?', '{':
			if c == '{' {
				width = bounds(rest)
			}
			if !atom || width == 0 {
				return false
			}
			if strings.HasPrefix(rest[width:], "?") {
				width++
			}
			atom = false
		case '}', ']':
			return false
		case '|', '^', '$':
			atom = false
		default:
			atom = true
		}
		i += width
	}
	return true
}

// class returns the length of the character class that p begins with, or 0 if it is not plain.
func class(p string) int {
	i := 1
	if strings.HasPrefix(p[i:], "^") {
		i++
	}
	set := false // what stands before is a set, which cannot begin a range
	for first := true; i < len(p); first = false {
		rest, width, isSet := p[i:], 1, false
		switch rest[0] {
		case ']':
			if first {
				return 0
			}
			return i + 1
		case '[':
			return 0
		case '\\':
			if len(rest) < 2 || !strings.ContainsRune(`dDwWsSnrtfv^$\.*+?()[]{}|/-`, rune(rest[1])) {
				return 0
			}
			width, isSet = 2, strings.ContainsRune("dDwWsS", rune(rest[1]))
		case '-':
			if !first && set && !strings.HasPrefix(rest, "-]") {
				return 0
			}
			// A set cannot end a range either.
			if !first && len(rest) > 2 && rest[1] == '\\' && strings.ContainsRune("dDwWsS", rune(rest[2])) {
				return 0
			}
		}
		set = isSet
		i += width
	}
	return 0
}

// bounds returns the length of the {n}, {n,} or {n,m} that p begins with, or 0.
func bounds(p string) int {
	inside, _, ok := strings.Cut(p[1:], "}")
	least, most, _ := strings.Cut(inside, ",")
	if !ok || least == "" || strings.Trim(least, "0123456789") != "" || strings.Trim(most, "0123456789") != "" {
		return 0
	}
	return len(inside) + 2
}

// plainReference reports whether a text is a URI reference to every reader.
func plainReference(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("-._~:/?#@!$&'()*+,;=", c) >= 0:
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
		default:
			return false
		}
	}
	_, err := url.Parse(s)
	return err == nil && strings.Count(s, "#") <= 1
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// plainAnchor reports whether a text is a plain name to every draft that has $anchor.
func plainAnchor(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || !('0' <= c && c <= '9') && strings.IndexByte("-._", c) < 0) {
			return false
		}
	}
	return s != ""
}
