package bpe

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"
)

// TestDataFiles notices a data file that was changed or damaged. The files are made by go generate; a
// test of the generator makes them anew.
func TestDataFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"o200k_base.bin", o200kMerges, "7da53220e0c910ab9856e5cc2f46764aee0662dbd41e51ad940ca5545ef7dbe4"},
		{"cl100k_base.bin", cl100kMerges, "44c20e47814c4fee3786c0797c444f3da466d8f37e590bc5754884de85d8fad5"},
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
	head, bytes := cl100kMerges[:16], cl100kMerges[16:16+256]
	sized := func(total, short, medium, long uint32) string {
		var b []byte
		for _, n := range []uint32{total, short, medium, long} {
			b = binary.LittleEndian.AppendUint32(b, n)
		}
		return string(b)
	}
	endless := ""
	for r := range 12 {
		last := 255 + r
		endless += string([]byte{byte(last), byte(last >> 8), byte(last), byte(last >> 8), 0})
	}
	ab := bytes[64:65] // some byte
	for name, file := range map[string]string{
		"empty":               "",
		"bytes missing":       head + bytes[:255],
		"cut off":             cl100kMerges[:16+256+44],
		"merges missing":      cl100kMerges[:16+256+45],
		"byte twice":          sized(256, 256, 0, 0) + bytes[:255] + ab,
		"first byte twice":    sized(256, 256, 0, 0) + bytes[:255] + bytes[:1],
		"too small":           sized(200, 256, 0, 0) + bytes,
		"too small by a byte": sized(257, 257, 0, 0) + bytes + "\x00\x00\x01\x00\x00",
		"too large":           sized(300, 257, 0, 0) + bytes + "\x00\x00\x01\x00\x00",
		"huge":                sized(1<<31, 257, 0, 0) + bytes + "\x00\x00\x01\x00\x00",
		"kinds":               sized(258, 256, 1, 0) + bytes + "\x00\x00\x01\x00\x00",
		"kinds overflow":      sized(258, 1<<31, 1<<31, 257) + bytes + "\x00\x00\x01\x00\x00",
		"made of later token": sized(258, 257, 0, 0) + bytes + "\x00\x00\x00\x01\x00",
		"made of itself":      sized(258, 257, 0, 0) + bytes + "\x00\x01\x00\x00\x00",
		"token of 4096 bytes": sized(256+8190, 258, 1, 9) + bytes + endless,
	} {
		if _, err := readTables(file); !errors.Is(err, errData) {
			t.Errorf("%s: %v, want %v", name, err, errData)
		}
	}
	if _, err := readTables(sized(258, 257, 0, 0) + bytes + "\x00\x00\x01\x00\x00"); err != nil {
		t.Errorf("a sound file of 257 tokens: %v", err)
	}
}
