package graph

// edges yields the schemas that a validator goes on to from s. Here says that it stays at the same value of the instance.
func (s *Schema) edges(yield func(to *Schema, here bool)) {
	// The order is that in which the schemas get their IDs.
	one := func(to *Schema, here bool) {
		if to != nil {
			yield(to, here)
		}
	}
	many := func(list []*Schema, here bool) {
		for _, to := range list {
			yield(to, here)
		}
	}
	one(s.Ref, true)
	many(s.AllOf, true)
	many(s.AnyOf, true)
	many(s.OneOf, true)
	one(s.Not, true)
	one(s.If, true)
	one(s.Then, true)
	one(s.Else, true)
	for _, c := range s.Dependent {
		one(c.Schema, true)
	}
	for _, p := range s.Properties {
		yield(p.Schema, false)
	}
	for _, p := range s.PatternProperties {
		yield(p.Schema, false)
	}
	one(s.Additional, false)
	one(s.PropertyNames, false)
	many(s.Prefix, false)
	one(s.Items, false)
	one(s.Contains, false)
	one(s.UnevaluatedProperties, false)
	one(s.UnevaluatedItems, false)
	for _, f := range s.foreign {
		one(f.to, f.here())
	}
}

// assemble numbers what a validator gets to, and looks at it as a whole.
func (r *reader) assemble(root *Schema) (*Graph, *Obstacle) {
	g := &Graph{Draft: r.draft, Root: root, custom: r.custom, doubtful: r.doubtful, named: r.named, repeated: r.repeated}
	seen := map[*Schema]bool{root: true}
	g.Schemas = append(g.Schemas, root)
	for i := 0; i < len(g.Schemas); i++ {
		s := g.Schemas[i]
		s.ID = i
		n := 1
		s.edges(func(to *Schema, _ bool) {
			n++
			if !seen[to] {
				seen[to] = true
				g.Schemas = append(g.Schemas, to)
			}
		})
		if o := r.step(s.At, n); o != nil {
			return nil, o
		}
		if g.Sensitive == nil {
			g.Sensitive = s.sensitive()
		}
		if g.strange == nil {
			g.strange = s.strange()
		}
	}
	if r.nested != nil {
		g.Sensitive = r.nested
	}
	if r.custom != nil {
		g.Sensitive = r.custom
	}
	if s := circle(g.Schemas); s != nil {
		return nil, &Obstacle{s.At, "the schema leads back to itself without going into the instance"}
	}
	return g, nil
}

// sensitive says what in the schema looks at annotations or at the way that led to it. What nothing gets to cannot.
func (s *Schema) sensitive() *Obstacle {
	at := func(name string) *Obstacle {
		return &Obstacle{s.At.Child(name), name + " depends on what other schemas looked at"}
	}
	switch {
	case s.dynamic != nil:
		return s.dynamic
	case s.entangled != nil:
		return s.entangled
	case s.UnevaluatedProperties != nil:
		return at("unevaluatedProperties")
	case s.UnevaluatedItems != nil:
		return at("unevaluatedItems")
	}
	return nil
}

// circle finds a schema that applies itself to the same value. What that means is open, and most validators never end.
func circle(all []*Schema) *Schema {
	// Those that nothing else comes back to are taken away from the end, until only circles are left.
	waits := make([]int, len(all))
	behind := make([][]*Schema, len(all))
	for _, s := range all {
		s.edges(func(to *Schema, here bool) {
			if here {
				waits[s.ID]++
				behind[to.ID] = append(behind[to.ID], s)
			}
		})
	}
	var done []*Schema
	for _, s := range all {
		if waits[s.ID] == 0 {
			done = append(done, s)
		}
	}
	for i := 0; i < len(done); i++ {
		for _, s := range behind[done[i].ID] {
			if waits[s.ID]--; waits[s.ID] == 0 {
				done = append(done, s)
			}
		}
	}
	if len(done) == len(all) {
		return nil
	}
	for _, s := range all {
		if waits[s.ID] > 0 {
			return s
		}
	}
	return nil
}
