package rawjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ExampleMembers() {
	b := []byte(` {"id": 7, "tool": {"name": "a"}} `)
	for name, from := range Members(b, Space(b, 0)) {
		fmt.Printf("%s: %s\n", name, b[from:End(b, from)])
	}
	// Output:
	// id: 7
	// tool: {"name": "a"}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`1,2`:                `1`,
		`"a\"b" x`:           `"a\"b"`,
		`"a\\"b`:             `"a\\"`,
		`[1,[2,"]"]],3`:      `[1,[2,"]"]]`,
		`{"a}":{"b":[]}}, 1`: `{"a}":{"b":[]}}`,
		`null]`:              `null`,
		`{"a":1`:             `{"a":1`, // no JSON: ends with the document
		`"open`:              `"open`,
		`]`:                  `]`,
	} {
		if got := text[:End([]byte(text), 0)]; got != want {
			t.Errorf("%s ends after %s, not %s", text, got, want)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"plain" `:       "plain",
		`"\u0061\n"`:     "a\n",
		`"\ud800"`:       "\uFFFD", // a lone surrogate
		`"\q"`:           "",       // no JSON
		"\"\xff\\n\"":    "\uFFFD\n",
		`"\uD83D\uDE00"`: "😀",
	} {
		if got, ok := Text([]byte(text), 0); !ok || got != want {
			t.Errorf("%s is read as %q, %v, not %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "7", "[", "null"} {
		if got, ok := Text([]byte(text), 0); ok {
			t.Errorf("%q is read as the string %q", text, got)
		}
	}
}

// What is found in a document of any shape and spacing is what a parser finds in it.
func TestFindsWhatAParserFinds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := drawValue(t, 3)
		compact, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var spaced bytes.Buffer
		if err := json.Indent(&spaced, compact, " ", "\t"); err != nil {
			t.Fatal(err)
		}
		b := append(spaced.Bytes(), []byte(rapid.SampledFrom([]string{"", " ", ",1", "]", "\n{}"}).Draw(t, "behind"))...)
		same(t, b, Space(b, 0), value)
	})
}

func drawValue(t *rapid.T, depth int) any {
	kinds := 4
	if depth > 0 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return rapid.String().Draw(t, "string")
	case 1:
		return float64(rapid.IntRange(-9, 99).Draw(t, "number"))
	case 2:
		return rapid.Bool().Draw(t, "bool")
	case 3:
		return nil
	case 4:
		items := make([]any, rapid.IntRange(0, 3).Draw(t, "items"))
		for i := range items {
			items[i] = drawValue(t, depth-1)
		}
		return items
	}
	object := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		object[rapid.SampledFrom([]string{"a", "b\"", "{", "\\", "é", ""}).Draw(t, "name")] = drawValue(t, depth-1)
	}
	return object
}

func same(t *rapid.T, b []byte, at int, want any) {
	var got any
	if err := json.Unmarshal(b[at:End(b, at)], &got); err != nil {
		t.Fatalf("%s: %v", b[at:End(b, at)], err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%v, not %v", got, want)
	}
	switch want := want.(type) {
	case map[string]any:
		seen := 0
		for name, from := range Members(b, at) {
			seen++
			same(t, b, from, want[name])
		}
		if seen != len(want) {
			t.Fatalf("%d of %d members", seen, len(want))
		}
	case []any:
		i := 0
		for from := range Items(b, at) {
			same(t, b, from, want[i])
			i++
		}
		if i != len(want) {
			t.Fatalf("%d of %d items", i, len(want))
		}
	}
}

// Bytes of strangers: everything moves on and stays inside.
func FuzzMovesOn(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\"",{}]}`, `{"a" 1}`, `[,,]`, `{"a":}`, "[\x00", `"\`, `{"":{"`, strings.Repeat("[", 99)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		at := Space(b, 0)
		if end := End(b, at); end > len(b) || end <= at && at < len(b) {
			t.Fatalf("the value at %d of %d ends at %d", at, len(b), end)
		}
		if at == len(b) {
			return
		}
		last := at
		for _, from := range Members(b, at) {
			if from <= last || from > len(b) {
				t.Fatalf("a member at %d behind %d of %d", from, last, len(b))
			}
			last = from
		}
		last = at
		for from := range Items(b, at) {
			if from <= last || from > len(b) {
				t.Fatalf("an item at %d behind %d of %d", from, last, len(b))
			}
			last = from
		}
		Text(b, at)
	})
}
