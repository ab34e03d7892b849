package schemacompact

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// describeContext is what the prose rules may know of the schema around a description.
func describeContext(w *work, s *schema.Site) proseContext {
	typ, _ := s.Schema.Get("type").Text()
	has := func(keywords ...string) bool {
		return slices.ContainsFunc(keywords, func(k string) bool { return s.Schema.Get(k) != nil })
	}
	limits := []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"}
	var bounds []string
	for _, k := range limits {
		if v := s.Schema.Get(k); v.Kind() == schema.Number {
			bounds = append(bounds, string(v.Raw()))
		}
	}
	return proseContext{
		name:       w.nameOf(s),
		around:     w.namesAround(s),
		typ:        typ,
		hasEnum:    has("enum", "const"),
		hasFormat:  has("format"),
		hasPattern: has("pattern"),
		itemsTell:  itemsTell(s.Schema),
		hasDefault: has("default") && !w.losesDefaults,
		hasBound:   has(limits...),
		bounds:     bounds,
		siblings:   w.siblings(s),
		presence:   presence(s),
	}
}

// presence says whether a property is required.
func presence(s *schema.Site) string {
	if s.Up == nil || s.Keyword != "properties" {
		return ""
	}
	for _, item := range s.Up.Schema.Get("required").Items() {
		if name, ok := item.Text(); ok && name == s.Name {
			return "required"
		}
	}
	return "optional"
}

// itemsTell reports whether the items of an array are numbers, booleans or values from a list.
func itemsTell(n *schema.Node) bool {
	items := n.Get("items")
	kind, _ := items.Get("type").Text()
	return items.Get("enum") != nil || kind == "integer" || kind == "number" || kind == "boolean"
}

// eachDescription calls f for every schema that has a text and that no reference leads into.
func (p *pass) eachDescription(f func(w *work, s *schema.Site, text string)) {
	p.eachSchema(func(w *work, s *schema.Site) {
		value := s.Schema.Get("description")
		if text, ok := value.Text(); ok && strings.TrimSpace(text) != "" && !w.doc.Pinned(value) {
			f(w, s, text)
		}
	})
}

// dropEchoDescriptions drops descriptions that have no word which the parameter's name, those of the parameters around
// it or the tool's do not have, and those that only give the name of a generated type.
func dropEchoDescriptions(p *pass) {
	memo := newProseMemo()
	p.eachDescription(func(w *work, s *schema.Site, text string) {
		if namesItsType(text) {
			w.drop(s, "description")
			return
		}
		if s.Keyword != "properties" {
			return
		}
		if memo.echoesName(text, append([]string{s.Name}, w.namesAround(s)...)...) {
			w.drop(s, "description")
		}
	})
}

func dropLinkTargets(p *pass) {
	p.eachDescription(func(w *work, s *schema.Site, text string) {
		if plain := unlink(text); plain != text {
			w.retext(s, "description", "cut", plain)
		}
	})
}

func cutDescriptions(p *pass) {
	memo := newProseMemo()
	p.eachDescription(func(w *work, s *schema.Site, text string) {
		if len(memo.split(text)) < 2 {
			return // nothing to cut, whatever stands around it
		}
		ctx := describeContext(w, s)
		ctx.memo = memo
		if kept, cuts := cutProse(text, ctx); len(cuts) > 0 {
			w.retext(s, "description", "cut", kept)
		}
	})
}

// foldDefaults drops a default that the description states. One that it does not state moves there if the bytes
// become fewer; the keyword is often the shorter way to say it.
func foldDefaults(p *pass) {
	p.eachDescription(func(w *work, s *schema.Site, text string) {
		value := s.Schema.Get("default")
		if value == nil || w.doc.Pinned(value) {
			return
		}
		raw := value.Append(nil)
		folded, ok := foldDefault(text, string(raw))
		if !ok {
			return
		}
		grows := len(schema.NewString(folded).Raw()) - len(schema.NewString(text).Raw())
		if grows >= len(`,"default":`)+len(raw) {
			return
		}
		if w.drop(s, "default") && folded != text {
			w.retext(s, "description", "fold", folded)
		}
	})
}

func dropDefaults(p *pass) {
	p.eachSchema(func(w *work, s *schema.Site) { w.drop(s, "default") })
}

// sayOnce keeps the first of the parameter descriptions that stand word for word on the same name in several tools,
// for names that have no other description anywhere in the catalog. Text that constrains stays at each parameter, and
// tools that are loaded later do not count: their copy is not in the request.
func sayOnce(p *pass) {
	type said struct {
		text    string
		tools   map[*work]bool
		several bool // descriptions that differ
	}
	names := make(map[string]*said)
	params := func(f func(w *work, s *schema.Site, text string)) {
		p.eachDescription(func(w *work, s *schema.Site, text string) {
			if s.Keyword == "properties" && !w.tool.Deferred() {
				f(w, s, text)
			}
		})
	}
	params(func(w *work, s *schema.Site, text string) {
		n := names[s.Name]
		if n == nil {
			n = &said{text: text, tools: map[*work]bool{}}
			names[s.Name] = n
		}
		n.tools[w] = true
		n.several = n.several || n.text != text
	})
	kept := make(map[string]bool)
	params(func(w *work, s *schema.Site, text string) {
		n := names[s.Name]
		if n.several || len(n.tools) < 2 || isConstraint(text) {
			return
		}
		if kept[s.Name] {
			w.drop(s, "description")
		}
		kept[s.Name] = true
	})
}
