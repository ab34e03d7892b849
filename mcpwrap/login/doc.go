// Package login lets a user log in to an MCP server over HTTP by OAuth 2.1, keeps what that brings in files that nobody
// else can read, and gives it to requests.
//
// Where to log in is found through the server's challenge and its protected resource metadata (RFC 9728), then the
// metadata of the authorization server (RFC 8414). A program registers itself where it may (RFC 7591). The user says yes
// in a browser, whose answer comes to a port of this machine (RFC 8252, with PKCE by S256), or on another device
// (RFC 8628). Tokens are asked for this one server (RFC 8707), renewed before they expire, and revoked (RFC 7009) at the
// end. All but devices and revocation is done by the OAuth client of mcp-go.
//
// What a server says is believed as far as it is bound to the address that the user typed: its metadata must be for that
// address, the issuer must be the one that was asked, a token is renewed only where it was issued, and no request that
// holds a secret follows a redirect. Errors quote neither tokens nor codes.
package login
