package bpe

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Most pieces of most texts are a blank and an English word. The functions here find those, eight
// bytes at a time: a loop over single bytes ends at a length that the processor cannot foresee, and that
// costs more than all the rest of the work on the word.

const (
	eachByte = 0x0101010101010101
	topBits  = 0x80 * eachByte
	lowBits  = 0x7f * eachByte

	// wordMargin is how many bytes must be left for the fast way: a prefix, a capital, eight bytes and
	// what stands behind them.
	wordMargin = 16
)

// between returns the top bit of each byte of y, all of which are below 0x80, that is in first..last.
func between(y uint64, first, last byte) uint64 {
	return (y + uint64(0x80-first)*eachByte) &^ (y + uint64(0x7f-last)*eachByte)
}

// lowerRun returns how many of the eight bytes of x, from the lowest, are small ASCII letters.
func lowerRun(x uint64) int {
	small := between(x&lowBits, 'a', 'z') &^ x
	return bits.TrailingZeros64(^small&topBits) >> 3
}

// letterRun is lowerRun for ASCII letters of either case.
func letterRun(x uint64) int {
	letters := between(x&lowBits|0x20*eachByte, 'a', 'z') &^ x
	return bits.TrailingZeros64(^letters&topBits) >> 3
}

// wordStart returns where the ASCII letters begin of a word that starts at i, with or without one
// prefix, or -1 if there is no such word.
func wordStart(text []byte, i int) int {
	if text[i] >= utf8.RuneSelf {
		return -1
	}
	c := asciiClasses[text[i]]
	if c&(space|other) != 0 {
		i++
		if text[i] >= utf8.RuneSelf {
			return -1
		}
		c = asciiClasses[text[i]]
	}
	if c&letter == 0 {
		return -1
	}
	return i
}

// plainWordO200k returns the end of a piece of o200k_base that is an ASCII word, at most one prefix, one
// capital and then small letters. It returns 0 for everything else, also for what it cannot tell.
func plainWordO200k(text []byte, i int) int {
	if i+wordMargin > len(text) {
		return 0
	}
	j := wordStart(text, i)
	if j < 0 {
		return 0
	}
	if asciiClasses[text[j]] == upper {
		j++
	}
	for first := j; ; {
		n := lowerRun(binary.LittleEndian.Uint64(text[j:]))
		j += n
		if n < 8 {
			// A contraction or a letter beyond ASCII may belong to the word.
			if j == first || text[j] >= utf8.RuneSelf || text[j] == '\'' {
				return 0
			}
			return j
		}
		if j+8 >= len(text) {
			return 0
		}
	}
}

// plainWordCl100k returns the end of a piece of cl100k_base that is an ASCII word with or without a
// prefix. It returns 0 for everything else, also for what it cannot tell.
func plainWordCl100k(text []byte, i int) int {
	if i+wordMargin > len(text) || text[i] == '\'' { // a contraction is a piece of its own
		return 0
	}
	j := wordStart(text, i)
	if j < 0 {
		return 0
	}
	for {
		n := letterRun(binary.LittleEndian.Uint64(text[j:]))
		j += n
		if n < 8 {
			if text[j] >= utf8.RuneSelf {
				return 0
			}
			return j
		}
		if j+8 >= len(text) {
			return 0
		}
	}
}
