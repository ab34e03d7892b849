package hf

// shortPiece is the number of symbols up to which a piece is merged by scanning for the lowest rank:
// quadratic, but within a few cache lines, and nearly all pieces are words.
const shortPiece = 96

// scratch holds what merging needs, so that it is allocated once.
type scratch struct {
	symbols    []int32
	next, prev []int32
	pair       []int32
	queue      mergeQueue
	memo       []memo
}

// memo is a chunk and what it merges into, in one line of the cache: words come again. Each has one
// place, by its hash, and takes it from the one before.
type memo struct {
	tokens [8]int32
	text   [rememberedBytes]byte
	n, len uint8
}

const (
	rememberedBytes = 30
	memoPlaces      = 1 << 13
)

// remembered returns the place of a hash.
func (s *scratch) remembered(hash uint64) *memo {
	if s.memo == nil {
		s.memo = make([]memo, memoPlaces)
	}
	return &s.memo[hash>>32%memoPlaces]
}

func (m *memo) is(chunk []byte) bool {
	return m.n > 0 && int(m.len) == len(chunk) && string(m.text[:m.len]) == string(chunk)
}

func (m *memo) set(chunk []byte, tokens []int32) {
	if len(chunk) <= rememberedBytes && len(tokens) <= len(m.tokens) && len(tokens) > 0 {
		m.len, m.n = uint8(copy(m.text[:], chunk)), uint8(copy(m.tokens[:], tokens))
	}
}

// mergeShort merges symbols in place, again and again the leftmost of the adjacent pairs of lowest rank,
// and returns what is left.
func (m *merges) mergeShort(symbols []int32) []int32 {
	var pair [shortPiece]int32
	n := len(symbols)
	for i := range n - 1 {
		pair[i] = m.rank(symbols[i], symbols[i+1])
	}
	for n > 1 {
		best, at := noRank, -1
		for i, r := range pair[:n-1] {
			if r < best {
				best, at = r, i
			}
		}
		if at < 0 {
			break
		}
		symbols[at] = m.made[best]
		copy(symbols[at+1:n-1], symbols[at+2:n])
		copy(pair[at:n-2], pair[at+1:n-1])
		n--
		if at < n-1 {
			pair[at] = m.rank(symbols[at], symbols[at+1])
		}
		if at > 0 {
			pair[at-1] = m.rank(symbols[at-1], symbols[at])
		}
	}
	return symbols[:n]
}

// mergeLong does the same with a heap of pairs over a linked list of symbols, in n log n time.
func (m *merges) mergeLong(s *scratch) []int32 {
	symbols := s.symbols
	n := len(symbols)
	s.next, s.prev, s.pair, s.queue = resize(s.next, n+1), resize(s.prev, n+1), resize(s.pair, n), s.queue[:0]
	next, prev, pair := s.next, s.prev, s.pair
	for i := range n + 1 {
		next[i], prev[i] = int32(i+1), int32(i-1)
	}
	for i := range n {
		pair[i] = noRank
		if i+1 < n {
			pair[i] = m.rank(symbols[i], symbols[i+1])
		}
		if pair[i] != noRank {
			s.queue = append(s.queue, queued(pair[i], int32(i)))
		}
	}
	s.queue.order()
	join := func(i int32) {
		pair[i] = noRank
		if int(next[i]) < n {
			pair[i] = m.rank(symbols[i], symbols[next[i]])
		}
		if pair[i] != noRank {
			s.queue.push(queued(pair[i], i))
		}
	}
	for len(s.queue) > 0 {
		rank, at := s.queue.pop()
		// An entry is out of date if a merge has since swallowed the symbol or changed its pair.
		if pair[at] != rank {
			continue
		}
		gone := next[at]
		symbols[at] = m.made[rank]
		next[at] = next[gone]
		prev[next[gone]] = at
		pair[gone] = noRank
		join(at)
		if prev[at] >= 0 {
			join(prev[at])
		}
	}
	out := symbols[:0] // a symbol is read before its place is written, as it never moves right
	for i := 0; i < n; i = int(next[i]) {
		out = append(out, symbols[i])
	}
	return out
}

func resize(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	return s[:n]
}

// mergeQueue is a binary min-heap of rank and position packed into one word, so that of equal ranks the
// leftmost comes first.
type mergeQueue []uint64

func queued(rank, at int32) uint64 { return uint64(rank)<<32 | uint64(uint32(at)) }

// order makes a heap of entries in any order.
func (q mergeQueue) order() {
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}

func (q *mergeQueue) push(e uint64) {
	*q = append(*q, e)
	h := *q
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if h[parent] <= h[i] {
			break
		}
		h[parent], h[i] = h[i], h[parent]
		i = parent
	}
}

func (q *mergeQueue) pop() (rank, at int32) {
	h := *q
	top, last := h[0], h[len(h)-1]
	*q = h[:len(h)-1]
	if len(*q) > 0 {
		h[0] = last
		(*q).down(0)
	}
	return int32(top >> 32), int32(uint32(top))
}

func (q mergeQueue) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(q) {
			return
		}
		if child+1 < len(q) && q[child+1] < q[child] {
			child++
		}
		if q[i] <= q[child] {
			return
		}
		q[i], q[child] = q[child], q[i]
		i = child
	}
}
