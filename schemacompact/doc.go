// Package schemacompact makes the tools of a catalog smaller without changing which arguments they accept.
//
// [Compact] is the one function that most users need: it applies the transforms of a level to a copy of a catalog,
// encodes the result, reads those bytes back and has package verify compare every schema in them with the original.
// A tool that is not proved is left as it came, with a warning.
//
// A [Transform] is one named rewrite. All of them are pure, deterministic and idempotent, keep the order of members,
// never change a name, and record each change as an [Edit]. What a reference leads to is never dropped.
package schemacompact
