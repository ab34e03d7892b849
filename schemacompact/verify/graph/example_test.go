package graph_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

func Example() {
	read := func(text string) *graph.Graph {
		doc, err := schema.Parse([]byte(text))
		if err != nil {
			panic(err)
		}
		g, o := graph.Read(doc, graph.Draft2020, nil)
		if o != nil {
			panic(o.Reason)
		}
		return g
	}
	before := read(`{"properties": {"due": {"anyOf": [{"$ref": "#/$defs/Day"}, {"type": "null"}]}},
		"$defs": {"Day": {"type": "integer", "exclusiveMinimum": 0}}}`)

	fmt.Println(graph.Equal(before, read(`{"properties": {"due": {"type": ["integer", "null"], "minimum": 1}}}`), nil))

	ok, o := graph.Equal(before, read(`{"properties": {"due": {"type": ["integer", "null"], "minimum": 0}}}`), nil)
	fmt.Println(ok, o.At)
	fmt.Println(o.Reason)
	// Output:
	// true <nil>
	// false /properties/due
	// the canonical forms differ in what is said of integers, by the lower bound
}
