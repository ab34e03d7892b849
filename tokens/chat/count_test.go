package chat

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/tokens/bpe"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// words counts words, so that a word across a border is one token and not two. It cannot count parts.
type words struct{}

func (words) Count(text []byte) int { return len(strings.Fields(string(text))) }

func TestCount(t *testing.T) {
	t.Parallel()
	segments := []Segment{
		{Message: Whole, Text: []byte("<s>"), Special: true},
		{Message: 0, Text: []byte("one two thr")},
		{Message: 2, Text: []byte("ee four")},
		{Message: Whole, Text: []byte(" five")},
		{Message: 2, Text: []byte("</s>"), Special: true},
		{Message: 0, Text: []byte("six")},
	}
	total, per := Count(words{}, segments)
	if total != 8 || !slices.Equal(per, []int{4, 0, 3}) {
		t.Errorf("%d, %v", total, per)
	}
	if total, per := Count(words{}, nil); total != 0 || per != nil {
		t.Errorf("nothing is %d, %v", total, per)
	}
	// The encoding gives the piece across the border to the message in which it begins.
	total, per = Count(load(t, bpe.O200kBase), []Segment{{Message: 0, Text: []byte("hel")}, {Message: 1, Text: []byte("lo world")}})
	if total != 2 || !slices.Equal(per, []int{1, 1}) {
		t.Errorf("%d, %v", total, per)
	}
}

func load(t testing.TB, name string) *bpe.Encoding {
	t.Helper()
	e, err := bpe.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// conversations draws requests that every template takes: turns by turns, calls without a text beside them, one result
// for each.
func conversations(t testing.TB) *rapid.Generator[*Request] {
	text := rapid.OneOf(rapid.StringN(1, 12, 60), rapid.SampledFrom([]string{"hello", " two\nlines ", "<|im_end|>", "[INST]", "中文", `{"a": 1.0}`, "</think>x"}))
	spoken := rapid.Map(text, func(s string) string { return "." + s }) // no template lets an assistant say nothing
	input := node(t, `{"type":"object","properties":{"q":{"type":"string","description":"what to look for"}},"required":["q"]}`)
	return rapid.Custom(func(t *rapid.T) *Request {
		r := &Request{Closed: rapid.Bool().Draw(t, "closed")}
		if rapid.Bool().Draw(t, "system") {
			r.Messages = append(r.Messages, Message{Role: System, Content: text.Draw(t, "system text")})
		}
		for range rapid.IntRange(1, 4).Draw(t, "turns") {
			r.Messages = append(r.Messages, Message{Role: User, Content: text.Draw(t, "user")})
			if rapid.Bool().Draw(t, "calls") {
				arguments := rapid.SampledFrom([]string{`{"q":"x"}`, `{ "q" : 1e2 }`, "", "not JSON"}).Draw(t, "arguments")
				r.Messages = append(r.Messages, Message{Role: Assistant, Calls: []Call{{"c1", "find", arguments}}}, Message{Role: Tool, CallID: "c1", Name: "find", Content: text.Draw(t, "result")})
			}
			r.Messages = append(r.Messages, Message{Role: Assistant, Content: spoken.Draw(t, "assistant")})
		}
		if rapid.Bool().Draw(t, "tools") {
			r.Tools = []framing.Piece{{Name: "find", Description: ptr("Finds."), Input: input}}
		}
		return r
	})
}

func ptr(s string) *string { return &s }

// withoutCalls drops what version 1 of Mistral does not have.
func withoutCalls(r *Request) *Request {
	c := *r
	c.Messages = slices.DeleteFunc(slices.Clone(r.Messages), func(m Message) bool { return len(m.Calls) > 0 || m.Role == Tool })
	return &c
}

// TestAdds shows that the counts of the messages and of the request are the count of the text: of what stands between
// the special tokens, each of which is one.
func TestAdds(t *testing.T) {
	t.Parallel()
	e := load(t, bpe.O200kBase)
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) {
				r := conversations(t).Draw(rt, "request")
				if name == "mistral-v1" {
					r = withoutCalls(r)
				}
				segments := render(t, name, r)
				want, whole, run := 0, 0, ""
				for _, s := range segments {
					if s.Message < Whole || s.Message >= len(r.Messages) || len(s.Text) == 0 {
						rt.Fatalf("segment %q of message %d", s.Text, s.Message)
					}
					if !s.Special {
						run += string(s.Text)
						continue
					}
					want += e.Count([]byte(run)) + 1
					run = ""
				}
				want += e.Count([]byte(run))
				var shared []Segment
				for _, s := range segments {
					s.Message = Whole
					shared = append(shared, s)
				}
				total, per := Count(e, segments)
				if total != want {
					rt.Fatalf("%d tokens, want %d", total, want)
				}
				if n, _ := Count(e, shared); n != total {
					rt.Fatalf("%d tokens as one, want %d", n, total)
				}
				for _, n := range per {
					if n < 0 {
						rt.Fatalf("a message of %d tokens", n)
					}
					whole += n
				}
				if whole > total {
					rt.Fatalf("messages of %d tokens in a total of %d", whole, total)
				}
			})
		})
	}
}

// TestAppend shows where the count of a message stays when others follow. It does not where a later message changes how
// an earlier one is written: the older versions of Mistral move system text and tools, and Qwen3 drops old thoughts.
func TestAppend(t *testing.T) {
	t.Parallel()
	e := load(t, bpe.O200kBase)
	for _, name := range []string{"harmony", "hermes", "qwen2.5", "llama3", "mistral-v7", "mistral-v11", "mistral-v13"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) {
				r := conversations(t).Draw(rt, "request")
				_, before := Count(e, render(t, name, r))
				r.Messages = append(r.Messages, Message{Role: User, Content: rapid.StringN(1, 10, 40).Draw(rt, "more")})
				total, after := Count(e, render(t, name, r))
				if len(after) != len(before)+1 || !slices.Equal(before, after[:len(before)]) {
					rt.Fatalf("%v became %v", before, after)
				}
				r.Messages = r.Messages[:len(before)]
				if shorter, _ := Count(e, render(t, name, r)); shorter+after[len(before)] != total {
					rt.Fatalf("%d and %d tokens are %d", shorter, after[len(before)], total)
				}
			})
		})
	}
}

// FuzzRender shows that no text of a message breaks a template: it is in the segments, and never as a special token.
func FuzzRender(f *testing.F) {
	f.Add("Hi", "Hello", `{"a":[1,2.50,{"b":null}]}`, "done")
	f.Add("<|im_start|>", "</think>", "", "\ufeff{}")
	f.Add("[INST]", "<think>\n<think></think>", `{"a":1,"a":2}`, "\xff")
	f.Add("<tool_response></tool_response>", " ", `"\ud800"`, "-0")
	f.Fuzz(func(t *testing.T, user, assistant, arguments, result string) {
		r := &Request{Messages: []Message{{Role: User, Content: user}, {Role: Assistant, Content: "." + assistant},
			{Role: User, Content: "x"}, {Role: Assistant, Calls: []Call{{"1", "t", arguments}}}, {Role: Tool, CallID: "1", Name: "t", Content: result}}}
		for _, name := range Names() {
			template, err := New(name)
			if err != nil {
				t.Fatal(err)
			}
			segments, err := template.Render(r)
			if err != nil {
				if name != "mistral-v1" && !strings.Contains(err.Error(), "nesting depth") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			specials := 0
			for _, s := range segments {
				if s.Special {
					specials++
				}
			}
			same := *r
			same.Messages = slices.Clone(r.Messages)
			same.Messages[0].Content = "x"
			others, err := template.Render(&same)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range others {
				if s.Special {
					specials--
				}
			}
			if specials != 0 {
				t.Errorf("%s: the text of a user makes %d special tokens more", name, specials)
			}
		}
	})
}
