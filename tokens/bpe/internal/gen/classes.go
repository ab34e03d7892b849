package main

import (
	"fmt"
	"unicode"
)

// The classes, as in package bpe: bits, so that a set of classes is one test.
const (
	other    = 1 << iota // punctuation, symbols, controls, unassigned
	upper                // Lu, Lt
	lower                // Ll
	caseless             // Lm, Lo
	mark                 // M
	number               // N
	space                // White_Space except CR and LF
	newline              // CR, LF
)

// unicodeVersion is that of the tables in package unicode to which [added] adds up.
const unicodeVersion = "15.0.0"

// classTable returns the class of every code point as a table of two stages: 0x1100 bytes say which
// block the 256 code points from 256·i share, and blocks of 256 classes follow.
func classTable() ([]byte, error) {
	if unicode.Version != unicodeVersion {
		return nil, fmt.Errorf("classes: package unicode has version %s, and the list of additions is for %s", unicode.Version, unicodeVersion)
	}
	classes := classOfAll()
	var stage1, blocks []byte
	seen := map[string]byte{}
	for at := 0; at < len(classes); at += 256 {
		block := string(classes[at : at+256])
		n, ok := seen[block]
		if !ok {
			if len(seen) == 256 {
				return nil, fmt.Errorf("classes: more than 256 blocks differ")
			}
			n = byte(len(seen))
			seen[block] = n
			blocks = append(blocks, block...)
		}
		stage1 = append(stage1, n)
	}
	return append(stage1, blocks...), nil
}

// classOfAll returns the class of every code point of Unicode 16.
func classOfAll() []byte {
	t := make([]byte, unicode.MaxRune+1)
	for i := range t {
		t[i] = other
	}
	for class, tables := range map[byte][]*unicode.RangeTable{
		upper:    {unicode.Lu, unicode.Lt},
		lower:    {unicode.Ll},
		caseless: {unicode.Lm, unicode.Lo},
		mark:     {unicode.M},
		number:   {unicode.N},
		space:    {unicode.White_Space},
	} {
		for _, table := range tables {
			for _, r := range table.R16 {
				for c := int(r.Lo); c <= int(r.Hi); c += int(r.Stride) {
					t[c] = class
				}
			}
			for _, r := range table.R32 {
				for c := int(r.Lo); c <= int(r.Hi); c += int(r.Stride) {
					t[c] = class
				}
			}
		}
	}
	for _, r := range added() {
		for c := r.first; c <= r.last; c++ {
			t[c] = r.class
		}
	}
	t['\n'], t['\r'] = newline, newline
	return t
}

// classRange is a range of characters of one class, both ends included.
type classRange struct {
	first, last rune
	class       byte
}

// added lists the characters that Unicode 15.1 and 16.0 added to the classes. The encodings are defined by
// their reference implementation, whose tables are those of Unicode 16; in package unicode these
// characters are unassigned. The difference shows where such a letter is followed by a contraction
// or a line break.
func added() []classRange {
	return []classRange{
		{0x0897, 0x0897, mark},
		{0x1c89, 0x1c89, upper},
		{0x1c8a, 0x1c8a, lower},
		{0xa7cb, 0xa7cc, upper},
		{0xa7cd, 0xa7cd, lower},
		{0xa7da, 0xa7da, upper},
		{0xa7db, 0xa7db, lower},
		{0xa7dc, 0xa7dc, upper},
		{0x105c0, 0x105f3, caseless},
		{0x10d40, 0x10d49, number},
		{0x10d4a, 0x10d4f, caseless},
		{0x10d50, 0x10d65, upper},
		{0x10d69, 0x10d6d, mark},
		{0x10d6f, 0x10d6f, caseless},
		{0x10d70, 0x10d85, lower},
		{0x10ec2, 0x10ec4, caseless},
		{0x10efc, 0x10efc, mark},
		{0x11380, 0x11389, caseless},
		{0x1138b, 0x1138b, caseless},
		{0x1138e, 0x1138e, caseless},
		{0x11390, 0x113b5, caseless},
		{0x113b7, 0x113b7, caseless},
		{0x113b8, 0x113c0, mark},
		{0x113c2, 0x113c2, mark},
		{0x113c5, 0x113c5, mark},
		{0x113c7, 0x113ca, mark},
		{0x113cc, 0x113d0, mark},
		{0x113d1, 0x113d1, caseless},
		{0x113d2, 0x113d2, mark},
		{0x113d3, 0x113d3, caseless},
		{0x113e1, 0x113e2, mark},
		{0x116d0, 0x116e3, number},
		{0x11bc0, 0x11be0, caseless},
		{0x11bf0, 0x11bf9, number},
		{0x11f5a, 0x11f5a, mark},
		{0x13460, 0x143fa, caseless},
		{0x16100, 0x1611d, caseless},
		{0x1611e, 0x1612f, mark},
		{0x16130, 0x16139, number},
		{0x16d40, 0x16d6c, caseless},
		{0x16d70, 0x16d79, number},
		{0x18cff, 0x18cff, caseless},
		{0x1ccf0, 0x1ccf9, number},
		{0x1e5d0, 0x1e5ed, caseless},
		{0x1e5ee, 0x1e5ef, mark},
		{0x1e5f0, 0x1e5f0, caseless},
		{0x1e5f1, 0x1e5fa, number},
		{0x2ebf0, 0x2ee5d, caseless},
	}
}
