package verify

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/schema-bench/schema-bench/schema"
)

func FuzzCompare(f *testing.F) {
	f.Add(`{"title":"x","type":"object"}`, `{"type":"object"}`, `{}`)
	f.Add(`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#b"},"b":{"$anchor":"b"}}}`, `{"$ref":"#/$defs/a"}`, `1`)
	f.Add(`{"$schema":"http://json-schema.org/draft-07/schema#","$id":"x","minItems":0}`, `{}`, `[]`)
	f.Add(`{"default":{"$id":"a","enum":[1]},"$ref":"a#/enum"}`, `{"$ref":"a#/enum"}`, `null`)
	f.Add(`{"properties":{"p":{"$ref":"#/properties"}}}`, `true`, `{"p":1}`)
	f.Add(`{"discriminator":{"mapping":{"a":"#/%24defs/~01"}},"$defs":{"~1":false}}`, `[]`, `"x"`)
	f.Add(`{"type":"object"}`, `{"type":"object","$defs":{"x":{"pattern":"[","$anchor":"1 bad"}}}`, `{}`)
	f.Add(`{"$schema":"http://json-schema.org/draft-06/schema#","enum":["a","a"],"$comment":5}`, `{"enum":["a","a"],"$comment":5}`, `"a"`)
	for i, text := range subjects() {
		f.Add(text, subjects()[(i+1)%len(subjects())], `{"title":"ab"}`)
	}
	f.Fuzz(func(t *testing.T, left, right, instance string) {
		a, err := schema.Parse([]byte(left))
		if err != nil {
			return
		}
		b, err := schema.Parse([]byte(right))
		if err != nil {
			return
		}
		opt := &Options{Depth: 200, Nodes: 10_000, Steps: 20_000, Instances: -1}
		for _, n := range []*schema.Node{a, b} {
			if writable(n, opt.orDefault()) && Compare(n, n, opt).Verdict != Identical {
				t.Fatalf("%s is not identical to itself", n.Append(nil))
			}
		}
		p, back := Compare(a, b, opt), Compare(b, a, opt)
		if p.Verdict.Proved() != (p.Reason == "") {
			t.Fatalf("verdict and reason do not fit: %+v", p)
		}
		// What is wrong with one of the documents alone is not symmetric: a definition that nothing leads to may lose a
		// broken reference, but not gain one.
		if p.Verdict != back.Verdict && (p.Verdict == Identical || back.Verdict == Identical) && !strings.Contains(p.Reason+back.Reason, "leads nowhere") {
			t.Fatalf("%+v, but the other way round %+v\n%s\n%s", p, back, left, right)
		}
		if p.Verdict.Proved() && len(left)+len(right)+len(instance) < 2000 {
			agree(t, a, b, instance)
		}
	})
}

// What is plain is a regular expression, also as a part of a larger one.
func FuzzPlainPattern(f *testing.F) {
	for _, p := range []string{`^[a-z\d_-]{1,3}(?:\.x)?$`, `[^\]-]*?|\/`, `(?i)a`, `[\w-a]{2`, `a{1,}b|(c|)+`, `\`, `[`, "é\xff"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		if !plainPattern(p) || len(p) > 200 {
			return
		}
		for _, whole := range []string{p, "(?:" + p + ")*", p + "|" + p, "(" + p + ")"} {
			if _, err := regexp.Compile(whole); err != nil {
				t.Fatalf("%q: %v", whole, err)
			}
			if !plainPattern(whole) {
				t.Fatalf("%q is plain, and %q is not", p, whole)
			}
		}
	})
}

// agree fails if the independent validator finds only one of the schemas valid, or tells them apart.
func agree(t *testing.T, a, b *schema.Node, instance string) {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(instance))
	if err != nil {
		return
	}
	x, y := string(a.Append(nil)), string(b.Append(nil))
	if err := agreement(x, y, []any{v}); err != nil {
		t.Fatalf("called identical, but %v\n%s\n%s", err, x, y)
	}
}

// large returns a schema with n properties of every usual kind, half of them by reference.
func large(n int) string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i := range n {
		fmt.Fprintf(&b, `"p%d":{"description":"Parameter number %d.","anyOf":[{"type":"string","enum":["a","b"]},{"$ref":"#/$defs/d%d"}]},`, i, i, i)
	}
	b.WriteString(`"z":{}},"required":["p0"],"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"title":"D","type":"array","items":{"type":"integer","minimum":%d}},"unused%d":{"type":"null"},`, i, i, i)
	}
	b.WriteString(`"z":{}}}`)
	return b.String()
}

func stripped(t testing.TB, text string) *schema.Node { return silent(parse(t, text)) }

// silent returns a copy without annotations.
func silent(n *schema.Node) *schema.Node {
	out := n.Clone()
	_ = schema.Walk(out, func(s *schema.Site) error {
		for _, name := range informing {
			s.Schema.Delete(name)
		}
		return nil
	})
	return out
}

func BenchmarkCompare(b *testing.B) {
	text := large(2000)
	before, after := parse(b, text), stripped(b, text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if p := Compare(before, after, nil); p.Verdict != Identical {
			b.Fatal(p)
		}
	}
}

// Work must not grow with the product of what a document holds. The limit is far above what each of these needs, and
// far below what a square of it would take.
func TestHostileDocumentsEndSoon(t *testing.T) {
	t.Parallel()
	repeat := func(n int, format string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = strings.ReplaceAll(format, "%", fmt.Sprint(i))
		}
		return strings.Join(parts, ",")
	}
	nested := func(n int, open, closing string) string {
		return strings.Repeat(open, n) + "{}" + strings.Repeat(closing, n)
	}
	for _, c := range []struct {
		name, text string
		want       Verdict
	}{
		{"many references into one large map", large(2000), Identical},
		{"a chain of definitions", `{"$ref":"#/$defs/d0","$defs":{` + repeat(2000, `"d%":{"title":"x","allOf":[{"$ref":"#/$defs/d%0"}]}`) + `}}`, Identical},
		{"many bases and many references", `{"$defs":{` + repeat(2500, `"d%":{"$id":"r%","title":"x"}`) + `},"anyOf":[` + repeat(2500, `{"$ref":"r%#/a"}`) + `]}`, Unknown},
		{"definitions in definitions", `{"title":"x","$defs":{"a":` + nested(480, `{"type":"bad","$defs":{"a":`, `}}`) + `}}`, Identical},
		{"unknown keywords in each other", `{"title":"x","u":` + nested(900, `{"u":`, `}`) + `,"anyOf":[` + repeat(900, `{"$ref":"#/u"}`) + `]}`, Identical},
		{"one reference many times", `{"title":"x","$defs":{"a":{}},"anyOf":[` + repeat(5000, `{"$ref":"#/$defs/a"}`) + `]}`, Identical},
		{"an enum of many", `{"title":"x","enum":[` + repeat(10_000, `{"v":%}`) + `]}`, Identical},
		{"a huge exponent", `{"title":"x","minimum":1e999999999999,"multipleOf":1e-999999999}`, Identical},
	} {
		if p := Compare(parse(t, c.text), stripped(t, c.text), nil); p.Verdict != c.want {
			t.Errorf("%s: %+v, want %v", c.name, p, c.want)
		}
	}
}
