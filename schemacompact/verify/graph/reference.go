package graph

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// reference is one that is still to be resolved.
type reference struct {
	from    *Schema
	keyword string
	value   *schema.Node
	p       place
}

// native reports whether the keyword is one of the draft.
func (ref reference) native(draft Draft) bool {
	_, ok := keywordOf(ref.keyword, draft)
	return ok
}

// nowhere is the base of documents that have none. No reference can name it by chance.
const nowhere = "x-none://none/none"

// Only what every reader takes for a reference or an anchor is followed.
var (
	plainURI    = regexp.MustCompile(`^(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(?:#(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$`)
	plainAnchor = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._-]*$`)
)

// identify reads what the root says about the whole document.
func (r *reader) identify() *Obstacle {
	if n := r.root.Get("$schema"); n != nil {
		if s, ok := n.Text(); !ok || draftNamed(s) == 0 {
			r.custom = &Obstacle{"/$schema", "$schema names no draft that is known here"}
		}
	}
	if n := r.root.Get("$vocabulary"); n != nil && r.draft >= Draft2019 {
		r.custom = &Obstacle{"/$vocabulary", "$vocabulary can change what keywords mean"}
	}
	r.id = nowhere
	name := idKeyword(r.draft)
	// Up to draft 7 an id beside $ref is dead in theory only, so that nothing may be looked up by it.
	n := r.root.Get(name)
	if n == nil || r.draft <= Draft7 && r.root.Get("$ref") != nil {
		return nil
	}
	s, ok := readable(n)
	if !ok || !plainURI.MatchString(s) {
		return &Obstacle{schema.Pointer("").Child(name), "the identifier is no plain URI reference"}
	}
	resolved, err := resolveAgainst(nowhere, s)
	if err != nil {
		return &Obstacle{schema.Pointer("").Child(name), "the identifier is no plain URI reference"}
	}
	r.id, _, _ = strings.Cut(resolved, "#")
	return nil
}

// idKeyword returns the keyword for identifiers, which draft 6 renamed.
func idKeyword(draft Draft) string {
	if draft == Draft4 {
		return "id"
	}
	return "$id"
}

// resolveAgainst returns a reference as an absolute one, by RFC 3986.
func resolveAgainst(base, ref string) (string, error) {
	b, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	u, err := b.Parse(ref)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

// scope reads what a schema says about its own name: anchors and identifiers. The place of its parts may change by it.
func (r *reader) scope(s *Schema, p *place) *Obstacle {
	n := s.Node
	if v := n.Get("$schema"); v != nil && p.below {
		if t, ok := v.Text(); !ok || draftNamed(t) != r.draft {
			return &Obstacle{p.at.Child("$schema"), "a part of the document is of another dialect"}
		}
	}
	if n.Get("$vocabulary") != nil && p.below && r.draft >= Draft2019 {
		r.custom = &Obstacle{p.at.Child("$vocabulary"), "$vocabulary can change what keywords mean"}
	}
	dead := r.draft <= Draft7 && n.Get("$ref") != nil
	name := idKeyword(r.draft)
	if v := n.Get(name); v != nil {
		id, ok := readable(v)
		if !ok || !plainURI.MatchString(id) {
			return &Obstacle{p.at.Child(name), "the identifier is no plain URI reference"}
		}
		resource, fragment, _ := strings.Cut(id, "#")
		switch {
		case dead && (p.below || fragment != ""):
			return &Obstacle{p.at.Child(name), "an identifier beside $ref means something to some readers only"}
		case dead:
		case fragment != "" && r.draft >= Draft2019:
			return &Obstacle{p.at.Child(name), "an identifier has no fragment in this draft"}
		case fragment != "":
			if o := r.anchor(s, fragment, p.at.Child(name)); o != nil {
				return o
			}
		}
		if p.below && !dead && (resource != "" || fragment == "") {
			p.inner, s.inner = true, true
			if at, ok := r.identified[resource]; ok && at != p.at.Child(name) {
				return &Obstacle{p.at.Child(name), "two schemas have the same identifier"}
			}
			r.identified[resource] = p.at.Child(name)
			if r.nested == nil {
				r.nested = &Obstacle{p.at.Child(name), "an identifier below the root changes what references mean"}
			}
		}
	}
	// The other keyword for identifiers means something to some readers too, beside $ref as well.
	foreign := "id"
	if r.draft == Draft4 {
		foreign = "$id"
	}
	if id, ok := n.Get(foreign).Text(); ok && p.below && !strings.HasPrefix(id, "#") {
		p.inner, s.inner = true, true
		if r.nested == nil {
			r.nested = &Obstacle{p.at.Child(foreign), foreign + " is no keyword of this draft, and to some readers it changes what references mean"}
		}
	}
	if r.draft < Draft2019 {
		return nil
	}
	for _, name := range []string{"$anchor", "$dynamicAnchor"} {
		v := n.Get(name)
		if v == nil || name == "$dynamicAnchor" && r.draft != Draft2020 {
			continue
		}
		t, _ := v.Text()
		if o := r.anchor(s, t, p.at.Child(name)); o != nil {
			return o
		}
		if name == "$dynamicAnchor" {
			r.dynamic[t] = s
		}
	}
	return nil
}

// anchor keeps a name for a schema. Names of all bases are in one table, so that one name in two bases is refused too, which
// is stricter than it has to be.
func (r *reader) anchor(s *Schema, name string, at schema.Pointer) *Obstacle {
	if !plainAnchor.MatchString(name) {
		return &Obstacle{at, "the anchor is no plain name"}
	}
	if r.anchors[name] != nil && r.anchors[name] != s {
		return &Obstacle{at, "two schemas have the same anchor"}
	}
	r.anchors[name] = s
	return nil
}

// resolve leads every reference to its target. A target that stands where no schema is expected is read on the way, and
// can bring more references.
func (r *reader) resolve() *Obstacle {
	single := r.nested == nil
	for i := 0; i < len(r.references); i++ {
		ref := r.references[i]
		target, o := r.target(ref)
		if o != nil {
			return o
		}
		switch {
		case ref.keyword == "$ref":
			ref.from.Ref = target
		case !ref.native(r.draft):
			ref.from.foreign = append(ref.from.foreign, foreign{name: ref.keyword, to: target})
			ref.from.entangled = &Obstacle{ref.p.at.Child(ref.keyword), ref.keyword + " is no keyword of this draft, and some validators evaluate it"}
		default:
			ref.from.AllOf = append(ref.from.AllOf, target)
			ref.from.dynamic = &Obstacle{ref.p.at.Child(ref.keyword), "what " + ref.keyword + " leads to can depend on where it is read from"}
		}
	}
	if single && r.nested != nil {
		// Another base was found on the way. What was resolved before has to hold with it too.
		for _, ref := range r.references {
			if _, o := r.target(ref); o != nil {
				return o
			}
		}
	}
	return nil
}

// target returns the schema that a reference leads to.
func (r *reader) target(ref reference) (*Schema, *Obstacle) {
	at := ref.p.at.Child(ref.keyword)
	value, _ := readable(ref.value)
	if o := r.step(at, 1+len(value)/16); o != nil {
		return nil, o
	}
	if !plainURI.MatchString(value) {
		return nil, &Obstacle{at, "the reference is no plain URI reference"}
	}
	resource, fragment, _ := strings.Cut(value, "#")
	if r.nested != nil && (ref.p.inner || resource != "" || ref.keyword != "$ref") {
		return nil, &Obstacle{at, "the reference stands in a document with several bases"}
	}
	if resource != "" {
		resolved, err := resolveAgainst(r.id, resource)
		if err != nil || resolved != r.id || r.id == nowhere {
			return nil, &Obstacle{at, "the reference leaves the document"}
		}
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, &Obstacle{at, "the reference is no plain URI reference"}
	}
	if ref.keyword == "$recursiveRef" && value != "#" {
		return nil, &Obstacle{at, "$recursiveRef is # and nothing else"}
	}
	if fragment != "" && fragment[0] != '/' {
		s := r.anchors[fragment]
		switch {
		case s == nil:
			return nil, &Obstacle{at, "the reference leads to an anchor that does not exist"}
		case r.occurs["anchor "+fragment] > 1:
			return nil, &Obstacle{at, "the reference leads to an anchor that stands in the document more than once"}
		case s.inner:
			return nil, &Obstacle{at, "the reference leads into another base"}
		}
		return s, nil
	}
	return r.pointer(schema.Pointer(fragment), at)
}

// pointer follows a JSON pointer from the root. It knows at each step what the value there is to a reader.
func (r *reader) pointer(p schema.Pointer, from schema.Pointer) (*Schema, *Obstacle) {
	const (
		inSchema = iota // a schema
		inList          // an array of schemas
		inMap           // an object of schemas
		inData          // something that is compared and never read
		outside         // below a name that is no keyword, or in an annotation
	)
	n, state := r.root, inSchema
	tokens, ok := unescape(string(p))
	if !ok {
		return nil, &Obstacle{from, "the reference is no JSON pointer"}
	}
	at := schema.Pointer("")
	for _, name := range tokens {
		if state == outside && n.Kind() == schema.Object && r.child(n, idKeyword(r.draft)).Kind() == schema.String {
			return nil, &Obstacle{from, "the reference leads through something that could be another base"}
		}
		switch state {
		case inSchema:
			k, ok := keywordOf(name, r.draft)
			switch {
			case !ok || name == "default" || name == "examples":
				state = outside
			case k.shape == one || k.shape == items && r.child(n, name).Kind() != schema.Array:
			case k.shape == many || k.shape == items:
				state = inList
			case k.shape == named || k.shape == either:
				state = inMap
			default:
				state = inData
			}
		case inList, inMap:
			state = inSchema
		}
		if n = r.child(n, name); n == nil {
			return nil, &Obstacle{from, "the reference leads nowhere"}
		}
		at = at.Child(name)
	}
	if s := r.read[n]; s != nil && state == inSchema {
		if s.inner {
			return nil, &Obstacle{from, "the reference leads into another base"}
		}
		return s, nil
	}
	if state != outside {
		return nil, &Obstacle{from, "the reference leads to a place that is no schema"}
	}
	s, o := r.schema(n, place{at: at, boolean: r.draft != Draft4, below: true})
	if o == nil && s.inner {
		o = &Obstacle{from, "the reference leads into another base"}
	}
	return s, o
}

// unescape splits a pointer. A tilde that escapes nothing makes it none.
func unescape(p string) ([]string, bool) {
	if p == "" {
		return nil, true
	}
	tokens := strings.Split(p[1:], "/")
	for i, t := range tokens {
		rest := strings.ReplaceAll(strings.ReplaceAll(t, "~0", ""), "~1", "")
		if strings.Contains(rest, "~") {
			return nil, false
		}
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens, true
}

// child returns the member or the item that a token names, or nil.
func (r *reader) child(n *schema.Node, name string) *schema.Node {
	if n.Kind() == schema.Array {
		i, err := strconv.Atoi(name)
		if err != nil || strconv.Itoa(i) != name {
			return nil
		}
		return n.Item(i)
	}
	if n.Len() < 32 {
		return n.Get(name)
	}
	members := r.index[n]
	if members == nil {
		members = make(map[string]*schema.Node, n.Len())
		for name, value := range n.Members() {
			members[name] = value
		}
		r.index[n] = members
	}
	return members[name]
}
