// Package graph reads a JSON Schema document as a validator does: as a graph of schemas, in which a reference is an edge
// and annotations, unused definitions and the layout of the document do not exist. It proves two documents equal by the
// form of their graphs.
//
// It is the common ground of the proofs in package verify. It shares nothing with the compactor: it has its own table of
// keywords and its own traversal, and it refuses what it cannot read with certainty instead of guessing.
//
// # Canonical form
//
// JSON values fall into disjoint kinds: null, booleans, objects, arrays, strings, integers and other numbers. A schema is
// taken apart into one formula for each, which says what it asks of the values of that kind. Hence a union of types, a
// nullable branch or a keyword beside a type that it does not speak of need no rules: {"anyOf": [{"type": "string",
// "minLength": 1}, {"type": "null"}]} and {"type": ["null", "string"], "minLength": 1} have the same formulas.
//
// In a formula allOf, references and keywords side by side are one conjunction. All keywords stand for themselves in it but
// additionalProperties, which keeps the names that it leaves out, items, which keeps where it begins, and contains, if and
// their company, which stay together. So nothing that is lifted into a neighbour can come under a keyword that did not see
// it before. Conjunctions of bounds, lengths, lists of values and required names are calculated; unions of values are
// lists; oneOf is a multiset, and becomes a union only if no value can be in two of its branches. Patterns and formats
// are names of unknown sets. What a formula asks of a part of a value it asks by the schema for it, so that recursion never
// has to end.
//
// # Bisimulation
//
// Then formulas and schemas of both documents are put into classes: of one class are those that say the same and lead, by
// the same names, to the same classes. That proves them equal, by induction over the depth of an instance: a validator
// gets to the answer from what is said of the value and from the answers for its parts, which are less deep, and no schema
// applies itself to the same value (Read refuses those that do).
//
// Replacing a schema by one that accepts the same is right only where nothing looks at annotations. Where something does,
// the graph is Sensitive, and only the second step is done, on the schemas as they are.
package graph
