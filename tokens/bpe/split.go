package bpe

// The published encodings cut text by a regular expression before any merging. The functions
// here find the same pieces by hand, because a general matcher takes most of the time of a
// count. Each follows one pattern's alternatives in their order, with the backtracking worked
// out; the tests hold them against the patterns themselves.

// splitter returns the end of the piece of text that starts at i; i is less than len(text). The end
// is always greater than i.
type splitter func(text []byte, i int) int

// splitO200k follows the pattern of o200k_base.
func splitO200k(text []byte, i int) int {
	if end := plainWordO200k(text, i); end > 0 {
		return end
	}
	return splitO200kByCharacter(text, i)
}

func splitO200kByCharacter(text []byte, i int) int {
	c, size := classAt(text, i)
	if c&letter != 0 {
		return contracted(text, wordO200k(text, i))
	}
	if c == number {
		return numberEnd(text, i)
	}
	after := i + size
	following, _ := classAt(text, after)
	if c&(other|mark|space) != 0 && following&(letter|mark) != 0 {
		// The character is the prefix of a word. A mark may also begin the word itself, and
		// that reading comes first where the rest would be capital letters alone.
		if c != mark || hasLowerReading(text, after) {
			return contracted(text, wordO200k(text, after))
		}
		return contracted(text, wordO200k(text, i))
	}
	if c == mark {
		return contracted(text, after)
	}
	if c == other || text[i] == ' ' && following == other {
		end := skip(text, after, other|mark)
		for end < len(text) && (text[end] == '\n' || text[end] == '\r' || text[end] == '/') {
			end++
		}
		return end
	}
	return spaceEnd(text, i)
}

// wordO200k returns the end of the word at i: capitals and then small letters, where letters
// without case and marks may stand among either. With no small letter behind the capitals the
// word ends after the last caseless letter or mark, if there is one.
func wordO200k(text []byte, i int) int {
	caselessEnd := -1
	j := i
	for j < len(text) {
		c, size := classAt(text, j)
		if c&(upper|caseless|mark) == 0 {
			break
		}
		j += size
		if c != upper {
			caselessEnd = j
		}
	}
	if end := skip(text, j, lower|caseless|mark); end > j {
		return end
	}
	if caselessEnd >= 0 {
		return caselessEnd
	}
	return j
}

// hasLowerReading reports whether the word at i is more than a run of capitals.
func hasLowerReading(text []byte, i int) bool {
	c, _ := classAt(text, skip(text, i, upper))
	return c&(lower|caseless|mark) != 0
}

// splitCl100k follows the pattern of cl100k_base. Of its two published versions this is the
// older one; they cut differently only in whitespace at the end of a text, where no token
// crosses the cut, so the counts are equal.
func splitCl100k(text []byte, i int) int {
	if end := plainWordCl100k(text, i); end > 0 {
		return end
	}
	return splitCl100kByCharacter(text, i)
}

func splitCl100kByCharacter(text []byte, i int) int {
	if end := contracted(text, i); end > i {
		return end
	}
	c, size := classAt(text, i)
	if c&letter != 0 {
		return skip(text, i, letter)
	}
	if c == number {
		return numberEnd(text, i)
	}
	after := i + size
	following, _ := classAt(text, after)
	if c != newline && following&letter != 0 {
		return skip(text, after, letter)
	}
	if c&(other|mark) != 0 || text[i] == ' ' && following&(other|mark) != 0 {
		return skip(text, skip(text, after, other|mark), newline)
	}
	return spaceEnd(text, i)
}

// contracted returns the end of an English contraction ('s 't 're 've 'm 'll 'd, in either
// case) that starts at i, or i if there is none.
func contracted(text []byte, i int) int {
	if i+1 >= len(text) || text[i] != '\'' {
		return i
	}
	second := func(b byte) bool { return i+2 < len(text) && text[i+2]|0x20 == b }
	switch text[i+1] | 0x20 { // makes a capital ASCII letter small and nothing else a letter
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v':
		if second('e') {
			return i + 3
		}
	case 'l':
		if second('l') {
			return i + 3
		}
	}
	// The long s is a small s to a matcher that ignores case.
	if i+2 < len(text) && text[i+1] == 0xc5 && text[i+2] == 0xbf {
		return i + 3
	}
	return i
}

// numberEnd returns the end of the up to three numbers at i.
func numberEnd(text []byte, i int) int {
	for range 3 {
		c, size := classAt(text, i)
		if c != number {
			break
		}
		i += size
	}
	return i
}

// spaceEnd returns the end of the piece of whitespace at i: up to the last newline of the run if
// it has one, all of it at the end of the text, and otherwise all but the last character, which
// belongs to what follows, unless it is the only one.
func spaceEnd(text []byte, i int) int {
	lastNewline, lastStart := -1, i
	end := i
	for end < len(text) {
		c, size := classAt(text, end)
		if c&(space|newline) == 0 {
			break
		}
		lastStart = end
		end += size
		if c == newline {
			lastNewline = end
		}
	}
	switch {
	case lastNewline > 0:
		return lastNewline
	case end == len(text) || lastStart == i:
		return end
	default:
		return lastStart
	}
}
