package bpe

import (
	"math/bits"
	"slices"
	"sync"
)

// longMerge merges pieces of any length in linear time: a description made of one endless word must not
// hold up the program.
//
// Every token is made of two of lower rank, so ranks come up in ascending order, and a merge of one rank
// only brings up pairs of higher ranks. So the places where a pair stands wait in one queue for each
// rank, and the queues are emptied in order; no heap is needed. Within a rank the order matters
// only where places overlap, as in a run of one letter, and then it is from left to right.
type longMerge struct {
	// A part is named by its place among the parts that a stretch begins with. left and right are the
	// places of the parts beside it.
	ids         []uint32
	ranks       []uint32 // the token that the part makes with the one at its right
	left, right []int32

	queues  []int32 // by rank: 1 + the index in waiting of what came last
	waiting []waiting
	free    int32 // 1 + the index of the first free entry
	set     rankSet
	places  []int32

	tokens []uint32 // of the piece so far
	two    []byte   // the bytes of two tokens
}

// waiting is a place in a queue and 1 + the index of the entry before it.
type waiting struct{ place, before int32 }

// longMerges keeps the memory for long pieces, which is about 1 MB for the queues alone.
var longMerges = sync.Pool{New: func() any {
	return &longMerge{queues: make([]int32, 1<<idBits)}
}}

const (
	// longStretch is the number of bytes that are merged at a time. What is at work on them fits into the
	// caches of a processor.
	longStretch = 4096
	// minLookBack and maxLookBack are the numbers of tokens before a stretch that are merged again with
	// it, at first and at last.
	minLookBack, maxLookBack = 8, 64
	// keepTokens is the number of tokens above which the memory of a merge is given back.
	keepTokens = 1 << 18
)

// mergeLong returns the number of tokens of a piece, and appends them to dst if that is not nil.
func (v *vocabulary) mergeLong(dst *[]int, piece []byte) int {
	m := longMerges.Get().(*longMerge)
	if !m.stretches(v, piece, longStretch) {
		m.tokens = m.tokens[:0]
		m.run(v, piece)
		m.take()
	}
	n := len(m.tokens)
	if dst != nil {
		*dst = slices.Grow(*dst, n)
		for _, id := range m.tokens {
			*dst = append(*dst, int(id))
		}
	}
	if cap(m.tokens) <= keepTokens && cap(m.ids) <= keepTokens {
		longMerges.Put(m)
	}
	return n
}

// stretches merges a piece into tokens, so many bytes at a time. It reports false where that does not
// work.
//
// Tokens side by side are what their bytes together merge into if, and only if, the same holds for each
// two neighbours alone: the first merge across a border would join parts of two neighbours, and
// until then these two were merged as if they were alone. So the tokens of what came before remain, up to
// some token, and the tokens of the rest with the next stretch follow, if these two fit together.
func (m *longMerge) stretches(v *vocabulary, piece []byte, size int) bool {
	m.tokens = m.tokens[:0]
	for from := 0; from < len(piece); {
		end := min(from+size, len(piece))
		back, start := 0, from
		for want := minLookBack; ; want *= 2 {
			for ; back < want && back < len(m.tokens); back++ {
				start -= int(v.size(m.tokens[len(m.tokens)-1-back]))
			}
			known := len(m.tokens)
			keep := known - back
			m.run(v, piece[start:end])
			m.take()
			if keep == 0 || m.fits(v, m.tokens[keep-1], m.tokens[known]) {
				m.tokens = append(m.tokens[:keep], m.tokens[known:]...)
				break
			}
			if want == maxLookBack {
				return false
			}
			m.tokens = m.tokens[:known]
		}
		from = end
	}
	return true
}

// fits reports whether two tokens are what their bytes merge into.
func (m *longMerge) fits(v *vocabulary, left, right uint32) bool {
	m.two = append(append(m.two[:0], v.token(left)...), v.token(right)...)
	return m.run(v, m.two) == 2 && m.ids[0] == left
}

// take appends the parts that are left after a run to tokens.
func (m *longMerge) take() {
	for i := int32(0); int(i) < len(m.ids); i = m.right[i] {
		m.tokens = append(m.tokens, m.ids[i])
	}
}

// run merges a stretch of a piece, or all of it, and returns the number of parts that are left.
func (m *longMerge) run(v *vocabulary, piece []byte) int {
	m.ids = slices.Grow(m.ids[:0], len(piece))
	n := v.begin(m.ids, piece, len(piece))
	m.ids = m.ids[:n]
	m.ranks = slices.Grow(m.ranks[:0], n)[:n]
	m.left = slices.Grow(m.left[:0], n)[:n]
	m.right = slices.Grow(m.right[:0], n)[:n]
	m.waiting, m.free = slices.Grow(m.waiting[:0], n), 0
	for i := n - 1; i >= 0; i-- { // the leftmost comes last into the queue and is the first out of it
		m.left[i], m.right[i], m.ranks[i] = int32(i-1), int32(i+1), noToken
		if i+1 < n {
			m.pair(int32(i), v.paired(m.ids[i], m.ids[i+1]))
		}
	}
	for rank, ok := m.set.first(); ok; rank, ok = m.set.first() {
		m.empty(rank)
		for _, at := range m.places {
			// The pair is gone if a merge has since swallowed a part of it.
			if m.ranks[at] != rank {
				continue
			}
			m.join(v, at, rank)
			n--
		}
	}
	return n
}

// join merges the part at a place with the one at its right.
func (m *longMerge) join(v *vocabulary, at int32, rank uint32) {
	gone := m.right[at]
	after := m.right[gone]
	m.ids[at], m.right[at] = rank, after
	m.ranks[gone], m.ranks[at] = noToken, noToken
	if int(after) < len(m.ids) {
		m.left[after] = at
		m.pair(at, v.pairs.merged(rank, m.ids[after]))
	}
	if before := m.left[at]; before >= 0 {
		m.pair(before, v.pairs.merged(m.ids[before], rank))
	}
}

// pair notes which token the part at a place makes with the one at its right, and queues the place.
func (m *longMerge) pair(at int32, rank uint32) {
	m.ranks[at] = rank
	if rank == noToken {
		return
	}
	e := waiting{at, m.queues[rank]}
	if e.before == 0 {
		m.set.add(rank)
	}
	if i := m.free; i != 0 {
		m.free = m.waiting[i-1].before
		m.waiting[i-1] = e
		m.queues[rank] = i
		return
	}
	m.waiting = append(m.waiting, e)
	m.queues[rank] = int32(len(m.waiting))
}

// empty empties the queue of a rank into places, from left to right.
func (m *longMerge) empty(rank uint32) {
	m.places = m.places[:0]
	for i := m.queues[rank]; i != 0; {
		e := &m.waiting[i-1]
		m.places = append(m.places, e.place)
		i, e.before, m.free = e.before, m.free, i
	}
	m.queues[rank] = 0
	m.set.remove(rank)
	if !slices.IsSorted(m.places) {
		slices.Sort(m.places)
	}
}

// rankSet is a set of ranks that knows its least member: bits, and above them bits that say which words
// below are not 0, twice.
type rankSet struct {
	bits [1 << (idBits - 6)]uint64
	mid  [1 << (idBits - 12)]uint64
	top  uint64
}

func (s *rankSet) add(r uint32) {
	s.bits[r>>6] |= 1 << (r & 63)
	s.mid[r>>12] |= 1 << (r >> 6 & 63)
	s.top |= 1 << (r >> 12)
}

func (s *rankSet) remove(r uint32) {
	if s.bits[r>>6] &^= 1 << (r & 63); s.bits[r>>6] != 0 {
		return
	}
	if s.mid[r>>12] &^= 1 << (r >> 6 & 63); s.mid[r>>12] == 0 {
		s.top &^= 1 << (r >> 12)
	}
}

// first returns the least member.
func (s *rankSet) first() (r uint32, ok bool) {
	if s.top == 0 {
		return 0, false
	}
	t := uint32(bits.TrailingZeros64(s.top))
	m := t<<6 | uint32(bits.TrailingZeros64(s.mid[t]))
	return m<<6 | uint32(bits.TrailingZeros64(s.bits[m])), true
}
