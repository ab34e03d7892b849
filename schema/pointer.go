package schema

import (
	"strconv"
	"strings"
)

// A Pointer is a JSON Pointer (RFC 6901); the empty pointer is the whole document.
type Pointer string

// Child returns the pointer to the member or item of p that has this name.
func (p Pointer) Child(name string) Pointer {
	return p + "/" + Pointer(escape(name))
}

func escape(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Names returns the unescaped reference tokens of p. A pointer that is not empty and has no leading slash has none.
func (p Pointer) Names() []string {
	if !strings.HasPrefix(string(p), "/") {
		return nil
	}
	names := strings.Split(string(p[1:]), "/")
	for i, s := range names {
		if strings.Contains(s, "~") {
			names[i] = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
		}
	}
	return names
}

// Find returns the value below n that p points at, or nil.
func (n *Node) Find(p Pointer) *Node {
	path := n.path(p)
	if path == nil {
		return nil
	}
	return path[len(path)-1]
}

// path returns the nodes from n to what p points at, both included, or nil if it points nowhere.
func (n *Node) path(p Pointer) []*Node {
	if n == nil || (p != "" && p[0] != '/') {
		return nil
	}
	path := []*Node{n}
	for _, name := range p.Names() {
		if n = n.child(name); n == nil {
			return nil
		}
		path = append(path, n)
	}
	return path
}

// child returns the member or item that a reference token names, or nil.
func (n *Node) child(name string) *Node {
	if n.Kind() == Array {
		return n.Item(index(name))
	}
	return n.Get(name)
}

// index reads an array index as RFC 6901 spells it, without sign or leading zeros, and gives -1 for anything else.
func index(s string) int {
	i, err := strconv.Atoi(s)
	if err != nil || strconv.Itoa(i) != s {
		return -1
	}
	return i
}
