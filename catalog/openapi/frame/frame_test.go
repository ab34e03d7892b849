package frame_test

import (
	"fmt"
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
)

func TestT43Inherited(t *testing.T) {
	t.Parallel()
	for version, text := range map[string]string{
		"3.0": `{"openapi":"3.0.0","paths":{"/b/{id}":{"parameters":[{"$ref":"#/components/parameters/id"},{"name":"q","in":"query","schema":{"type":"string"}}],"put":{"requestBody":{"content":{"application/json":{"schema":{"type":"object"}}}},"parameters":[{"name":"q","in":"query","required":true,"schema":{"type":"integer"}}]},"get":{}}},"components":{"parameters":{"id":{"name":"id","in":"path","required":true,"schema":{"type":"string"}}}}}`,
		"2.0": `{"swagger":"2.0","host":"api.example.test","paths":{"/b/{id}":{"parameters":[{"$ref":"#/parameters/id"},{"name":"q","in":"query","type":"string"}],"put":{"parameters":[{"name":"q","in":"query","required":true,"type":"integer"},{"name":"b","in":"body","schema":{"type":"object"}}]},"get":{}}},"parameters":{"id":{"name":"id","in":"path","required":true,"type":"string"}}}`,
	} {
		d, err := document.Open([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for _, op := range frame.Read(d) {
			got += fmt.Sprint(op.Method, " ", op.Path, " ", op.Body != nil)
			for _, p := range op.Parameters {
				kind, _ := p.Schema.Node.Get("type").Text()
				got += fmt.Sprint(" ", p.In, ":", p.Name, ":", p.Required, ":", kind)
			}
			got += "\n"
		}
		if want := "GET /b/{id} false path:id:true:string query:q:false:string\nPUT /b/{id} true path:id:true:string query:q:true:integer\n"; got != want {
			t.Errorf("%s: got\n%swant\n%s", version, got, want)
		}
	}
}
