package framing

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

func ptr(s string) *string { return &s }

func node(t interface{ Fatal(...any) }, text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func frame(t interface{ Fatal(...any) }, f Framing, tools []Piece) []Segment {
	segments, err := f.Frame(tools)
	if err != nil {
		t.Fatal(err)
	}
	return segments
}

func joined(segments []Segment) string {
	var b strings.Builder
	for _, s := range segments {
		b.Write(s.Text)
	}
	return b.String()
}

func TestFrameJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		tools []Piece
		want  string
	}{
		{"none", nil, `[]`},
		{"name only", []Piece{{Name: "a"}}, `[{"name":"a"}]`},
		{"empty name", []Piece{{}}, `[{"name":""}]`},
		{"empty description", []Piece{{Name: "a", Description: ptr("")}}, `[{"name":"a","description":""}]`},
		{"everything", []Piece{{Name: "a", Description: ptr("b"), Input: node(t, `{"x":1}`), Output: node(t, `true`)}},
			`[{"name":"a","description":"b","inputSchema":{"x":1},"outputSchema":true}]`},
		{"output without input", []Piece{{Name: "a", Output: node(t, `{}`)}}, `[{"name":"a","outputSchema":{}}]`},
		{"two", []Piece{{Name: "a", Input: node(t, `{}`)}, {Name: "b", Description: ptr("c")}},
			`[{"name":"a","inputSchema":{}},{"name":"b","description":"c"}]`},
		{"escapes", []Piece{{Name: `"\`, Description: ptr("a\nb\tc\r\b\f\x01\x1f</script>&\u2028é\x7f")}},
			`[{"name":"\"\\","description":"a\nb\tc\r\b\f\u0001\u001f</script>&` + "\u2028é\x7f" + `"}]`},
		{"invalid", []Piece{{Name: "a\xff"}}, "[{\"name\":\"a\ufffd\"}]"},
	} {
		if diff := cmp.Diff(tt.want, joined(frame(t, jsonFraming{}, tt.tools))); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
}

func TestFrameJSONParts(t *testing.T) {
	t.Parallel()
	got := frame(t, jsonFraming{}, []Piece{{Name: "a", Description: ptr("b"), Input: node(t, `{}`)}, {Name: "c", Output: node(t, `{}`)}})
	want := []Segment{
		{-1, PartFraming, []byte(`[`)},
		{0, PartFraming, []byte(`{"name":"`)},
		{0, PartName, []byte(`a`)},
		{0, PartFraming, []byte(`","description":"`)},
		{0, PartDescription, []byte(`b`)},
		{0, PartFraming, []byte(`","inputSchema":`)},
		{0, PartInput, []byte(`{}`)},
		{0, PartFraming, []byte(`}`)},
		{1, PartFraming, []byte(`,{"name":"`)},
		{1, PartName, []byte(`c`)},
		{1, PartFraming, []byte(`","outputSchema":`)},
		{1, PartOutput, []byte(`{}`)},
		{1, PartFraming, []byte(`}`)},
		{-1, PartFraming, []byte(`]`)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestFrameJSONDecodes shows that a reader of the text gets back what was framed.
func TestFrameJSONDecodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tools := pieces().Draw(t, "tools")
		text := joined(frame(t, jsonFraming{}, tools))
		var got []struct {
			Name         string
			Description  *string
			InputSchema  json.RawMessage
			OutputSchema json.RawMessage
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if len(got) != len(tools) {
			t.Fatalf("%d tools, want %d", len(got), len(tools))
		}
		for i, w := range tools {
			if diff := cmp.Diff(w.Name, got[i].Name) + cmp.Diff(w.Description, got[i].Description) + cmp.Diff(plain(w.Input), string(got[i].InputSchema)) + cmp.Diff(plain(w.Output), string(got[i].OutputSchema)); diff != "" {
				t.Fatal(diff)
			}
		}
		// A compact text stays as it is when compacted.
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(text)); err != nil || compact.String() != text {
			t.Fatalf("%q is not compact: %v", text, err)
		}
	})
}

// pieces draws tools of valid UTF-8.
func pieces() *rapid.Generator[[]Piece] {
	texts := rapid.SampledFrom([]string{`{}`, `true`, `{"type":"object","properties":{"id":{"type":"string","description":"Schlüssel 鍵"}}}`, `{"enum":["a\nb",1e2]}`})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Piece {
		p := Piece{Name: rapid.String().Draw(t, "name")}
		if rapid.Bool().Draw(t, "described") {
			p.Description = ptr(rapid.String().Draw(t, "description"))
		}
		if rapid.Bool().Draw(t, "has input") {
			p.Input = node(t, texts.Draw(t, "input"))
		}
		if rapid.Bool().Draw(t, "has output") {
			p.Output = node(t, texts.Draw(t, "output"))
		}
		return p
	}), 0, 5)
}

func TestNewUnknown(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "JSON", "xml"} {
		if f, err := New(name); err == nil || f != nil || !strings.Contains(err.Error(), JSON) {
			t.Errorf("New(%q) = %v, %v", name, f, err)
		}
	}
	for _, name := range Names() {
		if f, err := New(name); err != nil || f.Name() != name {
			t.Errorf("New(%q) = %v, %v", name, f, err)
		}
	}
}

// plain returns the compact text of a schema, empty for none.
func plain(n *schema.Node) string {
	if n == nil {
		return ""
	}
	return string(n.AppendPlain(nil))
}
