package targets

import (
	"unicode/utf8"
)

// size returns the length of a text in a unit: bytes of UTF-8, chars (code points) or utf16 (what JavaScript counts).
func size(s, unit string) int {
	switch unit {
	case "bytes":
		return len(s)
	case "utf16":
		n := 0
		for _, r := range s {
			n += utf16Len(r)
		}
		return n
	}
	return utf8.RuneCountInString(s)
}

// utf16Len returns how many UTF-16 units a character takes.
func utf16Len(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// head returns the longest beginning of a text that has at most n units and splits no character. JavaScript would keep
// half of a surrogate pair, which is no text any more once it is sent.
func head(s string, n int, unit string) string {
	used := 0
	for i, r := range s {
		step := 1
		switch unit {
		case "bytes":
			// The bytes of an ill-formed sequence decode as one U+FFFD each, so its width is not that of its rune.
			_, step = utf8.DecodeRuneInString(s[i:])
		case "utf16":
			step = utf16Len(r)
		}
		if used += step; used > n {
			return s[:i]
		}
	}
	return s
}

// tail returns the longest end of a text that has at most n units and splits no character.
func tail(s string, n int, unit string) string {
	at, used := len(s), 0
	for at > 0 {
		r, width := utf8.DecodeLastRuneInString(s[:at])
		step := 1
		switch unit {
		case "bytes":
			step = width
		case "utf16":
			step = utf16Len(r)
		}
		if used += step; used > n {
			break
		}
		at -= width
	}
	return s[at:]
}

// apply returns what the rule leaves of a text.
func (r *textRule) apply(s string) string {
	switch {
	case !r.shown():
		return ""
	case s == "":
		return r.Empty
	case r.Max == 0 || size(s, r.Unit) <= r.Max:
		return s
	}
	return head(s, r.Max, r.Unit) + r.Suffix
}
