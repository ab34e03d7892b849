package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits bound what is read, so that a hostile document is an error and not a crash or a hang.
// A zero field means the default, which lets every real catalog through with room to spare.
type Limits struct {
	Depth int // nested arrays and objects; default 1,000
	Nodes int // JSON values in one document; default 5,000,000
	Bytes int // length of one document; default 64 MiB
}

func (l Limits) orDefault() Limits {
	if l.Depth == 0 {
		l.Depth = 1000
	}
	if l.Nodes == 0 {
		l.Nodes = 5_000_000
	}
	if l.Bytes == 0 {
		l.Bytes = 64 << 20
	}
	return l
}

// A LimitError says which limit a document passed.
type LimitError struct {
	What string // "nesting depth", "number of values" or "number of bytes"
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
		at = fmt.Sprintf(" within %q", string(e.Pointer))
	}
	return fmt.Sprintf("line %d, column %d (byte %d)%s: %v", e.Line, e.Column, e.Offset, at, e.Err)
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
// names, lone surrogates, invalid UTF-8 and data after the document are errors.
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
	b = bytes.Clone(b) // the nodes point into it
	p := &parser{src: b, lim: lim, report: opt.Problem, dec: jsontext.NewDecoder(bytes.NewReader(b),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(opt.Problem != nil))}
	n, err := p.document()
	if err != nil {
		return nil, p.positioned(err)
	}
	return n, nil
}

type parser struct {
	src    []byte
	dec    *jsontext.Decoder
	lim    Limits
	nodes  int
	report func(*SyntaxError)
}

// frame is an array or object that is still open. Duplicate names are looked for here and not by the decoder, because
// a lenient parse has to name each of them.
type frame struct {
	node *Node
	seen map[string]bool // the names so far, once there are many
	name string          // of the member that is being read
	raw  []byte
}

// has reports whether the object has a member with that name already. A scan beats a map for the few members of nearly
// every object; an object with very many must not cost the square of them.
func (f *frame) has(name string) bool {
	const few = 16
	if len(f.node.members) < few {
		return slices.ContainsFunc(f.node.members, func(m member) bool { return m.name == name })
	}
	if f.seen == nil {
		f.seen = make(map[string]bool, 2*few)
		for _, m := range f.node.members {
			f.seen[m.name] = true
		}
	}
	if f.seen[name] {
		return true
	}
	f.seen[name] = true
	return false
}

func (p *parser) document() (*Node, error) {
	var open []*frame
	for {
		n, err := p.next(&open)
		if err != nil {
			return nil, err
		}
		if n == nil || len(open) > 0 {
			continue
		}
		if _, err := p.dec.ReadToken(); err != io.EOF {
			if err == nil || errors.As(err, new(*jsontext.SyntacticError)) {
				return nil, p.at(p.dec.InputOffset(), "", errors.New("data after the end of the document"))
			}
			return nil, err
		}
		return n, nil
	}
}

// next reads one token; it returns the value that the token completes, or nil.
func (p *parser) next(open *[]*frame) (*Node, error) {
	kind := p.dec.PeekKind()
	var top *frame
	if k := len(*open); k > 0 {
		top = (*open)[k-1]
	}
	if kind == '}' || kind == ']' {
		if _, err := p.dec.ReadToken(); err != nil {
			return nil, err
		}
		*open = (*open)[:len(*open)-1]
		return p.complete(*open, top.node)
	}
	if top != nil && top.node.kind == Object && top.raw == nil {
		return nil, p.memberName(top)
	}
	if p.nodes++; p.nodes > p.lim.Nodes {
		return nil, &LimitError{"number of values", p.lim.Nodes}
	}
	if kind == '{' || kind == '[' {
		if len(*open) >= p.lim.Depth {
			return nil, &LimitError{"nesting depth", p.lim.Depth}
		}
		if _, err := p.dec.ReadToken(); err != nil {
			return nil, err
		}
		n := &Node{kind: Array}
		if kind == '{' {
			n.kind = Object
		}
		*open = append(*open, &frame{node: n})
		return nil, nil
	}
	raw, err := p.scalar()
	if err != nil {
		return nil, err
	}
	return p.complete(*open, &Node{kind: scalarKind(raw), raw: raw})
}

// complete puts a finished value into the innermost open array or object.
func (p *parser) complete(open []*frame, n *Node) (*Node, error) {
	if len(open) == 0 {
		return n, nil
	}
	top := open[len(open)-1]
	if top.node.kind == Array {
		top.node.items = append(top.node.items, n)
	} else {
		top.node.members = append(top.node.members, member{top.name, top.raw, n})
		top.raw = nil
	}
	return n, nil
}

func (p *parser) memberName(top *frame) error {
	if p.dec.PeekKind() != '"' {
		// Only a string can be a name; the decoder words what it found instead.
		if _, err := p.dec.ReadToken(); err != nil {
			return err
		}
	}
	raw, err := p.scalar()
	if err != nil {
		return err
	}
	b, _ := jsontext.AppendUnquote(nil, raw)
	top.name, top.raw = string(b), raw
	if top.has(top.name) {
		fault := p.at(p.dec.InputOffset()-int64(len(raw)), p.dec.StackPointer(), fmt.Errorf("%w %q", ErrDuplicateName, top.name))
		if p.report == nil {
			return fault
		}
		p.report(fault)
	}
	return nil
}

// scalar reads a scalar or a name and returns its spelling as a part of the source.
func (p *parser) scalar() ([]byte, error) {
	v, err := p.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	end := p.dec.InputOffset()
	raw := p.src[end-int64(len(v)) : end : end]
	if p.report != nil && raw[0] == '"' && !wellFormed(raw) {
		p.report(p.at(end-int64(len(v)), p.dec.StackPointer(), ErrIllFormedText))
	}
	return raw, nil
}

// wellFormed reports whether a string, quotes included, decodes without loss.
func wellFormed(raw []byte) bool {
	if !utf8.Valid(raw) {
		return false
	}
	if !bytes.Contains(raw, []byte(`\u`)) {
		return true
	}
	_, err := jsontext.AppendUnquote(nil, raw)
	return err == nil
}

func scalarKind(raw []byte) Kind {
	switch raw[0] {
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

func (p *parser) at(offset int64, ptr jsontext.Pointer, err error) *SyntaxError {
	line, column := LineColumn(p.src, offset)
	return &SyntaxError{Offset: offset, Pointer: Pointer(ptr), Line: line, Column: column, Err: err}
}

// positioned gives an error of the decoder the form that this package promises.
func (p *parser) positioned(err error) error {
	var syn *jsontext.SyntacticError
	switch {
	case errors.As(err, &syn):
		cause := syn.Err
		if errors.Is(cause, io.ErrUnexpectedEOF) {
			cause = errors.New("the document ends too early")
		}
		return p.at(syn.ByteOffset, syn.JSONPointer, cause)
	case err == io.EOF:
		return p.at(0, "", errors.New("the document is empty"))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return p.at(int64(len(p.src)), p.dec.StackPointer(), errors.New("the document ends too early"))
	}
	return err
}

// LineColumn returns the line and the column, both counted from 1 and the column in bytes, of an offset into src.
func LineColumn(src []byte, offset int64) (line, column int) {
	head := src[:min(max(offset, 0), int64(len(src)))]
	return 1 + bytes.Count(head, []byte("\n")), len(head) - bytes.LastIndexByte(head, '\n')
}
