package bpe

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The encodings that [Load] knows.
const (
	O200kBase    = "o200k_base"    // GPT-4o, GPT-4.1, GPT-5 and the o-series
	Cl100kBase   = "cl100k_base"   // GPT-4 and GPT-3.5
	O200kHarmony = "o200k_harmony" // gpt-oss: o200k_base with other special tokens
)

// Names returns the names of the encodings that [Load] accepts.
func Names() []string { return []string{O200kBase, Cl100kBase, O200kHarmony} }

// Encoding is a byte pair encoding: a rule that cuts text into pieces, and the tokens that the bytes
// of one piece are merged into. It is safe for concurrent use. Only [Load] makes one that works.
type Encoding struct {
	name     string
	split    splitter
	vocab    *vocabulary
	memo     *pieceMemo // nil: count every piece anew
	specials specials
}

// Load returns an encoding. The vocabulary is read on the first call for that encoding, from the data
// compiled into the program, and shared by all later ones, as is the memory of counts of pieces that
// [Encoding.Count] keeps. A name that is not among [Names] is an error that lists them.
func Load(name string) (*Encoding, error) {
	var e Encoding
	var load func() (*tables, error)
	switch name {
	case O200kBase:
		e, load = Encoding{split: splitO200k, specials: o200kSpecials()}, o200kTables
	case Cl100kBase:
		e, load = Encoding{split: splitCl100k, specials: cl100kSpecials()}, cl100kTables
	case O200kHarmony:
		e, load = Encoding{split: splitO200k, specials: harmonySpecials()}, o200kTables
	default:
		return nil, fmt.Errorf("unknown encoding %q; known: %s", name, strings.Join(Names(), ", "))
	}
	t, err := load()
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", name, err)
	}
	e.name, e.vocab, e.memo = name, &t.vocabulary, &t.memo
	return &e, nil
}

// WithoutMemo returns the encoding without its memory of counts: the counts are the same, and their
// time does not depend on what was counted before. It is for measuring.
func (e *Encoding) WithoutMemo() *Encoding {
	c := *e
	c.memo = nil
	return &c
}

// Name returns the name of the encoding, such as "o200k_base".
func (e *Encoding) Name() string { return e.name }

// Count returns the number of tokens of text, 0 for an empty text. Text that reads like a special
// token, such as "<|endoftext|>", is counted as the ordinary text that it is in a tool description.
func (e *Encoding) Count(text []byte) int {
	n := 0
	for i := 0; i < len(text); {
		end := e.split(text, i)
		n += e.countPiece(text, i, end)
		i = end
	}
	return n
}

// countPiece returns the number of tokens of the piece text[i:end].
func (e *Encoding) countPiece(text []byte, i, end int) int {
	n := end - i
	// Looking up saves the merge only: a piece that is a token also merges into it. So a piece that is
	// unlikely to be one, a clause of Chinese or Japanese for the most part, is merged at once.
	if n == 1 || (n <= maxMedium || text[i] < utf8.RuneSelf) && e.vocab.pieces.has(text, i, end) {
		return 1
	}
	return e.countMerged(text[i:end])
}

// countMerged returns the number of tokens of a piece that is not a token.
func (e *Encoding) countMerged(piece []byte) int {
	if e.memo == nil || len(piece) < minMemoPiece || len(piece) > maxMemoPiece {
		return e.vocab.countMerged(piece)
	}
	var k memoKey
	k.set(piece)
	n := e.memo.get(&k)
	if n == 0 {
		n = e.vocab.countMerged(piece)
		e.memo.put(&k, n)
	}
	return n
}

// Special returns the id of a special token of the encoding by its text, such as "<|endoftext|>". No
// method of Encoding takes text for a special token by itself: who builds a request puts the ids between
// the ids of its parts, and adds one to the count for each.
func (e *Encoding) Special(name string) (id int, ok bool) { return e.specials.id(name) }

// CountParts counts every part of a text so that the counts add up to the count of the parts joined:
// the encoding cuts the whole text into pieces, and the tokens of a piece that reaches across a border
// count for the part in which it begins. So no count is negative, and a part's figure depends on its
// neighbours at the joint only.
func (e *Encoding) CountParts(parts [][]byte) []int {
	counts := make([]int, len(parts))
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	text := make([]byte, 0, size)
	ends := make([]int, len(parts))
	for i, p := range parts {
		text = append(text, p...)
		ends[i] = len(text)
	}
	at := 0
	for i := 0; i < len(text); {
		for i >= ends[at] {
			at++
		}
		end := e.split(text, i)
		counts[at] += e.countPiece(text, i, end)
		i = end
	}
	return counts
}
