package load_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/load"
)

func Example() {
	sources, err := load.Parse([]string{"mine=-"}, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	opt := &load.Options{Stdin: strings.NewReader(`[{"name":"lookup","description":"Looks up a word.","inputSchema":{"type":"object"}}]`)}
	for _, r := range load.Load(context.Background(), sources, opt) {
		if r.Err != nil {
			fmt.Println(r.Err)
			continue
		}
		fmt.Println(r.Label, len(r.Catalog.Tools), r.Catalog.Tools[0].Name)
	}
	// Output: mine 1 lookup
}
