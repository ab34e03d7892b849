package validate

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An Instance is a JSON value that was decoded once, to be tried against many schemas. The zero value is null.
type Instance struct {
	value any
	nodes int // values in it, itself included
	size  int // bytes of its text
}

// Decode reads a JSON text. It returns an [InvalidError] for what is no JSON, for names that occur twice in an object and
// for text that is not Unicode, and a [LimitError] for what is beyond the limits.
func Decode(text []byte, limits Limits) (*Instance, error) {
	d := decoder{text: text, limits: limits.orDefault()}
	if len(text) > d.limits.Bytes {
		return nil, &LimitError{Limit: "Bytes", Max: d.limits.Bytes}
	}
	value, err := d.value()
	if err != nil {
		return nil, err
	}
	if d.space(); d.at < len(text) {
		return nil, d.invalid("text behind the value")
	}
	return &Instance{value, d.nodes, len(text)}, nil
}

// A decoder is one pass over a text that checks it and builds the value. The JSON package of the standard library takes
// the last of several equal names, and replaces what is not Unicode: both hide what another reader would see.
type decoder struct {
	text   []byte
	at     int
	nodes  int
	limits Limits
	path   []step // to the value that is read
}

// A step leads to a member or, without a name, to an item.
type step struct {
	name  *string
	index int
}

func (d *decoder) pointer() string {
	tokens := make([]string, len(d.path))
	for i, s := range d.path {
		if s.name != nil {
			tokens[i] = *s.name
		} else {
			tokens[i] = strconv.Itoa(s.index)
		}
	}
	return pointerOf(tokens)
}

// pointerOf joins tokens to a JSON pointer.
func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		b.WriteString(escape(token))
	}
	return b.String()
}

// escape makes a token of a JSON pointer (RFC 6901).
func escape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

func (d *decoder) invalid(reason string) error {
	return &InvalidError{Pointer: d.pointer(), Offset: int64(d.at), Reason: reason}
}

func (d *decoder) limit(name string, limit int) error {
	return &LimitError{Limit: name, Max: limit, Pointer: d.pointer()}
}

func (d *decoder) space() {
	for d.at < len(d.text) && strings.IndexByte(" \t\r\n", d.text[d.at]) >= 0 {
		d.at++
	}
}

// next takes the byte c behind white space, if it is there.
func (d *decoder) next(c byte) bool {
	d.space()
	if d.at < len(d.text) && d.text[d.at] == c {
		d.at++
		return true
	}
	return false
}

// value reads any value, with the white space before it.
func (d *decoder) value() (any, error) {
	d.nodes++
	d.space()
	if d.at == len(d.text) {
		return nil, d.invalid("a value is missing")
	}
	switch c := d.text[d.at]; {
	case c == '{' || c == '[':
		if len(d.path) >= d.limits.Depth {
			return nil, d.limit("Depth", d.limits.Depth)
		}
		d.at++
		if c == '{' {
			return d.object()
		}
		return d.array()
	case c == '"':
		return d.string()
	case c == '-' || '0' <= c && c <= '9':
		return d.number()
	}
	for _, literal := range []struct {
		text  string
		value any
	}{{"true", true}, {"false", false}, {"null", nil}} {
		if bytes.HasPrefix(d.text[d.at:], []byte(literal.text)) {
			d.at += len(literal.text)
			return literal.value, nil
		}
	}
	return nil, d.invalid("this is no JSON value")
}

// object reads what is behind an opening brace.
func (d *decoder) object() (any, error) {
	members := map[string]any{}
	if d.next('}') {
		return members, nil
	}
	for {
		if d.space(); d.at == len(d.text) || d.text[d.at] != '"' {
			return nil, d.invalid("a name is missing")
		}
		start := d.at
		name, err := d.string()
		if err != nil {
			return nil, err
		}
		d.path = append(d.path, step{name: &name})
		if _, ok := members[name]; ok {
			d.at = start
			return nil, d.invalid("the name occurs twice")
		}
		if !d.next(':') {
			return nil, d.invalid("a colon is missing")
		}
		value, err := d.value()
		if err != nil {
			return nil, err
		}
		members[name] = value
		d.path = d.path[:len(d.path)-1]
		if d.next('}') {
			return members, nil
		}
		if !d.next(',') {
			return nil, d.invalid("a comma or a closing brace is missing")
		}
	}
}

// array reads what is behind an opening bracket.
func (d *decoder) array() (any, error) {
	items := []any{}
	if d.next(']') {
		return items, nil
	}
	for {
		d.path = append(d.path, step{index: len(items)})
		item, err := d.value()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		d.path = d.path[:len(d.path)-1]
		if d.next(']') {
			return items, nil
		}
		if !d.next(',') {
			return nil, d.invalid("a comma or a closing bracket is missing")
		}
	}
}

// digits moves over digits and counts them.
func (d *decoder) digits() (n int) {
	for d.at < len(d.text) && '0' <= d.text[d.at] && d.text[d.at] <= '9' {
		d.at++
		n++
	}
	return n
}

// number keeps the spelling, since a float64 would round it. It counts the digits of the number written out: exact
// arithmetic does write it out, once for every comparison.
func (d *decoder) number() (any, error) {
	start := d.at
	if d.text[d.at] == '-' {
		d.at++
	}
	first := d.at
	digits := d.digits()
	if digits == 0 || digits > 1 && d.text[first] == '0' {
		return nil, d.invalid("a number is malformed")
	}
	if d.at < len(d.text) && d.text[d.at] == '.' {
		d.at++
		fraction := d.digits()
		if fraction == 0 {
			return nil, d.invalid("a number is malformed")
		}
		digits += fraction
	}
	if d.at < len(d.text) && d.text[d.at]|0x20 == 'e' {
		d.at++
		if d.at < len(d.text) && (d.text[d.at] == '+' || d.text[d.at] == '-') {
			d.at++
		}
		first := d.at
		if d.digits() == 0 {
			return nil, d.invalid("a number is malformed")
		}
		exponent, err := strconv.Atoi(string(d.text[first:d.at]))
		if err != nil || exponent > d.limits.Digits {
			return nil, d.limit("Digits", d.limits.Digits)
		}
		digits += exponent
	}
	if digits > d.limits.Digits {
		return nil, d.limit("Digits", d.limits.Digits)
	}
	return json.Number(d.text[start:d.at]), nil
}

var errSurrogate = errors.New("half of a surrogate pair stands alone")

// string reads a string whose opening quote is the next byte.
func (d *decoder) string() (string, error) {
	d.at++
	start, plain := d.at, true
	for ; d.at < len(d.text); d.at++ {
		switch c := d.text[d.at]; {
		case c < ' ':
			return "", d.invalid("a control character stands in a string")
		case c == '\\':
			plain = false
			d.at++
		case c == '"':
			raw := d.text[start:d.at]
			d.at++
			if !utf8.Valid(raw) {
				return "", d.invalid("a string is not UTF-8")
			}
			if plain {
				return string(raw), nil
			}
			s, err := unescape(raw)
			if err != nil {
				return "", d.invalid(err.Error())
			}
			return s, nil
		}
	}
	d.at = len(d.text)
	return "", d.invalid("a string has no end")
}

// unescape reads the inside of a string that has escape sequences. Half a pair of surrogates is an error, as it has no UTF-8
// and no two readers agree on what stands for it.
func unescape(raw []byte) (string, error) {
	b := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			b = append(b, raw[i])
			continue
		}
		i++ // there is a byte behind every backslash, or the string would not have ended
		if at := strings.IndexByte(`"\/bfnrt`, raw[i]); at >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[at])
			continue
		}
		r, ok := unit(raw[i-1:])
		if !ok {
			return "", errors.New("an escape sequence is malformed")
		}
		i += 4
		if utf16.IsSurrogate(r) {
			low, _ := unit(raw[i+1:])
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return "", errSurrogate
			}
			i += 6
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b), nil
}

// unit reads one \uXXXX.
func unit(raw []byte) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(n), err == nil
}
