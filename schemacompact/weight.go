package schemacompact

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// dropDialect drops the root's $schema and $id. Both say under which rules and from which base the document is read;
// where neither matters to anything in it they are dead weight.
func dropDialect(p *pass) {
	p.each(func(w *work, d *schema.Document) error {
		root := &schema.Site{Schema: w.tool.Input, Index: -1}
		if root.Schema.Kind() != schema.Object || schema.DialectDependence(d) != nil {
			return nil
		}
		if root.Schema.Get("$schema").Kind() == schema.String {
			w.drop(root, "$schema")
		}
		for _, ref := range d.References {
			if !strings.HasPrefix(ref.Value, "#") {
				return nil // it may be relative to $id, or name it
			}
		}
		if id, ok := root.Schema.Get("$id").Text(); ok && !strings.Contains(id, "#") {
			w.drop(root, "$id")
		}
		return nil
	})
}

// dropNoOps drops keywords that accept everything in every draft and context, where no known reader needs them.
// An empty properties or additionalProperties: true does as little for a validator, but clients and decoders ask for
// the first and close the schema without the second.
func dropNoOps(p *pass) {
	p.eachSchema(func(w *work, s *schema.Site) {
		for _, keyword := range []string{"minLength", "minItems", "minProperties"} {
			if v := s.Schema.Get(keyword); v.Kind() == schema.Number && schema.CanonicalNumber(v.Raw()) == "0e0" {
				w.drop(s, keyword)
			}
		}
		if v, ok := s.Schema.Get("uniqueItems").Bool(); ok && !v {
			w.drop(s, "uniqueItems")
		}
		for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies", "patternProperties"} {
			if v := s.Schema.Get(keyword); v.Kind() == schema.Object && v.Len() == 0 {
				w.drop(s, keyword)
			}
		}
		// Draft 4 does not allow an empty required, and some clients look for one at the root.
		if v := s.Schema.Get("required"); s.Up != nil && v.Kind() == schema.Array && v.Len() == 0 {
			if draft, _, err := schema.DraftOf(w.tool.Input); err == nil && draft != schema.Draft4 {
				w.drop(s, "required")
			}
		}
	})
}

// dropDeadDefinitions drops the definitions that nothing leads to from the root.
func dropDeadDefinitions(p *pass) {
	p.each(func(w *work, d *schema.Document) error {
		if !slices.ContainsFunc(d.Sites, func(s *schema.Site) bool { return s.Schema.Get("$defs") != nil || s.Schema.Get("definitions") != nil }) {
			return nil
		}
		live, err := reachable(d)
		if err != nil || live == nil {
			return err
		}
		dropped := false
		err = schema.Walk(w.tool.Input, func(s *schema.Site) error {
			for _, keyword := range []string{"$defs", "definitions"} {
				if w.dropDead(s, keyword, live) {
					dropped = true
				}
			}
			return nil
		})
		if dropped {
			w.doc, w.sites = nil, nil // what only the dead referred to is free now
		}
		return err
	})
}

// dropDead drops the dead entries of one map of definitions, and the map with its last entry.
func (w *work) dropDead(s *schema.Site, keyword string, live map[*schema.Node]bool) bool {
	defs := s.Schema.Get(keyword)
	if defs.Kind() != schema.Object || s.Up == nil && mayBeMap(s.Schema) {
		return false
	}
	before := defs.Len()
	at := s.At().Child(keyword)
	defs.DeleteFunc(func(name string, def *schema.Node) bool {
		if live[def] {
			return false
		}
		w.edited(func() Edit { return Edit{At: at.Child(name), Op: "drop", Old: string(def.Append(nil))} })
		return true
	})
	if defs.Len() > 0 || live[defs] || s.Schema.Len() == 1 {
		return defs.Len() < before
	}
	w.edited(func() Edit { return Edit{At: at, Op: "drop", Old: "{}"} })
	s.Schema.Delete(keyword)
	return true
}

// reachable returns the nodes that must stay: every schema that is reached from the root without passing through a map
// of definitions, what references lead to from those, and the values around such a target. It returns nil if that
// cannot be told, because a reference is dynamic or leads nowhere.
func reachable(d *schema.Document) (map[*schema.Node]bool, error) {
	from := make(map[*schema.Node][]schema.Reference)
	for _, ref := range d.References {
		from[ref.From.Schema] = append(from[ref.From.Schema], ref)
	}
	schemas := make(map[*schema.Node]bool)
	for _, s := range d.Sites {
		schemas[s.Schema] = true
	}
	live, held := make(map[*schema.Node]bool), make(map[*schema.Node]bool)
	open := []*schema.Node{d.Root}
	known := true
	visit := func(s *schema.Site) error {
		if live[s.Schema] || s.Up != nil && (s.Keyword == "$defs" || s.Keyword == "definitions") {
			return schema.SkipBelow
		}
		live[s.Schema] = true
		// The mapping of a discriminator is read by generators and some clients, as references are.
		for _, value := range s.Schema.Get("discriminator").Get("mapping").Members() {
			if target, ok := value.Text(); ok {
				open = append(open, d.Around(schema.Pointer(strings.TrimPrefix(target, "#")))...)
			}
		}
		for _, ref := range from[s.Schema] {
			if ref.Keyword != "$ref" || ref.Err != nil && !errors.Is(ref.Err, schema.ErrRemote) {
				known = false
			}
			if ref.Target == nil {
				continue
			}
			// A schema around the target stays whole, so what it refers to must stay too.
			for _, n := range d.Around(ref.At) {
				held[n] = true
				if schemas[n] {
					open = append(open, n)
				}
			}
		}
		return nil
	}
	for len(open) > 0 {
		root := open[len(open)-1]
		open = open[:len(open)-1]
		if err := schema.Walk(root, visit); err != nil {
			return nil, err
		}
	}
	if !known {
		return nil, nil
	}
	maps.Copy(live, held)
	return live, nil
}
