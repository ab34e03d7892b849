// Package validate tells whether a JSON Schema accepts an instance, for schemas and instances that strangers wrote.
//
// It puts a general validator behind limits, since one that is given a hostile document would read files, work for hours
// or take a number apart digit by digit: references out of the document are refused and never opened, and depth, count of
// schemas, repeated evaluation, digits and time are bounded. Whatever is beyond a bound is an error that says which, and
// never a verdict.
//
// # Verdicts
//
// Numbers are compared as they are written, without rounding, and a name that stands twice in an object is an error. A
// schema that leads back to itself without going into the instance has no meaning by the specification, so it is an
// [InvalidError] here instead of one of the meanings that validators give to it.
//
// # Regular expressions
//
// Patterns mean what ECMA-262 says, read with its u flag: a dot does not match a carriage return, and \s matches a
// no-break space. A pattern is put into the words of Go's engine, whose time is linear, if it can say the same; looking
// around, going back to a group and long repetitions are left to a backtracking engine with a time limit. Some dialects
// that schemas are written in have words which ECMA-262 lacks, such as (?i) of Python; they mean what they mean there, if
// one of the engines knows them. What is left is a pattern that nothing here can decide. A schema with one compiles, and an
// instance whose verdict depends on it is an [UndecidedError], or a guess that is the same for every schema, if
// [Options] ask for that.
//
// # The last resort
//
// The validator beneath cannot be stopped. When [Limits.Time] is over, the call returns an [UndecidedError], and the
// goroutine that it started is left behind until it ends by itself. The other limits are there to make sure that it does.
package validate
