package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

func TestDraftOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text     string
		draft    schema.Draft
		declared bool
		err      string
	}{
		{`{}`, schema.Draft2020, false, ""},
		{`true`, schema.Draft2020, false, ""},
		{`{"properties":{"$schema":{"type":"string"}}}`, schema.Draft2020, false, ""},
		{`{"$schema":"http://json-schema.org/draft-04/schema#"}`, schema.Draft4, true, ""},
		{`{"$schema":"http://json-schema.org/draft-04/schema"}`, schema.Draft4, true, ""},
		{`{"$schema":"http://json-schema.org/draft-06/schema#"}`, schema.Draft6, true, ""},
		{`{"$schema":"http://json-schema.org/draft-07/schema#"}`, schema.Draft7, true, ""},
		{`{"$schema":"https://json-schema.org/draft-07/schema"}`, schema.Draft7, true, ""},
		{`{"$schema":"http:\/\/json-schema.org\/draft-07\/schema#"}`, schema.Draft7, true, ""},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema"}`, schema.Draft2019, true, ""},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, schema.Draft2020, true, ""},
		{`{"$schema":"http://json-schema.org/draft/2020-12/schema#"}`, schema.Draft2020, true, ""},
		{`{"$schema":"http://json-schema.org/draft-03/schema#"}`, 0, true, "draft-03"},
		{`{"$schema":"http://json-schema.org/schema#"}`, 0, true, "not known"},
		{`{"$schema":"https://spec.openapis.org/oas/3.1/dialect/base"}`, 0, true, "openapis"},
		{`{"$schema":""}`, 0, true, "not known"},
		{`{"$schema":7}`, 0, true, "not a string: 7"},
		{`{"$schema":"` + strings.Repeat("x", 10_000) + `"}`, 0, true, "…"},
	} {
		draft, declared, err := schema.DraftOf(mustParse(t, test.text))
		if draft != test.draft || declared != test.declared || (err == nil) != (test.err == "") {
			t.Errorf("%.80s: %d, %v, %v", test.text, draft, declared, err)
		}
		if err != nil && (!strings.Contains(err.Error(), test.err) || len(err.Error()) > 1000) {
			t.Errorf("%.80s: message is %.100s", test.text, err)
		}
	}
}

func TestDialectDependence(t *testing.T) {
	t.Parallel()
	const (
		four = `"$schema":"http://json-schema.org/draft-04/schema#",`
		six  = `"$schema":"http://json-schema.org/draft-06/schema#",`
	)
	type where struct{ at, reason string } // an empty reason: neutral
	neutral := where{}
	for text, want := range map[string]where{
		// What generators write for flat objects.
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"path":{"type":"string","minLength":1,"description":"A path."},"depth":{"type":"integer","exclusiveMinimum":0,"default":1},"mode":{"type":"string","enum":["a","b"]},"tags":{"type":"array","items":{"type":"string"}}},"required":["path"],"additionalProperties":false}`: neutral,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"n":{"anyOf":[{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},{"type":"null"}],"default":null,"title":"N"},"m":{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{}},"k":{"const":"x"}}}`:                           neutral,
		`{"title":"searchArguments","type":"object","properties":{"q":{"title":"Q","type":"string"},"f":{"$ref":"#/$defs/F"}},"required":["q"],"$defs":{"F":{"title":"F","type":"object","properties":{"x":{"type":"number","examples":[1]}}}}}`:                                                                                                                       neutral,
		`true`: neutral,
		`{}`:   neutral,
		// $ref and what stands beside it
		`{"items":{"$ref":"#/$defs/a"},"$defs":{"a":{}}}`:                                                       neutral,
		`{"items":{"$ref":"#","description":"d","title":"t","default":1,"$comment":"c","nullable":true}}`:       neutral,
		`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","definitions":{"a":{}}}`: neutral,
		`{"items":{"$ref":"#","type":"string"}}`:                                                                {"/items", "beside $ref"},
		`{"items":{"properties":{"a":{}},"$ref":"#"}}`:                                                          {"/items", "beside $ref"},
		`{"items":{"$ref":"#","id":"x"}}`:                                                                       neutral,
		`{"properties":{"$ref":{"type":"string"},"type":{"not":true}}}`:                                         neutral,
		// arrays
		`{"items":[{}]}`:                           {"", "tuple"},
		`{"items":{},"additionalItems":false}`:     {"", "additionalItems"},
		`{"not":{"prefixItems":[{}]}}`:             {"/not", "prefixItems"},
		`{"items":true}`:                           neutral,
		`{"contains":{},"minContains":2}`:          {"", "minContains"},
		`{"contains":{},"maxContains":2}`:          {"", "maxContains"},
		`{"contains":{}}`:                          neutral,
		`{"contains":{},"unevaluatedItems":false}`: {"", "unevaluatedItems"},
		// bounds
		`{"properties":{"a":{"minimum":1,"exclusiveMinimum":true}}}`: {"/properties/a", "exclusiveMinimum"},
		`{"exclusiveMaximum":false}`:                                 {"", "exclusiveMaximum"},
		`{"exclusiveMaximum":5}`:                                     neutral,
		`{` + four + `"exclusiveMaximum":5}`:                         {"", "exclusiveMaximum"},
		// keywords that came or went
		`{` + four + `"const":1}`:                             {"", "const"},
		`{` + four + `"contains":{}}`:                         {"", "contains"},
		`{` + four + `"propertyNames":{}}`:                    {"", "propertyNames"},
		`{` + four + `"if":{}}`:                               {"", "if"},
		`{` + four + `"type":"string","enum":["a"]}`:          neutral,
		`{` + four + `"type":"integer"}`:                      {"", "1.0"},
		`{` + four + `"type":["null","integer"]}`:             {"", "1.0"},
		`{` + four + `"required":[]}`:                         {"", "required"},
		`{` + four + `"enum":[]}`:                             {"", "enum"},
		`{` + four + `"items":true}`:                          {"/items", "boolean"},
		`{` + four + `"additionalProperties":false}`:          neutral,
		`{` + four + `"id":"x"}`:                              {"", "id"},
		`{` + four + `"examples":[1]}`:                        neutral,
		`{` + four + `"examples":{"a":1}}`:                    {"", "examples"},
		`{` + six + `"const":1,"required":[],"items":true}`:   neutral,
		`{` + six + `"if":{},"then":{}}`:                      {"", "if"},
		`{"if":{},"then":{},"else":{}}`:                       neutral,
		`{"required":[]}`:                                     neutral,
		`{"dependencies":{"a":["b"]}}`:                        {"", "dependencies"},
		`{"dependentRequired":{"a":["b"]}}`:                   {"", "dependentRequired"},
		`{"dependentSchemas":{"a":{}}}`:                       {"", "dependentSchemas"},
		`{"unevaluatedProperties":false}`:                     {"", "unevaluatedProperties"},
		`{"properties":{"dependencies":{},"prefixItems":{}}}`: neutral,
		`{"default":{"prefixItems":[{}],"format":"x"}}`:       neutral,
		`{"properties":{"a":{"format":"date"}}}`:              {"/properties/a", "format"},
		`{"contentEncoding":"base64"}`:                        {"", "contentEncoding"},
		`{"contentMediaType":"text/html"}`:                    {"", "contentMediaType"},
		`{"deprecated":true,"readOnly":true}`:                 neutral,
		`{"contentSchema":{}}`:                                {"", "contentSchema"},
		`{"deprecated":"use b"}`:                              {"", "deprecated"},
		`{"$defs":{"a":1}}`:                                   {"", "$defs"},
		// values that are not valid to every draft, or not beyond doubt
		`{` + four + `"readOnly":"x"}`:                       {"", "readOnly"},
		`{` + six + `"$comment":5}`:                          {"", "$comment"},
		`{` + six + `"properties":{"a":{"enum":["a","a"]}}}`: {"/properties/a", "enum"},
		`{"enum":[]}`:      {"", "enum"},
		`{"enum":[1,1.0]}`: {"", "enum"},
		`{"enum":[{"a":1,"b":2},{"b":2,"a":1.0}]}`:          {"", "enum"},
		`{"enum":["1",1,true,"true",null,"null",[],{},""]}`: neutral,
		`{"$defs":[]}`:                        {"", "$defs"},
		`{"definitions":5}`:                   {"", "definitions"},
		`{"required":["a","a"]}`:              {"", "required"},
		`{"required":true}`:                   {"", "required"},
		`{"type":"strnig"}`:                   {"", "type"},
		`{"type":["string","string"]}`:        {"", "type"},
		`{"type":[]}`:                         {"", "type"},
		`{"title":5}`:                         {"", "title"},
		`{"examples":5}`:                      {"", "examples"},
		`{"allOf":[]}`:                        {"", "allOf"},
		`{"anyOf":[5]}`:                       {"", "anyOf"},
		`{"not":5}`:                           {"", "not"},
		`{"properties":{"a":5}}`:              {"", "properties"},
		`{"multipleOf":0}`:                    {"", "multipleOf"},
		`{"multipleOf":0.25}`:                 neutral,
		`{"minimum":1e400}`:                   {"", "minimum"},
		`{"maximum":"1"}`:                     {"", "maximum"},
		`{"minLength":-1}`:                    {"", "minLength"},
		`{"minLength":2.5}`:                   {"", "minLength"},
		`{"minLength":2.0}`:                   neutral,
		`{` + four + `"minLength":2.0}`:       {"", "minLength"},
		`{` + four + `"minLength":2}`:         neutral,
		`{"uniqueItems":1}`:                   {"", "uniqueItems"},
		`{"$ref":5}`:                          {"", "$ref"},
		`{"$id":"#a"}`:                        {"", "$id"},
		`{"$id":"a b"}`:                       {"", "$id"},
		`{` + four + `"$ref":"%zz"}`:          {"", "$ref"},
		`{"pattern":"(?=a)"}`:                 neutral, // to all or to none
		`{"$defs":{"a":{"pattern":"(?=a)"}}}`: {"/$defs/a", "pattern"},
		`{"$defs":{"a":{"pattern":"^[a-z_-]{1,3}\\d+$"}}}`:                neutral,
		`{"$defs":{"a":{"$ref":"%zz"}}}`:                                  {"/$defs/a", "$ref"},
		`{"definitions":{"a":{"pattern":"["}}}`:                           neutral,
		`{"definitions":{"a":{"patternProperties":{"[":{}}}}}`:            neutral,
		`{` + six + `"definitions":{"a":{"patternProperties":{"[":{}}}}}`: {"/definitions/a", "patternProperties"},
		`{"$ref":"#/parts/a","parts":{"a":{"pattern":"["}}}`:              {"/parts/a", "pattern"},
		// names and dialects
		`{"$id":"http://e.org/x"}`:                                        neutral, // the root's is the caller's business
		`{"items":{"$id":"x"}}`:                                           {"/items", "$id"},
		`{"items":{"id":"x"}}`:                                            neutral,
		`{"properties":{"id":{},"$id":{},"$schema":{}}}`:                  neutral,
		`{"items":{"$anchor":"x"}}`:                                       {"/items", "$anchor"},
		`{"$dynamicAnchor":"x"}`:                                          {"", "$dynamicAnchor"},
		`{"items":{"$dynamicRef":"#x"}}`:                                  {"/items", "$dynamicRef"},
		`{"$recursiveAnchor":true}`:                                       {"", "$recursiveAnchor"},
		`{"items":{"$recursiveRef":"#"}}`:                                 {"/items", "$recursiveRef"},
		`{"items":{"$schema":"http://json-schema.org/draft-07/schema#"}}`: {"/items", "dialect"},
		`{"$schema":"http://e.org/own"}`:                                  {"", "not known"},
		// behind a reference into a place that Walk does not know
		`{"$ref":"#/parts/a","parts":{"a":{"$id":"x"}}}`:    {"/parts/a", "$id"},
		`{"$ref":"#/parts/a","parts":{"a":{"items":[{}]}}}`: {"/parts/a", "tuple"},
		`{"parts":{"a":{"items":[{}]}}}`:                    neutral,
	} {
		d, err := schema.Resolve(mustParse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		dep := schema.DialectDependence(d)
		if dep == nil {
			dep = &schema.Dependence{}
		}
		if string(dep.At) != want.at || want.reason == "" && dep.Reason != "" || !strings.Contains(dep.Reason, want.reason) {
			t.Errorf("%s: %q %q, want %q %q", text, dep.At, dep.Reason, want.at, want.reason)
		}
	}
}

// TestDialectDependenceOfEveryKeyword: a keyword that asserts or names something and is not in all of the drafts 7, 2019-09 and
// 2020-12 is always a dependence.
func TestDialectDependenceOfEveryKeyword(t *testing.T) {
	t.Parallel()
	const readers = schema.Draft7 | schema.Draft2019 | schema.Draft2020
	for _, k := range schema.Keywords() {
		if k.Drafts&readers == 0 || k.Drafts&readers == readers || k.Class == schema.Annotation {
			continue
		}
		d, err := schema.Resolve(mustParse(t, fmt.Sprintf(`{%q:{}}`, k.Name)))
		if err != nil {
			t.Fatal(err)
		}
		if schema.DialectDependence(d) == nil {
			t.Errorf("%s is taken for neutral", k.Name)
		}
	}
}
