package verify

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/internal/golden"
	"github.com/schema-bench/schema-bench/schema"
)

// worked are documents next to edits of them: annotations, order, spelling, definitions, references, drafts, and what is no
// schema.
func worked() [][2]string {
	return [][2]string{
		{`{"type":"string","title":"t"}`, `{"type":"string"}`},
		{`{"type":"string","description":"a"}`, `{"description":"b","type":"string"}`},
		{`{"type":["string","null"]}`, `{"type":["null","string"]}`},
		{`{"required":["a","b"]}`, `{"required":["b","a"]}`},
		{`{"enum":["a",1,{"k":[1.0]}]}`, `{"enum":[{"k":[1]},1.0,"a"]}`},
		{`{"enum":["a",1]}`, `{"enum":["a",1,2]}`},
		{`{"enum":["a",1,1]}`, `{"enum":["a",1]}`},
		{`{"const":{"title":"x"}}`, `{"const":{}}`},
		{`{"minimum":10}`, `{"minimum":1e1}`},
		{`{"minimum":10}`, `{"minimum":11}`},
		{`{"maxLength":3}`, `{"maxLength":3.0}`},
		{`{"properties":{"a":{"title":"x","type":"integer"},"b":{}}}`, `{"properties":{"b":{},"a":{"type":"integer"}}}`},
		{`{"properties":{"a":{"default":1,"examples":[1,2],"deprecated":true}}}`, `{"properties":{"a":{}}}`},
		{`{"properties":{"description":{"type":"string"}}}`, `{"properties":{}}`},
		{`{"properties":{"a":{"type":"integer"}}}`, `{"properties":{"a":{"type":"number"}}}`},
		{`{"$defs":{"x":{"type":"string"},"y":{"type":"null"}},"properties":{"a":{"$ref":"#/$defs/x"}}}`, `{"$defs":{"x":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/x"}}}`},
		{`{"$defs":{"x":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/x"}}}`, `{"properties":{"a":{"$ref":"#/$defs/x"}}}`},
		{`{"$defs":{"x":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/x"}}}`, `{"properties":{"a":{"type":"string"}}}`},
		{`{"$defs":{"x":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/y"}}}`, `{"$defs":{"x":{"type":"string","title":"t"}},"properties":{"a":{"$ref":"#/$defs/y"}}}`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","type":"string"}`, `{"type":"string"}`},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}`, `{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":true,"minimum":1.0}`},
		{`{"$schema":"https://example.test/own","type":"string"}`, `{"$schema":"https://example.test/own","type":"string","title":"t"}`},
		{`{"$id":"https://example.test/a","type":"string"}`, `{"type":"string"}`},
		{`{"$anchor":"a","properties":{"p":{"$ref":"#a"}}}`, `{"$anchor":"a","properties":{"p":{"$ref":"#a","title":"t"}}}`},
		{`{"pattern":"^a$","x-hint":1}`, `{"pattern":"^a$"}`},
		{`{"pattern":"^(?<!a)b$","title":"t"}`, `{"pattern":"^(?<!a)b$"}`},
		{`{"format":"date","title":"t"}`, `{"format":"date"}`},
		{`{"format":"date"}`, `{}`},
		{`{"items":[{"type":"string"}],"additionalItems":false}`, `{"additionalItems":false,"items":[{"type":"string"}]}`},
		{`{"dependencies":{"a":["b","c"]}}`, `{"dependencies":{"a":["c","b"]}}`},
		{`{"if":{"const":1},"then":{"type":"integer"}}`, `{"if":{"const":1,"title":"t"},"then":{"type":"integer"}}`},
		{`{"allOf":[{"minimum":1},{"maximum":3}]}`, `{"allOf":[{"maximum":3},{"minimum":1}]}`},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":["string","null"]}`},
		{`{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}`, `{"enum":["a","b"]}`},
		{`{"minProperties":0,"type":"object"}`, `{"type":"object"}`},
		{`{"additionalProperties":true,"type":"object"}`, `{"type":"object"}`},
		{`{"unevaluatedProperties":false,"properties":{"a":{"title":"t"}}}`, `{"unevaluatedProperties":false,"properties":{"a":{}}}`},
		{`{"type":"object","required":["a"]}`, `{"type":"object","required":"a"}`},
		{`{"type":"strin","title":"t"}`, `{"type":"strin"}`},
		{`{"contentEncoding":"base64","title":"t"}`, `{"contentEncoding":"base64"}`},
		{`{"nullable":true,"type":"string"}`, `{"type":"string"}`},
		{`{"items":{"$recursiveRef":"#"},"title":"t"}`, `{"items":{"$recursiveRef":"#"}}`},
		{`true`, `{}`},
		{`{"title":"t"}`, `false`},
		{`[1]`, `[1,2]`},
		{`"x"`, `"y"`},
	}
}

// TestWork writes down every proof whole, both ways round, with its reason and place, and with limits that are just
// enough and just too small.
func TestWork(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	for _, pair := range worked() {
		var nodes [2]*schema.Node
		for i, text := range pair {
			n, err := schema.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			nodes[i] = n
		}
		fmt.Fprintf(&out, "%s\n%s\n", pair[0], pair[1])
		for _, c := range []struct {
			name string
			a, b *schema.Node
			opt  Options
		}{
			{"proved", nodes[0], nodes[1], Options{Instances: -1}},
			{"back", nodes[1], nodes[0], Options{Instances: -1}},
			{"tried", nodes[0], nodes[1], Options{Instances: 60, Time: time.Minute, Seed: 3}},
			{"always", nodes[1], nodes[0], Options{Instances: 40, Time: time.Minute, Always: true}},
			{"depth 1", nodes[0], nodes[1], Options{Instances: -1, Depth: 1}},
			{"depth 2", nodes[0], nodes[1], Options{Instances: -1, Depth: 2}},
			{"depth 3", nodes[0], nodes[1], Options{Instances: -1, Depth: 3}},
			{"nodes 2", nodes[0], nodes[1], Options{Instances: -1, Nodes: 2}},
			{"nodes 3", nodes[0], nodes[1], Options{Instances: -1, Nodes: 3}},
			{"nodes 5", nodes[0], nodes[1], Options{Instances: -1, Nodes: 5}},
			{"steps 3", nodes[0], nodes[1], Options{Instances: -1, Steps: 3}},
			{"steps 30", nodes[0], nodes[1], Options{Instances: -1, Steps: 30}},
		} {
			p := Compare(c.a, c.b, &c.opt)
			fmt.Fprintf(&out, "  %s: %v %v %s %q at %q, %d samples %.3f", c.name, p.Verdict, p.Direction, p.Method, p.Reason, p.At, p.Samples, p.KillRate)
			for _, w := range p.Witnesses {
				fmt.Fprintf(&out, " %s %t", w.Instance, w.First)
			}
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "  nothing: %t %t\n", AcceptsNothing(nodes[0]), AcceptsNothing(nodes[1]))
	}
	golden.Compare(t, "testdata/work.golden", out.Bytes())
}
