package bpe

// maxParts is the number of parts up to which a piece is merged by scanning. Scanning takes quadratic
// time but touches only a few lines of memory, and nearly all pieces are words.
const maxParts = 64

// partList is a piece on its way to tokens.
type partList struct {
	ids   [maxParts]uint32
	ranks [maxParts]uint32 // ranks[i] is the token that parts i and i+1 make, or noToken
}

// merge merges the bytes of a piece again and again, the leftmost of the adjacent pairs that make the
// token of lowest rank, and returns the number of tokens that are left in p. It returns 0 if the piece
// has too many parts to begin with.
func (v *vocabulary) merge(p *partList, piece []byte) int {
	n := v.begin(p.ids[:0], piece, maxParts)
	if n == 0 {
		return 0
	}
	for i := range n - 1 {
		p.ranks[i] = v.paired(p.ids[i], p.ids[i+1])
	}
	for n > 1 {
		best, at := uint32(noToken), 0
		for i, r := range p.ranks[:n-1] {
			if r < best {
				best, at = r, i
			}
		}
		if best == noToken {
			break
		}
		p.ids[at] = best
		n--
		for i := at + 1; i < n; i++ {
			p.ids[i] = p.ids[i+1]
		}
		for i := at + 1; i < n-1; i++ {
			p.ranks[i] = p.ranks[i+1]
		}
		if at < n-1 {
			p.ranks[at] = v.pairs.merged(best, p.ids[at+1])
		}
		if at > 0 {
			p.ranks[at-1] = v.pairs.merged(p.ids[at-1], best)
		}
	}
	return n
}

// countMerged returns the number of tokens that a piece is merged into.
func (v *vocabulary) countMerged(piece []byte) int {
	var p partList
	if n := v.merge(&p, piece); n > 0 {
		return n
	}
	return v.mergeLong(nil, piece)
}

// paired is the merged token of two parts that a piece begins with, often of one byte each.
func (v *vocabulary) paired(left, right uint32) uint32 {
	if left|right < 256 {
		return v.two[left<<8|right]
	}
	return v.pairs.merged(left, right)
}

// begin appends the parts that the merge of a piece begins with to ids and returns their number: bytes,
// and characters where that makes no difference. If they are more than limit it returns 0.
func (v *vocabulary) begin(ids []uint32, piece []byte, limit int) int {
	ids = ids[:limit]
	n := 0
	for i := 0; i < len(piece); {
		if n == limit {
			return 0
		}
		if b := piece[i]; b < 0xc2 || !v.beginChar(ids, n, piece, i) {
			ids[n] = v.bytes[b]
			n++
			i++
			continue
		}
		n++
		i += leadSize(piece[i])
	}
	return n
}

// beginChar puts the character at piece[i] in ids[n], if it is one and the merge may begin with it.
func (v *vocabulary) beginChar(ids []uint32, n int, piece []byte, i int) bool {
	id, size := v.charAt(piece, i)
	if id == noToken || !v.chars.whole(piece, i, size, id) {
		return false
	}
	ids[n] = id
	return true
}

// charAt returns the token that the character at piece[i] is and the length of the character in bytes,
// or noToken if it is none.
func (v *vocabulary) charAt(piece []byte, i int) (uint32, int) {
	b := piece[i]
	size := leadSize(b)
	if i+size > len(piece) {
		return noToken, 0
	}
	// What these expressions make of bytes that are no character is the number of another character. Its
	// lead byte differs or it does not have this length, so the bytes must be looked at.
	switch size {
	case 2:
		if b1 := piece[i+1]; isContinuation(b1) {
			return v.chars.ids[uint32(b&0x1f)<<6|uint32(b1&0x3f)], size
		}
	case 3:
		b1, b2 := piece[i+1], piece[i+2]
		if c := uint32(b&0x0f)<<12 | uint32(b1&0x3f)<<6 | uint32(b2&0x3f); isContinuation(b1) && isContinuation(b2) && c >= 0x800 {
			return v.chars.ids[c], size
		}
	default:
		if isContinuation(piece[i+1]) && isContinuation(piece[i+2]) && isContinuation(piece[i+3]) {
			if id, ok := v.chars.four[[4]byte(piece[i:])]; ok {
				return id, size
			}
		}
	}
	return noToken, 0
}
