package bpe

import "unicode/utf8"

// charTable lets a merge begin with whole characters instead of bytes, which is most of the way for
// text in scripts of two or three bytes a character.
//
// Every token is made of two of lower rank, so a merge goes through the ranks in ascending order: a
// merge only ever gives rise to pairs of a higher rank. Let c be a character that is a token, and
// suppose that no token of lower rank than c consists of a part of c and something outside c that
// stands beside it in the text. Then, until the merge comes to the rank of c, nothing outside is merged
// with a part of c, and the bytes of c are merged by themselves, into c. Pairs that hold c as a whole
// have a higher rank, so it makes no difference whether c is there from the beginning.
//
// Tokens that join a character to a part of another are rare, a few hundred. They are told by the two
// bytes at the joint.
type charTable struct {
	ids  [1 << 16]uint32    // the token of a character of two or three bytes, or noToken
	four map[[4]byte]uint32 // the tokens of characters of four bytes

	// startsAfter[b]&(1<<(l&63)) says that some token of more than one byte has the byte b before the
	// lead byte l of a character that it does not hold to its end; startRank has the lowest rank of these.
	startsAfter [256]uint64
	startRank   map[[2]byte]uint32
	// endsBefore[b]&(1<<(l&63)) says that some token begins inside a character that l ends, and goes
	// on with the byte b; endRank has the lowest rank of these.
	endsBefore [256]uint64
	endRank    map[[2]byte]uint32
}

func (t *charTable) init() {
	for i := range t.ids {
		t.ids[i] = noToken
	}
	t.four = map[[4]byte]uint32{}
	t.startRank, t.endRank = map[[2]byte]uint32{}, map[[2]byte]uint32{}
}

// add takes note of a token. Tokens come in order of rank.
func (t *charTable) add(token []byte, id uint32) {
	if n := len(token); n >= 2 && n <= 4 && token[0] >= 0xc2 {
		switch r, size := utf8.DecodeRune(token); {
		case size != n:
		case n == 4:
			t.four[[4]byte(token)] = id
		default:
			t.ids[r] = id
		}
	}
	last := len(token) - 1
	for j := max(1, last-2); j <= last; j++ {
		if token[j] >= 0xc2 && j+leadSize(token[j]) > len(token) {
			note(t.startRank, &t.startsAfter[token[j-1]], token[j-1], token[j], token[j], id)
		}
	}
	for j := 1; j <= min(3, last) && isContinuation(token[j-1]); j++ {
		note(t.endRank, &t.endsBefore[token[j]], token[j-1], token[j], token[j-1], id)
	}
}

func note(ranks map[[2]byte]uint32, set *uint64, before, after, bit byte, id uint32) {
	if _, ok := ranks[[2]byte{before, after}]; !ok {
		ranks[[2]byte{before, after}] = id
		*set |= 1 << (bit & 63)
	}
}

// whole reports whether a merge may begin with the character piece[i:i+size], a token of the given id,
// in one part.
func (t *charTable) whole(piece []byte, i, size int, id uint32) bool {
	if i > 0 && t.startsAfter[piece[i-1]]>>(piece[i]&63)&1 != 0 && t.startRank[[2]byte{piece[i-1], piece[i]}] < id {
		return false
	}
	end := i + size
	return end == len(piece) || t.endsBefore[piece[end]]>>(piece[end-1]&63)&1 == 0 ||
		t.endRank[[2]byte{piece[end-1], piece[end]}] > id
}

func isContinuation(b byte) bool { return b&0xc0 == 0x80 }

// leadSize returns the length of the character that a lead byte announces.
func leadSize(lead byte) int {
	switch {
	case lead < 0xe0:
		return 2
	case lead < 0xf0:
		return 3
	default:
		return 4
	}
}
