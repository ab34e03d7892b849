package targets_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// sampled makes a catalog of a sample.
func sampled(t testing.TB, text string) *catalog.Catalog {
	t.Helper()
	if instructions, ok := strings.CutPrefix(text, "instructions "); ok {
		c := sampled(t, with(`{"type":"string"}`))
		c.Instructions = instructions
		return c
	}
	switch {
	case strings.HasPrefix(text, `{"name"`):
		text = "[" + text + "]"
	case !strings.HasPrefix(text, "["):
		text = `[{"name":"t","inputSchema":` + text + `}]`
	}
	c, err := catalog.Read([]byte(`{"tools":`+text+`}`), &catalog.ReadOptions{Name: "Till", Lenient: true})
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return c
}

// found returns the findings of a rule that a target is the reason of.
func found(findings []targets.Finding, consumer, rule string) []targets.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f targets.Finding) bool { return f.Consumer != consumer || f.Rule != rule })
}

// lint holds a catalog against a target, with a validator that knows one fault.
func lint(c *catalog.Catalog, to targets.Target) []targets.Finding {
	l := targets.Linter{Invalid: func(n *schema.Node) (schema.Pointer, string) {
		if p, _ := n.Get("pattern").Text(); p == "[" {
			return "/pattern", "[ is not closed"
		}
		return "", ""
	}}
	return l.Lint(c, to)
}

// TestRules breaks and keeps every rule at every target that has it.
func TestRules(t *testing.T) {
	t.Parallel()
	samples, used := samples(), map[string]bool{}
	for _, name := range targets.Names() {
		t.Run(name, func(t *testing.T) {
			to := target(t, name)
			for _, c := range to.Constraints() {
				key := name + " " + c.Figure
				s, ok := samples[key]
				if !ok {
					key = c.Figure
					s, ok = samples[key]
				}
				if !ok {
					t.Errorf("no sample of %s", c.Figure)
				}
				used[key] = true
				for _, bad := range s.bad {
					got := found(lint(sampled(t, bad), to), name, c.Figure)
					if len(got) == 0 {
						t.Errorf("%s finds nothing in %.200s", c.Figure, bad)
					}
					for _, f := range got {
						if f.Message == "" || strings.ContainsAny(f.Message, "{}") && !strings.Contains(f.Message, `"`) || f.Fix == "" && c.Figure != "unknown-dialect" || f.Source == "" || f.AsOf == "" {
							t.Errorf("%s: a finding that is not whole: %+v", c.Figure, f)
						}
					}
				}
				for _, good := range s.good {
					if got := found(lint(sampled(t, good), to), name, c.Figure); len(got) > 0 {
						t.Errorf("%s finds fault with %.200s: %s at %q", c.Figure, good, got[0].Message, got[0].At)
					}
				}
			}
		})
	}
	for key := range samples {
		if !used[key] {
			t.Errorf("no target has %s", key)
		}
	}
}

// TestWholeFinding holds all that a finding says.
func TestWholeFinding(t *testing.T) {
	t.Parallel()
	c, err := catalog.Read([]byte("{\"tools\":[{\"name\":\"ok\",\"inputSchema\":{\"type\":\"object\"}},\n{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a/b\":{\"type\":\"array\"}}}}]}"),
		&catalog.ReadOptions{Source: "tools.json"})
	if err != nil {
		t.Fatal(err)
	}
	got := found(targets.Lint(c, target(t, "vscode")), "vscode", "array-items")
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	want := targets.Finding{
		Tool: "list", Index: 1, Part: "input", At: "/properties/a~1b", Consumer: "vscode", Rule: "array-items", Severity: targets.Error,
		Message: "an array without items: VS Code (Copilot) leaves the tool out", Fix: `say what its items are, if only "items": {}`,
		AsOf: "2025-04-08", Source: "https://github.com/microsoft/vscode/issues/246119", Confirmed: true, Origin: got[0].Origin,
	}
	if got[0] != want || got[0].Origin.Line != 2 || got[0].Origin.Source != "tools.json" {
		t.Errorf("got  %+v\nwant %+v", got[0], want)
	}
}

func consumers(findings []targets.Finding) []string {
	set := map[string]bool{}
	for _, f := range findings {
		set[f.Consumer] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// TestJudges holds who is asked: the targets, those that they hand tools on to, the strict rules for tools that declare
// strict, and what holds for all.
func TestJudges(t *testing.T) {
	t.Parallel()
	bad := sampled(t, `{"anyOf":[{"$ref":"#/$defs/none"}],"properties":{"p":{"type":"array"}}}`)
	for _, test := range []struct {
		targets []string
		want    []string
	}{
		{nil, []string{"any"}},
		{[]string{"any"}, []string{"any"}},
		{[]string{"openai"}, []string{"any", "openai"}},
		{[]string{"openai-strict"}, []string{"any", "openai", "openai-strict"}},
		{[]string{"claude-desktop"}, []string{"anthropic", "any"}},
		{[]string{"mistral"}, []string{"any"}},
		{[]string{"openai", "vscode", "openai"}, []string{"any", "openai", "vscode"}},
	} {
		var to []targets.Target
		for _, name := range test.targets {
			to = append(to, target(t, name))
		}
		findings := targets.Lint(bad, to...)
		if got := consumers(findings); !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.targets, got, test.want)
		}
		portable := len(found(findings, "any", "root-composition")) > 0
		if want := len(test.targets) == 0 || test.targets[0] == "any"; portable != want {
			t.Errorf("%v: what is said of any consumer where others are named: %v", test.targets, portable)
		}
	}
	for _, api := range []string{"openai", "anthropic"} {
		strict := sampled(t, `{"name":"a","strict":true,"inputSchema":{"type":"object","properties":{}}}`)
		if got := found(targets.Lint(strict, target(t, api)), api+"-strict", "closed-objects"); len(got) != 1 {
			t.Errorf("%s: a tool that declares strict: %v", api, got)
		}
		for _, other := range []string{`{"name":"a","strict":false,"inputSchema":{"type":"object"}}`, `{"name":"a","inputSchema":{"type":"object"}}`} {
			if got := targets.Lint(sampled(t, other), target(t, api)); len(got) > 0 {
				t.Errorf("%s: %s: %v", api, other, got)
			}
		}
	}
}

// TestEchoes holds that what is true of any consumer is not said again of a place where the one that is asked about says
// it itself.
func TestEchoes(t *testing.T) {
	t.Parallel()
	findings := targets.Lint(sampled(t, with(`{"$ref":"#/$defs/none"}`)), target(t, "opencode"))
	if len(findings) != 1 || findings[0].Consumer != "opencode" {
		t.Errorf("%+v", findings)
	}
}

func TestManyPlaces(t *testing.T) {
	t.Parallel()
	c := sampled(t, properties(57, `{"type":"array"}`))
	l := targets.Linter{Places: 3}
	got := found(l.Lint(c), "any", "array-items")
	if len(got) != 3 || got[0].More != 0 || got[2].More != 54 || got[2].At != "/properties/p2" {
		t.Errorf("%+v", got)
	}
	if got := found(targets.Lint(c), "any", "array-items"); len(got) != 10 || got[9].More != 47 {
		t.Errorf("%d, %+v", len(got), got)
	}
}

// What a validator says of a schema is left out where a rule names the fault.
func TestInvalidHook(t *testing.T) {
	t.Parallel()
	l := targets.Linter{Invalid: func(n *schema.Node) (schema.Pointer, string) { return "/properties/a\n", "a\x1b" + x(500) }}
	got := found(l.Lint(sampled(t, with(`{"pattern":"["}`))), "any", "invalid-schema")
	if len(got) != 1 || got[0].At != "/properties/a\n" || strings.Contains(got[0].Message, "\x1b") || len(got[0].Message) > 400 {
		t.Errorf("%+v", got)
	}
	l.Invalid = func(n *schema.Node) (schema.Pointer, string) { return "/properties/p/type", "no such type" }
	if got := l.Lint(sampled(t, with(`{"type":"any"}`))); len(found(got, "any", "known-types")) != 1 || len(found(got, "any", "invalid-schema")) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestUnsatisfiableHook(t *testing.T) {
	t.Parallel()
	var asked *schema.Node
	l := targets.Linter{Unsatisfiable: func(n *schema.Node) bool { asked = n; return true }}
	c := sampled(t, with(`{"type":"string","minLength":2,"maxLength":1}`))
	if got := found(l.Lint(c), "any", "unsatisfiable"); len(got) != 1 || asked != c.Tools[0].Input {
		t.Errorf("%+v", got)
	}
}

// TestForeignText holds that names of strangers are quoted and cut in messages.
func TestForeignText(t *testing.T) {
	t.Parallel()
	c := sampled(t, `{"type":"object","required":["a\n::error::b","`+x(500)+`","c","d","e","f","g"]}`)
	got := found(targets.Lint(c), "any", "required-defined")
	if len(got) != 1 || strings.Contains(got[0].Message, "\n") || len(got[0].Message) > 400 || !strings.Contains(got[0].Message, "and 2 more") {
		t.Errorf("%+v", got)
	}
}

// TestHostileSchemas holds that the work is bounded: depth, breadth, and references that lead to each other.
func TestHostileSchemas(t *testing.T) {
	t.Parallel()
	var all []targets.Target
	for _, name := range targets.Names() {
		all = append(all, target(t, name))
	}
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`"d` + strings.Repeat("0", i%7) + `":{"$ref":"#/$defs/d"},`)
		}
		return `{"type":"object","$defs":{` + b.String() + `"z":{}}}`
	}
	for what, text := range map[string]string{
		"deep":       strings.Repeat(`{"items":`, 400) + `{}` + strings.Repeat("}", 400),
		"broad":      properties(4000, `{"type":["string","null"],"$ref":"#"}`),
		"references": chain(500),
		"itself":     `{"$ref":"#"}`,
		"numbers":    with(`{"minItems":1e999999999}`),
		"nothing":    `{"properties":7,"required":7,"type":7,"enum":7,"$ref":7,"items":7,"anyOf":7,"$defs":7,"$schema":7,"format":7,"pattern":7}`,
	} {
		for _, f := range targets.Lint(sampled(t, text), all...) {
			if f.Message == "" || f.Rule == "" {
				t.Errorf("%s: %+v", what, f)
			}
		}
	}
}

// FuzzLint holds of any schema that looking at it ends, changes nothing and says the same twice.
func FuzzLint(f *testing.F) {
	for _, s := range []string{
		`{"type":"object","properties":{"a":{"type":["array","null"],"items":[{}]}},"required":["b"]}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","id":"x","exclusiveMinimum":true,"minItems":-1e99}`,
		`{"enum":[[],{}],"const":null,"pattern":"(","format":7,"patternProperties":{"":true},"prefixItems":[false],"items":false}`,
		`{"$id":"http://a/b","$anchor":"c","$dynamicRef":"#c","anyOf":[{"type":"string"},{"type":["array"]}],"not":true}`,
	} {
		f.Add(s)
	}
	var all []targets.Target
	for _, name := range targets.Names() {
		to, err := targets.Lookup(name)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, to)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := catalog.Read([]byte(`{"tools":[{"name":"t","strict":true,"inputSchema":`+text+`,"outputSchema":`+text+`}]}`), nil)
		if err != nil {
			return
		}
		before := c.Digest()
		first := targets.Lint(c, all...)
		if c.Digest() != before {
			t.Fatal("the catalog is another one now")
		}
		if second := targets.Lint(c, all...); !slices.Equal(first, second) {
			t.Fatalf("%+v\nis not\n%+v", first, second)
		}
		for _, finding := range first {
			at := c.Tools[max(finding.Index, 0)].Input
			if finding.Part == "output" {
				at = c.Tools[finding.Index].Output
			}
			if finding.At != "" && finding.At != "/$schema" && at.Find(finding.At) == nil {
				t.Fatalf("%s is nowhere: %+v", finding.At, finding)
			}
		}
	})
}
