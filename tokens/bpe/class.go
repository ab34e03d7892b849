package bpe

import "unicode/utf8"

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

// classBlocks is where the blocks of classTable begin, behind one byte for every 256 code points.
const classBlocks = (utf8.MaxRune + 1) / 256

// asciiClasses is apart from the table of all characters because most text needs nothing else. It has
// the size of all bytes, which spares a check at every access; the upper half is not used.
var asciiClasses = func() (t [256]class) {
	for b := range utf8.RuneSelf {
		t[b] = classOf(rune(b))
	}
	return t
}()

// classOf returns the class of a code point.
func classOf(r rune) class {
	return class(classTable[classBlocks+int(classTable[r>>8])<<8+int(r&0xff)])
}

// classAt returns the class of the character that starts at text[i] and its length in bytes, and 0, 0
// at the end of the text.
func classAt(text []byte, i int) (class, int) {
	if i >= len(text) {
		return 0, 0
	}
	if b := text[i]; b < utf8.RuneSelf {
		return asciiClasses[b], 1
	}
	return wideClassAt(text, i)
}

// wideClassAt is classAt for characters beyond ASCII. Those of three bytes, which is most text without
// Latin or Cyrillic letters, are decoded in place.
func wideClassAt(text []byte, i int) (class, int) {
	if i+2 < len(text) && text[i]&0xf0 == 0xe0 {
		b1, b2 := text[i+1], text[i+2]
		r := rune(text[i]&0x0f)<<12 | rune(b1&0x3f)<<6 | rune(b2&0x3f)
		if b1&0xc0 == 0x80 && b2&0xc0 == 0x80 && r >= 0x800 && r&0xf800 != 0xd800 {
			return classOf(r), 3
		}
	}
	r, size := utf8.DecodeRune(text[i:])
	return classOf(r), size // U+FFFD for an invalid byte is of class other
}

// skip returns the first position at or after i whose character is in none of the classes of set.
func skip(text []byte, i int, set class) int {
	for i < len(text) {
		if b := text[i]; b < utf8.RuneSelf {
			if asciiClasses[b]&set == 0 {
				break
			}
			i++
			continue
		}
		c, size := wideClassAt(text, i)
		if c&set == 0 {
			break
		}
		i += size
	}
	return i
}
