package mcpwrap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, globs, want string
		paths             []string
	}{
		{`{"a":1,"b":"x"}`, "", `{"a":1,"b":"x"}`, nil},
		{` { "a" : 1.0 , "b": "x" } `, "b", ` { "a" : 1.0 , "b": "[redacted]" } `, []string{"/b"}},
		{`{"Password":"p","n":{"api_key":"k","x":1e3}}`, "password,*_key", `{"Password":"[redacted]","n":{"api_key":"[redacted]","x":1e3}}`, []string{"/Password", "/n/api_key"}},
		{`{"a":[{"token":7},{"token":true},{"token":null},{"token":[1]},{"token":{"u":1}}]}`, "TOKEN",
			`{"a":[{"token":0},{"token":false},{"token":null},{"token":[]},{"token":{}}]}`, []string{"/a/0/token", "/a/1/token", "/a/2/token", "/a/3/token", "/a/4/token"}},
		{`{"p\u0061ss":"x","a/b":"y"}`, "pass", `{"p\u0061ss":"[redacted]","a/b":"y"}`, []string{"/pass"}},
		{`{"k":1,"k":2}`, "k", `{"k":0,"k":0}`, []string{"/k", "/k"}},
		{`{"a":[1,{"0":2}]}`, "[01]", `{"a":[1,{"0":0}]}`, []string{"/a/1/0"}}, // what has a number has no name
		// A slash in a name is a character like others.
		{`{"a/b":"y","c":"z"}`, "*", `{"a/b":"[redacted]","c":"[redacted]"}`, []string{"/a~1b", "/c"}},
		{`{"aws/secret_key":"y"}`, "*_key", `{"aws/secret_key":"[redacted]"}`, []string{"/aws~1secret_key"}},
		{`{"aws\/key":"y","awskey":"z"}`, "aws?key", `{"aws\/key":"[redacted]","awskey":"z"}`, []string{"/aws~1key"}},
		{`{"a/b":"y","a/c":"z"}`, "a/b", `{"a/b":"[redacted]","a/c":"z"}`, []string{"/a~1b"}},
		// A glob that is none takes everything with it.
		{`{"[":"y","n":1}`, "[", `{"[":"[redacted]","n":0}`, []string{"/[", "/n"}},
		// What has no name goes with a star alone.
		{`{}`, "*", `{}`, nil},
		{` [1]`, "*", ` []`, []string{""}},
		{`"secret"`, "*", `"[redacted]"`, []string{""}},
		{`7`, "*", `0`, []string{""}},
		{`[1,{"a":2}]`, "a", `[1,{"a":0}]`, []string{"/1/a"}},
	} {
		var globs []string
		if c.globs != "" {
			globs = strings.Split(c.globs, ",")
		}
		got, paths := redact([]byte(c.text), globs)
		if string(got) != c.want || fmt.Sprintf("%q", paths) != fmt.Sprintf("%q", c.paths) {
			t.Errorf("%s without %s: %s %q", c.text, c.globs, got, paths)
		}
	}
	bomb := `{"` + strings.Repeat("n", maxRecorded/4) + `":{` + strings.Repeat(`"k":1,`, 1000) + `"k":1}}`
	if got, paths := redact([]byte(bomb), []string{"k"}); got != nil || paths != nil {
		t.Errorf("%d bytes, and %d pointers of a quarter of a megabyte", len(got), len(paths))
	}
	deep := strings.Repeat(`{"a":`, 500) + `"secret"` + strings.Repeat("}", 500)
	if got, paths := redact([]byte(deep), []string{"nothing"}); strings.Contains(string(got), "secret") || len(paths) != 1 || !json.Valid(got) {
		t.Errorf("too deep to look into, and written: %s", got)
	}
}

// The arguments in a line are those of the call, byte for byte, but for what stands for the values that are left out; and
// the pointers are to all of those, and to nothing else.
func TestLinesHoldTheArguments(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		d := &drawnArguments{r: r}
		d.object(0, "")
		var file bytes.Buffer
		rec := NewRecorder(&file)
		rec.Redact = []string{"secret*"}
		rec.Answer(Answer{Tool: "a", Arguments: []byte(d.text.String())})
		if want := `"expected":[{"name":"a","args":` + d.want.String() + `}],"expect"`; !strings.Contains(file.String(), want) {
			r.Fatalf("%s becomes %s, not %s", d.text.String(), file.String(), want)
		}
		if strings.Contains(file.String(), "HIDDEN") || strings.Count(file.String(), "\n") != 1 {
			r.Fatalf("%s becomes %s", d.text.String(), file.String())
		}
		var line struct{ Redacted []string }
		if err := json.Unmarshal(file.Bytes(), &line); err != nil {
			r.Fatal(err)
		}
		if fmt.Sprintf("%q", line.Redacted) != fmt.Sprintf("%q", d.paths) {
			r.Fatalf("of %s %q are left out, not %q", d.text.String(), line.Redacted, d.paths)
		}
	})
}

// drawnArguments draws arguments together with what is to be written of them.
type drawnArguments struct {
	r          *rapid.T
	text, want strings.Builder
	paths      []string
	hidden     bool // below a name that is left out
}

func (d *drawnArguments) put(text string) {
	d.text.WriteString(text)
	if !d.hidden {
		d.want.WriteString(text)
	}
}

// space is put between tokens; ends of lines are written as spaces.
func (d *drawnArguments) space() {
	text := rapid.SampledFrom([]string{"", "", " ", "\t", "  "}).Draw(d.r, "space")
	d.put(text)
	if rapid.IntRange(0, 9).Draw(d.r, "newline") == 0 {
		d.text.WriteString("\r\n")
		if !d.hidden {
			d.want.WriteString("  ")
		}
	}
}

func (d *drawnArguments) object(depth int, at string) {
	d.put("{")
	for i := range rapid.IntRange(0, 3).Draw(d.r, "members") {
		if i > 0 {
			d.put(",")
		}
		d.space()
		// As it is spelled, and as it stands in a pointer.
		name := rapid.SampledFrom([][2]string{{"a", "a"}, {"my secret", "my secret"}, {"secret", "secret"}, {"SECRET/b", "SECRET~1b"}, {`s\u0065cret\/~`, "secret~1~0"}}).Draw(d.r, "name")
		d.put(fmt.Sprintf(`"%s%d"`, name[0], i))
		d.space()
		d.put(":")
		d.space()
		below := fmt.Sprintf("%s/%s%d", at, name[1], i)
		if d.hidden || name[1] == "a" || name[1] == "my secret" {
			d.value(depth+1, below)
			d.space()
			continue
		}
		d.paths = append(d.paths, below)
		d.hidden = true
		before := d.text.Len()
		d.value(depth+1, below)
		d.hidden = false
		d.want.WriteString(map[byte]string{'{': "{}", '[': "[]", '"': `"[redacted]"`, 't': "false", 'n': "null", '-': "0", '1': "0"}[d.text.String()[before]])
		d.space()
	}
	d.put("}")
}

func (d *drawnArguments) value(depth int, at string) {
	kind := rapid.IntRange(0, 3).Draw(d.r, "kind")
	switch {
	case kind == 0 && depth < 4:
		d.object(depth, at)
	case kind == 1 && depth < 4:
		d.put("[")
		for i := range rapid.IntRange(0, 3).Draw(d.r, "items") {
			if i > 0 {
				d.put(",")
			}
			d.space()
			d.value(depth+1, fmt.Sprintf("%s/%d", at, i))
			d.space()
		}
		d.put("]")
	case kind == 2:
		d.put(rapid.SampledFrom([]string{"1.50", "12345678901234567890", "1e400", "true", "null", "-0"}).Draw(d.r, "scalar"))
	case d.hidden:
		d.put(`"HIDDEN\"\u00e9"`)
	default:
		d.put(rapid.SampledFrom([]string{`"a\"} , \u00e9\n"`, `"é<&>\/"`, "\"\u2028\u2029\"", `""`}).Draw(d.r, "text"))
	}
}

func FuzzRedact(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,"x"]}}`), "b")
	f.Add([]byte(`{"\u0061":"\""}`), "a")
	f.Add([]byte(`{"a/b":{"c":[{"d/b":-1.5e3}]}}`), "*b")
	f.Add([]byte(" [ ] "), "*")
	f.Fuzz(func(t *testing.T, text []byte, glob string) {
		if !json.Valid(text) {
			return
		}
		got, paths := redact(text, []string{glob})
		if !json.Valid(got) {
			t.Fatalf("%s becomes %s", text, got)
		}
		if len(paths) == 0 && !bytes.Equal(text, got) {
			t.Errorf("nothing is taken out of %s, and it becomes %s", text, got)
		}
		before, errBefore := schema.Parse(text)
		after, errAfter := schema.Parse(got)
		if errBefore != nil {
			return // names that come twice, or what is no Unicode
		}
		if errAfter != nil {
			t.Fatalf("%s becomes %s: %v", text, got, errAfter)
		}
		blanks := map[schema.Pointer]bool{}
		for _, p := range paths {
			blanks[schema.Pointer(p)] = true
		}
		if !sameButFor(before, after, "", blanks, glob) || len(blanks) > 0 {
			t.Errorf("%s without %q becomes %s; at %q", text, glob, got, paths)
		}
	})
}

// sameButFor reports whether after is before with blank values at the places that are named, which it strikes out, and
// whether those are the places of all names that match.
func sameButFor(before, after *schema.Node, at schema.Pointer, blanks map[schema.Pointer]bool, glob string) bool {
	if before.Kind() != after.Kind() {
		return false
	}
	if blanks[at] {
		delete(blanks, at)
		text := string(after.Append(nil))
		return text == "{}" || text == "[]" || text == `"[redacted]"` || text == "0" || text == "false" || text == "null"
	}
	if before.Len() != after.Len() {
		return false
	}
	switch before.Kind() {
	case schema.Object:
		for name, value := range before.Members() {
			// Without slashes package path decides alone.
			hide, err := path.Match(strings.ToLower(glob), strings.ToLower(name))
			if !strings.Contains(glob+name, "/") && (hide || err != nil) && !blanks[at.Child(name)] {
				return false
			}
			other := after.Get(name)
			if other == nil || !sameButFor(value, other, at.Child(name), blanks, glob) {
				return false
			}
		}
		return true
	case schema.Array:
		for i, item := range before.Items() {
			if !sameButFor(item, after.Item(i), at.Child(strconv.Itoa(i)), blanks, glob) {
				return false
			}
		}
		return true
	}
	return bytes.Equal(before.Append(nil), after.Append(nil))
}
