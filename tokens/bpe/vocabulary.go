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
func (v *vocabulary) read(merges string) error {
	if len(merges) < 256 || (len(merges)-256)%5 != 0 {
		return errData
	}
	n := uint32(256 + (len(merges)-256)/5)
	v.ends = make([]uint32, n+1)
	short, medium, long, err := v.measure(merges)
	if err != nil {
		return err
	}
	v.blob = make([]byte, v.ends[n]+8) // room for copying by words
	for i := range v.two {
		v.two[i] = noToken
	}
	v.chars.init()
	v.pairs.init(int(n))
	b := newBatches(int(n))
	for r := range n {
		if r < 256 {
			v.bytes[merges[r]] = r
			v.blob[r] = merges[r]
		} else {
			left, right := parts(merges, r)
			v.copy(v.ends[r], left)
			v.copy(v.ends[r]+v.size(left), right)
			if hash, entry := pairEntry(left, right, r); !b.add(hash, entry) {
				v.pairs.add(entry)
			}
			if left|right < 256 {
				v.two[left<<8|right] = r
			}
		}
		v.chars.add(v.token(r), r)
	}
	b.flush(v.pairs.add)
	v.pieces.load(v, short, medium, long, b)
	return nil
}

// parts returns the two tokens that token r is made of.
func parts(merges string, r uint32) (left, right uint32) {
	m := merges[256+5*(r-256):][:5]
	return uint32(m[0]) | uint32(m[1])<<8 | uint32(m[4]&0x0f)<<16, uint32(m[2]) | uint32(m[3])<<8 | uint32(m[4]>>4)<<16
}

// measure finds where the bytes of every token end and how many tokens there are of each kind of length.
func (v *vocabulary) measure(merges string) (short, medium, long int, err error) {
	// A single byte is taken for a token without looking, so all of them must be there.
	var known [256]bool
	for _, b := range []byte(merges[:256]) {
		if known[b] {
			return 0, 0, 0, errData
		}
		known[b] = true
	}
	for r := range uint32(len(v.ends) - 1) {
		size := uint32(1)
		if r >= 256 {
			left, right := parts(merges, r)
			if left >= r || right >= r {
				return 0, 0, 0, errData
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
			return 0, 0, 0, errData
		}
		v.ends[r+1] = v.ends[r] + size
	}
	return short, medium, long, nil
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
