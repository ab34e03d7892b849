package install

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const simple = `{
  // mine
  "mcpServers": {
    "a": {"command": "npx", "args": ["-y", "a"]},
    "b": {"command": "uvx"}
  }
}
`

// What others change between installing and taking out stays, and every server gets its own bytes back.
func TestOthersWriteTheFile(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, before string
		edit         []string // old and new texts by turns
		want         string
	}{
		{"members around", simple,
			[]string{`// mine`, `// still mine`, "  }\n}", "  },\n  \"theme\": \"dark\"\n}"},
			strings.NewReplacer("// mine", "// still mine", "  }\n}", "  },\n  \"theme\": \"dark\"\n}").Replace(simple)},
		{"an argument", simple,
			[]string{`"-y", "a"]`, `"-y", "a@2", "--fast"]`},
			strings.Replace(simple, `"a"]`, `"a@2", "--fast"]`, 1)},
		{"another command", simple,
			[]string{`"/usr/bin/npx"`, `"/usr/bin/bunx"`},
			strings.Replace(simple, `"npx"`, `"/usr/bin/bunx"`, 1)},
		{"options of the proxy", simple,
			[]string{`"wrap", "--", "/usr/bin/npx"`, `"wrap", "--level",   "tight", "--", "/usr/bin/npx"`},
			simple},
		{"a server more", simple,
			[]string{`"b": {`, `"c": {"command": "npx"}, "b": {`},
			strings.Replace(simple, `"b": {`, `"c": {"command": "npx"}, "b": {`, 1)},
		{"a server less", simple,
			[]string{here("},\n    \"b\": {\"command\": \"/opt/sb/schema-bench\", \"args\": [\"wrap\", \"--\", \"/usr/bin/uvx\"]}"), "}"},
			strings.Replace(simple, "},\n    \"b\": {\"command\": \"uvx\"}", "}", 1)},
		{"another layout", `{"mcpServers":{"a":{"command":"npx"},"b":{"command":"npx","args":[]}}}`,
			[]string{`["wrap","--","/usr/bin/npx"]`, "[\n  \"wrap\",\n  \"--\",\n  \"/usr/bin/npx\",\n]"},
			"{\"mcpServers\":{\"a\":{\"command\":\"npx\"},\"b\":{\"command\":\"npx\",\"args\":[]}}}"},
		{"a member between", `{"mcpServers":{"a":{"command":"npx"}}}`,
			[]string{`,"args"`, `,"cwd":"/x","args"`},
			`{"mcpServers":{"a":{"command":"npx","cwd":"/x","args":[]}}}`},
		{"a URL", `{"mcpServers": {"a": {"type": "sse", "url": "https:\/\/example.com/sse"}}}`,
			[]string{`"type"`, `"timeout": 5, "type"`},
			`{"mcpServers": {"a": {"timeout": 5, "type": "sse", "url": "https:\/\/example.com/sse"}}}`},
		{"another URL", `{"mcpServers": {"a": {"type": "sse", "serverUrl": "https://example.com/sse"}}}`,
			[]string{`com/sse`, `org/sse`},
			`{"mcpServers": {"a": {"type": "sse", "serverUrl": "https://example.org/sse"}}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := put(t, "mcp.json", []byte(test.before))
			install(t, path, options())
			edited := string(get(t, path))
			for i := 0; i < len(test.edit); i += 2 {
				if !strings.Contains(edited, test.edit[i]) {
					t.Fatalf("%s is not in\n%s", test.edit[i], edited)
				}
				edited = strings.ReplaceAll(edited, test.edit[i], test.edit[i+1])
			}
			if err := os.WriteFile(path, []byte(edited), 0o600); err != nil {
				t.Fatal(err)
			}
			uninstall(t, path)
			if got := string(get(t, path)); got != test.want {
				t.Errorf("%s\nbecomes\n%s\nnot\n%s", edited, got, test.want)
			}
			if left := files(t, path); len(left) != 1 {
				t.Errorf("left are %v", left)
			}
		})
	}
}

// A server that comes later has no original in the first backup, which stays: there is a second one.
func TestServersThatComeLater(t *testing.T) {
	t.Parallel()
	path := put(t, "mcp.json", []byte(simple))
	install(t, path, options())
	with := func(s string) string { return strings.Replace(s, `"b": {`, `"c": {"command":  "node"}, "b": {`, 1) }
	if err := os.WriteFile(path, []byte(with(string(get(t, path)))), 0o600); err != nil {
		t.Fatal(err)
	}
	c := install(t, path, options())
	if c.Backup != path+suffix+".2" {
		t.Errorf("the backup is %q", c.Backup)
	}
	if got := string(get(t, path+suffix)); got != simple {
		t.Errorf("the first backup is\n%s", got)
	}
	c = uninstall(t, path)
	if got := string(get(t, path)); got != with(simple) {
		t.Errorf("it comes back as\n%s", got)
	}
	if len(c.Remove) != 2 || len(files(t, path)) != 1 {
		t.Errorf("left are %v", files(t, path))
	}
}

// A backup that was left behind by another way back is not mistaken for the original of today.
func TestOldBackup(t *testing.T) {
	t.Parallel()
	path := put(t, "mcp.json", []byte(simple))
	install(t, path, options())
	now := strings.Replace(simple, `"npx"`, `"/usr/bin/npx"`, 1)
	if err := os.WriteFile(path, []byte(now), 0o600); err != nil {
		t.Fatal(err)
	}
	install(t, path, options())
	uninstall(t, path)
	if got := string(get(t, path)); got != now {
		t.Errorf("it comes back as\n%s", got)
	}
}

func TestWithoutBackup(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{simple, strings.NewReplacer("npx", "/usr/bin/npx", `"uvx"`, `"/usr/bin/uvx", "args": []`).Replace(simple)},
		{`{"servers": {"a": {"type": "sse", "url": "https://example.com/sse"}}}`, `{"servers": {"a": {"type": "http", "url": "https://example.com/sse"}}}`},
	} {
		path := put(t, "mcp.json", []byte(test[0]))
		install(t, path, options())
		if err := os.Remove(path + suffix); err != nil {
			t.Fatal(err)
		}
		uninstall(t, path)
		if got := string(get(t, path)); got != test[1] {
			t.Errorf("it comes back as\n%s", got)
		}
	}
}

// A file that came with the proxy, as by another machine, has no backup.
func TestTakenOutByItsLooks(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{`{"servers": {"a": {"command": "schema-bench", "args": ["wrap", "--", "npx" , ]}}}`, `{"servers": {"a": {"command": "npx", "args": [ ]}}}`},
		{`{"servers": {"a": {"command": "C:\\x\\schema-bench.exe", "args": ["wrap", "--level", "safe", "--", "npx", "--", "x"]}}}`, `{"servers": {"a": {"command": "npx", "args": ["--", "x"]}}}`},
		{`{"servers": {"a": {"args": ["wrap", "--url", "https://example.com"], "command": "schema-bench"}}}`, ""},
		{`{"servers": {"a": {"command": "schema-bench", "args": ["wrap", "--url", "https://example.com", "--header", "a:b"]}}}`, ""},
		{`{"servers": {"a": {"command": "schema-bench", "args": ["wrap", "--url=https://example.com"]}}}`, ""},
	} {
		path := put(t, "mcp.json", []byte(test[0]))
		c := uninstall(t, path)
		if got := string(get(t, path)); test[1] != "" && got != test[1] {
			t.Errorf("%s\nbecomes\n%s\nnot\n%s", test[0], got, test[1])
		} else if test[1] == "" && (got != test[0] || c.Servers[0].Action != Left || c.Servers[0].Reason == "") {
			t.Errorf("%v of\n%s\nbecomes\n%s", c.Servers, test[0], got)
		}
	}
}

// A backup stays as long as a server cannot be taken out that it knows.
func TestBackupStays(t *testing.T) {
	t.Parallel()
	path := put(t, "mcp.json", []byte(simple))
	install(t, path, options())
	odd := strings.Replace(string(get(t, path)), `["wrap", "--", "/usr/bin/uvx"]`, `["wrap"]`, 1)
	if err := os.WriteFile(path, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	c := uninstall(t, path)
	if c.Servers[0].Action != Restored || c.Servers[1].Action != Left || len(c.Remove) != 0 || len(files(t, path)) != 2 {
		t.Errorf("%v, removed %v", c.Servers, c.Remove)
	}
}

// Servers of one name in several places have originals of their own.
func TestOneNameInSeveralPlaces(t *testing.T) {
	t.Parallel()
	const b = `{"projects": {"/x": {"mcpServers": {"a": {"command": "npx"}}}, "/y": {"mcpServers": {"a": {"command": "/usr/bin/npx"}}}}, "mcpServers": {"a": {"command":"\u006epx"}}}`
	path := put(t, ".claude.json", []byte(b))
	if c := install(t, path, options()); len(c.Servers) != 3 || c.Servers[1].Project != "/x" {
		t.Errorf("%v", c.Servers)
	}
	uninstall(t, path)
	if got := string(get(t, path)); got != b {
		t.Errorf("it comes back as\n%s", got)
	}
}

// Some options are for servers that are started by a command.
func TestOptionsForCommands(t *testing.T) {
	t.Parallel()
	opt := options("--level", "safe")
	opt.CommandArgs = []string{"--restarts", "2"}
	const before = `{"servers": {"a": {"command": "npx"}, "b": {"url": "https://example.com"}}}`
	want := here(`{"servers": {"a": {"command": "/opt/sb/schema-bench", "args": ["wrap", "--level", "safe", "--restarts", "2", "--", "/usr/bin/npx"]}, ` +
		`"b": {"command": "/opt/sb/schema-bench", "args": ["wrap", "--level", "safe", "--url", "https://example.com"]}}}`)
	path := put(t, "mcp.json", []byte(before))
	install(t, path, options())
	install(t, path, opt)
	if got := string(get(t, path)); got != want || install(t, path, opt).Changed() {
		t.Errorf("it becomes\n%s", got)
	}
	opt.CommandArgs = []string{"--url"}
	if _, err := Plan(path, opt); err == nil {
		t.Error("a mark is taken for an option")
	}
}

// Options are written in the language of the file.
func TestOptionsOfAnyKind(t *testing.T) {
	t.Parallel()
	args := []string{"--hide", "a\x7f\"\\\n\u2028é*"}
	for _, text := range []string{"[mcp_servers.a]\ncommand = 'npx'\n", `{"mcpServers": {"a": {"command": "npx"}}}`} {
		p, err := inMemory([]byte(text), text[0] == '[', options(args...))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := read(p.after, p.doc.toml)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := doc.entries[0].get("args").texts(); !slices.Equal(got, []string{"wrap", args[0], args[1], "--", "/usr/bin/npx"}) {
			t.Errorf("%q", got)
		}
	}
}

func TestSelection(t *testing.T) {
	t.Parallel()
	actions := func(c *Change) (out []Action) {
		for _, s := range c.Servers {
			out = append(out, s.Action)
		}
		return out
	}
	path := put(t, "mcp.json", []byte(simple))
	only, except := options(), options()
	only.Only, except.Except = []string{"a"}, []string{"a"}
	if got := actions(mustPlan(t, path, except)); !slices.Equal(got, []Action{Excluded, Wrapped}) {
		t.Errorf("all but a: %v", got)
	}
	if got := actions(install(t, path, only)); !slices.Equal(got, []Action{Wrapped, Excluded}) {
		t.Errorf("a alone: %v", got)
	}
	if got := actions(install(t, path, options())); !slices.Equal(got, []Action{Unchanged, Wrapped}) {
		t.Errorf("all: %v", got)
	}
	c, err := PlanUndo(path, only)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Apply(); err != nil || len(c.Remove) != 0 || !slices.Equal(actions(c), []Action{Restored, Excluded}) {
		t.Errorf("a taken out: %v, %v, removed %v", err, actions(c), c.Remove)
	}
	if c := uninstall(t, path); string(get(t, path)) != simple || !slices.Equal(actions(c), []Action{Unchanged, Restored}) {
		t.Errorf("all taken out: %v\n%s", actions(c), get(t, path))
	}
}

// What an author put there himself comes back as he wrote it.
func TestWrappedByHand(t *testing.T) {
	t.Parallel()
	const own = `{"mcpServers": {"a": {"command": "schema-bench", "args": ["wrap",  "--level", "tight", "--", "npx"]}}}`
	path := put(t, "mcp.json", []byte(own))
	if c := install(t, path, options()); c.Servers[0].Action != Updated {
		t.Errorf("it is %s", c.Servers[0].Action)
	}
	if got := string(get(t, path)); got != here(`{"mcpServers": {"a": {"command": "/opt/sb/schema-bench", "args": ["wrap",  "--", "/usr/bin/npx"]}}}`) {
		t.Errorf("it becomes\n%s", got)
	}
	uninstall(t, path)
	if got := string(get(t, path)); got != own {
		t.Errorf("it comes back as\n%s", got)
	}
}

func TestLeft(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string]string{
		`{"command": "not-installed"}`:                                   "not found in PATH: install it",
		`{"command": 7}`:                                                 "its command is no text",
		`{"command": ""}`:                                                "its command is no text",
		`{"command": "npx", "args": "x"}`:                                "its args are no list of texts",
		`{"command": "npx", "args": [1]}`:                                "its args are no list of texts",
		`{"command": "npx", "url": "https://example.com"}`:               "both a command and a URL",
		`{"type": "stdio"}`:                                              "neither a command nor a URL",
		`{"command": "npx", "type": "sse"}`:                              "its type is not stdio",
		`{"url": "https://example.com", "type": "stdio"}`:                "neither http nor sse",
		`{"url": "ftp://example.com"}`:                                   "neither http nor https",
		`{"url": "https://example.com/%zz"}`:                             "cannot be read",
		`{"url": "ftp://example.com/a%20b"}`:                             "neither http nor https",
		`{"url": "https://${HOST:-x.org}:${PORT}/mcp?a=b"}`:              "",
		`{"url": "https://${HOST}:${PORT}/mcp?token=b"}`:                 "holds token",
		`{"url": "https://example.com/${API_KEY}/mcp"}`:                  "takes ${API_KEY}",
		`{"url": "https://example.com/?a=${input:b}"}`:                   "takes ${input:b}",
		`{"url": "https://example.com/s/ab12cd34ef56ab12cd34/mcp"}`:      "looks like a key",
		`{"url": "https://example.com/?a=Zm9v4YmFy7Zm9v4YmFyQ"}`:         "looks like a key",
		`{"url": "https://example.com/model-context-protocol/v1/x"}`:     "",
		`{"url": "https://exa mple.com"}`:                                "cannot be read",
		`{"url": ""}`:                                                    "its url is no text",
		`{"url": "https://example.com?api_key=1"}`:                       "holds api_key",
		`{"url": "https://u@example.com"}`:                               "user name or password",
		`{"url": "https://example.com", "headers": {"X": "1"}}`:          "its headers would get onto a command line",
		`{"url": "https://example.com", "headers": {}}`:                  "",
		`{"url": "https://example.com", "oauth": {"clientId": "1"}}`:     "its oauth would",
		`{"url": "https://example.com", "env": {}}`:                      "env for a command",
		`{"url": "https://example.com", "args": []}`:                     "args for a command",
		`{"url": "${SERVER}/mcp"}`:                                       "",
		`{"url": "https://example.com", "type": "sse", "transport": 7}`:  "",
		`{"command": "C:\\x\\npx.cmd", "args": ["a&b"]}`:                 "the batch file npx would interpret",
		`{"command": "schema-bench", "args": ["wrap", "--url=https:x"]}`: "in a way of its own",
	} {
		t.Run(entry, func(t *testing.T) {
			t.Parallel()
			path := put(t, "mcp.json", []byte(`{"mcpServers": {"a": `+entry+`}}`))
			s := mustPlan(t, path, options()).Servers[0]
			if want == "" && s.Action != Wrapped || want != "" && (s.Action != Left || !strings.Contains(s.Reason, want)) {
				t.Errorf("%s: %s", s.Action, s.Reason)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	bad := options()
	bad.Only = []string{"serch"}
	relative := options()
	relative.Program = "schema-bench"
	for _, test := range []struct {
		name, file, text string
		opt              Options
		want, hint       string
	}{
		{"broken JSON", "mcp.json", "{\n  \"mcpServers\": {\"a\" 1}}", options(), "line 2, column 22", "mend the file"},
		{"a name twice", "mcp.json", "{\"mcpServers\": {\"a\": {}, // x\n \"a\": {}}}", options(), "line 2, column 2", "mend the file"},
		{"an open comment", "mcp.json", "{\"mcpServers\": {} /* }", options(), "line 1, column 19", "mend the file"},
		{"UTF-16", "mcp.json", "\xff\xfe{\x00}\x00", options(), "line 1, column 1", "mend the file"},
		{"an empty file", "mcp.json", "", options(), "line 1, column 1", "mend the file"},
		{"a list", "mcp.json", "[]", options(), "no configuration with servers", "mcpServers"},
		{"another file", "package.json", `{"servers": {"a": "b"}, "projects": []}`, options(), "no configuration with servers", "mcpServers"},
		{"an API", "api.json", `{"openapi": "3.1.0", "servers": {"a": {"url": "https://example.com"}}}`, options(), "no configuration with servers", "mcpServers"},
		{"broken TOML", "config.toml", "[mcp_servers.a]\ncommand = npx\n", options(), "line 2, column ", "mend the file"},
		{"a table twice", "config.toml", "[mcp_servers.a]\n[mcp_servers.a]\n", options(), "line 2, column ", "mend the file"},
		{"TOML without servers", "config.toml", "a = 1\n", options(), "no configuration with servers", "mcp_servers"},
		{"an unknown server", "mcp.json", `{"mcpServers": {"search": {"command": "npx"}}}`, bad, `no server "serch"`, "search"},
		{"a mark as an option", "mcp.json", simple, options("--url"), "--url is not for", "the server"},
		{"a relative program", "mcp.json", simple, relative, "no absolute path", "from the root"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := put(t, test.file, []byte(test.text))
			c, err := Plan(path, test.opt)
			var hint interface{ Hint() string }
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Fatalf("%v, %v", c, err)
			}
			if !errors.As(err, &hint) || !strings.Contains(hint.Hint(), test.hint) {
				t.Errorf("the hint is %v", hint)
			}
			if left := files(t, path); len(left) != 1 || string(get(t, path)) != test.text {
				t.Errorf("something was written: %v", left)
			}
		})
	}
	if _, err := Plan(filepath.Join(t.TempDir(), "none.json"), options()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := Plan(t.TempDir(), options()); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a folder: %v", err)
	}
}

func TestLinkAndMode(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need rights, and files have no modes")
	}
	path := put(t, "mcp.json", []byte(simple))
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o604); err != nil {
		t.Fatal(err)
	}
	install(t, link, options())
	for _, name := range []string{path, path + suffix} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o604 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	uninstall(t, link)
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if got := string(get(t, path)); got != simple {
		t.Errorf("it comes back as\n%s", got)
	}
}

// Files of settings that are kept elsewhere need not have the name that clients know.
func TestLinkToTOML(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need rights")
	}
	path := put(t, "codex", []byte("[mcp_servers.a]\ncommand = 'npx'\n"))
	link := filepath.Join(t.TempDir(), "config.toml")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	install(t, link, options())
	if got := string(get(t, path)); !strings.Contains(got, "args = [\"wrap\", \"--\", \"/usr/bin/npx\"]") {
		t.Errorf("it is\n%s", got)
	}
}

// The superuser changes the file of another user.
func TestOwner(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser gives files away")
	}
	path := put(t, "mcp.json", []byte(simple))
	if err := os.Chown(path, 4321, 8765); err != nil {
		t.Skip(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	install(t, path, options())
	for _, name := range []string{path, path + suffix} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		x, y := reflect.Indirect(reflect.ValueOf(before.Sys())), reflect.Indirect(reflect.ValueOf(info.Sys()))
		for _, field := range []string{"Uid", "Gid"} {
			if got, want := y.FieldByName(field).Uint(), x.FieldByName(field).Uint(); got != want {
				t.Errorf("%s: %s is %d, not %d", name, field, got, want)
			}
		}
	}
}

// The PATH that an entry gives to its server is where its command is found.
func TestPathOfTheEntry(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"[mcp_servers.a]\ncommand = 'npx'\n[mcp_servers.a.env]\nPATH = '/own'\n",
		"[mcp_servers.a]\ncommand = 'npx'\nenv = { A = 'b', PATH = '/own' }\n",
		"[mcp_servers.a]\nenv.PATH = '/own'\ncommand = 'npx'\n",
		`{"mcpServers": {"a": {"env": {"A": "b", "PATH": "/own"}, "command": "npx"}}}`,
	} {
		p, err := inMemory([]byte(text), text[0] == '[', options())
		if err != nil || !strings.Contains(string(p.after), `"--", "/own/npx"]`) {
			t.Errorf("%v\n%s", err, p.after)
		}
	}
}

// A plan is for the file as it was.
func TestChangedInTheMeantime(t *testing.T) {
	t.Parallel()
	path := put(t, "mcp.json", []byte(simple))
	c := mustPlan(t, path, options())
	other := []byte(simple + "\n")
	if err := os.WriteFile(path, other, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.Apply(); err == nil || !strings.Contains(err.Error(), "in the meantime") {
		t.Errorf("it is applied: %v", err)
	}
	if left := files(t, path); len(left) != 1 || !bytes.Equal(get(t, path), other) {
		t.Errorf("something was written: %v", left)
	}
}

// Without a backup nothing is written.
func TestBackupIsInTheWay(t *testing.T) {
	t.Parallel()
	path := put(t, "mcp.json", []byte(simple))
	c := mustPlan(t, path, options())
	if err := os.Mkdir(c.Backup, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := c.Apply(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("it is applied: %v", err)
	}
	if got := string(get(t, path)); got != simple {
		t.Errorf("the file is\n%s", got)
	}
	if _, err := Plan(path, options()); err == nil || !strings.Contains(err.Error(), "the backup") {
		t.Errorf("a folder for a backup: %v", err)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	path := put(t, "mcp.json", []byte("{\"mcpServers\": {\n\t\"a\": {\"command\": \"npx\"}, \r\n// \u202e\n\"z\": {\"command\": \"/x/not-here\", \"type\": \"?\"}}}"))
	c := mustPlan(t, path, options())
	want := "--- " + c.Path + "\n+++ " + c.Path + "\n@@ -1,4 +1,4 @@\n {\"mcpServers\": {\n-\t\"a\": {\"command\": \"npx\"}, \r\n" +
		here("+\t\"a\": {\"command\": \"/opt/sb/schema-bench\", \"args\": [\"wrap\", \"--\", \"/usr/bin/npx\"]}, \r\n") +
		" // \\u202e\n \"z\": {\"command\": \"/x/not-here\", \"type\": \"?\"}}}\n\\ No newline at end of file\n"
	if got := c.Diff(); got != want {
		t.Errorf("%q\nnot\n%q", got, want)
	}
	if left := files(t, path); len(left) != 1 {
		t.Errorf("a plan writes: %v", left)
	}
}
