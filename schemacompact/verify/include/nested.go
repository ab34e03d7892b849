package include

// applicators evaluates the schemas that are applied to the value itself. What is not known of one of them is often
// without effect, so it is carried along and not given up on.
func (e *evaluation) applicators(n *node, v *value) truth {
	out := yes
	for _, c := range n.allOf {
		if out = and(out, e.eval(c, v)); out == no {
			return no
		}
	}
	if len(n.anyOf) > 0 {
		branch := no
		for _, c := range n.anyOf {
			if t := e.eval(c, v); t != no {
				branch = t
				if t == yes {
					break
				}
			}
		}
		if branch == no {
			e.refusal = n.id
		}
		out = and(out, branch)
	}
	if len(n.oneOf) > 0 {
		sure, open := 0, 0 // branches that accept, and that may
		for _, c := range n.oneOf {
			switch e.eval(c, v) {
			case yes:
				sure++
			case maybe:
				open++
			}
		}
		switch {
		case sure > 1 || sure+open == 0:
			e.refusal = n.id
			return no
		case open > 0:
			out = and(out, maybe)
		}
	}
	if n.not != none {
		t := e.eval(n.not, v).not()
		if t == no {
			e.refusal = n.id
		}
		out = and(out, t)
	}
	if n.condition != none {
		switch e.eval(n.condition, v) {
		case yes:
			out = and(out, e.eval(n.then, v))
		case no:
			out = and(out, e.eval(n.otherwise, v))
		default:
			if a, b := e.eval(n.then, v), e.eval(n.otherwise, v); a == b && a != maybe {
				out = and(out, a)
			} else {
				out = and(out, maybe)
			}
		}
	}
	return out
}

// array evaluates the schemas of the items.
func (e *evaluation) array(n *node, v *value) truth {
	out := yes
	for i, item := range v.items {
		class := n.items
		if i < len(n.prefix) {
			class = n.prefix[i]
		}
		if out = and(out, e.eval(class, item)); out == no {
			return no
		}
	}
	if n.contains == none {
		return out
	}
	sure, open := 0, 0
	for _, item := range v.items {
		switch e.eval(n.contains, item) {
		case yes:
			sure++
		case maybe:
			open++
		}
	}
	switch {
	case sure+open < n.minContains || sure > n.maxContains:
		e.refusal = n.id
		return no
	case sure < n.minContains || sure+open > n.maxContains:
		return maybe
	}
	return out
}

// object evaluates the schemas of the members. A pattern that may or may not fit a name makes two demands uncertain: its
// own, and that of additionalProperties, which applies only where nothing fits.
func (e *evaluation) object(n *node, v *value) truth {
	out := yes
	for i, name := range v.names {
		matched := no
		if class, ok := n.byName[name]; ok {
			matched = yes
			out = and(out, e.eval(class, v.items[i]))
		}
		for _, p := range n.patterns {
			t := e.p.predicates[p.predicate].matches(name)
			switch t {
			case yes:
				out = and(out, e.eval(p.class, v.items[i]))
				matched = yes
			case maybe:
				if matched == no {
					matched = maybe
				}
				if e.eval(p.class, v.items[i]) != yes {
					out = and(out, maybe)
				}
			}
		}
		if n.additional != none && matched != yes {
			t := e.eval(n.additional, v.items[i])
			if t == no && matched == maybe {
				t = maybe
			}
			if t == no {
				e.refusal = n.id
			}
			out = and(out, t)
		}
		if n.propertyNames != none {
			out = and(out, e.eval(n.propertyNames, textValue(name)))
		}
		if out == no {
			return no
		}
	}
	for _, d := range n.dependent {
		if v.member(d.name) == nil {
			continue
		}
		for _, r := range d.required {
			if v.member(r) == nil {
				e.refusal = n.id
				return no
			}
		}
		out = and(out, e.eval(d.class, v))
	}
	return out
}
