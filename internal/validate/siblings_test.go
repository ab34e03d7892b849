package validate

import (
	"errors"
	"testing"
)

// Up to draft 7 nothing that stands beside $ref is evaluated, and it is a part of the document all the same.
func TestBesideRef(t *testing.T) {
	t.Parallel()
	for _, draft := range []string{"4", "6", "7"} {
		for _, member := range []string{
			`"const":"x"`, `"enum":["x"]`, `"type":"string"`, `"format":"ipv4"`, `"minimum":5`, `"properties":{"a":{"not":{}}}`, `"required":["a"]`,
			`"not":{}`, `"if":{},"then":{"not":{}}`, `"contains":{"not":{}}`, `"propertyNames":{"not":{}}`, `"allOf":[{"not":{}}]`, `"maxLength":1`,
			`"dependencies":{"b":["c"]}`, `"items":{"not":{}}`, `"allOf":[{"$ref":"#/nowhere"}]`, `"contains":{"$ref":"#/nowhere"}`,
			`"propertyNames":{"$ref":"http://e.org/elsewhere"}`, `"if":{"$ref":"#/nowhere"},"else":{}`,
		} {
			ref := `{"$ref":"#/definitions/p",` + member
			for _, doc := range []string{ref + `,"definitions":{"p":{}}}`, `{"not":{"not":` + ref + `}},"definitions":{"p":{}}}`} {
				s := compile(t, doc, &Options{Draft: draft, Format: Assert})
				for _, v := range []string{`"yy"`, `1`, `{"b":1}`, `[1]`} {
					if ok, err := s.Accepts([]byte(v)); !ok || err != nil {
						t.Errorf("draft %s: %s on %s: %t, %v", draft, doc, v, ok, err)
					}
				}
			}
		}
	}
	for _, test := range []struct{ doc, accepted, refused string }{
		{`{"$ref":"#/definitions/p","const":1,"definitions":{"p":{"const":2}}}`, `2`, `1`},
		{`{"items":{"$ref":"#/definitions/p/definitions/q"},"definitions":{"p":{"$ref":"#/definitions/r","const":1,"definitions":{"q":{"const":3}}},"r":{}}}`, `[3]`, `[1]`},
		{`{"items":{"$ref":"#/properties/a/contains"},"properties":{"a":{"$ref":"#/definitions/r","contains":{"const":4}}},"definitions":{"r":{}}}`, `[4]`, `[1]`},
	} {
		s := compile(t, test.doc, &Options{Draft: "7"})
		for text, want := range map[string]bool{test.accepted: true, test.refused: false} {
			if ok, err := s.Accepts([]byte(text)); ok != want || err != nil {
				t.Errorf("%s on %s: %t, %v", test.doc, text, ok, err)
			}
		}
	}
	// Since 2019-09 it is evaluated.
	late := compile(t, `{"$ref":"#/definitions/p","const":1,"definitions":{"p":{}}}`, &Options{Draft: "2019-09"})
	if ok, err := late.Accepts([]byte(`2`)); ok || err != nil {
		t.Errorf("beside $ref in 2019-09: %t, %v", ok, err)
	}
	for _, test := range []struct{ doc, at string }{
		{`{"$ref":"#/definitions/p","contains":5,"definitions":{"p":{}}}`, "/contains"},
		{`{"$ref":"#/definitions/p","type":"any","definitions":{"p":{}}}`, "/type"},
		{`{"items":{"$ref":"#/nowhere","contains":{"$ref":"#/nowhere/else"}}}`, "/items/$ref"},
		{`{"items":{"$ref":"#/definitions/p","const":1},"not":{"$ref":"#/nowhere"},"definitions":{"p":{}}}`, "/not/$ref"},
		{`{"$ref":"#/contains","contains":{"$ref":"#/nowhere"}}`, "/contains/$ref"},
	} {
		_, err := Compile([]byte(test.doc), &Options{Draft: "7"})
		var invalid *InvalidError
		if !errors.As(err, &invalid) || invalid.Pointer != test.at {
			t.Errorf("%s: %v, want an error at %q", test.doc, err, test.at)
		}
	}
}
