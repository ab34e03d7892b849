package cli

import (
	"testing"

	"github.com/schema-bench/schema-bench/mcpwrap"
)

func TestWhatASessionWasLike(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]mcpwrap.Summary{
		"1 tool in 80 tokens instead of 90; 0 calls":                                {Tools: 1, Tokens: 90, ServedTokens: 80},
		"2 tools in 80 tokens instead of 90, 1 of them not at the level; 1 call":    {Tools: 2, Kept: 1, Tokens: 90, ServedTokens: 80, Calls: 1},
		"3 calls, 1 with an error":                                                  {Calls: 3, Errors: 1},
		"1 call; 4 messages held up for 0.03 ms, the slowest of a hundred for 0.31": {Calls: 1, Messages: 4, HeldP50: 0.031, HeldP99: 0.308},
		"9 calls, 1 with an error, 4 with invalid arguments (b 3, a 1)": {Calls: 9, Errors: 1, Invalid: 4,
			PerTool: []mcpwrap.ToolStats{{Name: "a", Invalid: 1}, {Name: "b", Invalid: 3}, {Name: "c", Errors: 1}}},
		"6 calls, 6 with invalid arguments (a 1, b 1, c 1, d 1, e 1, …)": {Calls: 6, Invalid: 6,
			PerTool: []mcpwrap.ToolStats{{Name: "a", Invalid: 1}, {Name: "b", Invalid: 1}, {Name: "c", Invalid: 1}, {Name: "d", Invalid: 1}, {Name: "e", Invalid: 1}, {Name: "f", Invalid: 1}}},
	} {
		if got := inShort(&s); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
