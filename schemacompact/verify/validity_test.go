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

// values returns members that a schema can have, well-formed and not, in as many ways as drafts have of parting over
// them.
func values() []string {
	var out []string
	add := func(keyword string, values ...string) {
		for _, v := range values {
			out = append(out, fmt.Sprintf("%q:%s", keyword, v))
		}
	}
	schemas := []string{`{}`, `true`, `5`, `[]`, `[{}]`, `null`}
	for _, k := range []string{"not", "if", "contains", "propertyNames", "additionalProperties", "items", "unevaluatedItems"} {
		add(k, schemas...)
	}
	for _, k := range []string{"additionalItems", "contentSchema", "then", "else", "unevaluatedProperties"} {
		add(k, `{}`, `5`)
	}
	for _, k := range []string{"properties", "patternProperties", "$defs", "definitions", "dependencies", "dependentSchemas"} {
		add(k, `{}`, `{"a":{}}`, `{"a":true}`, `{"a":5}`, `[]`, `5`)
	}
	add("patternProperties", `{"[":{}}`, `{"(?=a)":{}}`, `{"^a+$":{}}`)
	add("properties", `{"a":{"type":"string","deprecated":"yes"}}`, `{"a":{"pattern":"["}}`)
	add("$defs", `{"a":{"pattern":"["}}`, `{"a":{"properties":{"b":{"minLength":-1}}}}`, `{"a":{"$anchor":"n"},"b":{"$anchor":"n"}}`)
	add("definitions", `{"a":{"pattern":"["}}`, `{"a":{"$id":"http://e.org/a"},"b":{"$id":"http://e.org/a"}}`, `{"a":{"patternProperties":{"[":{}}}}`)
	add("dependencies", `{"a":[]}`, `{"a":["b"]}`, `{"a":["b","b"]}`, `{"a":[1]}`)
	add("dependentRequired", `{}`, `{"a":[]}`, `{"a":["b","b"]}`, `{"a":{}}`, `5`)
	for _, k := range []string{"allOf", "anyOf", "oneOf", "prefixItems"} {
		add(k, `[{}]`, `[]`, `[5]`, `[true]`, `{}`)
	}
	add("enum", `["a"]`, `["a","a"]`, `[]`, `[1,1.0]`, `[{"a":1,"b":2},{"b":2,"a":1}]`, `5`)
	add("required", `["a"]`, `["a","a"]`, `[]`, `[1]`, `true`)
	add("type", `"string"`, `"strnig"`, `["string"]`, `["string","string"]`, `[]`, `"integer"`, `["null","integer"]`, `{}`)
	add("const", `1`, `null`)
	add("pattern", `"a"`, `"["`, `"(?=a)"`, `5`)
	add("format", `"date"`, `5`)
	for _, k := range []string{"minLength", "maxItems", "minProperties", "minContains"} {
		add(k, `0`, `2`, `2.0`, `0.0`, `2.5`, `-1`, `"2"`)
	}
	add("multipleOf", `2`, `0`, `-1`, `0.5`, `"2"`)
	for _, k := range []string{"minimum", "exclusiveMinimum", "exclusiveMaximum"} {
		add(k, `1`, `1e400`, `true`, `"1"`)
	}
	for _, k := range []string{"uniqueItems", "readOnly", "writeOnly", "deprecated", "nullable"} {
		add(k, `true`, `false`, `"yes"`)
	}
	for _, k := range []string{"$comment", "title", "description", "contentEncoding", "contentMediaType"} {
		add(k, `"x"`, `5`, `{}`)
	}
	add("default", `{}`, `[{"$id":"x"}]`)
	add("examples", `[]`, `[1]`, `5`, `{"a":1}`)
	add("$ref", `"#"`, `"%zz"`, `"#/%zz"`, `5`, `"#/no where"`, `"#\\"`)
	for _, k := range []string{"$id", "id"} {
		add(k, `"http://e.org/x"`, `"x"`, `"#a"`, `"x#"`, `"x#a"`, `""`, `"%zz"`, `"a b"`, `5`)
	}
	for _, k := range []string{"$anchor", "$dynamicAnchor", "$recursiveRef", "$dynamicRef"} {
		add(k, `"a"`, `"1 bad"`, `"a:b"`, `"_a"`, `"#"`, `5`)
	}
	add("$recursiveAnchor", `true`, `"a"`)
	add("$vocabulary", `{}`, `{"http://e.org/v":true}`, `5`)
	add("$schema", `"http://json-schema.org/draft-07/schema#"`, `"http://foo/bar"`, `5`)
	add("x-unknown", `{"$id":"#frag"}`, `5`)
	return out
}

func readers() []*jsonschema.Draft {
	return []*jsonschema.Draft{jsonschema.Draft7, jsonschema.Draft2019, jsonschema.Draft2020}
}

type dialect struct {
	name    string
	declare string
	draft   *jsonschema.Draft
}

func dialects() []dialect {
	return []dialect{{"4", draft4, jsonschema.Draft4}, {"6", draft6, jsonschema.Draft6}, {"7", draft7, jsonschema.Draft7},
		{"2019-09", draft2019, jsonschema.Draft2019}, {"2020-12", draft2020, jsonschema.Draft2020}}
}

func usable(text string, draft *jsonschema.Draft) bool {
	_, err := compiled(text, draft)
	return err == nil
}

func firstTier(t *testing.T, a, b string) *obstacle {
	t.Helper()
	o, _ := compare(parse(t, a), parse(t, b), (*Options)(nil).orDefault())
	return o
}

// Where the dialect of a document may be dropped, the document is valid to all of its readers or to none.
func TestDroppedDialectKeepsValidity(t *testing.T) {
	t.Parallel()
	// A bare map of parameters, which is what the first of them would be without maxLength, has a rule of its own.
	places := []string{`{"maxLength":9,%s}`, `{"properties":{"p":{%s}}}`, `{"$defs":{"d":{%s}}}`, `{"definitions":{"d":{%s}}}`,
		`{"$ref":"#/$defs/d/not","$defs":{"d":{"not":{"type":"null"},"allOf":[{%s}]}}}`, `{"allOf":[{"$ref":"#/parts/d"}],"parts":{"d":{%s}}}`,
		`{"allOf":[{"$ref":"#/definitions/d"}],"definitions":{"d":{%s}}}`}
	identical, valid := 0, 0
	for _, member := range values() {
		for i, place := range places {
			if i == 0 && strings.HasPrefix(member, `"$schema"`) {
				continue
			}
			without := fmt.Sprintf(place, member)
			known := map[*jsonschema.Draft]bool{}
			for _, draft := range append(readers(), jsonschema.Draft4, jsonschema.Draft6) {
				known[draft] = usable(without, draft)
			}
			for _, in := range dialects() {
				with := "{" + in.declare + "," + without[1:]
				forth, back := firstTier(t, with, without), firstTier(t, without, with)
				if (forth == nil) != (back == nil) {
					t.Errorf("%s: %+v, and the other way round %+v", with, forth, back)
				}
				// Who goes by package schema must not be refused here.
				if d, err := schema.Resolve(parse(t, with)); err != nil || schema.DialectDependence(d) == nil && forth != nil {
					t.Errorf("%s: package schema finds no dependence, but %+v, %v", with, forth, err)
				}
				if forth != nil {
					continue
				}
				identical++
				want := usable(with, jsonschema.Draft2020)
				if want {
					valid++
				}
				under := readers()
				if !slices.Contains(under, in.draft) {
					under = append(under, in.draft)
				}
				for _, draft := range under {
					if got := known[draft]; got != want {
						t.Errorf("%s: valid is %v, but without $schema it is %v under %v", with, want, got, draft)
					}
				}
			}
		}
	}
	t.Logf("%d values, %d identical, %d of them valid", len(values()), identical, valid)
	if len(values()) < 150 || valid < 500 {
		t.Error("too few to say anything")
	}
}

// A definition that nothing leads to is erased only if the document is valid with it and without it.
func TestErasedDefinitionKeepsValidity(t *testing.T) {
	t.Parallel()
	identical := 0
	for _, member := range values() {
		for _, keyword := range []string{"$defs", "definitions"} {
			for _, inside := range []string{`{%s}`, `{"items":{"anyOf":[{%s}]}}`, `{"$defs":{"e":{%s}}}`, `{"definitions":{"e":{%s}}}`} {
				for _, declare := range append(dialects(), dialect{}) {
					without := "{" + declare.declare + "}"
					with := fmt.Sprintf(`{%q:{"x":%s}}`, keyword, fmt.Sprintf(inside, member))
					if declare.draft != nil {
						with = "{" + declare.declare + "," + with[1:]
					}
					forth, back := firstTier(t, with, without), firstTier(t, without, with)
					if forth == nil || back == nil {
						identical++
						under := readers()
						if declare.draft != nil {
							under = under[:1] // which one does not matter
						}
						for _, draft := range under {
							if !usable(with, draft) {
								t.Errorf("%s is called identical to %s, but is not valid under %v", with, without, draft)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d identical", identical)
	if identical < 1000 {
		t.Error("too few to say anything")
	}
}

func TestDefinitionsThatAreNotPlain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b   string
		proved bool // by a later tier, which knows that no draft minds
	}{
		{`{"$anchor":"n"}`, `{"$defs":{"x":{"$anchor":"n"}},"$anchor":"n"}`, false},
		{`{}`, `{"$defs":{"x":{"$anchor":"n"},"y":{"$anchor":"n"}}}`, false},
		{`{}`, `{"$defs":{"x":{"$id":"http://e.org/n"},"y":{"$id":"http://e.org/n"}}}`, false},
		{`{"default":{"$anchor":"n"}}`, `{"default":{"$anchor":"n"},"$defs":{"x":{"$anchor":"n"}}}`, false},
		{`{}`, `{"$defs":{"x":{"x-more":{"$id":"http://e.org/n"}}}}`, false},
		{`{}`, `{"$defs":{"x":{"$schema":"http://foo/bar","$id":"q"}}}`, false},
		{`{}`, `{"definitions":{"x":{"pattern":"\\p{Letter}"}}}`, false},
		{`{}`, `{"definitions":{"x":{"pattern":"(?i)a"}}}`, false},
		{`{` + draft4 + `}`, `{` + draft4 + `,"definitions":{"x":{"properties":{"a":true}}}}`, false},
		{`{` + draft4 + `}`, `{` + draft4 + `,"definitions":{"x":{"id":"n"}}}`, false},
		{`{"items":{` + draft4 + `}}`, `{"items":{` + draft4 + `},"definitions":{"x":{"minLength":1.0}}}`, false},
	} {
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if o, _ := compare(parse(t, pair[0]), parse(t, pair[1]), (*Options)(nil).orDefault()); o == nil {
				t.Errorf("%s\n%s\nare identical", pair[0], pair[1])
			}
			if p := Compare(parse(t, pair[0]), parse(t, pair[1]), nil); p.Verdict.Proved() != c.proved {
				t.Errorf("%s\n%s\n%+v", pair[0], pair[1], p)
			}
		}
		// Kept as it is, it stands in nobody's way.
		with := strings.TrimSuffix(c.b, "}") + `,"title":"x"}`
		if p := Compare(parse(t, with), parse(t, c.b), nil); p.Verdict != Identical {
			t.Errorf("%s: the title is gone: %+v", with, p)
		}
	}
	plain := `{"$anchor":"n","type":["string","null"],"pattern":"^[a-z\\d_-]{1,3}(?:\\.x)?$","multipleOf":0.5,"required":["a","b"],"enum":["a",1],"minLength":2,
		"properties":{"$id":{"$ref":"#/definitions/x/items"},"$schema":true},"items":{"default":{"id":"x"},"exclusiveMinimum":0},"dependencies":{"a":["b"],"c":{}}}`
	if p := Compare(parse(t, `{}`), parse(t, `{"definitions":{"x":`+plain+`}}`), nil); p.Verdict != Identical {
		t.Errorf("a plain definition: %+v", p)
	}
}

func TestPlainPattern(t *testing.T) {
	t.Parallel()
	for p, want := range map[string]bool{
		"": true, "a": true, "^a+$": true, `^\d{3}-\d{4}$`: true, "(a|b)*?": true, "(?:a|b)+": true, `[^\s"]+`: true, "[a-z_-]": true, "[-a]": true, `[\w.-]+@[\w-]+`: true,
		"é+": true, "[é]": true, `\.\/\\`: true, "a{2,}b{2,3}?": true, "(|a)": true, "^$": true, `[a\-z]`: true, `\bword\b`: true, "[+*?.]": true,
		"[": false, "(": false, "a**": false, "*": false, "^*": false, `\b+`: false, "a|*": false, "(*)": false, "a{": false, "{2}": false, "a{,2}": false, "a}": false, "a]": false,
		"]": false, "[]": false, "[]a]": false, "[^]": false, "[[:alpha:]]": false, "[[a]": false, `[\w-a]`: false, `[a-\d]`: false, "[z-a]": false, "(?i)a": false, "(?P<n>a)": false,
		"(?<n>a)": false, "(?=a)": false, "(?!a)": false, `\A`: false, `\z`: false, `\Q.\E`: false, `\pL`: false, `\p{L}`: false, `\@`: false, `\-`: false, `\x41`: false, `\u0041`: false,
		`\1`: false, `\`: false, "a{1001}": false, `\C`: false, "a{3,2}": false, "[a": false, `[\b]`: false, "a{2}{3}": false, "\xff": false,
	} {
		if got := plainPattern(p); got != want {
			t.Errorf("%q: %v", p, got)
		}
	}
}

func TestPlainReferenceAndAnchor(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{"": true, "#": true, "#/$defs/a~1b": true, "a/b?c#d": true, "https://e.org:80/x%20y": true, "urn:a:b": true,
		"%zz": false, "%2": false, "%2g": false, "%g2": false, "%AF": true, "%G0": false, "a b": false, "#a#b": false, `a\b`: false, "a<b>": false, "é": false, "1:x": false, "[::1]": false, "http://e:x/": false} {
		if got := plainReference(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
	for s, want := range map[string]bool{"a": true, "A-b.c_1": true, "": false, "1a": false, "_a": false, "a:b": false, "a b": false, "é": false, "-a": false} {
		if got := plainAnchor(s); got != want {
			t.Errorf("anchor %q: %v", s, got)
		}
	}
}

// drawOdd draws a document of members that are as often malformed as not, some of them in definitions.
func drawOdd(t *rapid.T) *schema.Node {
	all := values()
	object := func(label string, least int) string {
		var members []string
		var keywords []string
		for _, m := range rapid.SliceOfN(rapid.SampledFrom(all), least, 2).Draw(t, label) {
			if keyword, _, _ := strings.Cut(m[1:], `"`); !slices.Contains(keywords, keyword) && keyword != "$defs" && keyword != "definitions" && keyword != "$schema" {
				keywords, members = append(keywords, keyword), append(members, m)
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	out := mustParse(t, object("root", 0))
	for _, keyword := range []string{"$defs", "definitions"} {
		if rapid.Bool().Draw(t, keyword) {
			out.Set(keyword, mustParse(t, fmt.Sprintf(`{"u":%s,"v":{"not":%s,"then":{}}}`, object("u", 1), object("v", 0))))
		}
	}
	if ref := rapid.SampledFrom([]string{"", "#/$defs/v/not", "#/$defs/v/then", "#/definitions/v"}).Draw(t, "ref"); ref != "" && out.Get("allOf") == nil {
		out.Set("allOf", mustParse(t, fmt.Sprintf(`[{"$ref":%q}]`, ref)))
	}
	return out
}

// Whatever was taken away from or done to a document: if that is called identical, it is valid to the same readers.
func TestIdenticalMeansSameValidity(t *testing.T) {
	t.Parallel()
	identical := 0
	rapid.Check(t, func(t *rapid.T) {
		a := drawOdd(t)
		b := a.Clone()
		for _, keyword := range []string{"$defs", "definitions"} {
			for _, name := range []string{"u", "v"} {
				if rapid.Bool().Draw(t, "drop") {
					b.Get(keyword).Delete(name)
				}
			}
		}
		drafts := readers()
		for _, n := range []*schema.Node{a, b} {
			if i := rapid.IntRange(0, 14).Draw(t, "dialect"); i < len(dialects()) {
				_, uri, _ := strings.Cut(dialects()[i].declare, ":")
				n.Set("$schema", value(uri))
				drafts = append(drafts, dialects()[i].draft)
			}
		}
		if Compare(a, b, nil).Verdict != Identical {
			return
		}
		identical++
		x, y := string(a.Append(nil)), string(b.Append(nil))
		for _, draft := range readers() {
			if usable(x, draft) != usable(y, draft) {
				t.Fatalf("called identical, but one of them is not valid under %v\n%s\n%s", draft, x, y)
			}
		}
		// Readers need not mind $schema.
		if !schema.Equal(orNull(a.Get("$schema")), orNull(b.Get("$schema"))) {
			b.Delete("$schema")
			y = string(b.Append(nil))
			for _, draft := range drafts {
				if usable(x, jsonschema.Draft2020) != usable(y, draft) {
					t.Fatalf("called identical, but without $schema it differs under %v\n%s\n%s", draft, x, y)
				}
			}
		}
	})
	if identical == 0 {
		t.Error("no pair was called identical, so nothing was checked")
	}
}

func orNull(n *schema.Node) *schema.Node {
	if n == nil {
		return value("null")
	}
	return n
}
