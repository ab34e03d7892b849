// Package schemacompact makes the tools of a catalog smaller without changing which arguments they accept.
//
// [Compact] is the one function that most users need: it applies the transforms of a level to a copy of a catalog,
// encodes the result, reads those bytes back and has package verify compare every schema in them with the original.
// A tool that is not proved is served at the last level at which it is, or as it came, with a warning.
//
// Structural rewrites lead to schemas that accept the same and that some consumers still refuse or mishandle, so they are
// made only as far as [Options.Target] is known to take them. With [Options.MaxTotal] as little is done as fits.
//
// A [Transform] is one named rewrite. All of them are pure, deterministic and idempotent, keep the order of members,
// never change a name, and record each change as an [Edit]. What a reference leads to is never dropped.
package schemacompact
