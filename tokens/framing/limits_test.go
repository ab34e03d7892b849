package framing

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// deep returns a schema with that many levels, each of which is a keyword of the one above.
func deep(levels int, keyword string) *schema.Node {
	n := mustNode(`{"type":"string"}`)
	for range levels {
		up := schema.NewObject()
		switch keyword {
		case "properties":
			up.Set("type", schema.NewString("object"))
			properties := schema.NewObject()
			properties.Set("a", n)
			up.Set("properties", properties)
		case "items":
			up.Set("type", schema.NewString("array"))
			up.Set("items", n)
		default:
			up.Set(keyword, schema.NewArray(n))
		}
		n = up
	}
	properties := schema.NewObject()
	properties.Set("root", n)
	root := mustNode(`{"type":"object"}`)
	root.Set("properties", properties)
	return root
}

func TestDepth(t *testing.T) {
	t.Parallel()
	for keyword, framings := range map[string][]string{
		"properties": {JSONSpaced, OpenAITS, Harmony, GPTOSSJinja, Hermes, Llama3, Mistral},
		"items":      {JSONSpaced, OpenAITS, Harmony, GPTOSSJinja, Hermes, Llama3, Mistral},
		"oneOf":      {JSONSpaced, Harmony, GPTOSSJinja, Hermes, Llama3, Mistral},
		"anyOf":      {JSONSpaced, OpenAITS, Hermes, Llama3, Mistral},
	} {
		// Where levels are indented, the length of the text ends the rendering before the depth does.
		fine, tooDeep := deep(300, keyword), deep(maxDepth+2, keyword)
		for _, name := range framings {
			frame(t, name, []Piece{{Name: "x", Description: new(""), Input: fine}})
			err := render(name, tooDeep, 4<<20)
			if !errors.Is(err, errDeep) && !strings.Contains(fmt.Sprint(err), "longer than") {
				t.Errorf("%s of %s: %v", name, keyword, err)
			}
		}
	}
}

// render renders one tool with a limit.
func render(name string, input *schema.Node, limit int) error {
	for _, r := range all() {
		if r.name == name {
			w := newWriter(nil)
			w.limit = limit
			return r.tool(w, 0, &Piece{Name: "x", Description: new(""), Input: input})
		}
	}
	return fmt.Errorf("no framing %s", name)
}

// TestAmplification shows that indentation cannot make a small schema a huge text.
func TestAmplification(t *testing.T) {
	t.Parallel()
	var wide strings.Builder
	wide.WriteString(`{"type":"object","properties":{"a":{}`)
	for i := range 2000 {
		fmt.Fprintf(&wide, `,"p%d":{}`, i)
	}
	wide.WriteString(`}}`)
	text := wide.String()
	const levels = 400
	text = strings.Repeat(`{"type":"object","properties":{"a":`, levels) + text + strings.Repeat(`}}`, levels)
	input := node(t, text)
	limit := 4 * len(text)
	for _, name := range []string{OpenAITS, Harmony, Llama3} {
		err := render(name, input, limit)
		if err == nil || !strings.Contains(err.Error(), "longer than") {
			t.Errorf("%s: %v", name, err)
		}
		if err := render(name, input, maxText); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{JSON, JSONSpaced, GPTOSSJinja, Hermes, Mistral, Anthropic, Gemini} {
		if err := render(name, input, limit); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHasNull compares with a search from the start.
func TestHasNull(t *testing.T) {
	t.Parallel()
	for _, chunks := range [][]string{
		{"nu", "ll", "x", "null", "n", "u", "l", "l"},
		{"", "a", "nul", "l", ""},
		{"null", "nullnull", "nulnull"},
	} {
		w := newWriter(nil)
		var starts []int
		for _, c := range chunks {
			starts = append(starts, len(w.buf))
			w.add(c)
			for i := len(starts) - 1; i >= 0; i-- {
				if got, want := w.hasNull(starts[i]), strings.Contains(string(w.buf[starts[i]:]), "null"); got != want {
					t.Errorf("%q from %d: %v", w.buf, starts[i], got)
				}
			}
		}
	}
}

func mustNode(text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return n
}
