package schema

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Causes of a reference that leads nowhere.
var (
	ErrRemote   = errors.New("the reference leaves the document")
	ErrDangling = errors.New("the reference points at nothing")
)

// A Reference is a $ref, $dynamicRef or $recursiveRef and where it leads inside the document.
type Reference struct {
	From    *Site
	Keyword string
	Value   string
	Target  *Node   // nil if Err is set
	At      Pointer // of the target
	Err     error   // wraps ErrRemote or ErrDangling
}

// A Document is a schema with its references resolved. Nothing outside the document is ever read.
type Document struct {
	Root *Node
	// Sites are all subschemas: those that Walk visits and, where a reference leads to a place that is no schema
	// position, such as #/components/schemas/x, those in there.
	Sites []*Site
	// References are in the order of Sites.
	References []Reference

	resources map[string]resource // by absolute base URI, without fragment
	anchors   map[string]place    // by absolute URI with fragment
	bases     map[*Site]string
	visited   map[*Node]bool
	pinned    map[*Node]bool
}

type resource struct {
	root *Node
	at   Pointer
}

type place = resource

// rootBase is the base URI of a document that does not give itself one.
const rootBase = "schema-bench:/"

// Resolve finds every subschema and every reference of a document. Anchors, $id bases, percent encoding and absolute
// references to the document itself are followed. A reference that leads nowhere is not an error of Resolve; it says
// so itself. The error is that of a walk.
func Resolve(root *Node) (*Document, error) {
	d := &Document{
		Root:      root,
		resources: map[string]resource{rootBase: {root, ""}},
		anchors:   map[string]place{},
		bases:     map[*Site]string{},
		visited:   map[*Node]bool{},
		pinned:    map[*Node]bool{},
	}
	if err := d.enter(&Site{Schema: root, Index: -1}, rootBase); err != nil {
		return nil, err
	}
	// Resolving can open new places, which append to the sites; the loop takes them along.
	for i := 0; i < len(d.Sites); i++ {
		if err := d.resolveAt(d.Sites[i]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Pinned reports whether a reference leads to n or to something inside n, so that removing n would break it.
// The root counts as pinned only if a reference leads to the root itself or into the document.
func (d *Document) Pinned(n *Node) bool { return d.pinned[n] }

// enter walks the schemas from one place on and notes their base URIs and anchors.
func (d *Document) enter(from *Site, base string) error {
	return walkFrom(from, func(s *Site) error {
		if d.visited[s.Schema] {
			return SkipBelow
		}
		d.visited[s.Schema] = true
		d.Sites = append(d.Sites, s)
		b := base
		if s.Up != nil {
			b = d.bases[s.Up]
		}
		d.bases[s] = d.identify(s, b)
		return nil
	})
}

// identify notes what s calls itself and returns the base URI in force inside it.
func (d *Document) identify(s *Site, base string) string {
	for _, keyword := range []string{"$id", "id"} {
		id, ok := s.Schema.Get(keyword).Text()
		if !ok {
			continue
		}
		// In drafts 4 to 7 a fragment alone is an anchor.
		if strings.HasPrefix(id, "#") {
			d.addAnchor(base+id, s)
			continue
		}
		if abs, ok := join(base, id); ok {
			plain, fragment, _ := strings.Cut(abs, "#")
			if _, taken := d.resources[plain]; !taken {
				d.resources[plain] = resource{s.Schema, s.At()}
			}
			base = plain
			if fragment != "" {
				d.addAnchor(base+"#"+fragment, s)
			}
		}
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name, ok := s.Schema.Get(keyword).Text(); ok {
			d.addAnchor(base+"#"+name, s)
		}
	}
	return base
}

func (d *Document) addAnchor(uri string, s *Site) {
	if _, taken := d.anchors[uri]; !taken {
		d.anchors[uri] = place{s.Schema, s.At()}
	}
}

func (d *Document) resolveAt(s *Site) error {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		value, ok := s.Schema.Get(keyword).Text()
		if !ok {
			continue
		}
		ref := Reference{From: s, Keyword: keyword, Value: value}
		path, at, err := d.find(d.bases[s], value)
		if err != nil {
			ref.Err = fmt.Errorf("%s %q at %q: %w", keyword, value, s.At(), err)
		} else {
			for _, n := range path {
				d.pinned[n] = true
			}
			ref.Target, ref.At = path[len(path)-1], at
			if !d.visited[ref.Target] {
				if err := d.enter(&Site{Schema: ref.Target, Index: -1, base: at}, d.bases[s]); err != nil {
					return err
				}
			}
		}
		d.References = append(d.References, ref)
	}
	return nil
}

// find returns the nodes from the root of the document to what a reference leads to.
func (d *Document) find(base, ref string) ([]*Node, Pointer, error) {
	abs, ok := join(base, ref)
	if !ok {
		return nil, "", ErrDangling
	}
	uri, fragment, _ := strings.Cut(abs, "#")
	if p, ok := d.anchors[uri+"#"+fragment]; ok && fragment != "" {
		return d.Root.path(p.at), p.at, nil
	}
	res, ok := d.resources[uri]
	if !ok {
		return nil, "", ErrRemote
	}
	name, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrDangling, err)
	}
	if name != "" && name[0] != '/' {
		return d.strayAnchor(name)
	}
	at := res.at + Pointer(name)
	if path := d.Root.path(at); path != nil {
		return path, at, nil
	}
	return nil, "", ErrDangling
}

// strayAnchor looks for an anchor where no schema position is, inside default or examples, say. Whether a validator
// finds it there depends on the validator; who removes it breaks those that do.
func (d *Document) strayAnchor(name string) ([]*Node, Pointer, error) {
	type entry struct {
		n  *Node
		at Pointer
	}
	stack := []entry{{d.Root, ""}}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, keyword := range []string{"$anchor", "$dynamicAnchor", "$id", "id"} {
			if text, ok := e.n.Get(keyword).Text(); ok && strings.TrimPrefix(text, "#") == name {
				return d.Root.path(e.at), e.at, nil
			}
		}
		for name, value := range e.n.Members() {
			stack = append(stack, entry{value, e.at.Child(name)})
		}
		for i, item := range e.n.Items() {
			stack = append(stack, entry{item, e.at.Child(fmt.Sprint(i))})
		}
	}
	return nil, "", ErrDangling
}

// join resolves a reference against a base URI.
func join(base, ref string) (string, bool) {
	if strings.HasPrefix(ref, "#") { // the common case, and one that must not depend on what url makes of odd fragments
		return base + ref, true
	}
	b, err := url.Parse(base)
	if err != nil {
		return "", false
	}
	r, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	fragment := r.EscapedFragment()
	r.Fragment, r.RawFragment = "", ""
	abs := b.ResolveReference(r).String()
	if abs == "" {
		abs = base
	}
	if fragment != "" {
		abs += "#" + fragment
	}
	return abs, true
}
