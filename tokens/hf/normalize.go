package hf

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A normalizer changes text before it is cut. It may return its argument, and never changes it.
// kept says whether the text still starts with what it started with, which the pre-tokenizer Metaspace
// asks when it is to prepend to the first piece only.
type normalizer interface {
	normalize(text []byte) (out []byte, kept bool)
}

type sequence []normalizer

func (s sequence) normalize(text []byte) ([]byte, bool) {
	kept := true
	for _, n := range s {
		var k bool
		text, k = n.normalize(text)
		kept = kept && k
	}
	return text, kept
}

type prepend string

func (p prepend) normalize(text []byte) ([]byte, bool) {
	if len(text) == 0 {
		return text, true
	}
	return append([]byte(p), text...), true
}

type replaceString struct{ old, with []byte }

func (r replaceString) normalize(text []byte) ([]byte, bool) {
	if !bytes.Contains(text, r.old) {
		return text, true
	}
	return bytes.ReplaceAll(text, r.old, r.with), len(r.with) > 0 || !bytes.HasPrefix(text, r.old)
}

type replacePattern struct {
	pattern *pattern
	with    []byte
}

func (r replacePattern) normalize(text []byte) ([]byte, bool) {
	m := matcher{pattern: r.pattern, text: text}
	start, end := m.next(0)
	if start < 0 {
		return text, true
	}
	kept := start > 0 || len(r.with) > 0
	var out []byte
	at := 0
	for start >= 0 {
		out = append(append(out, text[at:start]...), r.with...)
		at = end
		start, end = m.next(at)
	}
	return append(out, text[at:]...), kept
}

type strip struct{ left, right bool }

func (s strip) normalize(text []byte) ([]byte, bool) {
	kept := true
	if s.left {
		t := bytes.TrimLeftFunc(text, unicode.IsSpace)
		kept, text = len(t) == len(text), t
	}
	if s.right {
		text = bytes.TrimRightFunc(text, unicode.IsSpace)
	}
	return text, kept
}

type lowercase struct{}

func (lowercase) normalize(text []byte) ([]byte, bool) {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r < utf8.RuneSelf && r >= 'A' && r <= 'Z':
			out = append(out, byte(r)+0x20)
		case r < utf8.RuneSelf || r == utf8.RuneError && size == 1:
			out = append(out, text[i])
		case r == 'İ':
			out = append(out, "i\u0307"...)
		default:
			out = utf8.AppendRune(out, lower(r))
		}
		i += size
	}
	return out, true
}

// lower is unicode.ToLower with what Unicode 16 and 17 added, as the reference has them.
func lower(r rune) rune {
	switch {
	case r == 0x1c89 || r == 0xa7cc || r == 0xa7ce || r == 0xa7d2 || r == 0xa7d4 || r == 0xa7da:
		return r + 1
	case r == 0xa7cb:
		return 0x264
	case r == 0xa7dc:
		return 0x19b
	case r >= 0x10d50 && r <= 0x10d65:
		return r + 0x20
	case r >= 0x16ea0 && r <= 0x16eb8:
		return r + 0x1b
	}
	return unicode.ToLower(r)
}

// byteAlphabet is the normalizer ByteLevel: bytes become the characters of byteRunes.
type byteAlphabet struct{}

func (byteAlphabet) normalize(text []byte) ([]byte, bool) {
	return appendByteRunes(make([]byte, 0, 2*len(text)), text), true
}

// unicodeForm is one of the normalization forms of Unicode, in the version of the reference.
type unicodeForm norm.Form

func (f unicodeForm) normalize(text []byte) ([]byte, bool) {
	form := norm.Form(f)
	if form.IsNormal(text) && !anyInert(text) {
		return text, true
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	start := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if inert(r) || r == utf8.RuneError {
			out = appendForm(out, form, text[start:i])
			out = append(out, text[i:i+size]...)
			start = i + size
		}
		i += size
	}
	return appendForm(out, form, text[start:]), true
}

func anyInert(text []byte) bool {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if inert(r) {
			return true
		}
		i += size
	}
	return false
}

// manyMarks is the number of marks in a row from which package norm, which inserts a joiner after the
// thirtieth, is not used: a mark may decompose into two, and a letter before them bring more.
const manyMarks = 12

func appendForm(out []byte, form norm.Form, text []byte) []byte {
	marks := 0
	for i := 0; i < len(text) && marks < manyMarks; {
		if text[i] < utf8.RuneSelf {
			marks = 0
			i++
			continue
		}
		p := form.Properties(text[i:])
		if marks++; p.CCC() == 0 && p.TrailCCC() == 0 {
			marks = 0
		}
		i += p.Size()
	}
	if marks < manyMarks {
		return append(out, form.Bytes(text)...) // form.Append would join it to what is there
	}
	return appendLong(out, form, text)
}

// appendLong normalizes by the definition: decompose, order marks by combining class, compose.
func appendLong(out []byte, form norm.Form, text []byte) []byte {
	decomposition := norm.NFD
	if form == norm.NFKC || form == norm.NFKD {
		decomposition = norm.NFKD
	}
	var all []marked
	for i := 0; i < len(text); {
		p := decomposition.Properties(text[i:])
		d := p.Decomposition()
		if d == nil {
			d = decomposition.Append(nil, text[i:i+p.Size()]...) // Hangul
		}
		for _, r := range string(d) {
			all = append(all, marked{r, norm.NFD.PropertiesString(string(r)).CCC()})
		}
		i += p.Size()
	}
	orderMarks(all)
	if form == norm.NFC || form == norm.NFKC {
		all = compose(all)
	}
	for _, m := range all {
		out = utf8.AppendRune(out, m.r)
	}
	return out
}
