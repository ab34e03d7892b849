package trial

import (
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// Bounds of what is read and built. All of them only make instances fewer or smaller.
const (
	maxNesting  = 200     // nested values that are looked into
	maxParts    = 400     // schemas that hold for one value at once
	maxChars    = 70_000  // of a string that is built
	maxPairs    = 1 << 20 // of values that are compared
	maxChildren = 300     // of an array or object that is built to reach a count
)

func itoa(n int) string { return strconv.Itoa(n) }

// kinds is a set of JSON types; integer is part of number.
type kinds uint8

const (
	ofNull kinds = 1 << iota
	ofBool
	ofObject
	ofArray
	ofFraction
	ofInteger
	ofString

	ofAny = ofNull | ofBool | ofObject | ofArray | ofFraction | ofInteger | ofString
)

// kindsOf returns what a type lets in; nothing for a name that is no type.
func kindsOf(name string) kinds {
	switch name {
	case "null":
		return ofNull
	case "boolean":
		return ofBool
	case "object":
		return ofObject
	case "array":
		return ofArray
	case "number":
		return ofFraction | ofInteger
	case "integer":
		return ofInteger
	case "string":
		return ofString
	}
	return 0
}

// typeKeyword reads the value of type, which is a name or a list of names.
func typeKeyword(n *schema.Node) kinds {
	if name, ok := n.Text(); ok {
		return kindsOf(name)
	}
	var k kinds
	for _, item := range n.Items() {
		name, _ := item.Text()
		k |= kindsOf(name)
	}
	return k
}

// kindOf returns the one kind of a value. A number that is too long to calculate with counts as an integer.
func kindOf(n *schema.Node) kinds {
	switch n.Kind() {
	case schema.Null:
		return ofNull
	case schema.Bool:
		return ofBool
	case schema.Object:
		return ofObject
	case schema.Array:
		return ofArray
	case schema.String:
		return ofString
	}
	if r := ratOf(n); r != nil && !r.IsInt() {
		return ofFraction
	}
	return ofInteger
}

// A choice is a place where one of several schemas is to hold: anyOf, oneOf, if, dependent schemas.
type choice struct {
	key      string
	branches [][]site
	overlap  bool // two branches may hold at once, and whether they do makes a difference
}

// A closure is what one schema says of the members of an object: the named ones, those whose name matches, the others.
type closure struct {
	holder     site
	names      map[string]bool
	patterns   []string
	additional site // no node if it is not there
}

// A shape is all that holds for one value: a schema, what it refers to, its allOf, and one branch of every choice.
// Its parts are read as one, which is what makes an instance of it likely to be valid.
type shape struct {
	parts   []site
	at      []schema.Pointer // of the parts
	never   bool
	kinds   kinds
	hint    kinds // what the keywords speak of
	values  []*schema.Node
	limited bool // to values

	numbers  interval
	patterns []string
	formats  []string

	minLength, minItems, minMembers int
	maxLength, maxItems, maxMembers int // -1 without one

	unique            bool
	contains          []site
	minContain        int
	prefix            [][]site
	items             []site
	names             []string // of properties, in order
	properties        map[string][]site
	patternProperties []site
	closures          []closure
	propertyNames     []site
	required          []string
	dependent         map[string][]string
	not               []site
	choices           []choice
	listed            []site // those with enum or const

	texts  []string            // that fit, made once they are asked for
	models map[modelKey]*value // the same of instances
}

// shapeOf reads the sites, of which all must hold, as one. Pick says which branch to take, by the key of the choice;
// without an entry it is the first that is no bare null. Shapes are shared, so whoever edits one edits a copy.
func (r *reader) shapeOf(sites []site, pick map[string]int) *shape {
	if len(pick) > 0 {
		return r.readShape(sites, pick)
	}
	key := placeKey(sites)
	sh, known := r.shapes[key]
	if !known {
		sh = r.readShape(sites, nil)
		r.shapes[key] = sh
	}
	return sh
}

// placeKey tells sets of sites apart. A name with a zero byte in it could make two of them the same, which costs instances
// and no more.
func placeKey(sites []site) string {
	if len(sites) == 1 {
		return string(sites[0].at)
	}
	var b strings.Builder
	for _, s := range sites {
		b.WriteString(string(s.at))
		b.WriteByte(0)
	}
	return b.String()
}

// readShape goes through all that holds, each schema once: a reference that leads back to where it stands ends there.
func (r *reader) readShape(sites []site, pick map[string]int) *shape {
	sh := &shape{kinds: ofAny, maxLength: -1, maxItems: -1, maxMembers: -1, properties: map[string][]site{}, dependent: map[string][]string{}}
	seen, required := map[schema.Pointer]bool{}, map[string]bool{}
	queue := slices.Clone(sites)
	for len(queue) > 0 && len(sh.parts) < maxParts {
		s := queue[0]
		queue = queue[1:]
		if s.node == nil || seen[s.at] {
			continue
		}
		seen[s.at] = true
		sh.parts, sh.at = append(sh.parts, s), append(sh.at, s.at)
		if b, ok := s.node.Bool(); ok {
			sh.never = sh.never || !b
			continue
		}
		if target, ok := r.target(s); ok {
			queue = append(queue, target)
			if r.old() && s.node.Get("$ref") != nil {
				continue
			}
		}
		sh.scalars(r, s)
		sh.arrays(r, s)
		sh.objects(s, required)
		queue = append(queue, members(s, "allOf")...)
		for _, c := range r.choicesOf(s) {
			i, ok := pick[c.key]
			if !ok {
				i = c.usual()
			}
			sh.choices = append(sh.choices, c)
			if i >= 0 && i < len(c.branches) {
				queue = append(queue, c.branches[i]...)
			}
		}
	}
	if !sh.numbers.integer {
		sh.numbers.integer = sh.kinds&(ofFraction|ofInteger) == ofInteger
	}
	return sh
}

// members returns the schemas in a list.
func members(s site, keyword string) []site {
	var out []site
	at := s.at.Child(keyword)
	for i, item := range s.node.Get(keyword).Items() {
		out = append(out, site{item, at.Child(itoa(i))})
	}
	return out
}

// choicesOf lists the places of one schema where an instance can go one way or another.
func (r *reader) choicesOf(s site) []choice {
	var out []choice
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list := members(s, keyword)
		if len(list) == 0 {
			continue
		}
		c := choice{key: string(s.at) + "/" + keyword, overlap: true}
		for _, branch := range list {
			c.branches = append(c.branches, []site{branch})
		}
		out = append(out, c)
	}
	if condition := s.child("if"); condition.node != nil {
		yes := []site{condition}
		if then := s.child("then"); then.node != nil {
			yes = append(yes, then)
		}
		var no []site
		if otherwise := s.child("else"); otherwise.node != nil {
			no = append(no, otherwise)
		}
		out = append(out, choice{key: string(s.at) + "/if", branches: [][]site{yes, no}})
	}
	for _, keyword := range []string{"dependentSchemas", "dependencies"} {
		for name, m := range s.node.Get(keyword).Members() {
			if m.Kind() == schema.Array {
				continue
			}
			// It holds where the member is there, which is put like a schema of its own.
			dependent := s.child(keyword, name)
			names := schema.NewObject()
			names.Set("required", schema.NewArray(schema.NewString(name)))
			there := site{names, dependent.at.Child("(if there)")}
			out = append(out, choice{key: string(dependent.at), branches: [][]site{{dependent, there}, nil}})
		}
	}
	return out
}

// usual is the branch to take where nothing else is asked for: the first that is more than null.
func (c choice) usual() int {
	for i, branch := range c.branches {
		if len(branch) == 0 || typeKeyword(branch[0].node.Get("type")) != ofNull {
			return i
		}
	}
	return 0
}

// scalars reads the keywords for values without parts, and those for values of all kinds.
func (sh *shape) scalars(r *reader, s site) {
	n := s.node
	if t := n.Get("type"); t != nil {
		sh.kinds &= typeKeyword(t)
	}
	if list := n.Get("enum"); list.Kind() == schema.Array {
		sh.only(s, list)
	}
	if c := n.Get("const"); c != nil && r.draft != schema.Draft4 {
		sh.only(s, schema.NewArray(c))
	}
	for _, keyword := range []string{"minimum", "exclusiveMinimum"} {
		if bound := ratOf(n.Get(keyword)); bound != nil {
			out, _ := n.Get("exclusiveMinimum").Bool()
			sh.numbers.atLeast(bound, out || keyword == "exclusiveMinimum")
			sh.hint |= ofInteger
		}
	}
	for _, keyword := range []string{"maximum", "exclusiveMaximum"} {
		if bound := ratOf(n.Get(keyword)); bound != nil {
			out, _ := n.Get("exclusiveMaximum").Bool()
			sh.numbers.atMost(bound, out || keyword == "exclusiveMaximum")
			sh.hint |= ofInteger
		}
	}
	if m := ratOf(n.Get("multipleOf")); m != nil && m.Sign() > 0 {
		sh.numbers.multiples = append(sh.numbers.multiples, m)
		sh.hint |= ofInteger
	}
	sh.count(n, "minLength", "maxLength", &sh.minLength, &sh.maxLength, ofString)
	if p, ok := n.Get("pattern").Text(); ok {
		sh.patterns = append(sh.patterns, p)
		sh.hint |= ofString
	}
	if f, ok := n.Get("format").Text(); ok {
		sh.formats = append(sh.formats, f)
		sh.hint |= ofString
	}
	if not := s.child("not"); not.node != nil {
		sh.not = append(sh.not, not)
	}
}

// only narrows the values down to those of a list.
func (sh *shape) only(s site, list *schema.Node) {
	sh.listed = append(sh.listed, s)
	if list.Len()*len(sh.values) > maxPairs {
		return // long lists are not compared: what is in one only is refused by the other
	}
	var out []*schema.Node
	for _, item := range list.Items() {
		kept := !sh.limited
		for _, v := range sh.values {
			kept = kept || schema.Equal(v, item)
		}
		if kept {
			out = append(out, item)
		}
	}
	sh.values, sh.limited = out, true
}

// count reads a pair of keywords that bound a size, and takes the stricter.
func (sh *shape) count(n *schema.Node, least, most string, low, high *int, of kinds) {
	if v, ok := countOf(n.Get(least)); ok {
		*low = max(*low, v)
		sh.hint |= of
	}
	if v, ok := countOf(n.Get(most)); ok {
		if *high < 0 || v < *high {
			*high = v
		}
		sh.hint |= of
	}
}

// countOf returns a count; those that are too large to be built are cut down.
func countOf(n *schema.Node) (int, bool) {
	r := ratOf(n)
	if r == nil || !r.IsInt() || r.Sign() < 0 {
		return 0, false
	}
	if !r.Num().IsInt64() || r.Num().Int64() > 1<<30 {
		return 1 << 30, true
	}
	return int(r.Num().Int64()), true
}

// arrays reads the keywords for arrays. Which of them hold the tuple and which the rest depends on the draft.
func (sh *shape) arrays(r *reader, s site) {
	n := s.node
	sh.count(n, "minItems", "maxItems", &sh.minItems, &sh.maxItems, ofArray)
	if unique, _ := n.Get("uniqueItems").Bool(); unique {
		sh.unique = true
		sh.hint |= ofArray
	}
	prefix, rest := "prefixItems", "items"
	if r.draft != schema.Draft2020 && n.Get("items").Kind() == schema.Array {
		prefix, rest = "items", "additionalItems"
	}
	first := members(s, prefix)
	if r.draft != schema.Draft2020 && prefix == "prefixItems" {
		first = nil
	}
	others := s.child(rest)
	if others.node.Kind() == schema.Array {
		others.node = nil
	}
	// What one schema says of the items behind its own list holds for those in the lists of others too.
	for i := range max(len(first), len(sh.prefix)) {
		if i >= len(sh.prefix) {
			sh.prefix = append(sh.prefix, slices.Clone(sh.items))
		}
		if i < len(first) {
			sh.prefix[i] = append(sh.prefix[i], first[i])
		} else if others.node != nil {
			sh.prefix[i] = append(sh.prefix[i], others)
		}
	}
	if others.node != nil {
		sh.items = append(sh.items, others)
	}
	if len(first) > 0 || others.node != nil {
		sh.hint |= ofArray
	}
	if c := s.child("contains"); c.node != nil && r.draft != schema.Draft4 {
		sh.contains = append(sh.contains, c)
		least, ok := countOf(n.Get("minContains"))
		if !ok || r.draft < schema.Draft2019 {
			least = 1
		}
		sh.minContain = max(sh.minContain, least)
		sh.hint |= ofArray
	}
}

// objects reads the keywords for objects. Required holds the names that are in the shape already.
func (sh *shape) objects(s site, required map[string]bool) {
	n := s.node
	sh.count(n, "minProperties", "maxProperties", &sh.minMembers, &sh.maxMembers, ofObject)
	c := closure{holder: s, names: map[string]bool{}, additional: s.child("additionalProperties")}
	at := s.at.Child("properties")
	for name, m := range n.Get("properties").Members() {
		if sh.properties[name] == nil {
			sh.names = append(sh.names, name)
		}
		sh.properties[name] = append(sh.properties[name], site{m, at.Child(name)})
		c.names[name] = true
	}
	at = s.at.Child("patternProperties")
	for pattern, m := range n.Get("patternProperties").Members() {
		c.patterns = append(c.patterns, pattern)
		sh.patternProperties = append(sh.patternProperties, site{m, at.Child(pattern)})
	}
	sh.closures = append(sh.closures, c)
	for _, name := range stringsOf(n.Get("required")) {
		if !required[name] {
			required[name] = true
			sh.required = append(sh.required, name)
		}
	}
	for _, keyword := range []string{"dependentRequired", "dependencies"} {
		for name, list := range n.Get(keyword).Members() {
			sh.dependent[name] = append(sh.dependent[name], stringsOf(list)...)
		}
	}
	if names := s.child("propertyNames"); names.node != nil {
		sh.propertyNames = append(sh.propertyNames, names)
	}
	for _, keyword := range []string{"properties", "patternProperties", "additionalProperties", "required", "propertyNames", "dependentRequired", "unevaluatedProperties"} {
		if n.Get(keyword) != nil {
			sh.hint |= ofObject
		}
	}
}

// stringsOf returns the strings of a list and passes over all else.
func stringsOf(n *schema.Node) []string {
	var out []string
	for _, item := range n.Items() {
		if s, ok := item.Text(); ok {
			out = append(out, s)
		}
	}
	return out
}
