package bpe

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// TestCountReader counts texts of several buffers, handed out in pieces of different sizes.
func TestCountReader(t *testing.T) {
	t.Parallel()
	texts := benchTexts()
	delete(texts, "letter")
	texts["empty"] = nil
	texts["blanks"] = bytes.Repeat([]byte(" "), 3*readSize+1)
	texts["digits"] = bytes.Repeat([]byte("7"), 3*readSize+1)
	texts["endless word"] = bytes.Repeat([]byte("中"), readSize)
	texts["invalid"] = bytes.Repeat([]byte("\xe4\xb8 a\xff"), readSize/2)
	texts["late cut"] = append(bytes.Repeat([]byte("=\n"), readSize), "end of it, 'll"...)
	for name, text := range texts {
		for _, encoding := range referenced() {
			c := counter(t, encoding)
			want := c.Count(text)
			for kind, r := range map[string]io.Reader{
				"whole":    bytes.NewReader(text),
				"halves":   iotest.HalfReader(bytes.NewReader(text)),
				"with EOF": iotest.DataErrReader(bytes.NewReader(text)),
			} {
				if got, err := c.CountReader(r); err != nil || got != want {
					t.Errorf("%s: %s, %s: %d, %v, want %d", encoding, name, kind, got, err, want)
				}
			}
		}
	}
}

// TestLastCut shows that a text can be cut there: the pieces on both sides are those of the whole, and
// remain so whatever follows.
func TestLastCut(t *testing.T) {
	t.Parallel()
	for _, encoding := range referenced() {
		c := counter(t, encoding)
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.OneOf(bytesGen(), rapid.Map(textGen(), func(s string) []byte { return []byte(s) })).Draw(t, "text")
			rest := textGen().Draw(t, "rest")
			cut := lastCut(text)
			whole := append(bytes.Clone(text), rest...)
			left, right := c.AppendEncode(nil, whole[:cut]), c.AppendEncode(nil, whole[cut:])
			want := c.AppendEncode(nil, whole)
			if got := append(left, right...); !equalInts(got, want) {
				t.Fatalf("%s: %q cut at %d and followed by %q: %v, want %v", encoding, text, cut, rest, got, want)
			}
		})
	}
	for text, want := range map[string]int{
		"one two, three": 7, "": 0, "aaaaaaaaaa": 0, "          ": 0, "abc'll....": 0, "x1x1x1x1": 3, "中，中，中": 3,
	} {
		if got := lastCut([]byte(text)); got != want {
			t.Errorf("lastCut(%q) = %d, want %d", text, got, want)
		}
	}
}

func equalInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestCountReaderErrors(t *testing.T) {
	t.Parallel()
	c := counter(t, O200kBase)
	broken := errors.New("the pipe broke")
	if n, err := c.CountReader(io.MultiReader(strings.NewReader("some words"), iotest.ErrReader(broken))); n != 0 || !errors.Is(err, broken) {
		t.Errorf("%d, %v; want 0, %v", n, err, broken)
	}
	if n, err := c.CountReader(idle{}); n != 0 || !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%d, %v; want 0, %v", n, err, io.ErrNoProgress)
	}
	if n, err := c.CountReader(&endless{}); n != 0 || !errors.Is(err, errUncut) {
		t.Errorf("%d, %v; want 0, %v", n, err, errUncut)
	}
}

// idle never has anything to read.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// endless is a run of blanks without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
