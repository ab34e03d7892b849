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
	paths []string // of what was taken out
}

// redact returns a text in which every value whose name matches one of the globs, in any case of letters, is one of the same
// kind that says nothing, and the pointers to what was taken out. All other bytes are the same. The text is valid JSON, and
// so is what is returned.
func redact(text []byte, globs []string) ([]byte, []string) {
	if len(globs) == 0 {
		return text, nil
	}
	r := &redactor{text: text}
	for _, g := range globs {
		r.globs = append(r.globs, strings.ToLower(g))
	}
	at := rawjson.Space(text, 0)
	out := append([]byte{}, text[:at]...)
	out = r.value(out, at, "", 0)
	return append(out, text[rawjson.End(text, at):]...), r.paths
}

func (r *redactor) matches(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(r.globs, func(g string) bool {
		ok, _ := path.Match(g, name)
		// A star is every name, those with a slash in them too.
		return ok || g == "*" || g == name
	})
}

// value appends the value that starts at i, without what is to be taken out of it.
func (r *redactor) value(out []byte, i int, at schema.Pointer, depth int) []byte {
	end := rawjson.End(r.text, i)
	if depth > maxRedactDepth {
		return r.blank(out, i, at)
	}
	last := i
	one := func(from int, p schema.Pointer, hide bool) {
		out = append(out, r.text[last:from]...)
		if hide {
			out = r.blank(out, from, p)
		} else {
			out = r.value(out, from, p, depth+1)
		}
		last = rawjson.End(r.text, from)
	}
	switch r.text[i] {
	case '{':
		for name, from := range rawjson.Members(r.text, i) {
			one(from, at.Child(name), r.matches(name))
		}
	case '[':
		n := 0
		for from := range rawjson.Items(r.text, i) {
			one(from, at.Child(strconv.Itoa(n)), false)
			n++
		}
	}
	return append(out, r.text[last:end]...)
}

// blank appends what stands for a value that is taken out.
func (r *redactor) blank(out []byte, i int, at schema.Pointer) []byte {
	r.paths = append(r.paths, string(at))
	switch r.text[i] {
	case '{':
		return append(out, "{}"...)
	case '[':
		return append(out, "[]"...)
	case '"':
		return append(out, `"[redacted]"`...)
	case 't', 'f':
		return append(out, "false"...)
	case 'n':
		return append(out, "null"...)
	}
	return append(out, '0')
}
