package judge_test

import (
	"fmt"
	"strings"
)

// A sort is a schema with values that it accepts and refuses, all written by hand, so that none of them depends on what
// the importer makes of the schema.
type sort struct {
	name, schema string
	good, bad    []string
}

// scalars can stand anywhere; as text, none of the bad ones reads as a good one.
var scalars = []sort{
	{"text", `{"type":"string"}`, []string{`"a"`, `"two words"`, `"50% & more/=?#"`, `"日本"`}, []string{`7`, `null`, `["a"]`}},
	{"short", `{"type":"string","minLength":2,"maxLength":3}`, []string{`"ab"`, `"abc"`}, []string{`"a"`, `"abcd"`, `true`}},
	{"code", `{"type":"string","pattern":"^[A-Z]{2}-[0-9]+$"}`, []string{`"AB-1"`, `"ZZ-99"`}, []string{`"ab-1"`, `"AB-"`, `{}`}},
	{"mode", `{"type":"string","enum":["fast","slow","very slow"]}`, []string{`"fast"`, `"very slow"`}, []string{`"Fast"`, `""`, `1`}},
	{"count", `{"type":"integer","minimum":1,"maximum":100}`, []string{`1`, `100`, `42`}, []string{`0`, `101`, `1.5`, `"x"`}},
	{"big", `{"type":"integer","format":"int64"}`, []string{`9007199254740993`, `-1`}, []string{`0.5`, `"many"`}},
	{"even", `{"type":"integer","multipleOf":2}`, []string{`0`, `-4`, `10`}, []string{`3`, `"two"`}},
	{"rate", `{"type":"number","minimum":-1.5,"maximum":2.25}`, []string{`0.125`, `-1.5`, `2`}, []string{`2.5`, `-2`, `false`}},
	{"level", `{"type":"integer","enum":[1,2,5]}`, []string{`1`, `5`}, []string{`3`, `"five"`}},
	{"flag", `{"type":"boolean"}`, []string{`true`, `false`}, []string{`"yes"`, `0`, `null`}},
}

var lists = []sort{
	{"texts", `{"type":"array","items":{"type":"string","minLength":1}}`, []string{`["a"]`, `["a","b","c d"]`}, []string{`[""]`, `[1]`, `"a"`}},
	{"few", `{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":3}`, []string{`[1,2]`, `[3,2,1]`}, []string{`[1]`, `[1,2,3,4]`, `["x","y"]`}},
	{"modes", `{"type":"array","items":{"type":"string","enum":["a","b"]},"uniqueItems":true,"minItems":1}`, []string{`["b"]`, `["b","a"]`}, []string{`["c"]`, `["a","a"]`}},
}

var records = []sort{
	{"point", `{"type":"object","required":["x"],"properties":{"x":{"type":"integer"},"label":{"type":"string"}},"additionalProperties":false}`,
		[]string{`{"x":1}`, `{"x":-2,"label":"home"}`}, []string{`{}`, `{"label":"home"}`, `{"x":"left"}`, `{"x":1,"y":2}`, `[]`}},
}

// An operation of a document, and how to fill its one parameter or body.
type operation struct {
	method, path string
	at           string // where the binding is: its In and Name, "query q"; for a body that is taken apart, "body"
	sort         sort
}

// A judged document is what both the importer and the judge read.
type judged struct {
	name, text string
	operations []operation
}

// builder collects paths.
type builder struct {
	paths      []string
	operations []operation
}

func (b *builder) add(method, path, at string, s sort, text string) {
	b.paths = append(b.paths, fmt.Sprintf(`%q:{%q:%s}`, path, strings.ToLower(method), text))
	b.operations = append(b.operations, operation{method, path, at, s})
}

const answers = `"responses":{"200":{"description":"fine"}}`

func (b *builder) document(name, head string) judged {
	text := `{` + head + `,"info":{"title":"` + name + `","version":"1"},"paths":{` + strings.Join(b.paths, ",") + `}}`
	return judged{name, text, b.operations}
}

// parameters has every sort at every place, in every style that the place has.
func parameters() judged {
	var b builder
	add := func(in, style string, explode bool, s sort) {
		id := fmt.Sprintf("%s-%s-%t-%s", in, style, explode, s.name)
		path, name := "/"+id, "q"
		if in == "path" {
			path += "/{q}/end"
		}
		if in == "header" {
			name = "X-Q"
		}
		b.add("GET", path, in+" "+name, s, fmt.Sprintf(`{"operationId":%q,"parameters":[{"name":%q,"in":%q,"required":true,"style":%q,"explode":%t,"schema":%s}],%s}`, id, name, in, style, explode, s.schema, answers))
	}
	for _, s := range scalars {
		for _, style := range []string{"simple", "label", "matrix"} {
			add("path", style, false, s)
		}
		add("query", "form", true, s)
		add("header", "simple", false, s)
		add("cookie", "form", true, s)
	}
	for _, s := range lists {
		for _, explode := range []bool{false, true} {
			for _, style := range []string{"simple", "label", "matrix"} {
				add("path", style, explode, s)
			}
			add("query", "form", explode, s)
			add("header", "simple", explode, s)
		}
		add("query", "spaceDelimited", false, s)
		add("query", "pipeDelimited", false, s)
		add("cookie", "form", false, s)
	}
	for _, s := range records {
		for _, explode := range []bool{false, true} {
			for _, style := range []string{"simple", "label", "matrix"} {
				add("path", style, explode, s)
			}
			add("header", "simple", explode, s)
		}
		add("query", "form", false, s)
		add("query", "deepObject", true, s)
	}
	return b.document("parameters", `"openapi":"3.0.3","servers":[{"url":"https://api.example.com/v1"}]`)
}

// inBody makes of sorts objects that hold them: each required by itself, and all of them together in one.
func inBody(all []sort) []sort {
	var out []sort
	whole := sort{name: "all"}
	var names, properties, members []string
	for _, s := range all {
		o := sort{name: s.name, schema: fmt.Sprintf(`{"type":"object","required":[%q],"properties":{%q:%s,"note":{"type":"string","maxLength":9}}}`, s.name, s.name, s.schema)}
		for _, v := range s.good {
			o.good = append(o.good, fmt.Sprintf(`{%q:%s}`, s.name, v), fmt.Sprintf(`{"note":"n",%q:%s}`, s.name, v))
		}
		for _, v := range s.bad {
			o.bad = append(o.bad, fmt.Sprintf(`{%q:%s}`, s.name, v))
		}
		o.bad = append(o.bad, `{}`, `{"note":"n"}`, fmt.Sprintf(`{%q:%s,"note":"too long a note"}`, s.name, s.good[0]))
		out = append(out, o)
		names = append(names, fmt.Sprintf("%q", s.name))
		properties = append(properties, fmt.Sprintf("%q:%s", s.name, s.schema))
		members = append(members, fmt.Sprintf("%q:%s", s.name, s.good[0]))
	}
	whole.schema = `{"type":"object","required":[` + strings.Join(names, ",") + `],"properties":{` + strings.Join(properties, ",") + `},"additionalProperties":false}`
	whole.good = []string{`{` + strings.Join(members, ",") + `}`}
	whole.bad = []string{`{` + strings.Join(members[1:], ",") + `}`, `{"more":1,` + strings.Join(members, ",") + `}`}
	return append(out, whole)
}

func (b *builder) body(media string, s sort) {
	id := strings.NewReplacer("/", "-", "+", "-").Replace(media) + "-" + s.name
	b.add("POST", "/"+id, "body", s, fmt.Sprintf(`{"operationId":%q,"requestBody":{"required":true,"content":{%q:{"schema":%s}}},%s}`, id, media, s.schema, answers))
}

func bodies() judged {
	var b builder
	for _, s := range inBody(append(append([]sort{}, scalars...), append(lists, records...)...)) {
		b.body("application/json", s)
		b.body("application/vnd.example+json", s)
	}
	for _, s := range append(append([]sort{}, scalars...), append(lists, records...)...) {
		s.name = "bare-" + s.name
		b.body("application/json", s)
	}
	for _, s := range inBody(append(append([]sort{}, scalars...), lists...)) {
		b.body("application/x-www-form-urlencoded", s)
	}
	for _, s := range inBody(scalars) {
		b.body("multipart/form-data", s)
	}
	for _, s := range scalars[:4] {
		s.name = "bare-" + s.name
		b.body("text/plain", s)
	}
	return b.document("bodies", `"openapi":"3.0.3","servers":[{"url":"https://api.example.com"}]`)
}

// composed has what 3.0 says with nullable and boolean bounds, by way of references and unions.
func composed() judged {
	var b builder
	for _, s := range []sort{
		{"nullable", `{"type":"object","required":["a"],"properties":{"a":{"type":"string","nullable":true}}}`, []string{`{"a":null}`, `{"a":"x"}`}, []string{`{"a":1}`, `{}`}},
		{"above", `{"type":"object","required":["a"],"properties":{"a":{"type":"number","minimum":0,"exclusiveMinimum":true}}}`, []string{`{"a":0.001}`}, []string{`{"a":0}`, `{"a":-1}`}},
		{"below", `{"type":"object","required":["a"],"properties":{"a":{"type":"integer","maximum":3,"exclusiveMaximum":true}}}`, []string{`{"a":2}`}, []string{`{"a":3}`}},
		{"referred", `{"$ref":"#/components/schemas/Pet"}`, []string{`{"kind":"cat","name":"Mo"}`, `{"kind":"dog","name":"Rex","owner":{"name":"An"}}`}, []string{`{"kind":"cow","name":"Mo"}`, `{"kind":"cat"}`, `{"kind":"dog","name":"Rex","owner":{}}`}},
		{"recursive", `{"$ref":"#/components/schemas/Tree"}`, []string{`{"value":1}`, `{"value":1,"children":[{"value":2,"children":[]},{"value":3}]}`}, []string{`{"value":1,"children":[{}]}`, `{"value":"1"}`, `{"value":1,"children":{"value":2}}`}},
		{"together", `{"allOf":[{"$ref":"#/components/schemas/Pet"},{"type":"object","required":["age"],"properties":{"age":{"type":"integer","minimum":0}}}]}`, []string{`{"kind":"cat","name":"Mo","age":3}`}, []string{`{"kind":"cat","name":"Mo"}`, `{"age":3}`, `{"kind":"cat","name":"Mo","age":-1}`}},
		{"either", `{"oneOf":[{"type":"object","required":["card"],"properties":{"card":{"type":"string"}},"additionalProperties":false},{"type":"object","required":["cash"],"properties":{"cash":{"type":"integer"}},"additionalProperties":false}]}`, []string{`{"card":"x"}`, `{"cash":5}`}, []string{`{"card":"x","cash":5}`, `{}`, `{"cash":"5"}`}},
		{"any", `{"anyOf":[{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}},{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}]}`, []string{`{"id":1}`, `{"name":"x"}`, `{"id":1,"name":"x"}`}, []string{`{}`, `{"id":"x"}`}},
		{"mapped", `{"type":"object","additionalProperties":{"type":"integer"},"minProperties":1}`, []string{`{"a":1}`, `{"a":1,"b":2}`}, []string{`{"a":"x"}`, `{}`}},
		{"closed", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, []string{`{}`, `{"a":"x"}`}, []string{`{"b":1}`, `{"a":null}`}},
		{"answered", `{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer","readOnly":true},"name":{"type":"string"},"secret":{"type":"string","writeOnly":true}},"additionalProperties":false}`, []string{`{"name":"x"}`, `{"name":"x","secret":"s"}`}, []string{`{}`, `{"secret":"s"}`, `{"name":1}`}},
		{"matrix", `{"type":"array","items":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2}}`, []string{`[]`, `[[1,2],[3.5,4]]`}, []string{`[[1]]`, `[1]`, `{}`}},
		{"negated", `{"type":"object","required":["a"],"properties":{"a":{"type":"string","not":{"enum":["root"]}}}}`, []string{`{"a":"user"}`}, []string{`{"a":"root"}`}},
	} {
		b.body("application/json", s)
	}
	const components = `,"components":{"schemas":{
		"Pet":{"type":"object","required":["kind","name"],"properties":{"kind":{"type":"string","enum":["cat","dog"]},"name":{"type":"string"},"owner":{"$ref":"#/components/schemas/Owner"}}},
		"Owner":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
		"Tree":{"type":"object","required":["value"],"properties":{"value":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/components/schemas/Tree"}}}}}}`
	d := b.document("composed", `"openapi":"3.0.3","servers":[{"url":"https://api.example.com"}]`)
	d.text = strings.TrimSuffix(d.text, "}") + components + "}"
	return d
}

// modern has what 3.1 says in the words of JSON Schema.
func modern() judged {
	var b builder
	for _, s := range []sort{
		{"union", `{"type":"object","required":["a"],"properties":{"a":{"type":["string","null"]}}}`, []string{`{"a":null}`, `{"a":"x"}`}, []string{`{"a":1}`, `{}`}},
		{"either-type", `{"type":"object","required":["a"],"properties":{"a":{"type":["integer","boolean"]}}}`, []string{`{"a":1}`, `{"a":true}`}, []string{`{"a":"x"}`, `{"a":null}`}},
		{"above", `{"type":"object","required":["a"],"properties":{"a":{"type":"number","exclusiveMinimum":0}}}`, []string{`{"a":0.5}`}, []string{`{"a":0}`}},
		{"constant", `{"type":"object","required":["a"],"properties":{"a":{"const":"on"}}}`, []string{`{"a":"on"}`}, []string{`{"a":"off"}`}},
		{"beside", `{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/components/schemas/Level","maximum":5}}}`, []string{`{"a":5}`, `{"a":1}`}, []string{`{"a":6}`, `{"a":0}`, `{"a":"x"}`}},
		{"maybe-null", `{"type":"object","required":["a"],"properties":{"a":{"anyOf":[{"$ref":"#/components/schemas/Level"},{"type":"null"}]}}}`, []string{`{"a":null}`, `{"a":9}`}, []string{`{"a":0}`, `{"a":"x"}`}},
	} {
		b.body("application/json", s)
	}
	for _, s := range append(append([]sort{}, scalars...), lists...) {
		b.add("GET", "/q-"+s.name, "query q", s, fmt.Sprintf(`{"operationId":"q-%s","parameters":[{"name":"q","in":"query","required":true,"schema":%s}],%s}`, s.name, s.schema, answers))
		b.add("PUT", "/things/{q}/"+s.name, "path q", s, fmt.Sprintf(`{"operationId":"p-%s","parameters":[{"name":"q","in":"path","required":true,"schema":%s}],%s}`, s.name, s.schema, answers))
	}
	d := b.document("modern", `"openapi":"3.1.0","servers":[{"url":"https://api.example.com/{stage}","variables":{"stage":{"default":"live"}}}]`)
	d.text = strings.TrimSuffix(d.text, "}") + `,"components":{"schemas":{"Level":{"type":"integer","minimum":1}}}}`
	return d
}

// swagger has every collection format, forms and bodies of Swagger 2.
func swagger() judged {
	var b builder
	for _, s := range scalars {
		if s.name == "text" || s.name == "mode" || s.name == "count" || s.name == "flag" || s.name == "rate" {
			inner := strings.TrimSuffix(strings.TrimPrefix(s.schema, "{"), "}")
			for _, in := range []string{"query", "header", "path"} {
				path, name := "/"+in+"-"+s.name, "q"
				if in == "path" {
					path += "/{q}"
				}
				if in == "header" {
					name = "X-Q"
				}
				b.add("GET", path, in+" "+name, s, fmt.Sprintf(`{"operationId":"%s-%s","parameters":[{"name":%q,"in":%q,"required":true,%s}],%s}`, in, s.name, name, in, inner, answers))
			}
			form := inBody([]sort{s})[0]
			b.add("POST", "/form-"+s.name, "body", form, fmt.Sprintf(`{"operationId":"form-%s","consumes":["application/x-www-form-urlencoded"],"parameters":[{"name":%q,"in":"formData","required":true,%s},{"name":"note","in":"formData","type":"string","maxLength":9}],%s}`, s.name, s.name, inner, answers))
		}
		o := inBody([]sort{s})[0]
		b.add("PUT", "/body-"+s.name, "body", o, fmt.Sprintf(`{"operationId":"body-%s","consumes":["application/json"],"parameters":[{"name":"it","in":"body","required":true,"schema":%s}],%s}`, s.name, o.schema, answers))
	}
	for _, s := range lists {
		inner := strings.TrimSuffix(strings.TrimPrefix(s.schema, "{"), "}")
		for _, format := range []string{"csv", "ssv", "pipes", "multi"} {
			b.add("GET", "/"+format+"-"+s.name, "query q", s, fmt.Sprintf(`{"operationId":"%s-%s","parameters":[{"name":"q","in":"query","required":true,"collectionFormat":%q,%s}],%s}`, format, s.name, format, inner, answers))
		}
	}
	return b.document("swagger", `"swagger":"2.0","host":"api.example.com","basePath":"/v2","schemes":["https"]`)
}

func judgedDocuments() []judged {
	return []judged{parameters(), bodies(), composed(), modern(), swagger()}
}
