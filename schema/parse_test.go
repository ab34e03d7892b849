package schema_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/schema-bench/schema-bench/schema"
)

// TestParseKeepsSpelling: what goes in comes out, token by token.
func TestParseKeepsSpelling(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`null`, `true`, `false`, `""`, `[]`, `{}`, `0`, `-0`, `1.0`, `1e400`, `-1E-400`, `1e+05`, `12345678901234567890`,
		`9007199254740993`, `0.10`, `"\u00e9"`, `"é"`, `"\u2028"`, "\"\u2028\u2029\"", `"<&>"`, `"\u003c\/"`, `"\ud83d\ude00"`, `"😀"`,
		`"\u0000"`, `"\\\""`, `{"b":1,"a":2}`, `{"\u0061":1}`, `{"":{"":[]}}`, `[[],[[]],{}]`, `[1,"a",null,true,{"x":[false]}]`,
	} {
		n := mustParse(t, text)
		if got := string(n.Append(nil)); got != text {
			t.Errorf("%s came back as %s", text, got)
		}
		if got, err := n.MarshalJSON(); string(got) != text || err != nil {
			t.Errorf("MarshalJSON of %s gives %s, %v", text, got, err)
		}
	}
}

func TestParseDropsWhitespaceOnly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" \t\r\n1 \n":                       `1`,
		"{ \"a\" :\t[ 1 , { } , [ ] ]\r\n}": `{"a":[1,{},[]]}`,
		"\ufeff{\"a\" : 1}\n":               `{"a":1}`,
		"[ true\n,false\t,null ]":           `[true,false,null]`,
	} {
		if got := string(mustParse(t, text).Append(nil)); got != want {
			t.Errorf("%q came back as %s, want %s", text, got, want)
		}
	}
}

func TestParseDoesNotKeepTheInput(t *testing.T) {
	t.Parallel()
	src := []byte(`{"a":["b",1]}`)
	n, err := schema.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	for i := range src {
		src[i] = 'x'
	}
	if got := string(n.Append(nil)); got != `{"a":["b",1]}` {
		t.Errorf("after the input was overwritten the tree is %s", got)
	}
}

func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text   string
		offset int64
		at     schema.Pointer
		line   int
		column int
		cause  string // a part of the message
		is     error
	}{
		{"", 0, "", 1, 1, "empty", nil},
		{" \n\t", 3, "", 2, 2, "empty", nil},
		{"\ufeff", 3, "", 1, 4, "empty", nil},
		{`{"a":[1,`, 8, "/a", 1, 9, "ends too early", nil},
		{`{"a"`, 4, "/a", 1, 5, "ends too early", nil},
		{`"abc`, 4, "", 1, 5, "ends too early", nil},
		{`tru`, 3, "", 1, 4, "ends too early", nil},
		{`{} x`, 3, "", 1, 4, "data after the end", nil},
		{"1\n\n 2", 4, "", 3, 2, "data after the end", nil},
		{"{}\x00", 2, "", 1, 3, "data after the end", nil},
		{"{}\ufeff", 2, "", 1, 3, "data after the end", nil},
		{"{\n  \"a\": 1,\n  \"a\": 2\n}", 14, "/a", 3, 3, `duplicate member name "a"`, schema.ErrDuplicateName},
		{`{"x":[{"a/b":1,"~":{},"\u0061/b":2}]}`, 22, "/x/0/a~1b", 1, 23, `duplicate member name "a/b"`, schema.ErrDuplicateName},
		{`{"x":["ok","\ud800"]}`, 11, "/x/1", 1, 12, "well-formed", schema.ErrIllFormedText},
		{`{"x":{"\udc00y":1}}`, 6, "/x/\ufffdy", 1, 7, "well-formed", schema.ErrIllFormedText},
		{"{\"x\":\"a\xffb\"}", 5, "/x", 1, 6, "well-formed", schema.ErrIllFormedText},
		{"\xff\xfe{\x00", 0, "", 1, 1, "UTF-16", nil},
		{"\x00", 0, "", 1, 1, "invalid character", nil},
		{`{'a':1}`, 1, "", 1, 2, "invalid character", nil},
		{`{"a":1,}`, 7, "", 1, 8, "invalid character", nil},
		{`[1,]`, 3, "/1", 1, 4, "invalid character", nil},
		{`[1 2]`, 3, "", 1, 4, "invalid character", nil},
		{`{"a":01}`, 6, "", 1, 7, "invalid character", nil},
		{`{"a":{"b":nul}}`, 13, "/a/b", 1, 14, "invalid character", nil},
		{`[NaN]`, 1, "/0", 1, 2, "invalid character", nil},
		{"[\"a\nb\"]", 3, "/0", 1, 4, "invalid character", nil},
		{`["\x"]`, 2, "/0", 1, 3, "invalid escape", nil},
		{`<!doctype html>`, 0, "", 1, 1, "invalid character", nil},
	} {
		n, err := schema.Parse([]byte(test.text))
		var syn *schema.SyntaxError
		if n != nil || !errors.As(err, &syn) {
			t.Errorf("%q gives %v, %v", test.text, n, err)
			continue
		}
		if syn.Offset != test.offset || syn.Pointer != test.at || syn.Line != test.line || syn.Column != test.column {
			t.Errorf("%q: fault at byte %d, line %d, column %d, pointer %q; want %d, %d, %d, %q",
				test.text, syn.Offset, syn.Line, syn.Column, syn.Pointer, test.offset, test.line, test.column, test.at)
		}
		if !strings.Contains(err.Error(), test.cause) {
			t.Errorf("%q: message %q lacks %q", test.text, err, test.cause)
		}
		if test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%q: %v is not %v", test.text, err, test.is)
		}
	}
}

func TestSyntaxErrorText(t *testing.T) {
	t.Parallel()
	_, err := schema.Parse([]byte("{\n \"tools\": [{\"a\":1,\"a\":2}]}"))
	if got, want := err.Error(), `line 2, column 19 (byte 20) within "/tools/0/a": duplicate member name "a"`; got != want {
		t.Errorf("message is %s, want %s", got, want)
	}
	long := strings.Repeat("ä", 5000)
	_, err = schema.Parse([]byte(`{"` + long + `":1,"` + long + `":2}`))
	if !errors.Is(err, schema.ErrDuplicateName) || len(err.Error()) > 1000 {
		t.Errorf("a long name makes a long message: %.300s", err)
	}
}

func TestLenientReportsEveryProblem(t *testing.T) {
	t.Parallel()
	text := "{\"a\":1,\n\"a\":2,\"b\":{\"c\":[\"\\ud800\",\"x\xffy\",\"ok\"],\n\"\\udfff\":0},\"a\":3}"
	var got []string
	n, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(e *schema.SyntaxError) { got = append(got, e.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	ill := schema.ErrIllFormedText.Error()
	want := []string{
		`line 2, column 1 (byte 8) within "/a": duplicate member name "a"`,
		`line 2, column 17 (byte 24) within "/b/c/0": ` + ill,
		`line 2, column 26 (byte 33) within "/b/c/1": ` + ill,
		`line 3, column 1 (byte 46) within "/b/` + "\ufffd" + `": ` + ill,
		`line 3, column 13 (byte 58) within "/a": duplicate member name "a"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems differ (-want +got):\n%s", diff)
	}
	if out := string(n.Append(nil)); out != strings.ReplaceAll(text, "\n", "") {
		t.Errorf("spelling changed: %q", out)
	}
	if last := string(n.Get("a").Raw()); last != "3" {
		t.Errorf("of duplicates, Get returns %s and not the last", last)
	}
	// What is no JSON at all stays an error.
	if _, err := schema.ParseWith([]byte(`{"a":1,"a":`), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}}); err == nil {
		t.Error("a truncated document passes a lenient parse")
	}
}

// TestIllFormedNamesAreToldApart: both decode to U+FFFD, and neither is a duplicate of the other.
func TestIllFormedNamesAreToldApart(t *testing.T) {
	t.Parallel()
	count := 0
	opt := &schema.ParseOptions{Problem: func(e *schema.SyntaxError) {
		if errors.Is(e, schema.ErrDuplicateName) {
			count++
		}
	}}
	for text, want := range map[string]int{
		`{"\ud800":1,"\ud801":2}`:            0,
		`{"\ud800":1,"\ufffd":2}`:            0,
		`{"\ud800":1,"\ud800":2}`:            1,
		`{"\ufffd":1,"` + "\ufffd" + `":2}`:  1,
		"{\"\xff\":1,\"\xfe\":2,\"\xff\":3}": 1,
	} {
		count = 0
		if _, err := schema.ParseWith([]byte(text), opt); err != nil || count != want {
			t.Errorf("%q: %d duplicates, %v; want %d", text, count, err, want)
		}
	}
}

func TestDuplicateAmongManyMembers(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{`)
	for i := range 100 {
		b.WriteString(`"n` + strings.Repeat("x", i) + `":0,`)
	}
	for _, again := range []string{"n", "n" + strings.Repeat("x", 15), "n" + strings.Repeat("x", 16), "n" + strings.Repeat("x", 99)} {
		var syn *schema.SyntaxError
		_, err := schema.Parse([]byte(b.String() + `"` + again + `":1}`))
		if !errors.As(err, &syn) || syn.Pointer != schema.Pointer("/"+again) || syn.Offset != int64(b.Len()) {
			t.Errorf("a second %.20q: %v", again, err)
		}
	}
	if _, err := schema.Parse([]byte(b.String() + `"m":1}`)); err != nil {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	nest := func(open, inner, end string, levels int) string {
		return strings.Repeat(open, levels) + inner + strings.Repeat(end, levels)
	}
	for _, test := range []struct {
		name string
		text string
		lim  schema.Limits
		what string // empty: passes
	}{
		{"default depth", nest("[", "", "]", 1000), schema.Limits{}, ""},
		{"one deeper", nest("[", "", "]", 1001), schema.Limits{}, "nesting depth"},
		{"objects", nest(`{"a":`, "1", "}", 1001), schema.Limits{}, "nesting depth"},
		{"slashes in names are no depth", nest(`{"a/b":`, "1", "}", 600), schema.Limits{}, ""},
		{"10,000", nest(`{"items":`, "{}", "}", 10_000), schema.Limits{}, "nesting depth"},
		{"1,000,000", nest("[", "", "]", 1_000_000), schema.Limits{}, "nesting depth"},
		{"1,000,000, open", nest("[", "", "", 1_000_000), schema.Limits{}, "nesting depth"},
		{"1,000,000 objects", nest(`{"":`, "1", "}", 1_000_000), schema.Limits{}, "nesting depth"},
		{"raised", nest("[", "", "]", 10_000), schema.Limits{Depth: 20_000}, ""},
		{"no further", nest("[", "", "]", 10_001), schema.Limits{Depth: 20_000}, "nesting depth"},
		{"flat", `[1,2,3,{"a":4}]`, schema.Limits{Depth: 2, Nodes: 6, Bytes: 15}, ""},
		{"lowered depth", `[[[]]]`, schema.Limits{Depth: 2}, "nesting depth"},
		{"values", `[1,2,3,{"a":4}]`, schema.Limits{Nodes: 5}, "number of values"},
		{"bytes", `[1,2,3,{"a":4}]`, schema.Limits{Bytes: 14}, "number of bytes"},
		{"many values", "[" + strings.Repeat("0,", 300_000) + "0]", schema.Limits{Nodes: 300_000}, "number of values"},
		{"long pointers", `{"` + strings.Repeat("x", 1000) + `":{` + strings.Repeat(`"a":0,`, 200) + `"b":0}}`, schema.Limits{Bytes: 4000}, "number of bytes in the pointers of problems"},
	} {
		start := time.Now()
		n, err := schema.ParseWith([]byte(test.text), &schema.ParseOptions{Limits: test.lim, Problem: func(*schema.SyntaxError) {}})
		var limit *schema.LimitError
		switch {
		case test.what == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.what != "" && (n != nil || !errors.As(err, &limit) || limit.What != test.what):
			t.Errorf("%s: %v, want the limit on %s", test.name, err, test.what)
		case test.what != "" && !strings.HasPrefix(err.Error(), test.what+" is over the limit of "):
			t.Errorf("%s: message is %s", test.name, err)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s took %v", test.name, d)
		}
	}
}

// TestManyProblemsAreLinear: positions are counted on and not from the start each time.
func TestManyProblemsAreLinear(t *testing.T) {
	t.Parallel()
	const lines = 50_000
	text := "{\"a\":0" + strings.Repeat(",\n\"a\":0", lines) + "}"
	count, astray := 0, 0
	_, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(e *schema.SyntaxError) {
		count++
		if e.Line != count+1 || e.Column != 1 || e.Offset != int64(6+7*(count-1)+2) {
			astray++
		}
	}})
	if err != nil || count != lines || astray != 0 {
		t.Errorf("%d problems of which %d have a wrong position, %v; want %d", count, astray, err, lines)
	}
}

func TestLineColumn(t *testing.T) {
	t.Parallel()
	src := []byte("ab\nc\n\nd")
	for _, test := range []struct {
		offset       int64
		line, column int
	}{{-1, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {4, 2, 2}, {5, 3, 1}, {6, 4, 1}, {7, 4, 2}, {99, 4, 2}} {
		if line, column := schema.LineColumn(src, test.offset); line != test.line || column != test.column {
			t.Errorf("offset %d is line %d, column %d; want %d, %d", test.offset, line, column, test.line, test.column)
		}
	}
}
