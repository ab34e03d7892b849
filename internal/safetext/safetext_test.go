package safetext

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, r := range "\x00\a\x1b\n\t\x7f\u0080\u009b\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\ufeff\u3164\uffa0\ufff9\U000e0001\U000e0041" {
		if !Hostile(r) {
			t.Errorf("%U passes", r)
		}
	}
	for _, r := range " a~äé地🚲\u00a0\u0301\u0600\u06dd\u200c\u200d\u20e3\ufe0f\ufffd\U000e0100" {
		if Hostile(r) {
			t.Errorf("%U does not pass", r)
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":           "",
		"plain":      "plain",
		`back\slash`: `back\slash`,
		"naïve 地図 नमस्ते 👩\u200d💻":    "naïve 地図 नमस्ते 👩\u200d💻",
		"می\u200cخواهم":               "می\u200cخواهم",
		"a\x1b[2Jb":                   `a\u001b[2Jb`,
		"\u009b31m":                   `\u009b31m`,
		"a\u202eb\u2066c":             `a\u202eb\u2066c`,
		"a\nb\tc\r":                   `a\nb\tc\r`,
		"\u200bzero\ufeff\u00ad":      `\u200bzero\ufeff\u00ad`,
		"tag\U000e0041":               `tag\U000e0041`,
		"bad\xffbytes\xe2\x80":        `bad\xffbytes\xe2\x80`,
		"line\u2028end\u2029":         `line\u2028end\u2029`,
		"a real \ufffd is no bad one": "a real \ufffd is no bad one",
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain äöü 地図 🚲":                           "plain äöü 地図 🚲",
		"\x1b[31mred\x1b[0m":                       "red",
		"\x1b[?25lhidden cursor":                   "hidden cursor",
		"\x1b]0;title\x07text":                     "text",
		"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\": "link",
		"\x1b]52;c;cGFzdGU=\x07":                   "",
		"\x1b]0;never ends":                        "0;never ends",
		"\u009b31mc1":                              "c1",
		"\u009d0;title\u009ctext":                  "text",
		"\x1bP1$r\x1b\\x":                          "x",
		"\x1b(Bascii":                              "ascii",
		"\x1bcreset":                               "reset",
		"tab\there\rback":                          "tab here back",
		"bell\a null\x00 del\x7f":                  "bell null del",
		"rtl\u202eevil\u202c":                      "rtlevil",
		"soft\u00adhyphen\u3164":                   "softhyphen",
		"bad\xffbyte":                              "bad\uFFFDbyte",
		"raw \x9b31m":                              "raw \uFFFD31m",
		"kept \uFFFD":                              "kept \uFFFD",
		"क्\u200dष joiner":                         "क्\u200dष joiner",
		"end\x1b":                                  "end",
		"line\u2028sep":                            "line sep",
	} {
		if got := Plain(in); got != want {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}

// check holds what is promised of both for any text.
func check(t interface{ Fatalf(string, ...any) }, in string) {
	for name, f := range map[string]func(string) string{"Line": Line, "Plain": Plain} {
		out := f(in)
		if !utf8.ValidString(out) || strings.ContainsFunc(out, Hostile) {
			t.Fatalf("%s(%q) = %q is not safe", name, in, out)
		}
		if again := f(out); again != out {
			t.Fatalf("%s(%q) = %q, and then %q", name, in, out, again)
		}
		if utf8.ValidString(in) && !strings.ContainsFunc(in, Hostile) && out != in {
			t.Fatalf("%s changes %q to %q", name, in, out)
		}
	}
}

func TestAnyText(t *testing.T) {
	t.Parallel()
	part := rapid.OneOf(
		rapid.SampledFrom([]string{"\x1b[31m", "\x1b]0;t\x07", "\x1b]8;;x\x1b\\", "\u009b2J", "\x9b", "\u202e", "\u2029", "\U000e0041", "\xff", "\xe2\x80", "\n", "\t", `\n`, "👩\u200d💻"}),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) { check(t, strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "parts"), "")) })
}

func FuzzSafe(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b[1;31mred\x1b[0m")
	f.Add("\x1b]8;;x\x1b\\y\u009c")
	f.Add("\xff\u202e\x9b\x1b")
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}

func Example() {
	const name = "invoice\u202efdp.exe"
	fmt.Println(Line(name))
	fmt.Println(Plain("\x1b[31merror\x1b[0m: no such table"))
	// Output:
	// invoice\u202efdp.exe
	// error: no such table
}
