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
	O200kBase    = bpe.O200kBase    // GPT-4o, GPT-4.1, GPT-5 and the o-series
	Cl100kBase   = bpe.Cl100kBase   // GPT-4 and GPT-3.5
	O200kHarmony = bpe.O200kHarmony // gpt-oss: o200k_base with other special tokens
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
// A byte that is not part of valid UTF-8 is replaced by U+FFFD before counting, as it is in what a provider gets;
// [bpe.Encoding.Count] counts the bytes as they are.
//
// A Counter that can tell where its tokens are has a method CountParts([][]byte) []int; with any other, each segment
// gets what it adds to the count of the 64 bytes in front of it. That sees no token that is decided by text further
// away. What is missing to the count of the whole text, or too much, is spread over all segments in proportion to
// their counts. So the sum is exact and no count is negative, while a single segment is an estimate.
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

// CountText counts what [CountSegments] counts as a whole, in half the time.
func CountText(c Counter, segments []framing.Segment) int {
	total := 0
	room := 0
	for _, s := range segments {
		room += len(s.Text)
	}
	text := make([]byte, 0, room) // since the last special segment
	for _, s := range segments {
		if !s.Special {
			text = append(text, validUTF8(s.Text)...)
			continue
		}
		total += c.Count(text) + 1
		text = text[:0]
	}
	return total + c.Count(text)
}

func countParts(c Counter, parts [][]byte) []int {
	if p, ok := c.(interface{ CountParts([][]byte) []int }); ok {
		return p.CountParts(parts)
	}
	counts := make([]int, len(parts))
	text := slices.Concat(parts...)
	at, total, last := 0, 0, -1 // last is the part before that has any text
	for i, p := range parts {
		if len(p) == 0 {
			continue
		}
		from := max(0, at-context)
		for from > 0 && !utf8.RuneStart(text[from]) {
			from--
		}
		counts[i] = c.Count(text[from : at+len(p)])
		if last >= 0 {
			counts[i] -= c.Count(text[from:at])
			if counts[i] < 0 { // more is saved than the part has: its neighbour has it
				counts[last], counts[i] = max(0, counts[last]+counts[i]), 0
			}
		}
		at += len(p)
		last = i
	}
	if last < 0 {
		return counts
	}
	for _, n := range counts {
		total += n
	}
	left := c.Count(text) - total
	if total == 0 {
		counts[last] = left
		return counts
	}
	// Rounding the running total keeps the sum exact, and takes from no part more than it has.
	before, given := 0, 0
	for i, n := range counts {
		before += n
		share := left*before/total - given
		counts[i] += share
		given += share
	}
	return counts
}

// context is how many bytes of text in front of a part decide what it adds: more than most words and runs of signs.
const context = 64

// validUTF8 returns text with U+FFFD in place of every byte that is not part of valid UTF-8.
func validUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return []byte(string([]rune(string(text))))
}
