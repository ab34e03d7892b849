package openapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/openapi"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

func Example() {
	api, err := openapi.Import([]byte(`
openapi: 3.1.0
info: {title: Shelf, version: 1.0}
servers: [{url: https://api.example.test/v1}]
paths:
  /books/{id}:
    put:
      operationId: renameBook
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(api.Catalog.Tools[0].Model()))
	args, err := schema.Parse([]byte(`{"id":7,"title":"Dune"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := api.Calls[0].Build(args, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	body, err := io.ReadAll(r.Body)
	fmt.Println(r.Method, r.URL, string(body), err)
	// Output:
	// {"name":"renameBook","description":"PUT /books/{id}","inputSchema":{"type":"object","properties":{"id":{"type":"integer"},"title":{"type":"string"}},"required":["id","title"]}}
	// PUT https://api.example.test/v1/books/7 {"title":"Dune"} <nil>
}

// imported imports one operation of a document of 3.0 with components.
func imported(t *testing.T, version, operation, components string) *openapi.API {
	t.Helper()
	text := fmt.Sprintf(`{"openapi":%q,"servers":[{"url":"https://x.test"}],"paths":{"/p/{id}":{"post":%s}},"components":{"schemas":%s}}`, version, operation, components)
	api, err := openapi.Import([]byte(text), nil)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return api
}

const idInPath = `{"name":"id","in":"path","required":true,"schema":{"type":"string"}}`

func TestInput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, version, operation, components, want string }{
		{"T7 body of an array beside a query", "3.0.0", `{"parameters":[` + idInPath + `,{"name":"values","in":"query","schema":{"type":"integer"}}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"title":"Values","type":"array","items":{"type":"string"}}}}}}`, `{}`,
			`{"type":"object","properties":{"id":{"type":"string"},"values":{"type":"integer"},"body":{"title":"Values","type":"array","items":{"type":"string"}}},"required":["id","body"]}`},
		{"T8 the body keeps its names", "3.0.0", `{"parameters":[` + idInPath + `],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer"}}}}}}}`, `{}`,
			`{"type":"object","properties":{"path_id":{"type":"string"},"id":{"type":"integer"}},"required":["path_id"]}`},
		{"T33 reference", "3.0.0", `{"parameters":[` + idInPath + `],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Pet"}}}}}`, `{"Pet":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"mate":{"$ref":"#/components/schemas/Pet"}}}}`,
			`{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"mate":{"$ref":"#/$defs/Pet"}},"required":["id","name"],"$defs":{"Pet":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"mate":{"$ref":"#/$defs/Pet"}}}}}`},
		{"T38 union", "3.0.0", `{"parameters":[` + idInPath + `],"requestBody":{"required":true,"content":{"application/json":{"schema":{"oneOf":[{"type":"object"},{"type":"object","required":["a"]}]}}}}}`, `{}`,
			`{"type":"object","properties":{"id":{"type":"string"},"body":{"oneOf":[{"type":"object"},{"type":"object","required":["a"]}]}},"required":["id","body"]}`},
		{"optional body with something required", "3.0.0", `{"parameters":[` + idInPath + `],"requestBody":{"content":{"application/json":{"schema":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}}}}}`, `{}`,
			`{"type":"object","properties":{"id":{"type":"string"},"body":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}},"required":["id"]}`},
		{"T27 readOnly", "3.0.0", `{"parameters":[` + idInPath + `],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["no","name"],"properties":{"no":{"type":"string","readOnly":true},"name":{"type":"string"}}}}}}}`, `{}`,
			`{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},"required":["id","name"]}`},
		{"T39 names that providers refuse", "3.0.0", `{"parameters":[` + idInPath + `,{"name":"Start<","in":"query","schema":{"type":"string"}},{"name":"Start>","in":"query","schema":{"type":"integer"}},{"name":"include[]","in":"query","schema":{"type":"boolean"}}]}`, `{}`,
			`{"type":"object","properties":{"id":{"type":"string"},"Start_lt":{"type":"string"},"Start_gt":{"type":"integer"},"include":{"type":"boolean"}},"required":["id"]}`},
		{"T49 media types in any order", "3.1.0", `{"parameters":[` + idInPath + `],"requestBody":{"required":true,"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"m":{"type":"string"}}}},"application/json":{"schema":{"type":"object","properties":{"j":{"type":"string"}}}}}}}`, `{}`,
			`{"type":"object","properties":{"id":{"type":"string"},"j":{"type":"string"}},"required":["id"]}`},
		{"undeclared variable of the path", "3.0.0", `{}`, `{}`, `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}`},
		{"closed body", "3.0.0", `{"parameters":[` + idInPath + `],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"a":{}},"additionalProperties":false}}}}}`, `{}`,
			`{"type":"object","properties":{"id":{"type":"string"},"a":{}},"required":["id"],"additionalProperties":false}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			api := imported(t, tt.version, tt.operation, tt.components)
			if got := string(api.Catalog.Tools[0].Input.Append(nil)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestOutput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, responses, want string }{
		{"T23 reference to itself", `{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/N"}}}}}`,
			`{"type":"object","$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}}}}}`},
		{"no object", `{"200":{"content":{"application/json":{"schema":{"type":"array","items":{"type":"string"}}}}}}`,
			`{"type":"object","properties":{"result":{"type":"array","items":{"type":"string"}}},"required":["result"]}`},
		{"T61 no content and a default", `{"204":{"description":"done"},"default":{"content":{"application/json":{"schema":{"type":"object"}}}}}`, ``},
		{"T62 a code before its range", `{"2XX":{"content":{"application/json":{"schema":{"type":"object","title":"range"}}}},"201":{"content":{"application/json":{"schema":{"type":"object","title":"code"}}}}}`,
			`{"type":"object","title":"code"}`},
		{"T17 null in answers", `{"200":{"content":{"application/json":{"schema":{"type":"object","properties":{"a":{"type":"number","nullable":true}}}}}}}`,
			`{"type":"object","properties":{"a":{"type":["number","null"]}}}`},
		{"several", `{"200":{"content":{"application/json":{"schema":{"type":"object","title":"a"}}}},"202":{"content":{"application/json":{"schema":{"type":"object","title":"b"}}}}}`,
			`{"type":"object","anyOf":[{"type":"object","title":"a"},{"type":"object","title":"b"}]}`},
		{"text", `{"200":{"content":{"text/plain":{"schema":{"type":"string"}}}}}`, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			api := imported(t, "3.0.0", `{"responses":`+tt.responses+`}`, `{"N":{"type":"object","properties":{"n":{"$ref":"#/components/schemas/N"}}}}`)
			got := ""
			if out := api.Catalog.Tools[0].Output; out != nil {
				got = string(out.Append(nil))
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if want := strings.Contains(tt.want, `"result"`); api.Calls[0].Wrapped != want {
				t.Errorf("wrapped is %t", api.Calls[0].Wrapped)
			}
		})
	}
}

func TestCredentialsAreNoArguments(t *testing.T) {
	t.Parallel()
	text := `{"openapi":"3.0.0","servers":[{"url":"https://x.test"}],"security":[{"k":[]}],"paths":{"/a":{"get":{"parameters":[{"name":"x-api-key","in":"header","required":true,"schema":{"type":"string"}},{"name":"q","in":"query","schema":{"type":"string"}}]}}},
		"components":{"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X-API-Key"}}}}`
	api, err := openapi.Import([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(api.Catalog.Tools[0].Input.Append(nil)), `{"type":"object","properties":{"q":{"type":"string"}}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r, err := api.Calls[0].Build(nil, &request.Options{Credentials: map[string]string{"k": "secret"}})
	if err != nil || r.WithContext(context.Background()).Header.Get("X-API-Key") != "secret" {
		t.Errorf("the key is not sent: %v", err)
	}
}

func TestT34OneBadOperation(t *testing.T) {
	t.Parallel()
	text := `{"openapi":"3.0.0","paths":{"/a":{"get":{"operationId":"good"},"post":{"operationId":"bad","requestBody":{"$ref":"#/components/requestBodies/None"}}}}}`
	api, err := openapi.Import([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(api.Catalog.Tools) != 1 || len(api.Refused) != 1 || api.Operations != 2 || api.Refused[0].At != "/paths/~1a/post/requestBody" && api.Refused[0].At != "/paths/~1a/post" {
		t.Errorf("%+v", api)
	}
	text = `{"openapi":"3.1.0","paths":{},"webhooks":{"w":{"post":{}}}}`
	if _, err := openapi.Import([]byte(text), nil); !errors.Is(err, catalog.ErrNoTools) || !strings.Contains(err.Error(), "webhooks (1)") {
		t.Errorf("a document of webhooks: %v", err)
	}
}

// A fault of something shared is told once, with how many operations have it; each counts once, however often it refers.
func TestProblemsInCommon(t *testing.T) {
	t.Parallel()
	text := `{"openapi":"3.0.0","servers":[{"url":"https://x.test"}],"paths":{
		"/a":{"get":{"operationId":"a","parameters":[{"$ref":"#/components/parameters/q"},{"$ref":"#/components/parameters/h"},{"$ref":"#/components/parameters/h"}]}},
		"/b":{"parameters":[{"$ref":"#/components/parameters/q"}],"get":{"operationId":"b"},"put":{"operationId":"c","requestBody":{"$ref":"#/components/requestBodies/B"}},"post":{"operationId":"d","requestBody":{"$ref":"#/components/requestBodies/B"}}}},
		"components":{"parameters":{"q":{"name":"q","in":"query","required":"yes","schema":{}},"h":{"name":"h","in":"query","deprecated":7,"schema":{}}},
			"requestBodies":{"B":{"content":{"application/xml":{"schema":{"type":"object"}}}}}}}`
	api, err := openapi.Import([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, p := range api.Catalog.Problems {
		if _, twice := got[string(p.At)]; twice {
			t.Errorf("told twice: %v", p)
		}
		got[string(p.At)] = p.String()
	}
	for at, want := range map[string]struct{ start, end string }{
		"/components/parameters/q/required":                    {"/components", " (in 4 operations)"},
		"/components/parameters/h/deprecated":                  {`tool "a"`, "left out"},
		"/components/requestBodies/B/content/application~1xml": {"/components", " (in 2 operations)"},
		"/paths/~1a/get/parameters/2":                          {`tool "a"`, "the first is taken"},
	} {
		if s := got[at]; !strings.HasPrefix(s, want.start) || !strings.HasSuffix(s, want.end) {
			t.Errorf("%s: %q", at, s)
		}
	}
}

func TestNaive(t *testing.T) {
	t.Parallel()
	text := `{"openapi":"3.0.0","paths":{"/a":{"post":{"operationId":"a","requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/N"}}}}}}},
		"components":{"schemas":{"N":{"type":"object","nullable":true,"properties":{"n":{"$ref":"#/components/schemas/N"},"s":{"$ref":"#/components/schemas/S"}}},"S":{"type":"string","example":"e"}}}}`
	c, err := openapi.Naive([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"requestBody":{"type":"object","nullable":true,"properties":{"n":{"type":"object"},"s":{"type":"string","example":"e"}}}}}`
	if got := string(c.Tools[0].Input.Append(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Whatever of a document is no Unicode, or stands twice, its tools are JSON that everyone can read.
func TestToolsAreReadable(t *testing.T) {
	t.Parallel()
	many := ""
	for i := range 20 {
		many += fmt.Sprintf(`"m%d":{},`, i)
	}
	schemas := []string{`{"default":{"a":1,"a":2}}`, `{"enum":[[{"a":1,"b":0,"a":2,"a":3}]]}`, `{"type":"object","type":"string"}`,
		`{"properties":{` + many + `"p":{"type":"string"},"p":{"properties":{"a":{"title":"x","title":"y"}}}}}`}
	for _, bad := range []string{"\xe7", `\ud800`} {
		for _, s := range []string{`{"description":"%s"}`, `{"properties":{"%s":{}}}`, `{"enum":["%s"]}`, `{"properties":{"a":{"properties":{"%s":{}}}}}`, `{"properties":{"a":{"kw%s":{}}}}`,
			`{"pattern":"%s"}`, `{"default":{"%s":1}}`, `{"required":["%s"],"type":"object"}`} {
			schemas = append(schemas, strings.ReplaceAll(s, "%s", bad))
		}
	}
	for _, s := range schemas {
		for _, version := range []string{"3.0.0", "3.1.0"} {
			content := `{"content":{"application/json":{"schema":` + s + `}}}`
			api, err := openapi.Import([]byte(`{"openapi":"`+version+`","paths":{"/a":{"post":{"requestBody":`+content+`,"responses":{"200":`+content+`}}}}}`), nil)
			if err != nil {
				t.Errorf("%q: %v", s, err)
				continue
			}
			if len(api.Catalog.Problems) == 0 {
				t.Errorf("%q: no problem is told", s)
			}
			for _, n := range []*schema.Node{api.Catalog.Tools[0].Input, api.Catalog.Tools[0].Output} {
				if n == nil {
					continue // an output that can be anything
				}
				if _, err := schema.Parse(n.Append(nil)); err != nil {
					t.Errorf("%q: %q: %v", s, n.Append(nil), err)
				}
			}
		}
	}
}

// FuzzImport holds what is promised of any document: all operations are accounted for, names are legal and unique, nothing
// refers to nothing, and validators take every schema.
func FuzzImport(f *testing.F) {
	for _, seed := range []string{
		`{"openapi":"3.0.0","paths":{"/a/{b}":{"get":{"parameters":[{"name":"b","in":"path"},{"name":"x<","in":"query","schema":{"type":"int"}}],"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}}},"components":{"schemas":{"A":{"items":{"$ref":"#/components/schemas/A"}}}}}`,
		"swagger: '2.0'\npaths:\n  /a:\n    post:\n      parameters:\n        - {name: f, in: formData, type: file}\n        - {name: b, in: body, schema: {$ref: '#/definitions/x'}}\n",
		`{"openapi":"3.2.0","paths":{"/a":{"query":{},"additionalOperations":{"LOCK":{"requestBody":{"content":{"text/plain":{}}}}}}}}`,
		"{\"openapi\":\"3.0.0\",\"paths\":{\"/a\":{\"get\":{\"responses\":{\"200\":{\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/x\"}}}}}}}},\"x\":{\"default\":{\"\xe7\":1,\"\xe8\":2}}}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		api, err := openapi.Import(b, &openapi.Options{Limits: schema.Limits{Depth: 60, Nodes: 5000, Bytes: 1 << 20}})
		if err != nil {
			return
		}
		if api.Operations != len(api.Catalog.Tools)+len(api.Refused)+api.Excluded || len(api.Calls) != len(api.Catalog.Tools) {
			t.Errorf("%d operations, %d tools, %d refused, %d excluded", api.Operations, len(api.Catalog.Tools), len(api.Refused), api.Excluded)
		}
		names := map[string]bool{}
		for i := range api.Catalog.Tools {
			tool := &api.Catalog.Tools[i]
			if names[tool.Name] || len(tool.Name) > 64 || strings.Trim(tool.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
				t.Errorf("the name %q", tool.Name)
			}
			names[tool.Name] = true
			for _, n := range []*schema.Node{tool.Input, tool.Output} {
				if n == nil {
					continue
				}
				if _, err := schema.Parse(n.Append(nil)); err != nil {
					t.Errorf("%q: %v", n.Append(nil), err)
				}
				var invalid *validate.InvalidError
				if _, err := validate.Compile(n.Append(nil), nil); errors.As(err, &invalid) {
					t.Errorf("%s: %v", n.Append(nil), err)
				}
			}
		}
	})
}
