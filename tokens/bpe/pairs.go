package bpe

import "math/bits"

// pairTable says which token two adjacent tokens are merged into.
//
// One pair for each token is enough, the one of its last merge when its bytes are merged by
// themselves. For take any other two tokens whose bytes together are those of token t, and suppose that
// they come to stand side by side while a piece is merged. Nothing has been merged across the ends of
// t's bytes until then, so what happened between these ends happened in the same order as if these
// bytes were alone. But then each state that they pass through is given, and there is only one state
// of two parts: that before t's last merge.
//
// It is an open-addressing table of left << 36 | right << 18 | merged; 0 is free, because a merged
// token is never the first.
// Most look-ups are for pairs that make no token. A set of bits, eight for each slot, answers nine in
// ten of those from an eighth of the memory.
type pairTable struct {
	slots  []uint64
	filter []uint64
	shift  uint // turns a product into the number of a slot
}

// tableBits returns the logarithm of the number of slots for n entries, which fill 40 to 80 % of them.
func tableBits(n int) uint { return uint(bits.Len(uint(n + n/4))) }

// filterBits is the logarithm of the number of bits in the filter for each slot.
const filterBits = 3

// spread is an odd factor without pattern: the upper bits of a product depend on all bits of the key.
const spread = 0x9e3779b97f4a7c15

// init makes room for n pairs.
func (t *pairTable) init(n int) {
	b := tableBits(n)
	t.slots = make([]uint64, 1<<b)
	t.filter = make([]uint64, 1<<(b+filterBits-6))
	t.shift = 64 - b
}

// pairEntry returns the entry of a pair and its hash.
func pairEntry(left, right, merged uint32) (hash, entry uint64) {
	key := uint64(left)<<idBits | uint64(right)
	return key * spread, key<<idBits | uint64(merged)
}

func (t *pairTable) add(entry uint64) {
	p := entry >> idBits * spread
	t.filter[p>>(t.shift+6-filterBits)] |= 1 << (p >> (t.shift - filterBits) & 63)
	at := int(p >> t.shift)
	for t.slots[at] != 0 {
		at = (at + 1) & (len(t.slots) - 1)
	}
	t.slots[at] = entry
}

// merged returns the token that two adjacent tokens make, or noToken.
func (t *pairTable) merged(left, right uint32) uint32 {
	key := uint64(left)<<idBits | uint64(right)
	p := key * spread
	if t.filter[p>>(t.shift+6-filterBits)]>>(p>>(t.shift-filterBits)&63)&1 == 0 {
		return noToken
	}
	return t.find(key, int(p>>t.shift))
}

// find looks for a key from a slot on.
func (t *pairTable) find(key uint64, at int) uint32 {
	for ; ; at++ {
		s := t.slots[at&(len(t.slots)-1)]
		if s>>idBits == key && s != 0 {
			return uint32(s & (1<<idBits - 1))
		}
		if s == 0 {
			return noToken
		}
	}
}
