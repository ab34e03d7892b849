package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// ReadOptions say how to read a document. The zero value works.
type ReadOptions struct {
	Source  string // for Origin: a path, URL or command; never with credentials in it
	Name    string // of the catalog; if empty, Source
	Lenient bool   // duplicate member names and ill-formed strings are problems instead of errors
	Limits  schema.Limits
}

// A ReadError says why a document was not read, where that is, and what to do about it.
type ReadError struct {
	At   schema.Pointer // empty for the whole document
	Line int            // counted from 1; 0 if it is no particular one
	Err  error
	Fix  string // may be empty
}

func (e *ReadError) Error() string {
	s := e.Err.Error()
	if e.At != "" {
		s = fmt.Sprintf("%s: %s", e.At, s)
	}
	if e.Line > 0 {
		s = fmt.Sprintf("line %d: %s", e.Line, s)
	}
	return s
}

// Unwrap returns the cause.
func (e *ReadError) Unwrap() error { return e.Err }

// Hint returns what to do about the error, or nothing.
func (e *ReadError) Hint() string { return e.Fix }

// source is the document, or the several of JSON Lines, that a catalog was read from.
type source struct {
	records []*schema.Node
	lines   bool // several records, or one that came as a line
	lists   []list
	slots   []slot // of every tool that was read
}

// list is a place in a record that holds tools.
type list struct {
	record int
	at     schema.Pointer
	lone   bool // what stands there is a tool itself and not an array of them
	form   Form // of its tools
}

// slot is the place of a tool in its source. For a lone tool the index is 0.
type slot struct{ list, index int }

// Read reads a catalog from a document, which can be JSON, JSON Lines or YAML, and can hold: an MCP tools/list result,
// bare or in its JSON-RPC response; an object with a member "tools"; an array of tools; a single tool; the tools of any
// of the [Forms]; or a complete request body of one of their APIs, from which the system prompt is taken as well.
//
// The error is one of the document: not readable, or of no shape that is known ([ReadError]), or without tools
// ([ErrNoTools]). What is odd about a tool is no error: the tool is kept and the oddity is one of the catalog's problems.
func Read(b []byte, opt *ReadOptions) (*Catalog, error) {
	if opt == nil {
		opt = &ReadOptions{}
	}
	r := &reader{opt: opt, cat: &Catalog{Name: opt.Name}, src: &source{}}
	if r.cat.Name == "" {
		r.cat.Name = opt.Source
	}
	if err := r.read(b); err != nil {
		return nil, fmt.Errorf("catalog: %w", err)
	}
	return r.cat, nil
}

type reader struct {
	opt   *ReadOptions
	cat   *Catalog
	src   *source
	text  text // of the record that is being read
	empty string
	count map[Form]int

	strays int // entries of lists that are no objects
	stray  stray
}

// A stray is the first entry of a list that is no object.
type stray struct {
	at   schema.Pointer
	line int // of the document; 0 if it is not known
	kind string
}

// text is the JSON of one record and where it came from.
type text struct {
	json []byte // the bytes around it included
	span span
	pos  func(offset int) (line, column int) // from 1; the column is 0 where it is not known
}

func (r *reader) read(b []byte) error {
	texts, err := r.texts(b)
	if err != nil {
		return err
	}
	r.src.lines = len(texts) > 1
	r.cat.source, r.count = r.src, map[Form]int{}
	for _, t := range texts {
		n, err := r.parse(t)
		if err != nil {
			return err
		}
		r.text = t
		r.src.records = append(r.src.records, n)
		known, err := r.document(n, "")
		if err != nil {
			return err
		}
		if !known {
			return r.unknownShape(n)
		}
	}
	if len(r.cat.Tools) == 0 {
		return r.noTools()
	}
	r.chooseForm()
	r.checkCatalog()
	return nil
}

func (r *reader) noTools() error {
	if r.strays > 0 {
		what := fmt.Sprintf("%d entries are no objects and so no tools, the first is %s", r.strays, r.stray.kind)
		if r.strays == 1 {
			what = fmt.Sprintf("1 entry is no object and so no tool, it is %s", r.stray.kind)
		}
		return &ReadError{At: r.stray.at, Line: r.stray.line, Err: fmt.Errorf("%w: %s", ErrNoTools, what), Fix: "a tool is an object with a name; check what writes the list"}
	}
	what := r.empty
	if what == "" {
		what = "the document holds none"
	}
	return &ReadError{Err: fmt.Errorf("%w: %s", ErrNoTools, what), Fix: "an empty catalog is not measured: check that the source is the right one"}
}

// parse reads one record. Errors and problems get the position that they have in the whole document.
func (r *reader) parse(t text) (*schema.Node, error) {
	shift := func(e *schema.SyntaxError) {
		e.Offset += int64(t.span.from)
		e.Line, e.Column = t.pos(int(e.Offset))
	}
	po := &schema.ParseOptions{Limits: r.opt.Limits}
	if r.opt.Lenient {
		po.Problem = func(e *schema.SyntaxError) {
			shift(e)
			r.problem("", e.Pointer, fmt.Sprintf("line %d: %v", e.Line, e.Err), "")
		}
	}
	n, err := schema.ParseWith(t.json[t.span.from:t.span.to], po)
	if syn := (*schema.SyntaxError)(nil); errors.As(err, &syn) {
		shift(syn)
		fix := "the document has to be JSON, JSON Lines or YAML: mend it at this place"
		switch {
		case errors.Is(err, schema.ErrDuplicateName) || errors.Is(err, schema.ErrIllFormedText):
			fix = "read it leniently (--lenient) to keep it as it is and have it reported as a problem"
		case syn.Offset >= int64(len(bytes.TrimSpace(t.json))):
			fix = "it seems to be cut off: save or fetch it once more"
		}
		return nil, &ReadError{Err: err, Fix: fix}
	}
	if limit := (*schema.LimitError)(nil); errors.As(err, &limit) {
		return nil, &ReadError{Err: err, Fix: "no real catalog is like that: is this the right file?"}
	}
	return n, err
}

func (r *reader) problem(tool string, at schema.Pointer, message, hint string) {
	r.cat.Problems = append(r.cat.Problems, Problem{tool, at, message, hint})
}

// chooseForm takes the form of most tools, of equals the one that came first.
func (r *reader) chooseForm() {
	for i := range r.cat.Tools {
		if f := r.cat.Tools[i].Form(); r.count[f] > r.count[r.cat.Form] {
			r.cat.Form = f
		}
	}
	if len(r.count) > 1 {
		var parts []string
		for _, f := range Forms() {
			if n := r.count[f]; n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, f))
			}
		}
		r.problem("", "", "the tools are of several wire forms: "+strings.Join(parts, ", "), "no API accepts a mixture: write them in one form (import --form)")
	}
}
