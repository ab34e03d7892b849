package bpe

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

// pieceMemo remembers the counts of pieces that had to be merged. A piece has one place where it can be
// and drives out what is there, so the memo has a fixed size, 2 MB.
//
// It is read and written without locks. A slot has a version that is odd while someone writes; what was
// read counts only if the version was even and is the same after reading, and the whole piece is
// compared, so a count is never that of another piece. A writer that finds another one at work
// leaves the slot to it: a memo may forget.
type pieceMemo struct{ slots [memoSlots]memoSlot }

const (
	memoSlots = 1 << 15
	memoWords = 7
	// A slot with its state fills one line of memory, which leaves so many bytes for the piece.
	maxMemoPiece = 8 * memoWords
	// Merging two or three bytes takes less time than looking them up here.
	minMemoPiece = 4
)

type memoSlot struct {
	state atomic.Uint64 // version << 16 | length of the piece << 8 | count
	words [memoWords]atomic.Uint64
}

const memoVersion = 1 << 16 // one step of the version

// memoKey is a piece as words, filled up with zeros.
type memoKey struct {
	words [memoWords]uint64
	used  int // number of words
	size  int // length of the piece in bytes
	hash  uint64
}

func (k *memoKey) set(piece []byte) {
	k.size = len(piece)
	h := uint64(len(piece))
	for i := range k.words {
		if len(piece) == 0 {
			break
		}
		var w uint64
		if len(piece) >= 8 {
			w = binary.LittleEndian.Uint64(piece)
			piece = piece[8:]
		} else {
			w = load(piece, 0, len(piece))
			piece = nil
		}
		k.words[i] = w
		k.used = i + 1
		h = bits.RotateLeft64(h^w, 27) * spread
	}
	k.hash = h ^ h>>32
}

// get returns the count of a piece, 0 if it is not known.
func (m *pieceMemo) get(k *memoKey) int {
	s := &m.slots[k.hash%memoSlots]
	state := s.state.Load()
	if state&memoVersion != 0 || int(state>>8&0xff) != k.size {
		return 0
	}
	for i, w := range k.words[:k.used] {
		if s.words[i].Load() != w {
			return 0
		}
	}
	if s.state.Load() != state {
		return 0
	}
	return int(state & 0xff)
}

// put notes the count of a piece.
func (m *pieceMemo) put(k *memoKey, count int) {
	s := &m.slots[k.hash%memoSlots]
	old := s.state.Load()
	version := old &^ (memoVersion - 1)
	if version&memoVersion != 0 || !s.state.CompareAndSwap(old, version+memoVersion) {
		return
	}
	for i, w := range k.words[:k.used] {
		s.words[i].Store(w)
	}
	s.state.Store(version + 2*memoVersion | uint64(k.size)<<8 | uint64(count))
}
