// Package convert turns the schemas of OpenAPI and Swagger documents into JSON Schema 2020-12.
//
// What a schema accepts stays what the specification of the document's version says. Numbers, names and texts keep their
// spelling and members their order. The vocabulary that only OpenAPI has is translated (nullable, boolean exclusive bounds,
// readOnly and writeOnly, example) or left out (discriminator, xml, externalDocs and what begins with x-).
//
// Every reference becomes one to #/$defs/NAME, and Close gives a schema exactly the definitions that it needs. What is no
// JSON Schema at all is mended so that validators take it. All that was mended or lost is in Problems.
package convert

import (
	"fmt"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// A Direction says whether a schema describes what is sent or what comes back. The zero value is Request.
type Direction int

// The directions.
const (
	Request Direction = iota
	Response
)

// A Nulls says what nullable means where the specification gives it no effect. The zero value is Strict.
type Nulls int

const (
	// Strict is the word of the specification: nullable adds null to the type beside it, and nothing else.
	Strict Nulls = iota
	// Intent is what authors mean by it: null is accepted, whatever enum, allOf or a reference beside it says.
	Intent
)

// Options say what is done where there is a choice. The zero value is what the specification says.
type Options struct {
	Nulls        Nulls
	KeepReadOnly bool // readOnly properties stay in requests, which documents of 3.1 and later allow
}

// A Converter converts the schemas of one document. It is not safe for concurrent use.
type Converter struct {
	d        *document.Document
	opt      Options
	old      bool // the rules of 3.0 and Swagger 2
	keywords map[string]schema.Shape

	defs   map[key]*definition
	byName [2]map[string]*definition
	queue  []*definition
	// strips says whether anything in the document can be left out of a direction.
	strips [2]bool

	problems []document.Problem
	seen     map[string]bool
	counts   map[string]int
}

// New returns a converter of the schemas of a document. Nil options are the zero options.
func New(d *document.Document, opt *Options) *Converter {
	c := &Converter{d: d, old: d.Version.Major == 2 || d.Version.Minor == 0, keywords: map[string]schema.Shape{}, defs: map[key]*definition{},
		byName: [2]map[string]*definition{{}, {}}, seen: map[string]bool{}, counts: map[string]int{}}
	if opt != nil {
		c.opt = *opt
	}
	for _, k := range schema.Keywords() {
		c.keywords[k.Name] = k.Shape
	}
	c.strips = [2]bool{!c.opt.KeepReadOnly || c.old, true}
	return c
}

// Schema returns what the schema at a place means, with references to #/$defs/NAME. What is no schema accepts anything, and
// so does what a reference that leads nowhere stands for. The node shares parts with others and must not be edited.
func (c *Converter) Schema(p document.Place, dir Direction) *schema.Node {
	n := c.convert(p, dir, nil, nil)
	c.drain()
	return n
}

// Definition returns what #/$defs/NAME means, or nil if no converted schema refers to it. It must not be edited.
func (c *Converter) Definition(name string, dir Direction) *schema.Node {
	c.drain()
	if def := c.byName[dir][name]; def != nil {
		return def.node
	}
	return nil
}

// Close sets $defs of a schema to the definitions that it refers to, and those that they refer to, in the order in which
// they come up; a schema that refers to none gets none. Only the root is edited.
func (c *Converter) Close(root *schema.Node, dir Direction) {
	c.drain()
	root.Delete("$defs")
	taken := map[string]bool{}
	order := references(root)
	all := schema.NewObject()
	for i := 0; i < len(order); i++ {
		name := order[i]
		def := c.byName[dir][name]
		if taken[name] || def == nil {
			continue
		}
		taken[name] = true
		all.Set(name, def.node)
		if !def.known {
			def.needs, def.known = references(def.node), true
		}
		for _, need := range def.needs {
			if !taken[need] {
				order = append(order, need)
			}
		}
	}
	if all.Len() > 0 {
		root.Set("$defs", all)
	}
}

// Problems returns what was mended, lost or cannot be followed, each place once.
func (c *Converter) Problems() []document.Problem {
	out := c.problems[:len(c.problems):len(c.problems)]
	for _, rule := range rules {
		if more := c.counts[rule] - maxListed; more > 0 {
			out = append(out, document.Problem{Rule: rule, Message: fmt.Sprintf("%d more schemas have a problem of the kind %s", more, rule)})
		}
	}
	return out
}

// maxListed is how many problems of one rule are listed.
const maxListed = 20

// note adds a problem, unless it is known.
func (c *Converter) note(p document.Problem) {
	id := p.Rule + "\n" + p.File + "\n" + string(p.At)
	if c.seen[id] {
		return
	}
	c.seen[id] = true
	if c.counts[p.Rule]++; c.counts[p.Rule] <= maxListed {
		c.problems = append(c.problems, p)
	}
}
