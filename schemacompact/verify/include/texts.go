package include

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// runes counts the way minLength and maxLength do, in code points.
func runes(s string) int { return utf8.RuneCountInString(s) }

// text looks for a string. Only a length that cannot be, and one that leaves the empty string alone, make it certain
// that there is none; everything else may be for lack of a good guess.
func (s *solver) text(b *branch) found {
	if b.high == 0 {
		b.limited, b.finite = true, []*value{textValue("")}
		return s.list(b)
	}
	if b.low > maxText {
		if len(b.is)+len(b.isnt) == 0 {
			return found{status: inhabited} // it is only too long to be made
		}
		return s.unsettled(obstacle(s.where(b), "strings of more than %d characters are not tried", maxText))
	}
	var guess *value
	const tries = 600
	n := 0
	for v := range s.guesses(b) {
		if n++; n > tries+len(b.excluded) || !s.spend(1+len(v)/64+len(b.excluded)/8) {
			break
		}
		candidate := textValue(v)
		switch s.holds(b, candidate, s.reading) {
		case yes:
			return found{status: inhabited, val: candidate}
		case maybe:
			if guess == nil {
				guess = candidate
			}
		}
	}
	if s.out != nil {
		return found{val: guess, why: s.out}
	}
	if len(b.is)+len(b.isnt) == 0 {
		return found{status: inhabited} // there are more strings than values that are excluded
	}
	return found{val: guess, why: s.doubtful(b, guess)}
}

// maxText is the length, in characters, of the longest string that is made.
const maxText = 20_000

// guesses yields strings that may be in a branch, the likely ones first.
func (s *solver) guesses(b *branch) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		lengths := []int{b.low, b.low + 1, b.low + 2, b.low + 7}
		if b.high < maxText {
			lengths = append(lengths, b.high, (b.low+b.high)/2)
		}
		lengths = slices.DeleteFunc(lengths, func(n int) bool { return n > b.high || n > maxText })
		slices.Sort(lengths)
		lengths = slices.Compact(lengths)
		var wanted, unwanted []*predicate
		formats := []string{}
		for _, q := range b.is {
			switch p := s.p.predicates[q]; p.class {
			case patternPredicate:
				wanted = append(wanted, p)
			case formatPredicate:
				if !p.foreign {
					formats = append(formats, p.name)
				}
			}
		}
		for _, q := range b.isnt {
			if p := s.p.predicates[q]; p.class == patternPredicate {
				unwanted = append(unwanted, p)
			}
		}
		// A format asks for more than a pattern beside it does, as a rule.
		for n := 0; len(formats) > 0 && n < 100; n++ {
			for _, f := range formats {
				for _, v := range samples(f, n) {
					if !yield(v) || n == 0 && !yield(stretched(v, b.low)) {
						return
					}
				}
			}
		}
		if len(formats)+len(wanted) == 0 && !plain(b, unwanted, lengths, yield) {
			return
		}
		// Each round takes other branches and characters of the pattern, at each length that could matter.
		for round := range 24 {
			for _, p := range wanted {
				for _, n := range lengths {
					for _, v := range p.sample(n, round) {
						if !yield(v) {
							return
						}
					}
				}
			}
		}
		// What is around a match of a pattern without anchors is free, and may have to be odd.
		for _, p := range wanted {
			for _, m := range misfits() {
				for _, v := range p.sample(b.low, 0) {
					if !yield(v+m) || !yield(m+v) {
						return
					}
				}
			}
		}
	}
}

// plain yields strings for the case that nothing is demanded but a length.
func plain(b *branch, unwanted []*predicate, lengths []int, yield func(string) bool) bool {
	if n := len(b.excluded); n > 8 { // one of a row of strings, most of the time
		i := strconv.Itoa(n)
		if !yield("a"+i) || !yield(fill("0", b.low-len(i))+i) || !yield(fill(string(rune(0x4E00+n%0x5000)), b.low)) {
			return false
		}
	}
	for _, n := range lengths {
		for _, c := range []string{"a", "A", "0", "_", "-", " ", "!", ".", "/", "z9", "\n", "é", "\t"} {
			if !yield(fill(c, n)) {
				return false
			}
		}
	}
	for _, m := range misfits() {
		if !yield(m) || !yield(m+fill("a", b.low-runes(m))) {
			return false
		}
	}
	// What is nearly in a pattern is a better example of what is not in it than what is far from it.
	for round := range 4 {
		for _, p := range unwanted {
			for _, n := range lengths {
				for _, v := range p.sample(n, round) {
					for _, w := range []string{v + "!", "!" + v, v + " ", strings.ToUpper(v), cut(v), v + v, "a" + v, "0" + v} {
						if !yield(w) {
							return false
						}
					}
				}
			}
		}
	}
	// Nothing but values is excluded then, or they are many.
	for i := range len(b.excluded) + 40 {
		if !yield("a"+strconv.Itoa(i)) || !yield(fill("0", b.low-len(strconv.Itoa(i)))+strconv.Itoa(i)) {
			return false
		}
		if i < 0x5000 && !yield(fill(string(rune(0x4E00+i)), b.low)) {
			return false
		}
	}
	return true
}

// fill repeats a text up to a number of characters.
func fill(c string, n int) string {
	if n <= 0 {
		return ""
	}
	return string([]rune(strings.Repeat(c, n))[:n])
}

// cut takes the last character away.
func cut(s string) string {
	if s == "" {
		return s
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return s[:len(s)-n]
}

// stretched makes a sample of a format longer where the format lets it: after a slash, or before an at sign or a dot.
func stretched(s string, n int) string {
	missing := n - runes(s)
	if missing <= 0 || n > maxText {
		return s
	}
	pad := strings.Repeat("a", missing)
	if i := strings.IndexByte(s, '@'); i >= 0 {
		return s[:i] + pad + s[i:]
	}
	return s + pad
}
