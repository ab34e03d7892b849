package bench

import (
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// Bound returns a number of tokens that no property, items or other subschema of a tool weighs more than on its own,
// whatever counts: the bytes of the largest of them, since no token is shorter than one. It takes a fraction of the time
// of [Weigh], and so tells which tools need not be weighed. A schema that cannot be walked has the bound 0.
func Bound(t *catalog.Tool) int {
	most := 0
	for _, root := range []*schema.Node{t.Input, t.Output} {
		sizes := make(map[*schema.Node]int)
		sizeOf(root, sizes)
		own := make(map[*schema.Site]int)
		err := schema.Walk(root, func(s *schema.Site) error {
			size := sizes[s.Schema]
			if s.Schema.Kind() == schema.Bool {
				size = len(s.Schema.Raw())
			}
			// A place is weighed with its member name and what joins it to its neighbours.
			own[s] = size + 6*len(s.Name) + len(s.Keyword) + 4
			if s.Up != nil {
				own[s.Up] -= size
			}
			return nil
		})
		if err != nil {
			continue
		}
		for s, n := range own {
			if s.Up != nil {
				most = max(most, n)
			}
		}
	}
	return most
}

// sizeOf returns the bytes of a value as its source spells it, or more, and notes those of objects.
func sizeOf(n *schema.Node, objects map[*schema.Node]int) int {
	size := 2
	switch n.Kind() {
	case schema.Object:
		for name, value := range n.Members() {
			size += 6*len(name) + 4 + sizeOf(value, objects) // a letter has at most six when it is escaped
		}
		objects[n] = size
	case schema.Array:
		for _, item := range n.Items() {
			size += 1 + sizeOf(item, objects)
		}
	default:
		size = len(n.Raw())
	}
	return size
}
