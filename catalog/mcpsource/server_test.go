package mcpsource

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/fixtures"
)

// The test binary is its own MCP server: with this variable it serves the named behaviour instead of running tests.
const childVar = "MCPSOURCE_TEST_SERVER"

func TestMain(m *testing.M) {
	if fault, ok := strings.CutPrefix(os.Getenv(childVar), "fixture:"); ok {
		err := fixtures.Serve(context.Background(), os.Stdin, os.Stdout, fixtures.ServeOptions{Fault: fault, Stderr: os.Stderr})
		if err != nil {
			os.Exit(7)
		}
		os.Exit(0)
	}
	if name := os.Getenv(childVar); name != "" {
		serveChild(name)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // children that are built to look for races would end a second late
	os.Exit(m.Run())
}

// child is a server that runs this binary with a behaviour.
func child(name string, env ...string) Server {
	s := Server{Name: name, Command: []string{os.Args[0]}, Env: map[string]string{childVar: name}}
	for _, e := range env {
		k, v, _ := strings.Cut(e, "=")
		s.Env[k] = v
	}
	return s
}

// quick keeps the waits of a fetch short; the timeout is generous because nothing waits for it but hanging servers.
func quick() *Options {
	return &Options{Timeout: time.Minute, settle: 20 * time.Millisecond, grace: 100 * time.Millisecond}
}

// oddTools is a list as no encoder would write it: every byte of it must survive.
const oddTools = `{"tools":[ {"inputSchema":{"type":"object","properties":{"n":{"maximum":12345678901234567890,"default":1.0}},"oneOf":[{}]} , "name":"odd", "description":"caf\u00e9 <b>", "x-new":{"b":1,"a":2}} , {"name":"plain","inputSchema":{"type":"object"},"annotations":{}}]}`

type rpcIn struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Cursor          string                     `json:"cursor"`
		ProtocolVersion string                     `json:"protocolVersion"`
		Capabilities    map[string]json.RawMessage `json:"capabilities"`
		Meta            map[string]json.RawMessage `json:"_meta"`
	} `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// A fake answers one request with whole messages, a line each.
type fake struct {
	name  string
	in    *bufio.Scanner
	out   io.Writer
	lists int

	capabilities map[string]json.RawMessage // of the client
}

func (f *fake) say(format string, args ...any) { fmt.Fprintf(f.out, format+"\n", args...) }

func (f *fake) result(id json.RawMessage, result string) {
	f.say(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

func (f *fake) fail(id json.RawMessage, code int, message string) {
	f.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, id, code, message)
}

func serveChild(name string) {
	if addr := os.Getenv("CALL_HOME"); addr != "" {
		// The connection closes when this process ends, however it ends: that is how the test sees it.
		if _, err := net.Dial("tcp", addr); err != nil {
			os.Exit(9)
		}
	}
	switch name {
	case "grandchild-itself":
		fmt.Println("up")
		select {}
	case "deaf":
		signal.Ignore(syscall.SIGTERM)
	case "banner":
		fmt.Print("\x1b[32mWelcome to the server\x1b[0m\n{\"level\":\"info\",\"msg\":\"up\"}\n")
	case "garbage":
		fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{`)
		select {}
	}
	f := &fake{name: name, in: bufio.NewScanner(os.Stdin), out: os.Stdout}
	f.in.Buffer(nil, 1<<20)
	for f.in.Scan() {
		var r rpcIn
		if json.Unmarshal(f.in.Bytes(), &r) == nil && r.ID != nil && r.Method != "" {
			f.serve(r)
		}
	}
	if name == "deaf" {
		select {}
	}
	os.Exit(0)
}

func (f *fake) serve(r rpcIn) {
	switch r.Method {
	case "initialize":
		f.initialize(r)
	case "server/discover":
		f.discover(r)
	case "tools/list":
		f.lists++
		f.list(r)
	default:
		f.fail(r.ID, -32601, "no such method")
	}
}

func (f *fake) initialize(r rpcIn) {
	version, capabilities := r.Params.ProtocolVersion, `{"tools":{}}`
	f.capabilities = r.Params.Capabilities
	switch f.name {
	case "hang", "deaf":
		return
	case "die":
		fmt.Fprintln(os.Stderr, "line one\nError: MY_TOKEN is not set (got "+os.Getenv("MY_TOKEN")+")")
		os.Exit(3)
	case "modern":
		f.fail(r.ID, -32601, "gone")
		return
	case "choosy":
		if version != "2025-03-26" {
			f.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-03-26","2024-11-05"],"requested":%q}}}`, r.ID, version)
			return
		}
	case "keyless", "keyless-garbage", "keyless-gone":
		f.fail(r.ID, -32000, "API key is missing: set FOO_KEY")
		return
	case "bare":
		f.fail(r.ID, -32601, "no such method")
		return
	case "bare-broken":
		f.fail(r.ID, -32601, "gone")
		return
	case "refuse-all":
		f.fail(r.ID, -32603, "database is down")
		return
	case "old":
		version = "2024-11-05"
	case "future":
		version = "2031-01-01"
	case "shy":
		capabilities = `{}`
	case "boaster":
		capabilities = `{"tools":{},"prompts":{},"resources":{}}`
	case "late", "empty-first":
		capabilities = `{"tools":{"listChanged":true}}`
	case "flood":
		fmt.Fprint(os.Stderr, strings.Repeat(strings.Repeat("x", 1023)+"\n", 512))
	case "cannot-read":
		f.say(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`)
		return
	case "grandchild":
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVar+"=grandchild-itself")
		out, err := cmd.StdoutPipe()
		if err != nil || cmd.Start() != nil {
			os.Exit(8)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil { // it has called home
			os.Exit(8)
		}
	}
	f.result(r.ID, fmt.Sprintf(`{"protocolVersion":%q,"capabilities":%s,"serverInfo":{"name":"fake","version":"1"},"instructions":"Mind the \"gap\"."}`, version, capabilities))
}

func (f *fake) discover(r rpcIn) {
	switch f.name {
	case "modern":
	case "keyless", "bare":
		return
	case "keyless-garbage":
		f.say(`{"jsonrpc":"2.0","id":1,"result":{`)
		return
	case "keyless-gone":
		os.Exit(4)
	case "bare-broken":
		f.fail(r.ID, -32603, "database is down")
		return
	default:
		f.fail(r.ID, -32601, "no such method")
		return
	}
	f.result(r.ID, `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"New ways.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"newcomer","version":"1"}},"resultType":"complete"}`)
}

func tool(name string) string {
	return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name)
}

func (f *fake) list(r rpcIn) {
	one := `{"tools":[` + tool("one") + `]}`
	switch f.name {
	case "pages", "die-mid-list", "half":
		switch r.Params.Cursor {
		case "":
			f.result(r.ID, `{"tools":[{"name":"a", "inputSchema":{}}],"nextCursor":"two"}`)
		case "two":
			if f.name == "die-mid-list" {
				os.Exit(1)
			}
			if f.name == "half" {
				fmt.Fprint(f.out, `{"jsonrpc":"2.0","id":`, string(r.ID), `,"result":{"tools":[`)
				os.Exit(1)
			}
			f.result(r.ID, `{"tools":[],"nextCursor":"three"}`)
		default:
			f.result(r.ID, `{"tools":[{"inputSchema":{ },"name":"b"}],"nextCursor":""}`)
		}
	case "loop":
		f.result(r.ID, fmt.Sprintf(`{"tools":[%s],"nextCursor":"again"}`, tool(fmt.Sprint("t", f.lists))))
	case "loop-fresh":
		f.result(r.ID, fmt.Sprintf(`{"tools":[%s],"nextCursor":"c%d"}`, tool("same"), f.lists))
	case "endless":
		f.result(r.ID, fmt.Sprintf(`{"tools":[%s],"nextCursor":"c%d"}`, tool(fmt.Sprint("t", f.lists)), f.lists))
	case "empty":
		f.result(r.ID, `{"tools":[]}`)
	case "empty-first":
		if f.lists == 1 {
			f.result(r.ID, `{"tools":[]}`)
			f.say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			return
		}
		f.result(r.ID, one)
	case "late":
		if f.lists == 1 {
			f.result(r.ID, one)
			f.say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			return
		}
		f.result(r.ID, `{"tools":[`+tool("one")+`,`+tool("two")+`]}`)
	case "no-array":
		f.result(r.ID, `{"tool":[]}`)
	case "null-result":
		f.result(r.ID, `null`)
	case "number-cursor":
		f.result(r.ID, `{"tools":[`+tool("one")+`],"nextCursor":7}`)
	case "refuse", "shy-refuse":
		f.fail(r.ID, -32601, "tools/list is not here")
	case "error":
		f.fail(r.ID, -32000, "quota of "+os.Getenv("MY_TOKEN")+" used up")
	case "noise":
		f.say("DEBUG listing tools\nDEBUG token=%s", os.Getenv("MY_TOKEN"))
		f.result(r.ID, one)
	case "long-line":
		f.result(r.ID, `{"tools":[{"name":"big","description":"`+strings.Repeat("x", 300_000)+`"}]}`)
	case "deep":
		f.result(r.ID, `{"tools":[{"name":"deep","inputSchema":`+strings.Repeat(`{"items":`, 11_000)+`{}`+strings.Repeat(`}`, 11_000)+`}]}`)
	case "batch":
		f.say(`[{"jsonrpc":"2.0","method":"notifications/message","params":{}},{"jsonrpc":"2.0","id":%s,"result":%s}]`, r.ID, one)
	case "last-words":
		fmt.Fprintf(f.out, `{"jsonrpc":"2.0","id":%s,"result":%s}`, r.ID, one)
		os.Exit(0)
	case "asks":
		f.asks(r)
	case "gated":
		tools := []string{tool("always")}
		for _, name := range slices.Sorted(maps.Keys(f.capabilities)) {
			tools = append(tools, tool("needs-"+name))
		}
		f.result(r.ID, `{"tools":[`+strings.Join(tools, ",")+`]}`)
	case "modern":
		if _, ok := r.Params.Meta["io.modelcontextprotocol/protocolVersion"]; !ok {
			f.fail(r.ID, -32602, "no _meta")
			return
		}
		f.result(r.ID, `{"tools":[`+tool("one")+`],"ttlMs":5,"resultType":"complete"}`)
	default:
		f.result(r.ID, oddTools)
	}
}

// asks sends requests of its own before it answers, and lists one tool per reply, described by it.
func (f *fake) asks(r rpcIn) {
	var tools []string
	for i, method := range []string{"ping", "roots/list", "sampling/createMessage", "elicitation/create", "made/up"} {
		f.say(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{}}`, i+1, method)
		if !f.in.Scan() {
			return
		}
		var reply rpcIn
		if json.Unmarshal(f.in.Bytes(), &reply) != nil {
			return
		}
		tools = append(tools, fmt.Sprintf(`{"name":"t%d","inputSchema":{},"description":%q}`, i, string(reply.Result)+string(reply.Error)))
	}
	f.result(r.ID, `{"tools":[`+strings.Join(tools, ",")+`]}`)
}
