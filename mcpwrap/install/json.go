package install

import (
	"bytes"
	"errors"
	"runtime"
	"strings"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/schema"
)

// readJSON finds the servers in JSON, with comments and trailing commas as several clients allow.
func readJSON(b []byte) (*document, error) {
	plain := blanked(b)
	n, err := schema.Parse(plain)
	if err != nil {
		var syntax *schema.SyntaxError
		if errors.As(err, &syntax) {
			return nil, at(b, int(syntax.Offset), err)
		}
		return nil, err
	}
	if n.Kind() != schema.Object {
		return nil, errNoServers
	}
	r := &jsonReader{b: b, plain: plain}
	top := rawjson.Space(plain, 0)
	known := r.servers("mcpServers", "", r.child(top, "mcpServers"))
	if mcp := r.child(top, "mcp"); r.servers("mcp", "", r.child(mcp, "servers")) {
		known = true // settings.json of VS Code
	} else if v := r.child(top, "servers"); r.child(top, "openapi") < 0 && r.serverLike(v) {
		known = r.servers("servers", "", v) || known
	}
	if projects := r.child(top, "projects"); r.object(projects) {
		for _, p := range r.members(projects) {
			known = r.servers("projects", p.name, r.child(p.value.from, "mcpServers")) || known
		}
	}
	if !known {
		return nil, errNoServers
	}
	return &document{b: b, entries: r.entries}, nil
}

type jsonReader struct {
	b, plain []byte // the file, and the same with blanks for comments
	entries  []entry
}

func (r *jsonReader) object(i int) bool { return i >= 0 && r.plain[i] == '{' }

// members returns the members of the object at i, which the parser has accepted.
func (r *jsonReader) members(i int) []member {
	var out []member
	if !r.object(i) {
		return nil
	}
	for i = rawjson.Space(r.plain, i+1); r.plain[i] == '"'; {
		m := member{key: span{i, rawjson.End(r.plain, i)}}
		m.name, _ = rawjson.Text(r.plain, i)
		i = rawjson.Space(r.plain, rawjson.Space(r.plain, m.key.to)+1)
		m.value = span{i, rawjson.End(r.plain, i)}
		r.fill(&m)
		out = append(out, m)
		if i = rawjson.Space(r.plain, m.value.to); r.plain[i] == ',' {
			i = rawjson.Space(r.plain, i+1)
		}
	}
	return out
}

func (r *jsonReader) fill(m *member) {
	i := m.value.from
	m.text, m.isText = rawjson.Text(r.plain, i)
	switch r.plain[i] {
	case '[':
		m.isList = true
		for from := range rawjson.Items(r.plain, i) {
			it := item{span: span{from, rawjson.End(r.plain, from)}}
			it.text, it.isText = rawjson.Text(r.plain, from)
			m.items = append(m.items, it)
		}
		m.empty = len(m.items) == 0
	case '{':
		m.empty = r.plain[rawjson.Space(r.plain, i+1)] == '}'
	}
}

// child returns where the value of a member of the object at i starts, or -1.
func (r *jsonReader) child(i int, name string) int {
	if !r.object(i) {
		return -1
	}
	for key, from := range rawjson.Members(r.plain, i) {
		if key == name {
			return from
		}
	}
	return -1
}

// servers notes the entries of an object of servers and reports whether there is one at i.
func (r *jsonReader) servers(group, project string, i int) bool {
	if !r.object(i) {
		return false
	}
	for _, m := range r.members(i) {
		e := entry{group: group, project: project, name: m.name, at: m.key.from}
		if !r.object(m.value.from) {
			e.broken = "it is no object"
			r.entries = append(r.entries, e)
			continue
		}
		e.members = r.members(m.value.from)
		for _, v := range r.members(r.child(m.value.from, "env")) {
			if isPath(v.name) && v.isText {
				e.path = v.text
			}
		}
		r.style(&e, m.value.from)
		r.entries = append(r.entries, e)
	}
	return true
}

func isPath(name string) bool {
	return name == "PATH" || runtime.GOOS == "windows" && strings.EqualFold(name, "PATH")
}

// style finds how the author of an entry sets members apart.
func (r *jsonReader) style(e *entry, open int) {
	e.between, e.colon = ", ", ": "
	if len(e.members) == 0 {
		return
	}
	first := e.members[0]
	if gap := string(r.b[first.key.to:first.value.from]); strings.Trim(gap, " :") == "" {
		e.colon = gap
	}
	in, alone := indent(r.b, first.key.from)
	switch {
	case alone && bytes.IndexByte(r.b[open:first.key.from], '\n') >= 0:
		e.between = "," + lineEnd(r.b, open) + in
	case e.colon == ":":
		e.between = ","
	}
}

// serverLike tells servers to start from the many other things that are called so.
func (r *jsonReader) serverLike(i int) bool {
	members := r.members(i)
	for _, m := range members {
		v := m.value.from
		if !r.object(v) || r.child(v, "command") < 0 && r.child(v, "url") < 0 && r.child(v, "type") < 0 {
			return false
		}
	}
	return len(members) > 0
}

// blanked returns the file with blanks for a byte order mark, comments and trailing commas, so that what is left is JSON
// and every byte of it is where it was.
func blanked(b []byte) []byte {
	out := bytes.Clone(b)
	if bytes.HasPrefix(out, []byte("\uFEFF")) {
		copy(out, "   ")
	}
	comma := -1 // a comma that nothing has followed so far
	for i := 0; i < len(out); {
		switch c := out[i]; {
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			end := commentEnd(out, i)
			if end < 0 {
				return out // the parser says where
			}
			for ; i < end; i++ {
				if out[i] != '\n' && out[i] != '\r' {
					out[i] = ' '
				}
			}
			continue
		case c == '"':
			comma = -1
			i = rawjson.End(out, i)
			continue
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma] = ' '
			comma = -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
		i++
	}
	return out
}

// commentEnd returns the end of the comment that starts at i, or -1 if it has none.
func commentEnd(b []byte, i int) int {
	end := "\n"
	if b[i+1] == '*' {
		end = "*/"
	}
	k := bytes.Index(b[i+2:], []byte(end))
	switch {
	case k >= 0:
		return i + 2 + k + len(end)
	case end == "\n":
		return len(b)
	}
	return -1
}
