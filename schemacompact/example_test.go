package schemacompact_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact"
)

func ExampleCompact() {
	c, err := catalog.Read([]byte(`{"tools":[{"name":"water","description":"Waters a bed.","inputSchema":{
		"$schema":"http://json-schema.org/draft-07/schema#","title":"water","type":"object",
		"properties":{"bed":{"title":"Bed","type":"string"}},"required":["bed"],
		"definitions":{"unused":{"type":"string"}}}}]}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := schemacompact.Compact(c, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Tools[0].Proof.Verdict)
	fmt.Printf("%s\n", r.Catalog.Tools[0].Input.Append(nil))
	for _, e := range r.Tools[0].Edits {
		fmt.Println(e.Op, e.At)
	}
	// Output:
	// identical
	// {"type":"object","properties":{"bed":{"type":"string"}},"required":["bed"]}
	// drop /definitions/unused
	// drop /definitions
	// drop /title
	// drop /properties/bed/title
	// drop /$schema
}
