package trial

import (
	"maps"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A candidate is an instance that is worth trying: a value at one place of an otherwise valid instance.
type candidate struct {
	turn int
	at   []schema.Pointer // the schemas that it was made for
	make func() *value
}

const (
	maxCandidates = 20_000
	maxShapes     = 24 // combinations of branches that are tried at one place
	maxPlaces     = 3000
	maxDepth      = 16 // of places that are gone into
)

// An explorer goes through all places of the instances of a schema and collects candidates.
type explorer struct {
	*maker
	valid  func(*value) bool // whether the schema accepts an instance; asked of a few for each place
	out    []candidate
	places int
	seen   map[string]int // how often a place with the same schemas was gone into
	path   map[string]int // the same, of those that are open
}

// A hole is a place in an instance.
type hole struct {
	fill  func(*value) *value // the whole instance with a value at the place
	depth int
	late  int // by how much its candidates are later than others
}

// explore returns the candidates of a schema, the most telling first.
func explore(m *maker, valid func(*value) bool) []candidate {
	e := &explorer{maker: m, valid: valid, seen: map[string]int{}, path: map[string]int{}}
	e.place([]site{{node: m.root}}, hole{fill: func(v *value) *value { return v }})
	slices.SortStableFunc(e.out, func(a, b candidate) int { return a.turn - b.turn })
	return e.out
}

func (e *explorer) emit(h hole, at []schema.Pointer, p probe) {
	if len(e.out) < maxCandidates {
		e.out = append(e.out, candidate{p.turn + h.late, at, func() *value { return h.fill(p.value) }})
	}
}

// place collects the candidates of the place for which all sites hold.
func (e *explorer) place(sites []site, h hole) {
	key := placeKey(sites)
	if e.places++; e.places > maxPlaces || h.depth > maxDepth || e.path[key] > 1 {
		return
	}
	// A definition that is used again is looked into again, since its uses can differ, but behind everything new.
	if e.seen[key]++; e.seen[key] > 1 {
		h.late += 2
	}
	e.path[key]++
	defer func() { e.path[key]-- }()
	usual := e.shapeOf(sites, nil)
	if usual.never {
		e.emit(h, usual.at, probe{text("x"), first})
		e.emit(h, usual.at, probe{null(), second})
		return
	}
	for i, sh := range e.shapes(sites, usual) {
		late := h
		if i > 0 && h.late > 0 {
			late.late++
		}
		base := e.base(sh, late)
		if i == 0 {
			for _, p := range kindProbes(sh) {
				e.emit(h, sh.at, p)
			}
		}
		for _, p := range e.probes(sh) {
			e.emit(late, sh.at, p)
		}
		for _, c := range sh.choices {
			e.overlaps(sites, c, late)
		}
		if sh.kinds&ofObject != 0 && (sh.hint&ofObject != 0 || sh.kind() == ofObject) {
			e.object(sh, base, late)
		}
		if sh.kinds&ofArray != 0 && (sh.hint&ofArray != 0 || sh.kind() == ofArray) {
			e.array(sh, base, late)
		}
	}
}

func placeKey(sites []site) string {
	var b strings.Builder
	for _, s := range sites {
		b.WriteString(string(s.at))
		b.WriteByte(0)
	}
	return b.String()
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
	if !c.overlap || len(c.branches) > 12 {
		return
	}
	for i, a := range c.branches {
		for _, b := range c.branches[:i] {
			both := slices.Concat(sites, a, b)
			sh := e.shapeOf(both, map[string]int{c.key: i})
			if sh.kinds == 0 || sh.limited && len(sh.values) == 0 {
				continue
			}
			turn := second
			if i == 1 {
				turn = first
			}
			e.emit(h, sh.at, probe{e.model(sh, plan{depth: h.depth}), turn})
			e.emit(h, sh.at, probe{e.model(sh, plan{depth: h.depth, full: true}), turn})
		}
	}
}

// base finds a valid instance of a shape to put the candidates of places inside it into: a small one, if one is valid.
func (e *explorer) base(sh *shape, h hole) *value {
	small, full := e.model(sh, plan{}), e.model(sh, plan{full: true})
	e.emit(h, sh.at, probe{full, first})
	e.emit(h, sh.at, probe{small, first})
	for turn := 1; turn < 4; turn++ {
		e.emit(h, sh.at, probe{e.model(sh, plan{full: true, turn: turn}), second + turn})
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

func (e *explorer) object(sh *shape, base *value, h hole) {
	if base.kind != schema.Object {
		base = object()
	}
	e.emit(h, sh.at, probe{object(), second})
	full := e.model(sh, plan{full: true})
	for i, name := range sh.required {
		if i < maxChildren {
			e.emit(h, sh.at, probe{base.without(name), first})
			e.emit(h, sh.at, probe{full.without(name), third})
		}
	}
	for i, name := range strangers() {
		if sh.properties[name] == nil {
			e.emit(h, sh.at, probe{base.with(name, text("x")), min(second+i, fourth)})
		}
	}
	fresh := e.freshName(&shape{properties: sh.properties}, 0)
	e.emit(h, sh.at, probe{base.with(fresh, text("x")), first})
	e.emit(h, sh.at, probe{full.with(fresh, number("1")), third})
	for _, name := range slices.Sorted(maps.Keys(sh.dependent)) {
		e.emit(h, sh.at, probe{object(field{name, e.make(sh.member(e.maker, name), plan{depth: 1})}), second})
	}
	e.counts(sh, base, h)
	child := func(name string, sites []site, late int) {
		e.place(sites, hole{func(v *value) *value { return h.fill(base.with(name, v)) }, h.depth + 1, h.late + late})
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
			if name, ok := p.value.text(); ok && sh.properties[name] == nil {
				e.emit(h, sh.at, probe{base.with(name, text("x")), p.turn + 1})
				e.emit(h, sh.at, probe{base.with(name, null()), p.turn + 2})
			}
		}
	}
	if other := sh.member(e.maker, fresh); len(other) > 0 {
		child(fresh, other, 0)
	}
	if len(sh.propertyNames) > 0 {
		names := e.shapeOf(sh.propertyNames, nil)
		names.kinds &= ofString
		for _, p := range e.probes(names) {
			if name, ok := p.value.text(); ok {
				e.emit(h, append(slices.Clone(sh.at), names.at...), probe{base.with(name, e.make(sh.member(e.maker, name), plan{depth: 1})), p.turn})
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
				sized := *sh
				sized.minMembers, sized.maxMembers = max(n, 0), max(n, 0)
				v := e.model(&sized, plan{})
				for len(v.fields) > max(n, 0) {
					v = v.without(v.fields[len(v.fields)-1].name)
				}
				e.emit(h, sh.at, probe{v, first})
			}
		}
	}
}

func (e *explorer) array(sh *shape, base *value, h hole) {
	if base.kind != schema.Array {
		base = array()
	}
	e.emit(h, sh.at, probe{array(), first})
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
		v := array(e.items(sh, plan{depth: 1}, nil, n)...)
		e.emit(h, sh.at, probe{v, turn})
		if len(sh.contains) > 0 { // n items that are all contained
			all := *sh
			all.minContain = n
			e.emit(h, sh.at, probe{array(e.items(&all, plan{depth: 1}, nil, n)...), turn})
		}
	}
	if sh.unique || len(base.items) == 0 {
		item := e.make(sh.item(0), plan{depth: 1})
		turn := fourth
		if sh.unique {
			turn = first
		}
		e.emit(h, sh.at, probe{array(item, item), turn})
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
		e.place(child, hole{func(v *value) *value { return h.fill(padded.withItem(i, v)) }, h.depth + 1, h.late})
	}
	for i := 1; i < len(sh.prefix); i++ { // items in each other's places
		v := array(e.items(sh, plan{depth: 1}, nil, len(sh.prefix))...)
		if len(v.items) > i {
			e.emit(h, sh.at, probe{v.withItem(i, v.items[i-1]).withItem(i-1, v.items[i]), third})
		}
	}
}
