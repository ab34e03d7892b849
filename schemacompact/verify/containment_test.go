package verify_test

import (
	"slices"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
	"github.com/schema-bench/schema-bench/schemacompact/verify/include"
)

// fragment lists the keywords that the decision of inclusion is for: those of nearly all tool schemas, beside annotations.
func fragment() []string {
	return []string{
		"type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "minProperties", "maxProperties",
		"properties", "required", "additionalProperties", "items", "additionalItems", "prefixItems",
		"allOf", "anyOf", "oneOf", "$ref", "$defs", "definitions", "$anchor", "$schema",
	}
}

// onlyFragment reports whether every keyword of a document is in the fragment or informs only.
func onlyFragment(root *schema.Node) bool {
	informs := map[string]bool{}
	for _, k := range schema.Keywords() {
		informs[k.Name] = k.Class == schema.Annotation
	}
	ok := true
	_ = schema.Walk(root, func(s *schema.Site) error {
		for name := range s.Schema.Members() {
			ok = ok && (informs[name] || slices.Contains(fragment(), name))
		}
		return nil
	})
	return ok
}

func TestContainmentInOwnSuite(t *testing.T) {
	t.Parallel()
	contains(t, ownSuite(t))
}

func TestContainmentInGivenSuite(t *testing.T) {
	t.Parallel()
	contains(t, givenSuite(t))
}

// contains makes each instance a schema of its own, whose only instance it is: it is included in the schema of its group if
// the instance is valid, and is not if it is invalid.
func contains(t *testing.T, groups []group) {
	t.Helper()
	type count struct{ right, unknown int }
	var all, inFragment count
	open := map[string]int{}
	for i, g := range groups {
		if testing.Short() && i%8 != 0 {
			continue
		}
		whole, o := graphOf(g.schema)
		within := onlyFragment(g.schema)
		for _, in := range g.instances {
			answer, reason := include.Unknown, ""
			switch {
			case o != nil:
				reason = o.Reason
			default:
				single, o := graphOf(constantly(in.data, g.draft))
				if o != nil {
					t.Errorf("%s: %s: %+v", g.name(), in.description, o)
					continue
				}
				r := include.Decide(single, whole, nil)
				answer, reason = r.AinB, r.Reason
			}
			want := include.No
			if in.valid {
				want = include.Yes
			}
			switch {
			case answer == include.Unknown && reason == "":
				t.Errorf("%s: %s: unknown without a reason", g.name(), in.description)
			case answer == include.Unknown:
				all.unknown++
				open[reason]++
				if within {
					inFragment.unknown++
					t.Logf("%s: %s: %s", g.name(), in.description, reason)
				}
			case answer != want:
				t.Errorf("%s: %s, %s: included is %v, valid is %v", g.name(), in.description, in.data.Append(nil), answer == include.Yes, in.valid)
			default:
				all.right++
				if within {
					inFragment.right++
				}
			}
		}
	}
	t.Logf("all: %d decided, %d unknown; fragment: %d decided, %d unknown", all.right, all.unknown, inFragment.right, inFragment.unknown)
	for reason, n := range open {
		t.Logf("%5d × %s", n, reason)
	}
	total := inFragment.right + inFragment.unknown
	if total == 0 || 100*inFragment.unknown > 15*total {
		t.Errorf("%d of %d are unknown in the fragment, more than 15 %%", inFragment.unknown, total)
	}
}

func graphOf(n *schema.Node) (*graph.Graph, *graph.Obstacle) {
	draft, _, o := graph.DraftOf(n)
	if o != nil {
		return nil, o
	}
	return graph.Read(n, draft, nil)
}

// constantly returns a schema that accepts one value.
func constantly(value *schema.Node, draft string) *schema.Node {
	n := schema.NewObject()
	if draft == "draft4" { // which has no const
		n.Set("enum", schema.NewArray(value))
	} else {
		n.Set("const", value)
	}
	return declared(n, draft)
}
