package schemacompact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// names are those of parameters and definitions: keywords, names that pointers escape, and plain ones.
var names = []string{"title", "default", "description", "examples", "properties", "$ref", "items", "a/b", "m~n", "%24x", "", "city", "bed_id", "bedId", "日付", "$defs"}

var proses = []string{
	"The city.", "Bed id", "Required. The bed to look at. It was planted by the first owner of the house.", "Text, e.g. `x`. Defaults to 10. More about it is in the manual.",
	"One of:\n- a: first\n- b: second\n\nThe list grew over the years and is not complete.", "城市名称。必须是英文。这是很久以前加入的参数，没有人记得为什么。", "Must be unique. Nobody knows why.", "  ", "Never empty. See the docs for a long story about it.",
}

// drawSchema draws the JSON of a schema of at most the given depth; anchors counts the anchors of its document.
func drawSchema(t *rapid.T, depth int, anchors *int) string {
	if rapid.IntRange(0, 20).Draw(t, "boolean") == 0 {
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, "value")
	}
	var members []string
	add := func(format string, args ...any) { members = append(members, fmt.Sprintf(format, args...)) }
	maybe := func(label string, oneIn int) bool { return rapid.IntRange(0, oneIn-1).Draw(t, label) == 0 }
	sub := func() string { return drawSchema(t, depth-1, anchors) }
	if maybe("type", 2) {
		add(`"type":%s`, rapid.SampledFrom([]string{`"string"`, `"integer"`, `"object"`, `["string","null"]`, `"boolean"`, `"array"`}).Draw(t, "types"))
	}
	if maybe("title", 2) {
		add(`"title":%q`, rapid.SampledFrom([]string{"City", "Bed Id", "Something else", "runArguments", ""}).Draw(t, "titles"))
	}
	if maybe("description", 2) {
		add(`"description":%s`, schema.NewString(rapid.SampledFrom(proses).Draw(t, "proses")).Raw())
	}
	if maybe("default", 3) {
		add(`"default":%s`, rapid.SampledFrom([]string{"10", `"x"`, "null", `{"title":"t","type":"string"}`, "[]", "1.0"}).Draw(t, "defaults"))
	}
	if maybe("examples", 4) {
		add(`"examples":%s`, rapid.SampledFrom([]string{`["x","y"]`, `[{"type":"string"}]`, `[]`}).Draw(t, "exampleses"))
	}
	if maybe("example", 6) {
		add(`"example":"x"`)
	}
	if maybe("enum", 6) {
		add(`"enum":[{"title":"a","description":"One. Two."},1,2.50e0,"x"]`)
	}
	if maybe("const", 8) {
		add(`"const":{"default":1}`)
	}
	if maybe("no-op", 4) {
		add("%s", rapid.SampledFrom([]string{`"minLength":0`, `"uniqueItems":false`, `"required":[]`, `"patternProperties":{}`, `"minItems":1`, `"$comment":"c"`, `"x-go-name":"N"`, `"x-other":1`, `"format":"date"`, `"nullable":true`}).Draw(t, "no-ops"))
	}
	if maybe("ref", 5) {
		add(`"$ref":%q`, rapid.SampledFrom([]string{"#", "#/$defs/city", "#/$defs/a~1b", "#/$defs/m~0n", "#/$defs/%2524x", "#/properties/city/default", "#/properties/city", "#/$defs/city/properties/title", "#here1", "#/nowhere", "https://example.com/x"}).Draw(t, "refs"))
	}
	if maybe("anchor", 12) {
		// Twice the same anchor is not valid, and the verifier takes nothing for granted about what is not.
		*anchors++
		add(`"$anchor":"here%d"`, *anchors)
	}
	if depth > 0 {
		if maybe("properties", 2) {
			var ms []string
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 4, rapid.ID).Draw(t, "names") {
				ms = append(ms, fmt.Sprintf("%s:%s", schema.NewString(name).Raw(), sub()))
			}
			add(`"properties":{%s}`, strings.Join(ms, ","))
			if !strings.Contains(strings.Join(members, ""), `"required"`) && maybe("required", 2) {
				add(`"required":["city","absent"]`)
			}
		}
		for _, k := range []string{"items", "additionalProperties", "not", "contains", "if", "then"} {
			if maybe(k, 8) {
				add(`%q:%s`, k, sub())
			}
		}
		for _, k := range []string{"anyOf", "oneOf", "allOf", "prefixItems"} {
			if maybe(k, 8) {
				add(`%q:[%s,%s]`, k, sub(), sub())
			}
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func drawCatalog(t *rapid.T) *catalog.Catalog {
	c := &catalog.Catalog{Form: catalog.MCP}
	for i := range rapid.IntRange(1, 3).Draw(t, "tools") {
		anchors := 0
		body := drawSchema(t, 2, &anchors)
		if strings.HasPrefix(body, "{") && !strings.Contains(body, `"properties"`) {
			// Without it the verifier may take the root for a map of parameters.
			body = strings.Replace(`{"properties":{},`+body[1:], ",}", "}", 1)
		}
		if inner, ok := strings.CutSuffix(body, "}"); ok && rapid.Bool().Draw(t, "root") {
			sep := ","
			if inner == "{" {
				sep = ""
			}
			var defs []string
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 3, rapid.ID).Draw(t, "defs") {
				defs = append(defs, fmt.Sprintf("%s:%s", schema.NewString(name).Raw(), drawSchema(t, 1, &anchors)))
			}
			body = inner + sep + fmt.Sprintf(`"$defs":{%s}`, strings.Join(defs, ","))
			if dialect := rapid.SampledFrom([]string{"", "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"}).Draw(t, "dialect"); dialect != "" {
				body += fmt.Sprintf(`,"$schema":%q`, dialect)
			}
			body += "}"
		}
		n, err := schema.Parse([]byte(body))
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		c.Tools = append(c.Tools, catalog.Tool{Name: fmt.Sprintf("run%d", i), Description: "d", Input: n})
	}
	return c
}

func inputs(c *catalog.Catalog) []string {
	var s []string
	for _, t := range c.Tools {
		s = append(s, string(t.Input.Append(nil)))
	}
	return s
}

// Every transform alone, and all of them together, leave the original as it is, do nothing the second time, keep the
// order of what they keep, and hold their claim. Without references no tool falls back: what a transform does is provable.
func TestTransformProperties(t *testing.T) {
	t.Parallel()
	options := []*Options{everything(), {Level: LevelSafe}, {Level: LevelStandard}}
	for _, tr := range Transforms() {
		if structural(tr.Name) {
			continue // they change what the verifier has to know more for
		}
		options = append(options, &Options{Level: LevelNone, With: []string{tr.Name}})
	}
	for _, opt := range options {
		t.Run(fmt.Sprint(opt.Level, opt.With), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				c := drawCatalog(t)
				before := inputs(c)
				r, err := Compact(c, opt)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(before, inputs(c)); diff != "" {
					t.Fatalf("the original changed (-before +after):\n%s", diff)
				}
				for i, tool := range r.Tools {
					// A reference to a place that is no schema, or to none, is more than the verifier takes on.
					odd := strings.Contains(before[i], `"$ref":"`) || tool.Reason != nil && strings.Contains(tool.Reason.Error(), "map of parameters")
					if tool.Reason != nil && !odd {
						t.Fatalf("left as it came: %v\n%s", tool.Reason, before[i])
					}
					if tool.Proof.Verdict != verify.Identical {
						t.Fatalf("verdict %v: %s at %s\n%s", tool.Proof.Verdict, tool.Proof.Reason, tool.Proof.At, before[i])
					}
					keepsOrder(t, c.Tools[i].Input, r.Catalog.Tools[i].Input)
				}
				again, err := Compact(r.Catalog, opt)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(inputs(r.Catalog), inputs(again.Catalog)); diff != "" {
					t.Fatalf("the second time changes something (-once +twice):\n%s\nof %s", diff, before)
				}
			})
		})
	}
}

// keepsOrder fails unless the members of after are members of before in the same order, all the way down.
func keepsOrder(t *rapid.T, before, after *schema.Node) {
	if after.Kind() != before.Kind() {
		t.Fatalf("%s became %s", before.Append(nil), after.Append(nil))
	}
	var old []string
	for name := range before.Members() {
		old = append(old, name)
	}
	last := -1
	for name, value := range after.Members() {
		i := slices.Index(old, name)
		if i <= last {
			t.Fatalf("member %q moved in %s", name, after.Append(nil))
		}
		last = i
		keepsOrder(t, before.Get(name), value)
	}
	if before.Len() == after.Len() {
		for i, item := range after.Items() {
			keepsOrder(t, before.Item(i), item)
		}
	}
}
