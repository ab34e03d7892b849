package tokens

import (
	"fmt"
	"strings"
)

// The encodings that [NewCounter] knows.
const (
	O200kBase  = "o200k_base"  // GPT-4o, GPT-4.1, GPT-5 and the o-series
	Cl100kBase = "cl100k_base" // GPT-4 and GPT-3.5
)

// Counter counts the tokens of a text in one encoding. A Counter is safe for concurrent use.
type Counter interface {
	// Name returns the name of the encoding, such as "o200k_base".
	Name() string
	// Count returns the number of tokens of text, 0 for an empty text. Text that reads like a
	// special token, such as "<|endoftext|>", is counted as the ordinary text that it is in a
	// tool description. A byte that is not part of valid UTF-8 counts as U+FFFD, which is what
	// it becomes when the text is sent as JSON.
	Count(text []byte) int
}

// Encodings returns the names of the encodings that [NewCounter] accepts.
func Encodings() []string { return []string{O200kBase, Cl100kBase} }

// NewCounter returns the counter of an encoding. The vocabulary is read on the first call for
// that encoding, from the data compiled into the program, and shared by all later ones.
// An encoding that is not among [Encodings] is an error that lists them.
func NewCounter(encoding string) (Counter, error) {
	var split splitter
	var load func() (*vocabulary, error)
	switch encoding {
	case O200kBase:
		split, load = splitO200k, o200kVocabulary
	case Cl100kBase:
		split, load = splitCl100k, cl100kVocabulary
	default:
		return nil, fmt.Errorf("tokens: unknown encoding %q; known: %s", encoding, strings.Join(Encodings(), ", "))
	}
	v, err := load()
	if err != nil {
		return nil, fmt.Errorf("tokens: encoding %s: %w", encoding, err)
	}
	return &bpe{name: encoding, split: split, vocab: v}, nil
}

// bpe is a byte pair encoding: a rule that cuts text into pieces, and the tokens that the bytes
// of one piece are merged into.
type bpe struct {
	name  string
	split splitter
	vocab *vocabulary
}

func (b *bpe) Name() string { return b.name }

func (b *bpe) Count(text []byte) int {
	text = validUTF8(text)
	n := 0
	for i := 0; i < len(text); {
		end := b.split(text, i)
		n += b.vocab.count(text[i:end])
		i = end
	}
	return n
}
