package targets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// steps returns a client that does nothing but these steps to schemas.
func steps(t testing.TB, rule string) *targets.Client {
	t.Helper()
	table, err := new(targets.ClientTable).Extend([]byte(`{"clients":[{"id":"x","schema":` + rule + `}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return table.List()[0]
}

// rewritten returns what a client makes of a schema, and "dropped" if it leaves the tool out.
func rewritten(t testing.TB, c *targets.Client, text string) string {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Project(&catalog.Catalog{Tools: []catalog.Tool{{Name: "a", Input: n}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if string(n.Append(nil)) != text {
		t.Errorf("the schema that was given has changed: %s", n.Append(nil))
	}
	if len(p.Catalog.Tools) == 0 {
		return "dropped"
	}
	return string(p.Catalog.Tools[0].Input.Append(nil))
}

func TestSchemaSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ step, in, want string }{
		{"object-root", `{"type":"object","x":1}`, `{"type":"object","x":1}`},
		{"object-root", `{"type":["object"]}`, `{"type":"object","properties":{}}`},
		{"object-root", `true`, `{"type":"object","properties":{}}`},
		{"properties", `{"type":"object"}`, `{"type":"object","properties":{}}`},
		{"properties", `{"properties":null}`, `{"properties":{}}`},
		{"properties", `{"properties":{"a":{}}}`, `{"properties":{"a":{}}}`},
		{"no-root-composition", `{"type":"object","oneOf":[],"if":{},"properties":{"a":{"anyOf":[{}]},"not":{}}}`, `{"type":"object","properties":{"a":{"anyOf":[{}]},"not":{}}}`},
		{"defined-required", `{"type":"object","properties":{"a":{"type":"object","properties":{},"required":["b"]}},"required":["a","b"]}`,
			`{"type":"object","properties":{"a":{"type":"object","properties":{},"required":[]}},"required":["a"]}`},
		{"defined-required", `{"type":"object","required":["a"],"$defs":{"d":{"type":"object","properties":{},"required":["b"]}}}`,
			`{"type":"object","required":["a"],"$defs":{"d":{"type":"object","properties":{},"required":["b"]}}}`},
		{"defined-required", `{"items":{"anyOf":[{"type":"object","properties":{"a":true},"required":["x","a",1]}]}}`,
			`{"items":{"anyOf":[{"type":"object","properties":{"a":true},"required":["a"]}]}}`},
		// Data is no schema, whatever it looks like.
		{"defined-required", `{"default":{"type":"object","properties":{},"required":["b"]}}`, `{"default":{"type":"object","properties":{},"required":["b"]}}`},
	} {
		if got := rewritten(t, steps(t, `{"apply":["`+c.step+`"]}`), c.in); got != c.want {
			t.Errorf("%s of %s:\n got %s\nwant %s", c.step, c.in, got, c.want)
		}
	}
}

func TestCodexSubset(t *testing.T) {
	t.Parallel()
	c := steps(t, `{"apply":["codex"]}`)
	for in, want := range map[string]string{
		`{"title":"T","type":"object","properties":{"b":{"type":"integer","minimum":1,"default":2},"a":{"type":"string","format":"uri","pattern":"x"}}}`: `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}`,
		// Types are inferred from what stands beside them.
		`{"required":["a"]}`:                           `{"type":"object","properties":{},"required":["a"]}`,
		`{"prefixItems":[{}]}`:                         `{"type":"array","items":{"type":"string"}}`,
		`{"format":"date"}`:                            `{"type":"string"}`,
		`{"enum":[1,2]}`:                               `{"type":"string","enum":[1,2]}`,
		`{"multipleOf":2}`:                             `{"type":"number"}`,
		`{"const":null}`:                               `{"type":"string","enum":[null]}`,
		`{"description":"no hint","minLength":1}`:      `{}`,
		`{"type":"array"}`:                             `{"type":"array","items":{"type":"string"}}`,
		`{"type":["object","null"]}`:                   `{"type":["object","null"],"properties":{}}`,
		`{"type":["date","string"]}`:                   `{"type":"string"}`,
		`{"type":"date"}`:                              `{}`,
		`{"items":{"minItems":3},"minItems":3}`:        `{"type":"array","items":{},"minItems":3}`,
		`{"additionalProperties":{"const":1}}`:         `{"type":"object","properties":{},"additionalProperties":{"type":"string","enum":[1]}}`,
		`{"additionalProperties":false}`:               `{"type":"object","properties":{},"additionalProperties":false}`,
		`{"properties":{"a":true,"b":{}}}`:             `{"type":"object","properties":{"a":{"type":"string"},"b":{}}}`,
		`{"oneOf":[{"not":{}}],"anyOf":[{"enum":[]}]}`: `{"anyOf":[{"type":"string","enum":[]}],"oneOf":[{}]}`,
		// Definitions are kept as far as something leads to them.
		`{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"C":{},"A":{"properties":{"b":{"$ref":"#/definitions/B~1b/properties/x"}}}},"definitions":{"B/b":{"type":"null"},"D":{}}}`: `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"b":{"$ref":"#/definitions/B~1b/properties/x"}}}},"definitions":{"B/b":{"type":"null"}}}`,
		`{"properties":{"a":{"not":{"$ref":"#/$defs/A"}}},"$defs":{"A":{}}}`: `{"type":"object","properties":{"a":{}}}`,
		`{"type":"object","$defs":[]}`:                                       `{"type":"object","properties":{}}`,
		// What does not fit a field loses the tool.
		`true`:                                 "dropped",
		`{"type":"null"}`:                      "dropped",
		`{"type":"date","anyOf":[]}`:           "dropped",
		`{"description":1,"type":"string"}`:    "dropped",
		`{"items":[{}]}`:                       "dropped",
		`{"required":"a"}`:                     "dropped",
		`{"required":[1]}`:                     "dropped",
		`{"type":"array","minItems":1.0}`:      "dropped",
		`{"type":"array","minItems":-1}`:       "dropped",
		`{"anyOf":{}}`:                         "dropped",
		`{"enum":{}}`:                          "dropped",
		`{"properties":[]}`:                    "dropped",
		`{"type":"string","description":null}`: `{"type":"string"}`,
	} {
		if got := rewritten(t, c, in); got != want {
			t.Errorf("%s:\n got %s\nwant %s", in, got, want)
		}
	}
}

// What is over the budget loses descriptions, then definitions, then what lies deep, then compositions.
func TestCodexBudget(t *testing.T) {
	t.Parallel()
	const in = `{"type":"object","description":"d","properties":{"a":{"$ref":"#/$defs/A"},"b":{"type":"object","properties":{"c":{"type":"object","properties":{"d":{"type":"string"}}}}},"e":{"anyOf":[{"type":"string"}]}},"$defs":{"A":{"type":"string","description":"x"}}}`
	stages := []string{
		`{"type":"object","description":"d","properties":{"a":{"$ref":"#/$defs/A"},"b":{"type":"object","properties":{"c":{"type":"object","properties":{"d":{"type":"string"}}}}},"e":{"anyOf":[{"type":"string"}]}},"$defs":{"A":{"type":"string","description":"x"}}}`,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"type":"object","properties":{"c":{"type":"object","properties":{"d":{"type":"string"}}}}},"e":{"anyOf":[{"type":"string"}]}},"$defs":{"A":{"type":"string"}}}`,
		`{"type":"object","properties":{"a":{},"b":{"type":"object","properties":{"c":{"type":"object","properties":{"d":{"type":"string"}}}}},"e":{"anyOf":[{"type":"string"}]}}}`,
		`{"type":"object","properties":{"a":{},"b":{"type":"object","properties":{"c":{}}},"e":{"anyOf":[{"type":"string"}]}}}`,
		`{"type":"object","properties":{"a":{},"b":{"type":"object","properties":{"c":{}}},"e":{}}}`,
	}
	for i, want := range stages {
		// A stage is the answer from its own length up to one less than that of the stage before.
		budgets := []int{len(want)}
		if i > 0 {
			budgets = append(budgets, len(stages[i-1])-1)
		}
		if i == len(stages)-1 {
			budgets = append(budgets, 1)
		}
		for _, budget := range budgets {
			if got := rewritten(t, steps(t, fmt.Sprintf(`{"apply":["codex"],"budget":%d,"depth":2}`, budget)), in); got != want {
				t.Errorf("budget %d:\n got %s\nwant %s", budget, got, want)
			}
		}
	}
}

// Wide and deep schemas cost what they are long, not its square.
func TestCodexSize(t *testing.T) {
	t.Parallel()
	var wide strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&wide, `,"p%05d":{"$ref":"#/$defs/p%05d"}`, i, i)
	}
	members := wide.String()[1:]
	in := `{"type":"object","properties":{` + members + `},"$defs":{` + members + `}}`
	c := steps(t, `{"apply":["codex"],"budget":10000000,"depth":3}`)
	if got := rewritten(t, c, in); got != in {
		t.Errorf("%d bytes became %d", len(in), len(got))
	}
	deep := strings.Repeat(`{"type":"array","items":`, 900) + `{"type":"null"}` + strings.Repeat(`}`, 900)
	if got := rewritten(t, c, `{"anyOf":[`+deep+`]}`); got != `{"anyOf":[`+deep+`]}` {
		t.Errorf("the deep schema became %d bytes", len(got))
	}
}
