package yamltext

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/schema-bench/schema-bench/schema"
)

// writer writes YAML nodes as JSON and remembers which line every value came from.
type writer struct {
	opt   Options
	json  []byte
	marks []mark
	nodes int // values still allowed; aliases are expanded, so a small document can be a huge value
}

type mark struct{ offset, line int }

func (w *writer) value(n *yaml.Node, depth int) error {
	switch w.nodes--; {
	case w.nodes < 0:
		return &Error{Line: n.Line, Err: &schema.LimitError{What: "number of values, aliases expanded,", Max: w.opt.Limits.Nodes}}
	case depth > w.opt.Limits.Depth:
		return &Error{Line: n.Line, Err: &schema.LimitError{What: "nesting depth", Max: w.opt.Limits.Depth}}
	case len(w.json) > w.opt.Limits.Bytes:
		return &Error{Line: n.Line, Err: &schema.LimitError{What: "number of bytes, aliases expanded,", Max: w.opt.Limits.Bytes}}
	}
	w.marks = append(w.marks, mark{len(w.json), n.Line})
	switch n.Kind {
	case yaml.AliasNode:
		return w.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		w.json = append(w.json, '[')
		for i, item := range n.Content {
			if i > 0 {
				w.json = append(w.json, ',')
			}
			if err := w.value(item, depth+1); err != nil {
				return err
			}
		}
		w.json = append(w.json, ']')
		return nil
	case yaml.MappingNode:
		return w.mapping(n, depth)
	}
	w.scalar(n)
	return nil
}

func (w *writer) mapping(n *yaml.Node, depth int) error {
	pairs, err := w.pairs(n, depth)
	if err != nil {
		return err
	}
	w.json = append(w.json, '{')
	for i, p := range pairs {
		if i > 0 {
			w.json = append(w.json, ',')
		}
		w.marks = append(w.marks, mark{len(w.json), p.line})
		w.string(p.name)
		w.json = append(w.json, ':')
		if err := w.value(p.value, depth+1); err != nil {
			return err
		}
	}
	w.json = append(w.json, '}')
	return nil
}

type pair struct {
	name  string
	value *yaml.Node
	line  int
}

// pairs returns the members of a mapping; those of merge keys stand where the merge key does, and give way to the
// mapping's own.
func (w *writer) pairs(n *yaml.Node, depth int) ([]pair, error) {
	own := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		for hops := 0; key.Kind == yaml.AliasNode && hops < w.opt.Limits.Depth; hops++ {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode:
			return nil, &Error{Line: key.Line, Err: errors.New("a member name is a list or a mapping, which JSON does not have")}
		case key.ShortTag() == "!!merge":
		case !own[key.Value]:
			own[key.Value] = true
		case !w.opt.Duplicates:
			return nil, &Error{Line: key.Line, Err: fmt.Errorf("%w %q", schema.ErrDuplicateName, clip(key.Value)), Duplicate: key.Value}
		}
	}
	var pairs []pair
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		for hops := 0; key.Kind == yaml.AliasNode && hops < w.opt.Limits.Depth; hops++ {
			key = key.Alias
		}
		if key.ShortTag() != "!!merge" {
			pairs = append(pairs, pair{key.Value, value, key.Line})
			continue
		}
		merged, err := w.merged(value, depth+1)
		if err != nil {
			return nil, err
		}
		for _, p := range merged {
			if !own[p.name] {
				own[p.name] = true
				pairs = append(pairs, p)
			}
		}
	}
	return pairs, nil
}

// merged returns the members that the value of a merge key stands for: those of a mapping or of several.
func (w *writer) merged(n *yaml.Node, depth int) ([]pair, error) {
	if w.nodes--; depth > w.opt.Limits.Depth || w.nodes < 0 {
		return nil, &Error{Line: n.Line, Err: errors.New("merge keys are nested too deep or too many")}
	}
	switch n.Kind {
	case yaml.AliasNode:
		return w.merged(n.Alias, depth+1)
	case yaml.MappingNode:
		w.nodes -= len(n.Content)
		return w.pairs(n, depth+1)
	case yaml.SequenceNode:
		var all []pair
		for _, item := range n.Content {
			pairs, err := w.merged(item, depth+1)
			if err != nil {
				return nil, err
			}
			all = append(all, pairs...)
		}
		return all, nil
	}
	return nil, &Error{Line: n.Line, Err: errors.New("a merge key stands for a mapping or a list of mappings")}
}

func (w *writer) string(s string) { w.json = schema.NewString(s).Append(w.json) }

func (w *writer) scalar(n *yaml.Node) {
	switch n.ShortTag() {
	case "!!null":
		w.json = append(w.json, "null"...)
		return
	case "!!bool":
		w.json = append(w.json, strings.ToLower(n.Value)...)
		return
	case "!!int", "!!float":
		if number, ok := jsonNumber(n.Value); ok {
			w.json = append(w.json, number...)
			return
		}
	}
	w.string(n.Value)
}

// jsonNumber spells a YAML number as JSON. What JSON has no number for, such as .inf, is none.
func jsonNumber(s string) (string, bool) {
	if isJSONNumber(s) {
		return s, true
	}
	plain := strings.ReplaceAll(s, "_", "")
	if i, ok := new(big.Int).SetString(plain, 0); ok {
		return i.String(), true
	}
	sign := ""
	if plain != "" && (plain[0] == '-' || plain[0] == '+') {
		sign, plain = strings.TrimPrefix(plain[:1], "+"), plain[1:]
	}
	if strings.HasPrefix(plain, ".") {
		plain = "0" + plain
	}
	whole, rest, point := strings.Cut(plain, ".")
	if trimmed := strings.TrimLeft(whole, "0"); trimmed != whole && whole != "" {
		whole = trimmed
		if whole == "" || whole[0] < '0' || whole[0] > '9' {
			whole = "0" + whole
		}
	}
	plain = sign + whole
	if point && (rest == "" || rest[0] < '0' || rest[0] > '9') {
		plain += rest // 1. and 1.e3 have no digits behind the point
	} else if point {
		plain += "." + rest
	}
	return plain, isJSONNumber(plain)
}

func isJSONNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	n, err := schema.Parse([]byte(s))
	return err == nil && n.Kind() == schema.Number && len(n.Raw()) == len(s)
}

// clip shortens a name for an error text.
func clip(s string) string {
	if r := []rune(s[:min(len(s), 800)]); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}
