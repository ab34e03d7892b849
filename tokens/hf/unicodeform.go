package hf

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// marked is a character and its canonical combining class, 0 for one that starts anew.
type marked struct {
	r   rune
	ccc uint8
}

// orderMarks sorts every run of marks by combining class, keeping the order of equal ones.
func orderMarks(all []marked) {
	for i := 0; i < len(all); i++ {
		j := i
		for j < len(all) && all[j].ccc != 0 {
			j++
		}
		slices.SortStableFunc(all[i:j], func(a, b marked) int { return int(a.ccc) - int(b.ccc) })
		i = j
	}
}

// compose is the composition of the Unicode standard, section 3.11, in place.
func compose(all []marked) []marked {
	out := all[:0]
	starter := -1
	for _, m := range all {
		if starter >= 0 {
			last := out[len(out)-1]
			adjacent := len(out)-1 == starter
			if adjacent || last.ccc != 0 && last.ccc < m.ccc {
				if r, ok := composite(out[starter].r, m.r); ok {
					out[starter].r = r
					continue
				}
			}
		}
		out = append(out, m)
		if m.ccc == 0 {
			starter = len(out) - 1
		}
	}
	return out
}

// composite returns the character that two compose to.
func composite(a, b rune) (rune, bool) {
	s := norm.NFC.String(string(a) + string(b))
	r, size := utf8.DecodeRuneInString(s)
	return r, size == len(s)
}

// inert reports whether a character was given a decomposition or a combining class after Unicode 9, the
// version whose normalization the reference has: to it, such a character is like an unassigned one.
func inert(r rune) bool {
	if r < 0x7fd {
		return false
	}
	_, found := slices.BinarySearchFunc(inertSpans[:], r, func(s span, r rune) int {
		switch {
		case s.last < r:
			return -1
		case s.first > r:
			return 1
		}
		return 0
	})
	return found
}

// inertSpans is sorted. U+11930 is in it because it composes since Unicode 13.
var inertSpans = [...]span{
	{0x07fd, 0x07fd}, {0x0898, 0x089f}, {0x08ca, 0x08d3}, {0x09fe, 0x09fe}, {0x0c3c, 0x0c3c},
	{0x0d3b, 0x0d3c}, {0x0eba, 0x0eba}, {0x1715, 0x1715}, {0x1abf, 0x1ace}, {0x1df6, 0x1dfa},
	{0x32ff, 0x32ff}, {0xa7f2, 0xa7f4}, {0xa82c, 0xa82c}, {0xab69, 0xab69}, {0x10781, 0x10785},
	{0x10787, 0x107b0}, {0x107b2, 0x107ba}, {0x10d24, 0x10d27}, {0x10eab, 0x10eac}, {0x10efd, 0x10eff},
	{0x10f46, 0x10f50}, {0x10f82, 0x10f85}, {0x11070, 0x11070}, {0x1133b, 0x1133b}, {0x1145e, 0x1145e},
	{0x11839, 0x1183a}, {0x11930, 0x11930}, {0x11938, 0x11938}, {0x1193d, 0x1193e}, {0x11943, 0x11943},
	{0x119e0, 0x119e0}, {0x11a34, 0x11a34}, {0x11a47, 0x11a47}, {0x11a99, 0x11a99}, {0x11d42, 0x11d42},
	{0x11d44, 0x11d45}, {0x11d97, 0x11d97}, {0x11f41, 0x11f42}, {0x16ff0, 0x16ff1}, {0x1e030, 0x1e06d},
	{0x1e08f, 0x1e08f}, {0x1e130, 0x1e136}, {0x1e2ae, 0x1e2ae}, {0x1e2ec, 0x1e2ef}, {0x1e4ec, 0x1e4ef},
	{0x1f16c, 0x1f16c}, {0x1fbf0, 0x1fbf9},
}
