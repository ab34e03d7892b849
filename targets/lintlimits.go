package targets

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// whole looks at what is true of a catalog and of none of its tools alone.
func (r *linting) whole(j judge) {
	var tools []*subject
	for _, t := range r.tools {
		if !j.strict || t.strict {
			tools = append(tools, t)
		}
	}
	for _, k := range j.constraints {
		limit, unit, ok := k.limit()
		part, n := "", 0
		switch k.rule.Check + " " + k.rule.Of {
		case "document duplicate-tools":
			r.duplicateTools(j.consumer, k, tools)
			continue
		case "limit tools":
			n = len(tools)
		case "limit instructions":
			part, n = partInstructions, size(r.catalog.Instructions, unit)
		case "limit optional-parameters", "limit union-parameters":
			for _, t := range tools {
				if t.input == nil || t.input.err != nil {
					continue
				}
				sums := t.input.size()
				if k.rule.Of == "union-parameters" {
					n += sums.unions
				} else {
					n += sums.optional
				}
			}
		}
		if ok && n > limit {
			r.hit(j.consumer, k, nil, part, place{n: n, max: limit})
		}
	}
}

// duplicateTools reports each tool whose name an earlier one has. Tools without a name, such as those that are built
// into an API, are told apart by something else.
func (r *linting) duplicateTools(c *consumer, k *constraint, tools []*subject) {
	seen := make(map[string]bool, len(tools))
	for _, t := range tools {
		if t.Name != "" && seen[t.Name] {
			r.hit(c, k, t, partName, place{found: listed([]string{t.Name}, true)})
		}
		seen[t.Name] = true
	}
}

// limit returns the largest number that a constraint accepts and what it counts in. It is the client's where the
// constraint names one; ok is false if nothing is known of that.
func (k *constraint) limit() (limit int, unit string, ok bool) {
	limit, unit = k.rule.Max, k.rule.Unit
	if unit == "" {
		unit = "chars"
	}
	if k.client == nil {
		return limit, unit, k.rule.Check == "limit"
	}
	p := &k.client.p
	switch {
	case k.rule.Of == "tools" && p.Tools != nil:
		return p.Tools.Max, unit, true
	case k.rule.Of == "tool-name" && p.Name != nil && p.Name.Max > 0:
		return p.Name.Max, p.Name.Unit, true
	case k.rule.Of == "description" && p.Description != nil && p.Description.Max > 0:
		return p.Description.Max, p.Description.Unit, true
	case k.rule.Of == "instructions" && p.Instructions != nil && p.Instructions.Max > 0:
		return p.Instructions.Max, p.Instructions.Unit, true
	case k.rule.Of == "input" && p.Schema != nil && p.Schema.Budget > 0:
		return p.Schema.Budget, "bytes", true
	}
	return 0, unit, false
}

// wireName returns the name of a tool as the client of a constraint sends it, before it cuts it.
func (r *linting) wireName(k *constraint, tool string) string {
	if k.client == nil {
		return strings.ReplaceAll(k.rule.Prefix, "{server}", r.server) + tool
	}
	rule := k.client.p.Name
	n := rule.of(r.server)
	return rule.Whole.clean(n.prefixed(n.put(rule.Format, tool)), rule.Unit)
}

// limits looks at the sizes of one tool.
func (r *linting) limits(c *consumer, k *constraint, tool *subject) {
	limit, unit, ok := k.limit()
	if !ok {
		return
	}
	over := func(part string, n int) {
		if n > limit {
			r.hit(c, k, tool, part, place{n: n, max: limit})
		}
	}
	switch k.rule.Of {
	case "tool-name":
		if name := r.wireName(k, tool.Name); size(name, unit) > limit {
			r.hit(c, k, tool, partName, place{found: listed([]string{name}, true), n: size(name, unit), max: limit})
		}
	case "description":
		over(partDescription, size(tool.Description, unit))
	}
	if tool.input == nil || tool.input.err != nil {
		return
	}
	h := &hits{limit: r.places}
	switch k.rule.Of {
	case "input":
		over(partInput, size(string(tool.Input.AppendPlain(nil)), unit))
	case "properties":
		over(partInput, tool.input.size().properties)
	case "levels":
		over(partInput, tool.input.size().levels)
	case "enum-values":
		over(partInput, tool.input.size().enumValues)
	case "texts":
		over(partInput, tool.input.size().texts)
	case "enum-text":
		for _, e := range tool.input.size().enums {
			if e.values > k.rule.From && e.chars > limit {
				h.add(func() place { return place{at: e.at.At().Child("enum"), n: e.chars, max: limit} })
			}
		}
	case "parameter-description":
		for _, s := range tool.input.sites {
			text, _ := s.Schema.Get("description").Text()
			if n := size(text, unit); s.Up != nil && n > limit {
				h.add(func() place { return place{at: s.At().Child("description"), n: n, max: limit} })
			}
		}
	}
	r.report(c, k, tool, partInput, h)
}

// texts looks at names and patterns.
func (k *constraint) texts(d *document, h *hits) {
	for _, s := range d.sites {
		text, at := s.Name, schema.Pointer("")
		switch k.rule.Of {
		case "property-name", "parameter-name":
			if s.Keyword != "properties" || k.rule.Of == "parameter-name" && s.Up.Up != nil {
				continue
			}
		case "pattern", "reference":
			keyword := k.rule.Of
			if keyword == "reference" {
				keyword = "$ref"
			}
			var ok bool
			if text, ok = s.Schema.Get(keyword).Text(); !ok {
				continue
			}
			at = at.Child(keyword)
		}
		if !k.accepts(text) {
			h.add(func() place { return place{at: s.At() + at, found: listed([]string{text}, true)} })
		}
	}
}

// accepts reports whether a text is as the patterns of the constraint want it.
func (k *constraint) accepts(text string) bool {
	return (k.pattern == nil || k.pattern.MatchString(text)) && (k.refuse == nil || !k.refuse.MatchString(text))
}

// unexpected returns the members of a schema that a constraint does not allow.
func (k *constraint) unexpected(n *schema.Node) []string {
	var words []string
	for name := range n.Members() {
		if !allowed(k.rule.Allow, name) && !slices.Contains(words, name) {
			words = append(words, name)
		}
		if len(words) > 100 {
			break // so many are as good as all
		}
	}
	return words
}
