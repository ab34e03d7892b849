package catalog_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// space is whitespace between tokens, which a round trip may remove.
func space() *rapid.Generator[string] { return rapid.SampledFrom([]string{"", " ", "\n\t", "\r\n"}) }

// spelling gives a string in one of the spellings that JSON has for it.
func spelling(s string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		escape := rapid.Uint64().Draw(t, "escaped letters")
		var b strings.Builder
		b.WriteByte('"')
		for i, r := range []rune(s) {
			if r < 0x80 && r >= 0x20 && r != '"' && r != '\\' && escape>>(i%64)&1 == 0 {
				b.WriteRune(r)
			} else if r < 0x10000 {
				fmt.Fprintf(&b, "\\u%04X", r)
			} else {
				b.WriteRune(r)
			}
		}
		b.WriteByte('"')
		return b.String()
	})
}

func schemaText(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		sp := space().Draw(t, "space")
		members := []string{`"type":` + rapid.SampledFrom([]string{`"object"`, `"string"`, `["integer","null"]`}).Draw(t, "type")}
		if rapid.Bool().Draw(t, "described") {
			members = append(members, `"description":`+spelling(rapid.SampledFrom([]string{"", "One. Two.", "naïve 🙂", "a\"b"}).Draw(t, "text")).Draw(t, "spelled"))
		}
		if rapid.Bool().Draw(t, "bounded") {
			members = append(members, `"minimum":`+rapid.SampledFrom([]string{"1.0", "-0", "12345678901234567890", "1e400"}).Draw(t, "number"))
		}
		if depth > 0 && rapid.Bool().Draw(t, "nested") {
			name := rapid.SampledFrom([]string{"title", "properties", "$ref", "a/b"}).Draw(t, "name")
			members = append(members, `"properties":{`+sp+`"`+name+`":`+schemaText(depth-1).Draw(t, "property")+sp+`}`)
		}
		members = rapid.Permutation(members).Draw(t, "order")
		return "{" + sp + strings.Join(members, sp+","+sp) + sp + "}"
	})
}

// toolText generates a tool in a form, spelled in any way.
func toolText(form catalog.Form, n int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		input := schemaText(3).Draw(t, "schema")
		members := []string{`"name":` + spelling(fmt.Sprintf("tool_%d", n)).Draw(t, "name")}
		if rapid.Bool().Draw(t, "described") {
			members = append(members, `"description" : `+spelling(rapid.StringN(0, 20, -1).Draw(t, "text")).Draw(t, "description"))
		}
		if rapid.Bool().Draw(t, "extra") {
			members = append(members, `"x-extra":`+rapid.SampledFrom([]string{"[1.0, {}]", `"\u00e9"`, "null"}).Draw(t, "extra value"))
		}
		member := map[catalog.Form]string{catalog.MCP: "inputSchema", catalog.Anthropic: "input_schema", catalog.Gemini: "parametersJsonSchema",
			catalog.OpenAIChat: "parameters", catalog.OpenAIResponses: "parameters", catalog.Bedrock: "inputSchema"}[form]
		if form == catalog.Bedrock {
			input = `{ "json": ` + input + `}`
		}
		members = append(members, `"`+member+`":`+input)
		if form == catalog.OpenAIResponses {
			members = append(members, `"type": "function"`)
		}
		text := "{" + strings.Join(rapid.Permutation(members).Draw(t, "order"), " ,") + "}"
		switch form {
		case catalog.OpenAIChat:
			text = `{"function": ` + text + `, "type":"function"}`
		case catalog.Bedrock:
			text = `{"toolSpec":` + text + ` }`
		}
		return text
	})
}

func compact(t *rapid.T, text string) string {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return string(n.Append(nil))
}

// In its own form every tool comes back byte for byte, whitespace between tokens aside, and an edit changes one member.
func TestRoundTripProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom(catalog.Forms()).Draw(t, "form")
		var tools []string
		for i := range rapid.IntRange(1, 4).Draw(t, "tools") {
			tools = append(tools, toolText(form, i).Draw(t, "tool"))
		}
		list := "[" + strings.Join(tools, "\n,") + "]"
		if form == catalog.Gemini {
			list = `[{"functionDeclarations": ` + list + `}]`
		}
		if form == catalog.MCP || form == catalog.Bedrock {
			list = `{ "tools": ` + list + `}`
		}
		c, err := catalog.Read([]byte(list), nil)
		if err != nil {
			t.Fatalf("%s: %v", list, err)
		}
		got, err := c.Encode(form)
		if err != nil {
			t.Fatal(err)
		}
		if c.Form != form || string(got) != compact(t, list) {
			t.Fatalf("%s is written as %s\n%s\nwant\n%s", form, c.Form, got, compact(t, list))
		}
		for i := range c.Tools {
			if string(c.Tools[i].Raw) != tools[i] || string(c.Tools[i].Wire()) != compact(t, tools[i]) {
				t.Fatalf("tool %d is\n%s\n%s\nwant\n%s", i, c.Tools[i].Raw, c.Tools[i].Wire(), tools[i])
			}
		}
		edited := *c
		edited.Tools = append([]catalog.Tool(nil), c.Tools...)
		edited.Tools[0].Input = schema.NewObject()
		got, err = edited.Encode(form)
		if err != nil {
			t.Fatal(err)
		}
		want := bytes.Replace([]byte(compact(t, list)), c.Tools[0].Input.Append(nil), []byte("{}"), 1)
		if string(got) != string(want) {
			t.Fatalf("edited\n%s\nwant\n%s", got, want)
		}
	})
}

// Every form can say what a model is told: converted there and back, name, description and schema are the same value.
func TestConvertProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(catalog.Forms()).Draw(t, "from")
		to := rapid.SampledFrom(catalog.Forms()).Draw(t, "to")
		c, err := catalog.Read([]byte(`{"tools":[`+toolText(from, 0).Draw(t, "tool")+`]}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		there, _ := c.Convert(to)
		b, err := there.Encode(to)
		if err != nil {
			t.Fatal(err)
		}
		read, err := catalog.Read(b, nil)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if read.Form != to {
			t.Fatalf("%s reads as %s", b, read.Form)
		}
		back, _ := read.Convert(catalog.MCP)
		x, y := c.Tools[0], back.Tools[0]
		if x.Name != y.Name || x.Description != y.Description || !schema.Equal(x.Input, y.Input) {
			t.Fatalf("%s through %s came back as\n%s\nwant\n%s", from, to, y.Model(), x.Model())
		}
	})
}
