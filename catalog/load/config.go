package load

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A config is the configuration of an MCP client, of whichever kind.
type config struct {
	kind     string // what it looks like, for people
	entries  []entry
	inputs   map[string]string // id -> description
	defaults map[string]string // id -> default
	projects []project         // of Claude Code's user file
}

// A project holds the servers that a user added for one directory.
type project struct {
	path    string
	entries []entry
}

// An entry is one server as written, with its variables unresolved.
type entry struct {
	name, command string
	args          []string
	env           map[string]string
	envFile, cwd  string
	url           string
	transport     string
	headers       map[string]string
	off           string // why it is not to be started; empty if it is
	err           error  // what is wrong with it

	passVars   []string          // environment variables handed on by name (Codex)
	bearerVar  string            // variable that holds a bearer token (Codex)
	headerVars map[string]string // header -> variable (Codex)
	only, hide []string          // tools that the client shows or hides (Codex)
}

var (
	tomlServers = regexp.MustCompile(`(?m)^[ \t]*\[[ \t]*"?mcp_servers"?[ \t]*[.\]]|^[ \t]*mcp_servers[ \t]*[.=]`)
	jsonServers = regexp.MustCompile(`"(mcpServers|servers)"\s*:\s*\{`)
)

// parseConfig reads a client configuration. It returns nil without an error for any other document.
func parseConfig(b []byte) (*config, error) {
	b = bytes.TrimPrefix(b, []byte("\uFEFF"))
	head := bytes.TrimLeft(b, " \t\r\n")
	if len(head) > 0 && (head[0] == '{' || head[0] == '/') {
		// Most documents do not have the words at all, and searching for a word takes a fraction of the time.
		if !bytes.Contains(b, []byte(`ervers"`)) || !jsonServers.Match(b) {
			return nil, nil
		}
		return jsonConfig(b)
	}
	if tomlServers.Match(b) {
		return codexConfig(b)
	}
	return nil, nil
}

func jsonConfig(b []byte) (*config, error) {
	plain := stripJSONC(b)
	n, err := schema.Parse(plain)
	if err != nil {
		var syntax *schema.SyntaxError
		if head := bytes.TrimLeft(plain, " \t\r\n"); !errors.As(err, &syntax) || !configHead.Match(head) {
			return nil, nil // some other document: who reads it says what is wrong
		}
		line, column := schema.LineColumn(b, syntax.Offset)
		return nil, fmt.Errorf("client configuration, line %d, column %d: %w", line, column, err)
	}
	c := &config{inputs: map[string]string{}, defaults: map[string]string{}}
	vscode := n
	if n.Get("mcp").Get("servers").Kind() == schema.Object {
		vscode = n.Get("mcp") // settings.json of older versions
	}
	found := false
	if s := n.Get("mcpServers"); s.Kind() == schema.Object {
		c.kind, found = "mcpServers", true
		c.entries = entries(s)
	}
	if s := vscode.Get("servers"); s.Kind() == schema.Object && n.Get("openapi") == nil && serverLike(s) {
		c.kind, found = "servers", true
		c.entries = append(c.entries, entries(s)...)
		for _, in := range items(vscode.Get("inputs")) {
			id := str(in.Get("id"))
			c.inputs[id] = str(in.Get("description"))
			if d := in.Get("default"); d != nil {
				c.defaults[id] = str(d)
			}
		}
	}
	if ps := n.Get("projects"); ps.Kind() == schema.Object {
		for path, p := range ps.Members() {
			if s := p.Get("mcpServers"); s.Kind() == schema.Object && s.Len() > 0 {
				c.projects = append(c.projects, project{path, entries(s)})
				found = true
			}
		}
	}
	if !found {
		return nil, nil
	}
	return c, nil
}

// configHead matches the beginning of a configuration that is broken further down.
var configHead = regexp.MustCompile(`^\{\s*("\$schema"\s*:\s*"[^"]*"\s*,\s*)?"(mcpServers|servers|inputs)"\s*:`)

// serverLike tells servers to start from the many other things that are called so.
func serverLike(s *schema.Node) bool {
	for _, e := range s.Members() {
		if e.Kind() != schema.Object || e.Get("command") == nil && e.Get("url") == nil && e.Get("type") == nil {
			return false
		}
	}
	return s.Len() > 0
}

func entries(servers *schema.Node) []entry {
	var out []entry
	for name, n := range servers.Members() {
		out = append(out, readEntry(name, n))
	}
	return out
}

func readEntry(name string, n *schema.Node) entry {
	e := entry{name: name}
	if n.Kind() != schema.Object {
		e.err = errors.New("the server is no object")
		return e
	}
	e.command, e.cwd, e.envFile = str(n.Get("command")), str(n.Get("cwd")), str(n.Get("envFile"))
	e.env, e.headers = texts(n.Get("env")), texts(n.Get("headers"))
	for _, a := range items(n.Get("args")) {
		e.args = append(e.args, str(a))
	}
	if list := items(n.Get("command")); len(list) > 0 { // one list for the program and its arguments
		e.command = str(list[0])
		var args []string
		for _, a := range list[1:] {
			args = append(args, str(a))
		}
		e.args = append(args, e.args...)
	}
	for _, member := range []string{"url", "serverUrl", "httpUrl"} {
		if v := n.Get(member); v != nil && e.url == "" {
			e.url = str(v)
			if member == "httpUrl" {
				e.transport = "http"
			}
		}
	}
	kind := str(n.Get("type"))
	if kind == "" {
		kind = str(n.Get("transport"))
	}
	e.setTransport(kind)
	if v, ok := n.Get("disabled").Bool(); ok && v {
		e.off = "disabled in the configuration"
	}
	if v, ok := n.Get("enabled").Bool(); ok && !v {
		e.off = "not enabled in the configuration"
	}
	e.check()
	return e
}

// setTransport takes the names that clients give the transports.
func (e *entry) setTransport(kind string) {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(kind)) {
	case "", "stdio", "local":
	case "http", "streamablehttp", "streamable":
		e.transport = "http"
	case "sse":
		e.transport = "sse"
	case "remote":
	default:
		e.err = &hinted{err: fmt.Errorf("the type %q is not known", kind), hint: "known are stdio, http and sse"}
	}
}

func (e *entry) check() {
	switch {
	case e.err != nil:
	case e.command == "" && e.url == "":
		e.err = errors.New("the server has neither a command nor a url")
	case e.command != "" && e.url != "":
		e.err = errors.New("the server has both a command and a url")
	}
}

// str returns a scalar as text: configurations have numbers and truth values where text is meant.
func str(n *schema.Node) string {
	if s, ok := n.Text(); ok {
		return s
	}
	switch n.Kind() {
	case schema.Number, schema.Bool:
		return string(n.Raw())
	}
	return ""
}

func items(n *schema.Node) []*schema.Node {
	if n.Kind() != schema.Array {
		return nil
	}
	var out []*schema.Node
	for _, v := range n.Items() {
		out = append(out, v)
	}
	return out
}

func texts(n *schema.Node) map[string]string {
	if n.Kind() != schema.Object {
		return nil
	}
	out := map[string]string{}
	for k, v := range n.Members() {
		if v.Kind() != schema.Null {
			out[k] = str(v)
		}
	}
	return out
}
