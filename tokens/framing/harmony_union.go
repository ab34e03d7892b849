package framing

import "github.com/schema-bench/schema-bench/schema"

// A oneOf is written in two ways that differ in small things: one where it is the schema of a
// property, one everywhere else.

// union writes a oneOf that is no property, each variant on a line of its own.
func (r harmonyRenderer) union(variants *schema.Node, indent, depth int) error {
	for _, v := range variants.Items() {
		r.add("\n")
		r.blanks(indent)
		r.add(" | ")
		if err := r.nullable(v, indent+3, depth+1); err != nil {
			return err
		}
		d, described := v.Get("description").Text()
		// Beside an enum, a string is written as JSON here, which has escapes.
		if err := r.trailing(d, described, v, func(value *schema.Node) error {
			if hasEnum(v) {
				return rustJSON.value(r.writer, value, 0)
			}
			return r.value(value, true)
		}); err != nil {
			return err
		}
	}
	return nil
}

// variants writes a property that is a oneOf. A description of the first variant takes the place of
// the property's own, and none is written twice.
func (r harmonyRenderer) variants(name string, p, variants *schema.Node, required nameSet, indent, depth int) error {
	description, described := p.Get("description").Text()
	first, ok := variants.Item(0).Get("description").Text()
	above := described && !(ok && first == description)
	if above {
		r.comment(indent, description)
	}
	if d := p.Get("default"); d != nil {
		r.blanks(indent)
		r.add("// default: ")
		if err := r.value(d, !hasEnum(p)); err != nil {
			return err
		}
		r.add("\n")
	}
	r.blanks(indent)
	r.key(name, required)
	r.add(":\n")
	for i, v := range variants.Items() {
		r.blanks(indent)
		r.add(" | ")
		if err := r.nullable(v, indent+3, depth+1); err != nil {
			return err
		}
		d, ok := v.Get("description").Text()
		shown := ok && !(i == 0 && above) && !(described && d == description)
		if err := r.trailing(d, shown, v, func(value *schema.Node) error { return r.value(value, !hasEnum(v)) }); err != nil {
			return err
		}
		r.add("\n")
	}
	r.blanks(indent)
	r.add(",\n")
	return nil
}

// trailing writes the comment behind a variant: a description, a default, or both.
func (r harmonyRenderer) trailing(description string, described bool, v *schema.Node, value func(*schema.Node) error) error {
	d := v.Get("default")
	if !described && d == nil {
		return nil
	}
	r.add(" // ")
	if described {
		r.add(description)
	}
	if d == nil {
		return nil
	}
	if described {
		r.add(" ")
	}
	r.add("default: ")
	return value(d)
}
