package sample

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func ExampleGenerate() {
	texts, err := Generate(100_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range texts {
		fmt.Println(t.Kind, (len(t.Data)+500)/1000, "kB")
	}
	// Output:
	// tools 22 kB
	// prose 19 kB
	// code 20 kB
	// CJK 21 kB
	// logs 13 kB
	// mixed 5 kB
}

func generate(t *testing.T, size int) []Text {
	t.Helper()
	texts, err := Generate(size)
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestGenerateSame holds the text against its sum: figures of different days and machines are of the same text. A change
// to a list or a form changes the sum, and with it what earlier figures were of.
func TestGenerateSame(t *testing.T) {
	t.Parallel()
	h := sha256.New()
	for _, text := range generate(t, 500_000) {
		fmt.Fprintf(h, "%s %d\n%s", text.Kind, len(text.Data), text.Data)
	}
	const want = "e1316f8bd270a1329ca46c3bb62d4722d2605fc1a5b67b0245be54edb4b07c4a"
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
		t.Errorf("sum %s, want %s", got, want)
	}
}

func TestGenerateShares(t *testing.T) {
	t.Parallel()
	shares := 0
	for _, k := range kinds {
		shares += k.share
	}
	if shares != 100 {
		t.Errorf("the shares add up to %d %%", shares)
	}
	for _, size := range []int{0, 1, 99, 30_000, 30_001} {
		for i, text := range generate(t, size) {
			want := size * kinds[i].share / 100
			if n := len(text.Data); n > want || n <= want-utf8.UTFMax {
				t.Errorf("%d bytes: %s has %d, want %d", size, text.Kind, n, want)
			}
			if !utf8.Valid(text.Data) {
				t.Errorf("%d bytes: %s is not UTF-8", size, text.Kind)
			}
		}
	}
	if _, err := Generate(-1); err == nil {
		t.Error("a negative size is no error")
	}
}

func TestGenerateBeginning(t *testing.T) {
	t.Parallel()
	long := generate(t, 200_000)
	for i, short := range generate(t, 50_000) {
		if !bytes.HasPrefix(long[i].Data, short.Data) {
			t.Errorf("%s: the shorter text is not the beginning of the longer one", short.Kind)
		}
	}
}

// TestGenerateVaried guards against text that repeats itself, which a memo would make look fast.
func TestGenerateVaried(t *testing.T) {
	t.Parallel()
	for _, text := range generate(t, 1_000_000) {
		lines := bytes.Split(text.Data, []byte("\n"))
		distinct, long := map[string]bool{}, 0
		words := map[string]bool{}
		for _, l := range lines {
			for _, w := range strings.FieldsFunc(string(l), func(r rune) bool { return !unicode.IsLetter(r) }) {
				words[w] = true
			}
			if len(l) > 60 {
				long++
				distinct[string(l)] = true
			}
		}
		if 100*len(distinct) < 92*long {
			t.Errorf("%s: %d of %d long lines differ", text.Kind, len(distinct), long)
		}
		if n := len(words); n < 800 {
			t.Errorf("%s: %d different words", text.Kind, n)
		}
	}
}

// TestGenerateAssigned looks for characters that Unicode 15 does not know.
func TestGenerateAssigned(t *testing.T) {
	t.Parallel()
	for _, text := range generate(t, 1_000_000) {
		for _, r := range string(text.Data) {
			if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.C) {
				t.Fatalf("%s: %U is not assigned", text.Kind, r)
			}
		}
	}
	for _, s := range scattered {
		for r := s[0]; r <= s[1]; r++ {
			if !utf8.ValidRune(r) {
				t.Errorf("%U is no character", r)
			}
		}
	}
}

func TestToolsAreJSON(t *testing.T) {
	t.Parallel()
	g, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(100) {
		if doc := toolDocument(newWriter(g, rand.New(rand.NewPCG(seed, 0)))); !json.Valid([]byte(doc)) {
			t.Fatalf("seed %d: %.200s", seed, doc)
		}
	}
}
