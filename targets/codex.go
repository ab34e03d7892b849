package targets

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// codex makes of a schema what Codex sends: it infers missing types, keeps a dozen keywords of each subschema, drops
// definitions that nothing refers to, and takes ever more away from what is still over the budget. This follows
// codex-rs/tools/src/json_schema.rs keyword by keyword, which is why it does not use the walker of package schema: that
// one enters subschemas that Codex does not know of.
func codex(r *schemaRule, n *schema.Node) (*schema.Node, error) {
	if n.Kind() != schema.Object {
		return nil, errors.New("it is no object")
	}
	n = codexTypes(n)
	codexPrune(n)
	if kind, _ := n.Get("type").Text(); kind == "null" {
		return nil, errors.New("the schema of no object")
	}
	out, err := codexKeep(n)
	if err != nil {
		return nil, err
	}
	// Each pass is tried only while the schema is over the budget, so what a pass loses depends on the whole schema.
	for _, pass := range []func(*schema.Node){
		func(n *schema.Node) {
			codexEach(n, true, func(s *schema.Node, _ int) bool { s.Delete("description"); return true })
		},
		func(n *schema.Node) {
			codexEach(n, false, emptyIf(func(s *schema.Node, _ int) bool { _, _, ok := definition(s); return ok }))
			n.Delete("$defs")
			n.Delete("definitions")
		},
		func(n *schema.Node) {
			codexEach(n, false, emptyIf(func(s *schema.Node, depth int) bool {
				return depth >= r.Depth && slices.ContainsFunc([]string{"items", "anyOf", "oneOf", "allOf", "properties", "additionalProperties", "$ref"},
					func(k string) bool { return s.Get(k) != nil })
			}))
		},
		func(n *schema.Node) {
			codexEach(n, false, emptyIf(func(s *schema.Node, _ int) bool {
				return slices.ContainsFunc(compositions(), func(k string) bool { return s.Get(k) != nil })
			}))
		},
	} {
		if r.Budget == 0 || len(out.AppendPlain(nil)) <= r.Budget {
			break
		}
		pass(out)
	}
	return out, nil
}

// compositions are the keywords that combine schemas.
func compositions() []string { return []string{"anyOf", "oneOf", "allOf"} }

// emptyIf returns a visitor for codexEach that puts the schema of anything in the place of those that it is asked about.
func emptyIf(ask func(s *schema.Node, depth int) bool) func(*schema.Node, int) bool {
	return func(s *schema.Node, depth int) bool {
		if s.Kind() != schema.Object || !ask(s, depth) {
			return true
		}
		s.DeleteFunc(func(string, *schema.Node) bool { return true })
		return false
	}
}

// codexEach visits a schema and those below it that Codex knows of, until visit says not to go below one.
func codexEach(n *schema.Node, definitions bool, visit func(s *schema.Node, depth int) bool) {
	var walk func(n *schema.Node, depth int)
	walk = func(n *schema.Node, depth int) {
		for _, item := range n.Items() {
			walk(item, depth)
		}
		if n.Kind() != schema.Object || !visit(n, depth) {
			return
		}
		for name, value := range n.Members() {
			switch name {
			case "$defs", "definitions":
				if !definitions {
					continue
				}
				fallthrough
			case "properties":
				for _, child := range value.Members() {
					walk(child, depth+1)
				}
			case "items", "anyOf", "oneOf", "allOf", "additionalProperties":
				walk(value, depth+1)
			}
		}
	}
	walk(n, 0)
}

// codexTypes returns the schema with its types spelled out: what has none gets the one that its keywords speak of, and
// what has no keyword that Codex knows becomes the schema of anything. It edits n.
func codexTypes(n *schema.Node) *schema.Node {
	switch n.Kind() {
	case schema.Bool: // both of them, so that the schema of nothing becomes one of something
		out := schema.NewObject()
		out.Set("type", schema.NewString("string"))
		return out
	case schema.Array:
		items := make([]*schema.Node, 0, n.Len())
		for _, item := range n.Items() {
			items = append(items, codexTypes(item))
		}
		return schema.NewArray(items...)
	case schema.Object:
	default:
		return n
	}
	for _, name := range []string{"properties", "$defs", "definitions"} {
		if m := n.Get(name); m.Kind() == schema.Object {
			for _, child := range m.Members() {
				*child = *codexTypes(child) // in place: setting by name would cost the square of their number
			}
		} else if m != nil && name != "properties" {
			n.Delete(name)
		}
	}
	for _, name := range []string{"items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties"} {
		if m := n.Get(name); m != nil && (name != "additionalProperties" || m.Kind() != schema.Bool) {
			n.Set(name, codexTypes(m))
		}
	}
	if value := n.Get("const"); value != nil {
		n.Delete("const")
		n.Set("enum", schema.NewArray(value))
	}
	// The order of these questions is the client's: a schema with properties and items is taken for an object.
	types := codexKinds(n.Get("type"))
	if len(types) == 0 {
		switch {
		case hasAny(n, "$ref", "anyOf", "oneOf", "allOf"):
			return n
		case hasAny(n, "properties", "required", "additionalProperties"):
			types = []string{"object"}
		case hasAny(n, "items", "prefixItems"):
			types = []string{"array"}
		case hasAny(n, "enum", "format"):
			types = []string{"string"}
		case hasAny(n, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
			types = []string{"number"}
		default:
			return schema.NewObject()
		}
	}
	if len(types) == 1 {
		n.Set("type", schema.NewString(types[0]))
	} else {
		names := make([]*schema.Node, len(types))
		for i, t := range types {
			names[i] = schema.NewString(t)
		}
		n.Set("type", schema.NewArray(names...))
	}
	if slices.Contains(types, "object") && n.Get("properties") == nil {
		n.Set("properties", schema.NewObject())
	}
	if slices.Contains(types, "array") && n.Get("items") == nil {
		items := schema.NewObject()
		items.Set("type", schema.NewString("string"))
		n.Set("items", items)
	}
	return n
}

// hasAny reports whether a schema has one of the keywords, whatever their values are.
func hasAny(n *schema.Node, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return n.Get(name) != nil })
}

// codexKinds returns the types of a type keyword that JSON Schema has.
func codexKinds(n *schema.Node) []string {
	var types []string
	add := func(n *schema.Node) {
		if t, _ := n.Text(); slices.Contains([]string{"string", "number", "boolean", "integer", "object", "array", "null"}, t) {
			types = append(types, t)
		}
	}
	add(n)
	for _, item := range n.Items() {
		add(item)
	}
	return types
}

// definition returns the table and the name of the definition that a schema refers to.
func definition(n *schema.Node) (table, name string, ok bool) {
	ref, _ := n.Get("$ref").Text()
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return "", "", false
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	names := schema.Pointer(fragment).Names()
	if len(names) < 2 || names[0] != "$defs" && names[0] != "definitions" {
		return "", "", false
	}
	return names[0], names[1], true
}

// codexPrune takes the definitions away that nothing outside of them leads to.
func codexPrune(n *schema.Node) {
	reached, pending := make(map[[2]string]bool), [][2]string(nil)
	collect := func(s *schema.Node) {
		if table, name, ok := definition(s); ok {
			pending = append(pending, [2]string{table, name})
		}
	}
	codexEach(n, false, func(s *schema.Node, _ int) bool { collect(s); return true })
	index := make(map[[2]string]*schema.Node)
	for _, table := range []string{"$defs", "definitions"} {
		for name, value := range n.Get(table).Members() {
			index[[2]string{table, name}] = value
		}
	}
	// Inside of definitions Codex looks everywhere, not only where schemas stand.
	var everywhere func(s *schema.Node)
	everywhere = func(s *schema.Node) {
		collect(s)
		for _, child := range s.Members() {
			everywhere(child)
		}
		for _, item := range s.Items() {
			everywhere(item)
		}
	}
	for len(pending) > 0 {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if !reached[at] {
			reached[at] = true
			everywhere(index[at])
		}
	}
	for _, table := range []string{"$defs", "definitions"} {
		m := n.Get(table)
		m.DeleteFunc(func(name string, _ *schema.Node) bool { return !reached[[2]string{table, name}] })
		if m.Kind() == schema.Object && m.Len() == 0 {
			n.Delete(table)
		}
	}
}

// codexKeep returns the schema with the keywords that Codex has a field for, in its order, and with the names of each
// map sorted. The error is that of a value that does not fit its field.
func codexKeep(n *schema.Node) (*schema.Node, error) {
	if n.Kind() != schema.Object {
		return nil, fmt.Errorf("%.40s in the place of a schema", n.Append(nil))
	}
	out := schema.NewObject()
	for _, f := range codexFields() {
		value := n.Get(f.name)
		if value == nil || value.Kind() == schema.Null {
			continue
		}
		kept, err := f.read(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		out.Set(f.name, kept)
	}
	return out, nil
}
