package hf

import "sync"

// Tokenizer counts, encodes and decodes as the tokenizer of a file does. It is safe for concurrent use.
// Only [Parse] makes one that works.
type Tokenizer struct {
	name       string
	model      model
	added      addedTokens // matched in the text as it is
	normalized addedTokens // matched in the normalized text
	normalizer normalizer  // nil if there is none
	steps      []step
	decoder    []decoder
	byID       map[int]string // what the tokens beside the model's are spelled as
	position   map[int]int32  // the model's tokens by id
	passes     sync.Pool      // of *pass
}

// Name returns "hf:" and the first 12 digits of the SHA-256 of the file, so that numbers from different
// files are never taken for the same unit.
func (t *Tokenizer) Name() string { return t.name }

// Count returns the number of tokens of text, 0 for an empty text. What a post-processor adds around a
// text, such as a token for its beginning, is not counted: it comes once per request, not per text. Text
// that reads like a special token is counted as the ordinary text that it is in a tool description; other
// added tokens are found as the file says. A byte that is not UTF-8 counts as a character in no category.
func (t *Tokenizer) Count(text []byte) int {
	p := t.pass()
	p.text(text)
	n := p.count
	t.release(p)
	return n
}

// AppendEncode appends the ids of the tokens that [Tokenizer.Count] counts to dst and returns it.
func (t *Tokenizer) AppendEncode(dst []int, text []byte) []int {
	p := t.pass()
	p.encode, p.ids = true, dst
	p.text(text)
	dst = p.ids
	t.release(p)
	return dst
}

// pass is one walk over a text: what is found, and memory to work with.
type pass struct {
	*Tokenizer
	encode  bool
	ids     []int
	count   int
	trace   bool     // note where tokens begin
	noModel bool     // only measure what would get to the model
	starts  []int    // of tokens, in the bytes that get to the model
	size    int      // of those bytes
	buffers [][]byte // by step
	tokens  []int32
	scratch scratch
}

// keptBytes is how much working memory is kept from one text to the next; a large text is rare.
const keptBytes = 1 << 20

func (t *Tokenizer) pass() *pass {
	if p, ok := t.passes.Get().(*pass); ok {
		return p
	}
	return &pass{Tokenizer: t, buffers: make([][]byte, len(t.steps))}
}

func (t *Tokenizer) release(p *pass) {
	p.encode, p.ids, p.count = false, nil, 0
	p.trace, p.noModel, p.starts, p.size = false, false, nil, 0
	size := 4 * (cap(p.tokens) + cap(p.scratch.symbols) + 3*cap(p.scratch.next) + 2*cap(p.scratch.queue))
	for _, b := range p.buffers {
		size += cap(b)
	}
	if size <= keptBytes {
		t.passes.Put(p)
	}
}

// text finds added tokens in the text, and in what is between them after normalizing it.
func (p *pass) text(text []byte) {
	for at := range p.added.segments(text) {
		if at.token >= 0 {
			p.found(at)
			continue
		}
		segment, kept := text[at.start:at.end], true
		if p.normalizer != nil {
			segment, kept = p.normalizer.normalize(segment)
		}
		for in := range p.normalized.segments(segment) {
			if in.token >= 0 {
				p.found(in)
				continue
			}
			p.step(0, segment[in.start:in.end], kept && at.start == 0 && in.start == 0)
		}
	}
}

func (p *pass) found(s segment) {
	p.count++
	if p.encode {
		p.ids = append(p.ids, s.token)
	}
	if p.trace {
		p.starts = append(p.starts, p.size)
		p.size += s.end - s.start
	}
}

// step hands a piece to step k, or to the model after the last.
func (p *pass) step(k int, text []byte, atStart bool) {
	if len(text) == 0 {
		return
	}
	if k < len(p.steps) {
		p.steps[k].run(p, k, text, atStart)
		return
	}
	if p.noModel {
		p.size += len(text)
		return
	}
	p.tokens = p.model.appendTokens(p.tokens[:0], &p.scratch, text)
	p.count += len(p.tokens)
	if p.encode {
		for _, t := range p.tokens {
			p.ids = append(p.ids, int(p.model.ids[t]))
		}
	}
	if p.trace {
		p.traceTokens(p.tokens, text)
	}
}

// buffer returns a copy of text with room in front, in the memory of step k.
func (p *pass) buffer(k int, text []byte, room int) []byte {
	b := append(p.buffers[k][:0], make([]byte, room)...)
	p.buffers[k] = append(b, text...)
	return p.buffers[k]
}
