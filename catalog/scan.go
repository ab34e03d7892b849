package catalog

import (
	"bytes"
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// The functions here find where values stand in the bytes of a document. They only skip: what is not JSON is found by
// the parser, which sees the same bytes.

// span is a part of a document: b[from:to].
type span struct{ from, to int }

// maxRecords bounds the documents in one file.
const maxRecords = 1_000_000

// split returns the values that stand one after the other at the top of a document: one, or the lines of JSON Lines.
// What comes behind them and is neither an object nor an array is one span to its end.
func split(b []byte) ([]span, error) {
	var spans []span
	for i := skipSpace(b, 0); i < len(b); i = skipSpace(b, i) {
		end := len(b)
		if b[i] == '{' || b[i] == '[' {
			end = skipValue(b, i)
		}
		if len(spans) == maxRecords {
			return nil, &schema.LimitError{What: "number of documents in one file", Max: maxRecords}
		}
		spans = append(spans, span{i, end})
		i = end
	}
	return spans, nil
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// skipValue returns the end of the value that starts at i; it always moves on, and ends with b at the latest.
func skipValue(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ' ', '\n', '\r', '\t', ',', ':':
			i++
		default:
			i = skipWord(b, i)
		}
		if depth <= 0 {
			return i
		}
	}
	return len(b)
}

func skipString(b []byte, i int) int {
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

func skipWord(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case ' ', '\n', '\r', '\t', ',', ':', '{', '}', '[', ']', '"':
			return i
		}
	}
	return len(b)
}

// locate returns where the value that at points to stands in the document that starts at from; ok is false if it does
// not. The document must have been parsed before.
func locate(b []byte, from int, at schema.Pointer) (s span, ok bool) {
	i := skipSpace(b, from)
	for _, name := range at.Names() {
		if i >= len(b) || b[i] != '{' && b[i] != '[' {
			return span{}, false
		}
		found := -1
		if b[i] == '{' {
			for key, value := range membersAt(b, i) {
				if key == name {
					found = value // of duplicate names the last counts
				}
			}
		} else {
			want, err := strconv.Atoi(name)
			for value := range itemsAt(b, i) {
				if want == 0 && err == nil {
					found = value
					break
				}
				want--
			}
		}
		if found < 0 {
			return span{}, false
		}
		i = found
	}
	return span{i, skipValue(b, i)}, true
}

// membersAt yields the names of the object that starts at i and where their values start.
func membersAt(b []byte, i int) func(yield func(string, int) bool) {
	return func(yield func(string, int) bool) {
		for i = skipSpace(b, i+1); i < len(b) && b[i] == '"'; {
			end := skipString(b, i)
			name := textOf(b[i:end])
			i = skipSpace(b, end)
			if i >= len(b) || b[i] != ':' {
				return
			}
			i = skipSpace(b, i+1)
			if !yield(name, i) {
				return
			}
			i = skipComma(b, skipValue(b, i))
		}
	}
}

// itemsAt yields where the items of the array that starts at i start.
func itemsAt(b []byte, i int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i = skipSpace(b, i+1); i < len(b) && b[i] != ']'; {
			if !yield(i) {
				return
			}
			i = skipComma(b, skipValue(b, i))
		}
	}
}

func skipComma(b []byte, i int) int {
	if i = skipSpace(b, i); i < len(b) && b[i] == ',' {
		i = skipSpace(b, i+1)
	}
	return i
}

// textOf decodes a string that stands in a document.
func textOf(raw []byte) string {
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
