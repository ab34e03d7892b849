package load

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// resolved writes what would be started for each server of a configuration.
func resolved(t *testing.T, file, server string, o *Options) string {
	t.Helper()
	o = o.withDefaults()
	l := &loader{Options: o}
	b, err := l.slurp(filepath.Join(o.Dir, filepath.FromSlash(file)), file)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := parseConfig(b)
	if err != nil {
		return "error " + err.Error()
	}
	if cfg == nil {
		return "no configuration"
	}
	list, err := cfg.pick(server, o.Dir)
	if err != nil {
		return fmt.Sprintf("error %v; %s", err, hint(err))
	}
	ws, inside := workspaceOf(filepath.Join(o.Dir, filepath.FromSlash(file)))
	if !inside {
		ws = o.Dir
	}
	sc := &scope{Options: o, cfg: cfg, workspace: ws}
	var out []string
	for _, e := range list {
		s, err := l.resolve(e, sc, inside)
		line := e.name + ": "
		switch {
		case err != nil:
			line += "error " + err.Error()
		case s.URL != "":
			line += strings.TrimSpace(s.Transport+" "+s.URL) + pairs(s.Headers)
		default:
			line += strings.Join(s.Command, " ") + pairs(s.Env)
			if s.Dir != o.Dir {
				line += " in " + filepath.ToSlash(strings.TrimPrefix(s.Dir, o.Dir))
			}
		}
		if e.off != "" {
			line += " (off)"
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func pairs(m map[string]string) string {
	var out string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out += fmt.Sprintf(" %s=%s", k, m[k])
	}
	return out
}

func TestConfigs(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, file, content, want string }{
		{"claude desktop", "claude_desktop_config.json", `{"globalShortcut":"x","mcpServers":{
			"files":{"command":"npx","args":["-y","files-server","/data"]},
			"db":{"command":"uvx","args":["db"],"env":{"PORT":5432,"DEBUG":true}}}}`,
			"files: npx -y files-server /data\ndb: uvx db DEBUG=true PORT=5432"},
		{"claude code", "proj/.mcp.json", `{"mcpServers":{
			"gh":{"type":"http","url":"https://gh.example/${REGION:-eu}/mcp","headers":{"Authorization":"Bearer ${TOKEN}"}},
			"old":{"type":"sse","url":"https://old.example/sse"},
			"local":{"type":"stdio","command":"${BIN}/serve","args":["${EMPTY:-none}","$BIN","${TOKEN}x${REGION:-}"],"env":{"A":"${TOKEN}"}}}}`,
			"gh: http https://gh.example/eu/mcp Authorization=Bearer tok\nold: sse https://old.example/sse\nlocal: /opt/serve none $BIN tokx A=tok in /proj"},
		{"cursor", "proj/.cursor/mcp.json", `{"mcpServers":{
			"remote":{"url":"https://c.example/mcp","headers":{"X-Key":"${env:TOKEN}"}},
			"py":{"command":"python","args":["${workspaceFolder}/s.py","${userHome}","${workspaceFolderBasename}"],"envFile":"${workspaceFolder}/.env"}}}`,
			"remote: https://c.example/mcp X-Key=tok\npy: python WS/s.py HOME proj A=1 B=two words C=x # y in /proj"},
		{"vs code", "proj/.vscode/mcp.json", `{
			// asks once
			"inputs":[{"type":"promptString","id":"api-key","description":"API key","password":true},{"type":"pickString","id":"zone","default":"west"},],
			"servers":{
				/* a comment with "quotes" */
				"perplexity":{"type":"stdio","command":"npx","args":["-y","p//kg"],"env":{"KEY":"${input:api-key}","ZONE":"${input:zone}"},},
				"nope":{"command":"x","args":["${input:other}"]},
				"cmd":{"command":"x","args":["${command:pick}"]},
			},
		}`,
			"perplexity: npx -y p//kg KEY=from-env ZONE=west in /proj\n" +
				"nope: error the configuration asks for the input \"other\"\ncmd: error ${command:pick} cannot be resolved here"},
		{"vs code settings", "settings.json", `{"editor.fontSize":12,"mcp":{"servers":{"a":{"command":"x"}},"inputs":[]}}`, "a: x"},
		{"codex", "config.toml", `model = "m"
[mcp_servers.zed]
command = "npx"
args = ["-y", "z"]
env_vars = ["REGION_", "TOKEN"]
[mcp_servers.zed.env]
A = "1"
[mcp_servers.linear]
url = "https://l.example/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-A" = "b" }
env_http_headers = { "X-T" = "TOKEN" }
[mcp_servers."with space"]
command = "x"
cwd = "sub"
enabled = false
`, "zed: npx -y z A=1 TOKEN=tok\nlinear: http https://l.example/mcp Authorization=Bearer tok X-A=b X-T=tok\nwith space: x in /sub (off)"},
		{"gemini", "settings.json", `{"mcpServers":{"a":{"httpUrl":"https://g.example/mcp"},"b":{"url":"https://g.example/sse"}}}`,
			"a: http https://g.example/mcp\nb: https://g.example/sse"},
		{"odd entries", "mcp.json", `{"mcpServers":{"a":1,"b":{},"c":{"command":"x","url":"y"},"d":{"type":"ws","url":"ws://x"},"e":{"command":["x","y"],"args":["z"]},"f":{"command":"x","env":{"A":"${UNSET_ONE}"}}}}`,
			"a: error the server is no object\nb: error the server has neither a command nor a url\nc: error the server has both a command and a url\n" +
				"d: error the type \"ws\" is not known\ne: x y z\nf: error environment variable UNSET_ONE is not set"},
		{"none", "mcp.json", `{"mcpServers":{}}`, "error no tools: the configuration (mcpServers) names no server; "},
		{"broken json", "mcp.json", "{\"mcpServers\":{\n \"a\":{\"command\":}}}", "error client configuration, line 2, column 17"},
		{"broken toml", "config.toml", "[mcp_servers.a]\ncommand = \n", "error client configuration, line 2, column"},
		{"openapi", "api.json", `{"openapi":"3.1.0","servers":[{"url":"https://x"}],"paths":{}}`, "no configuration"},
		{"tools", "tools.json", `{"tools":[{"name":"x","inputSchema":{"properties":{"servers":{"type":"array"}}}}]}`, "no configuration"},
		{"bom", "mcp.json", "\uFEFF{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}", "a: x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, map[string]string{tt.file: tt.content, "proj/.env": "# c\nA=1\nexport B=\"two words\"\nC='x # y'\nnot a line\n"})
			o := opts(dir, "TOKEN=tok", "BIN=/opt", "EMPTY=", "SCHEMA_BENCH_INPUT_API_KEY=from-env")
			got := resolved(t, tt.file, "", o)
			got = strings.NewReplacer(filepath.Join(dir, "proj"), "WS", dir, "HOME").Replace(got)
			if got != tt.want && !(strings.HasPrefix(tt.want, "error") && strings.HasPrefix(got, tt.want)) {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestConfigProjects(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"work/a/x": "", "other/x": ""})
	file := fmt.Sprintf(`{"numStartups":3,"mcpServers":{"user":{"command":"u"},"same":{"command":"user's"}},
		"projects":{%q:{"mcpServers":{"mine":{"command":"m"},"same":{"command":"project's"}}},%q:{"mcpServers":{"far":{"command":"f"}}},"/x":{"history":[]}}}`,
		filepath.Join(dir, "work"), filepath.Join(dir, "elsewhere"))
	cfg, err := parseConfig([]byte(file))
	if err != nil || cfg == nil {
		t.Fatal(cfg, err)
	}
	tests := []struct{ dir, server, want string }{
		{"work/a", "", "user mine same=project's"},
		{"other", "", "user same=user's"},
		{"other", "far", "far"},
		{"work", "same", "same=project's"},
	}
	for _, tt := range tests {
		list, err := cfg.pick(tt.server, filepath.Join(dir, filepath.FromSlash(tt.dir)))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range list {
			n := e.name
			if n == "same" {
				n += "=" + e.command
			}
			got = append(got, n)
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("%s #%s: got %s, want %s", tt.dir, tt.server, g, tt.want)
		}
	}
	cfg.entries = nil
	if _, err := cfg.pick("", filepath.Join(dir, "other")); !strings.Contains(hint(err), "#NAME") {
		t.Errorf("got %v, hint %q", err, hint(err))
	}
}

func TestShownTools(t *testing.T) {
	t.Parallel()
	c, err := catalog.Read([]byte(`[{"name":"a","inputSchema":{}},{"name":"b","inputSchema":{}},{"name":"c","inputSchema":{}}]`), nil)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		only, hide []string
		want       string
	}{
		{nil, nil, "abc"},
		{[]string{"a", "c", "zz"}, []string{"c"}, "a"},
		{nil, []string{"b"}, "ac"},
		{[]string{}, nil, ""},
	}
	for _, tt := range tests {
		e := entry{name: "s", only: tt.only, hide: tt.hide}
		got, err := e.shown(c)
		if tt.want == "" {
			if !errors.Is(err, catalog.ErrNoTools) {
				t.Errorf("everything hidden: got %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var names string
		for _, tool := range got.Tools {
			names += tool.Name
		}
		if names != tt.want {
			t.Errorf("only %v, hide %v: got %s, want %s", tt.only, tt.hide, names, tt.want)
		}
	}
	if len(c.Tools) != 3 {
		t.Error("the catalog itself was changed")
	}
}

func TestCodexOrder(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, toml, want string }{
		{"a name that begins another", "[mcp_servers.github]\ncommand='x'\n[mcp_servers.git]\ncommand='x'\n", "github git"},
		{"quoted", "[mcp_servers.\"z a\"]\ncommand='x'\n[mcp_servers.'b']\ncommand='x'\n[mcp_servers.a]\ncommand='x'\n", "z a b a"},
		{"a table of a table first", "[mcp_servers.b.env]\nA='1'\n[mcp_servers.a]\ncommand='x'\n[mcp_servers.b]\ncommand='x'\n", "b a"},
		{"one table", "[mcp_servers]\nc.command='x'\na={command='x'}\nb={command='x'}\n", "c a b"},
		{"in one line", "mcp_servers = {b={command='x'}, a.command='x'}\n", "b a"},
		{"dotted", "mcp_servers.b.command='x'\nmcp_servers.a.command='x'\n", "b a"},
		{"in a comment and a text", "# [mcp_servers.a]\nx = \"\"\"\n[mcp_servers.a]\n\"\"\"\n[mcp_servers.b]\ncommand='x'\n[mcp_servers.a]\ncommand='x'\n", "b a"},
	}
	for _, tt := range tests {
		cfg, err := parseConfig([]byte(tt.toml))
		if err != nil || cfg == nil {
			t.Errorf("%s: got %v, %v", tt.name, cfg, err)
			continue
		}
		var got []string
		for _, e := range cfg.entries {
			got = append(got, e.name)
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, g, tt.want)
		}
	}
}

func TestStripJSONC(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{`{"a":1,}`, `{"a":1 }`},
		{"[1, // x\n]", "[1       \n]"},
		{`{"a":"// no /* no */, }",/* yes */}`, `{"a":"// no /* no */, }"           }`},
		{`["\"//",]`, `["\"//" ]`},
		{`{"a":[1,2,],}`, `{"a":[1,2 ] }`},
		{`{"a":1 /* open`, `{"a":1 /* open`},
		{`{"a":1}`, `{"a":1}`},
		{"/*\n*/1", "  \n  1"},
	}
	for _, tt := range tests {
		got := string(stripJSONC([]byte(tt.in)))
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(tt.want), " ") || len(got) != len(tt.in) {
			t.Errorf("%s: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

func FuzzStripJSONC(f *testing.F) {
	for _, s := range []string{`{"a":1,}`, "// x\n[1,/*y*/]", `"\"`, `/*`, `{"a":"//"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		out := stripJSONC(b)
		if len(out) != len(b) {
			t.Fatalf("length changed from %d to %d", len(b), len(out))
		}
		// What is JSON already stays what it is.
		if before, err := schema.Parse(b); err == nil {
			if after, err := schema.Parse(out); err != nil || !schema.Equal(before, after) {
				t.Fatalf("%q became %q: %v", b, out, err)
			}
		}
	})
}

func FuzzParseConfig(f *testing.F) {
	for _, s := range []string{
		`{"mcpServers":{"a":{"command":"x","args":[1]}}}`, `{"servers":{"a":{"url":"u","headers":{"h":null}}},"inputs":[{}]}`,
		"[mcp_servers.a]\ncommand = 'x'\nargs = [1, {name='y'}]", `{"projects":{"/x":{"mcpServers":{"a":[]}}}}`, `{"mcp":{"servers":{"a":{"type":1}}}}`,
		"mcp_servers = 1", "[mcp_servers]\na = 1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		cfg, err := parseConfig(b)
		if err != nil || cfg == nil {
			return
		}
		l := &loader{Options: opts("/nowhere").withDefaults()}
		list, err := cfg.pick("", "/nowhere")
		if err != nil {
			return
		}
		for _, e := range list {
			e.envFile = "" // no file is to be read here
			s, err := l.resolve(e, &scope{Options: l.Options, cfg: cfg, workspace: "/w"}, true)
			if err == nil && (len(s.Command) == 0) == (s.URL == "") {
				t.Fatalf("server %q is started with %q and reached at %q", e.name, s.Command, s.URL)
			}
		}
	})
}

func FuzzEnvFile(f *testing.F) {
	for _, s := range []string{"A=1", "export A='x'\n#c\nB=\"y\\nz\" # c", "A", "=", "A=\"open", "\uFEFFA=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, value := range parseEnvFile(text) {
			if !identifier.MatchString(name) || len(value) > len(text) {
				t.Fatalf("%q=%q out of %q", name, value, text)
			}
		}
	})
}
