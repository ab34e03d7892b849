package schemacompact

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// mergeConstants writes a union of constants as one enum, and an enum of one value as a constant. A list that has a value
// twice stays: there are validators that refuse the document for it.
func mergeConstants(p *pass) {
	p.eachRewrite(targets.MergeEnum, func(w *work, s *schema.Site) {
		if s.Up == nil {
			return
		}
		for _, keyword := range []string{"anyOf", "oneOf"} {
			if members, ok := w.constants(s, keyword); ok {
				w.rebuild(s, "merge", members)
			}
		}
	})
	p.eachRewrite(targets.EnumToConst, func(w *work, s *schema.Site) {
		list := s.Schema.Get("enum")
		if s.Schema.Get("const") != nil {
			return
		}
		if list.Kind() == schema.Array && list.Len() == 1 && !w.doc.Pinned(list) {
			w.replace(s, "enum", "const", list.Item(0))
		}
		low, high := s.Schema.Get("minimum"), s.Schema.Get("maximum")
		typ, _ := s.Schema.Get("type").Text()
		if typ == "integer" && list == nil && low.Kind() == schema.Number && hasType(low, "integer") && schema.Equal(low, high) {
			w.replace(s, "minimum", "const", low)
			w.drop(s, "maximum")
		}
	})
}

// replace puts a keyword with its value in the place of another.
func (w *work) replace(s *schema.Site, keyword, with string, value *schema.Node) {
	members := parts(s.Schema)
	for i, m := range members {
		if m.name == keyword {
			members[i] = member1(with, value)
		}
	}
	w.rebuild(s, "merge", members)
}

// constants returns the members of a schema with the union of constants that it has under keyword written as an enum.
// Nothing but the values, and a type that all of them have, may stand in a branch: a title says what its value means.
func (w *work) constants(s *schema.Site, keyword string) ([]part, bool) {
	items := w.branches(s, keyword)
	if len(items) < 2 || len(items) > maxValues || s.Schema.Get("enum") != nil || s.Schema.Get("const") != nil {
		return nil, false
	}
	around := typesOf(s.Schema)
	if around == nil && s.Schema.Get("type") != nil {
		return nil, false
	}
	var values []*schema.Node
	var types []string
	typed := 0
	for _, item := range items {
		own, ok := listed(item)
		if !ok {
			return nil, false
		}
		if t := typesOf(item); t != nil {
			if typed++; item.Len() != 2 || !listsOnly(item, t) || around != nil && !within(t, around) {
				return nil, false
			}
			for _, name := range t {
				if !slices.Contains(types, name) {
					types = append(types, name)
				}
			}
		} else if item.Len() != 1 {
			return nil, false
		}
		if len(values)+len(own) > maxValues || repeated(own) {
			return nil, false
		}
		for _, v := range own {
			again := slices.ContainsFunc(values, func(u *schema.Node) bool { return schema.Equal(u, v) })
			if again && keyword == "oneOf" {
				return nil, false // what two branches accept oneOf refuses
			}
			if !again {
				values = append(values, v)
			}
		}
	}
	if typed != 0 && typed != len(items) {
		return nil, false
	}
	var members []part
	for _, m := range parts(s.Schema) {
		if m.name != keyword {
			members = append(members, m)
			continue
		}
		if around == nil && typed > 0 {
			members = append(members, member1("type", typeList(types)))
		}
		members = append(members, member1("enum", schema.NewArray(values...)))
	}
	return members, true
}

func repeated(values []*schema.Node) bool {
	for i, v := range values {
		if slices.ContainsFunc(values[:i], func(u *schema.Node) bool { return schema.Equal(u, v) }) {
			return true
		}
	}
	return false
}

func within(types, around []string) bool {
	return !slices.ContainsFunc(types, func(t string) bool {
		return !slices.Contains(around, t) && !(t == "integer" && slices.Contains(around, "number"))
	})
}
