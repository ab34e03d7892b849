package verify_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

func Example() {
	before, _ := schema.Parse([]byte(`{
		"type": "object",
		"description": "Where to look.",
		"properties": {"title": {"title": "Title", "type": "string", "minLength": 0}},
		"required": ["title"],
		"$defs": {"Unused": {"type": "integer"}}
	}`))
	short, _ := schema.Parse([]byte(`{"type":"object","properties":{"title":{"type":"string"}},"required":["title"]}`))
	broken, _ := schema.Parse([]byte(`{"type":"object","properties":{},"required":["title"]}`))

	fmt.Println(verify.Compare(before, short, nil).Verdict)
	proof := verify.Compare(before, broken, nil)
	fmt.Println(proof.Verdict, proof.At, proof.Reason)
	// Output:
	// identical
	// unknown /properties it is gone
}
