package hf

import (
	"strings"
	"unicode"
)

// charSet is a set of code points, one bit each. Sets exist while a file is read; matching uses
// the classes that [newPattern] makes of them.
type charSet [(unicode.MaxRune + 1) / 64]uint64

func (s *charSet) add(first, last rune) {
	for r := first; r <= last; r++ {
		if r&63 == 0 && r+63 <= last {
			s[r>>6] = ^uint64(0)
			r += 63
			continue
		}
		s[r>>6] |= 1 << (r & 63)
	}
}

func (s *charSet) has(r rune) bool { return s[r>>6]>>(r&63)&1 != 0 }

func (s *charSet) addTable(t *unicode.RangeTable) {
	for _, r := range t.R16 {
		s.addStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		s.addStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
}

func (s *charSet) addStride(first, last, stride rune) {
	if stride == 1 {
		s.add(first, last)
		return
	}
	for r := first; r <= last; r += stride {
		s.add(r, r)
	}
}

func (s *charSet) union(o *charSet) *charSet {
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

func (s *charSet) intersect(o *charSet) *charSet {
	for i := range s {
		s[i] &= o[i]
	}
	return s
}

func (s *charSet) complement() *charSet {
	for i := range s {
		s[i] = ^s[i]
	}
	return s
}

// span is a range of code points, both ends included.
type span struct{ first, last rune }

// newer lists what Unicode 15.1 and 16 added to the categories and scripts, because the reference
// implementation's expressions know Unicode 16 and package unicode knows 15.
func newer(name string) []span {
	switch name {
	case "Lu":
		return []span{{0x1c89, 0x1c89}, {0xa7cb, 0xa7cc}, {0xa7da, 0xa7da}, {0xa7dc, 0xa7dc}, {0x10d50, 0x10d65}}
	case "Ll":
		return []span{{0x1c8a, 0x1c8a}, {0xa7cd, 0xa7cd}, {0xa7db, 0xa7db}, {0x10d70, 0x10d85}}
	case "Lm":
		return []span{{0x10d4e, 0x10d4e}, {0x10d6f, 0x10d6f}, {0x16d40, 0x16d42}, {0x16d6b, 0x16d6c}}
	case "Lo":
		return []span{{0x105c0, 0x105f3}, {0x10d4a, 0x10d4d}, {0x10d4f, 0x10d4f}, {0x10ec2, 0x10ec4}, {0x11380, 0x11389},
			{0x1138b, 0x1138b}, {0x1138e, 0x1138e}, {0x11390, 0x113b5}, {0x113b7, 0x113b7}, {0x113d1, 0x113d1},
			{0x113d3, 0x113d3}, {0x11bc0, 0x11be0}, {0x13460, 0x143fa}, {0x16100, 0x1611d}, {0x16d43, 0x16d6a},
			{0x18cff, 0x18cff}, {0x1e5d0, 0x1e5ed}, {0x1e5f0, 0x1e5f0}, {0x2ebf0, 0x2ee5d}}
	case "Mn":
		return []span{{0x0897, 0x0897}, {0x10d69, 0x10d6d}, {0x10efc, 0x10efc}, {0x113bb, 0x113c0}, {0x113ce, 0x113ce},
			{0x113d0, 0x113d0}, {0x113d2, 0x113d2}, {0x113e1, 0x113e2}, {0x11f5a, 0x11f5a}, {0x1611e, 0x16129},
			{0x1612d, 0x1612f}, {0x1e5ee, 0x1e5ef}}
	case "Mc":
		return []span{{0x113b8, 0x113ba}, {0x113c2, 0x113c2}, {0x113c5, 0x113c5}, {0x113c7, 0x113ca}, {0x113cc, 0x113cd},
			{0x113cf, 0x113cf}, {0x1171e, 0x1171e}, {0x1612a, 0x1612c}}
	case "Nd":
		return []span{{0x10d40, 0x10d49}, {0x116d0, 0x116e3}, {0x11bf0, 0x11bf9}, {0x16130, 0x16139}, {0x16d70, 0x16d79},
			{0x1ccf0, 0x1ccf9}, {0x1e5f1, 0x1e5fa}}
	case "Pd":
		return []span{{0x10d6e, 0x10d6e}}
	case "Po":
		return []span{{0x1b4e, 0x1b4f}, {0x1b7f, 0x1b7f}, {0x113d4, 0x113d5}, {0x113d7, 0x113d8}, {0x11be1, 0x11be1},
			{0x16d6d, 0x16d6f}, {0x1e5ff, 0x1e5ff}}
	case "Sm":
		return []span{{0x10d8e, 0x10d8f}}
	case "So":
		return []span{{0x2427, 0x2429}, {0x2ffc, 0x2fff}, {0x31e4, 0x31e5}, {0x31ef, 0x31ef}, {0x1cc00, 0x1ccef},
			{0x1cd00, 0x1ceb3}, {0x1f8b2, 0x1f8bb}, {0x1f8c0, 0x1f8c1}, {0x1fa89, 0x1fa89}, {0x1fa8f, 0x1fa8f},
			{0x1fabe, 0x1fabe}, {0x1fac6, 0x1fac6}, {0x1fadc, 0x1fadc}, {0x1fadf, 0x1fadf}, {0x1fae9, 0x1fae9},
			{0x1fbcb, 0x1fbef}}
	case "Han":
		return []span{{0x2ebf0, 0x2ee5d}}
	case "Latin":
		return []span{{0xa7cb, 0xa7cd}, {0xa7da, 0xa7dc}}
	case "Cyrillic":
		return []span{{0x1c89, 0x1c8a}}
	case "Arabic":
		return []span{{0x0897, 0x0897}, {0x10ec2, 0x10ec4}, {0x10efc, 0x10efc}}
	}
	return nil
}

// subcategories are those whose names make up the one-letter categories.
const subcategories = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp"

// scripts are those whose members, with what newer adds, were compared with the reference.
const scripts = "Han Hiragana Katakana Hangul Latin Cyrillic Greek Arabic Thai"

// property returns the set of a general category or script, nil for a name that is not known.
func property(name string) *charSet {
	s := new(charSet)
	found := false
	for _, sub := range strings.Fields(subcategories) {
		if sub != name && sub[:1] != name {
			continue
		}
		found = true
		s.addTable(unicode.Categories[sub])
		for _, r := range newer(sub) {
			s.add(r.first, r.last)
		}
		if sub == "Mn" { // AHOM CONSONANT SIGN MEDIAL RA became a spacing mark in Unicode 16
			s[0x1171e>>6] &^= 1 << (0x1171e & 63)
		}
	}
	for _, script := range strings.Fields(scripts) {
		if script == name {
			found = true
			s.addTable(unicode.Scripts[script])
			for _, r := range newer(script) {
				s.add(r.first, r.last)
			}
		}
	}
	if !found {
		return nil
	}
	return s
}

func whiteSpace() *charSet {
	s := new(charSet)
	s.addTable(unicode.White_Space)
	return s
}

// alphanumeric is what counts as part of a word: letters, marks, decimal digits, letter numbers, connectors,
// and the enclosed letters that count as alphabetic.
func alphanumeric() *charSet {
	s := property("L")
	for _, name := range []string{"M", "Nd", "Nl", "Pc"} {
		s.union(property(name))
	}
	for _, r := range []span{{0x24b6, 0x24e9}, {0x1f130, 0x1f149}, {0x1f150, 0x1f169}, {0x1f170, 0x1f189}} {
		s.add(r.first, r.last)
	}
	return s
}

// wordChars is what \w stands for in the expressions of a file. Of the numbers that are not digits, the
// reference's matcher takes those of Latin-1 in.
func wordChars() *charSet {
	s := alphanumeric()
	for _, r := range "²³¹¼½¾" {
		s.add(r, r)
	}
	return s
}

// wordCharsWhitespace is what the pre-tokenizer Whitespace and added tokens that are single words know as a
// part of a word: the reference uses another matcher for those, which counts the joiners in.
func wordCharsWhitespace() *charSet {
	s := alphanumeric()
	s.add(0x200c, 0x200d)
	return s
}

// numeric is what the pre-tokenizer Digits cuts at; its Unicode version is newer by one.
func numeric() *charSet {
	s := property("N")
	s.add(0x11de0, 0x11de9)
	s.add(0x16ff4, 0x16ff6)
	return s
}

// punctuation is what the pre-tokenizer Punctuation cuts at: the ASCII symbols and the general category P
// of an old version of Unicode, hence the exceptions.
func punctuation() *charSet {
	s := property("P")
	for _, r := range []span{{0x061d, 0x061d}, {0x09fd, 0x09fd}, {0x0a76, 0x0a76}, {0x0c77, 0x0c77}, {0x0c84, 0x0c84},
		{0x1b4e, 0x1b4f}, {0x1b7d, 0x1b7f}, {0x2e43, 0x2e4f}, {0x2e52, 0x2e5d}, {0x10d6e, 0x10d6e}, {0x10ead, 0x10ead},
		{0x10f55, 0x10f59}, {0x10f86, 0x10f89}, {0x113d4, 0x113d5}, {0x113d7, 0x113d8}, {0x1144b, 0x1144f},
		{0x1145a, 0x1145b}, {0x1145d, 0x1145d}, {0x11660, 0x1166c}, {0x116b9, 0x116b9}, {0x1183b, 0x1183b},
		{0x11944, 0x11946}, {0x119e2, 0x119e2}, {0x11a3f, 0x11a46}, {0x11a9a, 0x11a9c}, {0x11a9e, 0x11aa2},
		{0x11b00, 0x11b09}, {0x11be1, 0x11be1}, {0x11c41, 0x11c45}, {0x11c70, 0x11c71}, {0x11ef7, 0x11ef8},
		{0x11f43, 0x11f4f}, {0x11fff, 0x11fff}, {0x12ff1, 0x12ff2}, {0x16d6d, 0x16d6f}, {0x16e97, 0x16e9a},
		{0x16fe2, 0x16fe2}, {0x1e5ff, 0x1e5ff}, {0x1e95e, 0x1e95f}} {
		for c := r.first; c <= r.last; c++ {
			s[c>>6] &^= 1 << (c & 63)
		}
	}
	for _, r := range "$+<=>^`|~\u166d\U000111c9" {
		s.add(r, r)
	}
	return s
}
