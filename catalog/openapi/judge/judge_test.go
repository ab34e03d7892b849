// Package judge holds the requests that tools make against another reader of the documents.
package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/schema-bench/schema-bench/catalog/openapi"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

// A judge says whether a request is one of a document. It has read the document by itself.
type judge struct{ doc *openapi3.T }

func newJudge(text []byte) (*judge, error) {
	var head struct{ Swagger string }
	if json.Unmarshal(text, &head); head.Swagger != "" {
		var old openapi2.T
		if err := json.Unmarshal(text, &old); err != nil {
			return nil, err
		}
		doc, err := openapi2conv.ToV3(&old)
		return &judge{doc}, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	return &judge{doc}, err
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// accepts returns the judge's complaint about a request for an operation, if it has one.
func (j *judge) accepts(r *http.Request, call *request.Call) error {
	item := j.doc.Paths.Value(call.Path)
	if item == nil {
		return fmt.Errorf("the judge does not know the path %s", call.Path)
	}
	params := map[string]string{}
	pattern, names := "", []string{}
	last := 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(call.Path, -1) {
		pattern += regexp.QuoteMeta(call.Path[last:at[0]]) + "([^/]*)"
		names, last = append(names, call.Path[at[2]:at[3]]), at[1]
	}
	tail, _, _ := strings.Cut(call.Path[last:], "?")
	pattern += regexp.QuoteMeta(tail) + "$"
	found := regexp.MustCompile(pattern).FindStringSubmatch(r.URL.EscapedPath())
	if found == nil {
		return fmt.Errorf("%s does not end like %s", r.URL.EscapedPath(), call.Path)
	}
	for i, name := range names {
		value, err := url.PathUnescape(found[i+1])
		if err != nil {
			return err
		}
		params[name] = value
	}
	return openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params,
		Route:   &routers.Route{Spec: j.doc, Path: call.Path, PathItem: item, Method: call.Method, Operation: item.GetOperation(call.Method)},
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true},
	})
}

// arguments makes of a value for an operation's one place the arguments of the tool.
func arguments(call *request.Call, at, value string) (*schema.Node, error) {
	if at != "body" {
		for _, b := range call.Bindings {
			if b.In+" "+b.Name == at {
				return schema.Parse([]byte(`{` + string(schema.NewString(b.Argument).Append(nil)) + `:` + value + `}`))
			}
		}
		return nil, fmt.Errorf("nothing is bound to %s: %+v", at, call.Bindings)
	}
	for _, b := range call.Bindings {
		if b.In == "body" {
			return schema.Parse([]byte(`{` + string(schema.NewString(b.Argument).Append(nil)) + `:` + value + `}`))
		}
	}
	return schema.Parse([]byte(value))
}

// What the tool's schema accepts makes a request that the judge accepts, and what the document refuses, written down by
// hand, the schema refuses. Where the judge is wrong is listed with why.
func TestJudge(t *testing.T) {
	t.Parallel()
	judgedOperations, requests, refused := 0, 0, 0
	excuses := map[string]int{}
	for _, d := range judgedDocuments() {
		api, err := openapi.Import([]byte(d.text), nil)
		if err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
		if len(api.Refused) > 0 || len(api.Calls) != len(d.operations) {
			t.Fatalf("%s: %d tools of %d operations, refused are %v", d.name, len(api.Calls), len(d.operations), api.Refused)
		}
		j, err := newJudge([]byte(d.text))
		if err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
		tools := map[string]int{}
		for i, c := range api.Calls {
			tools[c.Method+" "+c.Path] = i
		}
		for _, o := range d.operations {
			i, ok := tools[o.method+" "+o.path]
			if !ok {
				t.Errorf("%s: no tool for %s %s", d.name, o.method, o.path)
				continue
			}
			call := &api.Calls[i]
			s, err := validate.Compile(api.Catalog.Tools[i].Input.Append(nil), nil)
			if err != nil {
				t.Errorf("%s %s: %v", d.name, o.path, err)
				continue
			}
			judgedOperations++
			check := func(value string) (*schema.Node, bool) {
				args, err := arguments(call, o.at, value)
				if err != nil {
					t.Fatalf("%s %s: %v", d.name, o.path, err)
				}
				ok, err := s.Accepts(args.Append(nil))
				if err != nil {
					t.Fatalf("%s %s: %v", d.name, o.path, err)
				}
				return args, ok
			}
			for _, value := range o.sort.good {
				args, ok := check(value)
				if !ok {
					t.Errorf("%s %s %s: the tool refuses %s: %s", d.name, o.method, o.path, value, api.Catalog.Tools[i].Input.Append(nil))
					continue
				}
				r, err := call.Build(args, nil)
				if spaced(o) && strings.Contains(value, " ") {
					if err == nil {
						t.Errorf("%s %s: %s is sent as %s, which is another list", d.name, o.path, value, r.URL)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s %s %s: %s: %v", d.name, o.method, o.path, value, err)
					continue
				}
				if err := j.accepts(r, call); err != nil {
					if why := excused(o, value); why != "" {
						excuses[why]++
						continue
					}
					t.Errorf("%s %s %s: %s gives %s, and the judge says %v", d.name, o.method, o.path, value, r.URL, firstLine(err))
					continue
				}
				requests++
			}
			for _, value := range o.sort.bad {
				if args, ok := check(value); ok {
					t.Errorf("%s %s %s: the tool accepts %s: %s", d.name, o.method, o.path, args.Append(nil), api.Catalog.Tools[i].Input.Append(nil))
				}
				refused++
			}
		}
	}
	t.Logf("%d operations of 5 documents, %d requests accepted, %d arguments refused, %v", judgedOperations, requests, refused, excuses)
	if judgedOperations < 200 || requests < 400 {
		t.Errorf("only %d operations and %d requests were judged", judgedOperations, requests)
	}
}

func firstLine(err error) string { line, _, _ := strings.Cut(err.Error(), "\n"); return line }

// spaced reports whether items are separated by spaces, so that none can hold one.
func spaced(o operation) bool {
	return strings.Contains(o.path, "spaceDelimited") || strings.Contains(o.path, "ssv-")
}

// excused says why the judge may refuse what is right.
func excused(o operation, value string) string {
	if strings.HasPrefix(o.at, "cookie ") && strings.Contains(value, " ") {
		return "it does not decode cookies"
	}
	return ""
}
