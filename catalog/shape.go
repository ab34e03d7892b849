package catalog

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// document reads what stands at a place of a record, if its shape is known.
func (r *reader) document(n *schema.Node, at schema.Pointer) (known bool, err error) {
	switch n.Kind() {
	case schema.Array:
		return r.arrayDocument(n, at)
	case schema.Object:
	default:
		return false, nil
	}
	if known, err := r.message(n, at); known || err != nil {
		return known, err
	}
	if err := r.otherDocument(n, at); err != nil {
		return true, err
	}
	if body := n.Get("body"); body.Kind() == schema.Object && holdsTools(body) && !holdsTools(n) {
		// A line of a batch file: the request is in its body.
		return r.document(body, at.Child("body"))
	}
	if holdsTools(n) {
		r.prose(n)
		return true, r.holder(n, at)
	}
	if isRequest(n) {
		r.prose(n)
		r.empty = "the request offers none to the model"
		return true, nil
	}
	if rd := classify(n); rd.sure || looksLikeTool(n) {
		return true, r.lone(n, at, rd)
	}
	return false, nil
}

// holdsTools reports whether an object has one of the members that APIs and files keep tools in.
func holdsTools(n *schema.Node) bool {
	return n.Get("tools").Kind() == schema.Array || n.Get("functions").Kind() == schema.Array ||
		n.Get("toolConfig").Get("tools").Kind() == schema.Array || declarations(n) != ""
}

func isRequest(n *schema.Node) bool {
	return n.Get("messages").Kind() == schema.Array || n.Get("contents").Kind() == schema.Array ||
		n.Get("model") != nil && n.Get("input") != nil
}

func (r *reader) holder(n *schema.Node, at schema.Pointer) error {
	if cursor, ok := n.Get("nextCursor").Text(); ok && cursor != "" {
		r.problem("", at.Child("nextCursor"), "this is one page of a longer list: the server has more tools", "import from the server itself, which reads every page")
	}
	for _, m := range []struct {
		holder *schema.Node
		at     schema.Pointer
		member string
		given  reading
	}{
		{n, at, "tools", reading{}},
		{n.Get("toolConfig"), at.Child("toolConfig"), "tools", reading{layout: layoutOf(Bedrock), sure: true}},
		{n, at, "functions", reading{layout: flatChat(), sure: true}},
		{n, at, declarations(n), reading{layout: layoutOf(Gemini), sure: true}},
	} {
		items := m.holder.Get(m.member)
		if items.Kind() != schema.Array {
			continue
		}
		if items.Len() == 0 {
			r.empty = fmt.Sprintf("%q is an empty list", m.at.Child(m.member))
		}
		if err := r.list(items, m.at.Child(m.member), m.given, nil); err != nil {
			return err
		}
	}
	return nil
}

// arrayDocument reads a bare array of tools, and an array of documents such as a JSON-RPC batch.
func (r *reader) arrayDocument(n *schema.Node, at schema.Pointer) (bool, error) {
	if n.Len() == 0 {
		r.empty = "the list is empty"
		return true, nil
	}
	tools, documents := false, false
	for _, item := range n.Items() {
		tools = tools || classify(item).sure || looksLikeTool(item) || declarations(item) != ""
		documents = documents || item.Get("jsonrpc") != nil || item.Get("tools").Kind() == schema.Array && item.Get("type") == nil
	}
	switch {
	case documents && at == "":
		for i, item := range n.Items() {
			known, err := r.document(item, itemPointer(at, i))
			if err != nil {
				return true, err
			}
			if !known {
				return false, nil
			}
		}
		return true, nil
	case tools:
		return true, r.list(n, at, reading{}, nil)
	}
	return false, nil
}

// message reads a JSON-RPC message: the response to tools/list, and in a transcript those around it.
func (r *reader) message(n *schema.Node, at schema.Pointer) (known bool, err error) {
	result, failure := n.Get("result"), n.Get("error")
	rpc := n.Get("jsonrpc") != nil || n.Get("id") != nil && (result != nil || failure != nil)
	if !rpc {
		if result.Kind() == schema.Object && result.Get("tools").Kind() == schema.Array && !holdsTools(n) {
			return r.document(result, at.Child("result"))
		}
		return false, nil
	}
	switch {
	case failure.Kind() == schema.Object:
		text, _ := failure.Get("message").Text()
		return true, r.fail(at.Child("error"), fmt.Sprintf("the server answered with error %s: %s", failure.Get("code").Append(nil), quote(text)),
			"the answer holds no tools; ask the server again")
	case result.Kind() == schema.Object && result.Get("tools").Kind() == schema.Array:
		return r.document(result, at.Child("result"))
	case result.Kind() == schema.Object && result.Get("serverInfo") != nil:
		r.prose(result)
		if name, ok := result.Get("serverInfo").Get("name").Text(); ok && r.opt.Name == "" {
			r.cat.Name = name
		}
		r.empty = "this is the answer to initialize, not to tools/list"
		return true, nil
	case result != nil:
		r.empty = "this is the answer to another request than tools/list"
		return true, nil
	}
	if method, ok := n.Get("method").Text(); ok {
		r.empty = fmt.Sprintf("this is the JSON-RPC message %s, not the answer to tools/list", quote(method))
		return true, nil
	}
	return false, nil
}

// otherDocument names the documents that are no catalogs but that others turn into one.
func (r *reader) otherDocument(n *schema.Node, at schema.Pointer) error {
	if holdsTools(n) {
		return nil
	}
	for _, member := range []string{"openapi", "swagger"} {
		if v, ok := n.Get(member).Text(); ok {
			return r.fail(at, fmt.Sprintf("this is an API description (%s %s), not a list of tools", member, quote(v)),
				"tools are made from its operations, they do not stand in it")
		}
	}
	for _, servers := range []*schema.Node{n.Get("mcpServers"), n.Get("servers"), n.Get("mcp_servers"), n.Get("mcp").Get("servers"), n.Get("context_servers")} {
		for _, s := range servers.Members() {
			if s.Get("command") != nil || s.Get("url") != nil || s.Get("serverUrl") != nil || s.Get("httpUrl") != nil {
				return r.fail(at, "this is a client configuration that names MCP servers, not a list of tools",
					"the tools are those that its servers answer with")
			}
		}
	}
	return nil
}

func (r *reader) fail(at schema.Pointer, message, fix string) error {
	return &ReadError{At: at, Line: r.lineOf(at), Err: fmt.Errorf("%s", message), Fix: fix}
}

func (r *reader) lineOf(at schema.Pointer) int {
	if s, ok := locate(r.text.json, r.text.span.from, at); ok {
		line, _ := r.text.pos(s.from)
		return line
	}
	return 0
}

func (r *reader) unknownShape(n *schema.Node) error {
	seen := describe(n)
	fix := "known are: an MCP tools/list answer, {\"tools\":[…]}, an array of tools, a single tool, and the tools or whole request bodies of OpenAI (chat, responses), Anthropic, Gemini and Bedrock"
	if n.Get("properties") != nil || n.Get("$schema") != nil {
		seen += ", a JSON Schema without a tool around it"
		fix = "put it into a tool: {\"tools\":[{\"name\":\"…\",\"description\":\"…\",\"inputSchema\":…}]}"
	}
	e := &ReadError{Err: fmt.Errorf("the shape of the document is not known: it is %s", seen), Fix: fix}
	if r.src.lines {
		e.Line, _ = r.text.pos(r.text.span.from)
	}
	return e
}

// describe says what a value is, for an error about a shape that nobody knows.
func describe(n *schema.Node) string {
	switch n.Kind() {
	case schema.Object:
		var names []string
		for name := range n.Members() {
			if len(names) == 8 {
				names = append(names, "…")
				break
			}
			names = append(names, quote(name))
		}
		if len(names) == 0 {
			return "an empty object"
		}
		return "an object with the members " + strings.Join(names, ", ")
	case schema.Array:
		first := n.Item(0)
		if first.Kind() == schema.Array {
			return "an array of arrays"
		}
		return "an array whose first item is " + describe(first)
	}
	return kindName(n)
}

func kindName(n *schema.Node) string {
	switch n.Kind() {
	case schema.Object:
		return "an object"
	case schema.Array:
		return "an array"
	case schema.String:
		return "a string"
	case schema.Number:
		return "a number"
	case schema.Bool:
		return "a boolean"
	}
	return "null"
}

// quote writes text of a stranger into a message: quoted, so that it cannot forge one, and short.
func quote(s string) string {
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
