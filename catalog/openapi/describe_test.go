package openapi

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"pgregory.net/rapid"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		op            frame.Operation
		instead, want string
	}{
		{frame.Operation{Method: "GET", Path: "/a"}, "", "GET /a"},
		{frame.Operation{Summary: " List bikes. "}, "", "List bikes."},
		{frame.Operation{Description: "Lists bikes,\n\n  in `order`."}, "", "Lists bikes,\n\n  in `order`."},
		{frame.Operation{Summary: "List bikes", Description: "The nearest come first."}, "", "List bikes\n\nThe nearest come first."},
		{frame.Operation{Summary: "List bikes.", Description: "list bikes that are free."}, "", "list bikes that are free."},
		{frame.Operation{Summary: "List", Deprecated: true}, "", "Deprecated. List"},
		{frame.Operation{Summary: "Deprecated: use the other", Deprecated: true}, "", "Deprecated: use the other"},
		{frame.Operation{Summary: "List", Description: "More"}, "What the hint says.", "What the hint says."},
		{frame.Operation{Method: "GET", Path: "/a", Summary: " \n"}, " ", "GET /a"},
	} {
		if got := describe(&tt.op, tt.instead); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.op, got, tt.want)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"Short.", 10, "Short."},
		{"Anything goes here.", 0, "Anything goes here."},
		{"One sentence. And another one.", 20, "One sentence."},
		{"T40 Versions like 1.25 are no end. The rest", 38, "T40 Versions like 1.25 are no end."},
		{"A heading\nThen a list:\n- one\n- two", 30, "A heading\nThen a list:\n- one"},
		{"no sentence ends anywhere in this", 20, "no sentence ends…"},
		{"Averylongwordthatdoesnotend", 10, "Averylong…"},
		{"文が終わる。次の文が続く", 8, "文が終わる。"},
	} {
		got, cut := shorten(tt.text, tt.most)
		if got != tt.want || cut != (got != tt.text) {
			t.Errorf("%q to %d: %q %v, want %q", tt.text, tt.most, got, cut, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text, most := strings.TrimSpace(rapid.String().Draw(t, "text")), rapid.IntRange(1, 20).Draw(t, "most")
		got, cut := shorten(text, most)
		if n := utf8.RuneCountInString(got); n > most || cut == (n == utf8.RuneCountInString(text) && got == text) {
			t.Fatalf("%q to %d: %q %v", text, most, got, cut)
		}
	})
}
