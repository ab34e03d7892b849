package schema_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
)

// Example drops the titles of a schema. The property that is called title stays, as does the spelling of the rest.
func Example() {
	root, err := schema.Parse([]byte(`{
		"title": "Book",
		"properties": {
			"title": {"title": "Title", "type": "string"},
			"price": {"title": "Price", "minimum": 1.50, "default": {"title": "data"}}
		}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	err = schema.Walk(root, func(s *schema.Site) error {
		if s.Schema.Delete("title") {
			fmt.Printf("%q had a title\n", s.At())
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", root.Append(nil))
	// Output:
	// "" had a title
	// "/properties/title" had a title
	// "/properties/price" had a title
	// {"properties":{"title":{"type":"string"},"price":{"minimum":1.50,"default":{"title":"data"}}}}
}
