package targets_test

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/targets"
)

func sum(s string, digits int) string {
	h := sha1.Sum([]byte(s))
	return hex.EncodeToString(h[:])[:digits]
}

// named returns the name that a client gives to one tool, with that of its group in front.
func named(t *testing.T, id, server, tool string) string {
	t.Helper()
	cat := &catalog.Catalog{Tools: []catalog.Tool{{Name: tool}}}
	p := project(t, id, cat, &targets.ProjectOptions{Server: server, Deferral: "never"})
	if p.Group != "" {
		return p.Group + " " + p.Catalog.Tools[0].Name
	}
	return p.Catalog.Tools[0].Name
}

func TestNames(t *testing.T) {
	t.Parallel()
	x := strings.Repeat("x", 200)
	for _, c := range []struct{ client, server, tool, want string }{
		{"claude-code", "my server", "get.it", "mcp__my_server__get_it"},
		{"claude-code", "s", "sm😀le", "mcp__s__sm__le"}, // two UTF-16 units
		{"claude-code", "s", x, "mcp__s__" + x},

		{"vscode", "GitHub", "search", "mcp_github_search"},
		{"vscode", "io.github.upstash/context7", "query-docs", "mcp_io_github_ups_query-docs"},
		{"vscode", "a  b!!c", "x", "mcp_a_b_c_x"}, // one underscore for a run
		{"vscode", "s", "über", "mcp_s__ber"},
		{"vscode", "s", x, "mcp_s_" + x[:58]},

		{"codex", "win-agent", "send.message", "mcp__win_agent send_message"},
		{"codex", "mcp__own", "a", "mcp__own a"},
		{"codex", "s", "sm😀le", "mcp__s sm_le"}, // one character
		{"codex", "s", x[:120], "mcp__s " + x[:120]},
		// 6 + 2 + 120 bytes fit; of one more, what is kept and 13 bytes of hash do.
		{"codex", "s", x[:121], "mcp__s " + x[:107] + "_" + sum("s\x00s\x00\x00"+x[:121]+"\x00"+x[:121], 12)},
		// The group's own name leaves nothing for the tool.
		{"codex", x, "a", "mcp__" + x + " mcp__" + x[:110] + "_" + sum(x+"\x00"+x+"\x00\x00a\x00a", 12)},

		{"gemini-cli", "context7", "search", "mcp_context7_search"},
		{"gemini-cli", "mcp_own", "a:b.c-d/e", "mcp_own_a:b.c-d_e"},
		{"gemini-cli", "s", x[:57], "mcp_s_" + x[:57]},
		{"gemini-cli", "s", x[:58], "mcp_s_" + x[:24] + "..." + x[:30]},

		{"cline", "s", "a_b", "s__a_b"},
		{"cline", "s", "a/./b", "s__a_b_" + sum("s__a/./b", 8)},
		{"cline", "s", x[:61], "s__" + x[:61]},
		{"cline", "s", x[:62], "s__" + x[:52] + "_" + sum("s__"+x[:62], 8)},

		{"goose", "My Server!", "Get.It", "myserver___Get.It"},
		{"opencode", "my server", "get.it", "my_server_get_it"},
		{"zed", "s", "get.it", "get.it"},
		{"zed", "s", x, x[:64]},
		{"zed", "s", x[:63] + "é", x[:63]}, // no half of a character
		{"cursor", "s", "a", "a"},
		{"windsurf", "s", "a", "a"},
	} {
		if got := named(t, c.client, c.server, c.tool); got != c.want {
			t.Errorf("%s, server %.20q, tool %.20q:\n got %s\nwant %s", c.client, c.server, c.tool, got, c.want)
		}
	}
}

func ExampleClient_Facts() {
	table, err := targets.Clients()
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := table.Lookup("gemini-cli")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range c.Facts()[:3] {
		fmt.Printf("%s: %s (%s)\n", f.Figure, f.Value, f.AsOf)
	}
	// Output:
	// name: mcp_{server}_{tool}, at most 63 utf16, cut in the middle (2026-09-27)
	// description: whole (2026-12-01)
	// instructions: whole (2026-12-01)
}
