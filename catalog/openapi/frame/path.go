package frame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// An entry is an operation that is found and not read yet.
type entry struct {
	item     *item
	method   string
	at       []string // names from the path item to the operation
	node     *schema.Node
	problems problems
	refused  *document.Problem
}

// An item is a path item with what holds for its operations.
type item struct {
	path string
	at   document.Place
	// Those of the path item, or of the one that it refers to if it has none.
	parameters, servers document.Place
	urls                []string // of servers, once they are read
	read                bool
}

func (e *entry) place() document.Place {
	at := e.item.at.At
	for _, name := range e.at {
		at = at.Child(name)
	}
	return document.Place{File: e.item.at.File, At: at, Node: e.node}
}

// paths finds the operations of all paths, in document order. A path that stands twice has the operations of both.
func (r *reader) paths(p document.Place) []entry {
	var odd problems
	defer func() { r.note(odd) }()
	if p.Node == nil && r.minor < 1 {
		odd.add(r, "no-paths", r.d.Root(), "", "the document has no paths, so it describes no operations")
	}
	if !odd.is(r, p, schema.Object, "paths") {
		return nil
	}
	var all []entry
	again := map[string][]string{} // methods of each item of a path
	type span struct{ from, to int }
	spans := map[string][]span{}
	for path, node := range p.Node.Members() {
		if strings.HasPrefix(path, "x-") {
			continue
		}
		from := len(all)
		all = r.item(all, &odd, path, document.Place{File: p.File, At: p.At.Child(path), Node: node})
		spans[path] = append(spans[path], span{from, len(all)})
		again[path] = append(again[path], methods(all[from:]))
	}
	for path, has := range again {
		if len(has) < 2 {
			continue
		}
		text := fmt.Sprintf("the path stands %d times in paths: with %s", len(has), strings.Join(has[:min(len(has), 5)], ", and with "))
		for _, s := range spans[path] {
			for i := range all[s.from:s.to] {
				e := &all[s.from+i]
				e.problems.add(r, "duplicate-path", e.item.at, "other readers take the last and lose the first without a word: put the two together", "%s", text)
			}
		}
	}
	return all
}

// methods says which operations there are, for a message.
func methods(list []entry) string {
	var names []string
	for _, e := range list[:min(len(list), 10)] {
		names = append(names, cmp.Or(clip(e.method), "one that cannot be read"))
	}
	return cmp.Or(strings.Join(names, " "), "no operation")
}

// item appends the operations of a path item, and of the one that it refers to.
func (r *reader) item(all []entry, odd *problems, path string, p document.Place) []entry {
	it := &item{path: path, at: p, parameters: p.Get("parameters"), servers: p.Get("servers")}
	refuse := func(problem document.Problem) []entry { return append(all, entry{item: it, refused: &problem}) }
	if len(path) > maxPath {
		it.path, it.at = clip(path), r.d.Root().Get("paths")
		return refuse(document.Problem{Rule: "too-large", File: r.d.FileOf(p), At: it.at.At, Message: fmt.Sprintf("the path %q is longer than %d bytes", it.path, maxPath)})
	}
	if p.Node.Kind() != schema.Object {
		return refuse(document.Problem{Rule: "malformed", File: r.d.FileOf(p), At: p.At, Message: fmt.Sprintf("the path item is %s, where an object is meant", a(p.Node))})
	}
	from := len(all)
	all = r.operations(all, odd, it)
	if _, ok := p.Node.Get("$ref").Text(); !ok {
		return all
	}
	to, err := r.follow(p)
	if err != nil {
		problem := r.d.Trouble(p, err)
		problem.Message = "the path item cannot be read, so neither can its operations: " + problem.Message
		return refuse(problem)
	}
	if to.Node.Kind() != schema.Object {
		return refuse(document.Problem{Rule: "malformed", File: r.d.FileOf(to), At: to.At, Message: fmt.Sprintf("the path item is %s, where an object is meant", a(to.Node))})
	}
	other := &item{path: path, at: to, parameters: to.Get("parameters"), servers: to.Get("servers")}
	if it.parameters.Node == nil {
		it.parameters = other.parameters
	} else {
		other.parameters = it.parameters
	}
	if it.servers.Node == nil {
		it.servers = other.servers
	} else {
		other.servers = it.servers
	}
	// A path item in a chain of references can have operations too, but nothing says what they would mean.
	own := map[string]int{}
	for i := range all[from:] {
		own[all[from+i].method] = from + i
	}
	for _, e := range r.operations(nil, odd, other) {
		if i, ok := own[e.method]; ok {
			all[i].problems.add(r, "overridden", all[i].place(), "give the method to one of the two",
				"the path item refers to one that has %s too; this one is taken", clip(e.method))
			continue
		}
		all = append(all, e)
	}
	return all
}

// operations appends what stands in a path item itself.
func (r *reader) operations(all []entry, odd *problems, it *item) []entry {
	for name, node := range it.at.Node.Members() {
		if !r.spend(it.at.At) {
			break
		}
		switch {
		case r.fixed(name):
			all = append(all, r.entry(it, strings.ToUpper(name), node, name))
		case name == "additionalOperations":
			all = r.additional(all, odd, it, document.Place{File: it.at.File, At: it.at.At.Child(name), Node: node})
		case looksLikeMethod(name, node):
			e := r.entry(it, strings.ToUpper(name), node, name)
			hint := "write methods in lower case"
			if !r.fixed(strings.ToLower(name)) {
				hint = "additionalOperations of version 3.2 is for other methods"
			}
			e.problems.add(r, "unknown-method", e.place(), hint, "%q is no method of a path item in version %s; it is read as %s", clip(name), r.d.Version.Text, clip(e.method))
			all = append(all, e)
		case strings.HasPrefix(name, "x-"), slices.Contains([]string{"$ref", "summary", "description", "servers", "parameters"}, name):
		default:
			at := document.Place{File: it.at.File, At: it.at.At.Child(name), Node: node}
			odd.add(r, "unknown-member", at, "", "%q means nothing in a path item", clip(name))
		}
	}
	return all
}

// additional appends the operations with methods of their own, which go on the wire as they are written.
func (r *reader) additional(all []entry, odd *problems, it *item, p document.Place) []entry {
	if !odd.is(r, p, schema.Object, "additionalOperations") {
		return all
	}
	for name, node := range p.Node.Members() {
		if !r.spend(p.At) {
			break
		}
		method, lower := name, strings.ToLower(name)
		known := r.fixed(lower)
		if known {
			method = strings.ToUpper(name)
		}
		e := r.entry(it, method, node, "additionalOperations", name)
		if known {
			e.problems.add(r, "unknown-method", e.place(), fmt.Sprintf("move it to %q of the path item", lower), "%q may not stand in additionalOperations; it is read as %s", clip(name), method)
		}
		if r.minor < 2 {
			e.problems.add(r, "unknown-method", e.place(), "say 3.2.0 in openapi", "additionalOperations means nothing in version %s; it is read as of 3.2", r.d.Version.Text)
		}
		all = append(all, e)
	}
	return all
}

func (r *reader) entry(it *item, method string, node *schema.Node, at ...string) entry {
	e := entry{item: it, method: method, node: node, at: at}
	switch {
	case !isToken(method):
		p := e.place()
		e.refused = &document.Problem{Rule: "unknown-method", File: r.d.FileOf(p), At: p.At, Message: fmt.Sprintf("%q is no method of HTTP", clip(method))}
	case node.Kind() != schema.Object:
		p := e.place()
		e.refused = &document.Problem{Rule: "malformed", File: r.d.FileOf(p), At: p.At, Message: fmt.Sprintf("the operation is %s, where an object is meant", a(node))}
	}
	return e
}

// fixed reports whether a path item has a member of that name for a method.
func (r *reader) fixed(name string) bool {
	switch name {
	case "get", "put", "post", "delete", "options", "head", "patch":
		return true
	case "trace":
		return r.minor >= 0
	case "query":
		return r.minor >= 2
	}
	return false
}

// looksLikeMethod reports whether somebody who wrote that name into a path item meant a method.
func looksLikeMethod(name string, node *schema.Node) bool {
	switch strings.ToLower(name) {
	case "get", "put", "post", "delete", "options", "head", "patch", "trace", "query", "connect":
		return true
	}
	return node.Kind() == schema.Object && !strings.HasPrefix(name, "x-") && (node.Get("responses") != nil || isToken(name) && strings.ToUpper(name) == name)
}

// isToken reports whether HTTP lets a text be a method (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for _, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0) {
			return false
		}
	}
	return s != ""
}

// twice notes at each of the operations with one method and path that there are others. They are sorted.
func (r *reader) twice(list []entry) {
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].item.path == list[from].item.path && list[to].method == list[from].method {
			to++
		}
		if to-from > 1 && list[from].method != "" {
			var each []string
			for i := from; i < min(to, from+4); i++ {
				id, _ := list[i].node.Get("operationId").Text()
				each = append(each, fmt.Sprintf("%s with operationId %q", list[i].place().At, clip(id)))
			}
			text := fmt.Sprintf("%s of this path stands %d times: %s", clip(list[from].method), to-from, strings.Join(each, ", "))
			for i := from; i < to; i++ {
				list[i].problems.add(r, "duplicate-operation", list[i].place(),
					"other readers take the last and lose the first without a word: remove one, or give it another path", "%s", text)
			}
		}
		from = to
	}
}
