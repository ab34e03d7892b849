// Package sample writes text that looks like what a token counter meets: tool schemas, prose, programs, Chinese and
// Japanese, logs, and a mixture of scripts. All of it comes from the word lists and sentence forms under grammar/ and a
// fixed seed, so it may be printed, kept and compared, and is the same on every machine.
package sample

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"unicode/utf8"
)

// A Text is the sample of one kind of text.
type Text struct {
	Kind string
	Data []byte // valid UTF-8
}

// kinds are the kinds of text, their shares in percent, and who writes a document of them.
var kinds = []struct {
	name  string
	share int
	write func(*writer) string
}{
	{"tools", 22, toolDocument},
	{"prose", 19, proseDocument},
	{"code", 20, codeDocument},
	{"CJK", 21, cjkDocument},
	{"logs", 13, logDocument},
	{"mixed", 5, mixedDocument},
}

// Generate returns size bytes of text, one Text for each kind: tools 22 %, prose 19 %, code 20 %, CJK 21 %, logs 13 %,
// mixed scripts 5 %. A text is a few bytes short of its share where a character would be cut. The same size gives the same
// text, and a smaller one the beginning of each.
func Generate(size int) ([]Text, error) {
	if size < 0 {
		return nil, fmt.Errorf("sample: a size of %d bytes", size)
	}
	g, err := load()
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	texts := make([]Text, 0, len(kinds))
	for _, k := range kinds {
		want := size * k.share / 100
		h := fnv.New64a()
		h.Write([]byte(k.name))
		r := rand.New(rand.NewPCG(20261201, h.Sum64()))
		data := make([]byte, 0, want+64<<10)
		for len(data) < want {
			// A document has a generator of its own, so that a change to one does not reach the next.
			data = append(data, k.write(newWriter(g, rand.New(rand.NewPCG(r.Uint64(), r.Uint64()))))...)
			data = append(data, '\n')
		}
		for want > 0 && want < len(data) && !utf8.RuneStart(data[want]) {
			want--
		}
		texts = append(texts, Text{k.name, data[:want]})
	}
	return texts, nil
}
