package hf

import (
	"bytes"
	"hash/maphash"
)

// vocabulary maps tokens to numbers. Inside the package a token is named by its position in the file;
// ids, which may leave gaps, appear at the borders only.
type vocabulary struct {
	blob  []byte
	ends  []uint32 // token i is blob[ends[i-1]:ends[i]]
	ids   []uint32
	seed  maphash.Seed
	slots []uint64 // hash in the upper half, position plus one in the lower; open addressing

	longest int // bytes of the longest token that text can be
	// With a byte-level model, tokens are held as the bytes that they stand for. Those that stand for none,
	// which are special tokens, are apart: no text merges into them.
	literal   map[string]int32
	isLiteral map[int32]bool
}

const noToken = -1

func newVocabulary() *vocabulary {
	return &vocabulary{
		seed:      maphash.MakeSeed(),
		slots:     make([]uint64, 1<<10),
		literal:   map[string]int32{},
		isLiteral: map[int32]bool{},
	}
}

func (v *vocabulary) token(i int32) []byte {
	start := uint32(0)
	if i > 0 {
		start = v.ends[i-1]
	}
	return v.blob[start:v.ends[i]]
}

// add adds a token, spelled as in the file, and reports whether it is new.
func (v *vocabulary) add(token []byte, id uint32, byteLevel bool) bool {
	if byteLevel {
		bytes, ok := appendRuneBytes(nil, token)
		if !ok {
			if _, known := v.literal[string(token)]; known {
				return false
			}
			i := v.push(token, id)
			v.literal[string(token)], v.isLiteral[i] = i, true
			return true
		}
		token = bytes
	}
	h := maphash.Bytes(v.seed, token)
	at := v.find(token, h)
	if v.slots[at] != 0 {
		return false
	}
	v.slots[at] = h&^0xffffffff | uint64(v.push(token, id)+1)
	v.longest = max(v.longest, len(token))
	if 2*len(v.ends) > len(v.slots) {
		v.grow()
	}
	return true
}

func (v *vocabulary) grow() {
	old := v.slots
	v.slots = make([]uint64, 2*len(old))
	mask := len(v.slots) - 1
	for _, s := range old {
		if s == 0 {
			continue
		}
		// A slot keeps only half of the hash, and not the half that says where it belongs.
		at := int(maphash.Bytes(v.seed, v.token(int32(uint32(s))-1))) & mask
		for v.slots[at] != 0 {
			at = (at + 1) & mask
		}
		v.slots[at] = s
	}
}

func (v *vocabulary) push(token []byte, id uint32) int32 {
	v.blob = append(v.blob, token...)
	v.ends = append(v.ends, uint32(len(v.blob)))
	v.ids = append(v.ids, id)
	return int32(len(v.ends) - 1)
}

// named returns the position of a token that is spelled as in the file.
func (v *vocabulary) named(token []byte, byteLevel bool) int32 {
	if byteLevel {
		bytes, ok := appendRuneBytes(nil, token)
		if !ok {
			if i, known := v.literal[string(token)]; known {
				return i
			}
			return noToken
		}
		token = bytes
	}
	return v.lookup(token)
}

// spelling returns a token as the file spells it.
func (v *vocabulary) spelling(i int32, byteLevel bool) []byte {
	if byteLevel && !v.isLiteral[i] {
		return appendByteRunes(nil, v.token(i))
	}
	return v.token(i)
}

// find returns the slot of a token, an empty one if it is not there.
func (v *vocabulary) find(token []byte, h uint64) int {
	mask := len(v.slots) - 1
	at := int(h) & mask
	for v.slots[at] != 0 {
		if v.slots[at]>>32 == h>>32 && bytes.Equal(v.token(int32(uint32(v.slots[at]))-1), token) {
			break
		}
		at = (at + 1) & mask
	}
	return at
}

// lookup returns the position of a token, noToken if it is not there.
func (v *vocabulary) lookup(token []byte) int32 {
	if len(token) > v.longest {
		return noToken
	}
	return v.hashed(token, maphash.Bytes(v.seed, token))
}

// hashed is lookup for a token whose hash is known.
func (v *vocabulary) hashed(token []byte, h uint64) int32 {
	return int32(uint32(v.slots[v.find(token, h)])) - 1
}

// merges maps pairs of tokens to their rank, the place in the file's list, of which the lowest is merged
// first, and to the token they make.
type merges struct {
	pairs  []uint64 // left and right plus one; 0 is an empty slot
	ranks  []int32
	made   []int32 // by rank
	shift  uint8
	joined *pairFilter
}

const noRank = int32(1<<31 - 1)

func newMerges(n int) *merges {
	m := &merges{shift: 60}
	size := 16
	for size < 2*n {
		size *= 2
		m.shift--
	}
	m.pairs, m.ranks, m.made = make([]uint64, size), make([]int32, size), make([]int32, 0, n)
	return m
}

// add appends the merge of two tokens. Of equal pairs the last counts.
func (m *merges) add(left, right, made int32) {
	at := m.slot(left, right)
	m.pairs[at] = pairKey(left, right)
	m.ranks[at] = int32(len(m.made))
	m.made = append(m.made, made)
}

func pairKey(left, right int32) uint64 { return uint64(uint32(left))<<32 | uint64(uint32(right)) + 1 }

func (m *merges) slot(left, right int32) int {
	key := pairKey(left, right)
	at := int(key * 0x9e3779b97f4a7c15 >> m.shift)
	for m.pairs[at] != 0 && m.pairs[at] != key {
		at = (at + 1) & (len(m.pairs) - 1)
	}
	return at
}

func (m *merges) rank(left, right int32) int32 {
	if at := m.slot(left, right); m.pairs[at] != 0 {
		return m.ranks[at]
	}
	return noRank
}

// pairFilter knows which two characters may stand side by side in a token that merging makes. Where
// text has two that never do, no merge crosses, and it can be cut without changing a count. A pair
// that it knows wrongly costs time only.
type pairFilter [1 << 20 / 64]uint64

func (f *pairFilter) bit(a, b rune) (word int, bit uint64) {
	h := (uint64(a)<<32 | uint64(b)) * 0x9e3779b97f4a7c15 >> 44
	return int(h >> 6), 1 << (h & 63)
}

func (f *pairFilter) add(a, b rune) {
	w, b64 := f.bit(a, b)
	f[w] |= b64
}

func (f *pairFilter) has(a, b rune) bool {
	w, b64 := f.bit(a, b)
	return f[w]&b64 != 0
}
