package include

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// newProgram returns a program with the classes that the search itself speaks of. They have the signatures that schemas of
// a document would have, so that those fall into the same classes.
func newProgram() *program {
	p := &program{classes: map[string]int{}, byKey: map[string]int{}}
	p.always = p.reserve(string(signature("")))
	p.nodes[p.always] = p.blank()
	p.never = p.reserve(string(signature("never")))
	p.nodes[p.never] = p.blank()
	p.nodes[p.never].never = true
	p.text = p.reserve(string(signature("types " + strconv.Itoa(int(graph.String)))))
	p.nodes[p.text] = p.blank()
	p.nodes[p.text].types = graph.String
	for id, n := range p.nodes {
		n.id = id
	}
	return p
}

// blank returns a node that asserts nothing.
func (p *program) blank() *node {
	n := &node{
		types: graph.AllTypes, maxLength: unbounded, maxItems: unbounded, maxProperties: unbounded, items: none, contains: none,
		minContains: 1, maxContains: unbounded, additional: none, propertyNames: none, not: none, condition: none, then: none,
		otherwise: none,
	}
	n.seal()
	return n
}

// reserve gives a signature the next ID; the node is filled in by the caller.
func (p *program) reserve(sig string) int {
	id := len(p.nodes)
	p.nodes = append(p.nodes, nil)
	p.classes[sig] = id
	return id
}

// values returns the class of an enum of these values.
func (p *program) values(values []*value) int {
	keys := make([]string, len(values))
	for i, v := range values {
		keys[i] = v.key()
	}
	slices.Sort(keys)
	local := []byte(" enum")
	for _, k := range keys {
		local = appendText(local, k)
	}
	sig := signature(string(local))
	if id, ok := p.classes[string(sig)]; ok {
		return id
	}
	id := p.reserve(string(sig))
	n := p.blank()
	n.id, n.hasEnum, n.enum, n.justEnum = id, true, values, true
	n.seal()
	p.nodes[id] = n
	return id
}

// compat returns the class of a dependence that is evaluated by some validators only. It is a class of its own, so that it
// is the same thing wherever it stands.
func (p *program) compat(d dependence, schema bool) int {
	sig := appendText([]byte("^"), d.name)
	for _, r := range d.required {
		sig = appendText(sig, r)
	}
	if schema {
		sig = binary.AppendVarint(append(sig, '>'), int64(d.class))
	}
	if id, ok := p.classes[string(sig)]; ok {
		return id
	}
	id := p.reserve(string(sig))
	n := p.blank()
	n.id, n.compat, n.dependent = id, true, []dependence{d}
	p.nodes[id] = n
	return id
}

// matching returns the class of what fulfils a predicate.
func (p *program) matching(predicate int) int {
	sig := string(binary.AppendVarint([]byte("~"), int64(predicate)))
	if id, ok := p.classes[sig]; ok {
		return id
	}
	id := p.reserve(sig)
	n := p.blank()
	n.id, n.predicates = id, []int{predicate}
	p.nodes[id] = n
	return id
}

// A lit is a class or, with the lowest bit set, what is not in it.
type lit int

// pos is the literal that demands a class.
func pos(class int) lit { return lit(class << 1) }

// neg is the literal that refuses a class.
func neg(class int) lit { return lit(class<<1 | 1) }

// negative reports whether a literal refuses its class.
func (l lit) negative() bool { return l&1 == 1 }

// class is what a literal demands or refuses.
func (l lit) class() int { return int(l >> 1) }
