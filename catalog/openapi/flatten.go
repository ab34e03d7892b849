package openapi

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
	"github.com/schema-bench/schema-bench/schema"
)

// A flat is an object schema that says nothing but which properties there are, so that they can stand beside others.
type flat struct {
	names       []string
	properties  map[string]*schema.Node
	required    map[string]bool
	closed      bool
	typed       bool // it says that it is about objects only
	description string
}

// flatten returns what a schema says if it is nothing but an object of properties, and nil if it is not: then taking it
// apart would change what is accepted. References and an allOf of one are followed.
func (im *importer) flatten(n *schema.Node) *flat {
	f := &flat{properties: map[string]*schema.Node{}, required: map[string]bool{}}
	for range maxHops {
		if said, ok := n.Get("description").Text(); ok && f.description == "" {
			f.description = strings.TrimSpace(said)
		}
		inner := im.inner(n)
		if inner == nil {
			if f.read(n) {
				return f
			}
			return nil
		}
		for name, value := range n.Members() {
			kind, _ := value.Text()
			f.typed = f.typed || name == "type" && kind == "object"
			if name != "$ref" && name != "allOf" && !isAnnotation(name) && !(name == "type" && kind == "object") {
				return nil
			}
		}
		n = inner
	}
	return nil
}

// inner returns what a schema refers to, or the only one of its allOf; nil if it has neither, or both.
func (im *importer) inner(n *schema.Node) *schema.Node {
	all := n.Get("allOf")
	if n.Get("$ref") != nil {
		if all != nil {
			return nil
		}
		return im.target(n, convert.Request)
	}
	if all.Len() == 1 {
		return all.Item(0)
	}
	return nil
}

// read takes an object schema apart, and reports whether it can be.
func (f *flat) read(n *schema.Node) bool {
	if n.Kind() != schema.Object {
		return false
	}
	for name, value := range n.Members() {
		switch name {
		case "type":
			if kind, _ := value.Text(); kind != "object" {
				return false
			}
			f.typed = true
		case "properties":
			if value.Kind() != schema.Object || value.Len() > maxFlat {
				return false
			}
			for property, s := range value.Members() {
				if f.properties[property] == nil {
					f.names = append(f.names, property)
				}
				f.properties[property] = s
			}
		case "required":
			for _, item := range value.Items() {
				property, ok := item.Text()
				if !ok {
					return false
				}
				f.required[property] = true
			}
		case "additionalProperties":
			open, isBool := value.Bool()
			if !isBool && !(value.Kind() == schema.Object && value.Len() == 0) {
				return false
			}
			f.closed = isBool && !open
		default:
			if !isAnnotation(name) {
				return false
			}
		}
	}
	for property := range f.required {
		if f.properties[property] == nil {
			if f.closed || len(f.required) > maxFlat {
				return false // nothing is accepted
			}
			f.properties[property] = schema.NewObject()
			f.names = append(f.names, property)
		}
	}
	known := n.Get("properties").Len()
	slices.Sort(f.names[min(known, len(f.names)):]) // those that only required names come out of a map
	return len(f.properties) > 0
}

// isAnnotation reports whether a keyword accepts and refuses nothing.
func isAnnotation(name string) bool {
	switch name {
	case "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment":
		return true
	}
	return strings.HasPrefix(name, "x-")
}
