package hf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A vocabulary of a quarter of a million entries is read by these functions, which know that the bytes
// are valid JSON, because decoding it into a map takes several times as long and hides repeated names.

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the end of the string that starts at i.
func skipString(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skipValue returns the end of the value that starts at i.
func skipValue(b []byte, i int) int {
	for depth := 0; ; {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '[', '{':
			depth++
			i++
		case ']', '}':
			depth--
			i++
		case ',', ':', ' ', '\n', '\t', '\r':
			i++
			continue // more is to come, as depth is above 0
		default:
			for i < len(b) && !bytes.ContainsRune([]byte(",:]} \n\t\r"), rune(b[i])) {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

// members yields the names, as spelled, and values of an object; nothing if raw is none.
func members(raw []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		i := skipSpace(raw, 0)
		if i == len(raw) || raw[i] != '{' {
			return
		}
		for i = skipSpace(raw, i+1); raw[i] != '}'; {
			end := skipString(raw, i)
			name := raw[i:end]
			i = skipSpace(raw, skipSpace(raw, end)+1)
			end = skipValue(raw, i)
			if !yield(name, raw[i:end]) {
				return
			}
			if i = skipSpace(raw, end); raw[i] == ',' {
				i = skipSpace(raw, i+1)
			}
		}
	}
}

// elements yields the members of an array with their index; nothing if raw is none.
func elements(raw []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		i := skipSpace(raw, 0)
		if i == len(raw) || raw[i] != '[' {
			return
		}
		n := 0
		for i = skipSpace(raw, i+1); raw[i] != ']'; n++ {
			end := skipValue(raw, i)
			if !yield(n, raw[i:end]) {
				return
			}
			if i = skipSpace(raw, end); raw[i] == ',' {
				i = skipSpace(raw, i+1)
			}
		}
	}
}

// objectMembers returns the named members of an object; null counts as absent. A member that is there
// twice is an error, because readers differ in which one they take.
func objectMembers(raw []byte, names ...string) (map[string][]byte, error) {
	if !isObject(raw) {
		return nil, errors.New("it is not an object")
	}
	found := map[string][]byte{}
	seen := map[string]bool{}
	for quoted, value := range members(raw) {
		name, err := unquote(nil, quoted)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(names, string(name)) {
			continue
		}
		if seen[string(name)] {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		seen[string(name)] = true
		if string(value) != "null" {
			found[string(name)] = value
		}
	}
	return found, nil
}

func isObject(raw []byte) bool {
	i := skipSpace(raw, 0)
	return i < len(raw) && raw[i] == '{'
}

// unquote appends the text of a JSON string to dst.
func unquote(dst, quoted []byte) ([]byte, error) {
	if len(quoted) < 2 || quoted[0] != '"' {
		return dst, fmt.Errorf("%s is not a string", clip(string(quoted)))
	}
	if bytes.IndexByte(quoted, '\\') < 0 {
		return append(dst, quoted[1:len(quoted)-1]...), nil
	}
	var s string
	if err := json.Unmarshal(quoted, &s); err != nil {
		return dst, err
	}
	if strings.ContainsRune(s, '\ufffd') && !bytes.Contains(bytes.ToLower(quoted), []byte(`\ufffd`)) && !bytes.ContainsRune(quoted, '\ufffd') {
		return dst, fmt.Errorf("%s holds half of a surrogate pair", clip(string(quoted)))
	}
	return append(dst, s...), nil
}

// strict decodes a small part of a file; members that v does not have are errors, because they may change
// what the part does.
func strict(raw []byte, v any) error {
	if !isObject(raw) {
		return errors.New("it is not an object")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return fmt.Errorf("%s: a %s is not what belongs there", wrong.Field, wrong.Value)
		}
		if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			return fmt.Errorf("member %s is not known", name)
		}
		return err
	}
	return nil
}
