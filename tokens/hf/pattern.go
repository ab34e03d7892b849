package hf

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"
)

// A pattern is a regular expression of the kind that tokenizer files hold: alternatives, tried in
// order, each a sequence of character classes with repetition. It is matched by backtracking in an
// order that gives the same pieces as the reference's matcher, but in time linear in the text:
// what could take longer is refused when the expression is read, see [pattern.bound].
type pattern struct {
	alternatives [][]element
	// Characters that no class of the pattern tells apart are one class; block and classes are a
	// two-stage table from code point to class.
	ascii   [utf8.RuneSelf]uint8
	block   [(unicode.MaxRune + 1) / 256]uint16
	classes [][256]uint8
	invalid uint8    // the class of a byte that is not UTF-8: as unassigned, a character in no category
	starts  []uint32 // by class: the alternatives that a character of it may begin
	memos   int
}

type elementKind uint8

const (
	run      elementKind = iota // between min and max characters of a class, as many as possible
	group                       // one of several short strings
	ahead                       // nothing, if a character of the class follows
	notAhead                    // nothing, if no character of the class follows
	lineEnd                     // nothing, at the end of the text or before a newline
)

type element struct {
	kind       elementKind
	set        *charSet // until newPattern has made in of it
	in         uint64   // a bit for every class
	min, max   int
	possessive bool         // gives no character back
	memo       int          // where a run remembers in vain, -1 if it cannot be in vain
	sets       [][]*charSet // the strings of a group, as sets
	branches   [][]uint64   // the same, as classes
	optional   bool         // a group may be absent
}

// The limits on expressions; real ones have at most a dozen alternatives.
const (
	maxAlternatives = 32
	maxClasses      = 64
	maxMemos        = 8
	maxRepeat       = 255
	maxTries        = 128
	unbounded       = math.MaxInt
)

// newPattern makes a pattern of alternatives that hold sets.
func newPattern(alternatives [][]element) (*pattern, error) {
	p := &pattern{alternatives: alternatives}
	if len(alternatives) > maxAlternatives {
		return nil, fmt.Errorf("more than %d alternatives", maxAlternatives)
	}
	if err := p.bound(); err != nil {
		return nil, err
	}
	if err := p.classify(); err != nil {
		return nil, err
	}
	p.starts = make([]uint32, maxClasses)
	for a, es := range alternatives {
		for c, in := 0, firsts(es); c < maxClasses; c++ {
			if in>>c&1 != 0 {
				p.starts[c] |= 1 << a
			}
		}
	}
	if err := p.boundLooks(); err != nil {
		return nil, err
	}
	return p, nil
}

// bound refuses expressions whose matching could take more than linear time. A run without limit is
// harmless where all that follows it may be empty: what was looked at is then part of the match. One that
// something must follow may be in vain; it remembers up to where, so that no character of it is looked at
// again from a later start. Two such runs in one alternative, or many limited ones, would multiply.
func (p *pattern) bound() error {
	tries := 0
	for _, es := range p.alternatives {
		open, product := 0, 1
		for i := range es {
			e := &es[i]
			e.memo = -1
			if e.kind != run || nullable(es[i+1:]) || e.possessive && e.max != unbounded {
				continue
			}
			switch {
			case e.max != unbounded:
				product *= e.max - e.min + 1
			case e.min > 1:
				return fmt.Errorf("a repetition of at least %d, with something behind it, may take too long", e.min)
			default:
				open++
				e.memo = p.memos
				p.memos++
			}
			if product > maxTries {
				return fmt.Errorf("its repetitions may take too long")
			}
		}
		if open > 1 {
			return fmt.Errorf("two repetitions without limit, with something behind them, may take too long")
		}
		if !slices.ContainsFunc(es, func(e element) bool {
			return e.kind == run && e.min > 0 || e.kind == group && !e.optional
		}) {
			return fmt.Errorf("an alternative may match nothing")
		}
		tries += product
	}
	if tries > maxTries || p.memos > maxMemos {
		return fmt.Errorf("its repetitions may take too long")
	}
	return nil
}

// nullable reports whether elements may match the empty text, wherever they stand.
func nullable(es []element) bool {
	for i := range es {
		e := &es[i]
		if !(e.kind == run && e.min == 0 || e.kind == group && e.optional) {
			return false
		}
	}
	return true
}

// classify finds the classes of characters and replaces the sets by them.
func (p *pattern) classify() error {
	var sets []*charSet
	index := map[*charSet]int{}
	collect := func(s *charSet) {
		if _, ok := index[s]; !ok {
			index[s] = len(sets)
			sets = append(sets, s)
		}
	}
	for _, es := range p.alternatives {
		for i := range es {
			if es[i].set != nil {
				collect(es[i].set)
			}
			for _, b := range es[i].sets {
				for _, s := range b {
					collect(s)
				}
			}
		}
	}
	if len(sets) > 4*maxClasses {
		return fmt.Errorf("more than %d different characters and classes", 4*maxClasses)
	}
	// A class is named by which sets its characters are in.
	type signature [4]uint64
	classOf := map[signature]uint8{}
	var members []signature
	class := func(sig signature) uint8 {
		c, ok := classOf[sig]
		if !ok {
			c = uint8(min(len(members), 255))
			classOf[sig] = c
			members = append(members, sig)
		}
		return c
	}
	// Neighbours are mostly of one class, so the last answer is at hand.
	var last signature
	lastClass := class(last)
	blocks := map[[256]uint8]uint16{}
	for b := range p.block {
		var t [256]uint8
		for w := range 4 {
			var sig signature
			mixed := false
			for i, s := range sets {
				switch s[b*4+w] {
				case 0:
				case ^uint64(0):
					sig[i>>6] |= 1 << (i & 63)
				default:
					mixed = true
				}
			}
			for k := range 64 {
				if mixed {
					sig = signature{}
					for i, s := range sets {
						sig[i>>6] |= s[b*4+w] >> k & 1 << (i & 63)
					}
				}
				if sig != last {
					last, lastClass = sig, class(sig)
				}
				t[w*64+k] = lastClass
			}
		}
		n, ok := blocks[t]
		if !ok {
			n = uint16(len(p.classes))
			blocks[t] = n
			p.classes = append(p.classes, t)
		}
		p.block[b] = n
	}
	if len(members) > maxClasses {
		return fmt.Errorf("more than %d different classes of characters", maxClasses)
	}
	copy(p.ascii[:], p.classes[p.block[0]][:utf8.RuneSelf])
	p.invalid = p.class(0x10ffff)
	mask := func(s *charSet) (in uint64) {
		for c, sig := range members {
			in |= sig[index[s]>>6] >> (index[s] & 63) & 1 << c
		}
		return in
	}
	for _, es := range p.alternatives {
		for i := range es {
			e := &es[i]
			if e.set != nil {
				e.in = mask(e.set)
			}
			for _, b := range e.sets {
				masks := make([]uint64, len(b))
				for k, s := range b {
					masks[k] = mask(s)
				}
				e.branches = append(e.branches, masks)
			}
			e.set, e.sets = nil, nil
		}
	}
	return nil
}

func (p *pattern) class(r rune) uint8 { return p.classes[p.block[r>>8]][r&255] }

// firsts returns the classes of the characters that a match of the elements may begin with.
func firsts(es []element) (in uint64) {
	for i := range es {
		e := &es[i]
		switch e.kind {
		case run:
			in |= e.in
			if e.min > 0 {
				return in
			}
		case group:
			for _, b := range e.branches {
				in |= b[0]
			}
			if !e.optional {
				return in
			}
		default: // a condition alone decides nothing
			return ^uint64(0)
		}
	}
	return in
}

// classAt returns the class of the character at i, which is less than the length of text, and its
// length in bytes.
func (p *pattern) classAt(text []byte, i int) (class uint8, size int) {
	if b := text[i]; b < utf8.RuneSelf {
		return p.ascii[b], 1
	}
	r, size := utf8.DecodeRune(text[i:])
	if size == 1 {
		return p.invalid, 1
	}
	return p.class(r), size
}

// matcher finds the matches of a pattern in one text, from left to right.
type matcher struct {
	*pattern
	text []byte
	vain [maxMemos]struct{ from, to int } // where a run that begins there leads to no match
}

// next returns the first match at or after i, or -1 if there is none.
func (m *matcher) next(i int) (start, end int) {
	for i < len(m.text) {
		c, size := m.classAt(m.text, i)
		for set := m.starts[c]; set != 0; set &= set - 1 {
			if end := m.match(m.alternatives[bits.TrailingZeros32(set)], i); end >= 0 {
				return i, end
			}
		}
		i += size
	}
	return -1, -1
}

// match returns the end of the preferred match of the elements at i, or -1.
func (m *matcher) match(es []element, i int) int {
	if len(es) == 0 {
		return i
	}
	e, rest := &es[0], es[1:]
	switch e.kind {
	case run:
		return m.run(e, rest, i)
	case group:
		for _, b := range e.branches {
			if j := m.branch(b, i); j >= 0 {
				if end := m.match(rest, j); end >= 0 {
					return end
				}
			}
		}
		if !e.optional {
			return -1
		}
	case ahead, notAhead:
		follows := false
		if i < len(m.text) {
			c, _ := m.classAt(m.text, i)
			follows = e.in>>c&1 != 0
		}
		if follows != (e.kind == ahead) {
			return -1
		}
	case lineEnd:
		if i < len(m.text) && m.text[i] != '\n' {
			return -1
		}
	}
	return m.match(rest, i)
}

func (m *matcher) branch(b []uint64, i int) int {
	for _, in := range b {
		if i >= len(m.text) {
			return -1
		}
		c, size := m.classAt(m.text, i)
		if in>>c&1 == 0 {
			return -1
		}
		i += size
	}
	return i
}

func (m *matcher) run(e *element, rest []element, i int) int {
	if e.memo >= 0 && m.vain[e.memo].from <= i && i < m.vain[e.memo].to {
		return -1
	}
	n, j := 0, i
	for n < e.max && j < len(m.text) {
		c, size := uint8(0), 1
		if b := m.text[j]; b < utf8.RuneSelf {
			c = m.ascii[b]
		} else {
			c, size = m.classAt(m.text, j)
		}
		if e.in>>(c&63)&1 == 0 {
			break
		}
		n++
		j += size
	}
	if n < e.min {
		return -1
	}
	if len(rest) == 0 {
		return j
	}
	top := j
	for {
		if end := m.match(rest, j); end >= 0 {
			if e.memo >= 0 && top > j {
				// A later start inside the run can end only where this one ended in vain.
				m.vain[e.memo].from, m.vain[e.memo].to = j+1-e.min, top
			}
			return end
		}
		if n == e.min || e.possessive {
			break
		}
		n--
		_, size := utf8.DecodeLastRune(m.text[:j])
		j -= size
	}
	if e.memo >= 0 {
		m.vain[e.memo].from, m.vain[e.memo].to = i, top
	}
	return -1
}
