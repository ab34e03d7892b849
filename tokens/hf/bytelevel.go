package hf

import "unicode/utf8"

// Byte-level encodings spell every byte by a printable character: those of Latin-1 that can be seen by
// themselves, the others by the characters from U+0100 on, in order.

// byteRune returns the character that stands for a byte.
func byteRune(b byte) rune {
	switch {
	case b >= '!' && b <= '~', b >= 0xa1 && b <= 0xac, b >= 0xae:
		return rune(b)
	case b <= ' ':
		return 0x100 + rune(b)
	case b <= 0xa0:
		return 0x121 + rune(b) - 0x7f
	default: // the soft hyphen, 0xad
		return 0x143
	}
}

// runeByte returns the byte that a character stands for.
func runeByte(r rune) (byte, bool) {
	switch {
	case r >= 0x100 && r <= 0x120:
		return byte(r - 0x100), true
	case r >= 0x121 && r <= 0x142:
		return byte(r - 0x121 + 0x7f), true
	case r == 0x143:
		return 0xad, true
	case r >= 0 && r <= 0xff && byteRune(byte(r)) == r:
		return byte(r), true
	}
	return 0, false
}

func appendByteRunes(dst, text []byte) []byte {
	for _, b := range text {
		dst = utf8.AppendRune(dst, byteRune(b))
	}
	return dst
}

// appendRuneBytes appends the bytes that the characters of a token stand for, or reports that one of
// them stands for none.
func appendRuneBytes(dst, token []byte) ([]byte, bool) {
	for i := 0; i < len(token); {
		r, size := rune(token[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(token[i:])
		}
		b, ok := runeByte(r)
		if !ok {
			return dst, false
		}
		dst = append(dst, b)
		i += size
	}
	return dst, true
}
