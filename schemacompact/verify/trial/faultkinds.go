package trial

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// types edits the keyword type.
func (f *faultFinder) types(s site) {
	t := s.node.Get("type")
	if t == nil {
		return
	}
	of := typeKeyword(t)
	if f.names[s.at] && of&ofString != 0 {
		return
	}
	listed := s.node.Get("enum") != nil || s.node.Get("const") != nil
	if of != ofAny && !listed {
		f.drop(s, "type")
	}
	if of&ofFraction == 0 && of&ofInteger != 0 && !listed && s.node.Get("multipleOf") == nil {
		f.add(s, "integer to number", "let fractions in", func(n *schema.Node) {
			n.Set("type", retyped(n.Get("type"), func(name string) string {
				if name == "integer" {
					return "number"
				}
				return name
			}))
		})
	}
	if of&ofNull == 0 && !listed {
		f.add(s, "add null", "let null in", func(n *schema.Node) {
			list := slices.Collect(itemsOf(n.Get("type")))
			n.Set("type", schema.NewArray(append(list, schema.NewString("null"))...))
		})
	}
	for i, item := range t.Items() {
		name := textOf(item)
		if t.Len() < 2 || name == "integer" && slices.ContainsFunc(slices.Collect(itemsOf(t)), func(n *schema.Node) bool { return textOf(n) == "number" }) {
			continue
		}
		if listed && !slices.ContainsFunc(listedIn(s.node), func(n *schema.Node) bool { return kindOf(n)&kindsOf(name) != 0 }) {
			continue // no value of that type is listed anyway
		}
		f.add(s, "remove type", "refuse "+name, func(n *schema.Node) { n.Get("type").SetItems(withoutIndex(n.Get("type"), i)) })
	}
}

// listedIn returns the values of const or else of enum.
func listedIn(n *schema.Node) []*schema.Node {
	if c := n.Get("const"); c != nil {
		return []*schema.Node{c}
	}
	return slices.Collect(itemsOf(n.Get("enum")))
}

// itemsOf yields the items of an array, or a value that is none as the only one.
func itemsOf(n *schema.Node) func(yield func(*schema.Node) bool) {
	return func(yield func(*schema.Node) bool) {
		if n.Kind() != schema.Array {
			yield(n)
			return
		}
		for _, item := range n.Items() {
			if !yield(item) {
				return
			}
		}
	}
}

// retyped returns the value of type with every name changed, each name once.
func retyped(t *schema.Node, to func(string) string) *schema.Node {
	if name, ok := t.Text(); ok {
		return schema.NewString(to(name))
	}
	var names []*schema.Node
	for item := range itemsOf(t) {
		name := schema.NewString(to(textOf(item)))
		if !slices.ContainsFunc(names, func(n *schema.Node) bool { return schema.Equal(n, name) }) {
			names = append(names, name)
		}
	}
	return schema.NewArray(names...)
}

// withoutIndex returns the items of a list without one of them, in a list of its own.
func withoutIndex(n *schema.Node, i int) []*schema.Node {
	list := slices.Collect(itemsOf(n))
	return slices.Delete(list, i, i+1)
}

// lists edits enum and const.
func (f *faultFinder) lists(s site) {
	list := s.node.Get("enum")
	times := map[string]int{}
	for _, item := range list.Items() {
		times[string(item.Append(nil))]++
	}
	for i, item := range list.Items() {
		if list.Len() < 2 || !can(s.node, kindOf(item)) || times[string(item.Append(nil))] > 1 {
			continue
		}
		f.add(s, "remove enum value", "remove enum value "+itoa(i), func(n *schema.Node) { n.Get("enum").SetItems(withoutIndex(n.Get("enum"), i)) })
	}
	if list.Kind() == schema.Array {
		f.drop(s, "enum")
	}
	if c := s.node.Get("const"); c != nil && f.draft != schema.Draft4 {
		f.drop(s, "const")
		if can(s.node, kindOf(c)) {
			f.add(s, "change const", "change const", func(n *schema.Node) { n.Set("const", schema.NewString("another value")) })
		}
	}
}

// objects edits the keywords for objects. Whether a property matters where the object is open depends on what it says.
func (f *faultFinder) objects(s site) {
	n := s.node
	required := map[string]bool{}
	for i, name := range stringsOf(n.Get("required")) {
		if required[name] {
			continue
		}
		required[name] = true
		f.add(s, "remove required name", "no longer require "+quoted(name), func(n *schema.Node) { n.Get("required").SetItems(withoutIndex(n.Get("required"), i)) })
	}
	for name, m := range n.Get("properties").Members() {
		if b, ok := m.Bool(); ok && !b {
			continue
		}
		if !required[name] {
			f.add(s, "add required name", "require "+quoted(name), func(n *schema.Node) {
				list := stringsOf(n.Get("required"))
				names := make([]*schema.Node, 0, len(list)+1)
				for _, name := range append(list, name) {
					names = append(names, schema.NewString(name))
				}
				n.Set("required", schema.NewArray(names...))
			})
		}
		if n.Get("patternProperties") == nil && (f.closed(s) || f.says(site{m, s.at.Child("properties").Child(name)}, 0)) {
			f.add(s, "remove property", "remove property "+quoted(name), func(n *schema.Node) { n.Get("properties").Delete(name) })
		}
	}
	more := n.Get("additionalProperties")
	switch b, isBool := more.Bool(); {
	case more == nil && (n.Get("properties") != nil || n.Get("type") != nil), isBool && b:
		if n.Get("unevaluatedProperties") == nil && n.Get("propertyNames") == nil {
			f.add(s, "close object", "close the object", func(n *schema.Node) { n.Set("additionalProperties", literal("false")) })
		}
	case more != nil && (isBool || f.says(s.child("additionalProperties"), 0)):
		f.drop(s, "additionalProperties")
	}
	f.dropSchema(s, "propertyNames", "patternProperties", "unevaluatedProperties")
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		if n.Get(keyword).Len() > 0 {
			f.drop(s, keyword)
		}
	}
}

// closed reports whether a schema refuses members that it does not name.
func (f *faultFinder) closed(s site) bool {
	b, isBool := s.node.Get("additionalProperties").Bool()
	return isBool && !b
}

// branches edits the combinations of schemas.
func (f *faultFinder) branches(s site) {
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		list := members(s, keyword)
		if len(list) == 0 {
			continue
		}
		if keyword != "allOf" || slices.ContainsFunc(list, func(b site) bool { return f.says(b, 0) }) {
			f.drop(s, keyword)
		}
		for i := range list {
			if len(list) < 2 || keyword == "allOf" && !f.says(list[i], 0) || keyword == "anyOf" && f.covered(list, i) {
				continue
			}
			f.add(s, "remove branch of "+keyword, "remove branch "+itoa(i)+" of "+keyword, func(n *schema.Node) { n.Get(keyword).SetItems(withoutIndex(n.Get(keyword), i)) })
		}
		other := map[string]string{"anyOf": "oneOf", "oneOf": "anyOf"}[keyword]
		if other == "" || s.node.Get(other) != nil || f.disjoint(list) {
			continue
		}
		f.add(s, keyword+" to "+other, keyword+" to "+other, func(n *schema.Node) {
			branches := n.Get(keyword)
			n.Delete(keyword)
			n.Set(other, branches)
		})
	}
	if condition := s.node.Get("if"); condition != nil {
		f.dropSchema(s, "then", "else")
	}
}

// covered reports whether another branch of anyOf says no more than which types it takes, and takes all that branch i can:
// what is in branch i then makes no difference.
func (f *faultFinder) covered(list []site, i int) bool {
	if len(list) > maxBranches {
		return false
	}
	for j, b := range list {
		free, ok := f.free(b)
		if ok && i != j && f.kindsIn(list[i], 0)&^free == 0 {
			if of, same := f.free(list[i]); !same || of != free || j < i {
				return true
			}
		}
	}
	return false
}

// free returns the types of a schema that says nothing else.
func (f *faultFinder) free(s site) (kinds, bool) {
	if b, ok := s.node.Bool(); ok {
		return ofAny, b
	}
	rest := schema.NewObject()
	for name := range s.node.Members() {
		if name != "type" {
			rest.Copy(s.node, name)
		}
	}
	if s.node.Kind() != schema.Object || f.says(site{rest, s.at}, 0) {
		return 0, false
	}
	if t := s.node.Get("type"); t != nil {
		return typeKeyword(t), true
	}
	return ofAny, true
}

// kindsIn returns types that are all that a schema can accept, and possibly more.
func (f *faultFinder) kindsIn(s site, depth int) kinds {
	if b, ok := s.node.Bool(); ok && !b {
		return 0
	}
	of := ofAny
	if depth > 20 {
		return of
	}
	if target, ok := f.target(s); ok {
		if of &= f.kindsIn(target, depth+1); f.old() {
			return of
		}
	}
	if t := s.node.Get("type"); t != nil {
		of &= typeKeyword(t)
	}
	for _, part := range members(s, "allOf") {
		of &= f.kindsIn(part, depth+1)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		var any kinds
		list := members(s, keyword)
		for _, part := range list {
			any |= f.kindsIn(part, depth+1)
		}
		if len(list) > 0 {
			of &= any
		}
	}
	return of
}

// disjoint reports whether no two branches can hold at once, by their types, their values, or a member that both ask for.
func (f *faultFinder) disjoint(list []site) bool {
	if len(list) > maxBranches {
		return false
	}
	for i, a := range list {
		for _, b := range list[:i] {
			if !f.apart(f.shapeOf([]site{a}, nil), f.shapeOf([]site{b}, nil), 0) {
				return false
			}
		}
	}
	return true
}

// apart reports whether no value can be of both shapes. It says no whenever that is not plain to see.
func (f *faultFinder) apart(a, b *shape, depth int) bool {
	if len(a.choices)+len(b.choices) > 0 {
		return false // a shape has only one of their branches
	}
	if a.never || b.never || a.kinds&b.kinds == 0 {
		return true
	}
	fits := func(n *schema.Node, sh *shape) bool {
		if s, ok := n.Text(); ok && slices.ContainsFunc(sh.patterns, func(p string) bool { return !f.matches(p, s) }) {
			return false
		}
		return kindOf(n)&sh.kinds != 0 && (!sh.limited || slices.ContainsFunc(sh.values, func(v *schema.Node) bool { return schema.Equal(v, n) }))
	}
	if a.limited && !slices.ContainsFunc(a.values, func(n *schema.Node) bool { return fits(n, a) && fits(n, b) }) {
		return true
	}
	if b.limited && !slices.ContainsFunc(b.values, func(n *schema.Node) bool { return fits(n, b) && fits(n, a) }) {
		return true
	}
	if a.kinds|b.kinds != ofObject || depth > 4 || len(a.required)+len(b.required) > maxChildren {
		return false
	}
	for _, name := range a.names {
		if slices.Contains(a.required, name) && slices.Contains(b.required, name) && b.properties[name] != nil &&
			f.apart(f.shapeOf(a.properties[name], nil), f.shapeOf(b.properties[name], nil), depth+1) {
			return true
		}
	}
	return false
}
