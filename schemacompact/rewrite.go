package schemacompact

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// maxRounds bounds how often a rewrite is tried again on what it has made. Each round but the last makes a schema smaller.
const maxRounds = 16

// eachRewrite calls rule for every subschema of every tool whose schema may be rewritten, the innermost first, and again
// until rule finds nothing more to do. A rewrite that the target does not allow is left out; the empty rewrite harms nobody.
func (p *pass) eachRewrite(rewrite targets.Rewrite, rule func(w *work, s *schema.Site)) {
	if rewrite != "" && !p.target.Allows(rewrite) {
		return
	}
	p.eachStructure(func(w *work) error {
		for range maxRounds {
			before := w.changes
			if err := w.walk(); err != nil {
				return err
			}
			for _, s := range slices.Backward(w.sites) {
				if s.Schema.Kind() == schema.Object && s.Schema.Get("$ref") == nil {
					rule(w, s)
				}
			}
			if w.changes == before {
				return nil
			}
			w.moved()
			if d, err := w.document(); err != nil || !rewritable(d) {
				return err
			}
		}
		return nil
	})
}

// eachStructure calls f for every tool whose schema may be rewritten.
func (p *pass) eachStructure(f func(w *work) error) {
	p.each(func(w *work, d *schema.Document) error {
		if !rewritable(d) {
			return nil
		}
		return f(w)
	})
}

// moved forgets what is known of the places of subschemas.
func (w *work) moved() { w.doc, w.sites, w.gone = nil, nil, nil }

// rewritable reports whether a subschema of the document may be replaced by one that accepts the same instances. That does
// not hold where something looks at more than acceptance: which properties a subschema has evaluated, from where it was
// reached, or which base and dialect it declares. Nor is it known where references lead nowhere, and draft 4 knows few of
// the keywords that rewrites write.
func rewritable(d *schema.Document) bool {
	if d.Root.Kind() != schema.Object || mayBeMap(d.Root) {
		return false
	}
	if draft, _, err := schema.DraftOf(d.Root); err != nil || draft == schema.Draft4 {
		return false
	}
	for _, ref := range d.References {
		if ref.Err != nil || ref.Keyword != "$ref" {
			return false
		}
	}
	for _, s := range d.Sites {
		names := map[string]bool{}
		for name := range s.Schema.Members() {
			if names[name] || sensitive(name) || s.Up != nil && (name == "$id" || name == "$schema") {
				return false
			}
			names[name] = true
		}
	}
	return true
}

func sensitive(keyword string) bool {
	switch keyword {
	case "unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary":
		return true
	}
	return false
}

// A part is a member and the object that it comes from, so that it keeps the spelling of its name.
type part struct {
	of   *schema.Node
	name string
}

// parts returns the members of n in order.
func parts(n *schema.Node) []part {
	var ps []part
	for name := range n.Members() {
		ps = append(ps, part{n, name})
	}
	return ps
}

// rebuild gives a schema new members without making it another node, which sites and references know it by.
func (w *work) rebuild(s *schema.Site, op string, members []part) {
	made := schema.NewObject()
	for _, m := range members {
		made.Copy(m.of, m.name)
	}
	w.edited(func() Edit {
		return Edit{At: s.At(), Op: op, Old: string(s.Schema.Append(nil)), New: string(made.Append(nil))}
	})
	refill(s.Schema, made)
}

// refill gives n the members of from.
func refill(n, from *schema.Node) {
	n.DeleteFunc(func(string, *schema.Node) bool { return true })
	for name := range from.Members() {
		n.Copy(from, name)
	}
}

// member1 returns an object with one member, as a source of parts.
func member1(name string, value *schema.Node) part {
	n := schema.NewObject()
	n.Set(name, value)
	return part{n, name}
}

// rebranch gives a list of branches new items.
func (w *work) rebranch(s *schema.Site, keyword, op string, items []*schema.Node) {
	list := s.Schema.Get(keyword)
	w.edited(func() Edit {
		return Edit{At: s.At().Child(keyword), Op: op, Old: string(list.Append(nil)), New: string(schema.NewArray(items...).Append(nil))}
	})
	list.SetItems(items)
}

// branches returns the items of a composition keyword, or nil if it is no list of schemas, a reference leads into it, or a
// discriminator, whose mapping can name its branches, stands beside it.
func (w *work) branches(s *schema.Site, keyword string) []*schema.Node {
	list := s.Schema.Get(keyword)
	if list.Kind() != schema.Array || w.doc.Pinned(list) || s.Schema.Get("discriminator") != nil {
		return nil
	}
	var items []*schema.Node
	for _, item := range list.Items() {
		if item.Kind() != schema.Object && item.Kind() != schema.Bool {
			return nil
		}
		items = append(items, item)
	}
	return items
}

// isAnnotation reports whether a keyword only informs.
func isAnnotation(keyword string) bool {
	switch keyword {
	case "title", "description", "default", "examples", "example", "$comment", "deprecated", "readOnly", "writeOnly", "externalDocs":
		return true
	}
	return false
}

// typesOf returns the types that a schema lists; nil if it has none, or one that is no JSON type.
func typesOf(n *schema.Node) []string {
	value := n.Get("type")
	items := []*schema.Node{value}
	if value.Kind() == schema.Array {
		items = nil
		for _, item := range value.Items() {
			items = append(items, item)
		}
	}
	var types []string
	for _, item := range items {
		text, _ := item.Text()
		switch text {
		case "null", "boolean", "integer", "number", "string", "array", "object":
			types = append(types, text)
		default:
			return nil
		}
	}
	return types
}

// domain is the kind of instance that a keyword asserts something about, in the words of type; empty if it is not one of
// those that look at a single kind. Integers and numbers share theirs.
func domain(keyword string) string {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return "number"
	case "minLength", "maxLength", "pattern":
		return "string"
	case "items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains":
		return "array"
	case "properties", "patternProperties", "additionalProperties", "propertyNames", "required", "minProperties", "maxProperties",
		"dependentRequired", "dependentSchemas", "dependencies":
		return "object"
	}
	return ""
}

// domainOfType is the domain whose keywords apply to instances of a type.
func domainOfType(typ string) string {
	if typ == "integer" {
		return "number"
	}
	return typ
}

// hasType reports whether a value is of a type. A number is taken for an integer only where it is spelled as one.
func hasType(v *schema.Node, typ string) bool {
	switch v.Kind() {
	case schema.Null:
		return typ == "null"
	case schema.Bool:
		return typ == "boolean"
	case schema.String:
		return typ == "string"
	case schema.Array:
		return typ == "array"
	case schema.Object:
		return typ == "object"
	case schema.Number:
		return typ == "number" || typ == "integer" && !slices.ContainsFunc(v.Raw(), func(c byte) bool { return c == '.' || c == 'e' || c == 'E' })
	}
	return false
}
