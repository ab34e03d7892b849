package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits bound what is read, so that a hostile document is an error and not a crash or a hang.
// A zero field means the default, which lets every real catalog through with room to spare.
type Limits struct {
	Depth int // nested arrays and objects; default 1,000, at most 10,000
	Nodes int // JSON values in one document; default 5,000,000
	Bytes int // length of one document; default 64 MiB
}

// maxDepth is where the reader of the text stops by itself.
const maxDepth = 10_000

func (l Limits) orDefault() Limits {
	if l.Depth <= 0 {
		l.Depth = 1000
	}
	if l.Nodes <= 0 {
		l.Nodes = 5_000_000
	}
	if l.Bytes <= 0 {
		l.Bytes = 64 << 20
	}
	l.Depth = min(l.Depth, maxDepth)
	return l
}

// A LimitError says which limit a document passed.
type LimitError struct {
	What string // such as "nesting depth", "number of values" or "number of bytes"
	Max  int
}

func (e *LimitError) Error() string { return fmt.Sprintf("%s is over the limit of %d", e.What, e.Max) }

// A SyntaxError says where a document is not the JSON that is asked for.
type SyntaxError struct {
	Offset  int64   // bytes before the fault
	Pointer Pointer // the innermost value that is known to hold it
	Line    int     // counted from 1
	Column  int     // in bytes, counted from 1
	Err     error   // the cause
}

func (e *SyntaxError) Error() string {
	at := ""
	if e.Pointer != "" {
		at = fmt.Sprintf(" within %q", clip(string(e.Pointer)))
	}
	return fmt.Sprintf("line %d, column %d (byte %d)%s: %v", e.Line, e.Column, e.Offset, at, e.Err)
}

// clip shortens what a document says for a message.
func clip(s string) string {
	const most = 300
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most/2], "") + "…" + strings.ToValidUTF8(s[len(s)-most/2:], "")
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Causes of a SyntaxError that a lenient parse reports and goes on after.
var (
	ErrDuplicateName = errors.New("duplicate member name")
	ErrIllFormedText = errors.New("string is not well-formed Unicode (invalid UTF-8 or a lone surrogate)")
)

// ParseOptions say how to parse. The zero value is what Parse uses.
type ParseOptions struct {
	Limits Limits
	// Problem, if set, makes the parse lenient: duplicate names and ill-formed strings are handed to it and kept as
	// they are spelled. If nil, they are errors.
	Problem func(*SyntaxError)
}

// Parse reads one JSON document. The error is a *SyntaxError with offset and pointer, or a *LimitError; duplicate
// names, lone surrogates, invalid UTF-8 and data after the document are errors. A UTF-8 byte order mark in front,
// which editors on Windows write, is skipped.
func Parse(b []byte) (*Node, error) { return ParseWith(b, nil) }

// ParseWith is Parse with options; nil options are the zero options.
func ParseWith(b []byte, opt *ParseOptions) (*Node, error) {
	if opt == nil {
		opt = &ParseOptions{}
	}
	lim := opt.Limits.orDefault()
	if len(b) > lim.Bytes {
		return nil, &LimitError{"number of bytes", lim.Bytes}
	}
	start, end, err := outline(b, lim)
	if err != nil {
		return nil, err
	}
	// The nodes are parts of this copy, so that the caller may go on using b.
	return newBuilder(string(b[:end]), start, lim, opt.Problem).build()
}

const byteOrderMark = "\ufeff"

// outline checks the grammar of a whole document and returns where its one value starts and ends. Checking first and
// building after is several times faster than building token by token, and leaves the builder without syntax errors.
func outline(b []byte, lim Limits) (start, end int, err error) {
	head := 0
	if bytes.HasPrefix(b, []byte(byteOrderMark)) {
		head = len(byteOrderMark)
	}
	if bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff")) {
		return 0, 0, syntaxError(b, 0, "", errors.New("the document is UTF-16 and not UTF-8"))
	}
	// Names and Unicode are the builder's business: a lenient parse has to report each fault and go on.
	dec := jsontext.NewDecoder(bytes.NewBuffer(b[head:]), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	value, err := dec.ReadValue()
	if err != nil {
		return 0, 0, positioned(b, head, lim, err)
	}
	end = head + int(dec.InputOffset())
	if rest := bytes.TrimLeft(b[end:], " \t\r\n"); len(rest) > 0 {
		return 0, 0, syntaxError(b, len(b)-len(rest), "", errors.New("data after the end of the document"))
	}
	return end - len(value), end, nil
}

// positioned gives an error of the reader the form that this package promises.
func positioned(b []byte, head int, lim Limits, err error) error {
	var syn *jsontext.SyntacticError
	if !errors.As(err, &syn) {
		if errors.Is(err, io.EOF) {
			return syntaxError(b, len(b), "", errors.New("the document is empty"))
		}
		return fmt.Errorf("cannot read the document: %w", err)
	}
	// A pointer has a slash for every array and object around it. Where they are too many, that is the fault to tell,
	// also because a pointer of ten thousand names helps nobody.
	if depth := strings.Count(string(syn.JSONPointer), "/"); depth > lim.Depth || depth >= maxDepth {
		return &LimitError{"nesting depth", lim.Depth}
	}
	cause := syn.Err
	if errors.Is(cause, io.ErrUnexpectedEOF) {
		cause = errors.New("the document ends too early")
	}
	return syntaxError(b, head+int(syn.ByteOffset), Pointer(syn.JSONPointer), cause)
}

func syntaxError(src []byte, offset int, at Pointer, err error) *SyntaxError {
	line, column := LineColumn(src, int64(offset))
	return &SyntaxError{Offset: int64(offset), Pointer: at, Line: line, Column: column, Err: err}
}

// LineColumn returns the line and the column, both counted from 1 and the column in bytes, of an offset into src.
func LineColumn(src []byte, offset int64) (line, column int) {
	head := src[:min(max(offset, 0), int64(len(src)))]
	return 1 + bytes.Count(head, []byte("\n")), len(head) - bytes.LastIndexByte(head, '\n')
}
