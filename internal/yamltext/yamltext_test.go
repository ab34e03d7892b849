package yamltext_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/yamltext"
	"github.com/schema-bench/schema-bench/schema"
)

func Example() {
	stream, err := yamltext.Convert([]byte("version: 1.0\nwhen: 2024-05-01\nanswers: [yes, on, 0x1F]\n200: fine\n"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(stream.JSON))
	// Output: {"version":1.0,"when":"2024-05-01","answers":["yes","on",31],"200":"fine"}
}

func TestStream(t *testing.T) {
	t.Parallel()
	text := "# first\na: 1\n---\n---\nb:\n  - x\n  - y: z\n"
	s, err := yamltext.Convert([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Spans) != 2 || string(s.JSON[s.Spans[1].From:s.Spans[1].To]) != `{"b":["x",{"y":"z"}]}` {
		t.Fatalf("%s %v", s.JSON, s.Spans)
	}
	for what, want := range map[string]int{`"a"`: 2, `"x"`: 6, `"z"`: 7} {
		if got := s.Line(strings.Index(string(s.JSON), what)); got != want {
			t.Errorf("%s is on line %d, want %d", what, got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	var limit *schema.LimitError
	for _, tt := range []struct {
		text string
		line int
		is   func(error) bool
	}{
		{"a: b: c\n", 0, func(err error) bool { return errors.Is(err, yamltext.ErrSyntax) }},
		{"a: 1\nb: 2\na: 3\n", 3, func(err error) bool { return errors.Is(err, schema.ErrDuplicateName) }},
		{"x: 1\n? [a]\n: 1\n", 2, func(err error) bool { return strings.Contains(err.Error(), "member name") }},
		{"a: [[[[[[[[[1]]]]]]]]]\n", 1, func(err error) bool { return errors.As(err, &limit) }},
		{"a: &a [1,1,1]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b,*b]\n", 2, func(err error) bool { return errors.As(err, &limit) }},
	} {
		_, err := yamltext.Convert([]byte(tt.text), &yamltext.Options{Limits: schema.Limits{Depth: 8, Nodes: 40}})
		var at *yamltext.Error
		if !errors.As(err, &at) || at.Line != tt.line || !tt.is(err) {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
	s, err := yamltext.Convert([]byte("a: 1\nb: 2\na: 3\n"), &yamltext.Options{Duplicates: true})
	if err != nil || string(s.JSON) != `{"a":1,"b":2,"a":3}` {
		t.Errorf("both are to be kept: %v %v", s, err)
	}
}

func FuzzConvert(f *testing.F) {
	for _, seed := range []string{"a: 1", "- &x [*x]", "<<: {a: 1}\nb: !!float 3", "? a\n: b", "a: |\n  x\n", "{a: [.inf, 0o7, -.5]}", "%TAG ! x\n---\na"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := yamltext.Convert(b, &yamltext.Options{Limits: schema.Limits{Depth: 50, Nodes: 10_000, Bytes: 1 << 20}, Duplicates: true})
		if err != nil {
			return
		}
		for _, span := range s.Spans {
			opt := &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}}
			if _, err := schema.ParseWith(s.JSON[span.From:span.To], opt); err != nil {
				t.Errorf("%q became %q: %v", b, s.JSON, err)
			}
		}
	})
}
