package schemacompact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendSentences splits the paragraph text[start:end] into sentences. It never splits inside a code span, quotes,
// brackets or a URL.
func appendSentences(units []proseUnit, text string, start, end int) []proseUnit {
	p := text[start:end]
	s := sentenceScanner{text: p, closeAt: protectedSpans(p), lower: startsLower(p)}
	for from := 0; from < len(p); {
		to := s.next(from)
		units = appendUnit(units, text, start+from, start+to, unitSentence)
		from = to
	}
	return units
}

type sentenceScanner struct {
	text    string
	closeAt map[int]int // start of a protected span -> its end
	lower   bool        // the author writes sentences without capitals
}

// next returns the end of the sentence that begins at from.
func (s *sentenceScanner) next(from int) int {
	for i := from; i < len(s.text); {
		if end, ok := s.closeAt[i]; ok {
			// A terminator that stands right before the closing mark ends the sentence behind it.
			if last, ok := s.lastInside(i, end); ok {
				if b, ok := s.boundary(from, last, end); ok {
					return b
				}
			}
			i = end
			continue
		}
		if n := urlLen(s.text[i:]); n > 0 && (i == from || !isWordByte(s.text[i-1])) {
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text[i:])
		switch {
		case isTerminator(r):
			after := i + n
			for after < len(s.text) {
				q, m := utf8.DecodeRuneInString(s.text[after:])
				if !isTerminator(q) {
					break
				}
				i, after = after, after+m
			}
			if b, ok := s.boundary(from, i, after); ok {
				return b
			}
			i = after
		case r == '\n' && s.breaksLine(from, i):
			return i
		default:
			i += n
		}
	}
	return len(s.text)
}

// lastInside returns the position of the terminator that ends the content of the protected span [open, end).
func (s *sentenceScanner) lastInside(open, end int) (int, bool) {
	if s.text[open] == '`' {
		return 0, false
	}
	_, n := utf8.DecodeLastRuneInString(s.text[open:end])
	r, m := utf8.DecodeLastRuneInString(s.text[open : end-n])
	at := end - n - m
	return at, at > open && isTerminator(r)
}

// boundary decides whether the terminator at dot, followed by what begins at after, ends the sentence that began at
// from, and where.
func (s *sentenceScanner) boundary(from, dot, after int) (int, bool) {
	for after < len(s.text) && strings.IndexByte("*_\"')]}", s.text[after]) >= 0 {
		after++
	}
	rest := s.text[after:]
	if rest == "" {
		return after, true
	}
	term, _ := utf8.DecodeRuneInString(s.text[dot:])
	next := strings.TrimLeftFunc(rest, unicode.IsSpace)
	if next == "" {
		return after, true
	}
	r, _ := utf8.DecodeRuneInString(next)
	if unicode.IsMark(r) || r == '\u200d' {
		return 0, false // the space or terminator is half of a grapheme
	}
	spaced := len(next) < len(rest)
	if isWideTerminator(term) {
		// These scripts write no space after a sentence; a closing mark still belongs to it.
		if unicode.In(r, unicode.Pe, unicode.Pf, unicode.Po) && !spaced {
			return 0, false
		}
		return after, true
	}
	if !spaced {
		// "64 characters.Requires a plan." is a lost space; "System.Text" is a name.
		return after, term == '.' && s.text[after-1] == '.' && endsWord(s.text[from:dot]) && isStarter(firstWord(next)) &&
			unicode.IsUpper(r)
	}
	if !s.canStart(r, next) {
		return 0, false
	}
	if term == '.' {
		word := lastWord(s.text[from:dot])
		if isStepWord(s.text[from:dot]) || !abbreviationEnds(word, r, next) {
			return 0, false
		}
	}
	return after, true
}

// canStart reports whether next, whose first rune is r, looks like the beginning of a sentence.
func (s *sentenceScanner) canStart(r rune, next string) bool {
	switch {
	case unicode.IsLower(r):
		// An identifier may open a sentence in lower case.
		w := firstToken(next)
		return s.lower || strings.ContainsFunc(w, unicode.IsUpper) || strings.Contains(w, "_")
	case unicode.In(r, unicode.Pe, unicode.Pf):
		return false
	}
	return !strings.ContainsRune(",;:.!?=/|&+<>", r)
}

// breaksLine reports whether the newline at i ends a sentence that has no terminator, rather than wrapping a long line.
func (s *sentenceScanner) breaksLine(from, i int) bool {
	line := s.text[from:i]
	if j := strings.LastIndexByte(line, '\n'); j >= 0 {
		line = line[j+1:]
	}
	line = strings.TrimSpace(line)
	next := strings.TrimSpace(s.text[i:])
	if line == "" || next == "" {
		return false
	}
	if strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：") {
		return true
	}
	r, _ := utf8.DecodeRuneInString(next)
	if unicode.IsMark(r) || r == '\u200d' || unicode.IsLower(r) || unicode.In(r, unicode.Pe, unicode.Pf, unicode.Po) && r != '*' && r != '"' && r != '\'' {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	const wrapped = 60 // bytes: shorter lines were ended by their author, longer ones by an editor
	return !strings.ContainsRune(",;([{-–—/&", last) && len(line) < wrapped
}

// protectedSpans finds the code spans, quotations and bracket pairs of p: where each begins and ends. An opening mark
// that is never closed protects nothing.
func protectedSpans(p string) map[int]int {
	spans := make(map[int]int)
	type open struct {
		at    int
		close rune
	}
	var stack []open
	unclosed := make(map[int]bool) // lengths of backtick runs known to have no partner
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRuneInString(p[i:])
		if r == '`' {
			run := len(p[i:]) - len(strings.TrimLeft(p[i:], "`"))
			if !unclosed[run] {
				if end := codeSpanEnd(p, i, run); end > 0 {
					spans[i] = end
					i = end
					continue
				}
				unclosed[run] = true
			}
			i += run
			continue
		}
		if end := quoteEnd(p, i, r, n); end > 0 {
			spans[i] = end
			i = end
			continue
		}
		if c := closingBracket(r); c != 0 {
			stack = append(stack, open{i, c})
		} else if unicode.Is(unicode.Pe, r) {
			// Openers without a partner above the match are stray; they are given up.
			for k := len(stack) - 1; k >= 0 && k >= len(stack)-8; k-- {
				if stack[k].close == r {
					spans[stack[k].at] = i + n
					stack = stack[:k]
					break
				}
			}
		}
		i += n
	}
	return spans
}

func closingBracket(r rune) rune {
	switch r {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '（':
		return '）'
	case '【':
		return '】'
	case '「':
		return '」'
	case '『':
		return '』'
	case '《':
		return '》'
	}
	return 0
}

// codeSpanEnd returns the end of the code span that a run of backticks opens at i, or 0.
func codeSpanEnd(p string, i, run int) int {
	for j := i + run; j < len(p); {
		k := strings.IndexByte(p[j:], '`')
		if k < 0 {
			return 0
		}
		j += k
		n := len(p[j:]) - len(strings.TrimLeft(p[j:], "`"))
		if n == run {
			return j + n
		}
		j += n
	}
	return 0
}

// quoteEnd returns the end of the quotation that the rune r of n bytes opens at i, or 0. A quotation is short: a mark
// far away belongs to something else.
func quoteEnd(p string, i int, r rune, n int) int {
	var closing string
	limit := 300
	switch r {
	case '"':
		closing = `"`
	case '“', '„':
		closing = "”"
	case '«':
		closing = "»"
	case '‘':
		closing = "’"
	case '\'':
		closing, limit = "'", 160
	default:
		return 0
	}
	if r == '\'' || r == '"' {
		if i > 0 && isWordByte(p[i-1]) || i+n < len(p) && p[i+n] == ' ' {
			return 0 // an apostrophe, or inches
		}
	}
	end := min(len(p), i+n+limit)
	for j := i + n; j < end; {
		k := strings.Index(p[j:end], closing)
		if k < 0 {
			return 0
		}
		j += k + len(closing)
		if r != '\'' || p[j-2] != ' ' && (j == len(p) || !isWordByte(p[j])) {
			return j
		}
	}
	return 0
}

// urlLen returns the length of the URL at the start of s without the punctuation that follows it, or 0.
func urlLen(s string) int {
	if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") && !strings.HasPrefix(s, "www.") {
		return 0
	}
	end := strings.IndexFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r > 0x2e7f || strings.ContainsRune("\"'`<>)]}|", r)
	})
	if end < 0 {
		end = len(s)
	}
	return len(strings.TrimRight(s[:end], ".,;:!?…"))
}

// isTerminator reports whether r can end a sentence.
func isTerminator(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '…' || isWideTerminator(r)
}

// isWideTerminator reports whether r ends a sentence whether or not a space follows it.
func isWideTerminator(r rune) bool {
	switch r {
	case '。', '！', '？', '｡', '．', '।', '॥', '؟', '۔', '։', '።', '។', '။':
		return true
	}
	return false
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b >= utf8.RuneSelf
}
