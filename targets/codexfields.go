package targets

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// A codexField is a keyword that Codex keeps, and how it reads the value.
type codexField struct {
	name string
	read func(*schema.Node) (*schema.Node, error)
}

// codexFields are the fields of JsonSchema in codex-rs/tools/src/json_schema/types.rs, in the order in which it writes
// them. The marker for encrypted parameters is left out: a server's own is not one of those that Codex has reviewed.
func codexFields() []codexField {
	return []codexField{
		{"$ref", ofKind(schema.String)},
		{"type", knownTypes},
		{"description", ofKind(schema.String)},
		{"enum", ofKind(schema.Array)},
		{"items", codexKeep},
		{"minItems", whole},
		{"properties", codexMap},
		{"required", stringList},
		{"additionalProperties", func(n *schema.Node) (*schema.Node, error) {
			if n.Kind() == schema.Bool {
				return n, nil
			}
			return codexKeep(n)
		}},
		{"anyOf", codexList},
		{"oneOf", codexList},
		{"allOf", codexList},
		{"$defs", codexMap},
		{"definitions", codexMap},
	}
}

// knownTypes reads a type or a list of them. An unknown one is only met beside a reference or a composition: anywhere else
// it has been replaced.
func knownTypes(n *schema.Node) (*schema.Node, error) {
	want := 1
	if n.Kind() == schema.Array {
		want = n.Len()
	}
	if len(codexKinds(n)) != want {
		return nil, fmt.Errorf("no type: %.40s", n.Append(nil))
	}
	return n, nil
}

// ofKind reads a value of one kind as it is.
func ofKind(k schema.Kind) func(*schema.Node) (*schema.Node, error) {
	return func(n *schema.Node) (*schema.Node, error) {
		if n.Kind() != k {
			return nil, fmt.Errorf("a value of another kind: %.40s", n.Append(nil))
		}
		return n, nil
	}
}

// whole reads a count: a number without sign, fraction and exponent that fits 64 bits.
func whole(n *schema.Node) (*schema.Node, error) {
	if _, err := strconv.ParseUint(string(n.Raw()), 10, 64); err != nil {
		return nil, fmt.Errorf("no count: %.40s", n.Append(nil))
	}
	return n, nil
}

// stringList reads a list of strings.
func stringList(n *schema.Node) (*schema.Node, error) {
	if n.Kind() != schema.Array {
		return nil, fmt.Errorf("no list: %.40s", n.Append(nil))
	}
	for _, item := range n.Items() {
		if item.Kind() != schema.String {
			return nil, fmt.Errorf("no string: %.40s", item.Append(nil))
		}
	}
	return n, nil
}

// codexList reads a list of schemas.
func codexList(n *schema.Node) (*schema.Node, error) {
	if n.Kind() != schema.Array {
		return nil, fmt.Errorf("no list: %.40s", n.Append(nil))
	}
	items := make([]*schema.Node, 0, n.Len())
	for _, item := range n.Items() {
		kept, err := codexKeep(item)
		if err != nil {
			return nil, err
		}
		items = append(items, kept)
	}
	return schema.NewArray(items...), nil
}

// codexMap reads a map of schemas and sorts it by name.
func codexMap(n *schema.Node) (*schema.Node, error) {
	if n.Kind() != schema.Object {
		return nil, fmt.Errorf("no object: %.40s", n.Append(nil))
	}
	values, names := make(map[string]*schema.Node, n.Len()), make([]string, 0, n.Len())
	for name, value := range n.Members() {
		if _, again := values[name]; !again {
			names = append(names, name)
		}
		kept, err := codexKeep(value)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
		values[name] = kept
	}
	slices.Sort(names)
	// An object of that many members by name would cost the square of their number; parsing one does not.
	text := []byte{'{'}
	for i, name := range names {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, schema.NewString(name).Raw()...), ":0"...)
	}
	out, err := schema.Parse(append(text, '}'))
	if err != nil {
		return nil, err
	}
	for name, value := range out.Members() {
		*value = *values[name]
	}
	return out, nil
}
