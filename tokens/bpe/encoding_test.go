package bpe

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func ExampleLoad() {
	c, err := Load(O200kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Name(), c.Count([]byte(`{"type":"string"}`)))
	// Output: o200k_base 5
}

func TestCountGolden(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		text          string
		o200k, cl100k int
	}{
		{"empty", "", 0, 0},
		{"one byte", "x", 1, 1},
		{"english", "Returns the open invoices of an account.", 8, 8},
		{"contractions", "It's what they'd've said, isn't it? WE'LL SEE", 13, 16},
		{"long s contraction", "it'\u017f", 3, 4},
		{"json", `{"name":"get_user","inputSchema":{"type":"object","properties":{"id":{"type":"integer"}}}}`, 22, 22},
		{"digits", "1234567890 3.14159 2026-11-30", 16, 16},
		{"code", "func (s *Store) Get(ctx context.Context, id string) (*Item, error) {\n\treturn nil, nil\n}\n", 26, 26},
		{"camel case", "getHTTPResponseCode XMLHttpRequest iOS", 8, 6},
		{"chinese", "搜索所有未付款的发票", 7, 8},
		{"japanese", "請求書を検索します。", 7, 13},
		{"korean", "미납 송장을 검색합니다", 6, 10},
		{"hindi", "खुले चालान खोजें", 6, 18},
		{"arabic", "ابحث عن الفواتير المفتوحة", 8, 16},
		{"thai", "ค้นหาใบแจ้งหนี้", 7, 15},
		{"russian", "Возвращает счета клиента", 5, 7},
		{"combining marks", "cafe\u0301 A\u030angstro\u0308m", 9, 11},
		{"emoji", "👩‍👩‍👧 ok 🇩🇪 ✅", 14, 22},
		{"blanks before word", "a      b", 3, 3},
		{"blank line with blanks", "a\n  \n", 2, 2},
		{"blanks at the end", "a\n  ", 3, 3},
		{"tabs and newline", "\n\t\n", 1, 1},
		{"indented return", "\n    \n    return", 3, 3},
		{"carriage returns", "one\r\n\r\ntwo\r\n", 4, 4},
		{"slashes after punctuation", "https://example.org//a/?b=c\n/", 11, 11},
		{"no-break and ideographic space", "a\u00a0\u00a0b\u3000c", 6, 6},
		{"zero width", "a\u200bb\ufeffc", 5, 5},
		{"special token", "<|endoftext|>", 7, 7},
		{"special tokens of chat", "<|im_start|>system<|im_end|><|start|>user<|message|>", 23, 23},
		{"letter of unicode 16", "\U000140f3's", 5, 5},
		{"invalid byte", "a\xffb", 3, 3},
	} {
		for encoding, want := range map[string]int{O200kBase: tt.o200k, Cl100kBase: tt.cl100k, O200kHarmony: tt.o200k} {
			if got := counter(t, encoding).Count([]byte(tt.text)); got != want {
				t.Errorf("%s, %s: Count(%q) = %d, want %d", tt.name, encoding, tt.text, got, want)
			}
		}
	}
}

// TestCountSpecialText shows that text which names a special token is not that token.
func TestCountSpecialText(t *testing.T) {
	t.Parallel()
	for _, encoding := range Names() {
		c := counter(t, encoding)
		for _, s := range []string{"<|endoftext|>", "<|endofprompt|>", "<|fim_prefix|>", "<|start|>", "<|reserved_200001|>"} {
			if got := c.Count([]byte(s)); got < 3 {
				t.Errorf("%s: Count(%q) = %d: counted as a special token", encoding, s, got)
			}
		}
	}
}

// TestCountLongRuns would not end in the time of a test run if merging were quadratic.
func TestCountLongRuns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		unit          string
		times         int
		o200k, cl100k int
	}{
		{"a", 1 << 17, 1 << 14, 0}, // 8 letters a token
		{"a", 1 << 15, 0, 1 << 12},
		{" ", 1 << 16, 1 << 9, 0},
		{" ", 1 << 15, 0, 1 << 8},
		{"\n", 1 << 16, 1 << 12, 1 << 11},
		{"=", 1 << 16, 1 << 10, 1 << 10},
		{"中", 1 << 14, 1 << 14, 1 << 14},
		{"'s", 1 << 15, 1 << 15, 1 << 15},
		{"aA", 1 << 14, 1<<14 + 1, 1 << 15},
		{"\u0301", 1 << 14, 1 << 14, 1 << 14},
		{"7", 3 << 13, 1 << 13, 1 << 13},
	} {
		text := []byte(strings.Repeat(tt.unit, tt.times))
		for encoding, want := range map[string]int{O200kBase: tt.o200k, Cl100kBase: tt.cl100k} {
			if want == 0 {
				continue // one encoding is enough for the longest
			}
			if got := counter(t, encoding).Count(text); got != want {
				t.Errorf("%s: Count of %d × %q = %d, want %d", encoding, tt.times, tt.unit, got, want)
			}
		}
	}
}

func TestLoadUnknown(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "p50k_base", "O200K_BASE", "claude"} {
		c, err := Load(name)
		if err == nil || c != nil {
			t.Fatalf("Load(%q) = %v, %v; want an error", name, c, err)
		}
		for _, known := range Names() {
			if !strings.Contains(err.Error(), known) {
				t.Errorf("Load(%q): %v: does not name %s", name, err, known)
			}
		}
	}
}

func TestCountConcurrent(t *testing.T) {
	t.Parallel()
	text := []byte("Counts are shared between goroutines: 请求, naïve, 123456.\n\n")
	for _, encoding := range Names() {
		want := counter(t, encoding).Count(text)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				c, err := Load(encoding)
				if err != nil {
					t.Error(err)
					return
				}
				for range 50 {
					if got := c.Count(text); got != want {
						t.Errorf("%s: %d, want %d", encoding, got, want)
						return
					}
				}
			})
		}
		wg.Wait()
	}
}

// TestCountAllocates counts texts of pieces that are tokens and of pieces that are not.
func TestCountAllocates(t *testing.T) {
	text := bytes.Repeat([]byte("A short description of the field, qwrtzpsdfghkl 在调用此工具之前请先确认帐户标识符。 "), 100)
	for _, encoding := range Names() {
		c := counter(t, encoding)
		for _, c := range []*Encoding{c, c.WithoutMemo()} {
			if n := testing.AllocsPerRun(5, func() { c.Count(text) }); n != 0 {
				t.Errorf("%s: %v allocations per count", encoding, n)
			}
		}
	}
}

// TestCountParts holds the counts of parts against the count of the whole, for cuts anywhere.
func TestCountParts(t *testing.T) {
	t.Parallel()
	c := counter(t, O200kBase)
	rapid.Check(t, func(t *rapid.T) {
		var parts [][]byte
		var text []byte
		for _, s := range rapid.SliceOfN(textGen(), 0, 6).Draw(t, "parts") {
			parts = append(parts, []byte(s))
			text = append(text, s...)
		}
		sum := 0
		for i, n := range c.CountParts(parts) {
			if n < 0 || len(parts[i]) == 0 && n != 0 {
				t.Fatalf("part %d has %d tokens", i, n)
			}
			sum += n
		}
		if want := c.Count(text); sum != want {
			t.Fatalf("the parts have %d tokens, the whole %d", sum, want)
		}
	})
}

func TestSpecials(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		encoding, name string
		want           int // 0: none
	}{
		{O200kBase, "<|endoftext|>", 199999},
		{O200kBase, "<|endofprompt|>", 200018},
		{O200kBase, "<|start|>", 0},
		{O200kBase, "<|reserved_200000|>", 0},
		{Cl100kBase, "<|endoftext|>", 100257},
		{Cl100kBase, "<|fim_middle|>", 100259},
		{Cl100kBase, "<|endofprompt|>", 100276},
		{Cl100kBase, "endoftext", 0},
		{O200kHarmony, "<|startoftext|>", 199998},
		{O200kHarmony, "<|endoftext|>", 199999},
		{O200kHarmony, "<|reserved_200000|>", 200000},
		{O200kHarmony, "<|return|>", 200002},
		{O200kHarmony, "<|reserved_200002|>", 0}, // has a name of its own
		{O200kHarmony, "<|channel|>", 200005},
		{O200kHarmony, "<|start|>", 200006},
		{O200kHarmony, "<|call|>", 200012},
		{O200kHarmony, "<|reserved_201088|>", 201088},
		{O200kHarmony, "<|reserved_201089|>", 0},
		{O200kHarmony, "<|reserved_+200001|>", 0},
		{O200kHarmony, "<|reserved_0200001|>", 0},
		{O200kHarmony, "<|reserved_|>", 0},
		{O200kHarmony, "<|reserved_200001", 0},
		{O200kHarmony, "", 0},
	} {
		c := counter(t, tt.encoding)
		got, ok := c.Special(tt.name)
		if got != tt.want || ok != (tt.want != 0) {
			t.Errorf("%s: Special(%q) = %d, %v, want %d", tt.encoding, tt.name, got, ok, tt.want)
		}
		if ok {
			if text, err := c.Decode([]int{got}); err != nil || string(text) != tt.name {
				t.Errorf("%s: Decode(%d) = %q, %v, want %q", tt.encoding, got, text, err, tt.name)
			}
		}
	}
}
