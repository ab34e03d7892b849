package tokens

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// byBytes is a counter that this package did not make.
type byBytes struct{}

func (byBytes) Name() string          { return "bytes" }
func (byBytes) Count(text []byte) int { return len(text) / 2 }

func ExampleCountSegments() {
	json, err := framing.New(framing.JSON)
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
	input, err := schema.Parse([]byte(`{"type":"object"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	segments, err := json.Frame([]framing.Piece{{Name: "greet", Description: &description, Input: input}})
	if err != nil {
		fmt.Println(err)
		return
	}
	parts := map[framing.Part]int{}
	for i, n := range CountSegments(counter, segments) {
		parts[segments[i].Part] += n
		fmt.Printf("%s", segments[i].Text)
	}
	fmt.Println()
	fmt.Println(parts)
	// Output:
	// [{"type":"function","function":{"name":"greet","description":"Says hello.","parameters":{"type":"object"}}}]
	// map[description:4 framing:15 input:5 name:2]
}

func TestCountSegmentsAddUp(t *testing.T) {
	t.Parallel()
	counters := []Counter{byBytes{}}
	for _, encoding := range Encodings() {
		counters = append(counters, counter(t, encoding))
	}
	rapid.Check(t, func(t *rapid.T) {
		segments := frame(t, pieces(t))
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
			if got := CountText(c, segments); got != sum {
				t.Fatalf("%s: the text has %d tokens, its segments %d", c.Name(), got, sum)
			}
		}
	})
}

// TestCountSegmentsNeighbours shows that a change in one tool moves the figures of no other.
func TestCountSegmentsNeighbours(t *testing.T) {
	t.Parallel()
	c := counter(t, O200kBase)
	perTool := func(description string) [3]int {
		segments := frame(t, []framing.Piece{
			{Name: "first", Description: new("Lists things."), Input: parse(t, `{"type":"object"}`)},
			{Name: "second", Description: new(description), Input: parse(t, `{"type":"object"}`)},
			{Name: "third", Description: new("Removes things."), Input: parse(t, `{"type":"object"}`)},
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
	got := CountSegments(c, []framing.Segment{{Text: nil}, {Text: []byte("a\xff")}, {Text: nil}, {Text: []byte("b")}, {Text: nil}})
	if sum, want := got[1]+got[3], c.Count([]byte("a\xffb")); sum != want || got[0]+got[2]+got[4] != 0 {
		t.Errorf("%v, want %d in all", got, want)
	}
}

func parse(t interface{ Fatal(...any) }, text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func frame(t interface{ Fatal(...any) }, tools []framing.Piece) []framing.Segment {
	json, err := framing.New(framing.JSON)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := json.Frame(tools)
	if err != nil {
		t.Fatal(err)
	}
	return segments
}

func joined(segments []framing.Segment) string {
	var b strings.Builder
	for _, s := range segments {
		b.Write(s.Text)
	}
	return b.String()
}

// pieces draws tools.
func pieces(t *rapid.T) []framing.Piece {
	var tools []framing.Piece
	for range rapid.IntRange(0, 5).Draw(t, "tools") {
		p := framing.Piece{Name: rapid.String().Draw(t, "name")}
		if rapid.Bool().Draw(t, "described") {
			p.Description = new(rapid.String().Draw(t, "description"))
		}
		if rapid.Bool().Draw(t, "has input") {
			p.Input = parse(t, rapid.SampledFrom([]string{`{}`, `true`, `{"type":"object","properties":{"id":{"type":"string","description":"Schlüssel 鍵"}}}`, `{"enum":["a\nb",1e2]}`}).Draw(t, "input"))
		}
		tools = append(tools, p)
	}
	return tools
}

func counter(t testing.TB, encoding string) Counter {
	t.Helper()
	c, err := NewCounter(encoding)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCountSegmentsSpecial counts a special token as one, and what stands on its two sides apart.
func TestCountSegmentsSpecial(t *testing.T) {
	t.Parallel()
	segments := []framing.Segment{{Text: []byte("to")}, {Text: []byte("day")}, {Text: []byte("[TOOLS]"), Special: true}, {Text: []byte("to")}, {Text: []byte("[/TOOLS]"), Special: true}}
	o200k := counter(t, O200kBase)
	for _, c := range []Counter{o200k, byBytes{}} {
		got := CountSegments(c, segments)
		if len(got) != len(segments) {
			t.Fatalf("%s: %d counts", c.Name(), len(got))
		}
		if got[2] != 1 || got[4] != 1 {
			t.Errorf("%s: special tokens are %d and %d", c.Name(), got[2], got[4])
		}
		if before, want := got[0]+got[1], c.Count([]byte("today")); before != want {
			t.Errorf("%s: %d before, want %d", c.Name(), before, want)
		}
		if want := c.Count([]byte("to")); got[3] != want {
			t.Errorf("%s: %d between, want %d", c.Name(), got[3], want)
		}
		sum := 0
		for _, n := range got {
			sum += n
		}
		if n := CountText(c, segments); n != sum {
			t.Errorf("%s: the text has %d tokens, its segments %d", c.Name(), n, sum)
		}
	}
}

// bare hides what a counter can do beyond counting.
type bare struct{ Counter }

// TestCountSegmentsOfStrangers compares what a counter gets that cannot tell where its tokens are with what it would
// tell: no segment far off, and so no large one that bears the errors of all.
func TestCountSegmentsOfStrangers(t *testing.T) {
	t.Parallel()
	var tools []framing.Piece
	for i := range 60 {
		tools = append(tools, framing.Piece{
			Name: fmt.Sprintf("shelf_%d", i), Description: new(strings.Repeat("Puts a book where it belongs. ", 1+i%7)),
			Input: parse(t, `{"type":"object","properties":{"to":{"type":"string"},"n":{"type":"integer"}},"required":["to"]}`),
		})
	}
	segments := frame(t, tools)
	c := counter(t, O200kBase)
	want := CountSegments(c, segments)
	for i, n := range CountSegments(bare{c}, segments) {
		if n < want[i]-2 || n > want[i]+2 {
			t.Errorf("segment %d, %q: %d tokens, want about %d", i, segments[i].Text, n, want[i])
		}
	}
}
