package trial

import (
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// A value is a JSON value of an instance. Values are never changed once made, so that thousands of instances, which differ
// in one place, share the rest.
type value struct {
	kind   schema.Kind
	raw    string // the text of a scalar
	fields []field
	items  []*value
	weight int // about how much work it is to write and to judge: perValue for each value, and more for long texts
}

const (
	perValue  = 16
	perWeight = 32      // bytes of text that weigh 1
	maxWeight = 1 << 16 // of an instance that is tried
)

type field struct {
	name  string
	value *value
}

// scalar makes a value of a kind that has no parts from its text, which is kept as it is: 1 and 1.0 are both worth trying.
func scalar(kind schema.Kind, raw string) *value {
	return &value{kind: kind, raw: raw, weight: perValue + len(raw)/perWeight}
}

func null() *value             { return scalar(schema.Null, "null") }
func boolean(b bool) *value    { return scalar(schema.Bool, strconv.FormatBool(b)) }
func number(raw string) *value { return scalar(schema.Number, raw) }
func text(s string) *value     { return scalar(schema.String, quoted(s)) }

// Parts are shared, so that a small tree can stand for a text without end: weights stop growing before they overflow.
func heavier(weight, by int) int { return min(weight+by, 1<<40) }

func array(items ...*value) *value {
	v := &value{kind: schema.Array, items: items, weight: perValue}
	for _, item := range items {
		v.weight = heavier(v.weight, item.weight)
	}
	return v
}

func object(fields ...field) *value {
	v := &value{kind: schema.Object, fields: fields, weight: perValue}
	for _, f := range fields {
		v.weight = heavier(v.weight, f.value.weight+len(f.name)/perWeight)
	}
	return v
}

// quoted returns the JSON text of a string.
func quoted(s string) string { return string(schema.NewString(s).Raw()) }

// appendName writes a name. Those of nearly all schemas need no escapes, and instances repeat them very often.
func appendName(dst []byte, name string) []byte {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			return append(dst, quoted(name)...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, name...)
	return append(dst, '"')
}

// valueOf copies data of a document, in its spelling.
func valueOf(n *schema.Node) *value {
	switch n.Kind() {
	case schema.Object:
		fields := make([]field, 0, n.Len())
		for name, m := range n.Members() {
			fields = append(fields, field{name, valueOf(m)})
		}
		return object(fields...)
	case schema.Array:
		items := make([]*value, 0, n.Len())
		for _, item := range n.Items() {
			items = append(items, valueOf(item))
		}
		return array(items...)
	}
	return scalar(n.Kind(), string(n.Raw()))
}

// append writes the JSON text.
func (v *value) append(dst []byte) []byte {
	switch v.kind {
	case schema.Object:
		dst = append(dst, '{')
		for i, f := range v.fields {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendName(dst, f.name)
			dst = append(dst, ':')
			dst = f.value.append(dst)
		}
		return append(dst, '}')
	case schema.Array:
		dst = append(dst, '[')
		for i, item := range v.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.append(dst)
		}
		return append(dst, ']')
	}
	return append(dst, v.raw...)
}

// with returns v with one member more, or another value for it. A v that is no object counts as an empty one.
func (v *value) with(name string, member *value) *value {
	fields := make([]field, 0, len(v.fields)+1)
	found := false
	for _, f := range v.fields {
		if f.name == name {
			f.value, found = member, true
		}
		fields = append(fields, f)
	}
	if !found {
		fields = append(fields, field{name, member})
	}
	return object(fields...)
}

// without returns v with a member less.
func (v *value) without(name string) *value {
	return object(slices.DeleteFunc(slices.Clone(v.fields), func(f field) bool { return f.name == name })...)
}

// withItem returns v with another item i. What is missing in front of it is filled with nulls.
func (v *value) withItem(i int, item *value) *value {
	items := slices.Clone(v.items)
	for len(items) <= i {
		items = append(items, null())
	}
	items[i] = item
	return array(items...)
}

// withoutItem returns v with an item less.
func (v *value) withoutItem(i int) *value {
	return array(slices.Delete(slices.Clone(v.items), i, i+1)...)
}

// text returns the value of a string.
func (v *value) text() (string, bool) {
	if v.kind != schema.String {
		return "", false
	}
	n, err := schema.Parse([]byte(v.raw))
	if err != nil {
		return "", false
	}
	return n.Text()
}

// same reports whether two values have the same text, which is enough to keep items of a list apart.
func (v *value) same(w *value) bool {
	return v.kind == w.kind && string(v.append(nil)) == string(w.append(nil))
}
