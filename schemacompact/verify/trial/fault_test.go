package trial

import (
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/schema"
)

// rich has every keyword that faults are made in.
const rich = `{
 "type":"object",
 "properties":{
  "name":{"type":"string","minLength":2,"maxLength":12},
  "code":{"type":"string","pattern":"^[A-Z]{2}-[0-9]{3,4}$"},
  "mail":{"type":"string","format":"email"},
  "mode":{"enum":["fast","slow","Slow",3,null]},
  "kind":{"const":"file"},
  "size":{"type":"integer","minimum":1,"maximum":4096},
  "step":{"type":"integer","multipleOf":4},
  "rate":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1.5},
  "tags":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3,"uniqueItems":true},
  "pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"boolean"}],"items":false},
  "labels":{"type":"object","additionalProperties":{"type":"string"},"propertyNames":{"maxLength":5},"minProperties":1,"maxProperties":2},
  "envs":{"type":"object","patternProperties":{"^E_":{"type":"integer"}},"additionalProperties":false},
  "where":{"$ref":"#/$defs/place"},
  "also":{"type":"array","contains":{"type":"integer"}},
  "either":{"anyOf":[{"type":"string","maxLength":3},{"type":"integer"},{"type":"object","properties":{"x":{"type":"null"}},"required":["x"]}]},
  "one":{"oneOf":[{"type":"number","multipleOf":2},{"type":"number","multipleOf":3}]},
  "all":{"allOf":[{"minimum":3},{"maximum":9}]},
  "none":{"not":{"type":"array"}},
  "maybe":{"type":["string","null"]},
  "cond":{"type":"object","if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["then"]},"else":{"required":["else"]}},
  "card":{"type":"object","properties":{"number":{},"address":{}},"dependentRequired":{"number":["address"]}}
 },
 "required":["name","size"],
 "additionalProperties":false,
 "$defs":{
  "place":{"type":"object","properties":{"city":{"type":"string"},"inside":{"$ref":"#/$defs/place"}},"required":["city"]},
  "other":{"type":"object","properties":{"street":{"type":"string"}},"required":["street"]}
 }
}`

// Each fault in the schema, put in alone, is found, and the witness is right.
func TestEveryFaultIsFound(t *testing.T) {
	t.Parallel()
	groups := newReader(parse(t, rich)).faults()
	for _, want := range []string{
		"drop type", "drop enum", "drop const", "drop minimum", "drop maximum", "drop exclusiveMinimum", "drop exclusiveMaximum", "drop multipleOf",
		"drop minLength", "drop maxLength", "drop pattern", "drop format", "drop minItems", "drop maxItems", "drop uniqueItems", "drop minProperties",
		"drop maxProperties", "drop additionalProperties", "drop propertyNames", "drop contains", "drop not", "drop items", "drop prefixItems",
		"drop patternProperties", "drop dependentRequired", "drop allOf", "drop anyOf", "drop oneOf", "drop $ref", "drop then", "drop else",
		"raise minimum", "lower minimum", "raise maxLength", "lower maxItems", "raise exclusiveMaximum", "integer to number", "add null", "remove type",
		"remove enum value", "change const", "remove required name", "add required name", "remove property", "close object", "remove branch of anyOf",
		"remove branch of oneOf", "remove branch of allOf", "oneOf to anyOf", "retarget $ref",
	} {
		if len(groups[want]) == 0 {
			t.Errorf("no fault is made of the kind %q", want)
		}
	}
	total := 0
	for _, a := range parts(t) {
		for group, list := range newReader(a).faults() {
			for _, f := range list {
				b := a.Clone()
				f.edit(b.Find(f.at))
				r := Run(a, b, &Options{Time: time.Minute, Mutants: -1})
				if r.Invalid != nil {
					continue
				}
				total++
				switch {
				case r.AnotB != nil:
					confirm(t, a, b, r.AnotB)
				case r.BnotA != nil:
					confirm(t, b, a, r.BnotA)
				default:
					t.Errorf("missed: %s at %s of %s", group, f.at, a.Append(nil))
				}
			}
		}
	}
	if total < 200 {
		t.Errorf("there are only %d faults", total)
	}
}

// parts cuts the rich schema into schemas with one of its properties each: they are tried sooner.
func parts(t *testing.T) []*schema.Node {
	whole := parse(t, rich)
	var out []*schema.Node
	for name, property := range whole.Get("properties").Members() {
		n, properties := schema.NewObject(), schema.NewObject()
		properties.Set(name, property)
		n.Set("properties", properties)
		n.Copy(whole, "type")
		n.Copy(whole, "additionalProperties")
		n.Copy(whole, "$defs")
		out = append(out, n.Clone())
	}
	return out
}

// Edits that change nothing are no faults.
func TestIdleEdits(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, `true`, `{"type":"integer","minLength":2,"pattern":"a","properties":{"x":{"type":"null"}},"additionalProperties":true,"required":["y"]}`,
		`{"type":"string","uniqueItems":true,"format":"made-up"}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","additionalProperties":false,"properties":{"x":{"$ref":"#/definitions/d","minimum":1}},"definitions":{"d":{},"e":{"title":"E"}}}`,
		`{"type":"object","additionalProperties":false,"propertyNames":{"type":"string"}}`,
	} {
		for group, list := range newReader(parse(t, text)).faults() {
			for _, f := range list {
				switch group {
				case "drop type", "add null", "integer to number", "close object", "drop additionalProperties", "add required name", "remove property":
				default:
					t.Errorf("%s: %s at %q", text, group, f.at)
				}
			}
		}
	}
	// A branch that another one covers.
	covered := parse(t, `{"anyOf":[{"$ref":"#/$defs/d"},{"type":"string"},{"type":"object","title":"any","additionalProperties":true}],"$defs":{"d":{"oneOf":[{"type":"object","required":["x"]},{"type":"object","maxProperties":1}]}}}`)
	for group, list := range newReader(covered).faults() {
		for _, f := range list {
			if f.at != "" && f.at != "/anyOf/1" && f.at != "/anyOf/2" || f.what == "remove branch 0 of anyOf" {
				t.Errorf("%s at %s changes nothing", group, f.at)
			}
		}
	}
	if r := Run(covered, covered, patient()); r.KillRate != 1 || r.Mutants < 5 {
		t.Errorf("%+v", r)
	}
	// Branches that cannot hold at once.
	for _, text := range []string{
		`{"oneOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"enum":["a"]},{"type":"string","pattern":"^b"}]}`,
		`{"oneOf":[{"type":"object","properties":{"k":{"const":1}},"required":["k"]},{"type":"object","properties":{"k":{"const":2}},"required":["k"]}]}`,
	} {
		groups := newReader(parse(t, text)).faults()
		if len(groups["oneOf to anyOf"])+len(groups["anyOf to oneOf"]) > 0 {
			t.Errorf("%s: swapping the keyword changes nothing", text)
		}
	}
}
