// Package verify compares two JSON Schemas and says how sure it is that they accept the same instances.
//
// It is the judge of what a compactor did, so it shares nothing with one: it has its own keyword table, its own
// traversal and its own idea of which definitions are reachable. It looks at the whole of both documents, every
// keyword, and whatever it does not understand counts as a difference. It never follows a reference out of a document.
//
// # The tiers
//
// [Compare] goes through four tiers, each of which does more and claims less, and stops at the first that proves something:
//
//   - Identical: what cannot matter is erased from both documents, and the rest is the same. See below.
//   - Canonical: both are read as graphs of schemas, brought to the same form by rules that keep meaning, and are then
//     bisimilar, so that inlining, hoisting, renaming and unrolling change nothing; package graph has the rules.
//   - Decided: a decision procedure shows that nothing is in one that is not in the other, both ways; package include.
//   - Tested: instances made from both, and edits of them, were tried on both, and none told them apart; package trial.
//     How much that is worth is measured: the kill rate is the share of faults, put in on purpose, that they found.
//
// Different has a witness that a validator has confirmed. The validator is not part of this project, so that a fault of a
// proof and a fault of its check are not the same one. A document that it refuses is NotValidatable, unless the two are
// identical, which they then are to everybody: what a validator refuses accepts nothing, and what others make of it is
// anybody's guess. Everything else is Unknown.
//
// A document without $schema is read as 2020-12, 2019-09 and draft 7, and a proof holds for all three. Patterns and formats
// are compared by their text: two schemas are proved equal whatever those mean. Keywords that are in no draft say nothing
// of what is accepted, nullable apart, which some validators heed; Identical alone means that they are the same too. What
// makes it matter how a subschema is written, and not only what it accepts (unevaluatedProperties, dynamic references,
// bases and dialects inside a document), keeps the rules from being used: Canonical then needs the very same graph, and
// Decided is out of reach.
//
// # What identical means
//
// The first tier erases from both documents what cannot change which instances are accepted, and compares what is left as
// JSON values. Erased are
//
//   - annotations (description, default, examples, …) that stand in a schema position, have the type that the keyword
//     asks for, and hold nothing that a reference leads to or through;
//   - entries of $defs and definitions that nothing leads to, if all in them is valid beyond doubt to every reader;
//   - keywords that do nothing in any draft, whatever stands around them, such as minItems 0;
//   - $schema and $id of the root, if they differ, no reference goes through them, and nothing in the document means
//     different things to different drafts, or has a value that only some of them allow.
//
// Names of properties and definitions are never taken for keywords, and the values of const and enum are never entered.
//
// # Why that is enough
//
// Erasing keeps meaning: a validator reads only schemas that it gets to from the root, by keywords that hold schemas or
// by references. Each of them survives. An entry of $defs is read only through a reference, and those that a reference
// leads to or into stay. What a reference means is kept too: every value on the way from the root to its target stays,
// arrays keep their length and order wherever a reference could count on it, and $anchor, $id and everything dynamic are
// compared and not erased. Where it is open which base a reference has, all candidates stay. An annotation gives no
// verdict of its own, and the keywords that listen to annotations (unevaluatedProperties, unevaluatedItems) listen to
// those of applicators only, none of which is erased: the ones that do nothing were chosen such that they evaluate no
// property and no item, so additionalProperties true, items true and contains are not among them.
//
// Many readers check a document against the meta-schema of its draft first, and refuse all of it for a fault anywhere.
// What is erased has therefore no such fault, and what stays is the same on both sides. That is why patterns that not
// every dialect of regular expressions takes, empty or repetitive enums and required lists, names that occur twice and
// the like keep a definition or $schema in place.
//
// Equal remainders have equal meaning: they hold the same keywords with the same values at the same places, so every
// reference resolves to the same place in both. Member names are unordered in JSON; the order of type, required
// and enum means nothing by their definition, and is ignored only where no reference leads into them.
//
// Not meant are programs that alter an instance before they check it, as a validator does that can be told to fill in
// defaults: what they accept depends on an annotation.
//
// Documents that cannot be read with certainty (duplicate names, ill-formed text, beyond the limits, a reference to a
// place that is a schema and something else at once) are unknown unless they are the same bytes.
package verify
