package framing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

// schemas draws the text of a schema with that many levels of further ones.
func schemas(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var members []string
		add := func(name, value string) { members = append(members, fmt.Sprintf("%q:%s", name, value)) }
		quoted := func(label string) string {
			b, err := json.Marshal(rapid.String().Draw(t, label))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		some := func(label string) bool { return rapid.Bool().Draw(t, label) }
		typ := rapid.SampledFrom([]string{"string", "integer", "number", "boolean", "null", "array", "object"}).Draw(t, "type")
		add("type", `"`+typ+`"`)
		if some("described") {
			add("description", quoted("description"))
		}
		if some("titled") {
			add("title", quoted("title"))
		}
		if some("nullable") {
			add("nullable", "true")
		}
		if typ == "string" && some("enum") {
			add("enum", "["+quoted("value")+","+quoted("value")+"]")
		} else if some("default") {
			add("default", rapid.SampledFrom([]string{`1.0`, `-0`, `1e21`, `null`, `"x"`, `[1,{"a":[]}]`, `{}`}).Draw(t, "default value"))
		}
		if depth > 0 {
			switch typ {
			case "array":
				add("items", schemas(depth-1).Draw(t, "items"))
			case "object":
				add("properties", properties(depth-1).Draw(t, "properties"))
			}
			// The template cannot write every default beside a oneOf.
			if some("union") && typ == "null" && !strings.Contains(strings.Join(members, ","), `"default"`) {
				add(rapid.SampledFrom([]string{"oneOf", "anyOf"}).Draw(t, "keyword"), "["+schemas(depth-1).Draw(t, "variant")+"]")
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	})
}

func properties(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-zé_][a-z0-9_]{0,7}`), 0, 3, rapid.ID[string]).Draw(t, "names")
		members := make([]string, len(names))
		for i, name := range names {
			members[i] = fmt.Sprintf("%q:%s", name, schemas(depth).Draw(t, "property"))
		}
		return "{" + strings.Join(members, ",") + "}"
	})
}

// pieces draws tools of valid UTF-8 that every framing renders.
func pieces() *rapid.Generator[[]Piece] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Piece {
		p := Piece{Name: rapid.String().Draw(t, "name"), Description: new(rapid.String().Draw(t, "description"))}
		if rapid.Bool().Draw(t, "has input") {
			p.Input = node(t, `{"type":"object","properties":`+properties(3).Draw(t, "properties")+`}`)
		}
		return p
	}), 1, 4)
}

// TestParts shows that the segments of a tool hold what it consists of, in order, and nothing of
// its neighbours.
func TestParts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tools := pieces().Draw(t, "tools")
		for _, name := range Names() {
			segments := frame(t, name, tools)
			at := -1
			for i, s := range segments {
				if len(s.Text) == 0 || s.Tool < at && i < len(segments)-2 || s.Special != (name == Mistral && (i == 0 || i == len(segments)-1)) {
					t.Fatalf("%s: segment %d: %+v", name, i, s)
				}
				at = s.Tool
			}
			for i, p := range tools {
				want, wantDescription := p.Name, *p.Description
				switch name {
				case OpenAITS, GPTOSSJinja:
				case Harmony:
					// Each line stands behind a mark. Which ends of lines there are is TestHarmonyLines' business.
					wantDescription = strings.NewReplacer("\n", "", "\r", "").Replace(wantDescription)
				default:
					want, wantDescription = string(appendEscaped(nil, want)), string(appendEscaped(nil, wantDescription))
				}
				gotDescription := part(segments, i, PartDescription)
				if name == Harmony {
					gotDescription = strings.ReplaceAll(gotDescription, "\r", "")
				}
				if diff := cmp.Diff(want, part(segments, i, PartName)) + cmp.Diff(wantDescription, gotDescription); diff != "" {
					t.Fatalf("%s: tool %d: %s", name, i, diff)
				}
				input := part(segments, i, PartInput)
				for property := range p.Input.Get("properties").Members() {
					if !strings.Contains(input, property) {
						t.Fatalf("%s: no property %s in %q", name, property, input)
					}
				}
				alone := frame(t, name, []Piece{p})
				if got := part(alone, 0, PartInput); got != input {
					t.Fatalf("%s: %q alone, %q among others", name, got, input)
				}
			}
		}
	})
}

// TestDecodes shows that a reader of the framings that are JSON gets back what was framed.
func TestDecodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tools := pieces().Draw(t, "tools")
		for _, name := range []string{JSON, JSONSpaced, Hermes, Llama3, Mistral, Anthropic, Gemini} {
			text := joined(frame(t, name, tools))
			path := []string{"function", "parameters"}
			switch name {
			case Hermes:
				_, text, _ = strings.Cut(text, "<tools>\n")
				text, _, _ = strings.Cut(text, "\n</tools>\n")
				text = "[" + strings.ReplaceAll(text, "}\n{", "},{") + "]"
			case Llama3:
				_, text, _ = strings.Cut(text, "variables.\n\n")
				text = "[" + strings.TrimSuffix(strings.ReplaceAll(text, "\n}\n\n", "\n},"), ",") + "]"
			case Mistral:
				text = strings.TrimSuffix(strings.TrimPrefix(text, "[AVAILABLE_TOOLS]"), "[/AVAILABLE_TOOLS]")
			case Anthropic:
				path = []string{"", "input_schema"}
			case Gemini:
				text = strings.TrimSuffix(strings.TrimPrefix(text, `{"functionDeclarations":`), "}")
				path = []string{"", "parametersJsonSchema"}
			}
			got := node(t, text)
			if got.Len() != len(tools) {
				t.Fatalf("%s: %d tools, want %d", name, got.Len(), len(tools))
			}
			for i, want := range tools {
				tool := got.Item(i)
				if path[0] != "" {
					tool = tool.Get(path[0])
				}
				gotName, _ := tool.Get("name").Text()
				gotDescription, _ := tool.Get("description").Text()
				if gotName != want.Name || gotDescription != *want.Description {
					t.Fatalf("%s: %q, %q, want %q, %q", name, gotName, gotDescription, want.Name, *want.Description)
				}
				input := tool.Get(path[1])
				if name == Mistral && want.Input == nil && input.Kind() == schema.Null {
					continue
				}
				if !schema.Equal(input, want.Input) {
					t.Fatalf("%s: %s, want %s", name, input.Append(nil), want.Input.Append(nil))
				}
			}
		}
	})
}

// TestDropped shows that keywords which a framing does not show change nothing, and that those of
// JSON change it by their own text.
func TestDropped(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tools := pieces().Draw(t, "tools")
		bounded := make([]Piece, len(tools))
		added := 0
		for i, p := range tools {
			bounded[i] = p
			if p.Input == nil {
				continue
			}
			bounded[i].Input = p.Input.Clone()
			if err := schema.Walk(bounded[i].Input, func(s *schema.Site) error {
				s.Schema.Set("pattern", schema.NewString("^x"))
				s.Schema.Set("additionalProperties", node(t, `false`))
				s.Schema.Set("$comment", node(t, `"null"`))
				added++
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range Names() {
			before, after := joined(frame(t, name, tools)), joined(frame(t, name, bounded))
			switch name {
			case OpenAITS, Harmony, GPTOSSJinja:
				if diff := cmp.Diff(before, after); diff != "" {
					t.Fatalf("%s: %s", name, diff)
				}
			case JSON, Anthropic, Gemini:
				if n := len(after) - len(before); n > added*len(`,"pattern":"^x","additionalProperties":false,"$comment":"null"`) || n < added*30 {
					t.Fatalf("%s: %d bytes more for %d schemas", name, n, added)
				}
			default:
				if (len(after) > len(before)) != (added > 0) {
					t.Fatalf("%s: %d bytes, then %d", name, len(before), len(after))
				}
			}
		}
	})
}

// TestCompact shows that the compact framings have nothing left to remove.
func TestCompact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tools := pieces().Draw(t, "tools")
		for _, name := range []string{JSON, Anthropic, Gemini} {
			text := joined(frame(t, name, tools))
			var compact bytes.Buffer
			if err := json.Compact(&compact, []byte(text)); err != nil || compact.String() != text {
				t.Fatalf("%s: %q is not compact: %v", name, text, err)
			}
		}
	})
}
