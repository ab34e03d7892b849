package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/tokens/bpe"
	"github.com/schema-bench/schema-bench/tokens/chat"
)

// counted compares what a formula says of a request.
func counted(t *tally, formula, name string, r *chat.Request, want int) error {
	got, err := formulaTokens(formula, r)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	t.exact(got == want, "%s, %s: %d tokens, want %d", name, formula, got, want)
	return nil
}

func formulaTokens(formula string, r *chat.Request) (int, error) {
	f, err := chat.NewFormula(formula)
	if err != nil {
		return 0, err
	}
	e, err := bpe.Load(f.Encoding)
	if err != nil {
		return 0, err
	}
	n, _, err := f.Count(e, r)
	return n, err
}

func chatTokens(dir string, t *tally) error {
	var file struct {
		Cases []struct {
			Name         string          `json:"name"`
			Messages     []message       `json:"messages"`
			Functions    []function      `json:"functions"`
			FunctionCall json.RawMessage `json:"function_call"`
			Tokens       int             `json:"tokens"`
		} `json:"cases"`
	}
	if err := readJSON(dir, "openai-chat-tokens.json", &file); err != nil {
		return err
	}
	for _, c := range file.Cases {
		r := &chat.Request{Messages: messages(c.Messages)}
		for _, f := range c.Functions {
			p, err := f.piece()
			if err != nil {
				return err
			}
			r.Tools = append(r.Tools, p)
		}
		var err error
		if r.Choice, err = choice(c.FunctionCall); err != nil {
			return err
		}
		if err := counted(t, "openai-functions", c.Name, r, c.Tokens); err != nil {
			return err
		}
	}
	return nil
}

// cookbookFormulas are the formulas by the encoding of the figure.
func cookbookFormulas() map[string]string {
	return map[string]string{bpe.Cl100kBase: "cookbook-cl100k", bpe.O200kBase: "cookbook-o200k"}
}

func cookbook(dir string, t *tally) error {
	var file struct {
		Cases []struct {
			Name     string         `json:"name"`
			Messages []message      `json:"messages"`
			Tools    []tool         `json:"tools"`
			Tokens   map[string]int `json:"tokens"`
		} `json:"cases"`
	}
	if err := readJSON(dir, "openai-cookbook.json", &file); err != nil {
		return err
	}
	for _, c := range file.Cases {
		tools, err := pieces(c.Tools)
		if err != nil {
			return err
		}
		r := &chat.Request{Messages: messages(c.Messages), Tools: tools}
		for _, encoding := range slices.Sorted(maps.Keys(c.Tokens)) {
			if err := counted(t, cookbookFormulas()[encoding], c.Name, r, c.Tokens[encoding]); err != nil {
				return err
			}
		}
	}
	return nil
}

func tokenHelper(dir string, t *tally) error {
	var file struct {
		Functions []struct {
			Name            string          `json:"name"`
			Messages        []message       `json:"messages"`
			Tools           []tool          `json:"tools"`
			ToolChoice      json.RawMessage `json:"tool_choice"`
			Tokens, Formula int
		} `json:"functions"`
		Messages []struct {
			Name    string         `json:"name"`
			Message message        `json:"message"`
			Tokens  map[string]int `json:"tokens"`
		} `json:"messages"`
	}
	if err := readJSON(dir, "openai-messages-token-helper.json", &file); err != nil {
		return err
	}
	for _, c := range file.Functions {
		tools, err := pieces(c.Tools)
		if err != nil {
			return err
		}
		r := &chat.Request{Messages: messages(c.Messages), Tools: tools}
		if r.Choice, err = choice(c.ToolChoice); err != nil {
			return err
		}
		if err := counted(t, "openai-tools", c.Name, r, c.Formula); err != nil {
			return err
		}
		got, err := formulaTokens("openai-tools", r)
		if err != nil {
			return err
		}
		t.near(got, c.Tokens)
	}
	for _, c := range file.Messages {
		r := &chat.Request{Messages: messages([]message{c.Message})}
		for _, encoding := range slices.Sorted(maps.Keys(c.Tokens)) {
			if err := counted(t, cookbookFormulas()[encoding], c.Name, r, c.Tokens[encoding]); err != nil {
				return err
			}
		}
	}
	return nil
}

func mistral(dir string, t *tally) error {
	var file struct {
		Cases []struct {
			Name    string `json:"name"`
			Request struct {
				Messages []message `json:"messages"`
				Tools    []tool    `json:"tools"`
			} `json:"request"`
			Expected map[string]struct {
				Text string `json:"text"`
			} `json:"expected"`
		} `json:"cases"`
	}
	if err := readJSON(dir, "mistral-samples.json", &file); err != nil {
		return err
	}
	spelled := strings.NewReplacer("\u2581", " ", "<0x0A>", "\n")
	for _, c := range file.Cases {
		tools, err := pieces(c.Request.Tools)
		if err != nil {
			return err
		}
		r := &chat.Request{Messages: messages(c.Request.Messages), Tools: tools}
		for _, version := range slices.Sorted(maps.Keys(c.Expected)) {
			if err := rendered(t, "mistral-"+version, c.Name, r, spelled.Replace(c.Expected[version].Text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rendered compares the text of a request.
func rendered(t *tally, template, name string, r *chat.Request, want string) error {
	tmpl, err := chat.New(template)
	if err != nil {
		return err
	}
	segments, err := tmpl.Render(r)
	if err != nil {
		t.exact(false, "%s: %v", name, err)
		return nil
	}
	got := ""
	for _, s := range segments {
		got += string(s.Text)
	}
	t.exact(got == want, "%s, %s: %s", name, template, firstDifference(got, want))
	return nil
}

func harmony(dir string, t *tally) error {
	var file struct {
		Specials map[string]int `json:"specials"`
		Inputs   map[string]struct {
			Tools        []tool    `json:"tools"`
			Messages     []message `json:"messages"`
			Instructions string    `json:"instructions"`
			Effort       string    `json:"reasoning_effort"`
			Date         string    `json:"current_date"`
			Builtin      []string  `json:"builtin"`
		} `json:"inputs"`
		Cases []struct {
			Name string `json:"name"`
			Text string `json:"text"`
			IDs  []int  `json:"ids"`
		} `json:"cases"`
	}
	if err := readJSON(dir, "harmony.json", &file); err != nil {
		return err
	}
	e, err := bpe.Load(bpe.O200kBase)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	for _, c := range file.Cases {
		texts[c.Name] = c.Text
		var ids []int
		for _, p := range cutSpecials(c.Text, file.Specials) {
			if id, ok := file.Specials[p]; ok {
				ids = append(ids, id)
				continue
			}
			ids = e.AppendEncode(ids, []byte(p))
		}
		t.exact(slices.Equal(ids, c.IDs), "%s: other ids: got %d, want %d", c.Name, len(ids), len(c.IDs))
	}
	for _, name := range slices.Sorted(maps.Keys(file.Inputs)) {
		in := file.Inputs[name]
		if len(in.Builtin) > 0 {
			t.passed = append(t.passed, name+" (built-in tools)")
			continue
		}
		r := &chat.Request{Effort: in.Effort, Date: in.Date}
		if r.Tools, err = pieces(in.Tools); err != nil {
			return err
		}
		if in.Instructions != "" {
			r.Messages = append(r.Messages, chat.Message{Role: chat.Developer, Content: in.Instructions})
		}
		r.Messages = append(r.Messages, messages(in.Messages)...)
		want, ok := texts[name]
		if !ok {
			return fmt.Errorf("no case is named %q", name)
		}
		if err := rendered(t, "harmony", name, r, want); err != nil {
			return err
		}
	}
	return nil
}

// cutSpecials cuts a text before and behind each special token.
func cutSpecials(text string, specials map[string]int) []string {
	var parts []string
	for text != "" {
		at, token := len(text), ""
		for s := range specials {
			if k := strings.Index(text, s); k >= 0 && k < at {
				at, token = k, s
			}
		}
		if at > 0 {
			parts = append(parts, text[:at])
		}
		if token != "" {
			parts = append(parts, token)
		}
		text = text[at+len(token):]
	}
	return parts
}
