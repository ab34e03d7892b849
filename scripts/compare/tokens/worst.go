package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
)

// A worstCase makes a text that is one endless piece, or as good as one: what makes a plain merge quadratic.
type worstCase struct {
	name string
	make func(size int) []byte
}

func repeated(unit string) func(int) []byte {
	return func(size int) []byte { return bytes.Repeat([]byte(unit), size/len(unit)) }
}

var worstCases = []worstCase{
	{"one letter", repeated("a")},
	{"spaces", repeated(" ")},
	{"newlines", repeated("\n")},
	{"one CJK character", repeated("中")},
	{"random letters", func(size int) []byte {
		r := rand.New(rand.NewPCG(7, 7))
		b := make([]byte, size)
		for i := range b {
			b[i] = byte('a' + r.IntN(26))
		}
		return b
	}},
	{"base64", func(size int) []byte {
		r := rand.New(rand.NewPCG(8, 8))
		raw := make([]byte, size)
		for i := range raw {
			raw[i] = byte(r.Uint32())
		}
		return []byte(base64.StdEncoding.EncodeToString(raw))[:size]
	}},
}

// short is the size at which the others are measured: they take quadratic time, and minutes for the whole.
const short = 16 << 10

// pair are the timings of a text and of one twice as long.
type pair [2]timing

func (p *pair) faster(o pair) {
	p[0].faster(o[0])
	p[1].faster(o[1])
}

// cells are the time of one size (0 the single, 1 the double one) and the factor between the two.
func (p pair) cells(which int) []string {
	if p[0].CPU == 0 {
		return []string{"–", "–"}
	}
	return []string{fmt.Sprintf("%.2f", float64(p[which].CPU.Microseconds())/1e3), fmt.Sprintf("×%.2f", ratio(p[1], p[0]))}
}

// timePair times a counter on two texts, turn by turn.
func timePair(texts [2][]byte, once func(text []byte) (timing, error)) (p pair, err error) {
	for i, text := range texts {
		if p[i], err = once(text); err != nil {
			return p, err
		}
	}
	return p, nil
}

// worst measures the worst cases without the memo, which would make the second pass of base64 look better.
func (b *bench) worst(encoding string) error {
	_, plain, err := newOurs(encoding)
	if err != nil {
		return err
	}
	theirs, err := newTiktokenGo(encoding)
	if err != nil {
		return err
	}
	size, small := b.opt.worst, min(short, b.opt.worst)
	t := table{head: []string{"worst case",
		fmt.Sprintf("ours, %d kB: ms", size/1000), "doubled", "tokens",
		fmt.Sprintf("ours, %d kB: ms", small/1000),
		fmt.Sprintf("%s, %d kB: ms", tiktokenGo, small/1000), "doubled",
		fmt.Sprintf("%s, %d kB: ms", npm, small/1000), "doubled"}}
	for _, w := range worstCases {
		b.say("%s: worst case, %s", encoding, w.name)
		big := [2][]byte{w.make(size), w.make(2 * size)}
		little := [2][]byte{w.make(small / 2), w.make(small)}
		var bigOurs, littleOurs, littleTheirs, littleNpm pair
		for range b.opt.rounds {
			for _, turn := range []struct {
				into  *pair
				texts [2][]byte
				c     counter
				n     int
			}{{&bigOurs, big, plain, b.opt.passes}, {&littleOurs, little, plain, b.opt.passes}, {&littleTheirs, little, theirs, 1}} {
				p, err := timePair(turn.texts, func(text []byte) (timing, error) { return turn.c.time(text, turn.n) })
				if err != nil {
					return err
				}
				turn.into.faster(p)
			}
		}
		counts := func(i int) []named {
			return []named{{ours, littleOurs[i].Count}, {tiktokenGo, littleTheirs[i].Count}}
		}
		all := [2][]named{counts(0), counts(1)}
		if b.node != nil {
			littleNpm, err = timePair(little, func(text []byte) (timing, error) { return b.node.timeText(encoding, text, 1) })
			if err != nil {
				return err
			}
			for i := range all {
				all[i] = append(all[i], named{npm, littleNpm[i].Count})
			}
		}
		for i := range all {
			b.same(fmt.Sprintf("%s, worst case %s, %d bytes", encoding, w.name, len(little[i])), all[i])
		}
		row := append([]string{w.name}, bigOurs.cells(0)...)
		row = append(row, fmt.Sprint(bigOurs[0].Count), littleOurs.cells(1)[0])
		row = append(row, littleTheirs.cells(1)...)
		t.rows = append(t.rows, append(row, littleNpm.cells(1)...))
	}
	fmt.Fprintf(b.out, "## %s: worst cases\n\n%s\n", encoding, t.markdown())
	return nil
}
