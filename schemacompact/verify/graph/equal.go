package graph

import (
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// Equal reports whether two documents accept the same instances, as far as that follows from the form of their graphs: they
// are brought to the same form by rules that keep meaning, and then shown to be bisimilar. False is no proof that they
// differ; the obstacle then names the first difference, in the first document where it has a place there. Nil options are
// the zero options.
//
// Patterns and formats are compared by their text, whatever they mean. If either graph is Sensitive no rule is used, and
// the graphs themselves have to be bisimilar.
func Equal(a, b *Graph, opt *Options) (bool, *Obstacle) {
	c, o := compare(a, b, opt, true)
	if o != nil {
		return false, o
	}
	if c == nil {
		return true, nil
	}
	first, second := c.vertex(a.Root.ID), c.vertex(len(a.Schemas)+b.Root.ID)
	if c.class[first] != c.class[second] {
		return false, c.explain(first, second)
	}
	return true, nil
}

// comparison is a partition of two graphs in common.
type comparison struct {
	partition
	schemas []*Schema
	vertex  func(schema int) int
	texts   map[int]string // of labels
	forms   []*formula     // at the index of their vertex; none if the graphs are compared as they are
}

// compare makes the partition. If it is only asked whether the roots are equal, and that is clear before, it returns nil.
func compare(a, b *Graph, opt *Options, roots bool) (*comparison, *Obstacle) {
	if o := between(a, b); o != nil {
		return nil, o
	}
	limits := opt.orDefault()
	c := &comparison{partition: partition{limit: limits.Steps}, texts: map[int]string{}}
	if a.Sensitive != nil || b.Sensitive != nil {
		c.raw(a, b)
	} else {
		built := newBuilder(a, b, limits)
		if o := built.build(); o != nil {
			return nil, o
		}
		if roots && built.same[a.Root.ID] == built.same[len(a.Schemas)+b.Root.ID] {
			return nil, nil // the same formulas, which is all that is asked
		}
		c.fill(built)
	}
	if !c.refine() {
		return nil, &Obstacle{"", "the schemas are too large to be compared in the time that is allowed"}
	}
	return c, nil
}

// between finds what keeps two documents from being compared at all.
func between(a, b *Graph) *Obstacle {
	for _, g := range []*Graph{a, b} {
		if g.custom != nil {
			return g.custom
		}
	}
	sensitive := a.Sensitive != nil || b.Sensitive != nil
	// From draft 6 on formulas mean the same in all drafts: what differs is read into different ones.
	if a.Draft != b.Draft && (sensitive || a.Draft == Draft4 || b.Draft == Draft4) {
		return &Obstacle{"", "the documents are of drafts that read them in different ways"}
	}
	return Refusable(a, b)
}

// Refusable says why there can be validators that refuse one of two documents as a whole, and not the other: a pattern that
// not every engine takes, an identifier below the root, an anchor that is repeated or malformed, or a value that stands twice
// in a list, if only one of them has it, also where nothing is ever matched against it or refers to it. It also names what
// validators of one of two drafts may evaluate and those of the other ignore. It returns nil if there is no such thing. Every proof about the two documents has to ask.
func Refusable(a, b *Graph) *Obstacle {
	if a.Draft != b.Draft {
		// A validator need not evaluate it in both of two drafts.
		if a.strange != nil {
			return a.strange
		}
		if b.strange != nil {
			return &Obstacle{"", fmt.Sprintf("the second document: %s, at %q", b.strange.Reason, b.strange.At)}
		}
	}
	for _, kind := range []struct {
		name string
		a, b map[string]schema.Pointer
	}{
		{"pattern", a.doubtful, b.doubtful}, {"identifier or anchor", a.named, b.named},
		{"repeated value", a.repeated, b.repeated},
	} {
		if at := only(kind.a, kind.b); at != nil {
			return &Obstacle{*at, fmt.Sprintf("only the first has this %s, which some validators refuse the document for", kind.name)}
		}
		if at := only(kind.b, kind.a); at != nil {
			return &Obstacle{"", fmt.Sprintf("only the second has the %s at %q, which some validators refuse the document for", kind.name, *at)}
		}
	}
	return nil
}

// only returns the place of the first text, in alphabetical order, that a has and b has not.
func only(a, b map[string]schema.Pointer) *schema.Pointer {
	var odd []string
	for text := range a {
		if _, ok := b[text]; !ok {
			odd = append(odd, text)
		}
	}
	if len(odd) == 0 {
		return nil
	}
	at := a[slices.Min(odd)]
	return &at
}

// label returns the number of an edge label, and keeps what to call it in an explanation.
func (c *comparison) label(key, text string) int {
	n := c.id("label " + key)
	c.texts[n] = text
	return n
}

// fill makes the vertices of the formulas, and behind them those of the schemas.
func (c *comparison) fill(b *builder) {
	c.schemas, c.forms = b.schemas, b.list
	c.vertex = func(schema int) int { return len(b.list) + schema }
	c.nodes = make([]vertex, len(b.list)+len(b.schemas))
	branch := c.label("branch", "a branch")
	for i, f := range b.list {
		v := vertex{set: true}
		text := f.op.String() + " " + f.name
		switch f.op {
		case opAnd:
			text += " " + f.local
			for a := range f.all.atoms {
				v.out = append(v.out, arrow{c.label(a.text(), a.words()), c.vertex(a.to)})
			}
		case opOr:
			v.loose = true
		case opOne:
			v.set = false
		}
		v.local = c.id("says " + text)
		for n, k := range f.kids {
			label := branch
			if f.op == opChoose {
				name := [...]string{"if", "then", "else"}[n]
				label = c.label(name, name)
			}
			v.out = append(v.out, arrow{label, k.id})
		}
		c.nodes[i] = v
	}
	says := c.id("schema")
	for i := range b.schemas {
		v := vertex{local: says}
		for k := range b.kinds {
			v.out = append(v.out, arrow{c.label("of "+k.String(), "what is said of "+k.String()), b.formulas[i][k].id})
		}
		c.nodes[c.vertex(i)] = v
	}
}

// raw makes the vertices of the schemas as they are. A schema that is nothing but a reference is what it refers to.
func (c *comparison) raw(a, b *Graph) {
	c.schemas = append(slices.Clone(a.Schemas), b.Schemas...)
	target := make([]int, len(c.schemas))
	for i := range target {
		target[i] = -1
	}
	for i := range c.schemas {
		// All on the way to the end of a chain of references learn of it at once.
		var way []int
		for n := i; ; {
			if way = append(way, n); target[n] >= 0 {
				n = target[n]
			} else if s := c.schemas[n]; s.onlyRefers() {
				if n = s.Ref.ID; i >= len(a.Schemas) {
					n += len(a.Schemas)
				}
				continue
			}
			for _, w := range way {
				target[w] = n
			}
			break
		}
	}
	c.vertex = func(schema int) int { return target[schema] }
	c.nodes = make([]vertex, len(c.schemas))
	for i, s := range c.schemas {
		v := vertex{local: c.id("says " + s.says())}
		s.labelled(func(label string, to *Schema) {
			n := to.ID
			if i >= len(a.Schemas) {
				n += len(a.Schemas)
			}
			v.out = append(v.out, arrow{c.label("raw "+label, label), target[n]})
		})
		c.nodes[i] = v
	}
}
