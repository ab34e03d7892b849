package request

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// encode writes a value in a media type. A string in a format other than JSON is that format already.
func encode(contentType string, n *schema.Node, encoding string) ([]byte, error) {
	k := kindOf(contentType)
	if k == jsonText {
		return n.Append(nil), nil
	}
	if s, ok := n.Text(); ok {
		return decode(s, encoding)
	}
	if n.Kind() == schema.Null {
		return nil, fmt.Errorf("null has no form in %s", quote(contentType))
	}
	switch {
	case k == yamlText: // of which JSON is a part
		return n.Append(nil), nil
	case k == text && n.Kind() != schema.Array && n.Kind() != schema.Object:
		return n.Raw(), nil
	case k == form && n.Kind() == schema.Object:
		s, err := urlencoded(whole(n, nil))
		return []byte(s), err
	case (k == jsonLines || k == jsonSeq) && n.Kind() == schema.Array:
		var dst []byte
		for _, item := range n.Items() {
			if k == jsonSeq {
				dst = append(dst, 0x1e)
			}
			dst = append(item.Append(dst), '\n')
		}
		return dst, nil
	case k == jsonLines || k == jsonSeq:
		return nil, fmt.Errorf("a body of %s is made of an array or of text, and not of %s", quote(contentType), a(n))
	}
	return nil, fmt.Errorf("a body of %s is sent as the text that is given, and %s is none; give it as a string", quote(contentType), a(n))
}

// decode returns the bytes that a string stands for. Both alphabets of base64 are taken, with or without padding and
// line breaks: models write either.
func decode(s, encoding string) ([]byte, error) {
	switch strings.ToLower(encoding) {
	case "":
		return []byte(s), nil
	case "base64", "base64url":
	default:
		return nil, fmt.Errorf("encoding %s is not known", quote(encoding))
	}
	s = strings.NewReplacer("-", "+", "_", "/", "\r", "", "\n", "", " ", "", "\t", "").Replace(s)
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
	if err != nil {
		return nil, errors.New("the text is not base64")
	}
	return data, nil
}

// content writes a parameter that has a media type instead of a style.
func content(contentType string, n *schema.Node) (string, error) {
	data, err := encode(concrete(contentType), n, "")
	return string(data), err
}

// partType is the media type of one property of a form, by its kind where the document says nothing.
func partType(of *Binding, n *schema.Node) string {
	switch {
	case of.ContentType != "":
		return concrete(of.ContentType)
	case of.Encoding != "":
		return "application/octet-stream"
	case n.Kind() == schema.Array || n.Kind() == schema.Object:
		return "application/json"
	}
	return "text/plain"
}

// byContent reports whether the media type says how a value is written. A style goes before it, as the Encoding Object
// has it.
func (b *Binding) byContent() bool { return b.ContentType != "" && b.Style == "" }

// omitted reports whether there is nothing to write of a value outside of JSON.
func omitted(of *Binding, n *schema.Node) bool {
	if of.byContent() {
		return n.Kind() == schema.Null && kindOf(concrete(of.ContentType)) != jsonText
	}
	return vacant(n)
}

// split returns what goes on the wire one by one: the items of an array, or the value.
func split(n *schema.Node) []*schema.Node {
	if n.Kind() != schema.Array {
		return []*schema.Node{n}
	}
	list := make([]*schema.Node, 0, n.Len())
	for _, item := range n.Items() {
		list = append(list, item)
	}
	return list
}

// object writes properties as JSON, in their order and spelling.
func object(fields []field) []byte {
	dst := []byte{'{'}
	for i, f := range fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(schema.NewString(f.of.Name).Append(dst), ':')
		dst = f.value.Append(dst)
	}
	return append(dst, '}')
}

// urlencoded writes properties as application/x-www-form-urlencoded. Those without a style or a content type go by their
// kind, as the Encoding Object says: objects as JSON, arrays as one pair for each item.
func urlencoded(fields []field) (string, error) {
	var list []string
	for _, f := range fields {
		escaped := escapeForm
		if f.of.AllowReserved {
			escaped = keepInQuery
		}
		pairs, err := formPairs(f, escaped)
		if err != nil {
			return "", inProperty(f.of, err)
		}
		for _, p := range pairs {
			list = append(list, p.name+"="+p.value)
		}
	}
	return strings.Join(list, "&"), nil
}

// formPairs returns the pairs of one property. Unlike a style, a media type that the document names is taken to be that
// of the whole value, lists included: without it a list of scalars would be a pair for each item anyhow.
func formPairs(f field, escaped func(string) string) ([]pair, error) {
	if f.of.Style != "" {
		return named(f.of, f.value, escapeForm, escaped)
	}
	own := escapeForm(f.of.Name)
	values := split(f.value)
	switch {
	case f.of.ContentType == "" && f.value.Kind() == schema.Object: // {} is JSON like any other
	case omitted(f.of, f.value) && (f.of.Required || f.of.AllowEmpty):
		return []pair{{own, ""}}, nil
	case omitted(f.of, f.value):
		return nil, nil
	case f.of.ContentType != "": // given for the value, which is one text then
		values = []*schema.Node{f.value}
	}
	pairs := make([]pair, 0, len(values))
	for _, n := range values {
		data, err := encode(partType(f.of, n), n, f.of.Encoding)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{own, escaped(string(data))})
	}
	return pairs, nil
}

// inProperty says which property of a form an error is about.
func inProperty(of *Binding, err error) error {
	if of.Argument != "" {
		return argument(of, err)
	}
	return fmt.Errorf("property %s: %w", quote(of.Name), err)
}
