package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// source is a published vocabulary and the file made of it.
type source struct {
	file, sha256 string
	out          string
}

// sources lists the vocabularies. The hashes are those under which the files were published.
func sources() []source {
	return []source{
		{"o200k_base.tiktoken", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d", "o200k_base.bin"},
		{"cl100k_base.tiktoken", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7", "cl100k_base.bin"},
	}
}

// merges reads the source and returns it as a list of merges, behind four numbers of four bytes, little
// endian: how long all tokens are together, and how many of them have up to 7, 8 to 15, and more bytes.
// The next 256 bytes are the tokens of one byte in order of rank. Five bytes for each further token say which two tokens it is made of:
// the lower 16 bits of the left one's rank and of the right one's, little endian, and then their
// upper four bits, the left one's in the lower half. The bytes of a token follow from its parts, so
// this is a third of the published file and saves the search for the parts at every start.
func (s source) merges() ([]byte, error) {
	data, err := assets.Assets.ReadFile(s.file)
	if err != nil {
		return nil, err
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != s.sha256 {
		return nil, fmt.Errorf("sha256 is %s, want %s", got, s.sha256)
	}
	tokens, err := parse(data)
	if err != nil {
		return nil, err
	}
	return pack(tokens)
}

// parse reads the lines of a .tiktoken file: the base64 of a token's bytes, a blank, and its rank, in
// order of rank and without gaps.
func parse(data []byte) ([]string, error) {
	var tokens []string
	for line := 1; len(data) > 0; line++ {
		var row []byte
		row, data, _ = bytes.Cut(data, []byte("\n"))
		if len(row) == 0 {
			continue
		}
		text, rank, ok := bytes.Cut(row, []byte(" "))
		if !ok {
			return nil, fmt.Errorf("line %d: no rank", line)
		}
		if r, err := strconv.Atoi(string(rank)); err != nil || r != len(tokens) {
			return nil, fmt.Errorf("line %d: rank %q, want %d", line, rank, len(tokens))
		}
		token, err := base64.StdEncoding.AppendDecode(nil, text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if len(token) == 0 {
			return nil, fmt.Errorf("line %d: empty token", line)
		}
		tokens = append(tokens, string(token))
	}
	return tokens, nil
}

// pack returns the merges of the tokens. It refuses a vocabulary that lacks a property on which
// package bpe builds: all bytes come first, no token comes twice, and the bytes of every other token
// merge into that token out of two tokens of lower rank.
func pack(tokens []string) ([]byte, error) {
	if len(tokens) < 256 || len(tokens) > 1<<18 {
		return nil, fmt.Errorf("%d tokens, want 256 to %d", len(tokens), 1<<18)
	}
	ranks := make(map[string]int, len(tokens))
	for r, t := range tokens {
		if _, twice := ranks[t]; twice {
			return nil, fmt.Errorf("token %d occurs twice", r)
		}
		ranks[t] = r
	}
	var total, short, medium, long uint32
	for _, t := range tokens {
		total += uint32(len(t))
		switch {
		case len(t) <= 7:
			short++
		case len(t) <= 15:
			medium++
		default:
			long++
		}
	}
	out := make([]byte, 0, 16+256+5*(len(tokens)-256))
	for _, n := range []uint32{total, short, medium, long} {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	for r, t := range tokens {
		if r < 256 {
			if len(t) != 1 {
				return nil, fmt.Errorf("token %d is not a single byte", r)
			}
			out = append(out, t[0])
			continue
		}
		left, right, err := lastMerge(t, ranks)
		if err != nil {
			return nil, fmt.Errorf("token %d: %w", r, err)
		}
		if left >= r || right >= r {
			return nil, fmt.Errorf("token %d is made of %d and %d, which come later", r, left, right)
		}
		out = append(out, byte(left), byte(left>>8), byte(right), byte(right>>8), byte(left>>16|right>>16<<4))
	}
	return out, nil
}

var errNoMerge = errors.New("its bytes do not merge into it")

// lastMerge merges the bytes of a token by rank until two parts are left and returns them.
func lastMerge(token string, ranks map[string]int) (left, right int, err error) {
	starts := make([]int, len(token)+1)
	for i := range starts {
		starts[i] = i
	}
	for parts := len(token); parts > 2; parts-- {
		best, at := -1, 0
		for i := range parts - 1 {
			if r, ok := ranks[token[starts[i]:starts[i+2]]]; ok && (best < 0 || r < best) {
				best, at = r, i
			}
		}
		if best < 0 {
			return 0, 0, errNoMerge
		}
		starts = append(starts[:at+1], starts[at+2:]...)
	}
	return ranks[token[:starts[1]]], ranks[token[starts[1]:]], nil
}
