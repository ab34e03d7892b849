package openapi_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/openapi"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
)

// alone reads a document of one path, and returns its only tool.
func alone(t *testing.T, version, path, item, rest string) (*openapi.API, *request.Call) {
	t.Helper()
	head := `"openapi":"` + version + `","servers":[{"url":"https://api.example.com"}]`
	if version == "2.0" {
		head = `"swagger":"2.0","host":"api.example.com","schemes":["https"]`
	}
	if strings.Contains(rest, `"servers"`) {
		head = `"openapi":"` + version + `"`
	}
	api, err := openapi.Import([]byte(`{`+head+`,"info":{"title":"T","version":"1"},"paths":{"`+path+`":`+item+`}`+rest+`}`), &openapi.Options{Source: "https://docs.example.com/api/openapi.json"})
	if err != nil {
		t.Fatal(err)
	}
	if len(api.Calls) != 1 {
		t.Fatalf("%d tools, refused are %v", len(api.Calls), api.Refused)
	}
	return api, &api.Calls[0]
}

// sent writes a request down: method and URL, then the headers that an operation sets, then the body.
func sent(t *testing.T, r *http.Request) string {
	t.Helper()
	out := r.Method + " " + r.URL.String()
	for _, name := range []string{"Cookie", "X-Trace", "Content-Type"} {
		if v := r.Header.Get(name); v != "" {
			out += "\n" + name + ": " + regexp.MustCompile(`boundary=.*`).ReplaceAllString(v, "boundary=X")
		}
	}
	if r.Body == nil {
		return out
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return out + "\n" + string(body)
}

// What documents say reaches the wire as they say it. The numbers are those of reports on other converters.
func TestTableOnTheWire(t *testing.T) {
	t.Parallel()
	const ok = `"responses":{"200":{"description":"fine"}}`
	query := func(rest string) string {
		return `{"get":{"parameters":[{"name":"tags","in":"query",` + rest + `}],` + ok + `}}`
	}
	body := func(content string) string { return `{"post":{"requestBody":{"content":` + content + `},` + ok + `}}` }
	for _, row := range []struct{ name, version, path, item, rest, args, want string }{
		{"T9 a string as JSON", "3.0.3", "/x", body(`{"application/json":{"schema":{"type":"string"}}}`), "", `{"body":"hello"}`, "POST https://api.example.com/x\nContent-Type: application/json\n\"hello\""},
		{"T9 a string like a boolean", "3.0.3", "/x", body(`{"application/json":{"schema":{"type":"string"}}}`), "", `{"body":"true"}`, "POST https://api.example.com/x\nContent-Type: application/json\n\"true\""},
		{"T9 a number", "3.0.3", "/x", body(`{"application/json":{"schema":{}}}`), "", `{"body":1}`, "POST https://api.example.com/x\nContent-Type: application/json\n1"},
		{"T10 urlencoded", "3.0.3", "/x", body(`{"application/x-www-form-urlencoded":{"schema":{"type":"object","properties":{"username":{"type":"string"}}}}}`), "", `{"username":"admin"}`,
			"POST https://api.example.com/x\nContent-Type: application/x-www-form-urlencoded\nusername=admin"},
		{"T10 cookie", "3.0.3", "/x", `{"get":{"parameters":[{"name":"session","in":"cookie","schema":{"type":"string"}}],` + ok + `}}`, "", `{"session":"s1"}`, "GET https://api.example.com/x\nCookie: session=s1"},
		{"T11 no JSON", "3.0.3", "/x", body(`{"application/xml":{"schema":{"type":"string"}}}`), "", `{"body":"<a/>"}`, "POST https://api.example.com/x\nContent-Type: application/xml\n<a/>"},
		{"T12 not exploded", "3.0.3", "/x", query(`"style":"form","explode":false,"schema":{"type":"array","items":{"type":"string"}}`), "", `{"tags":["a","b"]}`, "GET https://api.example.com/x?tags=a,b"},
		{"T12 pipes", "3.0.3", "/x", query(`"style":"pipeDelimited","explode":false,"schema":{"type":"array","items":{"type":"string"}}`), "", `{"tags":["a","b"]}`, "GET https://api.example.com/x?tags=a%7Cb"},
		{"T14 deepObject", "3.0.3", "/x", `{"get":{"parameters":[{"name":"filter","in":"query","style":"deepObject","schema":{"type":"object","properties":{"eq":{"type":"string"}}}}],` + ok + `}}`, "", `{"filter":{"eq":"v"}}`,
			"GET https://api.example.com/x?filter%5Beq%5D=v"},
		{"T15 array in a path", "3.0.3", "/select/{days}", `{"get":{"parameters":[{"name":"days","in":"path","required":true,"schema":{"type":"array","items":{"type":"string"}}}],` + ok + `}}`, "", `{"days":["monday","tuesday"]}`,
			"GET https://api.example.com/select/monday,tuesday"},
		{"T16 slashes", "3.0.3", "/f/{p}", `{"get":{"parameters":[{"name":"p","in":"path","required":true,"schema":{"type":"string"}}],` + ok + `}}`, "", `{"p":"../../admin"}`, "GET https://api.example.com/f/..%2F..%2Fadmin"},
		{"T16 question mark", "3.0.3", "/f/{p}", `{"get":{"parameters":[{"name":"p","in":"path","required":true,"schema":{"type":"string"}}],` + ok + `}}`, "", `{"p":"a?x=1"}`, "GET https://api.example.com/f/a%3Fx%3D1"},
		{"T16 fragment", "3.0.3", "/f/{p}", `{"get":{"parameters":[{"name":"p","in":"path","required":true,"schema":{"type":"string"}}],` + ok + `}}`, "", `{"p":"a#f"}`, "GET https://api.example.com/f/a%23f"},
		{"T16 dots", "3.0.3", "/f/{p}/g", `{"get":{"parameters":[{"name":"p","in":"path","required":true,"schema":{"type":"string"}}],` + ok + `}}`, "", `{"p":".."}`, "GET https://api.example.com/f/%2E%2E/g"},
		{"T28 relative server", "3.0.3", "/api/v1/users", `{"get":{` + ok + `}}`, `,"servers":[{"url":"/myapp"}]`, `{}`, "GET https://docs.example.com/myapp/api/v1/users"},
		{"T29 server of the operation", "3.0.3", "/up", `{"servers":[{"url":"https://path.example.com"}],"post":{"servers":[{"url":"https://upload.example.com/v1"}],` + ok + `}}`, "", `{}`, "POST https://upload.example.com/v1/up"},
		{"T29 server of the path", "3.0.3", "/up", `{"servers":[{"url":"https://path.example.com"}],"post":{"servers":[],` + ok + `}}`, "", `{}`, "POST https://path.example.com/up"},
		{"T29 empty lists", "3.0.3", "/up", `{"servers":[],"post":{"servers":[],` + ok + `}}`, "", `{}`, "POST https://api.example.com/up"},
		{"T42 body of Swagger 2", "2.0", "/x", `{"post":{"consumes":["application/json"],"parameters":[{"name":"pet","in":"body","schema":{"type":"object","properties":{"name":{"type":"string"}}}}],` + ok + `}}`, "", `{"name":"Mo"}`,
			"POST https://api.example.com/x\nContent-Type: application/json\n{\"name\":\"Mo\"}"},
		{"T42 form of Swagger 2", "2.0", "/x", `{"post":{"consumes":["application/x-www-form-urlencoded"],"parameters":[{"name":"name","in":"formData","type":"string"}],` + ok + `}}`, "", `{"name":"Mo"}`,
			"POST https://api.example.com/x\nContent-Type: application/x-www-form-urlencoded\nname=Mo"},
		{"T48 null", "3.0.3", "/x", body(`{"application/json":{"schema":{"type":"object","properties":{"a":{"type":"string","nullable":true},"b":{"type":"string"}}}}}`), "", `{"a":null}`,
			"POST https://api.example.com/x\nContent-Type: application/json\n{\"a\":null}"},
		{"T59 tsv", "2.0", "/x", `{"get":{"parameters":[{"name":"tags","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"tsv"}],` + ok + `}}`, "", `{"tags":["a","b"]}`, "GET https://api.example.com/x?tags=a%09b"},
		{"T64 allowEmptyValue in a form", "2.0", "/x", `{"post":{"consumes":["application/x-www-form-urlencoded"],"parameters":[{"name":"all","in":"formData","type":"array","items":{"type":"string"},"allowEmptyValue":true},{"name":"note","in":"formData","type":"string","x-nullable":true,"allowEmptyValue":true}],` + ok + `}}`, "", `{"all":[],"note":null}`,
			"POST https://api.example.com/x\nContent-Type: application/x-www-form-urlencoded\nall=&note="},
		{"T64 allowEmptyValue", "2.0", "/x", `{"get":{"parameters":[{"name":"all","in":"query","type":"array","items":{"type":"string"},"allowEmptyValue":true}],` + ok + `}}`, "", `{"all":[]}`, "GET https://api.example.com/x?all="},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			api, call := alone(t, row.version, row.path, row.item, row.rest)
			args, err := schema.Parse([]byte(row.args))
			if err != nil {
				t.Fatal(err)
			}
			input := api.Catalog.Tools[0].Input
			s, err := validate.Compile(input.Append(nil), nil)
			if err != nil {
				t.Fatal(err)
			}
			if ok, err := s.Accepts(args.Append(nil)); !ok || err != nil {
				t.Errorf("the arguments are refused by %s", input.Append(nil))
			}
			r, err := call.Build(args, &request.Options{Base: "https://docs.example.com/api/openapi.json"})
			if err != nil {
				t.Fatal(err)
			}
			if got := sent(t, r); got != row.want {
				t.Errorf("%s is sent as\n%s\nnot\n%s", row.args, got, row.want)
			}
		})
	}
}

func TestTableMultipart(t *testing.T) {
	t.Parallel()
	t.Run("T10 multipart", func(t *testing.T) {
		t.Parallel()
		_, call := alone(t, "3.0.3", "/x", `{"post":{"requestBody":{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"title":{"type":"string"},"file":{"type":"string","format":"binary"}}}}}},"responses":{"200":{"description":"fine"}}}}`, "")
		args, err := schema.Parse([]byte(`{"title":"a","file":"/wA="}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := call.Build(args, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Fatal(err)
		}
		file, head, err := r.FormFile("file")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if content, err := io.ReadAll(file); err != nil || string(content) != "\xff\x00" || head.Filename == "" || r.FormValue("title") != "a" {
			t.Errorf("%q in %q, title %q, %v", content, head.Filename, r.FormValue("title"), err)
		}
	})
}

func TestTableSchemas(t *testing.T) {
	t.Parallel()
	const ok = `"responses":{"200":{"description":"fine"}}`
	input := func(t *testing.T, version, item, rest string) string {
		api, _ := alone(t, version, "/x", item, rest)
		return string(api.Catalog.Tools[0].Input.Append(nil))
	}
	t.Run("T26 items of an array in a query", func(t *testing.T) {
		t.Parallel()
		for version, schema := range map[string]string{"3.0.3": `"schema":{"type":"array","items":{"type":"string"}}`, "2.0": `"type":"array","items":{"type":"string"}`} {
			if got := input(t, version, `{"get":{"parameters":[{"name":"tags","in":"query",`+schema+`}],`+ok+`}}`, ""); !strings.Contains(got, `"items":{"type":"string"}`) {
				t.Errorf("%s: %s", version, got)
			}
		}
		api, _ := alone(t, "3.0.3", "/x", `{"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"list":{"type":"array"}}}}}},`+ok+`}}`, "")
		target, err := targets.Lookup("openai")
		if err != nil {
			t.Fatal(err)
		}
		r, err := schemacompact.Compact(api.Catalog, &schemacompact.Options{Level: schemacompact.LevelProved, Target: target})
		if err != nil {
			t.Fatal(err)
		}
		got := string(r.Catalog.Tools[0].Input.Append(nil))
		if findings := targets.Lint(r.Catalog, target); !strings.Contains(got, `"items":{}`) || len(findings) > 0 && strings.Contains(fmt.Sprint(findings), "items") {
			t.Errorf("an array without items: %s, %v", got, findings)
		}
	})
	t.Run("T59 null in a form", func(t *testing.T) {
		t.Parallel()
		if got := input(t, "2.0", `{"post":{"consumes":["application/x-www-form-urlencoded"],"parameters":[{"name":"a","in":"formData","type":"string","x-nullable":true}],`+ok+`}}`, ""); !strings.Contains(got, `"type":["string","null"]`) {
			t.Error(got)
		}
	})
	t.Run("T64 nothing of the binding in the schema", func(t *testing.T) {
		t.Parallel()
		if got := input(t, "2.0", `{"get":{"parameters":[{"name":"all","in":"query","type":"string","allowEmptyValue":true}],`+ok+`}}`, ""); strings.Contains(got, "allowEmpty") {
			t.Error(got)
		}
	})
	t.Run("T11 one media type for schema and body", func(t *testing.T) {
		t.Parallel()
		api, call := alone(t, "3.0.3", "/x", `{"post":{"requestBody":{"content":{"text/plain":{"schema":{"type":"string"}},"application/x-www-form-urlencoded":{"schema":{"type":"object","properties":{"a":{"type":"string"}}}}}},`+ok+`}}`, "")
		if got := string(api.Catalog.Tools[0].Input.Append(nil)); call.Body.ContentType != "application/x-www-form-urlencoded" || !strings.Contains(got, `"a":{"type":"string"}`) {
			t.Errorf("%s with %s", call.Body.ContentType, got)
		}
	})
}

// What one consumer refuses is the matter of the tool that has it: the others stay as they are.
func TestTableTargets(t *testing.T) {
	t.Parallel()
	const ok = `"responses":{"200":{"description":"fine"}}`
	document := func(n int, more string) *catalog.Catalog {
		var paths []string
		for i := range n {
			paths = append(paths, fmt.Sprintf(`"/p%d":{"post":{"operationId":"op%d","description":"Operation %d","requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/A"}}}}}},%s}}`, i, i, i, ok))
		}
		api, err := openapi.Import([]byte(`{"openapi":"3.0.3","paths":{`+strings.Join(paths, ",")+more+`},"components":{"schemas":{"A":{"type":"string","enum":["x","y"]},"Tree":{"type":"object","properties":{"sub":{"type":"array","items":{"$ref":"#/components/schemas/Tree"}}}}}}}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		return api.Catalog
	}
	t.Run("T25 one recursive tool", func(t *testing.T) {
		t.Parallel()
		c := document(5, `,"/tree":{"post":{"operationId":"tree","requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Tree"}}}},`+ok+`}}`)
		target, err := targets.Lookup("gemini")
		if err != nil {
			t.Fatal(err)
		}
		r, err := schemacompact.Compact(c, &schemacompact.Options{Level: schemacompact.LevelProved, Target: target, With: []string{"inline-all"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range r.Catalog.Tools {
			if refers := strings.Contains(string(tool.Input.Append(nil)), "$ref"); refers != (tool.Name == "tree") {
				t.Errorf("%s refers: %v: %s", tool.Name, refers, tool.Input.Append(nil))
			}
		}
		told := targets.Lint(r.Catalog, target)
		if len(told) == 0 {
			t.Error("nothing is told of the recursive tool")
		}
		for _, f := range told {
			if f.Tool != "tree" {
				t.Errorf("%s is told of %s: %s", f.Rule, f.Tool, f.Message)
			}
		}
	})
	t.Run("T41 too many tools", func(t *testing.T) {
		t.Parallel()
		target, err := targets.Lookup("openai")
		if err != nil {
			t.Fatal(err)
		}
		for n, want := range map[int]bool{158: true, 128: false} {
			told := slices.ContainsFunc(targets.Lint(document(n, ""), target), func(f targets.Finding) bool {
				return f.Rule == "tool-count" && strings.Contains(f.Message, strconv.Itoa(n)) && f.Fix != ""
			})
			if told != want {
				t.Errorf("of %d tools is told: %v", n, told)
			}
		}
	})
	t.Run("T40 long description", func(t *testing.T) {
		t.Parallel()
		for _, length := range []int{1103, 2780} {
			text := strings.Repeat("A sentence of the text. ", 200)[:length]
			api, err := openapi.Import([]byte(`{"openapi":"3.0.3","paths":{"/x":{"get":{"description":"`+text+`",`+ok+`}}}}`), &openapi.Options{MaxDescription: 1024})
			if err != nil {
				t.Fatal(err)
			}
			got := api.Catalog.Tools[0].Description
			if len(got) > 1024 || len(got) < 900 || !strings.HasSuffix(got, ".") || !strings.Contains(fmt.Sprint(api.Catalog.Problems), "description") {
				t.Errorf("%d characters become %d, %v", length, len(got), api.Catalog.Problems)
			}
		}
	})
}

// Every row of the table of reports has a test that is named for it.
func TestEveryRowHasATest(t *testing.T) {
	t.Parallel()
	// The numbers have gaps; T35 is about answers and belongs to what serves an API.
	rows := []int{1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 36, 38, 39, 40, 41, 42, 43, 44, 46, 47, 48, 49, 50,
		52, 53, 54, 55, 57, 58, 59, 61, 62, 64}
	found := map[string]bool{}
	named := regexp.MustCompile(`\bT[0-9]+ `)
	for _, dir := range []string{".", "../../targets", "../../schemacompact", "../../internal/cli"} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					for _, name := range named.FindAllString(n.Value, -1) {
						found[strings.TrimSpace(name)] = true
					}
				case *ast.FuncDecl:
					found[regexp.MustCompile(`^T[0-9]+`).FindString(strings.TrimPrefix(n.Name.Name, "Test"))] = true
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range rows {
		if !found["T"+strconv.Itoa(row)] {
			t.Errorf("no test is named for row T%d", row)
		}
	}
}
