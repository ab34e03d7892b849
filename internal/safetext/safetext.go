// Package safetext makes text of strangers (tools, servers, documents) fit to be shown: on a terminal, where it could
// move the cursor, set the title or fill the clipboard, and to a reader, whom invisible and reordering characters
// deceive.
//
// One rule, [Hostile], says which characters those are. [Line] spells them out, so that what a text holds can be seen;
// [Plain] takes them away, for the output of programs that meant them for a terminal.
package safetext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hostile reports whether a character steers a terminal, ends a line, reorders the text around it or cannot be seen.
// Zero-width joiners and non-joiners are not hostile, since Devanagari, Persian and emoji need them, and neither are the
// marks of Arabic and Syriac that are drawn around a number.
func Hostile(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029':
		return true
	case r < 0x80, r == '\u200c', r == '\u200d':
		return false
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

func harmless(s string) bool { return utf8.ValidString(s) && strings.IndexFunc(s, Hostile) < 0 }

// Line returns s in one line with every hostile character and every byte that is no UTF-8 spelled as an escape: \n, \r
// and \t, \u202e, \U000e0041, \xff. Text without any comes back unchanged, and so does what Line returned before.
func Line(s string) string {
	if harmless(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case !Hostile(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += size
	}
	return b.String()
}

// Plain returns s in one line without the escape sequences (colours, cursor moves, window titles, links, clipboard
// access) and the other hostile characters in it. Tabs and line breaks become blanks, bytes that are no UTF-8 become
// U+FFFD. Text without any of these comes back unchanged, and so does what Plain returned before.
func Plain(s string) string {
	if harmless(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if n := sequence(s[i:], r); n > 0 {
			i += n
			continue
		}
		i += size
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case !Hostile(r):
			b.WriteRune(r) // RuneError of a bad byte becomes U+FFFD here
		}
	}
	return b.String()
}
