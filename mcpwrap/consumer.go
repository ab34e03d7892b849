package mcpwrap

import (
	"strings"

	"github.com/schema-bench/schema-bench/targets"
)

// clients are what clients call themselves when they connect, as far as that is not the name of a target, by what the name
// starts with.
var clients = []struct{ prefix, target string }{
	{"claude-ai", "claude-desktop"},
	{"claude-code", "claude-code"},
	{"codex", "codex"},
	{"cursor", "cursor"},
	{"gemini-cli", "gemini-cli"},
	{"github-copilot-cli", "copilot-cli"},
	{"opencode", "opencode"},
	{"visual-studio-code", "vscode"},
	{"windsurf", "windsurf"},
}

// consumer returns the target that a client is, by the name that it gives itself; ok is false if it is not known.
func consumer(name string) (t targets.Target, ok bool) {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
	for _, c := range clients {
		if strings.HasPrefix(name, c.prefix) {
			name = c.target
			break
		}
	}
	if name == "" || name == "any" {
		return t, false
	}
	t, err := targets.Lookup(name)
	return t, err == nil
}
