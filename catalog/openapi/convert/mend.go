package convert

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// mend makes of a schema one that every validator of 2020-12 takes: a document can have anything in these places. A keyword
// that cannot be read is left out, and so lets everything in.
func (v *conversion) mend(s *schema.Site, n *schema.Node) {
	v.tuple(s, n)
	v.types(s, n)
	for name, value := range members(n) {
		shape, known := v.keywords[name]
		if !known || isForeign(name) {
			continue
		}
		fits := true
		switch shape {
		case schema.Schema, schema.SchemaOrList:
			if !isSchema(value) {
				n.Set(name, schema.NewObject())
				v.odd(s, "no-schema", "%s is no schema, and lets everything in now", name)
			}
		case schema.SchemaList:
			fits = v.list(s, n, name, value)
		case schema.SchemaMap:
			fits = v.named(s, n, name, value)
		case schema.SchemaOrStrings:
			fits = value.Kind() == schema.Object
		default:
			fits = v.data(s, n, name, value)
		}
		if !fits {
			n.Delete(name)
			v.odd(s, "malformed-keyword", "%s is not what it has to be, and is left out", name)
		}
	}
	if n.Get("items") == nil && v.old && slices.ContainsFunc(typeNames(n), func(t string) bool { return t == "array" }) {
		n.Set("items", schema.NewObject()) // it has to be there up to 3.0, and some readers ask for it
	}
}

// members is a copy of the members, so that they can be edited on the way.
func members(n *schema.Node) func(func(string, *schema.Node) bool) {
	type member struct {
		name  string
		value *schema.Node
	}
	all := make([]member, 0, n.Len())
	for name, value := range n.Members() {
		all = append(all, member{name, value})
	}
	return func(yield func(string, *schema.Node) bool) {
		for _, m := range all {
			if !yield(m.name, m.value) {
				return
			}
		}
	}
}

func isSchema(n *schema.Node) bool { return n.Kind() == schema.Object || n.Kind() == schema.Bool }

// list mends a list of schemas.
func (v *conversion) list(s *schema.Site, n *schema.Node, name string, value *schema.Node) bool {
	if value.Len() == 0 || value.Kind() != schema.Array {
		return false
	}
	items := itemsOf(value)
	for i, item := range items {
		if !isSchema(item) {
			items[i] = schema.NewObject()
			v.odd(s, "no-schema", "a branch of %s is no schema, and lets everything in now", name)
		}
	}
	n.Set(name, schema.NewArray(items...))
	return true
}

// named mends a map of schemas.
func (v *conversion) named(s *schema.Site, _ *schema.Node, name string, value *schema.Node) bool {
	if value.Kind() != schema.Object {
		return false
	}
	for inner, item := range members(value) {
		if !isSchema(item) {
			value.Set(inner, schema.NewObject())
			v.odd(s, "no-schema", "%q of %s is no schema, and lets everything in now", clip(inner), name)
		}
	}
	return true
}

// tuple makes a list of item schemas, as older drafts have it, a prefix.
func (v *conversion) tuple(s *schema.Site, n *schema.Node) {
	if items := n.Get("items"); items.Kind() == schema.Array {
		v.odd(s, "foreign-keyword", "items is a list, as in older drafts; it is read as prefixItems")
		n.Delete("items")
		if items.Len() > 0 && n.Get("prefixItems") == nil {
			n.Set("prefixItems", items)
			if rest := n.Get("additionalItems"); rest != nil {
				n.Set("items", rest)
			}
		}
	}
	n.Delete("additionalItems") // means nothing without such a list
}

// types mends the names of types.
func (v *conversion) types(s *schema.Site, n *schema.Node) {
	t := n.Get("type")
	if t == nil {
		return
	}
	if text, ok := t.Text(); ok && text == "file" && v.d.Version.Major == 2 {
		n.Set("type", schema.NewString("string"))
		n.Set("format", schema.NewString("binary"))
		return
	}
	if t.Kind() == schema.Array && v.old {
		v.odd(s, "foreign-keyword", "type is a list, which it can be from version 3.1 on; it is read so")
	}
	list := typeNames(n)
	var good []*schema.Node
	for i, name := range list {
		known := name
		if alias := typeAlias(name); alias != "" {
			known = alias
			v.odd(s, "unknown-type", "there is no type %q; it is read as %q", clip(name), alias)
		}
		if !slices.Contains([]string{"string", "number", "integer", "boolean", "object", "array", "null"}, known) {
			v.odd(s, "unknown-type", "there is no type %q; it is left out", clip(name))
			n.Delete("type")
			return
		}
		if !slices.Contains(list[:i], name) {
			good = append(good, schema.NewString(known))
		}
	}
	switch {
	case len(good) == 0:
		n.Delete("type")
		v.odd(s, "malformed-keyword", "type is not what it has to be, and is left out")
	case t.Kind() == schema.String:
		n.Set("type", good[0])
	case len(good) < t.Len() || len(list) < t.Len():
		n.Set("type", schema.NewArray(good...))
	}
}

// typeAlias returns the type that a name of other languages means.
func typeAlias(name string) string {
	switch strings.ToLower(name) {
	case "int", "long", "int32", "int64":
		return "integer"
	case "float", "double", "decimal":
		return "number"
	case "bool":
		return "boolean"
	case "str", "text":
		return "string"
	case "map", "dict":
		return "object"
	case "list":
		return "array"
	}
	return ""
}

// typeNames lists the types of a schema.
func typeNames(n *schema.Node) []string {
	t := n.Get("type")
	if text, ok := t.Text(); ok {
		return []string{text}
	}
	var out []string
	for _, item := range t.Items() {
		if text, ok := item.Text(); ok {
			out = append(out, text)
		}
	}
	return out
}

// data mends a keyword without schemas, and reports whether it can stay.
func (v *conversion) data(s *schema.Site, n *schema.Node, name string, value *schema.Node) bool {
	switch name {
	case "required":
		return v.texts(s, n, name, value)
	case "dependentRequired":
		if value.Kind() != schema.Object {
			return false
		}
		for inner, list := range members(value) {
			if !v.texts(s, value, inner, list) {
				return false
			}
		}
	case "enum":
		if value.Kind() != schema.Array || value.Len() == 0 {
			return false
		}
		v.distinct(s, n, value)
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		if value.Kind() != schema.Number {
			return false
		}
		number := schema.CanonicalNumber(value.Raw())
		return number[0] != '-' && !strings.Contains(number, "e-")
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return value.Kind() == schema.Number
	case "multipleOf":
		if value.Kind() != schema.Number {
			return false
		}
		number := schema.CanonicalNumber(value.Raw())
		return number[0] != '-' && number[0] != '0'
	case "pattern", "format", "title", "description", "$comment", "contentEncoding", "contentMediaType":
		return value.Kind() == schema.String
	case "uniqueItems", "deprecated":
		return value.Kind() == schema.Bool
	}
	return true
}

// texts mends a list of distinct texts.
func (v *conversion) texts(s *schema.Site, holder *schema.Node, name string, value *schema.Node) bool {
	if value.Kind() != schema.Array {
		return false
	}
	var good []*schema.Node
	seen := map[string]bool{}
	for _, item := range value.Items() {
		text, ok := item.Text()
		if !ok {
			return false
		}
		if !seen[text] {
			seen[text] = true
			good = append(good, item)
		}
	}
	if len(good) < value.Len() {
		holder.Set(name, schema.NewArray(good...))
		v.odd(s, "repeated-value", "%s has a name twice; it is kept once", clip(name))
	}
	return true
}

// distinct keeps each value of an enum once (2020-12, validation, section 6.1.2: elements should be unique).
func (v *conversion) distinct(s *schema.Site, n, enum *schema.Node) {
	var good []*schema.Node
	texts := map[string]bool{}
	for _, item := range enum.Items() {
		if text, ok := item.Text(); ok {
			if !texts[text] {
				texts[text] = true
				good = append(good, item)
			}
			continue
		}
		if len(good) > 2000 || !slices.ContainsFunc(good, func(other *schema.Node) bool { return schema.Equal(other, item) }) {
			good = append(good, item)
		}
	}
	if len(good) < enum.Len() {
		n.Set("enum", schema.NewArray(good...))
		v.odd(s, "repeated-value", "enum has a value twice; it is kept once")
	}
}
