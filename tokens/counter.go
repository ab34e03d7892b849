package tokens

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/tokens/bpe"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// The encodings that [NewCounter] knows.
const (
	O200kBase  = bpe.O200kBase  // GPT-4o, GPT-4.1, GPT-5 and the o-series
	Cl100kBase = bpe.Cl100kBase // GPT-4 and GPT-3.5
)

// Counter counts the tokens of a text in one encoding. A Counter is safe for concurrent use.
type Counter interface {
	// Name returns the name of the encoding, such as "o200k_base".
	Name() string
	// Count returns the number of tokens of text, 0 for an empty text. Text that reads like a
	// special token, such as "<|endoftext|>", is counted as the ordinary text that it is in a
	// tool description.
	Count(text []byte) int
}

// Encodings returns the names of the encodings that [NewCounter] accepts.
func Encodings() []string { return bpe.Names() }

// NewCounter returns the counter of an encoding. The vocabulary is read on the first call for
// that encoding, from the data compiled into the program, and shared by all later ones.
// An encoding that is not among [Encodings] is an error that lists them.
func NewCounter(encoding string) (Counter, error) {
	e, err := bpe.Load(encoding)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	return e, nil
}

// CountSegments counts every segment so that the counts add up to the count of the whole text:
// the encoding cuts the whole text into pieces, and the tokens of a piece that reaches across a
// border count for the segment in which it begins. So no count is negative, and a tool's
// figures depend on its neighbours at the joint only. Borders must not fall inside a character.
// A special segment is one token, and the text before it and behind it are counted apart.
//
// With a Counter that cannot tell where its tokens are, which has no method CountParts([][]byte) []int,
// each segment is counted by itself and with the one behind it, which shows what the joint saves. The sum is
// exact, and a segment can be off by a few tokens. Bytes that are not UTF-8 are counted as U+FFFD.
func CountSegments(c Counter, segments []framing.Segment) []int {
	counts := make([]int, 0, len(segments))
	var parts [][]byte // since the last special segment
	for _, s := range segments {
		if !s.Special {
			parts = append(parts, validUTF8(s.Text))
			continue
		}
		counts = append(append(counts, countParts(c, parts)...), 1)
		parts = parts[:0]
	}
	return append(counts, countParts(c, parts)...)
}

func countParts(c Counter, parts [][]byte) []int {
	if p, ok := c.(interface{ CountParts([][]byte) []int }); ok {
		return p.CountParts(parts)
	}
	counts := make([]int, len(parts))
	var text []byte
	last := -1 // the part before that has any text
	for i, p := range parts {
		if len(p) == 0 {
			continue
		}
		counts[i] = c.Count(p)
		if last >= 0 {
			joint := c.Count(slices.Concat(parts[last], p)) - c.Count(parts[last]) - counts[i]
			counts[i] += joint
			if counts[i] < 0 { // more is saved than the part has: its neighbour has it
				counts[last] = max(0, counts[last]+counts[i])
				counts[i] = 0
			}
		}
		last = i
		text = append(text, p...)
	}
	left := c.Count(text) // tokens of the whole that no part has yet
	for _, n := range counts {
		left -= n
	}
	// What joints of three parts and more do is left over. It is spread over all parts, a token each, so that none is far off.
	for left != 0 {
		before := left
		for i := range counts {
			switch {
			case left > 0 && len(parts[i]) > 0:
				counts[i]++
				left--
			case left < 0 && counts[i] > 0:
				counts[i]--
				left++
			}
		}
		if left == before {
			break // all parts are empty, and so is the text
		}
	}
	return counts
}

// validUTF8 returns text with U+FFFD in place of every byte that is not part of valid UTF-8.
func validUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return []byte(string([]rune(string(text))))
}
