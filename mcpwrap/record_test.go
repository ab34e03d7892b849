package mcpwrap

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, globs, want, paths string
	}{
		{`{"a":1,"b":"x"}`, "", `{"a":1,"b":"x"}`, ""},
		{` { "a" : 1.0 , "b": "x" } `, "b", ` { "a" : 1.0 , "b": "[redacted]" } `, "/b"},
		{`{"Password":"p","n":{"api_key":"k","x":1e3}}`, "password,*_key", `{"Password":"[redacted]","n":{"api_key":"[redacted]","x":1e3}}`, "/Password /n/api_key"},
		{`{"a":[{"token":7},{"token":true},{"token":null},{"token":[1]},{"token":{"u":1}}]}`, "TOKEN", `{"a":[{"token":0},{"token":false},{"token":null},{"token":[]},{"token":{}}]}`, "/a/0/token /a/1/token /a/2/token /a/3/token /a/4/token"},
		{`{"p\u0061ss":"x","a/b":"y"}`, "pass", `{"p\u0061ss":"[redacted]","a/b":"y"}`, "/pass"},
		{`{"a/b":"y","c":"z"}`, "*", `{"a/b":"[redacted]","c":"[redacted]"}`, "/a~1b /c"},
		{`{"[":"y"}`, "[", `{"[":"[redacted]"}`, "/["},
		{`{}`, "*", `{}`, ""},
		{`[1]`, "*", `[1]`, ""},
		{`7`, "*", `7`, ""},
	} {
		var globs []string
		if c.globs != "" {
			globs = strings.Split(c.globs, ",")
		}
		got, paths := redact([]byte(c.text), globs)
		if string(got) != c.want || strings.Join(paths, " ") != c.paths {
			t.Errorf("%s without %s: %s %q", c.text, c.globs, got, paths)
		}
	}
	deep := strings.Repeat(`{"a":`, 500) + `"secret"` + strings.Repeat("}", 500)
	if got, paths := redact([]byte(deep), []string{"nothing"}); strings.Contains(string(got), "secret") || len(paths) != 1 || !json.Valid(got) {
		t.Errorf("too deep to look into, and written: %s", got)
	}
}

// What is redacted is nowhere in the line, what is not is there as it was, and the places that are named are those.
func TestRedactedValuesAreGone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var b strings.Builder
		drawJSON(r, &b, 0)
		text := []byte(b.String())
		got, paths := redact(text, []string{"secret*"})
		before, errB := schema.Parse(text)
		after, errA := schema.Parse(got)
		if errB != nil || errA != nil {
			t.Fatal(errB, errA, string(got))
		}
		if strings.Contains(string(got), "HIDDEN") {
			r.Fatalf("%s becomes %s", text, got)
		}
		for _, p := range paths {
			a, b := after.Find(schema.Pointer(p)), before.Find(schema.Pointer(p))
			if a == nil || b == nil || a.Kind() != b.Kind() || a.Len() != 0 {
				r.Fatalf("at %s %s becomes %s", p, text, got)
			}
		}
		if len(paths) == 0 && !bytes.Equal(text, got) || strings.Count(string(got), "KEPT") != strings.Count(string(text), "KEPT") {
			r.Fatalf("%s becomes %s, without %q", text, got, paths)
		}
	})
}

// drawJSON draws a value; below names that begin with secret every string is HIDDEN, and elsewhere KEPT.
func drawJSON(r *rapid.T, b *strings.Builder, depth int) { drawValue(r, b, depth, "KEPT") }

func drawValue(r *rapid.T, b *strings.Builder, depth int, word string) {
	switch n := rapid.IntRange(0, 5).Draw(r, "kind"); {
	case n == 0 && depth > 0:
		b.WriteString(rapid.SampledFrom([]string{"1.50", "true", "null", "-0"}).Draw(r, "scalar"))
	case n == 1 && depth > 0:
		b.WriteString(`"` + word + `\"\u00e9"`)
	case n == 2 && depth < 4:
		b.WriteString("[")
		for i := range rapid.IntRange(0, 3).Draw(r, "items") {
			if i > 0 {
				b.WriteString(" ,")
			}
			drawValue(r, b, depth+1, word)
		}
		b.WriteString("]")
	default:
		b.WriteString("{ ")
		for i := range rapid.IntRange(0, 3).Draw(r, "members") {
			if i > 0 {
				b.WriteString(",\n")
			}
			name := rapid.SampledFrom([]string{"a", "secret", "Secret_b", "s\\u0065cret"}).Draw(r, "name")
			b.WriteString(`"` + name + strings.Repeat("x", i) + `": `)
			below := word
			if name != "a" {
				below = "HIDDEN"
			}
			if depth >= 4 {
				b.WriteString(`"` + below + `"`)
			} else {
				drawValue(r, b, depth+1, below)
			}
		}
		b.WriteString("}")
	}
}

func FuzzRedact(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,"x"]}}`), "b")
	f.Add([]byte(`{"\u0061":"\""}`), "a")
	f.Add([]byte(" [ ] "), "*")
	f.Fuzz(func(t *testing.T, text []byte, glob string) {
		if !json.Valid(text) {
			return
		}
		got, paths := redact(text, []string{glob})
		if !json.Valid(got) {
			t.Errorf("%s becomes %s", text, got)
		}
		if _, err := filepath.Match(glob, ""); len(paths) == 0 && err == nil && !bytes.Equal(text, got) {
			t.Errorf("nothing is taken out of %s, and it becomes %s", text, got)
		}
	})
}

// A line is written for each call, whatever came of it, with what was said as it was said.
func TestRecorder(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	r := NewRecorder(&file)
	r.Redact = []string{"token"}
	s := NewSession(newRewriter(t, Options{}), Observers{r, NewStats()}, true)
	say := func(text string) {
		t.Helper()
		if _, err := s.FromClient([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	hear := func(text string) {
		t.Helper()
		if _, err := s.FromServer([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	hear(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object","required":["x"]}}]}}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{"x": 1.0,"u":"<\u2028é>", "token":"t"}}}`)
	hear(`{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`)
	say(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a","arguments":{"x":2}}}`)
	hear(`{"jsonrpc":"2.0","id":3,"result":{"content":[],"isError":true}}`)
	say(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"a","arguments":{"x":3}}}`)
	hear(`{"jsonrpc":"2.0","id":4,"error":{"code":1}}`)
	say(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"a"}}`) // refused: x is missing
	say(`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"other","arguments":{"x":"` + strings.Repeat("x", maxRecorded) + `"}}}`)
	s.Unanswered()
	lines := strings.Split(strings.TrimSuffix(file.String(), "\n"), "\n")
	var outcomes []string
	ids := map[string]bool{}
	for _, l := range lines {
		var line recorded
		if err := json.Unmarshal([]byte(l), &line); err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, line.Outcome)
		ids[line.ID] = true
		if line.Query != "" || line.Expect != "call" || len(line.Expected) != 1 || (line.Tool == "") != (line.Expected[0].Name == "other") || !utf8.ValidString(l) {
			t.Error(l)
		}
	}
	if want := []string{"ok", "error", "protocol-error", "invalid", "protocol-error"}; !slices.Equal(outcomes, want) || len(ids) != len(want) {
		t.Fatalf("%q, not %q", outcomes, want)
	}
	if !strings.Contains(lines[0], `"expected":[{"name":"a","args":{"x":1.0,"u":"<\u2028é>","token":"[redacted]"}}]`) || !strings.Contains(lines[0], `"redacted":["/token"]`) {
		t.Error(lines[0])
	}
	if len(lines[4]) > 1000 || !strings.Contains(lines[4], `"args_bytes":`) {
		t.Error("long arguments are written")
	}
}

type fullDisk struct{ writes int }

func (d *fullDisk) Write([]byte) (int, error) {
	d.writes++
	return 0, errors.New("no space left")
}

// A disk that is full is told once, and stops nothing.
func TestRecorderOnAFullDisk(t *testing.T) {
	t.Parallel()
	disk := &fullDisk{}
	r := NewRecorder(disk)
	var told []string
	r.Fail = func(err error) { told = append(told, err.Error()) }
	for range 3 {
		r.Answer(Answer{Tool: "a"})
	}
	if disk.writes != 3 || len(told) != 1 || told[0] != "no space left" {
		t.Errorf("%d writes, told %q", disk.writes, told)
	}
}
