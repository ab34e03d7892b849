package catalog

import (
	"strconv"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/schema"
)

// span is a part of a document: b[from:to].
type span struct{ from, to int }

// maxRecords bounds the documents in one file.
const maxRecords = 1_000_000

// split returns the values that stand one after the other at the top of a document: one, or the lines of JSON Lines.
// What comes behind them and is neither an object nor an array is one span to its end.
func split(b []byte) ([]span, error) {
	var spans []span
	for i := rawjson.Space(b, 0); i < len(b); i = rawjson.Space(b, i) {
		end := len(b)
		if b[i] == '{' || b[i] == '[' {
			end = rawjson.End(b, i)
		}
		if len(spans) == maxRecords {
			return nil, &schema.LimitError{What: "number of documents in one file", Max: maxRecords}
		}
		spans = append(spans, span{i, end})
		i = end
	}
	return spans, nil
}

// locate returns where the value that at points to stands in the document that starts at from; ok is false if it does
// not. The document must have been parsed before.
func locate(b []byte, from int, at schema.Pointer) (s span, ok bool) {
	i := rawjson.Space(b, from)
	for _, name := range at.Names() {
		if i >= len(b) || b[i] != '{' && b[i] != '[' {
			return span{}, false
		}
		found := -1
		if b[i] == '{' {
			for key, value := range rawjson.Members(b, i) {
				if key == name {
					found = value // of duplicate names the last counts
				}
			}
		} else {
			want, err := strconv.Atoi(name)
			for value := range rawjson.Items(b, i) {
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
	return span{i, rawjson.End(b, i)}, true
}
