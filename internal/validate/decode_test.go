package validate

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text   string
		offset int64
		at     string
		reason string
	}{
		{``, 0, "", "a value is missing"},
		{` `, 1, "", "a value is missing"},
		{`nul`, 0, "", "no JSON value"},
		{`True`, 0, "", "no JSON value"},
		{`NaN`, 0, "", "no JSON value"},
		{`1 2`, 2, "", "text behind"},
		{`{} x`, 3, "", "text behind"},
		{"\ufeff1", 0, "", "no JSON value"},
		{"\v1", 0, "", "no JSON value"},
		{`[1,]`, 3, "/1", "no JSON value"},
		{`[1 2]`, 3, "", "a comma or a closing bracket"},
		{`[1`, 2, "", "a comma or a closing bracket"},
		{`[`, 1, "/0", "a value is missing"},
		{`{"a":1,}`, 7, "", "a name is missing"},
		{`{a:1}`, 1, "", "a name is missing"},
		{`{"a" 1}`, 5, "/a", "a colon"},
		{`{"a":1 "b":2}`, 7, "", "a comma or a closing brace"},
		{`{"a":{"b":[1,{"c":-}]}}`, 19, "/a/b/1/c", "a number is malformed"},
		{`{"x":1,"x":2}`, 7, "/x", "the name occurs twice"},
		{`{"x":1,"\u0078":2}`, 7, "/x", "the name occurs twice"},
		{`01`, 2, "", "a number is malformed"},
		{`-`, 1, "", "a number is malformed"},
		{`1.`, 2, "", "a number is malformed"},
		{`.1`, 0, "", "no JSON value"},
		{`+1`, 0, "", "no JSON value"},
		{`1e`, 2, "", "a number is malformed"},
		{`1e+`, 3, "", "a number is malformed"},
		{`"a`, 2, "", "a string has no end"},
		{`"a\`, 3, "", "a string has no end"},
		{`"a\"`, 4, "", "a string has no end"},
		{"\"a\n\"", 2, "", "a control character"},
		{`"\q"`, 4, "", "an escape sequence is malformed"},
		{`"\u12"`, 6, "", "an escape sequence is malformed"},
		{`"\u12g4"`, 8, "", "an escape sequence is malformed"},
		{`"\u+123"`, 8, "", "an escape sequence is malformed"},
		{`"\ud800"`, 8, "", "half of a surrogate pair"},
		{`"\ud800\u0041"`, 14, "", "half of a surrogate pair"},
		{`"\ud800x"`, 9, "", "half of a surrogate pair"},
		{`"\udc00\ud800"`, 14, "", "half of a surrogate pair"},
		{"\"\xff\"", 3, "", "not UTF-8"},
		{"{\"\xff\":1}", 4, "", "not UTF-8"},
	} {
		_, err := Decode([]byte(test.text), Limits{})
		var invalid *InvalidError
		if !errors.As(err, &invalid) {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if invalid.Offset != test.offset || invalid.Pointer != test.at || !strings.Contains(invalid.Reason, test.reason) {
			t.Errorf("%q: %v, want %q at %q, offset %d", test.text, err, test.reason, test.at, test.offset)
		}
	}
	v, err := Decode([]byte(" {\"a\" : [ -0.50e+1 , \"\\ud83d\\ude00\\n\\/\" , { } , [ ] , null , true , false ] }\r\n\t"), Limits{})
	want := map[string]any{"a": []any{json.Number("-0.50e+1"), "😀\n/", map[string]any{}, []any{}, nil, true, false}}
	if err != nil || !reflect.DeepEqual(v.value, want) || v.nodes != 9 {
		t.Errorf("%#v, %v", v, err)
	}
}

// FuzzDecode compares with the standard library, which is as strict but for equal names and for text that is not Unicode.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-0.5e+3,"\u00e9\n",null,true,false,{}]}`, `{"a":1,"a":2}`, `"\ud800"`, `[[[[]]]]`, "\"\xff\"", `1e999999999`, ` 1 `, `{"a"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Decode(text, Limits{})
		var limit *LimitError
		var invalid *InvalidError
		if errors.As(err, &limit) {
			return
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var want any
		valid := json.Valid(text) && d.Decode(&want) == nil
		if err == nil {
			if !valid || !reflect.DeepEqual(v.value, want) {
				t.Fatalf("%q: %#v, want %#v", text, v.value, want)
			}
			return
		}
		if !errors.As(err, &invalid) {
			t.Fatalf("%q: %v", text, err)
		}
		stricter := strings.Contains(invalid.Reason, "twice") || strings.Contains(invalid.Reason, "surrogate") || !utf8.Valid(text)
		if valid && !stricter {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// FuzzCompile asks for no panic, no unknown error, and the same verdict every time.
func FuzzCompile(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"enum":[1,"a"]}}}`, `{"a":1}`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"pattern":"^(?!a)"}],"dependencies":{"a":["b"]}}`, `["b"]`},
		{`{"$id":"http://example.com/a","$dynamicAnchor":"n","properties":{"c":{"$dynamicRef":"#n"}},"unevaluatedProperties":false}`, `{"c":{}}`},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","id":"#x","allOf":[{"$ref":"#x"}]}`, `1`},
		{`{"$ref":"file:///etc/passwd"}`, `1`},
		{`{"allOf":[{"$ref":"#/properties/a"}],"properties":{"a":{"not":{"$ref":"#"}}}}`, `{"a":{}}`},
		{`{"minLength":1e40,"patternProperties":{"(":{}}}`, `"a"`},
		{`{"$recursiveAnchor":true,"$schema":"https://json-schema.org/draft/2019-09/schema","items":{"$recursiveRef":"#"}}`, `[[]]`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	limits := Limits{Bytes: 1 << 12, Depth: 20, Schemas: 100, Expansion: 300, Evaluations: 3000, Time: time.Minute}
	f.Fuzz(func(t *testing.T, doc, text []byte) {
		s, err := Compile(doc, &Options{Limits: limits})
		if err != nil {
			known(t, doc, err)
			again, err2 := Compile(doc, &Options{Limits: limits})
			var undecided *UndecidedError
			if again != nil || err2.Error() != err.Error() && !errors.As(err, &undecided) {
				t.Fatalf("%q: %v, and then %v", doc, err, err2)
			}
			return
		}
		ok, err := s.Accepts(text)
		if err != nil {
			known(t, doc, err)
			return
		}
		// The way to the verdict that gathers messages comes to the same one.
		v, err := Decode(text, limits)
		if err != nil {
			t.Fatal(err)
		}
		var slow bool
		if err := recovered(func() error { slow = s.root.Validate(v.value) == nil; return nil }); err != nil || slow != ok {
			t.Fatalf("%q on %q: %v, and with messages %v, %v", doc, text, ok, slow, err)
		}
	})
}

// known fails for an error that no caller could tell apart, and for one that hides a fault in the validator.
func known(t *testing.T, doc []byte, err error) {
	t.Helper()
	var limit *LimitError
	var invalid *InvalidError
	var undecided *UndecidedError
	switch {
	case errors.As(err, &limit), errors.As(err, &invalid):
	case errors.As(err, &undecided) && !strings.Contains(err.Error(), "broke down"):
	default:
		t.Fatalf("%q: %v", doc, err)
	}
}
