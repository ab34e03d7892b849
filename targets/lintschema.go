package targets

import (
	"errors"
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// tool holds one tool against one constraint.
func (r *linting) tool(c *consumer, k *constraint, tool *subject) {
	switch {
	case k.rule.Check == "limit":
		part, places := r.limits(k, tool)
		r.report(c, k, tool, part, places)
		return
	case k.rule.Check == "text" && k.rule.Of == "tool-name":
		// A tool that is built into an API has no name of its own.
		if tool.Name != "" && !k.accepts(tool.Name) {
			r.report(c, k, tool, partName, []place{{found: listed([]string{tool.Name}, true)}})
		}
		return
	case k.rule.Of == "missing-schema":
		// What is built into an API has its schema there.
		if tool.Input == nil && tool.BuiltIn() == "" {
			r.report(c, k, tool, partInput, []place{{}})
		}
		return
	}
	for _, part := range []string{partInput, partOutput} {
		d := tool.input
		if part == partOutput {
			d = tool.output
		}
		if d == nil || !k.appliesTo(part) {
			continue
		}
		if k.rule.Check == "document" {
			r.report(c, k, tool, part, r.documentPlaces(k, d))
		} else if d.err == nil {
			r.report(c, k, tool, part, k.places(d))
		}
	}
}

// places returns where a schema breaks a constraint.
func (k *constraint) places(d *document) []place {
	switch k.rule.Check {
	case "reference":
		return k.referencePlaces(d)
	case "text":
		return k.textPlaces(d)
	}
	var places []place
	for _, s := range d.sites {
		found, ok := k.rule.When.holds(s)
		if !ok {
			continue
		}
		switch k.rule.Check {
		case "form":
			p := place{at: s.At(), found: listed(found, false)}
			if len(found) == 1 {
				p.at = p.at.Child(found[0])
			}
			places = append(places, p)
		case "keywords":
			if words := k.unexpected(s.Schema); len(words) > 0 {
				places = append(places, place{at: s.At(), found: listed(words, true)})
			}
		case "words":
			if words := k.strange(s.Schema.Get(k.rule.Of)); len(words) > 0 {
				places = append(places, place{at: s.At().Child(k.rule.Of), found: listed(words, true)})
			}
		case "enum":
			places = append(places, k.constants(s)...)
		case "object":
			places = append(places, k.objectPlaces(s)...)
		}
	}
	return places
}

// strange returns the texts of a value that the constraint does not allow.
func (k *constraint) strange(value *schema.Node) []string {
	var words []string
	if text, ok := value.Text(); ok && !allowed(k.rule.Allow, text) {
		words = append(words, text)
	}
	for _, item := range value.Items() {
		if text, ok := item.Text(); ok && !allowed(k.rule.Allow, text) {
			words = append(words, text)
		}
	}
	return words
}

// constants returns the enum and const of a schema whose values are of other kinds than those that are allowed.
func (k *constraint) constants(s *site) []place {
	var places []place
	for _, keyword := range []string{"enum", "const"} {
		value := s.Schema.Get(keyword)
		var kinds []string
		check := func(n *schema.Node) {
			if kind := kindName(n.Kind()); !slices.Contains(k.rule.Allow, kind) && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
		switch {
		case value == nil:
			continue
		case keyword == "const":
			check(value)
		}
		if keyword == "enum" {
			for _, item := range value.Items() {
				check(item)
			}
		}
		if len(kinds) > 0 {
			places = append(places, place{at: s.At().Child(keyword), found: keyword + " with " + listed(kinds, false)})
		}
	}
	return places
}

// objectPlaces looks at how properties, required and additionalProperties go together.
func (k *constraint) objectPlaces(s *site) []place {
	properties := s.Schema.Get("properties")
	isObject := slices.Contains(s.types, "object") || len(s.types) == 0 && properties != nil
	switch k.rule.Of {
	case "closed":
		if closed, isBool := s.Schema.Get("additionalProperties").Bool(); isObject && (!isBool || closed) {
			return []place{{at: s.At()}}
		}
	case "all-required":
		required := names(s.Schema.Get("required"))
		var missing []string
		for name := range properties.Members() {
			if !required[name] {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			return []place{{at: s.At(), found: listed(missing, true), n: len(missing)}}
		}
	case "required-defined":
		defined := make(map[string]bool, properties.Len())
		for name := range properties.Members() {
			defined[name] = true
		}
		var missing []string
		for _, item := range s.Schema.Get("required").Items() {
			if name, ok := item.Text(); ok && !defined[name] {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 && s.plain() {
			return []place{{at: s.At().Child("required"), found: listed(missing, true), n: len(missing)}}
		}
	}
	return nil
}

// plain reports whether a schema describes its properties itself. A branch of a union and a schema with branches may
// require what is described around or inside of it.
func (s *site) plain() bool {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"} {
		if s.Schema.Get(keyword) != nil {
			return false
		}
	}
	switch s.Keyword {
	case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies":
		return false
	}
	return true
}

// referencePlaces looks at where references lead.
func (k *constraint) referencePlaces(d *document) []place {
	references := d.resolved.References
	if k.rule.Of == "recursive" {
		references = d.recursive()
	}
	var places []place
	for _, ref := range references {
		bad := k.rule.Of == "recursive"
		switch k.rule.Of {
		case "dangling":
			bad = errors.Is(ref.Err, schema.ErrDangling)
		case "remote":
			bad = errors.Is(ref.Err, schema.ErrRemote)
		}
		if bad {
			places = append(places, place{at: ref.From.At().Child(ref.Keyword), found: listed([]string{ref.Value}, true)})
		}
	}
	return places
}

// documentPlaces looks at a schema as a whole.
func (r *linting) documentPlaces(k *constraint, d *document) []place {
	switch {
	case k.rule.Of == "unreadable" && d.err != nil:
		return []place{{found: d.err.Error()}}
	case d.err != nil:
		return nil
	}
	switch k.rule.Of {
	case "property-map":
		if catalog.IsPropertyMap(d.root) {
			return []place{{}}
		}
	case "unknown-dialect":
		if d.unknown != nil {
			return []place{{at: "/$schema", found: d.unknown.Error()}}
		}
	case "duplicate-keys":
		return duplicateKeys(d.root, "", nil)
	case "unused-definitions":
		var places []place
		for _, s := range d.sites {
			if isDefinition(s.Keyword) && !d.resolved.Pinned(s.Schema) {
				places = append(places, place{at: s.At()})
			}
		}
		return places
	case "unsatisfiable":
		if refusesAll(d.root) || r.Unsatisfiable != nil && r.Unsatisfiable(d.root) {
			return []place{{}}
		}
	}
	return nil
}

// refusesAll reports whether a schema says in so many words that it accepts nothing.
func refusesAll(n *schema.Node) bool {
	if hasForm(n, "nothing") {
		return true
	}
	not := n.Get("not")
	return not != nil && hasForm(not, "everything")
}

// duplicateKeys returns the members of all objects, data included, that have the name of an earlier one.
func duplicateKeys(n *schema.Node, at schema.Pointer, places []place) []place {
	seen := make(map[string]bool, n.Len())
	for name, value := range n.Members() {
		if seen[name] {
			places = append(places, place{at: at.Child(name), found: listed([]string{name}, true)})
		}
		seen[name] = true
		if value.Len() > 0 {
			places = duplicateKeys(value, at.Child(name), places)
		}
	}
	for i, item := range n.Items() {
		if item.Len() > 0 {
			places = duplicateKeys(item, at.Child(strconv.Itoa(i)), places)
		}
	}
	return places
}
