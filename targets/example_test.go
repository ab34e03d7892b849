package targets_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/targets"
)

func Example() {
	cat, err := catalog.Read([]byte(`{"tools":[{
		"name": "send-mail",
		"title": "Mail",
		"description": "Sends a message.",
		"inputSchema": {"type":"object","properties":{"to":{"type":"string","format":"email","title":"To"}},"required":["to"]}
	}]}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	clients, err := targets.Clients()
	if err != nil {
		fmt.Println(err)
		return
	}
	codex, err := clients.Lookup("codex")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := codex.Project(cat, &targets.ProjectOptions{Server: "post-office", Deferral: "never"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Group)
	fmt.Printf("%s\n", p.Catalog.Tools[0].Model())
	for _, c := range p.Changes {
		fmt.Println(c.Tool, c.What, c.Detail, c.Before, c.After)
	}
	// Output:
	// mcp__post_office
	// {"name":"send_mail","description":"Sends a message.","inputSchema":{"type":"object","properties":{"to":{"type":"string"}},"required":["to"]}}
	// send-mail schema rewritten properties, codex 103 73
	// send-mail member dropped title 4 0
	// send-mail renamed send_mail 9 9
}

func ExampleLint() {
	cat, err := catalog.Read([]byte(`{"tools":[{
		"name": "send.mail",
		"inputSchema": {"type":"object","properties":{"to":{"type":"array"},"cc":{"type":["string","null"]}}}
	}]}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"openai", "cursor"} {
		t, err := targets.Lookup(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range targets.Lint(cat, t) {
			fmt.Println(f.Severity, f.Part, f.At, f.Message)
		}
	}
	// Output:
	// error input /properties/to an array without items: OpenAI API refuses the whole request
	// error name  the name "send.mail": OpenAI API refuses the whole request
	// error input /properties/cc/type a list of types: Cursor refuses every value that a call has for it
}
