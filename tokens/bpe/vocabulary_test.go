package bpe

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
)

// TestDataFiles notices a data file that was changed or damaged. The files are made by go generate; a
// test of the generator makes them anew.
func TestDataFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"o200k_base.bin", o200kMerges, "3b5775879a9f9f5f81b630c33f7a08efd0d098009feb10cf8827e475d81a381f"},
		{"cl100k_base.bin", cl100kMerges, "afd9b65759ae0c1ec50321e4ba9d6769349de543f7b14868e949e95f5f92d29a"},
		{"classes.bin", classTable, "cace9f3926b4d9ee2b098065f13caa2134884173fac3e56a812b4c1ddda832cc"},
	} {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(tt.data))); got != tt.want {
			t.Errorf("sha256 of %s is %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestVocabularySize(t *testing.T) {
	t.Parallel()
	for encoding, want := range map[string]int{O200kBase: 199_998, Cl100kBase: 100_256, O200kHarmony: 199_998} {
		v := counter(t, encoding).vocab
		if got := len(v.ends) - 1; got != want || v.pieces.longest != 128 {
			t.Errorf("%s: %d tokens, longest %d; want %d, 128", encoding, got, v.pieces.longest, want)
		}
	}
}

func TestReadDamaged(t *testing.T) {
	t.Parallel()
	for name, merges := range map[string]string{
		"empty":               "",
		"bytes missing":       cl100kMerges[:255],
		"cut off":             cl100kMerges[:300],
		"byte twice":          cl100kMerges[:255] + cl100kMerges[:1],
		"made of later token": cl100kMerges[:256] + "\x00\x00\x00\x01\x00",
		"made of itself":      cl100kMerges[:256] + "\x00\x01\x00\x00\x00",
	} {
		if _, err := readTables(merges); !errors.Is(err, errData) {
			t.Errorf("%s: %v, want %v", name, err, errData)
		}
	}
	endless := cl100kMerges[:256]
	for r := range 12 {
		last := 255 + r
		endless += string([]byte{byte(last), byte(last >> 8), byte(last), byte(last >> 8), 0})
	}
	if _, err := readTables(endless); !errors.Is(err, errData) {
		t.Errorf("token of 4096 bytes: %v, want %v", err, errData)
	}
}
