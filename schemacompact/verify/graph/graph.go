package graph

import (
	"math/big"

	"github.com/schema-bench/schema-bench/schema"
)

// A Draft is a version of JSON Schema. The zero value is none of them.
type Draft int

// The drafts.
const (
	Draft4 Draft = iota + 1
	Draft6
	Draft7
	Draft2019
	Draft2020
)

// A Graph is a document read under one draft.
type Graph struct {
	Draft   Draft
	Root    *Schema
	Schemas []*Schema // all that a validator can get to, the root first, each at the index that is its ID
	// Sensitive says why a subschema may not be replaced by one that accepts the same instances: the document looks at
	// annotations, refers dynamically, changes its base or its vocabulary. Nil if nothing of the kind is in it.
	Sensitive *Obstacle

	custom *Obstacle // a dialect that is not known: nothing can be said of the document

	// What some validators refuse the document for, wherever it stands in it, and its place.
	doubtful map[string]schema.Pointer // patterns
	named    map[string]schema.Pointer // identifiers below the root, and anchors that are malformed or repeated
	repeated map[string]schema.Pointer // values that stand in a list more than once

	strange *Obstacle // a keyword of another draft, which some validators evaluate
}

// An Obstacle is what keeps a document from being read, or a proof from being made, and where it stands.
type Obstacle struct {
	At     schema.Pointer
	Reason string
}

// A Types is a set of JSON types. Integer is its own bit, and a set with Number has it too.
type Types uint8

// The types.
const (
	Null Types = 1 << iota
	Boolean
	Object
	Array
	Number // numbers that are no integers
	Integer
	String

	AllTypes = Null | Boolean | Object | Array | Number | Integer | String
)

// A Bound is a limit of a number.
type Bound struct {
	Value     *big.Rat
	Exclusive bool
}

// A Named is a member of a map of schemas.
type Named struct {
	Name   string
	Schema *Schema
}

// A Condition is an entry of dependentRequired or, with a Schema, of dependentSchemas.
type Condition struct {
	Name     string
	Required []string
	Schema   *Schema
	// Compat says that it stands in dependencies in a draft that does not know that any more, or in one of the other two in
	// a draft that does not know them yet. Some validators evaluate it and some do not.
	Compat bool

	keyword string
}

// A Schema is one schema with the keywords that assert something under the draft of its graph. Keywords that are absent, or
// mean nothing there, have the zero value of their field.
type Schema struct {
	ID   int
	At   schema.Pointer
	Node *schema.Node // in the document

	Never bool // false as a schema

	// Ref is the target of $ref: a conjunct from 2019-09 on, and before that all that the schema says. No schema gets back
	// to itself by Ref, AllOf, AnyOf, OneOf, Not, If, Then, Else and Dependent alone.
	Ref *Schema

	Types            Types          // AllTypes without the keyword
	Enum             []*schema.Node // of enum and of const, which is an enum of one; both, if both are there, intersected
	HasEnum          bool
	Minimum, Maximum *Bound // the stricter of the inclusive and the exclusive keyword
	MultipleOf       *big.Rat

	// Counts; Min… is 0 without the keyword, Max… is nil.
	MinLength, MinItems, MinProperties *big.Int
	MaxLength, MaxItems, MaxProperties *big.Int

	Pattern []string // at most one; in the spelling of the document
	Format  string

	Prefix   []*Schema // of prefixItems, or of items as an array
	Items    *Schema   // of every item behind Prefix; nil if they are free
	Unique   bool
	Contains *Schema
	// MinContains is nil without the keyword, which then means 1.
	MinContains, MaxContains *big.Int

	Properties        []Named // in the order of the document
	PatternProperties []Named
	Additional        *Schema // nil if they are free
	PropertyNames     *Schema
	Required          []string // each name once, in the order of the document
	Dependent         []Condition

	AllOf, AnyOf, OneOf []*Schema
	Not, If, Then, Else *Schema

	// Graphs with these are Sensitive.
	UnevaluatedProperties, UnevaluatedItems *Schema

	// Other holds keywords of which nothing more is known than that they may assert something. They are contentEncoding and
	// contentMediaType in draft 7, whose values are compared as they are, and keywords of other drafts. Objects and arrays
	// may hold schemas, so that equal ones need not mean the same.
	Other []Keyword

	foreign   []foreign // keywords of other drafts
	entangled *Obstacle // one of them that may change what other keywords mean

	inner   bool      // in the scope of an $id below the root
	below   bool      // not the root of the document
	dynamic *Obstacle // of $dynamicRef and $recursiveRef, whose target is the last of AllOf
}

// A Keyword is a member of a schema.
type Keyword struct {
	Name  string
	Value *schema.Node
}

// isContent reports whether the keyword is one of the two that say what a string holds.
func (k Keyword) isContent() bool { return k.Name == "contentEncoding" || k.Name == "contentMediaType" }

// compat tells conditions of other drafts apart by their keyword. Those of the draft itself mean the same in both.
func (c Condition) compat() string {
	if c.Compat {
		return c.keyword
	}
	return ""
}
