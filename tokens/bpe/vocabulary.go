package bpe

import (
	"encoding/binary"
	"errors"
	"math"
)

// noToken stands for bytes, or for a pair, that make no token.
const noToken = math.MaxUint32

// idBits is the size of a token id in the tables.
const idBits = 18

// vocabulary holds the tokens of an encoding. A token's rank is also its id, and of two merges that
// could be done next the one with the lower rank comes first.
//
// The tables are of their own kind because they are built at every start of a program that counts,
// where maps of 200,000 entries take several times as long, and because nearly all the time of a count
// is spent waiting for the memory that they take.
type vocabulary struct {
	blob []byte   // the bytes of all tokens in order of rank
	ends []uint32 // token r is blob[ends[r]:ends[r+1]]

	pieces pieceTable
	pairs  pairTable
	chars  charTable

	bytes [256]uint32     // the tokens of one byte
	two   [1 << 16]uint32 // the tokens that two tokens of one byte make, by rank of the left << 8 | right
}

var errData = errors.New("vocabulary: the compiled-in data is damaged")

// read builds the tables from a file of merges, whose form internal/gen describes.
func (v *vocabulary) read(file string) error {
	const head = 16
	if len(file) < head+256 || (len(file)-head-256)%5 != 0 {
		return errData
	}
	var sizes [4]uint32 // of all tokens together, and how many there are of each kind
	for i := range sizes {
		sizes[i] = binary.LittleEndian.Uint32([]byte(file[4*i : 4*i+4]))
	}
	merges := file[head:]
	n := uint32(256 + (len(merges)-256)/5)
	if sizes[0] > n*maxLong || sizes[1]+sizes[2]+sizes[3] != n || max(sizes[1], sizes[2], sizes[3]) > n {
		return errData
	}
	v.blob = make([]byte, sizes[0]+8) // room for copying by words
	v.ends = make([]uint32, n+1)
	v.pairs.init(int(n))
	v.chars.init()
	for i := range v.two {
		v.two[i] = noToken
	}
	b := newBatches(int(n))
	var kinds [3]uint32
	for r := range n {
		if !v.build(merges, r, b) {
			return errData
		}
		kinds[kindOf(int(v.size(r)))]++
		v.chars.add(v.token(r), r)
	}
	if kinds != [3]uint32(sizes[1:]) || v.ends[n] != sizes[0] {
		return errData
	}
	b.flush(v.pairs.add)
	v.pieces.load(v, kinds, b)
	return nil
}

// build puts the bytes of token r into blob and its parts into the tables of pairs. It reports false if
// that is impossible.
func (v *vocabulary) build(merges string, r uint32, b *batches) bool {
	at := v.ends[r]
	if r < 256 {
		c := merges[r]
		if int(at)+8 >= len(v.blob) || v.bytes[c] != 0 || r > 0 && c == merges[0] {
			return false // no room, or the byte has a token already
		}
		v.bytes[c], v.blob[at], v.ends[r+1] = r, c, at+1
		return true
	}
	m := merges[256+5*(r-256):][:5]
	left := uint32(m[0]) | uint32(m[1])<<8 | uint32(m[4]&0x0f)<<16
	right := uint32(m[2]) | uint32(m[3])<<8 | uint32(m[4]>>4)<<16
	if left >= r || right >= r {
		return false
	}
	split := at + v.size(left)
	end := split + v.size(right)
	if int(end)+8 > len(v.blob) || end-at > maxLong {
		return false
	}
	v.copy(at, left)
	v.copy(split, right)
	v.ends[r+1] = end
	if hash, entry := pairEntry(left, right, r); !b.add(hash, entry) {
		v.pairs.add(entry)
	}
	if left|right < 256 {
		v.two[left<<8|right] = r
	}
	return true
}

// copy copies the bytes of a token to a place in blob, by words: what they overwrite behind it comes later.
func (v *vocabulary) copy(to, token uint32) {
	for from := v.ends[token]; from < v.ends[token+1]; from += 8 {
		binary.LittleEndian.PutUint64(v.blob[to:], binary.LittleEndian.Uint64(v.blob[from:]))
		to += 8
	}
}

// size returns the length of token r in bytes.
func (v *vocabulary) size(r uint32) uint32 { return v.ends[r+1] - v.ends[r] }

// token returns the bytes of the token of rank r.
func (v *vocabulary) token(r uint32) []byte { return v.blob[v.ends[r]:v.ends[r+1]] }
