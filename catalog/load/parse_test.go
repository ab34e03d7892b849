package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"a.json": oneTool, "b.json": oneTool, "c#d.json": oneTool, "x=y.json": oneTool, "weird:name": oneTool,
		"sub/deep/e.json": oneTool, "sub/f.json": oneTool, "node_modules/g.json": oneTool, ".mcp.json": "{}", "[z].json": oneTool,
	})
	tests := []struct{ args, want string }{
		{"a.json", "file a.json"},
		{"-", "stdin"},
		{"x=a.json", "x=file a.json"},
		{"x=y.json", "file x=y.json"},
		{"my.label-1=b.json", "my.label-1=file b.json"},
		{"c#d.json", "file c#d.json"},
		{".mcp.json#github", "file .mcp.json #github"},
		{"base=.mcp.json#github", "base=file .mcp.json #github"},
		{"weird:name", "file weird:name"},
		{"[z].json", "file [z].json"},
		{"HEAD:tools.json", "git HEAD:tools.json"},
		{"origin/main:./a.json", "git origin/main:./a.json"},
		{"HEAD:.mcp.json#one", "git HEAD:.mcp.json #one"},
		{"https://h.example/mcp?a=b", "url https://h.example/mcp?a=b"},
		{"HTTP://h.example", "url HTTP://h.example"},
		{"live=https://h.example/x", "live=url https://h.example/x"},
		{"mcp+http://h.example/x", "mcp http://h.example/x"},
		{"mcp:node server.js --name 'a b'", "command [node server.js --name a b]"},
		{"s=mcp:npx -y pkg", "s=command [npx -y pkg]"},
		{"[ab].json", "file a.json|file b.json"},
		{"*.json", "file .mcp.json|file [z].json|file a.json|file b.json|file c#d.json|file x=y.json"},
		{"sub/**/*.json", "file sub/deep/e.json|file sub/f.json"},
		{"a.json|--|npx|-y|pkg|--|x", "file a.json|command [npx -y pkg -- x]"},
	}
	for _, tt := range tests {
		sources, err := Parse(strings.Split(tt.args, "|"), dir)
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		var got []string
		for _, s := range sources {
			got = append(got, show(s))
		}
		if g := strings.Join(got, "|"); g != tt.want {
			t.Errorf("%s: got %s, want %s", tt.args, g, tt.want)
		}
	}
}

// TestParseDirOfOddName holds that a pattern is one, and the directory it counts from is not.
func TestParseDirOfOddName(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(write(t, map[string]string{"o[d]d/a.json": oneTool, "o[d]d/s/b.json": oneTool, "odd/c.json": oneTool}), "o[d]d")
	for pattern, want := range map[string]string{"*.json": "file a.json", "s/**/*.json": "file s/b.json", "**/*.json": "file a.json|file s/b.json"} {
		sources, err := Parse([]string{pattern}, dir)
		var got []string
		for _, s := range sources {
			got = append(got, show(s))
		}
		if g := strings.Join(got, "|"); err != nil || g != want {
			t.Errorf("%s: got %s, %v, want %s", pattern, g, err, want)
		}
	}
}

func show(s Source) string {
	var out string
	if s.Label != "" {
		out = s.Label + "="
	}
	switch s.kind {
	case kindStdin:
		return out + "stdin"
	case kindCommand:
		return out + fmt.Sprintf("command %v", s.Command)
	}
	out += map[kind]string{kindFile: "file ", kindGit: "git ", kindURL: "url ", kindMCP: "mcp "}[s.kind] + strings.ReplaceAll(s.place, `\`, "/")
	if s.Server != "" {
		out += " #" + s.Server
	}
	return out
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"tools.json": oneTool, "d/.cursor/mcp.json": "{}", "e/x.json": "{}", "f/readme": ""})
	tests := []struct{ args, want, hint string }{
		{"", "a source is empty", "unset"},
		{"tool.json", "tool.json: no such file", "did you mean tools.json?"},
		{"nothing/like/it.json", "no such file", ""},
		{"npx -y pkg", "no such file", `"mcp:npx -y pkg"`},
		{"mcp:", "the command is empty", "COMMAND"},
		{"mcp:a 'b", "a quote in the command is not closed", "--"},
		{"--", "nothing follows --", "COMMAND"},
		{"-|-", "standard input can be read only once", ""},
		{"ftp://h/x", `the scheme "ftp" is not known`, "mcp+https"},
		{"https://h.example/mcp.json#t0ken", "https://h.example/mcp.json: a URL is opened as a whole", "FILE#NAME"},
		{"x=mcp+http://h.example/mcp#", "names a part of it with #", ""},
		{"file:///etc/x", "file URLs are not read", "/etc/x"},
		{"d", "d is a directory", "mcp.json"},
		{"e", "e is a directory", "*.json"},
		{"f", "f is a directory", "name a file"},
		{"*.yaml", `no file matches "*.yaml"`, ""},
		{"[.json", "[.json: no such file, and as a pattern it is malformed: is a [ not closed?", ""},
		{"tool[s.json", "tool[s.json: no such file, and as a pattern it is malformed", "did you mean tools.json?"},
		{"tool[s].jso", `no file matches "tool[s].jso"`, ""},
		{`C:\temp\tools.json`, "no such file", ""},
		{`C:/temp/tools.json`, "no such file", ""},
		{"-x:y", "no such file", ""},
	}
	for _, tt := range tests {
		_, err := Parse(strings.Split(tt.args, "|"), dir)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", tt.args, err, tt.want)
			continue
		}
		if h := hint(err); !strings.Contains(h, tt.hint) {
			t.Errorf("%q: hint %q, want %q", tt.args, h, tt.hint)
		}
		if strings.Contains(err.Error(), "t0ken") {
			t.Errorf("%q: a secret shows up: %v", tt.args, err)
		}
		if strings.Count(err.Error(), "load:") != 1 {
			t.Errorf("%q: prefix is not there once: %v", tt.args, err)
		}
	}
}

// TestParseLinks holds that a link which leads nowhere is told from a file that is not there.
func TestParseLinks(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"loops/tools.json": oneTool})
	for link, target := range map[string]string{"loopa": "loopb", "loopb": "loopa", "self[": "self[", "dangling": "tool.json", "good[": "loops/tools.json"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
	}
	tests := []struct{ arg, want, hint string }{
		{"loopa", "load: loopa: a loop of links, which leads to no file", "ls -l loopa"},
		{"x=loopb", "load: loopb: a loop of links", ""},
		{"loopa#server", "load: loopa: a loop of links", ""},
		{"loopa/tools.json", "load: loopa/tools.json: a loop of links", ""},
		{"self[", "load: self[: a loop of links", ""},
		{"dangling", "load: dangling: a link to tool.json, and there is no such file", "lead"},
	}
	for _, tt := range tests {
		_, err := Parse([]string{tt.arg}, dir)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || !strings.Contains(hint(err), tt.hint) || strings.Contains(hint(err), "did you mean") {
			t.Errorf("%s: got %v (hint %q), want %s", tt.arg, err, hint(err), tt.want)
		}
	}
	if got := brief(load(t, opts(dir), "good[")); !strings.Contains(got, ": lookup") {
		t.Errorf("a link with a bracket in its name: %s", got)
	}
}

func hint(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

func TestSplitCommand(t *testing.T) {
	t.Parallel()
	tests := []struct{ line, want string }{
		{"a b", "a|b"},
		{"  a \t b\nc ", "a|b|c"},
		{`a "b c" 'd e'`, "a|b c|d e"},
		{`a ""`, "a|"},
		{`a "say \"hi\"" 'it'\''s'`, `a|say "hi"|it's`},
		{`a b\ c`, "a|b c"},
		{`C:\tools\server.exe --x`, `C:\tools\server.exe|--x`},
		{`"C:\Program Files\node.exe" s.js`, `C:\Program Files\node.exe|s.js`},
		{`a --x="b c"d`, "a|--x=b cd"},
		{`a $HOME *.js | b`, "a|$HOME|*.js|||b"},
		{`a \\server\share`, `a|\server\share`},
	}
	for _, tt := range tests {
		got, err := SplitCommand(tt.line)
		if err != nil || strings.Join(got, "|") != tt.want {
			t.Errorf("%s: got %q, %v, want %s", tt.line, got, err, tt.want)
		}
	}
}

func FuzzSplitCommand(f *testing.F) {
	for _, s := range []string{`a b`, `"a`, `a\`, `'a b' "c\"d"`, ``, `"" x`, `a\ b`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words, err := SplitCommand(line)
		if err != nil {
			return
		}
		if len(words) == 0 || words[0] == "" {
			t.Fatalf("%q gives no command: %q", line, words)
		}
		// Words quoted by hand come back as they were.
		var quoted []string
		for _, w := range words {
			quoted = append(quoted, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
		}
		again, err := SplitCommand(strings.Join(quoted, " "))
		if err != nil || strings.Join(again, "\x00") != strings.Join(words, "\x00") {
			t.Fatalf("%q: got %q, then %q, %v", line, words, again, err)
		}
	})
}
