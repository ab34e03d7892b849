package bpe

import "fmt"

// AppendEncode appends the ids of the tokens of text to dst. Text that reads like a special token is
// ordinary text, as for [Encoding.Count], and the ids are as many as that counts.
func (e *Encoding) AppendEncode(dst []int, text []byte) []int {
	for i := 0; i < len(text); {
		end := e.split(text, i)
		dst = e.appendPiece(dst, text, i, end)
		i = end
	}
	return dst
}

func (e *Encoding) appendPiece(dst []int, text []byte, i, end int) []int {
	// A single byte is among the tokens too, so this finds every piece that need not be merged.
	if id := e.vocab.pieces.id(e.vocab, text, i, end); id != noToken {
		return append(dst, int(id))
	}
	var p partList
	n := e.vocab.merge(&p, text[i:end])
	if n == 0 {
		e.vocab.mergeLong(&dst, text[i:end])
		return dst
	}
	for _, id := range p.ids[:n] {
		dst = append(dst, int(id))
	}
	return dst
}

// Decode returns the text of the tokens. It is what was encoded, byte for byte, also where that is no
// valid UTF-8; the ids of special tokens become their texts. An id that the encoding does not have is an
// error that says where it stands.
func (e *Encoding) Decode(ids []int) ([]byte, error) {
	var text []byte
	for i, id := range ids {
		if id >= 0 && id < len(e.vocab.ends)-1 {
			text = append(text, e.vocab.token(uint32(id))...)
		} else if name := e.specials.name(id); name != "" {
			text = append(text, name...)
		} else {
			return nil, fmt.Errorf("decode %s: id %d at index %d is no token", e.name, id, i)
		}
	}
	return text, nil
}
