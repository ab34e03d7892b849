// Package document opens OpenAPI and Swagger documents as ordered trees and follows the references in them.
//
// The trees are what the bytes say: order, number spelling and names are kept, and nothing is filled in. A document that
// is only odd opens; what is odd about it is in Problems. What cannot be read, and what says of itself that it is of an
// unknown version, is an error.
//
// References stay inside the document unless Options allow more.
package document

import (
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// Causes of a reference that leads nowhere.
var (
	ErrExternal = errors.New("the reference leaves the document")
	ErrDangling = errors.New("the reference points at nothing")
	ErrCircular = errors.New("the reference leads back to itself")
)

// A Version is the version of the specification that a document says it follows. The zero value is none.
type Version struct {
	Major, Minor int    // 2.0 for Swagger; 3.0, 3.1 or 3.2
	Text         string // as written, such as "3.0.3"
}

// A File is one file of a document: the one that was opened, or one that a reference led to.
type File struct {
	Name string // path or URL, never with credentials; empty if the source has none
	Root *schema.Node
}

// A Place is a value and where it stands. The zero Place is nowhere.
type Place struct {
	File *File
	At   schema.Pointer
	Node *schema.Node // nil if nothing stands there
}

// Get returns the place of a member; its node is nil if there is none.
func (p Place) Get(name string) Place {
	return Place{p.File, p.At.Child(name), p.Node.Get(name)}
}

// Item returns the place of an item of an array; its node is nil if there is none.
func (p Place) Item(i int) Place {
	return Place{p.File, p.At.Child(fmt.Sprint(i)), p.Node.Item(i)}
}

// A Problem is something odd about a document that did not keep it from being read.
type Problem struct {
	Rule    string // stable name, such as "dangling-reference"
	File    string // of File.Name; empty for the main file
	At      schema.Pointer
	Message string
	Hint    string // what to do about it; may be empty
}

// Options bound what is read. The zero value reads one file and follows nothing out of it.
type Options struct {
	Name   string // of the source: a path or a URL, which relative references and servers are resolved against
	Limits schema.Limits
	// Fetch returns the bytes of another file that a reference leads to, by its absolute path or URL. It decides what
	// is allowed; nil allows nothing.
	Fetch func(location string) ([]byte, error)
}

// A Document is an opened document. It is not safe for concurrent use.
type Document struct {
	Version  Version
	Main     *File
	Problems []Problem
}

// Open reads a document. The error is fatal: the bytes are neither JSON nor YAML, or the version is not known.
func Open(text []byte, opt *Options) (*Document, error) {
	if opt == nil {
		opt = &Options{}
	}
	root, err := schema.ParseWith(text, &schema.ParseOptions{Limits: opt.Limits})
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	d := &Document{Main: &File{Name: opt.Name, Root: root}}
	if d.Version, err = version(root); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return d, nil
}

func version(root *schema.Node) (Version, error) {
	for _, v := range []Version{{2, 0, ""}, {3, 0, ""}, {3, 1, ""}, {3, 2, ""}} {
		member := "openapi"
		if v.Major == 2 {
			member = "swagger"
		}
		v.Text, _ = root.Get(member).Text()
		if prefix := fmt.Sprintf("%d.%d", v.Major, v.Minor); v.Text == prefix || strings.HasPrefix(v.Text, prefix+".") {
			return v, nil
		}
	}
	return Version{}, errors.New("the version is not known")
}

// Root is the place of the whole main file.
func (d *Document) Root() Place { return Place{File: d.Main, Node: d.Main.Root} }

// Resolve follows one reference that stands at a place. The error wraps ErrExternal, ErrDangling or ErrCircular, or is
// that of Fetch.
func (d *Document) Resolve(from Place, ref string) (Place, error) {
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return Place{}, fmt.Errorf("%w: %q", ErrExternal, ref)
	}
	at := schema.Pointer(fragment)
	n := from.File.Root.Find(at)
	if n == nil {
		return Place{}, fmt.Errorf("%w: %q", ErrDangling, ref)
	}
	return Place{from.File, at, n}, nil
}

// Follow follows references from a place until a value that is none: where the value is an object with a string in
// $ref, to what that leads to. It is for everything but schemas, whose references can have siblings.
func (d *Document) Follow(p Place) (Place, error) {
	seen := map[*schema.Node]bool{}
	for {
		ref, ok := p.Node.Get("$ref").Text()
		if !ok {
			return p, nil
		}
		if seen[p.Node] {
			return Place{}, fmt.Errorf("%w: %q", ErrCircular, ref)
		}
		seen[p.Node] = true
		var err error
		if p, err = d.Resolve(p, ref); err != nil {
			return Place{}, err
		}
	}
}
