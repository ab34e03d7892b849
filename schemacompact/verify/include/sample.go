package include

import (
	"regexp/syntax"
	"slices"
)

// sample returns strings that a pattern is found in, about n characters long. Rounds differ in the branches and
// characters that are taken. There are none for patterns that engines may disagree on, and what is returned has
// to be checked: anchors and word boundaries inside a pattern are not looked at.
func (q *predicate) sample(n, round int) []string {
	if q.tree == nil {
		return nil
	}
	g := generator{round: round, left: 4 * maxText}
	text := g.append(nil, q.tree, n)
	out := []string{string(text)}
	if missing := n - len(text); missing > 0 {
		// A pattern that is not anchored allows for more around it.
		pad := []rune(fill("a", missing))
		out = append(out, string(slices.Concat(text, pad)), string(slices.Concat(pad, text)))
	}
	return out
}

type generator struct {
	round int
	left  int // characters that may still be made
	turn  int
}

// pick takes one of n choices: always the first in round 0, and then ever other ones.
func (g *generator) pick(n int) int {
	if g.round == 0 || n <= 1 {
		return 0
	}
	g.turn++
	return (g.round*7 + g.turn*(g.round%3+1)) % n
}

// append appends a text for a part of a pattern that is as near to n characters as it can be without looking ahead.
func (g *generator) append(dst []rune, re *syntax.Regexp, n int) []rune {
	if g.left--; g.left < 0 {
		return dst
	}
	switch re.Op {
	case syntax.OpLiteral:
		return append(dst, re.Rune...)
	case syntax.OpCharClass:
		return append(dst, g.character(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return append(dst, []rune("a0Z_")[g.pick(4)])
	case syntax.OpCapture:
		return g.append(dst, re.Sub[0], n)
	case syntax.OpConcat:
		spare := n
		for _, sub := range re.Sub {
			low, _ := span(sub)
			spare -= low
		}
		for _, sub := range re.Sub {
			low, high := span(sub)
			extra := min(max(spare, 0), high-low)
			before := len(dst)
			dst = g.append(dst, sub, low+extra)
			spare -= len(dst) - before - low
		}
		return dst
	case syntax.OpAlternate:
		fitting := make([]*syntax.Regexp, 0, len(re.Sub))
		for _, sub := range re.Sub {
			if low, high := span(sub); low <= n && n <= high {
				fitting = append(fitting, sub)
			}
		}
		if len(fitting) == 0 {
			fitting = re.Sub
		}
		return g.append(dst, fitting[g.pick(len(fitting))], n)
	case syntax.OpStar:
		return g.repeat(dst, re.Sub[0], 0, -1, n)
	case syntax.OpPlus:
		return g.repeat(dst, re.Sub[0], 1, -1, n)
	case syntax.OpQuest:
		return g.repeat(dst, re.Sub[0], 0, 1, n)
	case syntax.OpRepeat:
		return g.repeat(dst, re.Sub[0], re.Min, re.Max, n)
	}
	return dst // anchors, boundaries, and what matches nothing
}

// repeat makes as many copies as n characters need.
func (g *generator) repeat(dst []rune, sub *syntax.Regexp, low, high, n int) []rune {
	short, long := span(sub)
	count := low
	switch {
	case n <= 0 || long == 0:
	case short == 0:
		count = max(low, 1)
	default:
		count = max(low, (n+long-1)/long, n/short)
	}
	if high >= 0 {
		count = min(count, high)
	}
	for i := range count {
		if g.left < 0 {
			break
		}
		before := len(dst)
		dst = g.append(dst, sub, n/(count-i))
		n -= len(dst) - before
	}
	return dst
}

// character takes one of the ranges of a class, one that people read if there is one.
func (g *generator) character(ranges []rune) rune {
	good := []rune{}
	for _, c := range "aA0_-b1. /BZz9:@" {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= c && c <= ranges[i+1] {
				good = append(good, c)
			}
		}
	}
	if len(good) > 0 {
		return good[g.pick(len(good))]
	}
	if len(ranges) < 2 {
		return 'a'
	}
	i := 2 * g.pick(len(ranges)/2)
	return ranges[i]
}

// span returns the least and the greatest number of characters that a part of a pattern can take.
func span(re *syntax.Regexp) (low, high int) {
	const most = maxText
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune), len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		return span(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			l, h := span(sub)
			low, high = min(low+l, most), min(high+h, most)
		}
		return low, high
	case syntax.OpAlternate:
		low = most
		for _, sub := range re.Sub {
			l, h := span(sub)
			low, high = min(low, l), max(high, h)
		}
		return low, high
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		l, h := span(re.Sub[0])
		least, times := re.Min, re.Max
		switch re.Op {
		case syntax.OpStar:
			least, times = 0, -1
		case syntax.OpPlus:
			least, times = 1, -1
		case syntax.OpQuest:
			least, times = 0, 1
		}
		if times < 0 {
			times = most
		}
		return min(l*least, most), min(h*times, most)
	}
	return 0, 0
}
