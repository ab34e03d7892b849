// Package yamltext turns YAML into JSON text: order, numbers of any length and their spelling are kept as far as JSON has
// the same, and what JSON has not, dates say, is kept as the string that is written there.
package yamltext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/schema-bench/schema-bench/schema"
)

// Options say how to read. The zero value is strict and has the limits of package schema.
type Options struct {
	Limits schema.Limits
	// Duplicates keeps names that stand twice in a mapping, both in their places, instead of refusing them.
	Duplicates bool
}

// A Stream is the documents of a YAML file, one after the other.
type Stream struct {
	JSON  []byte // all documents, without anything between them
	Spans []Span // where each stands in JSON; documents that are empty or null are left out

	marks []mark
}

// A Span is a part of a text: from its first byte to the one behind its last.
type Span struct{ From, To int }

// An Error says where a file is not the YAML that is asked for.
type Error struct {
	Line int // counted from 1; 0 if the error says where it is
	Err  error
	// Duplicate is the name that stands twice, if that is the error.
	Duplicate string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrSyntax is wrapped by the errors that say that a text is not YAML.
var ErrSyntax = errors.New("not YAML")

// Convert reads all documents of a file. The error is an *Error; its cause can be a *schema.LimitError, or wrap
// schema.ErrDuplicateName or ErrSyntax.
func Convert(b []byte, opt *Options) (*Stream, error) {
	var o Options
	if opt != nil {
		o = *opt
	}
	if o.Limits.Nodes == 0 {
		o.Limits.Nodes = 5_000_000
	}
	if o.Limits.Depth == 0 {
		o.Limits.Depth = 1000
	}
	if o.Limits.Bytes == 0 {
		o.Limits.Bytes = 64 << 20
	}
	w := &writer{opt: o, nodes: o.Limits.Nodes}
	var spans []Span
	for dec := yaml.NewDecoder(bytes.NewReader(b)); ; {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, &Error{Err: fmt.Errorf("%w: %s", ErrSyntax, strings.TrimPrefix(err.Error(), "yaml: "))}
		}
		if len(doc.Content) == 0 || doc.Content[0].ShortTag() == "!!null" {
			continue // a separator with nothing behind it
		}
		from := len(w.json)
		if err := w.value(doc.Content[0], 0); err != nil {
			return nil, err
		}
		spans = append(spans, Span{from, len(w.json)})
	}
	return &Stream{w.json, spans, w.marks}, nil
}

// Line returns the line, counted from 1, that the value or name at an offset of JSON came from.
func (s *Stream) Line(offset int) int {
	i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].offset > offset })
	if i == 0 {
		return 1
	}
	return s.marks[i-1].line
}
