package request

import (
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A kind is a way to write a value as bytes.
type kind int

const (
	binary   kind = iota // a string as its bytes
	text                 // a scalar as its text
	document             // a string as it is, in a format that nothing else can be written in here, such as XML
	jsonText
	jsonLines
	jsonSeq // RFC 7464
	yamlText
	form
	multi
)

// base returns a media type without its parameters, in lower case.
func base(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// kindOf tells kinds apart by the subtype and its suffix (RFC 6839): many APIs have media types of their own. What is
// not known is bytes, which can carry any format.
func kindOf(contentType string) kind {
	t := base(contentType)
	major, minor, _ := strings.Cut(t, "/")
	switch {
	case minor == "json", strings.HasSuffix(minor, "+json"):
		return jsonText
	case minor == "jsonl", minor == "x-ndjson", minor == "ndjson", minor == "x-jsonlines", minor == "jsonlines":
		return jsonLines
	case minor == "json-seq", strings.HasSuffix(minor, "+json-seq"):
		return jsonSeq
	case minor == "yaml", minor == "x-yaml", strings.HasSuffix(minor, "+yaml"):
		return yamlText
	case t == "application/x-www-form-urlencoded":
		return form
	case major == "multipart":
		return multi
	case minor == "xml", strings.HasSuffix(minor, "+xml"):
		return document
	case major == "text":
		return text
	}
	return binary
}

// concrete returns a media type that can be sent: a document may give ranges, or several types with commas.
func concrete(contentType string) string {
	first := ""
	for t := range strings.SplitSeq(contentType, ",") {
		t = strings.TrimSpace(t)
		if !strings.Contains(base(t), "*") && t != "" {
			return t
		}
		if first == "" {
			first = base(t)
		}
	}
	switch first {
	case "", "*/*", "application/*":
		return "application/json"
	case "text/*":
		return "text/plain"
	case "multipart/*":
		return "multipart/form-data"
	}
	return "application/octet-stream"
}

// payload is a body and what it is.
type payload struct {
	data        []byte
	contentType string
}

// A field is one property of a body, with what is known of how it goes on the wire.
type field struct {
	of    *Binding
	value *schema.Node
}

// body makes the body, or returns nil if there is none.
func (b *builder) body(args *schema.Node) *payload {
	fields, all := b.fields(args)
	body := b.call.Body
	switch {
	case body == nil:
		return nil
	case all != nil && len(fields) > 0:
		b.problem(argument(all, errors.New("it is all of the body, and others are properties of it")))
		return nil
	}
	// What is named in the document may be a range, and what is written and what is announced have to agree.
	contentType := concrete(body.ContentType)
	p, err := (*payload)(nil), error(nil)
	if all != nil {
		n := b.args[all.Argument]
		switch {
		case n != nil:
			p, err = b.write(contentType, n, all)
			err = argument(all, err)
		case all.Required || body.Required:
			err = fmt.Errorf("argument %s is missing", quote(all.Argument))
		}
	} else if body.Required || len(fields) > 0 {
		p, err = b.assemble(contentType, fields)
	}
	b.problem(err)
	return p
}

// fields returns the arguments that are properties of the body, in the order of the arguments, and the binding of all of
// the body if there is one. Arguments that are neither, nor parameters, are problems.
func (b *builder) fields(args *schema.Node) (fields []field, all *Binding) {
	bound := map[string][]*Binding{}
	for i := range b.call.Bindings {
		p := &b.call.Bindings[i]
		bound[p.Argument] = append(bound[p.Argument], p)
		if p.In == "body" {
			all = p
		}
		if n := b.args[p.Argument]; (p.In == "body" || p.In == "property") && b.call.Body == nil && n != nil {
			b.problem(argument(p, errors.New("the call has no body")))
		} else if p.In == "property" && p.Required && n == nil && b.call.Body != nil {
			b.problem(fmt.Errorf("argument %s is missing", quote(p.Argument)))
		}
	}
	open := b.call.Body != nil && b.call.Body.Open && all == nil
	seen := map[string]bool{}
	for name := range args.Members() {
		if seen[name] { // of duplicates the last counts, as everywhere
			continue
		}
		seen[name] = true
		of, known := bound[name]
		switch {
		case !known && open:
			fields = append(fields, field{&Binding{Argument: name, In: "property", Name: name}, b.args[name]})
		case !known:
			b.problem(fmt.Errorf("argument %s is unknown%s", quote(name), b.known()))
		}
		for _, p := range of {
			if p.In == "property" {
				fields = append(fields, field{p, b.args[name]})
			}
		}
	}
	byName := map[string]*Binding{}
	for _, f := range fields {
		if other := byName[f.of.Name]; other != nil { // an open body has room for the wire name of another argument
			b.problem(argument(f.of, fmt.Errorf("argument %s is the property %s already", quote(other.Argument), quote(f.of.Name))))
		}
		byName[f.of.Name] = f.of
	}
	return fields, all
}

// known lists the arguments that there are, for somebody who took another.
func (b *builder) known() string {
	const most = 12
	var names []string
	for i := range b.call.Bindings {
		if len(names) == most {
			return "; there are " + strings.Join(names, ", ") + " and others"
		}
		names = append(names, quote(b.call.Bindings[i].Argument))
	}
	if len(names) == 0 {
		return "; there are none"
	}
	return "; there are " + strings.Join(names, ", ")
}

// whole returns the members of an object as properties.
func whole(n *schema.Node, parts []Binding) []field {
	byName := map[string]*Binding{}
	for i := range parts {
		byName[parts[i].Name] = &parts[i]
	}
	fields := make([]field, 0, n.Len())
	for name, value := range n.Members() {
		of := byName[name]
		if of == nil {
			of = &Binding{In: "property", Name: name}
		}
		fields = append(fields, field{of, value})
	}
	return fields
}

// write makes a body of one value.
func (b *builder) write(contentType string, n *schema.Node, of *Binding) (*payload, error) {
	k := kindOf(contentType)
	if (k == form || k == multi) && n.Kind() == schema.Object {
		return b.assemble(contentType, whole(n, b.call.Body.Parts))
	}
	if k == multi {
		return nil, fmt.Errorf("a body of %s is made of an object, and not of %s", quote(contentType), a(n))
	}
	data, err := encode(contentType, n, of.Encoding)
	return &payload{data, contentType}, err
}

// assemble makes a body of properties.
func (b *builder) assemble(contentType string, fields []field) (*payload, error) {
	switch kindOf(contentType) {
	case jsonText, yamlText:
		return &payload{object(fields), contentType}, nil
	case form:
		s, err := urlencoded(fields)
		return &payload{[]byte(s), contentType}, err
	case multi:
		return b.multipart(contentType, fields)
	}
	if len(fields) == 0 { // required, but the document says nothing of what is in it
		return &payload{nil, contentType}, nil
	}
	return nil, fmt.Errorf("a body of %s is not made of properties", quote(contentType))
}
