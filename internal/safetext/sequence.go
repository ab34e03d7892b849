package safetext

import "strings"

// sequence returns the length of the escape sequence that s begins with, 0 if there is none. A
// sequence that does not end swallows no more than its introducer, so that a stray escape cannot
// hide the rest of a line.
func sequence(s string, first rune) int {
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
