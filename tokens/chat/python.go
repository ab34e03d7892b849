package chat

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/schema-bench/schema-bench/schema"
)

// The templates are Python: they read the arguments of a call and write them again with json.dumps. What follows
// writes as that does with ensure_ascii=False, since a blank or a digit more is a token more.

// pythonJSON returns the JSON text as json.loads and json.dumps make it: ", " and ": " between tokens, no escapes
// but needed ones, floats by value, the last of duplicate names. ok is false if the text is not JSON.
func pythonJSON(text string) (out string, ok bool, err error) {
	// json.loads refuses the byte order mark that schema.Parse skips.
	if strings.HasPrefix(text, "\ufeff") {
		return "", false, nil
	}
	n, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
	var limit *schema.LimitError
	switch {
	case errors.As(err, &limit):
		return "", false, err
	case err != nil:
		return "", false, nil
	}
	return string(appendPython(nil, n)), true, nil
}

func appendPython(dst []byte, n *schema.Node) []byte {
	switch n.Kind() {
	case schema.Object:
		dst = append(dst, '{')
		last := make(map[string]*schema.Node, n.Len())
		for name, value := range n.Members() {
			last[name] = value
		}
		first := true
		for name := range n.Members() {
			value, left := last[name]
			if !left {
				continue // a duplicate: it stands where its name stood first
			}
			delete(last, name)
			if !first {
				dst = append(dst, ", "...)
			}
			first = false
			dst = append(append(dst, quoted(name)...), ": "...)
			dst = appendPython(dst, value)
		}
		return append(dst, '}')
	case schema.Array:
		dst = append(dst, '[')
		for i, item := range n.Items() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendPython(dst, item)
		}
		return append(dst, ']')
	case schema.Number:
		return append(dst, pythonNumber(string(n.Raw()))...)
	}
	return n.AppendPlain(dst)
}

// pythonNumber spells a JSON number as Python does: integers of any size digit by digit, floats as repr.
func pythonNumber(raw string) string {
	if !strings.ContainsAny(raw, ".eE") {
		if raw == "-0" {
			return "0"
		}
		return raw
	}
	// Python's repr and Go's shortest form have the same digits; they part in when to use an exponent.
	f, _ := strconv.ParseFloat(raw, 64) // out of range is an infinity, in Python too
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	exponent, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exponent < -4 || exponent >= 16 {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// quoted returns a text as a JSON string.
func quoted(s string) string { return string(schema.NewString(s).Raw()) }

// stripped is Python's str.strip.
func stripped(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f })
}

// arguments returns the arguments of a call as a template that was handed the object writes them. What is not JSON
// stays a text.
func arguments(c Call) (text string, isJSON bool, err error) {
	if c.Arguments == "" {
		return "{}", true, nil
	}
	out, ok, err := pythonJSON(c.Arguments)
	if err != nil || !ok {
		return c.Arguments, false, err
	}
	return out, true, nil
}
