package hf

import (
	"hash/maphash"
	"sync/atomic"
	"unicode/utf8"
)

// model is the byte pair encoding of a file: what a piece of text is merged into.
type model struct {
	*vocabulary
	merges       *merges
	byteLevel    bool  // tokens are held as bytes instead of the characters that stand for bytes
	unknown      int32 // what an unknown character becomes, noToken to drop it
	fuseUnknown  bool
	ignoreMerges bool // a piece that is a token is that token, whatever its merges make
	prefix       string
	suffix       string
	bytes        [256]int32 // the tokens <0x00> to <0xFF> if characters fall back to them
	fallback     bool
	single       [utf8.RuneSelf * 2]int32 // by byte, or by ASCII character: the token that it is
	whole        []atomic.Bool            // per token: merging its text is known to give the token itself
}

// finish makes the tables that follow from the fields above.
func (m *model) finish() {
	m.whole = make([]atomic.Bool, len(m.ids))
	for b := range m.single {
		m.single[b] = noToken
		if m.byteLevel || b < utf8.RuneSelf {
			m.single[b] = m.lookup([]byte{byte(b)})
		}
	}
	if m.byteLevel || m.affixed() {
		return
	}
	f := new(pairFilter)
	for _, made := range m.merges.made {
		last := rune(-1)
		for _, r := range string(m.token(made)) {
			if last >= 0 {
				f.add(last, r)
			}
			last = r
		}
	}
	m.merges.joined = f
}

func (m *model) affixed() bool { return m.prefix != "" || m.suffix != "" }

// appendTokens appends the tokens of one piece to dst.
func (m *model) appendTokens(dst []int32, s *scratch, piece []byte) []int32 {
	if m.merges.joined == nil && !m.affixed() {
		return m.appendChunk(dst, s, piece)
	}
	if m.ignoreMerges {
		if t := m.lookup(piece); t != noToken {
			return append(dst, t)
		}
	}
	if m.affixed() {
		return append(dst, m.merge(s, piece)...)
	}
	// Cut where no merge can cross. Unknown characters stay with their neighbours, because several
	// in a row may be one token.
	start, last := 0, rune(-1)
	for i := 0; i < len(piece); {
		r, size := rune(piece[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(piece[i:])
		}
		if r < utf8.RuneSelf && m.single[r] == noToken || r >= utf8.RuneSelf && m.lookup(piece[i:i+size]) == noToken {
			r = -1
		}
		if last >= 0 && r >= 0 && !m.merges.joined.has(last, r) {
			dst = m.appendChunk(dst, s, piece[start:i])
			start = i
		}
		last = r
		i += size
	}
	return m.appendChunk(dst, s, piece[start:])
}

// appendChunk appends the tokens that a piece or a part of one merges into, and remembers whether a token
// comes out as itself.
func (m *model) appendChunk(dst []int32, s *scratch, chunk []byte) []int32 {
	if len(chunk) > max(m.longest, rememberedBytes) {
		return append(dst, m.merge(s, chunk)...)
	}
	h := maphash.Bytes(m.seed, chunk)
	known := s.remembered(h)
	if known.is(chunk) {
		return append(dst, known.tokens[:known.n]...)
	}
	t := m.hashed(chunk, h)
	if t != noToken && (m.whole[t].Load() || m.ignoreMerges && m.merges.joined == nil) {
		known.set(chunk, []int32{t})
		return append(dst, t)
	}
	merged := m.merge(s, chunk)
	if t != noToken && len(merged) == 1 && merged[0] == t {
		m.whole[t].Store(true)
	}
	known.set(chunk, merged)
	return append(dst, merged...)
}

// merge returns the tokens of a chunk in memory of s.
func (m *model) merge(s *scratch, chunk []byte) []int32 {
	s.symbols = m.appendSymbols(s.symbols[:0], chunk)
	if len(s.symbols) <= shortPiece {
		return m.merges.mergeShort(s.symbols)
	}
	return m.merges.mergeLong(s)
}

// appendSymbols appends the tokens that merging starts from: one for every character, as the reference
// does it, of which some may be unknown.
func (m *model) appendSymbols(dst []int32, piece []byte) []int32 {
	pending := int32(noToken) // an unknown token that is still to be appended
	for i := 0; i < len(piece); {
		size := 1
		if !m.byteLevel && piece[i] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(piece[i:])
		}
		t := m.symbol(piece, i, size)
		if t != noToken {
			if pending != noToken {
				dst, pending = append(dst, pending), noToken
			}
			dst = append(dst, t)
			i += size
			continue
		}
		if m.fallback {
			if n := len(dst); m.appendable(piece, i, size) {
				dst = m.appendBytes(dst[:n], piece, i, size)
				i += size
				continue
			}
		}
		if m.unknown != noToken {
			if pending != noToken && !m.fuseUnknown {
				dst = append(dst, pending)
			}
			pending = m.unknown
		}
		i += size
	}
	if pending != noToken {
		dst = append(dst, pending)
	}
	return dst
}

// symbol returns the token of the character of the given size at i.
func (m *model) symbol(piece []byte, i, size int) int32 {
	if m.affixed() {
		return m.lookup(m.affix(piece, i, size))
	}
	if size == 1 && (m.byteLevel || piece[i] < utf8.RuneSelf) {
		return m.single[piece[i]]
	}
	return m.lookup(piece[i : i+size])
}

// affix returns a character with the prefix of all but the first of a word and the suffix of the last.
func (m *model) affix(piece []byte, i, size int) []byte {
	var s []byte
	if i > 0 {
		s = append(s, m.prefix...)
	}
	s = append(s, piece[i:i+size]...)
	if i+size == len(piece) {
		s = append(s, m.suffix...)
	}
	return s
}

// appendable reports whether all bytes of a character have a token of their own.
func (m *model) appendable(piece []byte, i, size int) bool {
	for _, b := range m.affix(piece, i, size) {
		if m.bytes[b] == noToken {
			return false
		}
	}
	return true
}

func (m *model) appendBytes(dst []int32, piece []byte, i, size int) []int32 {
	for _, b := range m.affix(piece, i, size) {
		dst = append(dst, m.bytes[b])
	}
	return dst
}
