package graph

import (
	"strconv"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// nest puts a text around another, n times.
func nest(before, inside, after string, n int) string {
	return strings.Repeat(before, n) + inside + strings.Repeat(after, n)
}

// repeat makes members or items by number: %d is that of one, and %n the next.
func repeat(n int, format string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.NewReplacer("%d", strconv.Itoa(i), "%n", strconv.Itoa(i+1)).Replace(format)
	}
	return strings.Join(all, ",")
}

// large are documents of about n schemas or values that a naive reader or comparer spends very long on.
func large(n int) map[string]string {
	last := strconv.Itoa(n)
	return map[string]string{
		"doubled conjuncts":       `{"$ref":"#/$defs/d0","$defs":{` + repeat(n, `"d%d":{"allOf":[{"$ref":"#/$defs/d%n"},{"$ref":"#/$defs/d%n"}]}`) + `,"d` + last + `":{"type":"string"}}}`,
		"doubled branches":        `{"$ref":"#/$defs/d0","$defs":{` + repeat(n, `"d%d":{"oneOf":[{"$ref":"#/$defs/d%n"},{"$ref":"#/$defs/d%n"}]}`) + `,"d` + last + `":{"pattern":"a"}}}`,
		"doubled properties":      `{"$ref":"#/$defs/d0","$defs":{` + repeat(n, `"d%d":{"properties":{"a":{"$ref":"#/$defs/d%n"},"b":{"$ref":"#/$defs/d%n"}}}`) + `,"d` + last + `":{"pattern":"a"}}}`,
		"many properties":         `{"type":"object","additionalProperties":false,"properties":{` + repeat(n, `"p%d":{"type":"string","maxLength":%n}`) + `}}`,
		"many references":         `{"properties":{` + repeat(n, `"p%d":{"$ref":"#/$defs/d%d"}`) + `},"$defs":{` + repeat(n, `"d%d":{"minimum":%n}`) + `}}`,
		"a long chain":            `{"$ref":"#/$defs/d0","$defs":{` + repeat(n, `"d%d":{"$ref":"#/$defs/d%n"}`) + `,"d` + last + `":{"items":{"$ref":"#"}}}}`,
		"a long circle":           `{"$ref":"#/$defs/d0","$defs":{` + repeat(n, `"d%d":{"items":{"$ref":"#/$defs/d%n"}}`) + `,"d` + last + `":{"items":{"$ref":"#/$defs/d0"},"minItems":1}}}`,
		"a deep property":         nest(`{"properties":{"a":`, `{"type":"null"}`, `}}`, min(n, 450)),
		"deep negation":           nest(`{"not":`, `{"type":"null"}`, `}`, min(n, 900)),
		"deep conjuncts":          nest(`{"minLength":1,"allOf":[{"required":["a"]},`, `{"type":"null"}`, `]}`, min(n, 450)),
		"many values":             `{"enum":[` + repeat(n, `"v%d"`) + `]}`,
		"many tagged branches":    `{"oneOf":[` + repeat(n, `{"required":["k"],"properties":{"k":{"const":%d},"v":{"minimum":%n}}}`) + `]}`,
		"many untagged branches":  `{"oneOf":[` + repeat(n, `{"properties":{"v":{"minimum":%d}}}`) + `]}`,
		"many names needed":       `{"required":["n0"],"dependentRequired":{` + repeat(n, `"n%d":["n%n"]`) + `}}`,
		"many divisors":           `{"allOf":[` + repeat(n, `{"multipleOf":%n}`) + `]}`,
		"divisors without end":    `{"allOf":[` + repeat(n, `{"multipleOf":1000000%d1}`) + `]}`,
		"many circles with walls": `{"properties":{` + repeat(n, `"p%d":{"properties":{"up":{"$ref":"#"},"x":{"enum":[%n]}}}`) + `}}`,
	}
}

// Nothing that a document of this size holds takes time that grows much faster than its size: there is an answer within the
// steps that are allowed, and it is the right one.
func TestLarge(t *testing.T) {
	t.Parallel()
	for name, doc := range large(400) {
		a, o := Read(parse(t, doc), Draft2020, nil)
		if o != nil {
			t.Errorf("%s: %v", name, o)
			continue
		}
		b := mustRead(t, `{"anyOf":[`+strings.NewReplacer(`"#/`, `"#/anyOf/0/`, `"#"`, `"#/anyOf/0"`).Replace(doc)+`]}`, Draft2020)
		if ok, o := Equal(a, b, nil); ok == (name == "divisors without end") { // their common multiple is too long
			t.Errorf("%s is equal to itself: %t, %v", name, ok, o)
		}
		if ok, o := Equal(a, mustRead(t, `{"type":["null","boolean"],"not":{"type":"null"}}`, Draft2020), nil); ok || o == nil {
			t.Errorf("%s is equal to the booleans", name)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, doc, reason string
		opt               Options
	}{
		{"depth, as asked for", nest(`{"items":`, `{}`, `}`, 11), "nesting depth", Options{Depth: 10}},
		{"schemas", `{"anyOf":[{},{},{}]}`, "number of schemas", Options{Schemas: 3}},
		{"steps", `{"enum":[` + repeat(100, "%d") + `]}`, "too large", Options{Steps: 50}},
	} {
		n := parse(t, test.doc)
		if g, o := Read(n, Draft2020, &test.opt); g != nil || o == nil || !strings.Contains(o.Reason, test.reason) {
			t.Errorf("%s: %v, %v", test.name, g, o)
		}
	}
	g := mustRead(t, large(300)["many circles with walls"], Draft2020)
	for _, steps := range []int{1, 1_000, 2_000, 4_000, 8_000, 16_000} {
		if ok, o := Equal(g, mustRead(t, `{}`, Draft2020), &Options{Steps: steps}); ok || o == nil {
			t.Errorf("%d steps: %t, %v", steps, ok, o)
		}
	}
	if ok, o := Equal(g, g, &Options{Steps: 1_000}); ok || !strings.Contains(o.Reason, "too large") {
		t.Errorf("with few steps: %t, %v", ok, o)
	}
}

func FuzzEqual(f *testing.F) {
	f.Add(`{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"x":{"$ref":"#"}}}}}`, `{"oneOf":[{"const":1},{"enum":[2,null]}]}`, uint8(5))
	f.Add(`{"items":[{"type":"string"}],"additionalItems":false,"dependencies":{"a":["b"]}}`, `{"minimum":1,"exclusiveMinimum":true}`, uint8(1))
	f.Add(`{"allOf":[{"unevaluatedProperties":false}],"$id":"x","$anchor":"y"}`, `{"if":{"required":["a"]},"then":{"contains":{}}}`, uint8(4))
	f.Add(`{"type":["integer","null"],"multipleOf":0.5,"maximum":1e2}`, `{"pattern":"(?=a)","format":"date","propertyNames":false}`, uint8(3))
	f.Fuzz(func(t *testing.T, a, b string, draft uint8) {
		var graphs []*Graph
		for _, text := range []string{a, b} {
			n, err := schema.Parse([]byte(text))
			if err != nil {
				return
			}
			before := string(n.Append(nil))
			g, o := Read(n, Draft(draft), &Options{Steps: 100_000})
			if (g == nil) == (o == nil) {
				t.Fatalf("Read(%s) = %v, %v", text, g, o)
			}
			if string(n.Append(nil)) != before {
				t.Fatalf("Read changed %s", before)
			}
			if g == nil {
				continue
			}
			graphs = append(graphs, g)
			if ok, o := Equal(g, g, nil); !ok && g.custom == nil {
				t.Fatalf("%s is not equal to itself: %v", text, o)
			}
		}
		if len(graphs) < 2 {
			return
		}
		x, o1 := Equal(graphs[0], graphs[1], nil)
		y, o2 := Equal(graphs[1], graphs[0], nil)
		if x != y || x != (o1 == nil) || y != (o2 == nil) {
			t.Fatalf("%s and %s: %t, %v and %t, %v", a, b, x, o1, y, o2)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"many properties", "many references", "many circles with walls"} {
		n := parse(b, large(16_000)[name])
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, o := Read(n, Draft2020, nil); o != nil {
					b.Fatal(o)
				}
			}
		})
	}
}

func BenchmarkEqual(b *testing.B) {
	for _, name := range []string{"many properties", "many references", "many circles with walls", "a long circle"} {
		g := mustRead(b, large(16_000)[name], Draft2020)
		h := mustRead(b, large(16_000)[name], Draft2020)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if ok, o := Equal(g, h, nil); !ok {
					b.Fatal(o)
				}
			}
		})
	}
}
