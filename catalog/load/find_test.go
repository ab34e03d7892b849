package load

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestFindConfigs(t *testing.T) {
	t.Parallel()
	const one = `{"mcpServers":{"a":{"command":"npx","args":["-y","pkg","--token","s3cr3t"],"env":{"K":"s3cr3t"}}}}`
	home := write(t, map[string]string{
		".claude.json": `{"projects":{}}`,
		"Library/Application Support/Claude/claude_desktop_config.json": one,
		"AppData/Roaming/Claude/claude_desktop_config.json":             one,
		".config/Claude/claude_desktop_config.json":                     `{"mcpServers":{}}`,
		".config/Code/User/mcp.json":                                    `{"servers":{"v":{"url":"https://h.example/mcp?key=s3cr3t","headers":{"K":"s3cr3t"}},},}`,
		".codex/config.toml":                                            "[mcp_servers.c]\ncommand='c'\nenabled=false\n",
		".cursor/mcp.json":                                              `{"mcpServers":{"a":`,
		"repo/.git/HEAD":                                                "",
		"repo/.mcp.json":                                                one,
		"repo/sub/.vscode/mcp.json":                                     `{"servers":{"w":{"command":"w"}}}`,
		"above/.mcp.json":                                               one,
		"above/sub/x":                                                   "",
	})
	env := func(string) (string, bool) { return "", false }
	tests := []struct{ goos, dir, want string }{
		{"linux", "repo/sub", "VS Code (project) repo/sub/.vscode/mcp.json: w=w|Claude Code (project) repo/.mcp.json: a=npx -y pkg --token '***'|" +
			"Cursor .cursor/mcp.json: error|VS Code .config/Code/User/mcp.json: v=https://h.example/mcp?key=***|Codex .codex/config.toml: c=c (off)"},
		{"darwin", "above/sub", "Claude Desktop Library/Application Support/Claude/claude_desktop_config.json: a=npx -y pkg --token '***'|Cursor .cursor/mcp.json: error|Codex .codex/config.toml: c=c (off)"},
		{"windows", "above", "Claude Code (project) above/.mcp.json: a=npx -y pkg --token '***'|Claude Desktop AppData/Roaming/Claude/claude_desktop_config.json: a=npx -y pkg --token '***'|Cursor .cursor/mcp.json: error|Codex .codex/config.toml: c=c (off)"},
	}
	for _, tt := range tests {
		var lines []string
		for _, f := range FindConfigs(&FindOptions{Home: home, Dir: filepath.Join(home, filepath.FromSlash(tt.dir)), GOOS: tt.goos, LookupEnv: env}) {
			rel, err := filepath.Rel(home, f.Path)
			if err != nil {
				t.Fatal(err)
			}
			line := f.Client + " " + filepath.ToSlash(rel) + ":"
			for _, s := range f.Servers {
				line += " " + s.Name + "=" + s.Start
				if s.Off != "" {
					line += " (off)"
				}
			}
			if f.Err != nil {
				line += " error"
			}
			lines = append(lines, line)
		}
		got := strings.Join(lines, "|")
		if strings.Contains(got, "s3cr3t") {
			t.Errorf("%s: a secret shows up: %s", tt.goos, got)
		}
		if strings.ReplaceAll(got, "'***'", "***") != strings.ReplaceAll(tt.want, "'***'", "***") {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.goos, strings.ReplaceAll(got, "|", "\n"), strings.ReplaceAll(tt.want, "|", "\n"))
		}
	}
}

func TestFindConfigsPlaces(t *testing.T) {
	t.Parallel()
	home := write(t, map[string]string{"cx/config.toml": "[mcp_servers.c]\ncommand='c'\n", "xdg/Claude/claude_desktop_config.json": `{"mcpServers":{"d":{"command":"d"}}}`})
	env := func(n string) (string, bool) {
		v, ok := map[string]string{"CODEX_HOME": filepath.Join(home, "cx"), "XDG_CONFIG_HOME": filepath.Join(home, "xdg")}[n]
		return v, ok
	}
	var got string
	for _, f := range FindConfigs(&FindOptions{Home: home, Dir: home, GOOS: "linux", LookupEnv: env}) {
		got += fmt.Sprint(f.Client, " ", f.Servers[0].Name, "; ")
	}
	if got != "Claude Desktop d; Codex c; " {
		t.Errorf("got %q", got)
	}
}
