package openapi

import (
	"fmt"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// Naive makes of the same operations what a converter makes that puts in the place of every reference what it leads to.
// It is there to measure beside Import, and not to be used: names and descriptions of the tools are those of Import, and
//
//   - parameters are arguments by their names, those of one name over each other, credentials among them;
//   - the body is the one argument requestBody, with the schema of application/json or of the media type that is first;
//   - schemas are as the document has them, with all that is in them: examples, extensions, nullable, xml, readOnly. The
//     description of a parameter is in its schema;
//   - a reference inside of what it leads to becomes {"type":"object"}, and so does one that leads nowhere;
//   - there are no output schemas.
//
// A schema that would be longer than 4 MiB of text, or whatever is above 64 MiB of all, has {"type":"object"} in the place
// of further references. A problem names each such tool and says how much it is at least.
func Naive(text []byte, opt *Options) (*catalog.Catalog, error) {
	im, err := newImporter(text, opt)
	if err != nil {
		return nil, err
	}
	api, err := im.run()
	if err != nil {
		return nil, err
	}
	out := &catalog.Catalog{Name: api.Catalog.Name, Form: catalog.MCP}
	x := newExpander(im.d)
	for i, n := 0, 0; i < len(im.ops) && n < len(api.Catalog.Tools); i++ {
		op, ours := &im.ops[i], &api.Catalog.Tools[n]
		if ours.Name != im.names[i] {
			continue
		}
		n++
		x.left, x.short = min(maxNaiveTool, x.total), false
		t := catalog.Tool{Name: ours.Name, Description: ours.Description, Input: x.input(op), Origin: ours.Origin}
		size := x.size(t.Input)
		x.total -= size
		if x.short {
			out.Problems = append(out.Problems, catalog.Problem{Tool: t.Name, At: op.At.At,
				Message: fmt.Sprintf("with all references replaced, the schema is at least %d bytes; the rest is left out", size)})
		}
		out.Tools = append(out.Tools, t)
	}
	return out, nil
}

// input makes the arguments of an operation.
func (x *expander) input(op *frame.Operation) *schema.Node {
	properties := schema.NewObject()
	var required []*schema.Node
	needed := map[string]bool{}
	add := func(name string, n *schema.Node, must bool) {
		properties.Set(name, n)
		if must && !needed[name] {
			needed[name] = true
			required = append(required, schema.NewString(name))
		}
	}
	for i := range op.Parameters {
		p := &op.Parameters[i]
		n := x.at(p.Schema)
		if p.Description != "" {
			n = shallow(n)
			n.Set("description", schema.NewString(p.Description))
		}
		add(p.Name, n, p.Required)
	}
	if op.Body != nil && len(op.Body.Media) > 0 {
		m := &op.Body.Media[0]
		for i := range op.Body.Media {
			if formatOf(op.Body.Media[i].Type) == jsonFormat {
				m = &op.Body.Media[i]
				break
			}
		}
		add("requestBody", x.at(m.Schema), op.Body.Required)
	}
	root := schema.NewObject()
	root.Set("type", schema.NewString("object"))
	root.Set("properties", properties)
	if required != nil {
		root.Set("required", schema.NewArray(required...))
	}
	return root
}

// at expands the schema at a place.
func (x *expander) at(p document.Place) *schema.Node {
	if p.Node == nil {
		return schema.NewObject()
	}
	return x.expand(p, false).node
}
