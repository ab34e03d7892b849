package verify

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// draftOf returns the draft that a document declares, or none; ok is false if it declares one that is not known.
func draftOf(root *schema.Node) (declared drafts, ok bool) {
	value := root.Get("$schema")
	if value == nil {
		return nonDraft, true
	}
	uri, _ := value.Text()
	uri = strings.TrimSuffix(uri, "#")
	_, name, _ := strings.Cut(uri, "://json-schema.org/")
	if scheme := strings.TrimSuffix(uri, "://json-schema.org/"+name); scheme != "http" && scheme != "https" {
		return nonDraft, false
	}
	switch name {
	case "draft-04/schema":
		return d4, true
	case "draft-06/schema":
		return d6, true
	case "draft-07/schema":
		return d7, true
	case "draft/2019-09/schema":
		return d2019, true
	case "draft/2020-12/schema":
		return d2020, true
	}
	return nonDraft, false
}

// identity says whether $schema and $id of the roots may be erased from both documents: always if they are the same,
// otherwise only where every reader, whatever draft it takes the documents for, understands them alike.
func identity(a, b *document) (erased map[string]bool, o *obstacle) {
	erased = map[string]bool{}
	for _, name := range []string{"$schema", "$id"} {
		in, out := a.root.Get(name), b.root.Get(name)
		if in == nil && out == nil || in != nil && out != nil && schema.Equal(in, out) {
			continue
		}
		for _, d := range []*document{a, b} {
			if o := d.independent(name); o != nil {
				o.reason = fmt.Sprintf("%s differs, and %s", name, o.reason)
				return nil, o
			}
		}
		erased[name] = true
	}
	return erased, nil
}

// independent says why a document would not mean the same without the keyword name ($schema or $id) of its root.
func (d *document) independent(name string) *obstacle {
	if id := d.root.Get("$id"); name == "$id" && id != nil {
		if !plain("$id", id, d.readers) {
			return &obstacle{"/$id", "it is more than a base URI"}
		}
		if d.linked {
			return &obstacle{"/$id", "a reference is resolved against it"}
		}
	}
	for _, s := range d.sites {
		if keyword, reason := d.dependence(s, d.readers); reason != "" {
			at := s.at
			if keyword != "" {
				at = &step{at, keyword}
			}
			return &obstacle{at.pointer(), reason}
		}
	}
	return nil
}

// dependence says why a schema can mean different things to different readers, or nothing. Annotations, vendors'
// keywords and places for definitions are the same to all, because nothing follows from them; but each draft has its own
// idea of which values make a document invalid, so that every keyword must have one that is valid to all of them.
func (d *document) dependence(s site, readers drafts) (keyword, reason string) {
	if s.node.Kind() == schema.Bool && readers&d4 != 0 && !booleanIn4(s.keyword) {
		return "", "a boolean is no schema in draft 4"
	}
	hasRef := s.node.Get("$ref") != nil
	for name, value := range s.node.Members() {
		r, known := rows[name]
		if !known || r.duty == vendor || r.duty == decorates || inert(name, value, readers) {
			continue
		}
		isRoot := s.at == nil
		switch {
		case name == "format" && d.formatsAlike && isText(value):
			continue
		case name == "contentSchema" || r.duty == formats:
			return name, name + " is asserted by some readers only"
		case (r.duty == informs || r.duty == locates) && !plain(name, value, readers):
			return name, "it is malformed, which matters to the drafts that know it only"
		case r.duty == informs || r.duty == locates || isRoot && name == "$schema":
			continue
		case hasRef && name != "$ref" && !(isRoot && name == "$id"):
			return name, "drafts before 2019-09 ignore it beside $ref"
		case isRoot && name == "$id" && d.linked && (hasRef || readers&d4 != 0):
			return name, "a reference is resolved against it, but some drafts ignore it"
		case name == "id" && readers&d4 == 0:
			continue
		case isRoot && name == "$id" && plain(name, value, readers):
			continue
		case name == "$id" || name == "id" || name == "$schema":
			return name, name + " in a subschema is read by some drafts only"
		case name == "dependencies":
			return name, "newer drafts have split dependencies in two"
		case name == "items" && value.Kind() == schema.Array:
			return name, "an array of items is a tuple to some drafts only"
		case name == "additionalItems":
			return name, "additionalItems depends on what items may be"
		case strings.HasPrefix(name, "exclusive") && value.Kind() == schema.Bool:
			return name, name + " is a number in newer drafts"
		case strings.HasPrefix(name, "exclusive") && readers&d4 != 0:
			return name, name + " is a boolean in draft 4"
		case name == "type" && readers&d4 != 0 && strings.Contains(canonical(value), `"integer"`):
			return name, "1.0 is an integer in newer drafts, and in draft 4 to some"
		case readers&^r.drafts != 0:
			return name, name + " is not known to every draft"
		case !plain(name, value, readers) && !d.sameToAll(s, name, value, readers):
			return name, "its value is not valid to all drafts beyond doubt"
		}
	}
	return "", ""
}
