package catalog

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// geminiParameters writes a JSON Schema in the dialect of Gemini's "parameters", which follows OpenAPI 3.0 with types in
// upper case, if it can say exactly the same; exact is false if it can not. The API refuses a request over any keyword
// that it does not know, so only what is known to be accepted counts.
func geminiParameters(root *schema.Node) (p *schema.Node, exact bool) {
	if kind, _ := root.Get("type").Text(); kind != "object" {
		return nil, false
	}
	p, exact = root.Clone(), true
	err := schema.Walk(p, func(s *schema.Site) error {
		exact = exact && s.Schema.Kind() == schema.Object && toGemini(s.Schema)
		if !exact {
			return schema.SkipBelow
		}
		return nil
	})
	return p, exact && err == nil
}

// toGemini rewrites one schema in place and reports whether that is exact.
func toGemini(n *schema.Node) bool {
	for name, value := range n.Members() {
		switch name {
		case "type", "title", "description", "properties", "required", "items", "enum", "format", "default", "pattern",
			"minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties":
			if name == "items" && value.Kind() != schema.Object || name == "properties" && value.Kind() != schema.Object {
				return false
			}
		default:
			return false
		}
	}
	kind, nullable, ok := singleType(n.Get("type"))
	if !ok {
		return false
	}
	format, hasFormat := n.Get("format").Text()
	formats := map[string][]string{"string": {"enum", "date-time"}, "integer": {"int32", "int64"}, "number": {"float", "double"}}
	if n.Get("format") != nil && (!hasFormat || !slices.Contains(formats[kind], format)) {
		return false
	}
	if enum := n.Get("enum"); enum != nil {
		if kind != "string" || nullable || enum.Len() == 0 {
			return false
		}
		for _, item := range enum.Items() {
			if item.Kind() != schema.String {
				return false
			}
		}
	}
	if kind == "array" && n.Get("items") == nil || kind == "object" && n.Get("properties").Len() == 0 {
		return false
	}
	if r := n.Get("required"); r != nil && r.Kind() != schema.Array {
		return false
	}
	for _, item := range n.Get("required").Items() {
		if name, ok := item.Text(); !ok || n.Get("properties").Get(name) == nil {
			return false
		}
	}
	n.Set("type", schema.NewString(strings.ToUpper(kind)))
	if nullable {
		n.Set("nullable", literal("true"))
	}
	return true
}

// singleType reads a type that is one name, or one name and null.
func singleType(n *schema.Node) (kind string, nullable, ok bool) {
	if kind, ok := n.Text(); ok {
		return kind, false, jsonType(kind) && kind != "null"
	}
	a, okA := n.Item(0).Text()
	b, okB := n.Item(1).Text()
	if n.Len() != 2 || !okA || !okB || (a == "null") == (b == "null") {
		return "", false, false
	}
	if a == "null" {
		a = b
	}
	return a, true, jsonType(a)
}

// fromGemini writes a schema of Gemini's own dialect as JSON Schema.
func fromGemini(root *schema.Node) *schema.Node {
	out := root.Clone()
	// A schema too deep for the walk stays as it is from there on, and is no worse than it was.
	_ = schema.Walk(out, func(s *schema.Site) error {
		if s.Schema.Kind() == schema.Object {
			plainSchema(s.Schema)
		}
		return nil
	})
	return out
}

func plainSchema(n *schema.Node) {
	camelNames(n)
	if kind, ok := n.Get("type").Text(); ok {
		switch lower := strings.ToLower(kind); {
		case kind == "TYPE_UNSPECIFIED":
			n.Delete("type")
		case kind != lower && jsonType(lower):
			n.Set("type", schema.NewString(lower))
		}
	}
	// 64-bit integers are strings in the JSON of protocol buffers.
	for _, name := range []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"} {
		if text, ok := n.Get(name).Text(); ok && isJSONNumber(text) {
			if number, err := schema.Parse([]byte(text)); err == nil {
				n.Set(name, number)
			}
		}
	}
	nullable, ok := n.Get("nullable").Bool()
	if !ok {
		return
	}
	n.Delete("nullable")
	if !nullable {
		return
	}
	null := schema.NewString("null")
	if kind := n.Get("type"); kind.Kind() == schema.String {
		n.Set("type", schema.NewArray(kind, null))
	} else if anyOf := n.Get("anyOf"); anyOf.Kind() == schema.Array && kind == nil {
		branch := schema.NewObject()
		branch.Set("type", null)
		n.Set("anyOf", appended(anyOf, branch))
	}
	if enum := n.Get("enum"); enum.Kind() == schema.Array {
		n.Set("enum", appended(enum, literal("null")))
	}
}

func appended(array, item *schema.Node) *schema.Node {
	var items []*schema.Node
	for _, it := range array.Items() {
		items = append(items, it)
	}
	return schema.NewArray(append(items, item)...)
}

// camelNames renames keywords in the other spelling that protocol buffers have, any_of for anyOf.
func camelNames(n *schema.Node) {
	names := map[string]string{"any_of": "anyOf", "property_ordering": "propertyOrdering", "min_items": "minItems", "max_items": "maxItems",
		"min_length": "minLength", "max_length": "maxLength", "min_properties": "minProperties", "max_properties": "maxProperties"}
	type member struct {
		name  string
		value *schema.Node
	}
	var all []member
	renamed := false
	for name, value := range n.Members() {
		if camel := names[name]; camel != "" && n.Get(camel) == nil {
			name, renamed = camel, true
		}
		all = append(all, member{name, value})
	}
	if !renamed || len(all) > fewMembers {
		return
	}
	for name := range names {
		n.Delete(name)
	}
	for _, m := range all {
		n.Delete(m.name)
	}
	for _, m := range all {
		n.Set(m.name, m.value)
	}
}

// literal returns the node of a JSON literal that stands in this package.
func literal(text string) *schema.Node {
	n, _ := schema.Parse([]byte(text))
	return n
}

func isJSONNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	n, err := schema.Parse([]byte(s))
	return err == nil && n.Kind() == schema.Number && len(n.Raw()) == len(s)
}
