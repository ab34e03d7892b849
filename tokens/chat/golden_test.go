package chat

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// wireRequest is a request in the form of OpenAI's interface.
type wireRequest struct {
	Messages []struct {
		Role       string `json:"role"`
		Name       string `json:"name"`
		Content    string `json:"content"`
		ToolCallID string `json:"tool_call_id"`
		ToolCalls  []struct {
			ID       string `json:"id"`
			Function struct {
				Name      string `json:"name"`
				Arguments string `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name        string          `json:"name"`
			Description *string         `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

func readRequest(t testing.TB, b []byte) *Request {
	t.Helper()
	var in wireRequest
	if err := json.Unmarshal(b, &in); err != nil {
		t.Fatal(err)
	}
	r := &Request{}
	for _, m := range in.Messages {
		to := Message{Role: m.Role, Name: m.Name, Content: m.Content, CallID: m.ToolCallID}
		for _, c := range m.ToolCalls {
			to.Calls = append(to.Calls, Call{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
		}
		r.Messages = append(r.Messages, to)
	}
	for _, tool := range in.Tools {
		f := tool.Function
		r.Tools = append(r.Tools, framing.Piece{Name: f.Name, Description: f.Description, Input: node(t, string(f.Parameters))})
	}
	return r
}

func node(t testing.TB, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func joined(segments []Segment) string {
	var b strings.Builder
	for _, s := range segments {
		b.Write(s.Text)
	}
	return b.String()
}

func render(t testing.TB, name string, r *Request) []Segment {
	t.Helper()
	template, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := template.Render(r)
	if err != nil {
		t.Fatal(err)
	}
	return segments
}

// TestGolden compares with texts that the models' own code wrote: openai-harmony 0.0.8 and mistral-common 1.13.1 from
// PyPI, and the published chat templates of Qwen2.5, Qwen3 and Llama 3.1 run with Jinja2 3.1.6; hermes is that of
// Qwen2.5 without its default system text.
func TestGolden(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := readRequest(t, archive.Files[0].Data)
		for _, want := range archive.Files[1:] {
			seen[want.Name] = true
			t.Run(filepath.Base(file)+"/"+want.Name, func(t *testing.T) {
				t.Parallel()
				// The format ends every file in a newline.
				if diff := cmp.Diff(strings.TrimSuffix(string(want.Data), "\n"), joined(render(t, want.Name, r))); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
	for _, name := range Names() {
		if !seen[name] {
			t.Errorf("no golden text of %s", name)
		}
	}
}

// piece is a segment as a test writes it.
type piece struct {
	Message int
	Text    string
	Special bool
}

func piecesOf(segments []Segment) []piece {
	var all []piece
	for _, s := range segments {
		all = append(all, piece{s.Message, string(s.Text), s.Special})
	}
	return all
}

// TestSegments shows to which message each stretch belongs, and which are tokens of their own.
func TestSegments(t *testing.T) {
	t.Parallel()
	two := []Message{{Role: System, Content: "Be kind."}, {Role: User, Content: "Hi"}}
	tools := []framing.Piece{{Name: "t", Input: node(t, `{}`)}}
	for _, tt := range []struct {
		template string
		request  Request
		want     []piece
	}{
		{"hermes", Request{Messages: two}, []piece{
			{0, "<|im_start|>", true}, {0, "system\nBe kind.", false}, {0, "<|im_end|>", true}, {0, "\n", false},
			{1, "<|im_start|>", true}, {1, "user\nHi", false}, {1, "<|im_end|>", true}, {1, "\n", false},
			{Whole, "<|im_start|>", true}, {Whole, "assistant\n", false},
		}},
		{"hermes", Request{Messages: two[1:], Closed: true}, []piece{
			{0, "<|im_start|>", true}, {0, "user\nHi", false}, {0, "<|im_end|>", true}, {0, "\n", false},
		}},
		{"qwen3", Request{Messages: []Message{{Role: User, Content: "Hi"}, {Role: Assistant, Content: "<think>\nhm\n</think>\n\nYo"}}, Closed: true}, []piece{
			{0, "<|im_start|>", true}, {0, "user\nHi", false}, {0, "<|im_end|>", true}, {0, "\n", false},
			{1, "<|im_start|>", true}, {1, "assistant\n", false}, {1, "<think>", true}, {1, "\nhm\n", false}, {1, "</think>", true},
			{1, "\n\nYo", false}, {1, "<|im_end|>", true}, {1, "\n", false},
		}},
		{"llama3", Request{Messages: two, Date: "30 Nov 2026", Closed: true}, []piece{
			{Whole, "<|begin_of_text|>", true},
			{Whole, "<|start_header_id|>", true}, {Whole, "system", false}, {Whole, "<|end_header_id|>", true},
			{Whole, "\n\nCutting Knowledge Date: December 2023\nToday Date: 30 Nov 2026\n\n", false}, {0, "Be kind.", false},
			{Whole, "<|eot_id|>", true},
			{1, "<|start_header_id|>", true}, {1, "user", false}, {1, "<|end_header_id|>", true}, {1, "\n\nHi", false}, {1, "<|eot_id|>", true},
		}},
		{"mistral-v3", Request{Messages: two, Tools: tools}, []piece{
			{Whole, "<s>", true},
			{Whole, "[AVAILABLE_TOOLS]", true},
			{Whole, ` [{"type": "function", "function": {"name": "t", "description": "", "parameters": {}}}]`, false},
			{Whole, "[/AVAILABLE_TOOLS]", true},
			{1, "[INST]", true}, {0, " Be kind.", false}, {1, "\n\nHi", false}, {1, "[/INST]", true},
		}},
		{"mistral-v7", Request{Messages: two}, []piece{
			{Whole, "<s>", true}, {0, "[SYSTEM_PROMPT]", true}, {0, "Be kind.", false}, {0, "[/SYSTEM_PROMPT]", true},
			{1, "[INST]", true}, {1, "Hi", false}, {1, "[/INST]", true},
		}},
		{"harmony", Request{Messages: []Message{
			{Role: Developer, Content: "Be kind."},
			{Role: Assistant, Channel: "commentary", Recipient: "functions.t", ContentType: "<|constrain|>json", Content: "{}"},
			{Role: Tool, Name: "functions.t", Content: "ok"},
		}, Identity: "You.", Cutoff: "2020", Effort: "low", Date: "2021"}, []piece{
			{Whole, "<|start|>", true}, {Whole, "system", false}, {Whole, "<|message|>", true},
			{Whole, "You.\nKnowledge cutoff: 2020\nCurrent date: 2021\n\nReasoning: low\n\n" + harmonyChannels, false}, {Whole, "<|end|>", true},
			{0, "<|start|>", true}, {0, "developer", false}, {0, "<|message|>", true}, {0, "# Instructions\n\nBe kind.", false}, {0, "<|end|>", true},
			{1, "<|start|>", true}, {1, "assistant to=functions.t", false}, {1, "<|channel|>", true}, {1, "commentary ", false},
			{1, "<|constrain|>", true}, {1, "json", false}, {1, "<|message|>", true}, {1, "{}", false}, {1, "<|call|>", true},
			{2, "<|start|>", true}, {2, "functions.t", false}, {2, "<|message|>", true}, {2, "ok", false}, {2, "<|end|>", true},
			{Whole, "<|start|>", true}, {Whole, "assistant", false},
		}},
	} {
		if diff := cmp.Diff(tt.want, piecesOf(render(t, tt.template, &tt.request))); diff != "" {
			t.Errorf("%s:\n%s", tt.template, diff)
		}
	}
}

// TestHarmonyForgets shows what becomes of old thoughts.
func TestHarmonyForgets(t *testing.T) {
	t.Parallel()
	think := Message{Role: Assistant, Channel: "analysis", Content: "THOUGHT"}
	ask := Message{Role: User, Content: "?"}
	call := Message{Role: Assistant, Calls: []Call{{"1", "t", "{}"}}}
	for _, tt := range []struct {
		name     string
		messages []Message
		thoughts int
	}{
		{"answered", []Message{ask, think, {Role: Assistant, Content: "!"}, ask}, 0},
		{"being answered", []Message{ask, think, call, {Role: Tool, CallID: "1", Content: "x"}}, 1},
		{"after the first answer", []Message{ask, {Role: Assistant, Content: "!"}, ask, think, {Role: Assistant, Content: "!"}}, 1},
		{"nobody answers", []Message{ask, {Role: User, Channel: "analysis", Content: "THOUGHT"}}, 1},
	} {
		text := joined(render(t, "harmony", &Request{Messages: tt.messages}))
		if got := strings.Count(text, "THOUGHT"); got != tt.thoughts {
			t.Errorf("%s: %d thoughts, want %d in %q", tt.name, got, tt.thoughts, text)
		}
	}
}

func TestLlamaToolsInSystem(t *testing.T) {
	t.Parallel()
	r := &Request{Messages: []Message{{Role: User, Content: "Hi"}}, Tools: []framing.Piece{{Name: "t", Input: node(t, `{}`)}}, ToolsInSystem: true, Closed: true}
	want := "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nEnvironment: ipython\nCutting Knowledge Date: December 2023\n" +
		"Today Date: 26 Jul 2024\n\n" + llamaAskSystem + `Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.Do not use variables.` +
		"\n\n{\n    \"type\": \"function\",\n    \"function\": {\n        \"name\": \"t\",\n        \"parameters\": {}\n    }\n}\n\n<|eot_id|>" +
		"<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>"
	if diff := cmp.Diff(want, joined(render(t, "llama3", r))); diff != "" {
		t.Error(diff)
	}
}

// TestRefused lists what the models' own code refuses too.
func TestRefused(t *testing.T) {
	t.Parallel()
	called := []Call{{"1", "t", "{}"}}
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	for _, tt := range []struct {
		template string
		request  Request
		want     string
	}{
		{"hermes", Request{Messages: []Message{{Role: Developer}}}, `message 0: role "developer"`},
		{"hermes", Request{Messages: []Message{{Role: Assistant, Calls: []Call{{"1", "t", deep}}}}}, "message 0: call 0: nesting depth"},
		{"harmony", Request{Messages: []Message{{Role: User}, {}}}, `message 1: role ""`},
		{"harmony", Request{Effort: "utmost"}, `unknown effort "utmost"; known: low, medium, high`},
		{"harmony", Request{Messages: []Message{{Role: Tool, CallID: "9"}}}, `message 0: the result has no name of a tool, and no earlier call has the id "9"`},
		{"llama3", Request{Messages: []Message{{Role: Function}}}, `message 0: role "function"`},
		{"llama3", Request{Messages: []Message{{Role: Assistant, Calls: append(called, called...)}}}, "message 0: 2 calls"},
		{"llama3", Request{Messages: []Message{{Role: Assistant, Calls: []Call{{"1", "t", deep}}}}}, "message 0: the call: nesting depth"},
		{"llama3", Request{Messages: []Message{{Role: System}}, Tools: []framing.Piece{{Name: "t"}}}, "the tools have no place"},
		{"mistral-v1", Request{Messages: []Message{{Role: Assistant, Calls: called}}}, "message 0: version 1 has no tools"},
		{"mistral-v1", Request{Messages: []Message{{Role: Tool, CallID: "1"}}}, "message 0: version 1 has no tools"},
		{"mistral-v2", Request{Messages: []Message{{Role: Assistant, Content: "x"}, {Role: Assistant, Calls: called}}}, "message 1: version 2 has no place for a text beside calls"},
		{"mistral-v3", Request{Messages: []Message{{Role: Tool}}}, "message 0: the result does not say the id of its call"},
		{"mistral-v3", Request{Messages: []Message{{Role: Tool, CallID: "1", Content: deep}}}, "message 0: the result: nesting depth"},
		{"mistral-v7", Request{Messages: []Message{{Role: User}, {Role: Assistant}}}, "message 1: the assistant says nothing and calls nothing"},
		{"mistral-v11", Request{Messages: []Message{{Role: "critic"}}}, `message 0: role "critic"`},
		{"mistral-v13", Request{Messages: []Message{{Role: Assistant, Calls: []Call{{"1", "t", deep}}}}}, `message 0: a call of "t": nesting depth`},
	} {
		template, err := New(tt.template)
		if err != nil {
			t.Fatal(err)
		}
		segments, err := template.Render(&tt.request)
		if segments != nil || err == nil || !strings.HasPrefix(err.Error(), "chat: "+tt.template+": ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.template, err, tt.want)
		}
	}
	var limit *schema.LimitError
	template, _ := New("hermes")
	_, err := template.Render(&Request{Messages: []Message{{Role: Assistant, Calls: []Call{{"1", "t", deep}}}}})
	if !errors.As(err, &limit) {
		t.Errorf("%v does not wrap its cause", err)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		if template, err := New(name); err != nil || template.Name() != name {
			t.Errorf("New(%q) = %v, %v", name, template, err)
		}
	}
	if template, err := New("Harmony"); template != nil || err == nil || !strings.Contains(err.Error(), "mistral-v13") {
		t.Errorf("New of an unknown name = %v, %v", template, err)
	}
}
