package verify_test

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// A fault is one wrong edit of a schema: apply makes it, or changes nothing and returns false where it has nothing to do.
type fault struct {
	name  string
	apply func(root, s *schema.Node, r *rand.Rand) bool
}

// bounds are the keywords that hold a number.
func bounds() []string {
	return []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems",
		"minProperties", "maxProperties"}
}

// faultList is what goes wrong when a schema is rewritten, one thing at a time.
func faultList() []fault {
	return []fault{
		{"drop a bound", dropOneOf(bounds()...)},
		{"shift a bound by one", shiftBound},
		{"flip a closed object", flipClosed},
		{"remove an enum value", withoutOne("enum", 2)},
		{"change an enum value", changeEnum},
		{"retarget a reference", retarget},
		{"drop a required name", withoutOne("required", 2)},
		{"require one name more", requireMore},
		{"change a type", changeType},
		{"let null in", letNullIn},
		{"drop a type", dropOneOf("type")},
		{"let fractions in", func(_, s *schema.Node, _ *rand.Rand) bool {
			return isText(s.Get("type"), "integer") && set(s, "type", schema.NewString("number"))
		}},
		{"drop items", dropOneOf("items", "prefixItems")},
		{"drop the schema of further members", func(_, s *schema.Node, _ *rand.Rand) bool {
			return s.Get("additionalProperties").Kind() == schema.Object && s.Delete("additionalProperties")
		}},
		{"remove a branch", removeBranch},
		{"swap anyOf and oneOf", swapUnions},
		{"drop a union", dropOneOf("anyOf", "oneOf", "allOf", "not", "if")},
		{"rename a property", renameProperty},
		{"drop a property", func(_, s *schema.Node, r *rand.Rand) bool {
			name, ok := pick(r, memberNames(s.Get("properties")))
			return ok && s.Get("properties").Delete(name)
		}},
		{"change a constant", func(_, s *schema.Node, _ *rand.Rand) bool {
			return s.Get("const") != nil && set(s, "const", other(s.Get("const")))
		}},
		{"drop a pattern", dropOneOf("pattern")},
		{"drop a format", dropOneOf("format")},
		{"drop uniqueItems", dropOneOf("uniqueItems")},
		{"drop the constants", dropOneOf("enum", "const")},
		{"empty a property", func(_, s *schema.Node, r *rand.Rand) bool {
			name, ok := pick(r, memberNames(s.Get("properties")))
			return ok && s.Get("properties").Get(name).Len() > 0 && set(s.Get("properties"), name, schema.NewObject())
		}},
		{"exchange two properties", exchangeProperties},
	}
}

func set(s *schema.Node, name string, value *schema.Node) bool { s.Set(name, value); return true }

func isText(n *schema.Node, want string) bool {
	text, ok := n.Text()
	return ok && text == want
}

func pick[T any](r *rand.Rand, from []T) (out T, ok bool) {
	if len(from) == 0 {
		return out, false
	}
	return from[r.IntN(len(from))], true
}

func memberNames(n *schema.Node) (out []string) {
	for name := range n.Members() {
		out = append(out, name)
	}
	return out
}

func itemList(n *schema.Node) (out []*schema.Node) {
	for _, item := range n.Items() {
		out = append(out, item)
	}
	return out
}

func present(s *schema.Node, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return s.Get(name) == nil })
}

func dropOneOf(names ...string) func(root, s *schema.Node, r *rand.Rand) bool {
	return func(_, s *schema.Node, r *rand.Rand) bool {
		name, ok := pick(r, present(s, names...))
		return ok && s.Delete(name)
	}
}

// withoutOne drops an item of a list that stays at least as long as it must, less one.
func withoutOne(keyword string, least int) func(root, s *schema.Node, r *rand.Rand) bool {
	return func(_, s *schema.Node, r *rand.Rand) bool {
		list := itemList(s.Get(keyword))
		if keyword == "required" && len(list) == 1 {
			return s.Delete(keyword)
		}
		if len(list) < least {
			return false
		}
		i := r.IntN(len(list))
		s.Get(keyword).SetItems(slices.Delete(list, i, i+1))
		return true
	}
}

func number(text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return schema.NewString(text)
	}
	return n
}

func shiftBound(_, s *schema.Node, r *rand.Rand) bool {
	var whole []string // those whose neighbour is easily said
	for _, name := range present(s, bounds()...) {
		if _, err := strconv.ParseInt(string(s.Get(name).Raw()), 10, 64); err == nil {
			whole = append(whole, name)
		}
	}
	name, ok := pick(r, whole)
	if !ok {
		return false
	}
	n, _ := strconv.ParseInt(string(s.Get(name).Raw()), 10, 64)
	if r.IntN(2) == 0 && n > 1 {
		n -= 2
	}
	return set(s, name, number(strconv.FormatInt(n+1, 10)))
}

func flipClosed(_, s *schema.Node, _ *rand.Rand) bool {
	if open, ok := s.Get("additionalProperties").Bool(); ok && !open {
		return s.Delete("additionalProperties")
	}
	if s.Get("additionalProperties") == nil && s.Get("properties").Kind() == schema.Object {
		return set(s, "additionalProperties", number("false"))
	}
	return false
}

// other returns another value of the same kind.
func other(n *schema.Node) *schema.Node {
	switch n.Kind() {
	case schema.String:
		text, _ := n.Text()
		return schema.NewString(text + "_")
	case schema.Bool:
		on, _ := n.Bool()
		return number(strconv.FormatBool(!on))
	case schema.Null:
		return number("0")
	}
	return number("424242")
}

func changeEnum(_, s *schema.Node, r *rand.Rand) bool {
	list := itemList(s.Get("enum"))
	if len(list) == 0 {
		return false
	}
	i := r.IntN(len(list))
	changed := other(list[i])
	if slices.ContainsFunc(list, func(n *schema.Node) bool { return schema.Equal(n, changed) }) {
		return false
	}
	list[i] = changed
	s.Get("enum").SetItems(list)
	return true
}

func retarget(root, s *schema.Node, r *rand.Rand) bool {
	from, ok := s.Get("$ref").Text()
	if !ok {
		return false
	}
	targets := []string{"#"}
	for _, keyword := range []string{"$defs", "definitions"} {
		for _, name := range memberNames(root.Get(keyword)) {
			targets = append(targets, "#/"+keyword+"/"+name)
		}
	}
	targets = slices.DeleteFunc(targets, func(target string) bool { return target == from })
	to, ok := pick(r, targets)
	return ok && set(s, "$ref", schema.NewString(to))
}

func requireMore(_, s *schema.Node, r *rand.Rand) bool {
	required := itemList(s.Get("required"))
	free := slices.DeleteFunc(memberNames(s.Get("properties")), func(name string) bool {
		return slices.ContainsFunc(required, func(n *schema.Node) bool { return isText(n, name) })
	})
	name, ok := pick(r, free)
	return ok && set(s, "required", schema.NewArray(append(required, schema.NewString(name))...))
}

func changeType(_, s *schema.Node, r *rand.Rand) bool {
	from, ok := s.Get("type").Text()
	if !ok {
		return false
	}
	to, _ := pick(r, slices.DeleteFunc([]string{"string", "integer", "boolean", "array", "object", "null"}, func(name string) bool { return name == from }))
	return set(s, "type", schema.NewString(to))
}

func letNullIn(_, s *schema.Node, _ *rand.Rand) bool {
	if text, ok := s.Get("type").Text(); ok && text != "null" {
		return set(s, "type", schema.NewArray(schema.NewString(text), schema.NewString("null")))
	}
	list := itemList(s.Get("type"))
	if i := slices.IndexFunc(list, func(n *schema.Node) bool { return isText(n, "null") }); i >= 0 && len(list) > 1 {
		return set(s, "type", schema.NewArray(slices.Delete(list, i, i+1)...)) // or out
	}
	return false
}

func removeBranch(_, s *schema.Node, r *rand.Rand) bool {
	name, ok := pick(r, slices.DeleteFunc(present(s, "anyOf", "oneOf", "allOf"), func(name string) bool { return s.Get(name).Len() < 2 }))
	if !ok {
		return false
	}
	list := itemList(s.Get(name))
	i := r.IntN(len(list))
	s.Get(name).SetItems(slices.Delete(list, i, i+1))
	return true
}

func swapUnions(_, s *schema.Node, _ *rand.Rand) bool {
	for _, pair := range [][2]string{{"anyOf", "oneOf"}, {"oneOf", "anyOf"}, {"allOf", "anyOf"}} {
		if union := s.Get(pair[0]); union.Len() > 1 && s.Get(pair[1]) == nil {
			s.Delete(pair[0])
			return set(s, pair[1], union)
		}
	}
	return false
}

func renameProperty(_, s *schema.Node, r *rand.Rand) bool {
	properties := s.Get("properties")
	name, ok := pick(r, memberNames(properties))
	if !ok || properties.Get(name+"_") != nil {
		return false
	}
	value := properties.Get(name)
	properties.Delete(name)
	return set(properties, name+"_", value)
}

func exchangeProperties(_, s *schema.Node, r *rand.Rand) bool {
	properties := s.Get("properties")
	names := memberNames(properties)
	if len(names) < 2 {
		return false
	}
	i := r.IntN(len(names))
	j := (i + 1 + r.IntN(len(names)-1)) % len(names)
	a, b := properties.Get(names[i]), properties.Get(names[j])
	properties.Set(names[i], b)
	return set(properties, names[j], a)
}
