package validate

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compile(t *testing.T, doc string, opt *Options) *Schema {
	t.Helper()
	if opt == nil {
		opt = &Options{}
	}
	patient := *opt
	patient.Limits.Time = time.Minute // machines that run tests are busy
	s, err := Compile([]byte(doc), &patient)
	if err != nil {
		t.Fatalf("%.200s: %v", doc, err)
	}
	return s
}

func TestAccepts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ doc, accepted, refused string }{
		{`{"type":"integer"}`, `1.0`, `1.5`},
		{`{"const":9007199254740993}`, `9007199254740993`, `9007199254740992`},
		{`{"const":1e2}`, `100.00`, `100.01`},
		{`{"multipleOf":0.1}`, `0.3`, `0.31`},
		{`{"maximum":0.1}`, `0.1`, `0.10000000000000000001`},
		{`{"enum":[1,"a",null]}`, `null`, `true`},
		{`{"maxLength":2}`, `"😀😀"`, `"abc"`},
		{`{"uniqueItems":true}`, `[1,"1"]`, `[1,1.0]`},
		{`{"additionalProperties":false,"properties":{"a/b":{}}}`, `{"a/b":1}`, `{"a":1}`},
		{`{"properties":{"next":{"$ref":"#"}},"required":["id"]}`, `{"id":1,"next":{"id":2}}`, `{"id":1,"next":{}}`},
		{`{"$defs":{"t":{"$anchor":"t","type":"string"}},"items":{"$ref":"#t"}}`, `["a"]`, `[1]`},
		{`{"$id":"https://example.com/a","$defs":{"b":{"$id":"b","type":"null"}},"$ref":"b"}`, `null`, `0`},
		{`{"not":{"required":["a"]}}`, `{"b":1}`, `{"a":1}`},
		{`{"$ref":"#/$defs/s","maxLength":1,"$defs":{"s":{"type":"string"}}}`, `"a"`, `"ab"`},
		{`{"unevaluatedProperties":false,"allOf":[{"properties":{"a":{}}}]}`, `{"a":1}`, `{"b":1}`},
		{`{"$dynamicAnchor":"n","properties":{"k":{"$dynamicRef":"#n"}},"type":"object"}`, `{"k":{"k":{}}}`, `{"k":{"k":1}}`},
		{`{"properties":{"s":{"$ref":"http://json-schema.org/draft-07/schema#"}}}`, `{"s":{"type":"null"}}`, `{"s":{"type":"nil"}}`},
		{`{"x-parts":{"p":{"minimum":3}},"$ref":"#/x-parts/p"}`, `3`, `2`},
		{`true`, `1`, ``},
		{`false`, ``, `1`},
	} {
		s := compile(t, test.doc, nil)
		for text, want := range map[string]bool{test.accepted: true, test.refused: false} {
			if text == "" {
				continue
			}
			if ok, err := s.Accepts([]byte(text)); ok != want || err != nil {
				t.Errorf("%s: %s: %v, %v", test.doc, text, ok, err)
			}
		}
	}
}

// TestHugeCounts has counts that do not fit in 64 bits. Cut off, 2^64+1 would be 1.
func TestHugeCounts(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]bool{
		`{"maxLength":18446744073709551617}`:                                    true,
		`{"maxLength":1.8446744073709551617e19}`:                                true,
		`{"minLength":18446744073709551616}`:                                    false,
		`{"minLength":18446744073709551617}`:                                    false,
		`{"allOf":[{"maxLength":18446744073709551617}]}`:                        true,
		`{"$defs":{"s":{"minLength":18446744073709551616}},"$ref":"#/$defs/s"}`: false,
		`{"x-s":{"minLength":18446744073709551616},"$ref":"#/x-s"}`:             false,
		`{"maxLength":4294967298}`:                                              true,
		`{"maxLength":2e0}`:                                                     true,
		`{"maxLength":10e-1}`:                                                   false,
		`{"const":{"maxLength":18446744073709551617}}`:                          false,
	} {
		s := compile(t, doc, nil)
		if ok, err := s.Accepts([]byte(`"ab"`)); ok != want || err != nil {
			t.Errorf("%s: %v, %v", doc, ok, err)
		}
	}
	s := compile(t, `{"const":{"maxLength":18446744073709551617}}`, nil)
	if ok, err := s.Accepts([]byte(`{"maxLength":18446744073709551617}`)); !ok || err != nil {
		t.Errorf("a value of const was changed: %v, %v", ok, err)
	}
}

func TestDrafts(t *testing.T) {
	t.Parallel()
	const (
		tuple    = `{"items":[{"type":"string"}]}`
		tuple7   = `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}`
		prefix   = `{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"string"}],"items":false}`
		siblings = `{"$ref":"#/definitions/s","maxLength":1,"definitions":{"s":{"type":"string"}}}`
		old      = `{"minimum":1,"exclusiveMinimum":true}`
		id       = `{"id":"http://example.com/x","definitions":{"y":{"id":"y","type":"null"}},"allOf":[{"$ref":"y"}]}`
	)
	for _, test := range []struct {
		doc, text, want string
		opt             Options
	}{
		{tuple, `[1]`, "/items", Options{}},
		{tuple, `[1]`, "false", Options{DefaultDraft: "7"}},
		{tuple, `[1]`, "false", Options{Draft: "2019-09"}},
		{tuple7, `[1]`, "false", Options{}},
		{tuple7, `[1]`, "false", Options{DefaultDraft: "2020-12"}},
		{tuple7, `[1]`, "/items", Options{Draft: "2020-12"}},
		{prefix, `["a"]`, "true", Options{}},
		{prefix, `["a"]`, "false", Options{Draft: "7"}},
		{siblings, `"ab"`, "false", Options{}},
		{siblings, `"ab"`, "true", Options{DefaultDraft: "7"}},
		{siblings, `"ab"`, "true", Options{DefaultDraft: "6"}},
		{siblings, `"ab"`, "true", Options{DefaultDraft: "4"}},
		{old, `1`, "false", Options{DefaultDraft: "4"}},
		{old, `1`, "/exclusiveMinimum", Options{DefaultDraft: "6"}},
		{id, `1`, "false", Options{DefaultDraft: "4"}},
		{id, `1`, "/allOf/0/$ref", Options{DefaultDraft: "7"}},
		{`{"const":1}`, `2`, "true", Options{Draft: "4"}},
		{`{"const":1}`, `2`, "false", Options{Draft: "6"}},
		{`{"if":true,"then":false}`, `2`, "true", Options{Draft: "6"}},
		{`{"if":true,"then":false}`, `2`, "false", Options{Draft: "7"}},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "true", Options{Draft: "7"}},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "false", Options{Draft: "2019-09"}},
		{`{"$schema":"http://json-schema.org/schema#","prefixItems":[false]}`, `[1]`, "false", Options{DefaultDraft: "7"}},
	} {
		var got string
		var invalid *InvalidError
		s, err := Compile([]byte(test.doc), &test.opt)
		switch {
		case errors.As(err, &invalid):
			got = invalid.Pointer
		case err != nil:
			t.Fatal(test.doc, err)
		default:
			ok, err := s.Accepts([]byte(test.text))
			if got = fmt.Sprint(ok); err != nil {
				got = err.Error()
			}
		}
		if got != test.want {
			t.Errorf("%s under %+v: %s, want %s", test.doc, test.opt, got, test.want)
		}
	}
	for _, opt := range []Options{{Draft: "5"}, {DefaultDraft: "draft-07"}} {
		if _, err := Compile([]byte(`{}`), &opt); err == nil || !strings.Contains(err.Error(), "want 4, 6, 7") {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	bad := map[string]string{"regex": "("}
	for _, name := range formatNames {
		bad[name] = "http://[ ~2 {"
	}
	for name, text := range bad {
		doc := fmt.Sprintf(`{"format":%q}`, name)
		for draft, asDraft := range map[string]bool{"4": false, "6": false, "7": false, "2019-09": true, "2020-12": true} {
			for mode, want := range map[Format]bool{AsDraft: asDraft, Assert: false, Ignore: true} {
				s := compile(t, doc, &Options{Draft: draft, Format: mode})
				if ok, err := s.Accepts(fmt.Appendf(nil, "%q", text)); ok != want || err != nil {
					t.Errorf("format %s in draft %s, mode %d: %v, %v", name, draft, mode, ok, err)
				}
			}
		}
	}
	s := compile(t, `{"format":"int32"}`, &Options{Format: Assert})
	if ok, err := s.Accepts([]byte(`"x"`)); !ok || err != nil {
		t.Errorf("a format that nobody knows refuses: %v, %v", ok, err)
	}
}

// TestConcurrent is for the race detector: a schema with a pattern of each engine is used from many goroutines.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	s := compile(t, `{"$defs":{"n":{"patternProperties":{"^a":{"$ref":"#/$defs/n"}},"propertyNames":{"pattern":"^(?!b)"}}},"$ref":"#/$defs/n"}`, nil)
	v, err := Decode([]byte(`{"a":{"ab":{"c":1}}}`), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				if ok, err := s.AcceptsDecoded(v); !ok || err != nil {
					t.Error(ok, err)
				}
				if ok, err := s.Accepts([]byte(`{"a":{"ab":{"b":1}}}`)); ok || err != nil {
					t.Error(ok, err)
				}
			}
		})
	}
	group.Wait()
}

func TestZeroInstance(t *testing.T) {
	t.Parallel()
	if ok, err := compile(t, `{"type":"null"}`, nil).AcceptsDecoded(&Instance{}); !ok || err != nil {
		t.Error(ok, err)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	var undecided *UndecidedError
	release := make(chan struct{})
	defer close(release)
	err := within(time.Nanosecond, func() error { <-release; return nil })
	if !errors.As(err, &undecided) || !strings.Contains(err.Error(), "takes longer than 1ns") {
		t.Errorf("time is up: %v", err)
	}
	if err := within(time.Hour, func() error { return nil }); err != nil {
		t.Errorf("time is not up: %v", err)
	}
	err = within(time.Hour, func() error { panic("out of order") })
	if !errors.As(err, &undecided) || !strings.Contains(err.Error(), "broke down: out of order") {
		t.Errorf("a panic: %v", err)
	}
}

// TestWatched has instances that may take long, so that they run apart from the caller, and gives them no time.
func TestWatched(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	defer close(stop)
	for doc, text := range map[string]string{
		`{"items":{"type":"integer"}}`:                        "[" + strings.Repeat("1,", direct) + "1]",
		`{"maxLength":100000}`:                                `"` + strings.Repeat("a", directBytes) + `"`,
		`{"pattern":"(?!a)"}`:                                 `"b"`,
		`{"pattern":"^(?:abcdefghijklmnopqr){0,900}"}`:        `"` + strings.Repeat("b", 2000) + `"`,
		`{"$dynamicAnchor":"a","items":{"$dynamicRef":"#a"}}`: `1`,
		`{"items":{"$ref":"#"},"minItems":0}`:                 "[" + strings.Repeat("[],", direct) + "{}]",
	} {
		s := compile(t, doc, nil)
		if ok, err := s.Accepts([]byte(text)); !ok || err != nil {
			t.Errorf("%s in time: %v, %v", doc, ok, err)
		}
		s.limits.Time = time.Nanosecond
		s.refuse = &jsonschema.Schema{DraftVersion: 2020, Extensions: []jsonschema.SchemaExt{stuck{stop}}}
		var undecided *UndecidedError
		if ok, err := s.Accepts([]byte(text)); ok || !errors.As(err, &undecided) {
			t.Errorf("%s out of time: %v, %v", doc, ok, err)
		}
	}
}

// A stuck keyword never comes to a verdict.
type stuck struct{ c chan struct{} }

func (s stuck) Validate(*jsonschema.ValidatorContext, any) { <-s.c }
