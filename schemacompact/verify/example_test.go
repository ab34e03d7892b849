package verify_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

func Example() {
	parse := func(text string) *schema.Node {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			panic(err)
		}
		return n
	}
	before := parse(`{
		"type": "object",
		"description": "Where to look.",
		"properties": {"title": {"$ref": "#/$defs/Title"}},
		"required": ["title"],
		"$defs": {"Title": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]}}
	}`)
	for _, after := range []string{
		`{"type":"object","properties":{"title":{"type":["string","null"],"minLength":1}},"required":["title"]}`,
		`{"type":"object","properties":{},"required":["title"]}`,
	} {
		p := verify.Compare(before, parse(after), nil)
		fmt.Println(p.Verdict, p.Direction)
		for _, w := range p.Witnesses {
			fmt.Printf("  %s, accepted by the first: %v\n", w.Instance, w.First)
		}
	}
	// Output:
	// canonical equal
	// different wider
	//   {"title":0}, accepted by the first: false
}
