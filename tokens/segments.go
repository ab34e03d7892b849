package tokens

import "unicode/utf8"

// CountSegments counts every segment so that the counts add up to the count of the whole text:
// the encoding cuts the whole text into pieces, and the tokens of a piece that reaches across a
// border count for the segment in which it begins. So no count is negative, and a tool's
// figures depend on its neighbours at the joint only. Borders must not fall inside a character.
//
// With a Counter that is not from [NewCounter] each segment is counted by itself, and the last
// one takes the difference to the whole.
func CountSegments(c Counter, segments []Segment) []int {
	counts := make([]int, len(segments))
	size := 0
	for _, s := range segments {
		size += len(s.Text)
	}
	text := make([]byte, 0, size)
	ends := make([]int, len(segments))
	for i, s := range segments {
		text = append(text, validUTF8(s.Text)...)
		ends[i] = len(text)
	}
	b, ok := c.(*bpe)
	if !ok {
		sum := 0
		for i, s := range segments {
			counts[i] = c.Count(s.Text)
			sum += counts[i]
		}
		if n := len(counts); n > 0 {
			counts[n-1] += c.Count(text) - sum
		}
		return counts
	}
	at := 0
	for i := 0; i < len(text); {
		for i >= ends[at] {
			at++
		}
		end := b.split(text, i)
		counts[at] += b.vocab.count(text[i:end])
		i = end
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
