package catalog_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

func TestReadErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, doc string
		want      string // part of the message
		hint      string // part of the hint
		empty     bool   // is it ErrNoTools
	}{
		{"empty", "", "no tools: the document is empty", "succeeded", true},
		{"blank", " \n\t\n", "no tools: the document is empty", "succeeded", true},
		{"byte order mark only", "\xef\xbb\xbf", "no tools: the document is empty", "succeeded", true},
		{"empty array", "[]", "no tools: the list is empty", "right one", true},
		{"empty tools", `{"tools":[]}`, `no tools: "/tools" is an empty list`, "right one", true},
		{"empty result", `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, `no tools: "/result/tools" is an empty list`, "right one", true},
		{"no objects", `{"tools":[1,"x",null]}`, "line 1: /tools/0: no tools: 3 entries are no objects and so no tools, the first is a number", "an object with a name", true},
		{"no object", "{\"result\":{\"tools\":[\n\"x\"]}}", `line 2: /result/tools/0: no tools: 1 entry is no object and so no tool, it is a string`, "an object with a name", true},
		{"yaml no objects", "tools:\n  - null\n  - 2\n", "line 2: /tools/0: no tools: 2 entries are no objects and so no tools, the first is null", "an object with a name", true},
		{"yaml nothing", "---\n", "no tools: the document is empty", "succeeded", true},
		{"request without tools", `{"model":"m","messages":[{"role":"user","content":"x"}]}`, "no tools: the request offers none", "right one", true},
		{"responses request without tools", `{"model":"m","input":"x"}`, "no tools: the request offers none", "right one", true},
		{"initialize alone", `{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"s"}}}`, "no tools: this is the answer to initialize", "right one", true},
		{"json-rpc request", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `the JSON-RPC message "tools/list"`, "right one", true},
		{"html", "\n<!DOCTYPE html><html><body>404</body></html>", "looks like an HTML page", "Raw", false},
		{"xml", `<?xml version="1.0"?><tools/>`, "looks like XML", "JSON", false},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00\x00", "binary data", "right one", false},
		{"gzip", "\x1f\x8b\x08\x00", "gzip", "gunzip", false},
		{"utf-16", "\xff\xfe{\x00}\x00", "UTF-16", "UTF-8", false},
		{"utf-16 without mark", "{\x00\"\x00a\x00", "UTF-16", "UTF-8", false},
		{"latin-1", "tools: caf\xe9\n", "not UTF-8", "right one", false},
		{"truncated", `{"tools":[{"name":"a","inputSchema":{"type":"obj`, `line 1, column`, "", false},
		{"truncated pointer", "{\"tools\":[\n{\"name\":\"a\"", `ends too early`, "", false},
		{"closed twice", `{"tools":[{"name":"a"}]}}`, "line 1", "", false},
		{"broken line", "{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":}\n", "line 2, column 9", "", false},
		{"duplicate member", `{"tools":[{"name":"a","name":"b"}]}`, `duplicate member name "name"`, "--lenient", false},
		{"rpc error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no\nsuch method"}}`, `line 1: /error: the server answered with error -32601: "no\nsuch method"`, "ask the server", false},
		{"client config", `{"mcpServers":{"a":{"command":"npx"}}}`, "client configuration", "servers answer", false},
		{"vs code config", `{"servers":{"a":{"type":"http","url":"https://x"}}}`, "client configuration", "servers answer", false},
		{"openapi", `{"openapi":"3.1.0","info":{},"paths":{}}`, `API description (openapi "3.1.0")`, "operations", false},
		{"swagger yaml", "swagger: '2.0'\npaths: {}\n", `API description (swagger "2.0")`, "operations", false},
		{"other object", `{"users":[],"page":1}`, `an object with the members "users", "page"`, "tools/list", false},
		{"empty object", `{}`, "an empty object", "known are", false},
		{"array of numbers", `[1,2]`, "an array whose first item is a number", "known are", false},
		{"array of people", `[{"name":"bob","age":3}]`, `an array whose first item is an object with the members "name", "age"`, "known are", false},
		{"a string", `"tools"`, "it is a string", "known are", false},
		{"text", "hello world\n", "it is a string", "known are", false},
		{"log before json", "Starting: server\n{\"tools\":[]}\n", "neither JSON nor YAML", "JSON starts", false},
		{"json schema", `{"$schema":"x","type":"object","properties":{}}`, "a JSON Schema without a tool", "inputSchema", false},
		{"yaml duplicate", "tools:\n  - name: a\n    name: b\n", `line 3: duplicate member name "name"`, "--lenient", false},
		{"yaml complex key", "? [a, b]\n: 1\n", "line 1: a member name is a list", "", false},
		{"yaml self reference", "&a [*a]\n", "line 1: nesting depth", "", false},
		{"unknown line", "{\"name\":\"a\",\"inputSchema\":{}}\n{\"user\":1}\n", `line 2: the shape of the document is not known`, "known are", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := catalog.Read([]byte(tt.doc), nil)
			if err == nil {
				t.Fatalf("read as a catalog of %d tools", len(c.Tools))
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "catalog: ") {
				t.Errorf("error is %q, want %q in it", err, tt.want)
			}
			if got := errors.Is(err, catalog.ErrNoTools); got != tt.empty {
				t.Errorf("is ErrNoTools: %v, want %v", got, tt.empty)
			}
			var read *catalog.ReadError
			if tt.hint != "" && (!errors.As(err, &read) || !strings.Contains(read.Hint(), tt.hint)) {
				t.Errorf("no hint with %q: %#v", tt.hint, err)
			}
		})
	}
}

// Documents that are made to exhaust a reader end in an error that names the limit, and soon.
func TestReadHostile(t *testing.T) {
	t.Parallel()
	laughs := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'j'; c++ {
		laughs += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+",", 9) + "*" + string(c-1) + "]\n"
	}
	merges := "a: &a {x: 1}\n"
	for c := 'b'; c <= 'z'; c++ {
		merges += string(c) + ": &" + string(c) + " {<<: [*" + string(c-1) + ", *" + string(c-1) + "]}\n"
	}
	for _, tt := range []struct {
		name string
		doc  []byte
		lim  schema.Limits
		want string
	}{
		{"deep json", bytes.Repeat([]byte(`[`), 10_000), schema.Limits{}, "nesting depth is over the limit of 1000"},
		{"deep schema", []byte(`{"tools":[{"name":"a","inputSchema":` + strings.Repeat(`{"not":`, 10_000) + `{}` + strings.Repeat("}", 10_000) + `}]}`), schema.Limits{}, "nesting depth"},
		{"deep yaml", []byte("a: " + strings.Repeat("[", 2000) + strings.Repeat("]", 2000)), schema.Limits{}, "nesting depth"},
		{"long", bytes.Repeat([]byte(" "), 1001), schema.Limits{Bytes: 1000}, "number of bytes is over the limit of 1000"},
		{"many values", []byte(`[1,2,3,4]`), schema.Limits{Nodes: 3}, "number of values is over the limit of 3"},
		{"laughs", []byte(laughs), schema.Limits{Nodes: 100_000}, "aliases expanded, is over the limit of 100000"},
		{"merges", []byte(merges), schema.Limits{Nodes: 100_000}, "merge keys are nested too deep or too many"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			_, err := catalog.Read(tt.doc, &catalog.ReadOptions{Limits: tt.lim})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %v, want %q in it", err, tt.want)
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}
