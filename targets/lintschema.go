package targets

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// tool holds one tool against one constraint.
func (r *linting) tool(c *consumer, k *constraint, tool *subject) {
	switch {
	case k.rule.Check == "limit":
		r.limits(c, k, tool)
		return
	case k.rule.Check == "text" && k.rule.Of == "tool-name":
		// A tool that is built into an API has no name of its own.
		if tool.Name != "" && !k.accepts(tool.Name) {
			r.hit(c, k, tool, partName, place{found: listed([]string{tool.Name}, true)})
		}
		return
	case k.rule.Of == "missing-schema":
		// What is built into an API has its schema there.
		if tool.Input == nil && tool.BuiltIn() == "" {
			r.hit(c, k, tool, partInput, place{})
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
		h := &hits{limit: r.places}
		if k.rule.Check == "document" {
			r.document(k, d, h)
		} else if d.err == nil {
			k.schema(d, h)
		}
		r.report(c, k, tool, part, h)
	}
}

// schema finds where a schema breaks a constraint.
func (k *constraint) schema(d *document, h *hits) {
	switch k.rule.Check {
	case "reference":
		k.references(d, h)
		return
	case "text":
		k.texts(d, h)
		return
	}
	for _, s := range d.sites {
		found, ok := k.rule.When.holds(s)
		if !ok {
			continue
		}
		switch k.rule.Check {
		case "form":
			h.add(func() place {
				p := place{at: s.At(), found: listed(found, false)}
				if len(found) == 1 {
					p.at = p.at.Child(found[0])
				}
				return p
			})
		case "keywords":
			if words := k.unexpected(s.Schema); len(words) > 0 {
				h.add(func() place { return place{at: s.At(), found: listed(words, true)} })
			}
		case "words":
			if words := k.strange(s.Schema.Get(k.rule.Of)); len(words) > 0 {
				h.add(func() place { return place{at: s.At().Child(k.rule.Of), found: listed(words, true)} })
			}
		case "enum":
			k.constants(s, h)
		case "object":
			k.object(s, h)
		}
	}
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

// constants looks for an enum and const whose values are of other kinds than those that are allowed.
func (k *constraint) constants(s *site, h *hits) {
	for _, keyword := range []string{"enum", "const"} {
		var values []*schema.Node
		if value := s.Schema.Get(keyword); keyword == "const" && value != nil {
			values = append(values, value)
		} else {
			for _, item := range value.Items() {
				values = append(values, item)
			}
		}
		var kinds []string
		for _, v := range values {
			if kind := kindName(v.Kind()); !slices.Contains(k.rule.Allow, kind) && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
		if len(kinds) > 0 {
			h.add(func() place {
				return place{at: s.At().Child(keyword), found: keyword + " with " + listed(kinds, false)}
			})
		}
	}
}

// object looks at how properties, required and additionalProperties go together.
func (k *constraint) object(s *site, h *hits) {
	properties := s.Schema.Get("properties")
	isObject := slices.Contains(s.types, "object") || len(s.types) == 0 && properties != nil
	switch k.rule.Of {
	case "closed":
		if closed, isBool := s.Schema.Get("additionalProperties").Bool(); isObject && (!isBool || closed) {
			h.add(func() place { return place{at: s.At()} })
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
			h.add(func() place { return place{at: s.At(), found: listed(missing, true), n: len(missing)} })
		}
	case "required-defined":
		required := s.Schema.Get("required")
		if required.Len() == 0 || !s.plain() {
			return
		}
		defined := make(map[string]bool, properties.Len())
		for name := range properties.Members() {
			defined[name] = true
		}
		var missing []string
		for _, item := range required.Items() {
			if name, ok := item.Text(); ok && !defined[name] {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			h.add(func() place {
				return place{at: s.At().Child("required"), found: listed(missing, true), n: len(missing)}
			})
		}
	}
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

// references looks at where references lead.
func (k *constraint) references(d *document, h *hits) {
	references := d.resolved.References
	if k.rule.Of == "recursive" {
		references = d.recursive()
	}
	for _, ref := range references {
		bad := k.rule.Of == "recursive"
		switch k.rule.Of {
		case "dangling":
			bad = errors.Is(ref.Err, schema.ErrDangling)
		case "remote":
			bad = errors.Is(ref.Err, schema.ErrRemote)
		}
		if bad {
			h.add(func() place {
				return place{at: ref.From.At().Child(ref.Keyword), found: listed([]string{ref.Value}, true)}
			})
		}
	}
}

// document looks at a schema as a whole.
func (r *linting) document(k *constraint, d *document, h *hits) {
	if d.err != nil {
		if k.rule.Of == "unreadable" {
			h.add(func() place { return place{found: d.err.Error()} })
		}
		return
	}
	bad := false
	switch k.rule.Of {
	case "property-map":
		bad = catalog.IsPropertyMap(d.root)
	case "unsatisfiable":
		bad = refusesAll(d.root) || r.Unsatisfiable != nil && r.Unsatisfiable(d.root)
	case "invalid":
		if r.Invalid == nil {
			return
		}
		if at, reason := r.Invalid(d.root); reason != "" {
			h.add(func() place { return place{at: at, found: graphic(reason)} })
		}
	case "unknown-dialect":
		if d.unknown != nil {
			h.add(func() place { return place{at: "/$schema", found: d.unknown.Error()} })
		}
	case "duplicate-keys":
		duplicateKeys(d.root, "", h)
	case "unused-definitions":
		for _, s := range d.sites {
			if isDefinition(s.Keyword) && !d.resolved.Pinned(s.Schema) {
				h.add(func() place { return place{at: s.At()} })
			}
		}
	}
	if bad {
		h.add(func() place { return place{} })
	}
}

// graphic makes the words of a validator, who may quote the schema, fit to be shown.
func graphic(s string) string {
	const most = 200
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// refusesAll reports whether a schema says in so many words that it accepts nothing.
func refusesAll(n *schema.Node) bool {
	if hasForm(n, "nothing") {
		return true
	}
	not := n.Get("not")
	return not != nil && hasForm(not, "everything")
}

// duplicateKeys finds the members of all objects, data included, that have the name of an earlier one.
func duplicateKeys(n *schema.Node, at schema.Pointer, h *hits) {
	seen := make(map[string]bool, n.Len())
	for name, value := range n.Members() {
		if seen[name] {
			h.add(func() place { return place{at: at.Child(name), found: listed([]string{name}, true)} })
		}
		seen[name] = true
		if value.Len() > 0 {
			duplicateKeys(value, at.Child(name), h)
		}
	}
	for i, item := range n.Items() {
		if item.Len() > 0 {
			duplicateKeys(item, at.Child(strconv.Itoa(i)), h)
		}
	}
}
