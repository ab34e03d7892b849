package bpe

import (
	"hash/fnv"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestClasses counts the characters of each class against the figures of Unicode 16.0, and compares a
// checksum over all of them.
func TestClasses(t *testing.T) {
	t.Parallel()
	got := map[class]int{}
	sum := fnv.New64a()
	for r := range rune(utf8.MaxRune + 1) {
		got[classOf(r)]++
		sum.Write([]byte{byte(classOf(r))})
	}
	for c, want := range map[class]int{upper: 1889, lower: 2258, caseless: 136_881, mark: 2501, number: 1911, space: 23, newline: 2} {
		if got[c] != want {
			t.Errorf("class %b has %d characters, want %d", c, got[c], want)
		}
	}
	if got, want := sum.Sum64(), uint64(0xc9cba54bf95c558a); got != want {
		t.Errorf("checksum of the classes is %#x, want %#x", got, want)
	}
	for r, want := range map[rune]class{
		'A': upper, 'z': lower, '5': number, ' ': space, '\t': space, '\v': space, '\n': newline, '\r': newline, '\'': other, 0x7f: other,
		'ǅ': upper, 'ß': lower, 'ʰ': caseless, 'ª': caseless, '中': caseless, 0x0301: mark, 0x0903: mark, 0x20dd: mark, '½': number, 'Ⅷ': number, '٣': number,
		0x85: space, 0xa0: space, 0x3000: space, 0x2028: space, 0x200b: other, 0xfeff: other, 0x1c: other, '€': other, 0xfffd: other,
		0x0378: other, 0xd800: other, 0xe000: other, 0x10ffff: other,
		0x1c89: upper, 0x1c8a: lower, 0x140f3: caseless, 0x113b8: mark, 0x1ccf0: number, 0x2ebf0: caseless, // since Unicode 15.1 and 16
	} {
		if got := classOf(r); got != want {
			t.Errorf("class of U+%04X is %b, want %b", r, got, want)
		}
	}
}

// TestClassAt holds the decoding by hand against package utf8, on all characters and on bytes that are
// none.
func TestClassAt(t *testing.T) {
	t.Parallel()
	check := func(text []byte) {
		r, size := utf8.DecodeRune(text)
		if c, n := classAt(text, 0); c != classOf(r) || n != size {
			t.Fatalf("%x: class %b of %d bytes, want %b of %d", text, c, n, classOf(r), size)
		}
	}
	for r := range rune(utf8.MaxRune + 1) {
		check(utf8.AppendRune(nil, r))
		check(append(utf8.AppendRune(nil, r), 'a', 0x80))
	}
	for a := 0xc0; a < 0x100; a++ {
		for _, b := range []byte{'a', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0} {
			check([]byte{byte(a), b})
			for _, c := range []byte{'a', 0x7f, 0x80, 0xbf, 0xc0} {
				check([]byte{byte(a), b, c})
				check([]byte{byte(a), b, c, 0x80})
			}
		}
	}
}

// TestPlainWords holds the pieces that are found eight bytes at a time against those found by
// characters. Behind the text stands enough for the fast way to be taken.
func TestPlainWords(t *testing.T) {
	t.Parallel()
	margin := []byte("................")
	for _, tt := range []struct {
		name  string
		plain func([]byte, int) int
		slow  func([]byte, int) int
	}{
		{O200kBase, plainWordO200k, splitO200kByCharacter},
		{Cl100kBase, plainWordCl100k, splitCl100kByCharacter},
	} {
		rapid.Check(t, func(t *rapid.T) {
			text := append([]byte(rapid.OneOf(textGen(), rapid.StringMatching(`[ '"{_@]?[A-Z]{0,2}[a-z]{0,20}[ 's@\[\x60{é5AZ]`)).Draw(t, "text")), margin...)
			for i := 0; i < len(text); {
				want := tt.slow(text, i)
				if got := tt.plain(text, i); got != 0 && got != want {
					t.Fatalf("%s: piece %q of %q, want %q", tt.name, text[i:got], text, text[i:want])
				}
				i = want
			}
		})
	}
	if got := plainWordO200k([]byte(" internationally unheard"), 0); got != len(" internationally") {
		t.Errorf("the fast way ends at %d", got)
	}
}

func TestSplitCoversText(t *testing.T) {
	t.Parallel()
	for name, split := range map[string]splitter{O200kBase: splitO200k, Cl100kBase: splitCl100k} {
		rapid.Check(t, func(t *rapid.T) {
			text := []byte(textGen().Draw(t, "text"))
			for i := 0; i < len(text); {
				end := split(text, i)
				if end <= i || end > len(text) || !utf8.Valid(text[i:end]) {
					t.Fatalf("%s: piece %d..%d of %q", name, i, end, text)
				}
				i = end
			}
		})
	}
}
