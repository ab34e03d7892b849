package convert

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// rules are the kinds of problems.
var rules = []string{"dangling-reference", "external-reference", "circular-reference", "endless-schema", "dynamic-reference", "reference-siblings",
	"nullable-ignored", "no-schema", "malformed-keyword", "unknown-type", "repeated-value", "foreign-keyword", "schema-too-deep"}

// A conversion is one schema under way.
type conversion struct {
	*Converter
	place document.Place
	dir   Direction
	def   *definition // nil if it is none
	lost  map[*schema.Node][]string
	done  map[*schema.Node]bool // what was made of a schema that is rewritten, and stands below it now
}

// convert returns the schema at a place in JSON Schema 2020-12. The raw tree stays as it is: a copy is edited.
func (c *Converter) convert(p document.Place, dir Direction, def *definition, lost []string) *schema.Node {
	switch p.Node.Kind() {
	case schema.Bool:
		return p.Node
	case schema.Object:
	default:
		c.note(document.Problem{Rule: "no-schema", File: c.d.FileOf(p), At: p.At, Message: "this is no schema, and accepts anything now"})
		return schema.NewObject()
	}
	// What is known by its place in the raw tree is looked up before anything moves.
	v := &conversion{Converter: c, place: p, dir: dir, def: def}
	root := p.Node.Clone()
	once(root)
	if c.strips[dir] {
		v.findLost(root, lost)
	}
	if err := schema.Walk(root, v.visit); err != nil {
		c.note(document.Problem{Rule: "schema-too-deep", File: c.d.FileOf(p), At: p.At, Message: fmt.Sprintf("the schema cannot be read, and accepts anything now: %v", err)})
		return schema.NewObject()
	}
	return root
}

// odd notes a problem of a schema.
func (v *conversion) odd(s *schema.Site, rule, format string, args ...any) {
	v.note(document.Problem{Rule: rule, File: v.d.FileOf(v.place), At: v.place.At + s.At(), Message: fmt.Sprintf(format, args...)})
}

// visit rewrites one schema in its place. Those below come after, as it leaves them.
func (v *conversion) visit(s *schema.Site) error {
	n := s.Schema
	if n.Kind() != schema.Object || v.done[n] {
		return nil
	}
	ref, refers := n.Get("$ref").Text()
	null, _ := n.Get("nullable").Bool()
	if x, ok := n.Get("x-nullable").Bool(); ok && v.old {
		null = null || x
	}
	if refers && v.old {
		// What stands beside a reference means nothing up to 3.0 (Reference Object).
		if beside := v.beside(n); beside != "" {
			v.odd(s, "reference-siblings", "%q beside $ref means nothing in version %s, and is left out", beside, v.d.Version.Text)
		}
		n.DeleteFunc(func(name string, _ *schema.Node) bool { return name != "$ref" })
	}
	v.refer(s, n, ref, refers)
	v.strip(s, n)
	if v.old {
		v.bounds(s, n)
	}
	v.mend(s, n)
	v.examples(n)
	v.discriminate(n)
	n.DeleteFunc(func(name string, _ *schema.Node) bool { return isForeign(name) })
	v.nullable(s, n, null)
	return nil
}

// beside returns the first member beside a $ref that somebody may miss.
func (v *conversion) beside(n *schema.Node) string {
	for name := range n.Members() {
		if name != "$ref" && !strings.HasPrefix(name, "x-") && !(name == "nullable" && v.opt.Nulls == Intent) {
			return name
		}
	}
	return ""
}

// isForeign reports whether a keyword is none of JSON Schema 2020-12, or says which schema this is, which nothing asks for
// any more: references lead to definitions.
func isForeign(name string) bool {
	switch name {
	case "nullable", "discriminator", "xml", "externalDocs", "example", "collectionFormat", "readOnly", "writeOnly",
		"$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$dynamicRef", "$recursiveRef", "$vocabulary", "$defs", "definitions":
		return true
	}
	return strings.HasPrefix(name, "x-")
}

// refer makes every reference of a schema one to a definition.
func (v *conversion) refer(s *schema.Site, n *schema.Node, ref string, refers bool) {
	if !refers {
		n.Delete("$ref") // what is no text
		ref = ""
	}
	for _, name := range []string{"$dynamicRef", "$recursiveRef"} {
		other, ok := n.Get(name).Text()
		if !ok || v.old {
			continue
		}
		if ref != "" {
			v.odd(s, "dynamic-reference", "%s stands beside another reference, and is left out", name)
			continue
		}
		if ref, refers = other, true; name == "$recursiveRef" {
			// # means the document, which is no schema. What is meant is the schema that it stands in.
			n.Set("$ref", schema.NewString(prefix))
			v.link(s, n, v.place, ref)
			return
		}
	}
	if !refers {
		return
	}
	n.Set("$ref", schema.NewString(ref))
	to, err := v.d.Resolve(v.place, ref)
	if err == nil {
		_, err = v.d.Follow(to)
	}
	if err != nil {
		p := v.d.Trouble(v.place, err)
		p.At += s.At()
		p.Message += "; anything is accepted there now"
		v.note(p)
		n.Delete("$ref")
		return
	}
	v.link(s, n, to, ref)
}

// link makes the reference of a schema lead to the definition of a place.
func (v *conversion) link(s *schema.Site, n *schema.Node, to document.Place, ref string) {
	var lost []string
	if v.strips[v.dir] {
		lost = v.lostIn(s, to)
	}
	def := v.define(to, v.dir, lost)
	if inPlace(s) && endless(v.def, def) {
		v.odd(s, "endless-schema", "the reference %q leads back to this schema without going into the value, which has no meaning; it is left out", clip(ref))
		n.Delete("$ref")
		return
	}
	n.Set("$ref", schema.NewString(prefix+def.name))
}

// inPlace reports whether a schema is about the same value as the root.
func inPlace(s *schema.Site) bool {
	for ; s.Up != nil; s = s.Up {
		switch s.Keyword {
		case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies":
		default:
			return false
		}
	}
	return true
}

// examples makes a list of the one example of OpenAPI.
func (v *conversion) examples(n *schema.Node) {
	if e := n.Get("example"); e != nil && n.Get("examples") == nil {
		n.Set("examples", schema.NewArray(e))
	}
	if list := n.Get("examples"); list != nil && list.Kind() != schema.Array {
		n.Delete("examples")
	}
}

// discriminate keeps what the mapping of a discriminator says as words. It never decided what is accepted.
func (v *conversion) discriminate(n *schema.Node) {
	d := n.Get("discriminator")
	name, ok := d.Get("propertyName").Text()
	mapping := d.Get("mapping")
	if !ok || mapping.Len() == 0 || mapping.Len() > 100 {
		return
	}
	var values []string
	for value := range mapping.Members() {
		values = append(values, value)
	}
	said, _ := n.Get("description").Text()
	if strings.Contains(said, values[0]) {
		return
	}
	hint := fmt.Sprintf("%s says which: %s.", name, strings.Join(values, ", "))
	if said != "" {
		hint = said + "\n\n" + hint
	}
	n.Set("description", schema.NewString(hint))
}

// bounds makes the exclusive bounds of 3.0 and Swagger 2, which are booleans, numbers.
func (v *conversion) bounds(s *schema.Site, n *schema.Node) {
	for _, b := range [][2]string{{"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}} {
		exclusive, isBool := n.Get(b[1]).Bool()
		switch bound := n.Get(b[0]); {
		case !isBool:
			if n.Get(b[1]).Kind() == schema.Number {
				v.odd(s, "malformed-keyword", "%s is a number, which it is from version 3.1 on; it is read so", b[1])
			}
		case exclusive && bound.Kind() == schema.Number:
			n.Set(b[1], bound)
			n.Delete(b[0])
		default:
			n.Delete(b[1])
		}
	}
}

// clip shortens a text of the document for a message.
func clip(s string) string {
	if r := []rune(s[:min(len(s), 800)]); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}
