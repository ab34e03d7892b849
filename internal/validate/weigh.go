package validate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Evaluations are counted as if nothing were skipped: allOf and the like evaluate all they hold, every time that something
// leads to them, and a failure stops nothing. A validator without a memory comes close to that, and two references to the
// same place in each of thirty definitions are a thousand million evaluations.

// Edges are where a schema leads.
type edges struct {
	here    []*jsonschema.Schema // to the value that it is applied to itself
	dynamic []*jsonschema.Schema // as here, but only on some ways
	first   []*jsonschema.Schema // to one item each
	items   []*jsonschema.Schema // to every item, or every one that others leave
	members []*jsonschema.Schema // to every value of an object, likewise
	names   []*jsonschema.Schema // to every name
}

// edgesOf lists them in the same order every time. Keywords that assert nothing here, such as contentSchema, have none.
func edgesOf(s *jsonschema.Schema) *edges {
	if s.Ref != nil && s.DraftVersion < 2019 {
		return &edges{here: []*jsonschema.Schema{s.Ref}}
	}
	e := &edges{
		here:    present(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else),
		first:   s.PrefixItems,
		items:   present(s.Contains, s.Items2020, s.UnevaluatedItems),
		members: present(s.UnevaluatedProperties),
		names:   present(s.PropertyNames),
	}
	e.here = slices.Concat(e.here, s.AllOf, s.AnyOf, s.OneOf)
	if s.DynamicRef != nil {
		e.here = append(e.here, s.DynamicRef.Ref)
	}
	for _, t := range s.DependentSchemas {
		e.here = append(e.here, t)
	}
	for _, d := range s.Dependencies {
		if t, ok := d.(*jsonschema.Schema); ok {
			e.here = append(e.here, t)
		}
	}
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		e.items = append(e.items, items)
	case []*jsonschema.Schema:
		e.first = items
	}
	for _, t := range s.PatternProperties {
		e.members = append(e.members, t)
	}
	if t, ok := s.AdditionalItems.(*jsonschema.Schema); ok {
		e.items = append(e.items, t)
	}
	if t, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		e.members = append(e.members, t)
	}
	sortByPlace(e.here) // half of them come from maps
	sortByPlace(e.members)
	return e
}

// present leaves out the keywords that are not there.
func present(schemas ...*jsonschema.Schema) []*jsonschema.Schema {
	return slices.DeleteFunc(schemas, func(s *jsonschema.Schema) bool { return s == nil })
}

// sortByPlace makes the place that an error names the same every time.
func sortByPlace(schemas []*jsonschema.Schema) {
	slices.SortFunc(schemas, func(a, b *jsonschema.Schema) int { return cmp.Compare(a.Location, b.Location) })
}

// add does not overflow.
func add(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

// A weigher knows how much of a document there is to evaluate.
type weigher struct {
	edges   map[*jsonschema.Schema]*edges
	visited []*jsonschema.Schema
	here    map[*jsonschema.Schema]int // evaluations at one place; 0 while it is being counted
	all     map[*jsonschema.Schema]int // at all places, each child counted once; 0 likewise
	cyclic  bool                       // some schema leads back to itself deeper in the instance
	dynamic bool                       // where some references lead depends on the way to them
}

// weigh counts what root, and the anchors that dynamic references may lead to, have to evaluate. It refuses schemas that lead
// back to themselves at the same place of the instance, and those that are beyond the limit Expansion.
func weigh(root *jsonschema.Schema, anchors []*jsonschema.Schema, limits Limits) (*weigher, error) {
	w := &weigher{
		edges: map[*jsonschema.Schema]*edges{}, here: map[*jsonschema.Schema]int{}, all: map[*jsonschema.Schema]int{},
	}
	w.countAll(root)
	for _, s := range anchors {
		w.countAll(s)
	}
	w.linkDynamic()
	for _, s := range w.visited {
		n, err := w.countHere(s)
		if err != nil {
			return nil, err
		}
		if n > limits.Expansion {
			return nil, &LimitError{Limit: "Expansion", Max: limits.Expansion, Pointer: placeOf(s)}
		}
	}
	return w, nil
}

// countAll counts evaluations over the whole of an instance with one value in each place, and visits all schemas.
func (w *weigher) countAll(s *jsonschema.Schema) int {
	if n, ok := w.all[s]; ok {
		w.cyclic = w.cyclic || n == 0
		return n
	}
	w.all[s] = 0
	w.visited = append(w.visited, s)
	e := edgesOf(s)
	w.edges[s] = e
	n := own(s)
	properties := make([]*jsonschema.Schema, 0, len(s.Properties))
	for _, t := range s.Properties {
		properties = append(properties, t)
	}
	sortByPlace(properties)
	for _, list := range [][]*jsonschema.Schema{e.here, e.first, e.items, e.members, e.names, properties} {
		for _, t := range list {
			n = add(n, w.countAll(t))
		}
	}
	w.all[s] = n
	return n
}

// own is the work of a schema without those that it leads to. Values of enum are compared one by one.
func own(s *jsonschema.Schema) int {
	if s.Enum != nil {
		return 1 + len(s.Enum.Values)
	}
	return 1
}

// linkDynamic adds every anchor that a dynamic reference could lead to. Most of them it never will.
func (w *weigher) linkDynamic() {
	for _, s := range w.visited {
		e := w.edges[s]
		if ref := s.DynamicRef; ref != nil && ref.Anchor != "" && ref.Ref.DynamicAnchor == ref.Anchor {
			w.dynamic = true
			for _, t := range w.visited {
				if t.DynamicAnchor == ref.Anchor {
					e.dynamic = append(e.dynamic, t)
				}
			}
		}
		if ref := s.RecursiveRef; ref != nil && ref.RecursiveAnchor {
			w.dynamic = true
			for _, t := range w.visited {
				if t.RecursiveAnchor {
					e.dynamic = append(e.dynamic, t)
				}
			}
		}
	}
}

// countHere counts evaluations at one place of an instance.
func (w *weigher) countHere(s *jsonschema.Schema) (int, error) {
	if n, ok := w.here[s]; ok {
		if n == 0 {
			return 0, &InvalidError{Pointer: placeOf(s), Offset: -1,
				Reason: "the schema leads back to itself without going into the instance"}
		}
		return n, nil
	}
	w.here[s] = 0
	n := 1
	for _, t := range w.edges[s].here {
		m, err := w.countHere(t)
		if err != nil {
			return 0, err
		}
		n = add(n, m)
	}
	for _, t := range w.edges[s].dynamic {
		// Which one it is stays open; they are not all evaluated, so that only cycles count.
		if _, err := w.countHere(t); err != nil {
			return 0, err
		}
	}
	w.here[s] = n
	return n, nil
}

// placeOf is the pointer of a schema, which is empty for one that is in a meta-schema.
func placeOf(s *jsonschema.Schema) string {
	if address, _, _ := strings.Cut(s.Location, "#"); address != base {
		return ""
	}
	return pointerIn(s.Location)
}
