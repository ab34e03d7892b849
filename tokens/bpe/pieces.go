package bpe

import (
	"encoding/binary"
	"math/bits"
	"sync"
)

// pieceTable says which pieces are tokens. A piece of up to 15 bytes, as nearly all are, is its own key:
// a look-up touches one line of memory, and equality of keys is equality of pieces. Counting needs to
// know no more than whether a piece is there; which token it is stands apart, and is filled in when
// someone encodes.
type pieceTable struct {
	short   []uint64 // up to 7 bytes, length in the uppermost byte; 0 is free
	shortSh uint

	medium   [][2]uint64 // 8 to 15 bytes, likewise; {0, 0} is free
	mediumSh uint

	long    map[string]uint32
	longest int // length in bytes of the longest token

	named               sync.Once
	shortIDs, mediumIDs []uint32
}

const (
	maxShort  = 7
	maxMedium = 15
	maxLong   = 1 << 10 // no token of a sound vocabulary is nearly as long
)

// kindOf tells apart tokens of n bytes by where they are kept: 0 short, 1 medium, 2 long.
func kindOf(n int) int {
	switch {
	case n <= maxShort:
		return 0
	case n <= maxMedium:
		return 1
	default:
		return 2
	}
}

// load fills the table with the tokens of a vocabulary, of which there are so many of each kind.
func (t *pieceTable) load(v *vocabulary, kinds [3]uint32, b *batches) {
	bits := tableBits(int(kinds[0]))
	t.short, t.shortSh = make([]uint64, 1<<bits), 64-bits
	bits = tableBits(int(kinds[1]))
	t.medium, t.mediumSh = make([][2]uint64, 1<<bits), 64-bits
	t.long = make(map[string]uint32, kinds[2])
	for r := range uint32(len(v.ends) - 1) {
		i, n := int(v.ends[r]), int(v.size(r))
		t.longest = max(t.longest, n)
		if n > maxMedium {
			t.long[string(v.token(r))] = r
		} else if n <= maxShort {
			if key := shortKey(v.blob, i, n); !b.add(key*spread, key) {
				t.addShort(key)
			}
		}
	}
	b.flush(t.addShort)
	addMedium := func(place uint64) { t.addMedium(mediumKey(v.blob, int(place>>8), int(place&0xff))) }
	for r := range uint32(len(v.ends) - 1) {
		if i, n := int(v.ends[r]), int(v.size(r)); n > maxShort && n <= maxMedium {
			if place := uint64(i)<<8 | uint64(n); !b.add(mixed(mediumKey(v.blob, i, n)), place) {
				addMedium(place)
			}
		}
	}
	b.flush(addMedium)
}

func (t *pieceTable) addShort(key uint64) {
	at := int(key * spread >> t.shortSh)
	for t.short[at] != 0 {
		at = (at + 1) & (len(t.short) - 1)
	}
	t.short[at] = key
}

func (t *pieceTable) addMedium(lo, hi uint64) {
	at := int(mixed(lo, hi) >> t.mediumSh)
	for t.medium[at][1] != 0 {
		at = (at + 1) & (len(t.medium) - 1)
	}
	t.medium[at] = [2]uint64{lo, hi}
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
func (t *pieceTable) id(v *vocabulary, text []byte, i, end int) uint32 {
	t.named.Do(func() { t.name(v) })
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

// name fills in which token each entry is.
func (t *pieceTable) name(v *vocabulary) {
	t.shortIDs, t.mediumIDs = make([]uint32, len(t.short)), make([]uint32, len(t.medium))
	for r := range uint32(len(v.ends) - 1) {
		i, end := int(v.ends[r]), int(v.ends[r+1])
		switch n := end - i; {
		case n <= maxShort:
			t.shortIDs[t.findShort(shortKey(v.blob, i, n))] = r
		case n <= maxMedium:
			t.mediumIDs[t.findMedium(mediumKey(v.blob, i, n))] = r
		}
	}
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
