// Package document opens OpenAPI and Swagger documents as ordered trees and follows the references in them.
//
// The trees are what the bytes say: order, number spelling and names are kept, and nothing is filled in. A document that
// is only odd opens; what is odd about it is in Problems. What cannot be read, and what says of itself that it is of an
// unknown version, is an error.
//
// A name that stands twice in an object is kept twice: Place.Get finds the last, as other readers do, and the members of
// the object are both. What is no Unicode is U+FFFD in the tree, so that whatever is made of it can be read. Problems name
// the places.
//
// References stay inside the document unless Options allow more.
package document

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
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

	base    string                    // that relative references are resolved against
	anchors map[string]schema.Pointer // nil until asked for
	ids     map[string]schema.Pointer

	large map[*schema.Node]map[string]*schema.Node // members of large objects
}

// A Place is a value and where it stands. The zero Place is nowhere.
type Place struct {
	File *File
	At   schema.Pointer
	Node *schema.Node // nil if nothing stands there
}

// Get returns the place of a member; its node is nil if there is none.
func (p Place) Get(name string) Place {
	return Place{p.File, p.At.Child(name), p.File.get(p.Node, name)}
}

// Item returns the place of an item of an array; its node is nil if there is none.
func (p Place) Item(i int) Place {
	return Place{p.File, p.At.Child(itoa(i)), p.Node.Item(i)}
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
	// Fetch returns the bytes of another file that a reference leads to, by its path or URL, resolved against that of the
	// file with the reference. It decides what is allowed; nil allows nothing.
	Fetch func(location string) ([]byte, error)
}

// A Document is an opened document. It is not safe for concurrent use.
type Document struct {
	Version  Version
	Main     *File
	Problems []Problem

	opt    Options
	files  map[string]*File // that references led to, by location
	failed map[string]error
	hints  map[stub]string
	bytes  int // of those files
}

// Open reads a document, JSON or YAML. The error is fatal: the bytes are neither, or the version is not known; it can be
// a *schema.SyntaxError, a *schema.LimitError or a *yamltext.Error. Nil options are the zero options.
func Open(text []byte, opt *Options) (*Document, error) {
	d := &Document{files: map[string]*File{}, failed: map[string]error{}, hints: map[stub]string{}}
	if opt != nil {
		d.opt = *opt
	}
	root, err := d.parse(text, "")
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	d.Main = &File{Name: d.opt.Name, Root: root, base: d.opt.Name}
	if d.Version, err = d.version(root); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	if self, ok := root.Get("$self").Text(); ok && d.Version.Minor >= 2 {
		if at, err := join(d.Main.base, self); err == nil {
			d.Main.base = at
		}
	}
	return d, nil
}

// Root is the place of the whole main file.
func (d *Document) Root() Place { return Place{File: d.Main, Node: d.Main.Root} }

// problem notes something once.
func (d *Document) problem(p Problem) { d.Problems = append(d.Problems, p) }

// maxDuplicates is how many names that stand twice are listed one by one.
const maxDuplicates = 50

// known says what version means here, for errors.
const known = `known are swagger "2.0" and openapi "3.0.x", "3.1.x" and "3.2.x"`

// version reads what a document says of itself.
func (d *Document) version(root *schema.Node) (Version, error) {
	if root.Kind() != schema.Object {
		return Version{}, fmt.Errorf("the document is no object, so it is no API description; %s", known)
	}
	swagger, openapi := root.Get("swagger"), root.Get("openapi")
	switch {
	case swagger == nil && openapi == nil:
		return Version{}, fmt.Errorf("the document has neither openapi nor swagger at its top, so it is no API description; %s", known)
	case swagger != nil && openapi != nil:
		return Version{}, fmt.Errorf("the document says both swagger and openapi of itself; %s", known)
	}
	member, n := "openapi", openapi
	if swagger != nil {
		member, n = "swagger", swagger
	}
	text, ok := n.Text()
	if !ok {
		if n.Kind() != schema.Number {
			return Version{}, fmt.Errorf("%s is no text; %s", member, known)
		}
		text = string(n.Raw())
		d.problem(Problem{Rule: "version-number", At: schema.Pointer("").Child(member), Message: fmt.Sprintf("the version is a number, and is read as %q", text),
			Hint: "write it as a text, in quotes"})
	}
	for _, v := range []Version{{2, 0, text}, {3, 0, text}, {3, 1, text}, {3, 2, text}} {
		prefix := fmt.Sprintf("%d.%d", v.Major, v.Minor)
		if (member == "swagger") == (v.Major == 2) && (text == prefix || v.Major == 3 && strings.HasPrefix(text, prefix+".")) {
			return v, nil
		}
	}
	return Version{}, fmt.Errorf("%s %q is not a version that is known; %s", member, clip(text), known)
}

// clip shortens a text of the document for a message.
func clip(s string) string {
	if r := []rune(s[:min(len(s), 800)]); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}
