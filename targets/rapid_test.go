package targets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// anySchema generates schemas with what clients handle, and what they do not.
func anySchema(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		leaf := []string{`true`, `{}`, `{"type":"string","title":"T","description":"Some text.","maxLength":9}`, `{"const":1}`,
			`{"type":["integer","null"],"minimum":0}`, `{"$ref":"#/$defs/d"}`, `{"enum":["a"]}`, `{"type":"array"}`}
		if depth == 0 || rapid.Bool().Draw(t, "leaf") {
			return rapid.SampledFrom(leaf).Draw(t, "schema")
		}
		below := func() string { return anySchema(depth-1).Draw(t, "below") }
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return `{"type":"array","items":` + below() + `}`
		case 1:
			return `{"` + rapid.SampledFrom([]string{"anyOf", "oneOf", "allOf"}).Draw(t, "composition") + `":[` + below() + `,` + below() + `]}`
		case 2:
			return `{"not":` + below() + `,"description":"n"}`
		case 3:
			return `{"additionalProperties":` + below() + `,"items":[` + below() + `]}`
		}
		return `{"type":"object","properties":{"b":` + below() + `,"a":` + below() + `},"required":["a","c"],"$defs":{"d":` + below() + `,"e":{}}}`
	})
}

func anyCatalog(letters *rapid.Generator[rune]) *rapid.Generator[*catalog.Catalog] {
	text := rapid.OneOf(rapid.Just(""), rapid.StringOfN(letters, 0, 30, -1), rapid.Custom(func(t *rapid.T) string {
		return strings.Repeat(rapid.StringOfN(letters, 1, 4, -1).Draw(t, "part"), rapid.IntRange(400, 1100).Draw(t, "times"))
	}))
	return rapid.Custom(func(t *rapid.T) *catalog.Catalog {
		c := &catalog.Catalog{Name: "srv", Instructions: text.Draw(t, "instructions")}
		for range rapid.IntRange(1, 5).Draw(t, "tools") {
			tool := catalog.Tool{Name: rapid.OneOf(rapid.StringMatching(`[a-z_.]{1,12}`), rapid.StringN(1, 90, -1)).Draw(t, "name"),
				Description: text.Draw(t, "description"), Title: rapid.SampledFrom([]string{"", "Title"}).Draw(t, "title")}
			if rapid.Bool().Draw(t, "schema") {
				tool.Input = mustParse(t, anySchema(3).Draw(t, "input"))
			}
			if rapid.Bool().Draw(t, "output") {
				tool.Output = mustParse(t, `{"type":"object"}`)
			}
			if rapid.Bool().Draw(t, "extra") {
				tool.Extra = mustParse(t, rapid.SampledFrom([]string{`{"_meta":{"anthropic/alwaysLoad":true},"x":1}`, `{"annotations":{},"icons":[1]}`, `{"defer_loading":true}`}).Draw(t, "members"))
			}
			c.Tools = append(c.Tools, tool)
		}
		return c
	})
}

func mustParse(t *rapid.T, text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// print writes down all that a projection could have changed.
func print(c *catalog.Catalog) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q\n", c.Instructions)
	for i := range c.Tools {
		t := &c.Tools[i]
		fmt.Fprintf(&b, "%q %q %q %s %s %s\n", t.Name, t.Title, t.Description, t.Input.Append(nil), t.Output.Append(nil), t.Extra.Append(nil))
	}
	return b.String()
}

// A projection changes nothing of what it is given, loses no tool without saying so, and keeps its limits.
func TestProjectionProperty(t *testing.T) {
	t.Parallel()
	list := clients(t).List()
	rapid.Check(t, func(t *rapid.T) {
		cat, c := anyCatalog(rapid.Rune()).Draw(t, "catalog"), rapid.SampledFrom(list).Draw(t, "client")
		before := print(cat)
		p, err := c.Project(cat, &targets.ProjectOptions{Server: rapid.StringN(1, 40, -1).Draw(t, "server"), Unconfirmed: rapid.Bool().Draw(t, "unconfirmed")})
		if err != nil {
			t.Fatal(err)
		}
		if after := print(cat); after != before {
			t.Fatalf("the input has changed:\n%s\n%s", before, after)
		}
		count := func(what string) (n int) {
			for _, ch := range p.Changes {
				if ch.What == what {
					n++
				}
			}
			return n
		}
		if got := len(p.Catalog.Tools) + count(targets.ToolDropped); got != len(cat.Tools) {
			t.Fatalf("%d tools are left or dropped, of %d", got, len(cat.Tools))
		}
		deferred, was := 0, 0
		for i := range p.Catalog.Tools {
			if p.Catalog.Tools[i].Deferred() {
				deferred++
			}
		}
		for i := range cat.Tools {
			if cat.Tools[i].Deferred() && !slices.ContainsFunc(p.Changes, func(ch targets.Change) bool { return ch.What == targets.ToolDropped && ch.Tool == cat.Tools[i].Name }) {
				was++
			}
		}
		if count(targets.ToolDropped) == 0 && deferred != was+count(targets.ToolDeferred) {
			t.Fatalf("%d tools are deferred, %d were, and the changes say %d", deferred, was, count(targets.ToolDeferred))
		}
		limits := map[string]int{"vscode": 64, "gemini-cli": 63, "cline": 64, "zed": 64}
		for i := range p.Catalog.Tools {
			tool := &p.Catalog.Tools[i]
			if n := limits[c.ID]; n > 0 && len(utf16.Encode([]rune(tool.Name))) > n {
				t.Fatalf("%s: a name of more than %d: %q", c.ID, n, tool.Name)
			}
			if c.ID == "codex" && len(p.Group)+2+len(tool.Name) > 128 && !strings.HasPrefix(tool.Name, "mcp__") {
				t.Fatalf("a name of more than 128 bytes: %q %q", p.Group, tool.Name)
			}
			if !utf8.ValidString(tool.Name) || !utf8.ValidString(tool.Description) {
				t.Fatalf("half a character: %q, %q", tool.Name, tool.Description)
			}
			if c.ID == "claude-code" {
				kept := strings.TrimSuffix(tool.Description, "… [truncated]")
				if n := len(utf16.Encode([]rune(kept))); n > 2048 {
					t.Fatalf("a description of %d", n)
				}
			}
			if c.ID == "codex" && tool.Input != nil && len(tool.Input.AppendPlain(nil)) > 5000 {
				t.Fatalf("a schema of %d bytes", len(tool.Input.AppendPlain(nil)))
			}
		}
	})
}

// What a client makes of texts, members and schemas is what it leaves alone when it gets it again. Names are another
// matter: they get the prefix again.
func TestProjectionIdempotent(t *testing.T) {
	t.Parallel()
	var list []*targets.Client
	for _, c := range clients(t).List() {
		table, err := clients(t).Extend([]byte(`{"clients":[{"id":"` + c.ID + `","name":null}]}`))
		if err != nil {
			t.Fatal(err)
		}
		c, err := table.Lookup(c.ID)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	rapid.Check(t, func(t *rapid.T) {
		// A cut that would split a character of two units leaves room for one of the suffix, so these have none.
		letters := rapid.SampledFrom([]rune("aé中\n"))
		cat, c := anyCatalog(letters).Draw(t, "catalog"), rapid.SampledFrom(list).Draw(t, "client")
		// What keeps a tool from being deferred stands in a member that is gone the second time.
		opt := &targets.ProjectOptions{Deferral: "never"}
		once, err := c.Project(cat, opt)
		if err != nil || len(once.Catalog.Tools) == 0 {
			return // all tools were unreadable
		}
		twice, err := c.Project(once.Catalog, opt)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := print(once.Catalog), print(twice.Catalog); a != b {
			t.Fatalf("%s:\n%s\n%s", c.ID, a, b)
		}
		if len(twice.Changes) > 0 {
			t.Fatalf("%s: changes the second time: %+v", c.ID, twice.Changes)
		}
	})
}
