package document

import "github.com/schema-bench/schema-bench/schema"

// anchor returns the place of an $anchor or a $dynamicAnchor of the file.
func (f *File) anchor(name string) (schema.Pointer, bool) {
	f.index()
	at, ok := f.anchors[name]
	return at, ok
}

// id returns the place of the schema with an $id.
func (f *File) id(name string) (schema.Pointer, bool) {
	f.index()
	at, ok := f.ids[name]
	return at, ok
}

// index finds anchors and identifiers, the first of each name in document order. Nearly no document has any, and nearly no
// reference asks for one, so they are looked for once and late.
func (f *File) index() {
	if f.anchors != nil {
		return
	}
	f.anchors, f.ids = map[string]schema.Pointer{}, map[string]schema.Pointer{}
	f.look(f.Root, "", 0, false)
}

// look goes through a value. What stands in a map of names, such as properties, is no keyword, and data is not looked into.
func (f *File) look(n *schema.Node, at schema.Pointer, depth int, names bool) {
	if depth > 10_000 {
		return
	}
	for i, item := range n.Items() {
		f.look(item, at.Child(itoa(i)), depth+1, false)
	}
	for name, value := range n.Members() {
		if !names && isData(name) {
			continue
		}
		if text, ok := value.Text(); ok && !names {
			switch name {
			case "$anchor", "$dynamicAnchor":
				note(f.anchors, text, at)
			case "$id":
				note(f.ids, text, at)
				if full, err := join(f.base, text); err == nil {
					note(f.ids, full, at)
				}
			}
		}
		f.look(value, at.Child(name), depth+1, !names && holdsNames(name))
	}
}

func note(index map[string]schema.Pointer, name string, at schema.Pointer) {
	if _, ok := index[name]; !ok {
		index[name] = at
	}
}

// isData reports whether the value of a member is data, whatever it looks like.
func isData(name string) bool {
	switch name {
	case "example", "examples", "default", "enum", "const", "mapping", "scopes":
		return true
	}
	return len(name) > 2 && name[:2] == "x-"
}

// holdsNames reports whether the members of a member's value are names that somebody chose.
func holdsNames(name string) bool {
	switch name {
	case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas", "parameters", "responses", "requestBodies",
		"headers", "securitySchemes", "securityDefinitions", "links", "callbacks", "pathItems", "paths", "content", "encoding", "variables", "webhooks":
		return true
	}
	return false
}
