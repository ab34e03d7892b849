package openapi

import (
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/schema"
)

// Bounds of one tool. Making its schema takes time with the square of the number of arguments.
const (
	maxParameters = 1000
	maxFlat       = 500 // properties of a body that is taken apart
	maxExamples   = 3   // of a parameter
)

// An input is what a tool is given.
type input struct {
	args        []argument
	body        *request.Body
	description string
	closed      bool // no other arguments
}

// input collects the arguments of an operation: parameters, then what the body is made of.
func (im *importer) input(op *frame.Operation, hidden []bool) *input {
	in := &input{}
	for i := range op.Parameters {
		if p := &op.Parameters[i]; !hidden[i] {
			in.args = append(in.args, im.parameter(p))
		}
	}
	im.body(in, op)
	nameArguments(in.args)
	return in
}

// parameter makes an argument of a parameter.
func (im *importer) parameter(p *frame.Parameter) argument {
	n := schema.NewObject()
	if p.Schema.Node != nil {
		n = im.conv.Schema(p.Schema, convert.Request)
	}
	a := argument{schema: im.annotated(n, p.Description), binding: request.Binding{In: p.In, Name: p.Name, Style: p.Style, Explode: p.Explode,
		AllowReserved: p.AllowReserved, AllowEmpty: p.AllowEmpty, ContentType: p.ContentType, Required: p.Required}}
	own := a.schema != n
	edit := func() *schema.Node {
		if !own {
			a.schema, own = shallow(a.schema), true
		}
		return a.schema
	}
	if len(p.Examples) > 0 && im.said(n, "examples") == nil && im.said(n, "example") == nil {
		edit().Set("examples", schema.NewArray(p.Examples[:min(len(p.Examples), maxExamples)]...))
	}
	if already, _ := im.said(n, "deprecated").Bool(); p.Deprecated && !already {
		edit().Set("deprecated", boolean(true))
	}
	return a
}

// annotated returns the schema with a description, unless it says that already. What is said of a parameter goes before
// what is said of its type.
func (im *importer) annotated(n *schema.Node, description string) *schema.Node {
	description = strings.TrimSpace(description)
	if said, _ := im.said(n, "description").Text(); description == "" || strings.TrimSpace(said) == description {
		return n
	}
	if on, isBool := n.Bool(); isBool && !on {
		return n // nothing is accepted, so there is nothing to say
	}
	out := shallow(n)
	out.Set("description", schema.NewString(description))
	return out
}

// said returns an annotation of a schema, or of what it refers to.
func (im *importer) said(n *schema.Node, keyword string) *schema.Node {
	for range maxHops {
		if value := n.Get(keyword); value != nil {
			return value
		}
		if n = im.target(n, convert.Request); n == nil {
			return nil
		}
	}
	return nil
}

// maxHops is how many references that lead to references are followed. What convert emits has no circles of nothing else,
// but this is not the place to rely on it.
const maxHops = 100

// target returns what a schema refers to, or nil.
func (im *importer) target(n *schema.Node, dir convert.Direction) *schema.Node {
	ref, _ := n.Get("$ref").Text()
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	if !ok {
		return nil
	}
	return im.conv.Definition(name, dir)
}

// root makes the schema of the arguments.
func (in *input) root() *schema.Node {
	root, properties := schema.NewObject(), schema.NewObject()
	var required []*schema.Node
	for i := range in.args {
		a := &in.args[i]
		properties.Set(a.binding.Argument, a.schema)
		if a.binding.Required {
			required = append(required, schema.NewString(a.binding.Argument))
		}
	}
	root.Set("type", schema.NewString("object"))
	if in.description != "" {
		root.Set("description", schema.NewString(in.description))
	}
	root.Set("properties", properties)
	if required != nil {
		root.Set("required", schema.NewArray(required...))
	}
	if in.closed {
		root.Set("additionalProperties", boolean(false))
	}
	return root
}
