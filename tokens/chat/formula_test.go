package chat

import (
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/tokens/bpe"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// bytesCounter counts a token per byte, so that the sums of a formula can be done by hand.
type bytesCounter struct{}

func (bytesCounter) Count(text []byte) int { return len(text) }

func formula(t testing.TB, name string) *Formula {
	t.Helper()
	f, err := NewFormula(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFormulaAPI has prompt tokens that gpt-3.5-turbo reported.
func TestFormulaAPI(t *testing.T) {
	t.Parallel()
	f := formula(t, "openai-functions")
	e := load(t, f.Encoding)
	hello := []Message{{Role: User, Content: "hello"}}
	foo := []framing.Piece{{Name: "foo", Input: node(t, `{"type":"object","properties":{}}`)}}
	for _, tt := range []struct {
		name    string
		request Request
		want    int
	}{
		{"hello", Request{Messages: hello}, 8},
		{"two words", Request{Messages: []Message{{Role: User, Content: "hello world"}}}, 9},
		{"system", Request{Messages: []Message{{Role: System, Content: "hello"}}}, 8},
		{"colon", Request{Messages: []Message{{Role: System, Content: "hello:"}}}, 9},
		{"function", Request{Messages: hello, Tools: foo}, 31},
		{"none", Request{Messages: hello, Tools: foo, Choice: Choice{Mode: "none"}}, 32},
		{"auto", Request{Messages: hello, Tools: foo, Choice: Choice{Mode: "auto"}}, 31},
		{"named", Request{Messages: hello, Tools: foo, Choice: Choice{Mode: "named", Tool: "foo"}}, 36},
	} {
		total, per, err := f.Count(e, &tt.request)
		if err != nil || total != tt.want || len(per) != len(tt.request.Messages) {
			t.Errorf("%s: %d, %v, %v; want %d", tt.name, total, per, err, tt.want)
		}
	}
}

func TestFormula(t *testing.T) {
	t.Parallel()
	tool := []framing.Piece{{Name: "t"}}
	text := len("namespace functions {\n\ntype t = () => any;\n\n} // namespace functions")
	flat := []framing.Piece{{Name: "t", Description: ptr("Do."), Input: node(t, `{"properties":{"a":{"type":"string","description":"A."},"b":{"type":"integer","description":"B","enum":["x",10]}}}`)}, {Name: "u"}}
	for _, tt := range []struct {
		formula, name string
		request       Request
		want          int
		per           []int
	}{
		{"openai-tools", "nothing", Request{}, 3, []int{}},
		{"openai-tools", "name", Request{Messages: []Message{{Role: User, Name: "ann", Content: "hi"}}}, 16, []int{13}},
		{"openai-tools", "result of a function", Request{Messages: []Message{{Role: Function, Name: "t", Content: "ok"}}}, 16, []int{13}},
		{"openai-tools", "calls", Request{Messages: []Message{{Role: Assistant, Calls: []Call{{"1", "t", "{}"}, {"2", "tt", ""}}}}}, 26, []int{23}},
		{"openai-tools", "tools", Request{Messages: []Message{{Role: User}}, Tools: tool}, 3 + 4 + 3 + text + 9, []int{7}},
		{"openai-tools", "tools and two system messages", Request{Messages: []Message{{Role: System}, {Role: System}}, Tools: tool}, 19 + 3 + text + 9 - 4, []int{10, 9}},
		{"openai-tools", "named", Request{Tools: tool, Choice: Choice{Mode: "named", Tool: "t"}}, 3 + text + 9 + 7 + 1, []int{}},
		{"openai-functions", "named", Request{Tools: tool, Choice: Choice{Mode: "named", Tool: "t"}}, 3 + text + 9 + 4 + 1, []int{}},
		{"openai-functions", "required", Request{Tools: tool, Choice: Choice{Mode: "required"}}, 3 + text + 9, []int{}},
		// t:Do · a:string:A · b:integer:B · x · 10 · u:
		{"cookbook-o200k", "flat", Request{Messages: []Message{{Role: System}}, Tools: flat}, 9 + 3 + 12 + 7 + 4 + 3 + 3 + 10 + 3 + 11 - 3 + 3 + 1 + 3 + 2 + 7 + 2, []int{9}},
		{"cookbook-cl100k", "flat", Request{Tools: flat[1:]}, 3 + 12 + 10 + 2, []int{}},
	} {
		total, per, err := formula(t, tt.formula).Count(bytesCounter{}, &tt.request)
		if err != nil || total != tt.want || !slices.Equal(per, tt.per) {
			t.Errorf("%s, %s: %d, %v, %v; want %d, %v", tt.formula, tt.name, total, per, err, tt.want, tt.per)
		}
	}
}

func TestFormulaRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		formula string
		request Request
		want    string
	}{
		{"openai-tools", Request{Messages: []Message{{}}}, "chat: openai-tools: message 0: no role"},
		{"openai-tools", Request{Choice: Choice{Mode: "maybe"}}, `unknown choice "maybe"; known: auto, none, required, named`},
		{"cookbook-o200k", Request{Tools: []framing.Piece{{Name: "t", Input: node(t, `{"properties":{"a":{"description":"x"}}}`)}}}, "/properties/a: no type"},
		{"cookbook-o200k", Request{Tools: []framing.Piece{{Name: "t", Input: node(t, `{"properties":{"a":{"type":"string"}}}`)}}}, "/properties/a: no description"},
	} {
		if n, _, err := formula(t, tt.formula).Count(bytesCounter{}, &tt.request); n != 0 || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d, %v, want %q", n, err, tt.want)
		}
	}
	if f, err := NewFormula("gpt"); f != nil || err == nil || !strings.Contains(err.Error(), "cookbook-o200k") {
		t.Errorf("%v, %v", f, err)
	}
}

// TestFormulasDated shows that every figure comes with a date and a source, and that its encoding is one that there is.
func TestFormulasDated(t *testing.T) {
	t.Parallel()
	all, err := Formulas()
	if err != nil || len(all) == 0 {
		t.Fatal(err, len(all))
	}
	for _, f := range all {
		if f.AsOf == "" || !strings.HasPrefix(f.Source, "https://") || len(f.Models) == 0 || !slices.Contains(bpe.Names(), f.Encoding) || f.Message == 0 {
			t.Errorf("%+v", f)
		}
	}
}
