package hf

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// cut draws places to cut a text at, characters and empty parts included.
func cut(t *rapid.T, text []byte) [][]byte {
	at := rapid.SliceOfN(rapid.IntRange(0, len(text)), 0, 12).Draw(t, "cuts")
	slices.Sort(at)
	var parts [][]byte
	from := 0
	for _, to := range append(at, len(text)) {
		parts = append(parts, text[from:to])
		from = to
	}
	return parts
}

func TestCountPartsAddUp(t *testing.T) {
	t.Parallel()
	g := readGolden(t)
	for name := range g.Tokenizers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok := load(t, name)
			rapid.Check(t, func(t *rapid.T) {
				text := []byte(rapid.OneOf(rapid.SampledFrom(g.Texts), rapid.String()).Draw(t, "text"))
				if rapid.Bool().Draw(t, "not UTF-8") {
					text = append(text, 0xff, 'a', 0xe4, 0xb8)
				}
				parts := cut(t, text)
				sum := 0
				for i, n := range tok.CountParts(parts) {
					if n < 0 || n > 0 && len(parts[i]) == 0 {
						t.Fatalf("part %d of %q has %d tokens", i, parts, n)
					}
					sum += n
				}
				if want := tok.Count(text); sum != want {
					t.Fatalf("%q: parts have %d tokens, the text has %d", parts, sum, want)
				}
			})
		})
	}
}

// TestCountPartsBegin compares with where the tokens begin, which Decode tells where nothing is normalized.
func TestCountPartsBegin(t *testing.T) {
	t.Parallel()
	g := readGolden(t)
	tok := load(t, "cl")
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.SampledFrom(g.Texts).Draw(t, "text"))
		parts := cut(t, text)
		want, start := make([]int, len(parts)), 0
		for _, id := range tok.AppendEncode(nil, text) {
			end := 0
			for i, p := range parts {
				if end += len(p); start < end {
					want[i]++
					break
				}
			}
			s, err := tok.Decode([]int{id})
			if err != nil {
				t.Fatal(err)
			}
			start += len(s)
		}
		if got := tok.CountParts(parts); start != len(text) || !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v (%d of %d bytes)", parts, got, want, start, len(text))
		}
	})
}

// TestCountPartsNear compares with how much the count grows from part to part, which each tokenizer tells: also those
// that make text longer or shorter must not let the borders drift, however long the text is.
func TestCountPartsNear(t *testing.T) {
	t.Parallel()
	var parts [][]byte
	for range 12 {
		for _, s := range []string{`{"name":"`, `open_ticket`, `","description":"`, `Opens a ticket für the Größe of a room, naïvely.  Wait for it!`, `","id":`, `1024`, "}", ",\n"} {
			parts = append(parts, []byte(s))
		}
	}
	for name := range readGolden(t).Tokenizers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok := load(t, name)
			before := 0
			for i, n := range tok.CountParts(parts) {
				upTo := tok.Count(slices.Concat(parts[:i+1]...))
				if grown := upTo - before; n < grown-2 || n > grown+2 {
					t.Errorf("part %d, %q: %d tokens, the text grows by %d", i, parts[i], n, grown)
				}
				before = upTo
			}
		})
	}
}

func TestCountPartsEmpty(t *testing.T) {
	t.Parallel()
	tok := load(t, "metaspace-first")
	if got := tok.CountParts(nil); len(got) != 0 {
		t.Errorf("no parts: %v", got)
	}
	if got := tok.CountParts([][]byte{nil, {}}); !slices.Equal(got, []int{0, 0}) {
		t.Errorf("empty parts: %v", got)
	}
	blanks := []byte(strings.Repeat(" ", 9))
	got := load(t, "metaspace-first-stripped").CountParts([][]byte{nil, blanks, []byte("x"), nil})
	if got[0] != 0 || got[3] != 0 {
		t.Errorf("empty parts have tokens: %v", got)
	}
}
