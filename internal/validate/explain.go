package validate

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// explain finds the place in the document that an error of the validator is about.
func (d *document) explain(err error) error {
	invalid := func(pointer, format string, args ...any) error {
		return &InvalidError{Pointer: pointer, Offset: -1, Reason: fmt.Sprintf(format, args...)}
	}
	var (
		meta        *jsonschema.SchemaValidationError
		load        *jsonschema.LoadURLError
		missing     *jsonschema.JSONPointerNotFoundError
		malformed   *jsonschema.InvalidJsonPointerError
		anchor      *jsonschema.AnchorNotFoundError
		address     *jsonschema.ParseURLError
		id          *jsonschema.ParseIDError
		regex       *jsonschema.InvalidRegexError
		sameID      *jsonschema.DuplicateIDError
		sameAnchor  *jsonschema.DuplicateAnchorError
		metaAddress *jsonschema.InvalidMetaSchemaURLError
	)
	switch {
	case errors.As(err, &meta):
		var violation *jsonschema.ValidationError
		if !errors.As(meta.Err, &violation) {
			break
		}
		fault := worst(violation)
		at := pointerIn(meta.URL) + fault.at
		if fault.name != "" {
			at = d.findName(fault.name)
		}
		return invalid(at, "%s", fault.reason)
	case errors.As(err, &load):
		at := d.find(func(r reference) bool { return r.resource == load.URL })
		return invalid(at, "references out of the document are not followed, and %q is one", load.URL)
	case errors.As(err, &missing):
		return invalid(d.find(leadsTo(missing.URL)), "a reference leads to %q, where nothing is", local(missing.URL))
	case errors.As(err, &malformed):
		return invalid(d.find(leadsTo(malformed.URL)), "a reference to %q is no JSON pointer", local(malformed.URL))
	case errors.As(err, &anchor):
		return invalid(d.find(leadsTo(anchor.Reference)), "a reference leads to %q, and no anchor is called so", local(anchor.Reference))
	case errors.As(err, &address):
		at := d.find(func(r reference) bool { return r.target == address.URL || strings.HasPrefix(r.target, address.URL+"#") })
		return invalid(at, "%q is no address", address.URL)
	case errors.As(err, &id):
		return invalid(pointerIn(id.URL)+"/"+d.idName, "it is no address")
	case errors.As(err, &regex):
		at := pointerIn(regex.URL)
		if strings.HasSuffix(at, "/patternProperties") {
			at += "/" + escape(regex.Regex)
		}
		return invalid(at, "%v", regex.Err)
	case errors.As(err, &sameID):
		first, second := ordered(sameID.Ptr1, sameID.Ptr2)
		return invalid(second+"/"+d.idName, "%q has the same address", first)
	case errors.As(err, &sameAnchor):
		first, second := ordered(sameAnchor.Ptr1, sameAnchor.Ptr2)
		return invalid(second, "%q has the anchor %q too", first, sameAnchor.Anchor)
	case errors.As(err, &metaAddress):
		return invalid(pointerIn(metaAddress.URL)+"/$schema", "it is no address")
	}
	return invalid("", "%s", strings.ReplaceAll(err.Error(), base, ""))
}

func ordered(a, b string) (string, string) { return min(a, b), max(a, b) }

// local takes the address of the document, which nobody gave to it, from a message.
func local(target string) string { return strings.TrimPrefix(target, base) }

func leadsTo(target string) func(reference) bool {
	return func(r reference) bool { return r.target == target }
}

// find returns where the first such reference stands. All of the document is searched, so that one that no schema leads to
// may be named instead of one with the same target that is read.
func (d *document) find(match func(reference) bool) string {
	for _, r := range d.references() {
		if match(r) {
			return r.at
		}
	}
	return ""
}

// pointerIn returns the JSON pointer of an address of the validator.
func pointerIn(address string) string {
	_, fragment, _ := strings.Cut(address, "#")
	if pointer, err := url.PathUnescape(fragment); err == nil {
		return pointer
	}
	return fragment
}

// findName returns where a name stands that the meta-schemas check: the validator's own word for the place is at times
// that of another one, which it looked at later.
func (d *document) findName(name string) (found string) {
	errFound := errors.New("found")
	// The only error is that something was found.
	_ = each(d.value, "", one, func(at string, schema map[string]any) error {
		for _, keyword := range []string{"$vocabulary", "patternProperties"} {
			members, _ := schema[keyword].(map[string]any)
			if _, ok := members[name]; ok {
				found = at + "/" + keyword + "/" + escape(name)
				return errFound
			}
		}
		return nil
	})
	return found
}

// A violation is a fault of a document, at a place or in a name.
type violation struct{ at, name, reason string }

// worst picks one violation out of a tree: of alternatives the one that came furthest, as the others were not meant, and of
// several the first by place, as their order is that of a map.
func worst(e *jsonschema.ValidationError) violation {
	own := pointerOf(e.InstanceLocation)
	if len(e.Causes) == 0 {
		return violation{at: own, reason: e.ErrorKind.LocalizedString(message.NewPrinter(language.English))}
	}
	alternatives := false
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		alternatives = true
	}
	all := make([]violation, len(e.Causes))
	for i, cause := range e.Causes {
		all[i] = worst(cause)
	}
	slices.SortFunc(all, func(a, b violation) int {
		if alternatives {
			if c := cmp.Compare(strings.Count(b.at, "/"), strings.Count(a.at, "/")); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.name, b.name), cmp.Compare(a.reason, b.reason))
	})
	if names, ok := e.ErrorKind.(*kind.PropertyNames); ok {
		all[0].at, all[0].name = own, names.Property
	}
	if alternatives && all[0].at == own {
		reasons := make([]string, len(all))
		for i, v := range all {
			reasons[i] = v.reason
		}
		all[0].reason = strings.Join(slices.Compact(reasons), ", or ")
	}
	return all[0]
}
