package frame

import (
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// A body is one that was read, with what is odd about it.
type body struct {
	Body
	problems problems
	refused  *document.Problem
}

// requestBody reads the body of an operation of version 3. An operation without the body that it has by its description
// could not be called, so one that cannot be read refuses it.
func (r *reader) requestBody(odd *problems, op *Operation) {
	at := op.At.Get("requestBody")
	if at.Node == nil {
		return
	}
	switch op.Method {
	case "GET", "HEAD", "DELETE", "TRACE":
		if r.minor == 0 {
			odd.add(r, "body-ignored", at, "use another method, or version 3.1", "version 3.0 ignores the body of a %s request; it is left out", op.Method)
			return
		}
		odd.add(r, "unusual-body", at, "use another method", "HTTP gives the body of a %s request no meaning; it is kept", op.Method)
	}
	to, err := r.follow(at)
	if err != nil {
		problem := r.d.Trouble(at, err)
		problem.Message = "the body cannot be read: " + problem.Message
		op.Refused = &problem
		return
	}
	b, ok := r.bodies[to.Node]
	if !ok {
		b = r.readBody(to)
		r.bodies[to.Node] = b
	}
	*odd = append(*odd, b.problems...)
	if op.Refused == nil {
		op.Refused = b.refused
	}
	if len(b.Media) > 0 {
		one := b.Body
		r.beside(at, &one.Description)
		op.Body = &one
	}
}

func (r *reader) readBody(p document.Place) *body {
	b := &body{}
	odd := &b.problems
	if p.Node.Kind() != schema.Object {
		if odd.add(r, "malformed", p, "", "the body is %s, where an object is meant", a(p.Node)); p.Node.Kind() != schema.Null {
			b.refused, b.problems = &b.problems[0], nil
		}
		return b
	}
	b.At = p
	b.Description = odd.text(r, p, "description")
	b.Required = odd.flag(r, p, "required")
	content := p.Get("content")
	if odd.is(r, content, schema.Object, "content") {
		b.Media = r.media(odd, content, true)
	}
	if len(b.Media) == 0 && len(b.problems) == 0 {
		odd.add(r, "empty-content", p, "", "the body has no media type, so there is nothing to send")
	}
	return b
}

// media reads the media types of a body, a response or a parameter.
func (r *reader) media(odd *problems, content document.Place, encoded bool) []Media {
	list := make([]Media, 0, content.Node.Len())
	for name, node := range content.Node.Members() {
		at := document.Place{File: content.File, At: content.At.Child(name), Node: node}
		if !r.spend(at.At) {
			break
		}
		if strings.HasPrefix(name, "x-") && !strings.Contains(name, "/") {
			continue
		}
		m := Media{Type: name, At: at}
		to, err := r.follow(at)
		switch {
		case err != nil:
			*odd = append(*odd, r.d.Trouble(at, err))
		case to.Node.Kind() != schema.Object:
			odd.add(r, "malformed", to, "", "the media type is %s, where an object is meant; it is read as without a schema", a(to.Node))
		default:
			m.At = to
			m.Schema, m.Items = odd.schemaAt(r, to, "schema"), odd.schemaAt(r, to, "itemSchema")
			m.Examples = r.examples(odd, to)
			if encoded {
				m.Encoding = r.encodings(odd, to.Get("encoding"), name)
			}
		}
		list = append(list, m)
	}
	return list
}

// encodings reads how the properties of a form go on the wire. For other media types the specification gives it no
// meaning, and up to 3.0 none to style and what belongs to it in multipart.
func (r *reader) encodings(odd *problems, p document.Place, media string) []Encoding {
	kind, _, _ := strings.Cut(strings.ToLower(media), ";")
	form := strings.TrimSpace(kind) == "application/x-www-form-urlencoded"
	if !form && !strings.HasPrefix(kind, "multipart/") || !odd.is(r, p, schema.Object, "encoding") {
		return nil
	}
	list := make([]Encoding, 0, p.Node.Len())
	for name, node := range p.Node.Members() {
		at := document.Place{File: p.File, At: p.At.Child(name), Node: node}
		if !r.spend(at.At) {
			break
		}
		if !odd.is(r, at, schema.Object, "the encoding") {
			continue
		}
		e := Encoding{Property: name, ContentType: odd.text(r, at, "contentType")}
		if (form || r.minor >= 1) && (node.Get("style") != nil || node.Get("explode") != nil || node.Get("allowReserved") != nil) {
			e.Style, e.Explode = r.style(odd, at, "query")
			e.AllowReserved = odd.flag(r, at, "allowReserved")
			e.ContentType = "" // the specification ignores it beside a style
		}
		list = append(list, e)
	}
	return list
}

// examples reads example and examples of a parameter or a media type.
func (r *reader) examples(odd *problems, p document.Place) []*schema.Node {
	var list []*schema.Node
	if one := p.Node.Get("example"); one != nil {
		list = append(list, one)
	}
	all := p.Get("examples")
	if !odd.is(r, all, schema.Object, "examples") {
		return list
	}
	for name, node := range all.Node.Members() {
		at := document.Place{File: all.File, At: all.At.Child(name), Node: node}
		if !r.spend(at.At) {
			break
		}
		to, err := r.follow(at)
		if err != nil {
			*odd = append(*odd, r.d.Trouble(at, err))
			continue
		}
		if !odd.is(r, to, schema.Object, "the example") {
			continue
		}
		for _, member := range []string{"dataValue", "value"} {
			if value := to.Node.Get(member); value != nil {
				list = append(list, value)
				break
			}
		}
	}
	return list
}
