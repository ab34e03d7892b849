package hf

import (
	"bytes"
	"fmt"
	"strconv"
)

// A decoder is one step from the spellings of tokens to text.
type decoder interface {
	decode(tokens [][]byte) [][]byte
}

// Decode returns the text of tokens, special ones included. It is the decoder of the file, with one
// difference: bytes that are not UTF-8 are returned as they are, not replaced, so that parts of characters
// can be decoded apart. An id that the file does not have is an error.
func (t *Tokenizer) Decode(ids []int) ([]byte, error) {
	tokens := make([][]byte, len(ids))
	for i, id := range ids {
		if s, ok := t.byID[id]; ok {
			tokens[i] = []byte(s)
			continue
		}
		at, ok := t.position[id]
		if !ok {
			return nil, fmt.Errorf("hf: token %d of %d: the tokenizer has no id %d", i+1, len(ids), id)
		}
		tokens[i] = t.model.spelling(at, t.model.byteLevel)
	}
	if t.decoder == nil {
		return bytes.Join(tokens, []byte(" ")), nil
	}
	for _, d := range t.decoder {
		tokens = d.decode(tokens)
	}
	return bytes.Join(tokens, nil), nil
}

// decodeBytes is the decoder ByteLevel. A token that does not spell bytes stays as it is.
type decodeBytes struct{}

func (decodeBytes) decode(tokens [][]byte) [][]byte {
	var out []byte
	for _, t := range tokens {
		n := len(out)
		var ok bool
		if out, ok = appendRuneBytes(out, t); !ok {
			out = append(out[:n], t...)
		}
	}
	return [][]byte{out}
}

// decodeFallback is the decoder ByteFallback: the tokens <0x00> to <0xFF> become bytes, several in a
// row one text.
type decodeFallback struct{}

func (decodeFallback) decode(tokens [][]byte) [][]byte {
	var out [][]byte
	inBytes := false
	for _, t := range tokens {
		b, ok := fallbackByte(t)
		switch {
		case !ok:
			out = append(out, t)
		case inBytes:
			out[len(out)-1] = append(out[len(out)-1], b)
		default:
			out = append(out, []byte{b})
		}
		inBytes = ok
	}
	return out
}

func fallbackByte(t []byte) (byte, bool) {
	if len(t) != 6 || !bytes.HasPrefix(t, []byte("<0x")) || t[5] != '>' {
		return 0, false
	}
	b, err := strconv.ParseUint(string(t[3:5]), 16, 8)
	return byte(b), err == nil
}

type decodeFuse struct{}

func (decodeFuse) decode(tokens [][]byte) [][]byte { return [][]byte{bytes.Join(tokens, nil)} }

type decodeReplace struct{ normalizer }

func (d decodeReplace) decode(tokens [][]byte) [][]byte {
	for i, t := range tokens {
		tokens[i], _ = d.normalize(t)
	}
	return tokens
}

// decodeStrip cuts a character from the ends of every token, at most start and stop times.
type decodeStrip struct {
	content     []byte
	start, stop int
}

func (d decodeStrip) decode(tokens [][]byte) [][]byte {
	for i, t := range tokens {
		for n := 0; n < d.start && bytes.HasPrefix(t, d.content); n++ {
			t = t[len(d.content):]
		}
		for n := 0; n < d.stop && bytes.HasSuffix(t, d.content); n++ {
			t = t[:len(t)-len(d.content)]
		}
		tokens[i] = t
	}
	return tokens
}

// decodeMetaspace turns the visible blank back, and drops it at the very start if it was put there.
type decodeMetaspace struct {
	replacement []byte
	drop        bool
}

func (d decodeMetaspace) decode(tokens [][]byte) [][]byte {
	for i, t := range tokens {
		with := []byte(" ")
		if i == 0 && d.drop {
			with = nil
		}
		tokens[i] = bytes.ReplaceAll(t, d.replacement, with)
	}
	return tokens
}

// decodeWords is the decoder BPEDecoder: the suffix of a word becomes a blank, at the end nothing.
type decodeWords struct{ suffix []byte }

func (d decodeWords) decode(tokens [][]byte) [][]byte {
	for i, t := range tokens {
		with := []byte(" ")
		if i == len(tokens)-1 {
			with = nil
		}
		tokens[i] = bytes.ReplaceAll(t, d.suffix, with)
	}
	return tokens
}
