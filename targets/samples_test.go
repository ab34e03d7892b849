package targets_test

import (
	"fmt"
	"strings"
)

// A sample shows a rule broken and kept. Each text is an input schema, or a whole tool where it begins with {"name", or
// a list of tools where it begins with [.
type sample struct{ bad, good []string }

// with returns a schema with one property.
func with(property string) string {
	return `{"type":"object","properties":{"p":` + property + `}}`
}

// tool returns a tool without parameters.
func tool(name, description string) string {
	return fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object","properties":{}}}`, name, description)
}

// many returns n tools with a schema each.
func many(n int, input string) string {
	tools := make([]string, n)
	for i := range tools {
		tools[i] = fmt.Sprintf(`{"name":"t%d","inputSchema":%s}`, i, input)
	}
	return "[" + strings.Join(tools, ",") + "]"
}

// properties returns n properties of one kind.
func properties(n int, kind string) string {
	p := make([]string, n)
	for i := range p {
		p[i] = fmt.Sprintf(`"p%d":%s`, i, kind)
	}
	return `{"type":"object","properties":{` + strings.Join(p, ",") + `}}`
}

// nested returns an object inside of n others.
func nested(n int) string {
	return strings.Repeat(`{"type":"object","properties":{"p":`, n) + `{"type":"string"}` + strings.Repeat("}}", n)
}

// values returns an enum of n texts that have so many characters each.
func values(n, length int) string {
	v := make([]string, n)
	for i := range v {
		v[i] = fmt.Sprintf(`"%0*d"`, length, i)
	}
	return `{"type":"string","enum":[` + strings.Join(v, ",") + `]}`
}

func x(n int) string { return strings.Repeat("x", n) }

// longTool returns the bad and the good sample for a limit of characters of a name.
func longName(limit int) sample {
	return sample{[]string{tool(x(limit+1), "")}, []string{tool(x(limit), "")}}
}

func longDescription(limit int) sample {
	return sample{[]string{tool("t", x(limit+1))}, []string{tool("t", x(limit))}}
}

func countTools(limit int) sample {
	closed := `{"type":"object","properties":{},"additionalProperties":false}`
	return sample{[]string{many(limit+1, closed)}, []string{many(limit, closed)}}
}

// samples returns what breaks and what keeps each rule. Where a target has other figures or forms than most, there is an
// entry "TARGET RULE" for it.
func samples() map[string]sample {
	ref := `{"type":"object","properties":{"p":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"string"}}}`
	plain := with(`{"type":"string"}`)
	draft7 := `"$schema":"http://json-schema.org/draft-07/schema#",`
	recursive := `{"type":"object","properties":{"p":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"object","properties":{"in":{"$ref":"#/$defs/e"}}},"e":{"$ref":"#/$defs/d"}}}`
	union := func(keyword string) string { return with(`{"` + keyword + `":[{"type":"string"},{"type":"integer"}]}`) }
	return map[string]sample{
		"unreadable-schema":    {[]string{`"text"`}, []string{plain, `true`}},
		"property-map":         {[]string{`{"to":{"type":"string"},"cc":{"type":"string"}}`}, []string{plain, `true`, `{"properties":{"to":{"type":"string"}}}`}},
		"missing-schema":       {[]string{`{"name":"t","description":"d"}`}, []string{plain, `{"name":"bash","type":"bash_20250124"}`}},
		"unknown-dialect":      {[]string{`{"$schema":"https://example.com/own","type":"object"}`}, []string{`{` + draft7 + `"type":"object"}`, plain}},
		"duplicate-keys":       {[]string{`{"type":"object","type":"object"}`, with(`{"default":{"a":1,"a":2}}`), with(`{"enum":[{"a":1,"a":2}]}`)}, []string{plain}},
		"duplicate-tools":      {[]string{`[` + tool("t", "") + `,` + tool("t", "other") + `]`}, []string{`[` + tool("t", "") + `,` + tool("T", "") + `]`}},
		"invalid-schema":       {[]string{`{"type":"string","pattern":"["}`}, []string{plain, `{"type":"string","pattern":"[a]"}`}},
		"unsatisfiable":        {[]string{`false`, `{"not":{}}`, `{"not":true}`}, []string{`true`, `{"not":false}`, plain}},
		"unused-definitions":   {[]string{`{"type":"object","$defs":{"d":{}}}`, `{"type":"object","definitions":{"d":true}}`}, []string{ref}},
		"dangling-reference":   {[]string{with(`{"$ref":"#/$defs/none"}`), with(`{"$ref":"#gone"}`)}, []string{ref, with(`{"default":{"$ref":"#/$defs/none"}}`)}},
		"remote-reference":     {[]string{with(`{"$ref":"https://example.com/s"}`), with(`{"$ref":"other.json#/a"}`)}, []string{ref}},
		"recursive-reference":  {[]string{recursive, `{"type":"object","properties":{"p":{"$ref":"#"}}}`}, []string{ref, `{"type":"object","properties":{"a":{"$ref":"#/$defs/d"},"b":{"$ref":"#/$defs/d"}},"$defs":{"d":{"$ref":"#/$defs/e"},"e":{}}}`}},
		"reference-characters": {[]string{`{"type":"object","properties":{"p":{"$ref":"#/$defs/List<Pet>"}},"$defs":{"List<Pet>":{}}}`, with(`{"$ref":"#/$defs/a b"}`)}, []string{ref, with(`{"$ref":"#/$defs/List%3CPet%3E"}`), with(`{"pattern":"<"}`)}},
		"reference":            {[]string{ref}, []string{plain, `{"type":"object","properties":{"$ref":{"type":"string"}}}`, with(`{"default":{"$ref":"#"},"type":"object"}`)}},
		"nested-reference":     {[]string{recursive}, []string{ref}},
		"ref-siblings":         {[]string{`{"type":"object","properties":{"p":{"$ref":"#/$defs/d","description":"of it"}},"$defs":{"d":{}}}`}, []string{ref}},
		"any ref-siblings": {[]string{`{` + draft7 + `"type":"object","properties":{"p":{"$ref":"#/definitions/d","minLength":2}},"definitions":{"d":{}}}`},
			[]string{`{` + draft7 + `"type":"object","properties":{"p":{"$ref":"#/definitions/d","description":"of it"}},"definitions":{"d":{}}}`,
				`{"type":"object","properties":{"p":{"$ref":"#/$defs/d","minLength":2}},"$defs":{"d":{}}}`}},
		"declared-draft":   {[]string{`{` + draft7 + `"type":"object"}`}, []string{plain, `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`}},
		"root-object":      {[]string{`{"type":"string"}`, `{"properties":{"p":{}}}`, `true`}, []string{plain, `{"type":["object","null"]}`}},
		"root-composition": {[]string{`{"type":"object","oneOf":[{"required":["a"]}]}`, `{"type":"object","allOf":[{}]}`}, []string{plain, union("anyOf")}},
		"root-keywords":    {[]string{`{"type":"object","properties":{},"$defs":{}}`, `{"type":"object","description":"d"}`}, []string{plain, `{"type":"object","properties":{},"required":[]}`}},
		"root-properties":  {[]string{`{"type":"object"}`}, []string{plain, with(`{"type":"object"}`)}},
		"composition":      {[]string{union("oneOf")}, []string{plain, `{"type":"object","properties":{"oneOf":{"type":"string"}}}`}},
		"union-types":      {[]string{with(`{"anyOf":[{"type":"array","items":{}},{"type":"string"}]}`), with(`{"oneOf":[{"type":["string","null"]},{"type":"array"}]}`)}, []string{union("anyOf"), with(`{"type":["array","string"]}`)}},
		"union-siblings":   {[]string{with(`{"description":"one of two","anyOf":[{"type":"string"},{"type":"integer"}]}`)}, []string{union("anyOf")}},
		"mixed-union":      {[]string{`{"type":"object","properties":{},"anyOf":[{"required":["a"]}]}`}, []string{union("anyOf"), `{"type":"object","properties":{},"allOf":[{}]}`}},
		"property-type":    {[]string{with(`{}`), with(`{"description":"anything"}`), with(`true`)}, []string{plain, union("anyOf"), `{"type":"object","properties":{},"$defs":{"d":{}}}`}},
		"type-list":        {[]string{with(`{"type":["string","null"]}`)}, []string{plain, with(`{"enum":[["string"]],"type":"array","items":{}}`)}},
		"known-types":      {[]string{with(`{"type":"any"}`), with(`{"type":["string","date"]}`)}, []string{plain, with(`{"type":["integer","null"]}`), `{"type":"object","properties":{"type":{"type":"string"}}}`}},
		"enum-type":        {[]string{with(`{"enum":["a"]}`), with(`{"const":1}`)}, []string{with(`{"type":"string","enum":["a"]}`), plain}},
		"enum-string":      {[]string{with(`{"type":"integer","enum":[1,2]}`), with(`{"enum":["a"]}`)}, []string{with(`{"type":"string","enum":["a"]}`), with(`{"type":"integer"}`)}},
		"enum-values":      {[]string{with(`{"enum":[{"a":1}]}`), with(`{"const":[1]}`)}, []string{with(`{"enum":["a","b"]}`), with(`{"default":{"enum":[[]]}}`)}},
		"array-items":      {[]string{with(`{"type":"array"}`), with(`{"type":["array","null"],"prefixItems":[{}]}`)}, []string{with(`{"type":"array","items":{}}`), plain, with(`{"default":{"type":"array"}}`)}},
		"empty-items":      {[]string{with(`{"type":"array","items":{}}`), with(`{"type":"array","items":true}`)}, []string{with(`{"type":"array","items":{"type":"string"}}`), with(`{"type":"array"}`)}},
		"tuple-items":      {[]string{with(`{"type":"array","items":[{"type":"string"}]}`)}, []string{with(`{"type":"array","items":{"type":"string"}}`), with(`{"type":"array","prefixItems":[{"type":"string"}],"items":{}}`)}},
		"any tuple-items": {[]string{with(`{"type":"array","items":[{"type":"string"}]}`)},
			[]string{`{` + draft7 + `"type":"object","properties":{"p":{"type":"array","items":[{}]}}}`, with(`{"type":"array","items":{}}`)}},
		"closed-tuple": {[]string{with(`{"type":"array","prefixItems":[{"type":"string"}],"items":false}`)}, []string{with(`{"type":"array","prefixItems":[{}],"items":{}}`), with(`{"type":"array","items":false}`)}},
		"boolean-bounds": {[]string{with(`{"type":"integer","minimum":0,"exclusiveMinimum":true}`), with(`{"type":"integer","maximum":0,"exclusiveMaximum":false}`)},
			[]string{with(`{"type":"integer","exclusiveMinimum":0}`), with(`{"default":{"exclusiveMinimum":true}}`)}},
		"any boolean-bounds": {[]string{with(`{"type":"integer","minimum":0,"exclusiveMinimum":true}`)},
			[]string{`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"p":{"type":"integer","minimum":0,"exclusiveMinimum":true}}}`, with(`{"exclusiveMinimum":0}`)}},
		"number-bounds":       {[]string{with(`{"type":"number","minimum":0}`)}, []string{with(`{"type":"integer","minimum":0}`), with(`{"type":"number"}`)}},
		"min-items":           {[]string{with(`{"type":"array","items":{},"minItems":2}`), with(`{"minItems":2e0}`), with(`{"minItems":1e40}`)}, []string{with(`{"minItems":1}`), with(`{"minItems":0}`), with(`{"minItems":1.0}`), with(`{"minItems":"many"}`)}},
		"required-form":       {[]string{with(`{"type":"string","required":true}`)}, []string{`{"type":"object","required":[]}`}},
		"required-defined":    {[]string{`{"type":"object","properties":{"a":{}},"required":["a","b"]}`, with(`{"type":"object","required":["c"]}`)}, []string{`{"type":"object","properties":{"a":{}},"required":["a"]}`, `{"type":"object","properties":{"a":{}},"anyOf":[{"required":["a"]}]}`, `{"type":"object","allOf":[{"properties":{"a":{}}}],"required":["a"]}`}},
		"required-properties": {[]string{`{"type":"object","required":[]}`}, []string{`{"type":"object","properties":{},"required":[]}`, `{"type":"object"}`}},
		"all-required":        {[]string{plain, `{"type":"object","properties":{"a":{},"b":{}},"required":["b"]}`}, []string{`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, `{"type":"object"}`}},
		"closed-objects":      {[]string{plain, `{"properties":{}}`, `{"type":"object","additionalProperties":{}}`}, []string{`{"type":"object","properties":{},"additionalProperties":false}`, `{"type":"string"}`}},
		"open-object":         {[]string{plain}, []string{`{"type":"object","properties":{},"additionalProperties":true}`, `{"type":"object"}`}},
		"refused-keyword":     {[]string{`{"type":"object","properties":{"p":{"not":{},"exclusiveMinimum":1,"minItems":1,"patternProperties":{"a":{}},"multipleOf":2,"type":"number"}},"$id":"x"}`}, []string{plain, `{"type":"object","properties":{"not":{"type":"string"},"$id":{"type":"string"}}}`}},
		"ignored-keyword":     {[]string{with(`{"oneOf":[],"minProperties":1,"uniqueItems":true,"minLength":1}`), with(`{"maxProperties":1,"uniqueItems":false,"default":1}`)}, []string{plain, with(`{"type":"string","default":{"oneOf":[]}}`)}},
		"vscode ignored-keyword": {[]string{with(`{"minLength":1}`), with(`{"default":1}`)},
			[]string{plain, with(`{"enum":[{"default":1}]}`)}},
		"known-keywords": {[]string{`{"$schema":"x","type":"object"}`, with(`{"const":1}`), with(`{"allOf":[{}]}`)}, []string{plain, `{"type":"object","properties":{"const":{"type":"string"}}}`}},
		"keyword-pair": {[]string{with(`{"type":"object","patternProperties":{"a":{},"b":{}}}`)},
			[]string{with(`{"type":"object","patternProperties":{"a":{}}}`)}},
		"anthropic-strict keyword-pair": {[]string{`{"type":"object","properties":{"p":{"allOf":[{"$ref":"#/$defs/d"}]}},"$defs":{"d":{}}}`}, []string{ref, with(`{"anyOf":[{"$ref":"#"}]}`)}},
		"moonshot keyword-pair":         {[]string{with(`{"type":"string","anyOf":[{"minLength":1}]}`)}, []string{union("anyOf"), plain}},
		"xgrammar keyword-pair": {[]string{with(`{"type":"object","patternProperties":{"a":{},"b":{}}}`), with(`{"type":"object","properties":{},"patternProperties":{"a":{}}}`),
			with(`{"type":"object","properties":{},"propertyNames":{}}`), with(`{"type":"array","items":{},"uniqueItems":true}`)},
			[]string{with(`{"type":"object","patternProperties":{"a":{}}}`), with(`{"propertyNames":{},"properties":{}}`), with(`{"uniqueItems":true}`)}},
		"known-formats":      {[]string{with(`{"type":"string","format":"int-or-so"}`)}, []string{with(`{"type":"string","format":"date-time"}`), with(`{"type":"string","default":{"format":"x"}}`)}},
		"pattern-length":     {[]string{with(`{"type":"string","pattern":"a","maxLength":3}`), with(`{"type":"string","format":"uuid","minLength":3}`)}, []string{with(`{"type":"string","pattern":"a"}`), with(`{"pattern":"a","maxLength":3}`)}},
		"pattern-anchors":    {[]string{with(`{"pattern":"a$"}`), with(`{"pattern":"^a"}`)}, []string{with(`{"pattern":"^a$"}`), plain, `{"type":"object","properties":{"pattern":{"type":"string"}}}`}},
		"pattern-lookaround": {[]string{with(`{"pattern":"(?=a)"}`), with(`{"pattern":"(?<!a)"}`)}, []string{with(`{"pattern":"(?:a)=!"}`)}},
		"tool-name":          {[]string{tool("näme", ""), tool("a b", "")}, []string{tool("read_file-2", "")}},
		"tool-name-length":   longName(64),
		"sent-name-length":   longName(64 - len("mcp__Till__")),
		"property-name":      {[]string{`{"type":"object","properties":{"a b":{}}}`, `{"type":"object","properties":{"` + x(65) + `":{}}}`}, []string{plain, `{"type":"object","properties":{"` + x(64) + `":{}}}`, with(`{"type":"object","properties":{"a b":{}}}`)}},
		"property-called":    {[]string{`{"type":"object","properties":{"properties":{"type":"object"}}}`, with(`{"type":"object","properties":{"properties":{}}}`)}, []string{plain}},

		"description-length":           longDescription(1024),
		"parameter-description-length": {[]string{with(`{"description":"` + x(1025) + `"}`)}, []string{with(`{"description":"` + x(1024) + `"}`), `{"type":"object","description":"` + x(1025) + `"}`}},
		"instructions-length":          {[]string{"instructions " + x(2049)}, []string{"instructions " + x(2048)}},
		"tool-count":                   countTools(128),
		"schema-size":                  {[]string{with(`{"const":"` + x(5001) + `"}`)}, []string{with(`{"const":"` + x(4900) + `"}`)}},
		"property-count":               {[]string{properties(5001, "{}")}, []string{properties(5000, "{}")}},
		"nesting":                      {[]string{nested(11)}, []string{nested(10)}},
		"enum-count":                   {[]string{with(values(1001, 4))}, []string{with(values(1000, 4))}},
		"enum-length":                  {[]string{with(values(251, 60))}, []string{with(values(251, 59)), with(values(250, 61))}},
		"text-length":                  {[]string{with(`{"const":"` + x(120_000) + `"}`), `{"type":"object","$defs":{"` + x(120_001) + `":{}}}`}, []string{with(`{"const":"` + x(119_999) + `"}`)}},
		"optional-count":               {[]string{many(2, properties(13, `{}`))}, []string{many(2, properties(12, `{}`))}},
		"union-count":                  {[]string{many(1, properties(17, `{"type":["string","null"]}`)), many(1, properties(17, `{"anyOf":[]}`))}, []string{many(2, properties(8, `{"type":["string","null"]}`)), many(1, properties(17, `{"type":["string"]}`))}},

		"openai root-composition":        {[]string{`{"type":"object","enum":[{}]}`, `{"type":"object","not":{}}`, `{"anyOf":[{}]}`}, []string{plain, union("anyOf")}},
		"openai-strict known-formats":    {[]string{with(`{"format":"uri"}`)}, []string{with(`{"format":"uuid"}`)}},
		"anthropic tool-name-length":     longName(128),
		"anthropic tuple-items":          {[]string{with(`{"items":[{}]}`)}, []string{`{` + draft7 + `"type":"object","properties":{"p":{"items":[{}]}}}`}},
		"gemini type-list":               {[]string{with(`{"type":["string","null"]}`)}, []string{with(`{"type":"string","nullable":true}`)}},
		"gemini known-formats":           {[]string{with(`{"type":"string","format":"uuid"}`)}, []string{with(`{"type":"integer","format":"int32"}`), with(`{"type":"string","format":"date-time"}`)}},
		"gemini enum-values":             {[]string{with(`{"enum":[1]}`)}, []string{with(`{"enum":["a"]}`)}},
		"gemini property-name":           {[]string{`{"type":"object","properties":{"x-id":{}}}`}, []string{plain}},
		"gemini tool-name":               {[]string{tool("1st", "")}, []string{tool("a.b-c", "")}},
		"gemini tool-count":              countTools(64),
		"gemini-json enum-values":        {[]string{with(`{"enum":[true]}`)}, []string{with(`{"enum":["a",1]}`)}},
		"gemini-json ref-siblings":       {[]string{with(`{"$ref":"#","description":"d"}`)}, []string{with(`{"$ref":"#","$comment":"c"}`)}},
		"gemini-json property-name":      {[]string{`{"type":"object","properties":{"x-id":{}}}`}, []string{plain}},
		"gemini-json tool-name":          {[]string{tool("1st", "")}, []string{tool("a.b-c", "")}},
		"gemini-cli sent-name-length":    longName(63 - len("mcp_Till_")),
		"vscode root-composition":        {[]string{`{"type":"object","if":{}}`}, []string{plain}},
		"vscode boolean-bounds":          {[]string{with(`{"exclusiveMinimum":true}`)}, []string{with(`{"exclusiveMinimum":1}`)}},
		"vscode sent-name-length":        longName(64 - len("mcp_till_")),
		"claude-code composition":        {[]string{union("oneOf")}, []string{union("anyOf"), with(`{"type":"object","properties":{"p":{"oneOf":[]}}}`)}},
		"claude-code property-type":      {[]string{with(`{"enum":["a"]}`)}, []string{plain, with(`{"type":"object","properties":{"p":{}}}`)}},
		"moonshot property-type":         {[]string{with(`{"enum":["a"]}`)}, []string{plain}},
		"codex property-type":            {[]string{with(`{"enum":["a"]}`)}, []string{plain}},
		"gemini-cli property-type":       {[]string{with(`{"enum":["a"]}`)}, []string{plain}},
		"claude-desktop tool-name":       {[]string{tool("a.b", "")}, []string{tool("a-b", "")}},
		"claude-code description-length": longDescription(2048),
		"cursor sent-name-length":        longName(60 - len("Till")),
		"cursor closed-tuple":            {[]string{`{"name":"t","inputSchema":{"type":"object"},"outputSchema":` + with(`{"prefixItems":[{}],"items":false}`) + `}`}, []string{with(`{"prefixItems":[{}],"items":false}`)}},
		"cursor tool-count":              countTools(40),
		"codex sent-name-length":         longName(128 - len("mcp__Till__")),
		"anthropic-strict known-formats": {[]string{with(`{"format":"uri-template"}`)}, []string{with(`{"format":"uri"}`)}},
		"anthropic-strict tool-count":    countTools(20),
		"windsurf tool-count":            countTools(100),
		"mcp root-object":                {[]string{`{"type":"string"}`, `{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}`}, []string{plain}},
		"mcp tool-name":                  {[]string{tool("a b", "")}, []string{tool("a.b/c", "")}},
		"bedrock-relay refused-keyword":  {[]string{with(`{"exclusiveMinimum":1}`)}, []string{with(`{"exclusiveMinimum":true}`)}},
		"xgrammar refused-keyword":       {[]string{with(`{"type":["number","null"],"multipleOf":0.1}`)}, []string{with(`{"multipleOf":2}`)}},
	}
}
