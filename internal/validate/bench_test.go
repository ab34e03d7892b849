package validate

import (
	"fmt"
	"strings"
	"testing"
)

// typical is a schema of about 5 kB in the shape that tools have: some twenty parameters, a nested object in an array,
// enums, bounds, a pattern and long descriptions.
func typical() []byte {
	const words = "What the parameter is for, and what happens if it is left out, told in as many words as people use for that. "
	var b strings.Builder
	b.WriteString(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","additionalProperties":false,`)
	b.WriteString(`"required":["owner","p0"],"properties":{"owner":{"type":"string","minLength":1,"pattern":"^[a-z][a-z0-9-]*$"}`)
	for i := range 18 {
		fmt.Fprintf(&b, `,"p%d":{"type":"string","description":%q}`, i, words)
		fmt.Fprintf(&b, `,"n%d":{"type":"integer","minimum":0,"maximum":%d,"default":1}`, i, 10+i)
	}
	b.WriteString(`,"order":{"enum":["up","down"]},"filters":{"type":"array","maxItems":10,"items":{"type":"object",` +
		`"properties":{"field":{"type":"string"},"op":{"enum":["eq","ne","lt"]},"value":{"anyOf":[{"type":"string"},{"type":"null"}]}},` +
		`"required":["field"]}}}}`)
	return []byte(b.String())
}

func BenchmarkCompile(b *testing.B) {
	doc := typical()
	for _, draft := range []string{"7", "2020-12"} {
		b.Run(draft, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				if _, err := Compile(doc, &Options{Draft: draft}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAccepts(b *testing.B) {
	s, err := Compile(typical(), nil)
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"accepted": `{"owner":"a-b","p0":"x","p1":"y","n0":3,"order":"up","filters":[{"field":"f","op":"eq","value":null}]}`,
		"refused":  `{"owner":"a-b","p0":1,"p1":"y","n0":3,"order":"left","filters":[{"field":2,"op":"eq","value":null}],"q":1}`,
	} {
		v, err := Decode([]byte(text), Limits{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if ok, err := s.AcceptsDecoded(v); ok != (name == "accepted") || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
	}
}
