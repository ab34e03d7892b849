package bpe

import (
	"errors"
	"math"
	"slices"
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
func (v *vocabulary) read(merges string) error {
	if len(merges) < 256 || (len(merges)-256)%5 != 0 {
		return errData
	}
	n := uint32(256 + (len(merges)-256)/5)
	v.ends = make([]uint32, n+1)
	if err := v.measure(merges); err != nil {
		return err
	}
	for i := range v.two {
		v.two[i] = noToken
	}
	v.chars.init()
	for r := range uint32(256) {
		v.bytes[merges[r]] = r
		v.blob[r] = merges[r]
		v.index(r)
	}
	for r := uint32(256); r < n; r++ {
		left, right := parts(merges, r)
		copy(v.blob[v.ends[r]:], v.token(left))
		copy(v.blob[v.ends[r+1]-v.size(right):], v.token(right))
		v.index(r)
		v.pairs.add(left, right, r)
		if left|right < 256 {
			v.two[left<<8|right] = r
		}
	}
	return nil
}

// parts returns the two tokens that token r is made of.
func parts(merges string, r uint32) (left, right uint32) {
	m := merges[256+5*(r-256):][:5]
	return uint32(m[0]) | uint32(m[1])<<8 | uint32(m[4]&0x0f)<<16, uint32(m[2]) | uint32(m[3])<<8 | uint32(m[4]>>4)<<16
}

// measure finds the length of every token and makes the tables as large as they have to be.
func (v *vocabulary) measure(merges string) error {
	var known [256]bool
	for _, b := range []byte(merges[:256]) {
		known[b] = true
	}
	// A single byte is taken for a token without looking, so all of them must be there.
	if known != [256]bool(slices.Repeat([]bool{true}, 256)) {
		return errData
	}
	n := uint32(len(v.ends) - 1)
	var short, medium, long int
	for r := range n {
		size := uint32(1)
		if r >= 256 {
			left, right := parts(merges, r)
			if left >= r || right >= r {
				return errData
			}
			size = v.size(left) + v.size(right)
		}
		switch {
		case size <= maxShort:
			short++
		case size <= maxMedium:
			medium++
		case size <= maxLong:
			long++
		default:
			return errData
		}
		v.ends[r+1] = v.ends[r] + size
	}
	v.blob = make([]byte, v.ends[n])
	v.pieces.init(short, medium, long)
	v.pairs.init(int(n))
	return nil
}

// index enters token r into the tables that are looked up by bytes.
func (v *vocabulary) index(r uint32) {
	token := v.token(r)
	v.pieces.add(v.blob, int(v.ends[r]), int(v.ends[r+1]), r)
	v.chars.add(token, r)
}

// size returns the length of token r in bytes.
func (v *vocabulary) size(r uint32) uint32 { return v.ends[r+1] - v.ends[r] }

// token returns the bytes of the token of rank r.
func (v *vocabulary) token(r uint32) []byte { return v.blob[v.ends[r]:v.ends[r+1]] }
