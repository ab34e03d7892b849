package proc

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sanitize makes one line of foreign text fit for a terminal and for a report. Escape sequences
// (colours, cursor moves, window titles, links, clipboard access) and control characters are
// removed, as are the invisible characters that reorder or hide text; tabs and line breaks become
// spaces, bytes that are no UTF-8 become U+FFFD. Text without any of these comes back unchanged.
// It is idempotent.
func Sanitize(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if n := escapeLen(s[i:], r); n > 0 {
			i += n
			continue
		}
		i += size
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case unicode.IsControl(r) || hidden(r):
		default:
			b.WriteRune(r) // RuneError of a bad byte becomes U+FFFD here
		}
	}
	return b.String()
}

func clean(s string) bool {
	for i, r := range s {
		if unicode.IsControl(r) || hidden(r) || r == '\u2028' || r == '\u2029' {
			return false
		}
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return false
		}
	}
	return true
}

// hidden reports bidirectional controls, the byte order mark and tag characters. Joiners stay:
// Devanagari and emoji need them.
func hidden(r rune) bool {
	switch {
	case r == '\u061C', r == '\u200B', r == '\u200E', r == '\u200F', r == '\u2060', r == '\uFEFF':
		return true
	case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
		return true
	case r >= 0xE0000 && r <= 0xE007F:
		return true
	}
	return false
}

// escapeLen returns the length of the escape sequence that s begins with, 0 if there is none. A
// sequence that does not end swallows no more than its introducer, so that a stray escape cannot
// hide the rest of a line.
func escapeLen(s string, first rune) int {
	var kind byte
	at := 2
	switch {
	case first == 0x1b && len(s) == 1:
		return 1
	case first == 0x1b:
		kind = s[1]
	case first == 0x9b: // C1 forms; two bytes in UTF-8
		kind = '['
	case first == 0x9d:
		kind = ']'
	case first == 0x90 || first == 0x98 || first == 0x9e || first == 0x9f:
		kind = 'P'
	default:
		return 0
	}
	switch kind {
	case '[': // CSI: parameters and intermediates, then one final byte
		for i := at; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return i + 1
			}
			if s[i] < 0x20 || s[i] > 0x7e {
				break
			}
		}
		return at
	case ']', 'P', 'X', '^', '_': // OSC, DCS and the like: a string up to BEL or ST
		for i := at; i < len(s); i++ {
			switch {
			case s[i] == 0x07:
				return i + 1
			case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\':
				return i + 2
			case strings.HasPrefix(s[i:], "\u009c"):
				return i + 2
			}
		}
		return at
	}
	if kind >= 0x20 && kind <= 0x2f { // nF, e.g. the selection of a character set
		for i := at; i < len(s); i++ {
			if s[i] >= 0x30 && s[i] <= 0x7e {
				return i + 1
			}
			if s[i] < 0x20 || s[i] > 0x2f {
				break
			}
		}
		return 1
	}
	if kind >= 0x30 && kind <= 0x7e {
		return 2
	}
	return 1
}
