// Package targets holds what each consumer of a catalog refuses or mishandles: dated data, and the code that applies it.
//
// A consumer is the API of a provider, a decoder, or an MCP client. Of clients it knows what becomes of a server's
// catalog on the way to the model: how tools are named, where descriptions are cut, which members and which parts of a
// schema are left out, which tools are loaded only on demand. [Client.Project] applies that, so that the floor can be
// measured as that client sends it.
//
// The data is clients.json, which is compiled in. Every figure in it has a source and a date; [ClientTable.Extend] puts a
// user's own figures on top. A figure that nobody has published is left out and nothing is done about it; one that could
// not be confirmed is in the table, says so, and is applied only on request.
package targets
