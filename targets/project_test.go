package targets_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/targets"
)

// small is a server with what clients differ about.
const small = `{"instructions":"Ask before you pay.","tools":[
	{"name":"pay.bill","title":"Pay","description":"Pays.","inputSchema":{"type":"object","properties":{"sum":{"type":"number","minimum":0},"cur":{"const":"EUR"}},"required":["sum","tip"]},
	 "outputSchema":{"type":"object"},"annotations":{"readOnlyHint":false},"_meta":{"anthropic/alwaysLoad":true}},
	{"name":"ls","inputSchema":{"anyOf":[{"type":"object"}]}}]}`

func read(t testing.TB, doc string) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Read([]byte(doc), &catalog.ReadOptions{Name: "Till"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func project(t testing.TB, id string, cat *catalog.Catalog, opt *targets.ProjectOptions) *targets.Projection {
	t.Helper()
	p, err := client(t, id).Project(cat, opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What a model gets of the server above from each client, and what is deferred or said once.
func TestProject(t *testing.T) {
	t.Parallel()
	const pay, ls = `"inputSchema":{"type":"object","properties":{"sum":{"type":"number","minimum":0},"cur":{"const":"EUR"}},"required":["sum","tip"]}}`, `"inputSchema":{"anyOf":[{"type":"object"}]}}`
	for id, want := range map[string]struct {
		tools    []string
		group    string
		listing  string
		deferred int
	}{
		"claude-code": {tools: []string{`{"name":"mcp__Till_A__pay_bill","description":"Pays.",` + pay, `{"name":"mcp__Till_A__ls",` + ls},
			listing: "mcp__Till_A__ls", deferred: 1},
		"claude-desktop": {tools: []string{`{"name":"pay.bill","description":"Pays.",` + pay, `{"name":"ls",` + ls}},
		// sha1("Till A__pay.bill") and sha1("Till A__ls"): the blank makes both names change.
		"cline": {tools: []string{`{"name":"Till_A__pay_bill_1ccca773","description":"Pays.",` + pay, `{"name":"Till_A__ls_75bb951c",` + ls}},
		"codex": {tools: []string{`{"name":"pay_bill","description":"Pays.","inputSchema":{"type":"object","properties":{"cur":{"type":"string","enum":["EUR"]},"sum":{"type":"number"}},"required":["sum","tip"]}}`,
			`{"name":"ls","inputSchema":{"properties":{},"anyOf":[{"type":"object","properties":{}}]}}`},
			group: "mcp__Till_A", listing: "mcp__Till_A", deferred: 2},
		"cursor":     {tools: []string{`{"name":"pay.bill","description":"Pays.",` + pay, `{"name":"ls",` + ls}, listing: "pay.bill\nls", deferred: 2},
		"gemini-cli": {tools: []string{`{"name":"mcp_Till_A_pay.bill","description":"Pays.",` + pay, `{"name":"mcp_Till_A_ls",` + ls}},
		"goose":      {tools: []string{`{"name":"tilla__pay.bill","description":"Pays.",` + pay, `{"name":"tilla__ls",` + ls}},
		"opencode":   {tools: []string{`{"name":"Till_A_pay_bill","description":"Pays.",` + pay, `{"name":"Till_A_ls",` + ls}},
		"vscode": {tools: []string{`{"name":"mcp_till_a_pay_bill","description":"Pays.","inputSchema":{"type":"object","properties":{"sum":{"type":"number","minimum":0},"cur":{"const":"EUR"}},"required":["sum"]}}`,
			`{"name":"mcp_till_a_ls","description":"No description provided","inputSchema":{"type":"object","properties":{}}}`}},
		"windsurf": {tools: []string{`{"name":"pay.bill","description":"Pays.",` + pay, `{"name":"ls",` + ls}},
		"zed":      {tools: []string{`{"name":"pay.bill","description":"Pays.",` + pay, `{"name":"ls",` + ls}},
	} {
		p := project(t, id, read(t, small), &targets.ProjectOptions{Server: "Till A"})
		deferred := 0
		for i := range p.Catalog.Tools {
			tool := &p.Catalog.Tools[i]
			if got := string(tool.Model()); got != want.tools[i] {
				t.Errorf("%s:\n got %s\nwant %s", id, got, want.tools[i])
			}
			if tool.Deferred() {
				deferred++
			}
		}
		if len(p.Catalog.Tools) != 2 || p.Group != want.group || p.Listing != want.listing || deferred != want.deferred || p.Client != id {
			t.Errorf("%s: %d tools, group %q, listing %q, %d deferred", p.Client, len(p.Catalog.Tools), p.Group, p.Listing, deferred)
		}
		if p.Catalog.Instructions != "Ask before you pay." {
			t.Errorf("%s: instructions %q", id, p.Catalog.Instructions)
		}
	}
}

// Members that do not reach the model are gone from the wire as well, each with a change that says so.
func TestMembers(t *testing.T) {
	t.Parallel()
	p := project(t, "gemini-cli", read(t, small), &targets.ProjectOptions{Server: "t"})
	if got, want := string(p.Catalog.Tools[0].Wire()), `{"name":"mcp_t_pay.bill","description":"Pays.","inputSchema":{"type":"object","properties":{"sum":{"type":"number","minimum":0},"cur":{"const":"EUR"}},"required":["sum","tip"]}}`; got != want {
		t.Errorf("wire %s\nwant %s", got, want)
	}
	var got []string
	for _, c := range p.Changes {
		if c.What == targets.MemberDropped {
			got = append(got, fmt.Sprint(c.Tool, " ", c.Detail, " ", c.Before))
		}
	}
	if want := []string{"pay.bill title 3", "pay.bill outputSchema 17", "pay.bill annotations 22", "pay.bill _meta 29"}; !slices.Equal(got, want) {
		t.Errorf("members %v, want %v", got, want)
	}
}

func TestDescriptionCut(t *testing.T) {
	t.Parallel()
	// 2,047 letters and a character of two UTF-16 units: JavaScript would keep its first half.
	doc := func(text string) string {
		return `{"tools":[{"name":"a","description":"` + text + `","inputSchema":{"type":"object"}}]}`
	}
	long := strings.Repeat("a", 2047)
	for text, want := range map[string]string{
		long + "b":     long + "b",
		long + "bc":    long + "b… [truncated]",
		long + "😀":     long + "… [truncated]",
		long + "é":     long + "é",
		long[1:] + "😀": long[1:] + "😀",
	} {
		p := project(t, "claude-code", read(t, doc(text)), &targets.ProjectOptions{Server: "s", Deferral: "never"})
		if got := p.Catalog.Tools[0].Description; got != want {
			t.Errorf("…%q became …%q, want …%q", text[2040:], got[2040:], want[2040:])
		}
		cut := slices.ContainsFunc(p.Changes, func(c targets.Change) bool {
			return c.What == targets.DescriptionCut && c.Before == len(text) && c.After == len(want)
		})
		if cut != (text != want) {
			t.Errorf("…%q: changes %+v", text[2040:], p.Changes)
		}
	}
}

func TestInstructions(t *testing.T) {
	t.Parallel()
	cat := read(t, small)
	cat.Instructions = strings.Repeat("x", 3000)
	p := project(t, "claude-code", cat, nil)
	if got := p.Catalog.Instructions; got != strings.Repeat("x", 2048)+"… [truncated]" {
		t.Errorf("%d bytes", len(got))
	}
	if c := p.Changes[0]; c.What != targets.InstructionsCut || c.Before != 3000 || c.After != 2048+len("… [truncated]") || c.Tool != "" {
		t.Errorf("change %+v", c)
	}
	table, err := clients(t).Extend([]byte(`{"clients":[{"id":"x","instructions":{"shown":false}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	x, err := table.Lookup("x")
	if err != nil {
		t.Fatal(err)
	}
	if p, err = x.Project(cat, nil); err != nil || p.Catalog.Instructions != "" || p.Changes[0].What != targets.InstructionsDropped {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestDeferral(t *testing.T) {
	t.Parallel()
	count := func(b []byte) int { return len(b) }
	total := 0
	for _, tool := range project(t, "claude-code", read(t, small), &targets.ProjectOptions{Server: "s", Deferral: "never"}).Catalog.Tools[1:] {
		total += len(tool.Model())
	}
	for _, c := range []struct {
		opt  targets.ProjectOptions
		want int // deferred; the first tool of the two asks to be loaded always
	}{
		{targets.ProjectOptions{}, 1},
		{targets.ProjectOptions{Deferral: "never"}, 0},
		{targets.ProjectOptions{Deferral: "always"}, 1},
		{targets.ProjectOptions{Deferral: "share", Window: 10 * total, Tokens: count}, 0}, // exactly a tenth fits
		{targets.ProjectOptions{Deferral: "share", Window: 10*total - 1, Tokens: count}, 1},
		{targets.ProjectOptions{Deferral: "share", Share: 1, Window: total, Tokens: count}, 0},
		{targets.ProjectOptions{Deferral: "share", Share: 0.5, Window: total, Tokens: count}, 1},
	} {
		c.opt.Server = "s"
		p, got := project(t, "claude-code", read(t, small), &c.opt), 0
		for i := range p.Catalog.Tools {
			if p.Catalog.Tools[i].Deferred() {
				got++
			}
		}
		if got != c.want || (p.Listing != "") != (c.want > 0) {
			t.Errorf("%+v: %d deferred, want %d; listing %q", c.opt, got, c.want, p.Listing)
		}
	}
	for _, opt := range []targets.ProjectOptions{{Deferral: "sometimes"}, {Deferral: "share"}, {Deferral: "share", Window: 9}, {Deferral: "share", Share: 2, Window: 9, Tokens: count}} {
		if _, err := client(t, "claude-code").Project(read(t, small), &opt); err == nil || !strings.HasPrefix(err.Error(), "targets: claude-code: ") {
			t.Errorf("%+v: error %v", opt, err)
		}
	}
}

func TestToolLimit(t *testing.T) {
	t.Parallel()
	var tools []string
	for i := range 41 {
		tools = append(tools, fmt.Sprintf(`{"name":"t%02d","inputSchema":{"type":"object"}}`, i))
	}
	cat := read(t, `{"tools":[`+strings.Join(tools, ",")+`]}`)
	if p := project(t, "cursor", cat, nil); len(p.Catalog.Tools) != 41 {
		t.Errorf("a limit that is not confirmed was applied: %d tools", len(p.Catalog.Tools))
	}
	p := project(t, "cursor", cat, &targets.ProjectOptions{Server: "s", Unconfirmed: true})
	if n := len(p.Catalog.Tools); n != 40 || p.Catalog.Tools[39].Name != "mcp_s_t39" {
		t.Errorf("%d tools, the last %s", n, p.Catalog.Tools[n-1].Name)
	}
	if !slices.ContainsFunc(p.Changes, func(c targets.Change) bool { return c.What == targets.ToolDropped && c.Tool == "t40" }) {
		t.Errorf("changes %+v", p.Changes)
	}
	if p := project(t, "windsurf", cat, nil); len(p.Warnings) != 0 {
		t.Errorf("warnings %v", p.Warnings)
	}
	many := *cat
	many.Tools = slices.Concat(cat.Tools, cat.Tools, cat.Tools)
	p = project(t, "windsurf", &many, nil)
	if len(p.Catalog.Tools) != 123 || len(p.Warnings) != 1 || p.Warnings[0].Error() != "123 tools, and Windsurf takes at most 100 of all servers together" {
		t.Errorf("%d tools, warnings %v", len(p.Catalog.Tools), p.Warnings)
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	all := func(p *targets.Projection) string { return fmt.Sprint(errors.Join(p.Warnings...)) }
	for id, want := range map[string]string{
		"goose":  `the names of the tools hold "Till"`,
		"cursor": "not applied, since it is not confirmed: tools: the first 40",
		"codex":  "Codex CLI adds what is not in these numbers: the definition of tool_search",
	} {
		if got := all(project(t, id, read(t, small), nil)); !strings.Contains(got, want) {
			t.Errorf("%s: warnings %s; want %q", id, got, want)
		}
	}
	if p := project(t, "goose", read(t, small), &targets.ProjectOptions{Server: "s"}); len(p.Warnings) != 0 {
		t.Errorf("warnings %v", p.Warnings)
	}
	same := read(t, `{"tools":[{"name":"a b","inputSchema":{"type":"object"}},{"name":"a.b","inputSchema":{"type":"object"}}]}`)
	if got := all(project(t, "opencode", same, &targets.ProjectOptions{Server: "s"})); got != `tools "a b" and "a.b" both become "s_a_b"` {
		t.Errorf("warnings %s", got)
	}
	p := project(t, "codex", same, &targets.ProjectOptions{Server: "s"})
	if a, b := p.Catalog.Tools[0].Name, p.Catalog.Tools[1].Name; a == b || !strings.HasPrefix(a, "a_b_") || len(a) != len("a_b_")+12 {
		t.Errorf("names %s and %s", a, b)
	}
}

func TestUnreadableSchema(t *testing.T) {
	t.Parallel()
	cat := read(t, `{"tools":[{"name":"pair","inputSchema":{"type":"object","properties":{"p":{"type":"array","items":[{"type":"string"}]}}}},{"name":"ok","inputSchema":{"type":"object"}}]}`)
	p := project(t, "codex", cat, &targets.ProjectOptions{Server: "s"})
	if len(p.Catalog.Tools) != 1 || p.Catalog.Tools[0].Name != "ok" || p.Changes[0].What != targets.ToolDropped || p.Changes[0].Tool != "pair" {
		t.Errorf("tools %d, changes %+v", len(p.Catalog.Tools), p.Changes)
	}
	if got := fmt.Sprint(p.Warnings[0]); got != `tool "pair" is left out by Codex CLI, which cannot read its schema: properties: "p": items: [{"type":"string"}] in the place of a schema` {
		t.Errorf("warning %s", got)
	}
}

// A tool of the provider itself is none of a server's.
func TestBuiltIn(t *testing.T) {
	t.Parallel()
	cat := read(t, `[{"type":"web_search_20250305","name":"web_search"},{"name":"a","input_schema":{"type":"object"}}]`)
	p := project(t, "claude-code", cat, &targets.ProjectOptions{Server: "s"})
	if !bytes.Equal(p.Catalog.Tools[0].Wire(), cat.Tools[0].Wire()) || p.Catalog.Tools[1].Name != "mcp__s__a" || p.Catalog.Tools[0].Deferred() {
		t.Errorf("%s, %s", p.Catalog.Tools[0].Wire(), p.Catalog.Tools[1].Wire())
	}
}

func TestNoTools(t *testing.T) {
	t.Parallel()
	for _, cat := range []*catalog.Catalog{nil, {}} {
		if _, err := client(t, "zed").Project(cat, nil); !errors.Is(err, catalog.ErrNoTools) {
			t.Errorf("error %v", err)
		}
	}
}
