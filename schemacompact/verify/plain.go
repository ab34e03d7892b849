package verify

import (
	"math"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// plain reports whether the value of a keyword is valid beyond doubt to each of the readers, by the meta-schemas of the
// drafts and by what validators ask for besides. It leans to no: what is not plain may be valid, and then counts as
// something that readers can part over. Subschemas are looked at on their own.
func plain(name string, v *schema.Node, readers drafts) bool {
	r, known := rows[name]
	if !known {
		return true
	}
	old := readers&d4 != 0
	if name == "id" && !old {
		return true // nothing to the others
	}
	if !r.fits(v) {
		return false
	}
	text, _ := v.Text()
	switch name {
	case "$ref":
		return plainReference(text)
	case "id", "$id":
		return text != "" && plainReference(text) && !strings.Contains(text, "#")
	case "$anchor":
		return plainAnchor(text)
	case "$vocabulary", "$recursiveAnchor", "$recursiveRef", "$dynamicAnchor", "$dynamicRef":
		return false // each is malformed or means something else to one of the others
	case "pattern":
		return plainPattern(text)
	case "patternProperties":
		for pattern := range v.Members() {
			if !plainPattern(pattern) {
				return false
			}
		}
	case "multipleOf":
		f, ok := float(v)
		return ok && f > 0
	case "minimum", "maximum":
		_, ok := float(v)
		return ok
	case "exclusiveMinimum", "exclusiveMaximum":
		_, ok := float(v)
		return ok && !old
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return plainCount(v, readers)
	case "enum":
		return v.Len() > 0 && distinct(v)
	case "type":
		return distinct(v)
	case "required":
		return plainNames(v, readers)
	case "dependentRequired", "dependencies":
		return everyMember(v, func(n *schema.Node) bool { return isSchema(n) || plainNames(n, readers) })
	case "items":
		return isSchema(v) // an array is no longer valid in 2020-12
	}
	return true
}

// float returns a number that no reader has trouble with.
func float(v *schema.Node) (float64, bool) {
	f, err := strconv.ParseFloat(string(v.Raw()), 64)
	return f, err == nil && len(v.Raw()) < 40 && (f == 0 || math.Abs(f) > 1e-300)
}

// plainCount is about spelling as well: 1.0 was no integer to some readers of draft 4.
func plainCount(v *schema.Node, readers drafts) bool {
	f, ok := float(v)
	return ok && isCount(v) && f < 1<<53 && (readers&d4 == 0 || strings.Trim(string(v.Raw()), "0123456789") == "")
}

func plainNames(v *schema.Node, readers drafts) bool {
	return isTexts(v) && distinct(v) && (v.Len() > 0 || readers&d4 == 0)
}

// distinct reports whether no item of an array occurs twice.
func distinct(v *schema.Node) bool {
	seen := make(map[string]bool, v.Len())
	for _, item := range v.Items() {
		key := canonical(item)
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// valid reports whether a definition and everything in it is plainly valid, and whether the document around it stays so
// without it and with it.
func (d *document) valid(root site) (ok bool, o *obstacle) {
	if ok, o = d.unnamed(root.node); !ok || o != nil {
		return false, o
	}
	o = d.eachBelow(root, func(s site) *obstacle {
		if s.node.Kind() == schema.Bool && !booleanIn4(s.keyword) && d.readers&d4 != 0 {
			ok = false
		}
		for name, value := range s.node.Members() {
			if r, known := rows[name]; known && !(r.fits(value) && plain(name, value, d.readers)) {
				ok = false
			}
		}
		return nil
	})
	return ok, o
}

// booleanIn4 reports whether draft 4 allows a boolean where it has schemas otherwise.
func booleanIn4(keyword string) bool {
	return keyword == "additionalProperties" || keyword == "additionalItems"
}

// unnamed reports whether nothing inside n, wherever it stands, takes part in what a document calls its parts: two of one
// name make it invalid, a base moves what stands below it, and a dialect changes the rules. An anchor of a name of its
// own is fine.
func (d *document) unnamed(n *schema.Node) (ok bool, o *obstacle) {
	if o := d.spend(1); o != nil {
		return false, o
	}
	for name, value := range n.Members() {
		if text, isText := value.Text(); isText {
			switch name {
			case "$id", "$schema", "$dynamicAnchor":
				return false, nil
			case "id":
				if d.readers&d4 != 0 {
					return false, nil
				}
			case "$anchor":
				if len(d.anchors[text]) != 1 {
					return false, nil
				}
			}
		}
		if ok, o := d.unnamed(value); !ok || o != nil {
			return false, o
		}
	}
	for _, item := range n.Items() {
		if ok, o := d.unnamed(item); !ok || o != nil {
			return false, o
		}
	}
	return true, nil
}

// sameToAll reports whether all readers agree on a value that is not plain, because each of them reads the keyword there
// and checks it alike.
func (d *document) sameToAll(s site, name string, value *schema.Node, readers drafts) bool {
	if !rows[name].fits(value) {
		return false
	}
	switch name {
	case "pattern":
	case "$ref":
		if readers&d4 != 0 {
			return false // it did not ask for a URI
		}
	case "patternProperties":
		if readers&(d4|d6) != 0 {
			return false // they did not look at the names
		}
	default:
		return false
	}
	return d.readByAll(s.at, readers)
}

// readByAll reports whether all readers come by a schema when they check whether the document is valid.
func (d *document) readByAll(at *step, readers drafts) bool {
	n, held := d.root, false
	for _, name := range at.names() {
		n = d.get(n, name)
		if held {
			held = false
			continue
		}
		r, known := rows[name]
		if !known || r.shape < one || name == "$defs" || readers&^r.drafts != 0 {
			return false
		}
		held = r.shape == named || r.shape == namedOrText || n.Kind() == schema.Array
	}
	return true
}
