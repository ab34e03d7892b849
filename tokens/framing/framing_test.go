package framing

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/schema"
)

func node(t interface{ Fatal(...any) }, text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func frame(t interface{ Fatal(...any) }, name string, tools []Piece) []Segment {
	f, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
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

// part returns the text of one part of a tool.
func part(segments []Segment, tool int, p Part) string {
	return joined(slices.DeleteFunc(slices.Clone(segments), func(s Segment) bool { return s.Tool != tool || s.Part != p }))
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "JSON", "xml"} {
		if f, err := New(name); err == nil || f != nil || !strings.Contains(err.Error(), Harmony) {
			t.Errorf("New(%q) = %v, %v", name, f, err)
		}
		if got := FidelityOf(name); got != "" {
			t.Errorf("FidelityOf(%q) = %q", name, got)
		}
	}
	want := []string{JSON, JSONSpaced, OpenAITS, Harmony, GPTOSSJinja, Hermes, Llama3, Mistral, Anthropic, Gemini}
	if diff := cmp.Diff(want, Names()); diff != "" {
		t.Error(diff)
	}
	for _, name := range Names() {
		if f, err := New(name); err != nil || f.Name() != name {
			t.Errorf("New(%q) = %v, %v", name, f, err)
		}
		want := Exact
		switch name {
		case OpenAITS:
			want = Reconstructed
		case Anthropic, Gemini:
			want = Estimate
		}
		if got := FidelityOf(name); got != want {
			t.Errorf("FidelityOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNoTools(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		if got := frame(t, name, nil); len(got) != 0 {
			t.Errorf("%s: %q", name, joined(got))
		}
	}
}

func TestFrameJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		tools []Piece
		want  string
	}{
		{"name only", []Piece{{Name: "a"}}, `[{"type":"function","function":{"name":"a"}}]`},
		{"empty name", []Piece{{}}, `[{"type":"function","function":{"name":""}}]`},
		{"empty description", []Piece{{Name: "a", Description: new("")}}, `[{"type":"function","function":{"name":"a","description":""}}]`},
		{"everything", []Piece{{Name: "a", Description: new("b"), Input: node(t, `{"x":1.50}`), Output: node(t, `true`)}},
			`[{"type":"function","function":{"name":"a","description":"b","parameters":{"x":1.50}}}]`},
		{"two", []Piece{{Name: "a", Input: node(t, `{}`)}, {Name: "b", Description: new("c")}},
			`[{"type":"function","function":{"name":"a","parameters":{}}},{"type":"function","function":{"name":"b","description":"c"}}]`},
		{"escapes", []Piece{{Name: `"\`, Description: new("a\nb\tc\r\b\f\x01\x1f</script>&\u2028é\ufffd\x7f")}},
			`[{"type":"function","function":{"name":"\"\\","description":"a\nb\tc\r\b\f\u0001\u001f</script>&` + "\u2028é\ufffd\x7f" + `"}}]`},
		{"escapes in schemas", []Piece{{Input: node(t, `{"\u00e9\u003c":"\u00e9\/\u003c"}`)}},
			`[{"type":"function","function":{"name":"","parameters":{"é<":"é/<"}}}]`},
		{"invalid", []Piece{{Name: "a\xff\xfeb"}}, "[{\"type\":\"function\",\"function\":{\"name\":\"a\ufffd\ufffdb\"}}]"},
	} {
		if diff := cmp.Diff(tt.want, joined(frame(t, JSON, tt.tools))); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
}

// TestSegments shows where the borders of parts are.
func TestSegments(t *testing.T) {
	t.Parallel()
	tools := []Piece{
		{Name: "look", Description: new("Looks.\nTwice."), Input: node(t, `{"type":"object","properties":{"at":{"type":"string","description":"What"}}}`)},
		{Name: "wait", Description: new("Waits.")},
	}
	type row struct {
		Tool    int
		Part    Part
		Text    string
		Special bool
	}
	for name, want := range map[string][]row{
		JSON: {
			{-1, PartFraming, `[`, false},
			{0, PartFraming, `{"type":"function","function":{"name":"`, false},
			{0, PartName, `look`, false},
			{0, PartFraming, `","description":"`, false},
			{0, PartDescription, `Looks.\nTwice.`, false},
			{0, PartFraming, `","parameters":`, false},
			{0, PartInput, `{"type":"object","properties":{"at":{"type":"string","description":"What"}}}`, false},
			{0, PartFraming, `}}`, false},
			{1, PartFraming, `,{"type":"function","function":{"name":"`, false},
			{1, PartName, `wait`, false},
			{1, PartFraming, `","description":"`, false},
			{1, PartDescription, `Waits.`, false},
			{1, PartFraming, `"}}`, false},
			{-1, PartFraming, `]`, false},
		},
		OpenAITS: {
			{-1, PartFraming, "namespace functions {\n\n", false},
			{0, PartFraming, "// ", false},
			{0, PartDescription, "Looks.\nTwice.", false},
			{0, PartFraming, "\ntype ", false},
			{0, PartName, "look", false},
			{0, PartFraming, " = (_: ", false},
			{0, PartInput, "{\n// What\nat?: string,\n}", false},
			{0, PartFraming, ") => any;\n\n", false},
			{1, PartFraming, "// ", false},
			{1, PartDescription, "Waits.", false},
			{1, PartFraming, "\ntype ", false},
			{1, PartName, "wait", false},
			{1, PartFraming, " = () => any;\n\n", false},
			{-1, PartFraming, "} // namespace functions", false},
		},
		Harmony: {
			{-1, PartFraming, "# Tools\n\n## functions\n\nnamespace functions {\n\n", false},
			{0, PartFraming, "// ", false},
			{0, PartDescription, "Looks.", false},
			{0, PartFraming, "\n// ", false},
			{0, PartDescription, "Twice.", false},
			{0, PartFraming, "\ntype ", false},
			{0, PartName, "look", false},
			{0, PartFraming, " = (_: ", false},
			{0, PartInput, "{\n// What\nat?: string,\n}", false},
			{0, PartFraming, ") => any;\n\n", false},
			{1, PartFraming, "// ", false},
			{1, PartDescription, "Waits.", false},
			{1, PartFraming, "\ntype ", false},
			{1, PartName, "wait", false},
			{1, PartFraming, " = () => any;\n\n", false},
			{-1, PartFraming, "} // namespace functions", false},
		},
		Mistral: {
			{-1, PartFraming, `[AVAILABLE_TOOLS]`, true},
			{-1, PartFraming, `[`, false},
			{0, PartFraming, `{"type": "function", "function": {"name": "`, false},
			{0, PartName, `look`, false},
			{0, PartFraming, `", "description": "`, false},
			{0, PartDescription, `Looks.\nTwice.`, false},
			{0, PartFraming, `", "parameters": `, false},
			{0, PartInput, `{"type": "object", "properties": {"at": {"type": "string", "description": "What"}}}`, false},
			{0, PartFraming, `}}`, false},
			{1, PartFraming, `, {"type": "function", "function": {"name": "`, false},
			{1, PartName, `wait`, false},
			{1, PartFraming, `", "description": "`, false},
			{1, PartDescription, `Waits.`, false},
			{1, PartFraming, `", "parameters": `, false},
			{1, PartInput, `null`, false},
			{1, PartFraming, `}}`, false},
			{-1, PartFraming, `]`, false},
			{-1, PartFraming, `[/AVAILABLE_TOOLS]`, true},
		},
	} {
		var got []row
		for _, s := range frame(t, name, tools) {
			got = append(got, row{s.Tool, s.Part, string(s.Text), s.Special})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestSegmentsApart shows that appending to a segment's text leaves the next one alone.
func TestSegmentsApart(t *testing.T) {
	t.Parallel()
	segments := frame(t, Harmony, []Piece{{Name: "look", Description: new("Looks.")}})
	want := joined(segments)
	for _, s := range segments {
		_ = append(s.Text, "XXXX"...)
	}
	if got := joined(segments); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRefused names what the published chat template cannot render.
func TestRefused(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]Piece{
		"without a description": {Name: "x"},
		"default that is no string": {Name: "x", Description: new("d"),
			Input: node(t, `{"properties":{"a":{"type":"integer","enum":[1],"default":1}}}`)},
		`property "b": the chat template cannot write a default`: {Name: "x", Description: new("d"),
			Input: node(t, `{"properties":{"b":{"oneOf":[{"type":"integer"}],"default":null}}}`)},
		"description that is no string": {Name: "x", Description: new("d"),
			Input: node(t, `{"properties":{"a":{"description":["x"]}}}`)},
		"required is not":       {Name: "x", Description: new("d"), Input: node(t, `{"properties":{"a":{}},"required":true}`)},
		"properties is not":     {Name: "x", Description: new("d"), Input: node(t, `{"properties":["a"]}`)},
		`property "a": require`: {Name: "x", Description: new("d"), Input: node(t, `{"properties":{"a":{"type":"object","properties":{"b":{}},"required":1e2}}}`)},
		`property "a": propert`: {Name: "x", Description: new("d"), Input: node(t, `{"properties":{"a":{"type":"object","properties":"b"}}}`)},
		"oneOf is not":          {Name: "x", Description: new("d"), Input: node(t, `{"properties":{"a":{"oneOf":{"a":1}}}}`)},
	} {
		f, err := New(GPTOSSJinja)
		if err != nil {
			t.Fatal(err)
		}
		segments, err := f.Frame([]Piece{{Name: "fine", Description: new("")}, p})
		var te *ToolError
		if segments != nil || !errors.As(err, &te) || te.Framing != GPTOSSJinja || te.Tool != 1 || te.Name != "x" || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
