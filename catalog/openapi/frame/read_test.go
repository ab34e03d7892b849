package frame_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// told writes operations down, a line each, with what is odd about them.
func told(ops []frame.Operation) string {
	var out strings.Builder
	text := func(p document.Place) string {
		if p.Node == nil {
			return "-"
		}
		return string(p.Node.Append(nil))
	}
	for _, op := range ops {
		fmt.Fprintf(&out, "%s %s", op.Method, op.Path)
		if op.ID != "" {
			fmt.Fprintf(&out, " id=%s", op.ID)
		}
		if op.Summary+op.Description != "" {
			fmt.Fprintf(&out, " says=%q", op.Summary+"|"+op.Description)
		}
		if op.Deprecated {
			out.WriteString(" deprecated")
		}
		if len(op.Tags) > 0 {
			fmt.Fprintf(&out, " tags=%v", op.Tags)
		}
		for _, p := range op.Parameters {
			fmt.Fprintf(&out, "\n  %s %s %s", p.In, p.Name, text(p.Schema))
			if p.Required {
				out.WriteString(" required")
			}
			if p.Style != "" {
				fmt.Fprintf(&out, " %s %t", p.Style, p.Explode)
			}
			if p.AllowReserved {
				out.WriteString(" reserved")
			}
			if p.AllowEmpty {
				out.WriteString(" empty")
			}
			if p.ContentType != "" {
				out.WriteString(" as " + p.ContentType)
			}
		}
		if op.Body != nil {
			fmt.Fprintf(&out, "\n  body required=%t", op.Body.Required)
			for _, m := range op.Body.Media {
				fmt.Fprintf(&out, " %s %s", m.Type, text(m.Schema))
				for _, e := range m.Encoding {
					fmt.Fprintf(&out, " %+v", e)
				}
			}
		}
		for _, r := range op.Responses {
			fmt.Fprintf(&out, "\n  answer %s", r.Code)
			for _, m := range r.Media {
				fmt.Fprintf(&out, " %s %s", m.Type, text(m.Schema))
			}
		}
		fmt.Fprintf(&out, "\n  at %v", op.Servers)
		if len(op.Security) > 0 {
			for _, all := range op.Security {
				out.WriteString("\n  needs")
				for _, r := range all {
					fmt.Fprintf(&out, " %s/%s/%s/%s/%s%v", r.Scheme, r.Type, r.In, r.Name, r.HTTP, r.Scopes)
				}
			}
		}
		if op.Refused != nil {
			fmt.Fprintf(&out, "\n  refused %s %s", op.Refused.Rule, op.Refused.At)
		}
		for _, p := range op.Problems {
			fmt.Fprintf(&out, "\n  odd %s %s", p.Rule, p.At)
		}
		out.WriteString("\n")
	}
	return out.String()
}

func read(t testing.TB, text string) (*document.Document, []frame.Operation) {
	t.Helper()
	d, err := document.Open([]byte(text), &document.Options{Name: "https://docs.example.com/v1/openapi.json"})
	if err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
	return d, frame.Read(d)
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"styles and their defaults", `{"openapi":"3.0.3","servers":[{"url":"https://a.test"}],"paths":{"/x/{p}":{"get":{"parameters":[
			{"name":"p","in":"path","required":true,"schema":{"type":"string"}},{"name":"q","in":"query","schema":{}},{"name":"X-H","in":"header","schema":{}},{"name":"c","in":"cookie","schema":{}},
			{"name":"r","in":"query","allowReserved":true,"allowEmptyValue":true,"style":"spaceDelimited","schema":{}},{"name":"j","in":"query","content":{"application/json":{"schema":{"type":"object"}}}}]}}}}`,
			"GET /x/{p}\n  path p {\"type\":\"string\"} required simple false\n  query q {} form true\n  header X-H {} simple false\n  cookie c {} form true\n  query r {} spaceDelimited false reserved empty\n  query j {\"type\":\"object\"} as application/json\n  at [https://a.test]\n"},
		{"headers that are not the operation's", `{"openapi":"3.0.3","servers":[{"url":"https://a.test"}],"paths":{"/x":{"get":{"parameters":[{"name":"accept","in":"header","schema":{}},{"name":"Content-Type","in":"header","schema":{}},{"name":"AUTHORIZATION","in":"header","schema":{}},{"name":"X-A","in":"header","schema":{}}]}}}}`,
			"GET /x\n  header X-A {} simple false\n  at [https://a.test]\n"},
		{"collection formats of Swagger 2", `{"swagger":"2.0","host":"a.test","basePath":"/v1","schemes":["http","https"],"paths":{"/x":{"get":{"parameters":[
			{"name":"none","in":"query","type":"array","items":{}},{"name":"csv","in":"query","type":"array","items":{},"collectionFormat":"csv"},{"name":"ssv","in":"query","type":"array","items":{},"collectionFormat":"ssv"},
			{"name":"tsv","in":"query","type":"array","items":{},"collectionFormat":"tsv"},{"name":"pipes","in":"query","type":"array","items":{},"collectionFormat":"pipes"},{"name":"multi","in":"query","type":"array","items":{},"collectionFormat":"multi"}]}}}}`,
			"GET /x\n  query none {\"type\":\"array\",\"items\":{}} form false\n  query csv {\"type\":\"array\",\"items\":{}} form false\n  query ssv {\"type\":\"array\",\"items\":{}} spaceDelimited false\n  query tsv {\"type\":\"array\",\"items\":{}} tsv false\n  query pipes {\"type\":\"array\",\"items\":{}} pipeDelimited false\n  query multi {\"type\":\"array\",\"items\":{}} form true\n  at [https://a.test/v1 http://a.test/v1]\n"},
		{"body of Swagger 2 in the media types of the operation", `{"swagger":"2.0","host":"a.test","consumes":["application/xml"],"paths":{"/x":{"post":{"consumes":["application/json","text/plain"],"parameters":[{"name":"b","in":"body","required":true,"schema":{"type":"object"}}],"responses":{"200":{"schema":{"type":"string"}}},"produces":["application/json"]}}}}`,
			"POST /x\n  body required=true application/json {\"type\":\"object\"} text/plain {\"type\":\"object\"}\n  answer 200 application/json {\"type\":\"string\"}\n  at [https://a.test/]\n"},
		{"security of the document, of the operation and none", `{"openapi":"3.0.3","servers":[{"url":"https://a.test"}],"security":[{"key":[]}],"paths":{"/a":{"get":{}},"/b":{"get":{"security":[{"auth":["read","write"],"key":[]},{}]}},"/c":{"get":{"security":[]}}},
			"components":{"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"},"auth":{"type":"oauth2","flows":{}}}}}`,
			"GET /a\n  at [https://a.test]\n  needs key/apiKey/header/X-Key/[]\nGET /b\n  at [https://a.test]\n  needs auth/oauth2///[read write] key/apiKey/header/X-Key/[]\n  needs\nGET /c\n  at [https://a.test]\n"},
		{"variables of servers", `{"openapi":"3.1.0","servers":[{"url":"https://{region}.a.test/{v}","variables":{"region":{"default":"eu"},"v":{"default":"2"}}},{"url":"../up"}],"paths":{"/a":{"get":{}}}}`,
			"GET /a\n  at [https://eu.a.test/2 https://docs.example.com/up]\n"},
		{"methods of 3.2", `{"openapi":"3.2.0","servers":[{"url":"https://a.test"}],"paths":{"/a":{"query":{"operationId":"q"},"additionalOperations":{"COPY":{"operationId":"c"}}}}}`,
			"COPY /a id=c\n  at [https://a.test]\nQUERY /a id=q\n  at [https://a.test]\n"},
		{"texts and answers", `{"openapi":"3.0.3","servers":[{"url":"https://a.test"}],"paths":{"/a":{"summary":"all","get":{"operationId":"g","summary":"s","description":"d","tags":["t","u"],"deprecated":true,"responses":{"default":{"description":"x"},"2XX":{"$ref":"#/components/responses/R"}}}}},"components":{"responses":{"R":{"content":{"application/json":{"schema":{"type":"null"}}}}}}}`,
			"GET /a id=g says=\"s|d\" deprecated tags=[t u]\n  answer 2XX application/json {\"type\":\"null\"}\n  answer default\n  at [https://a.test]\n"},
	} {
		_, ops := read(t, c.text)
		if got := told(ops); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, got, c.want)
		}
	}
}

// rich has one of everything, in two versions.
var rich = []string{
	`{"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"https://{s}.a.test","variables":{"s":{"default":"x"}}}],"security":[{"key":[]}],
	"paths":{"/a/{id}":{"$ref":"#/components/pathItems/P"},"/b":{"parameters":[{"$ref":"#/components/parameters/q"}],
		"post":{"operationId":"p","tags":["t"],"parameters":[{"name":"f","in":"query","style":"deepObject","explode":true,"schema":{"type":"object"}},{"name":"j","in":"query","content":{"application/json":{"schema":{}}}}],
			"requestBody":{"$ref":"#/components/requestBodies/B"},"responses":{"200":{"$ref":"#/components/responses/R"},"default":{"description":"d"}},"security":[{"auth":["s"]},{}],"servers":[{"url":"/up"}],"callbacks":{"c":{"{$request.body#/u}":{"post":{}}}}}}},
	"components":{"pathItems":{"P":{"get":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"204":{}}}}},
		"parameters":{"q":{"name":"q","in":"query","schema":{"$ref":"#/components/schemas/S"},"examples":{"e":{"value":1}}}},
		"requestBodies":{"B":{"required":true,"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"a":{"type":"string"}}},"encoding":{"a":{"contentType":"text/plain","headers":{"X":{"schema":{}}}}}},"application/json":{"schema":{"$ref":"#/components/schemas/S"},"example":{"a":1}}}}},
		"responses":{"R":{"description":"r","content":{"application/json":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/S"}}}}}},
		"schemas":{"S":{"type":"object","properties":{"a":{"type":"string"},"s":{"$ref":"#/components/schemas/S"}}}},
		"securitySchemes":{"key":{"type":"apiKey","in":"query","name":"k"},"auth":{"type":"oauth2","flows":{"implicit":{"scopes":{"s":"x"}}}}}}}`,
	`{"swagger":"2.0","info":{"title":"T","version":"1"},"host":"a.test","basePath":"/v","schemes":["https"],"consumes":["application/json"],"produces":["application/json"],
	"paths":{"/a/{id}":{"parameters":[{"$ref":"#/parameters/id"}],"get":{"parameters":[{"name":"l","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"multi","allowEmptyValue":true}],"responses":{"200":{"$ref":"#/responses/R"}}}},
		"/f":{"post":{"consumes":["multipart/form-data"],"parameters":[{"name":"file","in":"formData","type":"file","required":true},{"name":"n","in":"formData","type":"integer"}],"responses":{}}},
		"/b":{"put":{"operationId":"b","parameters":[{"name":"b","in":"body","schema":{"$ref":"#/definitions/S"}}],"security":[{"basic":[]}],"responses":{"default":{"description":"d","schema":{"type":"string"}}}}}},
	"parameters":{"id":{"name":"id","in":"path","required":true,"type":"string"}},"responses":{"R":{"description":"r","schema":{"$ref":"#/definitions/S"}}},
	"definitions":{"S":{"type":"object","properties":{"s":{"$ref":"#/definitions/S"}}}},"securityDefinitions":{"basic":{"type":"basic"}}}`,
}

// The order of members says nothing: shuffled, a document has the same operations. Orders that do say something are
// those of lists, and of media types and answers, which are put in order here.
func TestOrderOfMembersSaysNothing(t *testing.T) {
	t.Parallel()
	sorted := func(ops []frame.Operation) string {
		for i := range ops {
			if b := ops[i].Body; b != nil {
				slices.SortFunc(b.Media, func(a, b frame.Media) int { return strings.Compare(a.Type, b.Type) })
				for j := range b.Media {
					b.Media[j].Schema.Node = canonical(b.Media[j].Schema.Node)
				}
			}
			slices.SortFunc(ops[i].Responses, func(a, b frame.Response) int { return strings.Compare(a.Code, b.Code) })
			for _, r := range ops[i].Responses {
				for j := range r.Media {
					r.Media[j].Schema.Node = canonical(r.Media[j].Schema.Node)
				}
			}
			for j := range ops[i].Parameters {
				ops[i].Parameters[j].Schema.Node = canonical(ops[i].Parameters[j].Schema.Node)
			}
			for _, all := range ops[i].Security {
				slices.SortFunc(all, func(a, b frame.Requirement) int { return strings.Compare(a.Scheme, b.Scheme) })
			}
		}
		return told(ops)
	}
	for _, text := range rich {
		_, ops := read(t, text)
		want := sorted(ops)
		n, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(50) {
			shuffled := shuffle(n, rand.New(rand.NewPCG(seed, 3)))
			_, ops := read(t, string(shuffled.Append(nil)))
			if got := sorted(ops); got != want {
				t.Fatalf("%s\nnot\n%s\nof %s", got, want, shuffled.Append(nil))
			}
		}
	}
}

func shuffle(n *schema.Node, random *rand.Rand) *schema.Node {
	switch n.Kind() {
	case schema.Array:
		var items []*schema.Node
		for _, item := range n.Items() {
			items = append(items, shuffle(item, random))
		}
		return schema.NewArray(items...)
	case schema.Object:
		var names []string
		for name := range n.Members() {
			names = append(names, name)
		}
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		out := schema.NewObject()
		for _, name := range names {
			out.Set(name, shuffle(n.Get(name), random))
		}
		return out
	}
	return n
}

func canonical(n *schema.Node) *schema.Node {
	if n.Kind() != schema.Object {
		return n
	}
	var names []string
	for name := range n.Members() {
		names = append(names, name)
	}
	slices.Sort(names)
	out := schema.NewObject()
	for _, name := range names {
		out.Set(name, canonical(n.Get(name)))
	}
	return out
}

// places lists the pointers of all values of a document.
func places(n *schema.Node, at schema.Pointer) []schema.Pointer {
	out := []schema.Pointer{at}
	for name, m := range n.Members() {
		out = append(out, places(m, at.Child(name))...)
	}
	for i, item := range n.Items() {
		out = append(out, places(item, at.Child(fmt.Sprint(i)))...)
	}
	return out
}

// Whatever stands in the place of any one value, every operation is told or refused with a reason, and nothing of the
// others is lost.
func TestAnythingAnywhere(t *testing.T) {
	t.Parallel()
	odd := []string{`null`, `7`, `"x"`, `[]`, `{}`, `true`, `[null]`, `{"a":null}`, `{"$ref":"#"}`, `{"$ref":"#/paths"}`, `{"$ref":7}`, `{"$ref":"#/nowhere"}`, `{"$ref":"other.json#/a"}`, `[{"$ref":"#/paths/~1b"}]`, `-1e999`, `""`}
	for _, text := range rich {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		_, whole := read(t, text)
		for _, at := range places(n, "") {
			for _, value := range odd {
				if at == "" {
					continue
				}
				changed := n.Clone()
				put(changed, at, value)
				d, err := document.Open(changed.Append(nil), nil)
				if err != nil {
					continue // the version
				}
				ops := frame.Read(d)
				for _, op := range ops {
					if op.Refused != nil && (op.Refused.Message == "" || op.Refused.Rule == "") {
						t.Errorf("%s at %s: refused without a reason: %+v", value, at, op.Refused)
					}
					if op.Refused == nil && (op.Method == "" || len(op.Servers) == 0) {
						t.Errorf("%s at %s: %s %s has no method or server", value, at, op.Method, op.Path)
					}
				}
				if names := at.Names(); names[0] != "paths" && !(names[0] == "components" && strings.HasPrefix(string(at), "/components/pathItems")) && names[0] != "components" && len(ops) != len(whole) {
					t.Errorf("%s at %s: %d operations of %d", value, at, len(ops), len(whole))
				}
			}
		}
	}
}

func put(root *schema.Node, at schema.Pointer, value string) {
	n, err := schema.Parse([]byte(value))
	if err != nil {
		panic(err)
	}
	names := at.Names()
	up := root
	for _, name := range names[:len(names)-1] {
		up = up.Find(schema.Pointer("").Child(name))
	}
	last := names[len(names)-1]
	if up.Kind() == schema.Object {
		up.Set(last, n)
		return
	}
	var items []*schema.Node
	for i, item := range up.Items() {
		if fmt.Sprint(i) == last {
			item = n
		}
		items = append(items, item)
	}
	up.SetItems(items)
}

// References that lead in circles end, and name where.
func TestCircles(t *testing.T) {
	t.Parallel()
	for name, paths := range map[string]string{
		"path items": `"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"},"/c":{"get":{}}`,
		"itself":     `"/a":{"$ref":"#/paths/~1a"},"/c":{"get":{}}`,
		"parameters": `"/a":{"get":{"parameters":[{"$ref":"#/paths/~1a/get/parameters/0"}]}},"/c":{"get":{}}`,
		"bodies":     `"/a":{"post":{"requestBody":{"$ref":"#/paths/~1a/post/requestBody"}}},"/c":{"get":{}}`,
		"answers":    `"/a":{"get":{"responses":{"200":{"$ref":"#/paths/~1a/get/responses/200"}}}},"/c":{"get":{}}`,
	} {
		d, ops := read(t, `{"openapi":"3.0.3","servers":[{"url":"https://a.test"}],"paths":{`+paths+`}}`)
		said := fmt.Sprint(d.Problems)
		fine := false
		for _, op := range ops {
			fine = fine || op.Path == "/c" && op.Refused == nil && len(op.Problems) == 0
			said += fmt.Sprint(op.Problems)
			if op.Refused != nil {
				said += op.Refused.Message
			}
		}
		if !fine || !strings.Contains(said, "circ") && !strings.Contains(said, "leads back") {
			t.Errorf("%s: %s: %s", name, told(ops), said)
		}
	}
}

func FuzzFrame(f *testing.F) {
	for _, text := range rich {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"openapi":"3.2.0","paths":{"/a":{"query":{},"additionalOperations":{"GET":{}}}}}`))
	f.Add([]byte("swagger: '2.0'\npaths:\n  /a:\n    get: {parameters: [{in: body}, {in: formData, name: x}]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := document.Open(text, &document.Options{Limits: schema.Limits{Depth: 200, Nodes: 20_000}})
		if err != nil {
			return
		}
		for _, op := range frame.Read(d) {
			if op.Refused == nil && (op.Method == "" || len(op.Servers) == 0) {
				t.Fatalf("%s %s has no method or server", op.Method, op.Path)
			}
		}
	})
}
