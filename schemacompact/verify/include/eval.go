package include

import (
	"math/big"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// evaluation says whether a given value is in a class, as a validator would, but with maybe for what cannot be known.
type evaluation struct {
	p       *program
	reading reading
	steps   int // left
	memo    map[evalKey]truth
	refusal int // the class that refused last, itself and not by a child
}

type evalKey struct {
	class int
	v     *value
}

// all says whether a value is in all of the literals.
func (e *evaluation) all(goal []lit, v *value) truth {
	out := yes
	for _, l := range goal {
		t := e.eval(l.class(), v)
		if l.negative() {
			t = t.not()
		}
		if out = and(out, t); out == no {
			return no
		}
	}
	return out
}

func and(a, b truth) truth {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return maybe
}

func (e *evaluation) eval(class int, v *value) truth {
	if class == none {
		return yes
	}
	n := e.p.nodes[class]
	if e.steps--; e.steps < 0 {
		return maybe
	}
	key := evalKey{class, v}
	if t, ok := e.memo[key]; ok {
		return t
	}
	t := e.own(n, v)
	if t == no {
		e.refusal = n.id
	} else {
		t = and(t, e.applicators(n, v))
	}
	if t != no {
		switch v.kind {
		case kindArray:
			t = and(t, e.array(n, v))
		case kindObject:
			t = and(t, e.object(n, v))
		}
	}
	if e.memo == nil {
		e.memo = map[evalKey]truth{}
	}
	e.memo[key] = t
	return t
}

// own evaluates what needs no other schema.
func (e *evaluation) own(n *node, v *value) truth {
	if n.never || !n.allows(v.kind) || n.hasEnum && !n.inEnum[v.key()] {
		return no
	}
	out := yes
	switch v.kind {
	case kindNumber:
		if out = numberIn(n, v.num); out == no {
			return no
		}
	case kindString:
		if length := utf8.RuneCountInString(v.text); length < n.minLength || length > n.maxLength {
			return no
		}
	case kindArray:
		if len(v.items) < n.minItems || len(v.items) > n.maxItems || n.unique && repeats(v.items) {
			return no
		}
	case kindObject:
		if len(v.items) < n.minProperties || len(v.items) > n.maxProperties {
			return no
		}
		for _, r := range n.required {
			if v.member(r) == nil {
				return no
			}
		}
	}
	for _, q := range n.predicates {
		out = and(out, e.p.predicates[q].holds(v, e.reading))
	}
	return out
}

func numberIn(n *node, r *big.Rat) truth {
	if b := n.minimum; b != nil && (r.Cmp(b.Value) < 0 || b.Exclusive && r.Cmp(b.Value) == 0) {
		return no
	}
	if b := n.maximum; b != nil && (r.Cmp(b.Value) > 0 || b.Exclusive && r.Cmp(b.Value) == 0) {
		return no
	}
	if n.multiple != nil && !isMultiple(r, n.multiple) {
		return no
	}
	if n.types&graph.Number == 0 {
		if !r.IsInt() {
			return no
		}
		if n.strict {
			return maybe
		}
	}
	return yes
}

func isMultiple(r, of *big.Rat) bool { return new(big.Rat).Quo(r, of).IsInt() }

func repeats(items []*value) bool {
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		if seen[item.key()] {
			return true
		}
		seen[item.key()] = true
	}
	return false
}

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
		sure, open := 0, 0
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
