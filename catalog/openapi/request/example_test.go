package request_test

import (
	"fmt"
	"io"

	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/schema"
)

func Example() {
	call := request.Call{
		Method:  "PATCH",
		Path:    "/shelves/{shelf}/books",
		Servers: []string{"https://library.example/v1"},
		Bindings: []request.Binding{
			{Argument: "shelf", In: "path", Name: "shelf", Required: true},
			{Argument: "tags", In: "query", Name: "tags[]", Style: "form", Explode: true},
			{Argument: "title", In: "property", Name: "title"},
		},
		Body: &request.Body{ContentType: "application/json"},
	}
	args, err := schema.Parse([]byte(`{"shelf":"../attic","tags":["old","rare & odd"],"title":null}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	req, err := call.Build(args, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(req.Method, req.URL)
	fmt.Println(string(body))
	// Output:
	// PATCH https://library.example/v1/shelves/..%2Fattic/books?tags%5B%5D=old&tags%5B%5D=rare%20%26%20odd
	// {"title":null}
}
