package request

import (
	"fmt"
	"strings"
)

// A template is a path with its variables filled in, encoded.
type template struct{ path, query string }

// A filling gives the variables of a template their values. Blame says whose fault an empty one is.
type filling struct {
	value func(name string, inQuery bool) (string, error)
	blame func(name string, err error) error
}

// fill replaces the {variables} of a path template. Documents also put a query or a fragment into their paths, to tell
// operations apart: the query is sent, the fragment is not.
func fill(text string, f *filling) (t template, err error) {
	path, _, _ := outside(text, '#')
	path, query, _ := outside(path, '?')
	var out strings.Builder
	for more := true; more; {
		var segment string
		segment, path, more = outside(path, '/')
		s, last, err := f.replace(segment, false)
		if err != nil {
			return t, fmt.Errorf("path %s: %w", quote(text), err)
		}
		if s == "" && segment != "" {
			return t, f.blame(last, fmt.Errorf("an empty value would lead to another path than %s", quote(text)))
		}
		out.WriteString(dots(s))
		if more {
			out.WriteByte('/')
		}
	}
	if t.path = out.String(); !strings.HasPrefix(t.path, "/") {
		t.path = "/" + t.path
	}
	if t.query, _, err = f.replace(query, true); err != nil {
		return t, fmt.Errorf("path %s: %w", quote(text), err)
	}
	return t, nil
}

// outside cuts a template at a character that does not stand in a variable.
func outside(text string, at byte) (before, after string, found bool) {
	in := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '{':
			in = true
		case c == '}':
			in = false
		case c == at && !in:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// replace fills in a part of a template and returns the last variable in it.
func (f *filling) replace(text string, inQuery bool) (filled, last string, err error) {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		out.WriteString(keep(before, "?#[]"))
		if !ok {
			return out.String(), last, nil
		}
		if last, text, ok = strings.Cut(rest, "}"); !ok {
			return "", "", fmt.Errorf("{%s has no end", clip(last))
		}
		s, err := f.value(last, inQuery)
		if err != nil {
			return "", "", err
		}
		out.WriteString(s)
	}
}

// dots encodes a segment that would lead upwards, or nowhere. Some servers take what follows a semicolon off a segment
// before they look at it.
func dots(segment string) string {
	name, _, _ := strings.Cut(segment, ";")
	if name != "." && name != ".." {
		return segment
	}
	return strings.ReplaceAll(name, ".", "%2E") + segment[len(name):]
}
