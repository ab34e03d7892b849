package tokens

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func ptr(s string) *string { return &s }

func joined(segments []Segment) string {
	var b strings.Builder
	for _, s := range segments {
		b.Write(s.Text)
	}
	return b.String()
}

func ExampleCountSegments() {
	framing, err := NewFraming(FramingJSON)
	if err != nil {
		fmt.Println(err)
		return
	}
	counter, err := NewCounter(O200kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	description := "Says hello."
	segments := framing.Frame([]Piece{{Name: "greet", Description: &description, Input: []byte(`{"type":"object"}`)}})
	parts := map[Part]int{}
	for i, n := range CountSegments(counter, segments) {
		parts[segments[i].Part] += n
		fmt.Printf("%s", segments[i].Text)
	}
	fmt.Println()
	fmt.Println(parts)
	// Output:
	// [{"name":"greet","description":"Says hello.","inputSchema":{"type":"object"}}]
	// map[description:4 framing:10 input:5 name:2]
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
		{"everything", []Piece{{Name: "a", Description: ptr("b"), Input: []byte(`{"x":1}`), Output: []byte(`true`)}},
			`[{"name":"a","description":"b","inputSchema":{"x":1},"outputSchema":true}]`},
		{"output without input", []Piece{{Name: "a", Output: []byte(`{}`)}}, `[{"name":"a","outputSchema":{}}]`},
		{"two", []Piece{{Name: "a", Input: []byte(`{}`)}, {Name: "b", Description: ptr("c")}},
			`[{"name":"a","inputSchema":{}},{"name":"b","description":"c"}]`},
		{"escapes", []Piece{{Name: `"\`, Description: ptr("a\nb\tc\r\b\f\x01\x1f</script>&\u2028é\x7f")}},
			`[{"name":"\"\\","description":"a\nb\tc\r\b\f\u0001\u001f</script>&` + "\u2028é\x7f" + `"}]`},
		{"invalid", []Piece{{Name: "a\xff"}}, "[{\"name\":\"a\ufffd\"}]"},
	} {
		if diff := cmp.Diff(tt.want, joined(jsonFraming{}.Frame(tt.tools))); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
}

func TestFrameJSONParts(t *testing.T) {
	t.Parallel()
	got := jsonFraming{}.Frame([]Piece{{Name: "a", Description: ptr("b"), Input: []byte(`{}`)}, {Name: "c", Output: []byte(`{}`)}})
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
		text := joined(jsonFraming{}.Frame(tools))
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
			back := Piece{got[i].Name, got[i].Description, got[i].InputSchema, got[i].OutputSchema}
			if diff := cmp.Diff(w, back); diff != "" {
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
	schema := rapid.SampledFrom([]string{`{}`, `true`, `{"type":"object","properties":{"id":{"type":"string","description":"Schlüssel 鍵"}}}`, `{"enum":["a\nb",1e2]}`})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Piece {
		p := Piece{Name: strings.ToValidUTF8(textGen().Draw(t, "name"), "?")}
		if rapid.Bool().Draw(t, "described") {
			p.Description = ptr(strings.ToValidUTF8(textGen().Draw(t, "description"), "?"))
		}
		if rapid.Bool().Draw(t, "has input") {
			p.Input = []byte(schema.Draw(t, "input"))
		}
		if rapid.Bool().Draw(t, "has output") {
			p.Output = []byte(schema.Draw(t, "output"))
		}
		return p
	}), 0, 5)
}

// byBytes is a counter that this package did not make.
type byBytes struct{}

func (byBytes) Name() string          { return "bytes" }
func (byBytes) Count(text []byte) int { return len(text) / 2 }

func TestCountSegmentsAddUp(t *testing.T) {
	t.Parallel()
	counters := []Counter{byBytes{}}
	for _, encoding := range Encodings() {
		counters = append(counters, counter(t, encoding))
	}
	rapid.Check(t, func(t *rapid.T) {
		segments := jsonFraming{}.Frame(pieces().Draw(t, "tools"))
		for _, c := range counters {
			counts := CountSegments(c, segments)
			if len(counts) != len(segments) {
				t.Fatalf("%d counts for %d segments", len(counts), len(segments))
			}
			sum := 0
			for i, n := range counts {
				if n < 0 {
					t.Fatalf("%s: segment %d has %d tokens", c.Name(), i, n)
				}
				sum += n
			}
			if want := c.Count([]byte(joined(segments))); sum != want {
				t.Fatalf("%s: segments add up to %d of %d", c.Name(), sum, want)
			}
		}
	})
}

// TestCountSegmentsNeighbours shows that a change in one tool moves the figures of no other.
func TestCountSegmentsNeighbours(t *testing.T) {
	t.Parallel()
	c := counter(t, O200kBase)
	perTool := func(description string) [3]int {
		segments := jsonFraming{}.Frame([]Piece{
			{Name: "first", Description: ptr("Lists things."), Input: []byte(`{"type":"object"}`)},
			{Name: "second", Description: ptr(description), Input: []byte(`{"type":"object"}`)},
			{Name: "third", Description: ptr("Removes things."), Input: []byte(`{"type":"object"}`)},
		})
		var sums [3]int
		for i, n := range CountSegments(c, segments) {
			if at := segments[i].Tool; at >= 0 {
				sums[at] += n
			}
		}
		return sums
	}
	const before, after = "Reads.", "Reads a thing that was listed before, with all its fields and their history."
	short, long := perTool(before), perTool(after)
	more := c.Count([]byte(after)) - c.Count([]byte(before))
	if short[0] != long[0] || short[2] != long[2] || long[1]-short[1] != more {
		t.Errorf("%v, then %v; want %d more in the second", short, long, more)
	}
}

func TestCountSegmentsEdges(t *testing.T) {
	t.Parallel()
	c := counter(t, O200kBase)
	if got := CountSegments(c, nil); len(got) != 0 {
		t.Errorf("no segments: %v", got)
	}
	got := CountSegments(c, []Segment{{Text: nil}, {Text: []byte("a\xff")}, {Text: nil}, {Text: []byte("b")}, {Text: nil}})
	if sum, want := got[1]+got[3], c.Count([]byte("a\xffb")); sum != want || got[0]+got[2]+got[4] != 0 {
		t.Errorf("%v, want %d in all", got, want)
	}
}

func TestNewFramingUnknown(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "JSON", "xml"} {
		if f, err := NewFraming(name); err == nil || f != nil || !strings.Contains(err.Error(), FramingJSON) {
			t.Errorf("NewFraming(%q) = %v, %v", name, f, err)
		}
	}
	for _, name := range Framings() {
		if f, err := NewFraming(name); err != nil || f.Name() != name {
			t.Errorf("NewFraming(%q) = %v, %v", name, f, err)
		}
	}
}
