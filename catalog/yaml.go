package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/schema-bench/schema-bench/schema"
)

// yamlTexts turns the documents of a YAML stream into JSON. Order, numbers of any length and their spelling are kept as
// far as JSON has the same; what JSON has not, dates say, is kept as the string that is written there.
func (r *reader) yamlTexts(b []byte) ([]text, error) {
	w := &yamlWriter{r: r, most: r.opt.Limits.Nodes, depth: r.opt.Limits.Depth}
	if w.most == 0 {
		w.most = 5_000_000
	}
	w.nodes = w.most
	if w.depth == 0 {
		w.depth = 1000
	}
	var spans []span
	for dec := yaml.NewDecoder(bytes.NewReader(b)); ; {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, &ReadError{Err: fmt.Errorf("the document is neither JSON nor YAML: %s", strings.TrimPrefix(err.Error(), "yaml: ")),
				Fix: "JSON starts with { or [: what stands before it is in the way"}
		}
		if len(doc.Content) == 0 || doc.Content[0].ShortTag() == "!!null" {
			continue // a separator with nothing behind it
		}
		from := len(w.json)
		if err := w.value(doc.Content[0], 0); err != nil {
			return nil, err
		}
		spans = append(spans, span{from, len(w.json)})
	}
	if len(spans) == 0 {
		return nil, &ReadError{Err: fmt.Errorf("%w: the document is empty", ErrNoTools), Fix: "check that what was to write it succeeded"}
	}
	texts := make([]text, len(spans))
	for i, s := range spans {
		texts[i] = text{w.json, s, w.pos}
	}
	return texts, nil
}

// yamlWriter writes YAML nodes as JSON and remembers which line every value came from.
type yamlWriter struct {
	r     *reader
	json  []byte
	marks []mark
	most  int // values allowed; aliases are expanded, so a small document can be a huge value
	nodes int // of those, still left
	depth int // allowed
}

type mark struct{ offset, line int }

func (w *yamlWriter) pos(offset int) (line, column int) {
	i := sort.Search(len(w.marks), func(i int) bool { return w.marks[i].offset > offset })
	if i == 0 {
		return 1, 0
	}
	return w.marks[i-1].line, 0
}

func (w *yamlWriter) value(n *yaml.Node, depth int) error {
	switch w.nodes--; {
	case w.nodes < 0:
		return &ReadError{Line: n.Line, Err: &schema.LimitError{What: "number of values, aliases expanded,", Max: w.most}}
	case depth > w.depth:
		return &ReadError{Line: n.Line, Err: &schema.LimitError{What: "nesting depth", Max: w.depth}}
	case len(w.json) > w.r.maxBytes():
		return &ReadError{Line: n.Line, Err: &schema.LimitError{What: "number of bytes, aliases expanded,", Max: w.r.maxBytes()}}
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

func (w *yamlWriter) mapping(n *yaml.Node, depth int) error {
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
func (w *yamlWriter) pairs(n *yaml.Node, depth int) ([]pair, error) {
	own := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		for hops := 0; key.Kind == yaml.AliasNode && hops < w.depth; hops++ {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode:
			return nil, &ReadError{Line: key.Line, Err: errors.New("a member name is a list or a mapping, which JSON does not have")}
		case key.ShortTag() == "!!merge":
		case !own[key.Value]:
			own[key.Value] = true
		case !w.r.opt.Lenient:
			return nil, &ReadError{Line: key.Line, Err: fmt.Errorf("%w %s", schema.ErrDuplicateName, quote(key.Value)),
				Fix: "read it leniently (--lenient) to keep it as it is and have it reported as a problem"}
		}
	}
	var pairs []pair
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		for hops := 0; key.Kind == yaml.AliasNode && hops < w.depth; hops++ {
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
func (w *yamlWriter) merged(n *yaml.Node, depth int) ([]pair, error) {
	if w.nodes--; depth > w.depth || w.nodes < 0 {
		return nil, &ReadError{Line: n.Line, Err: errors.New("merge keys are nested too deep or too many")}
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
	return nil, &ReadError{Line: n.Line, Err: errors.New("a merge key stands for a mapping or a list of mappings")}
}

func (w *yamlWriter) string(s string) { w.json = schema.NewString(s).Append(w.json) }

func (w *yamlWriter) scalar(n *yaml.Node) {
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
