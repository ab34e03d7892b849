package catalog

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
)

// ErrNoTools is wrapped by the errors that say that a source is readable and has no tools in it. It is an error, because
// an empty catalog would pass every check.
var ErrNoTools = errors.New("no tools")

// A Tool is what a model is offered: a name, a description and the schema of its arguments, and whatever else its
// source declared. The zero Tool has no name and accepts anything.
type Tool struct {
	Name        string // of a provider's built-in without one: its type
	Title       string
	Description string
	// Input and Output are the schemas of arguments and results, nil if the source gave none. What stood in their place
	// is kept even if it is no schema (a string, an array); a problem says so.
	Input, Output *schema.Node
	// Extra is an object of every other member, order kept (annotations, icons, _meta, strict, cache_control …);
	// nil if there are none.
	Extra *schema.Node
	// Raw is the tool as imported, byte for byte; from YAML, as the same value in compact JSON. It is not changed by
	// edits: Wire is.
	Raw []byte
	// Origin is where the tool came from.
	Origin Origin

	src *imported // nil for a tool built in code
}

// An Origin is a place in a source: a file and a pointer into it, or a server and a method.
type Origin struct {
	Source string         // a path, URL or command; never with credentials in it
	At     schema.Pointer // of the tool inside the document; of several documents in one file, inside its own
	Line   int            // of the tool's first byte, counted from 1; 0 if unknown
}

// A Problem is something odd about a tool or a catalog that did not keep it from being read.
type Problem struct {
	Tool    string // its name, or empty if it has none or the problem is not one of a tool
	At      schema.Pointer
	Message string
	Hint    string // what to do about it; may be empty
}

// String returns the problem on one line, without the hint.
func (p Problem) String() string {
	s := p.Message
	if p.At != "" {
		s = fmt.Sprintf("%s: %s", p.At, s)
	}
	if p.Tool != "" {
		s = fmt.Sprintf("tool %q: %s", p.Tool, s)
	}
	return s
}

// A Catalog is an ordered list of tools with the instructions that their server sends along. The zero Catalog is empty.
// A copy of the struct with other Tools is the way to change one: it still knows the document that it was read from.
type Catalog struct {
	Name         string // a label for reports: the server's name or the file's
	Instructions string // of an MCP server, part of the floor
	System       string // the system prompt, where the source was a complete request
	Model        string // that the request names, where the source was one; empty otherwise
	Tools        []Tool
	Problems     []Problem
	Form         Form // that the catalog came in; of a mixed one, that of most tools

	source *source // nil for a catalog built in code
}

// Digest returns the SHA-256 of the tools in the form that they came in, whitespace between tokens aside, and of the
// instructions. Equal digests mean equal bytes for a model.
func (c *Catalog) Digest() [32]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n", len(c.Instructions), c.Instructions)
	for i := range c.Tools {
		b := c.Tools[i].Wire()
		fmt.Fprintf(h, "%d ", len(b))
		h.Write(b)
	}
	return [32]byte(h.Sum(nil))
}
