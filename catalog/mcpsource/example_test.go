package mcpsource_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
)

func Example() {
	s := server.NewMCPServer("dictionary", "1", server.WithInstructions("One word at a time."))
	s.AddTool(mcp.NewTool("lookup", mcp.WithString("word", mcp.Required())), nil)
	var endpoint http.Handler = server.NewStreamableHTTPServer(s)
	srv := httptest.NewServer(endpoint)
	defer srv.Close()

	c, err := mcpsource.Fetch(context.Background(), mcpsource.Server{URL: srv.URL + "/mcp"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Name, len(c.Tools), c.Tools[0].Name, c.Instructions)
	// Output: dictionary 1 lookup One word at a time.
}
