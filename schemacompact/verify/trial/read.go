package trial

import (
	"net/url"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A site is a schema and where it stands. The same schema is always given the same pointer, that of its definition, so that
// instances made for it can be found again.
type site struct {
	node *schema.Node
	at   schema.Pointer
}

// child returns what is found below a site by names and indices; it has no node if there is nothing.
func (s site) child(names ...string) site {
	for _, name := range names {
		s.at = s.at.Child(name)
		if s.node.Kind() == schema.Array {
			i, ok := index(name)
			if !ok {
				return site{at: s.at}
			}
			s.node = s.node.Item(i)
		} else {
			s.node = s.node.Get(name)
		}
	}
	return s
}

// index reads an array index. One that is out of all proportion is none, so that it cannot overflow.
func index(name string) (int, bool) {
	n := 0
	for _, c := range name {
		if c < '0' || c > '9' || n > 1<<24 {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, name != ""
}

// A reader finds the schemas of one document. It is no judge: an instance that was made from a wrong reading is only a
// worse instance, since what it shows is what a validator says of it.
type reader struct {
	root    *schema.Node
	draft   schema.Draft
	anchors map[string]site
	base    string // $id of the root
	shapes  map[string]*shape
}

// newReader reads what can be known before anything is looked into. A draft that is not known is read as the newest: its
// documents do not get here, since the validator refuses them.
func newReader(root *schema.Node) *reader {
	r := &reader{root: root, anchors: map[string]site{}, shapes: map[string]*shape{}}
	r.draft, _, _ = schema.DraftOf(root)
	if r.draft == 0 {
		r.draft = schema.Draft2020
	}
	r.base, _ = root.Get(r.idKeyword()).Text()
	r.base = strings.TrimSuffix(r.base, "#")
	r.index(site{node: root}, 0)
	return r
}

// idKeyword returns what the draft calls the keyword that names a schema.
func (r *reader) idKeyword() string {
	if r.draft == schema.Draft4 {
		return "id"
	}
	return "$id"
}

// old reports whether the draft ignores what stands beside $ref.
func (r *reader) old() bool { return r.draft < schema.Draft2019 }

// index notes anchors and identifiers, wherever they stand: one in data misleads nobody but a reference to it.
func (r *reader) index(s site, depth int) {
	if depth > maxNesting {
		return
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name, ok := s.node.Get(keyword).Text(); ok {
			r.note("#"+name, s)
		}
	}
	if id, ok := s.node.Get(r.idKeyword()).Text(); ok && depth > 0 {
		r.note(strings.TrimSuffix(id, "#"), s)
	}
	for name, m := range s.node.Members() {
		r.index(site{m, s.at.Child(name)}, depth+1)
	}
	for i, item := range s.node.Items() {
		r.index(site{item, s.at.Child(itoa(i))}, depth+1)
	}
}

// note keeps the first of several with the same name, which no valid document has.
func (r *reader) note(name string, s site) {
	if _, taken := r.anchors[name]; !taken {
		r.anchors[name] = s
	}
}

// resolve finds what a reference leads to inside the document.
func (r *reader) resolve(ref string) (site, bool) {
	if r.base != "" {
		ref = strings.TrimPrefix(ref, r.base)
	}
	if s, ok := r.anchors[ref]; ok {
		return s, true
	}
	whole := site{node: r.root}
	before, fragment, _ := strings.Cut(ref, "#")
	if before != "" {
		var ok bool
		if whole, ok = r.anchors[before]; !ok {
			return site{}, false
		}
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return site{}, false
	}
	s := whole.child(schema.Pointer(fragment).Names()...)
	return s, s.node != nil && (fragment == "" || strings.HasPrefix(fragment, "/"))
}

// target returns what the reference in a schema leads to.
func (r *reader) target(s site) (site, bool) {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if ref, ok := s.node.Get(keyword).Text(); ok {
			return r.resolve(ref)
		}
	}
	return site{}, false
}
