package bpe

import (
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	tiktoken_loader "github.com/pkoukk/tiktoken-go-loader"
)

// oracles are the same encodings in tiktoken-go: regular expressions and a plain merge, slow and
// written by others, and therefore what the counters here are held against.
var oracles = sync.OnceValues(func() (map[string]*tiktoken.Tiktoken, error) {
	tiktoken.SetBpeLoader(tiktoken_loader.NewOfflineLoader())
	m := map[string]*tiktoken.Tiktoken{}
	for _, name := range Names() {
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
