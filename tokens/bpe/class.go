package bpe

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// class is what the split patterns of the encodings can tell apart about a character. Bits, so
// that a set of classes is one test.
type class uint8

const (
	other    class = 1 << iota // punctuation, symbols, controls, unassigned
	upper                      // Lu, Lt
	lower                      // Ll
	caseless                   // Lm, Lo
	mark                       // M
	number                     // N
	space                      // White_Space except CR and LF
	newline                    // CR, LF

	letter = upper | lower | caseless
)

// asciiClasses is apart from the table of all characters because most text needs nothing else.
var asciiClasses = func() (t [utf8.RuneSelf]class) {
	for b := range t {
		switch r := rune(b); {
		case r == '\n' || r == '\r':
			t[b] = newline
		case r >= 'A' && r <= 'Z':
			t[b] = upper
		case r >= 'a' && r <= 'z':
			t[b] = lower
		case r >= '0' && r <= '9':
			t[b] = number
		case r == ' ' || r >= '\t' && r <= '\r':
			t[b] = space
		default:
			t[b] = other
		}
	}
	return t
}()

// allClasses is built when the first character beyond ASCII is met: a megabyte of table, one
// load instead of a search through the tables of package unicode for every such character.
var allClasses = sync.OnceValue(func() *[unicode.MaxRune + 1]class {
	t := new([unicode.MaxRune + 1]class)
	for i := range t {
		t[i] = other
	}
	for _, set := range []struct {
		class  class
		tables []*unicode.RangeTable
	}{
		{upper, []*unicode.RangeTable{unicode.Lu, unicode.Lt}},
		{lower, []*unicode.RangeTable{unicode.Ll}},
		{caseless, []*unicode.RangeTable{unicode.Lm, unicode.Lo}},
		{mark, []*unicode.RangeTable{unicode.M}},
		{number, []*unicode.RangeTable{unicode.N}},
		{space, []*unicode.RangeTable{unicode.White_Space}},
	} {
		for _, table := range set.tables {
			for _, r := range table.R16 {
				for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
					t[c] = set.class
				}
			}
			for _, r := range table.R32 {
				for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
					t[c] = set.class
				}
			}
		}
	}
	for _, r := range unicode16() {
		for c := r.first; c <= r.last; c++ {
			t[c] = r.class
		}
	}
	t['\n'], t['\r'] = newline, newline
	return t
})

// classAt returns the class of the character that starts at text[i] and its length in bytes,
// and 0, 0 at the end of the text. The text is valid UTF-8.
func classAt(text []byte, i int) (class, int) {
	if i >= len(text) {
		return 0, 0
	}
	if b := text[i]; b < utf8.RuneSelf {
		return asciiClasses[b], 1
	}
	r, size := utf8.DecodeRune(text[i:])
	return allClasses()[r], size
}

// skip returns the first position at or after i whose character is in none of the classes of set.
func skip(text []byte, i int, set class) int {
	for i < len(text) {
		c, size := classAt(text, i)
		if c&set == 0 {
			break
		}
		i += size
	}
	return i
}
