package request

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// deepest bounds how far deepObject nests: each leaf repeats the names above it, so depth multiplies the length.
const deepest = 32

// A pair is one name=value, both encoded.
type pair struct{ name, value string }

// delimiters are what stands between items in the styles that join them.
func delimiter(style string) (string, bool) {
	switch style {
	case "spaceDelimited":
		return " ", true
	case "pipeDelimited":
		return "|", true
	case "tsv":
		return "\t", true
	}
	return ",", false
}

// scalar returns the text of a string, a number (as it is spelled) or a boolean.
func scalar(n *schema.Node) (string, bool) {
	switch n.Kind() {
	case schema.String:
		return n.Text()
	case schema.Number, schema.Bool:
		return string(n.Raw()), true
	}
	return "", false
}

// vacant reports whether RFC 6570 calls a value undefined (section 3.2.1): null, and lists without members.
func vacant(n *schema.Node) bool {
	switch n.Kind() {
	case schema.Null:
		return true
	case schema.Array:
		return n.Len() == 0
	case schema.Object:
		for _, v := range n.Members() {
			if v.Kind() != schema.Null {
				return false
			}
		}
		return true
	}
	return false
}

// texts returns the items of an array, which must be scalars: there is no style for others, and leaving null out would
// move those behind it.
func texts(n *schema.Node, encode func(string) string) ([]string, error) {
	list := make([]string, 0, n.Len())
	for i, item := range n.Items() {
		s, ok := scalar(item)
		if !ok {
			return nil, fmt.Errorf("item %d is %s, for which the style has no form", i, a(item))
		}
		list = append(list, encode(s))
	}
	return list, nil
}

// members returns names and values of an object in turn, without those that are null.
func members(n *schema.Node, name, encode func(string) string) ([]pair, error) {
	list := make([]pair, 0, n.Len())
	for key, value := range n.Members() {
		if value.Kind() == schema.Null {
			continue
		}
		s, ok := scalar(value)
		if !ok {
			return nil, fmt.Errorf("member %s is %s, for which the style has no form", quote(key), a(value))
		}
		list = append(list, pair{name(key), encode(s)})
	}
	return list, nil
}

// join puts a separator between items. One that holds the separator would arrive as two.
func join(items []string, separator string) (string, error) {
	for i, s := range items {
		if strings.Contains(s, separator) {
			return "", fmt.Errorf("item %d holds the separator of the style", i)
		}
	}
	return strings.Join(items, separator), nil
}

// flat is how the styles that do not explode write an object: names and values in turn.
func flat(pairs []pair) []string {
	list := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		list = append(list, p.name, p.value)
	}
	return list
}

// assign joins name and value of each pair with an equals sign.
func assign(pairs []pair) ([]string, error) {
	list := make([]string, 0, len(pairs))
	for _, p := range pairs {
		if strings.Contains(p.name, "=") {
			return nil, errors.New("a member name holds the separator of the style")
		}
		list = append(list, p.name+"="+p.value)
	}
	return list, nil
}

// spread is for the places that have names: query, cookies and forms. Names are encoded by name, values by encode.
//
// Scalars look the same in all styles, those included that the specification leaves undefined for them: documents give
// deepObject to values that can be an object or a scalar. Arrays in deepObject, also undefined, are numbered:
// a[0]=x&a[1]=y, which alone keeps arrays of objects together.
func spread(b *Binding, n *schema.Node, name, encode func(string) string) ([]pair, error) {
	own := name(b.Name)
	// A scalar needs no separator, so all styles agree on it.
	if s, ok := scalar(n); ok {
		return []pair{{own, encode(s)}}, nil
	}
	style, explode := b.Style, b.Explode
	switch style {
	case "":
		style, explode = "form", true
	case "form", "cookie", "spaceDelimited", "pipeDelimited", "tsv":
	case "deepObject":
		return deep(nil, own, n, name, encode, 0)
	default:
		return nil, fmt.Errorf("style %s has no form here", quote(b.Style))
	}
	// A comma is a delimiter of its own and stays; the others may not stand in a URL and are encoded, as the newer tables
	// of the specification show them.
	separator, delimited := delimiter(style)
	if delimited {
		separator = encode(separator)
	}
	switch {
	case n.Kind() == schema.Array && explode:
		list, err := texts(n, encode)
		if err != nil {
			return nil, err
		}
		pairs := make([]pair, len(list))
		for i, s := range list {
			pairs[i] = pair{own, s}
		}
		return pairs, nil
	case n.Kind() == schema.Array:
		list, err := texts(n, encode)
		if err != nil {
			return nil, err
		}
		s, err := join(list, separator)
		return []pair{{own, s}}, err
	case n.Kind() == schema.Object && explode && delimited:
		return nil, fmt.Errorf("style %s has no exploded form of an object", quote(b.Style))
	case n.Kind() == schema.Object && explode:
		return members(n, name, encode)
	case n.Kind() == schema.Object:
		pairs, err := members(n, name, encode)
		if err != nil {
			return nil, err
		}
		s, err := join(flat(pairs), separator)
		return []pair{{own, s}}, err
	}
	return nil, fmt.Errorf("the value is %s, for which the style has no form", a(n))
}

// deep appends the pairs of deepObject. Inner values that are null or empty are left out.
func deep(pairs []pair, own string, n *schema.Node, name, encode func(string) string, depth int) ([]pair, error) {
	if s, ok := scalar(n); ok {
		return append(pairs, pair{own, encode(s)}), nil
	}
	if depth == deepest {
		return nil, fmt.Errorf("the value is nested deeper than %d levels", deepest)
	}
	var err error
	for key, value := range n.Members() {
		if strings.ContainsAny(key, "[]") {
			return nil, fmt.Errorf("member name %s holds a bracket, which ends a name in this style", quote(key))
		}
		if pairs, err = deep(pairs, own+name("[")+name(key)+name("]"), value, name, encode, depth+1); err != nil {
			return nil, err
		}
	}
	for i, value := range n.Items() {
		if value.Kind() == schema.Null {
			return nil, fmt.Errorf("item %d is null, for which the style has no form", i)
		}
		if pairs, err = deep(pairs, own+name("[")+strconv.Itoa(i)+name("]"), value, name, encode, depth+1); err != nil {
			return nil, err
		}
	}
	return pairs, nil
}

// expand is for the places without names, paths and headers.
func expand(b *Binding, n *schema.Node, encode func(string) string) (string, error) {
	style, explode := b.Style, b.Explode
	if style == "" {
		style, explode = "simple", false
	}
	// What stands in front, and between exploded and other items.
	prefix, apart, between := "", ",", ","
	switch style {
	case "simple":
	case "label":
		prefix, apart = ".", "."
	case "matrix":
		return matrix(b, n, encode)
	case "spaceDelimited", "pipeDelimited", "tsv": // Swagger 2 has them in all places
		between, _ = delimiter(style)
		between = encode(between)
		apart = between
	default:
		return "", fmt.Errorf("style %s has no form here", quote(b.Style))
	}
	if !explode {
		apart = between
	}
	if s, ok := scalar(n); ok {
		return prefix + encode(s), nil
	}
	list, err := items(n, explode, encode)
	if err != nil {
		return "", err
	}
	s, err := join(list, apart)
	return prefix + s, err
}

// items returns what is joined for an array or an object.
func items(n *schema.Node, explode bool, encode func(string) string) ([]string, error) {
	if n.Kind() == schema.Array {
		return texts(n, encode)
	}
	pairs, err := members(n, encode, encode)
	if err != nil {
		return nil, err
	}
	if explode {
		return assign(pairs)
	}
	return flat(pairs), nil
}

// matrix is the path-style expansion of RFC 6570, section 3.2.7: an empty value has no equals sign.
func matrix(b *Binding, n *schema.Node, encode func(string) string) (string, error) {
	put := func(name, value string) string {
		if value == "" {
			return ";" + name
		}
		return ";" + name + "=" + value
	}
	own := escape(b.Name)
	if s, ok := scalar(n); ok {
		return put(own, encode(s)), nil
	}
	if !b.Explode {
		list, err := items(n, false, encode)
		if err != nil {
			return "", err
		}
		s, err := join(list, ",")
		return put(own, s), err
	}
	var s strings.Builder
	if n.Kind() == schema.Array {
		list, err := texts(n, encode)
		for _, item := range list {
			s.WriteString(put(own, item))
		}
		return s.String(), err
	}
	pairs, err := members(n, escape, encode)
	for _, p := range pairs {
		s.WriteString(put(p.name, p.value))
	}
	return s.String(), err
}
