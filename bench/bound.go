package bench

import (
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
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

// Estimate returns about how many tokens the subschema of a tool weighs that weighs most on its own, of those that have at
// least so many bytes. Their text is counted by itself; in its place, a run of symbols that goes on behind it can add some.
// It is 0 if no place has so many bytes, and what [Bound] says where a framing puts schemas into other words.
func (m Meter) Estimate(t *catalog.Tool, bytes int) int {
	m, err := m.complete()
	if err != nil || m.Ruler == Rendered {
		return Bound(t)
	}
	most := 0
	for _, root := range []*schema.Node{t.Input, t.Output} {
		places := make(map[*schema.Node]*schema.Site)
		err := schema.Walk(root, func(s *schema.Site) error {
			places[s.Schema] = s
			return nil
		})
		if err != nil {
			continue
		}
		for _, s := range places {
			if s.Up == nil {
				continue
			}
			o := own{places: places, plain: m.Ruler == Model}
			o.name(s.Name)
			o.value(s.Schema, true)
			if len(o.text)+len(s.Keyword)+4 < bytes {
				continue
			}
			const room = 4 // tokens at each end of a piece
			most = max(most, tokens.CountText(m.Counter, []framing.Segment{{Text: o.text}})+room*(o.pieces+2))
		}
	}
	return most
}

// An own collects the text of a place without that of the places below it.
type own struct {
	places map[*schema.Node]*schema.Site
	plain  bool // without the escapes of the source
	text   []byte
	pieces int // that other places cut the text into, less one
}

func (o *own) name(name string) {
	o.text = append(append(o.text, schema.NewString(name).Raw()...), ':')
}

func (o *own) value(n *schema.Node, first bool) {
	if !first && o.places[n] != nil {
		o.pieces++
		return
	}
	switch n.Kind() {
	case schema.Object:
		o.text = append(o.text, '{')
		for name, value := range n.Members() {
			o.name(name)
			o.value(value, false)
			o.text = append(o.text, ',')
		}
		o.text = append(o.text, '}')
	case schema.Array:
		o.text = append(o.text, '[')
		for _, item := range n.Items() {
			o.value(item, false)
			o.text = append(o.text, ',')
		}
		o.text = append(o.text, ']')
	default:
		if o.plain {
			o.text = n.AppendPlain(o.text)
		} else {
			o.text = n.Append(o.text)
		}
	}
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
