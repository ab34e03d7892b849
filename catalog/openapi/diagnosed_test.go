package openapi

import (
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
)

// TestDiagnose holds an opinion on a document to be among its problems, with the tool that it is about, and nothing more.
func TestDiagnose(t *testing.T) {
	t.Parallel()
	text := []byte(`{"openapi":"3.0.3","info":{"title":"Kiosk","version":"1"},"paths":{"/bikes":{"get":{"operationId":"list","responses":{"200":{"description":"d"}}}}}}`)
	plain, err := Import(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	api, err := Import(text, &Options{Diagnose: func(d *document.Document) []document.Problem {
		asked++
		return []document.Problem{{At: "/paths/~1bikes/get", Message: "an opinion", Hint: "a hint"}, {Message: "another"}}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if asked != 1 || len(plain.Catalog.Problems) != 0 || len(api.Catalog.Problems) != 2 || len(api.Catalog.Tools) != 1 {
		t.Fatalf("asked %d times, %d tools, problems %+v and %+v", asked, len(api.Catalog.Tools), plain.Catalog.Problems, api.Catalog.Problems)
	}
	tools := map[string]string{}
	for _, p := range api.Catalog.Problems {
		tools[p.Message] = p.Tool + "," + string(p.At) + "," + p.Hint
	}
	if tools["an opinion"] != "list,/paths/~1bikes/get,a hint" || tools["another"] != ",," {
		t.Errorf("%q", tools)
	}
}
