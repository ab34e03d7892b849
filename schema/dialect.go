package schema

import (
	"fmt"
	"strings"
)

// DraftOf returns the draft that a document declares with $schema. Declared is false, and the draft 2020-12, which MCP
// makes the default, if it declares none; a meta-schema that is not one of the drafts' is an error.
func DraftOf(root *Node) (draft Draft, declared bool, err error) {
	value := root.Get("$schema")
	if value == nil {
		return Draft2020, false, nil
	}
	uri, ok := value.Text()
	if !ok {
		return 0, true, fmt.Errorf("$schema is not a string: %s", clip(string(value.Append(nil))))
	}
	name := strings.TrimSuffix(strings.TrimSuffix(uri, "#"), "/")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "https://"), "http://")
	switch name {
	case "json-schema.org/draft-04/schema":
		return Draft4, true, nil
	case "json-schema.org/draft-06/schema":
		return Draft6, true, nil
	case "json-schema.org/draft-07/schema":
		return Draft7, true, nil
	case "json-schema.org/draft/2019-09/schema":
		return Draft2019, true, nil
	case "json-schema.org/draft/2020-12/schema":
		return Draft2020, true, nil
	}
	return 0, true, fmt.Errorf("$schema names a dialect that is not known: %q", clip(uri))
}

// A Dependence is a place where the meaning of a document depends on its dialect.
type Dependence struct {
	At     Pointer
	Reason string
}

// DialectDependence returns the first place where what a document accepts depends on the draft that it is read under,
// or nil: then $schema may be dropped or changed without changing what is accepted. Compared are the draft that the
// document declares and those that readers assume where none is declared: 7, 2019-09 and 2020-12.
// An $id of the root is left to the caller, who knows whether anything refers to it.
func DialectDependence(d *Document) *Dependence {
	declared, _, err := DraftOf(d.Root)
	if err != nil {
		return &Dependence{"", err.Error()}
	}
	readers := declared | Draft7 | Draft2019 | Draft2020
	for _, s := range d.Sites {
		if reason := dependence(s, readers); reason != "" {
			return &Dependence{s.At(), reason}
		}
	}
	return nil
}

// dependence says why s means different things to the readers, or nothing.
func dependence(s *Site, readers Draft) string {
	if s.Schema.Kind() == Bool {
		if readers&Draft4 != 0 && s.Keyword != "additionalProperties" && s.Keyword != "additionalItems" {
			return "a boolean is no schema in draft 4"
		}
		return ""
	}
	siblings, everywhere := false, s.readBy(readers)
	for name, value := range s.Schema.Members() {
		if reason := keywordDependence(s, name, value, readers); reason != "" {
			return reason
		}
		if !agreed(name, value, readers, everywhere) {
			return name + " has a value that drafts can part over, since not all of them know it, check it or allow it"
		}
		class, known := classes[name]
		siblings = siblings || known && name != "$ref" && name != "$schema" && class != Annotation && class != Location && class != Vendor &&
			(name != "id" || readers&Draft4 != 0)
	}
	if s.Schema.Get("$ref") != nil && siblings {
		return "drafts up to 7 ignore what stands beside $ref"
	}
	return ""
}

func keywordDependence(s *Site, name string, value *Node, readers Draft) string {
	root := s.Up == nil && s.base == ""
	draft4 := readers&Draft4 != 0
	switch name {
	case "format", "contentEncoding", "contentMediaType", "contentSchema":
		return name + " is asserted under some drafts only"
	case "dependencies":
		return "dependencies was split in two in 2019-09"
	case "items":
		if value.Kind() == Array {
			return "an array of items is a tuple before 2020-12 only"
		}
	case "exclusiveMinimum", "exclusiveMaximum":
		if value.Kind() == Bool || draft4 {
			return name + " is a boolean in draft 4 and a number later"
		}
	case "type":
		if draft4 && names(value, "integer") {
			return "1.0 is an integer from draft 6 on"
		}
	case "$id", "id":
		if !root && name == "$id" || draft4 {
			return name + " moves the base of references in some drafts only"
		}
	case "$schema":
		if !root {
			return "a subschema declares a dialect of its own"
		}
	}
	known := keywordDrafts[name] & readers
	if known == 0 || known == readers && name != "$defs" {
		return ""
	}
	if class := classes[name]; class == Annotation || class == Location {
		return "" // without effect; whether it is valid is looked at apart
	}
	return name + " is not known to every draft"
}

// names reports whether a type, or one of a list of types, is the one asked for.
func names(value *Node, typ string) bool {
	if text, ok := value.Text(); ok {
		return text == typ
	}
	for _, item := range value.Items() {
		if text, _ := item.Text(); text == typ {
			return true
		}
	}
	return false
}

// classes and keywordDrafts are columns of the keyword table.
var classes, keywordDrafts = func() (map[string]Class, map[string]Draft) {
	c, d := make(map[string]Class), make(map[string]Draft)
	for _, k := range Keywords() {
		c[k.Name], d[k.Name] = k.Class, k.Drafts
	}
	return c, d
}()
