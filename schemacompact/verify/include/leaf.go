package include

import (
	"slices"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// leaf looks for a value where no choice is left.
func (s *solver) leaf(b *branch) found {
	var result found
	switch {
	case b.limited:
		result = s.list(b)
	case b.low > b.high: // of characters, items or members
		return found{status: empty}
	case b.kind == kindNumber:
		result = s.number(b)
	case b.kind == kindString:
		result = s.text(b)
	case b.kind == kindArray:
		result = s.array(b)
	default:
		result = s.object(b)
	}
	if result.status == inhabited && b.kind != kindString && !b.limited {
		// What is known of the predicates of such values is nothing at all. Formats that no draft has are taken to be
		// fulfilled by all.
		for _, q := range b.is {
			if s.p.predicates[q].class == otherPredicate {
				return found{val: result.val, why: s.doubt(q, nil)}
			}
		}
		for _, q := range b.isnt { // one is enough: no value is known not to fulfil it
			return found{val: result.val, why: s.doubt(q, nil)}
		}
	}
	return result
}

// doubt says why it is open whether a predicate is fulfilled, or nil if it is not. For patterns, subject is the string that
// it was tried on.
func (s *solver) doubt(q int, subject *value) *graph.Obstacle {
	switch p := s.p.predicates[q]; {
	case p.class == otherPredicate:
		return obstacle(p.at, "what keywords of the schema mean is not known")
	case p.class == formatPredicate:
		return obstacle(p.at, "what the format %q means is not known", p.name)
	case p.re == nil && len(p.name) > longestPattern:
		return obstacle(p.at, "the pattern %q is too long to be tried", p.name)
	case p.re == nil:
		return obstacle(p.at, "engines may disagree on what the pattern %q means", p.name)
	case subject != nil && len(subject.text) > longestSubject:
		return obstacle(p.at, "a string is too long to try the pattern %q on it", p.name)
	case subject != nil:
		return obstacle(p.at, "engines may disagree on whether the pattern %q is found in %q", p.name, subject.text)
	}
	return nil
}

// list tries the values that there are.
func (s *solver) list(b *branch) found {
	result := found{status: empty}
	for _, v := range b.finite {
		if !s.spend(1) {
			return s.unsettled(nil)
		}
		sure, guess := s.holds(b, v, s.certain()), s.holds(b, v, s.reading)
		switch {
		case sure == no: // in every reading of formats
			continue
		case sure == yes || guess == yes:
			return found{status: inhabited, val: v}
		}
		f := found{why: s.doubtful(b, v)}
		if guess == maybe {
			f.val = v
		}
		result = either(result, f)
	}
	return result
}

// doubtful says why a branch is not known to be empty: what is open about a value or, if v is nil since nothing that could
// be in it was found, what kept one from being found.
func (s *solver) doubtful(b *branch, v *value) *graph.Obstacle {
	all := slices.Concat(b.is, b.isnt)
	if v == nil {
		for _, q := range all {
			if why := s.doubt(q, nil); why != nil {
				return why
			}
		}
		if len(b.is) > 0 {
			p := s.p.predicates[b.is[0]]
			return obstacle(p.at, "no string was found that the pattern %q is found in and that fits all else", p.name)
		}
		if len(b.isnt) > 0 {
			p := s.p.predicates[b.isnt[0]]
			return obstacle(p.at, "no string was found that the pattern %q is not found in and that fits all else", p.name)
		}
		return obstacle(s.where(b), "no string was found that fits")
	}
	for _, q := range all {
		if s.p.predicates[q].holds(v, s.certain()) == maybe {
			return s.doubt(q, v)
		}
	}
	if b.kind == kindNumber && b.numbers.strictlyNot {
		return spelled()
	}
	return obstacle("", "whether a given value is accepted is not known")
}

// holds says whether a given value is in a branch without clauses.
func (s *solver) holds(b *branch, v *value, r reading) truth {
	for _, x := range b.excluded {
		if x.key() == v.key() {
			return no
		}
	}
	out := yes
	switch b.kind {
	case kindNumber:
		out = b.numbers.hold(v.num)
	case kindString:
		if n := runes(v.text); n < b.low || n > b.high {
			return no
		}
	case kindArray, kindObject:
		out = s.among(b, v, r)
	}
	for _, q := range b.is {
		out = and(out, s.p.predicates[q].holds(v, r))
	}
	for _, q := range b.isnt {
		out = and(out, s.p.predicates[q].holds(v, r).not())
	}
	return out
}

// among says whether an array or an object of an enum is in a branch, which it is if it is in the literals of it.
func (s *solver) among(b *branch, v *value, r reading) truth {
	return s.evaluate(b.seen, v, r)
}
