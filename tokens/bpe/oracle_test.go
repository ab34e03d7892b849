package bpe

import (
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	tiktoken_loader "github.com/pkoukk/tiktoken-go-loader"
)

// referenced lists the encodings that the reference has.
func referenced() []string { return []string{O200kBase, Cl100kBase} }

// oracles are the same encodings in tiktoken-go: regular expressions and a plain merge, slow and
// written by others, and therefore what the counters here are held against.
var oracles = sync.OnceValues(func() (map[string]*tiktoken.Tiktoken, error) {
	tiktoken.SetBpeLoader(tiktoken_loader.NewOfflineLoader())
	m := map[string]*tiktoken.Tiktoken{}
	for _, name := range referenced() {
		t, err := tiktoken.GetEncoding(name)
		if err != nil {
			return nil, err
		}
		m[name] = t
	}
	return m, nil
})

func oracle(t testing.TB, encoding string) *tiktoken.Tiktoken {
	t.Helper()
	m, err := oracles()
	if err != nil {
		t.Fatal(err)
	}
	return m[encoding]
}

func counter(t testing.TB, encoding string) *Encoding {
	t.Helper()
	c, err := Load(encoding)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// known reports whether the reference's Unicode tables know the characters of s: they are those of
// Unicode 15, and the encodings are defined by those of Unicode 16.
func known(s string) bool {
	for _, r := range s {
		for _, c := range sinceUnicode15 {
			if r >= c[0] && r <= c[1] {
				return false
			}
		}
	}
	return true
}

// sinceUnicode15 covers, with some room, the blocks to which Unicode 15.1 and 16.0 added letters, marks
// and numbers.
var sinceUnicode15 = [][2]rune{
	{0x0897, 0x0897}, {0x1c89, 0x1c8a}, {0xa7cb, 0xa7dc}, {0x105c0, 0x105ff}, {0x10d40, 0x10d8f}, {0x10ec2, 0x10eff},
	{0x11380, 0x113ff}, {0x116d0, 0x116e3}, {0x11bc0, 0x11bff}, {0x11f5a, 0x11f5a}, {0x13460, 0x143ff}, {0x16100, 0x1613f},
	{0x16d40, 0x16d7f}, {0x18cff, 0x18cff}, {0x1ccf0, 0x1ccf9}, {0x1e5d0, 0x1e5ff}, {0x2ebf0, 0x2ee5f},
}
