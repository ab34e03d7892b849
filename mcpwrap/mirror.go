package mcpwrap

import (
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// A paramHeader is an argument that a tool wants in a header as well, by the keyword x-mcp-header of 2026-07-28.
type paramHeader struct {
	path []string
	name string
}

// mirrored is the first version of the protocol in which headers repeat what the body says.
const mirrored = "2026-07-28"

// mirror sets the headers that repeat parts of a message, so that what stands between can route it.
func (r *remoteRun) mirror(h http.Header, b []byte, messages []frame.Message, version string) {
	if len(messages) == 1 {
		if v := frame.Text(b, frame.Member(b, frame.Member(b, messages[0].Params, "_meta"), "io.modelcontextprotocol/protocolVersion")); v != "" {
			version = v
		}
	}
	if version == "" || strings.ContainsAny(version, "\r\n") {
		return
	}
	h.Set("Mcp-Protocol-Version", version)
	if version < mirrored || len(messages) != 1 || messages[0].Method == "" {
		return
	}
	m := &messages[0]
	set := func(name, value string) {
		if value != "" {
			h.Set(name, headerValue(value))
		}
	}
	set("Mcp-Method", m.Method)
	switch m.Method {
	case "tools/call":
		tool := frame.Text(b, frame.Member(b, m.Params, "name"))
		set("Mcp-Name", tool)
		r.mu.Lock()
		params := r.heads[tool]
		r.mu.Unlock()
		for _, p := range params {
			at := frame.Member(b, m.Params, "arguments")
			for _, name := range p.path {
				at = frame.Member(b, at, name)
			}
			value := string(at.Of(b))
			if strings.HasPrefix(value, `"`) {
				value = frame.Text(b, at)
			}
			if value != "" && value != "null" {
				h.Set("Mcp-Param-"+p.name, headerValue(value))
			}
		}
	case "prompts/get":
		set("Mcp-Name", frame.Text(b, frame.Member(b, m.Params, "name")))
	case "resources/read":
		set("Mcp-Name", frame.Text(b, frame.Member(b, m.Params, "uri")))
	}
}

// headerValue is a value as a header can hold it: as it is, or in base64 between marks.
func headerValue(s string) string {
	plain := s == strings.TrimSpace(s) && !(strings.HasPrefix(s, "=?base64?") && strings.HasSuffix(s, "?="))
	for i := range len(s) {
		plain = plain && s[i] >= 0x20 && s[i] < 0x7f
	}
	if plain {
		return s
	}
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?="
}

// learn takes from an answer what later requests need: the version that was agreed upon, and the headers that tools want.
func (r *remoteRun) learn(b []byte) {
	messages, err := frame.Read(b)
	if err != nil {
		return
	}
	for i := range messages {
		m := &messages[i]
		if m.Result.To == 0 {
			continue
		}
		if v := frame.Text(b, frame.Member(b, m.Result, "protocolVersion")); v != "" && frame.Member(b, m.Result, "capabilities").To != 0 {
			r.mu.Lock()
			r.version = v
			r.mu.Unlock()
		}
		if tools := frame.Member(b, m.Result, "tools"); tools.To != 0 {
			r.learnHeaders(tools.Of(b))
		}
	}
}

func (r *remoteRun) learnHeaders(array []byte) {
	if !strings.Contains(string(array), "x-mcp-header") {
		return
	}
	list, err := schema.ParseWith(array, &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
	if err != nil {
		return
	}
	found := map[string][]paramHeader{}
	for _, tool := range list.Items() {
		name, _ := tool.Get("name").Text()
		input := tool.Get("inputSchema")
		if input == nil {
			continue
		}
		// A site's path within the schema is properties, name, properties, name and so on.
		_ = schema.Walk(input, func(s *schema.Site) error {
			head, ok := s.Schema.Get("x-mcp-header").Text()
			names := s.At().Names()
			if !ok || head == "" || len(names)%2 != 0 || strings.ContainsFunc(head, notToken) {
				return nil
			}
			var path []string
			for i := 0; i < len(names); i += 2 {
				if names[i] != "properties" {
					return nil
				}
				path = append(path, names[i+1])
			}
			if len(path) > 0 {
				found[name] = append(found[name], paramHeader{path, head})
			}
			return nil
		})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, heads := range found {
		r.heads[name] = heads
	}
}

func notToken(c rune) bool {
	return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("!#$%&'*+-.^_`|~", c))
}
