//go:build !race

package bpe

import (
	"bytes"
	"testing"
)

// TestCountMegabyte counts one endless word of a megabyte, which a merge of quadratic time does
// not get through. The race detector slows it down without anything to find in it.
func TestCountMegabyte(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("a"), 1<<20)
	if got, want := counter(t, O200kBase).Count(text), 1<<17; got != want { // 8 letters a token
		t.Errorf("%d tokens, want %d", got, want)
	}
}
