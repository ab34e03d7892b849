package targets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A schemaStep changes an input schema as a client does. It may edit the schema, which is a clone, and returns the one
// to go on with. The error says that the client cannot read the schema and leaves the tool out.
type schemaStep func(r *schemaRule, n *schema.Node) (*schema.Node, error)

// schemaSteps are the steps that a profile can name.
func schemaSteps() map[string]schemaStep {
	return map[string]schemaStep{
		"object-root":         objectRoot,
		"properties":          withProperties,
		"no-root-composition": noRootComposition,
		"defined-required":    definedRequired,
		"codex":               codex,
	}
}

// check refuses a step that does not exist.
func (r *schemaRule) check() error {
	if r == nil {
		return nil
	}
	steps := schemaSteps()
	for _, name := range r.Apply {
		if steps[name] == nil {
			known := make([]string, 0, len(steps))
			for k := range steps {
				known = append(known, k)
			}
			slices.Sort(known)
			return fmt.Errorf("schema: unknown step %q; known: %s", name, strings.Join(known, ", "))
		}
	}
	if r.Budget < 0 || r.Depth < 0 {
		return fmt.Errorf("schema: a budget of %d bytes, a depth of %d", r.Budget, r.Depth)
	}
	return nil
}

// apply returns the schema that the client makes of n, which it does not change. A tool without a schema is left so.
func (r *schemaRule) apply(n *schema.Node) (*schema.Node, error) {
	if n == nil {
		return nil, nil
	}
	out, steps := n.Clone(), schemaSteps()
	for _, name := range r.Apply {
		var err error
		if out, err = steps[name](r, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// objectRoot replaces a root that is not declared an object by the schema of no arguments.
func objectRoot(_ *schemaRule, n *schema.Node) (*schema.Node, error) {
	if kind, _ := n.Get("type").Text(); kind == "object" {
		return n, nil
	}
	out := schema.NewObject()
	out.Set("type", schema.NewString("object"))
	out.Set("properties", schema.NewObject())
	return out, nil
}

// withProperties gives a root without properties an empty set of them, since some models insist on one.
func withProperties(_ *schemaRule, n *schema.Node) (*schema.Node, error) {
	if k := n.Get("properties").Kind(); k == schema.Invalid || k == schema.Null {
		n.Set("properties", schema.NewObject())
	}
	return n, nil
}

// noRootComposition takes the keywords away from the root that no model of the client's providers takes there.
func noRootComposition(_ *schemaRule, n *schema.Node) (*schema.Node, error) {
	n.DeleteFunc(func(name string, _ *schema.Node) bool {
		switch name {
		case "oneOf", "anyOf", "allOf", "not", "if", "then", "else":
			return true
		}
		return false
	})
	return n, nil
}

// definedRequired takes names out of required that stand for no property. The walker of the client that does so does
// not look into definitions, nor into the applicators that came with the later drafts.
func definedRequired(_ *schemaRule, n *schema.Node) (*schema.Node, error) {
	err := schema.Walk(n, func(s *schema.Site) error {
		switch s.Keyword {
		case "", "properties", "items", "dependencies", "patternProperties", "additionalProperties", "anyOf", "allOf", "oneOf",
			"not", "if", "then", "else", "contains":
		default:
			return schema.SkipBelow
		}
		kind, _ := s.Schema.Get("type").Text()
		properties, required := s.Schema.Get("properties"), s.Schema.Get("required")
		if kind != "object" || properties.Kind() != schema.Object || required.Kind() != schema.Array {
			return nil
		}
		known := make(map[string]bool, properties.Len())
		for name := range properties.Members() {
			known[name] = true
		}
		var kept []*schema.Node
		for _, item := range required.Items() {
			if name, _ := item.Text(); known[name] {
				kept = append(kept, item)
			}
		}
		required.SetItems(kept)
		return nil
	})
	return n, err
}
