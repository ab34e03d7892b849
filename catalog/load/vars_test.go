package load

import (
	"strings"
	"testing"
)

func lookup(env ...string) func(string) (string, bool) { return opts("", env...).LookupEnv }

func TestExpand(t *testing.T) {
	t.Parallel()
	get := lookup("A=1", "EMPTY=", "NESTED=${A}")
	tests := []struct{ in, want, err, hint string }{
		{"plain $A {A} $", "plain $A {A} $", "", ""},
		{"${A}${A}", "11", "", ""},
		{"<${EMPTY}>", "<>", "", ""},
		{"<${EMPTY:-x y}><${NONE:-}>", "<x y><>", "", ""},
		{"${NESTED}", "${A}", "", ""},
		{"Bearer ${NONE}", "", "load: environment variable NONE is not set", "set NONE in the environment first, or write ${NONE:-default}"},
		{"${env:A}", "", "load: ${env:A} cannot be resolved here", "${NAME:-default}"},
		{"${}", "", "cannot be resolved", "${NAME}"},
		{"${A", "", "load: a ${ is not followed", "${NAME}"},
		{"${${A}}", "", "load: a ${ is not followed", ""},
		{"$${A}{", "$1{", "", ""},
	}
	for _, tt := range tests {
		got, err := Expand(tt.in, get)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) || !strings.Contains(hint(err), tt.hint) {
				t.Errorf("%s: got %v, hint %q", tt.in, err, hint(err))
			}
			continue
		}
		if err != nil || got != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
	if got, err := Expand("${SURELY_NOT_SET_ANYWHERE:-d}", nil); got != "d" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func FuzzExpand(f *testing.F) {
	for _, s := range []string{"${A}", "${A:-b}", "${", "$${A}{", "${A:-${B}}", "${\xff}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Expand(text, lookup("A=<a>"))
		if err != nil {
			return
		}
		if !strings.Contains(text, "${") && got != text {
			t.Fatalf("%q became %q", text, got)
		}
		if strings.Count(got, "<a>") < strings.Count(text, "${A}") {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

// TestUnsetHints holds that a hint proposes nothing that the client would not understand.
func TestUnsetHints(t *testing.T) {
	t.Parallel()
	server := func(arg string) string { return `{"mcpServers":{"a":{"command":"x","args":["` + arg + `"]}}}` }
	tests := []struct{ file, content, want string }{
		{".mcp.json", server("${X}"), "set X in the environment first, or write ${X:-default}"},
		{".cursor/mcp.json", server("${env:X}"), "set X in the environment first"},
		{"mcp.json", server("${X}"), "set X in the environment first"},
		{".mcp.json", server("${env:X}"), "set X in the environment first"},
		{"config.toml", "[mcp_servers.a]\nurl = 'https://h.invalid'\nbearer_token_env_var = 'X'\n", "set X in the environment first"},
		{"mcp.json", server("${input:pick-one}"), "set the environment variable SCHEMA_BENCH_INPUT_PICK_ONE"},
	}
	for _, tt := range tests {
		dir := write(t, map[string]string{tt.file: tt.content})
		all := load(t, opts(dir), tt.file)
		if all[0].Err == nil || hint(all[0].Err) != tt.want {
			t.Errorf("%s: got %v, hint %q, want %q", tt.content, all[0].Err, hint(all[0].Err), tt.want)
		}
	}
}
