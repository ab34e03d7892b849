// Package schema holds JSON documents as ordered trees and knows where the subschemas of a JSON Schema are.
//
// Most users need two functions: [Parse] reads a document, and [Walk] visits a schema and every subschema below it.
//
// A tree keeps what decoding into Go values would lose: the order of object members, the spelling of numbers and
// strings, and integers of any length. Parse followed by [Node.Append] gives back the same tokens, whitespace apart.
//
// Walk finds subschemas from one keyword table ([Keywords]) and never by looking for keys: a property that is named
// description is not the keyword description, and the value of default is data, whatever it looks like.
//
// Documents come from strangers. Parsing is bounded in depth, in the number of nodes and in bytes; references are
// resolved inside a document only, and nothing is ever fetched.
package schema
