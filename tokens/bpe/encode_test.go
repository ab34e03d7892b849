package bpe

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// checkEncode holds what an encoding makes of a text against its own other methods, and against the
// reference where that knows the text.
func checkEncode(t interface {
	Helper()
	Fatalf(string, ...any)
}, c *Encoding, ref func(string, []string, []string) []int, text []byte) {
	t.Helper()
	ids := c.AppendEncode(nil, text)
	if n, plain := c.Count(text), c.WithoutMemo().Count(text); n != len(ids) || plain != len(ids) {
		t.Fatalf("%s: Count(%q) = %d, without memo %d, and %d ids", c.Name(), text, n, plain, len(ids))
	}
	back, err := c.Decode(ids)
	if err != nil || !bytes.Equal(back, text) {
		t.Fatalf("%s: Decode(Encode(%q)) = %q, %v", c.Name(), text, back, err)
	}
	if ref == nil || !utf8.Valid(text) || !known(string(text)) {
		return
	}
	if want := ref(string(text), nil, nil); !slices.Equal(ids, want) {
		t.Fatalf("%s: Encode(%q) = %v, want %v", c.Name(), text, ids, want)
	}
}

func TestEncodeAsReference(t *testing.T) {
	t.Parallel()
	for _, encoding := range referenced() {
		c, ref := counter(t, encoding), oracle(t, encoding)
		rapid.Check(t, func(t *rapid.T) {
			checkEncode(t, c, ref.Encode, []byte(textGen().Draw(t, "text")))
		})
	}
}

func TestEncodeAnyBytes(t *testing.T) {
	t.Parallel()
	for _, encoding := range Names() {
		c := counter(t, encoding)
		rapid.Check(t, func(t *rapid.T) {
			checkEncode(t, c, nil, bytesGen().Draw(t, "text"))
		})
	}
}

func FuzzEncode(f *testing.F) {
	for _, s := range []string{
		"", "It's 12345 tokens.\n\n  ", "中文 ab\u0301C 'RE", "<|endoftext|>\xff", strings.Repeat("ab", 99), "\xe4\xb8 \xad ქართული",
		"a\n  \n b\t\r\n/", "Ünïcödé'ſ ǅx ʰA\u093f", "  \u3000\u2028 x", strings.Repeat("吗", 80),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4<<10 {
			t.Skip("the reference takes quadratic time")
		}
		for _, encoding := range referenced() {
			checkEncode(t, counter(t, encoding), oracle(t, encoding).Encode, text)
		}
	})
}

func TestDecodeUnknown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		encoding string
		ids      []int
		want     string
	}{
		{O200kBase, []int{0, -1}, "decode o200k_base: id -1 at index 1 is no token"},
		{O200kBase, []int{199998}, "id 199998 at index 0"},
		{O200kBase, []int{200000, 5}, "id 200000 at index 0"},
		{Cl100kBase, []int{1, 2, 100256}, "id 100256 at index 2"},
		{O200kHarmony, []int{201089}, "id 201089 at index 0"},
		{O200kHarmony, []int{1 << 30}, "at index 0"},
	} {
		text, err := counter(t, tt.encoding).Decode(tt.ids)
		if err == nil || text != nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Decode(%v) = %q, %v; want an error with %q", tt.encoding, tt.ids, text, err, tt.want)
		}
	}
}

func TestAppendEncodeAppends(t *testing.T) {
	t.Parallel()
	c := counter(t, O200kBase)
	long := []byte(strings.Repeat("x", 200))
	alone := c.AppendEncode(nil, long)
	if got := c.AppendEncode([]int{7}, long); got[0] != 7 || !slices.Equal(got[1:], alone) {
		t.Errorf("appended to [7]: %v", got)
	}
}
