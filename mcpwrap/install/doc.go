// Package install puts schema-bench wrap in front of the servers in the configuration of an MCP client, and takes it out
// again.
//
// It edits the file where it stands: the bytes of a server's command, arguments and type change, and no other. Comments,
// the order of members, indentation, line ends and a byte order mark are those of the user, and so is everything else in
// the file. Known are the JSON files of Claude Desktop, Claude Code, Cursor and VS Code, with comments and trailing
// commas, and the TOML file of Codex.
//
// The file as it was is kept beside it before anything is written. Taking the proxy out puts back each server's own
// bytes, which for a file that nobody else has changed are all of them; what others have changed since stays changed.
package install
