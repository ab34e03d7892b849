// Package mcpwrap stands between an MCP client and its server and makes one thing smaller: the list of tools.
//
// Every message passes as the bytes that it came in, in order, both ways, whatever it is. Only answers to tools/list are
// looked into: the schemas in them are compacted and proved as package schemacompact does, page by page, and nothing else
// of the answer changes. A tool that is not proved, and a list that cannot be read, pass as they came, with a word about
// it: a user never loses a tool to this package.
package mcpwrap
