package schemacompact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/targets"
)

// drawRewritable draws the JSON of a schema that has much for the structural rewrites to do, and much that they must leave.
func drawRewritable(t *rapid.T, depth int) string {
	leaf := func() string {
		return rapid.SampledFrom([]string{`{"type":"string"}`, `{"type":"null"}`, `{"type":"integer","minimum":3,"maximum":3}`, `{"type":"number","maximum":5}`, `{"const":"a"}`, `{"const":1}`,
			`{"enum":["x",1,1.0]}`, `{"type":"string","enum":["a","x"]}`, `{"type":["string","null"],"minLength":1}`, `{"type":"string","maxLength":2,"minimum":9}`, `{"minimum":2}`, `{"required":["a"]}`,
			`{"type":"object","additionalProperties":true}`, `{"type":"array","items":{}}`, `{"not":{}}`, `{}`, `true`, `false`, `{"$ref":"#/$defs/p"}`, `{"$ref":"#/$defs/q"}`, `{"$ref":"#/$defs/r"}`,
			`{"description":"One.","$ref":"#/$defs/p"}`, `{"type":"string","format":"date","description":"Two."}`, `{"propertyNames":{"type":"string"},"type":"object"}`}).Draw(t, "leaf")
	}
	if depth == 0 {
		return leaf()
	}
	sub := func() string { return drawRewritable(t, depth-1) }
	var members []string
	add := func(format string, args ...any) { members = append(members, fmt.Sprintf(format, args...)) }
	maybe := func(label string, oneIn int) bool { return rapid.IntRange(0, oneIn-1).Draw(t, label) == 0 }
	if maybe("leaf alone", 3) {
		return leaf()
	}
	if maybe("type", 4) {
		add(`"type":%s`, rapid.SampledFrom([]string{`"string"`, `"integer"`, `"object"`, `["array","null"]`}).Draw(t, "type"))
	}
	if maybe("description", 4) {
		add(`"description":%q`, rapid.SampledFrom([]string{"One.", "Two."}).Draw(t, "text"))
	}
	if maybe("limit", 4) {
		add("%s", rapid.SampledFrom([]string{`"minLength":1`, `"maximum":5`, `"maxItems":1`, `"required":["a"]`, `"enum":["a",1,null]`, `"then":{"type":"null"}`, `"minContains":0`, `"maxProperties":1`}).Draw(t, "limits"))
	}
	for _, k := range []string{"anyOf", "oneOf", "allOf"} {
		if maybe(k, 3) {
			var branches []string
			for range rapid.IntRange(1, 3).Draw(t, "branches") {
				branches = append(branches, sub())
			}
			add(`%q:[%s]`, k, strings.Join(branches, ","))
		}
	}
	if maybe("properties", 3) {
		add(`"properties":{"a":%s,"b":%s}`, sub(), sub())
	}
	for _, k := range []string{"items", "additionalProperties", "not", "contains"} {
		if maybe(k, 6) {
			add(`%q:%s`, k, sub())
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func drawRewritableRoot(t *rapid.T) string {
	var params []string
	for _, name := range []string{"a", "b", "c"} {
		params = append(params, fmt.Sprintf("%q:%s", name, drawRewritable(t, 2)))
	}
	var defs []string
	for _, name := range []string{"p", "q", "r"} {
		defs = append(defs, fmt.Sprintf("%q:%s", name, drawRewritable(t, 1)))
	}
	dialect := rapid.SampledFrom([]string{"", "", `"$schema":"http://json-schema.org/draft-07/schema#",`}).Draw(t, "dialect")
	return fmt.Sprintf(`{%s"type":"object","properties":{%s},"$defs":{%s}}`, dialect, strings.Join(params, ","), strings.Join(defs, ","))
}

// Every structural rewrite alone, and all of a level, accept what the original accepts, do nothing the second time, and
// lose no text.
func TestRewritesKeepWhatIsAccepted(t *testing.T) {
	t.Parallel()
	var alone []*Options
	for _, tr := range Transforms() {
		if tr.Claim == ClaimEquivalent {
			alone = append(alone, &Options{Level: LevelNone, With: []string{tr.Name}})
		}
	}
	for name, options := range map[string][]*Options{"alone": alone, "proved": {{Level: LevelProved}}, "tight": {{Level: LevelTight}}} {
		for _, opt := range options {
			opt.Target = everythingGoes(t)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				opt := rapid.SampledFrom(options).Draw(t, "options")
				in := drawRewritableRoot(t)
				once := rewriteWith(t, in, opt)
				same(t, in, once, instances())
				if twice := rewriteWith(t, once, opt); twice != once {
					t.Fatalf("the second time changes something:\nin    %s\nonce  %s\ntwice %s", in, once, twice)
				}
				if opt.Level != LevelTight {
					keepsTexts(t, in, once)
				}
				if p := proofOf(t, in, once); p.Verdict == verify.Different {
					t.Fatalf("%s at %q\nin   %s\nonce %s", p.Reason, p.At, in, once)
				}
			})
		})
	}
}

func proofOf(t *rapid.T, before, after string) verify.Proof {
	a, errA := schema.Parse([]byte(before))
	b, errB := schema.Parse([]byte(after))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	return verify.Compare(a, b, nil)
}

func rewriteWith(t *rapid.T, input string, opt *Options) string {
	n, err := schema.Parse([]byte(input))
	if err != nil {
		t.Fatalf("%v in %s", err, input)
	}
	r, err := compact(toolOf(n), opt, trusting)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Warnings) > 0 {
		t.Fatalf("%v in %s", r.Warnings, input)
	}
	return string(r.Catalog.Tools[0].Input.Append(nil))
}

// keepsTexts fails if a description that is reached from the root is nowhere any more.
func keepsTexts(t *rapid.T, before, after string) {
	for _, text := range []string{"One.", "Two."} {
		if reads(t, before, text) && !strings.Contains(after, text) {
			t.Fatalf("%q is gone:\nbefore %s\nafter  %s", text, before, after)
		}
	}
}

// reads reports whether a text stands in the parameters, without following references.
func reads(t *rapid.T, doc, text string) bool {
	n, err := schema.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(n.Get("properties").Append(nil)), text)
}

// What a target does not take is not done, and a target that takes more is served no more tokens.
func TestMasksAreRespected(t *testing.T) {
	t.Parallel()
	in := `{"type":"object","properties":{"a":{"type":"object","additionalProperties":true,"properties":{"n":{"anyOf":[{"type":"string"},{"type":"null"}]},"o":{"enum":["x"]}}},` +
		`"b":{"description":"d","type":"object","properties":{"x":{"type":"string","maxLength":1000,"minLength":100},"y":{"type":"string","maxLength":1000,"minLength":100}}},"c":{"type":"array","items":{}},` +
		`"e":{"description":"e","type":"object","properties":{"x":{"type":"string","maxLength":1000,"minLength":100},"y":{"type":"string","maxLength":1000,"minLength":100}}}},"additionalProperties":true}`
	sizes := map[string]int{}
	for _, name := range targets.Names() {
		target, err := targets.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		got := rewritten(t, in, target, "inert", "drop-open", "drop-empty-items", "const-enum", "null-union", "lift-single", "merge-allof", "inline-refs", "hoist")
		sizes[name] = len(got)
		for _, mark := range []struct {
			rewrite targets.Rewrite
			done    bool
		}{
			{targets.DropOpen, !strings.Contains(got, "additionalProperties")},
			{targets.DropEmptyItems, !strings.Contains(got, `"items"`)},
			{targets.NullUnion, strings.Contains(got, `["string","null"]`)},
			{targets.EnumToConst, strings.Contains(got, `"const"`)},
			{targets.Hoist, strings.Contains(got, "$ref")},
		} {
			if mark.done != target.Allows(mark.rewrite) {
				t.Errorf("%s: %s done %v, allowed %v: %s", name, mark.rewrite, mark.done, target.Allows(mark.rewrite), got)
			}
		}
		if beside := strings.Contains(got, `"description":"d","$ref"`); beside && !target.Allows(targets.RefSiblings) {
			t.Errorf("%s: a text stands beside a reference: %s", name, got)
		}
	}
	if any := sizes["any"]; any <= sizes["anthropic"] || any > len(in) {
		t.Errorf("sizes %v of %d: a target that takes more should be served less", sizes, len(in))
	}
}

// A transform does something exactly for the targets that allow it.
func TestAllowedBy(t *testing.T) {
	t.Parallel()
	same := `{"type":"object","properties":{"x":{"type":"string","maxLength":1000,"minLength":100},"y":{"type":"string","maxLength":1000,"minLength":100}}}`
	inputs := map[string]string{
		"inert":            `{"properties":{"a":{"type":"string","maximum":3}}}`,
		"drop-open":        `{"type":"object","additionalProperties":true}`,
		"drop-empty-items": `{"properties":{"a":{"type":"array","items":{}}}}`,
		"const-enum":       `{"properties":{"a":{"type":"string","enum":["x"]},"b":{"anyOf":[{"const":1},{"const":2}]}}}`,
		"null-union":       `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`,
		"lift-single":      `{"properties":{"a":{"allOf":[{"type":"string"}]}}}`,
		"merge-allof":      `{"properties":{"a":{"allOf":[{"type":"string"},{"maxLength":3}]}}}`,
		"inline-refs":      `{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}`,
		"inline-all":       `{"properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string","description":"a text that is longer than a reference"}}}`,
		"hoist":            `{"properties":{"a":` + same + `,"b":` + same + `}}`,
	}
	for _, tr := range Transforms() {
		in, structural := inputs[tr.Name]
		if structural != (tr.Claim == ClaimEquivalent) {
			t.Errorf("%s has no input here", tr.Name)
		}
		for _, name := range targets.Names() {
			target, err := targets.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			if !structural {
				if !tr.AllowedBy(target) {
					t.Errorf("%s is not allowed by %s", tr.Name, name)
				}
			} else if got := rewritten(t, in, target, tr.Name); (got != in) != tr.AllowedBy(target) {
				t.Errorf("%s, allowed by %s %v, makes %s", tr.Name, name, tr.AllowedBy(target), got)
			}
		}
	}
}

// Where something looks at more than whether a subschema accepts, no subschema is replaced by another.
func TestSensitiveDocumentsAreLeftAlone(t *testing.T) {
	t.Parallel()
	body := `"a":{"type":"object","additionalProperties":true},"b":{"anyOf":[{"type":"string"},{"type":"null"}]},"c":{"allOf":[{"type":"null"}]},"d":{"type":"array","items":{}},"e":{"if":{"properties":{"a":{"type":"string"}}}}`
	var all []string
	for _, tr := range Transforms() {
		if tr.Claim == ClaimEquivalent {
			all = append(all, tr.Name)
		}
	}
	for name, in := range map[string]string{
		"unevaluated properties":     `{"properties":{` + body + `},"unevaluatedProperties":false}`,
		"unevaluated properties far": `{"properties":{` + body + `,"z":{"unevaluatedItems":false}}}`,
		"dynamic references":         `{"properties":{` + body + `,"z":{"$dynamicRef":"#n"}},"$defs":{"n":{"$dynamicAnchor":"n"}}}`,
		"recursive references":       `{"$schema":"https://json-schema.org/draft/2019-09/schema","properties":{` + body + `,"z":{"$recursiveRef":"#"}}}`,
		"a base of its own":          `{"properties":{` + body + `,"z":{"$id":"https://example.com/z","type":"null"}}}`,
		"a dialect of its own":       `{"properties":{` + body + `,"z":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"null"}}}`,
		"a vocabulary":               `{"$vocabulary":{},"properties":{` + body + `}}`,
		"an unknown dialect":         `{"$schema":"https://example.com/mine","properties":{` + body + `}}`,
		"draft 4":                    `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{` + body + `}}`,
		"a reference to nothing":     `{"properties":{` + body + `,"z":{"$ref":"#/$defs/gone"}}}`,
		"a reference to elsewhere":   `{"properties":{` + body + `,"z":{"$ref":"https://example.com/x"}}}`,
	} {
		if got := rewritten(t, in, everythingGoes(t), all...); got != in {
			t.Errorf("%s (-in +out):\n%s", name, cmp.Diff(in, got))
		}
	}
	plain := `{"properties":{` + body + `}}`
	if got := rewritten(t, plain, everythingGoes(t), all...); got == plain {
		t.Error("nothing is done where nothing is in the way")
	}
}

// Names, required entries and the order of what is kept never change.
func TestRewritesKeepNamesAndOrder(t *testing.T) {
	t.Parallel()
	in := `{"type":"object","properties":{"zeta":{"anyOf":[{"type":"null"},{"type":"string"}]},"type":{"allOf":[{"type":"object","properties":{"anyOf":{"type":"array","items":{}},"$ref":{"enum":["x"]},"const":{"type":"string","minLength":1}},"required":["const","anyOf"]}]},"alpha":{"type":"string"}},"required":["zeta","alpha"],"additionalProperties":false}`
	got := rewritten(t, in, everythingGoes(t), "inert", "drop-open", "drop-empty-items", "const-enum", "null-union", "lift-single", "merge-allof", "inline-refs", "hoist")
	want := `{"type":"object","properties":{"zeta":{"type":["null","string"]},"type":{"type":"object","properties":{"anyOf":{"type":"array"},"$ref":{"const":"x"},"const":{"type":"string","minLength":1}},"required":["const","anyOf"]},"alpha":{"type":"string"}},"required":["zeta","alpha"],"additionalProperties":false}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !slices.Equal([]string{"zeta", "type", "alpha"}, propertyNames(t, got)) {
		t.Errorf("properties are %v", propertyNames(t, got))
	}
}

func propertyNames(t testing.TB, doc string) (names []string) {
	for name := range mustParse(t, doc).Get("properties").Members() {
		names = append(names, name)
	}
	return names
}
