package targets

import (
	"maps"
	"slices"
)

// A Rewrite is a change of a schema that leaves the accepted arguments alone and yet is not harmless to every consumer:
// one of them may build another grammar from it, or refuse the form that it leads to.
type Rewrite string

// The rewrites that masks speak of.
const (
	DropOpen       Rewrite = "drop-open"             // takes away additionalProperties where it allows everything
	DropEmptyItems Rewrite = "drop-empty-items"      // takes away items where it allows everything
	DropType       Rewrite = "drop-type-beside-enum" // takes away a type that enum or const already implies
	NullUnion      Rewrite = "null-union"            // makes a list of types of a union with null or of plain types
	LiftSingle     Rewrite = "lift-single"           // puts the only branch of allOf, anyOf or oneOf into the schema around it
	MergeEnum      Rewrite = "merge-enum"            // makes one enum, with its type beside it, of a union of constants
	EnumToConst    Rewrite = "enum-to-const"         // makes const of an enum of one value
	RefSiblings    Rewrite = "ref-siblings"          // leaves other keywords beside a $ref, such as its description
	Inline         Rewrite = "inline"                // puts a definition where a reference to it stands
	Hoist          Rewrite = "hoist"                 // makes a definition of what stands in several places
	Reorder        Rewrite = "reorder"               // changes the order of keywords or properties
)

// Rewrites returns all rewrites that masks speak of, in the order of their declaration.
func Rewrites() []Rewrite {
	return []Rewrite{DropOpen, DropEmptyItems, DropType, NullUnion, LiftSingle, MergeEnum, EnumToConst, RefSiblings, Inline, Hoist, Reorder}
}

// maskRule says what becomes of each rewrite at a consumer: yes, no, untested, or required where the consumer refuses
// the form that the rewrite takes away.
type maskRule struct {
	figure
	Rewrites map[Rewrite]string `json:"rewrites"`
}

// The words of a mask. What nobody has tried is not allowed.
const (
	maskYes      = "yes"
	maskNo       = "no"
	maskUntested = "untested"
	maskRequired = "required"
)

// allows reports whether the mask has tried the rewrite and found it harmless.
func (m *maskRule) allows(r Rewrite) bool {
	word := m.Rewrites[r]
	return word == maskYes || word == maskRequired
}

// check refuses misspelt rewrites and words: either would be a rewrite that is silently forbidden.
func (m *maskRule) check() error {
	if m == nil {
		return nil
	}
	for _, r := range slices.Sorted(maps.Keys(m.Rewrites)) {
		if !slices.Contains(Rewrites(), r) {
			return unknownWord("mask: rewrite", string(r), texts(Rewrites()))
		}
		if words := []string{maskYes, maskNo, maskUntested, maskRequired}; !slices.Contains(words, m.Rewrites[r]) {
			return unknownWord("mask: "+string(r)+":", m.Rewrites[r], words)
		}
	}
	return nil
}

// texts returns words as plain strings.
func texts[T ~string](words []T) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}
