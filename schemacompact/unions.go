package schemacompact

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// maxBranches bounds the branches, and maxValues the values, that are compared with each other.
const (
	maxBranches = 64
	maxValues   = 1024
)

// mergeUnions writes a union of types as a list of types. Branches can be one schema if no kind of value is in both and
// each keyword of a branch looks only at the kinds of values that the branch is about: it then says nothing about those of
// the other. Values that are listed do look at all kinds, so null is added to them, and the root keeps its union, since
// most consumers want one type there.
func mergeUnions(p *pass) {
	p.eachRewrite(targets.NullUnion, func(w *work, s *schema.Site) {
		if s.Up == nil {
			return
		}
		for _, keyword := range []string{"anyOf", "oneOf"} {
			items := w.branches(s, keyword)
			if len(items) < 2 || len(items) > maxBranches {
				continue
			}
			merged := mergeBranches(items)
			if len(merged) == len(items) {
				continue
			}
			if len(merged) > 1 {
				w.rebranch(s, keyword, "merge", merged)
			} else if members, ok := w.lifted(s, keyword, merged[0]); ok {
				w.rebuild(s, "merge", members)
			}
		}
	})
}

// mergeBranches merges every branch into the first one before it that it can be one schema with.
func mergeBranches(items []*schema.Node) []*schema.Node {
	var out []*schema.Node
	for _, item := range items {
		found := false
		for i, into := range out {
			if one := mergeTwo(into, item); one != nil {
				out[i], found = one, true
				break
			}
		}
		if !found {
			out = append(out, item)
		}
	}
	return out
}

// mergeTwo returns one schema for either of two branches, or nil.
func mergeTwo(a, b *schema.Node) *schema.Node {
	at, bt := typesOf(a), typesOf(b)
	if at == nil || bt == nil || overlap(at, bt) || !movable(a, at, bt) || !movable(b, bt, at) {
		return nil
	}
	one := schema.NewObject()
	add := func(from *schema.Node) {
		for name, value := range from.Members() {
			switch name {
			case "type":
				if one.Get("type") == nil {
					one.Set("type", typeList(slices.Concat(at, bt)))
				}
			case "const":
				one.Set("enum", schema.NewArray(value, null()))
			case "enum":
				var items []*schema.Node
				for _, item := range value.Items() {
					items = append(items, item)
				}
				one.Set("enum", schema.NewArray(append(items, null())...))
			default:
				one.Copy(from, name)
			}
		}
	}
	add(a)
	add(b)
	return one
}

// overlap reports whether some value can be of a type in both lists.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(t string) bool {
		return slices.ContainsFunc(b, func(u string) bool { return domainOfType(t) == domainOfType(u) })
	})
}

// movable reports whether the keywords of a branch with these types say nothing about values of the other types, and its
// texts nothing that would be read as if it were about them.
func movable(n *schema.Node, types, other []string) bool {
	nullOnly := len(other) == 1 && other[0] == "null"
	applies := func(d string) bool {
		return slices.ContainsFunc(types, func(t string) bool { return domainOfType(t) == d })
	}
	values := 0
	for name, value := range n.Members() {
		switch {
		case name == "type":
		case domain(name) != "":
			if !applies(domain(name)) {
				return false
			}
		case name == "format":
			// Formats are about strings, except those of makers of numbers, which nobody applies to null.
			if value.Kind() != schema.String || !applies("string") && !(nullOnly && applies("number")) {
				return false
			}
		case name == "const", name == "enum":
			if values++; !nullOnly || values > 1 || !listsOnly(n, types) {
				return false
			}
		case isAnnotation(name):
			if !nullOnly {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// listsOnly reports whether all values of enum or const are of one of the types.
func listsOnly(n *schema.Node, types []string) bool {
	values, ok := listed(n)
	return ok && !slices.ContainsFunc(values, func(v *schema.Node) bool {
		return !slices.ContainsFunc(types, func(t string) bool { return hasType(v, t) })
	})
}

// listed returns the values that const or enum allows; not ok if there is neither, or both.
func listed(n *schema.Node) (values []*schema.Node, ok bool) {
	only, list := n.Get("const"), n.Get("enum")
	switch {
	case only != nil && list == nil:
		return []*schema.Node{only}, true
	case only == nil && list.Kind() == schema.Array && list.Len() > 0:
		for _, item := range list.Items() {
			values = append(values, item)
		}
		return values, true
	}
	return nil, false
}

func null() *schema.Node {
	n, err := schema.Parse([]byte("null"))
	if err != nil {
		return new(schema.Node) // a zero node encodes as null
	}
	return n
}

// typeList returns the value of type for these types.
func typeList(types []string) *schema.Node {
	if len(types) == 1 {
		return schema.NewString(types[0])
	}
	list := schema.NewArray()
	items := make([]*schema.Node, len(types))
	for i, t := range types {
		items[i] = schema.NewString(t)
	}
	list.SetItems(items)
	return list
}
