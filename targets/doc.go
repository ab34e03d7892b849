// Package targets holds what each consumer of a catalog refuses or mishandles: dated data, and the code that applies it.
//
// A consumer is the API of a provider, a decoder, or an MCP client. Of clients it knows what becomes of a server's
// catalog on the way to the model: how tools are named, where descriptions are cut, which members and which parts of a
// schema are left out, which tools are loaded only on demand. [Client.Project] applies that, so that the floor can be
// measured as that client sends it.
//
// Of every consumer it knows which names, lengths, keywords and forms it refuses or mishandles, and which structural
// rewrites of a schema do no harm there: [Lint] holds a catalog against the former, [Target.Allows] answers the latter.
//
// The data is clients.json and targets.json, which are compiled in. Every figure in them has a source and a date;
// [ClientTable.Extend] and [TargetTable.Extend] put a user's own figures on top. A figure that nobody has published is
// left out and nothing is done about it. One that could not be confirmed is in the table and says so: that of a client is
// applied only on request, and a constraint on it is never an error.
package targets
