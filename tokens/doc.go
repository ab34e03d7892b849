// Package tokens counts tokens and knows what they cost.
//
// A [Counter] counts the tokens of a text in one encoding, exactly and offline: the vocabularies
// are compiled in and nothing is ever fetched. A [Framing] says which text a tool catalog becomes
// before a model reads it, cut into segments so that a total can be told apart by tool and part.
// A [Table] holds what is published about models: windows, output limits and prices, each with
// its date and source; a user's own file, also one in LiteLLM's shape, goes on top of it.
//
// A count is meaningful only together with its encoding and framing; numbers of different
// encodings or framings are never compared.
package tokens
