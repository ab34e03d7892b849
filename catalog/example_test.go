package catalog_test

import (
	"fmt"
	"log"

	"github.com/schema-bench/schema-bench/catalog"
)

// A request body is read, its tool is given a shorter description, and the request is written back with nothing else
// changed.
func Example() {
	c, err := catalog.Read([]byte(`{
	  "model": "any", "max_tokens": 100, "system": "You look things up.", "messages": [],
	  "tools": [{
	    "name": "lookup", "cache_control": {"type": "ephemeral"},
	    "description": "Looks a word up. It does so in a dictionary of the English language.",
	    "input_schema": {"type": "object", "properties": {"word": {"type": "str"}}}
	  }]
	}`), &catalog.ReadOptions{Source: "request.json"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Form, "with the system prompt:", c.System)
	for _, p := range c.Problems {
		fmt.Printf("%v (%s)\n", p, p.Hint)
	}
	c.Tools[0].Description = "Looks a word up."
	b, err := c.EncodeSource()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", b)
	// Output:
	// anthropic with the system prompt: You look things up.
	// tool "lookup": /tools/0/input_schema/properties/word/type: type "str" is not one of JSON Schema (in JSON Schema it is string)
	// {"model":"any","max_tokens":100,"system":"You look things up.","messages":[],"tools":[{"name":"lookup","cache_control":{"type":"ephemeral"},"description":"Looks a word up.","input_schema":{"type":"object","properties":{"word":{"type":"str"}}}}]}
}
