package mcpwrap

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/schema"
)

// maxRedactDepth is how deep values are looked into; what is deeper is taken out as a whole.
const maxRedactDepth = 200

// A redactor takes values out of JSON texts by the names that they have.
type redactor struct {
	globs []string // in lower case
	text  []byte
	at    []string // the names on the way to a value
	paths []string // of what was taken out
	long  int      // bytes in paths

	out    []byte
	copied int // how much of the text is in out, or stood for there
}

// redact returns a text in which every value whose name matches one of the globs, in any case of letters, is one of the same
// kind that says nothing, and the pointers to what was taken out. All other bytes are the same. A text that is no object has
// the empty name, which the glob * matches: arguments that nobody gave a name are not spared by it. The text is valid JSON,
// and so is what is returned; it is nil if the pointers would have more than maxRecorded bytes, as those do to many values
// below a name without end.
func redact(text []byte, globs []string) ([]byte, []string) {
	if len(globs) == 0 {
		return text, nil
	}
	r := &redactor{text: text}
	for _, g := range globs {
		r.globs = append(r.globs, folded(g))
	}
	at := rawjson.Space(text, 0)
	if text[at] != '{' && r.matches("") {
		r.blank(at)
	} else {
		r.value(at)
	}
	if r.long > maxRecorded {
		return nil, nil
	}
	return append(r.out, text[r.copied:]...), r.paths
}

// folded is a name or a glob as they are compared. A slash in a name is a character like others, and in package path it is
// what a star ends at.
func folded(s string) string { return strings.ReplaceAll(strings.ToLower(s), "/", "\x00") }

func (r *redactor) matches(name string) bool {
	name = folded(name)
	return slices.ContainsFunc(r.globs, func(g string) bool {
		ok, err := path.Match(g, name)
		return ok || err != nil // who wrote a glob that is none wanted something left out
	})
}

// value takes out of the value that starts at i what is to be taken out, and returns its end. It goes over the text once:
// an observer holds a session up.
func (r *redactor) value(i int) int {
	open := r.text[i]
	if open != '{' && open != '[' {
		return rawjson.End(r.text, i)
	}
	if len(r.at) > maxRedactDepth {
		return r.blank(i)
	}
	i = rawjson.Space(r.text, i+1)
	for n := 0; r.text[i] != '}' && r.text[i] != ']'; n++ {
		if r.text[i] == ',' {
			i = rawjson.Space(r.text, i+1)
		}
		name := strconv.Itoa(n)
		if open == '{' {
			name, _ = rawjson.Text(r.text, i)
			colon := rawjson.Space(r.text, rawjson.End(r.text, i))
			i = rawjson.Space(r.text, colon+1)
		}
		r.at = append(r.at, name)
		if open == '{' && r.matches(name) {
			i = r.blank(i)
		} else {
			i = r.value(i)
		}
		r.at = r.at[:len(r.at)-1]
		i = rawjson.Space(r.text, i)
	}
	return i + 1
}

// blank puts what says nothing in the place of the value that starts at i, and returns the end of that.
func (r *redactor) blank(i int) int {
	for _, name := range r.at {
		r.long += len(name) + 1
	}
	if r.long <= maxRecorded {
		var at schema.Pointer
		for _, name := range r.at {
			at = at.Child(name)
		}
		r.paths = append(r.paths, string(at))
	}
	r.out = append(r.out, r.text[r.copied:i]...)
	r.copied = rawjson.End(r.text, i)
	blank := "0"
	switch r.text[i] {
	case '{':
		blank = "{}"
	case '[':
		blank = "[]"
	case '"':
		blank = `"[redacted]"`
	case 't', 'f':
		blank = "false"
	case 'n':
		blank = "null"
	}
	r.out = append(r.out, blank...)
	return r.copied
}
