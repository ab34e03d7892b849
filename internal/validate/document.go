package validate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A document is a schema that is decoded and not yet compiled.
type document struct {
	value  any
	draft  *jsonschema.Draft // of the root, unless its $schema says otherwise
	old    bool              // a draft before 2019-09, which ignores what stands beside $ref
	idName string            // id in draft 4, $id behind it
	limits Limits
}

// draftOf knows the names that options have for drafts.
func draftOf(name string) *jsonschema.Draft {
	switch name {
	case "4":
		return jsonschema.Draft4
	case "6":
		return jsonschema.Draft6
	case "7":
		return jsonschema.Draft7
	case "2019-09":
		return jsonschema.Draft2019
	case "", "2020-12":
		return jsonschema.Draft2020
	}
	return nil
}

// draftOfURL knows the spellings of $schema that the validator knows.
func draftOfURL(text string) *jsonschema.Draft {
	text = strings.TrimSuffix(text, "#")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "http://"), "https://")
	if text == "json-schema.org/schema" {
		return jsonschema.Draft2020
	}
	for _, d := range []*jsonschema.Draft{
		jsonschema.Draft4, jsonschema.Draft6, jsonschema.Draft7, jsonschema.Draft2019, jsonschema.Draft2020,
	} {
		_, address, _ := strings.Cut(d.String(), "://")
		if text == address {
			return d
		}
	}
	return nil
}

// setDraft decides what the document is read as. To read it as something else its $schema is replaced, as there is no other
// way to tell the validator.
func (d *document) setDraft(opt *Options) error {
	for _, name := range []string{opt.Draft, opt.DefaultDraft} {
		if draftOf(name) == nil {
			return fmt.Errorf("validate: %q is no draft: want 4, 6, 7, 2019-09 or 2020-12", name)
		}
	}
	d.draft = draftOf(opt.DefaultDraft)
	root, _ := d.value.(map[string]any)
	text, declared := root["$schema"].(string)
	switch {
	case opt.Draft != "":
		d.draft = draftOf(opt.Draft)
		if declared {
			root["$schema"] = d.draft.String()
		}
	case declared:
		d.draft = draftOfURL(text)
		if d.draft == nil {
			return &InvalidError{Pointer: "/$schema", Offset: -1, Reason: fmt.Sprintf("%q is no draft that is known here", text)}
		}
	}
	d.old = d.draft != jsonschema.Draft2019 && d.draft != jsonschema.Draft2020
	d.idName = "$id"
	if d.draft == jsonschema.Draft4 {
		d.idName = "id"
	}
	return nil
}

// A shape is what the value of a keyword holds.
type shape int

const (
	unknown shape = iota // schemas only where a reference leads to them
	one                  // a schema, or an array of schemas
	named                // an object whose values are schemas
	data                 // no schemas
)

// shapeOf knows the keywords of all drafts at once: to count too many schemas does no harm, and some readers take a keyword of
// another draft for the one that it is there.
func shapeOf(keyword string) shape {
	switch keyword {
	case "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "contentSchema", "else", "if", "items", "not",
		"oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties":
		return one
	case "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties":
		return named
	case "const", "default", "enum", "examples":
		return data
	}
	return unknown
}

// each calls visit for every object that is a schema, or could be one if a reference led to it, parents first and in the
// order of their names.
func each(v any, at string, s shape, visit func(at string, schema map[string]any) error) error {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			if err := each(item, at+"/"+strconv.Itoa(i), s, visit); err != nil {
				return err
			}
		}
	case map[string]any:
		if s != named {
			if err := visit(at, v); err != nil {
				return err
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner := one
			if s != named {
				inner = shapeOf(name)
			}
			if inner == data {
				continue
			}
			if err := each(v[name], at+"/"+escape(name), inner, visit); err != nil {
				return err
			}
		}
	}
	return nil
}
