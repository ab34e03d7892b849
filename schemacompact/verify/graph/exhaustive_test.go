package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/validate"
)

// All pairs of a few dozen schemas are combined in all ways, and put into classes at once. Schemas of a class must give the
// same verdict on every instance. How many classes there are beyond what the instances tell apart is what the canonical
// form misses, which must not grow.
func TestExhaustive(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		parts   []string
		classes int // as many as the canonical form leaves at present: fewer are better
	}{
		{"types, values and bounds", []string{
			`{}`, `{"type":"null"}`, `{"type":"integer"}`, `{"type":"number"}`, `{"type":["string","null"]}`, `{"const":1}`,
			`{"enum":[1,"a",null]}`, `{"enum":[1,2]}`, `{"minimum":1}`, `{"exclusiveMinimum":1}`, `{"maximum":2,"type":"number"}`,
			`{"multipleOf":0.5}`, `{"multipleOf":2,"type":"integer"}`, `{"type":"string","minLength":2}`, `{"maxLength":1}`,
			`{"not":{"type":"number"}}`, `{"anyOf":[{"type":"boolean"},{"minimum":2}]}`, `{"oneOf":[{"const":1},{"type":"integer"}]}`,
			`{"type":"boolean"}`, `{"enum":[true,false,null]}`, `{"if":{"type":"string"},"then":{"const":"a"},"else":{"type":"number"}}`,
		}, 312},
		{"objects", []string{
			`{"type":"object"}`, `{"required":["a"]}`, `{"required":["a","b"]}`, `{"properties":{"a":{"type":"integer"}}}`,
			`{"properties":{"a":{"const":1}},"additionalProperties":false}`, `{"properties":{"b":{}},"additionalProperties":false}`,
			`{"additionalProperties":{"type":"integer"}}`, `{"dependentRequired":{"a":["b"]}}`, `{"dependentSchemas":{"a":{"required":["b"]}}}`,
			`{"minProperties":1}`, `{"maxProperties":1}`, `{"propertyNames":{"maxLength":1}}`, `{"patternProperties":{"^a":{"type":"integer"}}}`,
			`{"properties":{"a":false}}`, `{"required":["a"],"properties":{"a":{"enum":[1,2]}}}`, `{"dependencies":{"b":["a"]}}`,
			`{"required":["a"],"properties":{"a":{"const":"x"}}}`, `{"additionalProperties":true,"properties":{"b":true}}`,
		}, 452},
		{"arrays", []string{
			`{"type":"array"}`, `{"items":{"type":"integer"}}`, `{"items":{"type":"number","multipleOf":1}}`, `{"prefixItems":[{"const":1}]}`,
			`{"prefixItems":[{"type":"integer"}],"items":false}`, `{"prefixItems":[{},{}],"items":{"type":"string"}}`, `{"minItems":1}`,
			`{"maxItems":1}`, `{"contains":{}}`, `{"contains":{"const":1}}`, `{"contains":{"const":1},"minContains":0}`,
			`{"contains":{"const":1},"maxContains":1}`, `{"uniqueItems":true}`, `{"items":false}`, `{"contains":true,"maxContains":1}`,
			`{"type":"array","minItems":2,"uniqueItems":false}`, `{"const":[]}`,
		}, 300},
	} {
		var all []string
		all = append(all, test.parts...)
		for i, a := range test.parts {
			all = append(all, `{"not":`+a+`}`)
			for j, b := range test.parts[:i] {
				for k, op := range []string{"anyOf", "oneOf", "allOf"} {
					all = append(all, fmt.Sprintf(`{%q:[%s,%s]}`, op, a, b))
					if (i+j)%3 == k { // and some in another order with one twice
						all = append(all, fmt.Sprintf(`{%q:[%s,%s,%[2]s]}`, op, b, a))
					}
				}
			}
		}
		if n := exhaust(t, test.name, all); n > test.classes {
			t.Errorf("%s: %d schemas fall into %d classes, more than %d", test.name, len(all), n, test.classes)
		}
	}
}

// exhaust compares all schemas and returns the number of classes.
func exhaust(t *testing.T, name string, all []string) int {
	t.Helper()
	g := mustRead(t, `{"allOf":[false],"prefixItems":[`+strings.Join(all, ",")+`]}`, Draft2020)
	classes, _, o := classesOf(g, g, nil)
	if o != nil {
		t.Fatal(o)
	}
	var values []*validate.Instance
	for i, v := range instances(t) {
		if i < 20 || i%3 == 0 {
			values = append(values, v)
		}
	}
	of := map[int]string{}    // verdicts of a class
	first := map[int]string{} // the first schema of a class
	for i, s := range g.Root.Prefix {
		compiled, err := validate.Compile([]byte(all[i]), nil)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, v := range values {
			ok, err := compiled.AcceptsDecoded(v)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%t ", ok)
		}
		class := classes[s.ID]
		if of[class] == "" {
			of[class], first[class] = b.String(), all[i]
		} else if of[class] != b.String() {
			t.Errorf("%s: %s and %s are of one class and accept different instances", name, first[class], all[i])
		}
	}
	return len(of)
}
