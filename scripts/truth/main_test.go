package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files are small ones of every shape, with answers that are right.
func files() map[string]string {
	const tools = `[{"type":"function","function":{"name":"t","description":"Do.","parameters":{"type":"object","properties":{"a":{"type":"string","minLength":1}}}}}]`
	const compact = tools
	const loose = `[{"type":"function","function":{"name":"t","description":"Do.","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}}]`
	return map[string]string{
		"vectors.json": `{"vectors":[{"text":"hello","o200k_base":[24912],"cl100k_base":[15339]},
			{"repeat":["hello",1],"o200k_base_rle":[[24912,1]],"cl100k_base_rle":[[15339,1]]}]}`,
		"framings.json": `{"cases":[{"name":"one","tools":` + tools + `,"renderings":{"json-compact":{"text":` + quote(compact) + `,"o200k_base":37,"cl100k_base":37},
			"gptoss-jinja":{"text":"# Tools\n\n## functions\n\nnamespace functions {\n\n// Do.\ntype t = (_: {\na?: string,\n}) => any;\n\n} // namespace functions","o200k_base":29,"cl100k_base":30}}}]}`,
		"github-mcp-tools.json":      tools,
		"github-mcp-renderings.json": `{"renderings":{"raw-mcp":{},"json-compact without bounds":{"text":` + quote(loose) + `,"o200k_base":32,"cl100k_base":32}}}`,
		"harmony.json": `{"specials":{"<|start|>":200006,"<|end|>":200007,"<|message|>":200008},
			"cases":[{"name":"short","text":"<|start|>hello<|end|>","ids":[200006,24912,200007]}],"inputs":{"web":{"builtin":["browser"]}}}`,
		"mistral-samples.json": `{"cases":[{"name":"hi","request":{"messages":[{"role":"system","content":"A"},{"role":"user","content":"B"}]},"expected":{"v2":{"text":"<s>[INST]` + "\u2581" + `A<0x0A><0x0A>B[/INST]"}}}]}`,
		"openai-chat-tokens.json": `{"cases":[{"name":"hello","messages":[{"role":"user","content":"hello"}],"tokens":8},
			{"name":"foo","messages":[{"role":"user","content":"hello"}],"functions":[{"name":"foo","parameters":{"type":"object","properties":{}}}],"function_call":{"name":"foo"},"tokens":36}]}`,
		"openai-cookbook.json": `{"cases":[{"name":"hello","messages":[{"role":"user","content":"hello"}],"tokens":{"cl100k_base":8,"o200k_base":8}}]}`,
		"openai-messages-token-helper.json": `{"functions":[{"name":"foo","messages":[{"role":"user","content":"hello"}],"tools":[{"type":"function","function":{"name":"foo"}}],
			"tool_choice":"none","tokens":30,"formula":32}],"messages":[{"name":"hello","message":{"role":"user","content":"hello"},"tokens":{"o200k_base":8}}]}`,
	}
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, files())
	var out strings.Builder
	ok, err := run(dir, &out)
	if err != nil || !ok {
		t.Fatalf("%v, %v\n%s", ok, err, out.String())
	}
	want := `vectors.json: 12 checked, 12 equal
framings.json: 6 checked, 6 equal
github-mcp-renderings.json: 3 checked, 3 equal; passed over: raw-mcp
harmony.json: 1 checked, 1 equal; passed over: web (built-in tools)
mistral-samples.json: 1 checked, 1 equal
openai-chat-tokens.json: 2 checked, 2 equal
openai-cookbook.json: 2 checked, 2 equal
openai-messages-token-helper.json: 2 checked, 2 equal; deviations of the others in tokens: +2: 1
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// TestRunDiffers breaks each file in turn: a check that passes anything is none.
func TestRunDiffers(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string][2]string{
		"vectors.json":                      {"15339", "15340"},
		"framings.json":                     {"namespace functions {", "namespace  functions {"},
		"github-mcp-renderings.json":        {"32", "33"},
		"harmony.json":                      {"200006,24912", "24912"},
		"mistral-samples.json":              {"<0x0A>B", "B"},
		"openai-chat-tokens.json":           {"36", "37"},
		"openai-cookbook.json":              {`"o200k_base":8`, `"o200k_base":9`},
		"openai-messages-token-helper.json": {`"formula":32`, `"formula":31`},
	} {
		dir := t.TempDir()
		all := files()
		broken := strings.Replace(all[name], edit[0], edit[1], 1)
		if broken == all[name] {
			t.Fatalf("%s: nothing to break", name)
		}
		write(t, dir, map[string]string{name: broken, "github-mcp-tools.json": all["github-mcp-tools.json"]})
		var out strings.Builder
		ok, err := run(dir, &out)
		if err != nil || ok || strings.Count(out.String(), "\n") < 2 {
			t.Errorf("%s: %v, %v\n%s", name, ok, err, out.String())
		}
	}
}

func TestRunNothing(t *testing.T) {
	t.Parallel()
	if ok, err := run(t.TempDir(), &strings.Builder{}); ok || err == nil {
		t.Errorf("%v, %v", ok, err)
	}
}
