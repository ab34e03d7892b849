package include_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
	"github.com/schema-bench/schema-bench/schemacompact/verify/include"
)

func Example() {
	read := func(text string) *graph.Graph {
		doc, err := schema.Parse([]byte(text))
		if err != nil {
			panic(err)
		}
		g, obstacle := graph.Read(doc, graph.Draft2020, nil)
		if obstacle != nil {
			panic(obstacle.Reason)
		}
		return g
	}
	a := read(`{"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}`)
	b := read(`{"type": ["integer", "null"], "exclusiveMinimum": 0}`)
	c := read(`{"type": ["integer", "null"], "minimum": 0}`)
	equal, wider := include.Decide(a, b, nil), include.Decide(a, c, nil)
	fmt.Println(equal.AinB == include.Yes, equal.BinA == include.Yes)
	fmt.Println(wider.AinB == include.Yes, wider.BinA == include.Yes, string(wider.WitnessBnotA))
	// Output:
	// true true
	// true false 0
}
