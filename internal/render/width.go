package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wide reports characters that take two columns of a terminal: East Asian wide and full width ones, and emoji.
func wide(r rune) bool {
	if r < 0x1100 {
		return false
	}
	for _, x := range [...][2]rune{
		{0x1100, 0x115f}, {0x231a, 0x231b}, {0x2329, 0x232a}, {0x23e9, 0x23ec}, {0x23f0, 0x23f0}, {0x23f3, 0x23f3},
		{0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x267f, 0x267f}, {0x2693, 0x2693}, {0x26a1, 0x26a1},
		{0x26aa, 0x26ab}, {0x26bd, 0x26be}, {0x26c4, 0x26c5}, {0x26ce, 0x26ce}, {0x26d4, 0x26d4}, {0x26ea, 0x26ea},
		{0x26f2, 0x26f3}, {0x26f5, 0x26f5}, {0x26fa, 0x26fa}, {0x26fd, 0x26fd}, {0x2705, 0x2705}, {0x270a, 0x270b},
		{0x2728, 0x2728}, {0x274c, 0x274c}, {0x274e, 0x274e}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
		{0x27b0, 0x27b0}, {0x27bf, 0x27bf}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55},
		{0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf}, {0x4e00, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7a3},
		{0xf900, 0xfaff}, {0xfe10, 0xfe19}, {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6},
		{0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f200, 0x1f320},
		{0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3},
		{0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc},
		{0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596},
		{0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2},
		{0x1f6d5, 0x1f6d7}, {0x1f6dc, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7eb},
		{0x1f7f0, 0x1f7f0}, {0x1f90c, 0x1f93a}, {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff},
		{0x20000, 0x3fffd},
	} {
		if r < x[0] {
			return false
		}
		if r <= x[1] {
			return true
		}
	}
	return false
}

// columns returns how many columns of a terminal a text takes. Marks that sit on the character before them take none, nor
// does an emoji that a joiner joins to the one before it.
func columns(s string) int {
	n := 0
	joined := false
	for _, r := range s {
		switch {
		case r == '\u200d':
			joined = true
			continue
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || joined && wide(r) || r >= 0x1f3fb && r <= 0x1f3ff:
		case wide(r):
			n += 2
		default:
			n++
		}
		joined = false
	}
	return n
}

// cut shortens valid text to a number of columns, with an ellipsis for what is gone.
func cut(s string, width int, opt Options) string {
	if columns(s) <= width {
		return s
	}
	dots := ellipsis(opt)
	if room := width - columns(dots); room > 0 && columns(s[:prefix(s, room)]) <= room {
		return s[:prefix(s, room)] + dots
	}
	return dots
}

// cutHead is cut from the beginning.
func cutHead(s string, width int, opt Options) string {
	if columns(s) <= width {
		return s
	}
	dots := ellipsis(opt)
	from := len(s)
	for from > 0 {
		// A mark belongs to the character before it, and joined characters belong together.
		at := from
		for at > 0 {
			r, size := utf8.DecodeLastRuneInString(s[:at])
			at -= size
			if columns(string(r)) > 0 {
				break
			}
		}
		if columns(s[at:]) > width-columns(dots) {
			break
		}
		from = at
	}
	return dots + s[from:]
}

func ellipsis(opt Options) string {
	if opt.ASCII {
		return "..."
	}
	return "…"
}

// pad fills a text with spaces up to a number of columns, on the right or, for numbers, on the left.
func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-columns(s)))
	if right {
		return fill + s
	}
	return s + fill
}
