package hf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// file returns a tokenizer.json with some members replaced or added. Its model knows a, b, ab and ▁.
func file(members ...string) []byte {
	parts := []string{
		`"version":"1.0"`, `"added_tokens":[]`, `"normalizer":null`, `"pre_tokenizer":null`, `"decoder":null`,
		`"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2,"▁":3},"merges":["a b"]}`,
	}
	for _, m := range members {
		name, _, _ := strings.Cut(m, ":")
		if i := slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(p, name+":") }); i >= 0 {
			parts[i] = m
		} else {
			parts = append(parts, m)
		}
	}
	return []byte("{" + strings.Join(parts, ",") + "}")
}

func added(fields string) string {
	return `"added_tokens":[{"id":9,"content":"x","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":false` + fields + `}]`
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	if _, err := Parse(file()); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":         {nil, "hf: this is not JSON"},
		"syntax":          {[]byte(`{"a":}`), "offset 6"},
		"encoding":        {[]byte("{\"a\":\"\xff\"}"), "offset 6: this is not UTF-8"},
		"array":           {[]byte(`[]`), "this is no tokenizer.json: it is not an object"},
		"no model":        {[]byte(`{"version":"1.0"}`), `no member "model"`},
		"twice":           {[]byte(`{"model":1,"model":2}`), `"model" is there twice`},
		"version":         {file(`"version":"2.0"`), "version: "},
		"unigram":         {file(`"model":{"type":"Unigram","vocab":[["a",0]]}`), `model.type: "Unigram" is not supported; supported: BPE`},
		"word piece":      {file(`"model":{"type":"WordPiece","vocab":{}}`), `"WordPiece"`},
		"word level":      {file(`"model":{"type":"WordLevel","vocab":{}}`), `"WordLevel"`},
		"model":           {file(`"model":3`), "model: it is not an object"},
		"vocab":           {file(`"model":{"vocab":[],"merges":[]}`), "model.vocab: "},
		"merges":          {file(`"model":{"vocab":{}}`), "model.merges: "},
		"id":              {file(`"model":{"vocab":{"a":-1},"merges":[]}`), `model.vocab["a"]: "-1" is not an id`},
		"id of two":       {file(`"model":{"vocab":{"a":1,"b":1},"merges":[]}`), `model.vocab["b"]: another token has the id 1`},
		"token twice":     {file(`"model":{"vocab":{"a":1,"\u0061":2},"merges":[]}`), `model.vocab["a"]: the token is there twice`},
		"surrogate":       {file(`"model":{"vocab":{"\ud800":1},"merges":[]}`), "half of a surrogate pair"},
		"merge":           {file(`"model":{"vocab":{"a":1},"merges":["a"]}`), "model.merges[0]: "},
		"merge of three":  {file(`"model":{"vocab":{"a":1},"merges":[["a","a","a"]]}`), "of two tokens, not 3"},
		"merge of none":   {file(`"model":{"vocab":{"a":1},"merges":[["a",""]]}`), "one of the tokens is empty"},
		"merge of number": {file(`"model":{"vocab":{"a":1},"merges":[["a",1]]}`), "model.merges[0]: \"1\" is not a string"},
		"merges mixed":    {file(`"model":{"vocab":{"a":1,"aa":2},"merges":["a a",["a","a"]]}`), "model.merges[1]: the first merge is written differently"},
		"merge unknown":   {file(`"model":{"vocab":{"a":1},"merges":["a c"]}`), `model.merges[0]: "c" is not in the vocabulary`},
		"merge result":    {file(`"model":{"vocab":{"a":1},"merges":["a a"]}`), `"aa" is not in the vocabulary`},
		"dropout":         {file(`"model":{"vocab":{},"merges":[],"dropout":0.1}`), "model.dropout: 0.1 makes counts random"},
		"setting":         {file(`"model":{"vocab":{},"merges":[],"fuse_unk":3}`), "model.fuse_unk: "},
		"unknown token":   {file(`"model":{"vocab":{},"merges":[],"unk_token":"?"}`), `model.unk_token: "?" is not in the vocabulary`},
		"normalizer":      {file(`"normalizer":{"type":"Precompiled"}`), `normalizer.type: "Precompiled" is not supported; supported: NFC`},
		"no type":         {file(`"normalizer":{}`), "normalizer.type: a string is missing"},
		"in a sequence":   {file(`"normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Nmt"}]}`), `normalizer.normalizers[1].type: "Nmt"`},
		"no sequence":     {file(`"normalizer":{"type":"Sequence"}`), "normalizer.normalizers: an array is missing"},
		"member":          {file(`"normalizer":{"type":"NFC","strength":2}`), `normalizer: member "strength" is not known`},
		"member type":     {file(`"normalizer":{"type":"Strip","strip_left":"yes"}`), "strip_left: a string is not what belongs there"},
		"replace":         {file(`"normalizer":{"type":"Replace","pattern":{"String":""},"content":"x"}`), "normalizer.pattern: "},
		"replace regex":   {file(`"normalizer":{"type":"Replace","pattern":{"Regex":"a*"},"content":"x"}`), `regular expression "a*": an alternative may match nothing`},
		"pre-tokenizer":   {file(`"pre_tokenizer":{"type":"UnicodeScripts"}`), `pre_tokenizer.type: "UnicodeScripts" is not supported; supported: ByteLevel`},
		"expression":      {file(`"pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?<=a)b"},"behavior":"Isolated","invert":false}`), "(?< is not supported"},
		"behavior":        {file(`"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Kept","invert":false}`), `pre_tokenizer.behavior: "Kept"`},
		"punctuation":     {file(`"pre_tokenizer":{"type":"Punctuation","behavior":"Kept"}`), `pre_tokenizer.behavior: "Kept"`},
		"scheme":          {file(`"pre_tokenizer":{"type":"Metaspace","replacement":"▁","prepend_scheme":"last"}`), "prepend_scheme: "},
		"contradiction":   {file(`"pre_tokenizer":{"type":"Metaspace","replacement":"▁","add_prefix_space":false}`), "contradicts"},
		"replacement":     {file(`"pre_tokenizer":{"type":"Metaspace","replacement":"__"}`), "not one character"},
		"decoder":         {file(`"decoder":{"type":"CTC"}`), `decoder.type: "CTC" is not supported; supported: ByteLevel`},
		"decoder strip":   {file(`"decoder":{"type":"Strip","content":"ab","start":1,"stop":0}`), "decoder: content is one character"},
		"decoder suffix":  {file(`"decoder":{"type":"BPEDecoder","suffix":""}`), "decoder.suffix: "},
		"added":           {file(`"added_tokens":[{"id":9,"content":"x"}]`), "added_tokens[0]: a token has id"},
		"added member":    {file(added(`,"weight":1`)), `added_tokens[0]: member "weight"`},
		"added long":      {file(added(`,"content":"` + strings.Repeat("x", 2000) + `"`)), "longer than 1024 bytes"},
		"added alike": {file(`"normalizer":{"type":"Lowercase"}`, `"added_tokens":[`+
			`{"id":4,"content":"X","single_word":false,"lstrip":false,"rstrip":false,"normalized":true,"special":false},`+
			`{"id":5,"content":"x","single_word":false,"lstrip":false,"rstrip":false,"normalized":true,"special":false}]`),
			`added_tokens: two tokens are "x"`},
		"deep": {file(`"normalizer":` + strings.Repeat(`{"type":"Sequence","normalizers":[`, 20) + strings.Repeat(`]}`, 20)), "nested more than 8 deep"},
		"big":  {file(`"decoder":{"type":"BPEDecoder","suffix":"` + strings.Repeat("x", 1<<20) + `"}`), "larger than"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok, err := Parse(test.file)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if err != nil && (tok != nil || !strings.HasPrefix(err.Error(), "hf: ") || len(err.Error()) > 400) {
				t.Errorf("tokenizer %v with error %v", tok, err)
			}
		})
	}
}

func TestDecodeError(t *testing.T) {
	t.Parallel()
	if _, err := load(t, "cl").Decode([]int{1, 99999}); err == nil || err.Error() != "hf: token 2 of 2: the tokenizer has no id 99999" {
		t.Error(err)
	}
}

func TestNameTellsFilesApart(t *testing.T) {
	t.Parallel()
	a, b := load(t, "cl").Name(), load(t, "camel").Name()
	if a == b || a != load(t, "cl").Name() || !strings.HasPrefix(a, "hf:") {
		t.Errorf("names %q and %q", a, b)
	}
}

// lossless are the tokenizers of testdata that lose nothing: text comes back as it was.
var lossless = []string{"cl", "possessive", "camel", "camel-single-digits", "three-splits", "digits-bytes"}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, name := range lossless {
		tok := load(t, name)
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.SliceOf(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("ab '\n 1A"))))
			checkText(t, tok, text.Draw(t, "text"), true)
		})
	}
}

type fataler interface{ Fatalf(string, ...any) }

// checkText holds Count, AppendEncode and Decode against each other.
func checkText(t fataler, tok *Tokenizer, text []byte, lossless bool) {
	before := bytes.Clone(text)
	ids := tok.AppendEncode([]int{-1}, text)
	if n := tok.Count(text); len(ids) != n+1 || ids[0] != -1 || n < 0 {
		t.Fatalf("%q: count %d, ids %v", text, n, ids)
	}
	if !bytes.Equal(before, text) {
		t.Fatalf("%q was changed to %q", before, text)
	}
	back, err := tok.Decode(ids[1:])
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if lossless && !bytes.Equal(back, text) {
		t.Fatalf("%q became %q", text, back)
	}
}

// TestLongTexts counts texts that would take for ever if a count took quadratic time.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bytelevel", "cl", "single-digits-nfc", "prepend-fallback", "metaspace-always", "words-lower", "added"} {
		tok := load(t, name)
		for _, unit := range []string{"a", " ", "\n", "中", "ab", "\u0301", "<pad>", "a\n", "  \xff"} {
			text := []byte(strings.Repeat(unit, 5_000))
			if unit == "a" {
				text = bytes.Repeat(text, 50)
			}
			if n := tok.Count(text); n == 0 && name != "words-lower" {
				t.Errorf("%s: %q repeated counts 0", name, unit)
			}
		}
	}
}

func FuzzCount(f *testing.F) {
	g := readGolden(f)
	var all []*Tokenizer
	for name := range g.Tokenizers {
		all = append(all, load(f, name))
	}
	var exact []*Tokenizer
	for _, name := range lossless {
		exact = append(exact, load(f, name))
	}
	for _, text := range g.Texts {
		f.Add([]byte(text))
	}
	f.Add([]byte("\xff\xc3 a\x80"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, tok := range all {
			checkText(t, tok, text, false)
		}
		for _, tok := range exact {
			checkText(t, tok, text, true)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(file())
	f.Add(file(`"normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Prepend","prepend":"▁"}]}`, `"decoder":{"type":"Fuse"}`))
	f.Add(file(`"pre_tokenizer":{"type":"Split","pattern":{"Regex":"a+|\\s"},"behavior":"MergedWithNext","invert":true}`, added("")))
	f.Add(file(`"model":{"vocab":{"<0x61>":1,"?":2},"merges":[["?","?"]],"unk_token":"?","byte_fallback":true}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tok, err := Parse(data)
		if err != nil {
			if tok != nil || !utf8.ValidString(err.Error()) {
				t.Fatalf("tokenizer %v, error %q", tok, err)
			}
			return
		}
		checkText(t, tok, []byte("ab a  b\nx <s>"), false)
	})
}

// Example counts by a file. A model's own file is read the same way.
func Example() {
	tokenizer, err := Parse([]byte(`{
		"version": "1.0",
		"pre_tokenizer": {"type": "WhitespaceSplit"},
		"model": {"type": "BPE", "vocab": {"t":0,"o":1,"l":2,"to":3,"too":4}, "merges": ["t o", "to o"]}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tokenizer.Count([]byte("tool to tool")), tokenizer.AppendEncode(nil, []byte("tool")))
	// Output: 5 [4 2]
}
