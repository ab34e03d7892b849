package verify

import "testing"

// Damage of the kinds that schema tools in the field are known to do: each names the mistake behind it. None may pass.
// Where the mistake has a sound counterpart, good is what a careful tool would have written; that must be identical.
func TestKnownDamage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mistake, before, bad, good string }{
		{"a property named title goes when it has a neighbour named type",
			`{"properties":{"title":{"title":"Title","type":"string"},"type":{"type":"string"}},"required":["title"]}`,
			`{"properties":{"type":{"type":"string"}},"required":["title"]}`,
			`{"properties":{"title":{"type":"string"},"type":{"type":"string"}},"required":["title"]}`},
		{"so does its entry in required",
			`{"properties":{"title":{"type":"string"}},"required":["title"]}`, `{"properties":{},"required":[]}`, ""},
		{"a definition, a pattern and a dependency of that name go",
			`{"$ref":"#/$defs/title","$defs":{"title":{"type":"object"}},"patternProperties":{"title":{"type":"null"}},"dependentSchemas":{"title":{"minProperties":2}},"dependentRequired":{"title":["x"]}}`,
			`{"$ref":"#/$defs/title","$defs":{"title":{"type":"object"}},"patternProperties":{},"dependentSchemas":{"title":{"minProperties":2}},"dependentRequired":{}}`, ""},
		{"keys inside constants go",
			`{"anyOf":[{"const":{"title":"v"}},{"enum":[{"examples":[1]}]}],"default":{"title":"v"}}`,
			`{"anyOf":[{"const":{}},{"enum":[{"examples":[1]}]}]}`, `{"anyOf":[{"const":{"title":"v"}},{"enum":[{"examples":[1]}]}]}`},
		{"a property named title goes deep inside",
			`{"properties":{"rows":{"items":{"properties":{"title":{"title":"T"},"at":{}}}}}}`, `{"properties":{"rows":{"items":{"properties":{"at":{}}}}}}`,
			`{"properties":{"rows":{"items":{"properties":{"title":{},"at":{}}}}}}`},
		{"a property named pattern is taken for the constraint",
			`{"properties":{"pattern":{"type":"string","pattern":"^/"},"path":{}},"required":["pattern"]}`, `{"properties":{"path":{}},"required":["pattern"]}`, ""},
		{"tuples lose their dialect", draftOf7(`"properties":{"at":{"items":[{"type":"number"},{"type":"number"}]}}`), `{"properties":{"at":{"items":[{"type":"number"},{"type":"number"}]}}}`, ""},
		{"tuples become lists", draftOf7(`"items":[{"type":"number"},{"type":"number"}]`), draftOf7(`"items":{"type":"number"}`), ""},
		{"a nullable object loses its members", `{"type":["object","null"],"properties":{"k":{}},"required":["k"]}`, `{"type":["object","null"]}`, ""},
		{"anything becomes an object", `{"properties":{"v":{"$ref":"#/$defs/Json"}},"$defs":{"Json":{}}}`, `{"properties":{"v":{"$ref":"#/$defs/Json"}},"$defs":{"Json":{"type":"object"}}}`, ""},
		{"references are dropped", `{"properties":{"lang":{"$ref":"#/$defs/Lang"}},"$defs":{"Lang":{"enum":["de","fr"]}}}`, `{"properties":{"lang":{}}}`, ""},
		{"a reference beside a description is not resolved, but its target is removed",
			`{"properties":{"home":{"$ref":"#/$defs/Place","description":"Where."}},"$defs":{"Place":{"required":["city"]}}}`,
			`{"properties":{"home":{"$ref":"#/$defs/Place"}}}`, `{"properties":{"home":{"$ref":"#/$defs/Place"}},"$defs":{"Place":{"required":["city"]}}}`},
		{"recursion is cut", `{"$ref":"#/$defs/Expr","$defs":{"Expr":{"anyOf":[{"type":"integer"},{"properties":{"not":{"$ref":"#/$defs/Expr"}}}]}}}`,
			`{"$ref":"#/$defs/Expr","$defs":{"Expr":{"anyOf":[{"type":"integer"},{"properties":{"not":{}}}]}}}`, ""},
		{"a definition that only definitions use is pruned", `{"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}]},"B":{"type":"string"},"C":{}}}`,
			`{"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}]}}}`, `{"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}]},"B":{"type":"string"}}}`},
		{"only type, properties and required are kept", `{"type":"object","properties":{"by":{"$ref":"#/$defs/By"}},"required":["by"],"$defs":{"By":{"type":"string"}}}`,
			`{"type":"object","properties":{"by":{"$ref":"#/$defs/By"}},"required":["by"]}`, ""},
		{"a definition behind an absolute self-reference is pruned",
			`{"$id":"https://example.com/tool","items":{"$ref":"https://example.com/tool#/$defs/C"},"$defs":{"C":{"type":"string"}}}`,
			`{"$id":"https://example.com/tool","items":{"$ref":"https://example.com/tool#/$defs/C"}}`, ""},
		{"a map of values becomes an empty object", `{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","properties":{},"additionalProperties":false}`, ""},
		{"an object without a type is not closed like its neighbours", `{"properties":{"k":{}},"additionalProperties":false}`, `{"properties":{"k":{}}}`, ""},
		{"an only branch overwrites its parent", `{"description":"outer","minLength":5,"allOf":[{"minLength":2,"type":"string"}]}`, `{"minLength":2,"type":"string"}`, ""},
		{"a constant becomes an enum without its type", `{"properties":{"tag":{"type":"string","const":"hello"}}}`, `{"properties":{"tag":{"enum":["hello"]}}}`, ""},
		{"an integer becomes a number", `{"properties":{"n":{"type":"integer"}}}`, `{"properties":{"n":{"type":"number"}}}`, ""},
		{"a union becomes a string", `{"properties":{"n":{"anyOf":[{"type":"string"},{"type":"array"}]}}}`, `{"properties":{"n":{"type":"string"}}}`, ""},
		{"a schema for further members becomes false", `{"additionalProperties":{"type":"number"}}`, `{"additionalProperties":false}`, ""},
		{"deep objects collapse under a budget", `{"properties":{"a":{"properties":{"b":{"type":"string"}}}}}`, `{"properties":{"a":{}}}`, ""},
		{"a reference becomes an object, whatever it meant", `{"items":{"$ref":"#/$defs/E"},"$defs":{"E":{"enum":["x"]}}}`, `{"items":{"type":"object"}}`, ""},
		{"a union at the root is flattened", `{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"type":"object","properties":{}}`, ""},
		{"an exclusive bound is moved by one", `{"type":"number","exclusiveMinimum":0}`, `{"type":"number","minimum":1}`, ""},
		{"keywords go that some provider refuses", `{"type":"array","uniqueItems":true,"maxItems":3}`, `{"type":"array","maxItems":3}`, ""},
		{"a property named properties is taken for the keyword", `{"properties":{"properties":{"properties":{"title":{}}}}}`, `{"properties":{"properties":{"properties":{}}}}`, ""},
		{"a property named $ref is taken for a reference", `{"properties":{"$ref":{"type":"string","title":"Ref"}}}`, `{"properties":{}}`, `{"properties":{"$ref":{"type":"string"}}}`},
		{"a draft-4 bound is stamped as 2020-12", `{` + draft4 + `,"minimum":0,"exclusiveMinimum":true}`, `{` + draft2020 + `,"minimum":0,"exclusiveMinimum":true}`, ""},
		{"closed branches are merged as if they were open", `{"allOf":[{"properties":{"k":{}},"additionalProperties":false},{"properties":{"l":{}}}]}`, `{"properties":{"k":{},"l":{}},"additionalProperties":false}`, ""},
		{"an enum of many becomes a constant", `{"enum":["a","b","c"]}`, `{"const":"a"}`, ""},
		{"items go because they say nothing", `{"type":"array","items":{}}`, `{"type":"array"}`, ""},
		{"the type beside an enum goes", `{"type":"string","enum":["a"]}`, `{"enum":["a"]}`, ""},
		{"an empty enum goes, which accepts nothing", `{"enum":[]}`, `{}`, ""},
		{"$schema goes whatever it says", draftOf7(`"$id":"https://example.com/x","properties":{"d":{"format":"date"}}`), `{"properties":{"d":{"format":"date"}}}`, draftOf7(`"$id":"https://example.com/x","properties":{"d":{"format":"date","title":"D"}}`)},
		{"a constant is zeroed", `{"properties":{"k":{"const":"page"}}}`, `{"properties":{"k":{}}}`, ""},
		{"required goes from nested objects", `{"items":{"properties":{"k":{}},"required":["k"]}}`, `{"items":{"properties":{"k":{}}}}`, ""},
		{"propertyNames goes", `{"propertyNames":{"pattern":"^[a-z]+$"}}`, `{}`, ""},
		{"nullability goes", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":"string"}`, ""},
		{"an empty bookkeeping keyword is added where draft 4 forbids it", `{` + draft4 + `,"type":"object"}`, `{` + draft4 + `,"type":"object","required":[]}`, ""},
	} {
		if p := Compare(parse(t, c.before), parse(t, c.bad), nil); p.Verdict != Unknown || p.Reason == "" {
			t.Errorf("%s: %s\n%s\n%+v", c.mistake, c.before, c.bad, p)
		}
		if c.good == "" {
			continue
		}
		if p := Compare(parse(t, c.before), parse(t, c.good), nil); p.Verdict != Identical {
			t.Errorf("%s, done well: %s\n%s\n%+v", c.mistake, c.before, c.good, p)
		}
	}
}
