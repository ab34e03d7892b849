package tokens

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"sync"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// The vocabularies are large and most runs need one of them, so each is read when it is first
// asked for, once.
var (
	o200kVocabulary  = sync.OnceValues(func() (*vocabulary, error) { return readVocabulary("o200k_base.tiktoken", 200_000) })
	cl100kVocabulary = sync.OnceValues(func() (*vocabulary, error) { return readVocabulary("cl100k_base.tiktoken", 100_300) })
)

// noRank is the rank of bytes that are not a token.
const noRank = math.MaxInt32

// vocabulary holds the tokens of an encoding. A token's rank is also its id, and of two merges
// that could be done next the one with the lower rank comes first.
type vocabulary struct {
	ranks   map[string]int32
	longest int // length in bytes of the longest token
}

// readVocabulary parses a compiled-in .tiktoken file: per line the base64 of a token's bytes, a
// blank, and its rank.
func readVocabulary(file string, size int) (*vocabulary, error) {
	data, err := assets.Assets.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	return parseVocabulary(data, size)
}

// parseVocabulary reads the lines of a .tiktoken file. Size is a hint for the number of tokens.
func parseVocabulary(data []byte, size int) (*vocabulary, error) {
	v := &vocabulary{ranks: make(map[string]int32, size)}
	// All tokens share one backing array: a string of its own for each would be 200,000
	// small allocations at every start of the program.
	blob := make([]byte, 0, base64.StdEncoding.DecodedLen(len(data)))
	type entry struct{ start, end, rank int }
	entries := make([]entry, 0, size)
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
		r, err := strconv.ParseInt(string(rank), 10, 32)
		if err != nil || r < 0 || r == noRank {
			return nil, fmt.Errorf("vocabulary line %d: bad rank %q", line, rank)
		}
		start := len(blob)
		if blob, err = base64.StdEncoding.AppendDecode(blob, token); err != nil {
			return nil, fmt.Errorf("vocabulary line %d: %w", line, err)
		}
		if len(blob) == start {
			return nil, fmt.Errorf("vocabulary line %d: empty token", line)
		}
		entries = append(entries, entry{start, len(blob), int(r)})
		v.longest = max(v.longest, len(blob)-start)
	}
	all := string(blob)
	for _, e := range entries {
		v.ranks[all[e.start:e.end]] = int32(e.rank)
	}
	if len(v.ranks) != len(entries) {
		return nil, fmt.Errorf("vocabulary: %d tokens occur twice", len(entries)-len(v.ranks))
	}
	// Counting takes a single byte for a token without looking, so all of them must be there.
	for b := range 256 {
		if _, ok := v.ranks[string([]byte{byte(b)})]; !ok {
			return nil, fmt.Errorf("vocabulary: byte 0x%02x is not a token", b)
		}
	}
	return v, nil
}

// rank returns the rank of the token made of exactly these bytes, or noRank.
func (v *vocabulary) rank(b []byte) int32 {
	if len(b) > v.longest {
		return noRank
	}
	if r, ok := v.ranks[string(b)]; ok {
		return r
	}
	return noRank
}
