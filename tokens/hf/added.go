package hf

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"
)

// addedToken is a token beside the model, which is looked for in the text before anything else.
type addedToken struct {
	id           int
	content      []byte
	special      bool // found, but left to the model: its text is ordinary
	single       bool // only between characters that are not part of a word
	strips       bool // takes the white space on its left with it
	stripsBehind bool
}

// addedTokens finds the leftmost of some tokens in a text, of those the longest.
type addedTokens struct {
	tokens []addedToken // by content
	first  [257]int32   // those that begin with byte b are tokens[first[b]:first[b+1]]
	words  *pattern     // one character of a word
}

// maxAddedLength bounds a token's content, because at every place of a text as much may be compared.
const maxAddedLength = 1024

func newAddedTokens(tokens []addedToken, words *pattern) (addedTokens, error) {
	slices.SortFunc(tokens, func(a, b addedToken) int { return bytes.Compare(a.content, b.content) })
	s := addedTokens{tokens: tokens, words: words}
	for i, t := range tokens {
		switch {
		case len(t.content) == 0:
			return s, fmt.Errorf("a token is empty after normalizing")
		case len(t.content) > maxAddedLength:
			return s, fmt.Errorf("token %s is longer than %d bytes", clip(string(t.content)), maxAddedLength)
		case i > 0 && bytes.Equal(t.content, tokens[i-1].content):
			return s, fmt.Errorf("two tokens are %s after normalizing", clip(string(t.content)))
		}
	}
	if !slices.ContainsFunc(tokens, func(t addedToken) bool { return !t.special }) {
		s.tokens = nil // what is left to the model only hides other tokens
		return s, nil
	}
	at := int32(0)
	for b := range 256 {
		s.first[b] = at
		for int(at) < len(tokens) && int(tokens[at].content[0]) == b {
			at++
		}
	}
	s.first[256] = at
	return s, nil
}

// segment is a token, or text between tokens with token -1.
type segment struct {
	token      int
	start, end int
}

// segments yields the parts of a text. Like the reference it lets a token that takes the white space
// behind it overlap one that is found in that space.
func (s *addedTokens) segments(text []byte) iter.Seq[segment] {
	return func(yield func(segment) bool) {
		done, spaceEnd := 0, 0
		for i := 0; i < len(text) && len(s.tokens) > 0; {
			if b := int(text[i]); s.first[b] == s.first[b+1] {
				i++
				continue
			}
			t, size := s.at(text, i)
			if t == nil {
				i++
				continue
			}
			start, end := i, i+size
			i = end
			if t.special || t.single && (s.wordBefore(text, start) || s.wordAt(text, end)) {
				continue
			}
			if t.strips {
				from := min(done, start)
				start = max(done, from+len(bytes.TrimRightFunc(text[from:start], unicode.IsSpace)))
			}
			if t.stripsBehind {
				if spaceEnd < end {
					spaceEnd = len(text) - len(bytes.TrimLeftFunc(text[end:], unicode.IsSpace))
				}
				end = spaceEnd
			}
			if done < start && !yield(segment{-1, done, start}) || !yield(segment{t.id, start, end}) {
				return
			}
			done = end
		}
		if done < len(text) {
			yield(segment{-1, done, len(text)})
		}
	}
}

// at returns the longest token that begins at i.
func (s *addedTokens) at(text []byte, i int) (t *addedToken, size int) {
	low, high := int(s.first[text[i]]), int(s.first[int(text[i])+1])
	for depth := 1; low < high; depth++ {
		// All tokens in the range begin with the depth bytes at i; the shortest comes first.
		if len(s.tokens[low].content) == depth {
			t, size = &s.tokens[low], depth
			low++
		}
		if i+depth >= len(text) {
			break
		}
		b, within := text[i+depth], s.tokens[low:high]
		from := sort.Search(len(within), func(k int) bool { return within[k].content[depth] >= b })
		to := from + sort.Search(len(within)-from, func(k int) bool { return within[from+k].content[depth] > b })
		low, high = low+from, low+to
	}
	return t, size
}

func (s *addedTokens) wordAt(text []byte, i int) bool {
	if i >= len(text) {
		return false
	}
	class, _ := s.words.classAt(text, i)
	return s.words.starts[class] != 0
}

func (s *addedTokens) wordBefore(text []byte, i int) bool {
	_, size := utf8.DecodeLastRune(text[:i])
	return i > 0 && s.wordAt(text, i-size)
}
