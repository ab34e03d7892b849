package llm_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/llm"
)

// A server of our own stands in for the provider here: it counts four bytes as a token.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"input_tokens":%d}`, len(body)/4)
	}))
	defer server.Close()

	tools, err := catalog.Read([]byte(`[{"name":"tides","description":"Tides of a harbour.","inputSchema":{"type":"object"}}]`), nil)
	if err != nil {
		log.Fatal(err)
	}
	form, err := llm.CountForm("anthropic")
	if err != nil {
		log.Fatal(err)
	}
	encoded, err := tools.Encode(form)
	if err != nil {
		log.Fatal(err)
	}
	counter, err := llm.NewCounter("anthropic", &llm.Options{
		BaseURL: server.URL,
		Getenv:  func(string) string { return "the-key" }, // leave it out to use the environment
	})
	if err != nil {
		log.Fatal(err)
	}
	billed, err := counter.Measure(context.Background(), llm.CountRequest{Model: "claude-sonnet-5", System: "You know the sea.", Tools: encoded})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(billed.With, "tokens, of which", billed.Tools(), "for tools")
	// Output:
	// 49 tokens, of which 24 for tools
}
