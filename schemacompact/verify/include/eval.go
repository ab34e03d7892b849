package include

import (
	"math/big"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// evaluation says whether a given value is in a class, as a validator would, but with maybe for what cannot be known. It
// takes the value as it is written, with integers that have no fraction, unless it is respelled.
type evaluation struct {
	p       *program
	reading reading
	// respelled is whether the integers in the value may be written like 1.0, each its own way.
	respelled bool
	steps     int // left
	memo      map[evalKey]truth
	refusal   int // the class that refused last, itself and not by a child
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

// and is the truth of two statements together; a single no is enough.
func and(a, b truth) truth {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return maybe
}

// eval says whether a value is in a class; without a class nothing is refused.
// Results are kept by value, since shared subschemas would be evaluated once for each way that leads to them.
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
	// The cheap keywords first: they refuse most of what is refused.
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
	if n.compat && t == no { // by some validators
		t = maybe
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
		if out = e.numberIn(n, v.num); out == no {
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

// numberIn says whether a number fulfils the keywords of a node for numbers.
func (e *evaluation) numberIn(n *node, r *big.Rat) truth {
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
		if n.strict && e.respelled {
			return maybe
		}
	}
	return yes
}

// isMultiple is exact: both are fractions, and no float is involved.
func isMultiple(r, of *big.Rat) bool { return new(big.Rat).Quo(r, of).IsInt() }

// repeats reports whether two items are the same value, so 1 and 1.0 are, and 1 and true are not.
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
