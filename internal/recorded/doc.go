// Package recorded plays a session with an MCP server through the proxy, records what passes on both sides of it, and says
// what is not the same.
//
// The proxy starts Tee in the place of the server, which starts the server and writes down every line. Both records are of
// one session, so that nothing a server does by the clock is in the way: every message has to be the same bytes on both
// sides, in the same order, but for answers to tools/list. It is for tests and for the nightly run over real servers.
package recorded
