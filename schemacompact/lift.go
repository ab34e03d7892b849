package schemacompact

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// liftSingles removes the layers of a composition that say nothing: a branch that repeats another or cannot matter, a
// composition that is the only branch of one of its kind, and one that has a single branch.
func liftSingles(p *pass) {
	p.eachRewrite(targets.LiftSingle, func(w *work, s *schema.Site) {
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			items := w.branches(s, keyword)
			if len(items) == 0 {
				continue
			}
			left := thin(keyword, items)
			if len(left) == 0 {
				w.drop(s, keyword) // of allOf, all of whose branches accept everything
				continue
			}
			if len(left) == 1 && left[0].Kind() == schema.Object {
				if members, ok := w.lifted(s, keyword, left[0]); ok {
					w.rebuild(s, "lift", members)
					continue
				}
			}
			if len(left) != len(items) || !slices.Equal(left, items) {
				w.rebranch(s, keyword, "thin", left)
			}
		}
	})
}

// thin returns the branches without those that do not matter, and with the branches of a nested composition of the same
// kind in its place. For oneOf, which counts, only branches that accept nothing do not matter.
func thin(keyword string, items []*schema.Node) []*schema.Node {
	var out []*schema.Node
	seen := make(map[string]bool)
	var add func(item *schema.Node)
	add = func(item *schema.Node) {
		inner := item.Get(keyword)
		switch {
		case keyword == "allOf" && acceptsAll(item):
		case keyword != "oneOf" && item.Len() == 1 && inner.Kind() == schema.Array && inner.Len() > 0 && onlySchemas(inner):
			for _, below := range inner.Items() {
				add(below)
			}
		default:
			text := string(item.Append(nil))
			if keyword == "oneOf" || !seen[text] {
				out = append(out, item)
			}
			seen[text] = true
		}
	}
	for _, item := range items {
		add(item)
	}
	if keyword == "allOf" {
		return out
	}
	some := slices.DeleteFunc(slices.Clone(out), acceptsNothing)
	if len(some) == 0 {
		return out // nothing is accepted, and a composition needs a branch
	}
	return some
}

func onlySchemas(list *schema.Node) bool {
	for _, item := range list.Items() {
		if item.Kind() != schema.Object && item.Kind() != schema.Bool {
			return false
		}
	}
	return true
}

// lifted returns the members of a schema with those of a branch in the place of the composition that has only this branch.
// Both may have the same member only with the same value, since a schema can say a thing only once; keywords that look at
// each other must not meet, or what one looks at changes; and beside a reference only texts may stand, since drafts differ
// about everything else.
func (w *work) lifted(s *schema.Site, keyword string, branch *schema.Node) ([]part, bool) {
	if named(branch) {
		return nil, false
	}
	refers := branch.Get("$ref") != nil
	if refers && s.Up == nil {
		return nil, false // consumers look for the type at the root
	}
	for name, value := range s.Schema.Members() {
		if name == keyword {
			continue
		}
		if own := branch.Get(name); own != nil && !schema.Equal(own, value) {
			return nil, false
		}
		if refers && (!isAnnotation(name) || !w.textsBesideRefs()) {
			return nil, false
		}
		g := group(name)
		if g == "" {
			continue
		}
		for inner := range branch.Members() {
			if group(inner) == g {
				return nil, false
			}
		}
	}
	var members []part
	for _, m := range parts(s.Schema) {
		if m.name != keyword {
			members = append(members, m)
			continue
		}
		for _, b := range parts(branch) {
			if s.Schema.Get(b.name) == nil || b.name == keyword {
				members = append(members, b)
			}
		}
	}
	return members, true
}

// textsBesideRefs reports whether a text may be put beside a reference: not where the target refuses it, and not under
// drafts up to 7, whose readers ignore it there, unless the declaration of that draft will go.
func (w *work) textsBesideRefs() bool {
	if !w.pass.target.Allows(targets.RefSiblings) {
		return false
	}
	draft, declared, err := schema.DraftOf(w.tool.Input)
	if err != nil {
		return false
	}
	if !declared || draft >= schema.Draft2019 {
		return true
	}
	d, err := w.document()
	return err == nil && w.pass.dropsDialect && schema.DialectDependence(d) == nil
}

// named reports whether a schema has a name of its own that a reference can call it by, or declares what holds inside it.
func named(n *schema.Node) bool {
	for _, keyword := range []string{"$anchor", "$id", "id", "$schema", "$defs", "definitions"} {
		if n.Get(keyword) != nil {
			return true
		}
	}
	return false
}

// group names the keywords that look at each other: what one of them means depends on those beside it.
func group(keyword string) string {
	switch keyword {
	case "properties", "patternProperties", "additionalProperties":
		return "properties"
	case "items", "prefixItems", "additionalItems":
		return "items"
	case "contains", "minContains", "maxContains":
		return "contains"
	case "if", "then", "else":
		return "if"
	case "contentEncoding", "contentMediaType", "contentSchema":
		return "content"
	}
	return ""
}
