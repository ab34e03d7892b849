package bpe

// shortPiece is the length in bytes up to which a piece is merged by scanning. Scanning takes
// quadratic time but touches only a few cache lines, and nearly all pieces are words.
const shortPiece = 96

// count returns the number of tokens that the bytes of one piece are merged into: the whole
// piece if it is a token, otherwise what is left after merging, again and again, the leftmost of
// the adjacent pairs that make the token of lowest rank.
func (v *vocabulary) count(piece []byte) int {
	switch {
	case len(piece) <= 1:
		return len(piece)
	case v.rank(piece) != noRank:
		return 1
	case len(piece) <= shortPiece:
		return v.mergeShort(piece)
	default:
		return v.mergeLong(piece)
	}
}

// mergeShort merges by scanning all pairs for the lowest rank before every merge.
func (v *vocabulary) mergeShort(piece []byte) int {
	// Part i is piece[start[i]:start[i+1]]; pair[i] is the rank of part i and i+1 together.
	var start [shortPiece + 1]int
	var pair [shortPiece]int32
	parts := len(piece)
	for i := range parts {
		start[i] = i
		pair[i] = noRank
		if i+2 <= len(piece) {
			pair[i] = v.rank(piece[i : i+2])
		}
	}
	start[parts] = len(piece)
	pairAt := func(i int) int32 {
		if i+2 > parts {
			return noRank
		}
		return v.rank(piece[start[i]:start[i+2]])
	}
	for {
		best, at := int32(noRank), -1
		for i, r := range pair[:parts-1] {
			if r < best {
				best, at = r, i
			}
		}
		if at < 0 {
			return parts
		}
		copy(start[at+1:parts], start[at+2:parts+1])
		copy(pair[at+1:parts-1], pair[at+2:parts])
		parts--
		pair[at] = pairAt(at)
		if at > 0 {
			pair[at-1] = pairAt(at - 1)
		}
	}
}

// mergeLong merges with a heap of pairs over a linked list of parts, in n log n time: a
// description made of one endless word must not hold up the program.
func (v *vocabulary) mergeLong(piece []byte) int {
	n := len(piece)
	// A part is named by where it starts. next is where the following one starts; prev is where
	// the one before it starts, -1 for the first; pair is the rank of it and its successor.
	next := make([]int32, n+1)
	prev := make([]int32, n+1)
	pair := make([]int32, n)
	queue := make(mergeQueue, 0, n)
	pairAt := func(i int32) int32 {
		mid := next[i]
		if int(mid) >= n {
			return noRank
		}
		return v.rank(piece[i:next[mid]])
	}
	for i := range n + 1 {
		next[i], prev[i] = int32(i+1), int32(i-1)
	}
	for i := range n {
		pair[i] = pairAt(int32(i))
		if pair[i] != noRank {
			queue = append(queue, queued(pair[i], int32(i)))
		}
	}
	queue.order()
	parts := n
	for len(queue) > 0 {
		rank, at := queue.pop()
		// An entry is out of date if a merge has since swallowed the part or changed its pair.
		if pair[at] != rank {
			continue
		}
		mid := next[at]
		after := next[mid]
		next[at] = after
		prev[after] = at
		pair[mid] = noRank
		parts--
		if pair[at] = pairAt(at); pair[at] != noRank {
			queue.push(queued(pair[at], at))
		}
		if before := prev[at]; before >= 0 {
			if pair[before] = pairAt(before); pair[before] != noRank {
				queue.push(queued(pair[before], before))
			}
		}
	}
	return parts
}

// mergeQueue is a binary min-heap of (rank, position) packed into one word, so that of equal
// ranks the leftmost comes first.
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
	top := h[0]
	last := len(h) - 1
	h[0] = h[last]
	*q = h[:last]
	(*q).down(0)
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
