package graph

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// Options bound the work on a document or a pair of them. A zero field means its default. What is over a limit is an
// obstacle.
type Options struct {
	Depth   int // nested arrays and objects; default 1,000, and never more than 10,000
	Schemas int // default 100,000
	Steps   int // keywords, values and references read, or parts compared; default 5,000,000
}

func (opt *Options) orDefault() Options {
	out := Options{Depth: 1000, Schemas: 100_000, Steps: 5_000_000}
	if opt == nil {
		return out
	}
	if opt.Depth > 0 {
		out.Depth = min(opt.Depth, 10_000) // deeper ones could exhaust the stack
	}
	if opt.Schemas > 0 {
		out.Schemas = opt.Schemas
	}
	if opt.Steps > 0 {
		out.Steps = opt.Steps
	}
	return out
}

// DraftOf returns the draft that a document declares with $schema; declared is false, and the draft 2020-12, if it declares
// none. A meta-schema that is not one of the drafts' is an obstacle.
func DraftOf(doc *schema.Node) (draft Draft, declared bool, o *Obstacle) {
	n := doc.Get("$schema")
	if n == nil {
		return Draft2020, false, nil
	}
	if s, ok := n.Text(); ok {
		if draft = draftNamed(s); draft != 0 {
			return draft, true, nil
		}
	}
	return 0, true, &Obstacle{"/$schema", "$schema names no draft that is known here"}
}

// draftNamed returns the draft of a meta-schema. Both schemes and an empty fragment are in use.
func draftNamed(uri string) Draft {
	uri = strings.TrimSuffix(uri, "#")
	_, rest, _ := strings.Cut(uri, "://")
	if uri != "http://"+rest && uri != "https://"+rest {
		return 0
	}
	switch rest {
	case "json-schema.org/draft-04/schema":
		return Draft4
	case "json-schema.org/draft-06/schema":
		return Draft6
	case "json-schema.org/draft-07/schema":
		return Draft7
	case "json-schema.org/draft/2019-09/schema":
		return Draft2019
	case "json-schema.org/draft/2020-12/schema":
		return Draft2020
	}
	return 0
}

// Read reads a document under a draft, whatever its $schema says. All of the document must be valid under it: a keyword whose
// value its meta-schema does not allow is an obstacle wherever a schema stands, also in a definition that nothing refers
// to. So is a reference that leads out of the document, nowhere, or to a place that readers could disagree about, and one
// that comes back to its schema without going into the instance. Nothing of it is a guess, and the document is not changed.
//
// Of the references that depend on what leads to them ($dynamicRef, $recursiveRef) the graph has the only target that
// they can have in a document of one resource; in others they are obstacles.
func Read(doc *schema.Node, draft Draft, opt *Options) (*Graph, *Obstacle) {
	if draft < Draft4 || draft > Draft2020 {
		return nil, &Obstacle{"", "there is no such draft"}
	}
	r := &reader{
		root: doc, draft: draft, limits: opt.orDefault(),
		read: map[*schema.Node]*Schema{}, anchors: map[string]*Schema{}, dynamic: map[string]*Schema{},
		doubtful: map[string]schema.Pointer{}, identified: map[string]schema.Pointer{}, index: map[*schema.Node]map[string]*schema.Node{},
		named: map[string]schema.Pointer{}, occurs: map[string]int{}, repeated: map[string]schema.Pointer{},
	}
	if o := r.scan(doc, "", 0, false); o != nil {
		return nil, o
	}
	if o := r.identify(); o != nil {
		return nil, o
	}
	root, o := r.schema(doc, place{boolean: draft != Draft4})
	if o != nil {
		return nil, o
	}
	if o := r.resolve(); o != nil {
		return nil, o
	}
	return r.assemble(root)
}

// reader is the state of a Read.
type reader struct {
	root   *schema.Node
	draft  Draft
	limits Options
	steps  int

	read       map[*schema.Node]*Schema
	anchors    map[string]*Schema
	dynamic    map[string]*Schema // of $dynamicAnchor
	references []reference
	nested     *Obstacle // the first $id below the root
	custom     *Obstacle // $schema or $vocabulary, if they are not of the drafts
	id         string    // of the root
	doubtful   map[string]schema.Pointer
	identified map[string]schema.Pointer // of schemas below the root
	named      map[string]schema.Pointer
	occurs     map[string]int // of the names in named, and of all anchors
	repeated   map[string]schema.Pointer
	index      map[*schema.Node]map[string]*schema.Node // of large objects, so that many references do not cost the square
}

// place is what a schema has of its surroundings.
type place struct {
	at      schema.Pointer
	boolean bool // true and false are schemas here
	inner   bool // in the scope of an $id below the root
	below   bool // not the root
}

// step counts work.
func (r *reader) step(at schema.Pointer, n int) *Obstacle {
	if r.steps += n; r.steps > r.limits.Steps {
		return &Obstacle{at, "the document is too large to be read in the time that is allowed"}
	}
	return nil
}

// scan finds what makes a document unreadable wherever it stands. Data says that the value is in one that is compared or only
// informs.
func (r *reader) scan(n *schema.Node, at schema.Pointer, depth int, data bool) *Obstacle {
	if depth > r.limits.Depth {
		return &Obstacle{at, fmt.Sprintf("the nesting depth is over the limit of %d", r.limits.Depth)}
	}
	if o := r.step(at, 1); o != nil {
		return o
	}
	switch n.Kind() {
	case schema.Invalid:
		return &Obstacle{at, "there is no JSON value"}
	case schema.Array:
		for i, item := range n.Items() {
			below := at // a pointer is worth building only for what has something in it
			if item.Len() > 0 {
				below = at.Child(strconv.Itoa(i))
			}
			if o := r.scan(item, below, depth+1, data); o != nil {
				return o
			}
		}
	case schema.Object:
		r.name(n, at, depth, data)
		seen := make(map[string]bool, n.Len())
		for name, value := range n.Members() {
			if seen[name] {
				return &Obstacle{at.Child(name), "a member name occurs twice, and readers differ in which one they take"}
			}
			seen[name] = true
			if strings.ContainsRune(name, utf8.RuneError) {
				return &Obstacle{at.Child(name), "a member name is not well-formed Unicode or holds U+FFFD"}
			}
			below := at
			if value.Len() > 0 {
				below = at.Child(name)
			}
			if o := r.scan(value, below, depth+1, data || isData(name)); o != nil {
				return o
			}
		}
	}
	return nil
}

// schema reads the schema at a place, once.
func (r *reader) schema(n *schema.Node, p place) (*Schema, *Obstacle) {
	if n.Kind() == schema.Bool && !p.boolean {
		return nil, &Obstacle{p.at, "true and false are no schemas here in draft 4"}
	}
	if s := r.read[n]; s != nil {
		// A node can stand in several places. What it means depends on the scope only, and on whether it is the root.
		if s.inner != p.inner || !s.below || !p.below {
			return nil, &Obstacle{p.at, "the same schema stands in places where it does not mean the same"}
		}
		return s, nil
	}
	if len(r.read) >= r.limits.Schemas {
		return nil, &Obstacle{p.at, fmt.Sprintf("the number of schemas is over the limit of %d", r.limits.Schemas)}
	}
	s := &Schema{At: p.at, Node: n, Types: AllTypes, inner: p.inner, below: p.below}
	r.read[n] = s
	switch n.Kind() {
	case schema.Bool:
		yes, _ := n.Bool()
		s.Never = !yes
		return s, nil
	case schema.Object:
		return s, r.members(s, p)
	}
	return nil, &Obstacle{p.at, "a schema is an object or a boolean"}
}

// members reads the keywords of a schema object.
func (r *reader) members(s *Schema, p place) *Obstacle {
	if o := r.scope(s, &p); o != nil {
		return o
	}
	a := assignment{reader: r, s: s, p: p}
	for name, value := range s.Node.Members() {
		if o := r.step(p.at, 1); o != nil {
			return o
		}
		k, ok := keywordOf(name, r.draft)
		if !ok {
			if o := a.foreign(name, value); o != nil {
				return o
			}
			continue
		}
		if o := a.assign(name, k.shape, value); o != nil {
			return o
		}
	}
	return a.finish()
}
