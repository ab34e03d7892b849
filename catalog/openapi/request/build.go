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
//     binding is required or allows empty values: then the name is sent with nothing. In a path they are an error. In
//     JSON, which is also what an object in a form is unless a style says otherwise, they are what they are.
//   - A value that its style has no form for, and one that would be read as something else (an item with the separator
//     of its list, a line break in a header), is an error.
//   - An optional body is sent if there is an argument for it, a required one always, if need be as {}.
//   - A segment of the path that is . or .. is sent as %2E or %2E%2E, and none becomes empty.
//
// An argument can set Accept, but not the Content-Type of a body, and none of the headers that frame a message.
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

// problem notes what is wrong and goes on: whoever made the arguments, often a model, is to repair all of it at once.
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

// err returns the problems as one error, or nil.
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

// request goes through the parts of a request in the order in which they stand on the wire.
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
