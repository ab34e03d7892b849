// Package tiktokengo counts tokens by pkoukk/tiktoken-go, which is written by others: a second opinion on every number,
// at a tenth of the speed. It takes quadratic time on long runs of one character.
package tiktokengo

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// Name is what this counter is called on the command line.
const Name = "tiktoken-go"

// Encodings returns the names of the encodings that [New] accepts.
func Encodings() []string { return []string{tiktoken.MODEL_O200K_BASE, tiktoken.MODEL_CL100K_BASE} }

// A Counter counts in one encoding. It is safe for concurrent use. Only [New] makes one that works.
type Counter struct {
	name string
	tk   *tiktoken.Tiktoken
}

// setLoader makes tiktoken-go read the vocabularies that are compiled in, where it would fetch them.
var setLoader = sync.OnceFunc(func() { tiktoken.SetBpeLoader(loader.NewOfflineLoader()) })

// New returns the counter of an encoding; one that is not among [Encodings] is an error that lists them.
//
// The first call sets tiktoken-go's loader of vocabularies, which is one for the whole process: other code in the
// program that uses tiktoken-go reads the compiled-in vocabularies from then on too, unless it sets a loader later.
func New(encoding string) (*Counter, error) {
	if !slices.Contains(Encodings(), encoding) {
		return nil, fmt.Errorf("tiktokengo: no encoding %q; known: %s", encoding, strings.Join(Encodings(), ", "))
	}
	setLoader()
	tk, err := tiktoken.GetEncoding(encoding)
	if err != nil {
		return nil, fmt.Errorf("tiktokengo: %w", err)
	}
	return &Counter{encoding, tk}, nil
}

// Name returns the name of the encoding: the numbers are the same, so the unit is.
func (c *Counter) Name() string { return c.name }

// Count returns the number of tokens of text; text that reads like a special token is ordinary text. A byte that is not
// part of valid UTF-8 counts as U+FFFD.
func (c *Counter) Count(text []byte) int { return len(c.tk.EncodeOrdinary(string(text))) }

// CountParts returns for every part of a text how many of the tokens of the whole text begin in it. The sum is exactly
// what [Counter.Count] counts for the parts joined, and no count is negative: a token that reaches across a border
// counts for the part in which it begins, and an empty part has none.
func (c *Counter) CountParts(parts [][]byte) []int {
	text := slices.Concat(parts...)
	ids := c.tk.EncodeOrdinary(string(text))
	counts := make([]int, len(parts))
	// at is a place in text and read the same place in what was encoded, where U+FFFD stands for each byte that is not
	// valid UTF-8; start is where token k begins there.
	at, read, end := 0, 0, 0
	k, start := 0, 0
	for i, part := range parts {
		end += len(part)
		for at < end {
			r, size := utf8.DecodeRune(text[at:])
			at += size
			read += utf8.RuneLen(r) // 3 for U+FFFD
		}
		for k < len(ids) && start < read {
			counts[i]++
			start += len(c.tk.Decode(ids[k : k+1]))
			k++
		}
	}
	return counts
}
