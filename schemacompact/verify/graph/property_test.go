package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

// twins draws two spellings of the same schema. Definitions are collected, under names of their own on either side.
type twins struct {
	t    *rapid.T
	defs [2][]string
}

func (w *twins) pick(of string, n int) int { return rapid.IntRange(0, n-1).Draw(w.t, of) }

func (w *twins) yes() bool { return rapid.Bool().Draw(w.t, "yes") }

// schema draws the two spellings of a schema of some depth.
func (w *twins) schema(depth int) (a, b string) {
	if depth == 0 {
		a, b = w.leaf()
	} else {
		switch w.pick("shape", 7) {
		case 0, 1:
			a, b = w.object(depth)
		case 2:
			a, b = w.array(depth)
		case 3, 4:
			a, b = w.branches(depth)
		case 5:
			x, y := w.schema(depth - 1)
			a, b = `{"not":`+x+`}`, `{"not":`+y+`}`
		default:
			a, b = w.leaf()
		}
	}
	return w.disguise(a), w.disguise(b)
}

// disguise spells a schema in another way.
func (w *twins) disguise(s string) string {
	switch w.pick("disguise", 12) {
	case 0:
		return `{"allOf":[` + s + `]}`
	case 1:
		return `{"anyOf":[` + s + `,false]}`
	case 2:
		return `{"allOf":[{"title":"x"},` + s + `,` + s + `]}`
	case 3:
		return `{"oneOf":[` + s + `]}`
	case 4:
		return `{"not":{"not":` + s + `}}`
	case 5:
		return `{"if":true,"then":` + s + `}`
	case 6:
		side := w.pick("side", 2) // references of both sides go to one list, so that any side can use any
		w.defs[side] = append(w.defs[side], s)
		return fmt.Sprintf(`{"$ref":"#/$defs/%c%d","description":"d"}`, 'x'+side, len(w.defs[side])-1)
	}
	return s
}

// join is a schema of the members in any order.
func (w *twins) join(members ...string) string {
	members = slices.DeleteFunc(slices.Clone(members), func(m string) bool { return m == "" })
	if len(members) == 0 {
		return "{}"
	}
	return "{" + strings.Join(rapid.Permutation(members).Draw(w.t, "members"), ",") + "}"
}

func (w *twins) leaf() (string, string) {
	one := func(s string) (string, string) { return s, s }
	n := w.pick("n", 4)
	switch w.pick("leaf", 12) {
	case 0:
		return `{"const":` + strconv.Itoa(n) + `}`, `{"enum":[` + strconv.Itoa(n) + `.0]}`
	case 1:
		return `{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}`, w.join(`"type":["null","string"]`, `"minLength":1`)
	case 2:
		return `{"enum":["a",1,null]}`, `{"oneOf":[{"const":null},{"enum":["a"]},{"const":1}]}`
	case 3:
		return `{"type":"integer","minimum":` + strconv.Itoa(n) + `}`, `{"allOf":[{"type":"number","multipleOf":1},{"exclusiveMinimum":` + strconv.Itoa(n-1) + `,"type":["integer","string"]}]}`
	case 4:
		return `{"type":"number","maximum":2}`, `{"anyOf":[{"type":"integer","exclusiveMaximum":3},{"type":"number","maximum":2}]}`
	case 5:
		return one(w.join(`"type":"string"`, `"maxLength":`+strconv.Itoa(n), `"pattern":"^a"`))
	case 6:
		return `{"type":["boolean","null"]}`, `{"enum":[null,false,true]}`
	case 7:
		return one(`{"type":"` + []string{"null", "string", "integer", "object"}[n] + `"}`)
	case 8:
		return `{}`, `true`
	case 9:
		return one(`{"minimum":1}`)
	case 10:
		return `{"type":"string","format":"date","minItems":3}`, `{"type":"string","format":"date"}`
	}
	return `false`, `{"not":{"minLength":0}}`
}

func (w *twins) object(depth int) (string, string) {
	var a, b, all []string
	var left, right []string // members of either side
	for _, name := range []string{"a", "b"}[:1+w.pick("names", 2)] {
		x, y := w.schema(depth - 1)
		a, b = append(a, fmt.Sprintf("%q:%s", name, x)), append(b, fmt.Sprintf("%q:%s", name, y))
		all = append(all, strconv.Quote(name))
	}
	left, right = append(left, `"properties":{`+strings.Join(a, ",")+`}`), append(right, `"properties":{`+strings.Join(b, ",")+`}`)
	if w.yes() {
		required := `"required":[` + strings.Join(all, ",") + `]`
		left, right = append(left, required), append(right, required, `"minProperties":1`, `"dependentRequired":{"a":["a"]}`)
	}
	switch w.pick("rest", 4) {
	case 0:
		left, right = append(left, `"additionalProperties":false`), append(right, `"additionalProperties":{"not":{}}`)
	case 1:
		x, y := w.schema(depth - 1)
		left, right = append(left, `"additionalProperties":`+x), append(right, `"additionalProperties":`+y)
	case 2:
		left = append(left, `"additionalProperties":true`)
	}
	if w.yes() {
		return w.join(append(left, `"type":"object"`)...), `{"allOf":[{"type":"object"},` + w.join(right...) + `]}`
	}
	return w.join(left...), w.join(right...)
}

func (w *twins) array(depth int) (string, string) {
	x, y := w.schema(depth - 1)
	switch w.pick("array", 4) {
	case 0:
		return w.join(`"prefixItems":[`+x+`]`, `"items":false`), w.join(`"prefixItems":[`+y+`,{}]`, `"maxItems":1`)
	case 1:
		return w.join(`"contains":`+x, `"uniqueItems":true`), w.join(`"contains":`+y, `"minContains":1`, `"uniqueItems":true`)
	}
	return w.join(`"items":`+x, `"type":"array"`), w.join(`"items":`+y, `"type":["array"]`, `"minItems":0`)
}

func (w *twins) branches(depth int) (string, string) {
	var a, b []string
	for range 1 + w.pick("branches", 3) {
		x, y := w.schema(depth - 1)
		a, b = append(a, x), append(b, y)
	}
	b = rapid.Permutation(b).Draw(w.t, "order")
	op := []string{"anyOf", "allOf", "oneOf"}[w.pick("op", 3)]
	if op != "oneOf" && w.yes() {
		b = append(b, b[0])
	}
	return `{"` + op + `":[` + strings.Join(a, ",") + `]}`, `{"` + op + `":[` + strings.Join(b, ",") + `]}`
}

// document puts the definitions beside a schema.
func (w *twins) document(s string) string {
	var defs []string
	for side, list := range w.defs {
		for i, d := range list {
			defs = append(defs, fmt.Sprintf(`"%c%d":%s`, 'x'+side, i, d))
		}
	}
	return `{"$defs":{` + strings.Join(defs, ",") + `},"allOf":[` + s + `]}`
}

// instances are all small values of a few names and scalars.
func instances(t testing.TB) []*validate.Instance {
	t.Helper()
	scalars := []string{`null`, `true`, `false`, `0`, `1`, `1.0`, `2`, `3`, `-1`, `0.5`, `2.5`, `""`, `"a"`, `"ab"`, `"b"`, `"abcd"`}
	texts := append(slices.Clone(scalars), `[]`, `{}`)
	for _, v := range append(slices.Clone(scalars), `[1]`, `{"a":1}`, `[]`, `{}`, `{"a":"a","b":null}`) {
		texts = append(texts, `[`+v+`]`, `{"a":`+v+`}`, `{"b":`+v+`}`, `{"c":`+v+`}`, `{"a":{"a":`+v+`}}`, `[[`+v+`]]`)
		for _, u := range []string{`null`, `1`, `"a"`, `{}`, `{"a":1}`} {
			texts = append(texts, `[`+v+`,`+u+`]`, `{"a":`+v+`,"b":`+u+`}`)
		}
	}
	var out []*validate.Instance
	for _, text := range texts {
		v, err := validate.Decode([]byte(text), validate.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// agree fails if an instance tells two documents apart.
func agree(t *rapid.T, all []*validate.Instance, a, b string) {
	opt := &validate.Options{Format: validate.Ignore}
	first, err := validate.Compile([]byte(a), opt)
	if err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	second, err := validate.Compile([]byte(b), opt)
	if err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	for _, v := range all {
		x, err1 := first.AcceptsDecoded(v)
		y, err2 := second.AcceptsDecoded(v)
		if err1 == nil && err2 == nil && x != y {
			t.Fatalf("%s and %s are proved equal, and an instance tells them apart: %+v", a, b, v)
		}
	}
}

// Two spellings of a schema are proved equal, and a validator agrees.
func TestTwins(t *testing.T) {
	t.Parallel()
	all := instances(t)
	rapid.Check(t, func(t *rapid.T) {
		w := &twins{t: t}
		a, b := w.schema(2)
		a, b = w.document(a), w.document(b)
		ok, o := equalTexts(t, a, b)
		if !ok {
			t.Fatalf("%s and %s are not proved equal: %v", a, b, o)
		}
		agree(t, all, a, b)
	})
}

func equalTexts(t *rapid.T, a, b string) (bool, *Obstacle) {
	var graphs [2]*Graph
	for i, text := range []string{a, b} {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var o *Obstacle
		if graphs[i], o = Read(n, Draft2020, nil); o != nil {
			return false, o
		}
	}
	return Equal(graphs[0], graphs[1], nil)
}

// After a random edit a schema is proved equal only if no instance tells it apart.
func TestEdits(t *testing.T) {
	t.Parallel()
	all := instances(t)
	rapid.Check(t, func(t *rapid.T) {
		w := &twins{t: t}
		a, b := w.schema(2)
		a, b = w.document(a), w.document(b)
		n, err := schema.Parse([]byte(b))
		if err != nil {
			t.Fatal(err)
		}
		edit(t, n)
		b = string(n.Append(nil))
		if ok, _ := equalTexts(t, a, b); ok {
			agree(t, all, a, b)
		}
	})
}

// edit changes something anywhere, whatever it means.
func edit(t *rapid.T, root *schema.Node) {
	var all []*schema.Node
	var walk func(n *schema.Node)
	walk = func(n *schema.Node) {
		if n.Len() > 0 {
			all = append(all, n)
		}
		for _, v := range n.Members() {
			walk(v)
		}
		for _, v := range n.Items() {
			walk(v)
		}
	}
	walk(root)
	n := rapid.SampledFrom(all).Draw(t, "where")
	i := rapid.IntRange(0, n.Len()-1).Draw(t, "which")
	if n.Kind() == schema.Array {
		var items []*schema.Node
		for j, v := range n.Items() {
			if j != i {
				items = append(items, v)
			}
		}
		n.SetItems(items)
		return
	}
	j := 0
	for name, v := range n.Members() {
		if j++; j <= i {
			continue
		}
		swap := map[string]string{"anyOf": "oneOf", "oneOf": "anyOf", "allOf": "anyOf", "minimum": "exclusiveMinimum", "const": "default", "items": "contains", "if": "not"}
		to, text := swap[name], "false"
		switch k := rapid.IntRange(0, 3).Draw(t, "how"); {
		case k == 0 && to != "" && n.Get(to) == nil:
			n.Delete(name)
			n.Set(to, v)
		case k == 1 && v.Kind() == schema.Number:
			n.Set(name, mustParse("2"))
		case k == 2 && (v.Kind() == schema.Object || v.Kind() == schema.Bool):
			n.Set(name, mustParse(text))
		default:
			n.Delete(name)
		}
		return
	}
}

func mustParse(text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return n
}
