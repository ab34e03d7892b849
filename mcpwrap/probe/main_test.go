package probe

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// The test program is also the server that is looked at, and the bad proxies in front of it.
func TestMain(m *testing.M) {
	if os.Getenv("PROBE_ROLE") == "server" {
		serve(os.Args[len(os.Args)-1])
		return
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // a server that is built to look for races would end a second late
	os.Exit(m.Run())
}

const aTool = `{"name":%q,"description":"Reads.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"q":{"type":"string","title":"Q","minLength":2}},"required":["q"]},"outputSchema":{"type":"object"},"annotations":%s,"_meta":{"x":1},"execution":{"taskSupport":"optional"}}`

const readOnly = `{"readOnlyHint":true}`

// serve is a server with everything that there is to compare. A fault is what a proxy in front of it would do wrong.
func serve(fault string) {
	in := bufio.NewReader(os.Stdin)
	s := &server{fault: fault, out: bufio.NewWriter(os.Stdout)}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		messages, err := frame.Read(line)
		if err != nil {
			continue
		}
		for i := range messages {
			s.take(line, &messages[i])
		}
		s.out.Flush()
	}
}

type server struct {
	fault  string
	out    *bufio.Writer
	able   bool // the client can be asked
	call   string
	asked  int
	counts int
}

func (s *server) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

func (s *server) has(fault string) bool { return s.fault == fault }

func (s *server) take(line []byte, m *frame.Message) {
	id := string(m.ID.Of(line))
	result := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		if s.has("spaces") && m.Method == "ping" {
			text = " " + strings.Replace(text, "{", "{ ", 1)
		}
		s.say(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, text)
	}
	s.counts++
	switch m.Method {
	case "initialize":
		s.able = strings.Contains(string(line), "sampling")
		capabilities := `{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},"logging":{},"completions":{},"tasks":{"list":{}}}`
		if s.has("no-capabilities") {
			capabilities = `{"tools":{}}`
		}
		result(`{"protocolVersion":"2025-11-25","capabilities":%s,"serverInfo":{"name":"full","version":"1"},"instructions":"Do."}`, capabilities)
	case "notifications/initialized":
		if !s.has("no-list-changed") {
			s.say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		}
	case "tools/list":
		s.tools(line, m, result)
	case "resources/list":
		if s.has("no-resources") {
			s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, id)
			return
		}
		result(`{"resources":[{"uri":"x:a","name":"a","size":1.0},{"uri":"x:b","name":"b"}]}`)
	case "resources/templates/list":
		if s.has("no-templates") {
			result(`{"resourceTemplates":[]}`)
			return
		}
		result(`{"resourceTemplates":[{"uriTemplate":"x:t/{id}","name":"t"}]}`)
	case "prompts/list":
		result(`{"prompts":[{"name":"p","arguments":[{"name":"who","required":true}]}]}`)
	case "prompts/get":
		if strings.Contains(string(line), "no-such-thing") {
			s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such prompt"}}`, id)
			return
		}
		result(`{"messages":[{"role":"user","content":{"type":"text","text":%q}}]}`, m.Params.Of(line))
	case "resources/read":
		result(`{"contents":[{"uri":"x:a","mimeType":"text/plain","text":"now it is %d"}]}`, os.Getpid())
	case "completion/complete":
		if s.has("no-completion") {
			result(`{"completion":{"values":[]}}`)
			return
		}
		result(`{"completion":{"values":["one","two"],"total":2}}`)
	case "logging/setLevel":
		result(`{}`)
		s.say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1e1}}`)
	case "resources/subscribe", "resources/unsubscribe", "ping":
		result(`{}`)
	case "tasks/list":
		result(`{"tasks":[]}`)
	case "tools/call":
		s.called(line, m, id, result)
	case "": // an answer to what was asked
		if s.call != "" {
			s.say(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`, s.call, m.Result.Of(line))
			s.call = ""
		}
	default:
		if !m.IsRequest() {
			return
		}
		code := -32601
		if s.has("other-code") {
			code = -32603
		}
		s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"Method not found"}}`, id, code)
	}
}

func (s *server) tools(line []byte, m *frame.Message, result func(string, ...any)) {
	cursor := frame.Text(line, frame.Member(line, m.Params, "cursor"))
	list := []string{fmt.Sprintf(aTool, "read", readOnly), fmt.Sprintf(aTool, "image", readOnly), fmt.Sprintf(aTool, "write", `{"destructiveHint":false}`)}
	if s.able {
		list = append(list, fmt.Sprintf(aTool, "ask", `{"destructiveHint":false}`), fmt.Sprintf(aTool, "sample", `{"destructiveHint":false}`))
	}
	edit := func(old, new string) { list[0] = strings.Replace(list[0], old, new, 1) }
	switch s.fault {
	case "no-min":
		edit(`,"minLength":2`, "")
	case "no-required":
		edit(`,"required":["q"]`, "")
	case "no-output":
		edit(`"outputSchema":{"type":"object"},`, "")
	case "no-execution":
		edit(`,"execution":{"taskSupport":"optional"}`, "")
	case "more-annotations":
		edit(readOnly, `{"readOnlyHint":true,"destructiveHint":true}`)
	case "name":
		edit(`"read"`, `"server__read"`)
	case "no-ask":
		if s.able {
			list = list[:4]
		}
	case "order":
		list[0], list[1] = list[1], list[0]
	}
	switch {
	case s.has("one-page"):
		result(`{"tools":[%s]}`, strings.Join(list, ","))
	case cursor == "2":
		result(`{"tools":[%s]}`, strings.Join(list[2:], ","))
	case s.has("first-page-only"):
		result(`{"tools":[%s]}`, strings.Join(list[:2], ","))
	default:
		result(`{"tools":[%s],"nextCursor":"2","ttlMs":5}`, strings.Join(list[:2], ","))
	}
}

func (s *server) called(line []byte, m *frame.Message, id string, result func(string, ...any)) {
	token := frame.Member(line, frame.Member(line, m.Params, "_meta"), "progressToken").Of(line)
	ask := func(method, params string) {
		s.call = id
		s.asked++
		if s.has("no-asking") {
			s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"not supported"}}`, id)
			return
		}
		s.say(`{"jsonrpc":"2.0","id":"s%d","method":%q,"params":%s}`, s.asked, method, params)
	}
	switch name := frame.Text(line, frame.Member(line, m.Params, "name")); name {
	case "read", "server__read":
		for i := range 3 {
			if s.has("lost-progress") && i == 1 {
				continue
			}
			s.say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d}}`, token, i)
		}
		extra := `,"structuredContent":{"a":1},"_meta":{"m":true},"isError":true`
		if s.has("no-structure") {
			extra = `,"_meta":{"m":true},"isError":true`
		}
		result(`{"content":[{"type":"text","text":"pid %d"}]%s}`, os.Getpid(), extra)
	case "image":
		if s.has("image-as-text") {
			result(`{"content":[{"type":"text","text":"AAAA"}]}`)
			return
		}
		result(`{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}`)
	case "ask":
		ask("elicitation/create", `{"message":"which?","requestedSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":3}},"required":["a"]}}`)
	case "sample":
		ask("sampling/createMessage", `{"messages":[],"maxTokens":5}`)
	case "write":
		os.Exit(9) // it is not to be called
	default:
		s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such tool"}}`, id)
	}
}
