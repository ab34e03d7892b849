package openapi

import (
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// Bounds of what references become when each is replaced by what it leads to. A few lines can mean more text than there is
// room for anywhere.
const (
	maxNaive     = 64 << 20 // bytes of all schemas
	maxNaiveTool = 4 << 20  // bytes of one
	maxCopies    = 4_000_000
	maxNesting   = 5000 // of values, references included
	maxMembers   = 2000 // of an object that is written anew, which takes time with the square of them
)

// An expander replaces references.
type expander struct {
	d      *document.Document
	done   map[*schema.Node]expansion // of targets that mean the same wherever they stand
	open   map[*schema.Node]int       // targets that are being replaced, and how many were before each
	sizes  map[*schema.Node]int
	total  int  // bytes that are left for all tools
	left   int  // for this one
	copies int  // values that may still be looked at
	depth  int  // of the value that is looked at
	short  bool // something was left out of this tool
}

func newExpander(d *document.Document) *expander {
	return &expander{d: d, done: map[*schema.Node]expansion{}, open: map[*schema.Node]int{}, sizes: map[*schema.Node]int{}, total: maxNaive, copies: maxCopies}
}

// An expansion is what became of a value.
type expansion struct {
	node *schema.Node
	// up is the outermost target that a reference in it leads back to, by its number. What has none means the same anywhere.
	up int
}

const none = 1 << 30 // more than there are targets

// cutOff is what stands for a reference that is not followed.
func cutOff(up int) expansion {
	n := schema.NewObject()
	n.Set("type", schema.NewString("object"))
	return expansion{n, up}
}

// expand replaces the references in a value. The members of a map of names are no keywords.
func (x *expander) expand(p document.Place, names bool) expansion {
	if ref, ok := p.Node.Get("$ref").Text(); ok && !names {
		return x.follow(p, ref)
	}
	size := p.Node.Len()
	if size == 0 {
		x.left -= x.size(p.Node)
		return expansion{p.Node, none}
	}
	if x.copies -= 1 + size; x.copies < 0 || x.depth > maxNesting || size > maxMembers {
		x.short = true
		return cutOff(none)
	}
	x.depth++
	defer func() { x.depth-- }()
	e := expansion{p.Node, none}
	below := make([]*schema.Node, 0, size)
	changed := false
	take := func(old *schema.Node, in expansion) {
		changed = changed || in.node != old
		e.up = min(e.up, in.up)
		below = append(below, in.node)
	}
	for _, item := range p.Node.Items() {
		take(item, x.expand(document.Place{File: p.File, At: p.At, Node: item}, false))
	}
	for name, value := range p.Node.Members() {
		x.left -= len(name) + 4
		if !names && isData(name) {
			x.left -= x.size(value)
			take(value, expansion{value, none})
		} else {
			take(value, x.expand(document.Place{File: p.File, At: p.At, Node: value}, !names && holdsNames(name)))
		}
	}
	switch {
	case !changed:
	case p.Node.Kind() == schema.Array:
		e.node = schema.NewArray(below...)
	default:
		e.node = schema.NewObject()
		i := 0
		for name := range p.Node.Members() {
			e.node.Set(name, below[i])
			i++
		}
	}
	return e
}

// follow expands what a reference leads to. What is meant again and again is made once, if it is the same.
func (x *expander) follow(p document.Place, ref string) expansion {
	to, err := x.d.Resolve(p, ref)
	if err != nil {
		return cutOff(none)
	}
	if number, within := x.open[to.Node]; within {
		return cutOff(number)
	}
	if x.left < 0 {
		x.short = true
		return cutOff(none)
	}
	if e, ok := x.done[to.Node]; ok {
		if size := x.size(e.node); size <= x.left {
			x.left -= size
			return e
		}
		x.short = true
		return cutOff(none)
	}
	number, before := len(x.open), x.short
	x.short = false
	x.open[to.Node] = number
	e := x.expand(to, false)
	delete(x.open, to.Node)
	if e.up >= number {
		if e.up = none; !x.short {
			x.done[to.Node] = e
		}
	}
	x.short = x.short || before
	return e
}

// size returns how long the text of a value is at least: names can be spelled in more bytes than they have.
func (x *expander) size(n *schema.Node) int {
	if n.Len() == 0 {
		return max(len(n.Raw()), 2)
	}
	if size, known := x.sizes[n]; known {
		return size
	}
	size := 1 + n.Len() // brackets, and commas between
	for name, value := range n.Members() {
		size += len(name) + 3 + x.size(value)
	}
	for _, value := range n.Items() {
		size += x.size(value)
	}
	x.sizes[n] = size
	return size
}

// isData reports whether the value of a keyword is data, which no reference is in.
func isData(keyword string) bool {
	switch keyword {
	case "example", "examples", "default", "enum", "const", "required", "description", "title":
		return true
	}
	return strings.HasPrefix(keyword, "x-")
}

// holdsNames reports whether the members of a keyword's value are names that somebody chose.
func holdsNames(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		return true
	}
	return false
}
