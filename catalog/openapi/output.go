package openapi

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// successes returns the responses that mean success: those of explicit codes, or else of their range, or else, if the
// document names no success at all, the default (Responses Object).
func successes(list []frame.Response) []frame.Response {
	of := func(is func(code string) bool) []frame.Response {
		return slices.DeleteFunc(slices.Clone(list), func(r frame.Response) bool { return !is(r.Code) })
	}
	for _, is := range []func(string) bool{
		func(code string) bool { return strings.HasPrefix(code, "2") && code != "2XX" },
		func(code string) bool { return code == "2XX" },
		func(code string) bool { return code == "default" },
	} {
		if found := of(is); len(found) > 0 {
			return found
		}
	}
	return nil
}

// An output is what a tool answers with.
type output struct {
	root    *schema.Node // nil if nothing is known of it
	wrapped bool
	accept  []string
}

// output makes the schema of the successful answers. Answers without content are left out of it: what is none has no
// schema. If one of the others is no JSON, or one can be anything, nothing is said.
func (im *importer) output(op *frame.Operation) output {
	var out output
	var all []*schema.Node
	known := true
	for _, r := range successes(op.Responses) {
		m := preferred(r.Media)
		if m == nil {
			continue
		}
		out.accept = append(out.accept, accepted(r.Media, m)...)
		if !formatOf(m.Type).isJSON() || m.Items.Node != nil || m.Schema.Node == nil {
			known = false
			continue
		}
		n := im.conv.Schema(m.Schema, convert.Response)
		if !slices.ContainsFunc(all, func(other *schema.Node) bool { return other == n || schema.Equal(other, n) }) {
			all = append(all, n)
		}
	}
	slices.SortStableFunc(out.accept, func(a, b string) int { return int(formatOf(a)) - int(formatOf(b)) })
	out.accept = unique(out.accept)
	if !known || len(all) == 0 || slices.ContainsFunc(all, anything) {
		return out
	}
	n := all[0]
	if len(all) > 1 {
		n = schema.NewObject()
		n.Set("anyOf", schema.NewArray(all...))
	}
	out.root, out.wrapped = im.objectRoot(n)
	return out
}

// accepted returns the media types to ask for: the one that the schema is of, or all if it is none of JSON.
func accepted(list []frame.Media, best *frame.Media) []string {
	var names []string
	for i := range list {
		if isMediaType(list[i].Type) && (&list[i] == best || !formatOf(best.Type).isJSON()) {
			names = append(names, list[i].Type)
		}
	}
	return names
}

func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// anything reports whether a schema accepts everything.
func anything(n *schema.Node) bool {
	if yes, ok := n.Bool(); ok {
		return yes
	}
	for name := range n.Members() {
		if !isAnnotation(name) {
			return false
		}
	}
	return true
}

// objectRoot returns a schema whose root says that it is about an object, which clients of MCP ask for: the schema itself
// if it is about nothing else anyhow, and else one of an object with the member "result".
func (im *importer) objectRoot(n *schema.Node) (root *schema.Node, wrapped bool) {
	root = schema.NewObject()
	root.Set("type", schema.NewString("object"))
	steps := maxSteps
	if im.isObject(n, &steps) {
		for name, value := range shallow(n).Members() {
			root.Set(name, value)
		}
		return root, false
	}
	properties := schema.NewObject()
	properties.Set("result", n)
	root.Set("properties", properties)
	root.Set("required", schema.NewArray(schema.NewString("result")))
	return root, true
}

// maxSteps bounds how long it is looked for what a schema is about: branches can lead to branches, and round in circles.
const maxSteps = 1000

// isObject reports whether a schema certainly accepts nothing but objects.
func (im *importer) isObject(n *schema.Node, steps *int) bool {
	if *steps--; n.Kind() != schema.Object || *steps < 0 {
		return false
	}
	if kind, ok := n.Get("type").Text(); ok {
		return kind == "object"
	}
	if to := im.target(n, convert.Response); to != nil && im.isObject(to, steps) {
		return true
	}
	for _, item := range n.Get("allOf").Items() {
		if im.isObject(item, steps) {
			return true
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list := n.Get(keyword)
		every := list.Len() > 0
		for _, item := range list.Items() {
			if every = every && im.isObject(item, steps); !every {
				break
			}
		}
		if every {
			return true
		}
	}
	return false
}
