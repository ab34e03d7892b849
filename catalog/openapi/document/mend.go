package document

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// mend returns JSON with U+FFFD for whatever is no Unicode in its strings: bytes that are not UTF-8, and halves of
// surrogate pairs. Nobody can read a schema with them, and in a tree they decode to just that. A file in Latin-1 has one
// for each letter with an accent.
func mend(text []byte) []byte {
	const mark = "\uFFFD"
	out := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		n := 1
		switch c := text[0]; {
		case c == '\\': // only strings have backslashes
			r, size := escaped(text)
			if n = size; r == utf8.RuneError {
				out, text = append(out, mark...), text[n:]
				continue
			}
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(text)
			if n = size; r == utf8.RuneError && size == 1 {
				out, text = append(out, mark...), text[n:]
				continue
			}
		default:
			if n = bytes.IndexFunc(text, func(r rune) bool { return r == '\\' || r >= utf8.RuneSelf }); n < 0 {
				n = len(text)
			}
		}
		out, text = append(out, text[:n]...), text[n:]
	}
	return out
}

// escaped returns how long the escape sequence at the start of a text is, a whole pair of surrogates being one. The rune
// is U+FFFD for a half of a pair, and else of no interest.
func escaped(text []byte) (r rune, size int) {
	first, ok := unit(text)
	if !ok {
		return 0, min(2, len(text))
	}
	if !utf16.IsSurrogate(first) {
		return 0, 6
	}
	if second, ok := unit(text[6:]); ok && utf16.DecodeRune(first, second) != utf8.RuneError {
		return 0, 12
	}
	return utf8.RuneError, 6
}

// unit reads a \u escape at the start of a text.
func unit(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(n), err == nil
}
