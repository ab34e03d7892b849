package trial

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"pgregory.net/rapid"
)

func accepts(t testing.TB, text string, instance []byte) bool {
	t.Helper()
	s, err := validate.Compile([]byte(text), &validate.Options{Format: validate.Assert})
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	ok, err := s.Accepts(instance)
	if err != nil {
		t.Fatalf("%v: %s", err, instance)
	}
	return ok
}

func TestFormatSamples(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "iri", "uri-reference", "iri-reference",
		"uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex",
	} {
		good, bad := formatSamples(name)
		if len(good) < 2 || len(bad) < 2 {
			t.Errorf("%s has too few samples", name)
		}
		for i, s := range append(good, bad...) {
			if got := accepts(t, `{"format":"`+name+`"}`, []byte(quoted(s))); got != (i < len(good)) {
				t.Errorf("%s: %q is accepted: %v", name, s, got)
			}
		}
	}
	if good, bad := formatSamples("int32"); good != nil || bad != nil {
		t.Error("a format that nobody checks has samples")
	}
}

// The first string that is made for a pattern matches it, in the dialect of the validator.
func TestMatching(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{
		``, `^$`, `a`, `^[A-Z]{2}$`, `^(red|green|blue)$`, `^[^a-z]+$`, `\d{3}-\d{4}`, `^\S+@\S+\.\S+$`, `^(a(b|c))*d?$`, `^[a-z]{200}$`, `^.{1,64}$`,
		`^(?!x)[a-z]+$`, `^(?=[0-9])[0-9]{2}$`, `^(?<year>[0-9]{4})$`, `^\u0041\u{42}$`, `^[\u4e00-\u9fff]+$`, `^#(?:[0-9a-fA-F]{3}){1,2}$`, `^\/[\w\-]+\/$`, `\bword\b`, `^\p{L}+$`,
		`^[0-9]{4,}-(0[1-9]|1[012])T([01][0-9]|2[0-3])([.][0-9]{1,12})?(Z|[+-][0-9][0-9]:[0-9][0-9])$`,
	} {
		made := newWriter().matching(pattern)
		if len(made) == 0 || !accepts(t, `{"pattern":`+quoted(pattern)+`}`, []byte(quoted(made[0]))) {
			t.Errorf("%s: %q", pattern, made)
		}
	}
	all := strings.Join(newWriter().matching(`^(red|green|blue)$`), " ")
	for _, want := range []string{"red", "green", "blue"} {
		if !strings.Contains(all, want) {
			t.Errorf("no string for the alternative %s: %s", want, all)
		}
	}
	if w := newWriter(); !w.matches(`(`, "x") {
		t.Error("a pattern that cannot be read refuses a string")
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	rat := func(s string) *big.Rat {
		r, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatal(s)
		}
		return r
	}
	for _, c := range []struct{ r, step, want string }{
		{"7", "5", "10"}, {"10", "5", "10"}, {"-7", "5", "-5"}, {"0.3", "0.25", "0.5"}, {"-0.1", "1", "0"},
	} {
		if got := ceil(rat(c.r), rat(c.step)); got.Cmp(rat(c.want)) != 0 {
			t.Errorf("ceil(%s, %s) = %s, want %s", c.r, c.step, got, c.want)
		}
	}
	for in, want := range map[string]string{"5": "5", "2.50": "2.5", "-0.125": "-0.125", "1e3": "1000", "12345678901234567890": "12345678901234567890"} {
		if got := ratText(rat(in)); got != want {
			t.Errorf("%s is written %s", in, got)
		}
	}
	for _, raw := range []string{"1e100000", "1e-100000", `"1"`, "null", "1" + strings.Repeat("3", 500)} {
		if r := ratOf(parse(t, raw)); r != nil {
			t.Errorf("%s is %s", raw, r)
		}
	}
	if r := ratOf(parse(t, "1e3")); r == nil || r.Cmp(rat("1000")) != 0 {
		t.Errorf("1e3 is %v", r)
	}
}

// A small and a full instance of each schema are valid, so that what is wrong with an instance is what was put into it.
func TestModelsAreValid(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, `{"type":"null"}`, `{"type":["integer","null"],"minimum":3,"multipleOf":7}`, `{"type":"integer","exclusiveMaximum":-3}`, `{"type":"number","exclusiveMinimum":0,"maximum":0.5}`,
		`{"minimum":1.5,"type":"integer"}`, `{"multipleOf":0.25,"minimum":0.3}`, `{"allOf":[{"multipleOf":4},{"multipleOf":6}],"minimum":1,"type":"integer"}`,
		`{"type":"string","minLength":5,"maxLength":5}`, `{"pattern":"^[a-z]+$","minLength":12}`, `{"format":"date","minLength":10}`, `{"enum":[null,[1],{"a":2}],"type":"array"}`,
		`{"allOf":[{"enum":[1,2,3]},{"enum":[3,4]}]}`, `{"const":"x"}`,
		`{"type":"array","items":{"type":"integer"},"minItems":3,"uniqueItems":true}`, `{"type":"array","items":{"enum":["a","b","c"]},"minItems":3,"uniqueItems":true}`,
		`{"prefixItems":[{"type":"string"}],"items":{"type":"null"},"minItems":3}`, `{"contains":{"const":4},"minContains":2,"items":{"type":"integer"}}`,
		`{"type":"object","required":["a","z"],"properties":{"a":{"type":"boolean"},"b":false}}`, `{"minProperties":2,"properties":{"a":{},"b":{}},"additionalProperties":false}`,
		`{"minProperties":2,"additionalProperties":{"type":"integer"},"propertyNames":{"pattern":"^[x-z]{2,}$"},"type":"object"}`, `{"patternProperties":{"^n_":{"type":"integer"}},"minProperties":1,"additionalProperties":false}`,
		`{"properties":{"a":{}},"dependentRequired":{"a":["b"]},"type":"object"}`, `{"type":"object","oneOf":[{"properties":{"k":{"const":"x"}},"required":["k"]},{"properties":{"k":{"const":"y"},"n":{"type":"integer"}},"required":["k","n"]}]}`,
		`{"type":"object","if":{"properties":{"k":{"const":"x"}},"required":["k"]},"then":{"required":["m"]}}`, `{"type":"object","properties":{"next":{"$ref":"#"},"v":{"type":"integer"}},"required":["v"]}`,
		`{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"object","required":["q"]}}}`, `{"$ref":"#n","$defs":{"d":{"$anchor":"n","type":"array","minItems":1}}}`,
		`{"$id":"https://example.com/x","properties":{"v":{"$ref":"https://example.com/x#/$defs/v"}},"required":["v"],"$defs":{"v":{"const":5}}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","minimum":3,"exclusiveMinimum":true}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"const":1},{"const":2}],"additionalItems":{"type":"string"},"minItems":3}`,
	} {
		m := newMaker(parse(t, text))
		for _, p := range []plan{{}, {full: true}} {
			v := m.make([]site{{node: m.root}}, p)
			if !accepts(t, text, v.append(nil)) {
				t.Errorf("%s: %s is not valid", text, v.append(nil))
			}
		}
	}
}

func TestShrink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ schema, from, want string }{
		{`{"required":["x"]}`, `{"a":1,"x":{"deep":[1,2,3]},"b":"text","c":null,"d":[]}`, `{"x":{}}`},
		{`{"contains":{"type":"string"}}`, `[1,2,"some long text",{"a":"b"},5,6]`, `[""]`},
		{`{"type":"string","minLength":3}`, `"élan vital"`, `"aaa"`},
		{`{"type":"number","minimum":2}`, `123456`, `2`},
		{`{"type":"null"}`, `null`, `null`},
		{`{"properties":{"x":{"const":7}},"required":["x"]}`, `{"x":7,"y":{"x":7}}`, `{"x":7}`},
	} {
		s, err := validate.Compile([]byte(c.schema), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := shrink([]byte(c.from), func(text []byte) bool { ok, err := s.Accepts(text); return ok && err == nil })
		if string(got) != c.want {
			t.Errorf("%s: %s became %s, want %s", c.schema, c.from, got, c.want)
		}
	}
}

// genJSON draws JSON values.
func genJSON(depth int) *rapid.Generator[*value] {
	leaves := []*rapid.Generator[*value]{
		rapid.SampledFrom([]*value{null(), boolean(true), boolean(false), number("0"), number("-3"), number("2.5"), number("1e2"), number("12345")}),
		rapid.Map(rapid.StringN(0, 6, 20), text),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	inner := genJSON(depth - 1)
	return rapid.OneOf(append(leaves,
		rapid.Map(rapid.SliceOfN(inner, 0, 4), func(items []*value) *value { return array(items...) }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c", "", "title"}), inner, 0, 4), func(m map[string]*value) *value {
			v := object()
			for _, name := range []string{"a", "b", "c", "", "title"} {
				if m[name] != nil {
					v = v.with(name, m[name])
				}
			}
			return v
		}))...)
}

// Shrinking keeps what it is told to keep, ends, and never makes anything longer.
func TestShrinkKeeps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := genJSON(3).Draw(t, "value")
		want := rapid.SampledFrom([]string{"a", "b", "1", "null", "[", "{", "title"}).Draw(t, "part")
		keeps := func(text []byte) bool { return strings.Contains(string(text), want) }
		before := v.append(nil)
		if !keeps(before) {
			return
		}
		after := shrink(before, keeps)
		if !keeps(after) || len(after) > len(before) {
			t.Fatalf("%s became %s", before, after)
		}
		if _, err := schema.Parse(after); err != nil {
			t.Fatalf("%s: %v", after, err)
		}
		if again := shrink(after, keeps); string(again) != string(after) {
			t.Fatalf("%s can be made smaller still: %s", after, again)
		}
	})
}

// Edits of values give JSON, and leave what they edit as it was.
func TestMutate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := genJSON(3).Draw(t, "value")
		before := string(v.append(nil))
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 5 {
			w := mutate(v, random)
			if _, err := schema.Parse(w.append(nil)); err != nil {
				t.Fatalf("%s: %v", w.append(nil), err)
			}
		}
		if after := string(v.append(nil)); after != before {
			t.Fatalf("%s became %s", before, after)
		}
	})
}

// genSchema draws schemas of the kind that tools have.
func genSchema(depth int) *rapid.Generator[*schema.Node] {
	leaves := []string{
		`{}`, `true`, `{"type":"string"}`, `{"type":"integer","minimum":0}`, `{"type":["string","null"],"maxLength":3}`, `{"enum":["a","b",1]}`,
		`{"const":null}`, `{"type":"boolean"}`, `{"type":"number","exclusiveMaximum":2}`, `{"pattern":"^[a-c]+$"}`, `{"$ref":"#"}`, `{"type":"string","format":"date"}`,
	}
	leaf := rapid.Map(rapid.SampledFrom(leaves), literal)
	if depth == 0 {
		return leaf
	}
	inner := genSchema(depth - 1)
	return rapid.OneOf(leaf, rapid.Custom(func(t *rapid.T) *schema.Node {
		n, properties := schema.NewObject(), schema.NewObject()
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "title"}), 0, 3, rapid.ID).Draw(t, "names") {
			properties.Set(name, inner.Draw(t, name))
		}
		n.Set("type", schema.NewString("object"))
		n.Set("properties", properties)
		n.Set("required", literal(rapid.SampledFrom([]string{`[]`, `["a"]`, `["a","b"]`}).Draw(t, "required")))
		if rapid.Bool().Draw(t, "closed") {
			n.Set("additionalProperties", literal("false"))
		}
		return n
	}), rapid.Custom(func(t *rapid.T) *schema.Node {
		n := schema.NewObject()
		n.Set(rapid.SampledFrom([]string{"anyOf", "oneOf", "allOf"}).Draw(t, "keyword"), schema.NewArray(inner.Draw(t, "one"), inner.Draw(t, "two")))
		return n
	}), rapid.Custom(func(t *rapid.T) *schema.Node {
		n := schema.NewObject()
		n.Set("type", schema.NewString("array"))
		n.Set("items", inner.Draw(t, "items"))
		return n
	}))
}

// A schema does not differ from itself, and what is said of two schemas is what the validator says.
func TestRandomSchemas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := genSchema(2).Draw(t, "a"), genSchema(2).Draw(t, "b")
		opt := &Options{Samples: 40, Mutants: 2, Time: time.Minute}
		if r := Run(a, a.Clone(), opt); r.Different() {
			t.Fatalf("%s differs from itself: %s %s", a.Append(nil), r.AnotB, r.BnotA)
		}
		r := Run(a, b, opt)
		for _, w := range []struct {
			instance    []byte
			yes, refuse *schema.Node
		}{{r.AnotB, a, b}, {r.BnotA, b, a}} {
			if w.instance != nil && !tells(w.yes, w.refuse, w.instance) {
				t.Fatalf("%s does not tell %s from %s", w.instance, a.Append(nil), b.Append(nil))
			}
		}
	})
}

// tells is confirm for those who have no testing.TB.
func tells(yes, refuse *schema.Node, instance []byte) bool {
	for _, mode := range []validate.Format{validate.AsDraft, validate.Assert} {
		a, err := validate.Compile(yes.Append(nil), &validate.Options{Format: mode})
		if err != nil {
			return false
		}
		b, err := validate.Compile(refuse.Append(nil), &validate.Options{Format: mode})
		if err != nil {
			return false
		}
		inA, errA := a.Accepts(instance)
		inB, errB := b.Accepts(instance)
		if errA == nil && errB == nil && inA && !inB {
			return true
		}
	}
	return false
}

func FuzzRun(f *testing.F) {
	for _, pair := range [][2]string{
		{`{"type":"integer"}`, `{"type":"number"}`},
		{rich, `{}`},
		{`{"items":[{"$ref":"#"}],"$schema":"http://json-schema.org/draft-07/schema#"}`, `{"prefixItems":[{"$ref":"#"}]}`},
		{`{"$dynamicRef":"#x","$defs":{"d":{"$dynamicAnchor":"x","type":"null"}}}`, `{"$id":"u","$ref":"u#/$defs/%61","$defs":{"a":{"pattern":"(?=a)\\u0061{2,}"}}}`},
		{`{"required":{"a":1},"properties":[],"enum":3}`, `{"if":{"minLength":1e400},"else":{"multipleOf":0.1},"dependencies":{"a":["b"],"c":{"maxProperties":0}}}`},
	} {
		f.Add([]byte(pair[0]), []byte(pair[1]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		x, err := schema.Parse(a)
		if err != nil {
			return
		}
		y, err := schema.Parse(b)
		if err != nil {
			return
		}
		r := Run(x, y, &Options{Samples: 30, Mutants: 2, Time: 2 * time.Second})
		if r.AnotB != nil && !tells(x, y, r.AnotB) || r.BnotA != nil && !tells(y, x, r.BnotA) {
			t.Errorf("%s %s: %+v", a, b, r)
		}
		if r.Invalid != nil && r.Different() || r.KillRate < 0 || r.KillRate > 1 || r.Killed+r.Equal+len(r.Survivors) != r.Mutants {
			t.Errorf("%s %s: %+v", a, b, r)
		}
	})
}

func BenchmarkRun(b *testing.B) {
	tool := parse(b, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"owner":{"type":"string"},"repo":{"type":"string"},"page":{"type":"integer","minimum":1,"maximum":100},"sort":{"enum":["created","updated"]},"labels":{"type":"array","items":{"type":"string"}}},"required":["owner","repo"],"additionalProperties":false}`)
	for range b.N {
		if r := Run(tool, tool, nil); r.Different() {
			b.Fatal(r)
		}
	}
}
