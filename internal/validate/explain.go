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
		at, reason := worst(violation)
		return invalid(pointerIn(meta.URL)+at, "%s", reason)
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

// worst picks one violation out of a tree: of alternatives the one that came furthest, as the others were not meant, and of
// several the first by name, as their order is that of a map.
func worst(e *jsonschema.ValidationError) (at, reason string) {
	_, alternatives := e.ErrorKind.(*kind.AnyOf)
	if _, ok := e.ErrorKind.(*kind.OneOf); ok {
		alternatives = true
	}
	own := pointerOf(e.InstanceLocation)
	if len(e.Causes) == 0 {
		return own, e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
	}
	type violation struct{ at, reason string }
	var all []violation
	for _, cause := range e.Causes {
		at, reason := worst(cause)
		all = append(all, violation{at, reason})
	}
	slices.SortStableFunc(all, func(a, b violation) int {
		if alternatives {
			if c := cmp.Compare(strings.Count(b.at, "/"), strings.Count(a.at, "/")); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.reason, b.reason))
	})
	if alternatives && all[0].at == own {
		reasons := make([]string, len(all))
		for i, v := range all {
			reasons[i] = v.reason
		}
		return own, strings.Join(slices.Compact(reasons), ", or ")
	}
	return all[0].at, all[0].reason
}

func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		b.WriteString(escape(token))
	}
	return b.String()
}
