package frame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// version3 is a document of version 3 with one path item.
func version3(minor int, item string) string {
	return fmt.Sprintf(`{"openapi":"3.%d.0","servers":[{"url":"https://a.test"}],"paths":{"/x":%s}}`, minor, item)
}

// version2 is a document of version 2 with one path item.
func version2(item string) string {
	return `{"swagger":"2.0","host":"a.test","paths":{"/x":` + item + `}}`
}

// What is odd is read as its author can have meant it, and told with its place.
func TestReadOdd(t *testing.T) {
	t.Parallel()
	const (
		get  = "GET /x"
		at   = "\n  at [https://a.test]"
		root = "\n  at [https://a.test/]" // of version 2 without a basePath
		p0   = " /paths/~1x/get/parameters/0"
		p1   = " /paths/~1x/get/parameters/1"
	)
	parameters := func(list string) string { return `{"get":{"parameters":[` + list + `]}}` }
	for _, c := range []struct{ name, text, want string }{
		{"place of version 2 in version 3", version3(0, parameters(`{"name":"b","in":"body","schema":{}},{"name":"q","in":"query","schema":{}}`)),
			get + "\n  query q {} form true" + at + "\n  odd unknown-place" + p0},
		{"place that no version has", version3(1, parameters(`{"name":"b","in":"Query","schema":{}}`)), get + at + "\n  odd unknown-place" + p0},
		{"cookie in version 2", version2(parameters(`{"name":"c","in":"cookie","type":"string"}`)), get + root + "\n  odd unknown-place" + p0},
		{"no name", version3(0, parameters(`{"in":"query","schema":{}}`)), get + at + "\n  odd malformed" + p0},
		{"no place", version3(0, parameters(`{"name":"q","schema":{}}`)), get + at + "\n  odd malformed" + p0},
		{"twice in one list, headers without case", version3(0, parameters(`{"name":"X-A","in":"header","schema":{"title":"1"}},{"name":"x-a","in":"header","schema":{"title":"2"}}`)),
			get + "\n  header X-A {\"title\":\"1\"} simple false" + at + "\n  odd duplicate-parameter" + p1},
		{"names of queries have case", version3(0, parameters(`{"name":"A","in":"query","schema":{}},{"name":"a","in":"query","schema":{}}`)),
			get + "\n  query A {} form true\n  query a {} form true" + at},
		{"header of the operation for that of the item", version3(0, `{"parameters":[{"name":"X-A","in":"header","schema":{"title":"item"}},{"name":"X-A","in":"query","schema":{}}],"get":{"parameters":[{"name":"x-a","in":"header","schema":{"title":"own"}}]}}`),
			get + "\n  header x-a {\"title\":\"own\"} simple false\n  query X-A {} form true" + at},
		{"querystring before 3.2", version3(1, parameters(`{"name":"q","in":"querystring","content":{"application/json":{"schema":{}}}}`)),
			get + "\n  querystring q {} as application/json" + at + "\n  odd unknown-place" + p0},
		{"querystring beside a query", version3(2, parameters(`{"name":"w","in":"querystring","content":{"application/json":{"schema":{}}}},{"name":"q","in":"query","schema":{}}`)),
			get + "\n  query q {} form true" + at + "\n  odd querystring" + p0},
		{"querystring without content", version3(2, parameters(`{"name":"w","in":"querystring","schema":{}}`)),
			get + "\n  querystring w {} as application/x-www-form-urlencoded" + at + "\n  odd querystring" + p0},
		{"style of a cookie in 3.2", version3(2, parameters(`{"name":"a","in":"cookie","style":"cookie","schema":{}},{"name":"b","in":"cookie","schema":{}}`)),
			get + "\n  cookie a {} cookie true\n  cookie b {} form true" + at},
		{"style of a cookie before", version3(1, parameters(`{"name":"a","in":"cookie","style":"cookie","schema":{}}`)),
			get + "\n  cookie a {} form true" + at + "\n  odd unknown-style" + p0},
		{"style of another place", version3(0, parameters(`{"name":"h","in":"header","style":"form","schema":{}}`)),
			get + "\n  header h {} simple false" + at + "\n  odd unknown-style" + p0},
		{"explode that is a text", version3(0, parameters(`{"name":"q","in":"query","explode":"no","schema":{}}`)),
			get + "\n  query q {} form true" + at + "\n  odd malformed" + p0 + "/explode"},
		{"reserved characters in a header", version3(1, parameters(`{"name":"h","in":"header","allowReserved":true,"schema":{}}`)),
			get + "\n  header h {} simple false" + at + "\n  odd malformed" + p0},
		{"empty value of a header", version3(0, parameters(`{"name":"h","in":"header","allowEmptyValue":true,"schema":{}}`)),
			get + "\n  header h {} simple false" + at + "\n  odd malformed" + p0},
		{"schema and content", version3(0, parameters(`{"name":"q","in":"query","schema":{"title":"s"},"content":{"application/json":{"schema":{"title":"c"}}}}`)),
			get + "\n  query q {\"title\":\"s\"} form true" + at + "\n  odd schema-and-content" + p0},
		{"several contents", version3(0, parameters(`{"name":"q","in":"query","content":{"text/plain":{"schema":{"title":"t"}},"application/json":{"schema":{}}}}`)),
			get + "\n  query q {\"title\":\"t\"} as text/plain" + at + "\n  odd several-contents" + p0 + "/content"},
		{"neither", version3(0, parameters(`{"name":"q","in":"query"}`)), get + "\n  query q - form true" + at + "\n  odd parameter-without-schema" + p0},
		{"type as in version 2", version3(0, parameters(`{"name":"q","in":"query","type":"integer","maximum":9007199254740993}`)),
			get + "\n  query q {\"type\":\"integer\",\"maximum\":9007199254740993} form true" + at + "\n  odd parameter-without-schema" + p0},
		{"schema as in version 3", version2(parameters(`{"name":"q","in":"query","schema":{"type":"array","items":{}},"collectionFormat":"pipes"}`)),
			get + "\n  query q {\"type\":\"array\",\"items\":{}} pipeDelimited false" + root + "\n  odd parameter-with-schema" + p0},
		{"no type in version 2", version2(parameters(`{"name":"q","in":"query"}`)), get + "\n  query q {} form false" + root + "\n  odd parameter-without-schema" + p0},
		{"file in a query", version2(parameters(`{"name":"q","in":"query","type":"file","format":"x"}`)),
			get + "\n  query q {\"type\":\"string\",\"format\":\"binary\"} form false" + root + "\n  odd malformed" + p0},
		{"multi in a header", version2(parameters(`{"name":"h","in":"header","type":"array","items":{},"collectionFormat":"multi"}`)),
			get + "\n  header h {\"type\":\"array\",\"items\":{}} simple false" + root + "\n  odd unknown-style" + p0 + "/collectionFormat"},
		{"collection formats inside", version2(parameters(`{"name":"q","in":"query","type":"array","items":{"type":"array","collectionFormat":"csv","items":{"collectionFormat":"ssv","type":"array","items":{"type":"string"}}}}`)),
			get + "\n  query q {\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}} form false" + root},
		{"header that version 2 has members for", version2(parameters(`{"name":"Accept","in":"header","type":"string"}`)), get + root + "\n  odd ignored-header" + p0},
		{"variables of the path", `{"openapi":"3.0.0","servers":[{"url":"https://a.test"}],"paths":{"/x/{a}/{b}/{a}":{"get":{"parameters":[{"name":"a","in":"path","schema":{}},{"name":"c","in":"path","schema":{}}]}}}}`,
			"GET /x/{a}/{b}/{a}\n  path a {} required simple false\n  path b {\"type\":\"string\"} required simple false" + at +
				"\n  odd unused-path-parameter /paths/~1x~1{a}~1{b}~1{a}/get/parameters/1\n  odd undeclared-path-variable /paths/~1x~1{a}~1{b}~1{a}/get"},
		{"variable without an end", `{"openapi":"3.0.0","servers":[{"url":"https://a.test"}],"paths":{"/x/{a":{"get":{}}}}`, "GET /x/{a" + at + "\n  refused path-template /paths/~1x~1{a"},
		{"variable without a name", `{"openapi":"3.0.0","servers":[{"url":"https://a.test"}],"paths":{"/x/{}":{"get":{}}}}`, "GET /x/{}" + at + "\n  refused path-template /paths/~1x~1{}"},
		{"no slash", `{"openapi":"3.0.0","servers":[{"url":"https://a.test"}],"paths":{"x":{"get":{}}}}`, "GET x" + at + "\n  odd path-template /paths/x"},

		{"method in capitals", version3(0, `{"GET":{}}`), get + at + "\n  odd unknown-method /paths/~1x/GET"},
		{"method of a later version", version3(1, `{"query":{},"LINK":{}}`), "LINK /x" + at + "\n  odd unknown-method /paths/~1x/LINK\nQUERY /x" + at + "\n  odd unknown-method /paths/~1x/query"},
		{"trace is not of version 2", version2(`{"trace":{}}`), "TRACE /x" + root + "\n  odd unknown-method /paths/~1x/trace"},
		{"more operations before 3.2", version3(1, `{"additionalOperations":{"Copy":{}}}`), "Copy /x" + at + "\n  odd unknown-method /paths/~1x/additionalOperations/Copy"},
		{"method of its own among them", version3(2, `{"additionalOperations":{"get":{}}}`), get + at + "\n  odd unknown-method /paths/~1x/additionalOperations/get"},
		{"no method of HTTP", version3(2, `{"additionalOperations":{"A B":{}}}`), "A B /x" + at + "\n  refused unknown-method /paths/~1x/additionalOperations/A B"},
		{"one method twice", version3(0, `{"get":{"operationId":"a"},"GET":{"operationId":"b"}}`),
			get + " id=a" + at + "\n  odd duplicate-operation /paths/~1x/get\n" + get + " id=b" + at + "\n  odd unknown-method /paths/~1x/GET\n  odd duplicate-operation /paths/~1x/GET"},
		{"operation that is a list", version3(0, `{"get":[],"put":{}}`), get + at + "\n  refused malformed /paths/~1x/get\nPUT /x" + at},

		{"body of a GET in 3.0", version3(0, `{"get":{"requestBody":{"content":{"text/plain":{}}}}}`), get + at + "\n  odd body-ignored /paths/~1x/get/requestBody"},
		{"body of a GET in 3.1", version3(1, `{"get":{"requestBody":{"content":{"text/plain":{}}}}}`), get + "\n  body required=false text/plain -" + at + "\n  odd unusual-body /paths/~1x/get/requestBody"},
		{"body without content", version3(0, `{"post":{"requestBody":{}}}`), "POST /x" + at + "\n  odd empty-content /paths/~1x/post/requestBody"},
		{"body that is a number", version3(0, `{"post":{"requestBody":7}}`), "POST /x" + at + "\n  refused malformed /paths/~1x/post/requestBody"},
		{"media types that are ranges, and what is none", version3(0, `{"post":{"requestBody":{"content":{"text/*":{"schema":{}},"*/*":{"schema":{}},"x-note":{"schema":{}},"application/json":7}}}}`),
			"POST /x\n  body required=false text/* {} */* {} application/json -" + at + "\n  odd malformed /paths/~1x/post/requestBody/content/application~1json"},
		{"encoding of a form", version3(0, `{"post":{"requestBody":{"content":{"application/x-www-form-urlencoded":{"schema":{},"encoding":{"a":{"style":"pipeDelimited","contentType":"text/plain"},"b":{"contentType":"application/json"},"c":7}}}}}}`),
			"POST /x\n  body required=false application/x-www-form-urlencoded {} {Property:a ContentType: Style:pipeDelimited Explode:false AllowReserved:false AllowEmpty:false} {Property:b ContentType:application/json Style: Explode:false AllowReserved:false AllowEmpty:false}" +
				at + "\n  odd malformed /paths/~1x/post/requestBody/content/application~1x-www-form-urlencoded/encoding/c"},
		{"style in multipart counts from 3.1 on, before", version3(0, `{"post":{"requestBody":{"content":{"multipart/form-data":{"schema":{},"encoding":{"a":{"style":"form","contentType":"text/csv"}}}}}}}`),
			"POST /x\n  body required=false multipart/form-data {} {Property:a ContentType:text/csv Style: Explode:false AllowReserved:false AllowEmpty:false}" + at},
		{"style in multipart counts from 3.1 on", version3(1, `{"post":{"requestBody":{"content":{"multipart/form-data":{"schema":{},"encoding":{"a":{"style":"form","contentType":"text/csv"}}}}}}}`),
			"POST /x\n  body required=false multipart/form-data {} {Property:a ContentType: Style:form Explode:true AllowReserved:false AllowEmpty:false}" + at},
		{"encoding of no form", version3(1, `{"post":{"requestBody":{"content":{"application/json":{"schema":{},"encoding":{"a":{"contentType":"x"}}}}}}}`), "POST /x\n  body required=false application/json {}" + at},

		{"form of version 2", version2(`{"post":{"consumes":["multipart/form-data","application/json","application/x-www-form-urlencoded; charset=utf-8"],"parameters":[{"name":"a","in":"formData","type":"string","description":"d","x-example":"e","required":true},{"name":"l","in":"formData","type":"array","items":{"type":"integer"},"collectionFormat":"tsv"},{"name":"e","in":"formData","type":"string","allowEmptyValue":true}]}}`),
			`POST /x` + "\n  body required=true" +
				` multipart/form-data {"type":"object","properties":{"a":{"type":"string","description":"d","example":"e"},"l":{"type":"array","items":{"type":"integer"}},"e":{"type":"string"}},"required":["a"]} {Property:l ContentType: Style:tsv Explode:false AllowReserved:false AllowEmpty:false} {Property:e ContentType: Style: Explode:false AllowReserved:false AllowEmpty:true}` +
				` application/x-www-form-urlencoded; charset=utf-8 {"type":"object","properties":{"a":{"type":"string","description":"d","example":"e"},"l":{"type":"array","items":{"type":"integer"}},"e":{"type":"string"}},"required":["a"]} {Property:l ContentType: Style:tsv Explode:false AllowReserved:false AllowEmpty:false} {Property:e ContentType: Style: Explode:false AllowReserved:false AllowEmpty:true}` + root},
		{"form with a file goes in multipart", version2(`{"post":{"consumes":["application/x-www-form-urlencoded"],"parameters":[{"name":"f","in":"formData","type":"file"}]}}`),
			`POST /x` + "\n  body required=false" + ` multipart/form-data {"type":"object","properties":{"f":{"type":"string","format":"binary"}}}` + root},
		{"body and form", version2(`{"delete":{"parameters":[{"name":"b","in":"body","schema":{}},{"name":"c","in":"body","schema":{"title":"c"}},{"name":"f","in":"formData","type":"string"}]}}`),
			"DELETE /x\n  body required=false application/json {}" + root + "\n  odd several-bodies /paths/~1x/delete/parameters/1\n  odd unusual-body /paths/~1x/delete\n  odd body-and-form /paths/~1x/delete"},

		{"codes of answers", version3(0, `{"get":{"responses":{"5xx":{},"200":{},"x-y":{},"2000":{},"ok":{},"099":{}}}}`),
			get + "\n  answer 200\n  answer 5XX" + at + "\n  odd status-code /paths/~1x/get/responses/5xx\n  odd status-code /paths/~1x/get/responses/2000\n  odd status-code /paths/~1x/get/responses/ok\n  odd status-code /paths/~1x/get/responses/099"},
		{"ranges are not of version 2", version2(`{"get":{"responses":{"2XX":{}}}}`), get + "\n  answer 2XX" + root + "\n  odd status-code /paths/~1x/get/responses/2XX"},
		{"answer that is a file", version2(`{"get":{"responses":{"200":{"schema":{"type":"file","description":"d","x-a":1}}}}}`),
			get + "\n  answer 200 application/octet-stream {\"type\":\"string\",\"format\":\"binary\",\"description\":\"d\"}" + root},
		{"answer that leads nowhere", version3(0, `{"get":{"responses":{"200":{"$ref":"#/none"}}}}`), get + "\n  answer 200" + at + "\n  odd dangling-reference /paths/~1x/get/responses/200"},

		{"servers of the operation before those of the item", version3(0, `{"servers":[{"url":"https://item.test"}],"get":{"servers":[{"url":"https://own.test"}]},"put":{},"post":{"servers":[]}}`),
			"GET /x\n  at [https://own.test]\nPOST /x\n  at [https://item.test]\nPUT /x\n  at [https://item.test]"},
		{"server without a url", version3(0, `{"get":{"servers":[{},7,{"url":"/v"}]}}`),
			get + "\n  at [https://docs.example.com/v]\n  odd malformed /paths/~1x/get/servers/0\n  odd malformed /paths/~1x/get/servers/1"},
		{"defaults of variables", version3(0, `{"get":{"servers":[{"url":"https://a.test:{port}/{v","variables":{"port":{"default":8443}}},{"url":"https://{none}.test"}]}}`),
			get + "\n  at [https://a.test:8443/{v https://{none}.test]\n  odd server-variable /paths/~1x/get/servers/0/variables/port/default\n  odd server-variable /paths/~1x/get/servers/1"},
		{"schemes of the operation", version2(`{"get":{"schemes":["http"]},"put":{"schemes":["ws"]}}`),
			"GET /x\n  at [http://a.test/]\nPUT /x\n  at [https://a.test/]\n  odd server-url "},

		{"security that is not defined", version3(0, `{"get":{"security":[{"none":[]}]},"put":{"security":[7]}}`),
			get + at + "\n  needs none////[]\n  odd undefined-scheme /paths/~1x/get/security/0/none\nPUT /x" + at + "\n  odd malformed /paths/~1x/put/security/0"},
	} {
		_, ops := read(t, c.text)
		if got := strings.TrimSuffix(told(ops), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, got, c.want)
		}
	}
}

// From 3.1 on what is said beside a reference is said of what it leads to, there and nowhere else.
func TestDescriptionsBesideReferences(t *testing.T) {
	t.Parallel()
	const text = `{"openapi":"3.%d.0","paths":{"/x":{"post":{"parameters":[{"$ref":"#/components/parameters/q","description":"here"},{"$ref":"#/components/parameters/r"}],
		"requestBody":{"$ref":"#/components/requestBodies/B","description":"here"},"responses":{"200":{"$ref":"#/components/responses/R","description":"here"},"201":{"$ref":"#/components/responses/R"}}}}},
		"components":{"parameters":{"q":{"name":"q","in":"query","description":"there","schema":{}},"r":{"name":"r","in":"query","description":"there","schema":{}}},
			"requestBodies":{"B":{"description":"there","content":{"text/plain":{}}}},"responses":{"R":{"description":"there"}}}}`
	for minor, want := range []string{"there", "here", "here"} {
		_, ops := read(t, fmt.Sprintf(text, minor))
		op := &ops[0]
		got := []string{op.Parameters[0].Description, op.Body.Description, op.Responses[0].Description, op.Parameters[1].Description, op.Responses[1].Description}
		if !slices.Equal(got, []string{want, want, want, "there", "there"}) {
			t.Errorf("3.%d: %q", minor, got)
		}
	}
}

// A path that stands twice has the operations of both, and each says so.
func TestPathTwice(t *testing.T) {
	t.Parallel()
	d, err := document.Open([]byte(`{"openapi":"3.0.0","servers":[{"url":"https://a.test"}],"paths":{"/x":{"get":{}},"/y":{"get":{}},"/x":{"put":{}}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "GET /x\n  at [https://a.test]\n  odd duplicate-path /paths/~1x\nPUT /x\n  at [https://a.test]\n  odd duplicate-path /paths/~1x\nGET /y\n  at [https://a.test]\n"
	if got := told(frame.Read(d)); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

// A path item that refers to another has the operations of both, and its own parameters and servers if it has any.
func TestPathItemsThatRefer(t *testing.T) {
	t.Parallel()
	_, ops := read(t, `{"openapi":"3.1.0","paths":{"/x":{"$ref":"#/components/pathItems/P","parameters":[{"name":"own","in":"query","schema":{}}],"get":{"operationId":"own"}},"/y":{"$ref":"#/components/pathItems/P"},"/z":{"$ref":"#/info"},"/n":{"$ref":"#/none"}},"info":7,
		"components":{"pathItems":{"P":{"servers":[{"url":"https://p.test"}],"parameters":[{"name":"shared","in":"query","schema":{}}],"get":{"operationId":"lost"},"put":{"operationId":"put"}}}}}`)
	want := " /n\n  at [https://docs.example.com/]\n  refused dangling-reference /paths/~1n\n" +
		"GET /x id=own\n  query own {} form true\n  at [https://p.test]\n  odd overridden /paths/~1x/get\n" +
		"PUT /x id=put\n  query own {} form true\n  at [https://p.test]\n" +
		"GET /y id=lost\n  query shared {} form true\n  at [https://p.test]\n" +
		"PUT /y id=put\n  query shared {} form true\n  at [https://p.test]\n" +
		" /z\n  at [https://docs.example.com/]\n  refused malformed /info\n"
	if got := told(ops); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

// Security schemes that cannot be used are problems of the document, once.
func TestOddSecuritySchemes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, need, rule, at string }{
		{`{"$ref":"#/components/securitySchemes/s"}`, "s////[]", "circular-reference", "/components/securitySchemes/s"},
		{`7`, "s////[]", "malformed", "/components/securitySchemes/s"},
		{`{"type":"apiKey","in":"body","name":"k"}`, "s/apiKey/body/k/[]", "malformed", "/components/securitySchemes/s"},
		{`{"type":"http"}`, "s/http///[]", "malformed", "/components/securitySchemes/s"},
		{`{"type":"http","scheme":"Bearer"}`, "s/http///bearer[]", "", ""},
		{`{"type":"mutualTLS"}`, "s////[]", "unknown-scheme", "/components/securitySchemes/s"},
		{`{"type":"basic"}`, "s////[]", "unknown-scheme", "/components/securitySchemes/s"},
	} {
		text := fmt.Sprintf(`{"openapi":"3.0.0","paths":{"/x":{"get":{"security":[{"s":[]}]},"put":{"security":[{"s":[]}]}}},"components":{"securitySchemes":{"s":%s}}}`, c.text)
		d, ops := read(t, text)
		if got := told(ops); strings.Count(got, "needs "+c.need+"\n") != 2 {
			t.Errorf("%s: %s", c.text, got)
		}
		var said []string
		for _, p := range d.Problems {
			said = append(said, p.Rule+" "+string(p.At))
		}
		if want := strings.TrimSpace(c.rule + " " + c.at); strings.Join(said, "|") != want {
			t.Errorf("%s: problems %q, not %q", c.text, said, want)
		}
	}
}

// Whatever stands anywhere, every problem names a place that the document has.
func TestProblemsHavePlaces(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`[{"$ref":`, 100) + `null` + strings.Repeat(`}]`, 100)
	for _, text := range rich {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, at := range places(n, "")[1:] {
			for _, value := range []string{`null`, `7`, `"x"`, `[7]`, `{"x":7}`, `{"$ref":"#/nowhere"}`, deep} {
				changed := n.Clone()
				put(changed, at, value)
				d, err := document.Open(changed.Append(nil), nil)
				if err != nil {
					continue // the version
				}
				ops := frame.Read(d)
				all := d.Problems
				for _, op := range ops {
					if all = append(all, op.Problems...); op.Refused != nil {
						all = append(all, *op.Refused)
					}
				}
				for _, p := range all {
					if count++; d.Main.Root.Find(p.At) == nil || p.Rule == "" || p.Message == "" {
						t.Errorf("%.30s at %s: a problem of nothing: %+v", value, at, p)
					}
				}
			}
		}
		if count < 500 {
			t.Errorf("only %d problems", count)
		}
	}
}

// Too much is cut with a reason, and what comes before it is there.
func TestBounds(t *testing.T) {
	t.Parallel()
	t.Run("path", func(t *testing.T) {
		t.Parallel()
		_, ops := read(t, `{"openapi":"3.0.0","servers":[{"url":"https://a.test"}],"paths":{"/a":{"get":{}},"/`+strings.Repeat("b", 8192)+`":{"get":{}},"/c":{"get":{}}}}`)
		if len(ops) != 3 || ops[0].Refused != nil || ops[1].Refused == nil || ops[1].Refused.Rule != "too-large" || len(ops[1].Path) > 200 || ops[2].Refused != nil {
			t.Errorf("%.500s", told(ops))
		}
	})
	t.Run("form", func(t *testing.T) {
		t.Parallel()
		var fields []string
		for i := range 2001 {
			fields = append(fields, fmt.Sprintf(`{"name":"f%d","in":"formData","type":"string"}`, i))
		}
		_, ops := read(t, version2(`{"post":{"parameters":[`+strings.Join(fields, ",")+`]}}`))
		if n := ops[0].Body.Media[0].Schema.Node.Get("properties").Len(); n != 2000 || len(ops[0].Problems) != 1 || ops[0].Problems[0].Rule != "too-large" {
			t.Errorf("%d fields, %v", n, ops[0].Problems)
		}
	})
	t.Run("server", func(t *testing.T) {
		t.Parallel()
		_, ops := read(t, version3(0, `{"get":{"servers":[{"url":"`+strings.Repeat("{v}", 100)+`","variables":{"v":{"default":"`+strings.Repeat("v", 100)+`"}}},{"url":"https://b.test"}]}}`))
		if got := told(ops); got != "GET /x\n  at [https://b.test]\n  odd server-url /paths/~1x/get/servers/0\n" {
			t.Errorf("%.500s", got)
		}
	})
	t.Run("parts", func(t *testing.T) {
		t.Parallel()
		var parameters, paths []string
		for i := range 1000 {
			parameters = append(parameters, fmt.Sprintf(`{"name":"q%d","in":"query","schema":{}}`, i))
		}
		for i := range 1100 {
			paths = append(paths, fmt.Sprintf(`"/p%04d":{"$ref":"#/components/pathItems/P"}`, i))
		}
		_, ops := read(t, `{"openapi":"3.1.0","paths":{`+strings.Join(paths, ",")+`},"components":{"pathItems":{"P":{"parameters":[`+strings.Join(parameters, ",")+`],"get":{}}}}}`)
		fine := 0
		for _, op := range ops {
			if op.Refused == nil {
				if fine++; len(op.Parameters) != 1000 {
					t.Errorf("%s has %d parameters and is not refused", op.Path, len(op.Parameters))
				}
			} else if op.Refused.Rule != "too-large" {
				t.Errorf("%s: %+v", op.Path, op.Refused)
			}
		}
		if fine < 900 || fine >= 1000 || ops[len(ops)-1].Refused == nil {
			t.Errorf("%d of %d operations", fine, len(ops))
		}
	})
}
