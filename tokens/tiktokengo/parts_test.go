package tiktokengo

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/bpe"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// shelf returns the framed text of tools as a library would have them, in parts.
func shelf(t *testing.T) [][]byte {
	t.Helper()
	var tools []framing.Piece
	for i, verb := range []string{"find", "lend", "return", "reserve", "shelve", "label", "repair", "order", "count", "withdraw"} {
		input, err := schema.Parse(fmt.Appendf(nil, `{"type":"object","properties":{"isbn":{"type":"string","pattern":"^[0-9X-]{%d,17}$","description":"Number on the back"},`+
			`"copies":{"type":"array","items":{"type":"integer","minimum":%d}},"état":{"enum":["neuf","usé","%s"]}},"required":["isbn"],"additionalProperties":false}`, 10+i, i, verb))
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, framing.Piece{Name: verb + "_book", Description: new("Tells the desk to " + verb + " a book.\nNothing is lost; 图书馆 rules apply…"), Input: input})
	}
	f, err := framing.New(framing.JSON)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := f.Frame(tools)
	if err != nil {
		t.Fatal(err)
	}
	var parts [][]byte
	for _, s := range segments {
		parts = append(parts, s.Text)
	}
	return parts
}

// TestCountPartsAlike compares with bpe, where a border is not between tokens but between the pieces that are merged.
func TestCountPartsAlike(t *testing.T) {
	t.Parallel()
	parts := shelf(t)
	for _, encoding := range Encodings() {
		theirs, err := New(encoding)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := bpe.Load(encoding)
		if err != nil {
			t.Fatal(err)
		}
		got, want := theirs.CountParts(parts), ours.CountParts(parts)
		sum := 0
		for i := range parts {
			if sum += got[i]; got[i] < want[i]-2 || got[i] > want[i]+2 {
				t.Errorf("%s: part %d, %q: %d tokens here and %d there", encoding, i, parts[i], got[i], want[i])
			}
		}
		if all := ours.Count(slices.Concat(parts...)); sum != all {
			t.Errorf("%s: %d tokens in parts, %d in all", encoding, sum, all)
		}
	}
}

func TestCountPartsAddUp(t *testing.T) {
	t.Parallel()
	c, err := New("cl100k_base")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		var parts [][]byte
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			part := []byte(rapid.String().Draw(t, "part"))
			// A cut inside a character leaves bytes that are not UTF-8 at a border.
			if n := rapid.IntRange(0, 3).Draw(t, "cut"); n < len(part) {
				part = part[:len(part)-n]
			}
			parts = append(parts, part)
		}
		sum := 0
		for i, n := range c.CountParts(parts) {
			if n < 0 || n > 0 && len(parts[i]) == 0 {
				t.Fatalf("part %d of %q has %d tokens", i, parts, n)
			}
			sum += n
		}
		if want := c.Count(slices.Concat(parts...)); sum != want {
			t.Fatalf("%q: parts have %d tokens, the text has %d", parts, sum, want)
		}
	})
}

func TestCountPartsBorders(t *testing.T) {
	t.Parallel()
	c, err := New("cl100k_base")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		parts []string
		want  []int
	}{
		{nil, []int{}},
		{[]string{"", ""}, []int{0, 0}},
		{[]string{"hel", "lo", " wor", "ld"}, []int{1, 0, 1, 0}}, // the token begins in the first half
		{[]string{"", "hello", "", " world", ""}, []int{0, 1, 0, 1, 0}},
		{[]string{"\xff", "hello"}, []int{1, 1}}, // U+FFFD is three bytes, the byte is one
		{[]string{"\xff\xfehello", " world"}, []int{c.Count([]byte("\xff\xfehello")), 1}},
	} {
		parts := make([][]byte, len(tt.parts))
		for i, p := range tt.parts {
			parts[i] = []byte(p)
		}
		if got := c.CountParts(parts); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.parts, got, tt.want)
		}
	}
}
