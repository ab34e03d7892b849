package convert

import (
	"slices"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// maxFamily bounds how many schemas are looked at to find what is said of one object.
const maxFamily = 2000

// A family is what is said of one object: by a schema, by the branches of its allOf and by what they refer to.
type family struct {
	lost  map[string]bool // properties that are not in this direction
	named map[string]bool // properties and required names
}

// mark is the keyword that leaves a property out of a direction.
func mark(dir Direction) string {
	if dir == Request {
		return "readOnly"
	}
	return "writeOnly"
}

// gather reads the family of the schema at a place in the raw tree.
func (c *Converter) gather(p document.Place, dir Direction) family {
	f := family{map[string]bool{}, map[string]bool{}}
	seen := map[*schema.Node]bool{}
	var read func(p document.Place)
	read = func(p document.Place) {
		if p.Node.Kind() != schema.Object || seen[p.Node] || len(seen) > maxFamily {
			return
		}
		seen[p.Node] = true
		if ref, ok := p.Node.Get("$ref").Text(); ok {
			if to, err := c.d.Resolve(p, ref); err == nil {
				read(to)
			}
			if c.old {
				return
			}
		}
		for name, property := range p.Node.Get("properties").Members() {
			f.named[name] = true
			if c.marked(document.Place{File: p.File, At: p.At, Node: property}, mark(dir)) {
				f.lost[name] = true
			}
		}
		for _, item := range p.Node.Get("required").Items() {
			if name, ok := item.Text(); ok {
				f.named[name] = true
			}
		}
		for _, branch := range p.Node.Get("allOf").Items() {
			read(document.Place{File: p.File, At: p.At, Node: branch})
		}
	}
	read(p)
	return f
}

// marked reports whether a property is left out: its schema says so, or what it refers to.
func (c *Converter) marked(p document.Place, keyword string) bool {
	for range 100 {
		ref, refers := p.Node.Get("$ref").Text()
		if on, _ := p.Node.Get(keyword).Bool(); on && !(refers && c.old) {
			return true
		}
		if !refers {
			return false
		}
		to, err := c.d.Resolve(p, ref)
		if err != nil {
			return false
		}
		p = to
	}
	return false
}

// findLost finds, for every schema of a copy that nobody has edited yet, the properties that are not in the direction.
// Those of the root are told by what refers to it, too.
func (v *conversion) findLost(root *schema.Node, lost []string) {
	v.lost = map[*schema.Node][]string{}
	visit := func(s *schema.Site) error {
		if s.Keyword == "allOf" || s.Schema.Kind() != schema.Object {
			return nil // it belongs to the schema around it
		}
		names := v.gather(document.Place{File: v.place.File, At: v.place.At, Node: s.Schema}, v.dir).lost
		if s.Up == nil {
			for _, name := range lost {
				names[name] = true
			}
		}
		if len(names) == 0 {
			return nil
		}
		all := make([]string, 0, len(names))
		for name := range names {
			all = append(all, name)
		}
		slices.Sort(all)
		var give func(n *schema.Node)
		give = func(n *schema.Node) {
			v.lost[n] = all
			for _, branch := range n.Get("allOf").Items() {
				give(branch)
			}
		}
		give(s.Schema)
		return nil
	}
	// What is too deep for a walk is told of by the one that rewrites.
	_ = schema.Walk(root, visit)
}

// strip leaves the properties out that are not in the direction.
func (v *conversion) strip(_ *schema.Site, n *schema.Node) {
	lost := v.lost[n]
	if len(lost) == 0 {
		return
	}
	gone := map[string]bool{}
	for _, name := range lost {
		gone[name] = true
	}
	n.Get("properties").DeleteFunc(func(name string, _ *schema.Node) bool { return gone[name] })
	required := n.Get("required")
	if required.Kind() != schema.Array {
		return
	}
	var kept []*schema.Node
	for _, item := range required.Items() {
		if name, ok := item.Text(); !ok || !gone[name] {
			kept = append(kept, item)
		}
	}
	if len(kept) == 0 {
		n.Delete("required")
	} else if len(kept) < required.Len() {
		n.Set("required", schema.NewArray(kept...))
	}
}

// lostIn returns the properties that a reference has to leave out of what it leads to, and that this does not leave out by
// itself.
func (v *conversion) lostIn(s *schema.Site, to document.Place) []string {
	lost := v.lost[s.Schema]
	if len(lost) == 0 {
		return nil
	}
	f := v.gather(to, v.dir)
	var out []string
	for _, name := range lost {
		if f.named[name] && !f.lost[name] {
			out = append(out, name)
		}
	}
	return out
}
