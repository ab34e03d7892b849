package document

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/schema-bench/schema-bench/internal/yamltext"
	"github.com/schema-bench/schema-bench/schema"
)

// parse reads one file, JSON or YAML, into a tree. Names that stand twice and ill-formed text are problems.
func (d *Document) parse(text []byte, file string) (*schema.Node, error) {
	limits := d.opt.Limits
	if limits.Bytes == 0 {
		limits.Bytes = 64 << 20
	}
	if len(text) > limits.Bytes {
		return nil, &schema.LimitError{What: "number of bytes", Max: limits.Bytes}
	}
	body := bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), " \t\r\n")
	line := func(e *schema.SyntaxError) int { return e.Line }
	switch {
	case len(body) == 0:
		return nil, errors.New("the document is empty")
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("\xfe\xff")), bytes.IndexByte(body[:min(len(body), 4096)], 0) >= 0:
		return nil, errors.New("the document is UTF-16 or no text at all; save it as UTF-8")
	case body[0] == '<':
		return nil, errors.New("the document is HTML or XML; check that the source is the description itself and not a page about it")
	case body[0] != '{' && body[0] != '[':
		stream, err := yamltext.Convert(text, &yamltext.Options{Limits: limits, Duplicates: true})
		if err != nil {
			return nil, err
		}
		if len(stream.Spans) == 0 {
			return nil, errors.New("the document is empty")
		}
		if len(stream.Spans) > 1 {
			d.problem(Problem{Rule: "several-documents", File: file, Message: fmt.Sprintf("the file has %d documents, and only the first is read", len(stream.Spans))})
		}
		from := stream.Spans[0].From
		line = func(e *schema.SyntaxError) int { return stream.Line(from + int(e.Offset)) }
		text = stream.JSON[stream.Spans[0].From:stream.Spans[0].To]
	}
	count, ill := 0, false
	root, err := schema.ParseWith(text, &schema.ParseOptions{Limits: limits, Problem: func(e *schema.SyntaxError) {
		ill = ill || errors.Is(e.Err, schema.ErrIllFormedText)
		if count++; count <= maxDuplicates {
			d.problem(oddity(e, file, line(e)))
		}
	}})
	if err == nil && count > maxDuplicates {
		d.problem(Problem{Rule: "duplicate-name", File: file, Message: fmt.Sprintf("%d more names stand twice or are ill-formed", count-maxDuplicates)})
	}
	if err != nil || !ill {
		return root, err
	}
	limits.Bytes *= 3 // which U+FFFD has
	return schema.ParseWith(mend(text), &schema.ParseOptions{Limits: limits, Problem: func(*schema.SyntaxError) {}})
}

// oddity is what a lenient parse goes on after.
func oddity(e *schema.SyntaxError, file string, line int) Problem {
	if errors.Is(e.Err, schema.ErrDuplicateName) {
		return Problem{Rule: "duplicate-name", File: file, At: e.Pointer, Message: fmt.Sprintf("the name stands twice in its object (again in line %d)", line),
			Hint: "other readers take the last and lose the first without a word: remove one, or put the two together"}
	}
	return Problem{Rule: "ill-formed-text", File: file, At: e.Pointer, Message: fmt.Sprintf("%v (line %d); what cannot be read of it is read as U+FFFD", e.Err, line),
		Hint: "save the file as UTF-8"}
}
