package hf

import (
	"bytes"
	"slices"
)

// CountParts returns for every part of a text how many of the tokens of the whole text begin in it. The sum is
// exactly what [Tokenizer.Count] counts for the parts joined, and no count is negative: a token that reaches across
// a border counts for the part in which it begins, and an empty part has none. Where normalizing changes the length
// of text, the borders are moved by what each part's own text grows or shrinks to, so a count can be off by the tokens
// at its border; the sum cannot.
func (t *Tokenizer) CountParts(parts [][]byte) []int {
	text := slices.Concat(parts...)
	p := t.pass()
	p.trace = true
	p.text(text)
	starts, size := p.starts, p.size
	t.release(p)

	counts := make([]int, len(parts))
	k, end := 0, 0
	var before []byte // the text in front of a part, which decides what happens at its start
	for i, part := range parts {
		if len(part) == 0 {
			continue
		}
		if size == len(text) {
			end += len(part)
		} else {
			// The difference leaves out what is put in front of every text, such as a blank.
			end += max(0, t.modelSize(slices.Concat(before, part))-t.modelSize(before))
			before = part
		}
		for k < len(starts) && starts[k] < end {
			counts[i]++
			k++
		}
	}
	// What normalizing the whole made longer than normalizing in parts, and tokens that stand for no text.
	for i := len(parts) - 1; i >= 0 && k < len(starts); i-- {
		if len(parts[i]) > 0 {
			counts[i] += len(starts) - k
			break
		}
	}
	return counts
}

// modelSize returns how many bytes of a text get to the model, added tokens included.
func (t *Tokenizer) modelSize(text []byte) int {
	p := t.pass()
	p.trace, p.noModel = true, true
	p.text(text)
	n := p.size
	t.release(p)
	return n
}

// traceTokens notes where the tokens of a piece begin. Characters that are unknown have no length of their own in
// the tokens, so lengths that do not add up to the piece are stretched to it.
func (p *pass) traceTokens(tokens []int32, piece []byte) {
	first, sum := len(p.starts), 0
	for _, t := range tokens {
		p.starts = append(p.starts, sum)
		sum += p.model.textLength(t)
	}
	for i := first; i < len(p.starts); i++ {
		if sum != len(piece) {
			p.starts[i] = p.starts[i] * len(piece) / sum
		}
		p.starts[i] += p.size
	}
	p.size += len(piece)
}

// textLength returns how many bytes of a piece a token takes, at least 1.
func (m *model) textLength(t int32) int {
	s := m.token(t)
	if t == m.unknown {
		return 1
	}
	if b, ok := fallbackByte(s); ok && m.fallback && m.bytes[b] == t {
		return 1
	}
	s = bytes.TrimSuffix(bytes.TrimPrefix(s, []byte(m.prefix)), []byte(m.suffix))
	return max(1, len(s))
}
