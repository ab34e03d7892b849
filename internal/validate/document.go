package validate

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"net/url"
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

// scan counts schemas and takes care of counts that the validator would cut to 64 bits.
func (d *document) scan() error {
	count := 0
	return each(d.value, "", one, func(at string, schema map[string]any) error {
		if count++; count > d.limits.Schemas {
			return &LimitError{Limit: "Schemas", Max: d.limits.Schemas, Pointer: at}
		}
		for _, v := range schema {
			// Booleans count too: they are compiled one by one. A few that are no schemas do no harm.
			if members, ok := v.(map[string]any); ok {
				for _, member := range members {
					if _, ok := member.(bool); ok {
						count++
					}
				}
			}
		}
		for _, name := range []string{
			"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
		} {
			number, ok := schema[name].(json.Number)
			if !ok || len(number) < 10 && !strings.ContainsAny(string(number), "eE") {
				continue
			}
			// Nothing that fits in memory has that many of anything, so that all such counts mean the same.
			if n, ok := new(big.Rat).SetString(string(number)); ok && n.IsInt() && n.Cmp(big.NewRat(math.MaxInt32, 1)) > 0 {
				schema[name] = json.Number(strconv.Itoa(math.MaxInt32))
			}
		}
		return nil
	})
}

// A reference is a keyword that refers, and where it leads.
type reference struct {
	at       string
	resource string // the address without its fragment
	fragment string
	target   string // as the validator spells it
}

// references lists all references of the document, and every $schema, which is one to its meta-schema.
func (d *document) references() []reference {
	bases := map[string]string{"": base} // by pointer
	places := map[string]string{base: ""}
	var list []reference
	// What resources there are is known only at the end, so there is a pass for them and one for references.
	for pass := range 2 {
		// The visit never fails.
		_ = each(d.value, "", one, func(at string, schema map[string]any) error {
			id, ok := schema[d.idName].(string)
			_, isRef := schema["$ref"].(string)
			if id, _, _ := strings.Cut(id, "#"); ok && id != "" && !(d.old && isRef) {
				if address, ok := join(baseOf(bases, at), id); ok && pass == 0 {
					bases[at] = address
					places[address] = at
				}
			}
			if pass == 0 {
				return nil
			}
			for _, keyword := range []string{"$dynamicRef", "$recursiveRef", "$ref", "$schema"} {
				text, ok := schema[keyword].(string)
				if !ok {
					continue
				}
				path, fragment, _ := strings.Cut(text, "#")
				address, ok := join(baseOf(bases, at), path)
				if unescaped, err := url.PathUnescape(fragment); ok && err == nil {
					r := reference{at: at + "/" + keyword, resource: address, fragment: unescaped}
					r.target = address + "#" + encode(unescaped)
					if place, ok := places[address]; ok && (unescaped == "" || unescaped[0] == '/') {
						r.target = base + "#" + encode(place+unescaped)
					}
					list = append(list, r)
				} else {
					list = append(list, reference{at: at + "/" + keyword, resource: text, target: text})
				}
			}
			return nil
		})
	}
	return list
}

func baseOf(bases map[string]string, at string) string {
	for {
		if address, ok := bases[at]; ok {
			return address
		}
		at = at[:strings.LastIndexByte(at, '/')] // the root is in bases
	}
}

func join(base, ref string) (string, bool) {
	b, err := url.Parse(base)
	if err != nil {
		return "", false
	}
	r, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	resolved := b.ResolveReference(r)
	if !r.IsAbs() && b.Opaque != "" {
		resolved.Opaque = b.Opaque
	}
	return resolved.String(), true
}

func encode(fragment string) string {
	tokens := strings.Split(fragment, "/")
	for i, token := range tokens {
		tokens[i] = url.PathEscape(token)
	}
	return strings.Join(tokens, "/")
}
