package bpe

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

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
		for encoding, want := range map[string]int{O200kBase: tt.o200k, Cl100kBase: tt.cl100k} {
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
		for _, s := range []string{"<|endoftext|>", "<|endofprompt|>", "<|fim_prefix|>"} {
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

// refuseNetwork fails the test for every request that is sent through it.
type refuseNetwork struct{ t *testing.T }

func (r refuseNetwork) RoundTrip(req *http.Request) (*http.Response, error) {
	r.t.Errorf("request to %s", req.URL)
	return nil, http.ErrUseLastResponse
}

// TestOffline reads the vocabularies anew with a transport that refuses to send anything and
// without a cache to fall back on. It is not parallel: it replaces the process's transport.
func TestOffline(t *testing.T) {
	t.Setenv("TIKTOKEN_CACHE_DIR", t.TempDir())
	old := http.DefaultTransport
	http.DefaultTransport = refuseNetwork{t}
	defer func() { http.DefaultTransport = old }()
	for file, want := range map[string]int{"o200k_base.tiktoken": 199_998, "cl100k_base.tiktoken": 100_256} {
		v, err := readVocabulary(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.ends) != want || v.longest != 128 {
			t.Errorf("%s: %d tokens, longest %d; want %d, 128", file, len(v.ends), v.longest, want)
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

// assigned leaves out what the reference's Unicode tables do not know yet.
func assigned(s string) bool {
	for _, r := range s {
		for _, c := range unicode16() {
			if r >= c.first && r <= c.last {
				return false
			}
		}
	}
	return true
}

// textGen draws short texts of characters at which the patterns decide something.
func textGen() *rapid.Generator[string] {
	atoms := []string{
		"a", "b", "s", "t", "re", "ll", "d", "A", "S", "LL", "É", "é", "ǅ", "ʰ", "中", "の", "ब", "ก", "\u0301", "\u093f", "\u20e0",
		"0", "12", "٣", "Ⅷ", "½", " ", "  ", "\t", "\u00a0", "\u3000", "\u0085", "\u2028", "\n", "\r", "\r\n", "'", "'s", "'RE", "’s",
		"/", "//", "\"", ".", ",", "{", "}:", "_", "-", "🙂", "\u200b", "\ufeff", "\x00", "\x1c", "<|endoftext|>", "ſ", "\u0378",
	}
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(atoms), 0, 24).Draw(t, "atoms"), "")
		}),
		rapid.StringN(0, 40, 160),
		rapid.StringMatching(`[a-z]{1,150}`),
		rapid.StringMatching(`[ \n=a]{1,40}`),
	)
}

func TestCountAsReference(t *testing.T) {
	t.Parallel()
	for _, encoding := range Names() {
		c, ref := counter(t, encoding), oracle(t, encoding)
		rapid.Check(t, func(t *rapid.T) {
			s := textGen().Filter(assigned).Draw(t, "text")
			if got, want := c.Count([]byte(s)), len(ref.EncodeOrdinary(s)); got != want {
				t.Fatalf("%s: Count(%q) = %d, want %d", encoding, s, got, want)
			}
		})
	}
}

func FuzzCount(f *testing.F) {
	for _, s := range []string{"", "It's 12345 tokens.\n\n  ", "中文 ab\u0301C 'RE", "<|endoftext|>\xff", strings.Repeat("ab", 99)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 4<<10 {
			t.Skip("the reference takes quadratic time")
		}
		for _, encoding := range Names() {
			got := counter(t, encoding).Count([]byte(s))
			if got < 0 || got > 3*len(s) {
				t.Fatalf("%s: Count(%q) = %d for %d bytes", encoding, s, got, len(s))
			}
			if !assigned(s) {
				continue
			}
			if want := len(oracle(t, encoding).EncodeOrdinary(s)); got != want {
				t.Fatalf("%s: Count(%q) = %d, want %d", encoding, s, got, want)
			}
		}
	})
}

// TestMergeLongAsShort holds the two ways of merging against each other on pieces of any bytes.
func TestMergeLongAsShort(t *testing.T) {
	t.Parallel()
	v, err := cl100kVocabulary()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom([]string{"a", "ab", "abcdefghij ", "etaoin shrdlu", "\xe4\xb8\xad\xe6\x96\x87", " \n="}).Draw(t, "alphabet")
		piece := rapid.SliceOfN(rapid.SampledFrom([]byte(alphabet)), 2, shortPiece).Draw(t, "piece")
		if long, short := v.mergeLong(piece), v.mergeShort(piece); long != short {
			t.Fatalf("%q: %d tokens by heap, %d by scanning", piece, long, short)
		}
	})
}

func TestParseVocabularyErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"no rank", "YQ==\n", "line 1: no rank"},
		{"bad rank", "YQ== 0\nYg== x\n", `line 2: rank "x", want 1`},
		{"gap", "YQ== 0\nYg== 2\n", `line 2: rank "2", want 1`},
		{"bad base64", "Y*== 0\n", "line 1: illegal base64"},
		{"empty token", " 0\n", "empty token"},
		{"twice", "YQ== 0\nYQ== 1\n", "token 1 occurs twice"},
		{"bytes missing", "YQ== 0\n", "byte 0x00 is not a token"},
	} {
		if _, err := parseVocabulary([]byte(tt.data)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestClasses counts the characters of each class against the figures of Unicode 16.0, so that
// a Go release with other tables is noticed.
func TestClasses(t *testing.T) {
	t.Parallel()
	got := map[class]int{}
	for _, c := range allClasses() {
		got[c]++
	}
	for c, want := range map[class]int{upper: 1889, lower: 2258, caseless: 136_881, mark: 2501, number: 1911, space: 23, newline: 2} {
		if got[c] != want {
			t.Errorf("class %b has %d characters, want %d", c, got[c], want)
		}
	}
	for b := range asciiClasses {
		if asciiClasses[b] != allClasses()[b] {
			t.Errorf("character %q has two classes: %b, %b", rune(b), asciiClasses[b], allClasses()[b])
		}
	}
}

func TestSplitCoversText(t *testing.T) {
	t.Parallel()
	for name, split := range map[string]splitter{O200kBase: splitO200k, Cl100kBase: splitCl100k} {
		rapid.Check(t, func(t *rapid.T) {
			text := []byte(textGen().Draw(t, "text"))
			if !utf8.Valid(text) {
				return
			}
			for i := 0; i < len(text); {
				end := split(text, i)
				if end <= i || end > len(text) || !utf8.Valid(text[i:end]) {
					t.Fatalf("%s: piece %d..%d of %q", name, i, end, text)
				}
				i = end
			}
		})
	}
}

func TestCountAllocates(t *testing.T) {
	text := bytes.Repeat([]byte("A short description of the field. "), 100)
	c := counter(t, O200kBase)
	if n := testing.AllocsPerRun(5, func() { c.Count(text) }); n != 0 {
		t.Errorf("%v allocations per count", n)
	}
}
