// Package rawjson finds where values stand in the bytes of a JSON document, so that one value can be read or replaced
// and all others keep their bytes.
//
// It only skips. What is not JSON is not found here but by a parser that sees the same bytes; of such a document the
// functions return some places inside of it, always move on, and end at its end at the latest.
package rawjson

import (
	"bytes"
	"iter"

	"github.com/schema-bench/schema-bench/schema"
)

// A Span is a part of a document, b[From:To]. The zero value is none.
type Span struct{ From, To int }

// Of returns the bytes of the span, or nil for the zero value.
func (s Span) Of(b []byte) []byte {
	if s.To == 0 {
		return nil
	}
	return b[s.From:s.To:s.To]
}

// Space returns the first place at or behind i that is not whitespace between tokens.
func Space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// End returns the end of the value that starts at i. It is larger than i, or the end of the document.
func End(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = stringEnd(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ' ', '\n', '\r', '\t', ',', ':':
			i++
		default:
			i = wordEnd(b, i)
		}
		if depth <= 0 {
			return i
		}
	}
	return len(b)
}

func stringEnd(b []byte, i int) int {
	for i++; ; i++ {
		k := bytes.IndexByte(b[i:], '"')
		if k < 0 {
			return len(b)
		}
		escapes := 0 // right before the quote
		for escapes < k && b[i+k-1-escapes] == '\\' {
			escapes++
		}
		if i += k; escapes%2 == 0 {
			return i + 1
		}
	}
}

func wordEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case ' ', '\n', '\r', '\t', ',', ':', '{', '}', '[', ']', '"':
			return i
		}
	}
	return len(b)
}

// Members yields the names of the object that starts at i, decoded, and where their values start.
func Members(b []byte, i int) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i = Space(b, i+1); i < len(b) && b[i] == '"'; {
			end := stringEnd(b, i)
			name := text(b[i:end])
			i = Space(b, end)
			if i >= len(b) || b[i] != ':' {
				return
			}
			i = Space(b, i+1)
			if !yield(name, i) {
				return
			}
			i = comma(b, End(b, i))
		}
	}
}

// Items yields where the items of the array that starts at i start.
func Items(b []byte, i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i = Space(b, i+1); i < len(b) && b[i] != ']'; {
			if !yield(i) {
				return
			}
			i = comma(b, End(b, i))
		}
	}
}

func comma(b []byte, i int) int {
	if i = Space(b, i); i < len(b) && b[i] == ',' {
		i = Space(b, i+1)
	}
	return i
}

// Text decodes the string that starts at i, and reports whether one does.
func Text(b []byte, i int) (string, bool) {
	if i >= len(b) || b[i] != '"' {
		return "", false
	}
	return text(b[i:stringEnd(b, i)]), true
}

func text(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 && len(raw) >= 2 {
		return string(raw[1 : len(raw)-1])
	}
	n, err := schema.ParseWith(raw, &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
	if err != nil {
		return ""
	}
	s, _ := n.Text()
	return s
}
