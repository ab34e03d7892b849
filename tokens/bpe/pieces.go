package bpe

import (
	"encoding/binary"
	"math/bits"
)

// pieceTable says which pieces are tokens. Counting needs to know no more than whether a piece is
// there, so ids stand apart from keys, and a piece of up to 15 bytes, as nearly all are, is its own
// key: a look-up touches one line of memory, and equality of keys is equality of pieces.
type pieceTable struct {
	short    []uint64 // up to 7 bytes, length in the uppermost byte; 0 is free
	shortIDs []uint32
	shortSh  uint

	medium    [][2]uint64 // 8 to 15 bytes, likewise; {0, 0} is free
	mediumIDs []uint32
	mediumSh  uint

	long    map[string]uint32
	longest int // length in bytes of the longest token
}

const (
	maxShort  = 7
	maxMedium = 15
	maxLong   = 1 << 10 // no token of a sound vocabulary is nearly as long
)

// init makes room for so many tokens of each kind.
func (t *pieceTable) init(short, medium, long int) {
	b := tableBits(short)
	t.short, t.shortIDs, t.shortSh = make([]uint64, 1<<b), make([]uint32, 1<<b), 64-b
	b = tableBits(medium)
	t.medium, t.mediumIDs, t.mediumSh = make([][2]uint64, 1<<b), make([]uint32, 1<<b), 64-b
	t.long = make(map[string]uint32, long)
}

// add enters text[i:end], the token of the given id.
func (t *pieceTable) add(text []byte, i, end int, id uint32) {
	t.longest = max(t.longest, end-i)
	switch n := end - i; {
	case n <= maxShort:
		key := shortKey(text, i, n)
		at := int(key * spread >> t.shortSh)
		for t.short[at] != 0 {
			at = (at + 1) & (len(t.short) - 1)
		}
		t.short[at], t.shortIDs[at] = key, id
	case n <= maxMedium:
		lo, hi := mediumKey(text, i, n)
		at := int(mixed(lo, hi) >> t.mediumSh)
		for t.medium[at][1] != 0 {
			at = (at + 1) & (len(t.medium) - 1)
		}
		t.medium[at], t.mediumIDs[at] = [2]uint64{lo, hi}, id
	default:
		t.long[string(text[i:end])] = id
	}
}

// has reports whether text[i:end] is a token.
func (t *pieceTable) has(text []byte, i, end int) bool {
	switch n := end - i; {
	case n <= maxShort:
		return t.findShort(shortKey(text, i, n)) >= 0
	case n <= maxMedium:
		return t.findMedium(mediumKey(text, i, n)) >= 0
	default:
		return t.findLong(text[i:end]) != noToken
	}
}

// id returns the token that text[i:end] is, or noToken.
func (t *pieceTable) id(text []byte, i, end int) uint32 {
	switch n := end - i; {
	case n <= maxShort:
		if at := t.findShort(shortKey(text, i, n)); at >= 0 {
			return t.shortIDs[at]
		}
	case n <= maxMedium:
		if at := t.findMedium(mediumKey(text, i, n)); at >= 0 {
			return t.mediumIDs[at]
		}
	default:
		return t.findLong(text[i:end])
	}
	return noToken
}

func (t *pieceTable) findShort(key uint64) int {
	for at := int(key * spread >> t.shortSh); ; at++ {
		at &= len(t.short) - 1
		switch t.short[at] {
		case key:
			return at
		case 0:
			return -1
		}
	}
}

func (t *pieceTable) findMedium(lo, hi uint64) int {
	for at := int(mixed(lo, hi) >> t.mediumSh); ; at++ {
		at &= len(t.medium) - 1
		s := &t.medium[at]
		if s[0] == lo && s[1] == hi {
			return at
		}
		if s[1] == 0 {
			return -1
		}
	}
}

func (t *pieceTable) findLong(piece []byte) uint32 {
	if len(piece) <= t.longest {
		if id, ok := t.long[string(piece)]; ok {
			return id
		}
	}
	return noToken
}

// mixed returns a hash of two words.
func mixed(lo, hi uint64) uint64 {
	return (lo*spread ^ bits.RotateLeft64(hi, 29)) * spread
}

// shortKey returns the key of the n <= 7 bytes at text[i].
func shortKey(text []byte, i, n int) uint64 {
	return load(text, i, n) | uint64(n)<<56
}

// mediumKey returns the key of the n bytes at text[i]; n is from 8 to 15.
func mediumKey(text []byte, i, n int) (lo, hi uint64) {
	return binary.LittleEndian.Uint64(text[i:]), load(text, i+8, n-8) | uint64(n)<<56
}

// load returns the n < 8 bytes at text[i], the first one lowest.
func load(text []byte, i, n int) uint64 {
	if i+8 <= len(text) {
		return binary.LittleEndian.Uint64(text[i:]) & (1<<(8*n) - 1)
	}
	var x uint64
	for k, b := range text[i : i+n] {
		x |= uint64(b) << (8 * k)
	}
	return x
}
