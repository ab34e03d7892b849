package include

import (
	"testing"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// FuzzDecide reads two documents. A document that has no loop is equal to itself, answers do not depend on the order, and
// every witness is JSON.
func FuzzDecide(f *testing.F) {
	for _, pair := range [][2]string{
		{`{"type":"string"}`, `{"maxLength":3}`},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"items":{"$ref":"#"}}}}`, `{"not":{"contains":{"const":[1]}}}`},
		{`{"properties":{"a":{"pattern":"^[a-c]+$"}},"additionalProperties":false,"required":["a"]}`, `{"patternProperties":{"^a":{"format":"uri"}},"minProperties":2}`},
		{`{"oneOf":[{"multipleOf":0.1},{"minimum":1e3}]}`, `{"if":{"uniqueItems":true},"then":{"prefixItems":[{}]},"else":false}`},
		{`{"propertyNames":{"enum":["a"]},"dependentSchemas":{"a":{"minProperties":3}}}`, `{"enum":[{"a":[1,"x",null]},{}]}`},
	} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, x, y string) {
		var graphs []*graph.Graph
		for _, text := range []string{x, y} {
			n, err := schema.Parse([]byte(text))
			if err != nil {
				return
			}
			g, o := graph.Read(n, graph.Draft2020, nil)
			if o != nil {
				return
			}
			graphs = append(graphs, g)
		}
		opt := &Options{Steps: 20_000}
		r, back := Decide(graphs[0], graphs[1], opt), Decide(graphs[1], graphs[0], opt)
		if contradict(r.AinB, back.BinA) || contradict(r.BinA, back.AinB) {
			t.Fatalf("%s\n%s\n%+v\n%+v", x, y, r, back)
		}
		for _, w := range [][]byte{r.WitnessAnotB, r.WitnessBnotA} {
			if w == nil {
				continue
			}
			if _, err := schema.Parse(w); err != nil {
				t.Fatalf("%s: %v", w, err)
			}
		}
		if same := Decide(graphs[0], graphs[0], opt); same.Reason == "" && (same.AinB != Yes || same.BinA != Yes) {
			t.Fatalf("%s is not itself: %+v", x, same)
		}
	})
}

func contradict(a, b Answer) bool { return a == Yes && b == No || a == No && b == Yes }
