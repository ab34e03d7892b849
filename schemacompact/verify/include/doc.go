// Package include decides whether everything that one schema accepts is accepted by another.
//
// It looks for an instance of S1 ∧ ¬S2, the way semantic subtyping does, and answers yes only if the search shows that
// there is none. A goal is a set of literals, each a schema or its negation; Decide asks for a value that is in all of
// them. For each of the six kinds of JSON value, the literals are taken apart into constraints of that kind and
// into choices, and what remains of arrays and objects are smaller goals. Instances are finite, so a goal that comes up
// again inside itself adds nothing, and recursive schemas need no special care beyond remembering what was assumed.
//
// Patterns, formats and keywords without a known meaning are predicates: something cannot fulfil one and not fulfil it,
// and nothing else about them is ever used to say that there is no instance, except that a pattern is tried on a given
// string where all engines agree. What the search cannot settle within its bounds is Unknown.
package include
