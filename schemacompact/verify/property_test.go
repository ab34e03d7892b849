package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/schema-bench/schema-bench/schema"
	"pgregory.net/rapid"
)

// propertyNames are few, so that instances hit what schemas speak of, and mean, so that names meet keywords.
func propertyNames() []string { return []string{"a", "title", "default", "type", "$ref", "properties"} }

func drawData(t *rapid.T, depth int) string {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]string{"0", "1", "2", "3", "2.5", "1.0", "-1", "1e1"}).Draw(t, "number")
	case 1:
		return rapid.SampledFrom([]string{`""`, `"a"`, `"ab"`, `"b1"`, `"title"`}).Draw(t, "string")
	case 2:
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, "bool")
	case 3:
		return "null"
	case 4:
		var items []string
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			items = append(items, drawData(t, depth-1))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	var members []string
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(propertyNames()), 0, 3, rapid.ID).Draw(t, "names") {
		members = append(members, fmt.Sprintf("%q:%s", name, drawData(t, depth-1)))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// drawMembers draws the members of a schema, without braces. No keyword in it is one that does nothing.
func drawMembers(t *rapid.T, depth int) []string {
	sub := func() string { return drawSchema(t, depth-1) }
	name := func() string { return rapid.SampledFrom(propertyNames()).Draw(t, "name") }
	subs := func() string {
		list := []string{sub(), sub()}
		return "[" + strings.Join(list[:rapid.IntRange(1, 2).Draw(t, "branches")], ",") + "]"
	}
	makers := map[string]func() string{
		"title":       func() string { return `"T"` },
		"description": func() string { return `"About it."` },
		"default":     func() string { return drawData(t, 1) },
		"examples":    func() string { return "[" + drawData(t, 1) + "]" },
		"type": func() string {
			return rapid.SampledFrom([]string{`"object"`, `"array"`, `"string"`, `["integer","null"]`, `["object","array","string"]`}).Draw(t, "type")
		},
		"enum":        func() string { return fmt.Sprintf("[%s,%q]", drawData(t, 2), name()) },
		"const":       func() string { return drawData(t, 2) },
		"minimum":     func() string { return "1" },
		"maximum":     func() string { return "2" },
		"minLength":   func() string { return "1" },
		"pattern":     func() string { return `"^a"` },
		"format":      func() string { return `"date"` },
		"maxItems":    func() string { return "2" },
		"uniqueItems": func() string { return "true" },
		"required":    func() string { return fmt.Sprintf("[%q]", name()) },
		"$ref": func() string {
			return rapid.SampledFrom([]string{`"#/$defs/title"`, `"#/$defs/type"`, `"#anchored"`}).Draw(t, "ref")
		},
		"x-mcp-part": func() string { return drawData(t, 1) },
	}
	if depth > 0 {
		for _, k := range []string{"additionalProperties", "items", "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems"} {
			makers[k] = sub
		}
		for _, k := range []string{"properties", "patternProperties", "dependentSchemas"} {
			makers[k] = func() string { return fmt.Sprintf("{%q:%s}", strings.TrimPrefix(name(), "$"), sub()) }
		}
		for _, k := range []string{"allOf", "anyOf", "oneOf", "prefixItems"} {
			makers[k] = subs
		}
		makers["dependentRequired"] = func() string { return fmt.Sprintf("{%q:[%q]}", name(), name()) }
	}
	keywords := make([]string, 0, len(rows))
	for name := range rows {
		if makers[name] != nil {
			keywords = append(keywords, name)
		}
	}
	keywords = append(keywords, "x-mcp-part")
	slices.Sort(keywords) // rapid replays draws, so their order must not be that of a map
	var members []string
	for _, k := range rapid.SliceOfNDistinct(rapid.SampledFrom(keywords), 1, 4, rapid.ID).Draw(t, "keywords") {
		members = append(members, fmt.Sprintf("%q:%s", k, makers[k]()))
	}
	return members
}

func drawSchema(t *rapid.T, depth int) string {
	if rapid.IntRange(0, 9).Draw(t, "boolean") == 0 {
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, "value")
	}
	return "{" + strings.Join(drawMembers(t, depth), ",") + "}"
}

// drawDocument draws a schema with definitions, all of which are reachable from its first keyword.
func drawDocument(t *rapid.T) string {
	return fmt.Sprintf(`{"allOf":[{"$ref":"#/$defs/title"},{"$ref":"#/$defs/type"},{"$ref":"#anchored"},%s],"$defs":{"title":%s,"type":%s,"x":{"$anchor":"anchored",%s}}}`,
		drawSchema(t, 3), drawSchema(t, 1), drawSchema(t, 1), `"maxLength":3`)
}

func drawEdit(t *rapid.T, root *schema.Node, edits []edit) (*schema.Node, string) {
	e := rapid.SampledFrom(edits).Draw(t, "edit")
	out, ok := edited(root, e, rapid.IntRange(0, sites(root)-1).Draw(t, "site"), rapid.IntRange(0, 3).Draw(t, "way"))
	if !ok {
		return root, ""
	}
	return out, e.name
}

func mustParse(t *rapid.T, text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// sameVerdicts fails if the independent validator tells a and b apart, whichever draft it takes them for.
func sameVerdicts(t *rapid.T, a, b *schema.Node) {
	x, y := string(a.Append(nil)), string(b.Append(nil))
	var instances []any
	for range 12 {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(drawData(t, 3)))
		if err != nil {
			t.Fatal(err)
		}
		instances = append(instances, v)
	}
	if err := agreement(x, y, instances); err != nil {
		t.Fatalf("called identical, but %v\n%s\n%s", err, x, y)
	}
}

// agreement returns an error if the independent validator finds only one of two schemas valid, or tells them apart by one
// of the instances, under a draft that readers can take them for.
func agreement(x, y string, instances []any) error {
	for _, draft := range readers() {
		one, err := compiled(x, draft)
		other, errOther := compiled(y, draft)
		if (err == nil) != (errOther == nil) {
			return fmt.Errorf("only one of them is valid under %v: %v, %v", draft, err, errOther)
		}
		if err != nil {
			continue
		}
		for _, v := range instances {
			if p, q := one.Validate(v) == nil, other.Validate(v) == nil; p != q {
				return fmt.Errorf("under %v %v is accepted: %v, %v", draft, v, p, q)
			}
		}
	}
	return nil
}

func TestAnyHarmlessEditsAreIdentical(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before := mustParse(t, drawDocument(t))
		after := before
		var done []string
		for range rapid.IntRange(1, 5).Draw(t, "edits") {
			var name string
			if after, name = drawEdit(t, after, harmless()); name != "" {
				done = append(done, name)
			}
		}
		if p := Compare(before, after, nil); p.Verdict != Identical {
			t.Fatalf("%v: %+v\n%s\n%s", done, p, before.Append(nil), after.Append(nil))
		}
		if p := Compare(after, before, nil); p.Verdict != Identical {
			t.Fatalf("the other way round, %v: %+v\n%s\n%s", done, p, before.Append(nil), after.Append(nil))
		}
		sameVerdicts(t, before, after)
	})
}

func TestAnyHarmfulEditIsSeen(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before := mustParse(t, drawDocument(t))
		changed, name := drawEdit(t, before, harmful())
		// Branches that differ in annotations only may be exchanged.
		if name == "" || schema.Equal(silent(before), silent(changed)) {
			t.Skip("the edit does not apply")
		}
		after := changed
		for range rapid.IntRange(0, 3).Draw(t, "harmless edits") {
			after, _ = drawEdit(t, after, harmless())
		}
		if o, _ := compare(before, after, (*Options)(nil).orDefault()); o == nil {
			t.Fatalf("%s is erased\n%s\n%s", name, before.Append(nil), after.Append(nil))
		}
	})
}

// Whatever two documents are: if they are called proved, the independent validator must agree. Most documents that are
// drawn here have something that no tier but the first can read; packages graph and include draw their own.
func TestProvedMeansSameVerdicts(t *testing.T) {
	t.Parallel()
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		a := mustParse(t, drawDocument(t))
		b := a
		all := append(harmful(), harmless()...)
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			b, _ = drawEdit(t, b, all)
		}
		if p := Compare(a, b, &Options{Instances: -1}); p.Verdict.Proved() {
			proved++
			sameVerdicts(t, a, b)
		}
	})
	if proved == 0 {
		t.Error("no pair was called proved, so nothing was checked")
	}
}
