package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// An edit changes the schema s in its own way number i, and reports whether it has that many ways. Edits reach the
// schemas of a document by schema.Walk, which is not what the verifier uses.
type edit struct {
	name  string
	apply func(s *schema.Node, i int) bool
}

// edited returns a copy of root in which the edit was applied to schema number site; ok is false if there is no such
// schema or the edit has no such way there.
func edited(root *schema.Node, e edit, site, i int) (out *schema.Node, ok bool) {
	out = root.Clone()
	var target *schema.Node
	k := 0
	_ = schema.Walk(out, func(s *schema.Site) error {
		if k == site {
			target = s.Schema
		}
		k++
		return nil
	})
	if target.Kind() != schema.Object {
		return nil, false
	}
	return out, e.apply(target, i)
}

func sites(root *schema.Node) (n int) {
	_ = schema.Walk(root, func(*schema.Site) error { n++; return nil })
	return n
}

func value(text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return n
}

var informing = []string{"$comment", "title", "description", "default", "examples", "example", "readOnly", "writeOnly", "deprecated"}

// meaningful returns the names of the members that are no annotations.
func meaningful(s *schema.Node) (names []string) {
	for name := range s.Members() {
		if !slices.Contains(informing, name) && name != "$schema" {
			names = append(names, name)
		}
	}
	return names
}

func nthOf(names []string, i int) (string, bool) {
	if i >= len(names) {
		return "", false
	}
	return names[i], true
}

// part returns member or item number i of the values of the keywords of s that are maps or arrays.
func part(s *schema.Node, kind schema.Kind, i int) (keyword string, holder *schema.Node, index int, ok bool) {
	for _, keyword := range meaningful(s) {
		holder := s.Get(keyword)
		if holder.Kind() != kind {
			continue
		}
		// The members of other objects are those of a schema, and can be annotations.
		if kind == schema.Object && !slices.Contains([]string{"properties", "patternProperties", "dependentSchemas", "dependentRequired",
			"dependencies", "$defs", "definitions", "x-mcp-part"}, keyword) {
			continue
		}
		if i < holder.Len() {
			return keyword, holder, i, true
		}
		i -= holder.Len()
	}
	return "", nil, 0, false
}

func names(n *schema.Node) (out []string) {
	for name := range n.Members() {
		out = append(out, name)
	}
	return out
}

func items(n *schema.Node) (out []*schema.Node) {
	for _, item := range n.Items() {
		out = append(out, item)
	}
	return out
}

func rename(s *schema.Node, from, to string) bool {
	old := s.Get(from)
	if old == nil || s.Get(to) != nil {
		return false
	}
	s.Delete(from)
	s.Set(to, old)
	return true
}

// setter gives a keyword that is not there a value.
func setter(keyword, text string) edit {
	return edit{"add " + keyword + " " + text, func(s *schema.Node, i int) bool {
		if i > 0 || s.Get(keyword) != nil {
			return false
		}
		s.Set(keyword, value(text))
		return true
	}}
}

// harmful edits change, or may change, what is accepted.
func harmful() []edit {
	out := []edit{
		{"drop a keyword", func(s *schema.Node, i int) bool {
			name, ok := nthOf(meaningful(s), i)
			return ok && s.Delete(name)
		}},
		{"drop a member of a map", func(s *schema.Node, i int) bool {
			_, holder, k, ok := part(s, schema.Object, i)
			return ok && holder.Delete(names(holder)[k])
		}},
		{"rename a member of a map", func(s *schema.Node, i int) bool {
			_, holder, k, ok := part(s, schema.Object, i)
			return ok && rename(holder, names(holder)[k], names(holder)[k]+"x")
		}},
		{"replace a member of a map", func(s *schema.Node, i int) bool {
			_, holder, k, ok := part(s, schema.Object, i/2)
			if ok {
				holder.Set(names(holder)[k], value([]string{`false`, `{"type":"null","minimum":77}`}[i%2]))
			}
			return ok
		}},
		{"drop an item", func(s *schema.Node, i int) bool {
			_, holder, k, ok := part(s, schema.Array, i)
			if ok {
				holder.SetItems(slices.Delete(items(holder), k, k+1))
			}
			return ok
		}},
		{"replace an item", func(s *schema.Node, i int) bool {
			_, holder, k, ok := part(s, schema.Array, i)
			if ok {
				all := items(holder)
				all[k] = value(`"another"`)
				if all[k].Kind() != holder.Item(k).Kind() {
					all[k] = value(`{"const":"another"}`)
				}
				holder.SetItems(all)
			}
			return ok
		}},
		{"add an item", func(s *schema.Node, i int) bool {
			keyword, ok := nthOf([]string{"required", "enum", "anyOf", "allOf", "oneOf", "prefixItems"}, i)
			if !ok || s.Get(keyword).Kind() != schema.Array {
				return ok && i < 6 && func() bool { s.Set("x-changed", value(`1`)); return true }()
			}
			more := `{"const":"one more"}`
			if keyword == "required" {
				more = `"one more"`
			}
			s.Get(keyword).SetItems(append(items(s.Get(keyword)), value(more)))
			return true
		}},
		{"repeat an item", func(s *schema.Node, i int) bool {
			_, holder, k, ok := part(s, schema.Array, i)
			if ok {
				holder.SetItems(append(items(holder), holder.Item(k)))
			}
			return ok
		}},
		{"exchange branches", func(s *schema.Node, i int) bool {
			keyword, holder, k, ok := part(s, schema.Array, i)
			if !ok || k == 0 || keyword == "enum" || keyword == "required" || keyword == "type" || schema.Equal(holder.Item(k), holder.Item(k-1)) {
				s.Set("x-changed", value(`1`)) // so that the ways behind this one are counted on
				return ok
			}
			all := items(holder)
			all[k], all[k-1] = all[k-1], all[k]
			holder.SetItems(all)
			return true
		}},
		{"change a scalar", func(s *schema.Node, i int) bool {
			name, ok := nthOf(meaningful(s), i/2)
			if !ok {
				return false
			}
			v := s.Get(name)
			switch text, _ := v.Text(); v.Kind() {
			case schema.Number: // by one, in either direction, in a spelling of its own
				s.Set(name, value(plus(v, []int{1, -1}[i%2])))
			case schema.String:
				s.Set(name, schema.NewString([]string{text + "x", "x" + text}[i%2]))
			case schema.Bool:
				s.Set(name, value(map[string]string{"true": "false", "false": "true"}[string(v.Raw())]))
			default:
				s.Set(name, value([]string{`null`, `"x"`}[i%2]))
			}
			return true
		}},
		{"change a constant deep inside", func(s *schema.Node, i int) bool {
			v := s.Get("const")
			if i > 0 || v.Kind() != schema.Object {
				return false
			}
			v.Set("title", value(`"changed"`))
			return true
		}},
		{"lose an unknown keyword's inside", func(s *schema.Node, i int) bool {
			v := s.Get("x-mcp-part")
			return i == 0 && v != nil && v.Delete("title")
		}},
	}
	for _, pair := range [][2]string{{"anyOf", "oneOf"}, {"oneOf", "anyOf"}, {"allOf", "anyOf"}, {"if", "not"}, {"minimum", "exclusiveMinimum"},
		{"exclusiveMaximum", "maximum"}, {"const", "default"}, {"enum", "examples"}, {"properties", "patternProperties"}, {"items", "contains"}} {
		out = append(out, edit{"rename " + pair[0] + " to " + pair[1], func(s *schema.Node, i int) bool {
			return i == 0 && rename(s, pair[0], pair[1])
		}})
	}
	for _, more := range [][2]string{{"additionalProperties", `false`}, {"required", `["title"]`}, {"minLength", `1`}, {"maximum", `0`}, {"type", `"null"`},
		{"const", `null`}, {"not", `{}`}, {"format", `"date"`}, {"pattern", `""`}, {"nullable", `true`}, {"$anchor", `"new"`}, {"$id", `"#new"`},
		{"items", `true`}, {"unevaluatedProperties", `false`}, {"if", `true`}, {"x-unknown", `{}`}, {"minContains", `0`}} {
		out = append(out, setter(more[0], more[1]))
	}
	return out
}

// plus returns a number that is larger by d, by appending to the spelling of small ones.
func plus(v *schema.Node, d int) string {
	var f float64
	if _, err := fmt.Sscan(string(v.Raw()), &f); err != nil {
		return "0.5"
	}
	return fmt.Sprint(f + float64(d))
}

// harmless edits change nothing about what is accepted, in any document that has no reference into an annotation.
func harmless() []edit {
	out := []edit{
		{"strip annotations", func(s *schema.Node, i int) bool {
			for _, name := range informing {
				s.Delete(name)
			}
			return i == 0
		}},
		{"set an annotation", func(s *schema.Node, i int) bool {
			if i >= len(informing) {
				return false
			}
			text := map[string]string{"examples": `[{"$id":"x","type":"null"}]`, "default": `{"title":{"required":[]}}`, "example": `null`,
				"readOnly": `true`, "writeOnly": `true`, "deprecated": `true`}[informing[i]]
			if text == "" {
				text = `"Changed. \u00e9"`
			}
			s.Set(informing[i], value(text))
			return true
		}},
		{"reverse members", func(s *schema.Node, i int) bool {
			all := names(s)
			slices.Reverse(all)
			for _, name := range all {
				v := s.Get(name)
				s.Delete(name)
				s.Set(name, v)
			}
			return i == 0
		}},
		{"reverse a set", func(s *schema.Node, i int) bool {
			name, ok := nthOf([]string{"required", "enum", "type"}, i)
			if ok && s.Get(name).Kind() == schema.Array {
				all := items(s.Get(name))
				slices.Reverse(all)
				s.Get(name).SetItems(all)
			}
			return ok
		}},
		{"respell", func(s *schema.Node, i int) bool {
			if i > 0 {
				return false
			}
			for _, name := range meaningful(s) {
				s.Set(name, respelled(s.Get(name)))
			}
			return true
		}},
		{"add an unreachable definition", func(s *schema.Node, i int) bool {
			keyword, ok := nthOf([]string{"$defs", "definitions"}, i)
			if !ok {
				return false
			}
			if s.Get(keyword).Kind() != schema.Object {
				s.Set(keyword, schema.NewObject())
			}
			s.Get(keyword).Set("never used", value(`{"$ref":"#","type":"object","properties":{"title":{}}}`))
			return true
		}},
	}
	for keyword, text := range map[string]string{"minItems": `0`, "minLength": `0.0`, "minProperties": `0e1`, "uniqueItems": `false`, "required": `[]`,
		"dependentRequired": `{}`, "dependentSchemas": `{}`, "dependencies": `{}`, "patternProperties": `{}`, "properties": `{}`, "$defs": `{}`, "definitions": `{}`} {
		out = append(out, setter(keyword, text))
	}
	slices.SortFunc(out, func(a, b edit) int { return strings.Compare(a.name, b.name) }) // the map has no order
	return out
}

// respelled returns the same JSON value with other spellings.
func respelled(n *schema.Node) *schema.Node {
	switch n.Kind() {
	case schema.Object:
		out := schema.NewObject()
		for name, v := range n.Members() {
			out.Set(name, respelled(v))
		}
		return out
	case schema.Array:
		var all []*schema.Node
		for _, v := range n.Items() {
			all = append(all, respelled(v))
		}
		return schema.NewArray(all...)
	case schema.Number:
		if raw := string(n.Raw()); !strings.ContainsAny(raw, ".eE") {
			return value(raw + ".00e0")
		}
		return n
	case schema.String:
		s, _ := n.Text()
		var b strings.Builder
		for _, r := range s {
			if r < 0x10000 {
				fmt.Fprintf(&b, `\u%04X`, r)
			} else {
				b.WriteRune(r)
			}
		}
		return value(`"` + b.String() + `"`)
	}
	return n
}
