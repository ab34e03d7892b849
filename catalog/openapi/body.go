package openapi

import (
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/schema"
)

// body adds what the body is made of to the arguments. What the schema describes and what is sent is of one media type.
func (im *importer) body(in *input, op *frame.Operation) {
	if op.Body == nil {
		return
	}
	m := preferred(op.Body.Media)
	if m == nil {
		return
	}
	in.body = &request.Body{ContentType: m.Type, Required: op.Body.Required}
	f := formatOf(m.Type)
	n := schema.NewObject()
	switch {
	case m.Schema.Node != nil:
		n = im.conv.Schema(m.Schema, convert.Request)
	case m.Items.Node != nil:
		n.Set("type", schema.NewString("array"))
		n.Set("items", im.conv.Schema(m.Items, convert.Request))
	case f == urlencoded || f == multipart:
		n.Set("type", schema.NewString("object"))
	}
	if !f.isStructured() {
		im.textBody(in, op, m, f, n)
		return
	}
	if f.hasProperties() {
		if flat := im.flatten(n); flat != nil {
			parts := im.parts(m, f, flat)
			if im.takeApart(in, op, flat, f, parts) {
				return
			}
			in.body.Parts = bindings(parts)
			if f == multipart {
				n = im.rebuilt(n, flat, parts)
			}
		}
	}
	in.args = append(in.args, whole(op, im.annotatedLast(n, op.Body.Description), ""))
}

// whole makes the argument that is all of a body.
func whole(op *frame.Operation, n *schema.Node, encoding string) argument {
	return argument{schema: n, binding: request.Binding{In: "body", Required: op.Body.Required, Encoding: encoding}}
}

// takeApart makes an argument of each property, if the tool then accepts exactly what the operation does. A body that can
// be left out and has properties that cannot would have neither in the list of required arguments.
func (im *importer) takeApart(in *input, op *frame.Operation, flat *flat, f format, parts []argument) bool {
	if !op.Body.Required && len(flat.required) > 0 || len(in.args)+len(parts) > maxParameters {
		return false
	}
	if !flat.typed && f.isJSON() {
		im.tell(op, op.Body.At, "the body has properties and no type; it is read as an object", `write "type": "object"`)
	}
	in.args = append(in.args, parts...)
	in.closed, in.body.Open = flat.closed, !flat.closed
	if in.description = strings.TrimSpace(op.Body.Description); in.description == "" {
		in.description = flat.description
	}
	return true
}

// parts makes an argument of each property of a body.
func (im *importer) parts(m *frame.Media, f format, flat *flat) []argument {
	list := make([]argument, 0, len(flat.names))
	encodings := map[string]*frame.Encoding{}
	for i := range m.Encoding {
		encodings[m.Encoding[i].Property] = &m.Encoding[i]
	}
	for _, name := range flat.names {
		a := argument{schema: flat.properties[name], binding: request.Binding{In: "property", Name: name, Required: flat.required[name]}}
		if e := encodings[name]; e != nil && (f == urlencoded || f == multipart) {
			b := &a.binding
			b.Style, b.Explode, b.AllowReserved, b.AllowEmpty, b.ContentType = e.Style, e.Explode, e.AllowReserved, e.AllowEmpty, e.ContentType
		}
		if f == multipart && a.binding.Style == "" {
			if n := im.base64(a.schema, a.binding.ContentType, 0); n != nil {
				a.schema, a.binding.Encoding = n, "base64"
			}
		}
		list = append(list, a)
	}
	return list
}

// bindings returns those of the parts that say more than their names.
func bindings(parts []argument) []request.Binding {
	var list []request.Binding
	for i := range parts {
		if b := parts[i].binding; b.Style != "" || b.ContentType != "" || b.Encoding != "" || b.AllowReserved || b.AllowEmpty || b.Required {
			list = append(list, b)
		}
	}
	return list
}

// rebuilt returns the schema of a form with the schemas of its parts, where one of them is not what it was.
func (im *importer) rebuilt(n *schema.Node, flat *flat, parts []argument) *schema.Node {
	changed := false
	properties := schema.NewObject()
	for i := range parts {
		changed = changed || parts[i].binding.Encoding != ""
		properties.Set(parts[i].binding.Name, parts[i].schema)
	}
	if !changed {
		return n
	}
	for range maxHops { // flatten came to an end on the same way
		inner := im.inner(n)
		if inner == nil {
			break
		}
		n = inner
	}
	out := shallow(n)
	out.Set("properties", properties)
	if flat.description != "" {
		out.Set("description", schema.NewString(flat.description))
	}
	return out
}

// base64 returns the schema of a part that is bytes, which JSON cannot hold: base64 text of them. It is nil for a part
// that is anything else, also text that the document itself says is base64: that is sent as it is.
func (im *importer) base64(n *schema.Node, contentType string, depth int) *schema.Node {
	n = im.resolved(n)
	kind, _ := n.Get("type").Text()
	switch {
	case kind == "array" && depth == 0:
		items := im.base64(n.Get("items"), contentType, depth+1)
		if items == nil {
			return nil
		}
		out := shallow(n)
		out.Set("items", items)
		return out
	case kind != "string" && kind != "" || n.Kind() != schema.Object || n.Get("contentEncoding") != nil:
		return nil
	}
	media, _ := n.Get("contentMediaType").Text()
	said, _ := n.Get("format").Text()
	if said != "binary" && (media == "" || formatOf(media) != binary) && (contentType == "" || formatOf(contentType) != binary) {
		return nil
	}
	if kind == "" && said != "binary" && (n.Get("anyOf") != nil || n.Get("oneOf") != nil || n.Get("allOf") != nil || n.Get("enum") != nil || n.Get("const") != nil) {
		return nil
	}
	return inBase64(n)
}

// inBase64 returns the schema of base64 text of what a schema describes. Bounds of the bytes are none of the text.
func inBase64(n *schema.Node) *schema.Node {
	out := schema.NewObject()
	out.Set("type", schema.NewString("string"))
	out.Set("contentEncoding", schema.NewString("base64"))
	for _, name := range []string{"title", "description", "contentMediaType", "deprecated"} {
		if value := n.Get(name); value != nil {
			out.Set(name, value)
		}
	}
	return out
}

// resolved returns what a schema refers to, in the words that stand beside the reference.
func (im *importer) resolved(n *schema.Node) *schema.Node {
	description := n.Get("description")
	for range maxHops {
		to := im.target(n, convert.Request)
		if to == nil {
			break
		}
		n = to
	}
	if description == nil || description == n.Get("description") {
		return n
	}
	out := shallow(n)
	out.Set("description", description)
	return out
}

// annotatedLast gives a schema that has no description one.
func (im *importer) annotatedLast(n *schema.Node, description string) *schema.Node {
	if im.said(n, "description") != nil {
		return n
	}
	return im.annotated(n, description)
}

// textBody adds the argument of a body that is text or bytes, whatever its schema says of what is in there.
func (im *importer) textBody(in *input, op *frame.Operation, m *frame.Media, f format, n *schema.Node) {
	n = im.resolved(n)
	kind, _ := n.Get("type").Text()
	text := schema.NewObject()
	text.Set("type", schema.NewString("string"))
	if said := n.Get("description"); said.Kind() == schema.String {
		text.Set("description", said)
	}
	encoding := ""
	switch {
	case f == plainText && (kind == "string" || kind == "number" || kind == "integer" || kind == "boolean"):
		text = n
	case f == binary && n.Get("contentEncoding") != nil && kind == "string":
		text = n
	case f == binary:
		text, encoding = inBase64(n), "base64"
		if kind := baseType(m.Type); !strings.Contains(kind, "*") && kind != "application/octet-stream" && text.Get("contentMediaType") == nil {
			text.Set("contentMediaType", schema.NewString(kind))
		}
	case kind == "object" || kind == "array":
		im.tell(op, m.At, "the body is "+clip(baseType(m.Type))+", which the model has to write as text: the tool's schema does not say what is in it",
			"offer application/json beside it")
	}
	in.args = append(in.args, whole(op, im.annotatedLast(text, op.Body.Description), encoding))
}
