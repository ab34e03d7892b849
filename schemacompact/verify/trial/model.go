package trial

import (
	"maps"
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// A maker builds instances that are meant to be valid.
type maker struct {
	*reader
	*writer
	made int // values so far: a measure of work
}

// newMaker returns a maker for one document.
func newMaker(root *schema.Node) *maker {
	return &maker{reader: newReader(root), writer: newWriter()}
}

// A plan says which of the valid instances to make.
type plan struct {
	full  bool // all properties and some items, not only what must be there
	turn  int  // which of several values
	depth int  // of values around it
	left  *int // the weight that may still be made
}

const (
	modelDepth = 12              // where even what is required ends
	fullDepth  = 4               // where what is optional ends
	modelSize  = 1000 * perValue // weight of one instance
)

// make builds an instance for all of the sites.
func (m *maker) make(sites []site, p plan) *value {
	return m.model(m.shapeOf(sites, nil), p)
}

// A modelKey says which instance of a shape is remembered.
type modelKey struct {
	full  bool
	turn  int
	depth int
}

// model builds an instance of a shape, or takes the one that was built before.
func (m *maker) model(sh *shape, p plan) *value {
	if p.left == nil {
		left := modelSize
		p.left = &left
	}
	m.made++
	if *p.left < 0 || p.depth > modelDepth {
		return null()
	}
	key := modelKey{p.full, p.turn, p.depth}
	if v := sh.models[key]; v != nil {
		*p.left -= v.weight
		return v
	}
	v := m.build(sh, p)
	switch v.kind {
	case schema.Object, schema.Array:
		*p.left -= perValue // what is inside has been counted
	default:
		*p.left -= v.weight
	}
	if *p.left >= 0 { // one that was cut short is no model for others
		if sh.models == nil {
			sh.models = map[modelKey]*value{}
		}
		sh.models[key] = v
	}
	return v
}

// build makes an instance that nobody has made before.
func (m *maker) build(sh *shape, p plan) *value {
	if sh.limited {
		var fit []*schema.Node
		for _, n := range sh.values {
			if kindOf(n)&sh.kinds != 0 {
				fit = append(fit, n)
			}
		}
		if len(fit) > 0 {
			return valueOf(fit[p.turn%len(fit)])
		}
	}
	switch k := sh.kind(); k {
	case ofObject:
		return m.object(sh, p)
	case ofArray:
		return m.array(sh, p)
	case ofString:
		texts := m.fitting(sh)
		if p.turn < len(texts) {
			return text(texts[p.turn])
		}
		if len(sh.patterns)+len(sh.formats) > 0 {
			return text(texts[p.turn%len(texts)])
		}
		return text(plainText(length(texts[0]), p.turn))
	case ofBool:
		return boolean(p.turn%2 == 0)
	case ofNull:
		return null()
	default:
		in := sh.numbers
		in.integer = in.integer || k == ofInteger
		return number(ratText(in.pick(p.turn)))
	}
}

// kind decides what an instance of the shape is: what its keywords speak of, if it may be that.
func (sh *shape) kind() kinds {
	for _, of := range []kinds{sh.kinds & sh.hint, sh.kinds &^ ofNull, sh.kinds} {
		if of == ofAny&^ofNull {
			return ofString // anything goes
		}
		for _, k := range []kinds{ofObject, ofArray, ofString, ofInteger, ofFraction, ofBool, ofNull} {
			if of&k != 0 {
				return k
			}
		}
	}
	return ofNull
}

// object puts in what must be there, then what may be there if that is asked for or needed for a count, then what those
// ask for, and names that nobody has declared if there are still too few. Where the weight is used up it stops, since an
// instance without an end is none.
func (m *maker) object(sh *shape, p plan) *value {
	var fields []field
	has := map[string]bool{}
	inner := p
	inner.depth++
	put := func(name string) {
		if *p.left >= 0 && !has[name] {
			has[name] = true
			fields = append(fields, field{name, m.make(sh.member(m, name), inner)})
		}
	}
	for _, name := range sh.required {
		if put(name); *p.left < 0 {
			break
		}
	}
	optional := func() {
		for _, name := range sh.names {
			if sh.maxMembers >= 0 && len(fields) >= sh.maxMembers || len(fields) > maxChildren {
				return
			}
			// What may not be there at all is left out.
			if sites := sh.member(m, name); !slices.ContainsFunc(sites, func(s site) bool { b, ok := s.node.Bool(); return ok && !b }) {
				if p.full || len(fields) < sh.minMembers {
					put(name)
				}
			}
		}
	}
	if p.full && p.depth < fullDepth || sh.minMembers > 0 {
		optional()
	}
	for _, name := range slices.Sorted(maps.Keys(sh.dependent)) {
		if has[name] {
			for _, other := range sh.dependent[name] {
				put(other)
			}
		}
	}
	want := sh.minMembers
	if p.full && p.depth < fullDepth && len(sh.names) == 0 {
		want = max(want, 1)
	}
	for turn := 0; len(fields) < min(want, maxChildren) && turn < 2*maxChildren; turn++ {
		put(m.freshName(sh, turn))
	}
	return object(fields...)
}

// freshName returns a name that no property has, such as a map would hold: one that the pattern of names asks for.
func (m *maker) freshName(sh *shape, turn int) string {
	if len(sh.propertyNames) > 0 {
		if s, ok := m.model(m.namesOf(sh), plan{turn: turn}).text(); ok {
			return s
		}
	}
	if len(sh.patternProperties) > 0 {
		pattern := lastName(sh.patternProperties[turn%len(sh.patternProperties)])
		if texts := m.matching(pattern); len(texts) > 0 {
			return texts[turn/len(sh.patternProperties)%len(texts)]
		}
	}
	for {
		name := "extra" + itoa(turn)
		if sh.properties[name] == nil {
			return name
		}
		turn += 1000
	}
}

// stranger returns a name that is no property and matches no pattern, one that the schema of names accepts if there is one.
func (m *maker) stranger(sh *shape) string {
	for turn := range 4 {
		name := m.freshName(&shape{properties: sh.properties, propertyNames: sh.propertyNames}, turn)
		if sh.properties[name] == nil && !slices.ContainsFunc(sh.patternProperties, func(s site) bool { return m.matches(lastName(s), name) }) {
			return name
		}
	}
	return m.freshName(&shape{properties: sh.properties}, 0)
}

// namesOf returns what the names of members must be.
func (m *maker) namesOf(sh *shape) *shape {
	names := *m.shapeOf(sh.propertyNames, nil)
	names.kinds &= ofString
	names.models = nil
	return &names
}

// lastName returns the name under which a schema stands, which for patternProperties is the pattern.
func lastName(s site) string {
	names := s.at.Names()
	return names[len(names)-1]
}

// member returns all that holds for the member with that name.
func (sh *shape) member(m *maker, name string) []site {
	out := slices.Clone(sh.properties[name])
	for _, s := range sh.patternProperties {
		if m.matches(lastName(s), name) {
			out = append(out, s)
		}
	}
	for _, c := range sh.closures {
		if c.additional.node != nil && !c.names[name] && !slices.ContainsFunc(c.patterns, func(p string) bool { return m.matches(p, name) }) {
			out = append(out, c.additional)
		}
	}
	return out
}

// item returns all that holds for item i.
func (sh *shape) item(i int) []site {
	if i < len(sh.prefix) {
		return sh.prefix[i]
	}
	return sh.items
}

// array makes an array with as few items as may be, or one with at least one of each.
func (m *maker) array(sh *shape, p plan) *value {
	n := sh.minItems
	if p.full && p.depth < fullDepth {
		n = max(n, len(sh.prefix), 1)
	}
	if len(sh.contains) > 0 {
		n = max(n, sh.minContain)
	}
	if sh.maxItems >= 0 {
		n = min(n, sh.maxItems)
	}
	return array(m.items(sh, p, nil, n)...)
}

// items adds items until there are n, different ones where they must be.
func (m *maker) items(sh *shape, p plan, items []*value, n int) []*value {
	n = min(n, maxChildren)
	contained := 0
	for turn := len(items); len(items) < n && turn < 2*n+8; turn++ {
		inner := plan{full: p.full, turn: p.turn + turn, depth: p.depth + 1, left: p.left}
		if !sh.unique {
			inner.turn = p.turn
		}
		sites := sh.item(len(items))
		if contained < sh.minContain && len(items) >= len(sh.prefix) {
			sites = append(slices.Clone(sites), sh.contains...)
			contained++
		}
		item := m.make(sites, inner)
		if sh.unique && slices.ContainsFunc(items, item.same) {
			continue
		}
		items = append(items, item)
	}
	return items
}
