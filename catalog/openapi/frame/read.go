package frame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// Bounds of what is read. References let a short document mean a very long one: every operation of a path item has all of
// its parameters, and many paths can refer to one item.
const (
	maxParts = 1_000_000 // parameters, media types, responses and so on, counted for each operation that has them
	maxPath  = 8192      // bytes of a path, which stands in the pointer to everything below it
)

// Read returns the operations of the paths of a document, sorted by path and method. Requests that the API sends, which
// are webhooks and callbacks, are none of them. What is odd is in the problems of the operation that it concerns, or in
// those of the document if it concerns all of them.
//
// What cannot be read as a method of a path item is an operation without a method that is refused, so that nothing is
// lost without a word. Operations share what they have in common; nothing of them may be edited.
func Read(d *document.Document) []Operation {
	r := newReader(d)
	entries := r.paths(d.Root().Get("paths"))
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.item.path, b.item.path), strings.Compare(a.method, b.method))
	})
	r.twice(entries)
	list := make([]Operation, 0, len(entries))
	// What was found is bounded apart from what it holds, so that too much of one does not hide all of the other.
	more := r.left < 0
	for r.left = maxParts; len(list) < len(entries); {
		e := &entries[len(list)]
		if more = more || !r.spend(e.item.at.At); r.left < 0 {
			break
		}
		list = append(list, r.operation(e))
	}
	if more {
		list = append(list, Operation{Servers: r.servers, Refused: &document.Problem{Rule: "too-large", At: "/paths",
			Message: fmt.Sprintf("more operations are not read: all together have more than %d parameters, responses and media types", maxParts),
			Hint:    "split the document"}})
	}
	return list
}

// A reader reads one document. What several operations refer to is read once.
type reader struct {
	d     *document.Document
	minor int // of OpenAPI 3; -1 for Swagger 2
	left  int // of maxParts
	noted map[document.Problem]bool

	targets    map[reference]target
	parameters map[*schema.Node]*parameter
	bodies     map[*schema.Node]*body
	responses  map[*schema.Node]*response
	schemes    map[string]*scheme

	servers  []string
	security [][]Requirement
	consumes []string // of Swagger 2
	produces []string
}

func newReader(d *document.Document) *reader {
	r := &reader{d: d, minor: d.Version.Minor, left: maxParts, noted: map[document.Problem]bool{}, targets: map[reference]target{},
		parameters: map[*schema.Node]*parameter{}, bodies: map[*schema.Node]*body{}, responses: map[*schema.Node]*response{}, schemes: map[string]*scheme{}}
	if d.Version.Major == 2 {
		r.minor = -1
	}
	for _, p := range d.Problems {
		r.noted[p] = true
	}
	var odd problems
	root := d.Root()
	if r.minor < 0 {
		r.consumes, r.produces = odd.texts(r, root.Get("consumes")), odd.texts(r, root.Get("produces"))
		r.servers = r.hosts(&odd, nil)
	} else if r.servers = r.serverList(&odd, root.Get("servers")); r.servers == nil {
		r.servers = []string{r.absolute(&odd, root, "/")}
	}
	r.security, _ = r.requirements(&odd, root.Get("security"))
	r.note(odd)
	return r
}

// note adds to the problems of the document, each once however often the document is read.
func (r *reader) note(list problems) {
	for _, p := range list {
		if !r.noted[p] {
			r.noted[p] = true
			r.d.Problems = append(r.d.Problems, p)
		}
	}
}

// spend counts one part with a pointer like that, and reports whether there may be more.
func (r *reader) spend(at schema.Pointer) bool {
	r.left -= 1 + len(at)/256
	return r.left >= 0
}

// A reference is the text of one in a file, and a target what it leads to.
type (
	reference struct {
		file *document.File
		text string
	}
	target struct {
		place document.Place
		err   error
	}
)

// follow is Document.Follow, once for all references with the same text: chains can be long, and many references can lead
// into one. What stands beside a reference is left to beside.
func (r *reader) follow(p document.Place) (document.Place, error) {
	ref := p.Node.Get("$ref")
	text, ok := ref.Text()
	if !ok {
		return p, nil
	}
	key := reference{p.File, text}
	to, ok := r.targets[key]
	if !ok {
		bare := schema.NewObject()
		bare.Set("$ref", ref)
		to.place, to.err = r.d.Follow(document.Place{File: p.File, At: p.At, Node: bare})
		r.targets[key] = to
	}
	return to.place, to.err
}

// beside replaces a description by that beside the reference to what it describes, which counts from 3.1 on.
func (r *reader) beside(p document.Place, description *string) {
	if _, ok := p.Node.Get("$ref").Text(); ok && r.minor >= 1 {
		if text, ok := p.Node.Get("description").Text(); ok {
			*description = text
		}
	}
}
