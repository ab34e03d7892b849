package hf

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// These limits stand beside those of limits.go, and like them are far above what models use.
const (
	maxFallbackAffix = 16   // bytes of a prefix or suffix where each of its bytes becomes a token
	maxLooks         = 2000 // characters that an expression may look at in vain from one place
)

// growth bounds what normalizers make of a text of n bytes: no more than times*n + plus.
type growth struct {
	times, plus float64
	form        float64 // the part of times due to forms that follow each other, which do not multiply
}

// boundParts refuses what limits.go lets pass because it is no replacement: forms, spellings and prefixes grow
// a text, too, and so do decoders.
func (t *Tokenizer) boundParts() error {
	if err := boundNormalizer(t.normalizer, "normalizer"); err != nil {
		return err
	}
	if err := boundPieces(t.steps, "pre_tokenizer"); err != nil {
		return err
	}
	return boundDecoder(t.decoder, "decoder")
}

// boundSequence refuses a sequence that is too long before its members are read, as making the tables of one
// takes milliseconds.
func boundSequence(raw []byte, at, member string) error {
	parts, err := objectMembers(raw, member)
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	n := 0
	for range elements(parts[member]) {
		n++
	}
	if n > maxSteps {
		return fmt.Errorf("%s: %d steps; at most %d are supported", at, n, maxSteps)
	}
	return nil
}

// boundNormalizer refuses normalizers that could make far more of a text than it is.
func boundNormalizer(n normalizer, at string) error {
	g := growth{times: 1, form: 1}
	return g.follow(n, at)
}

func (g *growth) follow(n normalizer, at string) error {
	times := 1.0
	switch n := n.(type) {
	case sequence:
		for i, n := range n {
			if err := g.follow(n, fmt.Sprintf("%s.normalizers[%d]", at, i)); err != nil {
				return err
			}
		}
		return nil
	case unicodeForm:
		// The factors are those of Unicode Standard Annex 15 for UTF-8.
		form := 3.0
		if norm.Form(n) == norm.NFKC || norm.Form(n) == norm.NFKD {
			form = 11
		}
		times = max(1, form/g.form)
		g.form *= times
	case prepend:
		g.plus += float64(len(n))
		g.form = 1
	case strip, nil:
	default:
		times = replacementGrowth(n)
		g.form = 1
	}
	g.times *= times
	g.plus *= times
	if g.times > maxGrowth {
		return fmt.Errorf("%s: up to here a byte may become more than %d", at, maxGrowth)
	}
	if g.plus > maxText {
		return fmt.Errorf("%s: up to here more than %d bytes may come before a text", at, maxText)
	}
	return nil
}

// replacementGrowth returns how many bytes a byte may become in one normalizer that changes characters.
func replacementGrowth(n normalizer) float64 {
	switch n := n.(type) {
	case replaceString:
		return max(1, float64(len(n.with))/float64(len(n.old)))
	case replacePattern:
		return max(1, float64(len(n.with))/float64(n.pattern.shortest()))
	case byteAlphabet:
		return 2
	case lowercase:
		return 1.5 // two bytes may become three
	}
	return 1
}

// boundPieces refuses steps that could make far more of a text than it is. What is put before a piece counts
// per byte, because the step before may have cut the text into single ones.
func boundPieces(steps []step, at string) error {
	times := 1
	for _, s := range steps {
		switch s := s.(type) {
		case spelling:
			times *= 2
		case *byteLevel:
			if s.prefixSpace {
				times *= 2
			}
		case *metaspace:
			if s.scheme != prependNever {
				times *= 2
			}
			times *= len(s.replacement)
		}
		if times > maxGrowth {
			return fmt.Errorf("%s: a byte may become more than %d", at, maxGrowth)
		}
	}
	return nil
}

func boundDecoder(decoders []decoder, at string) error {
	if len(decoders) > maxSteps {
		return fmt.Errorf("%s: %d steps; at most %d are supported", at, len(decoders), maxSteps)
	}
	times := 1.0
	for _, d := range decoders {
		if r, ok := d.(decodeReplace); ok {
			times *= replacementGrowth(r.normalizer)
		}
		if times > maxGrowth {
			return fmt.Errorf("%s: a byte may become more than %d", at, maxGrowth)
		}
	}
	return nil
}

// shortest returns the least number of characters that a match has, which is above 0: see bound.
func (p *pattern) shortest() int {
	least := unbounded
	for _, es := range p.alternatives {
		n := 0
		for i := range es {
			e := &es[i]
			switch {
			case e.kind == run:
				n += e.min
			case e.kind == group && !e.optional:
				short := unbounded
				for _, b := range e.branches {
					short = min(short, len(b))
				}
				n += short
			}
		}
		least = min(least, n)
	}
	return least
}

// looks bounds the characters that matching the elements at one place may look at without that they become
// part of a match, or are remembered as in vain.
func looks(es []element) float64 {
	if len(es) == 0 {
		return 0
	}
	e, rest := &es[0], looks(es[1:])
	switch e.kind {
	case run:
		switch {
		case e.memo >= 0, nullable(es[1:]):
			return float64(e.min) + 1 + rest
		case e.possessive && e.max != unbounded:
			return float64(e.max) + rest
		case e.max == unbounded:
			return float64(e.min) + 1 + rest
		}
		return float64(e.max) + float64(e.max-e.min+1)*rest
	case group:
		total := 0.0
		for _, b := range e.branches {
			total += float64(len(b)) + rest
		}
		if e.optional {
			total += rest
		}
		return total
	}
	return 1 + rest
}

// boundLooks refuses a pattern of which the alternatives that may begin with one character look too far.
func (p *pattern) boundLooks() error {
	for _, set := range p.starts {
		total := 0.0
		for a, es := range p.alternatives {
			if set>>a&1 != 0 {
				total += looks(es)
			}
		}
		if total > maxLooks {
			return fmt.Errorf("it may look at more than %d characters in vain at every place of a text", maxLooks)
		}
	}
	return nil
}

// boundAffixes refuses affixes whose bytes would become tokens for every character.
func (s *settings) boundAffixes() error {
	for _, affix := range []struct{ text, name string }{
		{s.prefix, ".continuing_subword_prefix"}, {s.suffix, ".end_of_word_suffix"},
	} {
		if s.fallback && len(affix.text) > maxFallbackAffix {
			return fmt.Errorf("%s: with byte_fallback, it is longer than %d bytes", affix.name, maxFallbackAffix)
		}
	}
	return nil
}

// startable reports whether some character is a token or becomes one: without, every text would count 0.
func (m *model) startable() bool {
	if m.unknown != noToken {
		return true
	}
	for b := range m.bytes {
		if m.byteLevel && m.single[b] != noToken || m.fallback && m.bytes[b] != noToken {
			return true
		}
	}
	if m.byteLevel {
		return false
	}
	for i := range m.ids {
		t := m.token(int32(i))
		for _, before := range []string{"", m.prefix} {
			for _, behind := range []string{"", m.suffix} {
				size := len(t) - len(before) - len(behind)
				if size > 0 && string(t[:len(before)]) == before && string(t[len(before)+size:]) == behind &&
					utf8.RuneCount(t[len(before):len(before)+size]) == 1 {
					return true
				}
			}
		}
	}
	return false
}
