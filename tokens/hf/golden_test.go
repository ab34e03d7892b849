package hf

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// goldenFile is what testdata/generate.py recorded of the reference implementation.
type goldenFile struct {
	Texts      []string
	Tokenizers map[string][]struct {
		IDs     []int
		Decoded string
	}
}

func readGolden(t testing.TB) *goldenFile {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "golden.json"))
	if err != nil {
		t.Fatal(err)
	}
	g := new(goldenFile)
	if err := json.Unmarshal(b, g); err != nil {
		t.Fatal(err)
	}
	if len(g.Texts) == 0 || len(g.Tokenizers) == 0 {
		t.Fatal("golden.json is empty")
	}
	return g
}

func load(t testing.TB, name string) *Tokenizer {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	tok, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func TestGolden(t *testing.T) {
	t.Parallel()
	g := readGolden(t)
	for name, want := range g.Tokenizers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok := load(t, name)
			for i, text := range g.Texts {
				ids := tok.AppendEncode(nil, []byte(text))
				if !slices.Equal(ids, want[i].IDs) {
					t.Errorf("%+q:\n got %v\nwant %v", text, ids, want[i].IDs)
				}
				if n := tok.Count([]byte(text)); n != len(want[i].IDs) {
					t.Errorf("%+q: count %d, want %d", text, n, len(want[i].IDs))
				}
				decoded, err := tok.Decode(want[i].IDs)
				if err != nil {
					t.Errorf("%+q: %v", text, err)
				}
				// The reference replaces bytes that are not UTF-8, each by one character.
				if got := string([]rune(string(decoded))); got != want[i].Decoded {
					t.Errorf("%+q: decoded\n got %+q\nwant %+q", text, got, want[i].Decoded)
				}
			}
		})
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	if err != nil || len(files) != len(g.Tokenizers)+1 {
		t.Errorf("%d files for %d tokenizers (%v): %s", len(files), len(g.Tokenizers), err, strings.Join(files, " "))
	}
}
