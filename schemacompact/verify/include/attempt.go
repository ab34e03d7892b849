package include

// attempt goes through the kinds.
func (s *solver) attempt(goal []lit) found {
	if f, ok := s.choose(goal); ok {
		return f
	}
	result := found{status: empty}
	terms := s.limits.Terms
	// Scalars first: they make the shorter witness, and are the sooner decided.
	for _, k := range []kind{kindString, kindNumber, kindObject, kindArray, kindBool, kindNull} {
		allowed := true
		for _, l := range goal {
			n := s.p.nodes[l.class()]
			if !l.negative() && (n.never || !n.allows(k)) {
				allowed = false
				break
			}
		}
		if !allowed {
			continue
		}
		b := &branch{kind: k, terms: &terms}
		b.start()
		for _, l := range goal { // what is demanded comes first
			if !l.negative() {
				b.queue = append(b.queue, item{op: opLit, lit: l})
			}
		}
		for _, l := range goal {
			if l.negative() {
				b.queue = append(b.queue, item{op: opLit, lit: l})
			}
		}
		if result = either(result, s.run(b)); result.status == inhabited {
			return result
		}
	}
	return result
}

// choose settles a goal with an enum in it, if it can be known which of the values are in the goal.
func (s *solver) choose(goal []lit) (f found, ok bool) {
	for _, l := range goal {
		n := s.p.nodes[l.class()]
		if l.negative() || !n.hasEnum {
			continue
		}
		ok = true
		// One enum is enough: whatever is in the goal is among its values.
		for _, v := range n.enum {
			switch s.judge(goal, v) {
			case yes:
				return found{status: inhabited, val: v}, true
			case maybe:
				ok = false
			}
		}
		return found{status: empty}, ok
	}
	return found{}, false
}

// textOf returns the one value of a string, so that what was evaluated for it is remembered.
func (s *solver) textOf(name string) *value {
	v, ok := s.texts[name]
	if !ok {
		v = textValue(name)
		s.texts[name] = v
	}
	return v
}

// certain is the reading for what is to be called empty: nothing is known of formats, unless they are nothing.
func (s *solver) certain() reading {
	if s.reading == ignored {
		return ignored
	}
	return opaque
}

// judge evaluates a goal for a given value, in a way that what it calls no is no in every reading.
func (s *solver) judge(goal []lit, v *value) truth {
	return s.evaluate(goal, v, s.certain())
}

// evaluate says whether a value is in a goal in a spelling of its numbers: yes is for the one that it would be written in,
// and no is for all.
func (s *solver) evaluate(goal []lit, v *value, r reading) truth {
	const steps = 10_000
	e := evaluation{p: s.p, reading: r, steps: steps}
	t := e.all(goal, v)
	s.spend(steps - e.steps)
	if t == no && s.p.strict {
		e = evaluation{p: s.p, reading: r, respelled: true, steps: steps}
		t = e.all(goal, v)
		s.spend(steps - e.steps)
	}
	return t
}
