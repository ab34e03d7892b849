package hf

import (
	"fmt"
	"strings"
	"testing"
)

// list returns a part that is a sequence of n equal ones.
func list(part, member, item string, n int) string {
	return fmt.Sprintf(`%q:{"type":"Sequence",%q:[%s]}`, part, member, strings.TrimSuffix(strings.Repeat(item+",", n), ","))
}

func replacing(pattern, with string) string {
	return fmt.Sprintf(`{"type":"Replace","pattern":%s,"content":%q}`, pattern, with)
}

func splitting(expression string) string {
	return fmt.Sprintf(`"pre_tokenizer":{"type":"Split","pattern":{"Regex":%q},"behavior":"Isolated","invert":false}`, expression)
}

// Every file here is small, and would take more time or memory than there is, or count nothing.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	long, nfkc := strings.Repeat("x", 1025), `{"type":"NFKC"}`
	fixed := strings.Repeat("a{255}", 25) + "b"
	model := func(more string) string {
		return `"model":{"vocab":{"a":0,"b":1,"ab":2},"merges":["a b"],` + more + `}`
	}
	metaspaces := `{"type":"Metaspace","replacement":"▁"},{"type":"Split","pattern":{"Regex":"."},"behavior":"Isolated","invert":false}`
	for name, test := range map[string]struct{ member, want string }{
		"form and replace":  {list("normalizer", "normalizers", nfkc+","+replacing(`{"String":"a"}`, "aaa"), 2), "normalizer.normalizers[2]: up to here"},
		"spelling":          {list("normalizer", "normalizers", `{"type":"ByteLevel"}`, 7), "normalizer.normalizers[6]: up to here"},
		"prepends":          {list("normalizer", "normalizers", `{"type":"Prepend","prepend":"`+long[:400]+`"}`, 3), "normalizer.normalizers[2]: up to here more than 1024 bytes"},
		"prefix":            {model(`"continuing_subword_prefix":"` + long + `"`), "model.continuing_subword_prefix: it is longer than 1024 bytes"},
		"suffix":            {model(`"end_of_word_suffix":"` + long + `"`), "model.end_of_word_suffix: it is longer than 1024 bytes"},
		"prefix, fallback":  {model(`"byte_fallback":true,"continuing_subword_prefix":"` + long[:17] + `"`), "model.continuing_subword_prefix: with byte_fallback"},
		"steps apart":       {list("pre_tokenizer", "pretokenizers", strings.TrimPrefix(list("x", "pretokenizers", `{"type":"WhitespaceSplit"}`, 33), `"x":`), 2), "pre_tokenizer.pretokenizers[1]: more than 64 steps"},
		"steps that spell":  {list("pre_tokenizer", "pretokenizers", `{"type":"ByteLevel","use_regex":false,"add_prefix_space":false}`, 7), "pre_tokenizer: a byte may become more than 64"},
		"steps that prefix": {list("pre_tokenizer", "pretokenizers", metaspaces, 3), "pre_tokenizer: a byte may become more than 64"},
		"decoders":          {list("decoder", "decoders", `{"type":"Fuse"}`, 65), "decoder: 65 steps"},
		"decoder growth":    {list("decoder", "decoders", replacing(`{"String":"a"}`, "aaaaaaaaa"), 2), "decoder: a byte may become more than 64"},
		"alternatives":      {splitting(strings.Repeat(fixed+"|", 24) + fixed), "more than 2000 characters in vain"},
		"one alternative":   {splitting(fixed), "more than 2000 characters in vain"},
		"groups":            {splitting(strings.Repeat("(?:a|a)", 30) + "b"), "more than 2000 characters in vain"},
		"no vocabulary":     {`"model":{"vocab":{},"merges":[]}`, "model.vocab: no character is a token"},
		"words only":        {`"model":{"vocab":{"ab":0,"中文":1},"merges":[]}`, "model.vocab: no character is a token"},
		"added id":          {strings.Replace(added(""), `"id":9`, `"id":-9`, 1), "added_tokens[0].id: -9 is not an id"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tok, err := Parse(file(test.member)); tok != nil || err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("tokenizer %v, error %v, want %q", tok != nil, err, test.want)
			}
		})
	}
}

// A model behind byte-level spelling holds bytes, so that what can start a text is found another way.
func TestNoByteIsAToken(t *testing.T) {
	t.Parallel()
	_, err := Parse(file(`"pre_tokenizer":{"type":"ByteLevel"}`, `"model":{"vocab":{"ab":0},"merges":[]}`))
	if err == nil || !strings.Contains(err.Error(), "model.vocab: no character is a token") {
		t.Errorf("error %v", err)
	}
}

// What is near a limit, and not over it, is read.
func TestWithinLimits(t *testing.T) {
	t.Parallel()
	for name, member := range map[string]string{
		"normalizers":       list("normalizer", "normalizers", `{"type":"NFKC"}`, 64),
		"steps":             list("pre_tokenizer", "pretokenizers", `{"type":"WhitespaceSplit"}`, 64),
		"growth":            `"normalizer":` + replacing(`{"String":"a"}`, strings.Repeat("a", 64)),
		"form, then ▁":      `"normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Prepend","prepend":"▁"},` + replacing(`{"String":" "}`, "▁") + `]}`,
		"fixed repetitions": splitting(strings.Repeat("a{255}", 7) + "b"),
		"apart":             splitting(strings.Repeat("a{255}", 7) + "b|" + strings.Repeat("c{255}", 7) + "b"),
		"unknown":           `"model":{"vocab":{"<unk>":0},"merges":[],"unk_token":"<unk>"}`,
		"fallback":          `"model":{"vocab":{"<0x61>":0},"merges":[],"byte_fallback":true}`,
		"prefix":            `"model":{"vocab":{"##a":0},"merges":[],"continuing_subword_prefix":"##"}`,
		"suffix":            `"model":{"vocab":{"a</w>":0},"merges":[],"end_of_word_suffix":"</w>"}`,
	} {
		if _, err := Parse(file(member)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	tok, err := Parse(append([]byte("\ufeff"), file()...))
	if err != nil {
		t.Fatal(err)
	}
	if n := tok.Count([]byte("aab")); n != 2 {
		t.Errorf("%d tokens, want 2", n)
	}
	if _, err := Parse([]byte("\ufeff\ufeff{}")); err == nil {
		t.Error("a second mark is accepted")
	}
}
