package request

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// Options say what a request needs beside the arguments. The zero value is for calls with absolute servers.
type Options struct {
	Base        string            // URL that relative servers are resolved against: that of the document
	Server      string            // instead of the servers of the call
	Credentials map[string]string // by scheme name: the key, the token, or user:password
	Boundary    string            // of multipart bodies; random if empty
}

// Build makes the request of a call with arguments, an object; nil is none. The error joins all that is wrong with them.
//
//   - Numbers go out as they are spelled, strings decoded and encoded anew for their place, JSON as it is written.
//   - An absent argument stays absent. Null, [] and {} are left out of query, headers, cookies and forms, unless the
//     binding is required or allows empty values: then the name is sent with nothing. In a path they are an error. In a
//     JSON body they are what they are.
//   - A value that its style has no form for, and one that would be read as something else (an item with the separator
//     of its list, a line break in a header), is an error.
//   - An optional body is sent if there is an argument for it, a required one always, if need be as {}.
//   - A segment of the path that is . or .. is sent as %2E or %2E%2E, and none becomes empty.
//
// Of the alternatives of Security, the first that needs credentials and has them all is applied. If there is none, the
// request is built without: whoever sends it may add them. A credential never stands in an error.
//
// The request can be sent again (GetBody is set) and has the background context.
func (c *Call) Build(args *schema.Node, opt *Options) (*http.Request, error) {
	if opt == nil {
		opt = &Options{}
	}
	b := &builder{call: c, opt: opt, header: http.Header{}}
	req, err := b.request(args)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	return req, nil
}

// A builder collects the parts of one request.
type builder struct {
	call *Call
	opt  *Options
	args map[string]*schema.Node

	query   []string
	header  http.Header
	cookies []string

	problems []error
	more     int
}

// most bounds how many problems are told: arguments can have any number of them.
const most = 20

func (b *builder) problem(err error) {
	if err == nil {
		return
	}
	if len(b.problems) == most {
		b.more++
		return
	}
	b.problems = append(b.problems, err)
}

func (b *builder) err() error {
	if b.more > 0 {
		return errors.Join(append(b.problems, fmt.Errorf("and %d more", b.more))...)
	}
	return errors.Join(b.problems...)
}

// argument says which argument an error is about.
func argument(of *Binding, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("argument %s: %w", quote(of.Argument), err)
}

func (b *builder) request(args *schema.Node) (*http.Request, error) {
	if args != nil && args.Kind() != schema.Object {
		return nil, fmt.Errorf("the arguments are %s and not an object", a(args))
	}
	b.args = make(map[string]*schema.Node, args.Len())
	for name, value := range args.Members() {
		b.args[name] = value
	}
	u, err := b.server()
	b.problem(err)
	t := b.path()
	b.parameters()
	body := b.body(args)
	b.problem(b.secure())
	if accept := strings.Join(b.call.Accept, ", "); accept != "" && b.header.Get("Accept") == "" {
		b.problem(b.setHeader("Accept", accept))
	}
	if b.call.Method == "" {
		b.problem(errors.New("the call has no method"))
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	if err := b.locate(u, t); err != nil {
		return nil, err
	}
	// The path and the query come later: an error of net/http quotes the URL, and the query can hold a credential.
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body.data)
	}
	root := url.URL{Scheme: u.Scheme, Host: u.Host}
	req, err := http.NewRequestWithContext(context.Background(), b.call.Method, root.String(), reader)
	if err != nil {
		return nil, err
	}
	req.URL = u
	if len(b.cookies) > 0 {
		if err := b.setHeader("Cookie", strings.Join(b.cookies, "; ")); err != nil {
			return nil, err
		}
	}
	if body != nil {
		if err := b.setHeader("Content-Type", body.contentType); err != nil {
			return nil, err
		}
	}
	req.Header = b.header
	return req, nil
}

// locate completes the URL of the server.
func (b *builder) locate(u *url.URL, t template) error {
	before := u.RawPath // as it was written; net/url forgets %2F in a path that also has what should be encoded
	if before == "" {
		before = u.EscapedPath()
	}
	raw := strings.TrimRight(keep(before, "?#[]"), "/") + t.path
	path, err := url.PathUnescape(raw)
	if err != nil {
		return fmt.Errorf("path %s: %w", quote(b.call.Path), err)
	}
	u.Path, u.RawPath = path, raw
	if u.EscapedPath() != raw { // net/url has its own idea of the encoding then, which could be another path
		return fmt.Errorf("path %s has no encoding", quote(b.call.Path))
	}
	query := make([]string, 0, len(b.query)+2)
	for _, q := range []string{keep(u.RawQuery, "#"), t.query} {
		if q != "" {
			query = append(query, q)
		}
	}
	u.RawQuery = strings.Join(append(query, b.query...), "&")
	return nil
}

func (b *builder) path() template {
	byName := map[string]*Binding{}
	for i := range b.call.Bindings {
		if p := &b.call.Bindings[i]; p.In == "path" {
			byName[p.Name] = p
		}
	}
	used := map[string]bool{}
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
