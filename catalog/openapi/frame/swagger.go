package frame

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// maxFields is how many fields a form may have: making its schema takes time with the square of them.
const maxFields = 2000

// older reads what a parameter of Swagger 2 is: a schema of its own for the body, and else a few keywords beside its name.
func (r *reader) older(p *parameter, at document.Place) {
	odd := &p.problems
	for _, name := range []string{"example", "x-example"} {
		if one := at.Node.Get(name); one != nil {
			p.Examples = append(p.Examples, one)
		}
	}
	if p.In == "body" {
		p.Schema = odd.schemaAt(r, at, "schema")
		return
	}
	kind := odd.text(r, at, "type")
	if own := at.Get("schema"); kind == "" && own.Node.Kind() == schema.Object {
		odd.add(r, "parameter-with-schema", at, "put the type beside the name", "a %s parameter has no schema in version 2; it is read as in version 3", p.In)
		p.Schema = own
		kind, _ = own.Node.Get("type").Text()
	} else {
		if kind == "" {
			odd.add(r, "parameter-without-schema", at, "", "the parameter has no type, so nothing says what it is")
		}
		if kind == "file" && p.In != "formData" {
			odd.add(r, "malformed", at, `use in "formData"`, "a %s parameter cannot be a file", p.In)
		}
		p.Schema = document.Place{File: at.File, At: at.At, Node: r.made(odd, at)}
	}
	style, explode := r.collection(odd, at, p.In)
	switch {
	case p.In != "formData":
		p.Style, p.Explode = style, explode
	case kind == "array":
		p.encoding = Encoding{Property: p.Name, Style: style, Explode: explode, AllowEmpty: p.AllowEmpty}
	case p.AllowEmpty:
		p.encoding = Encoding{Property: p.Name, AllowEmpty: true}
	}
}

// collection reads how an array is written, which is as comma-separated values where nothing else is said.
func (r *reader) collection(odd *problems, at document.Place, in string) (style string, explode bool) {
	named := in == "query" || in == "formData"
	style = "simple"
	if named {
		style = "form"
	}
	switch format := odd.text(r, at, "collectionFormat"); {
	case format == "", format == "csv":
	case format == "ssv":
		style = "spaceDelimited"
	case format == "pipes":
		style = "pipeDelimited"
	case format == "tsv":
		style = "tsv"
	case format == "multi" && named:
		explode = true
	default:
		odd.add(r, "unknown-style", at.Get("collectionFormat"), "there are csv, ssv, tsv and pipes, and multi in queries and forms", "collectionFormat %q is none of a %s parameter; it is read as csv",
			clip(format), in)
	}
	return style, explode
}

// made makes the schema of a parameter that has its keywords beside its name. The parts are those of the document.
func (r *reader) made(odd *problems, at document.Place) *schema.Node {
	n := schema.NewObject()
	for name, value := range at.Node.Members() {
		switch name {
		case "type":
			if text, _ := value.Text(); text == "file" {
				n.Set("type", schema.NewString("string"))
				n.Set("format", schema.NewString("binary"))
				continue
			}
		case "items":
			value = plain(value)
		case "format":
			if text, _ := at.Node.Get("type").Text(); text == "file" {
				continue
			}
		case "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems",
			"uniqueItems", "enum", "multipleOf", "x-nullable", "nullable":
		default:
			continue
		}
		n.Set(name, value)
	}
	return n
}

// plain returns the items of an array without the collectionFormat that they can have there, and that is no keyword.
func plain(n *schema.Node) *schema.Node {
	inner := n.Get("items")
	without := inner
	if inner.Kind() == schema.Object {
		without = plain(inner)
	}
	if n.Get("collectionFormat") == nil && without == inner {
		return n
	}
	out := schema.NewObject()
	for name, value := range n.Members() {
		switch name {
		case "collectionFormat":
		case "items":
			out.Set(name, without)
		default:
			out.Set(name, value)
		}
	}
	return out
}

// types reads consumes or produces of an operation. An empty list takes those of the document away.
func (r *reader) types(odd *problems, op document.Place, name string, shared []string) []string {
	if own := op.Get(name); own.Node.Kind() == schema.Array {
		return odd.texts(r, own)
	} else if own.Node != nil {
		odd.is(r, own, schema.Array, name)
	}
	return shared
}

// sent makes the body of an operation of the parameters that say what is in it.
func (r *reader) sent(odd *problems, op *Operation, all []parameter) *Body {
	var whole *parameter
	var fields []*parameter
	for i := range all {
		switch p := &all[i]; {
		case p.In == "formData":
			fields = append(fields, p)
		case p.In == "body" && whole != nil:
			odd.add(r, "several-bodies", p.At, "", "there is a body parameter already; this one is left out")
		case p.In == "body":
			whole = p
		}
	}
	if whole == nil && fields == nil {
		return nil
	}
	switch op.Method {
	case "GET", "HEAD", "DELETE", "TRACE":
		odd.add(r, "unusual-body", op.At, "use another method", "HTTP gives the body of a %s request no meaning; it is kept", op.Method)
	}
	consumes := r.types(odd, op.At, "consumes", r.consumes)
	if whole == nil {
		return r.form(odd, op, fields, consumes)
	}
	if fields != nil {
		odd.add(r, "body-and-form", op.At, "", "there are both a body parameter and fields of a form; the fields are left out")
	}
	b := &Body{At: whole.At, Description: whole.Description, Required: whole.Required, Name: whole.Name}
	if len(consumes) == 0 {
		consumes = []string{"application/json"}
	}
	for _, media := range consumes {
		if !r.spend(whole.At.At) {
			break
		}
		b.Media = append(b.Media, Media{Type: media, At: whole.At, Schema: whole.Schema, Examples: whole.Examples})
	}
	return b
}

// form makes a body of the fields of a form, with a schema that the document does not have.
func (r *reader) form(odd *problems, op *Operation, fields []*parameter, consumes []string) *Body {
	if len(fields) > maxFields {
		odd.add(r, "too-large", op.At, "", "the form has %d fields; those after the first %d are left out", len(fields), maxFields)
		fields = fields[:maxFields]
	}
	properties := schema.NewObject()
	var required []*schema.Node
	var encoding []Encoding
	file := false
	for _, p := range fields {
		kind, _ := p.At.Node.Get("type").Text()
		file = file || kind == "file"
		properties.Set(p.Name, described(p))
		if p.Required {
			required = append(required, schema.NewString(p.Name))
		}
		if p.encoding != (Encoding{}) {
			encoding = append(encoding, p.encoding)
		}
	}
	n := schema.NewObject()
	n.Set("type", schema.NewString("object"))
	n.Set("properties", properties)
	if required != nil {
		n.Set("required", schema.NewArray(required...))
	}
	const urlencoded, multipart = "application/x-www-form-urlencoded", "multipart/form-data"
	types := []string{multipart} // the only one that can hold a file
	if !file {
		types = slices.DeleteFunc(slices.Clone(consumes), func(s string) bool {
			kind, _, _ := strings.Cut(strings.ToLower(s), ";")
			return strings.TrimSpace(kind) != urlencoded && strings.TrimSpace(kind) != multipart
		})
		if len(types) == 0 {
			types = []string{urlencoded}
		}
	}
	b := &Body{At: op.At, Required: required != nil}
	for _, media := range types {
		if !r.spend(op.At.At) {
			break
		}
		b.Media = append(b.Media, Media{Type: media, At: op.At, Schema: document.Place{File: op.At.File, At: op.At.At, Node: n}, Encoding: encoding})
	}
	return b
}

// described returns the schema of a field of a form with what is said about the field.
func described(p *parameter) *schema.Node {
	if p.Description == "" && p.Examples == nil {
		return p.Schema.Node
	}
	n := schema.NewObject()
	for name, value := range p.Schema.Node.Members() {
		n.Set(name, value)
	}
	if p.Description != "" {
		n.Set("description", schema.NewString(p.Description))
	}
	if p.Examples != nil && n.Get("example") == nil {
		n.Set("example", p.Examples[0])
	}
	return n
}

// produced makes the media types of a response of Swagger 2.
func (r *reader) produced(odd *problems, one *response, produces []string) []Media {
	if one.schema.Node == nil {
		return nil
	}
	place, kind := one.schema, "application/json"
	if text, _ := place.Node.Get("type").Text(); text == "file" {
		n := schema.NewObject()
		n.Set("type", schema.NewString("string"))
		n.Set("format", schema.NewString("binary"))
		if said := place.Node.Get("description"); said.Kind() == schema.String {
			n.Set("description", said)
		}
		place.Node, kind = n, "application/octet-stream"
	}
	if len(produces) == 0 {
		produces = []string{kind}
	}
	examples := one.At.Get("examples")
	odd.is(r, examples, schema.Object, "examples")
	list := make([]Media, 0, len(produces))
	for _, media := range produces {
		if !r.spend(one.At.At) {
			break
		}
		m := Media{Type: media, At: one.At, Schema: place}
		if example := examples.Node.Get(media); example != nil {
			m.Examples = []*schema.Node{example}
		}
		list = append(list, m)
	}
	return list
}
