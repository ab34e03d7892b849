package catalog_test

import (
	"bytes"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// Whatever is read can be written: as the document that it was, and in its form, which reads as the same tools.
func FuzzRead(f *testing.F) {
	for _, s := range shapes {
		f.Add([]byte(s.doc), false)
	}
	for _, s := range []string{`{"tools":[{"name":5,"name":6,"description":[],"inputSchema":null},{},[]]}`, "- &a {name: x, inputSchema: {<<: *b}}", "a: .5\n\xff",
		`{"tools":[{"functionDeclarations":[{"foo":1},{"name":"a","parameters":{"type":"OBJECT","nullable":true,"enum":[]}}]},{"type":"x"}]}`,
		`[{"type":"namespace","tools":[{"type":"namespace","tools":[]}]},{"function":{}},{"toolSpec":{"inputSchema":{"json":[]}}}]`} {
		f.Add([]byte(s), true)
	}
	f.Fuzz(func(t *testing.T, doc []byte, lenient bool) {
		lim := schema.Limits{Depth: 50, Nodes: 5_000, Bytes: 20_000}
		c, err := catalog.Read(doc, &catalog.ReadOptions{Lenient: lenient, Limits: lim})
		if err != nil {
			return
		}
		if len(c.Tools) == 0 {
			t.Fatal("an empty catalog is no error")
		}
		for i := range c.Tools {
			x := &c.Tools[i]
			for _, b := range [][]byte{x.Wire(), x.Model(), x.Raw} {
				if _, err := schema.ParseWith(b, &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}}); err != nil {
					t.Fatalf("tool %d is %q: %v", i, b, err)
				}
			}
		}
		if lenient {
			return // what is kept although it is no proper JSON need not read again
		}
		if n, err := schema.Parse(bytes.TrimPrefix(doc, []byte("\xef\xbb\xbf"))); err == nil {
			got, err := c.EncodeSource()
			if err != nil || !bytes.Equal(got, n.Append(nil)) {
				t.Fatalf("the document is written as\n%s\n%v, want\n%s", got, err, n.Append(nil))
			}
		}
		for _, form := range catalog.Forms() {
			converted, lost := c.Convert(form)
			left := 0
			for i := range c.Tools {
				if c.Tools[i].BuiltIn() == "" || c.Tools[i].Form() == form {
					left++
				}
			}
			if len(converted.Tools) != left || left < len(c.Tools) && len(lost) == 0 {
				t.Fatalf("%s: %d tools of %d, with problems %v", form, len(converted.Tools), left, lost)
			}
			if left == 0 {
				continue
			}
			b, err := converted.Encode(form)
			if err != nil {
				t.Fatal(err)
			}
			if b[0] == '[' { // as it stands in a request: alone, an odd tool need not look like one
				b = append(append([]byte(`{"tools":`), b...), '}')
			}
			back, err := catalog.Read(b, nil)
			if err != nil {
				t.Fatalf("%s is written as\n%s\n%v", form, b, err)
			}
			if len(back.Tools) != left {
				t.Fatalf("%s: %d tools came back of %d:\n%s", form, len(back.Tools), left, b)
			}
			for i := range back.Tools {
				if got, want := back.Tools[i].Wire(), converted.Tools[i].Wire(); converted.Tools[i].Form() == form && !bytes.Equal(got, want) && form != catalog.OpenAIChat && form != catalog.Bedrock {
					t.Fatalf("%s: tool %d came back as\n%s\nwant\n%s", form, i, got, want)
				}
			}
		}
	})
}
