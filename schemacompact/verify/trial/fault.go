package trial

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A fault is one edit of a schema that changes what it accepts, as far as that can be told on the spot. Edits that
// change nothing for sure, such as dropping a bound of strings from a schema of integers, are not made.
type fault struct {
	at   schema.Pointer // of the schema
	what string         // for people, such as "drop maximum"
	edit func(s *schema.Node)
}

// faults returns the edits that can be made to the schemas that a validator gets to, grouped by what they do.
func (r *reader) faults() map[string][]fault {
	f := faultFinder{reader: r, writer: newWriter(), out: map[string][]fault{}, seen: map[schema.Pointer]bool{}, names: map[schema.Pointer]bool{}}
	f.visit(site{node: r.root}, 0)
	for _, s := range f.sites {
		f.at(s)
	}
	return f.out
}

// spread picks n faults: one of each group in turn, at random within a group.
func spread(groups map[string][]fault, n int, random *rand.Rand) []fault {
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		list := groups[name]
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	var out []fault
	for round := 0; len(out) < n; round++ {
		before := len(out)
		for _, name := range names {
			if round < len(groups[name]) && len(out) < n {
				out = append(out, groups[name][round])
			}
		}
		if len(out) == before {
			break
		}
	}
	return out
}

const (
	maxFaultSites = 5000
	maxBranches   = 60 // that are compared with each other
)

// A faultFinder goes through the schemas of a document. It has a traversal of its own: shapes put schemas together, and a
// fault is in one of them.
type faultFinder struct {
	*reader
	*writer
	sites []site
	seen  map[schema.Pointer]bool
	names map[schema.Pointer]bool // those that hold for names, which are always strings
	out   map[string][]fault
}

// visit lists the schemas that a validator can get to.
func (f *faultFinder) visit(s site, depth int) {
	if s.node == nil || f.seen[s.at] || depth > maxNesting || len(f.sites) >= maxFaultSites {
		return
	}
	if s.node.Kind() != schema.Object {
		return
	}
	f.seen[s.at] = true
	f.sites = append(f.sites, s)
	if target, ok := f.target(s); ok {
		f.visit(target, depth+1)
		if f.old() && s.node.Get("$ref") != nil {
			return
		}
	}
	for name, m := range s.node.Members() {
		child := site{m, s.at.Child(name)}
		if of := domain(name); of != 0 && !can(s.node, of) {
			continue // nothing gets that far
		}
		if name == "propertyNames" {
			f.names[child.at] = true
		}
		switch name {
		case "additionalProperties", "additionalItems", "propertyNames", "contains", "not", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems":
			f.visit(child, depth+1)
		case "items", "prefixItems", "allOf", "anyOf", "oneOf":
			if m.Kind() == schema.Array {
				for i, item := range m.Items() {
					if name == "anyOf" && f.covered(members(s, name), i) {
						continue
					}
					f.visit(site{item, child.at.Child(itoa(i))}, depth+1)
				}
			} else {
				f.visit(child, depth+1)
			}
		case "properties", "patternProperties", "dependentSchemas", "dependencies":
			for inner, schema := range m.Members() {
				f.visit(site{schema, child.at.Child(inner)}, depth+1)
			}
		}
	}
}

// domain returns the kind that a keyword with schemas speaks of; 0 for those that speak of all.
func domain(keyword string) kinds {
	switch keyword {
	case "items", "prefixItems", "additionalItems", "contains", "unevaluatedItems":
		return ofArray
	case "properties", "patternProperties", "additionalProperties", "propertyNames", "dependentSchemas", "dependencies", "unevaluatedProperties":
		return ofObject
	}
	return 0
}

// can reports whether a value of one of the kinds may stand where s does, by the type that stands in s itself.
func can(s *schema.Node, of kinds) bool {
	t := s.Get("type")
	return t == nil || typeKeyword(t)&of != 0
}

// add notes a fault.
func (f *faultFinder) add(s site, group, what string, edit func(*schema.Node)) {
	f.out[group] = append(f.out[group], fault{s.at, what, edit})
}

// drop notes the fault that a keyword is missing.
func (f *faultFinder) drop(s site, keyword string) {
	f.add(s, "drop "+keyword, "drop "+keyword, func(n *schema.Node) { n.Delete(keyword) })
}

// shift moves a numeric bound.
func (f *faultFinder) shift(s site, keyword string) {
	r := ratOf(s.node.Get(keyword))
	if r == nil {
		return
	}
	for _, by := range []int64{1, -1} {
		moved := add(r, big.NewRat(by, 1))
		what, lower := "raise ", keyword[:3] == "min"
		if by < 0 {
			what = "lower "
		}
		if lower && keyword != "minimum" && r.Sign() == 0 && by < 0 || !lower && keyword[:3] == "max" && keyword != "maximum" && moved.Sign() < 0 {
			continue // a count is never negative
		}
		f.add(s, what+keyword, what+keyword, func(n *schema.Node) { n.Set(keyword, literal(ratText(moved))) })
	}
}

// literal returns the node of a text that is known to be JSON.
func literal(text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return schema.NewObject()
	}
	return n
}

// at notes the faults of one schema. A keyword that cannot be reached, for its type or beside a reference in the older
// drafts, has none.
func (f *faultFinder) at(s site) {
	n := s.node
	if ref, ok := n.Get("$ref").Text(); ok {
		f.retarget(s, ref)
		if f.old() {
			return // nothing else is read
		}
	}
	f.types(s)
	f.lists(s)
	for _, k := range []struct {
		keyword string
		of      kinds
	}{
		{"minimum", ofInteger}, {"maximum", ofInteger}, {"exclusiveMinimum", ofInteger}, {"exclusiveMaximum", ofInteger},
		{"minLength", ofString}, {"maxLength", ofString}, {"minItems", ofArray}, {"maxItems", ofArray},
		{"minProperties", ofObject}, {"maxProperties", ofObject},
	} {
		r := ratOf(n.Get(k.keyword))
		if r == nil || !can(n, k.of) {
			continue
		}
		if r.Sign() > 0 || k.keyword[:3] != "min" || k.keyword == "minimum" {
			f.drop(s, k.keyword)
		}
		f.shift(s, k.keyword)
	}
	if n.Get("multipleOf") != nil && can(n, ofInteger) && !f.everyInteger(n) {
		f.drop(s, "multipleOf")
	}
	if p, ok := n.Get("pattern").Text(); ok && can(n, ofString) && p != "" {
		f.drop(s, "pattern")
	}
	if name, ok := n.Get("format").Text(); ok && can(n, ofString) {
		if good, _ := formatSamples(name); len(good) > 0 && n.Get("enum") == nil && n.Get("const") == nil {
			f.drop(s, "format")
		}
	}
	if unique, _ := n.Get("uniqueItems").Bool(); unique && can(n, ofArray) {
		f.drop(s, "uniqueItems")
	}
	if can(n, ofArray) {
		f.dropSchema(s, "items", "contains", "prefixItems")
	}
	if can(n, ofObject) {
		f.objects(s)
	}
	f.branches(s)
	f.dropSchema(s, "not")
}

// everyInteger reports whether multipleOf is that of all integers, in a schema of integers.
func (f *faultFinder) everyInteger(n *schema.Node) bool {
	r := ratOf(n.Get("multipleOf"))
	return r != nil && new(big.Rat).Inv(r).IsInt() && n.Get("type") != nil && typeKeyword(n.Get("type"))&ofFraction == 0
}

// dropSchema drops keywords that hold schemas, if those say anything.
func (f *faultFinder) dropSchema(s site, keywords ...string) {
	for _, keyword := range keywords {
		m := s.node.Get(keyword)
		if b, isBool := m.Bool(); m == nil || isBool && b && keyword != "contains" && keyword != "not" || m.Kind() == schema.Object && !f.says(s.child(keyword), 0) && keyword != "contains" && keyword != "not" {
			continue
		}
		f.drop(s, keyword)
	}
}

// says reports whether a schema has a keyword that can refuse something.
func (f *faultFinder) says(s site, depth int) bool {
	if target, ok := f.target(s); ok {
		if depth > maxNesting || f.says(target, depth+1) {
			return true
		}
		if f.old() {
			return false
		}
	}
	for name, m := range s.node.Members() {
		switch name {
		case "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment", "$defs", "definitions", "$schema", "$id", "id", "$anchor", "nullable", "$ref":
		case "properties", "items", "additionalProperties", "required":
			if m.Len() > 0 || m.Kind() == schema.Bool {
				if b, isBool := m.Bool(); !isBool || !b {
					return true
				}
			}
		case "format":
			if good, _ := formatSamples(textOf(m)); len(good) > 0 {
				return true
			}
		default:
			// What holds for names says nothing by letting strings in.
			idle := name == "type" && f.names[s.at] && typeKeyword(m)&ofString != 0
			if !idle && !strings.HasPrefix(name, "x-") {
				return true
			}
		}
	}
	return false
}

// textOf returns a string, and an empty one for anything else.
func textOf(n *schema.Node) string {
	s, _ := n.Text()
	return s
}

// retarget lets a reference lead to another definition.
func (f *faultFinder) retarget(s site, ref string) {
	target, ok := f.resolve(ref)
	if !ok {
		return
	}
	if f.says(target, 0) {
		f.drop(s, "$ref")
	}
	for _, holder := range []string{"$defs", "definitions"} {
		for name, other := range f.root.Get(holder).Members() {
			to := site{node: f.root}.child(holder, name)
			if to.at == target.at || other.Kind() != schema.Object || !f.says(to, 0) || schema.Equal(other, target.node) {
				continue
			}
			f.add(s, "retarget $ref", "retarget $ref", func(n *schema.Node) { n.Set("$ref", schema.NewString("#"+string(to.at))) })
			return
		}
	}
}
