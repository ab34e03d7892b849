package include

import (
	"math/big"
	"slices"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// A program is the schemas of one or two documents, as classes: schemas of the same class accept the same instances. The
// ID of a class is the index of its node.
type program struct {
	nodes      []*node
	classes    map[string]int
	roots      []int
	always     int  // the class of the schema that asserts nothing
	never      int  // the class of false
	text       int  // the class of strings
	formats    bool // there are some
	mixed      bool // the documents have different drafts
	strict     bool // some integers may be told by their spelling
	predicates []*predicate
	byKey      map[string]int
}

// A node is a schema with its children replaced by their classes; none stands for a child that is not there.
type node struct {
	id int
	at schema.Pointer

	never   bool
	types   graph.Types
	strict  bool // integer may mean the spelling of the number
	hasEnum bool
	enum    []*value
	inEnum  map[string]bool // by key
	// justEnum is whether the enum is all that is asserted.
	justEnum bool

	predicates []int

	minimum, maximum *graph.Bound
	multiple         *big.Rat

	minLength, maxLength, minItems, maxItems, minProperties, maxProperties int

	prefix                   []int
	items                    int
	unique                   bool
	contains                 int
	minContains, maxContains int

	properties                []property
	byName                    map[string]int // class by name
	tags                      []string       // properties that are an enum
	patterns                  []patternProperty
	additional, propertyNames int
	required                  []string
	needs                     map[string]bool // required
	dependent                 []dependence
	// compat is whether some validators evaluate the node and some do not.
	compat bool

	allOf, anyOf, oneOf             []int
	not, condition, then, otherwise int
}

// A property is an entry of properties.
type property struct {
	name  string
	class int
}

// A patternProperty is an entry of patternProperties; its pattern is a predicate, the same one as that of a string.
type patternProperty struct {
	predicate int
	class     int
}

// A dependence is an entry of dependentRequired or dependentSchemas.
type dependence struct {
	name     string
	required []string
	class    int
}

// seal makes the indexes of a node. Most nodes need none.
func (n *node) seal() {
	if len(n.enum) > 0 {
		n.inEnum = make(map[string]bool, len(n.enum))
	}
	for _, v := range n.enum {
		n.inEnum[v.key()] = true
	}
	if len(n.properties) > 0 {
		n.byName = make(map[string]int, len(n.properties))
	}
	for _, p := range n.properties {
		n.byName[p.name] = p.class
	}
	if len(n.required) > 0 {
		n.needs = make(map[string]bool, len(n.required))
	}
	for _, r := range n.required {
		n.needs[r] = true
	}
}

// inPlace returns the classes that are applied to the same instance.
func (n *node) inPlace() []int {
	out := slices.Concat(n.allOf, n.anyOf, n.oneOf)
	for _, c := range []int{n.not, n.condition, n.then, n.otherwise} {
		if c != none {
			out = append(out, c)
		}
	}
	for _, d := range n.dependent {
		if d.class != none {
			out = append(out, d.class)
		}
	}
	return out
}

// allows reports whether the type keyword lets a kind through.
func (n *node) allows(k kind) bool {
	return n.types&typesOf(k) != 0
}

// typesOf returns the bits of the type keyword that let values of a kind through.
func typesOf(k kind) graph.Types {
	switch k {
	case kindNull:
		return graph.Null
	case kindBool:
		return graph.Boolean
	case kindNumber:
		return graph.Number | graph.Integer
	case kindString:
		return graph.String
	case kindArray:
		return graph.Array
	}
	return graph.Object
}
