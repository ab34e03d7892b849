package diagnose

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
)

func open(t *testing.T, text string) *document.Document {
	t.Helper()
	d, err := document.Open([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// three is a document of version 3.0 with these paths and components.
func three(paths, schemas string) string {
	return `{"openapi":"3.0.3","info":{"title":"Kiosk","version":"1"},"paths":{` + paths + `},"components":{"schemas":{` + schemas + `}}}`
}

const fine = `"/a":{"get":{"responses":{"200":{"description":"done"}}}}`

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []string // rule, place and a part of the message, or none at all
	}{
		{"nothing wrong", three(fine, `"A":{"type":"string"}`), nil},
		{"nothing wrong in YAML with a number for a version", "openapi: 3.1.0\ninfo: {title: T, version: 1.0}\npaths: {}\n", nil},
		{"nothing wrong in Swagger", `{"swagger":"2.0","info":{"title":"T","version":"1"},"paths":{` + fine + `},"definitions":{"A":{"type":"string"}}}`, nil},
		{"a schema of no type", three(fine, `"A":{"type":"strin"}`), []string{"kin-invalid-schema-type-unsupported /components/schemas/A strin"}},
		{"a schema of no type in Swagger", `{"swagger":"2.0","info":{"title":"T","version":"1"},"paths":{` + fine + `},"definitions":{"A":{"type":"strin"}}}`,
			[]string{"kin-invalid-schema-type-unsupported /definitions/A strin"}},
		{"an operation without answers", three(`"/x~y":{"get":{}}`, ``), []string{"kin-invalid-operation-responses-required /paths/~1x~0y/get responses"}},
		{"two of a kind", three(`"/a/{p}":{"parameters":[{"name":"p","in":"path","required":true,"schema":{}}],"get":{"responses":{"200":{"description":"d"}}}},`+
			`"/a/{q}":{"parameters":[{"name":"q","in":"path","required":true,"schema":{}}],"get":{"responses":{"200":{"description":"d"}}}}`, ``),
			[]string{"kin-invalid-conflicting-paths /paths conflicting"}},
		{"several at once", three(`"/a":{"get":{}},"/b":{"put":{}}`, `"A":{"type":"strin"}`), []string{
			"kin-invalid-schema-type-unsupported /components/schemas/A ", "kin-invalid-operation-responses-required /paths/~1a/get ",
			"kin-invalid-operation-responses-required /paths/~1b/put "}},
		{"a number for a word", three(fine, `"A":{"type":"string","title":7}`), []string{"kin-refused - does not read the document: "}},
		{"a reference that leads nowhere", three(fine, `"A":{"$ref":"#/components/schemas/B"}`), []string{"kin-refused - does not read the document: "}},
		{"a reference to a file", three(fine, `"A":{"$ref":"/etc/hostname"}`), []string{"kin-refused - disallowed external reference"}},
		{"a reference to the network", three(fine, `"A":{"$ref":"http://127.0.0.1:1/a.json"}`), []string{"kin-refused - disallowed external reference"}},
		{"a schema that is itself", three(fine, `"A":{"$ref":"#/components/schemas/A"}`), []string{"kin-invalid-unresolved-ref /components/schemas/A "}},
		// These end the process if values are held against the schemas.
		{"a schema in itself with a default", three(fine, `"A":{"allOf":[{"$ref":"#/components/schemas/A"}],"default":1,"example":1}`), nil},
		{"two schemas in each other with a default", three(fine, `"A":{"anyOf":[{"$ref":"#/components/schemas/B"}],"default":1},"B":{"not":{"$ref":"#/components/schemas/A"},"default":{}}`), nil},
		{"a hostile word", three(fine, `"A":{"type":"\u001b[2J"}`), []string{`kin-invalid-schema-type-unsupported /components/schemas/A \x1b[2J`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := Check(open(t, test.text))
			if len(got) != len(test.want) {
				t.Fatalf("%d problems, want %d: %+v", len(got), len(test.want), got)
			}
			for i, want := range test.want {
				part := strings.SplitN(want, " ", 3)
				if part[1] == "-" {
					part[1] = ""
				}
				if p := got[i]; p.Rule != part[0] || string(p.At) != part[1] || !strings.Contains(p.Message, part[2]) || !strings.HasPrefix(p.Message, "kin-openapi ") {
					t.Errorf("problem %d is %+v, want %q", i, p, want)
				}
			}
		})
	}
}

// TestDeep holds what nests as far as documents may to be an answer.
func TestDeep(t *testing.T) {
	t.Parallel()
	const depth = 900
	Check(open(t, three(fine, `"A":`+strings.Repeat(`{"not":`, depth)+`{}`+strings.Repeat(`}`, depth))))
	var chain strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&chain, `"A%d":{"allOf":[{"$ref":"#/components/schemas/A%d"},{"$ref":"#/components/schemas/A%d"}]},`, i, i+1, i+1)
	}
	if got := Check(open(t, three(fine, chain.String()+`"A3000":{}`))); len(got) != 0 {
		t.Errorf("a chain of schemas: %+v", got)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	d := open(t, three(fine, ``))
	if got := check(d, time.Minute, func([]byte, document.Version) []error { panic("oh\nno") }); len(got) != 1 || got[0].Rule != ruleRefused || !strings.Contains(got[0].Message, `oh\nno`) {
		t.Errorf("a panic: %+v", got)
	}
	release := make(chan struct{})
	defer close(release)
	if got := check(d, time.Millisecond, func([]byte, document.Version) []error { <-release; return nil }); len(got) != 1 || got[0].Rule != ruleLimit {
		t.Errorf("no end: %+v", got)
	}
	many := func([]byte, document.Version) []error {
		var all []error
		for i := range 500 {
			all = append(all, fmt.Errorf("fault %d", i/2)) // each twice
		}
		return append(all, errors.New(strings.Repeat("é", 10_000)))
	}
	got := check(d, time.Minute, many)
	if len(got) != maxProblems || got[maxProblems-1].Message != "kin-openapi has 152 more objections" {
		t.Errorf("%d problems, the last is %+v", len(got), got[len(got)-1])
	}
	long := check(d, time.Minute, func([]byte, document.Version) []error { return []error{errors.New(strings.Repeat("é", 10_000))} })
	if n := len([]rune(long[0].Message)); n > maxMessage+50 {
		t.Errorf("a message of %d characters", n)
	}
	big := open(t, three(fine, `"A":{"description":"`+strings.Repeat("x", maxBytes)+`"}`))
	if got := Check(big); len(got) != 1 || got[0].Rule != ruleLimit {
		t.Errorf("a long document: %+v", got)
	}
	if got := Check(nil); got != nil {
		t.Errorf("nothing: %+v", got)
	}
}

func ExampleCheck() {
	d, err := document.Open([]byte(`{"openapi":"3.0.3","info":{"title":"Kiosk","version":"1"},"paths":{"/bikes":{"get":{}}}}`), nil)
	if err != nil {
		panic(err)
	}
	for _, p := range Check(d) {
		fmt.Println(p.Rule, p.At)
	}
	// Output: kin-invalid-operation-responses-required /paths/~1bikes/get
}
