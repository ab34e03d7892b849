// Package include decides whether everything that one schema accepts is accepted by another.
//
// It looks for an instance of S1 ∧ ¬S2, the way semantic subtyping does, and answers yes only if the search shows that
// there is none.
//
// # The search
//
// A goal is a set of literals, each a schema or its negation; [Decide] asks for a value that is in all of them. Schemas
// of the same form are one class, so that most of two documents that have most in common cancels out before it is looked
// at: no value is in a class and not in it. What is left is taken apart for each of the six kinds of JSON value on its
// own, in which all keywords for other kinds are void.
//
// A schema that is demanded gives demands that hold together, and clauses where it leaves a choice. A schema that is
// refused gives one clause: something in it has to refuse. A branch is one way to choose, and where no choice is left, a
// value is made: a number from its bounds and multiples, a string from its length and patterns, an array or an object from
// smaller goals for what is inside. Objects are looked at by the names that the schemas mention, and one more class of
// names for each way to fit some of their patterns and not others.
//
// # Why yes is true
//
// Everything that is dropped on the way is dropped because nothing can be in it, and the choices in a clause are all that
// there are. Where the choices were not all tried, because a budget ran out, a name could not be made or different items
// would have to be shared out, the result is that it is not known.
//
// Instances are finite. A goal that comes up again inside of itself is taken for empty there: a smallest value in it has no
// other value of the same goal inside. A result that rests on such an assumption is forgotten as soon as the
// goal turns out not to be empty.
//
// Patterns, formats and keywords without a known meaning are predicates: something cannot fulfil one and not fulfil it,
// and nothing else about them is ever used to say that there is no instance, except that a pattern is tried on a given
// string where all engines agree. Nothing is ever concluded from what a format means.
//
// # Why no is true
//
// The value that the search ends with is evaluated against both schemas, independently of how it was found. Only if it is
// in one and not in the other with formats asserted and with formats ignored, the answer is no. Otherwise it is handed
// out as a guess.
//
// # What is left open
//
// The language of patterns is not understood, so that one pattern may imply another unnoticed. Different items of a set
// are chosen one after the other. Documents that look at annotations are not read at all. What the search cannot settle
// within its bounds is [Unknown].
package include
