// Package llm talks to the providers of models.
//
// A [Counter] asks a provider what a system message and a list of tools cost: its answer is the billed ruler, the one
// that no local tokenizer replaces, because providers do not publish how they put tools before a model. [ParseUsage]
// reads what a provider says that a call has cost.
//
// Bytes matter here. A list of tools is sent exactly as it was handed in, spelling, order of members and white space
// included, since all of these change what is counted.
//
// Keys come from the environment and go into a header of the request, and nowhere else: not into URLs, caches, results
// or errors. Text of a server that ends up in an error is cut, freed of control characters and of everything that
// looks like the key. Redirects are not followed, answers are bounded, and waiting ends with the context.
package llm
