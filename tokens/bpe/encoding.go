// Package bpe counts, encodes and decodes text by the byte pair encodings of OpenAI's models, exactly
// and offline: the vocabularies are compiled in.
package bpe

import (
	"fmt"
	"strings"
)

// The encodings that [Load] knows.
const (
	O200kBase  = "o200k_base"  // GPT-4o, GPT-4.1, GPT-5 and the o-series
	Cl100kBase = "cl100k_base" // GPT-4 and GPT-3.5
)

// Names returns the names of the encodings that [Load] accepts.
func Names() []string { return []string{O200kBase, Cl100kBase} }

// Encoding is a byte pair encoding: a rule that cuts text into pieces, and the tokens that the bytes
// of one piece are merged into. It is safe for concurrent use. Only [Load] makes one that works.
type Encoding struct {
	name  string
	split splitter
	vocab *vocabulary
}

// Load returns an encoding. The vocabulary is read on the first call for that encoding, from the data
// compiled into the program, and shared by all later ones. A name that is not among [Names] is an
// error that lists them.
func Load(name string) (*Encoding, error) {
	var split splitter
	var load func() (*vocabulary, error)
	switch name {
	case O200kBase:
		split, load = splitO200k, o200kVocabulary
	case Cl100kBase:
		split, load = splitCl100k, cl100kVocabulary
	default:
		return nil, fmt.Errorf("unknown encoding %q; known: %s", name, strings.Join(Names(), ", "))
	}
	v, err := load()
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", name, err)
	}
	return &Encoding{name: name, split: split, vocab: v}, nil
}

// Name returns the name of the encoding, such as "o200k_base".
func (e *Encoding) Name() string { return e.name }

// Count returns the number of tokens of text, 0 for an empty text. Text that reads like a special
// token, such as "<|endoftext|>", is counted as the ordinary text that it is in a tool description.
func (e *Encoding) Count(text []byte) int {
	n := 0
	for i := 0; i < len(text); {
		end := e.split(text, i)
		n += e.vocab.count(text[i:end])
		i = end
	}
	return n
}

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
		counts[at] += e.vocab.count(text[i:end])
		i = end
	}
	return counts
}
