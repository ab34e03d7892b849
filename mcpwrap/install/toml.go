package install

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// readTOML finds the servers in config.toml of Codex: tables with a header, dotted keys and tables in one line.
func readTOML(b []byte) (*document, error) {
	if _, err := decodeTOML(b); err != nil {
		return nil, err
	}
	r := &tomlReader{b: b, doc: &document{b: b, toml: true}}
	body := b
	if strings.HasPrefix(string(b), "\uFEFF") {
		r.shift, body = len("\uFEFF"), b[len("\uFEFF"):]
	}
	r.p.Reset(body)
	var table []string
	for r.p.NextExpression() {
		e := r.p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = keys(e.Key())
			if len(table) > 0 && table[0] == serversTable {
				r.known = true
				in := r.entry(table, r.keySpan(e).from)
				if e.Kind == unstable.ArrayTable && len(table) == 2 {
					in.broken = "it is no table"
				}
			}
		case unstable.KeyValue:
			r.pair(table, e, false)
		}
	}
	if err := r.p.Error(); err != nil {
		return nil, err
	}
	if !r.known {
		return nil, errNoServers
	}
	return r.doc, nil
}

const serversTable = "mcp_servers"

// decodeTOML reads the whole file, which says where it is broken and finds names that occur twice.
func decodeTOML(b []byte) (map[string]any, error) {
	var doc map[string]any
	err := toml.Unmarshal([]byte(strings.TrimPrefix(string(b), "\uFEFF")), &doc)
	if err == nil {
		return doc, nil
	}
	text := errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	if where := (*toml.DecodeError)(nil); errors.As(err, &where) {
		line, column := where.Position()
		text = fmt.Errorf("line %d, column %d: %w", line, column, text)
	}
	return nil, &hinted{text, mend}
}

type tomlReader struct {
	b     []byte
	doc   *document
	p     unstable.Parser
	shift int // where what the parser sees starts in the file
	known bool
}

func keys(it unstable.Iterator) []string {
	var out []string
	for it.Next() {
		out = append(out, string(it.Node().Data))
	}
	return out
}

func (r *tomlReader) span(n unstable.Range) span {
	from := r.shift + int(n.Offset)
	return span{from, from + int(n.Length)}
}

// keySpan is the place of the whole key, however many parts it has.
func (r *tomlReader) keySpan(n *unstable.Node) span {
	var all span
	for it := n.Key(); it.Next(); {
		part := r.span(it.Node().Raw)
		if all.to == 0 {
			all.from = part.from
		}
		all.to = part.to
	}
	return all
}

// entry returns the server that a path leads to or into, a new one if it has not been seen, and nil if the path is none
// of a server.
func (r *tomlReader) entry(path []string, from int) *entry {
	if len(path) < 2 || path[0] != serversTable {
		return nil
	}
	for i := range r.doc.entries {
		if r.doc.entries[i].name == path[1] {
			return &r.doc.entries[i]
		}
	}
	r.doc.entries = append(r.doc.entries, entry{name: path[1], at: from})
	return &r.doc.entries[len(r.doc.entries)-1]
}

// pair notes a key and its value, which stand in a table. Inside of a table in one line, members are set apart by commas.
func (r *tomlReader) pair(table []string, n *unstable.Node, inline bool) {
	key := r.keySpan(n)
	path := slices.Concat(table, keys(n.Key()))
	if len(path) == 0 || path[0] != serversTable {
		return
	}
	r.known = true
	v := n.Value()
	if len(path) < 3 && v.Kind == unstable.InlineTable {
		if len(path) == 2 {
			r.entry(path, key.from)
		}
		for it := v.Children(); it.Next(); {
			r.pair(path, it.Node(), true)
		}
		return
	}
	e := r.entry(path, key.from)
	switch {
	case e == nil:
		return
	case len(path) == 2:
		e.broken = "it is no table"
		return
	case len(path) == 4 && path[2] == "env" && isPath(path[3]) && v.Kind == unstable.String:
		e.path = string(v.Data)
	case len(path) == 3 && path[2] == "env" && v.Kind == unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			if k := keys(it.Node().Key()); len(k) == 1 && isPath(k[0]) && it.Node().Value().Kind == unstable.String {
				e.path = string(it.Node().Value().Data)
			}
		}
	}
	if len(path) > 3 { // a table inside of the entry, written in parts
		if e.get(path[2]) == nil {
			e.members = append(e.members, member{name: path[2], key: key, value: key})
		}
		return
	}
	e.members = append(e.members, r.member(path[2], n))
	last := e.members[len(e.members)-1]
	if path[2] != "command" && path[2] != "url" {
		return
	}
	// A line for another member starts as this one does.
	e.colon = string(r.b[last.key.to:last.value.from])
	if inline {
		e.between = ", " + string(r.b[key.from:last.key.from])
		return
	}
	in, _ := indent(r.b, key.from)
	e.between = lineEnd(r.b, last.value.to) + in + string(r.b[key.from:last.key.from])
}

// member reads the value at the last part of a key.
func (r *tomlReader) member(name string, n *unstable.Node) member {
	m := member{name: name}
	for it := n.Key(); it.Next(); {
		m.key = r.span(it.Node().Raw)
	}
	i := m.key.to
	for r.b[i] == ' ' || r.b[i] == '\t' || r.b[i] == '=' {
		i++
	}
	m.value = span{i, r.span(n.Raw).to}
	switch v := n.Value(); v.Kind {
	case unstable.String:
		m.text, m.isText = string(v.Data), true
	case unstable.InlineTable:
		children := v.Children()
		m.empty = !children.Next()
	case unstable.Array:
		m.isList = true
		for it := v.Children(); it.Next(); {
			c := it.Node()
			m.items = append(m.items, item{span: r.span(c.Raw), text: string(c.Data), isText: c.Kind == unstable.String})
		}
		m.empty = len(m.items) == 0
	}
	return m
}

// sameTOML reports whether two files say the same but for the given members of the given servers.
func sameTOML(a, b []byte, servers map[string]bool) bool {
	x, err := decodeTOML(a)
	if err != nil {
		return false
	}
	y, err := decodeTOML(b)
	if err != nil {
		return false
	}
	for _, doc := range []map[string]any{x, y} {
		all, _ := doc[serversTable].(map[string]any)
		for name := range servers {
			if s, ok := all[name].(map[string]any); ok {
				maps.DeleteFunc(s, func(key string, _ any) bool { return slices.Contains(ours, key) })
			}
		}
	}
	return fmt.Sprintf("%#v", x) == fmt.Sprintf("%#v", y) // which takes one nan for another
}
