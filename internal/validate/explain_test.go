package validate

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInvalid(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ doc, pointer, reason string }{
		// Against the meta-schema.
		{`1`, "", "want boolean or object"},
		{`{"type":"any"}`, "/type", "value must be one of"},
		{`{"type":["string","any"]}`, "/type/1", "value must be one of"},
		{`{"properties":{"a":{"required":true}}}`, "/properties/a/required", "want array"},
		{`{"properties":{"a~b/c":{"type":1}}}`, "/properties/a~0b~1c/type", "got number"},
		{`{"items":[{"type":"string"}]}`, "/items", "want boolean or object"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{},{"items":{"minLength":-1}}]}`, "/items/1/items/minLength", "minimum"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","anyOf":[{"dependencies":{"a":1}}]}`, "/anyOf/0/dependencies/a", "got number"},
		{`{"exclusiveMinimum":true}`, "/exclusiveMinimum", "want number"},
		{`{"allOf":[]}`, "/allOf", "minItems"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","required":[]}`, "/required", "minItems"},
		{`{"minLength":1.5}`, "/minLength", "want integer"},
		{`{"b":{},"properties":{"y":{"type":1},"x":{"type":2}}}`, "/properties/x/type", "got number"},
		{`{"pattern":"a("}`, "/pattern", "missing closing )"},
		{`{"patternProperties":{"[a":{}}}`, "/patternProperties/[a", "unterminated [] set"},
		{`{"properties":{"a":{"patternProperties":{"[/":{}}},"b":{},"c":{"items":{}}}}`, "/properties/a/patternProperties/[~1", "unterminated"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","items":{"patternProperties":{"[/":{}}}}`, "/items/patternProperties/[~1", "unterminated"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":{"patternProperties":{"(":{}}}}`, "/items/patternProperties/(", "missing closing"},
		{`{"$ref":"#/properties/a/type","properties":{"a":{"type":"string"}}}`, "/properties/a/type", "got string"},
		// References.
		{`{"properties":{"a":{"$ref":"#/$defs/a"}}}`, "/properties/a/$ref", `"#/$defs/a", where nothing is`},
		{`{"properties":{"a":{"$ref":"#/%24defs/a"}}}`, "/properties/a/$ref", `where nothing is`},
		{`{"properties":{"a":{"$ref":"#/properties/~2"}}}`, "/properties/a/$ref", `no JSON pointer`},
		{`{"default":{"$ref":"#/a"},"items":{"$ref":"#/a"}}`, "/items/$ref", `where nothing is`},
		{`{"items":{"$ref":"#a"}}`, "/items/$ref", "no anchor is called so"},
		{`{"items":{"$dynamicRef":"#a"}}`, "/items/$dynamicRef", "no anchor is called so"},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema","items":{"$recursiveRef":"#a"}}`, "/items/$recursiveRef", ""},
		{`{"$id":"http://example.com/d","$defs":{"x":{"$id":"x","items":{"$ref":"#/nope"}}},"$ref":"x"}`, "/$defs/x/items/$ref", "where nothing is"},
		{`{"$ref":"http://json-schema.org/draft-07/schema#/definitions/nope"}`, "/$ref", "where nothing is"},
		{`{"x-part":{"$ref":"#/nope"},"$ref":"#/x-part"}`, "/x-part/$ref", "where nothing is"},
		{`{"items":{"$ref":"http://[::1"}}`, "/items/$ref", "uri-reference"},
		{`{"items":{"$ref":"#%zz"}}`, "/items/$ref", "uri-reference"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","items":{"$ref":"http://[::1"}}`, "/items/$ref", "no address"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","items":{"$ref":"#%zz"}}`, "/items/$ref", "no address"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","items":{"id":"http://[::1"}}`, "/items/id", "no address"},
		// Out of the document.
		{`{"items":{"$ref":"http://example.com/x.json#/a"}}`, "/items/$ref", `not followed, and "http://example.com/x.json" is one`},
		{`{"items":{"$ref":"other.json"}}`, "/items/$ref", "not followed"},
		{`{"items":{"$ref":"file:///etc/passwd"}}`, "/items/$ref", "not followed"},
		{`{"items":{"$ref":"../../etc/passwd"}}`, "/items/$ref", "not followed"},
		{`{"$schema":"https://example.com/dialect"}`, "/$schema", "no draft that is known here"},
		{`{"$schema":""}`, "/$schema", "no draft that is known here"},
		{`{"$defs":{"a":{"$id":"a","$schema":"https://example.com/dialect"}}}`, "/$defs/a/$schema", "not followed"},
		// Identifiers.
		{`{"$id":"http://example.com/a","$defs":{"b":{"$id":"c"},"d":{"$id":"c"}}}`, "/$defs/d/$id", "same address"},
		{`{"$defs":{"b":{"$anchor":"c"},"d":{"$anchor":"c"}}}`, "/$defs/d", `the anchor "c" too`},
		{`{"$defs":{"b":{"$id":"http://[::1"}}}`, "/$defs/b/$id", ""},
		// Schemas that never come to the instance.
		{`{"$ref":"#"}`, "", "leads back to itself"},
		{`{"items":{"anyOf":[{"type":"null"},{"$ref":"#/items"}]}}`, "/items", "leads back to itself"},
		{`{"$defs":{"a":{"not":{"$ref":"#/$defs/b"}},"b":{"$ref":"#/$defs/a"}},"items":{"$ref":"#/$defs/b"}}`, "/$defs/b", "leads back to itself"},
		{`{"dependentSchemas":{"a":{"$ref":"#"}}}`, "", "leads back to itself"},
		{`{"$dynamicAnchor":"a","allOf":[{"$dynamicRef":"#a"}]}`, "", "leads back to itself"},
		// Two documents in one: on the way through x, the dynamic reference in list leads back to x.
		{`{"$id":"http://example.com/x","$dynamicAnchor":"i","$ref":"list","$defs":{"l":{"$id":"list","$dynamicRef":"#i",` +
			`"$defs":{"i":{"$dynamicAnchor":"i"}}}}}`, "", "leads back to itself"},
		// No JSON.
		{`{"a":1,"b":[{"c":1,"c":2}]}`, "/b/0/c", "occurs twice"},
		{`{"a":1,"\u0061":2}`, "/a", "occurs twice"},
		{`{"a":}`, "/a", "no JSON value"},
		{``, "", "a value is missing"},
	} {
		for range 3 { // the same place every time, whatever the order of maps
			_, err := Compile([]byte(test.doc), nil)
			var invalid *InvalidError
			if !errors.As(err, &invalid) {
				t.Errorf("%s: %v", test.doc, err)
				break
			}
			if invalid.Pointer != test.pointer || !strings.Contains(invalid.Reason, test.reason) {
				t.Errorf("%s: %v, want %q at %q", test.doc, err, test.reason, test.pointer)
			}
			if strings.Contains(err.Error(), base) {
				t.Errorf("%s: %v has an address that is not in the document", test.doc, err)
			}
		}
	}
}

// TestUnreadIsNotRead has faults where no schema leads to, which a validator never sees.
func TestUnreadIsNotRead(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{
		`{"$defs":{"a":{"$ref":"#/nope"}}}`,
		`{"$defs":{"a":{"$ref":"http://example.com/x"}}}`,
		`{"default":{"$ref":"#/nope"},"x-a":{"type":1}}`,
		`{"$defs":{"a":{"$ref":"#/$defs/a"}}}`,
	} {
		compile(t, doc, nil)
	}
}

// TestNothingIsOpened offers a file and a server that would make the schema valid.
func TestNothingIsOpened(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	called := make(chan bool)
	go func() {
		c, err := listener.Accept()
		if err == nil {
			_ = c.Close()
		}
		called <- err == nil
	}()
	slashed := "/" + strings.TrimPrefix(filepath.ToSlash(file), "/")
	for _, address := range []string{"file://" + slashed, slashed, "http://" + listener.Addr().String() + "/s.json"} {
		for _, doc := range []string{`{"$ref":"` + address + `"}`, `{"$schema":"` + address + `"}`, `{"$id":"` + address + `","$ref":"t.json"}`} {
			_, err := Compile([]byte(doc), nil)
			var invalid *InvalidError
			if !errors.As(err, &invalid) {
				t.Errorf("%s: %v", doc, err)
			}
		}
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if <-called {
		t.Error("the server was called")
	}
}
