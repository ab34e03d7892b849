package openapi

import (
	"bytes"
	"strings"
)

// Sniff reports whether a text is an OpenAPI or Swagger document, of whatever version: a JSON or YAML object with a version
// in openapi or swagger. It reads members at the top only and decodes nothing, so text that is broken further down passes.
func Sniff(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if body := bytes.TrimLeft(text, " \t\r\n"); len(body) > 0 && body[0] == '{' {
		return sniffJSON(body[1:])
	}
	return sniffYAML(text)
}

// sniffJSON looks at the members of an object, behind its brace.
func sniffJSON(b []byte) bool {
	for {
		b = bytes.TrimLeft(b, " \t\r\n,")
		if len(b) == 0 || b[0] != '"' {
			return false
		}
		end := quoted(b)
		name := b[:end]
		b = bytes.TrimLeft(b[end:], " \t\r\n")
		if len(b) == 0 || b[0] != ':' {
			return false
		}
		b = bytes.TrimLeft(b[1:], " \t\r\n")
		end = value(b)
		if end == 0 {
			return false
		}
		if isMarker(string(bytes.Trim(name, `"`))) && isVersion(string(b[:end])) {
			return true
		}
		b = b[end:]
	}
}

// quoted returns the length of the string that a text begins with.
func quoted(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// value returns the length of the value that a text begins with. Braces and brackets are counted together: whether they
// fit each other is not asked here.
func value(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			if i += quoted(b[i:]) - 1; depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + min(depth, 0)
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(b)
}

// sniffYAML looks at the lines that begin as far left as the first one that says anything.
func sniffYAML(text []byte) bool {
	indent := -1
	for line := range bytes.Lines(text) {
		s := strings.TrimRight(string(line), " \t\r\n")
		rest := strings.TrimLeft(s, " ")
		switch {
		case rest == "", rest[0] == '#', strings.HasPrefix(s, "%"):
			continue
		case s == "---" || strings.HasPrefix(s, "--- "):
			if indent >= 0 {
				return false // the next document
			}
			continue
		case indent < 0:
			indent = len(s) - len(rest)
		}
		if len(s)-len(rest) != indent {
			continue
		}
		name, version, ok := strings.Cut(rest, ":")
		version, _, _ = strings.Cut(version, " #")
		if ok && isMarker(strings.Trim(name, `"' `)) && isVersion(version) {
			return true
		}
	}
	return false
}

func isMarker(name string) bool { return name == "openapi" || name == "swagger" }

// isVersion reports whether a value can be meant as a version: a text or number that begins with a digit. Whether it is one
// that can be read is for Import to say.
func isVersion(value string) bool {
	value = strings.Trim(strings.Trim(value, " \t\r\n"), `"'`)
	return value != "" && len(value) < 32 && value[0] >= '0' && value[0] <= '9' && !strings.ContainsAny(value, "{}[]")
}
