package validate

import (
	"net/url"
	"strings"
)

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

// baseOf returns the address that references at a place are relative to: of the innermost resource around it.
func baseOf(bases map[string]string, at string) string {
	for {
		if address, ok := bases[at]; ok {
			return address
		}
		at = at[:strings.LastIndexByte(at, '/')] // the root is in bases
	}
}

// join resolves a reference as the validator does (RFC 3986, and a base that is opaque stays so).
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

// encode spells a fragment as the validator does in its messages.
func encode(fragment string) string {
	tokens := strings.Split(fragment, "/")
	for i, token := range tokens {
		tokens[i] = url.PathEscape(token)
	}
	return strings.Join(tokens, "/")
}
