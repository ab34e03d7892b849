package frame

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// A parameter is one that was read, with what is odd about it.
type parameter struct {
	Parameter
	problems problems
	usable   bool // it has a name and a place
	encoding Encoding
}

// key is what makes two parameters one. Names of headers have no case.
func (p *parameter) key() string {
	if p.In == "header" {
		return p.In + " " + strings.ToLower(p.Name)
	}
	return p.In + " " + p.Name
}

// merge reads the parameters of a path item and an operation. One of the operation takes the place of that of the item
// with the same key.
func (r *reader) merge(odd *problems, shared, own document.Place) []parameter {
	var all []parameter
	index := map[string]int{} // of keys
	for _, list := range []document.Place{shared, own} {
		if !odd.is(r, list, schema.Array, "parameters") {
			continue
		}
		here := map[string]bool{}
		for i := range list.Node.Items() {
			at := list.Item(i)
			if !r.spend(at.At) {
				break
			}
			p := r.parameter(at)
			*odd = append(*odd, p.problems...)
			if !p.usable {
				continue
			}
			key := p.key()
			at2, known := index[key]
			switch {
			case here[key]:
				odd.add(r, "duplicate-parameter", at, "remove one", "the %s parameter %q stands twice in one list; the first is taken", p.In, clip(p.Name))
			case known:
				all[at2] = p
			default:
				index[key] = len(all)
				all = append(all, p)
			}
			here[key] = true
		}
	}
	return all
}

// parameter reads one item of a list of parameters.
func (r *reader) parameter(at document.Place) parameter {
	to, err := r.follow(at)
	if err != nil {
		problem := r.d.Trouble(at, err)
		problem.Message = "the parameter is left out: " + problem.Message
		return parameter{problems: problems{problem}}
	}
	p, ok := r.parameters[to.Node]
	if !ok {
		p = &parameter{}
		p.At = to
		r.read(p, to)
		r.parameters[to.Node] = p
	}
	one := *p
	r.beside(at, &one.Description)
	return one
}

// read fills in a parameter of any version.
func (r *reader) read(p *parameter, at document.Place) {
	odd := &p.problems
	if at.Node.Kind() != schema.Object {
		odd.malformed(r, at, "the parameter", "an object")
		return
	}
	p.Name, p.In = odd.text(r, at, "name"), odd.text(r, at, "in")
	if p.In == "" || p.Name == "" && p.In != "querystring" {
		odd.add(r, "malformed", at, "", "the parameter has no %s; it is left out", map[bool]string{true: "place (in)", false: "name"}[p.In == ""])
		return
	}
	if !r.place(odd, at, p.In) {
		return
	}
	p.usable = true
	p.Description = odd.text(r, at, "description")
	p.Deprecated = odd.flag(r, at, "deprecated")
	p.Required = odd.flag(r, at, "required") || p.In == "path" // where false is an error of the author
	if p.AllowEmpty = odd.flag(r, at, "allowEmptyValue"); p.AllowEmpty && p.In != "query" && p.In != "formData" {
		odd.add(r, "malformed", at, "", "allowEmptyValue means nothing for a %s parameter", p.In)
		p.AllowEmpty = false
	}
	if r.minor < 0 {
		r.older(p, at)
		return
	}
	r.shape(p, at)
}

// place reports whether a parameter can stand there, and notes what is odd about it.
func (r *reader) place(odd *problems, at document.Place, in string) bool {
	switch in {
	case "path", "query", "header":
		return true
	case "cookie":
		if r.minor >= 0 {
			return true
		}
	case "querystring":
		if r.minor < 2 {
			odd.add(r, "unknown-place", at, "say 3.2.0 in openapi", "querystring means nothing in version %s; it is read as of 3.2", r.d.Version.Text)
		}
		return true
	case "body", "formData":
		if r.minor < 0 {
			return true
		}
		odd.add(r, "unknown-place", at, "describe it in requestBody", "in %q is of version 2; the parameter is left out", in)
		return false
	}
	odd.add(r, "unknown-place", at, "", "in %q is no place of a parameter in version %s; the parameter is left out", clip(in), r.d.Version.Text)
	return false
}

// shape reads how a parameter of version 3 is written: by a schema and a style, or by the content of a media type.
func (r *reader) shape(p *parameter, at document.Place) {
	odd := &p.problems
	p.Schema = odd.schemaAt(r, at, "schema")
	p.Examples = r.examples(odd, at)
	content := at.Get("content")
	has := odd.is(r, content, schema.Object, "content")
	if has && p.Schema.Node != nil {
		odd.add(r, "schema-and-content", at, "remove one", "the parameter has both schema and content; the schema is taken")
		has = false
	}
	if has {
		media := r.media(odd, content, false)
		if len(media) > 1 {
			odd.add(r, "several-contents", content, "", "the parameter has %d media types, where one is meant; %s is taken", len(media), clip(media[0].Type))
		}
		if len(media) > 0 {
			p.ContentType, p.Schema = media[0].Type, media[0].Schema
			p.Examples = append(p.Examples, media[0].Examples...)
			return
		}
	}
	if p.In == "querystring" {
		p.ContentType = "application/x-www-form-urlencoded"
		odd.add(r, "querystring", at, "describe it with content", "a querystring parameter has no content; it is read as one of %s", p.ContentType)
		return
	}
	if p.Schema.Node == nil && at.Get("schema").Node == nil {
		if at.Node.Get("type") != nil {
			odd.add(r, "parameter-without-schema", at, "move type and what belongs to it into a schema", "the parameter has its type as in version 2, and no schema; it is read so")
			p.Schema = document.Place{File: at.File, At: at.At, Node: r.made(odd, at)}
		} else {
			odd.add(r, "parameter-without-schema", at, "", "the parameter has neither schema nor content, so nothing says what it is")
		}
	}
	p.Style, p.Explode = r.style(odd, at, p.In)
	if p.AllowReserved = odd.flag(r, at, "allowReserved"); p.AllowReserved && r.minor < 2 && p.In != "query" {
		odd.add(r, "malformed", at, "", "allowReserved means nothing for a %s parameter in version %s", p.In, r.d.Version.Text)
		p.AllowReserved = false
	}
}

// style reads style and explode, of a parameter or of a property of a form, which is written as one of a query.
func (r *reader) style(odd *problems, at document.Place, in string) (style string, explode bool) {
	allowed := []string{"form", "spaceDelimited", "pipeDelimited", "deepObject"}
	switch in {
	case "path":
		allowed = []string{"simple", "label", "matrix"}
	case "header":
		allowed = []string{"simple"}
	case "cookie":
		allowed = []string{"form", "cookie"}[:min(1+max(r.minor-1, 0), 2)] // cookie came with 3.2
	}
	style = odd.text(r, at, "style")
	if style != "" && !slices.Contains(allowed, style) {
		odd.add(r, "unknown-style", at, fmt.Sprintf("there are %s", strings.Join(allowed, ", ")), "style %q is none of a %s parameter in version %s; it is read as %s",
			clip(style), in, r.d.Version.Text, allowed[0])
		style = ""
	}
	if style == "" {
		style = allowed[0]
	}
	explode = style == "form" || style == "cookie"
	if b, ok := at.Node.Get("explode").Bool(); ok {
		return style, b
	}
	odd.flag(r, at, "explode") // notes what is no boolean
	return style, explode
}

// settle makes the parameters of an operation of those that were read: without those that are none of it, and with the
// variables of the path that are not declared.
func (r *reader) settle(odd *problems, op *Operation, all []parameter) []Parameter {
	names, err := variables(op.Path)
	if err != nil && op.Refused == nil {
		op.Refused = &document.Problem{Rule: "path-template", File: r.d.FileOf(op.Item), At: op.Item.At, Message: err.Error()}
	}
	if op.Path == "" || op.Path[0] != '/' {
		odd.add(r, "path-template", op.Item, "", "the path does not begin with a slash; it is read as if it did")
	}
	declared := map[string]bool{} // of the variables
	for _, name := range names {
		declared[name] = false
	}
	query, whole := false, false
	for i := range all {
		query = query || all[i].In == "query"
	}
	list := make([]Parameter, 0, len(all))
	for i := range all {
		p := &all[i]
		_, variable := declared[p.Name]
		switch {
		case p.In == "body", p.In == "formData":
			continue
		case p.In == "header" && ignored(p.Name):
			if r.minor < 0 {
				odd.add(r, "ignored-header", p.At, "say it with consumes, produces or securityDefinitions", "the header %s is no parameter; it is left out", p.Name)
			}
			continue
		case p.In == "path" && !variable:
			odd.add(r, "unused-path-parameter", p.At, "", "the path %s has no {%s}; the parameter is left out", clip(op.Path), clip(p.Name))
			continue
		case p.In == "path":
			declared[p.Name] = true
		case p.In == "querystring" && (query || whole):
			odd.add(r, "querystring", p.At, "", "a parameter for all of the query cannot stand beside others of the query; it is left out")
			continue
		case p.In == "querystring":
			whole = true
		}
		list = append(list, p.Parameter)
	}
	for _, name := range names {
		if declared[name] {
			continue
		}
		odd.add(r, "undeclared-path-variable", op.At, "declare it in parameters", "nothing declares {%s} of the path; it is read as a text", clip(name))
		text := schema.NewObject()
		text.Set("type", schema.NewString("string"))
		list = append(list, Parameter{Name: name, In: "path", At: op.At, Required: true, Style: "simple", Schema: document.Place{File: op.At.File, At: op.At.At, Node: text}})
	}
	return list
}

// ignored reports whether the specification tells readers to ignore a header parameter (Parameter Object, name).
func ignored(name string) bool {
	switch strings.ToLower(name) {
	case "accept", "content-type", "authorization":
		return true
	}
	return false
}
