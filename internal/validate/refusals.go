package validate

import (
	"cmp"
	"errors"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// A Refusal is one reason why a schema does not accept an instance.
type Refusal struct {
	Pointer string   // JSON pointer into the instance
	Reason  string   // in English, without the place
	Names   []string // of members that are missing or too much
}

// Refusals returns why the schema does not accept a JSON text, sorted by place; none if it does. Of alternatives it tells
// of the one that came furthest. With an error there is no verdict.
func (s *Schema) Refusals(text []byte) ([]Refusal, error) {
	v, err := Decode(text, s.limits)
	if err != nil {
		return nil, err
	}
	accepted, err := s.AcceptsDecoded(v)
	if accepted || err != nil {
		return nil, err
	}
	var all []Refusal
	err = within(s.limits.Time, func() error {
		var found *jsonschema.ValidationError
		if errors.As(s.root.Validate(v.value), &found) {
			all = refusals(found, nil)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 { // what the verdict rests on is not told by the validator
		all = []Refusal{{Reason: "it is not accepted"}}
	}
	slices.SortFunc(all, func(a, b Refusal) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.CompactFunc(all, func(a, b Refusal) bool { return a.Pointer == b.Pointer && a.Reason == b.Reason }), nil
}

// refusals appends the reasons in a tree.
func refusals(e *jsonschema.ValidationError, all []Refusal) []Refusal {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf, *kind.PropertyNames:
		v := worst(e)
		return append(all, Refusal{Pointer: v.at, Reason: v.reason})
	}
	if len(e.Causes) > 0 {
		for _, cause := range e.Causes {
			all = refusals(cause, all)
		}
		return all
	}
	v := worst(e)
	r := Refusal{Pointer: v.at, Reason: v.reason}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		r.Names = slices.Sorted(slices.Values(k.Missing))
	case *kind.AdditionalProperties:
		r.Names = slices.Sorted(slices.Values(k.Properties))
	case *kind.DependentRequired:
		r.Names = slices.Sorted(slices.Values(k.Missing))
	}
	return append(all, r)
}
