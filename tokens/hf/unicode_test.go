package hf

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TestSets holds every set against the reference, which listed its members by matching each code point. It
// fails when a newer Go brings newer tables: then newer must shrink or the reference be asked again.
func TestSets(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Lu":          "cd3a33e665de",
		"Ll":          "57b95fa93fe5",
		"Lt":          "b4e5e43c276d",
		"Lm":          "7524e56a5a31",
		"Lo":          "22f0c7d07772",
		"Mn":          "355427407c57",
		"Mc":          "2211a4d69525",
		"Me":          "ef4ed1c30ccb",
		"Nd":          "f027ff6f9aec",
		"Nl":          "be86f024bc91",
		"No":          "630c2a8a9263",
		"Pc":          "7d6d25bd0972",
		"Pd":          "dbd4c1c0a350",
		"Ps":          "c4b1df516b78",
		"Pe":          "de28c54a5d1f",
		"Pi":          "461e1ff2dcbf",
		"Pf":          "f1032c673caf",
		"Po":          "88bbc24fa488",
		"Sm":          "750d6cbdd094",
		"Sc":          "dae1c35c9756",
		"Sk":          "efac201468a3",
		"So":          "57c8c8547e5c",
		"Zs":          "94b4c655dd2f",
		"Zl":          "34984dc8d469",
		"Zp":          "b30633bde09b",
		"Han":         "ad4201f41f4a",
		"Hiragana":    "459c5b269168",
		"Katakana":    "fd7eb15f1e27",
		"Hangul":      "0a2233b3c8bf",
		"Latin":       "bef5d7c60a09",
		"Cyrillic":    "d01bf2f2cc30",
		"Greek":       "c33bce649ceb",
		"Arabic":      "c4716f069df3",
		"Thai":        "fea7c5c873a2",
		"\\s":         "64effb85eeb7",
		"\\w":         "af09209b7b58",
		"words":       "851a4035217c",
		"numeric":     "7405ec739751",
		"punctuation": "13feeb260fb9",
	} {
		var s *charSet
		switch name {
		case "\\s":
			s = whiteSpace()
		case "\\w":
			s = wordChars()
		case "words":
			s = wordCharsWhitespace()
		case "numeric":
			s = numeric()
		case "punctuation":
			s = punctuation()
		default:
			s = property(name)
		}
		hash, first := sha256.New(), rune(-1)
		for r := rune(0); r <= unicode.MaxRune+1; r++ {
			in := r <= unicode.MaxRune && s.has(r)
			if in && first < 0 {
				first = r
			}
			if !in && first >= 0 {
				fmt.Fprintf(hash, "%x-%x\n", first, r-1)
				first = -1
			}
		}
		if got := fmt.Sprintf("%x", hash.Sum(nil)[:6]); got != want {
			t.Errorf("%s: its members hash to %s, want %s", name, got, want)
		}
	}
}

// TestUnicodeForms does the same with what normalizers make of every assigned code point between a letter
// and two marks.
func TestUnicodeForms(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		normalizer
		want string
	}{
		"NFC":       {unicodeForm(norm.NFC), "30de397a5495"},
		"NFD":       {unicodeForm(norm.NFD), "640465c17fcb"},
		"NFKC":      {unicodeForm(norm.NFKC), "03c59757ec46"},
		"NFKD":      {unicodeForm(norm.NFKD), "f751a594cba0"},
		"Lowercase": {lowercase{}, "7672608cbb56"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hash := sha256.New()
			var text strings.Builder
			for r := rune(0x80); r < 0xe1000; r++ {
				switch r {
				case 0xd800:
					r = 0xe000 // the surrogates are no characters
				case 0x30000:
					r = 0xe0000 // nothing up to there was assigned a normalization
				}
				fmt.Fprintf(&text, "a%c\u0334\u0323\n", r)
			}
			out, _ := test.normalize([]byte(text.String()))
			hash.Write(out)
			if got := fmt.Sprintf("%x", hash.Sum(nil)[:6]); got != test.want {
				t.Errorf("what it makes hashes to %s, want %s", got, test.want)
			}
		})
	}
}
