package request

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
)

// path fills in the template and tells what is wrong with the arguments in it.
func (b *builder) path() template {
	byName := map[string]*Binding{}
	for i := range b.call.Bindings {
		if p := &b.call.Bindings[i]; p.In == "path" {
			byName[p.Name] = p
		}
	}
	used := map[string]bool{} // the others would be dropped silently
	value := func(name string, inQuery bool) (string, error) {
		p := byName[name]
		if p == nil {
			return "", fmt.Errorf("no argument is bound to {%s}", clip(name))
		}
		used[name] = true
		n := b.args[p.Argument]
		if n == nil {
			b.problem(fmt.Errorf("argument %s is missing", quote(p.Argument)))
			return "x", nil // a stand-in, so that the other problems are found
		}
		s, err := segment(p, n, inQuery)
		if err != nil {
			b.problem(argument(p, err))
			return "x", nil
		}
		return s, nil
	}
	t, err := fill(b.call.Path, &filling{value, func(name string, err error) error { return argument(byName[name], err) }})
	b.problem(err)
	for i := range b.call.Bindings {
		if p := &b.call.Bindings[i]; err == nil && p.In == "path" && b.args[p.Argument] != nil && !used[p.Name] {
			b.problem(argument(p, fmt.Errorf("the path has no {%s}", clip(p.Name))))
		}
	}
	return t
}

// segment returns what stands for a variable of the path. RFC 6570 would leave undefined values out, but a path without
// them is the path of something else: of all books, say, instead of one.
func segment(p *Binding, n *schema.Node, inQuery bool) (string, error) {
	if omitted(p, n) {
		return "", fmt.Errorf("%s has no form in a path", a(n))
	}
	if p.byContent() {
		s, err := content(p.ContentType, n)
		return escape(s), err
	}
	switch {
	case p.AllowReserved && inQuery:
		return expand(p, n, keepInQuery)
	case p.AllowReserved:
		return expand(p, n, keepInPath)
	}
	return expand(p, n, escape)
}

// parameters adds what is bound to query, headers and cookies, in the order of the bindings.
func (b *builder) parameters() {
	for i := range b.call.Bindings {
		p := &b.call.Bindings[i]
		if p.In == "path" || p.In == "body" || p.In == "property" {
			continue
		}
		n := b.args[p.Argument]
		if n == nil {
			if p.Required {
				b.problem(fmt.Errorf("argument %s is missing", quote(p.Argument)))
			}
			continue
		}
		var err error
		switch p.In {
		case "query":
			err = b.queryParameter(p, n)
		case "querystring":
			err = b.queryString(p, n)
		case "header":
			err = b.headerParameter(p, n)
		case "cookie":
			err = b.cookieParameter(p, n)
		default:
			err = fmt.Errorf("nothing can be sent in %s", quote(p.In))
		}
		b.problem(argument(p, err))
	}
}

// named returns the pairs of a parameter of a place that has names.
func named(p *Binding, n *schema.Node, name, encode func(string) string) ([]pair, error) {
	var pairs []pair
	switch {
	case omitted(p, n):
	case p.byContent():
		s, err := content(p.ContentType, n)
		return []pair{{name(p.Name), encode(s)}}, err
	default:
		var err error
		if pairs, err = spread(p, n, name, encode); err != nil {
			return nil, err
		}
	}
	if len(pairs) == 0 && (p.Required || p.AllowEmpty) {
		pairs = []pair{{name(p.Name), ""}}
	}
	return pairs, nil
}

// queryParameter adds the pairs of one parameter. Names are encoded even where reserved characters of values are not: an
// ampersand in a name would begin another one.
func (b *builder) queryParameter(p *Binding, n *schema.Node) error {
	encode := escape
	if p.AllowReserved {
		encode = keepInQuery
	}
	pairs, err := named(p, n, escape, encode)
	for _, q := range pairs {
		b.query = append(b.query, q.name+"="+q.value)
	}
	return err
}

// queryString makes all of the query of one argument: a form of an object, or the encoded text of another content type.
// A string that is to be a form is one already.
func (b *builder) queryString(p *Binding, n *schema.Node) error {
	var q string
	var err error
	switch s, isText := n.Text(); {
	case p.ContentType != "" && kindOf(p.ContentType) != form:
		q, err = content(p.ContentType, n)
		q = escape(q)
	case isText:
		q = keep(s, "#")
	case n.Kind() == schema.Object:
		q, err = urlencoded(whole(n, nil))
	case n.Kind() == schema.Null:
	default:
		err = fmt.Errorf("the query is made of an object or a string, and not of %s", a(n))
	}
	if q != "" {
		b.query = append(b.query, q)
	}
	return err
}
