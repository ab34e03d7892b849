package framing

import (
	"bytes"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// FuzzFrame renders arbitrary documents as schemas of a tool in every framing.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object","properties":{"a":{"type":"string","enum":["x",1,null]}},"required":["a"]}`,
		`{"type":"object","description":"d","properties":{"o":{"type":"object","description":"e","title":"t","properties":{"p":{"nullable":true,"default":-0}}}}}`,
		`{"oneOf":[{"type":["integer","null"],"default":"q"},{"type":"array","items":{"oneOf":[]},"description":"z"}],"properties":{"u":{"oneOf":[{"type":"object"}],"examples":["e",1]}}}`,
		`{"properties":{"l":{"type":"array","nullable":1,"items":{"type":"object","properties":{"k":{"anyOf":[{},true]}}}}},"required":"l"}`,
		`[1e400,{"\ud83d\ude00":"\u0000"}]`,
	} {
		f.Add([]byte(seed), "tool", "Says\r\nwhat it does.\n")
	}
	f.Fuzz(func(t *testing.T, source []byte, name, description string) {
		input, err := schema.ParseWith(source, &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
		if err != nil {
			return
		}
		tools := []Piece{{Name: name, Description: &description, Input: input}, {Name: name}}
		for _, framing := range Names() {
			f, err := New(framing)
			if err != nil {
				t.Fatal(err)
			}
			use := tools
			if framing == GPTOSSJinja { // refuses the second
				use = tools[:1]
			}
			segments, err := f.Frame(use)
			var te *ToolError
			if err != nil {
				if framing != GPTOSSJinja || !errors.As(err, &te) || te.Tool != 0 {
					t.Fatalf("%s: %v", framing, err)
				}
				continue
			}
			text := joined(segments)
			// No level takes more blanks than four, or sixteen where it is the template's.
			if most := 1000 + 6*(len(source)+len(description)+len(name)) + (4*depth(input)+20)*(len(source)+2); len(text) > most {
				t.Fatalf("%s: %d bytes of %d", framing, len(text), len(source))
			}
			if utf8.Valid(source) && !utf8.ValidString(text) {
				t.Fatalf("%s: %q is not UTF-8", framing, text)
			}
			again, err := f.Frame(use)
			if err != nil || len(again) != len(segments) || !bytes.Equal([]byte(joined(again)), []byte(text)) {
				t.Fatalf("%s: another text the second time: %v", framing, err)
			}
		}
	})
}

func depth(n *schema.Node) int {
	most := 0
	for _, m := range n.Members() {
		most = max(most, depth(m))
	}
	for _, m := range n.Items() {
		most = max(most, depth(m))
	}
	return most + 1
}
