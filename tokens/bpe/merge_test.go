package bpe

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// plainMerge is the definition: bytes, looked up by the bytes that two parts have together.
func plainMerge(ranks map[string]int, piece []byte) []int {
	var parts []string
	for i := range piece {
		parts = append(parts, string(piece[i:i+1]))
	}
	for {
		best, at := -1, -1
		for i := range len(parts) - 1 {
			if r, ok := ranks[parts[i]+parts[i+1]]; ok && (at < 0 || r < best) {
				best, at = r, i
			}
		}
		if at < 0 {
			break
		}
		parts[at] += parts[at+1]
		parts = slices.Delete(parts, at+1, at+2)
	}
	ids := make([]int, len(parts))
	for i, p := range parts {
		ids[i] = ranks[p]
	}
	return ids
}

// pieceGen draws pieces of bytes over small alphabets, in which tokens of all lengths come up, whole
// characters and parts of them.
func pieceGen() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		alphabet := rapid.SampledFrom([][]string{
			{"a"},
			{"a", "b"},
			{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", " "},
			{"t", "h", "e", " ", "i", "n", "g", "re", "er", "S"},
			{"\xe4", "\xb8", "\xad", "\x80", "\xe5", "中", "在", "工"},
			{"的", "是", "彩", "神", "票", "请", "\xe7\xa5", "选", "择", "し", "ま", "た", "ー", "タ"},
			{" ", "ა", "ი", "ე", "ჩ", "\xe1\x83", "ქ"},
			{" ", "क", "्", "ा", "ि", "\xe0\xa4", "ம", "்"},
			{" ", "о", "а", "т", "ե", "ր", "ו", "י", "\xd0", "\xd5"},
			{"👍", "\xf0\x9f", "\x98", "\x80", "🏽", "\u200d"},
			{" ", "\n", "=", "\t"},
			{"'", "s"},
		}).Draw(t, "alphabet")
		var piece []byte
		for _, s := range rapid.SliceOfN(rapid.SampledFrom(alphabet), 1, 100).Draw(t, "piece") {
			piece = append(piece, s...)
		}
		return piece
	})
}

// TestMergeAsPlain holds both ways of merging against the definition: that one pair for each token is
// enough, that beginning with whole characters changes nothing, and the queues of long pieces.
func TestMergeAsPlain(t *testing.T) {
	t.Parallel()
	for _, encoding := range referenced() {
		v := counter(t, encoding).vocab
		ranks := map[string]int{}
		for r := range len(v.ends) - 1 {
			ranks[string(v.token(uint32(r)))] = r
		}
		rapid.Check(t, func(t *rapid.T) {
			piece := pieceGen().Draw(t, "piece")
			want := plainMerge(ranks, piece)
			var long []int
			if n := v.mergeLong(&long, piece); n != len(long) || !slices.Equal(long, want) {
				t.Fatalf("%s: %q: long merge %d %v, want %v", encoding, piece, n, long, want)
			}
			var p partList
			n := v.merge(&p, piece)
			if n == 0 {
				return // too long for it
			}
			for i, id := range p.ids[:n] {
				if int(id) != want[i] || n != len(want) {
					t.Fatalf("%s: %q: short merge %v, want %v", encoding, piece, p.ids[:n], want)
				}
			}
		})
	}
}

// TestStretches holds the merge of one stretch after the other against the merge of all at once.
func TestStretches(t *testing.T) {
	t.Parallel()
	for _, encoding := range referenced() {
		v := counter(t, encoding).vocab
		worked := 0
		rapid.Check(t, func(t *rapid.T) {
			var piece []byte
			for range rapid.IntRange(1, 5).Draw(t, "repeats") {
				piece = append(piece, pieceGen().Draw(t, "part")...)
			}
			size := rapid.SampledFrom([]int{1, 2, 3, 7, 16, 50, 128, 300}).Draw(t, "size")
			m := &longMerge{queues: make([]int32, 1<<idBits)}
			if !m.stretches(v, piece, size) {
				return // and all is merged at once
			}
			worked++
			got := slices.Clone(m.tokens)
			m.tokens = m.tokens[:0]
			m.run(v, piece)
			m.take()
			if !slices.Equal(got, m.tokens) {
				t.Fatalf("%s: %q by %d bytes: %v, want %v", encoding, piece, size, got, m.tokens)
			}
		})
		if worked == 0 {
			t.Errorf("%s: no piece could be merged in stretches", encoding)
		}
	}
}

// TestTokensMerge shows that the bytes of every token merge into it, so that looking a piece up whole is
// a short cut and nothing else.
func TestTokensMerge(t *testing.T) {
	t.Parallel()
	for _, encoding := range referenced() {
		v := counter(t, encoding).vocab
		for r := range uint32(len(v.ends) - 1) {
			token := v.token(r)
			if got := v.pieces.id(v, token, 0, len(token)); got != r {
				t.Fatalf("%s: token %d %q is found as %d", encoding, r, token, got)
			}
			var p partList
			switch n := v.merge(&p, token); {
			case n == 1 && p.ids[0] == r:
			case n == 0 && v.mergeLong(nil, token) == 1:
			default:
				t.Fatalf("%s: token %d %q merges into %v", encoding, r, token, p.ids[:n])
			}
		}
	}
}

// TestLongMergeIsReused runs pieces one after the other through the same memory.
func TestLongMergeIsReused(t *testing.T) {
	t.Parallel()
	v := counter(t, Cl100kBase).vocab
	m := &longMerge{queues: make([]int32, 1<<idBits)}
	rapid.Check(t, func(t *rapid.T) {
		piece := pieceGen().Draw(t, "piece")
		if got, want := m.run(v, piece), v.mergeLong(nil, piece); got != want {
			t.Fatalf("%q: %d tokens, in fresh memory %d", piece, got, want)
		}
		if m.set.top != 0 {
			t.Fatal("ranks are left over")
		}
	})
}
