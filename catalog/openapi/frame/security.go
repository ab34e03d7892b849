package frame

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// A scheme is a security scheme that was read. What is odd about it is a problem of the document.
type scheme struct {
	Requirement
	defined bool
}

// requirements reads a list of alternatives; ok is false if there is none. An empty list needs nothing.
func (r *reader) requirements(odd *problems, p document.Place) (list [][]Requirement, ok bool) {
	if !odd.is(r, p, schema.Array, "security") {
		return nil, false
	}
	for i, node := range p.Node.Items() {
		at := p.Item(i)
		if !r.spend(at.At) {
			break
		}
		if node.Kind() != schema.Object {
			odd.malformed(r, at, "the requirement", "an object")
			continue
		}
		all := make([]Requirement, 0, node.Len())
		for name, scopes := range node.Members() {
			place := document.Place{File: p.File, At: at.At.Child(name), Node: scopes}
			if !r.spend(place.At) {
				break
			}
			s := r.scheme(name)
			if !s.defined {
				odd.add(r, "undefined-scheme", place, "define it where the document has its security schemes", "the document has no security scheme %q", clip(name))
			}
			one := s.Requirement
			one.Scopes = odd.texts(r, place)
			all = append(all, one)
		}
		slices.SortStableFunc(all, func(a, b Requirement) int { return strings.Compare(a.Scheme, b.Scheme) })
		list = append(list, all)
	}
	if list == nil && p.Node.Len() > 0 { // nothing of it could be read
		return nil, false
	}
	return list, true
}

// scheme reads a security scheme by its name.
func (r *reader) scheme(name string) *scheme {
	if s, ok := r.schemes[name]; ok {
		return s
	}
	s := &scheme{}
	r.schemes[name] = s
	s.Scheme = name
	var odd problems
	defer func() { r.note(odd) }()
	all := r.d.Root().Get("securityDefinitions")
	if r.minor >= 0 {
		all = r.d.Root().Get("components").Get("securitySchemes")
	}
	p := all.Get(name)
	if p.Node == nil && r.minor >= 2 && strings.ContainsAny(name, "#/:") {
		p, _ = r.d.Resolve(r.d.Root(), name) // from 3.2 on a name that is none can be a reference
	}
	if p.Node == nil {
		return s
	}
	s.defined = true
	to, err := r.follow(p)
	if err != nil {
		odd = append(odd, r.d.Trouble(p, err))
		return s
	}
	if to.Node.Kind() != schema.Object {
		odd.add(r, "malformed", to, "", "the security scheme is %s, where an object is meant", a(to.Node))
		return s
	}
	s.Type = odd.text(r, to, "type")
	switch {
	case s.Type == "apiKey":
		s.In, s.Name = odd.text(r, to, "in"), odd.text(r, to, "name")
		if s.Name == "" || s.In != "header" && s.In != "query" && (s.In != "cookie" || r.minor < 0) {
			odd.add(r, "malformed", to, "", "the security scheme does not say where its key goes: in is %q and name %q", clip(s.In), clip(s.Name))
		}
	case s.Type == "basic" && r.minor < 0:
		s.Type, s.HTTP = "http", "basic"
	case s.Type == "http" && r.minor >= 0:
		if s.HTTP = strings.ToLower(odd.text(r, to, "scheme")); s.HTTP == "" {
			odd.add(r, "malformed", to, "", "the security scheme has no scheme of HTTP, such as bearer")
		}
	case s.Type == "oauth2", r.minor >= 0 && s.Type == "openIdConnect", r.minor >= 1 && s.Type == "mutualTLS":
	default:
		odd.add(r, "unknown-scheme", to, "", "%q is no type of a security scheme in version %s", clip(s.Type), r.d.Version.Text)
		s.Type = ""
	}
	return s
}
