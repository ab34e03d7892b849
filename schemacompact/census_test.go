package schemacompact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/fixtures"
	"github.com/schema-bench/schema-bench/schema"
)

// census counts what a schema asks for: properties, required entries, enum values, types, bounds, patterns, formats and
// the rest that validates. It goes from the root along keywords and references with its own list of what holds schemas,
// so that nothing that the transforms use can hide a loss from it. What no reference reaches is not counted.
func census(root any) map[string]int {
	counts := map[string]int{}
	seen := map[string]bool{}
	var schemaAt func(v any)
	each := func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				schemaAt(v[k])
			}
		case []any:
			for _, item := range v {
				schemaAt(item)
			}
		}
	}
	schemaAt = func(v any) {
		m, ok := v.(map[string]any)
		if !ok {
			if b, ok := v.(bool); ok {
				counts[fmt.Sprint("schema ", b)]++
			}
			return
		}
		for k, v := range m {
			switch k {
			case "properties", "patternProperties", "dependentSchemas":
				names, _ := v.(map[string]any)
				for name := range names {
					counts[k+" "+name]++
				}
				each(v)
			case "allOf", "anyOf", "oneOf", "prefixItems":
				each(v)
			case "items", "additionalProperties", "not", "contains", "if", "then", "else", "propertyNames", "unevaluatedProperties":
				if list, ok := v.([]any); ok {
					each(list)
				} else {
					schemaAt(v)
				}
			case "required", "enum":
				list, _ := v.([]any)
				for _, item := range list {
					counts[fmt.Sprintf("%s %v", k, item)]++
				}
			case "type", "const", "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "maxLength",
				"maxItems", "maxProperties", "nullable":
				counts[fmt.Sprintf("%s %v", k, v)]++
			case "minLength", "minItems", "minProperties":
				if fmt.Sprint(v) != "0" && fmt.Sprint(v) != "0.0" {
					counts[fmt.Sprintf("%s %v", k, v)]++
				}
			case "$ref":
				counts[fmt.Sprintf("$ref %v", v)]++
				ref, _ := v.(string)
				if !seen[ref] && strings.HasPrefix(ref, "#") {
					seen[ref] = true
					schemaAt(at(root, ref))
				}
			}
		}
	}
	schemaAt(root)
	return counts
}

// at follows a JSON pointer in a fragment.
func at(v any, ref string) any {
	for _, name := range schema.Pointer(strings.ReplaceAll(strings.TrimPrefix(ref, "#"), "%25", "%")).Names() {
		switch c := v.(type) {
		case map[string]any:
			v = c[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(c) {
				return nil
			}
			v = c[i]
		default:
			return nil
		}
	}
	return v
}

func decode(t interface{ Fatal(...any) }, n *schema.Node) any {
	d := json.NewDecoder(bytes.NewReader(n.Append(nil)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func sameCensus(t interface {
	Fatal(...any)
	Errorf(string, ...any)
}, c *catalog.Catalog, opt *Options) int {
	r, err := Compact(c, opt)
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for i := range c.Tools {
		if c.Tools[i].Input == nil {
			continue
		}
		before, after := census(decode(t, c.Tools[i].Input)), census(decode(t, r.Catalog.Tools[i].Input))
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("tool %q (-before +after):\n%s", c.Tools[i].Name, diff)
		}
		counted += len(before)
	}
	return counted
}

// No property, required entry, enum value, type or bound is lost, counted on both sides.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"server/tools.jsonl", "catalogs/mcp.json", "catalogs/anthropic.json", "catalogs/openai-chat.json", "catalogs/gemini.json",
		"catalogs/bedrock.json", "odd/keyword-names.json", "odd/references.json", "odd/spelling.json", "odd/bfcl.json"} {
		b, err := fixtures.FS.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := catalog.Read(b, nil)
		if err != nil {
			t.Fatal(path, err)
		}
		if n := sameCensus(t, c, everything()); n == 0 {
			t.Errorf("%s: nothing was counted", path)
		}
	}
}

func TestNothingIsLostProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { sameCensus(t, drawCatalog(t), everything()) })
}
