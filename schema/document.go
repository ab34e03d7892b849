package schema

import (
	"errors"
	"fmt"
	"strings"
)

// Causes of a reference that leads nowhere.
var (
	ErrRemote   = errors.New("the reference leaves the document")
	ErrDangling = errors.New("the reference points at nothing")
)

// A Reference is a $ref, $dynamicRef or $recursiveRef and where it leads inside the document. What a dynamic reference
// leads to is decided during validation; it has a Reference for each place that it can lead to.
type Reference struct {
	From    *Site
	Keyword string
	Value   string
	Target  *Node   // nil if Err is set; need not be a schema
	At      Pointer // of the target
	Err     error   // wraps ErrRemote or ErrDangling
}

// A Document is a schema with its references resolved. Nothing outside the document is ever read.
type Document struct {
	Root *Node
	// Sites are all subschemas: those that Walk visits and, where a reference leads to a place that is no schema
	// position, such as #/components/schemas/x, those in there. A node that stands in several places is one site.
	Sites []*Site
	// References are in the order of Sites; the further targets of dynamic references come last.
	References []Reference

	draft     Draft
	resources map[string]*Site  // what $id names, by absolute URI without fragment
	anchors   map[address]*Site // what $anchor and its kin name
	dynamic   map[string][]*Site
	stray     map[string]*link // anchors anywhere, data included; nil until one is looked for
	found     map[address]*found
	bases     map[*Site]string
	visited   map[*Node]bool
	pinned    map[*Node]bool
	wide      map[*Node]map[string]*Node // members of large objects that references lead through
	spent     int
}

// address is an absolute URI, split so that looking up #name makes no new string.
type address struct{ uri, fragment string }

type found struct {
	target *Node
	at     Pointer
	err    error
}

const (
	// rootBase is the base URI of a document that does not give itself one.
	rootBase = "schema-bench:/"
	// recursive stands for $recursiveAnchor among the names of dynamic anchors; no name is empty.
	recursive = ""
	// maxReferences bounds what dynamic references add, each of which may lead to all dynamic anchors.
	maxReferences = 100_000
	// maxSpent bounds the bytes of pointers and URIs that resolving makes. They grow with the product of depth and
	// number, so a small hostile document could ask for any amount.
	maxSpent = 64 << 20
)

// Resolve finds every subschema and every reference of a document. Anchors, $id bases, percent encoding and absolute
// references to the document itself are followed. A reference that leads nowhere is not an error of Resolve; it says
// so itself. The error is that of a walk, or a *LimitError.
func Resolve(root *Node) (*Document, error) {
	d := &Document{
		Root:    root,
		anchors: map[address]*Site{},
		dynamic: map[string][]*Site{},
		found:   map[address]*found{},
		bases:   map[*Site]string{},
		visited: map[*Node]bool{},
		pinned:  map[*Node]bool{},
		wide:    map[*Node]map[string]*Node{},
	}
	// A dialect that is not known is the business of others; references are then read as by default.
	d.draft, _, _ = DraftOf(root)
	site := &Site{Schema: root, Index: -1}
	d.resources = map[string]*Site{rootBase: site}
	if err := d.enter(site, rootBase); err != nil {
		return nil, err
	}
	// Resolving can open new places, which append to the sites; the loop takes them along.
	for i := 0; i < len(d.Sites); i++ {
		if err := d.resolveAt(d.Sites[i]); err != nil {
			return nil, err
		}
	}
	return d, d.resolveDynamic()
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
		return d.spend(0)
	})
}

// spend counts bytes of pointers and URIs.
func (d *Document) spend(n int) error {
	if d.spent += n; d.spent > maxSpent {
		return &LimitError{"number of bytes in pointers and URIs of references", maxSpent}
	}
	return nil
}

// idKeyword is what a document spells $id.
func (d *Document) idKeyword() string {
	if d.draft == Draft4 {
		return "id"
	}
	return "$id"
}

// identify notes what s calls itself and returns the base URI in force inside it.
func (d *Document) identify(s *Site, base string) string {
	id, ok := s.Schema.Get(d.idKeyword()).Text()
	// Up to draft 7, what stands beside $ref is ignored, $id included.
	if ok && (d.draft&upTo7 == 0 || s.Schema.Get("$ref") == nil) {
		base = d.identifyAs(s, base, id)
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name, ok := s.Schema.Get(keyword).Text(); ok {
			d.addAnchor(address{base, name}, s)
			if keyword == "$dynamicAnchor" && name != recursive {
				d.dynamic[name] = append(d.dynamic[name], s)
			}
		}
	}
	if on, _ := s.Schema.Get("$recursiveAnchor").Bool(); on {
		d.dynamic[recursive] = append(d.dynamic[recursive], s)
	}
	return base
}

func (d *Document) identifyAs(s *Site, base, id string) string {
	// In drafts 4 to 7 a fragment alone is an anchor.
	if name, ok := strings.CutPrefix(id, "#"); ok {
		d.addAnchor(address{base, name}, s)
		return base
	}
	to, ok := join(base, id)
	if !ok {
		return base
	}
	d.spent += len(to.uri)
	if _, taken := d.resources[to.uri]; !taken {
		d.resources[to.uri] = s
	}
	d.addAnchor(to, s)
	return to.uri
}

func (d *Document) addAnchor(name address, s *Site) {
	if _, taken := d.anchors[name]; !taken && name.fragment != "" {
		d.anchors[name] = s
	}
}

func (d *Document) resolveAt(s *Site) error {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		value, ok := s.Schema.Get(keyword).Text()
		if !ok {
			continue
		}
		f, err := d.find(d.bases[s], value)
		if err != nil {
			return err
		}
		ref := Reference{From: s, Keyword: keyword, Value: value, Target: f.target, At: f.at}
		if f.err != nil {
			at := s.At()
			if err := d.spend(len(at) + len(value)); err != nil {
				return err
			}
			ref.Err = fmt.Errorf("%s %q at %q: %w", keyword, clip(value), clip(string(at)), f.err)
		}
		d.References = append(d.References, ref)
	}
	return nil
}

// resolveDynamic adds the places that dynamic references can lead to apart from the one that they lead to by name.
func (d *Document) resolveDynamic() error {
	if len(d.dynamic) == 0 {
		return nil
	}
	added := 0
	for _, ref := range d.References {
		name := recursive
		switch ref.Keyword {
		case "$ref":
			continue
		case "$dynamicRef":
			_, fragment, _ := strings.Cut(ref.Value, "#")
			if name = fragment; name == recursive {
				continue
			}
		}
		for _, s := range d.dynamic[name] {
			if s.Schema == ref.Target {
				continue
			}
			if added++; added > maxReferences {
				return &LimitError{"number of places that dynamic references can lead to", maxReferences}
			}
			f, err := d.settle(s.At(), d.bases[s])
			if err != nil {
				return err
			}
			d.References = append(d.References, Reference{From: ref.From, Keyword: ref.Keyword, Value: ref.Value, Target: f.target, At: f.at})
		}
	}
	return nil
}
