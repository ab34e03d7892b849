// Package mcpsource imports the tools of a live MCP server.
//
// Fetch starts or contacts a server, asks for its tools page by page and returns them as a catalog. It reads the wire:
// every tool keeps the bytes that the server sent, because decoding into the types of an SDK drops members, reorders
// names and rounds numbers, and all of that changes what the tools cost.
//
// Three transports are spoken (stdio, streamable HTTP and the older HTTP with server-sent events) and the protocol
// versions from 2024-11-05 to 2026-07-28.
//
// A server that cannot be listed is an error and never an empty catalog. What the server said on the way is part of
// the error: how it ended, the last lines of its standard error, and what it wrote to standard output that is no
// message of the protocol. What a server says is untrusted: it is cut, freed of control characters, and the values of
// headers and environment variables are blanked out of it.
package mcpsource
