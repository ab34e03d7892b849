package catalog

import (
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/internal/yamltext"
	"github.com/schema-bench/schema-bench/schema"
)

// yamlTexts turns the documents of a YAML stream into JSON.
func (r *reader) yamlTexts(b []byte) ([]text, error) {
	limits := r.opt.Limits
	limits.Bytes = r.maxBytes()
	stream, err := yamltext.Convert(b, &yamltext.Options{Limits: limits, Duplicates: r.opt.Lenient})
	if err != nil {
		return nil, yamlError(err)
	}
	if len(stream.Spans) == 0 {
		return nil, &ReadError{Err: fmt.Errorf("%w: the document is empty", ErrNoTools), Fix: "check that what was to write it succeeded"}
	}
	texts := make([]text, len(stream.Spans))
	for i, s := range stream.Spans {
		texts[i] = text{stream.JSON, span{s.From, s.To}, func(offset int) (line, column int) { return stream.Line(offset), 0 }}
	}
	return texts, nil
}

func yamlError(err error) error {
	var at *yamltext.Error
	if !errors.As(err, &at) {
		return err
	}
	switch {
	case errors.Is(err, yamltext.ErrSyntax):
		message := strings.TrimPrefix(at.Err.Error(), yamltext.ErrSyntax.Error()+": ")
		return &ReadError{Err: fmt.Errorf("the document is neither JSON nor YAML: %s", message), Fix: "JSON starts with { or [: what stands before it is in the way"}
	case errors.Is(err, schema.ErrDuplicateName):
		return &ReadError{Line: at.Line, Err: fmt.Errorf("%w %s", schema.ErrDuplicateName, quote(at.Duplicate)),
			Fix: "read it leniently (--lenient) to keep it as it is and have it reported as a problem"}
	}
	return &ReadError{Line: at.Line, Err: at.Err}
}
