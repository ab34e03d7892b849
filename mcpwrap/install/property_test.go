package install

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"pgregory.net/rapid"
)

// inMemory plans an installation without a file.
func inMemory(b []byte, toml bool, opt Options) (*planner, error) {
	p := &planner{opt: &opt, program: opt.Program}
	p.Path, p.before, p.after = "config", b, b
	var err error
	if p.doc, err = read(b, toml); err != nil {
		return nil, err
	}
	return p, p.install()
}

// A drawn server, as it is meant.
type server struct {
	command string
	args    []string // nil for none
	url     string
	more    map[string]any
}

func drawServers(t *rapid.T) map[string]server {
	words := []string{"-y", "--", "a b", "wrap", "", "é\"\\", "#", "//", "/*", "${HOME}", "x]", "'", "}", ","}
	out := map[string]server{}
	for range rapid.IntRange(0, 4).Draw(t, "servers") {
		name := rapid.SampledFrom([]string{"a", "b c", "d\"e", "f.g", "#", "é", "command"}).Draw(t, "name")
		s := server{more: map[string]any{}}
		if rapid.IntRange(0, 3).Draw(t, "remote") == 0 {
			s.url = rapid.SampledFrom([]string{"https://example.com/mcp", "http://localhost:1/sse?a=b#c"}).Draw(t, "url")
		} else {
			s.command = rapid.SampledFrom([]string{"npx", "/bin/x y", `C:\x.exe`, "./run", "${X}/y", "é"}).Draw(t, "command")
			if rapid.Bool().Draw(t, "with args") {
				s.args = rapid.SliceOfN(rapid.SampledFrom(words), 0, 3).Draw(t, "args")
				if s.args == nil {
					s.args = []string{}
				}
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "more") {
			key := rapid.SampledFrom([]string{"cwd", "note", "x y"}).Draw(t, "key")
			s.more[key] = rapid.SampledFrom(words).Draw(t, "value")
		}
		out[name] = s
	}
	return out
}

// plain is what a server says.
func (s server) plain() map[string]any {
	out := maps.Clone(s.more)
	if s.url != "" {
		out["url"] = s.url
		return out
	}
	out["command"] = s.command
	if s.args != nil {
		out["args"] = s.args
	}
	return out
}

// wrapped is what it is to say behind the proxy.
func (s server) wrapped(args ...string) map[string]any {
	out := maps.Clone(s.more)
	out["command"] = ourProgram
	list := append([]string{"wrap"}, args...)
	if s.url != "" {
		out["args"] = append(list, "--url", s.url)
		return out
	}
	command := s.command
	if !strings.ContainsAny(command, `/\$`) {
		command = "/usr/bin/" + command
	}
	out["args"] = append(append(list, "--", command), s.args...)
	return out
}

// A writer writes configurations in all the ways that people and programs have.
type writer struct {
	bytes.Buffer
	t        *rapid.T
	comments bool
	gaps     []string
}

func (w *writer) gap() {
	if g := rapid.SampledFrom(w.gaps).Draw(w.t, "gap"); w.comments || !strings.ContainsAny(g, "/#") {
		w.WriteString(g)
	}
}

func (w *writer) text(s string) {
	b, err := json.Marshal(s)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Write(b)
}

func (w *writer) json(v any) {
	w.gap()
	switch v := v.(type) {
	case map[string]any:
		w.WriteString("{")
		w.each(len(v), slices.Collect(maps.Keys(v)), func(key string) {
			w.text(key)
			w.gap()
			w.WriteString(":")
			w.json(v[key])
		})
		w.WriteString("}")
	case []string:
		w.WriteString("[")
		w.each(len(v), v, func(s string) { w.text(s) })
		w.WriteString("]")
	case string:
		w.text(v)
	}
	w.gap()
}

func (w *writer) each(n int, keys []string, write func(string)) {
	for i, key := range keys {
		w.gap()
		write(key)
		w.gap()
		if i+1 < n || w.comments && rapid.Bool().Draw(w.t, "comma behind the last") {
			w.WriteString(",")
		}
		w.gap()
	}
}

// backAgain checks that taking the proxy out gives the bytes of before, and that putting it in again changes nothing.
func backAgain(t *rapid.T, p *planner) {
	again, err := inMemory(p.after, p.doc.toml, *p.opt)
	if err != nil || again.Changed() {
		t.Fatalf("again: %v\n%s", err, again.Diff())
	}
	if got, _ := p.reversed(again.doc, []*document{p.doc}); !bytes.Equal(got, p.before) {
		t.Fatalf("comes back as\n%s", got)
	}
}

func TestAnyJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		servers := drawServers(t)
		before, after := map[string]any{}, map[string]any{}
		for name, s := range servers {
			before[name], after[name] = s.plain(), s.wrapped("--level", "x")
		}
		key := rapid.SampledFrom([]string{"mcpServers", "servers"}).Draw(t, "key")
		if len(servers) == 0 {
			key = "mcpServers"
		}
		frame := func(v any) any { return map[string]any{"theme": "dark", key: v, "z": map[string]any{"command": "npx"}} }
		w := &writer{t: t, comments: rapid.Bool().Draw(t, "comments"),
			gaps: []string{"", " ", "\n  ", "\r\n\t", "/* \"], } */", "// {\" \n", "\n"}}
		w.json(frame(before))
		p, err := inMemory(w.Bytes(), false, options("--level", "x"))
		if err != nil {
			t.Fatalf("%v\n%s", err, w.Bytes())
		}
		var got, want any
		if err := json.Unmarshal(blanked(p.after), &got); err != nil {
			t.Fatalf("%v\n%s", err, p.after)
		}
		plain, err := json.Marshal(frame(after))
		if err == nil {
			err = json.Unmarshal(plain, &want)
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v:\n%s\nbecomes\n%s\nfor\n%s", err, p.before, p.after, plain)
		}
		if x, y := comments(p.before), comments(p.after); !slices.Equal(x, y) {
			t.Fatalf("comments %q become %q", x, y)
		}
		backAgain(t, p)
	})
}

// comments are what blanking a file takes from it, commas apart.
func comments(b []byte) []string {
	var out []string
	plain := blanked(b)
	for i := 0; i < len(b); i++ {
		from := i
		for i < len(b) && b[i] != plain[i] {
			i++
		}
		if i > from && b[from] != ',' {
			out = append(out, string(b[from:i]))
		}
	}
	return out
}

func (w *writer) tomlText(s string) {
	if rapid.Bool().Draw(w.t, "literal") && !strings.Contains(s, "'") {
		w.WriteString("'" + s + "'")
		return
	}
	w.text(s)
}

func (w *writer) tomlValue(v any, inline bool) {
	switch v := v.(type) {
	case string:
		w.tomlText(v)
	case []string:
		w.WriteString("[")
		for i, s := range v {
			if !inline {
				w.gap()
			}
			w.tomlText(s)
			if i+1 < len(v) {
				w.WriteString(" ,")
			}
		}
		w.WriteString("]")
	}
}

// toml writes a server as a table with a header, as dotted keys, or in one line.
func (w *writer) toml(name string, s map[string]any, form int) {
	at := "mcp_servers." + fmt.Sprintf("%q", name)
	in := rapid.SampledFrom([]string{"", "\t", "  "}).Draw(w.t, "indent")
	equal := rapid.SampledFrom([]string{"=", " = ", "\t=  "}).Draw(w.t, "equal")
	end := rapid.SampledFrom([]string{"\n", "\r\n", " # = [\"\n", "\n\n"}).Draw(w.t, "end")
	switch form {
	case 0:
		w.WriteString(in + "[" + at + "]" + end)
	case 1:
		w.WriteString(at + equal + "{ ")
	}
	first := true
	for key, v := range s {
		name := key
		if strings.Contains(key, " ") {
			name = fmt.Sprintf("%q", key)
		}
		switch form {
		case 0:
			w.WriteString(in + name + equal)
		case 1:
			if !first {
				w.WriteString(", ")
			}
			w.WriteString(name + equal)
		case 2:
			w.WriteString(in + at + "." + name + equal)
		}
		first = false
		w.tomlValue(v, form == 1)
		if form != 1 {
			w.WriteString(end)
		}
	}
	if form == 1 {
		w.WriteString(" }" + end)
	}
}

func TestAnyTOML(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		servers := drawServers(t)
		w := &writer{t: t, comments: true, gaps: []string{"", " ", "\n  ", "\r\n\t", "# ]\" \n"}}
		w.WriteString("theme = 1.0 # mcp_servers\n")
		after := map[string]any{}
		for form := 2; form >= 0; form-- { // headers come last: what follows one is in it
			for name, s := range servers {
				if (len(name)+len(s.command))%3 == form {
					w.toml(name, s.plain(), form)
					after[name] = s.wrapped()
				}
			}
		}
		p, err := inMemory(w.Bytes(), true, options())
		if len(servers) == 0 {
			if err == nil {
				t.Fatal("servers were found")
			}
			return
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, w.Bytes())
		}
		var got map[string]any
		if err := toml.Unmarshal(p.after, &got); err != nil {
			t.Fatalf("%v\n%s", err, p.after)
		}
		want := map[string]any{"theme": 1.0, "mcp_servers": after}
		if x, y := fmt.Sprintf("%q", got), fmt.Sprintf("%q", want); x != y {
			t.Fatalf("%s\nbecomes\n%s\nwhich says\n%s\nnot\n%s", p.before, p.after, x, y)
		}
		backAgain(t, p)
	})
}

// Whatever is in a file: it is refused, or the change can be undone to the byte.
func fuzz(f *testing.F, toml bool, small ...string) {
	for name, b := range samples(f) {
		if strings.HasSuffix(name, ".toml") == toml {
			f.Add(b)
		}
	}
	for _, s := range small {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := inMemory(b, toml, options("--check-args"))
		if err != nil {
			if strings.Contains(err.Error(), "would be written") || strings.Contains(err.Error(), "be undone") {
				t.Fatalf("%v\n%q", err, b)
			}
			return
		}
		again, err := inMemory(p.after, toml, *p.opt)
		if err != nil || again.Changed() {
			t.Fatalf("again: %v: %q becomes %q", err, b, p.after)
		}
		if got, _ := p.reversed(again.doc, []*document{p.doc}); !bytes.Equal(got, b) {
			t.Fatalf("%q becomes %q and comes back as %q", b, p.after, got)
		}
	})
}

func FuzzJSON(f *testing.F) {
	fuzz(f, false,
		`{"mcpServers":{"a":{"command":"x"},"b":{"args":[],"command":"x"}}}`,
		`{"servers":{"a":{"url":"http://x","type":"sse"},"b":{"command":"x","args":["y"]}}}`,
		"{\"mcp\":{\"servers\":{/**/\"\":{\n\"command\"//\n:\"x\",},}},}",
		`{"projects":{"/":{"mcpServers":{"a":{"command":"x","args":["a" , "b",]}}}}}`,
		`{"mcpServers":{"a":{"command":"schema-bench","args":["wrap","--","x"]}}}`,
		`{"mcpServers":{"a":{"command":"schema-bench","args":["wrap","--url","http://x"]}}}`,
	)
}

func FuzzTOML(f *testing.F) {
	fuzz(f, true,
		"[mcp_servers.a]\ncommand='x'\nargs=[]\n",
		"[mcp_servers.a]\n\turl = \"http://x\" # y",
		"mcp_servers={a={command=\"x\",args=['y',]},b={url='http://x'}}",
		"mcp_servers.a.command='x'\r\nmcp_servers.\"b c\" . args=[\n'y' # z\n]\n",
		"[[mcp_servers]]\n[[mcp_servers.a]]\ncommand='x'",
		"mcp_servers=1", "mcp_servers.a=1", "[mcp_servers.a.command]\nb=1",
		"[mcp_servers.a]\ncommand=\"\"\"x\"\"\"\nargs=['''a''']\nenv={PATH='/'}",
		"[mcp_servers.a]\ncommand='schema-bench'\nargs=['wrap','--','x']\n",
	)
}
