package bpe

import (
	"strings"

	"pgregory.net/rapid"
)

// textGen draws short texts of characters at which the patterns decide something, and runs that take
// many merges.
func textGen() *rapid.Generator[string] {
	atoms := []string{
		"a", "b", "s", "t", "re", "ll", "d", "A", "S", "LL", "É", "é", "ǅ", "ʰ", "中", "の", "ब", "ก", "\u0301", "\u093f", "\u20e0",
		"0", "12", "٣", "Ⅷ", "½", " ", "  ", "\t", "\u00a0", "\u3000", "\u0085", "\u2028", "\n", "\r", "\r\n", "'", "'s", "'RE", "’s",
		"/", "//", "\"", ".", ",", "{", "}:", "_", "-", "🙂", "\u200b", "\ufeff", "\x00", "\x1c", "<|endoftext|>", "ſ", "\u0378",
		"request", "Response", "identifierOf", "antidisestablishment",
	}
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(atoms), 0, 24).Draw(t, "atoms"), "")
		}),
		rapid.StringN(0, 40, 160),
		rapid.StringMatching(`[a-z]{1,150}`),
		rapid.StringMatching(`[ \n=a]{1,40}`),
		rapid.StringMatching(`([A-Z]?[a-z]{1,12}[ '",.:]{1,2}){1,12}`),
		// Characters of two to four bytes, among which merges go across the borders of characters.
		rapid.StringMatching(`[\x{4e00}-\x{5200}\x{3041}-\x{30ff}、。]{1,60}`),
		rapid.StringMatching(`[\x{10d0}-\x{10ff}\x{e01}-\x{e3a}\x{905}-\x{94d}\x{b85}-\x{bcd}\x{ac00}-\x{ad00} ]{1,40}`),
		rapid.StringMatching(`[\x{561}-\x{586}\x{5d0}-\x{5ea}\x{430}-\x{44f}\x{1ea0}-\x{1ef9}\x{1f600}-\x{1f640} ]{1,60}`),
	)
}

// bytesGen draws texts that need not be valid UTF-8.
func bytesGen() *rapid.Generator[[]byte] {
	pieces := [][]byte{
		{0xff}, {0xc2}, {0xe4}, {0xe4, 0xb8}, {0xf0, 0x9f}, {0xf0, 0x9f, 0x98}, {0x80}, {0xbf, 0xbf}, {0xed, 0xa0, 0x80}, {0xc0, 0x80},
		[]byte("a"), []byte(" the"), []byte("中"), []byte("🙂"), []byte("é"), []byte("'s"), []byte("\n"), []byte("1"), []byte("  "), []byte("ქ"),
	}
	return rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 100),
		rapid.Custom(func(t *rapid.T) []byte {
			var text []byte
			for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces") {
				text = append(text, p...)
			}
			return text
		}),
	)
}
