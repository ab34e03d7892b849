package validate

import (
	"math"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Evaluations are counted as if nothing were skipped: allOf and the like evaluate all they hold, every time that something
// leads to them, and a failure stops nothing. A validator without a memory comes close to that, and two references to the
// same place in each of thirty definitions are a thousand million evaluations.

// here returns the schemas that s applies to the value that it is applied to. Of dynamic references only the first target
// is known.
func here(s *jsonschema.Schema) []*jsonschema.Schema {
	if s.Ref != nil && s.DraftVersion < 2019 {
		return []*jsonschema.Schema{s.Ref}
	}
	var list []*jsonschema.Schema
	add := func(schemas ...*jsonschema.Schema) {
		for _, t := range schemas {
			if t != nil {
				list = append(list, t)
			}
		}
	}
	add(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else)
	if s.DynamicRef != nil {
		add(s.DynamicRef.Ref)
	}
	add(s.AllOf...)
	add(s.AnyOf...)
	add(s.OneOf...)
	for _, t := range s.DependentSchemas {
		add(t)
	}
	for _, d := range s.Dependencies {
		if t, ok := d.(*jsonschema.Schema); ok {
			add(t)
		}
	}
	return list
}

// everyItem and everyMember return the schemas that s may apply to any child of a value, wherever it stands.
func everyItem(s *jsonschema.Schema) []*jsonschema.Schema {
	list := []*jsonschema.Schema{s.Contains, s.Items2020, s.UnevaluatedItems}
	if t, ok := s.Items.(*jsonschema.Schema); ok {
		list = append(list, t)
	}
	if t, ok := s.AdditionalItems.(*jsonschema.Schema); ok {
		list = append(list, t)
	}
	return list
}

func everyMember(s *jsonschema.Schema) []*jsonschema.Schema {
	list := []*jsonschema.Schema{s.UnevaluatedProperties}
	if t, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		list = append(list, t)
	}
	for _, t := range s.PatternProperties {
		list = append(list, t)
	}
	return list
}

// positional returns the schemas that s applies to the first items of an array.
func positional(s *jsonschema.Schema) []*jsonschema.Schema {
	if list, ok := s.Items.([]*jsonschema.Schema); ok {
		return list
	}
	return s.PrefixItems
}

func add(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

type weigher struct {
	here    map[*jsonschema.Schema]int // evaluations at one place; 0 while it is being counted
	all     map[*jsonschema.Schema]int // at all places, each child counted once; 0 likewise
	cyclic  bool
	visited []*jsonschema.Schema
}

// weigh returns how many evaluations root needs per value of an instance at most, or 0 if it is recursive. It refuses
// schemas that lead back to themselves at the same place of the instance, and those that are beyond the limit Expansion.
func weigh(root *jsonschema.Schema, limits Limits) (int, error) {
	w := &weigher{here: map[*jsonschema.Schema]int{}, all: map[*jsonschema.Schema]int{}}
	n := w.countAll(root)
	for _, s := range w.visited {
		m, err := w.countHere(s)
		if err != nil {
			return 0, err
		}
		if m > limits.Expansion {
			return 0, &LimitError{Limit: "Expansion", Max: limits.Expansion, Pointer: pointerIn(s.Location)}
		}
	}
	if w.cyclic {
		return 0, nil
	}
	return n, nil
}

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
	for _, t := range here(s) {
		m, err := w.countHere(t)
		if err != nil {
			return 0, err
		}
		n = add(n, m)
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

func (w *weigher) countAll(s *jsonschema.Schema) int {
	if n, ok := w.all[s]; ok {
		w.cyclic = w.cyclic || n == 0
		return n
	}
	w.all[s] = 0
	w.visited = append(w.visited, s)
	n := 1
	if s.Enum != nil {
		n += len(s.Enum.Values)
	}
	if s.RecursiveRef != nil || s.DynamicRef != nil {
		w.cyclic = true // or it may be: where they lead depends on the way
	}
	for _, list := range [][]*jsonschema.Schema{here(s), everyItem(s), everyMember(s), positional(s), {s.PropertyNames}} {
		for _, t := range list {
			if t != nil {
				n = add(n, w.countAll(t))
			}
		}
	}
	for _, t := range s.Properties {
		n = add(n, w.countAll(t))
	}
	w.all[s] = n
	return n
}
