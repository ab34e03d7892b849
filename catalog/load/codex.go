package load

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// codexConfig reads config.toml of Codex, of which only the servers are looked at.
func codexConfig(b []byte) (*config, error) {
	var doc struct {
		Servers map[string]any `toml:"mcp_servers"`
	}
	if err := toml.Unmarshal(b, &doc); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, column := at.Position()
			return nil, fmt.Errorf("client configuration, line %d, column %d: %s", line, column, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return nil, fmt.Errorf("client configuration: %w", err)
	}
	c := &config{kind: "mcp_servers"}
	names := slices.Sorted(maps.Keys(doc.Servers))
	// A table has no order once it is read; that of the file is what a user expects to see.
	first := order(b)
	slices.SortStableFunc(names, func(x, y string) int { return first[x] - first[y] })
	for _, name := range names {
		c.entries = append(c.entries, codexEntry(name, doc.Servers[name]))
	}
	return c, nil
}

// order says for each server which one of the file it is, by where its name stands first in a key: in the header of a
// table, in a dotted key, or in a table written in one line.
func order(b []byte) map[string]int {
	found := map[string]int{}
	note := func(path []string) {
		if len(path) < 2 || path[0] != "mcp_servers" {
			return
		}
		if _, ok := found[path[1]]; !ok {
			found[path[1]] = len(found)
		}
	}
	var p unstable.Parser
	p.Reset(b)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = keys(e.Key())
			note(table)
		case unstable.KeyValue:
			path := slices.Concat(table, keys(e.Key()))
			note(path)
			if v := e.Value(); len(path) == 1 && v.Kind == unstable.InlineTable {
				for in := v.Children(); in.Next(); {
					note(slices.Concat(path, keys(in.Node().Key())))
				}
			}
		}
	}
	return found
}

func keys(it unstable.Iterator) []string {
	var out []string
	for it.Next() {
		out = append(out, string(it.Node().Data))
	}
	return out
}

func codexEntry(name string, v any) entry {
	e := entry{name: name}
	t, ok := v.(map[string]any)
	if !ok {
		e.err = errors.New("the server is no table")
		return e
	}
	text := func(key string) string { return scalar(t[key]) }
	e.command, e.cwd, e.url = text("command"), text("cwd"), text("url")
	e.args = list(t["args"])
	e.env, e.headers, e.headerVars = table(t["env"]), table(t["http_headers"]), table(t["env_http_headers"])
	e.bearerVar = text("bearer_token_env_var")
	e.passVars = list(t["env_vars"])
	e.only, e.hide = list(t["enabled_tools"]), list(t["disabled_tools"])
	if e.url != "" {
		e.transport = "http"
	}
	if on, ok := t["enabled"].(bool); ok && !on {
		e.off = "not enabled in the configuration"
	}
	e.check()
	return e
}

func scalar(v any) string {
	switch v := v.(type) {
	case nil, map[string]any, []any:
		return ""
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

// list reads an array of texts, or of tables that name them.
func list(v any) []string {
	values, ok := v.([]any)
	if !ok {
		return nil
	}
	out := make([]string, 0, len(values))
	for _, v := range values {
		if t, ok := v.(map[string]any); ok {
			v = t["name"]
		}
		out = append(out, scalar(v))
	}
	return out
}

func table(v any) map[string]string {
	t, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	out := make(map[string]string, len(t))
	for k, v := range t {
		out[k] = scalar(v)
	}
	return out
}
