package bpe

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"strconv"
	"sync"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// The vocabularies are large and most runs need one of them, so each is read when it is first
// asked for, once.
var (
	o200kVocabulary  = sync.OnceValues(func() (*vocabulary, error) { return readVocabulary("o200k_base.tiktoken") })
	cl100kVocabulary = sync.OnceValues(func() (*vocabulary, error) { return readVocabulary("cl100k_base.tiktoken") })
)

// noRank is the rank of bytes that are not a token.
const noRank = math.MaxInt32

// vocabulary holds the tokens of an encoding. A token's rank is also its id, and of two merges
// that could be done next the one with the lower rank comes first.
//
// It is a hash table of its own kind because it is built at every start of the program, where a
// map of 200,000 strings takes several times as long, and because nearly all the time of a
// count is spent looking pieces up in it.
type vocabulary struct {
	blob    []byte         // the bytes of all tokens in order of rank
	ends    []uint32       // ends[r] is where token r ends in blob, and r+1 begins
	slots   []uint64       // open addressing: upper half of the hash, then rank + 1; 0 is free
	two     [1 << 16]int32 // ranks of the tokens of two bytes: where every merge starts
	longest int            // length in bytes of the longest token
	seed    maphash.Seed
}

// readVocabulary parses a compiled-in .tiktoken file.
func readVocabulary(file string) (*vocabulary, error) {
	data, err := assets.Assets.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	return parseVocabulary(data)
}

// parseVocabulary reads the lines of a .tiktoken file: the base64 of a token's bytes, a blank,
// and its rank, in order of rank and without gaps.
func parseVocabulary(data []byte) (*vocabulary, error) {
	v := &vocabulary{
		blob: make([]byte, 0, base64.StdEncoding.DecodedLen(len(data))),
		ends: make([]uint32, 0, bytes.Count(data, []byte("\n"))+1),
		seed: maphash.MakeSeed(),
	}
	for line := 1; len(data) > 0; line++ {
		var row []byte
		row, data, _ = bytes.Cut(data, []byte("\n"))
		if len(row) == 0 {
			continue
		}
		token, rank, ok := bytes.Cut(row, []byte(" "))
		if !ok {
			return nil, fmt.Errorf("vocabulary line %d: no rank", line)
		}
		if r, err := strconv.Atoi(string(rank)); err != nil || r != len(v.ends) {
			return nil, fmt.Errorf("vocabulary line %d: rank %q, want %d", line, rank, len(v.ends))
		}
		start := len(v.blob)
		var err error
		if v.blob, err = base64.StdEncoding.AppendDecode(v.blob, token); err != nil {
			return nil, fmt.Errorf("vocabulary line %d: %w", line, err)
		}
		if len(v.blob) == start {
			return nil, fmt.Errorf("vocabulary line %d: empty token", line)
		}
		v.ends = append(v.ends, uint32(len(v.blob)))
		v.longest = max(v.longest, len(v.blob)-start)
	}
	return v, v.index()
}

// index fills the tables from the tokens.
func (v *vocabulary) index() error {
	for i := range v.two {
		v.two[i] = noRank
	}
	v.slots = make([]uint64, 1<<bits.Len(uint(2*len(v.ends)))) // at most half full
	for r := range v.ends {
		token := v.token(r)
		if v.rank(token) != noRank {
			return fmt.Errorf("vocabulary: token %d occurs twice", r)
		}
		if len(token) == 2 {
			v.two[uint(token[0])<<8|uint(token[1])] = int32(r)
		}
		h := maphash.Bytes(v.seed, token)
		at := v.home(h)
		for v.slots[at] != 0 {
			at = v.after(at)
		}
		v.slots[at] = h>>32<<32 | uint64(r+1)
	}
	// Counting takes a single byte for a token without looking, so all of them must be there.
	for b := range 256 {
		if v.rank([]byte{byte(b)}) == noRank {
			return fmt.Errorf("vocabulary: byte 0x%02x is not a token", b)
		}
	}
	return nil
}

func (v *vocabulary) home(hash uint64) int { return int(hash & uint64(len(v.slots)-1)) }
func (v *vocabulary) after(slot int) int   { return (slot + 1) & (len(v.slots) - 1) }

// token returns the bytes of the token of rank r.
func (v *vocabulary) token(r int) []byte {
	start := uint32(0)
	if r > 0 {
		start = v.ends[r-1]
	}
	return v.blob[start:v.ends[r]]
}

// rank returns the rank of the token made of exactly these bytes, or noRank.
func (v *vocabulary) rank(b []byte) int32 {
	if len(b) == 2 {
		return v.two[uint(b[0])<<8|uint(b[1])]
	}
	if len(b) > v.longest {
		return noRank
	}
	h := maphash.Bytes(v.seed, b)
	for at := v.home(h); v.slots[at] != 0; at = v.after(at) {
		if s := v.slots[at]; s>>32 == h>>32 {
			if r := int(uint32(s)) - 1; bytes.Equal(v.token(r), b) {
				return int32(r)
			}
		}
	}
	return noRank
}
