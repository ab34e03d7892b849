// Package probe holds an MCP server against the same server behind the proxy.
//
// It plays one session with the server directly, again directly, and through the proxy: the handshake, all lists, the
// reading of resources and prompts, completion, calls of tools that only read, errors, and whatever the server asks of its
// client meanwhile. What the two direct sessions say differently is the server's own doing, a clock for example, and is
// not held against the proxy; everything else has to come back as the same bytes. Only lists of tools may differ, and
// there every schema has to be proved to accept the same.
package probe
