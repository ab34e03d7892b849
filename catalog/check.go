package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// checkCatalog reports what no tool shows by itself.
func (r *reader) checkCatalog() {
	first := make(map[string]schema.Pointer, len(r.cat.Tools))
	for i := range r.cat.Tools {
		t := &r.cat.Tools[i]
		if before, taken := first[t.Name]; taken && t.Name != "" && t.BuiltIn() == "" {
			r.problem(t.Name, t.Origin.At, fmt.Sprintf("the name is taken already, by the tool at %q", before),
				"hosts keep one of them and drop the other without a word: rename one")
			continue
		}
		first[t.Name] = t.Origin.At
	}
	r.nameProblems()
}

// nameProblems gives the problems that know their place only, such as those of the syntax, the tool that they are in.
func (r *reader) nameProblems() {
	if r.src.lines {
		return // places in several documents look the same
	}
	at := make(map[schema.Pointer]string, len(r.cat.Tools))
	for i := range r.cat.Tools {
		at[r.cat.Tools[i].Origin.At] = r.cat.Tools[i].Name
	}
	for i := range r.cat.Problems {
		p := &r.cat.Problems[i]
		// A tool stands at most six levels deep: /result/tools/0/functionDeclarations/0, say.
		for n, k := 0, 0; p.Tool == "" && n < 6 && k < len(p.At); n++ {
			next := strings.IndexByte(string(p.At[k+1:]), '/')
			if next < 0 {
				next = len(p.At) - k - 1
			}
			k += 1 + next
			p.Tool = at[p.At[:k]]
		}
	}
}

// schemas reports what is odd about the schemas of the tool.
func (c *checker) schemas(inputAt, outputAt schema.Pointer) {
	if c.tool.Input.Kind() == schema.Object {
		if IsPropertyMap(c.tool.Input) {
			c.report(inputAt, `write {"type":"object","properties":{…}} around it`, "the input schema is a bare map of properties: read as a schema, it accepts anything")
			return
		}
		if kind, ok := c.tool.Input.Get("type").Text(); ok && jsonType(kind) && kind != "object" {
			c.report(inputAt.Child("type"), "arguments are an object", "the input schema is of type %s", kind)
		}
		c.schema(c.tool.Input, inputAt)
	}
	if c.tool.Output != nil {
		c.schema(c.tool.Output, outputAt)
	}
}

// IsPropertyMap reports whether what stands in the place of a schema is a map from property names to schemas, which some
// catalogs put there: all its values are schemas, and nothing in it reads as a keyword. What looks like an annotation in
// it is a parameter.
func IsPropertyMap(n *schema.Node) bool {
	if n.Kind() != schema.Object || n.Len() == 0 {
		return false
	}
	for name, value := range n.Members() {
		if value.Kind() != schema.Object || value.Len() == 0 || !schemaLike(value) {
			return false
		}
		if (name == "properties" || name == "$defs" || name == "definitions" || name == "not") && allObjects(value) {
			return false
		}
	}
	return true
}

// schemaLike reports whether an object reads as a schema: it has a keyword with a value of the kind that goes there.
func schemaLike(n *schema.Node) bool {
	for _, keyword := range []string{"type", "description", "$ref", "title", "format", "pattern"} {
		if _, ok := n.Get(keyword).Text(); ok {
			return true
		}
	}
	for _, keyword := range []string{"enum", "anyOf", "oneOf", "allOf", "type"} {
		if n.Get(keyword).Kind() == schema.Array {
			return true
		}
	}
	return false
}

func allObjects(n *schema.Node) bool {
	for _, value := range n.Members() {
		if value.Kind() != schema.Object {
			return false
		}
	}
	return true
}

// sighting is a kind of oddity that a schema can have hundreds of: reported once, with the number.
type sighting struct {
	at   schema.Pointer
	what string
	hint string
	n    int
}

// maxSightings is how many oddities of one schema are listed. Whoever has more than these reads no list.
const maxSightings = 40

func (c *checker) schema(root *schema.Node, at schema.Pointer) {
	var seen []*sighting
	index := map[string]*sighting{}
	note := func(where schema.Pointer, hint, what string) {
		if s, known := index[what]; known {
			s.n++
			return
		}
		s := &sighting{where, what, hint, 1}
		index[what] = s
		if len(seen) < maxSightings {
			seen = append(seen, s)
		}
	}
	references := false
	err := schema.Walk(root, func(s *schema.Site) error {
		if s.Schema.Kind() != schema.Object {
			return nil
		}
		here := func(keyword string) schema.Pointer { return at + s.At().Child(keyword) }
		c.types(s.Schema, here, note)
		c.required(s, here, note)
		if p := s.Schema.Get("properties"); p != nil && p.Kind() != schema.Object {
			note(here("properties"), "", "properties is "+kindName(p)+" and not an object")
		}
		references = references || s.Schema.Get("$ref") != nil || s.Schema.Get("$dynamicRef") != nil || s.Schema.Get("$recursiveRef") != nil
		return nil
	})
	if err == nil && references {
		err = c.references(root, at, note)
	}
	if err != nil {
		c.report(at, "", "the schema is not checked: %v", err)
	}
	for _, s := range seen {
		if s.n > 1 {
			s.what += fmt.Sprintf(" (%d times, here first)", s.n)
		}
		c.report(s.at, s.hint, "%s", s.what)
	}
	if more := len(index) - len(seen); more > 0 {
		c.report(at, "", "the schema has %d more oddities, which are not listed", more)
	}
}

type noteFunc = func(at schema.Pointer, hint, what string)

func (c *checker) types(n *schema.Node, here func(string) schema.Pointer, note noteFunc) {
	kind := n.Get("type")
	names := []*schema.Node{kind}
	switch kind.Kind() {
	case schema.Invalid, schema.String:
	case schema.Array:
		names = names[:0]
		for _, item := range kind.Items() {
			names = append(names, item)
		}
	default:
		note(here("type"), "", "type is "+kindName(kind)+" and not a name")
		return
	}
	for _, n := range names {
		name, ok := n.Text()
		if !ok || jsonType(name) || c.gemini && name == strings.ToUpper(name) && (jsonType(strings.ToLower(name)) || name == "TYPE_UNSPECIFIED") {
			continue
		}
		note(here("type"), typeHint(name), "type "+quote(name)+" is not one of JSON Schema")
	}
}

// typeHint gives the JSON Schema name of a type that other languages spell otherwise.
func typeHint(name string) string {
	names := map[string]string{"dict": "object", "map": "object", "hashmap": "object", "float": "number", "double": "number",
		"int": "integer", "long": "integer", "bool": "boolean", "str": "string", "char": "string", "list": "array", "tuple": "array",
		"set": "array", "none": "null", "date": `string with "format":"date"`, "datetime": `string with "format":"date-time"`}
	lower := strings.ToLower(name)
	switch {
	case lower == "any":
		return "leave type out to accept anything"
	case names[lower] != "":
		return "in JSON Schema it is " + names[lower]
	case jsonType(lower):
		return "in JSON Schema it is " + lower
	}
	return "the types are object, array, string, number, integer, boolean and null"
}

func (c *checker) required(s *schema.Site, here func(string) schema.Pointer, note noteFunc) {
	r := s.Schema.Get("required")
	switch r.Kind() {
	case schema.Invalid:
		return
	case schema.Bool:
		note(here("required"), "list the name in required of the object around it", "required is a boolean, as in draft 3: later drafts ignore or refuse it")
		return
	case schema.Array:
	default:
		note(here("required"), "required is an array of property names", "required is "+kindName(r))
		return
	}
	// Where other keywords add properties, or the schema is a condition on those of another, absence says nothing.
	properties := s.Schema.Get("properties")
	if properties.Kind() != schema.Object {
		return
	}
	for _, keyword := range []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties"} {
		if s.Schema.Get(keyword) != nil {
			return
		}
	}
	if slices.Contains([]string{"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"}, s.Keyword) ||
		s.Schema.Get("additionalProperties").Kind() == schema.Object {
		return
	}
	names := make(map[string]bool, properties.Len())
	for name := range properties.Members() {
		names[name] = true
	}
	for _, item := range r.Items() {
		name, ok := item.Text()
		switch {
		case !ok:
			note(here("required"), "required is an array of property names", "required holds "+kindName(item))
		case !names[name]:
			note(here("required"), "a model cannot know what to give: declare the property or do not require it", "required names "+quote(name)+", which is not among the properties")
		}
	}
}

func (c *checker) references(root *schema.Node, at schema.Pointer, note noteFunc) error {
	d, err := schema.Resolve(root)
	if err != nil {
		return err
	}
	for _, ref := range d.References {
		where := at + ref.From.At().Child(ref.Keyword)
		switch {
		case errors.Is(ref.Err, schema.ErrRemote):
			note(where, "references out of a tool are not followed: put the target into $defs", ref.Keyword+" "+quote(ref.Value)+" leaves the tool")
		case ref.Err != nil:
			note(where, "point it at a schema inside the tool, such as #/$defs/NAME", ref.Keyword+" "+quote(ref.Value)+" points at nothing")
		}
	}
	return nil
}
