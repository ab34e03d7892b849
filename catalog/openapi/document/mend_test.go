package document

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

func TestMend(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":"b"}`:                           `{"a":"b"}`,
		"\"\xe7a va\"":                        "\"\uFFFDa va\"",
		"\"\xff\xfe\xe2\x82\"":                "\"\uFFFD\uFFFD\uFFFD\uFFFD\"",
		"\"é\u2028\uFFFD\U0001F600\"":         "\"é\u2028\uFFFD\U0001F600\"",
		`"\ud83d\ude00 \uD83D\uDE00"`:         `"\ud83d\ude00 \uD83D\uDE00"`,
		`"\ud83d"`:                            "\"\uFFFD\"",
		`"\ude00\ud83d"`:                      "\"\uFFFD\uFFFD\"",
		`"\ud83d\ud83d\ude00"`:                "\"\uFFFD\\ud83d\\ude00\"",
		`"\ud83d\u0041\n"`:                    "\"\uFFFD\\u0041\\n\"",
		`"\\ud83d \\\ud83d \"\\"`:             "\"\\\\ud83d \\\\\uFFFD \\\"\\\\\"",
		"{\"\xe7\":1,\"\\udfff\":[\"\xe9\"]}": "{\"\uFFFD\":1,\"\uFFFD\":[\"\uFFFD\"]}",
		`\`:                                   `\`,
		`\ud8`:                                `\ud8`,
	} {
		if got := string(mend([]byte(in))); got != want {
			t.Errorf("%q: %q, not %q", in, got, want)
		}
	}
}

// What is mended is strict JSON with the values and names that the tree of the ill-formed text had, and mending well-formed
// text changes nothing.
func TestMendedIsRead(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{"a", `\\`, `\"`, `\n`, `\u0041`, `\ud83d`, `\ude00`, `\ud83d\ude00`, "\xe7", "\xe2\x82", "\xff", "é", "\uFFFD", "u", "d83d"})
	text := rapid.Custom(func(t *rapid.T) string {
		s := ""
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			s += part.Draw(t, "part")
		}
		return `"` + s + `"`
	})
	rapid.Check(t, func(t *rapid.T) {
		in := []byte(`{` + text.Draw(t, "name") + `:[` + text.Draw(t, "value") + `]}`)
		loose, err := schema.ParseWith(in, &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
		if err != nil {
			t.Fatal(err)
		}
		out := mend(in)
		strict, err := schema.Parse(out)
		if err != nil {
			t.Fatalf("%q of %q: %v", out, in, err)
		}
		for name, value := range loose.Members() {
			want, _ := value.Item(0).Text()
			if got, ok := strict.Get(name).Item(0).Text(); !ok || got != want {
				t.Fatalf("%q of %q: %q, not %q", out, in, got, want)
			}
		}
		if _, err := schema.Parse(in); err == nil && !bytes.Equal(in, out) {
			t.Fatalf("%q became %q", in, out)
		}
	})
}

func TestIllFormedText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Caf\xe9\",\"x\":1,\"x\":2}}",
		`{"openapi":"3.0.0","info":{"title":"Caf\ud800","x":1,"x":2}}`,
	} {
		d, err := Open([]byte(text), &Options{Limits: schema.Limits{Bytes: len(text)}})
		if err != nil {
			t.Fatal(err)
		}
		info := d.Root().Get("info")
		if got, want := string(info.Node.Append(nil)), "{\"title\":\"Caf\uFFFD\",\"x\":1,\"x\":2}"; got != want {
			t.Errorf("%q, not %q", got, want)
		}
		if len(d.Problems) != 2 || d.Problems[0].Rule != "ill-formed-text" || d.Problems[0].At != "/info/title" || d.Problems[1].Rule != "duplicate-name" {
			t.Errorf("%+v", d.Problems)
		}
	}
}
