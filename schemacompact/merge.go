package schemacompact

import (
	"math/big"
	"slices"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// mergeAllOf puts branches of allOf into the schema around it whose assertions can be said together with those that are
// there. Patterns, conditions, nested compositions and closed objects cannot: a schema can say each only once, or it
// means something else beside other keywords.
func mergeAllOf(p *pass) {
	p.eachRewrite(targets.LiftSingle, func(w *work, s *schema.Site) {
		items := w.branches(s, "allOf")
		if len(items) == 0 || len(items) == 1 && s.Up == nil && s.Schema.Len() == 1 {
			return
		}
		into := schema.NewObject() // what is around, and what was merged into it
		refill(into, s.Schema)
		into.Delete("allOf")
		var left []*schema.Node
		for _, item := range items {
			if one := conjoin(into, item); one != nil {
				into = one
			} else {
				left = append(left, item)
			}
		}
		if len(left) == len(items) {
			return
		}
		var members []part
		var placed bool
		place := func() {
			if !placed && len(left) > 0 {
				members = append(members, member1("allOf", schema.NewArray(left...)))
			}
			placed = true
		}
		// What was around stays where it was, what came from a branch stands where allOf was.
		for name := range s.Schema.Members() {
			if name != "allOf" {
				members = append(members, part{into, name})
				continue
			}
			for inner := range into.Members() {
				if s.Schema.Get(inner) == nil {
					members = append(members, part{into, inner})
				}
			}
			place()
		}
		made := schema.NewObject()
		for _, m := range members {
			made.Copy(m.of, m.name)
		}
		if len(made.Append(nil)) < len(s.Schema.Append(nil)) {
			w.rebuild(s, "merge", members)
		}
	})
}

// conjoin returns one schema for what a and b accept both, or nil.
func conjoin(a, b *schema.Node) *schema.Node {
	if b.Kind() != schema.Object || b.Len() == 0 || b.Get("$ref") != nil || named(b) {
		return nil
	}
	out := schema.NewObject()
	refill(out, a)
	for name, value := range b.Members() {
		own := a.Get(name)
		switch {
		case name == "properties":
			// Open objects with different properties; a closed one sees only its own.
			if !open(a) || !open(b) || own != nil && !disjoint(own, value) {
				return nil
			}
			all := schema.NewObject()
			if own != nil {
				refill(all, own)
			}
			for inner := range value.Members() {
				all.Copy(value, inner)
			}
			out.Set(name, all)
		case name == "type" || name == "required" || name == "enum" || isLimit(name):
			one := value
			if own != nil {
				if one = both(name, own, value); one == nil {
					return nil
				}
			}
			out.Set(name, one)
		case isAnnotation(name) && own == nil, own != nil && schema.Equal(own, value) && (isAnnotation(name) || name == "format"):
			out.Set(name, value)
		default:
			return nil
		}
	}
	return out
}

func isLimit(keyword string) bool {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return true
	}
	return false
}

func open(n *schema.Node) bool {
	return n.Get("additionalProperties") == nil && n.Get("patternProperties") == nil
}

func disjoint(a, b *schema.Node) bool {
	for name := range b.Members() {
		if a.Get(name) != nil {
			return false
		}
	}
	return true
}

// both returns the value of a keyword that asserts what two values of it assert together, or nil if none is known to.
func both(keyword string, a, b *schema.Node) *schema.Node {
	switch keyword {
	case "type":
		return bothTypes(a, b)
	case "required":
		return union(a, b)
	case "enum":
		return intersection(a, b)
	}
	if a.Kind() != schema.Number || b.Kind() != schema.Number {
		return nil // the booleans of draft 4
	}
	lower := keyword == "minimum" || keyword == "exclusiveMinimum" || keyword == "minLength" || keyword == "minItems" || keyword == "minProperties"
	order, ok := compareNumbers(a, b)
	switch {
	case !ok:
		return nil
	case order > 0 == lower:
		return a
	}
	return b
}

// compareNumbers compares two numbers of a size that a limit can have; others are not compared, since their digits could
// be very many.
func compareNumbers(a, b *schema.Node) (int, bool) {
	var r [2]*big.Rat
	for i, n := range []*schema.Node{a, b} {
		raw := string(n.Raw())
		if len(raw) > 32 || slices.ContainsFunc(n.Raw(), func(c byte) bool { return c == 'e' || c == 'E' }) {
			return 0, false
		}
		v, ok := new(big.Rat).SetString(raw)
		if !ok {
			return 0, false
		}
		r[i] = v
	}
	return r[0].Cmp(r[1]), true
}

func bothTypes(a, b *schema.Node) *schema.Node {
	list := func(n *schema.Node) []string {
		holder := schema.NewObject()
		holder.Set("type", n)
		return typesOf(holder)
	}
	left, right := list(a), list(b)
	var types []string
	for _, t := range left {
		switch {
		case slices.Contains(right, t), t == "integer" && slices.Contains(right, "number"):
			types = append(types, t)
		case t == "number" && slices.Contains(right, "integer"):
			types = append(types, "integer")
		}
	}
	slices.Sort(types)
	types = slices.Compact(types)
	if len(types) == 0 {
		return nil
	}
	return typeList(types)
}

// union returns the names of both lists, each once, or nil if something else is in them.
func union(a, b *schema.Node) *schema.Node {
	var items []*schema.Node
	seen := make(map[string]bool)
	for _, list := range []*schema.Node{a, b} {
		for _, item := range list.Items() {
			name, ok := item.Text()
			if !ok {
				return nil
			}
			if !seen[name] {
				seen[name] = true
				items = append(items, item)
			}
		}
	}
	if a.Kind() != schema.Array || b.Kind() != schema.Array {
		return nil
	}
	return schema.NewArray(items...)
}

// intersection returns the values of a that are in b too, or nil if there are none.
func intersection(a, b *schema.Node) *schema.Node {
	if a.Kind() != schema.Array || b.Kind() != schema.Array {
		return nil
	}
	var items []*schema.Node
	for _, v := range a.Items() {
		for _, u := range b.Items() {
			if schema.Equal(u, v) {
				items = append(items, v)
				break
			}
		}
	}
	if len(items) == 0 {
		return nil
	}
	return schema.NewArray(items...)
}
