package trial

import (
	"maps"
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// A candidate is an instance that is worth trying: a value at one place of an otherwise valid instance.
type candidate struct {
	turn int
	at   []schema.Pointer // the schemas that it was made for
	make func() *value
}

const (
	maxCandidates = 10_000
	maxShapes     = 64 // combinations of branches that are tried at one place
	maxPlaces     = 2000
	maxMade       = 100_000 // values that are made while places are gone into
	maxDepth      = 16      // of places that are gone into
	lastTurn      = 11      // candidates that would come later come then
)

// An explorer goes through all places of the instances of a schema and collects candidates.
type explorer struct {
	*maker
	stop  func() bool       // whether time is up
	valid func(*value) bool // whether the schema accepts an instance; asked of a few for each place
	turns [lastTurn + 1][]candidate
	count int
	queue []*place
	seen  map[string]int // how often a place with the same schemas was gone into
}

// A hole is a place in an instance.
type hole struct {
	fill  func(*value) *value // the whole instance with a value at the place
	depth int
	late  int // by how much its candidates are later than others
}

// A place is a hole and what holds for it.
type place struct {
	hole
	sites []site
	key   string
	up    *place
}

// explore returns the candidates of a schema, the most telling first, from so many places.
func explore(m *maker, places int, stop func() bool, valid func(*value) bool) []candidate {
	e := &explorer{maker: m, stop: stop, valid: valid, seen: map[string]int{}}
	e.enter([]site{{node: m.root}}, hole{fill: func(v *value) *value { return v }}, nil)
	// The places near the root come first: instances for them are small, and what is behind a recursion comes last.
	for i := 0; i < len(e.queue) && i < places && !e.full(); i++ {
		e.visit(e.queue[i])
	}
	return slices.Concat(e.turns[:]...)
}

// full reports whether there is enough of everything.
func (e *explorer) full() bool { return e.count >= maxCandidates || e.made > maxMade || e.stop() }

// enter puts a place into the queue.
func (e *explorer) enter(sites []site, h hole, up *place) {
	p := &place{h, sites, placeKey(sites), up}
	again := 0
	for ; up != nil; up = up.up {
		if up.key == p.key {
			again++
		}
	}
	if h.depth <= maxDepth && again < 2 && len(e.queue) < maxPlaces {
		e.queue = append(e.queue, p)
	}
}

// emit adds a candidate.
func (e *explorer) emit(h hole, at []schema.Pointer, turn int, v *value) {
	e.later(h, at, turn, func() *value { return v })
}

// later is emit for values that take work to make: most candidates are never tried.
func (e *explorer) later(h hole, at []schema.Pointer, turn int, make func() *value) {
	if e.count < maxCandidates {
		e.count++
		turn = min(turn+h.late, lastTurn)
		e.turns[turn] = append(e.turns[turn], candidate{turn, at, func() *value { return h.fill(make()) }})
	}
}

// visit collects the candidates of a place.
func (e *explorer) visit(p *place) {
	sites, h := p.sites, p.hole
	// A definition that is used again is looked into again, since its uses can differ, but behind everything new.
	if e.seen[p.key]++; e.seen[p.key] > 1 {
		h.late += 2
	}
	usual := e.shapeOf(sites, nil)
	if usual.never {
		e.emit(h, usual.at, first, text("x"))
		e.emit(h, usual.at, second, null())
		return
	}
	overlapped := map[string]bool{}
	for i, sh := range e.shapes(sites, usual) {
		if e.full() {
			return
		}
		late := h
		if i > 0 && h.late > 0 {
			late.late++
		}
		base := e.base(sh, late)
		if i == 0 {
			for _, probe := range kindProbes() {
				e.later(h, sh.at, probe.turn, probe.get)
			}
		}
		for _, probe := range e.probes(sh) {
			e.later(late, sh.at, probe.turn, probe.get)
		}
		for _, c := range sh.choices {
			if !overlapped[c.key] {
				overlapped[c.key] = true
				e.overlaps(sites, c, late)
			}
		}
		if sh.kinds&ofObject != 0 && (sh.hint&ofObject != 0 || sh.kind() == ofObject) {
			e.object(sh, base, late, p)
		}
		if sh.kinds&ofArray != 0 && (sh.hint&ofArray != 0 || sh.kind() == ofArray) {
			e.array(sh, base, late, p)
		}
	}
}

// shapes returns the readings of a place: the usual one, and for every other branch of a choice one with it.
func (e *explorer) shapes(sites []site, usual *shape) []*shape {
	out := []*shape{usual}
	tried := map[string]bool{}
	for i := 0; i < len(out) && len(out) < maxShapes; i++ {
		for _, c := range out[i].choices {
			if tried[c.key] {
				continue
			}
			tried[c.key] = true
			for b := range c.branches {
				if b == c.usual() || len(out) >= maxShapes {
					continue
				}
				pick := map[string]int{c.key: b}
				out = append(out, e.shapeOf(sites, pick))
			}
		}
	}
	return out
}

// overlaps tries what two branches of a choice both accept.
func (e *explorer) overlaps(sites []site, c choice, h hole) {
	if !c.overlap {
		return
	}
	for i, a := range c.branches {
		if i > maxShapes {
			return
		}
		others := c.branches[:i]
		if len(c.branches) > 12 && i > 0 {
			others = others[i-1:] // of many branches, neighbours
		}
		for _, b := range others {
			both := slices.Concat(sites, a, b)
			sh := e.shapeOf(both, map[string]int{c.key: i})
			if sh.kinds == 0 || sh.limited && len(sh.values) == 0 {
				continue
			}
			turn := second
			if i == 1 {
				turn = first
			}
			e.later(h, sh.at, turn, func() *value { return e.model(sh, plan{}) })
			e.later(h, sh.at, turn, func() *value { return e.model(sh, plan{full: true}) })
		}
	}
}

// base finds a valid instance of a shape to put the candidates of places inside it into: a small one, if one is valid.
func (e *explorer) base(sh *shape, h hole) *value {
	small := e.model(sh, plan{})
	e.later(h, sh.at, first, func() *value { return e.model(sh, plan{full: true}) })
	e.emit(h, sh.at, first, small)
	for turn := 1; turn < 4; turn++ {
		e.later(h, sh.at, second+turn, func() *value { return e.model(sh, plan{full: true, turn: turn}) })
	}
	if small.kind != schema.Object && small.kind != schema.Array || h.late > 0 {
		return small
	}
	for _, p := range []plan{{}, {full: true}, {turn: 1}, {full: true, turn: 1}, {turn: 2}} {
		if v := e.model(sh, p); e.valid(h.fill(v)) {
			return v
		}
	}
	return small
}

// object collects candidates with members missing, added and counted, and enters the places of all members. The value of a
// member is put into the base, so that nothing else is wrong with the instance.
func (e *explorer) object(sh *shape, base *value, h hole, up *place) {
	if base.kind != schema.Object {
		base = object()
	}
	e.emit(h, sh.at, second, object())
	full := func() *value { return e.model(sh, plan{full: true}) }
	for i, name := range sh.required {
		if i < maxChildren {
			e.later(h, sh.at, first, func() *value { return base.without(name) })
			e.later(h, sh.at, third, func() *value { return full().without(name) })
		}
	}
	for i, name := range strangers() {
		if sh.properties[name] == nil {
			e.emit(h, sh.at, min(second+i, fourth), base.with(name, text("x")))
		}
	}
	fresh := e.stranger(sh)
	e.emit(h, sh.at, first, base.with(fresh, text("x")))
	e.later(h, sh.at, third, func() *value { return full().with(fresh, number("1")) })
	for _, name := range slices.Sorted(maps.Keys(sh.dependent)) {
		e.later(h, sh.at, second, func() *value { return object(field{name, e.make(sh.member(e.maker, name), plan{depth: 1})}) })
	}
	e.counts(sh, base, h)
	child := func(name string, sites []site, late int) {
		e.enter(sites, hole{func(v *value) *value { return h.fill(base.with(name, v)) }, h.depth + 1, h.late + late}, up)
	}
	for _, name := range sh.names {
		child(name, sh.member(e.maker, name), 0)
	}
	for _, s := range sh.patternProperties {
		for i, name := range e.matching(lastName(s)) {
			if i < 2 {
				child(name, sh.member(e.maker, name), 2*i)
			}
		}
		for _, p := range e.patternProbes(lastName(s)) {
			if name, ok := p.get().text(); ok && sh.properties[name] == nil {
				e.emit(h, sh.at, p.turn+1, base.with(name, text("x")))
				e.emit(h, sh.at, p.turn+2, base.with(name, null()))
			}
		}
	}
	if other := sh.member(e.maker, fresh); len(other) > 0 {
		child(fresh, other, 0)
	}
	if len(sh.propertyNames) > 0 {
		names := e.namesOf(sh)
		for _, p := range e.probes(names) {
			if name, ok := p.get().text(); ok {
				e.later(h, append(slices.Clone(sh.at), names.at...), p.turn, func() *value {
					return base.with(name, e.make(sh.member(e.maker, name), plan{depth: 1}))
				})
			}
		}
	}
}

// counts tries objects with as many members as the bounds say, one fewer and one more.
func (e *explorer) counts(sh *shape, base *value, h hole) {
	for _, s := range sh.parts {
		for _, keyword := range []string{"minProperties", "maxProperties"} {
			k, ok := countOf(s.node.Get(keyword))
			if !ok || k >= maxChildren {
				continue
			}
			for _, n := range []int{k, k + 1, k - 1} {
				e.later(h, sh.at, first, func() *value {
					sized := *sh
					sized.models = nil
					sized.minMembers, sized.maxMembers = max(n, 0), max(n, 0)
					v := e.model(&sized, plan{})
					for len(v.fields) > max(n, 0) {
						v = v.without(v.fields[len(v.fields)-1].name)
					}
					return v
				})
			}
		}
	}
}

// array does the same for items.
func (e *explorer) array(sh *shape, base *value, h hole, up *place) {
	if base.kind != schema.Array {
		base = array()
	}
	e.emit(h, sh.at, first, array())
	sizes := []int{1, 2, len(sh.prefix) + 1}
	for _, s := range sh.parts {
		for _, keyword := range []string{"minItems", "maxItems", "minContains", "maxContains"} {
			if k, ok := countOf(s.node.Get(keyword)); ok && k < maxChildren {
				sizes = append(sizes, k, k+1, k-1)
			}
		}
	}
	for i, n := range sizes {
		if n < 0 {
			continue
		}
		turn := first
		if i < 3 {
			turn = second
		}
		e.later(h, sh.at, turn, func() *value { return array(e.items(sh, plan{depth: 1}, nil, n)...) })
		if len(sh.contains) > 0 { // n items that are all contained
			all := *sh
			all.minContain = n
			e.later(h, sh.at, turn, func() *value { return array(e.items(&all, plan{depth: 1}, nil, n)...) })
		}
	}
	if sh.unique || len(base.items) == 0 {
		turn := fourth
		if sh.unique {
			turn = first
		}
		e.later(h, sh.at, turn, func() *value {
			item := e.make(sh.item(0), plan{depth: 1})
			return array(item, item)
		})
	}
	for i := range len(sh.prefix) + 1 {
		child := sh.item(i)
		if len(sh.contains) > 0 {
			child = append(slices.Clone(child), sh.contains...)
		}
		if len(child) == 0 && i == len(sh.prefix) {
			continue
		}
		padded := base
		for j := len(base.items); j < i; j++ {
			padded = padded.withItem(j, e.make(sh.item(j), plan{depth: 1}))
		}
		e.enter(child, hole{func(v *value) *value { return h.fill(padded.withItem(i, v)) }, h.depth + 1, h.late}, up)
	}
	for i := 1; i < len(sh.prefix); i++ { // items in each other's places
		v := array(e.items(sh, plan{depth: 1}, nil, len(sh.prefix))...)
		if len(v.items) > i {
			e.emit(h, sh.at, third, v.withItem(i, v.items[i-1]).withItem(i-1, v.items[i]))
		}
	}
}
