package graph

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/schema-bench/schema-bench/internal/golden"
	"github.com/schema-bench/schema-bench/schema"
)

// worked are documents with every keyword and every way to refer, each of which is compared with the next two.
func worked() []string {
	return []string{
		`{}`,
		`{"not":{}}`,
		`{"type":"string","minLength":2,"maxLength":4,"pattern":"^[ab]+$","format":"date"}`,
		`{"type":["string"],"allOf":[{"minLength":1},{"minLength":2,"maxLength":4}],"pattern":"^[ab]+$","format":"date"}`,
		`{"type":"string","pattern":"\\w\\d$","format":"ipv4"}`,
		`{"type":"number","exclusiveMinimum":2,"minimum":3,"maximum":9.50,"multipleOf":0.5}`,
		`{"type":"number","minimum":3.0,"maximum":95e-1,"allOf":[{"multipleOf":0.5}]}`,
		`{"type":"integer","minimum":2.5,"exclusiveMaximum":7,"multipleOf":2}`,
		`{"type":"integer","minimum":4,"maximum":6,"multipleOf":2.0}`,
		`{"enum":["b","a",1,1.0,null,{"k":[1]}]}`,
		`{"anyOf":[{"const":"a"},{"const":"b"},{"enum":[1,null]},{"const":{"k":[1.0]}}]}`,
		`{"enum":["b","a",1,null,{"k":[1]}],"type":["string","integer"]}`,
		`{"enum":["abc","a"],"maxLength":2}`,
		`{"const":"a","type":"integer"}`,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["b","a","b2"],"additionalProperties":false}`,
		`{"type":"object","properties":{"b":true,"a":{"type":"string"}},"required":["a","b","b2"],"additionalProperties":{"not":{}}}`,
		`{"type":"object","patternProperties":{"^x":{"type":"null"}},"propertyNames":{"maxLength":3},"minProperties":1,"maxProperties":4,"additionalProperties":{"type":"integer"}}`,
		`{"type":"object","dependentRequired":{"a":["b"],"c":[]},"dependentSchemas":{"a":{"maxProperties":2}}}`,
		`{"type":"object","dependencies":{"a":["b"],"c":{"maxProperties":2}}}`,
		`{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"null"},"minItems":1,"maxItems":5,"uniqueItems":true,"contains":{"const":"x"},"minContains":1,"maxContains":2}`,
		`{"type":"array","items":[{"type":"string"}],"additionalItems":{"type":"null"},"minItems":1,"maxItems":5,"uniqueItems":true,"contains":{"const":"x"}}`,
		`{"type":"array","items":{"type":"null"},"prefixItems":[],"contains":{},"minContains":0}`,
		`{"anyOf":[{"type":"string"},{"type":"null"},{"type":"string"}]}`,
		`{"type":["null","string"]}`,
		`{"oneOf":[{"type":"string"},{"type":"integer"}]}`,
		`{"oneOf":[{"properties":{"t":{"const":"x"}},"required":["t"]},{"properties":{"t":{"const":"y"}},"required":["t"]}],"type":"object"}`,
		`{"anyOf":[{"properties":{"t":{"const":"y"}},"required":["t"]},{"properties":{"t":{"const":"x"}},"required":["t"]}],"type":"object"}`,
		`{"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"null"}}`,
		`{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}`,
		`{"not":{"not":{"type":"object","required":["a"]}}}`,
		`{"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},"required":["v"]}},"$ref":"#/$defs/n"}`,
		`{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#"}},"required":["v"]}`,
		`{"type":"object","properties":{"v":{"$ref":"#int"},"next":{"$ref":"#/properties/again"},"again":{"$ref":"#"}},"required":["v"],"$defs":{"i":{"$anchor":"int","type":"integer"}}}`,
		`{"$id":"https://example.test/a","$defs":{"x":{"$id":"b","type":"string"},"y":{"$ref":"b"}},"properties":{"p":{"$ref":"b"},"q":{"$ref":"https://example.test/b"},"r":{"$ref":"#/$defs/y"}}}`,
		`{"$defs":{"a/b":{"type":"string"},"c~d":{"type":"null"},"e f":{"type":"integer"}},"properties":{"p":{"$ref":"#/$defs/a~1b"},"q":{"$ref":"#/$defs/c~0d"},"r":{"$ref":"#/$defs/e%20f"}}}`,
		`{"properties":{"a":{"type":"string"}},"unevaluatedProperties":false,"allOf":[{"properties":{"b":{}}}]}`,
		`{"items":{"$recursiveRef":"#"},"unevaluatedItems":{"type":"null"},"prefixItems":[{"$dynamicRef":"#x"}],"$defs":{"x":{"$dynamicAnchor":"x","type":"string"}}}`,
		`{"type":"string","contentEncoding":"base64","contentMediaType":"text/plain"}`,
		`{"minLength":1,"minItems":1,"minProperties":1,"minimum":1}`,
		`{"maximum":1,"exclusiveMaximum":1,"type":["number","string"],"maxLength":1}`,
		`{"$ref":"#/definitions/x","minLength":3,"definitions":{"x":{"type":"string"}}}`,
		`{"allOf":[{"$ref":"#/definitions/x"},{"minLength":3}],"definitions":{"x":{"type":"string"}}}`,
		`{"required":[],"properties":{},"patternProperties":{},"allOf":[{}],"minLength":0,"uniqueItems":false}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/r"}},{"type":"null"}]}},"$defs":{"r":{"type":"object","properties":{"a":{"$ref":"#/properties/a"}},"dependentRequired":{"a":["z","y"]}}}}`,
		`{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"integer"},"dead":{"$anchor":"d1","pattern":"(?<=x)"}},"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]}`,
	}
}

func obstacleText(o *Obstacle) string {
	if o == nil {
		return "nothing"
	}
	return fmt.Sprintf("%q at %q", o.Reason, o.At)
}

// TestWork writes down how documents are read, what form their schemas are brought to, which of those are equal, how many
// steps that takes, and what the first difference is called.
func TestWork(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	list := worked()
	read := func(text string, draft Draft) (*Graph, *Obstacle) {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return Read(n, draft, nil)
	}
	for i, text := range list {
		for _, draft := range []Draft{Draft4, Draft6, Draft7, Draft2019, Draft2020} {
			a, o := read(text, draft)
			fmt.Fprintf(&out, "%s in %d: %s\n", text, draft, obstacleText(o))
			if o != nil {
				continue
			}
			if draft == Draft4 || draft == Draft7 || draft == Draft2020 {
				dump(&out, a)
			}
			for by := 1; by <= 2; by++ {
				b, o := read(list[(i+by)%len(list)], draft)
				if o != nil {
					continue
				}
				equal, why := Equal(a, b, nil)
				fmt.Fprintf(&out, "  with the next %d: %t %s\n", by, equal, obstacleText(why))
				if draft != Draft2020 {
					continue
				}
				if c, o := compare(a, b, nil, false); o == nil {
					fmt.Fprintf(&out, "    classes %v\n", renumbered(c.class))
					for _, f := range c.forms {
						fmt.Fprintf(&out, "    %d %s\n", f.id, formText(f))
					}
				}
			}
			if later, o := read(text, Draft2020); o == nil && draft != Draft2020 {
				equal, why := Equal(a, later, nil)
				fmt.Fprintf(&out, "  and in 2020-12: %t %s\n", equal, obstacleText(why))
			}
		}
	}
	// Of many random pairs only sums are kept: they show that something is other, and a run of the pair by itself what.
	for i, pair := range golden.Pairs(t, "../testdata/pairs.txt") {
		var trace bytes.Buffer
		for _, draft := range []Draft{Draft4, Draft7, Draft2020} {
			a, o := read(pair[0], draft)
			b, o2 := read(pair[1], draft)
			fmt.Fprintf(&trace, "%s %s\n", obstacleText(o), obstacleText(o2))
			if o != nil || o2 != nil {
				continue
			}
			dump(&trace, b)
			equal, why := Equal(a, b, nil)
			fmt.Fprintf(&trace, "%t %s\n", equal, obstacleText(why))
			if c, o := compare(a, b, nil, false); o == nil {
				fmt.Fprintf(&trace, "classes %v\n", renumbered(c.class))
				for _, f := range c.forms {
					fmt.Fprintf(&trace, "%d %s\n", f.id, formText(f))
				}
			}
		}
		fmt.Fprintf(&out, "pair %d: %x\n", i, sha256.Sum256(trace.Bytes()))
	}
	golden.Compare(t, "testdata/work.golden", out.Bytes())
}

// renumbered counts classes in the order in which they come up: their own numbers mean nothing.
func renumbered(classes []int) []int {
	numbers := map[int]int{}
	out := make([]int, len(classes))
	for i, c := range classes {
		if _, ok := numbers[c]; !ok {
			numbers[c] = len(numbers)
		}
		out[i] = numbers[c]
	}
	return out
}

// formText is what a formula says.
func formText(f *formula) string {
	var kids []int
	for _, k := range f.kids {
		kids = append(kids, k.id)
	}
	return fmt.Sprintf("%v %v %q %q", f.op, kids, f.name, f.local)
}

func dump(out *bytes.Buffer, g *Graph) {
	fmt.Fprintf(out, "  sensitive %s, custom %s, strange %s, doubtful %v, named %v, repeated %v\n",
		obstacleText(g.Sensitive), obstacleText(g.custom), obstacleText(g.strange), g.doubtful, g.named, g.repeated)
	for _, s := range g.Schemas {
		fmt.Fprintf(out, "  %d %q never %t says %s\n", s.ID, s.At, s.Never, s.says())
		s.labelled(func(label string, to *Schema) { fmt.Fprintf(out, "    %s %d\n", label, to.ID) })
	}
}
