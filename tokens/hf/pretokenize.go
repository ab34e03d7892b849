package hf

import (
	"bytes"
	"iter"
	"unicode/utf8"
)

// A step cuts text into pieces, and hands them on by pass.step(k+1, …); k is its own place in the chain.
// atStart says whether the piece starts with the start of the whole text.
type step interface {
	run(p *pass, k int, text []byte, atStart bool)
}

// behavior says what becomes of a match of a splitting step.
type behavior uint8

const (
	isolated behavior = iota
	removed
	mergedWithPrevious
	mergedWithNext
	contiguous
)

// split cuts at the matches of a pattern or of a string.
type split struct {
	pattern  *pattern
	literal  []byte // instead of pattern
	behavior behavior
	invert   bool // matches and what is between them change places
}

func (s *split) run(p *pass, k int, text []byte, atStart bool) {
	m := matcher{pattern: s.pattern, text: text}
	at := 0
	switch s.behavior {
	case isolated, removed:
		between, matches := true, true
		if s.behavior == removed {
			between, matches = !s.invert, s.invert
		}
		for at < len(text) {
			start, end := s.next(&m, at)
			if start < 0 {
				break
			}
			if start > at && between {
				p.step(k+1, text[at:start], atStart && at == 0)
			}
			if matches {
				p.step(k+1, text[start:end], atStart && start == 0)
			}
			at = end
		}
		if at < len(text) && between {
			p.step(k+1, text[at:], atStart && at == 0)
		}
	default:
		for start, end := range s.merged(s.parts(&m)) {
			p.step(k+1, text[start:end], atStart && start == 0)
		}
	}
}

func (s *split) next(m *matcher, at int) (start, end int) {
	if s.pattern != nil {
		return m.next(at)
	}
	i := bytes.Index(m.text[at:], s.literal)
	if i < 0 {
		return -1, -1
	}
	return at + i, at + i + len(s.literal)
}

// part is a match or what is between two.
type part struct {
	start, end int
	match      bool
}

// parts yields the parts of the text in order.
func (s *split) parts(m *matcher) iter.Seq[part] {
	return func(yield func(part) bool) {
		at := 0
		for at < len(m.text) {
			start, end := s.next(m, at)
			if start < 0 {
				break
			}
			if start > at && !yield(part{at, start, s.invert}) || !yield(part{start, end, !s.invert}) {
				return
			}
			at = end
		}
		if at < len(m.text) {
			yield(part{at, len(m.text), s.invert})
		}
	}
}

// merged yields the pieces that parts are put together to.
func (s *split) merged(parts iter.Seq[part]) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		var held part // not yet yielded; empty at first
		afterMatch := false
		for p := range parts {
			join := false
			switch s.behavior {
			case contiguous:
				join = p.match == held.match
			case mergedWithPrevious:
				join = p.match && !afterMatch
			case mergedWithNext:
				join = !p.match && held.match
			}
			afterMatch = p.match
			if join && held.end > 0 {
				held.end, held.match = p.end, p.match
				continue
			}
			if held.end > 0 && !yield(held.start, held.end) {
				return
			}
			held = p
		}
		if held.end > 0 {
			yield(held.start, held.end)
		}
	}
}

// byteLevel is the pre-tokenizer of GPT-2 but for its last act, which is spelling.
type byteLevel struct {
	prefixSpace bool
	cut         *split // nil to leave the text in one piece
}

func (b *byteLevel) run(p *pass, k int, text []byte, atStart bool) {
	if b.prefixSpace && text[0] != ' ' {
		text = p.buffer(k, text, 1)
		text[0] = ' '
	}
	if b.cut != nil {
		b.cut.run(p, k, text, atStart)
		return
	}
	p.step(k+1, text, atStart)
}

// spelling spells bytes by printable characters. It is left out where it would come last, because the
// model then holds bytes.
type spelling struct{}

func (spelling) run(p *pass, k int, text []byte, atStart bool) {
	spelled := appendByteRunes(p.buffers[k][:0], text)
	p.buffers[k] = spelled
	p.step(k+1, spelled, atStart)
}

// metaspace replaces blanks by a visible character, may put one in front, and may cut before each.
type metaspace struct {
	replacement []byte
	scheme      prependScheme
	cut         *split // nil to leave the text in one piece
}

type prependScheme uint8

const (
	prependAlways prependScheme = iota
	prependFirst
	prependNever
)

func (m *metaspace) run(p *pass, k int, text []byte, atStart bool) {
	out := p.buffers[k][:0]
	first, _ := utf8.DecodeRune(m.replacement)
	lead, _ := utf8.DecodeRune(text)
	if lead != ' ' && lead != first && (m.scheme == prependAlways || m.scheme == prependFirst && atStart) {
		out = append(out, m.replacement...)
	}
	for _, b := range text {
		if b == ' ' {
			out = append(out, m.replacement...)
		} else {
			out = append(out, b)
		}
	}
	p.buffers[k] = out
	if m.cut != nil {
		m.cut.run(p, k, out, atStart)
		return
	}
	p.step(k+1, out, atStart)
}
