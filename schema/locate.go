package schema

import (
	"fmt"
	"net/url"
	"strings"
)

// find returns what a reference leads to. Each address is looked up once.
func (d *Document) find(base, ref string) (*found, error) {
	to, ok := join(base, ref)
	if !ok {
		return &found{err: ErrDangling}, nil
	}
	if f := d.found[to]; f != nil {
		return f, nil
	}
	f, err := d.locate(to)
	if err != nil {
		return nil, err
	}
	d.found[to] = f
	return f, nil
}

func (d *Document) locate(to address) (*found, error) {
	if s := d.anchors[to]; s != nil {
		return d.settle(s.At(), to.uri)
	}
	resource := d.resources[to.uri]
	if resource == nil {
		return &found{err: ErrRemote}, nil
	}
	name, err := url.PathUnescape(to.fragment)
	if err != nil {
		return &found{err: fmt.Errorf("%w: %w", ErrDangling, err)}, nil
	}
	if name == "" || name[0] == '/' {
		return d.settle(resource.At()+Pointer(name), to.uri)
	}
	if s := d.anchors[address{to.uri, name}]; s != nil {
		return d.settle(s.At(), to.uri)
	}
	if at, ok := d.strayAnchor(name); ok {
		return d.settle(at, to.uri)
	}
	return &found{err: ErrDangling}, nil
}

// settle pins what stands at a place and, if it is a schema that no walk came by, walks on from there.
func (d *Document) settle(at Pointer, base string) (*found, error) {
	if err := d.spend(len(at)); err != nil {
		return nil, err
	}
	path := d.Around(at)
	if path == nil {
		return &found{err: ErrDangling}, nil
	}
	// What is pinned already has everything around it pinned.
	for i := len(path) - 1; i >= 0 && !d.pinned[path[i]]; i-- {
		d.pinned[path[i]] = true
	}
	f := &found{target: path[len(path)-1], at: at}
	if d.visited[f.target] {
		return f, nil
	}
	return f, d.enter(&Site{Schema: f.target, Index: -1, base: at}, base)
}

// Around returns the values from the root to what a pointer leads to, both included, or nil if it leads nowhere. It keeps
// an index of large objects, since many references through one object must not cost the square of their number; it is
// not safe for concurrent use.
func (d *Document) Around(at Pointer) []*Node {
	n := d.Root
	path := []*Node{n}
	for _, name := range at.Names() {
		if n.Kind() == Object && n.Len() > 32 {
			n = d.index(n)[name]
		} else {
			n = n.child(name)
		}
		if n == nil {
			return nil
		}
		path = append(path, n)
	}
	return path
}

func (d *Document) index(n *Node) map[string]*Node {
	if d.wide[n] == nil {
		m := make(map[string]*Node, n.Len())
		for name, value := range n.Members() {
			m[name] = value
		}
		d.wide[n] = m
	}
	return d.wide[n]
}

// strayAnchor looks for an anchor where no schema position is, inside default or examples, say. Whether a validator
// finds it there depends on the validator; who removes it breaks those that do.
func (d *Document) strayAnchor(name string) (Pointer, bool) {
	if d.stray == nil {
		d.stray = map[string]*link{}
		d.collectStray()
	}
	l, ok := d.stray[name]
	if !ok {
		return "", false
	}
	return l.at(), true
}

// link is a node and the way back to the root.
type link struct {
	up    *link
	node  *Node
	name  string
	index int // in an array; -1 in an object
}

func (l *link) at() Pointer {
	var names []string
	for ; l.up != nil; l = l.up {
		if l.index >= 0 {
			names = append(names, fmt.Sprint(l.index))
		} else {
			names = append(names, escape(l.name))
		}
	}
	var b strings.Builder
	for i := len(names) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(names[i])
	}
	return Pointer(b.String())
}

func (d *Document) collectStray() {
	stack := []*link{{node: d.Root, index: -1}}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, keyword := range []string{"$anchor", "$dynamicAnchor", "$id", "id"} {
			if text, ok := l.node.Get(keyword).Text(); ok {
				name := strings.TrimPrefix(text, "#")
				if _, taken := d.stray[name]; !taken {
					d.stray[name] = l
				}
			}
		}
		for name, value := range l.node.Members() {
			stack = append(stack, &link{l, value, name, -1})
		}
		for i, item := range l.node.Items() {
			stack = append(stack, &link{l, item, "", i})
		}
	}
}

// maxURI is where an $id or a reference to another document is taken for none: relative ones are joined to the one
// around them, so that long ones multiply.
const maxURI = 4096

// join resolves a reference against a base URI.
func join(base, ref string) (address, bool) {
	if fragment, ok := strings.CutPrefix(ref, "#"); ok { // nearly all, and url has ideas of its own about odd fragments
		return address{base, fragment}, true
	}
	name, fragment, _ := strings.Cut(ref, "#")
	if name == "" {
		return address{base, fragment}, true
	}
	if len(base)+len(name) > maxURI {
		return address{}, false
	}
	b, err := url.Parse(base)
	if err != nil {
		return address{}, false
	}
	r, err := url.Parse(name)
	if err != nil {
		return address{}, false
	}
	return address{b.ResolveReference(r).String(), fragment}, true
}
