package schemacompact

import (
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// dropInert drops keywords that assert nothing where they stand: those that need a neighbour which is not there, those
// that every instance satisfies, and limits of a kind of value that the type beside them refuses. What names a parameter
// or a value stays even there.
func dropInert(p *pass) {
	p.eachRewrite("", func(w *work, s *schema.Site) {
		has := func(keyword string) bool { return s.Schema.Get(keyword) != nil }
		if names := s.Schema.Get("propertyNames"); acceptsAll(names) || onlyStrings(names) {
			w.drop(s, "propertyNames") // the names of members are strings
		}
		if v, ok := s.Schema.Get("not").Bool(); ok && !v {
			w.drop(s, "not")
		}
		if !has("if") {
			w.drop(s, "then")
			w.drop(s, "else")
		} else if !has("then") && !has("else") {
			w.drop(s, "if")
		}
		if !has("contains") {
			w.drop(s, "minContains")
			w.drop(s, "maxContains")
		}
		if s.Schema.Get("items").Kind() != schema.Array {
			w.drop(s, "additionalItems")
		}
		dropForeignLimits(w, s)
	})
}

// dropForeignLimits drops limits that no instance of the type can break, such as minLength beside the type integer.
func dropForeignLimits(w *work, s *schema.Site) {
	types := typesOf(s.Schema)
	if types == nil || s.Schema.Get("exclusiveMinimum").Kind() == schema.Bool || s.Schema.Get("exclusiveMaximum").Kind() == schema.Bool {
		return
	}
	applies := make(map[string]bool)
	for _, t := range types {
		applies[domainOfType(t)] = true
	}
	for _, keyword := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
		"minItems", "maxItems", "minProperties", "maxProperties"} {
		if s.Schema.Get(keyword).Kind() == schema.Number && !applies[domain(keyword)] {
			w.drop(s, keyword)
		}
	}
}

// dropOpen drops additionalProperties that allows everything, which is what its absence means to a validator. A decoder
// that closes objects by default would refuse more, so the target has to allow it.
func dropOpen(p *pass) {
	p.eachRewrite(targets.DropOpen, func(w *work, s *schema.Site) {
		if acceptsAll(s.Schema.Get("additionalProperties")) {
			w.drop(s, "additionalProperties")
		}
	})
}

// dropEmptyItems drops items that allows everything.
func dropEmptyItems(p *pass) {
	p.eachRewrite(targets.DropEmptyItems, func(w *work, s *schema.Site) {
		if acceptsAll(s.Schema.Get("items")) {
			w.drop(s, "items")
		}
	})
}

// acceptsAll reports whether a schema is true or has no members.
func acceptsAll(n *schema.Node) bool {
	v, ok := n.Bool()
	return ok && v || n.Kind() == schema.Object && n.Len() == 0
}

// acceptsNothing reports whether a schema is false, or refuses what everything is.
func acceptsNothing(n *schema.Node) bool {
	v, ok := n.Bool()
	return ok && !v || n.Kind() == schema.Object && n.Len() == 1 && acceptsAll(n.Get("not"))
}

func onlyStrings(n *schema.Node) bool {
	typ, _ := n.Get("type").Text()
	return n.Kind() == schema.Object && n.Len() == 1 && typ == "string"
}
